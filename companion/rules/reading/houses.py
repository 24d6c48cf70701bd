"""House cards that are numbered, as people say and write them."""

from collections.abc import Iterator, Sequence

from companion.rules.reading.costs import HOUSES, MAY_COUNT, NO_HOUSE_NUMBER, NOT_SAID
from companion.rules.reading.phrases import HOUSE, UP_TO
from companion.rules.reading.spans import CARD, Span, Spans
from companion.rules.reading.text import Label

MOST_WORDS = 12
"""The most words in a row of houses."""


class HouseSpans(Spans):
    """The possibilities of a text in whose edition houses are the 1st to 4th: ``first and second
    house``, ``houses 1 to 3``, ``h1-h3``, ``two houses``."""

    def at(self, start: int) -> Iterator[Span]:
        """All ways to take the words that begin here."""
        yield from super().at(start)
        word, place = self.words[start], start + 1
        if word.label in (Label.MARK, Label.MAYBE) or word.doubtful:
            return
        yield from self._range(start)
        if word.text in HOUSE:
            yield Span(start, place, NO_HOUSE_NUMBER, ids=tuple(self.names.houses.values()))
            numbered = start > 0 and self.words[start - 1].ordinal is not None
            if not (numbered and self.blank(start)):  # «4th house - 1»
                yield from self._row(start)
            opened = place < self.size and self.words[place].gap.strip() in ("(", "[")
            if self.sign(place):  # «house x3»
                yield from self._so_many(start, place + 2, self.number(place + 1))
            elif opened and self.closes(place + 1):  # «houses (3)»
                yield from self._so_many(start, place + 1, self.number(place))
        elif word.ordinal is not None:
            yield from self._ordinals(start)
        elif word.text == "all":  # «all four houses», «all the houses»
            place = self.past(place, ("of", "the"))
            counted = self.number(place) == len(self.names.houses)
            if self.text(place + counted) in HOUSE:
                yield self._houses(start, place + counted + 1, [*self.names.houses], sure=counted)
        elif self.count(start) is not None:
            place += self.sign(place)
            short = self.text(place) == "h" and self.words[place].stuck  # «3h»
            if (self.text(place) in HOUSE and self.blank(place)) or short:
                yield from self._so_many(start, place + 1, self.count(start))

    def _houses(
        self, start: int, end: int, numbers: Sequence[int], cost: float = 0, *, sure: bool = True
    ) -> Span:
        cards = tuple(self.names.houses[number] for number in numbers)
        return Span(start, end, HOUSES + cost, cards, sure, ids=cards[:3] if sure else ())

    def _so_many(self, start: int, end: int, count: int | None) -> Iterator[Span]:
        """``3 houses``: the 1st to the 3rd, three of a kind, or the 3rd alone."""
        houses = self.names.houses
        if count in houses and end <= self.size:
            up_to = tuple(houses[number] for number in range(1, count + 1))
            alone = [(houses[count],)] if self.text(end - 1) != "houses" else []
            others = (*alone, (houses[1],) * count, (houses[2],) * count)
            yield Span(
                start, end, HOUSES, up_to, False, others=tuple(c for c in others if c != up_to)
            )

    def _house(self, place: int) -> tuple[int, int]:
        """The number of the one house that begins here, ``h2``, ``house 2``, ``2nd``, ``2``, and
        the place behind it. Number 0: there is none."""
        numbers = self.names.house_numbers
        both = self.text(place) + self.text(place + 1)
        if self.text(place) in numbers:
            return numbers[self.text(place)], place + 1
        if both in numbers and self.blank(place + 1):
            return numbers[both], place + 2
        ordinal = self.words[place].ordinal if place < self.size else None
        return ordinal or self.number(place) or 0, place + 1

    def _range(self, start: int) -> Iterator[Span]:
        """``h1-h4``, ``1st to 3rd house``, ``1-3 houses``: those between are meant too. With spaces
        around the dash, and where a phone may have heard ``two`` as ``to``, it is asked."""
        first, place = self._house(start)
        if place >= self.size:
            return
        dash = self.words[place]
        behind = self.past(self.past(place, ("up",)), UP_TO)
        if not dash.dashed and behind == place:
            return
        last, end = self._house(place if dash.dashed else self.past(behind, ("the",)))
        houses = self.text(end) in HOUSE and self.blank(end)
        plain = self.words[start].number is not None
        end += houses
        named = houses or any(self.text(at) in HOUSE for at in range(start, end))
        named = named or self.text(start) in self.names.house_numbers
        apart = any(not (w.blank or w.dashed) for w in self.words[start + 1 : end])
        if first < last and {first, last} <= self.names.houses.keys() and named and not apart:
            ordinal = self.words[start].ordinal is not None
            sure = not dash.spaced if dash.dashed else ordinal and place == start + 1
            priced = plain and end < self.size and self.words[end].amount
            sure = sure and not (plain and first > 1) and not priced
            span = self._houses(start, end, range(first, last + 1), sure=sure)
            ends = (self.names.houses[first], self.names.houses[last])
            yield span if sure else Span(start, end, HOUSES, span.cards, False, others=(ends,))

    def _ordinals(self, start: int) -> Iterator[Span]:
        """``first and second house``, ``1st, 2nd, 3rd house``."""
        numbers: list[int] = []
        for place in range(start, min(start + MOST_WORDS, self.size)):
            word = self.words[place]
            if place > start and (word.breaks or word.dashed):
                return
            if word.ordinal is not None:
                numbers.append(word.ordinal)
            elif word.text in HOUSE and {*numbers} <= self.names.houses.keys():
                end = self.past(place + 1, CARD)
                many = word.text == "houses" or self.text(end - 1) == "cards"
                yield self._houses(start, end, numbers, sure=not many or len(numbers) > 1)
                return
            elif word.text not in ("and", "the", "a"):
                return

    def _row(self, start: int) -> Iterator[Span]:
        """``houses 1, 2 and 3``, ``houses 1-3``, ``houses one to four``, ``houses: 4``; each
        beginning of the row as well, for its last number may count what follows."""
        several = self.text(start) == "houses"
        numbers: list[int] = []
        ranged = False
        for place in range(start + 1, min(start + MOST_WORDS, self.size)):
            word = self.words[place]
            number = word.ordinal if word.ordinal is not None else self.number(place)
            if any(mark in word.gap for mark in "\n;|") or word.label is Label.MAYBE:
                return
            if number is None:
                ranged = word.text in UP_TO and bool(numbers)
                if not ranged and word.text not in ("and", "no", "number"):
                    return
                continue
            if number not in self.names.houses or (word.comma and not numbers and not several):
                return  # «house, 2 tokens»
            low = numbers[-1] if numbers else 0
            ranged = bool(numbers) and (ranged or word.dashed)
            if numbers and ("(" in word.gap or (number <= low and not (ranged and several))):
                return  # «house 1 (2)», «house 3 - 1 token»
            downwards = ranged and number < low
            goes_on = (
                ranged and word.spaced and (downwards or not (several and self.parts(place + 1)))
            )
            if ranged:
                numbers[-1:] = range(min(low, number), max(low, number) + 1)
            else:
                numbers.append(number)
            sure = not goes_on and (several or ranged or len(numbers) == 1)
            if several and len(numbers) == 1:  # «houses: 4»: four of them, or the 4th alone
                up_to = self._houses(start, place + 1, range(1, number + 1)).cards
                yield Span(start, place + 1, HOUSES + NOT_SAID, up_to, False, others=(up_to[-1:],))
            else:
                cost = MAY_COUNT * goes_on + NOT_SAID * (
                    not several and len(numbers) > 1 and not ranged
                )
                yield self._houses(start, place + 1, numbers, cost, sure=sure)
            ranged = False
