"""A game as files: saved, brought in, handed to BG Stats; and a table deleted and brought back."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

from companion.export import bgstats
from companion.export.game import LARGEST_FILE, deals_in_force, written
from companion.export.game_csv import deals_csv, totals_csv
from companion.export.read_game import TOO_LARGE
from companion.names import close_overrides
from companion.rules.words import plural
from companion.store import Conflict, Table, games, phones
from companion.store.games import Game
from companion.web.files.form import ImportForm, PlaceForm
from companion.web.parts.join import qr_svg
from companion.web.parts.words import file_name, local_purge_time
from companion.web.site.access import Who, count_table, known_phone, may, may_know, phone
from companion.web.site.errors import TableDeleted
from companion.web.site.forms import refuse
from companion.web.site.http import respond, see_other, store, wants_fragment

pages = Blueprint("files", __name__)


@pages.url_value_preprocessor
def _allow_a_large_file(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Allows a larger upload for games. It is set here, for the form is read for its CSRF token
    before any view is called."""
    if endpoint == "files.bring_in":
        request.max_content_length = LARGEST_FILE
        # For text, but Werkzeug also measures each piece of a file that it reads against it.
        request.max_form_memory_size = LARGEST_FILE


# --- saving --------------------------------------------------------------------------------------


@pages.get("/t/<code>/game.json")
@may(Who.READER)
def game_json(table: Table) -> Response:
    """The whole game, to be read back in."""
    return _saved(table, written(games.history(store(), table)), "application/json", ".json")


@pages.get("/t/<code>/deals.csv")
@may(Who.READER)
def deals(table: Table) -> Response:
    """One line a player and deal."""
    return _sheet(table, deals_csv, "-deals")


@pages.get("/t/<code>/totals.csv")
@may(Who.READER)
def totals(table: Table) -> Response:
    """One line a player."""
    return _sheet(table, totals_csv, "-totals")


def _sheet(table: Table, make: Callable[[Game, str], bytes], ending: str) -> Response:
    """A CSV file with commas between the cells; semicolons with ``semicolons`` in the address."""
    delimiter = ";" if "semicolons" in request.args else ","
    ending += "-semicolons.csv" if delimiter == ";" else ".csv"
    return _saved(table, make(games.history(store(), table), delimiter), "text/csv", ending)


def _saved(table: Table, data: bytes, mimetype: str, ending: str) -> Response:
    response = Response(data, mimetype=mimetype)
    name = f"{file_name(table)}{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.get("/t/<code>/bgstats")
@may(Who.READER)
def bg_stats(table: Table) -> Response:
    """The link that opens BG Stats with the play filled in, and its QR code."""
    game = games.history(store(), table)
    address, edition = bgstats.address(game), game.edition
    return respond(
        "files/bgstats",
        table=table,
        address=address,
        qr=None if address is None else qr_svg(address),
        box=None if "id" in edition.boardgamegeek else edition.name,
    )


# --- bringing in ---------------------------------------------------------------------------------


@pages.get("/games/import")
@may(Who.ANYBODY)
def bring() -> Response:
    """Where a file is chosen."""
    return respond("files/import", form=ImportForm())


@pages.post("/games/import")
@may(Who.ANYBODY)
def bring_in() -> Response:
    """Brings the whole game of a file in, or says what is wrong with the file."""
    form = ImportForm(request.files)
    if not form.validate():
        return respond("files/import", status=503 if form.busy else 422, form=form)
    games.purge_expired(store())
    with suppress(Conflict):  # two phones at once
        return _brought_in(form)
    return _brought_in(form)


