"""Why a hand may not go out where house cards add up: every reading of its wilds, with faults."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations_with_replacement, product
from operator import add, mul

from companion.rules.arrange import total_parts as parts
from companion.rules.arrange.sets import cards_of
from companion.rules.arrange.total import pays
from companion.rules.edition import Edition
from companion.rules.findings.finding import MANY, Fault, Reading, group_faults, ranked_plans
from companion.rules.findings.mend import Built, Holding


def readings(edition: Edition, cards: Sequence[str], declared: Sequence[str]) -> Iterator[Reading]:
    t = parts.tables(edition)
    facts = t.facts
    hand = parts.count(t, cards, declared)
    free = hand.singles[parts.WILD] - len(declared)
    houses = tuple(edition.sort([card for card in cards if card in edition.cards["houses"]]))
    fewest = MANY
    for least, order, plan, have, left, sets in ranked_plans(
        edition, facts, hand.real, hand.have, free, lent_counts=True
    ):
        if least > fewest:
            break
        set_faults = group_faults(edition, facts, cards, have, sets)
        colours = any(g in facts.colours for g in sets)
        properties = cards_of(edition, plan, [*cards, *declared]) if plan else ()
        for chosen in combinations_with_replacement(_mending(t, hand.singles, colours), left):
            singles = list(hand.singles)
            for kind in chosen:
                singles[kind] += 1
            faults = [
                *set_faults,
                *_improvement_faults(edition, t, cards, houses, singles, colours=colours),
            ]
            fewest = min(fewest, len(faults))
            yield Reading(
                faults,
                partial(pays, t, hand.real, have, singles),
                (*properties, *(t.singles[kind] for kind in chosen)),
                order,
            )


def _mending(t: parts.TotalTables, singles: Sequence[int], colours: bool) -> Sequence[int]:
    """What a wild besides a property can be to mend a hand; GO, which does no harm, comes first."""
    kinds = [parts.GO]
    if colours and singles[parts.HOTEL]:
        kinds += range(len(t.house_sizes))
    if singles[parts.JAIL] > singles[parts.OUT]:
        kinds.append(parts.OUT)
    return kinds


def _improvement_faults(
    edition: Edition,
    t: parts.TotalTables,
    cards: Sequence[str],
    houses: tuple[str, ...],
    singles: Sequence[int],
    *,
    colours: bool,
) -> Iterator[Fault]:
    hotels = singles[parts.HOTEL]
    hotel = edition.cards["hotel"]
    held = (singles[0], singles[1], singles[2])
    total = sum(size * number for size, number in zip(t.house_sizes, held, strict=True))
    lent = (edition.cards["wild"],)  # where only a wild was announced as the card
    if not colours:
        if total:
            yield Fault("house-without-set", None, houses or lent)
        if hotels:
            yield Fault("hotel-without-set", None, (hotel,) * cards.count(hotel) or lent)
    else:
        under = parts.house_choice(t.house_sizes, held, t.limit)[0] == t.limit
        if total > t.limit:
            wilds = tuple(
                card
                for card, number in zip(edition.cards["houses"], held, strict=True)
                for _ in range(number - cards.count(card))
            )
            kept = (hotel,) if hotels and under else ()
            yield Fault("too-many-houses", None, houses or lent, wilds + kept)
        if hotels and not under:
            yield Fault("hotel-without-four-houses", None, (hotel,) * cards.count(hotel) or lent)
        if hotels > 1:
            yield Fault("too-many-hotels", None, (hotel,) * cards.count(hotel) or lent)
    if singles[parts.JAIL] > singles[parts.OUT]:
        yield Fault("jail", None, (edition.cards["jail"],))


def holding(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], read: tuple[str, ...]
) -> Holding:
    """The hand by number, for the search of the fewest cards that mend it."""
    t = parts.tables(edition)
    hand = parts.count(t, cards, declared)
    own = parts.count(t, cards, ()).singles
    lent = [a - b for a, b in zip(hand.singles, own, strict=True)]
    return Holding(
        facts=t.facts,
        real=hand.real,
        have=hand.have,
        free=own[parts.WILD] - len(declared),
        bound={t.place[card] for card in declared},
        read=read,
        most=1,
        built=partial(_built, t, own, lent),
    )


def _built(
    t: parts.TotalTables, own: Sequence[int], lent: Sequence[int], colours: int, wilds: int
) -> Built | None:
    """The fewest houses, hotels and jail cards to add and to discard with this number of wilds
    that may be any of them. Of equally few, those that discard most, then those that keep most
    houses. None where the declared wilds alone are too many."""
    jail = own[parts.JAIL] > own[parts.OUT] + lent[parts.OUT]
    best: tuple[tuple[int, int, int], tuple[int, ...], bool, tuple[int, ...]] | None = None
    for cancelled in (False, True) if jail and wilds else (False,):
        for way in product(*(range(number + 1) for number in own[:4])):
            kept = [*map(add, way, lent)]
            houses, hotels = sum(map(mul, t.house_sizes, kept)), kept[parts.HOTEL]
            if houses > t.limit or hotels > 1 or (not colours and (houses or hotels)):
                continue
            more = _to_add(t.house_sizes, t.limit - houses) if hotels else ()
            more = more[: max(0, len(more) - (wilds - cancelled))]
            away = sum(own[:4]) - sum(way) + (jail and not cancelled)
            cost = (len(more) + away, len(more), -houses)
            if best is None or cost < best[0]:
                best = cost, way, cancelled, more
    if best is None:
        return None
    _, way, cancelled, more = best
    discard: list[str] = []
    for card, held, stays in zip(t.singles, own, way, strict=False):
        discard += [card] * (held - stays)
    if jail and not cancelled:
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
