"""What has to be in place where houses are numbered and go up in sequence."""

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

from companion.rules.edition import Edition
from companion.rules.findings.improvements import Fault, Improvements, Numbers, cards_of
from companion.rules.findings.wording import Cards, message
from companion.rules.hand import remembered


class SequenceImprovements(Improvements):
    """The 1st to 4th houses and the hotel. Each colour set takes one of each."""

    @staticmethod
    def kinds(edition: Edition) -> Cards:
        return (*edition.cards["houses"], edition.cards["hotel"])

    @property
    def most(self) -> int:
        return max(1, *self.own)

    @remembered
    def faults(self, colours: int, read: Cards) -> Sequence[Fault]:
        *houses, hotel = self.kinds(self.edition)
        *own, hotels = self.own
        steps = self.with_wilds(read)
        faults: list[Fault] = []

        def add(rule: str, cards: Cards, missing: Cards = ()) -> None:
            if cards:
                text = message(self.edition, rule, cards, missing)
                faults.append(Fault(rule, cards, text, missing=missing))

        if not colours:
            add("house-without-set", cards_of(houses, own))
            add("hotel-without-set", (hotel,) * hotels)
            return faults
        standing = colours
        homeless = []
        for held, with_wilds in zip(own, steps, strict=False):
            standing = min(standing, with_wilds)
            homeless.append(min(held, colours) - standing)
        # The lower houses with which every house that is no surplus could stand.
        needed = [min(colours, max(own[level:])) for level in range(len(own))]
        below = [number - held for number, held in zip(needed, steps, strict=False)]
        add("house-out-of-sequence", cards_of(houses, homeless), cards_of(houses, below))
        add("too-many-houses", cards_of(houses, [held - colours for held in own]))
        rule = "too-many-hotels" if standing else "hotel-without-four-houses"
        add(rule, (hotel,) * (hotels - min(standing, steps[-1])))
        return faults

    def readings(self, colours: int, wilds: int) -> Iterable[Cards]:
        """A house of which every set has one would find no place, and nor would one with more empty
        levels below it than the other wilds can fill. A token always does."""
        lacking = [
            card
            for level, card in enumerate(self.kinds(self.edition))
            if self.known[level] < colours and self.known[:level].count(0) < wilds
        ]
        return combinations_with_replacement([*lacking, self.edition.cards["token"]], wilds)

    def standing(self, colours: int) -> Iterable[Numbers]:
        """Each set has houses up to one that the hand has, or none."""
        tops = [level + 1 for level, held in enumerate(self.own) if held]
        ladders = [(1,) * n + (0,) * (len(self.own) - n) for n in (*reversed(tops), 0)]
        for sets in combinations_with_replacement(ladders, min(colours, self.most)):
            yield tuple(map(sum, zip(*ladders[-1:], *sets, strict=True)))
