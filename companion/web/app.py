"""Builds the application: data folder, settings, guard, error pages, and the pages of each job."""

import logging
import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.templating import Environment as FlaskEnvironment
from werkzeug.routing import IntegerConverter

from companion.settings import PACKAGE, data_folder, kept_key, secret_key
from companion.store import Store, games
from companion.web.challenge import routes as challenge
from companion.web.closed_deal import correct
from companion.web.closed_deal import routes as closed_deal
from companion.web.deal import routes as deal
from companion.web.files import routes as files
from companion.web.parts.cards import CARD_FILTERS
from companion.web.parts.options import known_by
from companion.web.parts.signs import SHAPES
from companion.web.parts.words import FILTERS
from companion.web.people import routes as people
from companion.web.phones import routes as phones
from companion.web.referee import routes as referee
from companion.web.rulebook import routes as rulebook
from companion.web.sheet import routes as sheet
from companion.web.site import (
    access,
    answers,
    assets,
    error_pages,
    from_table,
    hosts,
    http,
    install,
    polls,
    proxy,
    sessions,
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
    deal,
    sheet,
    closed_deal,
    correct,
    phones,
    install,
    challenge,
    referee,
    rulebook,
    summary,
    files,
    people,
)
"""The modules with pages; each has them as its blueprint `pages`."""


class Environment(FlaskEnvironment):
    """Templates that share one dict of globals. Jinja gives each template a chain of two dicts and
    copies it for every page, which takes as long as all the rest of rendering a small one."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template. None of ours has its own."""
        return self.globals


class Number(IntegerConverter):
    """A whole number from 1 that the store can hold; anything else is an unknown address."""

    regex = r"[1-9][0-9]{0,8}"


def make_app(instance: str | Path | None = None, **config: Any) -> Flask:
    """The application with its data in the folder `instance`, which is made when it is missing.

    `config` are more settings by name, or others in place of those here. Raises OSError when the
    folder cannot be used, `OtherVersion` when its tables are of another version, and
    `proxy.BadSetting` for a wrong setting in the environment.
    """
    folder = data_folder() if instance is None else Path(instance).expanduser().absolute()
    proxies, letters, current = proxy.proxies(), proxy.first_letters(), proxy.current_folder()
    folder.mkdir(parents=True, exist_ok=True)
    store = _open_store(folder, letters, current)
    app = Flask(
        "companion",
        instance_path=str(folder),
        root_path=str(PACKAGE),
        template_folder=str(assets.folder_of("templates")),
        static_folder=str(assets.folder_of("static")),
        static_url_path="/static",
    )
    key = config.get("SECRET_KEY") or secret_key(folder, store)
    # CURRENT: the proxy itself answers polls of pages that are current (store/current.py).
    app.config.from_mapping({**_settings(key), "CURRENT": current is not None, **config})
    app.extensions["store"] = store
    app.url_map.converters["int"] = Number
    _templates(app)
    polls.init(app, proxied=proxies > 0)
    proxy.init(app, proxies)
    hosts.init(app, proxied=proxies > 0)
    sessions.init(app)
    hosts.init_origin(app)
    app.before_request(sessions.keep)
    access.init(app)
    app.after_request(answers.finish)
    error_pages.init(app)
    for module in WITH_PAGES:
        app.register_blueprint(module.pages)
    return app


def _settings(key: str) -> dict[str, Any]:
    """The settings of Flask and its extensions, and of our own `HOSTED`."""
    return {
        "SECRET_KEY": key,
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "MAX_FORM_MEMORY_SIZE": 64 * 1024,
        "SESSION_COOKIE_NAME": sessions.cookie_name(key),
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_REFRESH_EACH_REQUEST": False,
        # A phone's role at a table depends on it; browsers keep no cookie for longer.
        "PERMANENT_SESSION_LIFETIME": 400 * 24 * 3600,
        # A game lasts longer than an hour; the token ends with the session.
        "WTF_CSRF_TIME_LIMIT": None,
        # Strangers share the server: nobody sees a table they did not make or join.
        "HOSTED": os.environ.get("COMPANION_HOSTED", "") not in ("", "0"),
    }


def _open_store(folder: Path, first_letters: str, current: Path | None) -> Store:
    """The tables of the data folder; their versions are shown to the proxy in `current`. A warning
    where there are none though there is a key."""
    file = folder / "companion.db"
    if kept_key(folder) and not (file.is_file() and file.stat().st_size):
        logging.getLogger("companion").warning(NO_TABLES, folder)
    store = Store(file, first_letters=first_letters)
    games.purge_expired(store)
    proxy.begin_current(store, current)
    return store


def _templates(app: Flask) -> None:
    """Sets up the templates, and what each has beside its page's own data."""
    app.jinja_environment = Environment
    # -1 keeps all templates in a plain dict. A cache of limited size locks at every look.
    options = {"trim_blocks": True, "lstrip_blocks": True, "cache_size": -1}
    app.jinja_options = {**app.jinja_options, **options}
    app.jinja_env.globals.update(
        shapes=SHAPES,
        url_for=http.address_of,
        rendered_once=http.rendered_once,
        asset=assets.asset,
    )
    app.jinja_env.filters.update(FILTERS, **CARD_FILTERS, known_by=known_by)
    from_table.init(app)
