"""What every view needs: the store, the table of the address, page or fragment, the sheet."""

from secrets import token_urlsafe
from typing import Any, cast

from flask import Request, Response, current_app, make_response, render_template, request
from werkzeug.exceptions import Gone, NotFound
from werkzeug.utils import redirect

from companion.store import Store, Table, games

LONGEST_TOKEN = 64


def store() -> Store:
    """The store of the running application."""
    return cast(Store, current_app.extensions["store"])


class Deleted(Gone):
    """Somebody asks for a table that was deleted, but can still be brought back."""

    def __init__(self, table: Table) -> None:
        super().__init__(f"Table {table.code} was deleted.")
        self.table = table


def table_or_404(code: str) -> Table:
    """The table with this code, in capitals or not; else the page that says there is none, or
    that it was deleted."""
    table = any_table_or_404(code)
    if table.deleted_at is not None:
        raise Deleted(table)
    return table


def any_table_or_404(code: str) -> Table:
    """The same, deleted or not; one that was deleted long enough ago goes now."""
    table = store().table(code)
    if table is not None and table.deleted_at is not None and games.purge_expired(store()):
        table = store().table(code)
    if table is None:
        raise NotFound(f"There is no table “{code[:20]}” on this server.")
    return table


# --- answers -------------------------------------------------------------------------------------


def wants_fragment(asked: Request | None = None) -> bool:
    """Whether htmx asks for a part of the page it shows, not for a page."""
    headers = (asked or request).headers
    return (
        "HX-Request" in headers
        and "HX-Boosted" not in headers
        and "HX-History-Restore-Request" not in headers
    )


def respond(template: str, *, status: int = 200, **data: Any) -> Response:
    """The page ``template.html``, or only its block ``part`` when htmx asks for one."""
    page = render_template(f"{template}.html", fragment=wants_fragment(), **data)
    response = make_response(page, status)
    response.vary.add("HX-Request")
    return response


def see_other(address: str) -> Response:
    """Sends the browser on to another page after a post (303).

    htmx would put that page into the part it swaps, so it is told to load the page instead.
    """
    if wants_fragment():
        response = Response(status=200)
        response.headers["HX-Redirect"] = address
    else:
        response = cast(Response, redirect(address, 303, Response))
    response.vary.add("HX-Request")
    return response


def new_token() -> str:
    """A fresh token for a form that must not count twice."""
    return token_urlsafe(18)


def whole(text: str, digits: int) -> int:
    """The number that was sent, of so many digits at the most; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else 0


def given_token(name: str = "token") -> str | None:
    """The token that came along with the form; None when there is none that could be one."""
    token = request.form.get(name, "")
    return token if 0 < len(token) <= LONGEST_TOKEN else None
