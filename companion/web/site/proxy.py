"""Behind a proxy: the real address, scheme and host of a request, and cookies for https alone."""

import hmac
import os
from contextlib import suppress

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.codes import CODE_LETTERS
from companion.rules.hand import shortened

MOST_PROXIES = 9


class BadSetting(ValueError):
    """A setting with a wrong value; the message names it and says what it takes."""


def proxies() -> int:
    """The number of proxies before the server: COMPANION_PROXY, 0 without it. BadSetting for
    anything but a number up to 9."""
    text = os.environ.get("COMPANION_PROXY", "").strip() or "0"
    if text.isascii() and text.isdigit() and int(text) <= MOST_PROXIES:
        return int(text)
    raise BadSetting(
        f"COMPANION_PROXY is “{shortened(text)}”: use the number of proxies before the companion, "
        "such as 1; without a proxy leave it out."
    )


def first_letters() -> str:
    """Allowed first letters of table codes: COMPANION_CODES, all letters without it. BadSetting for
    a letter that codes do not use."""
    text = os.environ.get("COMPANION_CODES", "").strip().upper()
    if set(text) <= set(CODE_LETTERS):
        return text or CODE_LETTERS
    raise BadSetting(
        f"COMPANION_CODES is “{shortened(text)}”: use some of {CODE_LETTERS}; for any leave it out."
    )


OLD_COOKIE = "companion"
"""The cookie of earlier versions."""


class Sessions(SecureCookieSessionInterface):
    """Sessions whose cookie is for https alone when the page came by https.

    The cookie's name is made of the secret key of the data folder. Browsers send cookies to all
    ports of a machine, so two companions there would take each other's away. A cookie of the old
    name is read while there is none of the new one, if this companion signed it.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        session = super().open_session(app, request)
        signing = self.get_signing_serializer(app)
        if session or signing is None or self.get_cookie_name(app) in request.cookies:
            return session
        with suppress(BadSignature):
            age = int(app.permanent_session_lifetime.total_seconds())
            old = signing.loads(request.cookies.get(OLD_COOKIE, ""), max_age=age)
            session = self.session_class()
            session.update(old)
        return session

    def get_cookie_secure(self, app: Flask) -> bool:
        return bool(app.config["SESSION_COOKIE_SECURE"]) or request.is_secure


def cookie_name(key: str | bytes) -> str:
    """The name of the cookie of a companion with this secret key; it tells nothing of the key."""
    key = key.encode() if isinstance(key, str) else key
    return f"companion-{hmac.digest(key, b'the name of the cookie', 'sha256').hex()[:8]}"


def init(app: Flask, number: int) -> None:
    """Trust `number` proxies for address, scheme and host. Without a proxy nobody is trusted, for
    anybody can send such headers."""
    app.session_interface = Sessions()
    if number:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=number, x_proto=number, x_host=number
        )
