"""The pages for errors."""

import sqlite3
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, request
from flask.globals import request_ctx
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable

from companion.web.site.http import respond

# --- mishaps -------------------------------------------------------------------------------------

MISHAPS = {
    400: "That did not arrive in one piece",
    403: "Not with this phone",
    404: "There is no such page",
    405: "That page cannot do this",
    413: "That was too much at once",
    429: "Too many wrong codes",
    500: "Something went wrong",
    503: "The server is busy",
}


def _mishaps(app: Flask) -> None:
    def http(error: HTTPException) -> Response | HTTPException:
        code = error.code or 500
        if code < 400:
            return error
        if request_ctx.url_adapter is None:  # without a proper host no page can link to another
            return Response("This host name cannot be.", code, mimetype="text/plain")
        ours = code in (403, 429) or (code == 404 and "table" in (error.description or ""))
        told = error.description if ours else None
        response = respond(
            "site/error", status=code, title=MISHAPS.get(code, error.name), code=code, told=told
        )
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response

    def busy(error: sqlite3.OperationalError) -> Response | HTTPException:
        app.logger.error("The database did not answer.", exc_info=error)
        return http(ServiceUnavailable(retry_after=2))

    def broken(error: Exception) -> Response | HTTPException:
        app.logger.error("%s %s", request.method, request.path, exc_info=error)
        return http(InternalServerError())

    handlers: list[tuple[type[Exception], Callable[[Any], Any]]] = [
        (CSRFError, _csrf_lost),
        (HTTPException, http),
        (sqlite3.OperationalError, busy),
    ]
    for kind, handler in handlers:
        app.register_error_handler(kind, handler)
    if not app.testing:
        app.register_error_handler(Exception, broken)


def _csrf_lost(error: CSRFError) -> Response:
    """The page's token is not good any more: everything entered comes back, to be sent again.

    Not for a form that another site sent: there is nothing of ours to keep.
    """
    origin = request.headers.get("Origin")
    ours = origin is None or urlsplit(origin).netloc == request.host
    fields = [
        (name, value)
        for name, values in request.form.lists()
        if name != "csrf_token"
        for value in values
    ]
    return respond(
        "site/csrf_lost",
        status=400,
        address=request.full_path.rstrip("?"),
        fields=fields if ours else None,
    )
