"""Joining a table, and its phones.

How a phone joins: ``GET /t/<code>/join`` (a session cookie and a CSRF token), then ``POST`` the
same address with ``seat`` = 0, 1 … or ``watch``; 303 to the sheet. From then on its pages poll
every two seconds for their own fragment (header ``HX-Request: true``) with ``seen``, the version
they show: 204 while they are current, else the new fragment, with the new version in the ``hx-get``
of ``#live`` (see `live.py`).
"""

import re
from contextlib import suppress
from datetime import datetime
from hmac import compare_digest
from typing import cast

from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.utils import redirect

from companion.codes import readings, recovery_code
from companion.rules.words import plural
from companion.store import Conflict, Table, phones
from companion.web.parts.join import join_address, phones_can_join, qr_svg, typed_address
from companion.web.parts.words import whose_phone
from companion.web.phones.form import LONGEST_LINK, CodeForm, RecoveryForm
from companion.web.site import access
from companion.web.site.access import Who, known_phone, may, me, phone
from companion.web.site.errors import TooManyKeys
from companion.web.site.forms import refuse
from companion.web.site.http import respond, seat_of, see_other, store, whole

pages = Blueprint("phones", __name__)

KEYS, ALL_KEYS = 5, 2_000
"""Wrong recovery codes for a table in ten minutes: the most from one network, and the most from all
together. There are 38,000,000,000 codes, so guessing is hopeless. The second is so high that nobody
can use it up from fewer than 400 networks, and lock out the table."""
NO_TABLE = "There is no table with this code here. Look at the scorekeeper’s phone again."
WRONG_KEY = (
    "That is not this table’s recovery code. Check every letter. Since it was used, or the score "
    "handed over, there is a new one. If nobody has it, ask whoever runs the companion: “companion "
    "tables” lists the codes."
)
CANNOT_JOIN: dict[type[Conflict], str] = {
    phones.Taken: "Another phone enters this hand. Is that phone not here any more? Then ask the "
    "scorekeeper to remove it, under “More”, “Phones”, and tap again.",
    phones.Full: f"{phones.MOST_PHONES} other phones are at this table, and there is no room for "
    "one more. Ask the scorekeeper to remove one, under “More”, “Phones”.",
    phones.Removed: "The scorekeeper removed this phone. Ask the scorekeeper to let it in again, "
    "under “More”, “Phones”. You can still watch.",
}


# --- finding the table ---------------------------------------------------------------------------


@pages.get("/join")
@may(Who.ANYBODY)
def code() -> Response:
    """Where a code is typed; leads to the table with this code."""
    form = CodeForm(request.args)
    if not form.code.data:
        return respond("phones/code", form=form)
    meant = readings(code_in(form.code.data))
    tables = [table for reading in meant if (table := store().table(reading)) is not None]
    joined = access.joined_tables()
    found = next((table for table in tables if table.id in joined), None)
    if found is None:
        access.check_guesses()
        found = next(iter(tables), None)
    if found is not None:
        return cast(Response, redirect(url_for("phones.join", code=found.code), Response=Response))
    access.count_guess(len(meant) or 1)
    form.code.data = form.code.data[:LONGEST_LINK]
    refuse(form.code, NO_TABLE)
    return respond("phones/code", status=422, form=form)


def code_in(text: str) -> str:
    """The code in a link to a table, which somebody pasted; any other text as it is."""
    found = re.search(r"/t/(\w+)|[?&]code=(\w+)", text, re.ASCII)
    return (found[1] or found[2]) if found else text


# --- who are you? --------------------------------------------------------------------------------


@pages.get("/t/<code>/join")
@may(Who.READER)
def join(table: Table) -> Response:
    """Asks whose hand this phone enters, or whether it just watches."""
    return _join(table)


@pages.post("/t/<code>/join")
@may(Who.READER)
def sit(table: Table) -> Response:
    """Gives this phone a seat, or lets it just watch."""
    sent = request.form.get("seat", "")
    seat = seat_of(table, sent)
    if seat is None and sent != "watch":
        return _join(table, oops=f"Tap your name, or “{_alone()}”.", status=422)
    try:
        phones.join(store(), table.id, known_phone(), seat, beside=me().keeps)
    except (phones.Taken, phones.Full, phones.Removed) as refused:
        return _join(table, oops=CANNOT_JOIN[type(refused)], status=403)
    page = "tv.tv" if request.form.get("to") == "tv" else "sheet.sheet"
    return see_other(url_for(page, code=table.code))


def _alone() -> str:
    """What this phone does at the table without a player's hand."""
    return "Just keeping the score" if me().keeps and me().joined else "Just watching"


def _join(
    table: Table, *, oops: str = "", recovery: RecoveryForm | None = None, status: int = 200
) -> Response:
    here = phones.present(store(), table)
    return respond(
        "phones/join",
        status=status,
        table=table,
        mine=[one.seat for one in here if one.phone == phone()],
        held=[one.seat for one in here if one.phone != phone()],
        kept=any(one.role == "scorekeeper" for one in here),
        alone=_alone(),
        oops=oops,
        recovery=recovery or RecoveryForm(),
    )


@pages.post("/t/<code>/take")
@may(Who.READER)
def take(table: Table) -> Response:
    """Makes this phone the scorekeeper: with the recovery code, or where there is none yet."""
    if (me().joined or me().keeps) and phones.claim(store(), table.id, known_phone()):
        return _to_phones(table)
    form = RecoveryForm(request.form)
    if _is_key(table, form.key.data or ""):
        with suppress(Conflict):  # another phone used it just now
            phones.take_over(store(), table, known_phone())
            return _to_phones(table)
    refuse(form.key, WRONG_KEY)
    return _join(table, recovery=form, status=422)


