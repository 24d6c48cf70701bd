"""What a phone's cookie says, and the token of its forms: both are signed with the secret key."""

import hmac
import time
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect, generate_csrf
from itsdangerous import BadSignature, URLSafeTimedSerializer
from markupsafe import Markup

from companion.codes import signature
from companion.web.site.answers import vary_by

PHONES = 8192
"""The number of phones whose cookies are remembered: as many as a large server has at once. If more
than that asked in turns, each would be forgotten before it asks again."""
WITHOUT_SESSION = frozenset({"static", "install.manifest", "install.worker", "install.offline"})
"""Endpoints without a session."""
OLD_COOKIE = "companion"
"""The cookie of earlier versions."""
RENEWED_AFTER = 30 * 24 * 3600
"""Seconds after which a cookie is signed again, so that a phone in use never loses it."""


class PhoneSession(SecureCookieSession):
    """What a cookie says; `aged`: it is to be signed again."""

    aged = False


class Sessions(SecureCookieSessionInterface):
    """Sessions whose cookie is for https alone when the page came by https.

    The cookie's name is made of the secret key of the data folder. Browsers send cookies to all
    ports of a machine, so two companions there would take each other's away. A cookie of the old
    name is read while there is none of the new one, if this companion signed it.
    """

    session_class = PhoneSession

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs the cookies; made once for each secret key."""
        return _signing(self, app.secret_key) if app.secret_key else None

    def open_session(self, app: Flask, request: Request) -> PhoneSession:
        cookies, name = request.cookies, self.get_cookie_name(app)
        said, age = self.read(app, cookies.get(name if name in cookies else OLD_COOKIE, ""))
        opened = self.session_class(said)
        opened.aged = age > RENEWED_AFTER
        return opened

    def read(self, app: Flask, cookie: str) -> tuple[dict[str, Any], float]:
        """What a cookie says, nothing unless this companion signed it and it is not too old; and
        the seconds since it was signed: less than 0 where the clock went back, as on a small
        computer after a power cut."""
        signing = self.get_signing_serializer(app)
        if not cookie or signing is None:
            return {}, 0
        try:
            said, signed_at = _checked(signing, cookie)
        except BadSignature:
            return {}, 0
        age = time.time() - signed_at
        too_old = age > app.permanent_session_lifetime.total_seconds()
        return ({}, 0) if too_old else (dict(said), age)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sets the cookie where the session changed. Other answers only say what they depend on."""
        if session.modified:
            super().save_session(app, session, response)
        elif session.accessed:
            vary_by(response, "Cookie")

    def get_cookie_secure(self, app: Flask) -> bool:
        return bool(app.config["SESSION_COOKIE_SECURE"]) or request.is_secure


@lru_cache(maxsize=8)
def _signing(sessions: Sessions, key: str | bytes) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(
        key,
        salt=sessions.salt,
        serializer=sessions.serializer,
        signer_kwargs={
            "key_derivation": sessions.key_derivation,
            "digest_method": sessions.digest_method,
        },
    )


@lru_cache(maxsize=PHONES)
def _checked(signing: URLSafeTimedSerializer, cookie: str) -> tuple[dict[str, Any], float]:
    """What a cookie says, and when it was signed; its signature is checked once while a phone sends
    the same cookie again and again. BadSignature for a cookie that this companion did not sign."""
    said, signed_at = signing.loads(cookie, return_timestamp=True)
    return said, signed_at.timestamp()


def keep() -> None:
    """Before a request: keeps the cookie when the browser closes, so that a phone is still known
    the next day. A cookie that was signed long ago is signed again."""
    if request.endpoint in WITHOUT_SESSION:
        return
    if not session.permanent or (isinstance(session, PhoneSession) and session.aged):
        session.permanent = True


def cookie_name(key: str | bytes) -> str:
    """The name of the cookie of a companion with this secret key; it tells nothing of the key."""
    return f"companion-{signature(key, 'the name of the cookie').hex()[:8]}"


# --- the token of forms --------------------------------------------------------------------------


@lru_cache(maxsize=PHONES)
def _token(key: str | bytes, secret: str) -> str:
    """The token of the session with this secret: the same text in every process. It is short,
    because every answer with a form has it, and gzip cannot make it shorter."""
    return urlsafe_b64encode(signature(key, f"form token {secret}")[:18]).decode()


class FormTokens(CSRFProtect):  # type: ignore[misc]
    """The check of every post's token. The session's own token, which all pages have, is compared;
    only another one, such as that of a page of an earlier version, is read by Flask-WTF."""

    def init_app(self, app: Flask) -> None:
        def make_token() -> None:
            secret = session.get("csrf_token")
            if isinstance(secret, str) and app.secret_key:
                g.csrf_token = _token(app.secret_key, secret)

        app.before_request(make_token)
        super().init_app(app)

    def protect(self, apply_exemptions: bool = False) -> None:
        if request.method == "GET":
            return  # Flask-WTF finds that out too, in 40 µs instead of 3
        if request.method == "POST" and request.endpoint and (token := g.get("csrf_token")):
            sent = request.form.get("csrf_token", "")
            if hmac.compare_digest(sent.encode(), token.encode()):
                g.csrf_valid = True
                return
        super().protect(apply_exemptions)


def csrf() -> Markup:
    """The hidden field with the token, for every form that is posted."""
    token = g.get("csrf_token") or generate_csrf()
    return Markup(f'<input type="hidden" name="csrf_token" value="{token}">')


def init(app: Flask) -> None:
    """Gives the application its sessions, and the check of every post's token."""
    app.session_interface = Sessions()
    FormTokens(app)
    app.add_template_global(csrf)
