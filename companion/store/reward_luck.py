"""How lucky the rewards of a table's deals were, kept once they are counted.

It can be counted again from the deal at any time, so a file of a game does not have it, and nothing
is lost where it cannot be stored.
"""

import sqlite3
from contextlib import suppress
from dataclasses import asdict

from companion.rules.luck.reward import RewardLuck
from companion.store.file import DataGone
from companion.store.rows import Table, record_of
from companion.store.store import Store


def luck_of_table(store: Store, table: Table) -> dict[int, RewardLuck]:
    """What was counted so far, by the id of the deal's row."""
    rows = store.rows("SELECT * FROM reward_luck WHERE table_id = ?", [table.id])
    return {row["deal_id"]: record_of(RewardLuck, row) for row in rows}


def luck_of_deal(store: Store, deal_id: int) -> RewardLuck | None:
    """What was counted for the row of a deal; None before that."""
    rows = store.rows("SELECT * FROM reward_luck WHERE deal_id = ?", [deal_id])
    return record_of(RewardLuck, rows[0]) if rows else None


def keep_luck(store: Store, table: Table, deal_id: int, luck: RewardLuck) -> None:
    """Keeps what was counted for the row of a deal. Where it cannot be stored, on a full disk or
    because the table was removed at this very moment, nothing happens: a page only shows it."""
    row = {"deal_id": deal_id, "table_id": table.id, **asdict(luck)}
    with (
        suppress(sqlite3.OperationalError, sqlite3.IntegrityError, DataGone),
        store.writing() as db,
    ):
        db.table("reward_luck").insert(row, ignore=True)
