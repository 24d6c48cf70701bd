"""What has to be in place where house cards add up and one set is improved."""

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product
from operator import mul

from companion.rules.edition import Edition
from companion.rules.findings.improvements import Fault, Improvements, Numbers, cards_of
from companion.rules.findings.wording import Cards, message
from companion.rules.hand import remembered


class TotalImprovements(Improvements):
    """The house cards, the hotel and the two jail cards. Wilds are announced as one, too."""

    announced = True

    @staticmethod
    def kinds(edition: Edition) -> Cards:
        roles = edition.cards
        return (*roles["houses"], roles["hotel"], roles["jail"], roles["out_of_jail"])

    @property
    def most(self) -> int:
        return 1

    @remembered
    def faults(self, colours: int, read: Cards) -> Sequence[Fault]:
        edition, held = self.edition, self.with_wilds(read)
        *houses, hotel, jail, out = self.kinds(edition)
        *_, hotels, jails, outs = held
        sizes, limit = edition.cards["houses"].values(), edition.policies["house_limit"]
        lent = (edition.wild,)  # where only wilds count as the card
        wilds = [number - own for number, own in zip(held, self.own, strict=True)]
        own, counted = cards_of(houses, self.own), cards_of(houses, wilds)
        own_hotels = (hotel,) * self.own[len(houses)]
        faults: list[Fault] = []

        def add(rule: str, cards: Cards, counted: Cards = (), missing: Cards = ()) -> None:
            text = message(edition, rule, cards, counted or missing)
            faults.append(Fault(rule, cards, text, missing=missing))

        made = {
            sum(map(mul, sizes, some))
            for some in product(*[range(n + 1) for n in held[: len(houses)]])
        }
        if not colours:
            if own or counted:
                add("house-without-set", own or lent, counted)
            if hotels:
                add("hotel-without-set", own_hotels or lent, (hotel,) * (hotels - len(own_hotels)))
        else:
            if max(made) > limit:
                add("too-many-houses", own or lent, counted)
            if hotels and limit not in made:
                add("hotel-without-four-houses", own_hotels or lent)
            if hotels > 1:
                add("too-many-hotels", own_hotels or lent)
        if jails > outs:
            add("jail", (jail,), missing=(out,))
        return faults

    def readings(self, colours: int, wilds: int) -> Iterable[Cards]:
        """A wild that mends nothing is GO, which does no harm."""
        *houses, hotels, jails, outs = self.known
        names = self.kinds(self.edition)
        kinds = [self.edition.cards["go"]]
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


@remembered
def _allowed(edition: Edition) -> list[Numbers]:
    """Every number of each house card and of hotels that a colour set can have; most houses
    first."""
    sizes, limit = edition.cards["houses"].values(), edition.policies["house_limit"]
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
