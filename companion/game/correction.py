"""What correcting or striking out a deal changes, worked out before anything is kept. Pure.

What was paid stays paid: earlier deals are not touched, and a later deal is settled again only
when another jackpot lies under the Bank before it. The others keep the settlement they were closed
with, whatever the program would say today.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from companion.game.closed_deal import Change, Kept, _contract, settled
from companion.rules import ledger
from companion.rules.deal import read
from companion.rules.findings.finding import Finding
from companion.rules.payout import Settlement, blocking, settle
from companion.store import Table


@dataclass(frozen=True)
class Payout:
    """One payout that changes; None where the deal does not count (struck out)."""

    number: int
    player: str
    before: int | None
    after: int | None

    @property
    def difference(self) -> int:
        """What the player gets on top; below zero: what goes back to the bank."""
        return (self.after or 0) - (self.before or 0)


@dataclass(frozen=True)
class Plan:
    """Everything a correction does. `changes` are for the store, the corrected deal first.

    `settlement` is the corrected deal's new one, None when it is struck out. `payouts` are all
    that change, deal by deal in seating order. `before` and `after` are the whole sheets: totals,
    jackpots, racks, dealers and winners follow from the fold.
    """

    changes: tuple[Change, ...]
    settlement: Settlement | None
    payouts: tuple[Payout, ...]
    before: ledger.Sheet
    after: ledger.Sheet
    numbers_before: tuple[int, ...]
    numbers_after: tuple[int, ...]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Why the goer of the corrected deal may not go out; empty when nothing is in the way."""
        return () if self.settlement is None else tuple(blocking(self.settlement.findings))

    @property
    def settled_again(self) -> tuple[int, ...]:
        """The numbers of the later deals that a changed jackpot reaches."""
        return tuple(change.number for change in self.changes[1:])

    @property
    def differences(self) -> dict[str, int]:
        """By player, what still has to change hands: above zero from the bank, below to it."""
        return {
            player: self.after.totals[player] - self.before.totals[player]
            for player in self.after.players
            if self.after.totals[player] != self.before.totals[player]
        }

    @property
    def fingerprint(self) -> str:
        """Says which changes to which payouts were shown, so that others are never confirmed."""
        seen = [
            [
                [change.number, change.struck, dict(change.entry), change.settlement["payouts"]]
                for change in self.changes
            ],
            [[one.number, one.player, one.before, one.after] for one in self.payouts],
        ]
        return sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16]


def plan(
    table: Table,
    in_force: Sequence[Kept],
    number: int,
    entry: Mapping[str, Any] | None,
    *,
    let_stand: bool = False,
    struck: Kept | None = None,
) -> Plan:
    """What happens when deal `number` gets this entry, or is struck out when it is None.

    `in_force` are the deals that count, by number. A struck deal is corrected by giving it as
    `struck`: it counts again, at its place. The jackpot in `entry` is not read: what lay under the
    Bank follows from the deals before it. Refusal for an entry that cannot be ruled on; ValueError
    when there is no such deal.
    """
    old = {deal.number: deal for deal in in_force}
    corrected: Kept | None = old.get(number, struck)
    if corrected is None or corrected.number != number:
        raise ValueError(f"There is no deal {number} to correct.")
    edition, _ = read(_contract(table, {"hands": {}, "went_out": None}))
    jackpot: int | None = edition.options.get("jackpot_start")
    start = jackpot
    change: Change | None = None
    later: list[Change] = []
    settlement: Settlement | None = None
    new: dict[int, Kept | Change] = {}
    for at in sorted({*old, number}):
        kept: Kept | Change
        if at < number:
            kept = old[at]
        elif at == number and entry is None:
            change = Change(at, corrected.entry, corrected.settlement, corrected.let_stand, True)
            continue
        elif at == number:
            settlement, kept = _settle(table, at, entry or {}, jackpot, let_stand)
            if not any(blocking(settlement.findings)):
                kept = replace(kept, let_stand=False)
            change = kept
        else:
            kept = old[at]
            if jackpot is not None and jackpot != kept.entry.get("jackpot", start):
                _, kept = _settle(table, at, kept.entry, jackpot, kept.let_stand)
                later.append(kept)
        new[at] = kept
        if kept.settlement["jackpot"] is not None:
            jackpot = kept.settlement["jackpot"]["next"]
    assert change is not None  # its number is among those gone through
    return Plan(
        changes=(change, *later),
        settlement=settlement,
        payouts=tuple(_changed(table.players, old, new)),
        before=_sheet(edition, table, old),
        after=_sheet(edition, table, new),
        numbers_before=tuple(sorted(old)),
        numbers_after=tuple(sorted(new)),
    )


def same_entry(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two entries say the same: cards in any order, empty lists as good as none."""
    return _plain(one) == _plain(other)


def _plain(entry: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for name, value in entry.items():
        if name == "jackpot":
            continue
        if isinstance(value, Mapping):
            value = {player: sorted(cards) for player, cards in value.items() if cards}
        elif isinstance(value, (list, tuple)):
            value = sorted(value)
        if value:
            plain[name] = value
    return plain


def _settle(
    table: Table, number: int, entry: Mapping[str, Any], jackpot: int | None, let_stand: bool
) -> tuple[Settlement, Change]:
    entry = {name: value for name, value in entry.items() if name != "jackpot"}
    if jackpot is not None:
        entry["jackpot"] = jackpot
    settlement = settle(*read(_contract(table, entry)))
    return settlement, Change(number, entry, settlement.as_json(), let_stand)


def _sheet(
    edition: ledger.GameRules, table: Table, deals: Mapping[int, Kept | Change]
) -> ledger.Sheet:
    return ledger.sheet(
        edition,
        table.players,
        [settled(deals[number]) for number in sorted(deals)],
        table.first_dealer,
    )


def _changed(
    players: Sequence[str], old: Mapping[int, Kept], new: Mapping[int, Kept | Change]
) -> list[Payout]:
    changed = []
    for number in sorted({*old, *new}):
        before = old[number].settlement["payouts"] if number in old else None
        after = new[number].settlement["payouts"] if number in new else None
        for player in players:
            one = Payout(
                number,
                player,
                None if before is None else before.get(player, 0),
                None if after is None else after.get(player, 0),
            )
            if one.difference:
                changed.append(one)
    return changed
