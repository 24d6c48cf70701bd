"""The scores of a table, and undo."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for

from companion.store import Conflict, Draft, Table, phones
from companion.store.rows import Action, payments_of
from companion.store.rulings import rulings
from companion.store.ticks import handed
from companion.web.parts.charts import totals_chart
from companion.web.parts.scores import Scores
from companion.web.sheet.page import kept, lanes, last_told, unpaid, waiting
from companion.web.site.access import Who, may, may_know
from companion.web.site.http import new_token, respond, see_other, store, wants_fragment, whole

pages = Blueprint("sheet", __name__)

NOTES = {
    "here": "This game was already here. Nothing was changed.",
    "back": "This game was here, but deleted. Now it is back.",
    "undone": "That {} was undone in the meantime. No payment was ticked.",
}
"""What the scores say first to who was led to them; the address has the key, as ``note``."""


@pages.get("/t/<code>/")
@may(Who.READER)
def sheet(table: Table) -> Response:
    """The first page of a table."""
    scores = Scores.of(store(), table)
    numbers = [deal.number for deal in scores.deals]
    return respond(
        "sheet/sheet",
        table=table,
        scores=scores,
        lanes=lanes(scores),
        challenged={ruling.number for ruling in rulings(store(), table)} & {*numbers},
        chart=totals_chart(scores),
        note=NOTES.get(request.args.get("note", ""), "").format(table.edition.deal_word),
        rematch=_next_game(table, scores),
        token=new_token(),
        beside=beside_of(scores),
    )


@dataclass(frozen=True)
class Beside:
    """What stands beside the amounts.

    `told` is to be read aloud, for it is new since the page was shown. `waiting` is what the open
    deal, the `draft`, needs. `unpaid` says who was not paid yet, by the number of the deal, the
    newest first; `kept` that money was ticked as paid in a deal that does not count
    any more. `last_action` is what an undo would undo, `last_undone` what was undone just now, and
    `ticked` are the numbers of the deals in which somebody was ticked as paid.
    """

    told: str
    waiting: str | None
    unpaid: Mapping[int, str]
    kept: str
    last_action: Action | None
    last_undone: Action | None
    draft: Draft
    ticked: Collection[int]


def beside_of(scores: Scores) -> Beside:
    """What stands beside these scores. A page that follows asks with the number of its newest deal,
    as ``told``; a whole page is read anyway."""
    edition, table, shown = scores.edition, scores.table, request.args.get("told", "")
    draft, ticks = store().draft(table), handed(store(), table)
    payouts = {deal.number: {} if deal.struck else deal.payouts for deal in scores.deals}
    owed = unpaid(edition, payments_of(table.players, payouts, ticks))
    return Beside(
        told=last_told(scores, whole(shown, 15)) if shown and wants_fragment() else "",
        waiting=waiting(table, draft),
        unpaid=dict(sorted(owed.items(), reverse=True)),
        kept=kept(scores, ticks),
        last_action=store().last_action(table),
        last_undone=store().last_undone(table),
        draft=draft,
        ticked={number for number, _ in ticks},
    )


def _next_game(table: Table, scores: Scores) -> str | None:
    """The code of the table where people of this one play on, when this phone may know it: where
    the game went on with other players, or the rematch of one that is over."""
    for noted in reversed(scores.sheet.notes):
        if noted.entry.kind == "went-on":
            new = store().went_on(noted.entry.game)
            return new.code if new and may_know(new) else None
    return visible_rematch(table) if scores.sheet.over else None


def visible_rematch(table: Table) -> str | None:
    """The code of the rematch, when this phone may know it: it may have been renewed since."""
    after = phones.rematch(store(), table)
    return None if after is None or not may_know(after) else after.code


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
