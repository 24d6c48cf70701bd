"""The sheet of a table, and undo."""

from collections.abc import Collection
from contextlib import suppress

from flask import Blueprint, Response, request, url_for

from companion.game.open_deal import OpenDeal, open_deal_of
from companion.game.seats import seats_of
from companion.store import Conflict, Draft, Table, phones
from companion.web.sheet import page as sheet_page
from companion.web.sheet.remembered import Remembered, sheets
from companion.web.site.access import Who, may, may_know, me
from companion.web.site.http import new_token, respond, see_other, store, wants_fragment, whole

pages = Blueprint("sheet", __name__)

NOTES = {
    "here": "This game was already here. Nothing was changed.",
    "back": "This game was here, but deleted. Now it is back.",
    "undone": "That {} was undone in the meantime. No payment was ticked.",
}
"""What the sheet says first to who was led to it; the address has the key, as ``note``."""


@pages.get("/t/<code>/")
@may(Who.READER)
def sheet(table: Table) -> Response:
    """The first page of a table."""
    known, moment = glance(table)
    page = known.page
    known.packed.is_in_answer()
    return respond(
        "sheet/sheet",
        table=table,
        page=page,
        told=told_now(page),
        note=NOTES.get(request.args.get("note", ""), "").format(table.edition.deal_word),
        record=known.record,
        standings=known.standings,
        moment=moment,
        goes_out=table.edition.variant.has_goer,
        rematch=visible_rematch(table) if page.win else None,
        token=new_token(),
    )


def told_now(page: sheet_page.SheetPage) -> str:
    """What a screen reader says of a deal that is new on an open page; a whole page is read anyway.
    The page asks with the number of the newest deal that it shows, as ``told``."""
    shown = request.args.get("told", "")
    return page.told_since(whole(shown, 15)) if shown and wants_fragment() else ""


def visible_rematch(table: Table) -> str | None:
    """The code of the rematch, when this phone may know it: it may have been renewed since."""
    after = phones.rematch(store(), table)
    return None if after is None or not may_know(after) else after.code


def glance(table: Table) -> tuple[Remembered, sheet_page.Moment]:
    """The sheet, and what can change while the deals stay."""
    known = sheets().of(store(), table)
    draft = store().draft(table)
    unpaid = known.unpaid(store(), table)
    undo, undone = _steps_back(known, table, draft, unpaid.ticked) if me().keeps else (None, None)
    return known, sheet_page.Moment(_waiting(table, draft), unpaid, undo, undone)


def _steps_back(
    known: Remembered, table: Table, draft: Draft, ticked: Collection[int]
) -> tuple[sheet_page.Undo | None, sheet_page.Undo | None]:
    """What an undo would undo, and what was undone just now. `ticked` are the numbers of the deals
    in which somebody was ticked as paid."""
    edition = table.edition
    last, undone = known.steps(store(), table, draft)
    opened = undone is not None and draft.reopens(undone)
    return (
        sheet_page.undo_of(
            edition, last, draft_is_open=draft.begun, only_said=_only_said(draft), ticked=ticked
        ),
        sheet_page.undone_of(edition, undone, draft_is_open=opened, ticked=ticked),
    )


def _only_said(draft: Draft) -> str | None:
    """Who went out in the open deal, in words, which may be all that is entered of it."""
    goer = draft.data.get("went_out")
    return f"{goer or 'Nobody'} went out" if goer or draft.data.get("nobody") else None


def _waiting(table: Table, draft: Draft) -> str | None:
    """What the open deal still needs; None when nothing was entered yet."""
    if not draft.data:
        return None
    seats = seats_of(table)
    deal = open_deal_of(seats, draft)
    if deal == OpenDeal(seats):
        return None
    if not deal.has_goer:
        made = deal.makers().values()
        return f"{len(made) - list(made).count(None)} of {len(made)} monopolies are in."
    if deal.lacks_only_reward:
        return f"{deal.went_out}’s reward is still being entered."
    return sheet_page.waiting_for(deal.waits_for(), table.players, deal.went_out)


@pages.post("/t/<code>/undo")
@may(Who.SCOREKEEPER)
def undo(table: Table) -> Response:
    """Undoes the action that the page showed, once.

    The token is made of that action: two taps, or two phones, undo it once, and something newer
    that the page did not show is left alone.
    """
    shown = whole(request.form.get("action", ""), 15)
    store().undo(table, token=f"undo {shown}", only=shown)
    return see_other(url_for("sheet.sheet", code=table.code))


@pages.post("/t/<code>/redo")
@may(Who.SCOREKEEPER)
def redo(table: Table) -> Response:
    """Does again what was undone just now, once; nothing when something was entered since."""
    action = whole(request.form.get("undone", ""), 15)
    with suppress(Conflict):
        store().redo(table, action)
    return see_other(url_for("sheet.sheet", code=table.code))
