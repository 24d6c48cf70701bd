"""The running sheet of a table, added up from its deals."""

from companion.rules import ledger
from companion.store import ClosedDeal, Store, Table


def sheet_of(store: Store, table: Table, deals: list[ClosedDeal] | None = None) -> ledger.Sheet:
    """The running sheet of a table. Its rows are `deals`, the deals in force, in the same order."""
    if deals is None:
        deals = store.deals(table)
    return ledger.sheet(table.edition, table.players, deals, table.first_dealer)


def jackpot_of(store: Store, table: Table) -> int | None:
    """The jackpot that the open deal is played for; None in an edition without one."""
    start: int | None = table.edition.options.get("jackpot_start")
    if start is None:
        return None
    # Every tap asks, so only the newest deal is read; an older one where that decided no jackpot.
    for newest in reversed(store.in_force(table).ids):
        (deal,) = store.deals_of(table, [newest])
        if deal.jackpot is not None:
            return deal.jackpot.next
    return start


def current_row(store: Store, table: Table, number: int) -> ClosedDeal | None:
    """The newest row of a deal that was not undone, struck out or not; None without such a deal."""
    rows = [row for row in store.history(table, number) if not row.undone]
    return rows[-1] if rows else None
