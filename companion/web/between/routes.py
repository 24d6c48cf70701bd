"""What a table writes down between deals: adjustments, names, the end, who deals, other players."""

from collections.abc import Mapping
from secrets import choice
from typing import Any

from flask import Blueprint, Response, request, url_for
from wtforms.form import BaseForm

from companion.names import tidied
from companion.rules.deal import clockwise
from companion.rules.entries import END, Entry
from companion.store import Conflict, Table
from companion.store.sheets import sheet_of
from companion.web.between.form import (
    CorrectedNames,
    GoOnForm,
    adjust_form,
    end_form,
    end_now,
    judged_adjustment,
)
from companion.web.parts.scores import Scores
from companion.web.site.access import Who, count_table, known_phone, may
from companion.web.site.forms import focus_wrong
from companion.web.site.http import (
    given_token,
    new_token,
    respond,
    seat_of,
    see_other,
    store,
    whole,
)

pages = Blueprint("between", __name__)


@pages.get("/t/<code>/more")
@may(Who.SCOREKEEPER)
def more(table: Table) -> Response:
    """What can be written down, and what was."""
    return respond("between/more", table=table, scores=Scores.of(store(), table))


def _scores(table: Table) -> Response:
    return see_other(url_for("sheet.sheet", code=table.code))


def _written(table: Table, entries: list[Entry]) -> bool:
    """Writes the entries down, once for each form; False where the table has changed so that they
    do not fit any more."""
    try:
        store().write_down(table, entries, token=given_token() or new_token())
    except Conflict:
        return False
    return True


# --- an adjustment -------------------------------------------------------------------------------


@pages.get("/t/<code>/adjust")
@may(Who.SCOREKEEPER)
def adjust(table: Table) -> Response:
    """The form of an adjustment. The address may say whose, how much, plus or minus, and why."""
    given = request.args
    start: dict[str, Any] = {name: given[name] for name in ("player", "sign") if name in given}
    start["amount"] = whole(given.get("amount", ""), 9) or None
    start["reason"] = given.get("reason", "")
    return _adjust(table, adjust_form(table, None, start))


def _adjust(table: Table, form: BaseForm, status: int = 200) -> Response:
    sheet = sheet_of(store(), table)
    return respond(
        "between/adjust", status=status, table=table, form=form, sheet=sheet, token=new_token()
    )


@pages.post("/t/<code>/adjust")
@may(Who.SCOREKEEPER)
def write_adjustment(table: Table) -> Response:
    """Writes an adjustment down; the form again where something is wrong."""
    form = adjust_form(table, request.form, {})
    if not judged_adjustment(form):
        focus_wrong(form)
        return _adjust(table, form, 422)
    amount = form["amount"].data * (-1 if form["sign"].data == "-" else 1)
    player = table.players[int(form["player"].data)]
    reason = form["reason"].data
    _written(table, [Entry("adjustment", 0, player=player, amount=amount, reason=reason)])
    return _scores(table)


# --- names ---------------------------------------------------------------------------------------


@pages.get("/t/<code>/names")
@may(Who.SCOREKEEPER)
def names(table: Table) -> Response:
    """The form of the names at the table."""
    return _names(table, CorrectedNames(table, table.players))


def _names(table: Table, form: CorrectedNames, status: int = 200) -> Response:
    return respond("between/names", status=status, table=table, form=form, token=new_token())


@pages.post("/t/<code>/names")
@may(Who.SCOREKEEPER)
def correct_names(table: Table) -> Response:
    """Corrects the names that are others now; the form again where something is wrong. A page that
    showed other names than the table has by now changes none."""
    shown = [request.form.get(f"was-{seat}", "") for seat, _ in enumerate(table.players)]
    given = tuple(tidied(request.form.get(f"player-{seat}", "")) for seat, _ in enumerate(shown))
    if shown != [*table.players]:
        return _scores(table) if given == table.players else _names_again(table)
    form = CorrectedNames(table, given)
    if not form.validate():
        focus_wrong(form)
        return _names(table, form, 422)
    entries = [
        Entry("name", 0, player=was, was=was, name=name)
        for was, name in zip(table.players, given, strict=True)
        if was != name
    ]
    if entries and not _written(table, entries):
        return _names_again(table)
    return _scores(table)


