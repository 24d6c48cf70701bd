"""What the pages show of challenges: rulings that were kept, and what the referee says in a line.

Frozen; pure.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from companion.rules.deal import read
from companion.rules.payout import Settlement, settle
from companion.web.deal_view import day
from companion.web.referee_view import told

OUTCOMES = {
    "upheld": "The ruling stands",
    "corrected": "The deal was corrected",
    "agreed": "The table agreed otherwise",
}
"""What came of a challenge, in words."""


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


class Table(Protocol):
    """What is read of a table."""

    @property
    def edition(self) -> str: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def options(self) -> Mapping[str, Any]: ...


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


def settled_now(table: Table, entry: Mapping[str, Any]) -> Settlement:
    """A deal that was entered at a table, settled as the program does it today. Refusal when the
    rules would not take it any more."""
    line = {
        "edition": table.edition,
        "players": list(table.players),
        "options": dict(table.options),
        **entry,
    }
    return settle(*read(line))


def ruling_of(table: Table, entry: Mapping[str, Any], seat: int) -> str:
    """What the referee says of one hand of a deal, as plain text to be kept."""
    player = table.players[seat]
    return "\n".join(told(settled_now(table, entry), player, player))
