"""Whole games: read with all their rows, imported, deleted, restored, their amounts and place
changed.

A game outside the store has positions instead of row ids: its first action is 0 and its first deal
row is 0, the same in every copy on any server.
"""

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Annotated, Any, Literal

from sqlite_utils.db import NotFoundError

from companion.names import LONGEST_REMARK
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.entries import Entry, called, first_names
from companion.rules.plain import LONGEST_TEXT, Damaged, Player, length, shown, whole
from companion.rules.settlement import PaidDeal
from companion.store.columns import Unreadable, is_time, json_text
from companion.store.file import utc_text
from companion.store.rows import (
    AnyDeal,
    Conflict,
    Kind,
    PaidTick,
    Table,
    columns_of,
    record_of,
    truth_of,
)
from companion.store.store import Store
from companion.store.ticks import paid_ticks

SAME = ("uid", "edition_id", "place", "zone", "created_at")
"""Columns of a table that a game has as they are."""

MOST_DEALS = 2000
"""A deal of a game has no higher number."""
MOST_ENTRIES = 20
"""One action writes no more down."""

KEPT_FOR = timedelta(days=1)
"""How long a deleted table can be brought back."""


def is_moment(value: str) -> None:
    """Damaged for a text that is no time as it is stored: ``2026-11-21T18:05:00Z``."""
    right = False
    with suppress(ValueError):
        moment = datetime.fromisoformat(value)
        right = 2000 <= moment.year < 2200 and utc_text(moment) == value
    if not right:
        raise Damaged("must be a time such as 2026-11-21T18:05:00Z.")


Moment = Annotated[str, is_moment]


@dataclass(frozen=True)
class DealRow(AnyDeal):
    """One row of a deal as it was written. `replaces` is the position of the older row, `paid` are
    the players of whom it was ticked that they have what this row pays."""

    number: Annotated[int, whole(1, MOST_DEALS)]
    replaces: int | None
    struck: bool
    entry: Deal
    settlement: PaidDeal
    let_stand: bool
    paid: tuple[Player, ...]


@dataclass(frozen=True)
class ActionRow:
    """One thing that was done, with the rows it wrote. `undoes` is the position of an action."""

    kind: Kind
    at: Moment
    reason: Annotated[str, length(1, LONGEST_REMARK), shown] | None
    undoes: int | None
    deals: tuple[DealRow, ...]
    entries: Annotated[tuple[Entry, ...], length(0, MOST_ENTRIES)] = ()


@dataclass(frozen=True)
class RulingRow:
    """The outcome of a challenge. `deal` and `takes_back` are positions of a deal and a ruling."""

    deal: int
    player: Player
    outcome: Literal["upheld", "corrected", "agreed", "taken-back"]
    note: Annotated[str, length(0, LONGEST_REMARK), shown]
    ruling: Annotated[str, length(0, LONGEST_TEXT), shown]
    at: Moment
    takes_back: int | None


@dataclass(frozen=True)
class Game:
    """A game with everything that was ever done in it, and nothing of the server it is on.

    It has no table code, no open deal and no token: they mean nothing on another server, or would
    let a stranger in.
    """

    uid: str
    edition_id: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    first_dealer: str
    banker: str
    place: str
    zone: str
    created_at: str
    actions: tuple[ActionRow, ...]
    rulings: tuple[RulingRow, ...]

    @cached_property
    def edition(self) -> Edition:
        """The edition as it was played, with the end that was agreed first."""
        return load(self.edition_id, self.options)

    @property
    def written(self) -> tuple[str, ...]:
        """The names that the players began with."""
        every = (entry for action in self.actions for entry in action.entries)
        return first_names(self.players, every)

    @property
    def counting_actions(self) -> list[ActionRow]:
        """The actions that were not undone, in order."""
        undone = {action.undoes for action in self.actions}
        return [one for position, one in enumerate(self.actions) if position not in undone]

    def same_as(self, other: "Game") -> bool:
        """Whether both have the same actions and rulings. The place and the ticks of what was paid
        may change at any time, and an early file has no zone, so they are not compared."""
        return self._lasting() == other._lasting()

    def _lasting(self) -> "Game":
        actions = (
            replace(action, deals=tuple(replace(deal, paid=()) for deal in action.deals))
            for action in self.actions
        )
        return replace(self, place="", zone="", actions=tuple(actions))


