"""Builds the application: data folder, settings, guard, error pages, and the pages of each job."""

import logging
import os
from pathlib import Path
from typing import Any

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from werkzeug.routing import IntegerConverter

from companion.codes import signature
from companion.game import taps
from companion.game.open_deal import REWARD, Entered
from companion.rules.bank import BAR
from companion.settings import PACKAGE, data_folder, kept_key, secret_key
from companion.store import Store, games
from companion.web.alone import routes as alone
from companion.web.between import routes as between
from companion.web.challenge import routes as challenge
from companion.web.closed_deal import correct
from companion.web.closed_deal import routes as closed_deal
from companion.web.deal import routes as deal
from companion.web.files import routes as files
from companion.web.parts.cards import CARD_FILTERS
from companion.web.parts.options import known_by
from companion.web.parts.signs import ground, grounds_address
from companion.web.parts.words import FILTERS
from companion.web.people import routes as people
from companion.web.phones import routes as phones
from companion.web.referee import routes as referee
from companion.web.rulebook import routes as rulebook
from companion.web.sheet import routes as sheet
from companion.web.sheet import tv
from companion.web.site import (
    access,
    answers,
    assets,
    error_pages,
    forms,
    from_table,
    hosts,
    install,
)
from companion.web.summary import routes as summary
from companion.web.tables import routes as tables

NO_TABLES = (
    "There is a key in %s, but there are no tables. Were there any? Then stop the companion and "
    "put a backup there: companion restore FILE --force"
)
"""The warning when the data folder was used before, and its tables are missing."""

WITH_PAGES = (
    tables,
    between,
    deal,
    sheet,
    closed_deal,
    correct,
    challenge,
    referee,
    rulebook,
    summary,
    files,
    people,
)
"""The modules with pages; each has them as its blueprint `pages`."""
SERVED = (phones, tv, install)
"""Those that only a server has, which several phones share."""
ALONE = (alone,)
"""Those that only a phone has that runs the companion by itself."""


class Number(IntegerConverter):
    """A whole number from 1 that the store can hold; anything else is an unknown address."""

    regex = r"[1-9][0-9]{0,8}"


def make_app(instance: str | Path | None = None, **config: Any) -> Flask:
    """The application with its data in the folder `instance`, which is made when it is missing.

    `config` are more settings by name, or others in place of those here. Raises OSError when the
    folder cannot be used, `OtherVersion` when its tables are of another version, and
    `hosts.BadSetting` for a wrong setting in the environment.
    """
    folder = data_folder() if instance is None else Path(instance).expanduser().absolute()
    proxies = hosts.proxies()
    folder.mkdir(parents=True, exist_ok=True)
    store = _open_store(folder)
    app = Flask(
        "companion",
        instance_path=str(folder),
        root_path=str(PACKAGE),
        template_folder=str(assets.folder_of("templates")),
        static_folder=str(assets.folder_of("static")),
        static_url_path="/static",
    )
    key = config.get("SECRET_KEY") or secret_key(folder, store)
    app.config.from_mapping({**_settings(key, secure=proxies > 0), **config})
    app.extensions["store"] = store
    app.url_map.converters["int"] = Number
    _templates(app)
    hosts.init(app, proxies)
    CSRFProtect(app)
    access.init(app)
    app.after_request(answers.finish)
    error_pages.init(app)
    for module in (*WITH_PAGES, *(ALONE if app.config["ALONE"] else SERVED)):
        app.register_blueprint(module.pages)
    return app


def _settings(key: str, *, secure: bool) -> dict[str, Any]:
    """The settings of Flask and its extensions, and of our own `HOSTED` and `ALONE`. With `secure`
    the pages come by https, from a proxy."""
    return {
        "SECRET_KEY": key,
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "MAX_FORM_MEMORY_SIZE": 64 * 1024,
        # Browsers send cookies to all ports of a machine: with one name, two companions there would
        # take each other's away. The name tells nothing of the key.
        "SESSION_COOKIE_NAME": f"companion-{signature(key, 'the name of the cookie').hex()[:8]}",
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": secure,
        # Set where it changes, and when the phone joins a table (`access.known_phone`): neither a
        # poll nor a static file sets a cookie.
        "SESSION_REFRESH_EACH_REQUEST": False,
        # A phone's role at a table depends on it; browsers keep no cookie for longer.
        "PERMANENT_SESSION_LIFETIME": 400 * 24 * 3600,
        # A game lasts longer than an hour; the token ends with the session.
        "WTF_CSRF_TIME_LIMIT": None,
        # Some browsers send no Referer. They all send an Origin, which `hosts` checks.
        "WTF_CSRF_SSL_STRICT": False,
        # The address of the page around it, where a phone runs it by itself: see release/phone/.
        "ALONE": "",
        # Strangers share the server: nobody sees a table they did not make or join.
        "HOSTED": os.environ.get("COMPANION_HOSTED", "") not in ("", "0"),
    }


def _open_store(folder: Path) -> Store:
    """The tables of the data folder. A warning where there are none though there is a key."""
    file = folder / "companion.db"
    if kept_key(folder) and not (file.is_file() and file.stat().st_size):
        logging.getLogger("companion").warning(NO_TABLES, folder)
    store = Store(file)
    games.purge_expired(store)
    return store


def _templates(app: Flask) -> None:
    """Sets up the templates, and what each has beside its page's own data."""
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(
        taps=taps,
        BAR=BAR,
        REWARD=REWARD,
        Entered=Entered,
        grounds_address=grounds_address,
        asset=assets.asset,
        csrf=forms.csrf,
    )
    app.jinja_env.filters.update(FILTERS, **CARD_FILTERS, known_by=known_by, ground=ground)
    from_table.init(app)
