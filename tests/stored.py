"""What tests ask of a store besides what the program asks."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.rules.contract import read
from companion.rules.deal import Deal
from companion.rules.plain import write
from companion.rules.settlement import Jackpot, PaidDeal, PaidHand
from companion.store import ClosedDeal, Payment, Store, Table
from companion.store.columns import DealSums, json_text
from companion.store.rows import deal_of as stored_deal
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


def known_table(store: Store, code: str) -> Table:
    """The table with this code, which is there."""
    table = store.table(code)
    assert table is not None
    return table


def checkpoint(store: Store) -> None:
    """Moves the write-ahead log into the file itself."""
    store.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()


def contract(table: Table, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The contract's input object for an entry of this table."""
    return {
        "edition": table.edition_id,
        "players": list(table.players),
        "options": dict(table.options),
        **entry,
    }


def deal_of(table: Table, entry: Mapping[str, Any]) -> Deal:
    """The deal of an entry of this table. Refusal where the rules do not allow it."""
    return read(contract(table, entry))[1]


def settlement_of(payouts: Mapping[str, int], jackpot: Jackpot | None = None) -> PaidDeal:
    """A settlement that pays these amounts, whatever the cards are, with nothing laid down."""
    hands = {
        player: PaidHand((), (), (), (), None, payout=paid, steps=(f"Total: {paid}.",))
        for player, paid in payouts.items()
    }
    return PaidDeal(True, payouts, jackpot, (), hands)


def paid_otherwise(deal: ClosedDeal, player: str, amount: int) -> ClosedDeal:
    """The deal as an older program would have paid it, with another amount for this player."""
    paid = replace(deal.settlement, payouts={**deal.payouts, player: amount})
    sums = replace(deal.sums, payouts=paid.payouts)
    row = {**deal.row, "settlement": json_text(paid.as_json()), "sums": json_text(write(sums))}
    return replace(deal, row=row)


def store_otherwise(store: Store, change: str) -> None:
    """Writes other settlements into all rows, as an older program would have: `change` is what SQL
    makes of a settlement. Their sums are made of those."""
    with store.writing() as db:
        db.execute(f"UPDATE deals SET settlement = {change}")
    for table in store.tables():
        rows = store.rows("SELECT * FROM written_deals WHERE table_id = ?", [table.id])
        for deal in (stored_deal(table.texts, row) for row in rows):
            sums = json_text(write(DealSums.kept(table.edition, deal.entry, deal.settlement)))
            with store.writing() as db:
                db.execute("UPDATE deals SET sums = ? WHERE id = ?", [sums, deal.id])


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
    return store.table_of_id(table.id)
