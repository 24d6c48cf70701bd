"""The fix of each problem: its share of the fewest cards that mend the hand.

`mend.fewest` looks at the hand as a whole; here what it asks for is given to the problems. Each
card to discard goes to one problem only. A card to add may be named by two (having no set, and the
group that it completes); it is one card all the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.arrange.best import arrange
from companion.rules.edition import Edition
from companion.rules.findings.finding import Fault, Fix, GroupHeld, Holding, Problem
from companion.rules.findings.mend import LEAVE, GroupChoice, Mend, fewest, mended
from companion.rules.hand import remembered
from companion.rules.words import cards_listed, cards_said, copies, listed, wild_counts_as

NEEDS_A_SET = frozenset({"no-set", "needs-colour-group"})
_WITHOUT_SET = frozenset({"house-without-set", "hotel-without-set"})
TAKES_HOUSES = (
    "house-out-of-sequence",
    "house-without-set",
    "hotel-without-four-houses",
    "hotel-without-set",
    "too-many-houses",
)
_TAKES_SETS = _WITHOUT_SET | {"too-many-houses"}
"""The problems of houses that another set solves."""
NOTHING_NEEDED = "No extra card needed. The other fixes solve this too."


class MendShare(NamedTuple):
    """The part of a mend that one problem tells: groups to complete, houses to add, cards to
    discard."""

    groups: tuple[int, ...]
    houses: tuple[str, ...]
    discard: tuple[str, ...]


class AskedFor(NamedTuple):
    """What a problem asks for, and what is said with it.

    `made`: the groups to complete, and how; `colours`: the colour groups that become sets, by this
    problem or by others, for houses without one. `wilds`: what undeclared wilds count as among the
    houses; `stands`: what all declared ones are to count as. `instead` may be added in place of
    `discard`; `also`: another problem tells to discard such a card, too.
    """

    made: tuple[tuple[GroupHeld, GroupChoice], ...] = ()
    houses: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    wilds: tuple[str, ...] = ()
    stands: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    also: bool = False


def problems(
    hand: Holding,
    free: Holding | None,
    cards: Sequence[str],
    faults: Sequence[Fault],
    read: tuple[str, ...],
) -> list[Problem] | None:
    """The faults of a hand that may not go out, each with its fix; all together let it go out, and
    ask for as few cards as any change of it. `read` is what its free wilds are read as in the
    faults.

    Declared wilds stay what they are, unless counting as other cards saves a card: every fix then
    says what they are to count as (`stand_in`). `free` is the hand with nothing declared, None if
    that is the hand itself. None where all that could help lies in other hands.
    """
    edition = hand.edition
    mend = fewest(hand, read)
    stands: tuple[str, ...] = ()
    if free is not None:
        other = fewest(free)
        if other is not None and (mend is None or other.cards < mend.cards):
            hand, mend = free, other
            stands = arrange(edition, mended(hand, cards, mend), goer=True).readings
    if mend is None:
        return None
    if stands and not mend.cards:
        text = _count_as(edition, stands, "instead")
        fix = Fix((), (), stands, text)
        return [Problem(one.rule, one.cards, one.message, fix) for one in faults]
    return _told(hand, mend, faults, stands)


def _told(
    hand: Holding, mend: Mend, faults: Sequence[Fault], stands: tuple[str, ...]
) -> list[Problem]:
    """The problems, each with its part of the mend; `stands`: what declared wilds are to count as
    then."""
    edition, groups, made = hand.edition, mend.groups, mend.made
    shares = _shares(hand, mend, faults)
    gone = hand.out_of_reach(faults) if hand.others else ()
    colours, builder = tuple([g for g in made if hand.facts.bit[g]]), builder_of(faults)
    found = []
    told: set[str] = set()
    for place, fault in enumerate(faults):
        g = fault.group
        if g is None or place in shares:
            share = shares[place]
            asked = AskedFor(
                made=tuple([(hand.held(g), groups[g]) for g in share.groups]),
                houses=share.houses,
                discard=share.discard,
                colours=colours,
                wilds=() if stands or place != builder else mend.built.wilds,
                stands=stands,
                instead=() if stands else instead_of(fault, gone, alone=len(faults) == 1),
                also=not told.isdisjoint(share.discard),
            )
            told.update(share.discard)
            found.append(with_houses(edition, fault, asked))
        else:
            choice = groups.get(g, LEAVE)
            found.append(_with_group(edition, fault, hand.held(g), choice, g in made, stands))
    return found


def _shares(hand: Holding, mend: Mend, faults: Sequence[Fault]) -> dict[int, MendShare]:
    """The part of the mend that each fault tells, by the place of the fault. A fault of a group
    that only tells what becomes of that group has no share here. Cards that belong to no fault go
    to the first one.

    A hand without a set is told to complete the group that pays most. Groups that are completed
    only so that houses may stand there are told with the houses.
    """
    edition, made = hand.edition, mend.made
    own_groups = {fault.group for fault in faults}
    away = list(mend.built.discard)
    if hand.free:  # for speed: where no wild is free, what is discarded has a fault of its own
        for g, choice in mend.groups.items():
            if choice.gone and g not in own_groups:
                away += hand.held(g).own
    left = [g for g in made if g not in own_groups]
    builder = builder_of(faults) if mend.built.add else None
    shares: dict[int, MendShare] = {}
    for place, fault in enumerate(faults):
        if fault.group is not None:
            continue
        groups: tuple[int, ...] = ()
        if fault.rule in NEEDS_A_SET:
            groups = (max([g for g in made if hand.facts.bit[g]] or made),)
            left = [g for g in left if g not in groups]
        elif fault.rule in _TAKES_SETS:
            groups = tuple([g for g in left if hand.facts.bit[g]])
            left = [g for g in left if g not in groups]
        discard = taken(edition, away, fault.cards) if away else ()
        add = mend.built.add if place == builder else ()
        shares[place] = MendShare(groups, add, discard)
    houses = () if builder in shares else mend.built.add
    if left or away or houses:
        groups, add, gone = shares.get(0) or _of_its_group(faults[0], mend)
        shares[0] = MendShare(
            tuple(sorted({*groups, *left})),
            add + houses,
            gone + tuple(edition.sort(away)),
        )
    return shares


def taken(edition: Edition, away: list[str], cards: Sequence[str]) -> tuple[str, ...]:
    """Those of the cards that are in `away`, from where they are taken."""
    found = []
    for card in cards:
        if card in away:
            away.remove(card)
            found.append(card)
    return tuple(edition.sort(found))


def _of_its_group(fault: Fault, mend: Mend) -> MendShare:
    """What the mend does with the group that the fault is about."""
    g = fault.group
    assert g is not None
    gone = mend.groups.get(g, LEAVE).gone
    return MendShare((g,) if g in mend.made else (), (), fault.cards if gone else ())


def builder_of(faults: Sequence[Fault]) -> int | None:
    """The place of the fault that asks for houses to be added; None where none is about houses."""
    rules = [fault.rule for fault in faults]
    return next((rules.index(rule) for rule in TAKES_HOUSES if rule in rules), None)


def instead_of(fault: Fault, gone: Sequence[str], *, alone: bool) -> tuple[str, ...]:
    """The cards that may be added in place of those that a problem discards: the one that cancels
    Go To Jail, or the lower houses of a problem that is `alone`. Empty where one of them is `gone`,
    into other hands."""
    if not fault.lower or not (alone or fault.rule == "jail"):
        return ()
    return () if gone and set(gone).intersection(fault.lower) else fault.lower


def with_houses(edition: Edition, fault: Fault, asked: AskedFor) -> Problem:
    """A problem that may be about houses. Adding the houses in `instead` mends the hand too; that
    is said where it is as few cards, since one of them may only be forgotten."""
    discard, instead, wild_alone = asked.discard, asked.instead, fault.cards == (edition.wild,)
    if instead and (discard != fault.cards or len(instead) != len(discard) or asked.houses):
        asked = asked._replace(instead=())
    nothing_stays = len(discard) == len(fault.cards) or (wild_alone and asked.stands)
    if fault.rule not in _WITHOUT_SET or nothing_stays:
        asked = asked._replace(colours=())
    return in_words(edition, fault, asked)


@remembered
def _with_group(
    edition: Edition,
    fault: Fault,
    held: GroupHeld,
    choice: GroupChoice,
    made: bool,
    stands: tuple[str, ...],
) -> Problem:
    """A problem that asks for nothing but its own group; `made`: that becomes a set."""
    groups = ((held, choice),) if made else ()
    discard = fault.cards if choice.gone else ()
    return in_words(edition, fault, AskedFor(groups, discard=discard, stands=stands))


@remembered
def in_words(edition: Edition, fault: Fault, asked: AskedFor) -> Problem:
    """A problem with its fix."""
    add: tuple[str, ...] = ()
    texts = []
    for held, choice in asked.made:
        lacking = held.lacking[: choice.add]
        add += lacking
        texts.append(_completed(edition, held.g, lacking, choice.wilds))
    if asked.houses:
        add += asked.houses
        texts.append(f"Add {cards_said(edition, asked.houses)}.")
    if asked.discard:
        other = f", or add {cards_said(edition, asked.instead)}" if asked.instead else ""
        discard = "Also discard" if asked.also else "Discard"
        texts.append(f"{discard} {cards_said(edition, asked.discard)}{other}.")
    nothing = not texts
    if asked.wilds:
        texts.append(wild_counts_as(edition, asked.wilds))
    if asked.colours or nothing:
        texts.append(_the_rest(edition, fault, asked))
    if asked.stands:
        texts.append(_count_as(edition, asked.stands, "then"))
    fix = Fix(add, asked.discard, asked.stands, " ".join(texts))
    return Problem(fault.rule, fault.cards, fault.message, fix)


def _count_as(edition: Edition, cards: tuple[str, ...], when: str) -> str:
    """What wilds are to count as: ``Let Chance count as Strand then.``"""
    wilds = edition.label(edition.wild)
    if len(cards) > 1:
        wilds = f"the {copies(edition, edition.wild, len(cards))}"
    return f"Let {wilds} count as {cards_said(edition, cards)} {when}."


def _completed(edition: Edition, g: int, add: tuple[str, ...], wilds: int) -> str:
    """What completes a group: the cards in `add`, and this number of wilds."""
    group, wild = edition.groups[g], edition.label(edition.wild)
    if not add:
        return f"{wild} completes {group.name} once the rest is fixed."
    names = cards_listed(edition, add)
    short = "One card" if len(add) == 1 else f"{len(add)} cards"
    helped = f" with {wild}" if wilds else ""
    if group.kind == "run":
        return f"{short} short: {names} would make a pair{helped}."
    return f"{short} short: {names} would complete {group.name}{helped}."


def _the_rest(edition: Edition, fault: Fault, asked: AskedFor) -> str:
    """What solves a problem that asks for no card of its own, or for fewer than it is about: the
    last of the sets that are completed, as many as the houses need."""
    if not asked.colours:
        return NOTHING_NEEDED
    needed = 1
    if edition.variant.numbered_houses:
        needed = max(fault.cards.count(card) - asked.discard.count(card) for card in fault.cards)
    sets = listed([edition.groups[g].name for g in asked.colours[-needed:]])
    if asked.discard:
        return f"{sets} can take the rest then."
    if asked.houses:
        return f"{sets} can take them all then."
    them = "it" if len(fault.cards) == 1 else "them"
    no_more = "" if asked.made else "No extra card needed. "
    return f"{no_more}{sets} can take {them} then."
