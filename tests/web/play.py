"""Deals closed straight in the store, settled as the page would settle them."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.closed_deal import contract
from companion.game.sheet import sheet_of
from companion.rules.deal import read
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.store import ClosedDeal, Store, Table


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
) -> dict[str, Any]:
    """An entry of lines of shorthand, with the jackpot that lies there now."""
    entry: dict[str, Any] = {
        "went_out": went_out,
        "hands": {player: cards(table, hands.get(player, "")) for player in table.players},
    }
    if reward:
        entry["reward"] = cards(table, reward)
    if wilds:
        entry["wilds"] = {player: list(stands) for player, stands in wilds.items()}
    if reward_wilds:
        entry["reward_wilds"] = list(reward_wilds)
    if stopped_early:
        entry["stopped_early"] = True
    return _with_jackpot(store, table, entry)


def _with_jackpot(store: Store, table: Table, entry: Mapping[str, Any]) -> dict[str, Any]:
    jackpot = sheet_of(store, table).jackpot
    return {**entry} if jackpot is None else {**entry, "jackpot": jackpot}


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
    store: Store, table: Table, entry: Mapping[str, Any], let_stand: bool = False
) -> ClosedDeal:
    """Closes a deal that has its cards by their ids, with the jackpot that lies there now."""
    entry = _with_jackpot(store, table, entry)
    return store.close_deal(
        table,
        entry=entry,
        settlement=settle(*read(contract(table, entry))).as_json(),
        let_stand=let_stand,
        token=f"deal-{len(store.deals(table))}-{store.draft(table).version}",
        version=store.draft(table).version,
    )
