"""The store: tables, deals and drafts in one SQLite file.

Nothing that was done is overwritten: a deal is a row, a correction is a new row that names the one
it replaces, an undo is one more action. Every write is one transaction that has the database to
itself from its first read to its commit, and is on the disk when the call returns.
"""

import json
import sqlite3
import threading
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import choice, token_hex
from typing import Any

from sqlite_utils import Database

from companion.codes import CODE_LETTERS
from companion.store.records import (
    Action,
    Change,
    ClosedDeal,
    Conflict,
    Draft,
    Kind,
    Table,
    deal_of,
    table_of,
)
from companion.store.schema import migrations

CODE_LENGTH = 5
MOST = 2**63 - 1
"""The largest number that SQLite holds."""


def utc_now() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


def json_text(data: object) -> str:
    """Data as it is kept in a column."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# --- the store -----------------------------------------------------------------------------------


IN_FORCE = """
    SELECT deals.*, actions.kind, actions.at, actions.reason, 0 AS undone
    FROM deals JOIN actions ON actions.id = deals.action_id
    WHERE deals.id IN (
      SELECT max(deals.id) FROM deals
      WHERE deals.table_id = :table
        AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.undoes = deals.action_id)
      GROUP BY deals.number
    )
"""
TABLE = """
    SELECT tables.*,
      (SELECT count(*) FROM deals WHERE deals.struck = 0 AND deals.id IN (
         SELECT max(deals.id) FROM deals
         WHERE deals.table_id = tables.id
           AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.undoes = deals.action_id)
         GROUP BY deals.number)) AS deals,
      (SELECT count(*) FROM actions WHERE actions.table_id = tables.id)
        + (SELECT count(*) FROM rulings WHERE rulings.table_id = tables.id) AS actions,
      (SELECT max(actions.at) FROM actions WHERE actions.table_id = tables.id) AS last_at
    FROM tables
