"""An application with a data folder of its own for every test, and posts that carry the token."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from companion import create_app
from companion.store import Store, Table

SESSION_TOKEN = "0" * 40
FRAGMENT = {"HX-Request": "true"}
"""Headers of a request by htmx that wants a part of a page."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(tmp_path / "data", TESTING=True)
    yield app
    app.extensions["store"].close()


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


@pytest.fixture
def make_table(store: Store) -> MakeTable:
    """``make_table("deluxe", ["Ann", "Bob"], options={…})``: a table straight in the store."""

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
