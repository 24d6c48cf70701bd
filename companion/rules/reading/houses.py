"""House cards that are numbered, as people say and write them."""

from collections.abc import Iterator, Mapping, Sequence

from companion.rules.reading.span import MOST_OF_ONE_CARD, Span, past
from companion.rules.reading.tokens import BLANK, COMMA, HARD, Word

MOST_WORDS = 12
"""The most words in a row of houses."""
ROW, BARE = 0.9, 1.9
"""What a row costs besides where ``house`` stands before one number, and where it is not said."""


class Houses:
    """``first and second house``, ``houses 1 to 3``, ``two houses``: `cards` are by number."""

    def __init__(self, words: Sequence[Word], cards: Mapping[int, str]) -> None:
        self.words = words
        self.cards = cards

    def at(self, start: int) -> Iterator[Span]:
        """House cards that begin here."""
        word = self.words[start]
        if word.ordinal is not None:
            yield from self._ordinals(start, start, 1)
        elif word.text in ("house", "houses"):
            yield from self._numbers(start, start + 1)
        elif word.text == "all":
            yield from self._all(start)
        elif word.text in ("no", "number") or (word.number is not None and "#" in word.gap):
            place = start + (word.number is None)
            if self._is(place + 1, "house") and self.words[place].number in self.cards:
                yield self._option(start, place + 2, [self.words[place].number])
        if word.number is None:
            return
        if word.number == 1 and any(other.number is None for other in self.words):
            yield from self._numbers(start, start)
        yield from self._ordinals(start, start + 1, word.number)
        if self._is(start + 1, "house", "houses") and "#" not in word.gap:
            cards = tuple(self.cards[number] for number in self.cards if number <= word.number)
            if 1 <= word.number <= len(self.cards):
                others = tuple((card,) * word.number for card in list(self.cards.values())[:2])
                yield Span(start, start + 2, 1.6, cards, False, others=others)

    def _is(self, place: int, *texts: str) -> bool:
        return place < len(self.words) and self.words[place].text in texts

    def _option(
        self, start: int, end: int, numbers: Sequence[int | None], times: int = 1, doubt: float = 0
    ) -> Span:
        """The houses of these numbers; with `doubt` they cost more, and are asked about."""
        cards = tuple(self.cards[number] for number in numbers if number is not None) * times
        return Span(start, end, 1.1 + doubt, cards, not doubt, ids=() if doubt else cards[:3])

    def _all(self, start: int) -> Iterator[Span]:
        """``all four houses``; ``all the houses``, which may be fewer."""
        place, doubt = past(self.words, start + 1, ("of", "the")), 0.5
        if place < len(self.words) and self.words[place].number == len(self.cards):
            place, doubt = place + 1, 0
        if self._is(place, "house", "houses"):
            yield self._option(start, place + 1, list(self.cards), doubt=doubt)

    def _ordinals(self, start: int, place: int, times: int) -> Iterator[Span]:
        """``first and second house``; without the word ``house``, ``1st 2nd hotel``, it may be
        meant."""
        numbers: list[int] = []
        ranged, last = False, place
        while place < min(len(self.words), start + MOST_WORDS):
            word = self.words[place]
            if word.parted == HARD and place > start:
                return
            if word.ordinal is not None:
                if ranged:
                    numbers += range(numbers[-1] + 1, word.ordinal)
                numbers.append(word.ordinal)
                ranged, last = False, place
            elif word.text in ("to", "through") and numbers:
                ranged = True
            elif word.text not in ("and", "the", "a"):
                break
            place += 1
        if not numbers or not set(numbers) <= set(self.cards):
            return
        if not self._is(place, "house", "houses"):
            if len(numbers) > 1 and times == 1:
                yield self._option(start, last + 1, numbers, doubt=BARE)
            return
        if (times > 1 and len(numbers) > 1) or not 1 <= times <= MOST_OF_ONE_CARD:
            return
        end = past(self.words, place + 1, ("card", "cards"))
        yield self._option(start, end, numbers, times)

    def _numbers(self, start: int, place: int) -> Iterator[Span]:
        """``house 1``, ``house number one``, ``houses one two three``, ``houses 1-3``. ``House 1 2
        3`` may be a row, and so may ``1 2 3`` beside other cards."""
        first = self.words[start].text
        doubt = BARE if place == start else 0
        numbers: list[int] = []
        ranged = False
        while place < min(len(self.words), start + MOST_WORDS):
            word = self.words[place]
            if word.listing or (word.parted == HARD and place > start):
                return
            if word.number is not None:
                if word.number not in self.cards or (not numbers and self._counts_the_next(place)):
                    return
                ranged = ranged or (bool(numbers) and word.gap.strip() in ("-", "–"))
                if ranged:
                    numbers += range(numbers[-1] + 1, word.number)
                elif numbers and first != "houses":
                    if word.number != numbers[-1] + 1:
                        return
                    doubt = doubt or ROW
                numbers.append(word.number)
                ranged = False
                if doubt != BARE or len(numbers) > 1:
                    yield self._option(start, place + 1, numbers, doubt=doubt)
            elif word.text in ("to", "through") and numbers:
                ranged = True
            elif word.text not in ("and", "no", "number"):
                return
            place += 1

    def _counts_the_next(self, place: int) -> bool:
        """Whether a number behind a comma is the count of what follows: ``house, 2 tokens``."""
        if self.words[place].parted != COMMA or place + 1 == len(self.words):
            return False
        after = self.words[place + 1]
        listed = after.number is not None or after.text in ("and", "to", "through")
        return after.parted == BLANK and not listed