def _names_again(table: Table) -> Response:
    return see_other(url_for("between.names", code=table.code))


# --- the end -------------------------------------------------------------------------------------


@pages.get("/t/<code>/end")
@may(Who.SCOREKEEPER)
def end(table: Table) -> Response:
    """The form of what ends the game."""
    return _end(table, end_form(table, None))


def _end(table: Table, form: BaseForm, status: int = 200) -> Response:
    sheet = sheet_of(store(), table)
    return respond(
        "between/end", status=status, table=table, form=form, sheet=sheet, token=new_token()
    )


@pages.post("/t/<code>/end")
@may(Who.SCOREKEEPER)
def change_end(table: Table) -> Response:
    """Changes what ends the game, unless it is over; the form again where something is wrong."""
    form = end_form(table, request.form)
    if sheet_of(store(), table).over:
        return _end(table, form)
    if not form.validate():
        focus_wrong(form)
        return _end(table, form, 422)
    new = {name: form[name].data for name in END}
    if new != end_now(table):
        _written(table, [Entry("end", 0, end=new)])
    return _scores(table)


# --- who deals -----------------------------------------------------------------------------------


@pages.get("/t/<code>/dealer")
@may(Who.SCOREKEEPER)
def dealer(table: Table) -> Response:
    """Who deals next, and the buttons to change it."""
    scores = Scores.of(store(), table)
    notes = scores.notes.get(scores.newest, ())
    drawn = [noted.entry.drawn for noted in notes if noted.entry.kind == "dealer"]
    return respond(
        "between/dealer",
        table=table,
        sheet=scores.sheet,
        number=store().next_number(table),
        drawn=bool(drawn and drawn[-1]),
        token=new_token(),
    )


@pages.post("/t/<code>/dealer")
@may(Who.SCOREKEEPER)
def set_dealer(table: Table) -> Response:
    """Sets who deals next: the seat ``player``, or one that is drawn here."""
    seat, drawn = seat_of(table, request.form.get("player", "")), "draw" in request.form
    if drawn:
        seat = choice(range(len(table.players)))
    if seat is not None:
        player = table.players[seat]
        if drawn or player != sheet_of(store(), table).next_dealer:
            _written(table, [Entry("dealer", 0, player=player, drawn=drawn)])
    return see_other(url_for("between.dealer", code=table.code))


# --- other players -------------------------------------------------------------------------------


@pages.get("/t/<code>/go-on")
@may(Who.SCOREKEEPER)
def go_on(table: Table) -> Response:
    """The form of who plays on and who joins."""
    return _go_on(table, GoOnForm(table, None))


def _go_on(table: Table, form: GoOnForm, status: int = 200) -> Response:
    return respond(
        "between/go_on",
        status=status,
        table=table,
        form=form,
        sheet=sheet_of(store(), table),
        opened=store().draft(table).begun,
        token=new_token(),
    )


@pages.post("/t/<code>/go-on")
@may(Who.SCOREKEEPER)
def open_next_table(table: Table) -> Response:
    """Makes the table where the game goes on, and leads there."""
    form = GoOnForm(table, request.form)
    if not form.validate():
        focus_wrong(form)
        return _go_on(table, form, 422)
    count_table()
    sheet, players = sheet_of(store(), table), form.seated
    new = store().go_on(
        table,
        players=players,
        first_dealer=_first_dealer(table, sheet.next_dealer, players),
        banker=table.banker if table.banker in players else players[0],
        begin=_begin(table, sheet.totals, form),
        token=given_token() or new_token(),
        keeper=known_phone(),
    )
    return see_other(url_for("tables.setup", code=new.code))


def _first_dealer(table: Table, next_dealer: str, players: list[str]) -> str:
    """Who deals first there: whose turn it is, else the first to the left who plays on."""
    order = clockwise(table.players, next_dealer)
    return next((player for player in order if player in players), players[0])


def _begin(table: Table, totals: Mapping[str, int], form: GoOnForm) -> dict[str, tuple[int, str]]:
    """The amounts that the players begin with there, and why."""
    carried = {
        player: (totals[player], f"carried over from {table.code}")
        for player in form.staying
        if totals[player]
    }
    joins = {player: (amount, "joins the game") for player, amount in form.joining if amount}
    return {**carried, **joins}
