"""Whole games in the store: every row of one, one brought in from elsewhere, deleting, coming back.

A game is read and written here with positions in place of row numbers: the first action is 0, the
first deal row of the game is 0, and so are they for every copy of it on any server.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlite_utils import Database

from companion.store.records import Conflict, Kind, Table
from companion.store.store import Store, json_text

KEPT_FOR = timedelta(days=1)
"""How long a deleted table can be brought back."""


@dataclass(frozen=True)
class DealRow:
    """One row of a deal as it was written. `replaces` is the position of the older row."""

    number: int
    replaces: int | None
    struck: bool
    entry: Mapping[str, Any]
    settlement: Mapping[str, Any]
    let_stand: bool
    paid: tuple[str, ...]


@dataclass(frozen=True)
class ActionRow:
    """One thing that was done, with the rows it wrote. `undoes` is the position of an action."""

    kind: Kind
    at: str
    reason: str | None
    undoes: int | None
    deals: tuple[DealRow, ...]


@dataclass(frozen=True)
class RulingRow:
    """What came of a challenge. `deal` is the position of a deal row, `takes_back` of a ruling."""

    deal: int
    player: str
    outcome: str
    note: str
    ruling: str
    at: str
    takes_back: int | None


@dataclass(frozen=True)
class Game:
    """A game with everything that was ever done in it, and nothing of the server it is on.

    No code of a table, no open deal, no token: what cannot mean anything elsewhere, or would let
    somebody in, is not in it.
    """

    uid: str
    edition: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    first_dealer: str
    banker: str
    place: str
    created_at: str
    actions: tuple[ActionRow, ...]
    rulings: tuple[RulingRow, ...]

    def same_as(self, other: "Game") -> bool:
        """Everything was done alike; what may change at any time, the place and the ticks of what
        was paid, is not looked at."""
        return self._lasting() == other._lasting()

    def _lasting(self) -> "Game":
        actions = (
            replace(action, deals=tuple(replace(deal, paid=()) for deal in action.deals))
            for action in self.actions
        )
        return replace(self, place="", actions=tuple(actions))


# --- reading -------------------------------------------------------------------------------------


def history(store: Store, table: Table) -> Game:
    """The game of a table, whole.

    Nothing is ever changed but ticks, and what refers to a row is written after it: so the rulings
    are read first, then the actions, then their rows, and they always fit together.
    """
    rulings = store.rows("SELECT * FROM rulings WHERE table_id = ? ORDER BY id", [table.id])
    actions = store.rows("SELECT * FROM actions WHERE table_id = ? ORDER BY id", [table.id])
    found = store.rows("SELECT * FROM deals WHERE table_id = ? ORDER BY id", [table.id])
    action_at = {row["id"]: place for place, row in enumerate(actions)}
    rows = [row for row in found if row["action_id"] in action_at]
    deal_at = {row["id"]: place for place, row in enumerate(rows)}
    ruling_at = {row["id"]: place for place, row in enumerate(rulings)}
    of_action: dict[int, list[DealRow]] = {row["id"]: [] for row in actions}
    for row in rows:
        of_action[row["action_id"]].append(
            DealRow(
                number=row["number"],
                replaces=None if row["replaces"] is None else deal_at[row["replaces"]],
                struck=bool(row["struck"]),
                entry=json.loads(row["entry"]),
                settlement=json.loads(row["settlement"]),
                let_stand=bool(row["let_stand"]),
                paid=tuple(json.loads(row["paid"])),
            )
        )
    return Game(
        uid=table.uid,
        edition=table.edition,
        options=table.options,
        players=table.players,
        first_dealer=table.first_dealer,
        banker=table.banker,
        place=table.place,
        created_at=table.created_at,
        actions=tuple(
            ActionRow(
                kind=row["kind"],
                at=row["at"],
                reason=row["reason"],
                undoes=None if row["undoes"] is None else action_at[row["undoes"]],
                deals=tuple(of_action[row["id"]]),
            )
            for row in actions
        ),
        rulings=tuple(
            RulingRow(
                deal=deal_at[row["deal_id"]],
                player=row["player"],
                outcome=row["outcome"],
                note=row["note"],
                ruling=row["ruling"],
                at=row["at"],
                takes_back=None if row["takes_back"] is None else ruling_at[row["takes_back"]],
            )
            for row in rulings
        ),
    )


def copies_here(store: Store, uid: str) -> list[Table]:
    """The tables on this server that hold this game, the deleted ones last."""
    rows = store.rows(
        "SELECT code FROM tables WHERE uid = ? ORDER BY deleted_at IS NOT NULL, id", [uid]
    )
    return [_again(store, row["code"]) for row in rows]


# --- bringing in ---------------------------------------------------------------------------------


def bring_in(store: Store, game: Game, *, keeper: str = "", beside: Collection[int] = ()) -> Table:
    """A new table that holds this game, all of it or (with an exception) nothing.

    The game is taken as it is: whoever calls has looked at it closely. The phone `keeper` keeps the
    score. Conflict when the game is here already, at a table that is not one of those `beside`.
    """
    with store.writing() as db:
        here = store.rows("SELECT id FROM tables WHERE uid = ?", [game.uid])
        if {row["id"] for row in here} - set(beside):
            raise Conflict(game.uid)
        code = store.free_code()
        table_id = _insert(
            db,
            "tables",
            code=code,
            edition=game.edition,
            options=json_text(dict(game.options)),
            players=json_text(list(game.players)),
            first_dealer=game.first_dealer,
            banker=game.banker,
            place=game.place,
            created_at=game.created_at,
            uid=game.uid,
        )
        if keeper:
            now = store.now()
            _insert(
                db,
                "phones",
                table_id=table_id,
                phone=keeper,
                role="scorekeeper",
                joined_at=now,
                seen_at=now,
            )
        actions: list[int] = []
        deals: list[int] = []
        for action in game.actions:
            actions.append(
                _insert(
                    db,
                    "actions",
                    table_id=table_id,
                    kind=action.kind,
                    at=action.at,
                    reason=action.reason,
                    undoes=None if action.undoes is None else actions[action.undoes],
                    token=f"brought in {len(actions)}",
                )
            )
            for deal in action.deals:
                deals.append(
                    _insert(
                        db,
                        "deals",
                        action_id=actions[-1],
                        table_id=table_id,
                        number=deal.number,
                        replaces=None if deal.replaces is None else deals[deal.replaces],
                        struck=int(deal.struck),
                        entry=json_text(dict(deal.entry)),
                        settlement=json_text(dict(deal.settlement)),
                        let_stand=int(deal.let_stand),
                        paid=json_text(list(deal.paid)),
                    )
                )
        rulings: list[int] = []
        for ruling in game.rulings:
            rulings.append(
                _insert(
                    db,
                    "rulings",
                    table_id=table_id,
                    deal_id=deals[ruling.deal],
                    player=ruling.player,
                    outcome=ruling.outcome,
                    note=ruling.note,
                    ruling=ruling.ruling,
                    at=ruling.at,
                    takes_back=None if ruling.takes_back is None else rulings[ruling.takes_back],
                    token=f"brought in {len(rulings)}",
                )
            )
    return _again(store, code)


def _insert(db: Database, into: str, **values: object) -> int:
    marks = ", ".join("?" * len(values))
    cursor = db.execute(
        f"INSERT INTO {into} ({', '.join(values)}) VALUES ({marks})", list(values.values())
    )
    return cursor.lastrowid or 0


def _again(store: Store, code: str) -> Table:
    table = store.table(code)
    if table is None:
        raise LookupError(f"There is no table {code}.")
    return table


# --- deleting ------------------------------------------------------------------------------------


def delete(store: Store, table: Table) -> Table:
    """Takes a table off every list; for a day it can be brought back. Twice is as good as once."""
    with store.writing() as db:
        db.execute(
            "UPDATE tables SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL",
            [store.now(), table.id],
        )
    purge(store)
    return _again(store, table.code)


def bring_back(store: Store, table: Table) -> Table:
    """Undoes `delete`. LookupError when the table is gone for good."""
    with store.writing() as db:
        db.execute("UPDATE tables SET deleted_at = NULL WHERE id = ?", [table.id])
    return _again(store, table.code)


def deleted(store: Store, only: Collection[int] | None = None) -> list[Table]:
    """The tables that can be brought back, the last deleted first; with `only` those of these
    ids."""
    rows = store.rows(
        "SELECT id, code FROM tables WHERE deleted_at IS NOT NULL AND uid IS NOT NULL"
        " ORDER BY deleted_at DESC, id DESC"
    )
    return [_again(store, row["code"]) for row in rows if only is None or row["id"] in only]


def purge(store: Store) -> int:
    """Removes what was deleted more than a day ago, with all that belongs to it; gives how many
    tables went.

    The row of the newest table stays as an empty number until there is a newer one, so that no
    number is given out twice: much is remembered by it.
    """
    before = datetime.fromisoformat(store.now()) - KEPT_FOR
    due = (before.isoformat().replace("+00:00", "Z"),)
    ids = "SELECT id FROM tables WHERE deleted_at <= ? AND uid IS NOT NULL"
    if not store.rows(ids, due):
        return 0
    with store.writing() as db:
        db.execute("PRAGMA defer_foreign_keys = ON")  # until the commit, in whatever order
        for name in db.table_names():
            if "table_id" in db[name].columns_dict:
                db.execute(f"DELETE FROM {name} WHERE table_id IN ({ids})", due)
        gone = len(store.rows(ids, due))
        db.execute(
            "DELETE FROM tables WHERE deleted_at <= ? AND id < (SELECT max(id) FROM tables)", due
        )
        db.execute(
            "UPDATE tables SET uid = NULL, code = 'gone-' || id, token = NULL, players = '[]',"
            " options = '{}', first_dealer = '', banker = '', place = '' WHERE deleted_at <= ?",
            due,
        )
    return gone


# --- the place -----------------------------------------------------------------------------------


def set_place(store: Store, table: Table, place: str) -> Table:
    """Says where the game was played; empty when nobody wants to say."""
    with store.writing() as db:
        db.execute("UPDATE tables SET place = ? WHERE id = ?", [place, table.id])
    return _again(store, table.code)
