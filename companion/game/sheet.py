"""The running sheet of a table, added up from its deals."""

from collections.abc import Mapping, Sequence

from companion.newest import Newest
from companion.rules import ledger
from companion.store import ClosedDeal, Store, Table


def sheet_of(store: Store, table: Table, deals: list[ClosedDeal] | None = None) -> ledger.Sheet:
    """The running sheet of a table. Its rows are `deals`, the deals in force, in the same order."""
    if deals is None:
        deals = store.deals(table)
    known = dealers(store, table, deals)
    return ledger.sheet(table.edition, table.players, deals, table.first_dealer, dealers=known)


def who_dealt(store: Store, table: Table) -> Mapping[int, str]:
    """Who dealt each deal, by its number, also of those that are struck out."""
    rows = store.counting_rows(table)
    return ledger.who_dealt(table.edition, table.players, rows, table.first_dealer)


def dealers(store: Store, table: Table, deals: Sequence[ClosedDeal]) -> list[str | None]:
    """Who dealt each of the deals in force. Empty where none of them was corrected, and none before
    them struck out: then each dealer follows from the deal before, and no other row of the table is
    read."""
    unchanged = all(deal.number == place for place, deal in enumerate(deals, 1))
    if unchanged and not any(deal.corrected for deal in deals):
        return []
    dealt = who_dealt(store, table)
    return [dealt.get(deal.number) for deal in deals]


def jackpot_of(store: Store, table: Table) -> int | None:
    """The jackpot that the open deal is played for; None in an edition without one."""
    start: int | None = table.edition.options.get("jackpot_start")
    if start is None:
        return None
    # Every tap asks, so only the newest deal is read; an older one where that decided no jackpot.
    for newest in reversed(store.in_force(table).ids):
        jackpot = _jackpot_after(store, table, newest)
        if jackpot is not None:
            return jackpot
    return start


_jackpots: Newest[tuple[str, int], int] = Newest(2048)
"""The jackpot after a deal, by the secret of its table, which no other server has, and by the id of
its row, which never changes."""


def _jackpot_after(store: Store, table: Table, deal_id: int) -> int | None:
    """The jackpot that this deal left; None where it decided none."""
    known = _jackpots.get((table.secret, deal_id))
    if known is not None:
        return known
    (deal,) = store.deals_of(table, [deal_id])
    if deal.jackpot is None:
        return None
    _jackpots.keep((table.secret, deal_id), deal.jackpot.next)
    return deal.jackpot.next


def current_row(store: Store, table: Table, number: int) -> ClosedDeal | None:
    """The newest row of a deal that was not undone, struck out or not; None without such a deal."""
    rows = [row for row in store.history(table, number) if not row.undone]
    return rows[-1] if rows else None
