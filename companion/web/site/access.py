"""Who may do what: every route says it with `may`, and `guard` checks it before every request.

A phone is the random number in its signed cookie. Its role at a table is in the store
(`store/phones.py`). A route that does not say who may ask for it is refused.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from hashlib import sha256
from hmac import compare_digest
from secrets import token_hex
from typing import Any, TypeVar, cast

from flask import Flask, Response, current_app, g, request, session, url_for
from werkzeug.exceptions import Forbidden

from companion.codes import invitation
from companion.store import Table, phones
from companion.web.site import live
from companion.web.site.errors import (
    JOIN,
    SCORES,
    Explained,
    JustWatching,
    NoSuchTable,
    NotJoined,
    ScorekeeperOnly,
    TableLocked,
    TooManyCodes,
    TooManyTables,
)
from companion.web.site.http import (
    any_table_or_404,
    runs_alone,
    see_other,
    store,
    table_or_404,
)


class Who(IntEnum):
    """Who may ask for a page; each may do what those before may."""

    ANYBODY = 0
    """The page belongs to no table."""
    READER = 1
    """Everyone who knows the table's code."""
    PLAYER = 2
    """A phone that enters the hand of a player."""
    SCOREKEEPER = 3
    """The one phone that keeps the table's score."""


View = TypeVar("View", bound=Callable[..., Any])


def may(who: Who, *, deleted: bool = False) -> Callable[[View], View]:
    """Says at a route who may ask for it: ``@pages.get(…)``, below it ``@may(Who.READER)``.

    The view of a table's page gets the `table` where its address has the ``code``; with `deleted`
    also a deleted table.
    """

    def mark(view: View) -> View:
        if who is not Who.ANYBODY:
            view = _with_table(view, any_table_or_404 if deleted else table_or_404)
        view.may = who  # type: ignore[attr-defined]
        return view

    return mark


def _with_table(view: View, find: Callable[[str], Table]) -> View:
    @wraps(view)
    def of_table(code: str, **values: Any) -> Any:
        return view(find(code), **values)

    return cast(View, of_table)


def allowed(app: Flask, endpoint: str) -> Who | None:
    """Who may ask for an endpoint; None for a route that does not say."""
    return getattr(app.view_functions[endpoint], "may", None)


@dataclass(frozen=True)
class Me(phones.Standing):
    """This phone at the table of the address. At a table without a scorekeeper the first phone that
    changes something becomes it."""

    @property
    def joined(self) -> bool:
        """Whether it did more than open the link."""
        return self.role is not None

    @property
    def keeps(self) -> bool:
        """Whether it is the scorekeeper's. A table without one is everybody's."""
        return self.role == "scorekeeper" or not (self.joined or self.has_scorekeeper)

    @property
    def plays(self) -> bool:
        """Whether it enters the hand of its seat, and nothing else."""
        return self.role == "player" and not self.locked

    @property
    def who(self) -> Who:
        """What it may do."""
        return Who.SCOREKEEPER if self.keeps else Who.PLAYER if self.plays else Who.READER


def phone() -> str:
    """This phone's id in the store: a hash of the number in its cookie; empty without one."""
    number = session.get("phone", "")
    return sha256(number.encode()).hexdigest()[:32] if number else ""


def known_phone() -> str:
    """This phone's id in the store; a phone without a number gets one. Its cookie is kept when the
    browser closes, and for another 400 days, so that the phone is still known at its next game.
    Empty where it is alone: no table has a scorekeeper there, so all are everybody's."""
    if runs_alone():
        return ""
    if not phone():
        session["phone"] = token_hex(16)
    session.permanent = True
    return phone()


def me() -> Me:
    """This phone at the table of the address."""
    return cast(Me, g.me)


def hosted() -> bool:
    """Whether strangers share this server, who do not see each other's tables."""
    return bool(current_app.config["HOSTED"])


def guard() -> Response | None:
    """Before every request: refuses what this phone may not do, and answers at once when the page
    is already current."""
    if request.endpoint is None:  # there is no such page
        return None
    who = allowed(current_app, request.endpoint)
    if who is None:
        raise Forbidden
    code = (request.view_args or {}).get("code")
    return None if code is None else _at_table(code, who)


