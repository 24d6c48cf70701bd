"""What comes out of the store, and the deals that go in: frozen dataclasses."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from companion.rules.arrange.laid import Bonus, Laid, SetLaid
from companion.rules.findings.finding import Finding, Fix
from companion.rules.payout import Jackpot
from companion.store.file import json_text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")
Kind = Literal["close", "correct", "strike", "undo"]

ENTERED = ("hands", "done", "reward", "laid_down", "stopped_early")
"""Fields of a draft that hold something worth keeping."""


class Conflict(Exception):
    """The draft, or the deals that count, have changed since they were read."""


@dataclass(frozen=True)
class Table:
    """One game at one table. `options` are those that differ from the edition's own.

    `actions` counts what was ever done to deals, and rulings; it only grows, so it shows whether
    anything changed. `last_at` is when deals were last changed, or the table was made.
    `uid` is the same for every copy of this game on any server. `locked`: only the scorekeeper
    enters. `generation` says which recovery code works. `archived_at`: the table is not listed
    until somebody plays on. `secret` was made on this server and is never exported. `zone` is the
    time zone of the phone that made it; empty for the server's own.
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
    zone: str = ""
    deleted_at: str | None = None
    archived_at: str | None = None
    locked: bool = False
    generation: int = 0
    actions: int = 0
    last_at: str = ""
    secret: str = field(default="", repr=False)


@dataclass(frozen=True)
class Draft:
    """The deal being entered. Version 0 without data before the first tap."""

    version: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        """Whether more was entered than who went out, which is one tap."""
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


@dataclass(frozen=True, slots=True)
class Entry:
    """What was laid down in one deal, read like a `rules.deal.Deal`.

    `json` is the contract's input object without edition, players and options, as it is stored.
    """

    json: Mapping[str, Any]

    @property
    def hands(self) -> Mapping[str, Sequence[str]]:
        """The cards of each player, without the reward."""
        hands: Mapping[str, Sequence[str]] = self.json["hands"]
        return hands

    @property
    def went_out(self) -> str | None:
        """The player who went out; None when nobody did, and in Express."""
        return self.json.get("went_out")

    @property
    def reward(self) -> Sequence[str]:
        """The cards that the player who went out drew as a reward."""
        reward: Sequence[str] = self.json.get("reward", ())
        return reward

    @property
    def wilds(self) -> Mapping[str, Sequence[str]]:
        """By player, the cards that their wilds were declared as before the reward."""
        wilds: Mapping[str, Sequence[str]] = self.json.get("wilds", {})
        return wilds

    @property
    def reward_wilds(self) -> Sequence[str]:
        """The cards that wilds of the reward were declared as."""
        wilds: Sequence[str] = self.json.get("reward_wilds", ())
        return wilds

    @property
    def jackpot(self) -> int | None:
        """The jackpot before the deal; None when the entry does not say."""
        return self.json.get("jackpot")

    @property
    def stopped_early(self) -> bool:
        """Whether the round ended before all monopolies were made (Express)."""
        return bool(self.json.get("stopped_early"))


@dataclass(frozen=True)
class StoredSettlement:
    """What one deal paid when it was closed, read like a `rules.payout.Settlement`.

    `json` is the contract's output object, as it is stored. Only the payouts of a row that a sheet
    adds up are needed often, so everything else is made into objects when it is first read.
    """

    json: Mapping[str, Any]

    @property
    def legal(self) -> bool:
        """Whether the player who went out was allowed to."""
        return bool(self.json["legal"])

    @property
    def payouts(self) -> Mapping[str, int]:
        """What each player was paid, jackpot included: whole money, points in Express."""
        payouts: Mapping[str, int] = self.json["payouts"]
        return payouts

    @cached_property
    def jackpot(self) -> Jackpot | None:
        """What became of the jackpot; None in an edition without one."""
        found = self.json["jackpot"]
        return None if found is None else Jackpot(**found)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Every problem and warning of the deal."""
        return tuple(
            Finding(
                one["rule"], one["player"], tuple(one["cards"]), one["message"], Fix(**one["fix"])
            )
            for one in self.json["problems"]
        )

    @cached_property
    def laid(self) -> Mapping[str, Laid]:
        """How each player's hand was arranged. What is not stored stays at its default: `legal`,
        `most` and `readings`; in early games also the cards of a set."""
        return {player: _laid(hand) for player, hand in self.json["hands"].items()}

    def steps(self, player: str) -> list[str]:
        """The sum of this player's payout in words; the last line is the total."""
        steps: list[str] = self.json["hands"][player]["steps"]
        return steps


