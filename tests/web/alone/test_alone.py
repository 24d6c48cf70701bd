"""A phone that runs the companion by itself: no other phones, and a page for its data."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import create_app
from companion.export.game import written
from companion.store import Store, Table, games
from companion.web.site.access import allowed
from tests.stored import as_it_is_now
from tests.web.play import close
from tests.web.visitors import FRAGMENT

SHELL = "https://example.org/cards/"
NAMES = ["Ann", "Bob", "Cem"]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(tmp_path / "data", TESTING=True, ALONE=SHELL, WTF_CSRF_ENABLED=False)
    yield app
    app.extensions["store"].close()


@pytest.fixture
def table(store: Store) -> Table:
    """A table with one deal."""
    made = store.create_table(
        edition="classic-uk", options={}, players=NAMES, first_dealer="Ann", banker="Ann"
    )
    close(store, made, "Ann", {"Ann": "red, h1, token", "Bob": "go", "Cem": ""})
    return as_it_is_now(store, made)


def bring_back(client: FlaskClient, data: bytes, **more: str) -> TestResponse:
    return client.post("/data", data={"file": (io.BytesIO(data), "saved.db"), **more})


def test_no_page_asks_for_other_phones_or_for_what_is_new(
    app: Flask, client: FlaskClient, table: Table
) -> None:
    values: dict[str, Any] = {
        "code": table.code,
        "number": 1,
        "seat": 0,
        "name": "Ann",
        "edition": "classic-uk",
    }
    seen = 0
    with app.test_request_context():
        addresses = [
            url_for(rule.endpoint, **values)
            for rule in app.url_map.iter_rules()
            if "GET" in (rule.methods or ()) and rule.arguments <= values.keys()
        ]
    for address in [*addresses, "/referee?edition=classic-uk&cards=red", "/t/WRONG/"]:
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code < 500, address
        assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
        if answer.mimetype == "text/html":
            seen += 1
            other = r"every \d|/join|/phones|/tv|sw\.js|webmanifest"
            assert re.findall(other, answer.text) == [], address
            assert 'href="/data"' in answer.text
            assert "data-alone" in answer.text
    assert seen > 20


@pytest.mark.parametrize("address", ["phones", "join", "tv", "qr.svg"])
def test_there_are_no_pages_for_other_phones(
    address: str, client: FlaskClient, table: Table
) -> None:
    assert client.get(f"/t/{table.code}/{address}").status_code == 404


def test_every_page_says_who_may_ask_for_it(app: Flask) -> None:
    assert [one for one in app.view_functions if allowed(app, one) is None] == []


def test_no_phone_is_kept_at_a_table(client: FlaskClient, store: Store, table: Table) -> None:
    deal = client.get(f"/t/{table.code}/deal")
    at = re.search(r'name="at" value="([^"]*)"', deal.text)
    version = re.search(r'name="version" value="([^"]*)"', deal.text)
    assert at is not None
    assert version is not None
    fields = {"tap": "out:1", "at": at[1], "version": version[1]}
    answer = client.post(f"/t/{table.code}/deal", data=fields, headers=FRAGMENT)
    assert answer.status_code == 200
    assert store.rows("SELECT * FROM phones") == []


def test_any_number_of_wrong_codes_shuts_nobody_out(client: FlaskClient, table: Table) -> None:
    for _ in range(40):
        assert client.get("/t/WRONG/").status_code == 404
    assert client.get(f"/t/{table.code}/").status_code == 200


def test_a_ruling_is_shared_with_the_address_of_the_shell(client: FlaskClient) -> None:
    page = client.get(
        "/referee?edition=classic-uk&cards=red", environ_overrides={"SCRIPT_NAME": "/cards/app"}
    )
    assert f'value="{SHELL}#/referee?edition=classic-uk' in page.text


# --- your data -----------------------------------------------------------------------------------


def test_everything_is_saved_and_comes_back_on_another_phone(
    client: FlaskClient, store: Store, table: Table, tmp_path: Path
) -> None:
    saved = client.get("/data/companion.db")
    assert re.search(
        r'filename="companion-\d{4}-\d\d-\d\d\.db"', saved.headers["Content-Disposition"]
    )
    game = written(games.history(store, table))
    other = create_app(tmp_path / "other", TESTING=True, ALONE=SHELL, WTF_CSRF_ENABLED=False)
    there: Store = other.extensions["store"]
    answer = bring_back(other.test_client(), saved.data)
    assert answer.headers["Location"] == "/data?done=back"
    found = there.table(table.code)
    assert found is not None
    assert written(games.history(there, found)) == game
    assert other.test_client().get(f"/t/{table.code}/deal").status_code == 200
    there.close()


def test_games_that_are_here_are_replaced_only_with_the_tick(
    client: FlaskClient, store: Store, table: Table
) -> None:
    saved = client.get("/data/companion.db").data
    close(store, table, "Bob", {"Bob": "orange", "Ann": "chance"})
    refused = bring_back(client, saved)
    assert refused.status_code == 422
    assert "Tick this first" in refused.text
    assert store.count_deals(table) == 2
    assert bring_back(client, saved, sure="y").status_code == 303
    assert store.count_deals(table) == 1
    assert client.get("/data?done=back").text.count("Everything in the file is here again.") == 1


@pytest.mark.parametrize("data", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_none_of_ours_changes_nothing(
    client: FlaskClient, store: Store, table: Table, data: bytes
) -> None:
    answer = bring_back(client, data, sure="y")
    assert answer.status_code == 422
    assert "Nothing was changed." in answer.text
    assert store.count_deals(table) == 1


def test_without_a_file_it_asks_for_one(client: FlaskClient) -> None:
    answer = client.post("/data", data={})
    assert answer.status_code == 422
    assert "Choose a file first." in answer.text


def test_phones_of_a_saved_server_are_not_at_the_tables(
    client: FlaskClient, tmp_path: Path
) -> None:
    home = create_app(tmp_path / "home", TESTING=True)
    there: Store = home.extensions["store"]
    made = there.create_table(
        edition="classic-uk",
        options={},
        players=NAMES,
        first_dealer="Ann",
        banker="Ann",
        keeper="another phone",
    )
    there.close()
    saved = there.path.read_bytes()
    assert bring_back(client, saved).status_code == 303
    page = client.get(f"/t/{made.code}/")
    assert f'href="/t/{made.code}/deal"' in page.text
    assert client.post(f"/t/{made.code}/undo", data={"action": 1}).status_code == 303
