"""Why a hand may not go out where house cards add up: every reading of its wilds, with faults."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations_with_replacement, product
from operator import add, mul, sub

from companion.rules.arrange import total_parts as parts
from companion.rules.arrange.sets import SetsStanding, cards_of, standings
from companion.rules.arrange.total import pays
from companion.rules.edition import Edition
from companion.rules.findings.finding import (
    MANY,
    Fault,
    Reading,
    fewest_first,
    group_faults,
    held_then,
)
from companion.rules.findings.mend import Built, Holding


def readings(edition: Edition, cards: Sequence[str], declared: Sequence[str]) -> Iterator[Reading]:
    t = parts.tables(edition)
    hand = parts.count(t, cards, declared)
    free = hand.singles[parts.WILD] - len(declared)
    own = tuple(hand.own[: parts.TOKEN])
    fewest = MANY
    found = standings(t.facts, hand.real, hand.have, hand.have, None, free)
    for least, order, one in fewest_first(t.facts, found):
        if least > fewest:
            break
        colours = one.colours > 0
        mending = _mending(t, hand.singles, colours) if one.left else ()
        for kinds in combinations_with_replacement(mending, one.left):
            singles = list(hand.singles)
            for kind in kinds:
                singles[kind] += 1
            jailed = singles[parts.JAIL] > singles[parts.OUT]
            held = tuple(singles[: parts.TOKEN])
            homeless = _improvement_faults(edition, own, held, jailed=jailed, colours=colours)
            number = least + len(homeless)
            if number <= fewest:
                fewest = number
                yield Reading(
                    number,
                    partial(_told, edition, cards, declared, hand, one, kinds, homeless),
                    partial(_pays, t, hand, one, singles),
                    order,
                )


def _pays(
    t: parts.TotalTables, hand: parts.Count, one: SetsStanding, singles: Sequence[int]
) -> int:
    return pays(t, hand.real, held_then(hand.have, one), singles)


def _told(
    edition: Edition,
    cards: Sequence[str],
    declared: Sequence[str],
    hand: parts.Count,
    one: SetsStanding,
    kinds: Sequence[int],
    homeless: Sequence[Fault],
) -> tuple[list[Fault], tuple[str, ...]]:
    """The faults of a reading, and the cards that its free wilds are read as."""
    t = parts.tables(edition)
    held = (hand.real, hand.have)
    faults = [*group_faults(edition, t.facts, cards, hand.have, held, one), *homeless]
    read = cards_of(edition, one.plan, [*cards, *declared]) if one.plan else ()
    return faults, read + tuple([t.singles[kind] for kind in kinds])


def _mending(t: parts.TotalTables, singles: Sequence[int], colours: bool) -> Sequence[int]:
    """What a wild besides a property can be to mend a hand; GO, which does no harm, comes first."""
    kinds = [parts.GO]
    if colours and singles[parts.HOTEL]:
        kinds += range(len(t.house_sizes))
    if singles[parts.JAIL] > singles[parts.OUT]:
        kinds.append(parts.OUT)
    return kinds


@lru_cache(maxsize=4096)  # the same few house cards and hotels come back all the time
def _improvement_faults(
    edition: Edition, own: tuple[int, ...], held: tuple[int, ...], *, jailed: bool, colours: bool
) -> tuple[Fault, ...]:
    """What is wrong with houses, hotels and jail cards. `own`: the house cards and hotels of the
    hand, `held` the same with the wilds that count as one; `jailed`: with a jail card too many."""
    t = parts.tables(edition)
    kinds, hotel = tuple(edition.cards["houses"]), edition.cards["hotel"]
    faults = []
    hotels, sizes = held[parts.HOTEL], held[: parts.HOTEL]
    total = sum(map(mul, t.house_sizes, sizes))
    lent = (edition.cards["wild"],)  # where only a wild was announced as the card
    real = zip(kinds, own[: parts.HOTEL], strict=True)
    houses = tuple(edition.sort([card for card, number in real for _ in range(number)]))
    own_hotels = (hotel,) * own[parts.HOTEL]
    if not colours:
        if total:
            faults.append(Fault("house-without-set", None, houses or lent))
        if hotels:
            faults.append(Fault("hotel-without-set", None, own_hotels or lent))
    else:
        under = parts.house_choice(t.house_sizes, sizes, t.limit)[0] == t.limit
        if total > t.limit:
            more = zip(kinds, map(sub, sizes, own), strict=True)
            wilds = tuple(card for card, number in more for _ in range(number))
            kept = (hotel,) if hotels and under else ()
            faults.append(Fault("too-many-houses", None, houses or lent, wilds + kept))
        if hotels and not under:
            faults.append(Fault("hotel-without-four-houses", None, own_hotels or lent))
        if hotels > 1:
            faults.append(Fault("too-many-hotels", None, own_hotels or lent))
    if jailed:
        faults.append(Fault("jail", None, (edition.cards["jail"],)))
    return tuple(faults)


def holding(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], read: tuple[str, ...]
) -> Holding:
    """The hand by number, for the search of the fewest cards that mend it."""
    t = parts.tables(edition)
    hand = parts.count(t, cards, declared)
    own = hand.own
    lent = [*map(sub, hand.singles, own)]
    jailed = hand.singles[parts.JAIL] > hand.singles[parts.OUT]
    return Holding(
        facts=t.facts,
        real=hand.real,
        have=hand.have,
        free=own[parts.WILD] - len(declared),
        bound={t.place[card] for card in declared},
        read=read,
        most=1,
        built=partial(
            _built, edition, tuple(own[: parts.TOKEN]), tuple(lent[: parts.TOKEN]), jailed
        ),
    )


@lru_cache(maxsize=4096)  # the same few house cards and hotels come back all the time
def _built(
    edition: Edition,
    own: tuple[int, ...],
    lent: tuple[int, ...],
    jailed: bool,
    colours: int,
    wilds: int,
) -> Built | None:
    """The fewest houses, hotels and jail cards to add and to discard with this number of wilds
    that may be any of them. Of equally few, those that discard most, then those that keep most
    houses. None where the declared wilds alone are too many."""
    t = parts.tables(edition)
    best: tuple[tuple[int, int, int], tuple[int, ...], bool, tuple[int, ...]] | None = None
    for cancelled in (False, True) if jailed and wilds else (False,):
        for way in product(*(range(number + 1) for number in own)):
            kept = [*map(add, way, lent)]
            houses, hotels = sum(map(mul, t.house_sizes, kept)), kept[parts.HOTEL]
            if houses > t.limit or hotels > 1 or (not colours and (houses or hotels)):
                continue
            more = _to_add(t.house_sizes, t.limit - houses) if hotels else ()
            more = more[: max(0, len(more) - (wilds - cancelled))]
            away = sum(own) - sum(way) + (jailed and not cancelled)
            cost = (len(more) + away, len(more), -houses)
            if best is None or cost < best[0]:
                best = cost, way, cancelled, more
    if best is None:
        return None
    _, way, cancelled, more = best
    discard: list[str] = []
    for card, held, stays in zip(t.singles, own, way, strict=False):
        discard += [card] * (held - stays)
    if jailed and not cancelled:
        discard.append(t.singles[parts.JAIL])
    return Built(tuple([t.singles[kind] for kind in more]), tuple(discard))


@cache
def _to_add(sizes: tuple[int, ...], houses: int) -> tuple[int, ...]:
    """The fewest house cards of these sizes that make this number of houses."""
    number = 0
    while True:
        for chosen in combinations_with_replacement(range(len(sizes)), number):
            if sum([sizes[kind] for kind in chosen]) == houses:
                return chosen
        number += 1
