"""The list of tables, a new table, its set-up card, and the rematch."""

from typing import Any

from flask import Blueprint, Response, current_app, request, url_for

from companion.game.sheet import edition_of, sheet_of
from companion.names import close_overrides, player_problems
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.options import with_options
from companion.store import Table, games, people, phones
from companion.web.parts import options as parts_options
from companion.web.parts.words import local_purge_time
from companion.web.site.access import (
    Who,
    count_table,
    deleted_tables,
    hosted,
    known_phone,
    may,
    phone,
    visible_tables,
)
from companion.web.site.http import (
    given_token,
    new_token,
    respond,
    see_other,
    store,
    table_or_404,
    whole,
)
from companion.web.tables import new as tables_new
from companion.web.tables import set_up, table_list
from companion.web.tables.form import MOST_ROWS, Rows, edited, new_table_form, options_of, rows_of

pages = Blueprint("tables", __name__)

A_PAGE = 40
"""Tables on one page of the list."""


# --- the list ------------------------------------------------------------------------------------


@pages.get("/")
@may(Who.ANYBODY)
def index() -> Response:
    """The tables on this server, unfinished first."""
    games.purge_expired(store())
    gone = deleted_tables()
    listed = [table for table in visible_tables() if table.archived_at is None]
    lines = sorted(map(_line, listed), key=lambda line: line.last_at, reverse=True)
    lines.sort(key=lambda line: line.over)
    start = whole(request.args.get("from", ""), 6)
    shown = lines[start : start + A_PAGE]
    return respond(
        "tables/list",
        going=[line for line in shown if not line.over],
        over=[line for line in shown if line.over],
        any=bool(lines),
        deleted=[(table, local_purge_time(table.deleted_at or "")) for table in gone]
        if not start
        else [],
        mine=phones.kept(store(), phone(), [*listed, *gone]),
        older=start + A_PAGE if start + A_PAGE < len(lines) else None,
        token=new_token(),
    )


def _line(table: Table) -> table_list.TableLine:
    """A table of the list, remembered until something is done there again."""
    known: dict[int, tuple[object, table_list.TableLine]] = current_app.extensions.setdefault(
        "table_lines", {}
    )
    # All that a line shows. The row of a deleted table may become that of a new one.
    state = table.uid, table.actions, table.code, table.players
    found = known.get(table.id)
    if found is None or found[0] != state:
        line = table_list.table_line(table, edition_of(table), sheet_of(store(), table))
        found = known[table.id] = state, line
    return found[1]


# --- a new table ---------------------------------------------------------------------------------


@pages.get("/tables/new")
@may(Who.ANYBODY)
def new() -> Response:
    """The editions to choose from; with one chosen, the form. Names may come in the address."""
    chosen = request.args.get("edition", "")
    names = [name for name in rows_of(request.args, 0).names if name]
    if chosen not in edition_ids():
        return _choose(names, wrong=bool(chosen))
    edition = load(chosen)
    return _form(edition, None, rows_of(request.args, min(edition.seats)), fresh=not names)


@pages.post("/tables/new")
@may(Who.ANYBODY)
def make() -> Response:
    """A tap in the form, or the whole of it: the table is made, or the form says what is wrong."""
    chosen, do = request.form.get("edition", ""), request.form.get("do", "make")
    if chosen not in edition_ids():
        return _choose(_given_names(), wrong=True)
    edition = load(chosen)
    rows = rows_of(request.form, min(edition.seats))
    if do == "edition":
        names: dict[str, Any] = {f"player-{row}": name for row, name in enumerate(_given_names())}
        return see_other(url_for("tables.new", **names))
    if do != "make":
        return _form(edition, request.form, edited(rows, do, max(edition.seats)))
    form = new_table_form(edition, request.form)
    valid = form.validate()
    wrong = any(player_problems(rows.names)) or tables_new.players_problem(edition, rows.names)
    if wrong or not valid:
        return _form(edition, request.form, rows, judged=True)
    options = options_of(edition, form)
    with_options(edition, options)  # the edition has the last word
    count_table()
    seated = [close_overrides(name) for name in rows.names]
    players = [name for name in seated if name]
    table = store().create_table(
        edition=edition.id,
        options=options,
        players=players,
        first_dealer=seated[rows.dealer] or players[0],
        banker=seated[rows.banker] or players[0],
        token=given_token(),
    )
    phones.claim(store(), table.id, known_phone())
    return see_other(url_for("tables.setup", code=table.code))


def _names_of(tables: list[Table]) -> list[str]:
    """Everybody at these tables, each once however they are typed."""
    return list({name.casefold(): name for table in tables for name in table.players}.values())


def _given_names() -> list[str]:
    return [name for name in rows_of(request.form, 0).names if name][:MOST_ROWS]


def _choose(names: list[str], *, wrong: bool) -> Response:
    return respond(
        "tables/new",
        status=422 if wrong else 200,
        new=None,
        boxes=parts_options.boxes(),
        names=names,
        wrong=wrong,
    )


def _form(
    edition: Edition, given: Any, rows: Rows, *, judged: bool = False, fresh: bool = False
) -> Response:
    form = new_table_form(edition, given)
    if judged:
        form.validate()
    shown = tables_new.new_table(
        edition,
        form,
        rows,
        token=given_token() or new_token(),
        known=people.names(store()) if not hosted() else _names_of(visible_tables()),
        judged=judged,
        fresh=fresh,
    )
    return respond("tables/new", status=422 if judged else 200, new=shown)


# --- the set-up card and the rematch -------------------------------------------------------------


@pages.get("/t/<code>/setup")
@may(Who.READER)
def setup(code: str) -> Response:
    """What to deal to whom, for the next deal of the table."""
    table = table_or_404(code)
    return respond(
        "tables/set_up",
        table=table,
        setup=set_up.set_up(table, edition_of(table), sheet_of(store(), table)),
        token=new_token(),
    )


@pages.post("/t/<code>/rematch")
@may(Who.SCOREKEEPER)
def rematch(code: str) -> Response:
    """A new table with the same people and rules; whoever would deal next deals first.

    A form without a token gives one table for one state of the old one.
    """
    table = table_or_404(code)
    count_table()
    again = store().create_table(
        edition=table.edition,
        options=table.options,
        players=table.players,
        first_dealer=sheet_of(store(), table).next_dealer,
        banker=table.banker,
        token=given_token() or f"rematch {table.code} {table.actions}",
    )
    phones.go_along(store(), table, again, known_phone())
    return see_other(url_for("tables.setup", code=again.code))
