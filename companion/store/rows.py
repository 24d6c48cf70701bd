"""What comes out of the store, and the deals that go in: frozen dataclasses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.entries import Entry
from companion.rules.plain import parsed
from companion.rules.refusal import Refusal
from companion.rules.settlement import Jackpot, PaidDeal
from companion.store.columns import (
    DealSums,
    TableTexts,
    Unreadable,
    is_damaged,
    is_time,
    json_text,
)
from companion.store.results import Result, read_result

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")
Kind = Literal["close", "correct", "strike", "write", "undo"]


class Conflict(Exception):
    """The draft, or the deals that count, have changed since they were read."""


DAMAGED_OPTIONS: Mapping[str, Any] = {"": None}
"""The options of a table with a damaged column. No edition takes them, so it is Unreadable."""


@dataclass(frozen=True)
class Table:
    """One game at one table. `options` are those that differ from the edition's own; `edition` is
    the edition with them. `players` have their names of today, by seat; `written` are those that
    the table began with, which all rows have. `first_options` are the options that it began with,
    before the end of the game was changed.

    `last_at` is when the last deal was closed, or the table was made. `uid` is the same for every
    copy of this game on any server. `generation` says which recovery code works. `archived_at`: the
    table is not listed until somebody plays on. `secret` was made on this server and is never
    exported. `zone` is the time zone of the phone that made it; empty for the server's own. `kept`
    is what came of the game, as JSON.
    """

    id: int
    code: str
    edition_id: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    first_dealer: str
    banker: str
    created_at: str
    written: tuple[str, ...] = ()
    first_options: Mapping[str, Any] | None = None
    uid: str = ""
    place: str = ""
    zone: str = ""
    deleted_at: str | None = None
    archived_at: str | None = None
    generation: int = 0
    last_at: str = ""
    secret: str = field(default="", repr=False)
    kept: str = field(default="", repr=False, compare=False)

    @cached_property
    def result(self) -> Result:
        """What came of the game so far. Unreadable where that is damaged, or not known because a
        row of the game is."""
        _ = self.edition  # raises
        return read_result(self.texts, self.kept)

    @property
    def texts(self) -> TableTexts:
        """What reads and writes the JSON of its rows."""
        return TableTexts(self.code, self.edition_id, self.players, self.written)

    @cached_property
    def edition(self) -> Edition:
        """The edition as this table plays it. Unreadable where it is not known, does not take the
        options, or is for other numbers of players."""
        return self._edition_with(self.options)

    @property
    def first_edition(self) -> Edition:
        """The edition as the game began, with the end that was agreed then."""
        first = self.first_options
        return self.edition if first is None else self._edition_with(first)

    def _edition_with(self, options: Mapping[str, Any]) -> Edition:
        try:
            edition = load(self.edition_id, options)
        except Refusal:
            raise Unreadable(self.code) from None
        if len(self.players) not in edition.seats:
            raise Unreadable(self.code)
        return edition


@dataclass(frozen=True)
class Action:
    """Something that was done at a table, and when. `number` is the deal it was about, `entries`
    what it wrote down between deals."""

    id: int
    kind: Kind
    at: str
    reason: str | None
    undoes: int | None
    number: int | None = None
    entries: tuple[Entry, ...] = ()


class AnyDeal:
    """A deal that was scored, stored or not yet: what was laid down, what it paid, and whether it
    was struck out. `let_stand`: the table allowed a hand to go out that may not."""

    number: int
    entry: Deal
    settlement: PaidDeal
    let_stand: bool
    struck: bool

    @cached_property
    def sums(self) -> DealSums:
        """What pages of many deals need of it."""
        return DealSums.of(self.entry, self.settlement)

    @property
    def payouts(self) -> Mapping[str, int]:
        """What each player was paid."""
        return self.sums.payouts

    @property
    def jackpot(self) -> Jackpot | None:
        """What became of the jackpot; None in an edition without one."""
        return self.sums.jackpot

    @property
    def went_out(self) -> str | None:
        """The player who went out; None when nobody did, and in Express."""
        return self.sums.went_out

    def owed(self, player: str) -> int:
        """What the player should have of this deal: nothing when it was struck out."""
        return 0 if self.struck else self.payouts.get(player, 0)


@dataclass(frozen=True)
class ScoredDeal(AnyDeal):
    """A deal that is to be stored."""

    number: int
    entry: Deal
    settlement: PaidDeal
    let_stand: bool = False
    struck: bool = False


@dataclass(frozen=True)
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


Handed = Mapping[tuple[int, str], int]
"""What the last tick says that a player has of a deal, by its number and the player."""


def payments_of(
    players: Sequence[str], owed: Mapping[int, Mapping[str, int]], handed: Handed
) -> list[Payment]:
    """What each player should have of every deal (`owed`, by its number), and has, by deal and then
    seating order."""
    return [
        Payment(number, player, pays.get(player, 0), handed.get((number, player)))
        for number, pays in sorted(owed.items())
        for player in players
    ]


@dataclass(frozen=True)
class PaidTick:
    """A tick that was not taken back: a player has `amount` of deal `number`. `deal_id` is the row
    of the deal that counted then."""

    id: int
    deal_id: int
    number: int
    player: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class ClosedDeal(AnyDeal):
    """One row of a deal, with the action that wrote it.

    `replaces` is the id of the older row that a correction replaced. `undone`: the action was
    undone, so the row does not count. Most pages need little of most deals, so the JSON in `row` is
    read when it is first asked for; Unreadable where it is damaged.
    """

    id: int
    number: int
    let_stand: bool
    struck: bool
    reason: str | None
    replaces: int | None
    action_id: int
    kind: Kind
    at: str
    undone: bool
    texts: TableTexts = field(repr=False)
    row: Mapping[str, Any] = field(repr=False)

    @cached_property
    def entry(self) -> Deal:  # type: ignore[override]
        """What was laid down."""
        return self.texts.entry(self.row["entry"])

    @cached_property
    def settlement(self) -> PaidDeal:  # type: ignore[override]
        """What it paid."""
        return self.texts.settlement(self.row["settlement"])

    @cached_property
    def sums(self) -> DealSums:
        """What pages of many deals need of it."""
        return self.texts.sums(self.row["sums"])

    @property
    def corrected(self) -> bool:
        """Whether the row replaces an older one."""
        return self.replaces is not None


# --- from rows -----------------------------------------------------------------------------------


def record_of(kind: type[Record], row: Mapping[str, Any], /, **made: Any) -> Record:
    """The record of a row: each field has the column of its name, those in `made` are given.
    Unreadable for a row that is damaged."""
    read = {one.name: row[one.name] for one in fields(kind) if one.name not in made}
    kinds = {one.name: getattr(one.type, "__origin__", one.type) for one in fields(kind)}
    numbers = [read[name] for name in read if kinds[name] in (int, int | None)]
    if (
        is_damaged(row.values())
        or any(type(number) not in (int, NoneType) for number in numbers)
        or ("at" in read and not is_time(read["at"]))
    ):
        raise Unreadable("")
    return kind(**read, **made)


def truth_of(stored: object) -> bool:
    """What 0 or 1 in a column means. Unreadable for anything else."""
    if stored not in (0, 1):
        raise Unreadable("")
    return bool(stored)


def table_of(row: Mapping[str, Any]) -> Table:
    """The table of a row. One that is damaged is there, without an edition and players, so that it
    can still be listed and deleted."""
    made = ("written", "first_options")
    columns = {one.name: row[one.name] for one in fields(Table) if one.name not in made}
    times = [row[name] for name in ("created_at", "last_at", "deleted_at", "archived_at")]
    try:
        options, written = parsed(row["options"]), parsed(row["players"])
        changed = parsed(row["changed"])
        end, players = changed.get("end", {}), changed.get("players", written)
        known = (
            not is_damaged(row.values())
            and type(options) is type(end) is dict
            and _are_names(written)
            and _are_names(players)
            and len(players) == len(written)
            and row["first_dealer"] in written
            and type(row["generation"]) is int
            and all(is_time(time) for time in times if time is not None)
        )
    except (ValueError, TypeError, AttributeError):
        known = False
    columns["options"] = {**options, **end} if known else DAMAGED_OPTIONS
    columns["first_options"] = options if known else None
    columns["players"] = tuple(players) if known else ()
    columns["written"] = tuple(written) if known else ()
    if known:
        called = dict(zip(written, players, strict=True))
        for name in ("first_dealer", "banker"):
            columns[name] = called.get(row[name], row[name])
    if not is_time(columns["deleted_at"]):
        columns["deleted_at"] = None
    return Table(**columns)


def _are_names(players: object) -> bool:
    """Whether these are the names of a table: texts, each once."""
    return (
        type(players) is list
        and all(type(name) is str for name in players)
        and len({*players}) == len(players)
    )


def deal_of(texts: TableTexts, row: Mapping[str, Any]) -> ClosedDeal:
    """The deal of a row of `written_deals`."""
    truths = {"let_stand": truth_of(row["let_stand"]), "struck": truth_of(row["struck"])}
    return record_of(ClosedDeal, row, texts=texts, row=row, undone=bool(row["undone"]), **truths)


def columns_of(edition: Edition, texts: TableTexts, deal: AnyDeal) -> dict[str, Any]:
    """A scored deal as the columns of its row; `edition` has the options of its table."""
    sums = DealSums.kept(edition, deal.entry, deal.settlement)
    return {
        "number": deal.number,
        "struck": int(deal.struck),
        "entry": json_text(texts.stored(deal.entry)),
        "settlement": json_text(texts.stored(deal.settlement)),
        "let_stand": int(deal.let_stand),
        "sums": json_text(texts.stored(sums)),
    }
