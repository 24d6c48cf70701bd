"""What the page of the open deal shows on a phone that enters one hand, or none: that hand, and how
far the others are."""

from dataclasses import replace

from companion.game import taps
from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import CLOSED, Opened, may_open
from companion.rules.settlement import Settlement
from companion.web.deal.page import Page
from companion.web.hand.bar import (
    LAY,
    BottomBar,
    drawn_button,
    unanswered,
    way_to,
)
from companion.web.hand.editor import (
    Editor,
    Shown,
    bar_of,
    open_chooser,
    open_now,
    open_picker,
    with_not_out,
)
from companion.web.hand.hands import hand_rows, other_hands, own_out_part
from companion.web.hand.monopolies import own_made_parts
from companion.web.hand.picker import Button
from companion.web.hand.short_names import in_short


def view(deal: OpenDeal, settlement: Settlement, shown: Shown, own: frozenset[int]) -> Page:
    """The page of a phone that enters the hands of the seats `own`."""
    at = open_now(deal, shown.at)
    if not may_open(deal, own, at):
        at = CLOSED
    bar = _bar(deal, settlement, at.place, own)
    editor = Editor(
        deal=deal,
        shown=shown,
        at=at,
        out=own_out_part(deal, own, shown.at),
        rows=hand_rows(deal, settlement, at.place, own),
        picker=open_picker(deal, settlement, at, shown),
        chooser=open_chooser(deal, at),
        made=own_made_parts(deal, own),
        early=None,
        bar=bar and _to_you(deal, bar, own),
    )
    if taps.NotOut(deal.goer).forbidden(deal, own, CLOSED) is None:
        editor = with_not_out(editor)
    elif editor.bar is not None:
        editor = replace(editor, bar=editor.bar._replace(other=None))
    return Page(editor, others=other_hands(deal, settlement, own), waits=_waits(deal, own))


YOU = {
    " laid down ": "You laid down ",
    " may not go out": "You may not go out",
    " is paid": "You are paid",
}
"""How a sentence of the bar that begins with a name goes on, and how it begins on that player's own
phone."""


def _to_you(deal: OpenDeal, bar: BottomBar, own: frozenset[int]) -> BottomBar:
    """The bar speaking to this phone's player, not about them."""
    names = [
        name
        for seat in own
        for name in (deal.players[seat], in_short(deal.players, deal.players[seat]))
    ]

    def told(text: str) -> str:
        for name in names:
            for words, you in YOU.items():
                if text.startswith(name + words):
                    return you + text.removeprefix(name + words)
        return text

    return bar._replace(verdict=told(bar.verdict), counted=told(bar.counted), asks=told(bar.asks))


def opens_at(deal: OpenDeal, own: frozenset[int]) -> Opened:
    """What a fresh page has open: the phone's own hand, and its reward, until it says that it is
    entered; the hand that went out until it has all its cards."""
    if not deal.knows_who:
        return CLOSED
    return Opened(_own_unfinished(deal, own))


def _own_unfinished(deal: OpenDeal, own: frozenset[int]) -> int | None:
    """The place of this phone that is still to be entered; None when there is none."""
    left = deal.unfinished()
    seat = next((seat for seat in sorted(own) if deal.players[seat] in left), None)
    return REWARD if seat is not None and deal.is_fixed(seat) else seat


def _waits(deal: OpenDeal, own: frozenset[int]) -> str:
    """What there is to wait for before anything can be entered."""
    if not deal.has_goer or deal.knows_who:
        return ""
    if own:
        return "Someone else went out? You can enter your cards once they are chosen."
    return "Nobody has gone out yet."


def _bar(
    deal: OpenDeal, settlement: Settlement, place: int | None, own: frozenset[int]
) -> BottomBar | None:
    """The bar leads from the open cards back to all hands, not to another player's."""
    if place is None:
        return _bar_of_waiting(deal, settlement, own)
    if place == deal.goer and not deal.cards_at(place):
        return BottomBar(verdict="Tap the cards you laid down.")
    bar = bar_of(deal, settlement, place, closing=False)
    if bar is not None and place != REWARD and not deal.cards_at(place):
        bar = bar._replace(verdict="Tap the cards you score with, or “Nothing”")
    if bar is None or bar.main is None or bar.main.tap == LAY:
        return bar
    if bar.main.id == "do-lay":  # only the scorekeeper's phone says what the table allows
        return bar._replace(main=bar.main._replace(label="Lay down anyway", tap=LAY))
    if place == REWARD:
        return bar._replace(main=drawn_button(), skip=None, skipped="")
    return bar._replace(skip=None, skipped="", main=way_to(deal, None, on=bool(bar.main.on)))


def _bar_of_waiting(
    deal: OpenDeal, settlement: Settlement, own: frozenset[int]
) -> BottomBar | None:
    """Who is still entering, and that the scorekeeper closes the deal."""
    bar = bar_of(deal, settlement, None, closing=deal.complete)
    if bar is None:
        return None
    mine = _own_unfinished(deal, own)
    if mine is not None:
        tap = taps.OpenCards(Opened(mine))
        label = "Enter my reward cards" if mine == REWARD else "Enter my cards"
        main = Button(f"do-{Opened(mine)}", label, str(tap), on=True)
        return bar._replace(confirm="", main=main)
    if not deal.complete:
        return bar._replace(main=None)
    told = [one.message for one in unanswered(deal, settlement)[:1]]
    whole = told and settlement.legal and not deal.still_entering()
    verdict = "All hands are in" if whole else bar.verdict
    counted = " ".join([*told, "The scorekeeper confirms."])
    return bar._replace(confirm="", verdict=verdict, counted=counted, miscount=False)
