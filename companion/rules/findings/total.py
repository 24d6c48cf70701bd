"""What has to be in place where house cards add up and one set is improved."""

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product
from operator import le, mul, sub

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
from companion.rules.words import wild_counts_as


class TotalImprovements(Improvements):
    """The house cards, the hotel and the two jail cards. Wilds are announced as one, too."""

    @staticmethod
    def kinds(edition: Edition) -> Cards:
        roles = edition.roles
        return (*roles["houses"], roles["hotel"], roles["jail"], roles["out_of_jail"])

    @property
    def most(self) -> int:
        return 1

    @remembered  # asked for every reading; without it a hand takes half as long again
    def faults(self, colours: int, read: Cards) -> Sequence[Fault]:
        edition, held = self.edition, self.with_wilds(read)
        (*kinds, hotel, jail, out), (*_, hotels, jails, outs) = self.kinds(edition), held
        houses, lent = cards_of(kinds, self.own), cards_of(kinds, map(sub, held, self.own))
        own_hotels = (hotel,) * self.own[len(kinds)]
        faults = []
        if not colours:
            more = (hotel,) * (hotels - len(own_hotels))
            faults = without_set(edition, houses, own_hotels, lent, more)
        else:
            sizes, limit = edition.roles["houses"], edition.policies["house_limit"]
            made = sum(sizes[card] for card in (*houses, *lent))
            wild = (edition.wild,)  # where only wilds count as the card
            if made > limit:
                text = f"The house cards make {made} houses. The most is {limit}."
                text = f"{wild_counts_as(edition, lent)} {text}" if lent else text
                faults.append(Fault("too-many-houses", houses or wild, text))
            if hotels and not any(n[-1] and all(map(le, n, held)) for n in _allowed(edition)):
                text = NO_FOUR_HOUSES
                faults.append(Fault("hotel-without-four-houses", own_hotels or wild, text))
            if hotels > 1:
                text = "Only one hotel may be in the hand."
                faults.append(Fault("too-many-hotels", own_hotels or wild, text))
        if jails > outs:
            text = f"{edition.label(jail)} is not cancelled by {edition.label(out)}."
            faults.append(Fault("jail", (jail,), text, missing=(out,)))
        return faults

    def readings(self, colours: int, wilds: int) -> Iterable[Cards]:
        """A wild that mends nothing is GO, which does no harm."""
        *houses, hotels, jails, outs = self.known
        names = self.kinds(self.edition)
        kinds = [self.edition.roles["go"]]
        if colours and hotels:
            kinds += names[: len(houses)]
        if jails > outs:
            kinds.append(names[-1])
        return combinations_with_replacement(kinds, wilds)

    def standing(self, colours: int) -> Iterable[Numbers]:
        """The wilds that count as houses or hotels stay. Houses are added only to stand under a
        hotel."""
        *_, hotels, jails, outs = self.known
        least = [known - own for known, own in zip(self.known, self.own, strict=True)]
        cancelled = {(min(jails, outs), outs), (jails, max(jails, outs))}
        for built in _allowed(self.edition) if colours else [(0,) * (len(least) - 2)]:
            most = built if hotels else self.known
            if all(a <= n <= b for a, n, b in zip(least, built, most, strict=False)):
                for pair in cancelled:
                    yield *built, *pair


def _allowed(edition: Edition) -> list[Numbers]:
    """Every number of each house card and of hotels that a colour set can have; most houses
    first."""
    sizes, limit = edition.roles["houses"].values(), edition.policies["house_limit"]
    built = {
        numbers: sum(map(mul, sizes, numbers))
        for numbers in product(*[range(limit // size + 1) for size in sizes])
    }
    return [
        (*numbers, hotel)
        for numbers in sorted(built, key=built.__getitem__, reverse=True)
        for hotel in ((0, 1) if built[numbers] == limit else (0,))
        if built[numbers] <= limit
    ]
