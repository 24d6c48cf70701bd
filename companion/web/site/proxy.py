"""Behind a proxy: whose request it is, over what it came, and a cookie that keeps to https."""

import os

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.codes import CODE_LETTERS

MOST = 9


class BadSetting(ValueError):
    """A setting that cannot be; the message says which and what it takes."""


def proxies() -> int:
    """How many proxies stand before the server: COMPANION_PROXY, none without it. BadSetting for
    anything but a small number."""
    text = os.environ.get("COMPANION_PROXY", "").strip() or "0"
    if text.isascii() and text.isdigit() and int(text) <= MOST:
        return int(text)
    raise BadSetting(
        f"COMPANION_PROXY is “{text[:40]}”: use the number of proxies before the companion, "
        "such as 1; without a proxy leave it out."
    )


def first_letters() -> str:
    """With what the codes of this server's tables begin: COMPANION_CODES, any letter without it.
    BadSetting for a letter that is in no code."""
    text = os.environ.get("COMPANION_CODES", "").strip().upper()
    if set(text) <= set(CODE_LETTERS):
        return text or CODE_LETTERS
    raise BadSetting(
        f"COMPANION_CODES is “{text[:40]}”: use some of {CODE_LETTERS}; for any leave it out."
    )


class Sessions(SecureCookieSessionInterface):
    """Under https the cookie is for https alone."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return bool(app.config["SESSION_COOKIE_SECURE"]) or request.is_secure


def init(app: Flask, number: int) -> None:
    """Believes so many proxies about the address, the protocol and the host of a request. Nobody
    else is believed: without a proxy anybody can send such headers."""
    app.session_interface = Sessions()
    if number:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=number, x_proto=number, x_host=number
        )
