"""What the page of the open deal shows beside the cards to tap."""

from dataclasses import replace
from typing import Any

from companion.game.open_deal import REWARD, Entered, OpenDeal
from companion.game.taps import CLOSED, NotOut, Opened, OwnSeats
from companion.rules.dispute.open_questions import of_deal
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.findings.finding import WARNINGS, blocking
from companion.rules.settlement import Settlement
from companion.web.hand.bar import own_unfinished
from companion.web.hand.editor import Editor, Shown, editor_of
from companion.web.parts.majority import majority


def editor_for(deal: OpenDeal, settlement: Settlement, shown: Shown, own: OwnSeats) -> Editor:
    """The cards to tap, for a phone that enters the hands of these seats."""
    may_clear = own is None or NotOut(deal.goer).forbidden(deal, own, CLOSED) is None
    return replace(editor_of(deal, settlement, shown, own), may_clear=may_clear)


def closing_of(editor: Editor) -> dict[str, Any] | None:
    """What is shown before the deal is closed: who held the most of a card (`told`), the questions
    that the rulebook leaves open, warnings and faults, and that a wild counts as one card in the
    faults and as another in the sum (`readings`). None where the deal cannot be closed, on this
    phone or now."""
    if not editor.closing:
        return None
    settlement = editor.settlement
    return {
        "told": majority(editor.deal.edition, settlement.deal, settlement.jackpot, settlement.laid),
        "left_open": of_deal(settlement),
        "warnings": [finding for finding in settlement.findings if finding.rule in WARNINGS],
        "faults": list(blocking(settlement.findings)),
        "readings": two_readings(settlement),
    }


def opens_at(deal: OpenDeal, own: OwnSeats) -> Opened:
    """What a fresh page has open: on a player's phone its own hand, and its reward, until it says
    that it is entered; the hand that went out until it has all its cards, and then its reward.

    On the scorekeeper's it is that of whoever went out, while nothing else is entered; nothing
    while its player's own phone enters it.
    """
    if own is not None:
        return Opened(own_unfinished(deal, own)) if deal.knows_who else CLOSED
    goer = deal.goer
    if goer is None or deal.hands[goer].on_phone:
        return CLOSED
    alone = all(hand.how == Entered.MISSING for hand in deal.hands)
    if deal.laid_down:
        return Opened(REWARD) if deal.reward_open and alone else CLOSED
    is_open = goer in deal.missing() or (deal.goer_lacks_cards and alone)
    return Opened(goer) if is_open else CLOSED
