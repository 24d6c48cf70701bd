"""The hand editor's part for cards that are said, scanned or typed (see `parts.read_cards`)."""

from companion.game.taps import Opened
from companion.web.hand.editor import Editor
from companion.web.parts.read_cards import ReadCards, read_part


def reading_of(view: Editor, action: str, *, there: bool = False) -> ReadCards | None:
    """The part with the text that the page shows, hidden while a player is caught; None while no
    cards are open. `there`: the page has the part already, and keeps it unless there is something
    to say about a text."""
    if view.at.place is None or view.pad is not None:
        return None
    shown, at = view.shown, Opened(view.at.place)
    if there and shown.line is None and not (shown.oops or shown.left_out):
        return ReadCards(at, shown.version, action, there=True)
    part = read_part(
        view.deal,
        at,
        action,
        shown.version,
        text=shown.line,
        left_out=shown.left_out,
        oops=shown.oops,
    )
    return part._replace(not_taken=shown.not_taken and bool(part.takes))