def history(store: Store, table: Table) -> Game:
    """The whole game of a table. Unreadable where its rules are not known.

    A row is written after the row it refers to. So ticks and rulings are read first, then the
    actions, then the deals and entries: together they are always complete. The names of today
    follow from the entries.
    """
    _ = table.edition  # raises
    paid = _paid(paid_ticks(store, table))
    rulings = _rows_of(store, "rulings", table)
    actions = _rows_of(store, "actions", table)
    action_at = _positions(actions)
    read_as = table.players
    table, entries = _as_called(store, table, actions)
    called_now = dict(zip(read_as, table.players, strict=True))
    deals = [row for row in _rows_of(store, "deals", table) if row["action_id"] in action_at]
    deal_at, ruling_at = _positions(deals), _positions(rulings)
    written_by: dict[int, list[DealRow]] = {row["id"]: [] for row in actions}
    for row in deals:
        replaces = deal_at.get(row["replaces"])
        ticked = {called_now[one] for one in paid.get(row["id"], ())}
        deal = record_of(
            DealRow,
            row,
            entry=table.texts.entry(row["entry"]),
            settlement=table.texts.settlement(row["settlement"]),
            let_stand=truth_of(row["let_stand"]),
            struck=truth_of(row["struck"]),
            replaces=replaces,
            paid=tuple(one for one in table.players if one in ticked),
        )
        written_by[row["action_id"]].append(deal)
    return record_of(
        Game,
        {**vars(table), "options": table.first_options},
        actions=tuple(
            record_of(
                ActionRow,
                row,
                undoes=action_at.get(row["undoes"]),
                deals=tuple(written_by[row["id"]]),
                entries=tuple(entries.get(row["id"], ())),
            )
            for row in actions
        ),
        rulings=tuple(
            record_of(
                RulingRow,
                row,
                player=table.texts.name(row["player"]),
                deal=_known(deal_at, row["deal_id"]),
                takes_back=ruling_at.get(row["takes_back"]),
            )
            for row in rulings
        ),
    )


def _as_called(
    store: Store, table: Table, actions: Sequence[Mapping[str, Any]]
) -> tuple[Table, dict[int, list[Entry]]]:
    """The table with the names of after these actions, and what each of them wrote down."""
    texts = replace(table, players=table.texts.written).texts
    rows = _rows_of(store, "entries", table)
    undone = {row["undoes"] for row in actions}
    live = [row["id"] for row in actions if row["id"] not in undone]
    found = [(row["action_id"], texts.written_down(row["entry"])) for row in rows]
    players = called(texts.written, [entry for action, entry in found if action in live])
    now = dict(zip(texts.written, players, strict=True))
    entries: dict[int, list[Entry]] = {}
    for action, entry in found:
        player = now.get(entry.player or "")
        entries.setdefault(action, []).append(replace(entry, player=player))
    was = dict(zip(table.players, players, strict=True))
    dealer = was[table.first_dealer]
    banker = was.get(table.banker, table.banker)
    return replace(table, players=players, first_dealer=dealer, banker=banker), entries


def _known(places: Mapping[int, int], row_id: int) -> int:
    """The place of a row among those of the table. Unreadable where there is no such row."""
    if row_id not in places:
        raise Unreadable("")
    return places[row_id]


def _paid(ticks: Sequence[PaidTick]) -> dict[int, set[str]]:
    """Who was ticked in each row of a deal, by its id.

    `bring_in` ticks row by row, and what was ticked last is what a player has. So where an older
    row was ticked after a newer one, as when a correction was undone, the tick of the newer row is
    left out. It would count again if the later tick were taken back: after an import that leads to
    what was ticked before both.
    """
    paid: dict[int, set[str]] = {}
    oldest: dict[tuple[int, str], int] = {}  # of the rows that were ticked later
    for tick in reversed(ticks):
        later = oldest.get((tick.number, tick.player))
        if later is None or tick.deal_id < later:
            oldest[tick.number, tick.player] = tick.deal_id
            paid.setdefault(tick.deal_id, set()).add(tick.player)
    return paid


def _rows_of(store: Store, name: str, table: Table) -> list[dict[str, Any]]:
    return list(store.db.table(name).rows_where("table_id = ?", [table.id], order_by="id"))


