"""Why a hand may not go out where houses are numbered: every reading of its wilds, with faults."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from operator import add

from companion.rules.arrange import sequence
from companion.rules.arrange.sets import SetsStanding, cards_of, standings
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
    t = sequence.tables(edition)
    groups = t.facts.total
    counts = sequence.count(t, cards)
    fixed = counts
    if declared:
        fixed = [*map(add, counts, sequence.count(t, declared))]
    real, have = counts[:groups], fixed[:groups]
    own, improvements = tuple(counts[groups : groups + 5]), tuple(fixed[groups : groups + 6])
    free = counts[groups + 6] - len(declared)
    fewest = MANY
    found = standings(t.facts, real, have, real, real, free)
    for least, order, one in fewest_first(t.facts, found):
        if least > fewest:
            break
        colours = one.colours.bit_count()
        for more, kinds in sequence.spread(improvements, colours, one.left):
            steps = tuple(map(add, improvements, more)) if kinds else improvements
            homeless = _improvement_faults(edition, colours, own, steps[:5])
            number = least + len(homeless)
            if number <= fewest:
                fewest = number
                yield Reading(
                    number,
                    partial(_told, edition, cards, declared, (real, have), one, kinds, homeless),
                    partial(_pays, t, real, have, one, steps),
                    order,
                )


def _pays(
    t: sequence.SequenceTables,
    real: Sequence[int],
    have: Sequence[int],
    one: SetsStanding,
    steps: Sequence[int],
) -> int:
    return sequence.pays(t, real, held_then(have, one), steps)


def _told(
    edition: Edition,
    cards: Sequence[str],
    declared: Sequence[str],
    held: tuple[Sequence[int], Sequence[int]],
    one: SetsStanding,
    kinds: Sequence[int],
    homeless: Sequence[Fault],
) -> tuple[list[Fault], tuple[str, ...]]:
    """The faults of a reading, and the cards that its free wilds are read as."""
    t = sequence.tables(edition)
    faults = [*group_faults(edition, t.facts, cards, held[0], held, one), *homeless]
    read = cards_of(edition, one.plan, [*cards, *declared]) if one.plan else ()
    return faults, read + tuple([t.improvements[kind] for kind in kinds])


@lru_cache(maxsize=4096)  # a hand has some five houses, so the same few come back all the time
def _improvement_faults(
    edition: Edition, colours: int, own: Sequence[int], steps: Sequence[int]
) -> tuple[Fault, ...]:
    """Houses and hotels that find no place; wilds give way to real cards."""
    if not any(own):
        return ()
    houses, hotel = tuple(edition.cards["houses"]), edition.cards["hotel"]
    faults = []
    if not colours:
        held = tuple(card for card, copies in zip(houses, own, strict=False) for _ in range(copies))
        if held:
            faults.append(Fault("house-without-set", None, held))
        if own[4]:
            faults.append(Fault("hotel-without-set", None, (hotel,) * own[4]))
        return tuple(faults)
    standing = colours
    gaps: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    for level, card in enumerate(houses):
        if steps[level] < standing:
            standing = steps[level]
        homeless = own[level] - standing
        if homeless > 0:
            surplus = min(homeless, max(0, own[level] - colours))
            beyond += (card,) * surplus
            gaps += (card,) * (homeless - surplus)
    if gaps:
        lower = _bridge(houses, own, steps, colours)
        faults.append(Fault("house-out-of-sequence", None, gaps, lower))
    if beyond:
        faults.append(Fault("too-many-houses", None, beyond))
    homeless = own[4] - min(standing, steps[4])
    if homeless > 0:
        rule = "too-many-hotels" if standing else "hotel-without-four-houses"
        faults.append(Fault(rule, None, (hotel,) * homeless))
    return tuple(faults)


def _bridge(
    houses: Sequence[str], own: Sequence[int], steps: Sequence[int], colours: int
) -> tuple[str, ...]:
    """The lower houses with which every house that is no surplus could stand."""
    lower: tuple[str, ...] = ()
    needed = 0
    for level in range(len(houses) - 1, -1, -1):
        needed = max(needed, min(own[level], colours))
        lower = (houses[level],) * (needed - steps[level]) + lower
    return lower


def holding(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], read: tuple[str, ...]
) -> Holding:
    """The hand by number, for the search of the fewest cards that mend it."""
    t = sequence.tables(edition)
    counts, lent = sequence.count(t, cards), sequence.count(t, declared)
    groups = t.facts.total
    own, fixed = tuple(counts[groups : groups + 5]), tuple(lent[groups : groups + 5])
    houses = t.improvements[:5]
    read_so = tuple([card for card in read if card in houses])
    return Holding(
        facts=t.facts,
        real=counts[:groups],
        have=[a + b for a, b in zip(counts[:groups], lent, strict=False)],
        free=counts[groups + 6] - len(declared),
        bound=(),
        read=read,
        most=max(1, *own),
        built=partial(_built, houses, own, fixed, read_so),
    )


@lru_cache(maxsize=4096)  # a hand has some five houses, so the same few come back all the time
def _built(
    cards: tuple[str, ...],
    own: tuple[int, ...],
    fixed: tuple[int, ...],
    read: tuple[str, ...],
    colours: int,
    wilds: int,
) -> Built:
    """The fewest houses and hotels to add and to discard with this number of colour sets and of
    wilds that may be houses or hotels. Of equally few, those that discard most, then those that
    keep the lowest houses."""
    best: tuple[int, int] | None = None
    best_levels: Sequence[int] = ()
    most: tuple[int, ...] = ()
    highest = 0
    for held in reversed(own):
        highest = max(highest, held)
        most = (min(colours, highest), *most)
    for levels in _levels(most):
        gaps = surplus = 0
        for standing, held, lent in zip(levels, own, fixed, strict=True):
            if standing < held:
                surplus += held - standing
            elif standing > held + lent:
                gaps += standing - held - lent
        more = max(gaps - wilds, 0)
        if best is None or (more + surplus, more) < best:
            best, best_levels = (more + surplus, more), levels
    lacking: list[str] = []
    away: list[str] = []
    for card, standing, held, lent in zip(cards, best_levels, own, fixed, strict=True):
        lacking += [card] * (standing - held - lent)
        away += [card] * (held - standing)
    lacking.sort(key=lambda card: card not in read)
    return Built(tuple(sorted(lacking[wilds:])), tuple(away))


@cache
def _levels(most: tuple[int, ...]) -> Sequence[tuple[int, ...]]:
    """Every way in which houses can stand: on how many sets a 1st one, a 2nd one and so on; a
    higher one first. `most` is how many of each are worth it, never more than of the one below."""
    if not any(most):
        return [(0,) * len(most)]
    return [
        (standing, *above)
        for standing in range(most[0], -1, -1)
        for above in _levels(tuple([min(standing, one) for one in most[1:]]))
    ]
