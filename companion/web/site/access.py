"""Who may do what: every route says it with `may`, and `guard` checks it before every request.

A phone is the random number in its signed cookie. Its role at a table is in the store
(`store/phones.py`). A route that does not say who may ask for it is refused.
"""

from collections.abc import Callable
from enum import IntEnum
from hashlib import sha256
from secrets import token_hex
from typing import Any, NamedTuple, TypeVar, cast

from flask import Flask, Response, current_app, g, request, session, url_for
from werkzeug.exceptions import Forbidden, NotFound, TooManyRequests

from companion.store import Table, games, phones
from companion.web.site import live
from companion.web.site.http import see_other, store


class Who(IntEnum):
    """Who may ask for a page, from all to one. At a table everybody who knows its code reads."""

    ANYBODY = 0
    READER = 1
    PLAYER = 2
    SCOREKEEPER = 3


View = TypeVar("View", bound=Callable[..., Any])


def may(who: Who) -> Callable[[View], View]:
    """Says at a route who may ask for it: ``@pages.get(…)``, below it ``@may(Who.READER)``."""

    def mark(view: View) -> View:
        view.may = who  # type: ignore[attr-defined]
        return view

    return mark


def allowed(app: Flask, endpoint: str) -> Who | None:
    """Who may ask for an endpoint; None for a route that does not say."""
    return getattr(app.view_functions[endpoint], "may", None)


CODES, ALL_CODES = 30, 10_000
"""So many wrong table codes in ten minutes from one address, and from all of them together: more
than somebody has who was given 256 networks to spend."""
SLOW_DOWN = "Too many wrong codes came from here. Wait ten minutes, then look at the code again."


TABLES = 30
"""So many new tables in ten minutes from one address, on a server for strangers."""
MANY_TABLES = "Many tables were made from here. Wait ten minutes, then make the next one."


class Me(NamedTuple):
    """What this phone is at the table of the address, and the number of what the table shows.

    `seat` is whose hand it may enter. `joined` is False for a phone that only opened the link,
    and for one at a table that nobody keeps yet (`kept`): the first that does something keeps it.
    """

    table_id: int
    code: str
    version: int
    who: Who
    seat: int | None
    joined: bool
    locked: bool
    kept: bool

    @property
    def keeps(self) -> bool:
        """It is the scorekeeper's."""
        return self.who is Who.SCOREKEEPER

    @property
    def plays(self) -> bool:
        """It enters the hand of its seat, and nothing else."""
        return self.who is Who.PLAYER


def phone() -> str:
    """What this phone is known by in the store: a hash of its cookie’s number, or nothing."""
    number = session.get("phone", "")
    return sha256(number.encode()).hexdigest()[:32] if len(number) == 32 else ""


def known_phone() -> str:
    """The same for a phone that is to be known from now on: it gets a number if it has none."""
    if not phone():
        session["phone"] = token_hex(16)
    return phone()


def me() -> Me:
    """What this phone is at the table of the address."""
    return cast(Me, g.me)


def hosted() -> bool:
    """Whether strangers share this server, so that nobody sees the tables of others."""
    return bool(current_app.config["HOSTED"])


def guard() -> Response | None:
    """Before every request: refuses what this phone may not ask for, and answers at once when the
    page shows all there is."""
    endpoint = request.endpoint
    if endpoint is None:  # there is no such page
        return None
    who = allowed(current_app, endpoint)
    if who is None:
        raise Forbidden(f"Nobody is let in to {endpoint}.")
    code = (request.view_args or {}).get("code")
    if code is None:
        return None
    here = phones.standing(store(), code, phone(), request.remote_addr or "")
    if here is None:
        return _unknown(code)
    if here.role is None and _too_many(*here.guessed):
        raise TooManyRequests(SLOW_DOWN)
    g.me = mine = _me(here)
    phones.seen(store(), here, phone())
    if live.is_unchanged(mine.version):
        return live.unchanged()
    if mine.who < who:
        raise Forbidden(_refusal(mine, who))
    does = who > Who.READER and request.method not in ("GET", "HEAD")
    if does and not mine.joined and not phones.claim(store(), here.table_id, known_phone()):
        # Another phone was quicker by a hair.
        raise Forbidden(_refusal(mine._replace(who=Who.READER), who))
    return None


