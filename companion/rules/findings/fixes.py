"""The fix of each problem: its share of the fewest cards that mend the hand.

`mend.fewest` looks at the hand as a whole; here what it asks for is given to the problems. Each
card to discard goes to one problem only. A card to add may be named by two (having no set, and the
group that it completes); it is one card all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

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


@dataclass(eq=False, slots=True)
class MendShare:
    """A part of a mend: groups to complete, houses to add, cards to discard.

    `wilds`: what free wilds count as among the houses. `places`: the groups where the houses at
    fault can stand once they are completed, by this fix or another. `instead`: what may be added in
    place of the cards that are discarded. `also`: another problem asks to discard such a card, too.
    """

    groups: list[GroupMend] = field(default_factory=list)
    houses: Cards = ()
    discard: list[str] = field(default_factory=list)
    wilds: Cards = ()
    places: Sequence[int] = ()
    instead: Cards = ()
    also: bool = False


def fixes(hand: Holding, mend: Mend, faults: Sequence[Fault], stands: Cards) -> list[Fix]:
    """The fix of each fault: its part of the mend. `stands` is what the declared wilds are to count
    as then; empty where they stay what they are."""
    edition = hand.edition
    if not mend.cards:  # the declared wilds have to count as other cards, and that is all
        return [Fix((), (), stands, _count_as(edition, stands, "instead"))] * len(faults)
    shares, rest = _shares(hand, mend, faults, stands)
    named = {group.held.g for share in shares.values() for group in share.groups}
    named.update(*[share.places for share in shares.values()])
    own = {group.held.g: group for group in mend.groups}
    found = []
    for fault in faults:
        if fault.group is None:
            found.append(_fix(edition, shares[fault], fault))
        elif group := own.get(fault.group):
            either = group in mend.either and fault.group not in named and not stands
            found.append(group.or_given_up if group.or_given_up and either else group.fix)
        else:
            found.append(NOTHING)
    if rest.groups or rest.houses or rest.discard:
        first, more = found[0], _fix(edition, rest, faults[0])
        text = more.text if first.text == NOTHING.text else f"{first.text} {more.text}"
        found[0] = Fix(first.add + more.add, first.discard + more.discard, (), text)
    if stands:
        then = _count_as(edition, stands, "then")
        found = [replace(fix, stand_in=stands, text=f"{fix.text} {then}") for fix in found]
    return found


def _shares(
    hand: Holding, mend: Mend, faults: Sequence[Fault], stands: Cards
) -> tuple[dict[Fault, MendShare], MendShare]:
    """The parts of the mend that the faults ask for that are about no group; and what no fault asks
    for, which is told with the first one.

    A hand without a set is told to complete the group that pays most. Groups that are completed
    only so that houses may stand there are told with the houses.
    """
    told = {fault.group for fault in faults}
    made = [group for group in mend.groups if group.made]
    rest = MendShare([group for group in made if group.held.g not in told], mend.built.add)
    rest.discard += mend.built.discard
    for group in mend.groups:
        if group.held.g not in told:
            rest.discard += group.fix.discard
    jail = hand.edition.cards.get("out_of_jail")  # a wild that is this card is no house
    wilds = () if stands else tuple([card for card in mend.built.wilds if card != jail])
    rules = {fault.rule for fault in faults}
    builder = next((rule for rule in _TAKES_HOUSES if rule in rules), None)
    shares: dict[Fault, MendShare] = {}
    for fault in faults:
        if fault.group is not None:
            continue
        share = MendShare(_sets_for(fault, made, rest.groups))
        rest.groups = [group for group in rest.groups if group not in share.groups]
        for card in fault.cards:
            if card in rest.discard:
                rest.discard.remove(card)
                share.discard.append(card)
        share.also = any(card in one.discard for one in shares.values() for card in share.discard)
        share.places = _places(hand, fault, share, made, stands)
        if fault.rule == builder:
            share.houses, share.wilds, rest.houses = rest.houses, wilds, ()
        if not stands and (len(faults) == 1 or fault.rule == "jail"):
            share.instead = _instead(hand, fault, share)
        shares[fault] = share
    return shares, rest


def _sets_for(
    fault: Fault, made: Sequence[GroupMend], left: Sequence[GroupMend]
) -> list[GroupMend]:
    """The groups to complete for a problem of no group: of those that are `made` the one that pays
    most, or for houses those that are `left`, which no other problem tells to complete."""
    if fault.rule in ("no-set", "needs-colour-group"):
        return [max(made, key=lambda group: (group.held.colour, group.held.g))]
    if fault.rule in _TAKES_SETS:
        return [group for group in left if group.held.colour]
    return []


def _places(
    hand: Holding, fault: Fault, share: MendShare, made: Sequence[GroupMend], stands: Cards
) -> Sequence[int]:
    """Where houses without a set can stand that are not discarded: on the last of the sets that are
    completed, as many as these houses need."""
    if fault.rule not in _WITHOUT_SET or (stands and hand.edition.wild in fault.cards):
        return ()
    staying = max([fault.cards.count(card) - share.discard.count(card) for card in fault.cards])
    colours = [group.held.g for group in made if group.held.colour]
    return colours[-min(staying, hand.improvements.most) :] if staying else ()


def _instead(hand: Holding, fault: Fault, share: MendShare) -> Cards:
    """The card that cancels those at fault, or the lower houses that lack, where it is as few cards
    to add them as to discard those at fault: one of them may only be forgotten."""
    cards = fault.missing
    as_few = len(cards) == len(share.discard) == len(fault.cards)
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
