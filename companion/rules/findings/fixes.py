"""The fix of each problem: its share of the fewest cards that mend the hand.

`mend.fewest` looks at the hand as a whole; here what it asks for is given to the problems. Each
card to discard goes to one problem only. A card to add may be named by two (having no set, and the
group that it completes); it is one card all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.rules.edition import Edition
from companion.rules.findings.finding import Fix
from companion.rules.findings.holding import Holding
from companion.rules.findings.improvements import Fault
from companion.rules.findings.mend import Chosen, Mend
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


@dataclass(slots=True)
class MendShare:
    """The part of a mend that one problem asks for: groups to complete, and how; houses to add,
    cards to discard.

    `wilds`: what free wilds count as among the houses. `places`: the groups where these houses can
    stand once they are completed, by this fix or another. `instead`: what may be added in place of
    the cards that are discarded. `either`: or the cards at fault are discarded. `also`: another
    problem asks to discard such a card, too.
    `stands`: what all declared wilds are to count as.
    """

    fault: Fault
    stands: Cards
    groups: list[Chosen] = field(default_factory=list)
    houses: Cards = ()
    discard: Cards = ()
    wilds: Cards = ()
    places: Sequence[str] = ()
    instead: Cards = ()
    either: bool = False
    also: bool = False


def fixes(hand: Holding, mend: Mend, faults: Sequence[Fault], stands: Cards) -> list[Fix]:
    """The fix of each fault: its part of the mend. `stands` is what the declared wilds are to count
    as then; empty where they stay what they are.

    A hand without a set is told to complete the group that pays most. Groups that are completed
    only so that houses may stand there are told with the houses. What belongs to no fault is told
    with the first one.
    """
    if not mend.cards:  # the declared wilds have to count as other cards, and that is all
        return [Fix((), (), stands, _count_as(hand.edition, stands, "instead"))] * len(faults)
    told = {fault.group for fault in faults}
    left = [pair for pair in mend.made if pair[0].g not in told]
    away = list(mend.built.discard)
    for held, choice in mend.groups:
        if choice.gone and held.g not in told:
            away += held.own
    chosen = {held.g: (held, choice) for held, choice in mend.groups}
    builder = _builder(faults)
    shares = [MendShare(fault, stands) for fault in faults]
    discarded: set[str] = set()
    for share in shares:
        fault = share.fault
        if fault.group is not None:
            pair = chosen.get(fault.group)
            if pair and pair[1].gone:
                share.discard = fault.cards
            elif pair and pair[1].made:
                share.groups = [pair]
            continue
        share.groups = _sets_for(fault, mend.made, left)
        left = [pair for pair in left if pair not in share.groups]
        share.discard = _taken(away, fault.cards)
        share.also = not discarded.isdisjoint(share.discard)
        discarded.update(share.discard)
        share.places = _places(hand, share, mend.made)
        if fault is builder:
            share.houses = mend.built.add
            share.wilds = () if stands else _houses(hand.edition, mend.built.wilds)
        if fault.missing and not stands and _may_be_added(hand, share, alone=len(faults) == 1):
            share.instead = fault.missing
    if not stands:
        _offer_both(mend, shares)
    first = shares[0]
    first.groups += left
    first.discard += tuple(hand.edition.sort(away))
    if not builder:
        first.houses = mend.built.add
    return [_fix(hand.edition, share) for share in shares]


def _offer_both(mend: Mend, shares: Sequence[MendShare]) -> None:
    """Groups that may as well be given up: both is told, unless another problem asks to complete
    the group, or to put houses there."""
    named: set[str] = set()
    for share in shares:
        if share.fault.group is None:
            named.update([held.group.name for held, _ in share.groups], share.places)
    for share in shares:
        if share.fault.group is not None:
            groups = [held for held, _ in share.groups if held.group.name not in named]
            share.either = any(held in mend.either for held in groups)


def _builder(faults: Sequence[Fault]) -> Fault | None:
    """The fault that asks for houses to be added; None where none is about houses."""
    by_rule = {fault.rule: fault for fault in faults}
    return next((by_rule[rule] for rule in _TAKES_HOUSES if rule in by_rule), None)


def _taken(away: list[str], cards: Sequence[str]) -> Cards:
    """Those of the cards that are in `away`, from where they are taken."""
    taken = []
    for card in cards:
        if card in away:
            away.remove(card)
            taken.append(card)
    return tuple(taken)


def _sets_for(fault: Fault, made: Sequence[Chosen], left: Sequence[Chosen]) -> list[Chosen]:
    """The groups to complete for a problem of no group: of those that are `made` the one that pays
    most, or for houses those that are `left`, which no other problem tells to complete."""
    if fault.rule in ("no-set", "needs-colour-group"):
        return [max(made, key=lambda pair: (pair[0].colour, pair[0].g))]
    if fault.rule in _TAKES_SETS:
        return [pair for pair in left if pair[0].colour]
    return []


def _places(hand: Holding, share: MendShare, made: Sequence[Chosen]) -> list[str]:
    """Where houses without a set can stand that are not discarded: on the last of the sets that are
    completed, as many as these houses need."""
    fault = share.fault
    if fault.rule not in _WITHOUT_SET or (share.stands and hand.edition.wild in fault.cards):
        return []
    staying = max([fault.cards.count(card) - share.discard.count(card) for card in fault.cards])
    names = [held.group.name for held, _ in made if held.colour]
    return names[-min(staying, hand.improvements.most) :] if staying else []


def _houses(edition: Edition, cards: Cards) -> Cards:
    """Those of the cards that are houses or hotels."""
    return tuple([c for c in cards if c in edition.cards["houses"] or c == edition.cards["hotel"]])


def _may_be_added(hand: Holding, share: MendShare, *, alone: bool) -> bool:
    """Whether the card that cancels those at fault, or the lower houses of the only problem, may be
    added in place of what is discarded. That is told where it is as few cards, since one of them
    may only be forgotten."""
    fault, cards = share.fault, share.fault.missing
    as_few = len(cards) == len(share.discard) and share.discard == fault.cards
    return as_few and (alone or fault.rule == "jail") and not hand.out_of_reach(cards)


# --- in words ------------------------------------------------------------------------------------


def _fix(edition: Edition, share: MendShare) -> Fix:
    """What a problem asks for, and in words."""
    add = [card for held, choice in share.groups for card in held.lacking[: choice.add]]
    texts = [choice.text for _, choice in share.groups]
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
    if share.stands:
        texts.append(_count_as(edition, share.stands, "then"))
    return Fix((*add, *share.houses), share.discard, share.stands, " ".join(texts))


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
