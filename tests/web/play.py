"""Deals closed straight in the store, settled as the page would settle them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game.closed_deal import settled
from companion.rules.deal import Deal
from companion.rules.reading.reader import parse
from companion.store import ClosedDeal, Store, Table
from companion.store.sheets import sheet_of
from tests.stored import deal_of


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
        jackpot=sheet_of(store, table).jackpot,
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
    deal = replace(deal, jackpot=sheet_of(store, table).jackpot)
    return store.close_deal(
        table,
        entry=deal,
        settlement=settled(table, deal).paid(),
        let_stand=let_stand,
        token=f"deal-{len(store.deals(table))}-{store.draft(table).version}",
        version=store.draft(table).version,
    )
