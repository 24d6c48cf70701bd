"""What an older version stored opens, is shown, and gives the same sheets.

`version_0/` was made before a closed deal became an object, `version_1/` by version 1.0.0: games of
every edition with corrections, strikes, undos, ticks and rulings; one of the games as it was saved;
and every sheet. Only the dealers are those of today: after a correction or a strike, these versions
named others than before. `version_1/` has rows of all kinds: also the luck of rewards, a rematch,
an open deal, a deal that is open again, tables that were deleted and put away, phones and renamed
players.
"""

import gzip
import html
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import create_app
from companion.export.game import sheet_of, written
from companion.export.reading import read_game
from companion.game import sheet as sheets
from companion.game.luck import drew_reward, luck_of_reward
from companion.rules.ledger import Sheet
from companion.store import Store, games, reward_luck
from tests.stored import struck_out

HERE = Path(__file__).parent
VERSIONS = ("version_0", "version_1")


@cache
def sql_of(version: str) -> str:
    """The statements that make the database again."""
    packed = HERE / version / "database.sql.gz"
    if packed.exists():
        return gzip.decompress(packed.read_bytes()).decode("utf-8")
    return (HERE / version / "database.sql").read_text("utf-8")


@cache
def sheets_of(version: str) -> dict[str, dict[str, Any]]:
    """Every sheet as that version told it, by the table's code."""
    read: dict[str, dict[str, Any]] = json.loads(
        (HERE / version / "sheets.json").read_text("utf-8")
    )
    return read


SHEETS = [
    pytest.param(version, code, id=f"{version} {code} {sheet['edition']}")
    for version in VERSIONS
    for code, sheet in sheets_of(version).items()
]


