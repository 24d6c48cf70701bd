"""The part of the open deal for cards that are said, scanned or typed (see `parts.read_cards`)."""

from dataclasses import replace

from companion.game.open_deal import OpenDeal
from companion.web.deal.page import DealView
from companion.web.parts.read_cards import ReadCards, read_part

NOT_OPEN = "First tap whose cards these are."


def reading_of(deal: OpenDeal, view: DealView, action: str) -> ReadCards | None:
    """The part with the text that the page shows; None while no cards are open."""
    if view.picker is None:
        return None
    shown = view.shown
    return read_part(deal, view.at, action, shown.version, text=shown.line, oops=shown.oops)


def says_not_open(view: DealView) -> DealView:
    """The page for a text that was sent while no cards are open."""
    return replace(view, shown=replace(view.shown, note=NOT_OPEN))
