"""Polls are answered before Flask, and only the answer "nothing new" is given there."""

import re
import sqlite3
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.store import DataGone, Store, Table, phones
from companion.web.site.access import ALL_CODES, CODES
from companion.web.site.polls import Polls
from tests.web.conftest import FRAGMENT, MakeTable
from tests.web.visitors import People, Phone

LIVE = re.compile(r'id="live" hidden hx-get="([^"]+)"')
ELSEWHERE = {"REMOTE_ADDR": "127.0.0.9"}


@pytest.fixture
def to_flask(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that Flask was asked for."""
    came: list[str] = []
    polls = app.wsgi_app
    assert isinstance(polls, Polls)
    inner = polls._inner

    def notes(environ: Any, start_response: Any) -> Any:
        came.append(environ["PATH_INFO"])
        return inner(environ, start_response)

    monkeypatch.setattr(polls, "_inner", notes)
    return came


def poll_of(phone: Phone, table: Table, page: str = "") -> str:
    """What the page asks every two seconds."""
    found = LIVE.search(phone.get(f"/t/{table.code}/{page}").text)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("who", ["keeper", "player", "watcher", "visitor"])
def test_nothing_new_is_said_before_flask(
    people: People, table: Table, to_flask: list[str], who: str
) -> None:
    phone = people.players[1] if who == "player" else getattr(people, who)
    phone.get(f"/t/{table.code}/")  # its cookie is complete after the first page
    address = poll_of(phone, table)
    through_flask = phone.client.get(address, headers={**FRAGMENT, "Host": "localhost:1"})
    to_flask.clear()
    answer = phone.get(address, fragment=True)
    assert (answer.status_code, answer.data, to_flask) == (204, b"", [])
    for name in ("Cache-Control", "X-Content-Type-Options"):
        assert answer.headers[name] == through_flask.headers[name]
    assert sum(len(f"{name}: {value}") for name, value in answer.headers) < 120
    assert "Set-Cookie" not in answer.headers


Change = Callable[[Store, Table, People], object]


def _wrong_codes(store: Store, table: Table, people: People) -> None:
    phones.guessed(store, "code", *["127.0.0.9"] * CODES)


def _wrong_codes_of_all(store: Store, table: Table, people: People) -> None:
    phones.guessed(store, "code", "")
    with store.writing() as db:
        db.execute("UPDATE guesses SET number = ? WHERE whose = ''", [ALL_CODES])


def _long_ago(store: Store, table: Table, people: People) -> None:
    with store.writing() as db:
        db.execute("UPDATE phones SET seen_at = '2026-01-01T00:00:00Z'")


def _removed(store: Store, table: Table, people: People) -> None:
    one = next(one for one in phones.present(store, table) if one.phone == people.players[1].id)
    phones.remove(store, table, one.id)


def _new_code(store: Store, table: Table, people: People) -> None:
    phones.renew(store, store.known_table(table.code))


@pytest.mark.parametrize(
    ("who", "change", "status"),
    [
        pytest.param("player", lambda *of: phones.lock(of[0], of[1], True), 200, id="a change"),
        pytest.param("player", _removed, 200, id="the phone was removed"),
        pytest.param("player", _long_ago, 204, id="last seen long ago"),
        pytest.param("player", _new_code, 303, id="a new code"),
        pytest.param("visitor", _wrong_codes, 429, id="wrong codes from here"),
        pytest.param("visitor", _wrong_codes_of_all, 429, id="wrong codes of everybody"),
    ],
)
def test_flask_answers_what_is_more_than_nothing_new(
    people: People,
    store: Store,
    table: Table,
    to_flask: list[str],
    who: str,
    change: Change,
    status: int,
) -> None:
    phone = people.players[1] if who == "player" else people.visitor
    address = poll_of(phone, table, "setup")
    to_flask.clear()
    change(store, table, people)
    answer = phone.get(address, fragment=True, environ_base=ELSEWHERE)
    if status == 303:  # for htmx
        assert f"/t/{store.code_of(table.id)}/setup" in answer.headers["HX-Redirect"]
        status = 200
    assert answer.status_code == status
    assert len(to_flask) == 1
    if status == 429:
        assert table.players[0] not in answer.text


def test_who_joined_is_not_held_up_by_wrong_codes(
    people: People, store: Store, table: Table, to_flask: list[str]
) -> None:
    address = poll_of(people.watcher, table)
    to_flask.clear()
    _wrong_codes(store, table, people)
    answer = people.watcher.get(address, fragment=True, environ_base=ELSEWHERE)
    assert (answer.status_code, to_flask) == (204, [])


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        pytest.param("/t/33333/?seen=1", {}, 404, id="a code that no table has"),
        pytest.param("/t/{}/?seen={}", {"Host": "evil.example"}, 421, id="a wrong host name"),
        pytest.param("/t/{}/?seen={}", {"HX-Boosted": "true"}, 200, id="a boosted link"),
        pytest.param("/t/{}?seen={}", {}, 308, id="no slash"),
        pytest.param("/t/{}/?seen=%31", {}, 200, id="another version, written oddly"),
        pytest.param("/t/{}/?other={}", {}, 200, id="nothing seen"),
        pytest.param("/t/{}-/?seen={}", {}, 404, id="no code at all"),
        pytest.param("/t/3/t/{}/?seen={}", {}, 404, id="a table below a table"),
    ],
)
def test_flask_answers_what_is_no_poll(
    people: People,
    table: Table,
    to_flask: list[str],
    address: str,
    headers: dict[str, str],
    status: int,
) -> None:
    seen = poll_of(people.visitor, table).partition("seen=")[2]
    to_flask.clear()
    address = address.format(table.code, seen)
    answer = people.visitor.client.get(address, headers={**FRAGMENT, **headers})
    assert answer.status_code == status
    assert len(to_flask) == 1


@pytest.mark.parametrize("cookie", ["", "x", "eyJhIjoxfQ.aaaaaa.bbbbbb"], ids=["none", "x", "bad"])
def test_a_phone_whose_cookie_says_nothing_gets_one(
    app: Flask, people: People, table: Table, to_flask: list[str], cookie: str
) -> None:
    address = poll_of(people.visitor, table)
    to_flask.clear()
    client = app.test_client()
    name = app.config["SESSION_COOKIE_NAME"]
    headers = {**FRAGMENT, "Cookie": f"{name}={cookie}"}
    answer = client.get(address, headers=headers)
    assert (answer.status_code, len(to_flask)) == (204, 1)
    assert "Set-Cookie" in answer.headers


@pytest.mark.parametrize(
    ("error", "status"), [(sqlite3.OperationalError, 503), (DataGone, 507)], ids=["busy", "gone"]
)
def test_what_is_wrong_with_the_disk_is_said_by_flask(
    people: People,
    table: Table,
    to_flask: list[str],
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
    status: int,
) -> None:
    address = poll_of(people.keeper, table)
    to_flask.clear()

    def fails(*_: object) -> None:
        raise error("the disk")

    monkeypatch.setattr(phones, "standing", fails)
    assert people.keeper.get(address, fragment=True).status_code == status
    assert len(to_flask) == 1


def test_a_poll_says_nothing_of_another_table(
    people: People, make_table: MakeTable, table: Table, to_flask: list[str]
) -> None:
    """The version that one table shows is not taken for another's."""
    other = make_table()
    seen = poll_of(people.keeper, table).partition("seen=")[2]
    to_flask.clear()
    address = f"/t/{other.code}/?seen={int(seen) + 1}"
    assert people.keeper.get(address, fragment=True).status_code == 200
    assert len(to_flask) == 1