"""


class Store:
    """The tables of one data folder. Safe to use from many threads and processes at once."""

    def __init__(
        self,
        path: str | Path,
        clock: Callable[[], datetime] = utc_now,
        first_letters: str = CODE_LETTERS,
    ) -> None:
        """Opens or makes the file. The codes of new tables begin with one of `first_letters`, so
        that several servers can share out the codes."""
        self.path = Path(path)
        self.clock = clock
        self.first_letters = first_letters
        self._local = threading.local()
        self._writer = threading.Lock()
        self._open: weakref.WeakSet[Database] = weakref.WeakSet()
        with self._writer:
            self._migrate()

    # --- connections and transactions

    @property
    def db(self) -> Database:
        """This thread's connection."""
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            # Closing, and only that, may come from another thread.
            conn = sqlite3.connect(self.path, timeout=5.0, check_same_thread=False)
            for pragma in (
                "busy_timeout = 5000",
                "journal_mode = WAL",
                "synchronous = FULL",
                "foreign_keys = ON",
            ):
                conn.execute(f"PRAGMA {pragma}").close()
            db = Database(conn, execute_plugins=False)
            weakref.finalize(db, conn.close)
            self._local.db = db
            self._open.add(db)
        return db

    def _migrate(self) -> None:
        """Brings the file up to date; of two programs that start at once, one waits."""
        db = self.db
        if not migrations.pending(db):
            return
        db.execute("BEGIN IMMEDIATE")
        try:
            migrations.apply(db)
        except BaseException:
            db.rollback()
            raise
        db.commit()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """One transaction that nobody else can write beside: all of it, or nothing. Not nested.

        ``BEGIN IMMEDIATE`` where `Database.atomic` would begin with a read: of two threads that
        read and then write, the second would fail instead of waiting.
        """
        with self._writer:
            db = self.db
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.commit()
            except BaseException:
                db.rollback()
                raise

    def rows(
        self, sql: str, params: Mapping[str, Any] | Sequence[Any] = ()
    ) -> list[dict[str, Any]]:
        """What a query finds, each row by the names of its columns."""
        cursor = self.db.conn.execute(sql, params)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def now(self) -> str:
        """The time as it is kept: ISO 8601 in UTC, to the second."""
        return self.clock().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

    def checkpoint(self) -> None:
        """Moves all that is in the write-ahead log into the file itself, for tests and backups."""
        self.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

    def close(self) -> None:
        """Closes the connections of all threads; the next use opens new ones."""
        for db in list(self._open):
            db.conn.close()
        self._open.clear()
        self._local = threading.local()

    # --- tables

    def create_table(
        self,
        *,
        edition: str,
        options: Mapping[str, Any],
        players: Sequence[str],
        first_dealer: str,
        banker: str,
        token: str | None = None,
    ) -> Table:
        """A new table. The same token again gives the table it made, and makes no other."""
        with self.writing() as db:
            if token is not None:
                made = self.rows("SELECT code FROM tables WHERE token = ?", [token])
                if made:
                    return self._table(made[0]["code"])
            code = self.free_code()
            db.execute(
                "INSERT INTO tables (code, edition, options, players, first_dealer, banker,"
                " created_at, token, uid) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    code,
                    edition,
                    json_text(dict(options)),
                    json_text(list(players)),
                    first_dealer,
                    banker,
                    self.now(),
                    token,
                    token_hex(16),
                ],
            )
            return self._table(code)

    def free_code(self) -> str:
        """A code that no table has or had. Only within `writing`."""
        length = CODE_LENGTH
        while True:
            for _ in range(8):
                code = choice(self.first_letters)
                code += "".join(choice(CODE_LETTERS) for _ in range(length - 1))
                taken = self.rows(
                    "SELECT 1 FROM tables WHERE code = ?"
                    " UNION ALL SELECT 1 FROM old_codes WHERE code = ?",
                    [code, code],
                )
                if not taken:
                    return code
            length += 1

    def _table(self, code: str) -> Table:
        table = self.table(code)
        if table is None:  # pragma: no cover - it was just found or made
            raise LookupError(code)
        return table

    def table(self, code: str) -> Table | None:
        """The table with this code, in capitals or not, deleted or not; None when there is none."""
        rows = self.rows(f"{TABLE} WHERE tables.code = ?", [code.upper()])
        return table_of(rows[0]) if rows else None

    def tables(self, only: Collection[int] | None = None) -> list[Table]:
        """All tables that are not deleted, the newest first; with `only` those of these ids."""
        among = "" if only is None else "AND tables.id IN (SELECT value FROM json_each(:only))"
        rows = self.rows(
            f"{TABLE} WHERE tables.deleted_at IS NULL {among} ORDER BY tables.id DESC",
            {} if only is None else {"only": json_text(sorted(only))},
        )
        return [table_of(row) for row in rows]

    # --- drafts

    def draft(self, table: Table) -> Draft:
        """The deal being entered at a table."""
        rows = self.rows("SELECT * FROM drafts WHERE table_id = ?", [table.id])
        if not rows:
            return Draft()
        row = rows[0]
        return Draft(row["version"], json.loads(row["data"]), row["updated_at"])

    def save_draft(self, table: Table, version: int, data: Mapping[str, Any]) -> Draft:
        """Keeps the deal being entered; Conflict when `version` is not the one that is kept."""
        with self.writing():
            return self._save_draft(table, version, data)

    def _save_draft(self, table: Table, version: int, data: Mapping[str, Any]) -> Draft:
        if self.draft(table).version != version:
            raise Conflict(f"The draft of table {table.code} is no longer version {version}.")
        now = self.now()
        self.db.execute(
            "INSERT INTO drafts (table_id, version, data, updated_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version,"
            " data = excluded.data, updated_at = excluded.updated_at",
            [table.id, version + 1, json_text(dict(data)), now],
        )
        return Draft(version + 1, dict(data), now)

    # --- deals

    def deals(self, table: Table) -> list[ClosedDeal]:
        """The deals in force, by number: of each number the newest row whose action was not
        undone. Deals that were struck out are not among them."""
        rows = self.rows(f"{IN_FORCE} ORDER BY deals.number", {"table": table.id})
        return [deal_of(row) for row in rows if not row["struck"]]

    def struck(self, table: Table) -> list[ClosedDeal]:
        """The deals that are struck out, by number."""
        rows = self.rows(
            f"{IN_FORCE} AND deals.struck = 1 ORDER BY deals.number", {"table": table.id}
        )
        return [deal_of(row) for row in rows]

    def history(self, table: Table, number: int) -> list[ClosedDeal]:
        """Every row of one number, the oldest first, with what became of it."""
        if not 0 < number <= MOST:
            return []
        rows = self.rows(
            """
            SELECT deals.*, actions.kind, actions.at, actions.reason,
              EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = deals.action_id) AS undone
            FROM deals JOIN actions ON actions.id = deals.action_id
            WHERE deals.table_id = ? AND deals.number = ? ORDER BY deals.id
            """,
            [table.id, number],
        )
        return [deal_of(row) for row in rows]

    def next_number(self, table: Table) -> int:
        """The number that the deal will have that is being entered."""
        last = self.rows(
            "SELECT max(number) AS last FROM deals WHERE table_id = ? AND NOT EXISTS"
            " (SELECT 1 FROM actions WHERE actions.undoes = deals.action_id)",
            [table.id],
        )[0]["last"]
        return int(last or 0) + 1

    def close_deal(
        self,
        table: Table,
        *,
        entry: Mapping[str, Any],
        settlement: Mapping[str, Any],
        let_stand: bool,
        token: str,
        version: int,
    ) -> ClosedDeal:
        """Closes the deal being entered under the next number and clears its draft.

        The same token again gives what it gave the first time and changes nothing. Conflict when
        `version` is not the draft's.
        """
        with self.writing():
            done = self._done(table, token)
            if done is not None:
                return self._rows_of_action(done)[0]
            draft = self.draft(table)
            self._save_draft(table, version, {})
            number = self.next_number(table)
            action = self._act(table, "close", token)
            self._insert_deal(
                table,
                action,
                Change(number, entry, settlement, let_stand),
                draft=draft.data,
            )
            return self._rows_of_action(action)[0]

    def correct(
        self,
        table: Table,
        *,
        number: int,
        reason: str,
        changes: Sequence[Change | tuple[int, Mapping[str, Any], Mapping[str, Any], bool, bool]],
        token: str,
        standing: Collection[int] | None = None,
    ) -> list[ClosedDeal]:
        """One action that puts a new row in the place of each deal that changes.

        `number` is the deal that is corrected, or struck out; the others are later ones that were
        settled again. Ticks stay with those whose payout is the same. `standing` are the ids of the
        deals that counted when the changes were worked out; Conflict when others count by now.
        LookupError when one of the numbers is not in force. The same token again gives the same
        rows and changes nothing.
        """
        with self.writing():
            done = self._done(table, token)
            if done is not None:
                return self._rows_of_action(done)
            rows = self.rows(IN_FORCE, {"table": table.id})
            counting = {row["id"] for row in rows if not row["struck"]}
            if standing is not None and counting != set(standing):
                raise Conflict(table.code)
            old = {row["number"]: deal_of(row) for row in rows}
            news = [Change(*change) for change in changes]
            missing = {number, *(new.number for new in news)} - old.keys()
            if missing or number not in {new.number for new in news}:
                raise LookupError(f"Table {table.code} has no deal {sorted(missing)} to correct.")
            struck = any(new.struck for new in news if new.number == number)
            action = self._act(table, "strike" if struck else "correct", token, reason=reason)
            for new in news:
                self._insert_deal(table, action, new, replaces=old[new.number])
            return self._rows_of_action(action)

    def undo(self, table: Table, *, token: str) -> Action | None:
        """Undoes the newest action that is not undone, and gives it; None when there is none.

        An undo is an action too, but is not undone itself. The deal of an undone close goes back
        to be entered, unless another one is being entered already: what was shown before (`since`)
        is another deal then, and it was opened again (`reopened`). The same token again gives the
        same action and changes nothing.
        """
        with self.writing():
            done = self._done(table, token)
            if done is not None:
                return self._action(done.undoes)
            last = self.last_action(table)
            if last is None:
                return None
            self._act(table, "undo", token, undoes=last.id)
            draft = self.draft(table)
            if last.kind == "close" and not draft.begun:
                row = self.rows(
                    "SELECT entry, draft FROM deals WHERE action_id = ? ORDER BY id", [last.id]
                )[0]
                entered = json.loads(row["draft"] or "{}") or json.loads(row["entry"])
                opened = {"since": draft.version + 1, "reopened": True}
                self._save_draft(table, draft.version, {**entered, **opened})
            return last

    def last_action(self, table: Table) -> Action | None:
        """What `undo` would undo."""
        rows = self.rows(
            """
            SELECT max(id) AS id FROM actions WHERE table_id = ? AND kind != 'undo'
              AND NOT EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = actions.id)
            """,
            [table.id],
        )
        return self._action(rows[0]["id"])

    def set_paid(self, table: Table, deal_id: int, player: str, paid: bool) -> ClosedDeal:
        """Ticks, or unticks, that a player has the money of a deal.

        LookupError for a row that is not in force at this table and for somebody else's name.
        """
        with self.writing() as db:
            found = [deal for deal in self.deals(table) if deal.id == deal_id]
            if not found or player not in table.players:
                raise LookupError(f"Table {table.code} has no such deal or player.")
            ticked = {*found[0].paid, player} if paid else {*found[0].paid} - {player}
            db.execute(
                "UPDATE deals SET paid = ? WHERE id = ?",
                [json_text([one for one in table.players if one in ticked]), deal_id],
            )
            return next(deal for deal in self.deals(table) if deal.id == deal_id)

    # --- rows

    def _act(
        self,
        table: Table,
        kind: Kind,
        token: str,
        *,
        reason: str | None = None,
        undoes: int | None = None,
    ) -> Action:
        now = self.now()
        cursor = self.db.execute(
            "INSERT INTO actions (table_id, kind, at, reason, undoes, token)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [table.id, kind, now, reason, undoes, token],
        )
        return Action(cursor.lastrowid or 0, kind, now, reason, undoes)

    def _insert_deal(
        self,
        table: Table,
        action: Action,
        new: Change,
        *,
        replaces: ClosedDeal | None = None,
        draft: Mapping[str, Any] | None = None,
    ) -> None:
        paid: list[str] = []
        if replaces is not None:
            before, after = replaces.settlement["payouts"], new.settlement["payouts"]
            paid = [player for player in replaces.paid if before.get(player) == after.get(player)]
        self.db.execute(
            "INSERT INTO deals (action_id, table_id, number, replaces, struck, entry, settlement,"
            " let_stand, paid, draft) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                action.id,
                table.id,
                new.number,
                None if replaces is None else replaces.id,
                int(new.struck),
                json_text(dict(new.entry)),
                json_text(dict(new.settlement)),
                int(new.let_stand),
                json_text(paid),
                json_text(dict(draft)) if draft else None,
            ],
        )

    def _done(self, table: Table, token: str) -> Action | None:
        """The action that this token brought about already."""
        rows = self.rows(
            "SELECT id FROM actions WHERE table_id = ? AND token = ?", [table.id, token]
        )
        return self._action(rows[0]["id"]) if rows else None

    def _action(self, action_id: int | None) -> Action | None:
        if action_id is None:
            return None
        row = self.rows(
            """
            SELECT actions.*, (SELECT min(number) FROM deals WHERE action_id = actions.id) AS number
            FROM actions WHERE id = ?
            """,
            [action_id],
        )[0]
        return Action(
            row["id"], row["kind"], row["at"], row["reason"], row["undoes"], row["number"]
        )

    def _rows_of_action(self, action: Action) -> list[ClosedDeal]:
        rows = self.rows(
            """
            SELECT deals.*, actions.kind, actions.at, actions.reason,
              EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = deals.action_id) AS undone
            FROM deals JOIN actions ON actions.id = deals.action_id
            WHERE deals.action_id = ? ORDER BY deals.number
            """,
            [action.id],
        )
        return [deal_of(row) for row in rows]
