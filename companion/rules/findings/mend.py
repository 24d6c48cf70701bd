"""The fewest cards that let a hand go out: which to add, which to discard.

A group that is no set is completed or given up. Wilds help with that or with the houses. How much
the houses then ask for depends only on how many colour sets there are and how many wilds are left.
So the groups are gone through one by one, and of all ways that lead to the same number of colour
sets and wilds only the best is kept. No change of the hand asks for fewer cards.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from companion.rules.arrange.sets import GroupFacts
from companion.rules.edition import Edition


class Built(NamedTuple):
    """What houses, hotels and jail cards ask for: cards to add and cards to discard."""

    add: tuple[str, ...]
    discard: tuple[str, ...]


class Holding(NamedTuple):
    """A hand by number. `real` and `have`: different cards held of each group, without and with
    the declared wilds; `free` wilds may be anything; `bound`: groups in which declared wilds have
    to be in a set; `read`: what the free wilds are read as where the problems are told. `built`
    takes a number of colour sets and of free wilds, and says which improvements to add and to
    discard then, or None where nothing helps; more than `most` colour sets change nothing."""

    facts: GroupFacts
    real: Sequence[int]
    have: Sequence[int]
    free: int
    bound: Collection[int]
    read: tuple[str, ...]
    most: int
    built: Callable[[int, int], Built | None]


class GroupChoice(NamedTuple):
    """What becomes of one group: cards of it added, wilds that stand for cards of it, whether its
    real cards are discarded, whether it is a set then."""

    add: int = 0
    wilds: int = 0
    gone: bool = False
    is_set: bool = False


class Mend(NamedTuple):
    """The fewest cards that let a hand go out. `add` has the properties by group number, `gone`
    the groups given up, `made` the groups that become sets which the free wilds as read do not
    make, with how many wilds each; `built` is the rest."""

    add: dict[int, tuple[str, ...]]
    gone: frozenset[int]
    made: dict[int, int]
    built: Built
    cards: int


Cost = tuple[int, int, int, int]
"""Cards; wilds read otherwise than where the problems are told; groups discarded and houses added
(completing a set and discarding houses come first); places on the board, the last one first."""
Way = tuple[Cost, tuple[GroupChoice, ...]]
LEAVE, STANDS = GroupChoice(), GroupChoice(is_set=True)


def fewest(edition: Edition, hand: Holding, held: Sequence[str]) -> Mend | None:
    """The fewest cards to add and to discard so that the hand may go out; None where the declared
    wilds keep it from that whatever is done. `held` are its cards and what is declared."""
    facts = hand.facts
    ways: dict[tuple[int, bool, int], Way] = {(0, False, hand.free): ((0, 0, 0, 0), ())}
    for g in range(facts.total):
        choices = list(_choices(edition, hand, g))
        colour = g in facts.colours
        reached: dict[tuple[int, bool, int], Way] = {}
        for (colours, any_set, left), (cost, chosen) in ways.items():
            for choice, more in choices:
                if choice.wilds > left:
                    continue
                built = min(colours + (colour and choice.is_set), hand.most)
                state = (built, any_set or choice.is_set, left - choice.wilds)
                then = (_plus(cost, more), (*chosen, choice))
                if state not in reached or then[0] < reached[state][0]:
                    reached[state] = then
        ways = reached
    best: tuple[Cost, tuple[GroupChoice, ...], Built] | None = None
    for (colours, any_set, left), (cost, chosen) in ways.items():
        if not (colours or (any_set and not facts.needs_colour)):
            continue
        built_so = hand.built(colours, left)
        if built_so is None:
            continue
        add, discard = map(len, built_so)
        whole = _plus(cost, (add + discard, 0, add, 0))
        if best is None or whole < best[0]:
            best = (whole, chosen, built_so)
    return None if best is None else _told(edition, hand, held, *best)


def _plus(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _choices(edition: Edition, hand: Holding, g: int) -> Iterator[tuple[GroupChoice, Cost]]:
    """What can become of a group, and what that costs."""
    facts, real, have = hand.facts, hand.real[g], hand.have[g]
    if facts.is_set(g, real, have):
        yield STANDS, (0, 0, 0, 0)
        return
    read = _read_in(edition, hand, g)
    if not real and g not in hand.bound:
        yield LEAVE, (0, read, 0, 0)
    elif g not in hand.bound:
        yield GroupChoice(gone=True), (real, read, 1, 0)
    short = (2 if facts.runs[g] else facts.sizes[g]) - have
    if short < 1 and have < facts.sizes[g]:
        short = 1  # wilds alone are no set: a real card has to come
    for wilds in range(min(hand.free, short) + 1):
        add = short - wilds
        if add or (wilds and (real or facts.wild_only)):
            yield GroupChoice(add, wilds, is_set=True), (add, abs(wilds - read), 0, -g)


def _read_in(edition: Edition, hand: Holding, g: int) -> int:
    """How many free wilds are read as a card of this group."""
    return sum(card in edition.groups[g].cards for card in hand.read)


def _told(
    edition: Edition,
    hand: Holding,
    held: Sequence[str],
    cost: Cost,
    chosen: tuple[GroupChoice, ...],
    built: Built,
) -> Mend:
    add = {}
    for g, choice in enumerate(chosen):
        if choice.add:
            lacking = [card for card in edition.groups[g].cards if card not in held]
            lacking.sort(key=lambda card: card in hand.read)
            add[g] = tuple(edition.sort(lacking[: choice.add]))
    gone = frozenset(g for g, choice in enumerate(chosen) if choice.gone)
    made = {
        g: choice.wilds
        for g, choice in enumerate(chosen)
        if choice.add or choice.wilds > _read_in(edition, hand, g)
    }
    return Mend(add, gone, made, built, cost[0])


def mended(edition: Edition, cards: Sequence[str], mend: Mend) -> list[str]:
    """The hand once the cards are added and discarded."""
    away = Counter(mend.built.discard)
    for g in mend.gone:
        away.update([card for card in edition.groups[g].cards if card in cards])
    left = Counter(cards) - away
    more = [card for g in mend.add for card in mend.add[g]]
    return [*left.elements(), *more, *mend.built.add]
