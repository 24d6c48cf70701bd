"""The sheet of a table, the page of one deal, ticking payouts, corrections, and undo."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request, url_for
from itsdangerous import BadData, URLSafeSerializer
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from companion.forms import one_line
from companion.rules.edition import Edition
from companion.rules.hand import Refusal
from companion.store import Change, ClosedDeal, Conflict, Draft, Table, phones
from companion.store.rulings import record, rulings
from companion.web import challenge_view, corrections, deal_view, draft, entry_view, sheet_view
from companion.web.access import may_know
from companion.web.common import (
    edition_of,
    given_token,
    new_token,
    respond,
    see_other,
    sheet_of,
    store,
    table_or_404,
    wants_fragment,
)
from companion.web.entry_view import Shown
from companion.web.picker import Button

pages = Blueprint("sheet", __name__)


Sheets = dict[tuple[int, int, tuple[str, ...]], tuple[sheet_view.SheetPage, Markup]]
SHEETS_REMEMBERED = 512


@pages.get("/t/<code>/")
def sheet(code: str) -> Response:
    """The first page of a table."""
    table = table_or_404(code)
    edition = edition_of(table)
    page, record, moment = glance(table, edition)
    return respond(
        "sheet",
        table=table,
        page=page,
        record=record,
        moment=moment,
        goes_out=edition.arrangement != "piles",
        rematch=_goes_on(table) if page.result else None,
        token=new_token(),
    )


def _goes_on(table: Table) -> str | None:
    """The code of the rematch, for a phone that is to know it: the code may have been renewed to
    keep somebody out who was at the first table."""
    after = phones.rematch(store(), table)
    return None if after is None or not may_know(after) else after.code


def glance(
    table: Table, edition: Edition
) -> tuple[sheet_view.SheetPage, Markup, sheet_view.Moment]:
    """The sheet, its deals rendered, and what changes between two deals."""
    last = store().last_action(table)
    page, record = _remembered(table, edition)
    kept = store().draft(table)
    moment = sheet_view.Moment(
        waiting=_waiting(table, edition, kept),
        unpaid=None
        if page.last is None
        else sheet_view.unpaid(edition, standing(table, page.last.number), table.players),
        undo=sheet_view.undo_of(last, draft_is_open=kept.begun),
    )
    return page, record, moment


def _remembered(table: Table, edition: Edition) -> tuple[sheet_view.SheetPage, Markup]:
    """The sheet folded and its deals rendered, kept for the next who looks.

    The number of actions only grows, with an undo too, so it says which deals count. (It was read
    before the deals: at worst a newer sheet is kept under an older number, which nobody asks for
    again.)
    """
    known: Sheets = current_app.extensions.setdefault("sheets", {})
    key = table.id, table.actions, table.players
    found = known.get(key)
    if found is None:
        deals = store().deals(table)
        struck = [deal.number for deal in store().struck(table)]
        ruled = {ruling.number for ruling in rulings(store(), table)}
        page = sheet_view.sheet_page(edition, sheet_of(table, deals), deals, struck, ruled)
        record = Markup(render_template("_record.html", page=page))  # escaped by the template
        found = page, record
        while len(known) >= SHEETS_REMEMBERED:
            known.pop(next(iter(known), key), None)
        known[key] = found
    return found


def standing(table: Table, number: int) -> ClosedDeal | None:
    """The row of a deal that counts now, or by which it was struck out; None when there is none."""
    rows = [row for row in store().history(table, number) if not row.undone]
    return rows[-1] if rows else None


def _waiting(table: Table, edition: Edition, kept: Draft) -> str | None:
    """What the open deal still needs; None when nothing was entered yet."""
    if not kept.data:
        return None
    seats = draft.Seats(edition, table.players)
    deal = draft.from_json(seats, kept.data)
    if deal == draft.OpenDeal():
        return None
    if seats.piles:
        made = draft.makers(seats, deal).values()
        return f"{len(made) - list(made).count(None)} of {len(made)} monopolies are in."
    return sheet_view.waiting_for(draft.missing(seats, deal), table.players)


@pages.post("/t/<code>/undo")
def undo(code: str) -> Response:
    """Undoes the action that the page showed, once.

    The token is made of that action: two taps, or two phones, undo it once, and something newer
    that the page did not show is left alone.
    """
    table = table_or_404(code)
    last = store().last_action(table)
    if last is not None and request.form.get("action") == str(last.id):
        store().undo(table, token=f"undo-{last.id}")
    return see_other(url_for("sheet.sheet", code=table.code))


# --- one deal ------------------------------------------------------------------------------------


@pages.get("/t/<code>/deals/<int:number>")
def deal(code: str, number: int) -> Response:
    """One deal: cards, sums, slips, and what was entered before."""
    table = table_or_404(code)
    page = _deal_page(table, number)
    ruled = challenge_view.rulings_shown(rulings(store(), table), number)
    return respond("deal_page", table=table, page=page, ruled=ruled)


def _deal_page(table: Table, number: int) -> deal_view.DealPage:
    """The page of a deal that counts or was struck out; 404 for one that never was, or was
    undone."""
    edition = edition_of(table)
    deals = store().deals(table)
    rows = store().history(table, number)
    counting = [row for row in rows if not row.undone]
    if not counting:
        raise NotFound(f"There is no deal {number} at this table.")
    now = counting[-1]
    history = deal_view.history(edition, table.players, rows, now.id)
    if now.struck:
        return deal_view.struck_page(edition, number, now, history)
    place = [one.number for one in deals].index(number)
    return deal_view.deal_page(
        edition,
        now,
        sheet_of(table, deals).rows[place],
        history,
        before=deals[place - 1].number if place else None,
        after=deals[place + 1].number if place + 1 < len(deals) else None,
    )


@pages.post("/t/<code>/deals/<int:number>/paid")
def paid(code: str, number: int) -> Response:
    """Ticks a payout (with ``all`` every one), or takes the tick away. A deal that was corrected in
    the meantime is shown as it is now, with nothing ticked that was not on the page."""
    table = table_or_404(code)
    seat, row = request.form.get("seat", ""), request.form.get("deal", "")
    if seat == "all":
        players = table.players
    elif seat in map(str, range(len(table.players))):
        players = table.players[int(seat) : int(seat) + 1]
    else:
        raise NotFound("There is no such player at this table.")
    here = url_for("sheet.deal", code=table.code, number=number)
    now = standing(table, number)
    if now is None or now.struck or row != str(now.id):
        return see_other(here)
    try:
        for player in players:
            store().set_paid(table, now.id, player, request.form.get("paid") == "1")
    except LookupError:  # corrected, or undone, at this very moment
        return see_other(here)
    if seat == "all" or not wants_fragment():
        return see_other(here if seat == "all" else f"{here}#p{seat}")
    slip = _deal_page(table, number).hands[int(seat)].slip
    if slip is None:  # this player has nothing to be paid
        return see_other(here)
    response = Response(render_template("_slip.html", table=table, slip=slip))
    response.vary.add("HX-Request")
    return response


# --- correcting a deal ---------------------------------------------------------------------------
#
# A correction is entered with the taps of the open deal, but it is nobody else's business before it
# is confirmed: what was tapped so far is in the address, signed, so a reload or the back button
# loses nothing and two phones do not meet. Only the confirmation writes.

LONGEST_REASON = 200
NO_REASON = "Say in a few words why, so that everybody can read it later."
LONG_REASON = f"That is too long: at most {LONGEST_REASON} characters."
LOOK_AGAIN = "The table has changed in the meantime. Look at the changes again."
NOTHING_NEW = "Nothing is different yet. Change what was entered wrong first."
UNFINISHED = "Not everything is entered yet."


class Correcting:
    """One deal that is being corrected: the row that counts now, and what was tapped so far."""

    def __init__(self, table: Table, number: int) -> None:
        self.table, self.number = table, number
        self.seats = draft.Seats(edition_of(table), table.players)
        self.deals = store().deals(table)
        row = standing(table, number)
        if row is None:
            raise NotFound(f"There is no deal {number} at this table.")
        self.row = row
        seat = request.args.get("challenge", "")
        seats = map(str, range(len(table.players)))
        self.challenged = int(seat) if seat in seats and not row.struck else None
        self.reason = " ".join(request.args.get("reason", "").split())[:LONGEST_REASON]
        self._signer = URLSafeSerializer(
            current_app.secret_key or "", salt=f"correct-{table.id}-{number}"
        )
        self.entered = draft.from_json(self.seats, self._sent())

    def _sent(self) -> Mapping[str, Any]:
        """What the address brought along; the deal as it is when it is none of ours."""
        try:
            sent: Mapping[str, Any] = self._signer.loads(request.args.get("state", ""))
        except BadData:
            return self.row.entry
        return sent

    def address(self, *, at: str | None = None, do: str | None = None) -> str:
        """The address of this page with all that was tapped."""
        state = str(self._signer.dumps(draft.as_json(self.entered)))
        return self._here(state=state, at=at, do=do)

    @property
    def strike(self) -> str:
        """The address that shows what striking the deal out would change."""
        return self._here(do="strike")

    def _here(self, **more: Any) -> str:
        return url_for(
            "sheet.correct",
            code=self.table.code,
            number=self.number,
            challenge=self.challenged,
            reason=self.reason or None,
            **more,
        )

    @property
    def jackpot(self) -> int | None:
        """What lay under the Bank before this deal."""
        jackpot: int | None = self.seats.edition.options.get("jackpot_start")
        for one in self.deals:
            if one.number < self.number and one.settlement["jackpot"] is not None:
                jackpot = one.settlement["jackpot"]["next"]
        return jackpot

    @property
    def entry(self) -> dict[str, Any]:
        """The deal as it would be kept."""
        return draft.entry_of(self.seats, self.entered, self.jackpot)

    @property
    def changes_nothing(self) -> bool:
        """It is what counts already."""
        return not self.row.struck and corrections.same_entry(self.entry, self.row.entry)

    def plan(self, *, strike: bool, let_stand: bool = False) -> corrections.Plan:
        """What would change."""
        return corrections.plan(
            self.table,
            self.deals,
            self.number,
            None if strike else self.entry,
            let_stand=let_stand,
            struck=self.row if self.row.struck else None,
        )


@pages.get("/t/<code>/deals/<int:number>/correct")
def correct(code: str, number: int) -> Response:
    """Entering a correction; with ``do`` what it, or striking the deal out, would change."""
    one = Correcting(table_or_404(code), number)
    what = request.args.get("do")
    if what == "strike" and not one.row.struck:
        return _preview(one, strike=True)
    if what == "look":
        problem = _not_ready(one)
        return _editor(one, note=problem, status=422) if problem else _preview(one, strike=False)
    return _editor(one, at=request.args.get("at", ""))


@pages.post("/t/<code>/deals/<int:number>/correct")
def change(code: str, number: int) -> Response:
    """A tap on the cards, or the confirmation of what the preview showed."""
    one = Correcting(table_or_404(code), number)
    if request.form.get("do") in ("change", "strike"):
        return _confirm(one, strike=request.form["do"] == "strike")
    words, at, line = (request.form.get(name, "") for name in ("tap", "at", "line"))
    if words == "look":
        problem = _not_ready(one)
        if problem:
            return _editor(one, at=at, note=problem, status=422)
        return see_other(one.address(do="look"))
    try:
        one.entered, at = draft.tap(one.seats, one.entered, at, words, line)
    except draft.NotNow as not_now:
        return _editor(one, at=at, note=str(not_now), status=422)
    except Refusal as refusal:
        return _editor(one, at=at, line=line, oops=refusal.message, status=422)
    if not wants_fragment():
        return see_other(f"{one.address(at=at)}#deal")
    return _editor(one, at=at)


def _not_ready(one: Correcting) -> str | None:
    """Why there is nothing to look at yet."""
    if not draft.complete(one.seats, one.entered):
        return UNFINISHED
    return NOTHING_NEW if one.changes_nothing else None


def _editor(
    one: Correcting,
    *,
    at: str = "",
    note: str = "",
    line: str | None = None,
    oops: str = "",
    status: int = 200,
) -> Response:
    """The cards of the deal, to tap as when it was entered."""
    try:
        settlement = draft.settled(one.seats, one.entered, one.jackpot)
    except Refusal as refusal:  # kept under rules that have changed since
        one.entered = draft.OpenDeal()
        settlement = draft.settled(one.seats, one.entered, one.jackpot)
        note = refusal.message
    shown = Shown(at=at, note=note, line=line, oops=oops)
    view = entry_view.view(one.seats, one.entered, settlement, shown)
    if view.bar is not None and view.bar.confirm:
        look = Button("look", "See what changes", "look", on=True)
        view = view._replace(bar=view.bar._replace(confirm="", main=look))
    response = respond(
        "correct",
        status=status,
        table=one.table,
        number=one.number,
        struck=one.row.struck,
        strike=one.strike,
        address=one.address(),
        v=view._replace(closing=False),
    )
    if wants_fragment():
        response.headers["HX-Replace-Url"] = one.address(at=at)
    return response


def _preview(
    one: Correcting,
    *,
    strike: bool,
    reason: str = "",
    errors: Mapping[str, str] | None = None,
    note: str = "",
    status: int = 200,
) -> Response:
    """Every payout that would change, and the reason to be given."""
    try:
        plan = one.plan(strike=strike)
    except Refusal as refusal:
        return _editor(one, note=refusal.message, status=422)
    return respond(
        "preview",
        status=status,
        table=one.table,
        preview=deal_view.preview(one.seats.edition, plan),
        address=one.address(),
        back=url_for("sheet.deal", code=one.table.code, number=one.number)
        if strike
        else one.address(),
        reason=reason or one.reason,
        errors=errors or {},
        note=note,
        token=given_token() or new_token(),
    )


def _confirm(one: Correcting, *, strike: bool) -> Response:
    """Keeps the correction that the preview showed, once."""
    here = url_for("sheet.deal", code=one.table.code, number=one.number)
    if not strike and not draft.complete(one.seats, one.entered):
        return _editor(one, note=UNFINISHED, status=422)
    if one.row.struck if strike else one.changes_nothing:
        return see_other(here)  # the same form again, or another phone was quicker
    reason = one_line(request.form.get("reason", ""))
    let_stand = request.form.get("let_stand") == "1"
    try:
        plan = one.plan(strike=strike, let_stand=let_stand)
    except Refusal as refusal:
        return _editor(one, note=refusal.message, status=422)
    errors = {}
    if not reason or len(reason) > LONGEST_REASON:
        errors["reason"] = LONG_REASON if reason else NO_REASON
    if plan.faults and not let_stand:
        errors["let_stand"] = "Tick this if all at the table agree; else go back to the cards."
    token = given_token()
    stale = token is None or plan.fingerprint != request.form.get("seen")
    if errors or stale or token is None:
        return _preview(
            one,
            strike=strike,
            reason=reason,
            errors=errors,
            note=LOOK_AGAIN if stale else "",
            status=422,
        )
    try:
        rows = store().correct(
            one.table,
            number=one.number,
            reason=reason,
            changes=[
                Change(new.number, new.entry, new.settlement, new.let_stand, new.struck)
                for new in plan.changes
            ],
            token=token,
            standing=[deal.id for deal in one.deals],
        )
    except Conflict:  # another phone was quicker, by a hair
        again = Correcting(one.table, one.number)
        return _preview(again, strike=strike, reason=reason, note=LOOK_AGAIN, status=422)
    if one.challenged is not None:
        with suppress(LookupError):  # undone at this very moment, and the ruling with it
            record(
                store(),
                one.table,
                deal_id=next(row.id for row in rows if row.number == one.number),
                player=one.table.players[one.challenged],
                outcome="corrected",
                note=reason,
                ruling=challenge_view.ruling_of(one.table, one.row.entry, one.challenged),
                token=f"ruling-{token}",
            )
    return see_other(here)
