"""Request and response helpers: the store, the table of the address, page or fragment."""

from secrets import token_urlsafe
from typing import Any, cast

from flask import Response, current_app, g, render_template, request
from markupsafe import Markup
from werkzeug.utils import redirect

from companion.store import Store, Table, games
from companion.web.parts.words import local_moment
from companion.web.site.errors import NoSuchTable, TableDeleted

LONGEST_TOKEN = 64


def store() -> Store:
    """The store of the running application."""
    return cast(Store, current_app.extensions["store"])


def runs_alone() -> str:
    """Where a phone runs the companion by itself, and nobody else can reach it: the address of the
    page around it, such as ``https://example.org/companion/``. Empty on a server."""
    return str(current_app.config["ALONE"])


def table_or_404(code: str) -> Table:
    """The table with this code, in upper or lower case; else NoSuchTable, or TableDeleted."""
    table = any_table_or_404(code)
    if table.deleted_at is not None:
        raise TableDeleted(table)
    return table


def any_table_or_404(code: str) -> Table:
    """The table with this code, deleted or not. A table whose day to be brought back has passed is
    purged now; NoSuchTable then."""
    table = store().table(code)
    if table is not None and table.deleted_at is not None and games.purge_expired(store()):
        table = store().table(code)
    if table is None:
        raise NoSuchTable(table=code)
    return table


# --- answers -------------------------------------------------------------------------------------


def wants_fragment() -> bool:
    """Whether htmx asks for a fragment of the page, not for the whole page."""
    headers = request.headers
    return (
        "HX-Request" in headers
        and "HX-Boosted" not in headers
        and "HX-History-Restore-Request" not in headers
    )


def rendered(template: str, /, **data: Any) -> Markup:
    """A page, or a part of pages by itself: that sees this data only, not that of its page."""
    return Markup(render_template(template, **data))


def respond(template: str, *, status: int = 200, **data: Any) -> Response:
    """The page ``template.html``, or only its block ``part`` when htmx asks for a fragment. Beside
    this data it finds who asks, as ``me``.

    A whole page of a table says what time it is there: the service worker shows it above a copy.
    """
    fragment, table = wants_fragment(), data.get("table")
    page = rendered(f"{template}.html", fragment=fragment, me=g.get("me"), **data)
    headers = {"Vary": "HX-Request"}
    if table and not fragment:
        headers["Table-Time"] = local_moment(store().now(), table.zone)
    return Response(page, status, headers)


def see_other(address: str) -> Response:
    """Sends the browser on to another page after a post (303).

    htmx would swap that page into a part of this one, so a header makes it load the page instead.
    """
    if wants_fragment():
        response = Response(status=200)
        response.headers["HX-Redirect"] = address
    else:
        response = cast(Response, redirect(address, 303, Response))
    response.vary.add("HX-Request")
    return response


def stands_at(response: Response, address: str) -> Response:
    """The answer, with the address that the browser is to show once htmx has swapped it in."""
    if wants_fragment():
        response.headers["HX-Replace-Url"] = address
    return response


def new_token() -> str:
    """A fresh token for a form that must count only once."""
    return token_urlsafe(18)


def whole(text: str, digits: int) -> int:
    """The whole number that was sent, of at most `digits` digits; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else 0


def seat_of(table: Table, text: str) -> int | None:
    """The index of the player whose seat was sent; None for anything else."""
    return int(text) if text in map(str, range(len(table.players))) else None


def given_token() -> str | None:
    """The token that was sent with the form; None without one, for one that is too long, and for
    one with a space: those are made here, as ``undo 7``, and come from no form."""
    token = request.form.get("token", "")
    return token if 0 < len(token) <= LONGEST_TOKEN and " " not in token else None
