"""A table whose rows this version cannot read keeps no other table from anybody."""

import json
from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.game.open_deal import OpenDeal
from companion.game.seats import seats_of
from companion.store import Store, Table, Unreadable, games, people
from companion.store.rulings import record
from companion.store.ticks import set_paid
from tests.often import OFTEN
from tests.stored import known_table
from tests.web.conftest import MakeTable, Post
from tests.web.pages import text_of
from tests.web.play import close

DAMAGE = {
    "an unknown option": ("options", '{"gold_rush": true}'),
    "a value that is not taken": ("options", '{"nobody_out": "perhaps"}'),
    "an unknown amount": ("options", '{"values": {"mauve": 100}}'),
    "options that are no JSON": ("options", '{"nobody_out'),
    "options of another kind": ("options", "[1]"),
    "an unknown box": ("edition_id", "classic-fr"),
    "a first dealer who is not there": ("first_dealer", "Zed"),
    "too many players": ("players", '["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus"]'),
}
"""What may be wrong with a table: the column, and what an older or newer program or a disk left."""
LOST = {
    "players that are no JSON": ("players", '["Ann"'),
    "players of another kind": ("players", "[1, 2]"),
    "a player twice": ("players", '["Ann", "Ann"]'),
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
def test_its_own_pages_say_so(
    client: FlaskClient, store: Store, table: Table, column: str, text: str
) -> None:
    damaged(store, table, column, text)
    for page in ("", "deal", "setup", "summary", "rules", "deals/1", "game.json"):
        answer = client.get(f"/t/{table.code}/{page}")
        assert answer.status_code == 409, page
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


def shows(client: FlaskClient, name: str, *addresses: str) -> None:
    """These pages are there, and have the name."""
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert name in text_of(answer), address


def ruled(store: Store, table: Table) -> None:
    """Stores a ruling on the first deal."""
    about = {"player": "Ann", "note": "asked", "ruling": "It may go out."}
    deal = store.deals(table)[0]
    record(store, table, deal_id=deal.id, outcome="agreed", token="t", **about)


def stored(store: Store, table: Table, rows: str, column: str, value: str) -> None:
    """Writes a value of SQL into a column of the rows of a table, as a damaged disk would."""
    of = "id" if rows == "tables" else "table_id"
    with store.writing() as db:
        db.execute(f"UPDATE {rows} SET {column} = {value} WHERE {of} = ?", [table.id])


BYTES = {"no text": "X'5B41FF5D'", "not UTF-8": "CAST(X'5B41FF5D' AS TEXT)"}
"""What a damaged file may have where a text should stand, as SQL."""
TEXTS = {
    "tables": (
        *("edition_id", "options", "players", "first_dealer", "banker", "place", "zone", "uid"),
        *("created_at", "last_at", "deleted_at", "archived_at", "secret"),
    ),
    "deals": ("entry", "settlement", "sums"),
    "actions": ("at", "reason"),
    "payments": ("player",),
    "rulings": ("player", "note", "ruling"),
    "drafts": ("data",),
}
"""The texts of a table, by the table of the database; a code that is damaged is nobody's."""
NUMBERS = {
    "tables": ("generation",),
    "deals": ("number", "struck", "let_stand"),
    "drafts": ("version",),
    "payments": ("amount",),
}
"""Its whole numbers, in the same way."""
TIMES = {
    "tables": ("created_at", "last_at", "deleted_at", "archived_at"),
    "actions": ("at",),
    "rulings": ("at",),
}
NO_TIME = {
    "no time": "'noon'",
    "nothing": "''",
    "a negative number": "-1",
    "far away": "'9999-12-31T23:59:59Z'",
}
"""What may stand where a time should. A word where one table has the time of its deletion took the
first page from everybody."""
STORED = [
    pytest.param(rows, column, value, id=f"{rows}-{column}-{name}")
    for columns, values in (
        (TEXTS, BYTES),
        (NUMBERS, {**BYTES, "a word": "'seven'"}),
        (TIMES, NO_TIME),
    )
    for rows in columns
    for column in columns[rows]
    for name, value in values.items()
]


@pytest.mark.parametrize(("rows", "column", "value"), STORED)
def test_what_is_no_text_number_or_time_is_told_as_damage(
    caplog: pytest.LogCaptureFixture,
    client: FlaskClient,
    store: Store,
    post: Post,
    full: Table,
    whole: Table,
    rows: str,
    column: str,
    value: str,
) -> None:
    """On its pages and in the log. Bytes were told as a busy server, on the first page, too; a
    number ended in a 500."""
    set_paid(store, full, store.deals(full)[0].id, "Ann", True)
    ruled(store, full)
    stored(store, full, rows, column, value)
    shows(client, "Cleo", "/", "/games", "/players", "/player?name=Cleo")
    caplog.clear()
    answers = {page: client.get(f"/t/{full.code}/{page}") for page in READS}
    told = {page for page, answer in answers.items() if answer.status_code == 409}
    assert caplog.text.count(f"Table {full.code} cannot be read by this version.") == len(told)
    there = {200, 409, 404} if column == "number" else {200, 409}  # no deal has the number then
    assert {answer.status_code for answer in answers.values()} <= there
    assert told == {*READS} if rows == "tables" else told
    for page in told:
        assert f"cannot read table {full.code}." in text_of(answers[page])
    saved = post(f"/t/{full.code}/deal", {"tap": "out:0"}).status_code
    assert saved in (303, 409)


@pytest.mark.parametrize(
    "value", [*NO_TIME.values(), "'2'", "'10:00'", "'2025-99-01T10:00:00Z'", "X'20'"]
)
def test_a_table_whose_deletion_has_no_time_is_never_removed(
    store: Store, full: Table, make_table: MakeTable, value: str
) -> None:
    """Nothing came before every day, so the game was removed at the next start."""
    other = make_table()
    stored(store, other, "tables", "deleted_at", "'2026-01-01T00:00:00Z'")
    stored(store, full, "tables", "deleted_at", value)
    make_table()  # the newest table's row would stay
    assert games.purge_expired(store) == 1
    assert store.rows("SELECT id FROM tables WHERE id = ?", [other.id]) == []
    assert store.rows("SELECT code FROM tables WHERE id = ?", [full.id]) == [{"code": full.code}]
    assert store.rows("SELECT count(*) AS deals FROM deals") == [{"deals": 2}]


FORM = "/tables/new?edition=classic-uk"


RENAMINGS = [(one, value) for one in ("old", "new", "at", "undone_at") for value in BYTES.values()]


@pytest.mark.parametrize(("column", "value"), [*RENAMINGS, ("at", "'noon'")])
def test_a_damaged_renaming_takes_no_page_away(
    client: FlaskClient, store: Store, whole: Table, post: Post, column: str, value: str
) -> None:
    """It is passed over, and the other renamings count. One at no time took the player's page."""
    people.rename(store, "Dan", "Daniel")
    people.rename(store, "Cleo", "Cleopatra")
    with store.writing() as db:
        db.execute(f"UPDATE renamings SET {column} = {value} WHERE old = 'Dan'")
    theirs = ("/player?name=Cleopatra", "/player?name=Dan")
    shows(client, "Dan", "/", "/games", "/players", *theirs, FORM)
    assert "Cleopatra" in text_of(client.get("/players"))
    again = {"name": "Dan", "new": "Daniel", "merges": "0"}
    assert post("/player/rename", again).status_code == 303
    assert "Daniel" in text_of(client.get("/players"))


@pytest.mark.parametrize("value", [pytest.param(one, id=name) for name, one in BYTES.items()])
@pytest.mark.parametrize("column", ["key", "name"])
def test_a_damaged_name_takes_no_list_away(
    client: FlaskClient,
    store: Store,
    whole: Table,
    make_table: MakeTable,
    column: str,
    value: str,
) -> None:
    """Of bytes where a name should stand no new table could be made."""
    make_table("classic-uk", ["Hal", "Zoë"])
    with store.writing() as db:
        db.execute(f"UPDATE seats SET {column} = {value} WHERE key = 'zoë'")
    shows(client, "Cleo", "/", "/games", "/players", "/players?name=o", "/player?name=Cleo", FORM)


COLUMNS = {
    "what was laid down": ("deals", "entry"),
    "what it paid": ("deals", "settlement"),
    "its sums": ("deals", "sums"),
    "the open deal": ("drafts", "data"),
}
"""Where a table has JSON, but for its own row: the table of the database, and the column."""
READS = (
    *("", "deal", "setup", "summary", "summary/luck", "deals/1", "deals/1/luck", "deals/1/correct"),
    *("deals/1/challenge/0", "tv", "sheet.svg", "game.json", "deals.csv", "totals.csv", "bgstats"),
)
"""Its pages that read its deals."""


def replaced(store: Store, table: Table, rows: str, column: str, text: str) -> None:
    with store.writing() as db:
        db.execute(f"UPDATE {rows} SET {column} = ? WHERE table_id = ?", [text, table.id])


@pytest.fixture
def full(make_table: MakeTable, store: Store) -> Table:
    """A table whose rows have all that JSON can have there: two deals, and an open one."""
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    hand = "red, yellow, one-house, token, wild, go, free-parking"
    close(store, table, "Ann", {"Ann": hand, "Bob": "go-to-jail, free-parking, brown"})
    close(store, table, "Ann", {"Ann": "orange, go", "Bob": "wild, go"}, wilds={"Bob": ["hotel"]})
    draft = OpenDeal.from_json(seats_of(table), store.deals(table)[0].entry.as_json()).as_json()
    data = {**draft, "marks": {"0": [1, "phone"]}, "since": 0, "reopened": False}
    store.save_draft(table, store.draft(table).version, data)
    return table


KINDS: tuple[object, ...] = None, "x", 7, [], {}


@pytest.mark.tries
@pytest.mark.parametrize(
    ("rows", "column"), [pytest.param(*one, id=name) for name, one in COLUMNS.items()]
)
def test_no_page_of_it_breaks_whatever_is_missing_or_of_another_kind(
    client: FlaskClient, store: Store, full: Table, rows: str, column: str
) -> None:
    """In `make test` each change is followed by a look at every fourth page, in turns."""
    (row,) = store.rows(f"SELECT {column} FROM {rows} WHERE table_id = ? LIMIT 1", [full.id])
    found = list(ways(json.loads(row[column])))
    changes = [*((way, ...) for way in found), *zip(found, cycle(KINDS), strict=False)]
    for number, (way, instead) in enumerate(changes):
        changed = without(json.loads(row[column]), way, instead)
        replaced(store, full, rows, column, json.dumps(changed))
        for page in READS if OFTEN else READS[number % 4 :: 4]:
            status = client.get(f"/t/{full.code}/{page}").status_code
            assert status in (200, 404, 409), (way, instead, page)
        for address in ("/", "/games", "/player?name=Ann"):
            assert client.get(address).status_code in (200, 409), (way, instead, address)


def ways(data: object) -> Iterator[tuple[str | int, ...]]:
    """The way to each value, those in lists by the first one only."""
    inner: Iterable[tuple[str | int, object]] = ()
    if isinstance(data, dict):
        inner = data.items()
    elif isinstance(data, list):
        inner = enumerate(data[:1])
    for name, value in inner:
        yield (name,)
        yield from ((name, *rest) for rest in ways(value))


def without(data: Any, way: tuple[str | int, ...], instead: object) -> Any:
    """The data with another value at a place; with ... nothing stands there any more."""
    *before, last = way
    at = data
    for step in before:
        at = at[step]
    if instead is ...:
        del at[last]
    else:
        at[last] = instead
    return data


def test_a_damaged_deal_keeps_no_other_table_from_anybody(
    client: FlaskClient, store: Store, whole: Table, full: Table
) -> None:
    """Lists open no game, so they tell of it once something was done there."""
    kept = store.rows("SELECT * FROM deals WHERE table_id = ?", [full.id])[0]
    damage = "UPDATE deals SET settlement = ?, sums = ? WHERE id = ?"
    with store.writing() as db:
        db.execute(damage, ["{", "{", kept["id"]])
    store.undo(full, token="undo")
    for address in ("/", "/games", "/player?name=Cleo"):
        told = text_of(client.get(address))
        assert "Cleo" in told
        assert (f"Table {full.code} cannot be opened" in told) == ("Cleo" not in address)
    with store.writing() as db:
        db.execute(damage, [kept["settlement"], kept["sums"], kept["id"]])
    store.redo(full, getattr(store.last_undone(full), "id", 0))
    assert "cannot be opened" not in text_of(client.get("/games"))


RESULTS = [
    *(*BYTES.values(), "''", "'{'", "'[]'", "'null'"),
    *("json_remove(kept, '$.over')", "json_set(kept, '$.deals', 'x')"),
    *("json_set(kept, '$.next_dealer', 'Zed')", "json_remove(kept, '$.parts[1]')"),
    *("json_set(kept, '$.parts[0].sets.mauve', 1)", "json_set(kept, '$.parts[0].best', 1.5)"),
]


@pytest.mark.parametrize("value", RESULTS)
def test_a_damaged_result_is_told_in_lists(
    client: FlaskClient, store: Store, whole: Table, full: Table, value: str
) -> None:
    stored(store, full, "tables", "kept", value)
    for address in ("/", "/games"):
        told = text_of(client.get(address))
        assert "Cleo" in told
        assert f"Table {full.code} cannot be opened" in told
    assert client.get("/player?name=Ann").status_code == 409
    assert client.get(f"/t/{full.code}/").status_code in (200, 409)


@pytest.mark.parametrize("address", ["/player?name=ann", "/player/rename?name=Ann"])
def test_a_player_of_whom_no_game_can_be_read_is_not_unknown(
    client: FlaskClient, store: Store, whole: Table, table: Table, address: str
) -> None:
    damaged(store, table, *DAMAGE["an unknown option"])
    answer = client.get(address)
    assert answer.status_code == 409
    told = text_of(answer)
    assert (
        f"Ann has played here, but this version of the companion cannot read table {table.code}."
        in told
    )
    assert "All other tables go on." in told
    assert "All players" in told
    assert client.get("/player?name=Nobody").status_code == 404


def test_one_that_was_deleted_can_still_be_brought_back(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    damaged(store, table, *DAMAGE["options that are no JSON"])
    assert post(f"/t/{table.code}/delete").status_code == 303
    assert f"Table {table.code}: you can bring it back" in text_of(client.get("/"))
    assert post(f"/t/{table.code}/bring-back").status_code == 303
    with pytest.raises(Unreadable):
        _ = known_table(store, table.code).edition