def _me(here: phones.Standing) -> Me:
    who = Who.READER
    if here.role == "scorekeeper" or (here.role is None and not here.kept):
        who = Who.SCOREKEEPER
    elif here.role == "player" and not here.locked:
        who = Who.PLAYER
    return Me(
        here.table_id,
        here.code,
        here.version,
        who,
        here.seat,
        here.role is not None,
        here.locked,
        here.kept,
    )


def _refusal(mine: Me, who: Who) -> str:
    if who is Who.SCOREKEEPER and mine.joined:
        return "Only the scorekeeper’s phone can do that. Ask whoever holds it."
    if mine.locked:
        return "This table is locked: only the scorekeeper enters. Ask whoever holds that phone."
    return "This phone only looks here. Join the table first, or ask the scorekeeper."


# --- codes that no table has ---------------------------------------------------------------------


def _too_many(mine: int, everybodys: int) -> bool:
    return mine >= CODES or everybodys >= ALL_CODES


def too_many_codes(whose: str) -> bool:
    """Whether too many wrong codes came from there, or from everywhere, to look up another."""
    return _too_many(phones.guesses(store(), "code", whose), phones.guesses(store(), "code", ""))


def _unknown(code: str) -> Response:
    """Leads a phone that joined to the new code; for everybody else there is no such table."""
    now = phones.moved(store(), code, phone()) if phone() else None
    if now is not None:
        asked = {name: value for name, value in request.args.items() if name != "seen"}
        args = {**(request.view_args or {}), **asked, "code": now}
        address = url_for(request.endpoint or "", **args)
        if request.method == "GET":
            return see_other(address)
        response = Response(status=307)  # the same post again, to the new address
        response.headers["Location"] = address
        return response
    count_guess()
    raise NotFound(f"There is no table “{code[:20]}” on this server.")


def count_guess(number: int = 1) -> None:
    """Counts so many codes that no table has; refuses (429) when there were too many already."""
    whose = phones.network_of(request.remote_addr or "")
    if too_many_codes(whose):
        raise TooManyRequests(SLOW_DOWN)
    phones.guessed(store(), "code", *[whose, ""] * number)


def count_table() -> None:
    """Counts a table that is about to be made; refuses (429) on a server for strangers when there
    were too many already."""
    if not hosted():
        return
    whose = phones.network_of(request.remote_addr or "")
    if phones.guesses(store(), "table", whose) >= TABLES:
        raise TooManyRequests(MANY_TABLES)
    phones.guessed(store(), "table", whose)


def joined_tables() -> set[int]:
    """The ids of the tables that this phone made or joined."""
    return phones.joined(store(), phone()) if phone() else set()


def may_know(table: Table) -> bool:
    """Whether this phone may be told the code of a table it does not ask for: at home of every
    one, for they are all listed."""
    return not hosted() or table.id in joined_tables()


def visible_tables() -> list[Table]:
    """The tables that may be listed to this phone, the newest first: at home all of them; on a
    server for strangers those that it made or joined."""
    if not hosted():
        return store().tables()
    return store().tables(joined_tables())


def deleted_tables() -> list[Table]:
    """The same of the tables that were deleted and can be brought back."""
    if not hosted():
        return games.deleted(store())
    return games.deleted(store(), joined_tables())


def init(app: Flask) -> None:
    """Guards every page of the application, and tells the templates who asks."""
    may(Who.ANYBODY)(app.view_functions["static"])
    app.before_request(guard)
    app.context_processor(lambda: {"me": g.get("me")})
    app.add_template_global(hosted, "hosted")
    app.add_template_global(live.live, "live")
