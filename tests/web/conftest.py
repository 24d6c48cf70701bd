"""An application with a data folder of its own for every test, and posts that carry the token.

The application itself is made once for all tests of a worker process, for making it, bringing its
database up to date and compiling its templates take far longer than most tests. Every test gets a
copy of the empty database, and whatever the one before it left in the application is taken away.
"""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from companion import create_app
from companion.store import Store, Table
from tests.stored import checkpoint
from tests.web.play import close
from tests.web.visitors import FRAGMENT as FRAGMENT
from tests.web.visitors import SESSION_TOKEN, People

NASTY = "<b>Ann</b> & \"Co\" '{{1234*1234}}'"
"""A name that is HTML, and a template's expression."""


@pytest.fixture(scope="session")
def kept_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application of this worker. Its folder is what every test gets a copy of."""
    app = create_app(tmp_path_factory.mktemp("empty"), TESTING=True)
    checkpoint(app.extensions["store"])
    app.extensions["store"].close()
    return app


@pytest.fixture
def app(kept_app: Flask, tmp_path: Path) -> Iterator[Flask]:
    """The application with a fresh data folder; for routes and the like a test makes its own."""
    extensions, config = dict(kept_app.extensions), dict(kept_app.config)
    folder = tmp_path / "data"
    shutil.copytree(kept_app.instance_path, folder)
    kept_app.extensions["store"] = Store(folder / "companion.db")
    yield kept_app
    kept_app.extensions["store"].close()
    for kept, before in ((kept_app.extensions, extensions), (kept_app.config, config)):
        kept.clear()
        kept.update(before)


@pytest.fixture
def store(app: Flask) -> Store:
    store: Store = app.extensions["store"]
    return store


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def csrf(app: Flask, client: FlaskClient) -> str:
    """A token that the client's session takes."""
    with client.session_transaction() as session:
        session["csrf_token"] = SESSION_TOKEN
    signed = URLSafeTimedSerializer(app.secret_key or "", salt="wtf-csrf-token")
    return str(signed.dumps(SESSION_TOKEN))


Post = Callable[..., TestResponse]


@pytest.fixture
def post(client: FlaskClient, csrf: str) -> Post:
    """``post(address, data, fragment=False)``: a form with its token; lists repeat a field."""

    def send(
        address: str, data: Mapping[str, Any] | None = None, *, fragment: bool = False
    ) -> TestResponse:
        return client.post(
            address,
            data={"csrf_token": csrf, **(data or {})},
            headers=FRAGMENT if fragment else {},
        )

    return send


MakeTable = Callable[..., Table]


def table_maker(store: Store) -> MakeTable:
    """``table_maker(store)("deluxe", ["Ann", "Bob"])`` makes a table straight in the store."""

    def make(
        edition: str = "classic-uk",
        players: Sequence[str] = ("Ann", "Bob", "Cem", "Dee"),
        options: Mapping[str, Any] | None = None,
        first_dealer: str | None = None,
        banker: str | None = None,
    ) -> Table:
        return store.create_table(
            edition=edition,
            options=options or {},
            players=players,
            first_dealer=first_dealer or players[0],
            banker=banker or players[0],
            token=None,
        )

    return make


@pytest.fixture
def make_table(store: Store) -> MakeTable:
    """``make_table("deluxe", ["Ann", "Bob"], options={…})``: a table straight in the store."""
    return table_maker(store)


@pytest.fixture
def table(make_table: MakeTable) -> Table:
    """A table of four in classic-uk."""
    return make_table()


@pytest.fixture
def played(store: Store, table: Table) -> Table:
    """Two deals: Ann 7,900, Bob 150, then Dee 400, Ann 50."""
    close(
        store,
        table,
        "Ann",
        {
            "Ann": "dark-blue, h1, h2, h3, token*2, go, chance*2",
            "Bob": "light-blue, h2, mm",
            "Cem": "mm",
        },
        wilds={"Ann": ["house-4", "hotel"]},
    )
    close(store, table, "Dee", {"Dee": "orange, h1", "Ann": "brown"})
    return table


@pytest.fixture
def people(app: Flask, store: Store, table: Table) -> People:
    """The phones around this table."""
    return People(app, store, table)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Flask]:
    """An application on a server for strangers."""
    app = create_app(tmp_path / "hosted", TESTING=True, HOSTED=True)
    yield app
    app.extensions["store"].close()


def plain_text(html: str) -> str:
    """What people read of a page, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
