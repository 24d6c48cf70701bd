"""What tests ask of a store besides what the program asks."""

from collections.abc import Mapping
from typing import Any

from companion.store import Entry, ScoredDeal, Store, StoredSettlement, Table


def checkpoint(store: Store) -> None:
    """Moves the write-ahead log into the file itself."""
    store.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()


def scored_deal(
    number: int,
    entry: Mapping[str, Any],
    settlement: Mapping[str, Any],
    let_stand: bool = False,
    struck: bool = False,
) -> ScoredDeal:
    """A scored deal of the contract's input and output objects."""
    return ScoredDeal(number, Entry(entry), StoredSettlement(settlement), let_stand, struck)


def paid_in(store: Store, table: Table) -> list[str]:
    """Who is ticked as paid, by deal and in seating order."""
    return [one.player for one in store.payments(table) if one.paid]
