"""Each error says what it means on its page, and what to do next."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import Store, Table, phones
from tests.web.conftest import MakeTable, Post
from tests.web.play import close
from tests.web.visitors import People

TABLE, SHEET, ALL = "Type a code", "Back to scores", ">Home</a>"


@pytest.fixture
def table(make_table: MakeTable, store: Store) -> Table:
    """A table with one closed deal."""
    table = make_table()
    close(store, table, "Ann", {"Ann": "orange"})
    return table


@pytest.mark.parametrize(
    ("address", "title", "says", "next_step"),
    [
        ("/nowhere", "no such page", "The link may be incomplete.", ALL),
        ("/t/NOPE/", "no such table", "no table “NOPE” on this server", TABLE),
        ("/t/NOPE/deals/1", "no such table", "the scorekeeper’s phone shows it", TABLE),
        ("/t/{}/deals/9", "no such deal", "no deal 9 at this table", SHEET),
        ("/t/{}/deals/9/correct", "no such deal", "no deal 9 at this table", SHEET),
        ("/t/{}/deals/9/challenge/0", "no such hand", "hand in deal 9", SHEET),
        ("/t/{}/deals/1/challenge/7", "no such hand", "hand in deal 1", SHEET),
        ("/t/{}/deals/x", "no such page", "The link may be incomplete.", ALL),
        ("/player?name=Zed", "no such player", "Nobody called “Zed”", "All players"),
        ("/rules/nope", "no such edition", "No edition is called “nope”", "All editions"),
        ("/pad/nope", "no such edition", "No edition is called “nope”", "All editions"),
    ],
)
def test_a_404_says_what_is_missing(
    client: FlaskClient, table: Table, address: str, title: str, says: str, next_step: str
) -> None:
    answer = client.get(address.format(table.code))
    assert answer.status_code == 404
    assert f"<h1>There is {title}</h1>" in answer.text
    assert says in answer.text
    for words in {TABLE, SHEET, "All players", "All editions", next_step}:
        assert (words in answer.text) == (words == next_step), words


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/t/{}/deals/1/rulings/99/back", "There is no such ruling at this table."),
        ("/t/{}/deals/1/paid", "There is no such hand in deal 1"),
    ],
)
def test_a_404_after_a_post(post: Post, table: Table, address: str, says: str) -> None:
    answer = post(address.format(table.code), {"seat": "9"})
    assert answer.status_code == 404
    assert says in answer.text
    assert f'href="/t/{table.code}/">{SHEET}' in answer.text
    assert TABLE not in answer.text


def test_a_deal_under_rules_that_have_changed(
    client: FlaskClient, store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.rules.refusal import Refusal
    from companion.web.challenge import routes

    def changed(*_: object) -> None:
        raise Refusal("deal", "No card is called “x”.")

    monkeypatch.setattr(routes, "settled", changed)
    answer = client.get(f"/t/{table.code}/deals/1/challenge/0")
    assert answer.status_code == 404
    assert "<h1>The referee cannot judge this deal</h1>" in answer.text
    assert "No card is called “x”." in answer.text


def test_a_403_says_who_may(app: Flask, store: Store, table: Table) -> None:
    people = People(app, store, table)
    undo, join = f"/t/{table.code}/undo", f"Join table {table.code}"
    watching = people.visitor.post(undo).text
    assert "This phone is just watching." in watching
    assert join in watching
    assert SHEET in watching
    joined = people.watcher.post(f"/t/{table.code}/deal", {"tap": "out:0"}).text
    assert "This phone is just watching." in joined
    assert "Join" not in joined
    assert f'href="/t/{table.code}/join">Choose a player for this phone</a>' in joined
    assert SHEET in joined
    player = people.players[0].post(undo).text
    assert "Only the scorekeeper’s phone can do that." in player
    assert join not in player
    phones.lock(store, table, True)
    locked = people.players[0].post(f"/t/{table.code}/deal", {"tap": "out:0"}).text
    assert "This table is locked" in locked
    assert join not in locked
    assert join in people.visitor.post(undo).text


def test_a_403_about_names(app: Flask, client: FlaskClient, table: Table) -> None:
    app.config["HOSTED"] = True
    answer = client.get("/player/rename?name=Ann")
    assert answer.status_code == 403
    assert "<h1>Names cannot be changed here</h1>" in answer.text
    assert "phone" not in answer.text.partition("<main")[2].partition("</main>")[0]
