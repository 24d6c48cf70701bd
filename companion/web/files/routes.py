"""A game as files: saved, brought in, handed to BG Stats; and a table deleted and brought back."""

import re
import unicodedata
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import RequestEntityTooLarge

from companion.export import bgstats
from companion.export.game import deals_in_force, written
from companion.export.reading import read_game
from companion.export.sheets import deals_csv, totals_csv
from companion.names import close_overrides, place_problem
from companion.rules.edition_file import load
from companion.rules.hand import slug
from companion.rules.shape import Damaged
from companion.rules.words import plural
from companion.store import Conflict, Table, games, phones
from companion.web.parts.qr import code_of
from companion.web.parts.words import here, local_purge_time
from companion.web.site.access import Who, count_table, known_phone, may, may_know, phone
from companion.web.site.errors import TableDeleted
from companion.web.site.http import (
    any_table_or_404,
    respond,
    see_other,
    store,
    table_or_404,
)

pages = Blueprint("files", __name__)

LARGEST_FILE = 8 << 20
"""Bytes. The longest game that can be agreed on, a thousand deals, has to fit."""
LONGEST_FILE_NAME = 60
PLAIN = str.maketrans(
    {"Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "ß": "ss", "ẞ": "SS"}
    | {"Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Þ": "Th", "þ": "th", "Ð": "D", "ð": "d"}
)
"""Letters that are no plain letter with a mark on it, as they are written without them."""


@pages.url_value_preprocessor
def _room_for_a_file(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """A game may be larger than a form. Said here, for the token is looked for in the form before
    any view is called."""
    if endpoint == "files.bring_in":
        request.max_content_length = LARGEST_FILE


# --- saving --------------------------------------------------------------------------------------


@pages.get("/t/<code>/game.json")
@may(Who.READER)
def game_json(code: str) -> Response:
    """The whole game, to be read back in."""
    table = table_or_404(code)
    return _saved(table, written(games.history(store(), table)), "application/json", ".json")


@pages.get("/t/<code>/deals.csv")
@may(Who.READER)
def deals(code: str) -> Response:
    """One line a player and deal."""
    table = table_or_404(code)
    return _saved(table, deals_csv(games.history(store(), table)), "text/csv", "-deals.csv")


@pages.get("/t/<code>/totals.csv")
@may(Who.READER)
def totals(code: str) -> Response:
    """One line a player."""
    table = table_or_404(code)
    return _saved(table, totals_csv(games.history(store(), table)), "text/csv", "-totals.csv")


def _saved(table: Table, data: bytes, mimetype: str, ending: str) -> Response:
    response = Response(data, mimetype=mimetype)
    name = f"{file_name(table)}{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def file_name(table: Table) -> str:
    """``companion-2026-11-21-anna-ben``: letters, digits and hyphens only, whatever the names."""
    day = here(table.created_at)
    plain = unicodedata.normalize("NFKD", " ".join(table.players).translate(PLAIN))
    names = slug(re.sub("[\u0300-\u036f]", "", plain))
    return f"companion-{day:%Y-%m-%d}-{names}"[:LONGEST_FILE_NAME].rstrip("-")


@pages.get("/t/<code>/bgstats")
@may(Who.READER)
def bg_stats(code: str) -> Response:
    """The link that opens BG Stats with the play filled in, and its QR code."""
    table = table_or_404(code)
    game = games.history(store(), table)
    address = bgstats.address(game)
    return respond(
        "files/bgstats",
        table=table,
        address=address,
        qr=None if address is None else _qr(address),
        box=None if game.edition in bgstats.GEEK_IDS else load(game.edition).name,
    )


def _qr(address: str) -> Markup | None:
    """A QR code as SVG, black on white also in the dark; None when it is too much for one."""
    code = code_of(address)
    if code is None:
        return None
    return Markup(code.svg_inline(omitsize=True, dark="#000", light="#fff", border=4))


# --- bringing in ---------------------------------------------------------------------------------

NO_FILE = "Choose a file first."
DAMAGED = (
    "This file is damaged, or somebody has changed it, so nothing was brought in. Save the game "
    "again on the companion that it comes from, and choose the new file."
)
TOO_LARGE = f"This file is too large for a game: {LARGEST_FILE >> 20} MB are the most."


@pages.get("/games/import")
@may(Who.ANYBODY)
def bring() -> Response:
    """Where a file is chosen."""
    return respond("files/import", oops=None, detail=None)


@pages.post("/games/import")
@may(Who.ANYBODY)
def bring_in() -> Response:
    """Brings the game of a file in, whole, or says what is wrong with it."""
    file = request.files.get("file")
    data = b"" if file is None else file.read()
    if not data:
        return _refused(NO_FILE if file is None or not file.filename else "This file is empty.")
    try:
        game = read_game(data)
    except Damaged as damaged:
        return _refused(DAMAGED, f"{damaged}") if damaged.way else _refused(f"{damaged}")
    if len(written(game)) > LARGEST_FILE:
        return _refused(TOO_LARGE)  # it was packed: it could not be brought in from here again
    games.purge_expired(store())
    with suppress(Conflict):  # two phones at once
        return _brought_in(game)
    return _brought_in(game)


def _brought_in(game: games.Game) -> Response:
    """Leads to the table with this game: the one that is here already, or a new one.

    Whoever has a file may be somebody who was put out of the table. So a table that this phone may
    not be told of does not count, nor does a deleted one whose score it may not keep: beside those
    the game comes in as a table of its own. Conflict when it came in at this very moment.
    """
    copies = games.copies_here(store(), game.uid)
    keeps = phones.kept(store(), phone(), copies)
    here = [
        one for one in copies if may_know(one) and (one.deleted_at is None or one.code in keeps)
    ]
    for one in here:
        if games.history(store(), one).same_as(game):
            if one.deleted_at is not None:
                games.bring_back(store(), one)
            return see_other(url_for("sheet.sheet", code=one.code))
    for one in here:
        if one.deleted_at is None:
            told = another_copy(one.deals, len(deals_in_force(game)), may_delete=one.code in keeps)
            return _refused(told, here=one, may_delete=one.code in keeps)
    count_table()
    table = games.bring_in(store(), game, keeper=known_phone(), beside={one.id for one in copies})
    return see_other(url_for("sheet.sheet", code=table.code))


def _refused(oops: str, detail: str | None = None, **here: Any) -> Response:
    return respond("files/import", status=422, oops=oops, detail=detail, **here)


@pages.errorhandler(RequestEntityTooLarge)
def _too_large(error: RequestEntityTooLarge) -> Response | RequestEntityTooLarge:
    return _refused(TOO_LARGE) if request.endpoint == "files.bring_in" else error


# --- deleting ------------------------------------------------------------------------------------


@pages.get("/t/<code>/delete")
@may(Who.SCOREKEEPER)
def ask(code: str) -> Response:
    """Asks whether the table shall really be deleted."""
    return respond("files/delete", table=table_or_404(code))


@pages.post("/t/<code>/delete")
@may(Who.SCOREKEEPER)
def delete(code: str) -> Response:
    """Deletes the table; for a day it can be brought back."""
    table = games.delete(store(), table_or_404(code))
    return see_other(url_for("sheet.sheet", code=table.code))


@pages.post("/t/<code>/bring-back")
@may(Who.SCOREKEEPER)
def bring_back(code: str) -> Response:
    """Undoes a deletion; for a table that is not deleted it changes nothing."""
    table = games.bring_back(store(), any_table_or_404(code))
    return see_other(url_for("sheet.sheet", code=table.code))


@pages.app_errorhandler(TableDeleted)
def _deleted(error: TableDeleted) -> Response:
    """What every address of a deleted table shows."""
    gone = error.table
    return respond(
        "files/deleted", status=410, gone=gone, goes=local_purge_time(gone.deleted_at or "")
    )


# --- the place -----------------------------------------------------------------------------------


@pages.get("/t/<code>/place")
@may(Who.SCOREKEEPER)
def place(code: str) -> Response:
    """Asks where the game was played."""
    return respond("files/place", table=table_or_404(code))


@pages.post("/t/<code>/place")
@may(Who.SCOREKEEPER)
def set_place(code: str) -> Response:
    """Keeps where the game was played."""
    table = table_or_404(code)
    given = " ".join(request.form.get("place", "").split())
    problem = place_problem(given)
    if problem:
        return respond("files/place", status=422, table=table, place=given, oops=problem)
    games.set_place(store(), table, close_overrides(given))
    return see_other(url_for("summary.summary", code=table.code))


def another_copy(here: int, there: int, *, may_delete: bool) -> str:
    """A game of that name is here, but not the same; told by the deals that count in each, with
    what this phone can do about it."""
    told = "This game is here already, but it is not the same. "
    if here == there:
        told += f"Both have {plural(here, 'deal', 'deals')}, with different cards or changes. "
    else:
        told += f"Here it has {plural(here, 'deal', 'deals')}, in the file {there}. "
    told += "Nothing was changed. If you want the one of the file, "
    if may_delete:
        return f"{told}delete the one here first and then choose the file again."
    return f"{told}ask the scorekeeper of the one here to delete it first."
