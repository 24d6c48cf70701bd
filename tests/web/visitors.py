"""Several phones at one table: each is a client of its own, with its own cookie and token."""

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from companion.store import Store, Table, phones

SESSION_TOKEN = "0" * 40
FRAGMENT = {"HX-Request": "true"}
"""Headers of a request by htmx that wants a part of a page."""


class Phone:
    """A phone; `id` is what the store knows it by. The same number gives the same phone."""

    def __init__(self, app: Flask, number: int) -> None:
        self._app, self._cookie = app, f"{number:032d}"
        self.id = sha256(self._cookie.encode()).hexdigest()[:32]

    @cached_property
    def client(self) -> FlaskClient:
        """Made at the first request: most tests use few of the phones at their table."""
        client = self._app.test_client()
        with client.session_transaction() as session:
            session["csrf_token"] = SESSION_TOKEN
            session["phone"] = self._cookie
        return client

    @cached_property
    def token(self) -> str:
        signed = URLSafeTimedSerializer(self._app.secret_key or "", salt="wtf-csrf-token")
        return str(signed.dumps(SESSION_TOKEN))

    def get(self, address: str, *, fragment: bool = False, **more: Any) -> TestResponse:
        return self.client.get(address, headers=FRAGMENT if fragment else {}, **more)

    def post(
        self,
        address: str,
        data: Mapping[str, Any] | None = None,
        *,
        fragment: bool = False,
        **more: Any,
    ) -> TestResponse:
        """A form with its token."""
        return self.client.post(
            address,
            data={"csrf_token": self.token, **(data or {})},
            headers=FRAGMENT if fragment else {},
            **more,
        )


class People:
    """Everybody at a table: a phone for each role. `players` hold the seats in order."""

    def __init__(self, app: Flask, store: Store, table: Table, *, first: int = 1) -> None:
        self.keeper = Phone(app, first)
        self.players = [Phone(app, first + 1 + seat) for seat in range(len(table.players))]
        self.watcher = Phone(app, first + 8)
        self.visitor = Phone(app, first + 9)
        phones.claim(store, table.id, self.keeper.id)
        for seat, phone in enumerate(self.players):
            phones.join(store, table.id, phone.id, seat)
        phones.join(store, table.id, self.watcher.id, None)
