"""Joining a table, its phones, and the large view for a TV.

How a phone joins: ``GET /t/<code>/join`` (a session cookie and a CSRF token), then ``POST`` the
same address with ``seat`` = 0, 1 … or ``watch``; 303 to the sheet. From then on its pages ask every
two seconds for their own fragment (header ``HX-Request: true``) with ``seen``, the number of what
they show: 204 while that is all there is, else the new fragment with the new number in the
``hx-get`` of ``#live`` (see `live.py`).
"""

import io
from contextlib import suppress
from hmac import compare_digest
from ipaddress import ip_address
from typing import cast
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.utils import redirect

from companion.codes import readings, recovery_code
from companion.game.sheet import edition_of
from companion.nearby import nearby_address
from companion.store import Conflict, Table, phones
from companion.web.phones import page as join_view
from companion.web.sheet import routes as sheet_routes
from companion.web.site import access
from companion.web.site.access import Who, hosted, known_phone, may, me, phone
from companion.web.site.errors import TooManyCodes, TooManyKeys
from companion.web.site.http import respond, see_other, store, table_or_404, wants_fragment, whole
from companion.web.site.live import changed

pages = Blueprint("phones", __name__)

KEYS, ALL_KEYS = 5, 2_000
"""So many wrong recovery codes for a table in ten minutes from one address, and from all. There are
38,000,000,000 codes, so many guesses are still hopeless; and nobody can use them up for others who
has fewer than 400 networks."""
NO_TABLE = "There is no table with this code here. Look at the scorekeeper’s phone again."
WRONG_KEY = "That is not this table’s recovery code. The scorekeeper’s phone shows it."
TAKEN = (
    "Another phone enters this hand. Is that phone not here any more? Then ask the scorekeeper to "
    "remove it, under “Phones at this table”, and tap again."
)
FULL = (
    f"{phones.MOST_PHONES} phones are at this table, and there is no room for one more. Ask the "
    "scorekeeper to remove one, under “Phones at this table”."
)


# --- finding the table ---------------------------------------------------------------------------


@pages.get("/join")
@may(Who.ANYBODY)
def code() -> Response:
    """The code typed in; a table's own page of joining when there is such a table."""
    typed = request.args.get("code")
    if not typed:
        return respond("phones/code", typed="", oops="")
    whose = phones.network_of(request.remote_addr or "")
    if access.too_many_codes(whose):
        raise TooManyCodes
    meant = readings(typed)
    for reading in meant:
        if store().table(reading) is not None:
            return _to("phones.join", reading)
    access.count_guess(len(meant) or 1)
    return respond("phones/code", status=422, typed=typed[:20], oops=NO_TABLE)


def _to(endpoint: str, code: str) -> Response:
    return cast(Response, redirect(url_for(endpoint, code=code), 302, Response))


# --- who are you? --------------------------------------------------------------------------------


@pages.get("/t/<code>/join")
@may(Who.READER)
def join(code: str) -> Response:
    """Who are you?"""
    return _join(table_or_404(code))


@pages.post("/t/<code>/join")
@may(Who.READER)
def sit(code: str) -> Response:
    """This phone holds a seat from now on, or only looks."""
    table = table_or_404(code)
    seat = request.form.get("seat", "")
    if seat == "watch":
        number = None
    elif seat in map(str, range(len(table.players))):
        number = int(seat)
    else:
        return _join(table, oops="Tap your name, or “Just watching”.", status=422)
    try:
        phones.join(store(), table.id, known_phone(), number, beside=me().keeps)
    except phones.Taken:
        return _join(table, oops=TAKEN, status=403)
    except phones.Full:
        return _join(table, oops=FULL, status=403)
    return see_other(url_for("sheet.sheet", code=table.code))


def _join(table: Table, *, oops: str = "", wrong_key: str = "", status: int = 200) -> Response:
    here = phones.present(store(), table)
    return respond(
        "phones/join",
        status=status,
        table=table,
        seats=join_view.seats(table.players, here, phone()),
        kept=any(one.role == "scorekeeper" for one in here),
        looks=any(one.phone == phone() and one.seat is None for one in here),
        oops=oops,
        wrong_key=wrong_key,
    )


@pages.post("/t/<code>/take")
@may(Who.READER)
def take(code: str) -> Response:
    """This phone keeps the score from now on: with the recovery code, or where nobody does."""
    table = table_or_404(code)
    here = url_for("phones.phones_page", code=table.code)
    nobodys = me().joined or me().keeps
    if nobodys and phones.claim(store(), table.id, known_phone()):
        return see_other(here)
    typed = "".join(letter for letter in request.form.get("key", "").upper() if letter.isalnum())
    everybodys = f"{table.id}"
    mine = f"{table.id} {phones.network_of(request.remote_addr or '')}"
    if (
        phones.guesses(store(), "key", mine) >= KEYS
        or phones.guesses(store(), "key", everybodys) >= ALL_KEYS
    ):
        raise TooManyKeys
    if not compare_digest(typed.encode(), key_of(table).replace("-", "").encode()):
        phones.guessed(store(), "key", mine, everybodys)
        return _join(table, wrong_key=WRONG_KEY, status=422)
    try:
        phones.take_over(store(), table, known_phone())
    except Conflict:  # another phone used it at this very moment
        return _join(table, wrong_key=WRONG_KEY, status=422)
    return see_other(here)


