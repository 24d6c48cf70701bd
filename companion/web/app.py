"""The application: its data folder, what every answer carries, and the pages for mishaps."""

import gzip
import os
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import platformdirs
from flask import Flask, Response, request, session, url_for
from flask.globals import request_ctx
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable
from werkzeug.routing import BaseConverter

from companion.store import Store, games
from companion.web import (
    access,
    challenge,
    entry,
    files,
    hosting,
    install,
    join,
    pad,
    people,
    referee,
    rulebook,
    sheet,
    summary,
    tables,
)
from companion.web.common import respond

PACKAGE = Path(__file__).resolve().parent.parent
CHECKOUT = PACKAGE.parent

A_YEAR = 365 * 24 * 3600
WORTH_PACKING = 600
"""Bytes; below that gzip's own head and the time are not worth it."""
PACKED_TYPES = frozenset(
    {
        "text/html",
        "text/css",
        "text/plain",
        "text/javascript",
        "application/javascript",
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
    }
)
SAME_FOR_ALL = frozenset({"static", "install.manifest", "install.worker", "install.offline"})
"""What asks for no session and gets none."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


def is_checkout() -> bool:
    """Whether the program runs from its source folder."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def data_folder() -> Path:
    """Where the tables are kept: COMPANION_INSTANCE, else ``instance/`` of a checkout, else the
    user's data folder."""
    named = os.environ.get("COMPANION_INSTANCE")
    if named:
        return Path(named).expanduser().absolute()
    if is_checkout():
        return CHECKOUT / "instance"
    return Path(platformdirs.user_data_path("companion", appauthor=False))


def _files(kind: str) -> Path:
    """``templates`` or ``static``: within the installed package, else in the checkout."""
    inside = PACKAGE / kind
    return inside if inside.is_dir() else CHECKOUT / kind


def secret_key(folder: Path, store: Store) -> str:
    """The key that signs the sessions: made at the first start, readable by its owner only. Of
    several programs that start at once, one makes it."""
    file = folder / "secret.key"
    key = kept_key(folder)
    if not key:
        with store.writing():  # the others wait
            key = kept_key(folder)
            if not key:
                key = token_hex(32)
                fresh = folder / f"secret.key.{token_hex(8)}"
                with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                    out.write(key)
                    out.flush()
                    os.fsync(out.fileno())
                fresh.replace(file)
    return key


def kept_key(folder: Path) -> str:
    """The key of a data folder; empty when there is none, or a damaged one."""
    try:
        key = (folder / "secret.key").read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""
    return key if len(key) >= 32 else ""


class Number(BaseConverter):
    """A whole number from 1 that the store can hold; anything else is an unknown address."""

    regex = r"[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: Any) -> str:
        return str(int(value))


def make_app(instance: str | Path | None = None, **config: Any) -> Flask:
    """The application with its data in the folder `instance`, which is made if need be.

    `config` are settings by name, for tests. OSError when the folder cannot be used,
    `hosting.BadSetting` for a setting that cannot be.
    """
    folder = data_folder() if instance is None else Path(instance).expanduser().absolute()
    number, letters = hosting.proxies(), hosting.first_letters()
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(folder / "companion.db", first_letters=letters)
    games.purge(store)
    app = Flask(
        "companion",
        instance_path=str(folder),
        root_path=str(PACKAGE),
        template_folder=str(_files("templates")),
        static_folder=str(_files("static")),
        static_url_path="/static",
    )
    app.config.from_mapping(
        SECRET_KEY=config.get("SECRET_KEY") or secret_key(folder, store),
        MAX_CONTENT_LENGTH=64 * 1024,
        MAX_FORM_MEMORY_SIZE=64 * 1024,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        # What a phone is at a table hangs on it; browsers keep none for longer.
        PERMANENT_SESSION_LIFETIME=400 * 24 * 3600,
        # A game lasts longer than an hour; the session's own token is what counts.
        WTF_CSRF_TIME_LIMIT=None,
        # Strangers share the server: nobody sees a table that they did not make or join.
        HOSTED=os.environ.get("COMPANION_HOSTED", "") not in ("", "0"),
    )
    app.config.from_mapping(config)
    app.extensions["store"] = store
    app.url_map.converters["int"] = Number
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    hosting.init(app, number)
    CSRFProtect(app)
    app.before_request(_lasting_session)
    access.init(app)
    app.after_request(_finish)
    _versions(app)
    _mishaps(app)
    _pages(app)
    return app


def _pages(app: Flask) -> None:
    for module in (
        tables,
        entry,
        sheet,
        join,
        install,
        challenge,
        referee,
        rulebook,
        summary,
        pad,
        files,
        people,
    ):
        app.register_blueprint(module.pages)


def _lasting_session() -> None:
    """The cookie outlives the browser: a phone that was off finds its page still good."""
    if request.endpoint not in SAME_FOR_ALL and not session.permanent:
        session.permanent = True


# --- static files --------------------------------------------------------------------------------


def _versions(app: Flask) -> None:
    """``asset("companion.css")`` in a template: its address with a version that is its content."""
    known: dict[str, tuple[int, str]] = {}

    def version(name: str) -> str:
        file = Path(app.static_folder or "") / name
        changed = file.stat().st_mtime_ns
        if name not in known or known[name][0] != changed:
            known[name] = changed, sha256(file.read_bytes()).hexdigest()[:10]
        return known[name][1]

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=version(name))

    app.add_template_global(asset, "asset")


# --- every answer --------------------------------------------------------------------------------


def _finish(response: Response) -> Response:
    """Headers for safety and caching, and gzip."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint == "static" and response.status_code == 200:
        if request.args.get("v"):
            response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return _packed(response)


def _packed(response: Response) -> Response:
    if response.mimetype not in PACKED_TYPES or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if (
        response.status_code in (204, 206, 304)
        or request.method == "HEAD"
        or not request.accept_encodings["gzip"]
    ):
        return response
    response.direct_passthrough = False
    stream = response.response
    body = response.get_data()
    if callable(close := getattr(stream, "close", None)):  # a static file
        close()
    if len(body) < WORTH_PACKING:
        return response
    response.set_data(gzip.compress(body, compresslevel=6, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    etag, weak = response.get_etag()
    if etag and not weak:
        response.set_etag(etag, weak=True)
    return response


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
            "error", status=code, title=MISHAPS.get(code, error.name), code=code, told=told
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
        "csrf_lost",
        status=400,
        address=request.full_path.rstrip("?"),
        fields=fields if ours else None,
    )
