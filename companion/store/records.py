"""What comes out of the store: frozen records, and what is put in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Kind = Literal["close", "correct", "strike", "undo"]

ENTERED = ("hands", "done", "reward", "laid_down", "stopped_early")
"""What a draft has of value once it is there."""


class Conflict(Exception):
    """The draft, or the deals that count, were changed since they were read."""


@dataclass(frozen=True)
class Table:
    """One game at one table. `options` are those that differ from the edition's own.

    `deals` is how many deals are in force, `actions` how often anything was done to them or ruled
    about them (it only ever grows, so it says whether anything changed), `last_at` when deals were
    last changed. `uid` is the same for every copy of this game on any server. `locked`: only the
    scorekeeper enters. `generation` says which recovery code is good. `archived_at`: it is out of
    the list until somebody plays on. `secret` was made here and is in no file.
    """

    id: int
    code: str
    edition: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    first_dealer: str
    banker: str
    created_at: str
    uid: str = ""
    place: str = ""
    deleted_at: str | None = None
    archived_at: str | None = None
    locked: bool = False
    generation: int = 0
    deals: int = 0
    actions: int = 0
    last_at: str = ""
    secret: str = field(default="", repr=False)


@dataclass(frozen=True)
class Draft:
    """The deal being entered. Version 0 with no data when nothing was entered yet."""

    version: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)
    updated_at: str | None = None

    @property
    def begun(self) -> bool:
        """More was entered than who went out, which is one tap."""
        return any(self.data.get(kind) for kind in ENTERED)


@dataclass(frozen=True)
class Action:
    """Something that was done to the deals of a table. `number` is the deal it was about."""

    id: int
    kind: Kind
    at: str
    reason: str | None
    undoes: int | None
    number: int | None = None


@dataclass(frozen=True)
class ClosedDeal:
    """One row of a deal, with the action that wrote it.

    `entry` is the contract's input without edition, players and options; `settlement` its output
    as it was settled then. `corrected`: it replaces an older row. `paid`: who has the money.
    """

    id: int
    number: int
    entry: Mapping[str, Any]
    settlement: Mapping[str, Any]
    let_stand: bool
    paid: tuple[str, ...]
    corrected: bool
    reason: str | None
    replaces: int | None
    struck: bool
    action_id: int
    kind: Kind
    at: str
    undone: bool


class Change(NamedTuple):
    """One deal as a correction leaves it."""

    number: int
    entry: Mapping[str, Any]
    settlement: Mapping[str, Any]
    let_stand: bool = False
    struck: bool = False


def table_of(row: Mapping[str, Any]) -> Table:
    """A table of its row."""
    return Table(
        id=row["id"],
        code=row["code"],
        edition=row["edition"],
        options=json.loads(row["options"]),
        players=tuple(json.loads(row["players"])),
        first_dealer=row["first_dealer"],
        banker=row["banker"],
        created_at=row["created_at"],
        uid=row["uid"],
        place=row["place"],
        deleted_at=row["deleted_at"],
        archived_at=row["archived_at"],
        locked=bool(row["locked"]),
        generation=row["generation"],
        deals=row["deals"],
        actions=row["actions"],
        last_at=row["last_at"] or row["created_at"],
        secret=row["secret"],
    )


def deal_of(row: Mapping[str, Any]) -> ClosedDeal:
    """A deal of its row, joined with its action."""
    return ClosedDeal(
        id=row["id"],
        number=row["number"],
        entry=json.loads(row["entry"]),
        settlement=json.loads(row["settlement"]),
        let_stand=bool(row["let_stand"]),
        paid=tuple(json.loads(row["paid"])),
        corrected=row["replaces"] is not None,
        reason=row["reason"],
        replaces=row["replaces"],
        struck=bool(row["struck"]),
        action_id=row["action_id"],
        kind=row["kind"],
        at=row["at"],
        undone=bool(row["undone"]),
    )