def _at_table(code: str, who: Who) -> Response | None:
    # 1. Is there such a table?
    asking = phone()
    here = phones.standing(store(), code, asking)
    if here is None:
        return _unknown(code)
    # 2. Has this phone found it by guessing? (Its invitation is kept also while nobody guesses.)
    if here.role is None and not _is_invited(here.code) and _too_many_codes():
        raise TooManyCodes()
    # 3. Who it is there, for all that follows; it was seen there now.
    g.me = mine = Me(**vars(here))
    phones.note_seen(store(), here, asking)
    # 4. A page that asks for what is new, and has it already.
    if live.is_unchanged(mine.version):
        return Response(status=204)  # htmx leaves the page as it is
    # 5. What it may not do.
    if mine.who < who:
        raise _refusal(mine, who)
    # 6. The first phone that changes something at a new table becomes its scorekeeper.
    changes = who > Who.READER and request.method == "POST" and not runs_alone()
    if changes and not mine.joined and not phones.claim(store(), here.table_id, known_phone()):
        raise _refusal(mine, who)  # another phone became the scorekeeper just now
    return None


def _refusal(mine: Me, who: Who) -> Explained:
    if who is Who.SCOREKEEPER and mine.joined:
        return ScorekeeperOnly()
    if mine.locked:
        return TableLocked(leads_to=(SCORES,) if mine.joined else (JOIN, SCORES))
    return JustWatching() if mine.joined else NotJoined()


# --- codes that no table has, and new tables -----------------------------------------------------

CODES, ALL_CODES = 30, 10_000
"""Wrong table codes in ten minutes: the most from one network, and the most from all together.
The second is so high that nobody can use it up from 256 networks, and lock out everybody else."""
TABLES = 30
"""New tables in ten minutes: the most from one network, on a server for strangers."""


def _is_invited(code: str) -> bool:
    """Whether this phone opened the address of the table's QR code, now or before: then it did not
    guess the code. The address has the invitation as `k`; here the last one is put into the phone's
    cookie."""
    shown = request.args.get("k") or session.get("invitation", "")
    if not shown or not compare_digest(
        shown.encode(), invitation(current_app.secret_key or "", code).encode()
    ):
        return False
    if session.get("invitation") != shown:
        session["invitation"] = shown
    return True


def _too_many_codes() -> bool:
    """Whether too many wrong codes came from this network, or from all together."""
    if runs_alone():
        return False
    from_here, from_all = (phones.counted(store(), "code", whose) for whose in (network(), ""))
    return from_here >= CODES or from_all >= ALL_CODES


def network() -> str:
    """The network that this request came from."""
    return phones.network_of(request.remote_addr or "")


def check_guesses() -> None:
    """TooManyCodes when too many wrong codes came from this network, or from all together."""
    if _too_many_codes():
        raise TooManyCodes()


def _unknown(code: str) -> Response:
    """Leads a phone that joined to the table's new code; NoSuchTable for every other phone."""
    now = phones.moved(store(), code, phone()) if phone() else None
    if now is not None:
        asked = {name: value for name, value in request.args.items() if name not in live.FIELDS}
        args = {**(request.view_args or {}), **asked, "code": now}
        address = url_for(request.endpoint or "", **args)
        if request.method == "GET":
            return see_other(address)
        response = Response(status=307)  # the same post again, to the new address
        response.headers["Location"] = address
        return response
    count_guess()
    raise NoSuchTable(table=code)


def count_guess(number: int = 1) -> None:
    """Counts `number` codes that no table has; TooManyCodes when there were too many already."""
    check_guesses()
    phones.count(store(), "code", *[network(), ""] * number)


def count_table() -> None:
    """Counts a table that is about to be made; on a server for strangers TooManyTables when there
    were too many already."""
    if not hosted():
        return
    if phones.counted(store(), "table", network()) >= TABLES:
        raise TooManyTables()
    phones.count(store(), "table", network())


def joined_tables() -> set[int]:
    """The ids of the tables that this phone made or joined."""
    return phones.joined(store(), phone()) if phone() else set()


def visible_tables() -> set[int] | None:
    """The ids of the tables that may be listed to this phone: at home None, for all of them, on a
    server for strangers those that it made or joined."""
    return joined_tables() if hosted() else None


def may_know(table: Table) -> bool:
    """Whether this phone may see the code of this table without knowing it."""
    visible = visible_tables()
    return visible is None or table.id in visible


def init(app: Flask) -> None:
    """Guards every page of the application."""
    may(Who.ANYBODY)(app.view_functions["static"])
    app.before_request(guard)
    app.add_template_global(hosted, "hosted")
    app.add_template_global(runs_alone, "runs_alone")
    app.add_template_global(live.live, "live")
