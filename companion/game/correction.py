"""What correcting or striking out a deal would change, worked out before anything is stored.

What was paid stays paid: earlier deals do not change, and a later deal is settled again only when
the jackpot before it changes. All others keep the settlement they were closed with, whatever the
program would pay today.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from companion.game.closed_deal import settled
from companion.rules import ledger
from companion.rules.deal import Deal
from companion.rules.entries import Entry, placed
from companion.rules.findings.finding import WARNINGS, Finding, blocking
from companion.rules.settlement import Settlement
from companion.store import AnyDeal, ScoredDeal, Table


@dataclass(frozen=True)
class ChangedPayout:
    """One payout that changes; None while the deal is struck out."""

    number: int
    player: str
    before: int | None
    after: int | None

    @property
    def difference(self) -> int:
        """What the player gets from the bank; negative: what goes back to it."""
        return (self.after or 0) - (self.before or 0)


@dataclass(frozen=True)
class Plan:
    """Everything a correction does. `changes` are the new deals to store, the corrected one first.

    `settlement` is the new one of the corrected deal, None when it is struck out. `payouts` are
    those that change, by deal and then in seating order. `before` and `after` are the whole sheets,
    with totals, jackpots, racks, dealers and winners; `rows` are those of `after` by the number of
    their deal.
    """

    changes: tuple[AnyDeal, ...]
    settlement: Settlement | None
    payouts: tuple[ChangedPayout, ...]
    before: ledger.Sheet
    after: ledger.Sheet
    rows: Mapping[int, ledger.Row]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Why the player who went out in the corrected deal may not; empty when they may."""
        return () if self.settlement is None else tuple(blocking(self.settlement.findings))

    @property
    def warnings(self) -> Sequence[Finding]:
        """What should be looked at again in the corrected deal."""
        found = () if self.settlement is None else self.settlement.findings
        return [finding for finding in found if finding.rule in WARNINGS]

    @property
    def settled_again(self) -> tuple[int, ...]:
        """The numbers of the later deals whose jackpot changes."""
        return tuple(change.number for change in self.changes[1:])

    @property
    def fingerprint(self) -> str:
        """A hash of the changes, so that only changes that were shown can be confirmed."""
        seen = [
            [
                [change.number, change.struck, change.entry.as_json(), dict(change.payouts)]
                for change in self.changes
            ],
            [[paid.number, paid.player, paid.before, paid.after] for paid in self.payouts],
        ]
        return sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16]


def plan(
    table: Table,
    in_force: Sequence[AnyDeal],
    number: int,
    entry: Deal | None,
    *,
    let_stand: bool = False,
    struck: AnyDeal | None = None,
    dealt: Mapping[int, str] | None = None,
    entries: Sequence[Entry] = (),
) -> Plan:
    """What happens when deal `number` gets this entry, or is struck out when it is None.

    `in_force` are the deals that count, by number. Pass a struck-out deal as `struck` to put it
    back with this entry. The jackpot in `entry` is ignored: it follows from the deals before.
    `dealt` is who dealt each deal, by its number; without it, that follows from the deal before.
    `entries` is what was written down between the deals.
    Refusal for an entry that the rules do not allow; ValueError when there is no such deal.
    """
    edition = table.edition
    corrected = next((deal for deal in in_force if deal.number == number), struck)
    if corrected is None or corrected.number != number:
        raise ValueError(f"There is no deal {number} to correct.")
    start: int | None = edition.options.get("jackpot_start")
    earlier = [deal for deal in in_force if deal.number < number]
    jackpot = jackpot_before(start, in_force, number)
    settlement: Settlement | None = None
    if entry is None:
        entered, paid = corrected.entry, corrected.settlement
        changes: list[AnyDeal] = [
            ScoredDeal(number, entered, paid, corrected.let_stand, struck=True)
        ]
        new = earlier
    else:
        settlement, changed = _settle(table, number, entry, jackpot, let_stand)
        if not any(blocking(settlement.findings)):
            changed = replace(changed, let_stand=False)
        changes = [changed]
        new = [*earlier, changed]
        jackpot = _next_jackpot(changed, jackpot)
    later = [deal for deal in in_force if deal.number > number]
    settled_again = list(_settle_later(table, later, jackpot, start))
    changes += [now for now, was in zip(settled_again, later, strict=True) if now is not was]
    new += settled_again
    after = _sheet(table, new, dealt or {}, entries)
    return Plan(
        changes=tuple(changes),
        settlement=settlement,
        payouts=tuple(_changed(table.players, in_force, new)),
        before=_sheet(table, in_force, dealt or {}, entries),
        after=after,
        rows={deal.number: row for deal, row in zip(new, after.rows, strict=True)},
    )


