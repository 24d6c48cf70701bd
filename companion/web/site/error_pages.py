"""The pages for errors."""

import sqlite3
from typing import Any

from flask import Flask, Response, current_app, request
from flask.globals import request_ctx
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable

from companion.store import DataGone, Unreadable
from companion.web.site.errors import (
    CannotOpen,
    DiskFull,
    DiskReadOnly,
    Explained,
    PhoneFull,
    TablesGone,
)
from companion.web.site.http import respond, runs_alone, wants_fragment

GENERAL = {
    400: ("The form was incomplete", "Nothing was changed. Please send it again."),
    403: ("Not with this phone", "Nothing was changed."),
    404: ("There is no such page", "The link may be incomplete."),
    405: ("This page cannot do that", "Nothing was changed. Open it from the table’s own page."),
    413: ("That was too much at once", "Nothing was changed. Enter less in one go."),
    500: ("Something went wrong", "No scores are lost. Go back and try again."),
    503: ("The server is busy", "Nothing was changed. Go back and send it again in a moment."),
}
"""Title and advice for the errors that do not explain themselves, by status."""
CANNOT_STORE = {
    "SQLITE_FULL": DiskFull,
    "SQLITE_READONLY": DiskReadOnly,
    "SQLITE_IOERR": DiskReadOnly,
    "SQLITE_CANTOPEN": TablesGone,
}
"""What is wrong with the disk, by the beginning of SQLite's name of an error."""


def init(app: Flask) -> None:
    """Gives every error its page."""
    app.register_error_handler(CSRFError, _csrf_lost)
    app.register_error_handler(HTTPException, _page)
    app.register_error_handler(sqlite3.OperationalError, _not_stored)
    app.register_error_handler(DataGone, lambda gone: _logged(gone, TablesGone()))
    app.register_error_handler(Unreadable, _unreadable)
    if not app.testing:
        app.register_error_handler(Exception, lambda wrong: _logged(wrong, InternalServerError()))


def _logged(error: Exception, shown: HTTPException) -> Any:
    """The page of an error that whoever runs the companion has to see."""
    current_app.logger.error("%s %s", request.method, request.path, exc_info=error)
    return _page(shown)


def _not_stored(error: sqlite3.OperationalError) -> Any:
    name = str(getattr(error, "sqlite_errorname", ""))
    wrong = next((wrong for start, wrong in CANNOT_STORE.items() if name.startswith(start)), None)
    if wrong is not None and runs_alone():
        wrong = PhoneFull
    return _logged(error, wrong() if wrong else ServiceUnavailable(retry_after=2))


def _unreadable(error: Unreadable) -> Any:
    table = error.code or (request.view_args or {}).get("code", "")
    current_app.logger.error("%s %s", Unreadable(table), error.__cause__ or "")
    return _page(CannotOpen(table=table))


def _page(error: HTTPException) -> Response | HTTPException:
    """The page of an error; a redirect is left as it is."""
    code = error.code or 500
    if code < 400:
        return error
    if request_ctx.url_adapter is None:  # without a proper host no page can link to another
        return Response("This is not a valid host name.", code, mimetype="text/plain")
    if isinstance(error, Explained):
        shown = error
    else:
        unknown = (error.name, "Nothing was changed. Please try again.")
        title, advice = GENERAL.get(code, unknown)
        shown = Explained(code, title, "", advice)
    response = respond("site/error", status=code, error=shown, lost=shown.lost)
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _csrf_lost(error: CSRFError) -> Response:
    """The form again with everything entered, to be sent with a new token. A file has to be chosen
    again.

    A form that another site sent does not come back: nothing in it is from here. The part of a page
    that an answer to typed cards replaces is within a form, where no other may be: there the page
    of the deal gives way.
    """
    origin = request.headers.get("Origin")
    ours = origin is None or origin.partition("://")[2] == request.host
    sent = request.form.items(multi=True)
    fields = [(name, value) for name, value in sent if name != "csrf_token"]
    response = respond(
        "site/csrf_lost",
        status=400,
        address=request.full_path.rstrip("?"),
        fields=fields if ours else None,
        has_file=any(file.filename for file in request.files.values()),
    )
    if wants_fragment() and "text" in request.form:
        response.headers["HX-Retarget"] = "#deal"
        response.headers["HX-Reswap"] = "outerHTML show:top showTarget:#csrf-lost"
    return response
