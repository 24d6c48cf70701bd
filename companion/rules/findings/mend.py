"""The fewest cards that let a hand go out: which to add, which to discard.

A group that is no set is completed or given up. Wilds help with that or with the houses. How much
the houses then ask for depends only on how many colour sets there are and how many wilds are left.
So the groups are gone through one by one, and of all ways that lead to the same number of colour
sets and wilds only the best is kept. Without a free wild not even that is needed. No change of the
hand asks for fewer cards.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.rules.arrange.sets import NEVER, GroupFacts, group_facts
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
    """What becomes of one group: cards of it added, wilds that count as cards of it, whether its
    real cards are discarded, whether it is a set then."""

    add: int = 0
    wilds: int = 0
    gone: bool = False
    is_set: bool = False


LEAVE, GONE, STANDS = GroupChoice(), GroupChoice(gone=True), GroupChoice(is_set=True)


class Mend(NamedTuple):
    """The fewest cards that let a hand go out. `add` has the properties by group number, `gone`
    the groups given up, `made` the groups that become sets which the free wilds as read do not
    make, with how many wilds each; `built` is the rest."""

    add: dict[int, tuple[str, ...]]
    gone: frozenset[int]
    made: dict[int, int]
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


def fewest(edition: Edition, hand: Holding, held: Collection[str]) -> Mend | None:
    """The fewest cards to add and to discard so that the hand may go out; None where the declared
    wilds keep it from that whatever is done. `held` are its cards and what is declared."""
    if not hand.free:
        return _without_wilds(edition, hand, held)
    ways: dict[State, Way] = {(0, False, hand.free): (0, None, 0, LEAVE)}
    read_in = Counter([hand.facts.group_at.get(card) for card in hand.read])
    for g in _in_question(hand, read_in):
        bound = g in hand.bound
        choices = _choices(edition, g, hand.real[g], hand.have[g], hand.free, read_in[g], bound)
        ways = _with_group(hand, g, choices, ways)
    best: tuple[int, Way, Built] | None = None
    for (colours, any_set, left), way in ways.items():
        if not (colours or (any_set and not hand.facts.needs_colour)):
            continue
        cost = way[0]
        if best is not None and cost >= best[0]:
            continue  # houses cost nothing at best, so it cannot be less
        built = hand.built(colours, left)
        if built is None:
            continue
        cost += _price(built)
        if best is None or cost < best[0]:
            best = (cost, way, built)
    if best is None:
        return None
    cost, last, built = best
    return _told(edition, held, read_in, cost, _groups_of(last), built)


def _groups_of(last: Way) -> list[tuple[int, GroupChoice]]:
    """What becomes of each group on a way, in their order."""
    found = []
    way: Way | None = last
    while way is not None and way[1] is not None:
        found.append((way[2], way[3]))
        way = way[1]
    return found[::-1]


def _without_wilds(edition: Edition, hand: Holding, held: Collection[str]) -> Mend | None:
    """The same where no wild is free, which is most hands.

    A group is completed where that costs less than giving it up: another set never makes the houses
    cost more. The others are given up; of these the cheapest are completed instead, one after
    another, as long as a set is needed or the houses cost less with it. No two cost the same, for
    each has its own place on the board.
    """
    facts = hand.facts
    cost = colours = others = 0
    chosen: dict[int, GroupChoice] = {}
    given_up: dict[int, int] = {}  # and what that costs
    for g, have in enumerate(hand.have):
        if not have:
            continue
        real = hand.real[g]
        if not facts.is_set(g, real, have):
            short = facts.short[g][have]
            if short > real and g not in hand.bound:
                given_up[g] = real * CARD + LATER if real else 0
                cost += given_up[g]
                chosen[g] = GONE if real else LEAVE
                continue
            if short == NEVER:
                return None
            cost += short * CARD - g
            chosen[g] = GroupChoice(short, 0, False, True)
        if facts.bit[g]:
            colours += 1
        else:
            others += 1
    best: tuple[int, Sequence[tuple[int, int]], Built] | None = None
    for extra in _extra_sets(hand, colours, others, given_up):
        now = cost + sum([price for price, _ in extra])
        if best is not None and now >= best[0]:
            continue  # houses cost nothing at best, so it cannot be less
        sets = colours + sum([facts.bit[g] > 0 for _, g in extra])
        built = hand.built(min(sets, hand.most), 0)
        if built is not None:
            now += _price(built)
            if best is None or now < best[0]:
                best = (now, extra, built)
    if best is None:
        return None
    for _, g in best[1]:
        chosen[g] = GroupChoice(facts.short[g][hand.have[g]], is_set=True)
    groups = sorted(chosen.items()) if best[1] else list(chosen.items())
    return _told(edition, held, {}, best[0], groups, best[2])


def _extra_sets(
    hand: Holding, colours: int, others: int, given_up: Mapping[int, int]
) -> Iterator[Sequence[tuple[int, int]]]:
    """The groups that may be completed besides, the cheapest first: none, one that is no colour if
    that is all that is needed, or colours up to as many as houses can need. Each with what it costs
    more than giving it up."""
    facts, any_set_will_do = hand.facts, not hand.facts.needs_colour
    there = colours or (others and any_set_will_do)
    if there:
        yield ()
        if colours >= hand.most:
            return
    more: list[tuple[int, int]] = []
    for g, have in enumerate(hand.have):
        if not have:
            more.append((facts.short[g][0] * CARD - g, g))
        elif g in given_up:
            more.append((facts.short[g][have] * CARD - g - given_up[g], g))
    more.sort()
    if not there and any_set_will_do:
        yield [one for one in more if not facts.bit[one[1]]][:1]
    groups = [one for one in more if facts.bit[one[1]]]
    for number in range(1, min(hand.most - colours, len(groups)) + 1):
        yield groups[:number]


def _price(built: Built) -> int:
    """What the houses cost."""
    return (len(built.add) + len(built.discard)) * CARD + len(built.add) * LATER


def _in_question(hand: Holding, read_in: Mapping[int | None, int]) -> list[int]:
    """The groups that have to be looked at: those with a card of the hand or with a wild in them,
    and of the others as many as may have to become sets.

    Of two groups without any card the smaller one asks for fewer cards, of two of one size the
    later one costs less; and `most` colour sets or one other set are all that ever help. So of
    these groups only the first few in that order can be in the best way; and none where as many
    colour sets are there or completed in any case (`_choices`).
    """
    facts = hand.facts
    begun = [g for g in range(facts.total) if hand.have[g] or read_in[g]]
    in_any_case = 0
    for g in begun:
        real, have = hand.real[g], hand.have[g]
        if facts.bit[g] and (facts.is_set(g, real, have) or facts.short[g][have] <= real):
            in_any_case += 1
    if in_any_case >= hand.most:
        return begun
    empty = sorted(
        [g for g in range(facts.total) if not (hand.have[g] or read_in[g])],
        key=lambda g: (facts.short[g][0], -g),
    )
    colours = [g for g in empty if facts.bit[g]][: hand.most]
    others = [] if facts.needs_colour else [g for g in empty if not facts.bit[g]][:1]
    return sorted([*begun, *colours, *others])


def _with_group(
    hand: Holding, g: int, choices: Sequence[tuple[GroupChoice, int]], ways: Mapping[State, Way]
) -> dict[State, Way]:
    """The best ways once it is said what becomes of this group, too."""
    colour, most = hand.facts.bit[g] > 0, hand.most
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


@lru_cache(maxsize=4096)  # a few cards of each group
def _choices(
    edition: Edition, g: int, real: int, have: int, free: int, read: int, bound: bool
) -> Sequence[tuple[GroupChoice, int]]:
    """What can become of a group, and what that costs. `free` wilds may be in it, `read` of them
    are read as cards of it; `bound`: its declared wilds have to be in a set.

    Where completing it costs no more cards than giving it up, it is not given up: another set never
    makes the houses cost more.
    """
    facts = group_facts(edition)
    if facts.is_set(g, real, have):
        return [(STANDS, 0)]
    choices = []
    short = facts.short[g][have]
    if not bound and not real:
        choices.append((LEAVE, read * READ))
    elif not bound and short > real:
        choices.append((GONE, real * CARD + read * READ + LATER))
    if short == NEVER:
        return choices
    for wilds in range(min(free, short) + 1):
        add = short - wilds
        if add or (wilds and (real or facts.wild_only)):
            cost = add * CARD + abs(wilds - read) * READ - g
            choices.append((GroupChoice(add, wilds, is_set=True), cost))
    return choices


def _told(
    edition: Edition,
    held: Collection[str],
    read_in: Mapping[int | None, int],
    cost: int,
    chosen: Sequence[tuple[int, GroupChoice]],
    built: Built,
) -> Mend:
    add = {}
    for g, choice in chosen:
        if choice.add:
            lacking = [card for card in edition.groups[g].cards if card not in held]
            add[g] = tuple(edition.sort(lacking[: choice.add]))
    gone = frozenset([g for g, choice in chosen if choice.gone])
    made = {
        g: choice.wilds for g, choice in chosen if choice.add or choice.wilds > read_in.get(g, 0)
    }
    return Mend(add, gone, made, built, (cost + LATER // 2) // CARD)


def mended(edition: Edition, cards: Sequence[str], mend: Mend) -> list[str]:
    """The hand once the cards are added and discarded."""
    away = Counter(mend.built.discard)
    for g in mend.gone:
        away.update([card for card in edition.groups[g].cards if card in cards])
    left = Counter(cards) - away
    more = [card for g in mend.add for card in mend.add[g]]
    return [*left.elements(), *more, *mend.built.add]
