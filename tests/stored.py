"""What tests ask of a store besides what the program asks."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.store import (
    ClosedDeal,
    Entry,
    Payment,
    ScoredDeal,
    Store,
    StoredSettlement,
    Table,
)
from companion.store.rows import payments_of
from companion.store.ticks import handed

START = datetime(2026, 11, 21, 17, 0, tzinfo=UTC)


class Clock:
    """Some minutes pass with every look at it. It can be put forward or back by `now`."""

    def __init__(self, start: datetime = START, minutes: int = 4) -> None:
        self.now, self.step = start, timedelta(minutes=minutes)

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now


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


def settlement_of(
    payouts: Mapping[str, int], jackpot: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A settlement that pays these amounts, whatever the cards are: the contract's output object,
    with nothing laid down."""
    nothing: dict[str, Any] = {"sets": [], "bonuses": [], "wilds": [], "unused": []}
    return {
        "legal": True,
        "payouts": dict(payouts),
        "jackpot": jackpot,
        "problems": [],
        "hands": {
            player: {**nothing, "wiped_out": None, "payout": paid, "steps": [f"Total: {paid}."]}
            for player, paid in payouts.items()
        },
    }


def paid_otherwise(deal: ClosedDeal, player: str, amount: int) -> ClosedDeal:
    """The deal as an older program would have paid it, with another amount for this player."""
    paid = {**deal.payouts, player: amount}
    return replace(
        deal, settlement=StoredSettlement({**deal.settlement.json, "payouts": paid}), kept=""
    )


def store_otherwise(store: Store, change: str) -> None:
    """Writes other settlements into all rows, as an older program would have: `change` is what SQL
    makes of a settlement. Their sums are made of those when they are read."""
    with store.writing() as db:
        db.execute(f"UPDATE deals SET settlement = {change}, sums = ''")


def payments(store: Store, table: Table) -> list[Payment]:
    """What each player should have of every deal that is on the sheet or struck out, and has."""
    known = store.deals_and_struck(table)
    owed = {deal.number: {} if deal.struck else deal.payouts for deal in known}
    return payments_of(table.players, owed, handed(store, table))


def paid_in(store: Store, table: Table) -> list[str]:
    """Who is ticked as paid, by deal and in seating order."""
    return [one.player for one in payments(store, table) if one.paid]


def struck_out(store: Store, table: Table) -> list[ClosedDeal]:
    """The deals that are struck out, by number."""
    return [deal for deal in store.deals_and_struck(table) if deal.struck]


def as_it_is_now(store: Store, table: Table) -> Table:
    """The table as it is stored now, whatever its code is by then."""
    return store.known_table(store.code_of(table.id))