def _brought_in(form: ImportForm) -> Response:
    """Leads to the table with this game: one that is here already, or a new one.

    Somebody who was removed from a table may have its file. So a table counts as here only when
    this phone may know it, and a deleted one only when this phone keeps its score; else the game
    becomes a table of its own. Conflict when it came in just now.
    """
    copies = games.copies_here(store(), form.game.uid)
    keeps = phones.may_score(store(), phone(), [one.id for one in copies])
    here = [
        one for one in copies if may_know(one) and (one.deleted_at is None or one.code in keeps)
    ]
    same = next((one for one in here if games.history(store(), one).same_as(form.game)), None)
    if same is not None:
        if same.deleted_at is not None:
            games.bring_back(store(), same)
        note = "here" if same.deleted_at is None else "back"
        return see_other(url_for("sheet.sheet", code=same.code, note=note))
    other = next((one for one in here if one.deleted_at is None), None)
    if other is not None:
        return _another_copy(form, other, may_delete=other.code in keeps)
    count_table()
    beside = {one.id for one in copies}
    table = games.bring_in(store(), form.game, keeper=known_phone(), beside=beside)
    return see_other(url_for("sheet.sheet", code=table.code))


def _another_copy(form: ImportForm, here: Table, *, may_delete: bool) -> Response:
    """The form, with the message that another version of this game is here: the deals of both, and
    what this phone can do about it."""
    word = here.edition.deal_word
    deals, others = store().count_deals(here), len(deals_in_force(form.game))
    told = f"This game is here already, with other {word}s or changes. "
    if deals == others:
        told += f"Both have {plural(deals, word)}, with different cards or changes. "
    else:
        told += f"Here it has {plural(deals, word)}, in the file {others}. "
    told += "Nothing was changed. To use the file, "
    if may_delete:
        told += "delete the one here first and then choose the file again."
    else:
        told += "ask the scorekeeper of the one here to delete it first."
    refuse(form.file, told)
    return respond("files/import", status=422, form=form, here=here, may_delete=may_delete)


@pages.errorhandler(RequestEntityTooLarge)
def _too_large(error: RequestEntityTooLarge) -> Response | RequestEntityTooLarge:
    if request.endpoint != "files.bring_in":
        return error
    form = ImportForm()
    refuse(form.file, TOO_LARGE)
    return respond("files/import", status=422, form=form)


# --- deleting ------------------------------------------------------------------------------------


@pages.get("/t/<code>/delete")
@may(Who.SCOREKEEPER)
def ask(table: Table) -> Response:
    """Asks whether to delete the table."""
    return respond("files/delete", table=table)


@pages.post("/t/<code>/delete")
@may(Who.SCOREKEEPER)
def delete(table: Table) -> Response:
    """Deletes the table; for a day it can be brought back."""
    games.delete(store(), table)
    return see_other(url_for("sheet.sheet", code=table.code))


@pages.post("/t/<code>/bring-back")
@may(Who.SCOREKEEPER, deleted=True)
def bring_back(table: Table) -> Response:
    """Undoes a deletion; for a table that is not deleted it changes nothing."""
    games.bring_back(store(), table)
    return see_other(url_for("sheet.sheet", code=table.code))


@pages.app_errorhandler(TableDeleted)
def _deleted(error: TableDeleted) -> Response:
    """The page of a deleted table, at each of its addresses."""
    gone, asks = error.table, request.method == "GET" or wants_fragment()
    return respond("files/deleted", status=410, gone=gone, goes=local_purge_time(gone), asks=asks)


@pages.get("/t/<code>/deleted")
@may(Who.READER, deleted=True)
def still_deleted(table: Table) -> Response:
    """What the page of a deleted table asks: htmx loads the page again once the table is back."""
    if not wants_fragment():
        return see_other(url_for("sheet.sheet", code=table.code))
    response = Response(status=204)
    if table.deleted_at is None:
        response.headers["HX-Refresh"] = "true"
    return response


# --- the place -----------------------------------------------------------------------------------


@pages.get("/t/<code>/place")
@may(Who.SCOREKEEPER)
def place(table: Table) -> Response:
    """Asks where the game was played."""
    return respond("files/place", table=table, form=PlaceForm(obj=table))


@pages.post("/t/<code>/place")
@may(Who.SCOREKEEPER)
def set_place(table: Table) -> Response:
    """Keeps where the game was played."""
    form = PlaceForm(request.form)
    if not form.validate():
        return respond("files/place", status=422, table=table, form=form)
    games.set_place(store(), table, close_overrides(form.place.data))
    return see_other(url_for("summary.summary", code=table.code))
