"""The running sheet of a table, added up from its deals."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.rules import ledger
from companion.rules.entries import placed
from companion.store.rows import ClosedDeal, Table

if TYPE_CHECKING:
    from companion.store.store import Store


def sheet_of(store: "Store", table: Table, deals: list[ClosedDeal] | None = None) -> ledger.Sheet:
    """The running sheet of a table. Its rows are `deals`, the deals in force, in the same order."""
    if deals is None:
        deals = store.deals(table)
    return ledger.sheet(
        table.first_edition,
        table.players,
        deals,
        table.first_dealer,
        dealers=dealers(store, table, deals),
        entries=placed(deals, store.entries(table)),
    )


def who_dealt(store: "Store", table: Table) -> Mapping[int, str]:
    """Who dealt each deal, by its number, also of those that are struck out."""
    rows, entries = store.counting_rows(table), store.entries(table)
    return ledger.who_dealt(table.edition, table.players, rows, table.first_dealer, entries)


def dealers(store: "Store", table: Table, deals: Sequence[ClosedDeal]) -> list[str | None]:
    """Who dealt each of the deals in force. Empty where none of them was corrected, and none before
    them struck out: then each dealer follows from the deal before, and no other row of the table is
    read."""
    unchanged = all(deal.number == place for place, deal in enumerate(deals, 1))
    if unchanged and not any(deal.corrected for deal in deals):
        return []
    dealt = who_dealt(store, table)
    return [dealt.get(deal.number) for deal in deals]


def jackpot_of(store: "Store", table: Table) -> int | None:
    """The jackpot that the open deal is played for; None in an edition without one."""
    start: int | None = table.edition.options.get("jackpot_start")
    if start is None:
        return None
    decided = (deal.jackpot for deal in reversed(store.deals(table)))
    return next((jackpot.next for jackpot in decided if jackpot is not None), start)


def current_row(store: "Store", table: Table, number: int) -> ClosedDeal | None:
    """The newest row of a deal that was not undone, struck out or not; None without such a deal."""
    rows = [row for row in store.history(table, number) if not row.undone]
    return rows[-1] if rows else None
