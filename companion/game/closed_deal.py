"""A closed deal as objects."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.rules import ledger
from companion.rules.deal import read
from companion.rules.payout import Jackpot, Settlement, settle
from companion.store import Table


def contract(table: Table, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The contract's input object for a deal of a table."""
    return {
        "edition": table.edition,
        "players": list(table.players),
        "options": dict(table.options),
        **entry,
    }


def settled_now(table: Table, entry: Mapping[str, Any]) -> Settlement:
    """A deal that was entered at a table, settled as the program does it today. Refusal when the
    rules would not take it any more."""
    return settle(*read(contract(table, entry)))


class Kept(Protocol):
    """What is read of a closed deal: the entry as it came in and the settlement, as JSON."""

    @property
    def number(self) -> int: ...
    @property
    def entry(self) -> Mapping[str, Any]: ...
    @property
    def settlement(self) -> Mapping[str, Any]: ...
    @property
    def let_stand(self) -> bool: ...


@dataclass(frozen=True)
class Change:
    """A deal as it is from now on."""

    number: int
    entry: Mapping[str, Any]
    settlement: Mapping[str, Any]
    let_stand: bool
    struck: bool = False


def settled(deal: Kept | Change) -> ledger.Settled:
    """A closed deal as the ledger reads it: what was paid then, not what today's rules say."""
    jackpot = deal.settlement["jackpot"]
    return ledger.Settled(
        deal.settlement["payouts"],
        deal.entry.get("went_out"),
        None
        if jackpot is None
        else Jackpot(jackpot["paid_to"], jackpot["amount"], jackpot["next"]),
    )


def _contract(table: Table, entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "edition": table.edition,
        "players": list(table.players),
        "options": dict(table.options),
        **entry,
    }
