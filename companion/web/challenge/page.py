"""What the pages show of challenges: rulings that were kept, and what the referee says in a line.

Frozen; pure.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from companion.game.closed_deal import contract
from companion.rules.deal import read
from companion.rules.edition import Edition
from companion.rules.hand import Refusal
from companion.rules.payout import Settlement, settle
from companion.store import Table
from companion.web.parts.words import day
from companion.web.referee.case import Case, of_deal
from companion.web.referee.ruling import told, told_claim

OUTCOMES = {
    "upheld": "The ruling stands",
    "corrected": "The deal was corrected",
    "agreed": "The table agreed otherwise",
}
"""What came of a challenge, in words."""

LOOK_AGAIN = "This deal has changed in the meantime. Look at the ruling again."


class Kept(Protocol):
    """What is read of a ruling."""

    @property
    def id(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def player(self) -> str: ...
    @property
    def outcome(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def ruling(self) -> str: ...
    @property
    def at(self) -> str: ...


class RulingShown(NamedTuple):
    """One ruling on the page of its deal. `lines` is what the referee said then."""

    id: int
    player: str
    outcome: str
    note: str
    lines: tuple[str, ...]
    when: str


def rulings_shown(rulings: Iterable[Kept], number: int) -> tuple[RulingShown, ...]:
    """The rulings about one deal, the oldest first."""
    return tuple(
        RulingShown(
            id=one.id,
            player=one.player,
            outcome=OUTCOMES[one.outcome],
            note=one.note,
            lines=tuple(one.ruling.splitlines()),
            when=day(one.at),
        )
        for one in rulings
        if one.number == number
    )


def paid(
    edition: Edition, before: Mapping[str, Any], now: Settlement, player: str
) -> tuple[str, bool]:
    """What was paid for a hand beside what it is worth today, and whether these are the same."""
    was, is_now = before["payouts"][player], now.payouts[player]
    if was == is_now:
        return f"{edition.amount(was)} was paid, and that is what it is worth.", True
    return (
        f"{edition.amount(was)} was paid; today it is worth {edition.amount(is_now)}.",
        False,
    )


def recorded(outcome: str) -> str:
    """That a page was answered before, and what to do about it."""
    return (
        f"This was answered already: “{OUTCOMES[outcome]}”. Look at the deal; there it can be "
        "taken back. Press again only to record this as well."
    )


def ruling_of(
    table: Table,
    entry: Mapping[str, Any],
    seat: int,
    claimed: Callable[[Case], tuple[Case, object]] | None = None,
) -> str:
    """What the referee says of one hand of a deal, as plain text to be kept; `claimed` puts the
    claim in dispute to its case."""
    player = table.players[seat]
    try:
        edition, deal = read(contract(table, entry))
    except Refusal as refusal:  # kept under rules that have changed since
        return refusal.message
    settlement = settle(edition, deal)
    lines = told(settlement, player, player)
    if claimed is not None:
        case, _ = claimed(of_deal(edition, deal, player))
        lines += told_claim(case, settlement, player)
    return "\n".join(lines)
