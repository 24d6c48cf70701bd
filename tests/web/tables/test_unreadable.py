"""A table whose row this version cannot read keeps no other table from anybody."""

import pytest
from flask.testing import FlaskClient

from companion.store import Store, Table
from companion.store.rows import Unreadable
from tests.web.conftest import MakeTable, Post
from tests.web.pages import text_of
from tests.web.play import close

DAMAGE = {
    "an unknown option": ("options", '{"gold_rush": true}'),
    "a value that is not taken": ("options", '{"nobody_out": "perhaps"}'),
    "an unknown amount": ("options", '{"values": {"mauve": 100}}'),
    "options that are no JSON": ("options", '{"nobody_out'),
    "options of another kind": ("options", "[1]"),
    "an unknown box": ("edition", "classic-fr"),
}
"""What may be wrong with a table: the column, and what an older or newer program or a disk left."""
LOST = {
    "players that are no JSON": ("players", '["Ann"'),
    "players of another kind": ("players", "[1, 2]"),
    "nothing at all": ("players", "null"),
}


@pytest.fixture
def whole(make_table: MakeTable, store: Store) -> Table:
    """A table that is not damaged."""
    table = make_table("classic-uk", ["Cleo", "Dan"])
    close(store, table, "Cleo", {"Cleo": "orange"})
    return table


@pytest.fixture
def table(make_table: MakeTable, store: Store) -> Table:
    """A table that is to be damaged."""
    made = make_table("classic-uk", ["Ann", "Bob"])
    close(store, made, "Ann", {"Ann": "red"})
    return made


def damaged(store: Store, table: Table, column: str, text: str) -> None:
    with store.writing() as db:
        db.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", [text, table.id])


@pytest.mark.parametrize(
    ("column", "text"), [pytest.param(*one, id=name) for name, one in (DAMAGE | LOST).items()]
)
def test_the_other_tables_are_listed_and_it_is_named(
    client: FlaskClient, store: Store, whole: Table, table: Table, column: str, text: str
) -> None:
    damaged(store, table, column, text)
    for address in ("/", "/games"):
        page = client.get(address)
        assert page.status_code == 200
        told = text_of(page)
        assert "Cleo" in told
        assert f"Table {table.code} cannot be opened" in told
        assert f'href="/t/{table.code}/"' not in page.text
    assert client.get("/player?name=Cleo").status_code == 200
    assert client.get("/players").status_code == 200


@pytest.mark.parametrize(
    ("column", "text"), [pytest.param(*one, id=name) for name, one in (DAMAGE | LOST).items()]
)
@pytest.mark.parametrize("page", ["", "deal", "setup", "summary", "rules", "deals/1", "game.json"])
def test_its_own_pages_say_so(
    client: FlaskClient, store: Store, table: Table, column: str, text: str, page: str
) -> None:
    damaged(store, table, column, text)
    answer = client.get(f"/t/{table.code}/{page}")
    assert answer.status_code == 409
    assert "This table cannot be opened" in text_of(answer)
    assert "Nothing in it was changed." in text_of(answer)
    assert f'href="/t/{table.code}/"' not in answer.text


def test_a_player_who_was_there_is_shown_with_their_other_games(
    client: FlaskClient, store: Store, whole: Table, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Cleo", "Eve"])
    close(store, table, "Cleo", {"Cleo": "red"})
    damaged(store, table, *DAMAGE["an unknown option"])
    told = text_of(client.get("/player?name=Cleo"))
    assert f"Table {table.code} cannot be opened" in told


def test_a_damaged_deal_keeps_no_other_table_from_anybody(
    client: FlaskClient, store: Store, whole: Table, table: Table
) -> None:
    with store.writing() as db:
        db.execute("UPDATE deals SET settlement = '{', sums = '{' WHERE table_id = ?", [table.id])
    for address in ("/", "/games"):
        told = text_of(client.get(address))
        assert "Cleo" in told
        assert f"Table {table.code} cannot be opened" in told


def test_one_that_was_deleted_can_still_be_brought_back(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    damaged(store, table, *DAMAGE["options that are no JSON"])
    assert post(f"/t/{table.code}/delete").status_code == 303
    assert f"Table {table.code}: you can bring it back" in text_of(client.get("/"))
    assert post(f"/t/{table.code}/bring-back").status_code == 303
    with pytest.raises(Unreadable):
        _ = store.known_table(table.code).edition
