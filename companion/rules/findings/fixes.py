"""The fix of each problem: its share of the fewest cards that mend the hand.

`mend.fewest` looks at the hand as a whole; here what it asks for is given to the problems. Each
card to discard goes to one problem only. A card to add may be named by two (having no set, and the
group that it completes); it is one card all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from companion.rules.edition import Edition
from companion.rules.findings.finding import Fix
from companion.rules.findings.holding import Holding
from companion.rules.findings.improvements import Fault
from companion.rules.findings.mend import GroupMend, Mend
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
    """The part of a mend that one problem asks for: groups to complete, houses to add, cards to
    discard.

    `wilds`: what free wilds count as among the houses. `places`: the groups where these houses can
    stand once they are completed, by this fix or another. `instead`: what may be added in place of
    the cards that are discarded. `also`: another problem asks to discard such a card, too.
    `either`: its group may as well be given up.
    """

    fault: Fault
    groups: list[GroupMend] = field(default_factory=list)
    houses: Cards = ()
    discard: Cards = ()
    wilds: Cards = ()
    places: Sequence[str] = ()
    instead: Cards = ()
    also: bool = False
    either: bool = False


def fixes(hand: Holding, mend: Mend, faults: Sequence[Fault], stands: Cards) -> list[Fix]:
    """The fix of each fault: its part of the mend. `stands` is what the declared wilds are to count
    as then; empty where they stay what they are.

    A hand without a set is told to complete the group that pays most. Groups that are completed
    only so that houses may stand there are told with the houses. What belongs to no fault is told
    with the first one.
    """
    edition = hand.edition
    if not mend.cards:  # the declared wilds have to count as other cards, and that is all
        return [Fix((), (), stands, _count_as(edition, stands, "instead"))] * len(faults)
    of_group = {group.held.g: group for group in mend.groups}
    told = {fault.group for fault in faults}
    made = [group for group in mend.groups if group.made]
    left = [group for group in made if group.held.g not in told]
    gone = [group.held.own for group in mend.groups if group.gone and group.held.g not in told]
    away = [*mend.built.discard, *chain.from_iterable(gone)]
    jail = edition.cards.get("out_of_jail")  # a wild that is this card is no house
    wilds = () if stands else tuple([card for card in mend.built.wilds if card != jail])
    rules = {fault.rule for fault in faults}
    builder = next((rule for rule in _TAKES_HOUSES if rule in rules), None)
    shares: list[MendShare] = []
    for fault in faults:
        share = MendShare(fault)
        if fault.group is None:
            share.groups = _sets_for(fault, made, left)
            left = [group for group in left if group not in share.groups]
            share.discard = _taken(away, fault.cards)
            share.also = any(card in other.discard for other in shares for card in share.discard)
            share.places = _places(hand, share, made, stands)
        elif fault.group in of_group:
            group = of_group[fault.group]
            share.groups = [group] if group.made else []
            share.discard = fault.cards if group.gone else ()
        if fault.rule == builder:
            share.houses, share.wilds = mend.built.add, wilds
        shares.append(share)
    if not stands:
        _offer_others(hand, mend, shares)
    first = shares[0]
    first.groups += left
    first.discard += tuple(edition.sort(away))
    first.houses = first.houses if builder else mend.built.add
    return [_fix(edition, share, stands) for share in shares]


def _offer_others(hand: Holding, mend: Mend, shares: Sequence[MendShare]) -> None:
    """Says what asks for as few cards: to give a group up that no other problem asks to complete or
    to put houses on; or to add the card that cancels those at fault, or the lower houses of the
    only problem, for one of them may only be forgotten."""
    others = [share for share in shares if share.fault.group is None]
    named = {group.held.group.name for share in others for group in share.groups}
    named.update(*[share.places for share in others])
    for share in shares:
        fault, cards = share.fault, share.fault.missing
        share.either = share not in others and any(
            group in mend.either and group.held.group.name not in named for group in share.groups
        )
        if (
            (len(shares) == 1 or fault.rule == "jail")
            and len(cards) == len(share.discard)
            and share.discard == fault.cards
            and hand.improvements.there_are(cards)
        ):
            share.instead = cards


def _taken(away: list[str], cards: Sequence[str]) -> Cards:
    """Those of the cards that are in `away`, from where they are taken."""
    taken = []
    for card in cards:
        if card in away:
            away.remove(card)
            taken.append(card)
    return tuple(taken)


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
    hand: Holding, share: MendShare, made: Sequence[GroupMend], stands: Cards
) -> Sequence[str]:
    """Where houses without a set can stand that are not discarded: on the last of the sets that are
    completed, as many as these houses need."""
    fault = share.fault
    if fault.rule not in _WITHOUT_SET or (stands and hand.edition.wild in fault.cards):
        return ()
    staying = max([fault.cards.count(card) - share.discard.count(card) for card in fault.cards])
    names = [group.held.group.name for group in made if group.held.colour]
    return names[-min(staying, hand.improvements.most) :] if staying else ()


# --- in words ------------------------------------------------------------------------------------


def _fix(edition: Edition, share: MendShare, stands: Cards) -> Fix:
    """What a problem asks for, and in words."""
    add = [*chain.from_iterable([group.add for group in share.groups]), *share.houses]
    texts = [group.text for group in share.groups]
    if share.either:  # its own group is the first
        texts.insert(1, f"Or discard {cards_said(edition, share.fault.cards)}.")
    if share.houses:
        texts.append(f"Add {cards_said(edition, share.houses)}.")
    if share.discard:
        discard = "Also discard" if share.also else "Discard"
        instead = f", or add {cards_said(edition, share.instead)}" if share.instead else ""
        texts.append(f"{discard} {cards_said(edition, share.discard)}{instead}.")
    asks_nothing = not texts
    if share.wilds:
        texts.append(wild_counts_as(edition, share.wilds))
    if share.places:
        texts.append(_stand_there(share))
    elif asks_nothing:
        texts.append("No extra card needed. The other fixes solve this too.")
    if stands:
        texts.append(_count_as(edition, stands, "then"))
    return Fix(tuple(add), share.discard, stands, " ".join(texts))


def _count_as(edition: Edition, cards: Cards, when: str) -> str:
    """What wilds are to count as: ``Let Chance count as Strand then.``"""
    wilds = edition.label(edition.wild)
    if len(cards) > 1:
        wilds = f"the {copies(edition, edition.wild, len(cards))}"
    return f"Let {wilds} count as {cards_said(edition, cards)} {when}."


def _stand_there(share: MendShare) -> str:
    """Where the houses of a problem can stand: ``Red can take them then.``"""
    places = listed(share.places)
    if share.discard:
        return f"{places} can take the rest then."
    if share.houses:
        return f"{places} can take them all then."
    them = "it" if len(share.fault.cards) == 1 else "them"
    no_more = "" if share.groups else "No extra card needed. "
    return f"{no_more}{places} can take {them} then."
