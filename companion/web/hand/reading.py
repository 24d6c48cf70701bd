"""The part of the open deal for cards that are said, scanned or typed (see `parts.read_cards`)."""

from collections.abc import Callable
from dataclasses import replace

from flask import Response

from companion.game.open_deal import OpenDeal
from companion.web.hand.editor import Editor, Shown
from companion.web.parts.read_cards import (
    ReadCards,
    SentText,
    chosen_text,
    read_part,
    swap_all,
)
from companion.web.site.http import respond, wants_fragment

NOT_OPEN = "First tap whose cards these are."


def as_read(deal: OpenDeal, sent: SentText) -> Shown:
    """The page that shows a sent text as cards, before any are taken."""
    text = chosen_text(deal.edition, sent)
    return Shown(at=sent.at, line=text, not_taken=bool(sent.take))


def reading_of(view: Editor, action: str, *, there: bool = False) -> ReadCards | None:
    """The part with the text that the page shows, hidden while a player is caught; None while no
    cards are open, or a wild is being chosen. `there`: the page has the part already, and keeps it
    unless there is something to say about a text."""
    if view.at.place is None or view.at.wild is not None:
        return None
    shown = view.shown
    if there and shown.line is None and not (shown.oops or shown.left_out):
        return ReadCards(view.at, shown.version, action, there=True)
    part = read_part(
        view.deal,
        view.at,
        action,
        shown.version,
        text=shown.line,
        left_out=shown.left_out,
        oops=shown.oops,
    )
    return part._replace(not_taken=shown.not_taken and bool(part.takes))


def text_answered(
    view: Editor,
    reading: ReadCards | None,
    page: Callable[[Editor, int], Response],
    target: str,
) -> Response:
    """The answer to a text that was sent: what it was read as, with htmx only that part. `page`
    makes the whole page with a status, and `target` is the id of what htmx swaps for it. 422 when
    no cards are open, or the text cannot be read."""
    if reading is None or view.picker is None:
        not_open = replace(view, shown=replace(view.shown, note=NOT_OPEN))
        return swap_all(page(not_open, 422), target)
    status = 422 if reading.oops else 200
    if wants_fragment():
        return respond("parts/_read_cards", status=status, reading=reading)
    return swap_all(page(view, status), target)