def _laid(hand: Mapping[str, Any]) -> Laid:
    return Laid(
        legal=True,
        sets=tuple(
            SetLaid(
                one["group"],
                one["houses"],
                one["hotel"],
                one["tokens"],
                one["value"],
                one["tokens_value"],
                tuple(one["wilds"]),
                tuple(one.get("cards", ())),
            )
            for one in hand["sets"]
        ),
        bonuses=tuple(Bonus(one["kind"], one["count"], one["amount"]) for one in hand["bonuses"]),
        wilds=tuple(hand["wilds"]),
        unused=tuple(hand["unused"]),
        most=(),
        wiped_out=hand["wiped_out"],
    )


@dataclass(frozen=True)
class ScoredDeal:
    """A deal: what was laid down, what it paid, and whether it was struck out.

    `let_stand`: the table allowed a hand to go out that may not. `rules.ledger` reads a scored deal
    as it is.
    """

    number: int
    entry: Entry
    settlement: StoredSettlement
    let_stand: bool = False
    struck: bool = False

    @property
    def payouts(self) -> Mapping[str, int]:
        """What each player was paid."""
        return self.settlement.payouts

    @property
    def jackpot(self) -> Jackpot | None:
        """What became of the jackpot; None in an edition without one."""
        return self.settlement.jackpot

    @property
    def went_out(self) -> str | None:
        """The player who went out; None when nobody did, and in Express."""
        return self.entry.went_out

    def owed(self, player: str) -> int:
        """What the player should have of this deal: nothing when it was struck out."""
        return 0 if self.struck else self.payouts.get(player, 0)


@dataclass(frozen=True, slots=True)
class Payment:
    """What a player should have of one deal (`owed`), and what the last tick says that they have
    (`handed`; None when nothing was ever ticked)."""

    number: int
    player: str
    owed: int
    handed: int | None

    @property
    def paid(self) -> bool:
        """Whether it was ticked that the player has just that."""
        return self.handed == self.owed

    @property
    def difference(self) -> int:
        """What is still to hand over; negative: to give back."""
        return self.owed - (self.handed or 0)


def payments_of(
    players: Sequence[str],
    owed: Mapping[int, Mapping[str, int]],
    handed: Mapping[tuple[int, str], int],
) -> list[Payment]:
    """What each player should have of every deal (`owed`, by its number), and has, by deal and then
    seating order."""
    return [
        Payment(number, player, pays.get(player, 0), handed.get((number, player)))
        for number, pays in sorted(owed.items())
        for player in players
    ]


class Listed(NamedTuple):
    """As much of a table as shows whether anything has changed there: `version` counts every
    change."""

    id: int
    version: int
    code: str


class InForce(NamedTuple):
    """Which rows of a table's deals count: their ids by the number of the deal, and the numbers of
    deals that are struck out."""

    ids: tuple[int, ...]
    struck: tuple[int, ...]

    def only_adds_to(self, before: "InForce") -> bool:
        """Whether deals were closed since `before`, and nothing else."""
        return self.struck == before.struck and self.ids[: len(before.ids)] == before.ids


@dataclass(frozen=True, slots=True)
class PaidTick:
    """A tick that was not taken back: a player has `amount` of deal `number`. `deal_id` is the row
    of the deal that counted then."""

    id: int
    deal_id: int
    number: int
    player: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class ClosedDeal(ScoredDeal):
    """One row of a deal, with the action that wrote it.

    `replaces` is the id of the older row that a correction replaced. `undone`: the action was
    undone, so the row does not count.
    """

    id: int
    reason: str | None
    replaces: int | None
    action_id: int
    kind: Kind
    at: str
    undone: bool

    @property
    def corrected(self) -> bool:
        """Whether the row replaces an older one."""
        return self.replaces is not None


def record_of(kind: type[Record], row: Mapping[str, Any], **made: Any) -> Record:
    """The record of a row: each field has the column of its name, those in `made` are given."""
    names = kind.__dataclass_fields__
    return kind(**{name: row[name] for name in names if name not in made}, **made)


def table_of(row: Mapping[str, Any]) -> Table:
    """The table of a row of the query for tables."""
    return record_of(
        Table,
        row,
        options=json.loads(row["options"]),
        players=tuple(json.loads(row["players"])),
        locked=bool(row["locked"]),
        last_at=row["played_at"],
    )


def deal_of(row: Mapping[str, Any]) -> ClosedDeal:
    """The deal of a row that is joined with its action."""
    return record_of(ClosedDeal, row, undone=bool(row["undone"]), **read_columns(row))


def read_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a deal that its row stores as JSON, or as 0 and 1."""
    return {
        "entry": Entry(json.loads(row["entry"])),
        "settlement": StoredSettlement(json.loads(row["settlement"])),
        "let_stand": bool(row["let_stand"]),
        "struck": bool(row["struck"]),
    }


def columns_of(deal: ScoredDeal) -> dict[str, Any]:
    """A scored deal as the columns of its row."""
    return {
        "number": deal.number,
        "struck": int(deal.struck),
        "entry": json_text(dict(deal.entry.json)),
        "settlement": json_text(dict(deal.settlement.json)),
        "let_stand": int(deal.let_stand),
    }