def _is_key(table: Table, typed: str) -> bool:
    """Whether this is the table's recovery code. A wrong one is counted; TooManyKeys when there
    were too many already."""
    from_all, from_here = f"{table.id}", f"{table.id} {access.network()}"
    if (
        phones.counted(store(), "key", from_here) >= KEYS
        or phones.counted(store(), "key", from_all) >= ALL_KEYS
    ):
        raise TooManyKeys()
    letters = "".join(letter for letter in typed.upper() if letter.isalnum())
    right = compare_digest(letters.encode(), key_of(table).replace("-", "").encode())
    if not right:
        phones.count(store(), "key", from_here, from_all)
    return right


def key_of(table: Table) -> str:
    """The recovery code of a table."""
    return recovery_code(current_app.secret_key or "", table.secret, table.generation)


# --- the phones of a table -----------------------------------------------------------------------


@pages.get("/t/<code>/phones")
@may(Who.READER)
def phones_page(table: Table) -> Response:
    """How to join, and who has joined; the scorekeeper can manage the phones here."""
    if "handed" in request.args and not me().keeps:
        here = phones.present(store(), table)
        seat = next((one.seat for one in here if one.role == "scorekeeper"), None)
        return _phones(table, done=f"{whose_phone(table, seat)} keeps the score now.")
    return _phones(table)


def _phones(table: Table, *, note: str = "", done: str = "", status: int = 200) -> Response:
    address, here = join_address(table), phones.present(store(), table)
    gone = phones.removed(store(), table) if me().keeps else []
    return respond(
        "phones/phones",
        status=status,
        table=table,
        here=here,
        mine=phone(),
        seen={one.id: ago(one.seen_at, store().now()) for one in (*here, *gone)},
        watching=sum(one.role == "watcher" for one in here),
        removed=gone,
        address=address,
        short=typed_address(address),
        can_join=phones_can_join(),
        key=key_of(table) if me().keeps else "",
        note=note,
        done=done,
    )


def _to_phones(table: Table) -> Response:
    return see_other(url_for("phones.phones_page", code=table.code))


def ago(then: str, now: str) -> str:
    """How long ago a phone was seen, no finer than it is kept."""
    minutes = int((datetime.fromisoformat(now) - datetime.fromisoformat(then)).total_seconds() / 60)
    if minutes < 12:
        return "here now"
    if minutes < 90:
        return f"here {minutes // 10 * 10} minutes ago"
    hours = minutes // 60
    if hours < 48:
        return f"here {plural(hours, 'hour')} ago"
    return f"here {hours // 24} days ago"


@pages.post("/t/<code>/phones/hand-over")
@may(Who.SCOREKEEPER)
def hand_over(table: Table) -> Response:
    """Makes another phone the scorekeeper."""
    try:
        phones.hand_over(store(), table, _chosen())
    except LookupError:
        return _phones(table, note="That phone has left the table. Choose another.", status=422)
    except Conflict:
        note = "The table has changed. Look again, then tap once more."
        return _phones(table, note=note, status=409)
    return see_other(url_for("phones.phones_page", code=table.code, handed=1))


@pages.post("/t/<code>/phones/remove")
@may(Who.SCOREKEEPER)
def remove(table: Table) -> Response:
    """Removes a phone from the table until it is let in again."""
    try:
        phones.remove(store(), table, _chosen())
    except LookupError:
        return _phones(
            table,
            note="That phone has left already, or it is the scorekeeper’s: hand that over first.",
            status=422,
        )
    return _to_phones(table)


@pages.post("/t/<code>/phones/let-in")
@may(Who.SCOREKEEPER)
def let_in(table: Table) -> Response:
    """Lets a phone that was removed join again."""
    phones.let_in(store(), table, _chosen())
    return _to_phones(table)


@pages.post("/t/<code>/phones/remove-watching")
@may(Who.SCOREKEEPER)
def remove_watching(table: Table) -> Response:
    """Takes all phones away that just watch."""
    phones.remove_watchers(store(), table)
    return _to_phones(table)


def _chosen() -> int:
    """The id of the phone that was tapped; 0, which no phone has, for anything else."""
    return whole(request.form.get("phone", ""), 15)


@pages.post("/t/<code>/phones/lock")
@may(Who.SCOREKEEPER)
def lock(table: Table) -> Response:
    """Locks the table, so that only the scorekeeper enters, or unlocks it."""
    phones.lock(store(), table, request.form.get("locked") == "1")
    return _to_phones(table)


@pages.post("/t/<code>/phones/renew")
@may(Who.SCOREKEEPER)
def renew(table: Table) -> Response:
    """Gives the table a new code. Phones that joined follow, or the scorekeeper's alone; for all
    others the table is gone."""
    if request.form.get("of") == table.code:  # the same form again changes nothing
        with suppress(Conflict):
            phones.renew(store(), table, alone=request.form.get("alone") == "1")
    now = store().table_of_id(table.id).code
    return see_other(url_for("phones.phones_page", code=now))


@pages.get("/t/<code>/qr.svg")
@may(Who.READER)
def qr(table: Table) -> Response:
    """The address to join as a QR code."""
    return Response(qr_svg(join_address(table), error="m"), mimetype="image/svg+xml")
