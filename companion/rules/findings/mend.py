"""The fewest cards that let a hand go out: which to add, which to discard.

A group that is no set is completed or given up. Wilds help with that or with the houses. How much
the houses then ask for depends only on how many colour sets there are and how many wilds are left.
So the groups are gone through one by one, and of all ways that lead to the same number of colour
sets and wilds only the best is kept. No change of the hand asks for fewer cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.arrange.sets import NEVER, group_facts
from companion.rules.edition import Edition
from companion.rules.findings.finding import Built, GroupHeld, Holding
from companion.rules.hand import kept


class GroupChoice(NamedTuple):
    """What becomes of one group: cards of it added, wilds that count as cards of it, whether its
    real cards are discarded, whether it is a set then."""

    add: int = 0
    wilds: int = 0
    gone: bool = False
    is_set: bool = False


LEAVE, GONE, STANDS = GroupChoice(), GroupChoice(gone=True), GroupChoice(is_set=True)


class Mend(NamedTuple):
    """The fewest cards that let a hand go out. `groups` has what becomes of each group that does
    not stay as it is; `made` are the groups that become sets which the free wilds as read do not
    make; `built` is the rest."""

    groups: dict[int, GroupChoice]
    made: Sequence[int]
    built: Built
    cards: int


CARD, READ, LATER = 1 << 30, 1 << 20, 1 << 10
"""The cost of a way as one number, so that two ways are compared at once. First the cards; then the
wilds read otherwise than where the problems are told; then groups discarded and houses added
(completing a set and discarding houses come first); at last the places on the board, a later one
costing less. Each is far below 1,024, so none reaches the next."""


Way = tuple[int, "Way | None", int, GroupChoice]
"""What becomes of the groups looked at so far: the cost, the way to the group before, the last
group, and what becomes of it. A plain tuple, for thousands of them are made a second."""

State = tuple[int, bool, int]
"""Colour sets, whether there is any set, wilds left."""


def fewest(hand: Holding, read: tuple[str, ...] = ()) -> Mend | None:
    """The fewest cards to add and to discard so that the hand may go out; None where the declared
    wilds keep it from that whatever is done. `read` is what its free wilds are read as where the
    problems are told."""
    edition, facts, free = hand.edition, hand.facts, hand.free
    read_in = [0] * facts.total
    for card in read:
        if card in facts.group_at:
            read_in[facts.group_at[card]] += 1
    ways: dict[State, Way] = {(0, False, free): (0, None, 0, LEAVE)}
    for held in _in_question(hand, read_in):
        choices = _choices(edition, held, free, read_in[held.g])
        ways = _with_group(hand.most, held, choices, ways)
    best: tuple[int, Way, Built] | None = None
    for (colours, any_set, left), way in ways.items():
        if not (colours or (any_set and not facts.needs_colour)):
            continue
        cost = way[0]
        if best is not None and cost >= best[0]:
            continue  # houses cost nothing at best, so it cannot be less
        built = hand.built(colours, left, read)
        if built is None:
            continue
        cost += _price(built)
        if best is None or cost < best[0]:
            best = (cost, way, built)
    if best is None:
        return None
    cost, last, built = best
    groups = _groups_of(last)
    made = [g for g, one in groups.items() if one.add or one.wilds > read_in[g]]
    return Mend(groups, made, built, _cards(cost))


def _groups_of(last: Way) -> dict[int, GroupChoice]:
    """What becomes of each group on a way, in their order."""
    found = []
    way: Way | None = last
    while way is not None and way[1] is not None:
        found.append((way[2], way[3]))
        way = way[1]
    return dict(reversed(found))


@kept
def _empty(edition: Edition, colour: bool) -> Sequence[int]:
    """The groups that are colours, or those that are not; first those that cost least to complete
    when nothing of them is held."""
    facts = group_facts(edition)
    groups = [g for g in range(facts.total) if (facts.bit[g] > 0) == colour]
    return sorted(groups, key=lambda g: facts.short[g][0] * CARD - g)


def _cards(cost: int) -> int:
    """The cards in a cost."""
    return (cost + LATER // 2) // CARD


def _price(built: Built) -> int:
    """What the houses cost."""
    return (len(built.add) + len(built.discard)) * CARD + len(built.add) * LATER


def _in_question(hand: Holding, read_in: Sequence[int]) -> list[GroupHeld]:
    """The groups that have to be looked at: those with a card of the hand or with a wild in them,
    and of the others as many as may have to become sets.

    Of two groups without any card the smaller one asks for fewer cards, of two of one size the
    later one costs less; and `most` colour sets or one other set are all that ever help. So of
    these groups only the first few in that order can be in the best way; and none where as many
    colour sets are there or completed in any case (`_choices`).
    """
    facts = hand.facts
    begun = hand.groups
    in_any_case = 0
    for g, held in begun.items():
        if held.colour and (held.is_set or facts.short[g][held.have] <= held.real):
            in_any_case += 1
    numbers = [g for g in range(facts.total) if g in begun or read_in[g]]
    if in_any_case < hand.most:
        colours = [g for g in _empty(hand.edition, True) if g not in numbers]
        others = [g for g in _empty(hand.edition, False) if g not in numbers]
        numbers += colours[: hand.most - in_any_case]
        if not facts.needs_colour:
            numbers += others[:1]
        numbers.sort()
    return [*map(hand.held, numbers)]


def _with_group(
    most: int,
    held: GroupHeld,
    choices: Sequence[tuple[GroupChoice, int]],
    ways: Mapping[State, Way],
) -> dict[State, Way]:
    """The best ways once it is said what becomes of this group, too."""
    g, colour = held.g, held.colour
    reached: dict[State, Way] = {}
    for (colours, any_set, left), way in ways.items():
        before = way[0]
        for choice, more in choices:
            _, wilds, _, is_set = choice
            if wilds > left:
                continue
            built = colours + 1 if colour and is_set and colours < most else colours
            state = (built, any_set or is_set, left - wilds)
            cost = before + more
            known = reached.get(state)
            if known is None or cost < known[0]:
                reached[state] = (cost, way, g, choice)
    return reached


@kept
def _choices(
    edition: Edition, held: GroupHeld, free: int, read: int
) -> Sequence[tuple[GroupChoice, int]]:
    """What can become of a group, and what that costs. `free` wilds may be in it, `read` of them
    are read as cards of it.

    Where completing it costs no more cards than giving it up, it is not given up: another set never
    makes the houses cost more.
    """
    if held.is_set:
        return [(STANDS, 0)]
    facts, real = group_facts(edition), held.real
    choices = []
    short = facts.short[held.g][held.have]
    if not held.bound and not real:
        choices.append((LEAVE, read * READ))
    elif not held.bound and short > real:
        choices.append((GONE, real * CARD + read * READ + LATER))
    if short == NEVER:
        return choices
    for wilds in range(min(free, short) + 1):
        add = short - wilds
        if add or (wilds and (real or facts.wild_only)):
            cost = add * CARD + abs(wilds - read) * READ - held.g
            choices.append((GroupChoice(add, wilds, is_set=True), cost))
    return choices


def mended(hand: Holding, cards: Sequence[str], mend: Mend) -> list[str]:
    """The hand once the cards are added and discarded."""
    away, more = Counter(mend.built.discard), list(mend.built.add)
    for g, choice in mend.groups.items():
        held = hand.held(g)
        if choice.gone:
            away.update(held.own)
        more += held.lacking[: choice.add]
    return [*(Counter(cards) - away).elements(), *more]
