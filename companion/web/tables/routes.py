"""The list of tables, a new table, its set-up card, and the rematch."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, request, url_for
from wtforms.form import BaseForm

from companion.game.player_records import readable
from companion.names import close_overrides
from companion.rules import texts
from companion.rules.deal import clockwise
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions, edition_ids, load
from companion.rules.options import with_options
from companion.store import Conflict, Table, games, people, phones
from companion.store.sheets import sheet_of
from companion.web.parts.cards import sample_hand
from companion.web.parts.options import house_rules
from companion.web.phones.form import CodeForm
from companion.web.site.access import (
    Who,
    count_table,
    hosted,
    known_phone,
    may,
    me,
    phone,
    visible_tables,
)
from companion.web.site.forms import focus_wrong
from companion.web.site.http import (
    given_token,
    new_token,
    respond,
    see_other,
    stands_at,
    store,
)
from companion.web.summary import pad
from companion.web.tables.form import (
    amounts_form,
    changed_cards,
    changed_fields,
    new_table_form,
    options_of,
    zone_of,
)
from companion.web.tables.new import amounts_shown, focus_of, offered, options_shown
from companion.web.tables.players import (
    MOST_ROWS,
    PlayersForm,
    Rows,
    edited,
    named,
    rows_of,
    rows_shown,
)

pages = Blueprint("tables", __name__)

PAST = 3
"""The most past games on the first page; all are behind it."""
NEWEST = 12
"""How many of the newest games are searched for the one to carry on with."""


# --- the list ------------------------------------------------------------------------------------


@pages.get("/")
@may(Who.ANYBODY)
def index() -> Response:
    """The game to carry on with, the newest of the others, and where everything else begins."""
    games.purge_expired(store())
    visible = visible_tables()
    gone = games.deleted(store(), visible)
    which = people.Which(ids=visible, archived=False)
    shown, unread = readable(people.tables_of(store(), which, 0, NEWEST))
    going = next((table for table in shown if table.result.is_played), None)
    ids = [table.id for table in (*shown, *gone)]
    return respond(
        "tables/list",
        going=going,
        past=[table for table in shown if table is not going][:PAST],
        hand=sample_hand(shown[0].edition if shown else load(edition_ids()[0])),
        join=CodeForm(),
        deleted=gone,
        mine=phones.may_score(store(), phone(), ids),
        unread=unread,
    )


# --- a new table ---------------------------------------------------------------------------------


@pages.get("/tables/new")
@may(Who.ANYBODY)
def new() -> Response:
    """The editions to choose from; with one chosen, the form. Names and house rules may come in the
    address."""
    chosen = request.args.get("edition", "")
    given = named(rows_of(request.args, 0))
    if chosen not in edition_ids():
        return _choose(given, wrong=bool(chosen))
    edition = load(chosen)
    rows = rows_of(request.args, rows_shown(edition))
    return _form(edition, request.args, rows, types=bool(given.names))


@pages.post("/tables/new")
@may(Who.ANYBODY)
def make() -> Response:
    """A tap in the form, or the whole of it: makes the table, or shows what is wrong."""
    chosen, do = request.form.get("edition", ""), request.form.get("do", "make")
    if chosen not in edition_ids():
        return _choose(named(rows_of(request.form, 0)), wrong=True)
    edition = load(chosen)
    rows = rows_of(request.form, min(edition.seats))
    if do in ("make", "anew"):
        return _make(edition, rows, anew=do == "anew")
    if do == "edition":
        kept = named(rows)
        here = url_for("tables.new", **_as_fields(kept))
        return see_other(here)
    if do == "box":
        here = _address(edition, rows, {})
        return see_other(here)
    after = edited(rows, do, max(edition.seats))
    types, moving = do in ("add", "next"), do.startswith("up-")
    return _form(edition, request.form, after, types=types, drawn=do == "draw", moving=moving)


def _make(edition: Edition, rows: Rows, *, anew: bool) -> Response:
    """Makes the table; the form again where something is wrong. A table that the same form made and
    that has cards in it by now is only continued or begun `anew` by somebody who says so."""
    form, players = new_table_form(edition, request.form), PlayersForm(edition, rows)
    if not all([form.validate(), players.validate()]):
        return _form(edition, request.form, rows, judged=True)
    options = options_of(edition, form)
    with_options(edition, options)  # the edition has the last word
    count_table()
    seated = [close_overrides(name) for name in rows.names]
    names = [name for name in seated if name]
    table = store().create_table(
        edition=edition.id,
        options=options,
        players=names,
        first_dealer=seated[rows.dealer] or names[0],
        banker=seated[rows.banker] or names[0],
        zone=zone_of(request.form),
        token=given_token() if anew else None,
        keeper=known_phone(),
        anew=anew,
    )
    if store().draft(table).begun:
        return _form(edition, request.form, rows, begun=table)
    return see_other(url_for("tables.setup", code=table.code))


def _as_fields(rows: Rows) -> dict[str, Any]:
    """The rows as fields of an address or a form; none without names."""
    names = {f"player-{row}": name for row, name in enumerate(rows.names)}
    return {**names, "dealer": rows.dealer, "banker": rows.banker} if names else {}


def _choose(rows: Rows, *, wrong: bool) -> Response:
    return respond(
        "tables/new",
        status=422 if wrong else 200,
        boxes=all_editions(),
        kept=_as_fields(rows),
        wrong=wrong,
    )


def _form(
    edition: Edition,
    given: Mapping[str, Any],
    rows: Rows,
    *,
    judged: bool = False,
    types: bool = False,
    drawn: bool = False,
    moving: bool = False,
    begun: Table | None = None,
) -> Response:
    """The form; `judged` shows what is wrong, `types`: a name is typed next, `drawn`: who deals
    first was drawn just now, `moving`: people are put into their order, `begun`: what the same form
    made has cards in it. What was sent stands in the address too: after Back a browser fills in
    only what was typed since then."""
    known_phone()  # so that "Start" tapped twice on a phone's first visit is from one phone
    players = PlayersForm(edition, rows)
    right = not judged or players.validate()
    focus = focus_of(rows, players, judged=judged, types=types)
    form = new_table_form(edition, given)
    if judged and not form.validate():
        if right:
            focus_wrong(form)
        right = False
    most = max(edition.seats)
    response = respond(
        "tables/new",
        status=422 if judged else 200,
        edition=edition,
        zone=zone_of(given),
        rows=rows,
        drawn=drawn and bool(rows.names[rows.dealer]),
        players=players,
        focus=focus,
        moving=moving,
        begun=begun,
        token=new_token(),
        names=offered(rows, _known_names(), most),
        may_add=len(rows.names) < min(most, MOST_ROWS),
        errors=not right,
        **options_shown(edition, form),
    )
    return stands_at(response, _address(edition, rows, changed_fields(form, given)))


def _address(edition: Edition, rows: Rows, changed: Mapping[str, Any]) -> str:
    """Where the form has these rows, and these fields of the options."""
    return url_for("tables.new", edition=edition.id, **_as_fields(rows), **changed)


def _known_names() -> list[str]:
    """Everyone who may be offered to this phone, each once however they are typed."""
    if not hosted():
        return people.names(store())
    return [one.name for one in people.known_names(store(), ids=visible_tables())]


# --- the set-up card and the rematch -------------------------------------------------------------


@pages.get("/t/<code>/setup")
@may(Who.READER)
def setup(table: Table) -> Response:
    """What to deal to whom, for the next deal of the table."""
    edition, players, sheet = table.edition, table.players, sheet_of(store(), table)
    dealer, *others = clockwise(players, sheet.next_dealer)
    return respond(
        "tables/set_up",
        table=table,
        sheet=sheet,
        number=store().next_number(table),
        order=[*others, dealer],
        places=_around(players, dealer, edition.seats[len(players)].phantoms),
        seat=edition.seats[len(players)],
        told=texts.Told(edition, len(players)),
        ending=texts.ends(edition, len(players)),
        house_rules=house_rules(edition),
    )


def _around(players: Sequence[str], dealer: str, empty: Sequence[int]) -> list[str | None]:
    """Who sits at each place of the table, clockwise from the dealer; None at an `empty` seat."""
    seated = iter(players)
    whole_table = range(1, len(players) + len(empty) + 1)
    places = [None if place in empty else next(seated) for place in whole_table]
    first = places.index(dealer)
    return [*places[first:], *places[:first]]


@pages.get("/t/<code>/amounts")
@may(Who.READER)
def amounts(table: Table) -> Response:
    """The amounts on the cards of a table; a form to change them until a deal is closed."""
    return _amounts(table, amounts_form(table.edition, None))


@pages.post("/t/<code>/amounts")
@may(Who.SCOREKEEPER)
def change_amounts(table: Table) -> Response:
    """Changes the amounts, unless a deal was closed in the meantime; the page says so then."""
    form = amounts_form(table.edition, request.form)
    if not form.validate():
        focus_wrong(form)
        return _amounts(table, form, status=422)
    box, first = load(table.edition_id), table.first_options or {}
    options = {name: it for name, it in first.items() if name in box.option_defaults}
    try:
        games.set_options(store(), table, {**options, **changed_cards(box, form)})
    except Conflict:
        return see_other(url_for("tables.amounts", code=table.code))
    return see_other(url_for("tables.setup", code=table.code))


def _amounts(table: Table, form: BaseForm, *, status: int = 200) -> Response:
    edition = table.edition
    closed = store().next_number(table) > 1
    return respond(
        "tables/amounts",
        status=status,
        table=table,
        closed=closed,
        may_change=me().keeps and not closed,
        errors=bool(form.errors),
        amounts=amounts_shown(edition, form),
        told=pad.amounts(edition),
    )


@pages.post("/t/<code>/rematch")
@may(Who.SCOREKEEPER)
def rematch(table: Table) -> Response:
    """A new table with the same people and rules; whoever would deal next deals first. A name stays
    that a new player may not have any more.

    A form without a token gives one table for one state of the old one.
    """
    count_table()
    again = store().create_table(
        edition=table.edition_id,
        options=table.options,
        players=table.players,
        first_dealer=sheet_of(store(), table).next_dealer,
        banker=table.banker,
        zone=table.zone,
        token=given_token() or f"rematch {table.code} {table.result.deals}",
        keeper=known_phone(),
        rematch_of=table,
    )
    return see_other(url_for("tables.setup", code=again.code))
