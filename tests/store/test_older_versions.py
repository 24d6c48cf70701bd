"""What an older version stored opens, and gives the same sheets.

`version_0/` was made before a closed deal became an object: five games, one for each edition, with
corrections, strikes, undos, ticks and rulings; one of the games as it was saved; and every sheet.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.export.game import sheet_of, written
from companion.export.reading import read_game
from companion.game import sheet as sheets
from companion.rules.ledger import Sheet
from companion.store import Store, games

VERSION_0 = Path(__file__).parent / "version_0"
SHEETS: dict[str, dict[str, Any]] = json.loads((VERSION_0 / "sheets.json").read_text("utf-8"))
SAVED = (VERSION_0 / "saved_game.json").read_bytes()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with closing(sqlite3.connect(tmp_path / "companion.db")) as db:
        db.executescript((VERSION_0 / "database.sql").read_text("utf-8"))
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


@pytest.mark.parametrize("code", SHEETS, ids=[one["edition"] for one in SHEETS.values()])
def test_the_sheets_of_an_older_database(store: Store, code: str) -> None:
    table = store.table(code)
    assert table is not None
    deals = store.deals(table)
    paid = {
        (row.number, action.at): list(row.paid)
        for action in games.history(store, table).counting_actions
        for row in action.deals
    }
    assert {
        "edition": table.edition,
        **told(sheets.sheet_of(store, table)),
        "struck": [deal.number for deal in store.struck(table)],
        "paid": [paid[deal.number, deal.at] for deal in deals],
    } == SHEETS[code]
    for deal in deals:
        assert deal.settlement.laid.keys() == deal.payouts.keys()
        for player, laid in deal.settlement.laid.items():
            taken = deal.jackpot.amount if deal.jackpot and deal.jackpot.paid_to == player else 0
            assert laid.total + taken == deal.payouts[player]
        assert [one.rule for one in deal.settlement.findings] == [
            one["rule"] for one in deal.settlement.json["problems"]
        ]


def test_an_older_saved_game(store: Store) -> None:
    """A file of version 1. What is written of it has a zone, and is else the same."""
    game = read_game(SAVED)
    saved = written(game)
    assert saved == SAVED.replace(b'"version": 1,', b'"version": 2,').replace(
        b'kitchen",\n', b'kitchen",\n "zone": "",\n'
    )
    (table,) = games.copies_here(store, game.uid)
    assert written(games.history(store, table)) == saved
    assert told(sheet_of(game)).items() <= SHEETS[table.code].items()
    empty = Store(":memory:")
    copy = games.bring_in(empty, game)
    assert written(games.history(empty, copy)) == saved


def test_every_row_is_stored_as_it_was(store: Store) -> None:
    """Games of an older version are written byte by byte as that version stored them."""
    for code in SHEETS:
        table = store.table(code)
        assert table is not None
        before = store.rows(
            "SELECT entry, settlement FROM deals WHERE table_id = ? ORDER BY id", [table.id]
        )
        empty = Store(":memory:")
        games.bring_in(empty, games.history(store, table))
        assert empty.rows("SELECT entry, settlement FROM deals ORDER BY id") == before