def make_database(version: str, path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(sql_of(version))


@pytest.fixture
def store(version: str, tmp_path: Path) -> Store:
    make_database(version, tmp_path / "companion.db")
    return Store(tmp_path / "companion.db")


def told(sheet: Sheet) -> dict[str, Any]:
    """A sheet as the expected sheets are written."""
    kept = ("number", "dealer", "went_out", "jackpot_after", "bars_left", "after_end")
    return {
        "totals": dict(sheet.totals),
        "winners": list(sheet.winners),
        "jackpot": sheet.jackpot,
        "next_dealer": sheet.next_dealer,
        "rows": [
            {**{name: getattr(row, name) for name in kept}, "payouts": dict(row.payouts)}
            for row in sheet.rows
        ],
    }


@pytest.mark.parametrize(("version", "code"), SHEETS)
def test_the_sheets_of_an_older_database(store: Store, version: str, code: str) -> None:
    table = store.table(code)
    assert table is not None
    deals = store.deals(table)
    paid = {
        (row.number, action.at): list(row.paid)
        for action in games.history(store, table).counting_actions
        for row in action.deals
    }
    assert {
        "edition": table.edition_id,
        **told(sheets.sheet_of(store, table)),
        "struck": [deal.number for deal in struck_out(store, table)],
        "paid": [paid[deal.number, deal.at] for deal in deals],
    } == sheets_of(version)[code]
    for deal in deals:
        assert deal.settlement.laid.keys() == deal.payouts.keys()
        for player, laid in deal.settlement.laid.items():
            taken = deal.jackpot.amount if deal.jackpot and deal.jackpot.paid_to == player else 0
            assert laid.total + taken == deal.payouts[player]
        assert [one.rule for one in deal.settlement.findings] == [
            one["rule"] for one in deal.settlement.json["problems"]
        ]


@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_saved_game(store: Store, version: str) -> None:
    """What is written of it is the same; a file of version 1 gets a zone."""
    file = (HERE / version / "saved_game.json").read_bytes()
    game = read_game(file)
    saved = written(game)
    if version == "version_0":
        file = file.replace(b'"version": 1,', b'"version": 2,')
        file = file.replace(b'kitchen",\n', b'kitchen",\n "zone": "",\n')
    assert saved == file
    (table,) = games.copies_here(store, game.uid)
    assert written(games.history(store, table)) == saved
    assert told(sheet_of(game)).items() <= sheets_of(version)[table.code].items()
    empty = Store(":memory:")
    copy = games.bring_in(empty, game)
    assert written(games.history(empty, copy)) == saved


@pytest.mark.parametrize("version", VERSIONS)
def test_every_row_is_stored_as_it_was(store: Store, version: str) -> None:
    """Games of an older version are written byte by byte as that version stored them."""
    for code in sheets_of(version):
        table = store.table(code)
        assert table is not None
        before = store.rows(
            "SELECT entry, settlement FROM deals WHERE table_id = ? ORDER BY id", [table.id]
        )
        empty = Store(":memory:")
        games.bring_in(empty, games.history(store, table))
        assert empty.rows("SELECT entry, settlement FROM deals ORDER BY id") == before


def pages_of(app: Flask, code: str, sheet: dict[str, Any]) -> Iterator[str]:
    """The addresses of all pages of a table and its deals."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            here = rule.rule.replace("<code>", code)
            if rule.arguments == {"code"}:
                yield here
            elif rule.arguments == {"code", "number"}:
                numbers = {row["number"] for row in sheet["rows"]}
                if rule.endpoint == "closed_deal.luck":  # a struck deal has none
                    numbers -= {*sheet["struck"]}
                yield from (here.replace("<int:number>", str(number)) for number in numbers)


@pytest.mark.parametrize("version", VERSIONS)
def test_all_pages_of_an_older_database_are_shown(version: str, tmp_path: Path) -> None:
    make_database(version, tmp_path / "companion.db")
    app = create_app(tmp_path, TESTING=True)
    client, store = app.test_client(), app.extensions["store"]
    for table in store.tables():
        sheet = sheets_of(version)[table.code]
        for address in pages_of(app, table.code, sheet):
            assert client.get(address).status_code in (200, 303, 403), address
        page = client.get(f"/t/{table.code}/").text
        assert all(f"{total:,}" in page for total in sheet["totals"].values())
    for address in ("/", "/games", "/players"):
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("version", ["version_1"])
def test_the_luck_that_was_kept_is_that_of_today(store: Store) -> None:
    found = 0
    for table in store.tables():
        kept = reward_luck.luck_of_table(store, table)
        with store.writing() as db:
            db.execute("DELETE FROM reward_luck WHERE table_id = ?", [table.id])
        for deal in store.deals(table):
            if deal.id in kept:
                found += 1
                assert drew_reward(table.edition, deal)
                assert luck_of_reward(store, table, deal) == kept[deal.id]
    assert found


OTHER_KINDS = {"a number": "'7'", "nothing": "'null'", "numbers": "'[1, 2]'", "lists": "'[[]]'"}
DAMAGED = {
    "bytes": "X'5B41FF5D'",
    "not UTF-8": "CAST(X'5B41FF5D' AS TEXT)",
    "a letter that is not UTF-8": "CAST(X'5B22C3225D' AS TEXT)",
    "no JSON": "'{nonsense'",
    "too deep": f"'{'[' * 100_000}'",
    **OTHER_KINDS,
}
"""What a damaged file may have where JSON should stand, as SQL."""
READ_AT_UPGRADE = {
    "players": "UPDATE tables SET players = {} WHERE id = 1",
    "options": "UPDATE tables SET options = {} WHERE id = 1",
    "paid": "UPDATE deals SET paid = {} WHERE table_id = 1",
    "settlement": "UPDATE deals SET settlement = {}, paid = '[\"Dee\"]' WHERE table_id = 1",
    "entry": "UPDATE deals SET entry = {} WHERE table_id = 1",
}


@pytest.mark.parametrize("value", [pytest.param(one, id=name) for name, one in DAMAGED.items()])
@pytest.mark.parametrize(
    "change", [pytest.param(one, id=name) for name, one in READ_AT_UPGRADE.items()]
)
def test_a_damaged_table_is_told_after_the_upgrade_too(
    tmp_path: Path, change: str, value: str
) -> None:
    """The companion did not start; all other tables were gone with the damaged one."""
    make_database("version_0", tmp_path / "companion.db")
    with closing(sqlite3.connect(tmp_path / "companion.db")) as db:
        (code,) = db.execute("SELECT code FROM tables WHERE id = 1").fetchone()
        db.execute(change.format(value))
        db.commit()
    app = create_app(tmp_path, TESTING=True)
    client, store = app.test_client(), app.extensions["store"]
    pages = [f"/t/{code}/", f"/t/{code}/deals/1", f"/t/{code}/game.json", f"/t/{code}/summary"]
    answers = [client.get(page) for page in pages]
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert answers[2].status_code == 409  # all there is of the game
    assert f"cannot read table {code}." in html.unescape(answers[2].text)
    for address in ("/", "/games", "/players", "/tables/new?edition=express"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "\N{REPLACEMENT CHARACTER}" not in answer.text
    for other, sheet in sheets_of("version_0").items():
        if other != code:
            table = store.known_table(other)
            assert told(sheets.sheet_of(store, table)).items() <= sheet.items()
