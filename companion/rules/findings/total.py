"""Why a hand may not go out where house cards add up: every reading of its wilds, with faults."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from operator import add, mul, sub

from companion.rules.arrange import total_parts as parts
from companion.rules.arrange.sets import standings, tally
from companion.rules.arrange.total import pays
from companion.rules.edition import Edition
from companion.rules.findings.finding import (
    MANY,
    Built,
    Fault,
    Holding,
    Reading,
    fewest_first,
    groups_held,
)
from companion.rules.findings.wording import message
from companion.rules.hand import remembered


@dataclass(slots=True)
class TotalHolding(Holding):
    """`houses`: house cards and hotels of the hand. `singles`: all cards that are no properties by
    the slots of the tables, with the declared wilds among them."""

    houses: tuple[int, ...]
    singles: Sequence[int]

    def readings(self) -> Iterator[Reading]:
        t = parts.tables(self.edition)
        fewest = MANY
        real, have = self.numbers()
        found = standings(self.facts, real, have, have, None, self.free)
        for least, order, one in fewest_first(self.facts, found):
            if least > fewest:
                break
            colours = one.colours > 0
            mending = _mending(t, self.singles, colours) if one.left else ()
            for kinds in combinations_with_replacement(mending, one.left):
                others = self._others(self._with(kinds), colours=colours)
                number = least + len(others)
                if number <= fewest:
                    fewest = number
                    yield Reading(number, one, kinds, others, order)

    def homeless(self, colours: int) -> tuple[Fault, ...]:
        return self._others(self.singles, colours=colours > 0)

    def _others(self, singles: Sequence[int], *, colours: bool) -> tuple[Fault, ...]:
        jailed = singles[parts.JAIL] > singles[parts.OUT]
        held = tuple(singles[: parts.TOKEN])
        return _homeless(self.edition, self.houses, held, jailed=jailed, colours=colours)

    def _with(self, kinds: Sequence[int]) -> Sequence[int]:
        singles = list(self.singles)
        for kind in kinds:
            singles[kind] += 1
        return singles

    def pays(self, reading: Reading) -> int:
        return pays(parts.tables(self.edition), reading.sets, self._with(reading.kinds))

    def names(self, kinds: Sequence[int]) -> tuple[str, ...]:
        singles = parts.tables(self.edition).singles
        return tuple([singles[kind] for kind in kinds])

    def built(self, colours: int, wilds: int, read: tuple[str, ...]) -> Built | None:
        singles = self.singles
        jailed = singles[parts.JAIL] > singles[parts.OUT]
        known = tuple(singles[: parts.TOKEN])
        out = parts.tables(self.edition).singles[parts.OUT] in read
        total = self.facts.total
        elsewhere = self.elsewhere[total : total + parts.HOTEL]
        return _built(self.edition, self.houses, known, elsewhere, jailed, colours, wilds, out=out)


def holding(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], others: Sequence[str]
) -> TotalHolding:
    """The hand by number; `others` are the cards in other hands."""
    t = parts.tables(edition)
    masks, own, known, singles = parts.count(t, cards, declared)
    slots = t.facts.total + len(t.singles)
    elsewhere = tally(t.weight, others, slots) if others else bytes(slots)
    return TotalHolding(
        edition=edition,
        facts=t.facts,
        groups=groups_held(edition, masks, known, elsewhere, {t.place[card] for card in declared}),
        free=own[parts.WILD] - len(declared),
        most=1,
        cards=cards,
        others=others,
        elsewhere=elsewhere,
        houses=tuple(own[: parts.TOKEN]),
        singles=singles,
    )


def _mending(t: parts.TotalTables, singles: Sequence[int], colours: bool) -> Sequence[int]:
    """What a wild besides a property can be to mend a hand; GO, which does no harm, comes first."""
    kinds = [parts.GO]
    if colours and singles[parts.HOTEL]:
        kinds += range(len(t.house_sizes))
    if singles[parts.JAIL] > singles[parts.OUT]:
        kinds.append(parts.OUT)
    return kinds


@remembered
def _homeless(
    edition: Edition, own: tuple[int, ...], held: tuple[int, ...], *, jailed: bool, colours: bool
) -> tuple[Fault, ...]:
    """What is wrong with houses, hotels and jail cards. `own`: the house cards and hotels of the
    hand, `held` the same with the wilds that count as one; `jailed`: with a jail card too many."""
    t = parts.tables(edition)
    kinds, hotel = tuple(edition.cards["houses"]), edition.cards["hotel"]
    faults: list[Fault] = []

    def found(rule: str, cards: tuple[str, ...], about: tuple[str, ...] = ()) -> None:
        faults.append(Fault(rule, None, cards, message(edition, rule, cards, about)))

    hotels, sizes = held[parts.HOTEL], held[: parts.HOTEL]
    total = sum(map(mul, t.house_sizes, sizes))
    lent = (edition.cards["wild"],)  # where only a wild was announced as the card
    real = zip(kinds, own[: parts.HOTEL], strict=True)
    more = zip(kinds, map(sub, sizes, own), strict=True)
    houses = tuple(edition.sort([card for card, number in real for _ in range(number)]))
    wilds = tuple([card for card, number in more for _ in range(number)])
    own_hotels = (hotel,) * own[parts.HOTEL]
    if not colours:
        if total:
            found("house-without-set", houses or lent, wilds)
        if hotels:
            found("hotel-without-set", own_hotels or lent, (hotel,) * (hotels - len(own_hotels)))
    else:
        under = parts.houses_of(t, (*sizes, 0)).standing == t.limit
        if total > t.limit:
            found("too-many-houses", houses or lent, wilds)
        if hotels and not under:
            found("hotel-without-four-houses", own_hotels or lent)
        if hotels > 1:
            found("too-many-hotels", own_hotels or lent)
    if jailed:
        jail, out = edition.cards["jail"], edition.cards["out_of_jail"]
        faults.append(Fault("jail", None, (jail,), message(edition, "jail", (jail,)), (out,)))
    return tuple(faults)


@remembered
def _built(
    edition: Edition,
    own: tuple[int, ...],
    known: tuple[int, ...],
    elsewhere: bytes,
    jailed: bool,
    colours: int,
    wilds: int,
    *,
    out: bool,
) -> Built | None:
    """The fewest houses, hotels and jail cards to add and to discard with this number of wilds
    that may be any of them. `own` are those of the hand, `known` the same with the declared wilds;
    houses `elsewhere`, in other hands, cannot be added. `out`: where the problems are told, a wild
    cancels Go To Jail. Of equally few, those with which that is so; then those that discard most,
    then those that keep most houses. None where the declared wilds alone are too many."""
    t = parts.tables(edition)
    lent = [*map(sub, known, own)]
    deck = [edition.deck[card] for card in t.singles]
    spare = tuple(map(sub, map(sub, deck, own), elsewhere))
    best: tuple[tuple[int, ...], tuple[int, ...], bool, tuple[int, ...]] | None = None
    for cancelled in (False, True) if jailed and wilds else (False,):
        for way in product(*(range(number + 1) for number in own)):
            built = [*map(add, way, lent)]
            houses, hotels = sum(map(mul, t.house_sizes, built)), built[parts.HOTEL]
            if houses > t.limit or hotels > 1 or (not colours and (houses or hotels)):
                continue
            left = wilds - cancelled
            lacking = _to_add(t.house_sizes, t.limit - houses, spare, left) if hotels else ()
            if lacking is None:
                continue
            more = max(0, len(lacking) - left)
            away = sum(own) - sum(way) + (jailed and not cancelled)
            cost = (more + away, cancelled != out, more, -houses)
            if best is None or cost < best[0]:
                best = cost, way, cancelled, lacking
    if best is None:
        return None
    (_, _, more, _), way, cancelled, lacking = best
    discard: list[str] = []
    for card, held, stays in zip(t.singles, own, way, strict=False):
        discard += [card] * (held - stays)
    if jailed and not cancelled:
        discard.append(t.singles[parts.JAIL])
    built = [t.singles[kind] for kind in lacking]
    return Built(tuple(built[:more]), tuple(discard), tuple(built[more:]))


@cache
def _to_add(
    sizes: tuple[int, ...], houses: int, spare: tuple[int, ...], wilds: int
) -> tuple[int, ...] | None:
    """The fewest house cards of these sizes that make this number of houses; last those of which
    there are not enough to `spare`, so that some of the wilds count as one. None for too many of
    these."""
    for number in range(houses + 1):
        for chosen in combinations_with_replacement(range(len(sizes)), number):
            if sum([sizes[kind] for kind in chosen]) == houses:
                more = Counter(chosen) - Counter(dict(enumerate(spare)))
                if more.total() <= wilds:
                    return (*(Counter(chosen) - more).elements(), *more.elements())
    return None
