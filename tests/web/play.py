"""Deals closed straight in the store, settled as the page would settle them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game.closed_deal import settled
from companion.game.correction import Plan, plan
from companion.rules.deal import Deal
from companion.rules.reading.reader import parse
from companion.store import ClosedDeal, Store, Table
from companion.store.sheets import sheet_of
from companion.store.ticks import set_paid
from tests.stored import deal_of, struck_out


def cards(table: Table, text: str) -> list[str]:
    """Card ids for a line of shorthand in the table's edition."""
    return parse(table.edition, text)


def entry_of(
    store: Store,
    table: Table,
    went_out: str | None,
    hands: Mapping[str, str],
    *,
    reward: str = "",
    wilds: Mapping[str, Sequence[str]] | None = None,
    reward_wilds: Sequence[str] = (),
    stopped_early: bool = False,
) -> Deal:
    """A deal of lines of shorthand, with the jackpot that lies there now."""
    return Deal(
        hands={player: cards(table, hands.get(player, "")) for player in table.players},
        went_out=went_out,
        reward=cards(table, reward),
        wilds=wilds or {},
        reward_wilds=reward_wilds,
        jackpot=jackpot_now(store, table),
        stopped_early=stopped_early,
    )


def close(
    store: Store,
    table: Table,
    went_out: str | None,
    hands: Mapping[str, str],
    *,
    let_stand: bool = False,
    **more: Any,
) -> ClosedDeal:
    """Closes a deal; see `entry_of`."""
    return close_entry(store, table, entry_of(store, table, went_out, hands, **more), let_stand)


def close_entry(
    store: Store, table: Table, entry: Deal | Mapping[str, Any], let_stand: bool = False
) -> ClosedDeal:
    """Closes a deal that has its cards by their ids, with the jackpot that lies there now."""
    deal = entry if isinstance(entry, Deal) else deal_of(table, entry)
    deal = replace(deal, jackpot=jackpot_now(store, table))
    version = store.draft(table).version
    return store.close_deal(
        table,
        entry=deal,
        settlement=settled(table, deal).paid(),
        let_stand=let_stand,
        token=f"deal-{store.count_deals(table)}-{version}",
        version=version,
    )


def jackpot_now(store: Store, table: Table) -> int | None:
    """What lies under the Bank. Games of many deals are made of `close`, so only a box with a
    jackpot is added up for it."""
    return sheet_of(store, table).jackpot if table.edition.has_jackpot else None


def planned(store: Store, table: Table, entry: Deal | None, number: int = 1) -> Plan:
    """What it changes to correct a deal so, to strike it out (None), or to put it back."""
    struck = next((deal for deal in struck_out(store, table) if deal.number == number), None)
    deals = store.deals(table)
    return plan(table, deals, number, entry, let_stand=True, struck=struck)


def correct(
    store: Store, table: Table, entry: Deal | None, number: int = 1, reason: str = "x"
) -> Plan:
    """Does it."""
    changes = planned(store, table, entry, number)
    token = f"correction {number}.{len(store.history(table, number))}"
    store.correct(table, number=number, reason=reason, changes=changes.changes, token=token)
    return changes


def pay(store: Store, table: Table, player: str, number: int = 1, paid: bool = True) -> None:
    """Ticks what a player was paid in a deal, or takes the tick back."""
    (deal,) = (deal for deal in store.deals_and_struck(table) if deal.number == number)
    set_paid(store, table, deal.id, player, paid)
