"""The fix of each problem: its share of the fewest cards that mend the hand.

`mend.fewest` looks at the hand as a whole; here what it asks for is given to the problems. Each
card to discard goes to one problem only. A card to add may be named by two (having no set, and the
group that it completes); it is one card all the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules.edition import Edition
from companion.rules.findings.finding import Fix
from companion.rules.findings.holding import Holding
from companion.rules.findings.improvements import Fault
from companion.rules.findings.mend import NOTHING, GroupMend, Mend
from companion.rules.findings.wording import Cards
from companion.rules.words import cards_said, copies, listed, wild_counts_as

_WITHOUT_SET = ("house-without-set", "hotel-without-set")
_TAKES_SETS = (*_WITHOUT_SET, "too-many-houses")
"""The problems of houses that another set solves."""
_TAKES_HOUSES = (
    "house-out-of-sequence",
    "house-without-set",
    "hotel-without-four-houses",
    "hotel-without-set",
    "too-many-houses",
)
"""The problems that more houses solve; the first one that a hand has asks for them."""


@dataclass(frozen=True, slots=True)
class MendShare:
    """A part of a mend: groups to complete, houses to add, cards to discard.

    `wilds`: what free wilds count as among the houses. `places`: the groups where the houses at
    fault can stand once they are completed, by this fix or another. `instead`: what may be added in
    place of the cards that are discarded. `also`: another problem asks to discard such a card, too.
    """

    groups: Sequence[GroupMend] = ()
    houses: Cards = ()
    discard: Cards = ()
    wilds: Cards = ()
    places: Sequence[int] = ()
    instead: Cards = ()
    also: bool = False


def fixes(hand: Holding, mend: Mend, faults: Sequence[Fault], stands: Cards) -> list[Fix]:
    """The fix of each fault: its part of the mend. `stands` is what the declared wilds are to count
    as then; empty where they stay what they are.

    A fault about a group is told what becomes of that group. The rest of the mend is shared among
    the other faults (`_shares`). What is left then is told with the first fault.
    """
    edition = hand.edition
    if not mend.cards:  # the declared wilds have to count as other cards, and that is all
        return [Fix((), (), stands, _count_as(edition, stands, "instead"))] * len(faults)
    shares, rest = _shares(hand, mend, faults, stands)
    named = {group.held.g for share in shares.values() for group in share.groups}
    named.update(*[share.places for share in shares.values()])
    found = [
        _fix(edition, shares[fault], fault)
        if fault.group is None
        else _of_group(mend, fault.group, must_be_set=bool(stands) or fault.group in named)
        for fault in faults
    ]
    if rest.groups or rest.houses or rest.discard:
        found[0] = _both(found[0], _fix(edition, rest, faults[0]))
    if stands:
        then = _count_as(edition, stands, "then")
        found = [replace(fix, stand_in=stands, text=f"{fix.text} {then}") for fix in found]
    return found


def _of_group(mend: Mend, g: int, *, must_be_set: bool) -> Fix:
    """What is told about a group that is no set. Where it may as well be given up that is told too,
    unless another fix has it completed (`must_be_set`)."""
    for group in mend.groups:
        if group.held.g == g:
            if group in mend.may_be_given_up and group.or_given_up and not must_be_set:
                return group.or_given_up
            return group.fix
    return NOTHING


def _both(first: Fix, more: Fix) -> Fix:
    """Two fixes as one."""
    text = more.text if first.text == NOTHING.text else f"{first.text} {more.text}"
    return Fix(first.add + more.add, first.discard + more.discard, (), text)


# --- sharing the mend among the faults -----------------------------------------------------------


def _shares(
    hand: Holding, mend: Mend, faults: Sequence[Fault], stands: Cards
) -> tuple[dict[Fault, MendShare], MendShare]:
    """For each fault that is about no group, its part of the mend. And the part that belongs to no
    fault: it is told with the first one."""
    others = [fault for fault in faults if fault.group is None]
    told = {fault.group for fault in faults}
    untold = [group for group in mend.groups if group.held.g not in told]
    made = [group for group in mend.groups if group.made]
    groups, groups_left = _groups_for(others, made, [group for group in untold if group.made])
    away = [card for group in untold for card in group.fix.discard]
    discards, discards_left = _discards_for(others, [*mend.built.discard, *away])
    builder = _builder(others)
    shares: dict[Fault, MendShare] = {}
    before: set[str] = set()
    for fault in others:
        discard, builds = discards[fault], fault is builder
        alone = len(faults) == 1 or fault.rule == "jail"
        shares[fault] = MendShare(
            groups=groups[fault],
            houses=mend.built.add if builds else (),
            discard=discard,
            wilds=_wild_houses(hand, mend) if builds and not stands else (),
            places=_places(hand, fault, discard, made, stands),
            instead=_instead(hand, fault, discard) if alone and not stands else (),
            also=not before.isdisjoint(discard),
        )
        before.update(discard)
    houses_left = () if builder else mend.built.add
    return shares, MendShare(groups_left, houses_left, discards_left)


def _groups_for(
    faults: Sequence[Fault], made: Sequence[GroupMend], left: Sequence[GroupMend]
) -> tuple[dict[Fault, Sequence[GroupMend]], Sequence[GroupMend]]:
    """The groups that each of these faults tells to complete: of all that are `made`, those that
    are `left` because no fault is about them. And those that are left after that.

    A hand without a set is told to complete the group that pays most. Groups that are completed
    only so that houses may stand there are told with the houses.
    """
    shared: dict[Fault, Sequence[GroupMend]] = {}
    for fault in faults:
        shared[fault] = _sets_for(fault, made, left)
        left = [group for group in left if group not in shared[fault]]
    return shared, left


def _sets_for(
    fault: Fault, made: Sequence[GroupMend], left: Sequence[GroupMend]
) -> Sequence[GroupMend]:
    """The groups to complete for a problem of no group: of those that are `made` the one that pays
    most, or for houses those that are `left`, which no other problem tells to complete."""
    if fault.rule in ("no-set", "needs-colour-group"):
        return [max(made, key=lambda group: (group.held.colour, group.held.g))]
    if fault.rule in _TAKES_SETS:
        return [group for group in left if group.held.colour]
    return []


def _discards_for(
    faults: Sequence[Fault], cards: Iterable[str]
) -> tuple[dict[Fault, Cards], Cards]:
    """The cards to discard for each of these faults, each card with the first fault that is about
    it; and the other ones."""
    shared: dict[Fault, Cards] = {}
    left = Counter(cards)
    for fault in faults:
        own = Counter(fault.cards) & left
        shared[fault] = tuple(own.elements())
        left -= own
    return shared, tuple(left.elements())


def _builder(faults: Sequence[Fault]) -> Fault | None:
    """The fault that asks for more houses; None where no fault does."""
    asking = [fault for fault in faults if fault.rule in _TAKES_HOUSES]
    return min(asking, key=lambda fault: _TAKES_HOUSES.index(fault.rule), default=None)


def _wild_houses(hand: Holding, mend: Mend) -> Cards:
    """What free wilds count as among the houses. One that gets out of jail is no house."""
    out = hand.edition.roles.get("out_of_jail")
    return tuple([card for card in mend.built.wilds if card != out])


def _places(
    hand: Holding, fault: Fault, discard: Cards, made: Sequence[GroupMend], stands: Cards
) -> Sequence[int]:
    """Where houses without a set can stand that are not discarded: on the last of the sets that are
    completed, as many as these houses need."""
    if fault.rule not in _WITHOUT_SET or (stands and hand.edition.wild in fault.cards):
        return ()
    staying = max([fault.cards.count(card) - discard.count(card) for card in fault.cards])
    colours = [group.held.g for group in made if group.held.colour]
    return colours[-min(staying, hand.improvements.most) :] if staying else ()


def _instead(hand: Holding, fault: Fault, discard: Cards) -> Cards:
    """The card that cancels those at fault, or the lower houses that lack, where it is as few cards
    to add them as to discard those at fault: one of them may only be forgotten."""
    cards = fault.missing
    as_few = len(cards) == len(discard) == len(fault.cards)
    return cards if as_few and hand.improvements.there_are(cards) else ()


# --- in words ------------------------------------------------------------------------------------


def _fix(edition: Edition, share: MendShare, fault: Fault) -> Fix:
    """What this part of a mend asks for, and in words."""
    add = [card for group in share.groups for card in group.fix.add]
    texts = [group.fix.text for group in share.groups]
    if share.houses:
        texts.append(f"Add {cards_said(edition, share.houses)}.")
    if share.discard:
        discard = "Also discard" if share.also else "Discard"
        instead = f", or add {cards_said(edition, share.instead)}" if share.instead else ""
        said = cards_said(edition, edition.sort(share.discard))
        texts.append(f"{discard} {said}{instead}.")
    asks_nothing = not texts
    if share.wilds:
        texts.append(wild_counts_as(edition, share.wilds))
    if share.places:
        texts.append(_stand_there(edition, share, fault))
    elif asks_nothing:
        texts.append(NOTHING.text)
    return Fix((*add, *share.houses), tuple(edition.sort(share.discard)), (), " ".join(texts))


def _count_as(edition: Edition, cards: Cards, when: str) -> str:
    """What wilds are to count as: ``Let Chance count as Strand then.``"""
    wilds = edition.label(edition.wild)
    if len(cards) > 1:
        wilds = f"the {copies(edition, edition.wild, len(cards))}"
    return f"Let {wilds} count as {cards_said(edition, cards)} {when}."


def _stand_there(edition: Edition, share: MendShare, fault: Fault) -> str:
    """Where the houses at fault can stand: ``Red can take them then.``"""
    places = listed(edition.groups[g].name for g in share.places)
    if share.discard:
        return f"{places} can take the rest then."
    if share.houses:
        return f"{places} can take them all then."
    them = "it" if len(fault.cards) == 1 else "them"
    no_more = "" if share.groups else "No extra card needed. "
    return f"{no_more}{places} can take {them} then."
