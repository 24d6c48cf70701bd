"""House cards that are numbered, as people say and write them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.reading.matches import Match
from companion.rules.reading.span import MOST_OF_ONE_CARD, Span, past
from companion.rules.reading.tokens import BLANK, COMMA, HARD, LINE, Word
from companion.rules.reading.vocabulary import Vocabulary

MOST_WORDS = 12
"""The most words in a row of houses."""
UP_TO = ("to", "through", "thru", "until")
"""Words between the ends of a range."""
TIMES = ("*", "x", "times")
"""Words and signs between a count and what it counts."""
COUNT, ROW, BARE = 0.05, 0.9, 1.9
"""What a row costs besides where its last number may count what follows, where ``house`` stands
before one number, and where it is not said."""


@dataclass(frozen=True, slots=True)
class HouseRow:
    """A row of house numbers. `following` is the number that goes on with it: 0 behind a range,
    None where nothing has begun. `may_count`: the last number may count what follows."""

    numbers: tuple[int, ...] = ()
    following: int | None = None
    doubt: float = 0
    may_count: bool = False


class Houses:
    """``first and second house``, ``houses 1 to 3``, ``two houses``: `cards` are by number, and
    `numbers` has the number of each spelling in one word, ``h2``. `matches`: what else is named at
    each place."""

    def __init__(
        self, words: Sequence[Word], vocabulary: Vocabulary, matches: Sequence[Sequence[Match]]
    ) -> None:
        self.words = words
        self.matches = matches
        self.deck = vocabulary.edition.deck
        self.cards = vocabulary.houses
        self.numbers = vocabulary.house_numbers

    def at(self, start: int) -> Iterator[Span]:
        """House cards that begin here."""
        word = self.words[start]
        yield from self._range(start)
        if word.ordinal is not None:
            yield from self._ordinals(start, start, 1)
            yield from self._first(start)
        elif word.text in ("house", "houses"):
            yield from self._numbers(start, start + 1)
            if self._is(start + 1, *TIMES) and self._are_beside(start, start + 3):  # «house x3»
                yield from self._so_many(start, start + 3, self.words[start + 2].number or 0)
        elif number := self.numbers.get(word.text):  # «h1 2 3»
            yield from self._numbers(start, start + 1, HouseRow((number,), number + 1))
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
        yield from self._range_before(start)
        times = self._is(start + 1, *TIMES) and self._is(start + 2, "house", "houses")
        if times and self._are_beside(start, start + 3):  # «3x house»
            yield from self._so_many(start, start + 3, word.number)
        short = self._is(start + 1, "h") and not self.words[start + 1].gap  # «4h 1 hotel»
        if (short or self._is(start + 1, "house", "houses")) and "#" not in word.gap:
            heard = word.number > 1 and not self._is(start + 1, "houses")  # «four» for «fourth»
            yield from self._so_many(start, start + 2, word.number, may_be_one=heard)

    def row_in_one(self, word: Word) -> tuple[str, ...]:
        """The houses of ``1234``, as a phone writes ``one two three four``. Empty where a number is
        no such row, or is an amount of money."""
        numbers = word.text.replace(",", "")
        alone = word.end - word.start == len(word.text)  # «£123» is without its sign here
        row = alone and numbers in "".join(map(str, self.cards))
        return tuple(self.cards[int(number)] for number in numbers) if row else ()

    def _so_many(
        self, start: int, end: int, count: int, *, may_be_one: bool = False
    ) -> Iterator[Span]:
        """``3 houses``: the 1st to the 3rd, or three of a kind; `may_be_one`: or the 3rd alone. In
        ``3 houses: 1st, 2nd, 4th`` the number says only how many follow."""
        if 1 <= count == self._named_behind(end):
            yield Span(start, end, 1.6, known=True)
        elif 1 <= count <= len(self.cards):
            others = tuple((card,) * count for card in list(self.cards.values())[:2])
            if may_be_one:
                others = ((self.cards[count],), *others)
            yield Span(start, end, 1.6, self._up_to(count), False, others=others)

    def _up_to(self, last: int, first: int = 1) -> tuple[str, ...]:
        """The houses from the `first` to the `last`."""
        return tuple(self.cards[number] for number in self.cards if first <= number <= last)

    def _is(self, place: int, *texts: str) -> bool:
        return place < len(self.words) and self.words[place].text in texts

    def _option(
        self, start: int, end: int, numbers: Sequence[int | None], times: int = 1, doubt: float = 0
    ) -> Span:
        """The houses of these numbers; with `doubt` they cost more, and are asked about."""
        cards = tuple(self.cards[number] for number in numbers if number is not None) * times
        return Span(start, end, 1.1 + doubt, cards, not doubt, ids=() if doubt else cards[:3])

    def _house(self, start: int) -> tuple[int, int]:
        """The number of the one house card that begins here, ``h2``, ``house 2``, ``2nd house``,
        ``2nd``, and the place behind it. Number 0: there is none."""
        if start == len(self.words):
            return 0, start
        word = self.words[start]
        if word.text in ("house", "houses") and start + 1 < len(self.words):
            number = self.words[start + 1]
            return 0 if number.labels else number.number or 0, start + 2
        if word.ordinal is not None:
            return word.ordinal, start + 1 + self._is(start + 1, "house", "houses")
        return self.numbers.get(word.text, 0), start + 1

    def _named_behind(self, place: int) -> int:
        """How many houses are named one by one from here on: ``2 houses, h1 and h2``."""
        number = 0
        while place < len(self.words):
            card, end = self._house(place)
            if card not in self.cards and self.words[place].text not in ("and", "the", "a"):
                break
            number += card in self.cards
            place = end if card in self.cards else place + 1
        return number

    def _range(self, start: int) -> Iterator[Span]:
        """``h1-h4``, ``1st to 3rd house``, ``house 1 to house 4``: those between are meant too. A
        phone hears ``two`` as ``to``, and `` - `` may part two cards: then it is asked about."""
        first, place = self._house(start)
        if not first or place == len(self.words):
            return
        if self.words[place].dashed:
            sure = not self.words[place].spaced
            last, end = self._house(place)
            if sure and not last:
                last, end = self.words[place].number or 0, place + 1
        else:
            sure = self.words[start].ordinal is not None and place == start + 1
            behind = past(self.words, past(self.words, place, ("up",)), UP_TO)
            if behind == place:
                return
            last, end = self._house(past(self.words, behind, ("the",)))
        said = self.words[start:end]
        named = any(word.text in ("house", "houses", *self.numbers) for word in said)
        apart = any(word.parted != BLANK for word in said[1:])
        low, high = sorted((first, last))
        if not apart and low in self.cards and high in self.cards and high > low:
            cards = tuple(self.cards[number] for number in range(low, high + 1))
            others = () if sure else ((cards[0], cards[-1]),)
            cost = 1.0 if named else 1.0 + BARE
            yield Span(start, end, cost, cards, sure and named, others=others)

    def _range_before(self, start: int) -> Iterator[Span]:
        """``1-3 houses`` are those from the 1st to the 3rd. ``2-4 houses`` may be four of them, the
        2nd thing of a list; of ``1 to 3 houses`` and ``1 - 3 houses`` each number may be a house
        alone."""
        low, place = self.words[start].number or 0, past(self.words, start + 1, UP_TO)
        if not self._is(place + 1, "house", "houses") or not self._follows(place + 1):
            return
        last, end = self.words[place], place + 2
        high, said = last.number or 0, place > start + 1
        if last.parted != BLANK or not (said or last.dashed) or not 0 < low < high:
            return
        spaced = last.dashed and last.spaced
        if spaced and self._follows(start):  # «go 2 - 3 houses»
            return
        priced = end < len(self.words) and self.words[end].amount
        if low in self.cards and high in self.cards and not priced:
            sure = low == 1 and not said and not spaced
            counted, ends = self._up_to(high), (self.cards[low], self.cards[high])
            others = () if sure else tuple(dict.fromkeys((counted, ends)))
            yield Span(start, end, 1.1, self._up_to(high, low), sure, others=others)

    def _all(self, start: int) -> Iterator[Span]:
        """``all four houses``; ``all the houses``, which may be fewer."""
        place, doubt = past(self.words, start + 1, ("of", "the")), 0.5
        if place < len(self.words) and self.words[place].number == len(self.cards):
            place, doubt = place + 1, 0
        if self._is(place, "house", "houses"):
            yield self._option(start, place + 1, list(self.cards), doubt=doubt)

    def _first(self, start: int) -> Iterator[Span]:
        """``first three houses``: those from the first one on."""
        if self.words[start].ordinal == 1 and self._is(start + 2, "houses"):
            number = self.words[start + 1].number
            if number in self.cards:
                yield self._option(start, start + 3, list(self.cards)[:number])

    def _ordinals(self, start: int, place: int, times: int) -> Iterator[Span]:
        """``first and second house``; without the word ``house``, ``1st 2nd hotel``, it may be
        meant."""
        if place < len(self.words) and self.words[place].ordinal is None:
            return
        numbers: list[int] = []
        last = begin = place
        while place < min(len(self.words), start + MOST_WORDS):
            word = self.words[place]
            if word.parted == HARD and place > start:
                return
            if times > 1 and place == begin and "." in word.gap:
                return  # «go 2. first house»
            if word.ordinal is not None:
                if numbers and word.dashed:
                    return  # a range
                numbers.append(word.ordinal)
                last = place
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
        many = self._is(place, "houses") or self._is(end - 1, "cards")
        lacks = many and len(numbers) * times == 1  # «first … houses», «first house cards»
        yield self._option(start, end, numbers, times, COUNT * lacks)

    def _numbers(self, start: int, place: int, row: HouseRow | None = None) -> Iterator[Span]:
        """``house 1``, ``house number one``, ``houses one two three``, ``houses 1-3``. ``House 1 2
        3`` may be a row, and so may ``1 2 3`` beside other cards."""
        several = self.words[start].text == "houses"
        row = row or HouseRow(doubt=BARE if place == start else 0)
        ranged = False
        for at in range(place, min(len(self.words), start + MOST_WORDS)):
            word = self.words[at]
            if word.labels or (word.parted == HARD and word.gap != "/" and at > start):
                return
            if word.number is None:
                if word.text in UP_TO and row.numbers:
                    ranged = True
                elif word.text not in ("and", "no", "number"):
                    return
                continue
            ranged = ranged or word.dashed
            longer = self._range_to(row, at) if row.numbers and ranged else None
            longer = longer or self._one_more(row, at, several=several)
            if longer is None or word.number not in self.cards:
                return
            if longer.may_count:
                yield from self._row_or_count(start, at, row.numbers, longer.numbers)
            row, ranged = longer, False
            if several and len(row.numbers) == 1:
                yield self._number_or_count(start, at + 1, word.number)
            elif row.doubt != BARE or len(row.numbers) > 1:
                yield self._option(start, at + 1, row.numbers, doubt=row.doubt)

    def _range_to(self, row: HouseRow, place: int) -> HouseRow | None:
        """The row up to the number at this place. Behind a dash with spaces, ``house 3 - 1 token``,
        it may count what follows."""
        word, last = self.words[place], row.numbers[-1]
        number = word.number or 0
        doubt, may_count = row.doubt, False
        if word.dashed and word.spaced:
            may_count = self._may_count(place)
            if may_count and (number < (row.following or number + 1) or self._are_cards(place + 1)):
                return None
            doubt = doubt or COUNT * may_count or ROW * (number < last)
        low, high = sorted((last, number))
        return HouseRow((*row.numbers[:-1], *range(low, high + 1)), 0, doubt, may_count)

    def _one_more(self, row: HouseRow, place: int, *, several: bool) -> HouseRow | None:
        """The row with the number at this place; None where it is no part of it."""
        number = self.words[place].number or 0
        if self._counts_the_next(place, row.following):
            return None
        doubt, may_count = row.doubt, False
        if row.numbers and not several:
            if number != row.following:
                return None
            doubt = doubt or ROW
        elif len(row.numbers) > 1 and self._may_count(place):
            doubt, may_count = doubt or COUNT, True
        return HouseRow((*row.numbers, number), number + 1, doubt, may_count)

    def _number_or_count(self, start: int, end: int, number: int) -> Span:
        """``houses: 4``: four houses that go up from the 1st, or the 4th alone."""
        if number == 1:
            return self._option(start, end, [number])
        others = ((self.cards[number],),)
        return Span(start, end, 1.1 + COUNT, self._up_to(number), False, others=others)

    def _row_or_count(
        self, start: int, place: int, row: Sequence[int], longer: Sequence[int]
    ) -> Iterator[Span]:
        """``houses 1, 2, 3 go``: three houses and a GO, or two houses and three GO."""
        number = self.words[place].number or 0
        fewer, houses = (tuple(self.cards[one] for one in numbers) for numbers in (row, longer))
        for match in self.matches[place + 1]:
            cards = match.phrase.cards
            if cards and not match.phrase.plural:
                others = ((*fewer, *(cards * number if len(cards) == 1 else cards)),)
                yield Span(start, match.end, 1.1 + match.cost, houses + cards, False, others=others)

    def _counts_the_next(self, place: int, following: int | None) -> bool:
        """Whether a number is the count of what follows, and no house: ``house, 2 tokens``, and
        behind a row that does not go on with `following`, ``houses 1-3, one go``."""
        word = self.words[place]
        if following is None:
            return (
                word.parted == COMMA
                and place + 1 < len(self.words)
                and self.words[place + 1].parted == BLANK
                and self.words[place + 1].number is None
                and not self._is(place + 1, "and", *UP_TO)
            )
        return self._may_count(place) and (word.number != following or word.parted == LINE)

    def _may_count(self, place: int) -> bool:
        """Whether so many of what is named right behind a number can be meant: ``3 go``."""
        number = self.words[place].number or 0
        return self._follows(place + 1) and (
            self._is(place + 1, "*", "of")
            or any(
                number <= self.deck[cards[0]] or number == len(cards)
                for match in self.matches[place + 1]
                if (cards := match.phrase.cards)
            )
        )

    def _are_cards(self, place: int) -> bool:
        """Whether ``cards`` stands behind what is named here: ``two token cards``."""
        return any(self._is(match.end, "cards") for match in self.matches[place])

    def _are_beside(self, start: int, end: int) -> bool:
        """Whether there are words up to `end`, and spaces alone part them."""
        between = self.words[start + 1 : end]
        return len(between) == end - start - 1 and all(one.parted == BLANK for one in between)

    def _follows(self, place: int) -> bool:
        """Whether a word is parted from the one before by a space alone."""
        word = self.words[place] if place < len(self.words) else None
        return word is not None and word.parted == BLANK and not word.gap.strip()