def _positions(rows: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """The position of each row by its id."""
    return {row["id"]: position for position, row in enumerate(rows)}


def copies_here(store: Store, uid: str) -> list[Table]:
    """The tables on this server that hold this game, the deleted ones last."""
    return store.find_tables("uid = ? ORDER BY deleted_at IS NOT NULL, id", [uid])


def bring_in(store: Store, game: Game, *, keeper: str = "", beside: Collection[int] = ()) -> Table:
    """Makes a new table that holds this game: all of it or, with an exception, nothing.

    The game is not checked here. The phone `keeper` becomes the scorekeeper. Conflict when the game
    is on this server already, at a table whose id is not in `beside`.
    """
    with store.writing() as db:
        here = db.table("tables").rows_where("uid = ?", [game.uid], select="id")
        if {row["id"] for row in here} - set(beside):
            raise Conflict(game.uid)
        written = dict(zip(game.players, game.written, strict=True))
        table = store.insert_table(
            {
                "options": json_text(dict(game.options)),
                "players": json_text(list(game.written)),
                "changed": json_text({"players": game.players}),
                "first_dealer": written[game.first_dealer],
                "banker": written[game.banker],
                **{name: getattr(game, name) for name in SAME},
            },
            game.written,
            keeper,
        )
        _insert_rows(store, table, game)
        store.keep_changed(table)
        store.keep_result(table)
        return store.table_of_id(table.id)


def _insert_rows(store: Store, table: Table, game: Game) -> None:
    """Inserts everything that was done in a game. Positions become the ids of rows."""
    db, table_id, texts = store.db, table.id, table.texts
    actions: list[int | None] = []
    deals: list[int | None] = []
    rulings: list[int | None] = []
    for action in game.actions:
        row = {
            "table_id": table_id,
            "kind": action.kind,
            "at": action.at,
            "reason": action.reason,
            "undoes": None if action.undoes is None else actions[action.undoes],
            "token": f"brought in {len(actions)}",
        }
        actions.append(db.table("actions").insert(row).last_rowid)
        for deal in action.deals:
            row = {
                "action_id": actions[-1],
                "table_id": table_id,
                "replaces": None if deal.replaces is None else deals[deal.replaces],
                **columns_of(game.edition, texts, deal),
            }
            deals.append(db.table("deals").insert(row).last_rowid)
            tick = {"table_id": table_id, "deal_id": deals[-1], "at": action.at}
            db.table("payments").insert_all(
                {**tick, "player": texts.name_in_rows(player), "amount": deal.owed(player)}
                for player in deal.paid
            )
        for entry in action.entries:
            store.insert_entry(table, actions[-1] or 0, entry)
    for ruling in game.rulings:
        row = {
            "table_id": table_id,
            "deal_id": deals[ruling.deal],
            "player": texts.name_in_rows(ruling.player),
            "outcome": ruling.outcome,
            "note": ruling.note,
            "ruling": ruling.ruling,
            "at": ruling.at,
            "takes_back": None if ruling.takes_back is None else rulings[ruling.takes_back],
            "token": f"brought in {len(rulings)}",
        }
        rulings.append(db.table("rulings").insert(row).last_rowid)


def delete(store: Store, table: Table) -> None:
    """Deletes a table; for a day it can be restored. Deleting it again changes nothing."""
    with store.writing() as db:
        # An update with a condition, so that a second delete does not renew the day.
        db.execute(
            "UPDATE tables SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL",
            [store.now(), table.id],
        )
    purge_expired(store)


def bring_back(store: Store, table: Table) -> None:
    """Undoes `delete`. Nothing happens when the table was removed in the meantime."""
    with store.writing() as db, suppress(NotFoundError):
        db.table("tables").update(table.id, {"deleted_at": None})


def deleted(store: Store, only: Collection[int] | None = None) -> list[Table]:
    """The deleted tables that can be restored, last deleted first; `only` these ids."""
    tables = store.find_tables("deleted_at IS NOT NULL ORDER BY deleted_at DESC, id DESC")
    known = [table for table in tables if table.deleted_at]  # None where the column is damaged
    return [table for table in known if only is None or table.id in only]


def purge_time(deleted_at: str) -> datetime:
    """When a table that was deleted at this time is removed."""
    return datetime.fromisoformat(deleted_at) + KEPT_FOR


def purge_expired(store: Store) -> int:
    """Removes the tables that were deleted more than a day ago, with all their rows. Returns how
    many these were. Where nothing can be written, they stay until the next time: pages that only
    read do this.
    """
    if not _expired(store):
        return 0
    with suppress(sqlite3.OperationalError), store.writing() as db:
        gone = _expired(store)
        # Whatever refers to a table goes with it.
        db.table("tables").delete_where("id IN (SELECT value FROM json_each(?))", [json_text(gone)])
        return len(gone)
    return 0


def _expired(store: Store) -> list[int]:
    """The ids of the tables that were deleted more than a day ago. One without a time that can be
    read is damaged, and stays."""
    due = utc_text(datetime.fromisoformat(store.now()) - KEPT_FOR)
    found = store.rows("SELECT id, deleted_at FROM tables WHERE deleted_at <= ?", [due])
    return [row["id"] for row in found if is_time(row["deleted_at"])]


def set_options(store: Store, table: Table, options: Mapping[str, Any]) -> None:
    """Changes the options of a table. Conflict once a deal was closed: what was paid stays paid."""
    with store.writing() as db:
        if store.next_number(table) > 1:
            raise Conflict(table.code)
        db.table("tables").update(table.id, {"options": json_text(dict(options))})
        # An undone deal was paid by the old amounts, so nobody may redo it. `last_undone` offers no
        # deal that is open again and was changed: so the draft says that it is that deal, even if
        # another one is being entered, and gets a new version.
        undone, draft = store.last_undone(table), store.draft(table)
        data = draft.data if undone is None else {**draft.data, "reopened": undone.id}
        if data:
            store.put_draft(table, draft.version, data)


def set_place(store: Store, table: Table, place: str) -> None:
    """Stores where the game was played; empty when nobody wants to say."""
    with store.writing() as db, suppress(NotFoundError):
        db.table("tables").update(table.id, {"place": place})
