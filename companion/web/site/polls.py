"""Answers phones that ask whether anything is new, before Flask sees them: nine of ten requests.

Only the answer "nothing" is given here (204), after one indexed read, to a phone that may see the
page by the same rules as in `access.guard`. Everything else goes on to the application: a change, a
code that no table has, a phone without a cookie, one that has to be noted as seen, and one that did
not join while too many wrong codes come from its network.

A page asks the same again and again. So after a poll is answered here, the environment has what the
server may call when the very same request comes again (`STILL_CURRENT`).
"""

import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from flask import Flask
from werkzeug.sansio.http import parse_cookie

from companion.codes import LONGEST_TYPED
from companion.store import DataGone, Store, Unreadable, phones
from companion.web.site import hosts
from companion.web.site.access import STANDING, id_of, is_held_up
from companion.web.site.answers import HEADERS, NOT_KEPT
from companion.web.site.http import is_for_fragment
from companion.web.site.sessions import Sessions

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NOTHING_NEW = (
    ("X-Content-Type-Options", HEADERS["X-Content-Type-Options"]),
    ("Cache-Control", NOT_KEPT),
    ("Vary", "HX-Request, Cookie"),
)
"""The headers of the empty answer. The others for safety say what a page may do, and there is none;
they would be most of what goes over the network while nothing happens."""
STATUS = "204 NO CONTENT"
STILL_CURRENT = "companion.still-current"
"""Where the environment of a poll that was answered has a function without parameters: whether the
same request would be answered the same now."""

StillCurrent = Callable[[], bool]


class Poll(NamedTuple):
    """A page asks whether anything is new at the table with this `code`, of which it shows the
    version `seen`. `phone` is the phone's id, `address` where it asks from."""

    code: str
    seen: str
    phone: str
    address: str


class Polls:
    """The application with the polls answered before it. Behind a proxy it stands after what reads
    the proxy's headers, so it knows the phone's address."""

    def __init__(self, app: Flask, inner: "WSGIApplication", *, proxied: bool) -> None:
        self._app, self._inner = app, inner
        self._listed, self._proxied = hosts.names(), proxied

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        poll = self._poll(environ) if is_for_fragment(environ) else None
        if poll is not None and self._is_current(poll, environ):
            environ[STILL_CURRENT] = partial(self._is_current, poll)
            start_response(STATUS, [*NOTHING_NEW])
            return ()
        return self._inner(environ, start_response)

    def _poll(self, environ: "WSGIEnvironment") -> Poll | None:
        """The poll of a phone that was here before; None for any other request."""
        seen = _seen(environ)
        code, slash, _ = environ["PATH_INFO"].removeprefix("/t/").partition("/")
        if not seen or not slash or not code.isalnum() or len(code) > LONGEST_TYPED:
            return None
        host = environ.get("HTTP_HOST", "")
        if not host or not hosts.is_known(host, self._listed, proxied=self._proxied):
            return None
        sent = parse_cookie(environ.get("HTTP_COOKIE", ""))  # of any bytes
        cookie = sent.get(self._app.config["SESSION_COOKIE_NAME"], "")
        said, _ = self._sessions.read(self._app, cookie)
        if not said.get("_permanent"):
            return None
        return Poll(code, seen, id_of(said.get("phone", "")), environ.get("REMOTE_ADDR", ""))

    def _is_current(self, poll: Poll, environ: "WSGIEnvironment | None" = None) -> bool:
        """Whether the page shows all there is, and the phone may see it; what was read is left in
        the `environ`."""
        store: Store = self._app.extensions["store"]
        try:
            here = phones.standing(store, poll.code, poll.phone, poll.address)
        except (sqlite3.Error, DataGone, Unreadable):
            return False  # the application says what is wrong
        if environ is not None:
            environ[STANDING] = here
        return (
            here is not None
            and poll.seen == str(here.version)
            and not is_held_up(here)
            and phones.is_seen_now(store, here)
        )

    @property
    def _sessions(self) -> Sessions:
        sessions = self._app.session_interface
        assert isinstance(sessions, Sessions)
        return sessions


def _seen(environ: "WSGIEnvironment") -> str:
    """The version that the asking page shows; empty for any other request."""
    if environ["REQUEST_METHOD"] != "GET" or not environ["PATH_INFO"].startswith("/t/"):
        return ""
    fields = environ.get("QUERY_STRING", "").split("&")
    return next((text.removeprefix("seen=") for text in fields if text.startswith("seen=")), "")


def init(app: Flask, *, proxied: bool) -> None:
    """Puts the polls before the application. Call it before `proxy.init`."""
    app.wsgi_app = Polls(app, app.wsgi_app, proxied=proxied)  # type: ignore[method-assign]
