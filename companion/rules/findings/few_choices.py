"""The problems of a hand with little to choose: most hands that are dealt.

No wild is declared, and at most one is undeclared. That one only where no other hand was laid down:
a wild that counts as a card of another hand can save more than one card. Then these are the
problems that `fixes.problems` finds too, in less time. Whether a group is completed or given up,
and the sentence for that, depend on the cards of that group alone; only which colours are completed
for a hand without a set, or for its houses, depends on the rest. So that is worked out once for all
cards that can be held of a group (`GroupRow`), and the problems of houses come after those of the
groups.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from companion.rules.edition import Edition
from companion.rules.findings.finding import (
    Built,
    Fault,
    GroupHeld,
    Holding,
    Problem,
    Reading,
    needs_colour_fault,
    no_set_fault,
)
from companion.rules.findings.fixes import (
    AskedFor,
    builder_of,
    in_words,
    instead_of,
    taken,
    with_houses,
)
from companion.rules.findings.mend import (
    CARD,
    LATER,
    GroupChoice,
    cards_in,
    price,
    priced_choices,
)
from companion.rules.hand import remembered


class GroupRow(NamedTuple):
    """What is held of a group, and what becomes of it without a wild.

    `problem` is that of a group that is given up, or completed in any case; None for a set. `rank`
    is above 0 for a group that is given up and may be completed instead (`mend.priced_choices`):
    that costs so much more. `completed` is its problem then. `choice` completes the group; `first`
    tells a hand without any set to do so. `searched`: there is more to choose than that.
    """

    held: GroupHeld
    problem: Problem | None
    rank: int
    completed: Problem
    first: Problem
    choice: GroupChoice
    searched: bool


@remembered
def _row(edition: Edition, held: GroupHeld) -> GroupRow:
    """What becomes of a group of which this is held."""
    rank, choices = priced_choices(edition, held, 0, 0)
    choice, fault = choices[-1][0], held.fault
    made = ((held, choice),)
    first = in_words(edition, no_set_fault(edition), AskedFor(made))
    if fault is None:
        return GroupRow(held, None, 0, first, first, choice, False)
    completed = in_words(edition, fault, AskedFor(made))
    if rank > 0 or choice.gone:  # gone: the only choice, for it comes before those that complete
        given_up = in_words(edition, fault, AskedFor(discard=fault.cards))
        return GroupRow(held, given_up, rank, completed, first, choice, False)
    searched = len(choices) > 1 or not choice.is_set
    return GroupRow(held, completed, 0, completed, first, choice, searched)


def problems(hand: Holding, reading: Reading | None) -> list[Problem] | None:
    """The problems of a goer's hand that may not go out and in which nothing is declared. `reading`
    is how its one free wild is read in them; None for a hand without a free wild. None for the few
    hands in which there is more to choose.

    The wild counts as what it is read as. That asks for as few cards as any other use of it: a wild
    saves one card at most, since whatever it counts as could be added instead. One read as a card
    of a group saves it, for a group that lacks one card would be completed with a card otherwise.
    For one that is no property `_completed` looks whether it does.
    """
    with_wild = reading.sets.plan[0][0] if reading and reading.sets.plan else None
    groups = _groups(hand, with_wild)
    if groups is None:
        return None
    found, ranked, made, sets, colours = groups
    standing = colours + sum([row.held.colour for row in made])
    enough = bool(sets or made) and not hand.facts.needs_colour
    kinds = reading.kinds if reading else ()
    chosen = _completed(hand, standing, ranked, kinds, enough=enough)
    if chosen is None:
        return None
    number, built = chosen
    for _, place, row in ranked[:number]:
        made.append(row)
        found[place] = row.completed
    faults = reading.others if reading else hand.homeless(colours)
    lacks_set = _lacks_set(hand, sets, colours, made, with_wild)
    if faults or built.add or built.discard:
        completed = tuple(sorted([row.held.g for row in made if row.held.colour]))
        alone = len(faults) == 1 and not found and lacks_set is None
        gone = hand.out_of_reach(faults) if hand.others else ()
        told = _of_houses(hand.edition, faults, built, completed, gone, alone=alone)
        if told is None:
            return None
        found += told
    if lacks_set is not None:
        found.insert(0, lacks_set)
    return found


class _GroupsTold(NamedTuple):
    """The groups of a hand: the problems of those that are no sets; of the ranked ones what they
    cost, the place of their problem, and their row; those completed in any case; how many are sets,
    and how many of these are colours."""

    found: list[Problem]
    ranked: list[tuple[int, int, GroupRow]]
    made: list[GroupRow]
    sets: int
    colours: int


def _groups(hand: Holding, with_wild: int | None) -> _GroupsTold | None:
    """The groups, of which the wild completes `with_wild`; None where there is more to choose."""
    found: list[Problem] = []
    ranked: list[tuple[int, int, GroupRow]] = []
    made: list[GroupRow] = []
    sets = colours = 0
    for g, held in hand.groups.items():
        _, problem, rank, _, _, _, searched = row = _row(hand.edition, held)
        if searched:
            return None
        if problem is None or g == with_wild:
            if held.is_set and g == with_wild:
                return None  # it lengthens a set, which saves no card
            sets += 1
            colours += held.colour
            continue
        if rank:
            ranked.append((rank, len(found), row))
        elif row.choice.is_set:
            made.append(row)
        found.append(problem)
    return _GroupsTold(found, ranked, made, sets, colours)


def _completed(
    hand: Holding,
    standing: int,
    ranked: list[tuple[int, int, GroupRow]],
    kinds: Sequence[int],
    *,
    enough: bool,
) -> tuple[int, Built] | None:
    """How many of the ranked groups are completed, those of the lowest rank first, and what the
    houses ask for then. None where a group without any card may cost less (`mend._decided`), or
    where the wild in `kinds`, which is no property, saves no card.

    `standing`: how many colour sets there are in any case. `enough`: there is a set that lets the
    hand go out even if none of the ranked groups is completed. Puts `ranked` in order.
    """
    needed = hand.most - standing
    if needed > 0:
        ranked.sort()  # no two cost the same
        if len(ranked) < needed or ranked[needed - 1][0] >= CARD:
            return None
    costs = [len(ranked) * LATER]
    for rank, _, _ in ranked[: max(needed, 0)]:
        costs.append(costs[-1] + rank)
    cheapest = _cheapest(hand, standing, costs, (), enough=enough)
    if kinds:
        without = cheapest
        cheapest = _cheapest(hand, standing, costs, kinds, enough=enough)
        if cards_in(cheapest[0]) == cards_in(without[0]):
            return None
    return cheapest[1:]


def _cheapest(
    hand: Holding, standing: int, costs: Sequence[int], kinds: Sequence[int], *, enough: bool
) -> tuple[int, int, Built]:
    """The least cost of completing some of the ranked groups and of the houses then, how many
    groups that is, and what the houses ask for. `costs`: for completing none of them, the first,
    the first two and so on; without the cards that are discarded where all are given up."""
    best: tuple[int, int, Built] | None = None
    for number, cost in enumerate(costs):
        if best is not None and cost >= best[0]:
            break  # another one costs more still, and the houses nothing at best
        colours = min(standing + number, hand.most)
        if colours or enough:
            built = hand.built(colours, len(kinds), hand.names(kinds))
            assert built is not None  # only a declared wild can be one too many
            with_houses = cost + price(built)
            if best is None or with_houses < best[0]:
                best = with_houses, number, built
    assert best is not None
    return best


def _lacks_set(
    hand: Holding, sets: int, colours: int, made: Sequence[GroupRow], with_wild: int | None
) -> Problem | None:
    """The problem of a hand without any set, or without the colour set that it needs; it names the
    last of the colours that are completed, else the last of the groups."""
    if sets and (colours or not hand.facts.needs_colour):
        return None
    row = max(made, key=lambda row: (row.held.colour, row.held.g))
    if not sets:
        return row.first
    laid = [held.own for g, held in hand.groups.items() if held.is_set or g == with_wild]
    fault = needs_colour_fault(hand.edition, tuple(chain.from_iterable(laid)))
    return in_words(hand.edition, fault, AskedFor(((row.held, row.choice),)))


@remembered
def _of_houses(
    edition: Edition,
    faults: Sequence[Fault],
    built: Built,
    completed: tuple[int, ...],
    gone: tuple[str, ...],
    *,
    alone: bool,
) -> Sequence[Problem] | None:
    """The problems of houses, hotels and jail cards, when these colours are completed; None where
    something of `built` belongs to none of them. `gone`: cards that cannot be added in place of
    those that are discarded; `alone`: the hand has no other problem."""
    away, builder = list(built.discard), builder_of(faults)
    if built.add and builder is None:
        return None
    found = []
    told: set[str] = set()
    for place, fault in enumerate(faults):
        discard = taken(edition, away, fault.cards)
        add, wilds = (built.add, built.wilds) if place == builder else ((), ())
        also = not told.isdisjoint(discard)
        told.update(discard)
        instead = instead_of(fault, gone, alone=alone)
        asked = AskedFor((), add, discard, completed, wilds, (), instead, also)
        found.append(with_houses(edition, fault, asked))
    return None if away else found
