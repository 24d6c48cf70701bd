"""The fewest cards that let a hand go out: which to add, which to discard.

A group that is no set is completed or given up. Wilds help with that or with the houses. How much
the houses then ask for depends only on how many colour sets there are and how many wilds are left.
So the groups are gone through one by one, and of all ways that lead to the same number of colour
sets and wilds only the best is kept. No change of the hand asks for fewer cards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.rules.arrange.sets import NEVER, group_facts
from companion.rules.edition import Edition
from companion.rules.findings.finding import Built, GroupHeld, Holding
from companion.rules.hand import remembered


class GroupChoice(NamedTuple):
    """What becomes of one group: cards of it added, wilds that count as cards of it, whether its
    real cards are discarded, whether it is a set then."""

    add: int = 0
    wilds: int = 0
    gone: bool = False
    is_set: bool = False


LEAVE, GONE, STANDS = GroupChoice(), GroupChoice(gone=True), GroupChoice(is_set=True)


class Mend(NamedTuple):
    """The fewest cards that let a hand go out. `groups`: what becomes of each group that was looked
    at; all others are left alone. `made`: those of them that are completed with cards that are
    added, or with more wilds than where the problems are told. `built`: what the houses ask for.
    `cards`: how many cards are added and discarded in all."""

    groups: dict[int, GroupChoice]
    made: Sequence[int]
    built: Built
    cards: int


CARD, READ, LATER = 1 << 30, 1 << 20, 1 << 10
"""The cost of a way as one number, so that two ways are compared at once. First the cards; then the
wilds read otherwise than where the problems are told; then groups discarded and houses added
(completing a set and discarding houses come first); at last the places on the board, a later one
costing less. Each is far below 1,024, so none reaches the next."""


Priced = tuple[GroupChoice, int]
"""What becomes of a group, and its cost."""

Way = tuple[int, tuple[tuple[int, GroupChoice], ...]]
"""The cost, and what becomes of each group that was searched so far. Of two that cost the same the
smaller one counts, so that it does not matter which was found first."""

IN_ANY_CASE = -1
"""Stands for the rank of a colour that is a set whatever is chosen (`priced_choices`)."""

State = tuple[int, bool, int]
"""Colour sets, whether there is any set, wilds left."""


def fewest(hand: Holding, read: tuple[str, ...] = ()) -> Mend | None:
    """The fewest cards to add and to discard so that the hand may go out. None where the declared
    wilds keep it from that whatever is done, or all that would help lies in other hands: what is
    added comes from none of them, and is no wild. `read` is what its free wilds are read as where
    the problems are told."""
    edition, facts, free = hand.edition, hand.facts, hand.free
    read_in = [0] * facts.total
    houses: tuple[str, ...] = ()
    for card in read:
        if card in facts.group_at:
            read_in[facts.group_at[card]] += 1
        else:
            houses += (card,)
    groups, search, start, cost_before = _decided(hand, read_in)
    ways: dict[State, Way] = {start: (cost_before, ())}
    for held in search:
        _, choices = priced_choices(edition, held, free, read_in[held.g])
        ways = _with_group(hand.most, held, choices, ways)
    best: tuple[int, Way, Built] | None = None
    for (colours, any_set, left), way in ways.items():
        if not (colours or (any_set and not facts.needs_colour)):
            continue
        cost = way[0]
        if best is not None and cost >= best[0]:
            continue  # houses cost nothing at best, so it cannot be less
        built = hand.built(colours, left, houses)
        if built is None:
            continue
        cost += price(built)
        if best is None or cost < best[0]:
            best = (cost, way, built)
    if best is None:
        return None
    cost, (_, searched), built = best
    groups.update(searched)
    made = sorted([g for g, one in groups.items() if one.add or one.wilds > read_in[g]])
    return Mend(groups, made, built, cards_in(cost))


@remembered
def _empty(edition: Edition, colour: bool) -> Sequence[int]:
    """The groups that are colours, or those that are not; first those that cost least to complete
    when nothing of them is held."""
    facts = group_facts(edition)
    groups = [g for g in range(facts.total) if (facts.bit[g] > 0) == colour]
    return sorted(groups, key=lambda g: facts.short[g][0] * CARD - g)


def cards_in(cost: int) -> int:
    """The cards in a cost."""
    return (cost + LATER // 2) // CARD


def price(built: Built) -> int:
    """What the houses cost."""
    return (len(built.add) + len(built.discard)) * CARD + len(built.add) * LATER


def _decided(
    hand: Holding, read_in: Sequence[int]
) -> tuple[dict[int, GroupChoice], list[GroupHeld], State, int]:
    """What becomes of the groups that need no search, the groups that do, and the state and the
    cost with the former.

    Groups of a rank above 0 (`priced_choices`) are given up, except for the first few: as many as
    the hand can need colour sets besides those that it has or completes in any case. To complete
    another one as well never helps: it costs more than to give that up, and more than `most` colour
    sets, or fewer wilds, never make the houses ask for less. Nor does it help to complete another
    one instead of one of the first: the first costs less, with the same wilds.

    A group of which no card is held asks for one card at least. So it is looked at only where there
    are not enough groups of a rank below that. Of such groups the smaller one asks for fewer cards,
    and of two of one size the later one costs less. So only the first few in that order, and one
    that is no colour, can help.
    """
    edition, begun, free = hand.edition, hand.groups, hand.free
    groups: dict[int, GroupChoice] = {}
    ranked: list[tuple[int, int, GroupHeld]] = []
    search: list[GroupHeld] = []
    cost = colours = 0
    needed, any_set = hand.most, False
    for g, held in begun.items():
        rank, choices = priced_choices(edition, held, free, read_in[g])
        if rank == IN_ANY_CASE:
            needed -= 1
        if rank > 0 or (len(choices) == 1 and not choices[0][0].wilds):
            choice, price = choices[0]
            groups[g] = choice
            cost += price
            if rank > 0:
                ranked.append((rank, price, held))
            elif choice.is_set:
                any_set = True
                colours += held.colour
        else:
            search.append(held)
    if needed > 0:
        ranked.sort()
        for _, price, held in ranked[:needed]:
            cost -= price
            search.append(held)
        if sum(rank < CARD for rank, _, _ in ranked) < needed:
            search += _without_cards(hand, read_in, needed)
    if free:
        search += [hand.held(g) for g, wilds in enumerate(read_in) if wilds and g not in begun]
    search.sort(key=lambda held: held.g)
    return groups, search, (min(colours, hand.most), any_set, free), cost


def _without_cards(hand: Holding, read_in: Sequence[int], colours: int) -> Iterator[GroupHeld]:
    """Groups without any card, those that cost least first, until this number of colours, and one
    of the others, can be completed with cards alone; those passed on the way may need a wild."""
    numbers = (colours, 0 if hand.facts.needs_colour else 1)
    for colour, number in zip((True, False), numbers, strict=True):
        for g in _empty(hand.edition, colour):
            if g in hand.groups or read_in[g] or not number:
                continue
            held = hand.held(g)
            yield held
            number -= hand.facts.short[g][0] <= held.spare


def _with_group(
    most: int,
    held: GroupHeld,
    choices: Sequence[Priced],
    ways: Mapping[State, Way],
) -> dict[State, Way]:
    """The best ways once it is said what becomes of this group, too."""
    g, colour = held.g, held.colour
    reached: dict[State, Way] = {}
    for (colours, any_set, left), (before, searched) in ways.items():
        for choice, more in choices:
            _, wilds, _, is_set = choice
            if wilds > left:
                continue
            built = colours + 1 if colour and is_set and colours < most else colours
            state = (built, any_set or is_set, left - wilds)
            cost = before + more
            known = reached.get(state)
            if known is None or cost <= known[0]:
                way = (cost, (*searched, (g, choice)))
                if known is None or way < known:
                    reached[state] = way
    return reached


@remembered
def priced_choices(
    edition: Edition, held: GroupHeld, free: int, read: int
) -> tuple[int, Sequence[Priced]]:
    """The rank of a group, and what can become of it with the cost of each choice. `free` wilds may
    be in it, `read` of them are read as cards of it.

    Where completing it costs no more cards than giving it up, it is not given up: another set never
    makes the houses cost more.

    The rank is IN_ANY_CASE for a colour that is a set with every choice. It is above 0 for a colour
    that lacks more cards than it has, at least `free` more: what completing it costs more than
    giving it up. In such a group every free wild saves the same, so of two of them the one of the
    lower rank costs less with any number of wilds, and both cost more than giving them up. For all
    others it is 0, and so it is where not all cards that a set lacks can be added.
    """
    if held.is_set:
        return (IN_ANY_CASE if held.colour else 0), [(STANDS, 0)]
    facts, real, spare = group_facts(edition), held.real, held.spare
    choices = []
    short = facts.short[held.g][held.have]
    if not held.bound and not real:
        choices.append((LEAVE, read * READ))
    elif not held.bound and (short > real or short > spare):
        choices.append((GONE, real * CARD + read * READ + LATER))
    if short == NEVER:
        return 0, choices
    for wilds in range(max(short - spare, 0), min(free, short) + 1):
        add = short - wilds
        if add or (wilds and (real or facts.wild_only)):
            cost = add * CARD + abs(wilds - read) * READ - held.g
            choices.append((GroupChoice(add, wilds, is_set=True), cost))
    rank = 0
    if short > spare:
        return rank, choices
    if held.colour and short <= real:
        rank = IN_ANY_CASE
    elif held.colour and real and not held.bound and not read and short >= real + free:
        rank = choices[1][1] - choices[0][1]
    return rank, choices


def mended(hand: Holding, cards: Sequence[str], mend: Mend) -> list[str]:
    """The hand once the cards are added and discarded."""
    away, more = Counter(mend.built.discard), list(mend.built.add)
    for g, choice in mend.groups.items():
        held = hand.held(g)
        if choice.gone:
            away.update(held.own)
        more += held.lacking[: choice.add]
    return [*(Counter(cards) - away).elements(), *more]
