"""Behind a proxy: the real address, scheme and host of a request, and what it may answer itself."""

import os
from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.codes import CODE_LETTERS
from companion.rules.hand import shortened
from companion.store import Store

MOST_PROXIES = 9


class BadSetting(ValueError):
    """A setting with a wrong value; the message names it and says what it takes."""


def proxies() -> int:
    """The number of proxies before the server: COMPANION_PROXY, 0 without it. BadSetting for
    anything but a number up to 9."""
    text = os.environ.get("COMPANION_PROXY", "").strip() or "0"
    if text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= MOST_PROXIES:
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


def current_folder() -> Path | None:
    """The folder where the proxy finds which pages are current: COMPANION_CURRENT, None without it.
    BadSetting for anything but a whole path."""
    text = os.environ.get("COMPANION_CURRENT", "").strip()
    if not text:
        return None
    if not Path(text).is_absolute():
        raise _no_folder(text, "it must begin with a slash")
    return Path(text)


def begin_current(store: Store, folder: Path | None) -> None:
    """Keeps the files for the proxy in this folder. BadSetting when it cannot be used."""
    try:
        store.begin_current(folder)
    except OSError as error:
        raise _no_folder(str(folder), error.strerror or str(error)) from None


def _no_folder(text: str, why: str) -> BadSetting:
    return BadSetting(
        f"COMPANION_CURRENT is “{shortened(text)}” ({why}): use a folder on memory, such as "
        "/run/companion/current, or leave it out."
    )


def init(app: Flask, number: int) -> None:
    """Trust `number` proxies for address, scheme and host. Without a proxy nobody is trusted, for
    anybody can send such headers."""
    if number:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=number, x_proto=number, x_host=number
        )
