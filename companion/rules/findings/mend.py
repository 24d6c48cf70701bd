"""The fewest cards that let a hand go out: which to add, which to discard.

Each group that is no set is completed or given up. Wilds help with that or with the houses. What
the houses then ask for depends only on how many colour sets there are and how many wilds are left.
So the groups are gone through one by one, and of all ways that lead to the same number of colour
sets and wilds only the best is kept. No change of the hand asks for fewer cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import NamedTuple

from companion.rules.findings.finding import Fix
from companion.rules.findings.holding import GroupHeld, Holding, Reading
from companion.rules.findings.improvements import Improvements, Numbers
from companion.rules.findings.wording import Cards, completed
from companion.rules.remember import remembered
from companion.rules.words import cards_said


class Cost(NamedTuple):
    """What a way to mend a hand costs. Of two costs the first number in which they differ says
    which is smaller.

    `cards`: how many are added and discarded. `reread`: how many wilds count as other cards than
    where the problems are told. `second_choice`: groups that are discarded and houses that are
    added, for to complete a set and to discard houses is told first. `place`: minus the places on
    the board, for a later group is worth more.
    """

    cards: int = 0
    reread: int = 0
    second_choice: int = 0
    place: int = 0


def _sum(cost: Cost, other: Cost) -> Cost:
    """What both cost together."""
    return Cost(*map(add, cost, other))


NOTHING = Fix((), (), (), "No extra card needed. The other fixes solve this too.")


@dataclass(frozen=True, eq=False, slots=True)
class GroupMend:
    """What becomes of one group: the cost; the wilds that count as cards of it; whether it is a set
    then; and how that is told. `or_given_up`: the same with the other way, where it may be given up
    for as few cards."""

    held: GroupHeld
    cost: Cost
    fix: Fix = NOTHING
    wilds: int = 0
    is_set: bool = False
    or_given_up: Fix | None = None

    @property
    def made(self) -> bool:
        """Whether it is completed, and not just as where the problems are told."""
        return self.is_set and self.fix is not NOTHING


@dataclass(slots=True)
class Built:
    """What houses, hotels and jail cards ask for: cards to add and cards to discard; and what free
    wilds count as among them."""

    add: Cards
    discard: Cards
    wilds: Cards
    cost: Cost


@dataclass(slots=True)
class Mend:
    """The fewest cards that let a hand go out. `groups`: what becomes of the groups that are no
    sets, in order; one that is not among them stays as it is. `may_be_given_up`: the completed ones
    that may as well be given up, all of them. `built`: what the houses ask for. `cards`: how many
    cards are added and discarded in all."""

    groups: Sequence[GroupMend]
    may_be_given_up: Sequence[GroupMend]
    built: Built
    cards: int


Reached = tuple[int, bool, int]
"""Colour sets, whether there is any set, wilds left."""
Decided = tuple[Cost, tuple[GroupMend, ...]]
"""The cost, and what becomes of each group so far."""


def fewest(hand: Holding, reading: Reading) -> Mend | None:
    """The fewest cards to add and to discard so that the hand may go out. None where the declared
    wilds keep it from that whatever is done, or all that would help lies in other hands: what is
    added comes from none of them, and is no wild. `reading` is how its free wilds are read where
    the problems are told.

    An example, from Classic UK: two Reds, two Greens, a 1st and a 3rd House.

    - Red is completed with one card, for to give it up takes two; so is Green. Dark Blue and the
      Utilities, of which there is no card, stay away for nothing, or are completed with two.
    - So of all ways to two colour sets the best takes two cards (`_with_group`): Red and Green.
    - With two colour sets the houses ask for one card: the 3rd House is discarded (`_built`).
    - Three colour sets would take four cards and leave the 3rd House out of order all the same.
      So it is three cards: Fleet Street and Oxford Street are added, the 3rd House is discarded.
    """
    wilds_told = {held.g: wilds for held, wilds in reading.groups}
    best: tuple[Cost, Sequence[GroupMend], Built, int] | None = None
    for (colours, any_set, left), (cost, groups) in _decided(hand, wilds_told).items():
        if not (colours or (any_set and not hand.needs_colour)):
            continue
        if best and cost >= best[0]:
            continue  # the houses cost nothing at best
        built = _built(hand.improvements, colours, left, reading.singles)
        if built:
            whole = _sum(cost, built.cost)
            if not best or whole < best[0]:
                best = whole, groups, built, left
    if not best:
        return None
    cost, chosen, built, left = best
    in_order = sorted(chosen, key=lambda group: group.held.g)
    as_well = _may_be_given_up(hand, in_order, built, left, reading.singles)
    return Mend(in_order, as_well, built, cost.cards)


def _decided(hand: Holding, wilds_told: Mapping[int, int]) -> Mapping[Reached, Decided]:
    """For all numbers of sets and wilds that can be reached, the best way to complete groups and to
    give others up."""
    sets = [held.colour for held in hand.groups if not held.short]
    most = hand.improvements.most
    start = min(sum(sets), most), bool(sets), hand.free
    choices = [
        _choices(held, hand.free, wilds_told.get(held.g, 0))
        for held in _undecided(hand, wilds_told, start)
    ]
    decided: Mapping[Reached, Decided] = {start: (Cost(), ())}
    for of_group in sorted(choices, key=lambda every: len(every) > 1):  # one makes no more ways
        decided = _with_group(most, of_group, decided)
    return decided


def _may_be_given_up(
    hand: Holding, groups: Sequence[GroupMend], built: Built, left: int, singles_told: Cards
) -> list[GroupMend]:
    """The groups that are completed and may as well be given up, all of them: that is as few cards,
    and the hand needs no other set or house then. Those that pay most are rather kept."""
    sets = [held for held in hand.groups if not held.short]
    sets += [group.held for group in groups if group.is_set]
    found = []
    for group in sorted(groups, key=lambda group: (group.held.colour, group.held.g)):
        held = group.held
        if group.or_given_up:
            rest = [other for other in sets if other is not held]
            colours = min(sum(other.colour for other in rest), hand.improvements.most)
            enough = colours or (rest and not hand.needs_colour)
            if enough and _built(hand.improvements, colours, left, singles_told) == built:
                found.append(group)
                sets = rest
    return found


def _undecided(hand: Holding, wilds_told: Mapping[int, int], start: Reached) -> list[GroupHeld]:
    """The groups that may be completed or given up.

    Of those without any card the ones that lack fewest cards are enough: until as many colours as
    the houses can need, and one of the others if there is not any set, can be completed with cards
    alone. Those passed on the way may need a wild.
    """
    colours, any_set, _ = start
    wanted = {True: hand.improvements.most - colours, False: not (any_set or hand.needs_colour)}
    begun: list[GroupHeld] = []
    rest: list[GroupHeld] = []
    for held in hand.groups:
        if held.short:
            (begun if held.fault or held.g in wilds_told else rest).append(held)
    for held in sorted(rest, key=lambda held: (held.short, -held.g)):
        if wanted[held.colour] > 0:
            begun.append(held)
            wanted[held.colour] -= held.short <= held.spare
    return sorted(begun, key=lambda held: held.g)


def _with_group(
    most: int, choices: Sequence[GroupMend], decided: Mapping[Reached, Decided]
) -> dict[Reached, Decided]:
    """The best ways once it is said what becomes of this group, too."""
    reached: dict[Reached, Decided] = {}
    for (colours, any_set, left), (before, chosen) in decided.items():
        for choice in choices:
            if choice.wilds > left:
                continue
            more = colours < most and choice.held.colour and choice.is_set
            state = colours + more, any_set or choice.is_set, left - choice.wilds
            cost = _sum(before, choice.cost)
            if state not in reached or cost < reached[state][0]:
                reached[state] = cost, (*chosen, choice)
    return reached


@remembered  # without it a hand takes twice as long
def _choices(held: GroupHeld, free: int, wilds_told: int) -> Sequence[GroupMend]:
    """What can become of a group that is no set, with up to `free` wilds; `wilds_told` of them are
    read as cards of it where the problems are told. Where completing it costs no more cards than
    giving it up, it is not given up: another set never makes the houses cost more."""
    short, own, spare = held.short, held.own, held.spare
    given_up = cards_said(held.edition, own)
    choices = []
    if not held.bound and (not own or short > len(own) or short > spare):
        fix = Fix((), own, (), f"Discard {given_up}.") if own else NOTHING
        cost = Cost(cards=len(own), reread=wilds_told, second_choice=bool(own))
        choices.append(GroupMend(held, cost, fix))
    if short > len(held.lacking):
        return choices
    for wilds in range(min(free, short), max(short - spare, 0) - 1, -1):
        added = held.lacking[: short - wilds]
        if not (added or held.may_be_set):
            continue
        cost = Cost(cards=len(added), reread=abs(wilds - wilds_told), place=-held.g)
        fix, or_given_up = NOTHING, None
        if added or wilds > wilds_told:
            fix = Fix(added, (), (), completed(held.edition, held.group, added, wilds))
        if len(added) == len(own) and not (wilds or held.bound):
            or_given_up = replace(fix, text=f"{fix.text} Or discard {given_up}.")
        choices.append(GroupMend(held, cost, fix, wilds, True, or_given_up))
    return choices


@remembered  # without it a hand takes twice as long
def _built(
    improvements: Improvements, colours: int, wilds: int, singles_told: Cards
) -> Built | None:
    """The fewest houses, hotels and jail cards to add and to discard with this number of colour
    sets and of wilds that may be any of them; None where nothing helps. `singles_told`: what wilds
    are read as where the problems are told. Of equally few cards, those with which that is so; then
    those that discard most, then those that need the fewest wilds."""
    kinds, edition = improvements.kinds(improvements.edition), improvements.edition
    told = [singles_told.count(card) for card in kinds]
    rows = list(zip(improvements.fixed, improvements.known, improvements.spare, told, strict=True))
    best: tuple[tuple[int, ...], Numbers] | None = None
    for numbers in improvements.standing(colours):
        discard = lacking = beyond = as_told = 0
        for number, (held, known, spare, said) in zip(numbers, rows, strict=True):
            if number < held:
                discard += held - number
            elif number > known:
                lacking += number - known
                beyond += max(number - known - spare, 0)
                as_told += min(number - known, said)
        if beyond > wilds:
            continue  # a card that lies in another hand has to be a wild
        used = min(lacking, wilds)
        added = lacking - used
        cost = discard + added, max(used - as_told, 0), added, used
        if best is None or cost < best[0]:
            best = cost, numbers
    if best is None:
        return None
    (cards, *_), numbers = best
    away: list[str] = []
    gone: list[str] = []
    rest: list[str] = []
    for card, number, (held, known, spare, _) in zip(kinds, numbers, rows, strict=True):
        away += [card] * (held - number)
        gone += [card] * (number - known - spare)
        rest += [card] * min(number - known, spare)
    wanted = [*gone, *sorted(rest, key=lambda card: card not in singles_told)]
    more, lent = edition.sort(wanted[wilds:]), edition.sort(wanted[:wilds])
    cost = Cost(cards=cards, second_choice=len(more))
    return Built(tuple(more), tuple(away), tuple(lent), cost)


def mended(hand: Holding, mend: Mend) -> list[str]:
    """The hand once the cards are added and discarded."""
    away, more = list(mend.built.discard), list(mend.built.add)
    for group in mend.groups:
        more += group.fix.add
        away += group.fix.discard
    return [*(Counter(hand.cards) - Counter(away)).elements(), *more]