def key_of(table: Table) -> str:
    """The recovery code of a table."""
    return recovery_code(current_app.secret_key or "", table.secret, table.generation)


# --- the phones of a table -----------------------------------------------------------------------


@pages.get("/t/<code>/phones")
@may(Who.READER)
def phones_page(code: str) -> Response:
    """How to join, who has, and for the scorekeeper what can be done with them."""
    return _phones(table_or_404(code))


def _phones(table: Table, *, note: str = "", status: int = 200) -> Response:
    address = _address(table)
    return respond(
        "phones/phones",
        status=status,
        table=table,
        lines=join_view.phone_lines(
            table.players, phones.present(store(), table), phone(), store().now()
        ),
        address=address,
        short=_short(address),
        key=key_of(table) if me().keeps else "",
        note=note,
    )


def _address(table: Table) -> str:
    """Where another phone joins: this server as it is called here, or as others can reach it."""
    base = urlsplit(request.host_url)
    host, port = base.hostname or "", base.port
    if not hosted() and _only_here(host):
        near = nearby_address()
        if near is not None:
            host = f"[{near}]" if ":" in near else near
            base = base._replace(netloc=host if port is None else f"{host}:{port}")
    return base.geturl().rstrip("/") + url_for("phones.join", code=table.code)


def _short(address: str) -> str:
    """What is typed on a phone that reads no QR code; the table's code comes after it."""
    return urlsplit(address).netloc + url_for("phones.code")


def _only_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@pages.post("/t/<code>/phones/hand-over")
@may(Who.SCOREKEEPER)
def hand_over(code: str) -> Response:
    """Another phone keeps the score from now on."""
    table = table_or_404(code)
    try:
        phones.hand_over(store(), table, _chosen())
    except LookupError:
        return _phones(table, note="That phone has left the table. Choose another.", status=422)
    except Conflict:
        return _phones(table, note="The table has changed. Look again, then tap once more.")
    return see_other(url_for("phones.phones_page", code=table.code))


@pages.post("/t/<code>/phones/remove")
@may(Who.SCOREKEEPER)
def remove(code: str) -> Response:
    """A phone is as if it had never joined."""
    table = table_or_404(code)
    try:
        phones.remove(store(), table, _chosen())
    except LookupError:
        return _phones(
            table,
            note="That phone has left already, or it is the scorekeeper’s: hand that over first.",
            status=422,
        )
    return see_other(url_for("phones.phones_page", code=table.code))


def _chosen() -> int:
    """The id of the phone that was tapped; 0, which none has, when it is no id."""
    return whole(request.form.get("phone", ""), 15)


@pages.post("/t/<code>/phones/lock")
@may(Who.SCOREKEEPER)
def lock(code: str) -> Response:
    """Only the scorekeeper enters, or the players do too."""
    table = table_or_404(code)
    phones.lock(store(), table, request.form.get("locked") == "1")
    return see_other(url_for("phones.phones_page", code=table.code))


@pages.post("/t/<code>/phones/renew")
@may(Who.SCOREKEEPER)
def renew(code: str) -> Response:
    """A new code: the phones that joined follow, or the scorekeeper's alone; for everybody else the
    table is gone."""
    table = table_or_404(code)
    if request.form.get("of") == table.code:  # the same form again changes nothing
        with suppress(Conflict):
            phones.renew(store(), table, alone=request.form.get("alone") == "1")
    now = phones.code_of(store(), table.id)
    return see_other(url_for("phones.phones_page", code=now))


@pages.get("/t/<code>/qr.svg")
@may(Who.READER)
def qr(code: str) -> Response:
    """The address to join as a QR code, black on white whatever the screen is like."""
    out = io.BytesIO()
    segno.make(_address(table_or_404(code)), error="m", micro=False).save(
        out, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=False
    )
    return Response(out.getvalue(), mimetype="image/svg+xml")


# --- a TV or a tablet ----------------------------------------------------------------------------


@pages.get("/t/<code>/tv")
@may(Who.READER)
def tv(code: str) -> Response:
    """The sheet in large type, whose hand is missing, the last deal, and how to join.

    Whoever opens it looks on from now on, where somebody keeps the score: so a TV follows to a new
    code. Not when it only asks again, for then a screen that was removed would come back.
    """
    table = table_or_404(code)
    if me().kept and not me().joined and not wants_fragment():
        with suppress(Conflict):  # there is no room: it is shown all the same
            phones.join(store(), table.id, known_phone(), None)
            changed()
    page, _, moment = sheet_routes.glance(table, edition_of(table))
    address = _address(table)
    return respond(
        "phones/tv", table=table, page=page, moment=moment, address=address, short=_short(address)
    )
