"""Why a hand may not go out where houses are numbered: every reading of its wilds, with faults."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import add, or_

from companion.rules.arrange import sequence
from companion.rules.arrange.sequence_parts import TOKEN, tables
from companion.rules.arrange.sets import standings, tally
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

ALL_SPARE = bytes([255] * TOKEN)
"""Where no other hand has any: of a house the deck has no fewer than of a higher one, so there are
enough of each."""


@dataclass(slots=True)
class SequenceHolding(Holding):
    """`houses`: 1st to 4th houses and hotels of the hand. `improvements`: the same and tokens, with
    the declared wilds among them."""

    houses: bytes
    improvements: bytes

    def readings(self) -> Iterator[Reading]:
        fewest = MANY
        real, have = self.numbers()
        found = standings(self.facts, real, have, real, real, self.free)
        for least, order, one in fewest_first(self.facts, found):
            if least > fewest:
                break
            colours = one.colours.bit_count()
            for more, kinds in sequence.spread(self.improvements, colours, one.left):
                steps = bytes(map(add, self.improvements, more)) if kinds else self.improvements
                homeless = _homeless(self.edition, colours, self.houses, steps[:5])
                number = least + len(homeless)
                if number <= fewest:
                    fewest = number
                    yield Reading(number, one, kinds, homeless, order)

    def homeless(self, colours: int) -> tuple[Fault, ...]:
        return _homeless(self.edition, colours, self.houses, self.improvements[:5])

    def pays(self, reading: Reading) -> int:
        steps = list(self.improvements)
        for kind in reading.kinds:
            steps[kind] += 1
        return sequence.pays(tables(self.edition), reading.sets, steps)

    def names(self, kinds: Sequence[int]) -> tuple[str, ...]:
        improvements = tables(self.edition).improvements
        return tuple([improvements[kind] for kind in kinds])

    def built(self, colours: int, wilds: int, read: tuple[str, ...]) -> Built:
        known = self.improvements[:TOKEN]
        spare = self._spare(known) if self.others else ALL_SPARE
        return _built(self.edition, self.houses, known, spare, read, colours, wilds)

    def _spare(self, known: bytes) -> bytes:
        """How many of each house lie in no hand and may be asked for: at most until there are as
        many as the hand has of any house."""
        deck, cards = self.edition.deck, tables(self.edition).improvements
        gone, most = self.elsewhere[self.facts.total :], max(self.houses)
        rows = zip(cards, self.houses, gone, known, strict=False)
        return bytes(
            [max(0, min(deck[card] - own - taken, most - had)) for card, own, taken, had in rows]
        )


def holding(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], others: Sequence[str]
) -> SequenceHolding:
    """The hand by number; `others` are the cards in other hands."""
    t = tables(edition)
    facts, total = t.facts, t.facts.total
    own = known = tally(t.weight, cards, t.slots)
    if declared:
        more = tally(t.weight, declared, t.slots)
        known = bytes((*map(or_, own[:total], more), *map(add, own[total:], more[total:])))
    houses = own[total : total + 5]
    elsewhere = tally(t.weight, others, t.slots) if others else bytes(t.slots)
    return SequenceHolding(
        edition=edition,
        facts=facts,
        groups=groups_held(edition, own, known, elsewhere, ()),
        free=own[total + 6] - len(declared),
        most=max(1, *houses),
        cards=cards,
        others=others,
        elsewhere=elsewhere,
        houses=houses,
        improvements=known[total : total + 6],
    )


@remembered
def _homeless(edition: Edition, colours: int, own: bytes, steps: bytes) -> tuple[Fault, ...]:
    """Houses and hotels that find no place; wilds give way to real cards."""
    if not any(own):
        return ()
    houses, hotel = tuple(edition.cards["houses"]), edition.cards["hotel"]
    faults: list[Fault] = []

    def found(rule: str, cards: tuple[str, ...], lower: tuple[str, ...] = ()) -> None:
        faults.append(Fault(rule, None, cards, message(edition, rule, cards, lower), lower))

    if not colours:
        held = tuple(card for card, copies in zip(houses, own, strict=False) for _ in range(copies))
        if held:
            found("house-without-set", held)
        if own[4]:
            found("hotel-without-set", (hotel,) * own[4])
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
        found("house-out-of-sequence", gaps, _bridge(houses, own, steps, colours))
    if beyond:
        found("too-many-houses", beyond)
    homeless = own[4] - min(standing, steps[4])
    if homeless > 0:
        rule = "too-many-hotels" if standing else "hotel-without-four-houses"
        found(rule, (hotel,) * homeless)
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


@remembered
def _built(
    edition: Edition,
    own: bytes,
    known: bytes,
    spare: bytes,
    read: tuple[str, ...],
    colours: int,
    wilds: int,
) -> Built:
    """The fewest houses and hotels to add and to discard with this number of colour sets and of
    wilds that may be houses or hotels. `own` are those of the hand, `known` the same with the
    declared wilds; at most `spare` of each can be added. Of equally few, those that discard most,
    then those that need the fewest wilds, then those that keep the lowest houses."""
    best: tuple[int, int, int] | None = None
    best_levels: Sequence[int] = ()
    most: tuple[int, ...] = ()
    highest = 0
    for held in reversed(own):
        highest = max(highest, held)
        most = (min(colours, highest), *most)
    cards = tables(edition).improvements
    for levels in _levels(most):
        gaps = surplus = for_wilds = 0
        for standing, held, enough, left in zip(levels, own, known, spare, strict=False):
            if standing < held:
                surplus += held - standing
            elif standing > enough:
                gaps += standing - enough
                if standing - enough > left:
                    for_wilds += standing - enough - left
        if for_wilds > wilds:
            continue
        more = max(gaps - wilds, 0)
        cost = (more + surplus, more, gaps)
        if best is None or cost < best:
            best, best_levels = cost, levels
    lacking: list[str] = []
    taken: list[str] = []
    away: list[str] = []
    rows = zip(cards, best_levels, own, known, spare, strict=False)
    for card, standing, held, enough, left in rows:
        lacking += [card] * min(standing - enough, left)
        taken += [card] * (standing - enough - left)
        away += [card] * (held - standing)
    lacking = [*taken, *sorted(lacking, key=lambda card: card not in read)]
    return Built(tuple(sorted(lacking[wilds:])), tuple(away), tuple(sorted(lacking[:wilds])))


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
