"""What has to be in place where houses are numbered and go up in sequence."""

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from operator import sub

from companion.rules.edition import Edition
from companion.rules.findings.improvements import (
    NO_FOUR_HOUSES,
    Fault,
    Improvements,
    Numbers,
    cards_of,
    without_set,
)
from companion.rules.findings.wording import Cards
from companion.rules.remember import remembered
from companion.rules.words import cards_listed, not_in_order


class SequenceImprovements(Improvements):
    """The 1st to 4th houses and the hotel. Each colour set takes one of each."""

    @staticmethod
    def kinds(edition: Edition) -> Cards:
        return (*edition.roles["houses"], edition.roles["hotel"])

    @property
    def most(self) -> int:
        return max(1, *self.own)

    @remembered  # asked for every reading; without it a hand takes half as long again
    def faults(self, colours: int, read: Cards) -> Sequence[Fault]:
        edition, improved = self.edition, self.with_wilds(read)
        (*houses, hotel), (*own, hotels) = self.kinds(edition), self.own
        if not colours:
            return without_set(edition, cards_of(houses, own), (hotel,) * hotels)
        faults = []
        standing = colours
        gaps = []
        for held, with_wilds in zip(own, improved, strict=False):
            standing = min(standing, with_wilds)
            gaps.append(min(held, colours) - standing)
        if homeless := cards_of(houses, gaps):
            # The lower houses with which every house that is no surplus could stand.
            needed = [min(colours, max(own[level:])) for level in range(len(own))]
            below = cards_of(houses, map(sub, needed, improved))
            text = not_in_order(edition, homeless, below)
            faults.append(Fault("house-out-of-sequence", homeless, text, missing=below))
        if surplus := cards_of(houses, [held - colours for held in own]):
            names = cards_listed(edition, surplus)
            text = f"{names}: there are more of these houses than colour sets to put them on."
            faults.append(Fault("too-many-houses", surplus, text))
        if homeless := (hotel,) * (hotels - min(standing, improved[-1])):
            rule, text = "hotel-without-four-houses", NO_FOUR_HOUSES
            if standing:
                rule = "too-many-hotels"
                text = "There are more hotels than sets with four houses to put them on."
            faults.append(Fault(rule, homeless, text))
        return faults

    def readings(self, colours: int, wilds: int) -> Iterable[Cards]:
        """A house of which every set has one would find no place, and nor would one with more empty
        levels below it than the other wilds can fill. A token always does."""
        lacking = [
            card
            for level, card in enumerate(self.kinds(self.edition))
            if self.known[level] < colours and self.known[:level].count(0) < wilds
        ]
        return combinations_with_replacement([*lacking, self.edition.roles["token"]], wilds)

    def standing(self, colours: int) -> Iterable[Numbers]:
        """Each set has houses up to one that the hand has, or none."""
        tops = [level + 1 for level, held in enumerate(self.own) if held]
        ladders = [(1,) * n + (0,) * (len(self.own) - n) for n in (*reversed(tops), 0)]
        for sets in combinations_with_replacement(ladders, min(colours, self.most)):
            yield tuple(map(sum, zip(*ladders[-1:], *sets, strict=True)))
