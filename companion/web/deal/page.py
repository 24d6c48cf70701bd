"""What the page of the open deal shows beside the cards to tap."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import CLOSED
from companion.rules.dispute.open_questions import of_deal
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.findings.finding import WARNINGS, blocking
from companion.rules.settlement import Settlement
from companion.web.hand.bar import FindingText, in_words
from companion.web.hand.editor import Editor, Shown, can_close, editor_of, with_not_out
from companion.web.hand.hands import OtherHand
from companion.web.parts.majority import majority


@dataclass(frozen=True)
class Closing:
    """What is shown before the deal is closed. `reward_of` is whose reward is still open when
    everything else is entered; `told` says who held the most of a card, `left_open` what the
    payouts rest on that the rulebook does not say. `readings` says that a wild counts as one card
    in the faults and as another in the sum."""

    reward_of: str
    told: str | None
    left_open: Sequence[str]
    warnings: Sequence[FindingText]
    faults: Sequence[FindingText]
    readings: str


@dataclass(frozen=True)
class Page:
    """The page of the open deal: the cards to tap, how far the hands are that this phone does not
    enter, what there is to wait for, and the form that closes the deal, if this phone can."""

    editor: Editor
    others: Sequence[OtherHand] = ()
    waits: str = ""
    closing: Closing | None = None


def view(deal: OpenDeal, settlement: Settlement, shown: Shown) -> Page:
    """The page of a phone that enters every hand (see `player_page` for the others)."""
    editor = with_not_out(editor_of(deal, settlement, shown))
    closes = editor.at == CLOSED and can_close(deal)
    return Page(editor, closing=_closing(deal, settlement) if closes else None)


def _closing(deal: OpenDeal, settlement: Settlement) -> Closing:
    edition, players, found = deal.edition, len(deal.players), settlement.findings
    return Closing(
        reward_of=deal.owner(REWARD) if deal.lacks_only_reward else "",
        told=majority(edition, settlement.deal, settlement.jackpot, settlement.laid),
        left_open=[f"{one.text} {one.then}" for one in of_deal(settlement)],
        warnings=in_words(edition, [one for one in found if one.rule in WARNINGS], players),
        faults=in_words(edition, blocking(found), players),
        readings=two_readings(settlement),
    )