def _sheet(
    table: Table, deals: Sequence[AnyDeal], dealt: Mapping[int, str], entries: Sequence[Entry]
) -> ledger.Sheet:
    return ledger.sheet(
        table.first_edition,
        table.players,
        deals,
        table.first_dealer,
        dealers=[dealt.get(deal.number) for deal in deals],
        entries=placed(deals, entries),
    )


def _settle_later(
    table: Table, later: Sequence[AnyDeal], jackpot: int | None, start: int | None
) -> Iterator[AnyDeal]:
    """The later deals, those whose jackpot changes settled again; `jackpot` is the one before the
    first of them, `start` the one of an entry that does not say."""
    for deal in later:
        now = deal
        before = start if deal.entry.jackpot is None else deal.entry.jackpot
        if jackpot is not None and jackpot != before:
            _, now = _settle(table, deal.number, deal.entry, jackpot, deal.let_stand)
        jackpot = _next_jackpot(now, jackpot)
        yield now


def jackpot_before(start: int | None, in_force: Sequence[AnyDeal], number: int) -> int | None:
    """The jackpot before deal `number`; `start` is the one before the first deal."""
    jackpot = start
    for deal in in_force:
        if deal.number < number:
            jackpot = _next_jackpot(deal, jackpot)
    return jackpot


def _next_jackpot(deal: AnyDeal, before: int | None) -> int | None:
    return before if deal.jackpot is None else deal.jackpot.next


def same_entry(one: Deal, other: Deal) -> bool:
    """Whether two entries have the same cards, in any order; an empty list equals a missing one."""
    return _sorted(one) == _sorted(other)


def _sorted(entry: Deal) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for name, value in entry.as_json().items():
        if name == "jackpot":
            continue
        if isinstance(value, Mapping):
            value = {player: _in_order(entered) for player, entered in value.items()}
            value = {player: entered for player, entered in value.items() if entered != []}
        value = _in_order(value)
        if value:
            plain[name] = value
    return plain


def _in_order(value: Any) -> Any:
    """Cards in one order, so that two lists of them are compared; anything else as it is."""
    return sorted(value) if isinstance(value, (list, tuple)) else value


def _settle(
    table: Table, number: int, entry: Deal, jackpot: int | None, let_stand: bool
) -> tuple[Settlement, ScoredDeal]:
    """The entry settled with this jackpot, and the deal to store."""
    entry = replace(entry, jackpot=jackpot)
    settlement = settled(table, entry)
    return settlement, ScoredDeal(number, entry, settlement.paid(), let_stand)


def _changed(
    players: Sequence[str], old: Sequence[AnyDeal], new: Sequence[AnyDeal]
) -> Iterator[ChangedPayout]:
    """The payouts that differ between two versions of the deals in force."""
    before = {deal.number: deal.payouts for deal in old}
    after = {deal.number: deal.payouts for deal in new}
    for number in sorted({*before, *after}):
        for player in players:
            payout = ChangedPayout(
                number,
                player,
                before[number][player] if number in before else None,
                after[number][player] if number in after else None,
            )
            if payout.difference:
                yield payout
