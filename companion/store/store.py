"""The store: tables, drafts and deals.

Nothing is overwritten: a correction is a new row that names the old one, an undo one more action.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from secrets import choice, token_hex
from typing import Any

from companion.codes import CODE_LETTERS
from companion.names import name_key
from companion.rules.deal import Deal
from companion.rules.settlement import PaidDeal
from companion.store.columns import Unreadable, json_text
from companion.store.file import StoreFile, utc_text
from companion.store.queries import (
    ACTION,
    COPY_ROWS,
    DEALS_IN_FORCE,
    IN_FORCE,
    MADE_BEFORE,
    NOT_UNDONE,
    SAVE_DRAFT,
    WITH_ACTION,
    WITH_TOKEN,
)
from companion.store.results import result_of
from companion.store.rows import (
    TABLE_COLUMNS,
    Action,
    AnyDeal,
    ClosedDeal,
    Conflict,
    Draft,
    InForce,
    Kind,
    ScoredDeal,
    Table,
    columns_of,
    deal_of,
    draft_of,
    record_of,
    table_of,
    written,
)
from companion.store.sheets import sheet_of

Values = Sequence[Any] | Mapping[str, Any]
"""What stands for the marks in SQL: ``?`` or ``:name``."""
CODE_LENGTH = 5
SAME_FORM = timedelta(hours=1)
"""For how long the same new table asked for again by one phone is taken for the same form."""
LARGEST = 2**63 - 1
"""The largest number that SQLite holds."""


class Store(StoreFile):
    """The tables of one data folder."""

    # --- tables

    def create_table(
        self,
        *,
        edition: str,
        options: Mapping[str, Any],
        players: Sequence[str],
        first_dealer: str,
        banker: str,
        zone: str = "",
        token: str | None = None,
        keeper: str = "",
        rematch_of: Table | None = None,
    ) -> Table:
        """A new table, with the phone `keeper` as its scorekeeper; a rematch also takes the other
        phones of the table before along. The same token again gives the table it made, and so does
        the same `keeper` for the same game within an hour, until a deal is closed there. A deleted
        table is not given again."""
        game = {
            "edition": edition,
            "options": json_text(dict(options)),
            "players": json_text(list(players)),
            "first_dealer": first_dealer,
            "banker": banker,
            "rematch_of": rematch_of and rematch_of.id,
        }
        asked, now = json_text(game), self.clock()
        same = {"token": token, "asked": asked, "keeper": keeper}
        with self.writing() as db:
            for made in self.rows(MADE_BEFORE, {**same, "since": utc_text(now - SAME_FORM)}):
                return self.known_table(made["code"])
            db.execute("UPDATE tables SET token = NULL WHERE token = ?", [token])  # a deleted one
            table_id = self.insert_table(
                {**game, "zone": zone, "created_at": utc_text(now), "token": token, "asked": asked},
                players,
                "" if rematch_of else keeper,
            )
            if rematch_of is not None:
                self._bring_phones(rematch_of, table_id, keeper)
            table = self.known_table(self.code_of(table_id))
            self.keep_result(table)
            return self.known_table(table.code)

    def insert_table(self, columns: Mapping[str, Any], players: Sequence[str], keeper: str) -> int:
        """Inserts a new table with these columns and a code of its own, and the phone `keeper` as
        its scorekeeper, if any. Returns its id. Only within `writing`."""
        made = {
            "code": self.free_code(),
            "uid": token_hex(16),
            "secret": token_hex(16),
            "played_at": columns["created_at"],
        }
        table_id = self.db.table("tables").insert({**made, **columns}).last_rowid or 0
        self.db.table("seats").insert_all(
            {"table_id": table_id, "key": key, "name": name}
            for key, name in {name_key(name): name for name in players}.items()
        )
        if keeper:
            now = self.now()
            self.db.table("phones").insert(
                {
                    "table_id": table_id,
                    "phone": keeper,
                    "role": "scorekeeper",
                    "joined_at": now,
                    "seen_at": now,
                }
            )
        return table_id

    def _bring_phones(self, old: Table, table_id: int, keeper: str) -> None:
        """Brings all phones of the table `old` to its rematch, which `keeper` among them keeps. A
        phone that was removed stays removed. Pages of the old table show that there is a
        rematch."""
        self.db.execute(
            "INSERT INTO phones (table_id, phone, role, seat, joined_at, seen_at, removed_at)"
            " SELECT :new, phone, CASE WHEN phone = :keeper THEN 'scorekeeper' WHEN seat IS NULL"
            " THEN 'watcher' ELSE 'player' END, seat, :at, :at, removed_at"
            " FROM phones WHERE table_id = :old",
            {"new": table_id, "old": old.id, "keeper": keeper, "at": self.now()},
        )
        self.db.execute("UPDATE tables SET version = version + 1 WHERE id = ?", [old.id])

    def code_of(self, table_id: int) -> str:
        """The code that a table has now."""
        return str(self.db.table("tables").get(table_id)["code"])

    def free_code(self) -> str:
        """A code that no table has or had. Only within `writing`."""
        length = CODE_LENGTH
        while True:
            for _ in range(8):
                code = "".join(choice(CODE_LETTERS) for _ in range(length))
                taken = self.rows(
                    "SELECT 1 FROM tables WHERE code = ?"
                    " UNION ALL SELECT 1 FROM old_codes WHERE code = ?",
                    [code, code],
                )
                if not taken:
                    return code
            length += 1

    def known_table(self, code: str) -> Table:
        """The table with this code. LookupError when it was removed at this very moment."""
        table = self.table(code)
        if table is None:
            raise LookupError(f"There is no table {code}.")
        return table

    def table(self, code: str) -> Table | None:
        """The table with this code, in capitals or not, deleted or not; None when there is none."""
        return next(iter(self.find_tables("code = ?", [code.upper()])), None)

    def tables(self) -> list[Table]:
        """All tables that are not deleted, the newest first."""
        return self.find_tables("deleted_at IS NULL ORDER BY id DESC")

    def find_tables(
        self, which: str, values: Sequence[Any] | Mapping[str, Any] = ()
    ) -> list[Table]:
        """The tables that this condition finds; an order may follow it."""
        rows = self.db.conn.execute(f"SELECT {TABLE_COLUMNS} FROM tables WHERE {which}", values)
        return [table_of(*row) for row in rows]

    def listed(self, only: Collection[int] | None, start: int, number: int) -> list[Table]:
        """The tables that are listed, the one that was played at last first: neither deleted nor
        archived; with `only` those of these ids. `number` of them from `start` on."""
        among = "" if only is None else "AND id IN (SELECT value FROM json_each(:only))"
        return self.find_tables(
            f"deleted_at IS NULL AND archived_at IS NULL {among}"
            " ORDER BY played_at DESC, id DESC LIMIT :number OFFSET :start",
            {"only": json_text(sorted(only or ())), "number": number, "start": start},
        )

    # --- drafts

    def draft(self, table: Table) -> Draft:
        """The deal being entered at a table. Unreadable for a row that is damaged."""
        # SQL, because every page asks for it: `rows_where` would read the schema first.
        row = self.db.conn.execute(
            "SELECT version, data FROM drafts WHERE table_id = ?", [table.id]
        ).fetchone()
        return draft_of(*row, table.owner) if row else Draft(owner=table.owner)

    def save_draft(self, table: Table, version: int, data: Mapping[str, Any]) -> Draft:
        """Stores the deal being entered. Conflict when `version` is not the stored one."""
        with self.writing():
            return self._save_draft(table, version, data)

    def _save_draft(self, table: Table, version: int, data: Mapping[str, Any]) -> Draft:
        draft = written(version + 1, data, table.owner)
        before = min(version, LARGEST - 1)  # SQLite takes no larger number; no draft has this one
        saved = self.db.execute(
            SAVE_DRAFT,
            {"table": table.id, "version": before, "data": draft.text, "now": self.now()},
        )
        if not saved.rowcount:
            raise Conflict(f"The draft of table {table.code} is no longer version {version}.")
        return draft

    # --- deals

    def deals(self, table: Table) -> list[ClosedDeal]:
        """The deals in force, by number: of each number the newest row whose action was not
        undone. Deals that were struck out are not among them."""
        return [deal for deal in self.deals_and_struck(table) if not deal.struck]

    def deals_and_struck(self, table: Table) -> list[ClosedDeal]:
        """The deals in force and those that are struck out, by number."""
        return self._deals(table, DEALS_IN_FORCE, [table.id])

    def in_force(self, table: Table) -> InForce:
        """Which rows count, without what is in them. Unreadable where one does not say which deal
        it is, or whether it is struck out."""
        rows = self.db.conn.execute(IN_FORCE, [table.id]).fetchall()
        if any(type(number) is not int or struck not in (0, 1) for _, number, struck in rows):
            raise Unreadable(table.code)
        return InForce(
            ids=tuple([deal for deal, _, struck in rows if not struck]),
            struck=tuple([number for _, number, struck in rows if struck]),
        )

    def count_deals(self, table: Table) -> int:
        """How many deals are in force. Unreadable as `in_force`."""
        return len(self.in_force(table).ids)

    def deals_of(self, table: Table, ids: Sequence[int]) -> list[ClosedDeal]:
        """The deals of a table with these ids, by number."""
        among = "deals.id IN (SELECT value FROM json_each(?))"
        return self._deals(
            table, f"{WITH_ACTION} WHERE {among} ORDER BY deals.number", [json_text(list(ids))]
        )

    def counting_rows(self, table: Table) -> list[ClosedDeal]:
        """Every row of a table that was not undone, those that were replaced too, the oldest
        first."""
        sql = f"{WITH_ACTION} WHERE deals.table_id = ? AND {NOT_UNDONE} ORDER BY deals.id"
        return self._deals(table, sql, [table.id])

    def history(self, table: Table, number: int) -> list[ClosedDeal]:
        """Every row of one number, the oldest first, with what became of it."""
        if not 0 < number <= LARGEST:
            return []
        return self._deals(
            table,
            f"{WITH_ACTION} WHERE deals.table_id = ? AND deals.number = ? ORDER BY deals.id",
            [table.id, number],
        )

    def next_number(self, table: Table) -> int:
        """The number of the deal being entered. Unreadable where the last one has none."""
        last = self.rows(  # the newest first, so that it does not read them all
            f"SELECT number FROM deals WHERE table_id = ? AND {NOT_UNDONE}"
            " ORDER BY number DESC LIMIT 1",
            [table.id],
        )
        number = last[0]["number"] if last else 0
        if type(number) is not int:
            raise Unreadable(table.code)
        return number + 1

    def close_deal(
        self,
        table: Table,
        *,
        entry: Deal,
        settlement: PaidDeal,
        let_stand: bool,
        token: str,
        version: int,
    ) -> ClosedDeal:
        """Closes the deal being entered under the next number and clears its draft.

        The same token again gives what it gave the first time and changes nothing. Conflict when
        `version` is not the draft's: something was entered since, or the deals before it changed,
        and with them maybe the jackpot.
        """
        with self.writing():
            before = self.closed_by(table, token)
            if before is not None:
                return before
            draft = self.draft(table)
            self._save_draft(table, version, {})
            number = self.next_number(table)
            action = self._act(table, "close", token)
            self._insert_deal(
                table,
                action,
                ScoredDeal(number, entry, settlement, let_stand),
                draft=draft.data,
            )
            self.keep_result(table)
            return self._rows_of_action(table, action)[0]

    def closed_by(self, table: Table, token: str) -> ClosedDeal | None:
        """The deal that was closed with this token; None when none was. Conflict when something
        else was done with it."""
        done = self._done(table, token, "close")
        return None if done is None else self._rows_of_action(table, done)[0]

    def correct(
        self,
        table: Table,
        *,
        number: int,
        reason: str,
        changes: Sequence[AnyDeal],
        token: str,
        counting: Collection[int] | None = None,
    ) -> list[ClosedDeal]:
        """One action that replaces the row of each deal that changes.

        `number` is the deal that is corrected or struck out; the others are later deals that were
        settled again. What was ticked as paid stays paid. `counting` are the ids of the deals that
        counted when the changes were worked out. Conflict when others count by now, LookupError
        when a number is not in force. The same token again gives the same rows and changes nothing;
        Conflict when the deal has another row since.
        """
        with self.writing():
            done = self._done(table, token, "correct", "strike")
            if done is not None:
                rows = self._rows_of_action(table, done)
                counts = {deal.id for deal in self.deals_and_struck(table)}
                if not any(row.number == number and row.id in counts for row in rows):
                    raise Conflict(table.code)
                return rows
            if counting is not None and set(self.in_force(table).ids) != set(counting):
                raise Conflict(table.code)
            old = {deal.number: deal for deal in self.deals_and_struck(table)}
            changed = {new.number: new for new in changes}
            missing = {number, *changed} - old.keys()
            if missing or number not in changed:
                raise LookupError(f"Table {table.code} has no deal {sorted(missing)} to correct.")
            kind: Kind = "strike" if changed[number].struck else "correct"
            action = self._act(table, kind, token, reason=reason)
            for new in changes:
                self._insert_deal(table, action, new, replaces=old[new.number])
            self.keep_result(table)
            self._renew_draft(table)
            return self._rows_of_action(table, action)

    def undo(self, table: Table, *, token: str, only: int | None = None) -> Action | None:
        """Undoes the newest action that is not undone, and returns it; None when there is none, or
        when it is not the one with the id `only`: then another phone did something since.

        An undo is an action too, but is never undone itself. When a close is undone, its deal is
        open again, unless another deal is being entered already. The draft then has `reopened`, the
        id of the action that had closed it, and `since`, its first version with that deal. The same
        token again gives the same action and changes nothing.
        """
        with self.writing():
            done = self._done(table, token, "undo")
            if done is not None:
                return self._action("id = ?", done.undoes)
            last = self.last_action(table)
            if last is None or only not in (None, last.id):
                return None
            self._act(table, "undo", token, undoes=last.id)
            self.keep_result(table)
            draft = self.draft(table)
            if last.kind == "close" and not draft.begun:
                row = next(
                    self.db.table("deals").rows_where(
                        "action_id = ?", [last.id], order_by="id", select="entry, draft"
                    )
                )
                before = Draft(text=row["draft"] or "{}", owner=table.owner)
                entered = before.data or table.owner.entry(row["entry"]).as_json()
                opened = {"since": draft.version + 1, "reopened": last.id}
                self._save_draft(table, draft.version, {**entered, **opened})
            else:
                self._renew_draft(table)
            return last

    def redo(self, table: Table, undone: int) -> None:
        """Does again what the newest undo took back: the same rows, and their rulings, in a new
        action of the old time, for a deal that is redone next day was still played the day before.
        `undone` is the id of the action that was undone; again changes nothing. Conflict
        when something was entered since."""
        token = f"redo {undone}"
        with self.writing() as db:
            if self._action(WITH_TOKEN, table.id, token) is not None:
                return
            old = self.last_undone(table)
            if old is None or old.id != undone:
                raise Conflict(table.code)
            new = self._act(table, old.kind, token, reason=old.reason, at=old.at)
            for copy in COPY_ROWS:
                db.execute(copy, {"old": old.id, "new": new.id})
            self.keep_result(table)
            draft = self.draft(table)
            if draft.reopens(old):
                self._save_draft(table, draft.version, {})
            else:
                self._renew_draft(table)

    def last_undone(self, table: Table) -> Action | None:
        """What `redo` would do again: the action that was undone last. None when something was done
        at the table since, or entered in the deal that the undo opened again."""
        row = self.db.conn.execute(  # every look at the scores asks
            "SELECT kind, undoes FROM actions"
            " WHERE id = (SELECT max(id) FROM actions WHERE table_id = ?)",
            [table.id],
        ).fetchone()
        if row is None or row[0] != "undo":
            return None
        undone = self._action("id = ?", row[1])
        draft = self.draft(table)
        tapped = draft.data.get("since") != draft.version
        return None if undone is None or (draft.reopens(undone) and tapped) else undone

    def last_action(self, table: Table) -> Action | None:
        """The action that `undo` would undo; None when there is none."""
        return self._action(
            "table_id = ? AND kind != 'undo'"
            " AND NOT EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = actions.id)"
            " ORDER BY id DESC LIMIT 1",
            table.id,
        )

    def keep_result(self, table: Table) -> None:
        """Works out what came of a game so far, and keeps it in the row of its table. Where a
        damaged row hides it, that is kept. Only within `writing`."""
        text = ""
        with suppress(ValueError):
            deals = self.deals(table)
            text = result_of(table.edition, sheet_of(self, table, deals), deals).text()
        self.db.table("tables").update(table.id, {"result": text})

    def _renew_draft(self, table: Table) -> None:
        """Gives the open deal a new version when the deals before it change: its number or jackpot
        may be another one, so a page that shows the old one cannot confirm it."""
        self.db.execute(
            "UPDATE drafts SET version = version + 1 WHERE table_id = ? AND data != '{}'",
            [table.id],
        )

    # --- rows

    def _act(
        self,
        table: Table,
        kind: Kind,
        token: str,
        *,
        reason: str | None = None,
        undoes: int | None = None,
        at: str | None = None,
    ) -> Action:
        """A new action, of this time or of now."""
        at = at or self.now()
        actions = self.db.table("actions").insert(
            {
                "table_id": table.id,
                "kind": kind,
                "at": at,
                "reason": reason,
                "undoes": undoes,
                "token": token,
            }
        )
        return Action(actions.last_rowid or 0, kind, at, reason, undoes)

    def _insert_deal(
        self,
        table: Table,
        action: Action,
        new: AnyDeal,
        *,
        replaces: ClosedDeal | None = None,
        draft: Mapping[str, Any] | None = None,
    ) -> None:
        self.db.table("deals").insert(
            {
                "action_id": action.id,
                "table_id": table.id,
                "replaces": None if replaces is None else replaces.id,
                "draft": json_text(dict(draft)) if draft else None,
                **columns_of(table.edition, new),
            }
        )

    def _done(self, table: Table, token: str, *kinds: Kind) -> Action | None:
        """The action of these kinds that was done with this token before. Conflict when the token
        is another action's."""
        done = self._action(WITH_TOKEN, table.id, token)
        if done is not None and done.kind not in kinds:
            raise Conflict(table.code)
        return done

    def _action(self, which: str, *values: object) -> Action | None:
        """The action that this condition finds; None when it finds none."""
        found = self.rows(f"{ACTION} WHERE {which}", values)
        return record_of(Action, found[0]) if found else None

    def _rows_of_action(self, table: Table, action: Action) -> list[ClosedDeal]:
        return self._deals(
            table, f"{WITH_ACTION} WHERE deals.action_id = ? ORDER BY deals.number", [action.id]
        )

    def _deals(self, table: Table, sql: str, values: Sequence[object]) -> list[ClosedDeal]:
        owner = table.owner
        return [deal_of(owner, row) for row in self.rows(sql, values)]
