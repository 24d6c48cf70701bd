"""The store: tables, drafts and deals.

Nothing is overwritten: a correction is a new row that names the old one, an undo one more action.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from secrets import choice, token_hex
from typing import Any

from companion.codes import CODE_LETTERS
from companion.names import name_key
from companion.rules.deal import Deal
from companion.rules.entries import Entry, called
from companion.rules.settlement import PaidDeal
from companion.store.columns import Unreadable, json_text
from companion.store.draft import Draft
from companion.store.file import StoreFile, Values, utc_text
from companion.store.results import result_of
from companion.store.rows import (
    Action,
    AnyDeal,
    ClosedDeal,
    Conflict,
    Kind,
    ScoredDeal,
    Table,
    columns_of,
    deal_of,
    record_of,
    table_of,
)
from companion.store.sheets import sheet_of

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
        anew: bool = False,
    ) -> Table:
        """A new table, with the phone `keeper` as its scorekeeper; a rematch also takes the other
        phones of the table before along. The same token again gives the table it made, and so does
        the same `keeper` for the same game within an hour, until a deal is closed there, but for a
        game that is to begin `anew`. A deleted table is not given again."""
        game = {
            "edition_id": edition,
            "options": json_text(dict(options)),
            "players": json_text(list(players)),
            "first_dealer": first_dealer,
            "banker": banker,
            "rematch_of": rematch_of and rematch_of.id,
        }
        asked, now = json_text(game), self.clock()
        with self.writing() as db:
            by = "" if anew else keeper
            for made in self._made_before(token, by, asked, utc_text(now - SAME_FORM)):
                return made
            db.execute("UPDATE tables SET token = NULL WHERE token = ?", [token])  # a deleted one
            return self.insert_table(
                {**game, "zone": zone, "created_at": utc_text(now), "token": token, "asked": asked},
                players,
                keeper,
                rematch_of,
            )

    def _made_before(self, token: str | None, keeper: str, asked: str, since: str) -> list[Table]:
        """The table that the same form made before, if any."""
        # A phone without a number is empty, and no phone of a table is.
        mine = (
            "SELECT table_id FROM phones"
            " WHERE phone = ? AND role = 'scorekeeper' AND removed_at IS NULL"
        )
        return self.find_tables("deleted_at IS NULL AND token = ?", [token]) or self.find_tables(
            f"deleted_at IS NULL AND id IN ({mine}) AND asked = ? AND created_at >= ?"
            " AND NOT EXISTS (SELECT 1 FROM actions WHERE table_id = tables.id)",
            [keeper, asked, since],
        )

    def insert_table(
        self,
        columns: Mapping[str, Any],
        players: Sequence[str],
        keeper: str,
        rematch_of: Table | None = None,
    ) -> Table:
        """Inserts a new table with these columns and a code of its own, with the phone `keeper` as
        its scorekeeper, if any, and all phones of the table before a rematch. Only within
        `writing`."""
        made = {
            "code": self.free_code(),
            "uid": token_hex(16),
            "secret": token_hex(16),
            "last_at": columns["created_at"],
        }
        table_id = self.db.table("tables").insert({**made, **columns}).last_rowid or 0
        self._insert_seats(table_id, players)
        if rematch_of is not None:
            seats = {seat: seat for seat, _ in enumerate(players)}
            self._bring_phones(rematch_of, table_id, keeper, seats)
        elif keeper:
            row = {"table_id": table_id, "phone": keeper, "role": "scorekeeper"}
            self.db.table("phones").insert({**row, **self._joined_now()})
        self.keep_result(self.table_of_id(table_id))
        return self.table_of_id(table_id)

    def _insert_seats(self, table_id: int, players: Sequence[str]) -> None:
        self.db.table("seats").insert_all(
            {"table_id": table_id, "key": key, "name": name}
            for key, name in {name_key(name): name for name in players}.items()
        )

    def _joined_now(self) -> dict[str, str]:
        now = self.now()
        return {"joined_at": now, "seen_at": now}

    def _bring_phones(
        self, old: Table, table_id: int, keeper: str, seats: Mapping[int, int]
    ) -> None:
        """Brings all phones of the table `old` to one where people of it play on, which `keeper`
        among them keeps; `seats` are the new seats by the old ones. A phone that was removed stays
        removed. Pages of the old table show that there is a new one."""
        joined = self._joined_now()
        for row in list(self.db.table("phones").rows_where("table_id = ?", [old.id])):
            seat = seats.get(row["seat"])
            role = "watcher" if seat is None else "player"
            if row["phone"] == keeper:
                role = "scorekeeper"
            new = {"id": None, "table_id": table_id, "role": role, "seat": seat, **joined}
            self.db.table("phones").insert({**row, **new})
        self.db.execute("UPDATE tables SET version = version + 1 WHERE id = ?", [old.id])

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

    def table(self, code: str) -> Table | None:
        """The table with this code, in capitals or not, deleted or not; None when there is none."""
        return next(iter(self.find_tables("code = ?", [code.upper()])), None)

    def table_of_id(self, table_id: int) -> Table:
        """The table with this id, whatever its code is by now. LookupError when it was removed at
        this very moment."""
        for table in self.find_tables("id = ?", [table_id]):
            return table
        raise LookupError(f"There is no table {table_id}.")

    def tables(self) -> list[Table]:
        """All tables that are not deleted, the newest first."""
        return self.find_tables("deleted_at IS NULL ORDER BY id DESC")

    def find_tables(self, which: str, values: Values = ()) -> list[Table]:
        """The tables that this condition finds; an order may follow it."""
        return [table_of(row) for row in self.rows(f"SELECT * FROM tables WHERE {which}", values)]

    # --- drafts

    def draft(self, table: Table) -> Draft:
        """The deal being entered at a table. Unreadable for a row that is damaged."""
        for row in self.rows("SELECT version, data FROM drafts WHERE table_id = ?", [table.id]):
            return record_of(Draft, row, data=table.texts.draft(row["data"]))
        return Draft()

    def save_draft(self, table: Table, version: int, data: Mapping[str, Any]) -> Draft:
        """Stores the deal being entered. Conflict when `version` is not the stored one."""
        with self.writing():
            return self.put_draft(table, version, data)

    def put_draft(self, table: Table, version: int, data: Mapping[str, Any]) -> Draft:
        """`save_draft` within `writing`."""
        stored = self.rows("SELECT version FROM drafts WHERE table_id = ?", [table.id])
        if version != (stored[0]["version"] if stored else 0):
            raise Conflict(f"The draft of table {table.code} is no longer version {version}.")
        self.db.execute(  # every tap does it, and `upsert` looks at the table's schema first
            "INSERT INTO drafts (table_id, version, data, updated_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version,"
            " data = excluded.data, updated_at = excluded.updated_at",
            [table.id, version + 1, json_text(table.texts.stored_draft(data)), self.now()],
        )
        return Draft(version + 1, data)

    def renew_draft(self, table: Table) -> None:
        """Gives the open deal a new version when the deals before it change: its number or jackpot
        may be another one, so a page that shows the old one cannot confirm it."""
        self.db.execute(
            "UPDATE drafts SET version = version + 1 WHERE table_id = ? AND data != '{}'",
            [table.id],
        )

    # --- deals

    def deals(self, table: Table) -> list[ClosedDeal]:
        """The deals in force, by number: of each number the newest row whose action was not
        undone. Deals that were struck out are not among them."""
        return [deal for deal in self.deals_and_struck(table) if not deal.struck]

    def deals_and_struck(self, table: Table) -> list[ClosedDeal]:
        """The deals in force and those that are struck out, by number."""
        return self._deals(table, "counting_deals WHERE table_id = ? ORDER BY number", table.id)

    def count_deals(self, table: Table) -> int:
        """How many deals are in force."""
        return len(self.deals(table))

    def counting_rows(self, table: Table) -> list[ClosedDeal]:
        """Every row of a table that was not undone, those that were replaced too, the oldest
        first."""
        which = "written_deals WHERE table_id = ? AND NOT undone ORDER BY id"
        return self._deals(table, which, table.id)

    def history(self, table: Table, number: int) -> list[ClosedDeal]:
        """Every row of one number, the oldest first, with what became of it."""
        if not 0 < number <= LARGEST:
            return []
        which = "written_deals WHERE table_id = ? AND number = ? ORDER BY id"
        return self._deals(table, which, table.id, number)

    def _deals(self, table: Table, which: str, *values: object) -> list[ClosedDeal]:
        texts = table.texts
        return [deal_of(texts, row) for row in self.rows(f"SELECT * FROM {which}", values)]

    def next_number(self, table: Table) -> int:
        """The number of the deal being entered. Unreadable where the last one has none."""
        ((last,),) = self.db.execute(
            "SELECT max(number) FROM counting_deals WHERE table_id = ?", [table.id]
        )
        if type(last) not in (int, type(None)):
            raise Unreadable(table.code)
        return (last or 0) + 1

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
            self.put_draft(table, version, {})
            deal = ScoredDeal(self.next_number(table), entry, settlement, let_stand)
            action = self._act(table, "close", token)
            self._insert_deal(table, action, deal, draft=draft.data)
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
            old = {deal.number: deal for deal in self.deals_and_struck(table)}
            done = self._done(table, token, "correct", "strike")
            if done is not None:
                rows = self._rows_of_action(table, done)
                if not any(row.number == number and row in old.values() for row in rows):
                    raise Conflict(table.code)
                return rows
            counts = {deal.id for deal in old.values() if not deal.struck}
            if counting is not None and counts != set(counting):
                raise Conflict(table.code)
            changed = {new.number: new for new in changes}
            missing = {number, *changed} - old.keys()
            if missing or number not in changed:
                raise LookupError(f"Table {table.code} has no deal {sorted(missing)} to correct.")
            kind: Kind = "strike" if changed[number].struck else "correct"
            action = self._act(table, kind, token, reason=reason)
            for new in changes:
                self._insert_deal(table, action, new, replaces=old[new.number].id)
            self.keep_result(table)
            self.renew_draft(table)
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
                return self._action(table, "id = ?", done.undoes)
            last = self.last_action(table)
            if last is None or only not in (None, last.id):
                return None
            self._act(table, "undo", token, undoes=last.id)
            if last.kind == "write":
                self.keep_changed(table)
            self.keep_result(table)
            draft = self.draft(table)
            if last.kind == "close" and not draft.begun:
                sql = "SELECT entry, draft FROM deals WHERE action_id = ?"
                (row,) = self.rows(sql, [last.id])
                entered = table.texts.draft(row["draft"] or "{}")
                entered = entered or table.texts.entry(row["entry"]).as_json()
                opened = {"since": draft.version + 1, "reopened": last.id}
                self.put_draft(table, draft.version, {**entered, **opened})
            else:
                self.renew_draft(table)
            return last

    def redo(self, table: Table, undone: int) -> None:
        """Does again what the newest undo took back: the same rows, and their rulings, in a new
        action of the old time, for a deal that is redone next day was still played the day before.
        `undone` is the id of the action that was undone; again changes nothing. Conflict
        when something was entered since."""
        token = f"redo {undone}"  # tokens of forms have no spaces
        with self.writing() as db:
            if self._with_token(table, token) is not None:
                return
            old = self.last_undone(table)
            if old is None or old.id != undone:
                raise Conflict(table.code)
            new = self._act(table, old.kind, token, reason=old.reason, at=old.at)
            sql = "SELECT * FROM deals WHERE action_id = ? ORDER BY id"
            for deal in self.rows(sql, [old.id]):
                copy = db.table("deals").insert({**deal, "id": None, "action_id": new.id})
                ruled = "deal_id = ? AND id IN (SELECT id FROM told_rulings WHERE NOT taken_back)"
                for ruling in list(db.table("rulings").rows_where(ruled, [deal["id"]])):
                    again = {
                        "id": None,
                        "deal_id": copy.last_rowid,
                        "token": f"redo {ruling['id']}",
                    }
                    db.table("rulings").insert({**ruling, **again})
            for row in list(db.table("entries").rows_where("action_id = ?", [old.id])):
                db.table("entries").insert({**row, "id": None, "action_id": new.id})
            if old.kind == "write":
                self.keep_changed(table)
            self.keep_result(table)
            draft = self.draft(table)
            if draft.reopens(old):
                self.put_draft(table, draft.version, {})
            else:
                self.renew_draft(table)

    def keep_result(self, table: Table) -> None:
        """Works out what came of a game so far, and keeps it in the row of its table. Where a
        damaged row hides it, that is kept. Only within `writing`."""
        text = ""
        with suppress(ValueError):
            deals = self.deals(table)
            result = result_of(table.edition, sheet_of(self, table, deals), deals)
            text = json_text(table.texts.stored(result))
        self.db.table("tables").update(table.id, {"kept": text})

    # --- what is written down between deals

    def entries(self, table: Table) -> list[Entry]:
        """What was written down between deals and not undone, in order."""
        which = "table_id = ? AND action_id IN (SELECT id FROM done WHERE NOT undone)"
        return self._entries(table, which, table.id)

    def _entries(self, table: Table, which: str, *values: object) -> list[Entry]:
        texts = table.texts
        found = self.rows(f"SELECT entry FROM entries WHERE {which} ORDER BY id", values)
        return [texts.written_down(row["entry"]) for row in found]

    def write_down(self, table: Table, entries: Sequence[Entry], *, token: str) -> Action:
        """Writes these entries down after the last deal, in one action; their own `after` does not
        matter. The same token again gives the same action and changes nothing. Conflict when a
        player to be renamed is called otherwise by now, or another one has the new name."""
        with self.writing():
            done = self._done(table, token, "write")
            if done is not None:
                return done
            now = self.table_of_id(table.id).players
            renamed = [replace(one, player=one.was) for one in entries if one.kind == "name"]
            after = called(now, renamed)
            taken = renamed and len({*map(name_key, after)}) < len(after)
            if taken or any(one.was not in now for one in renamed):
                raise Conflict(table.code)
            action = self._write_down(table, entries, token)
            self.keep_changed(table)
            self.keep_result(table)
            return action

    def _write_down(self, table: Table, entries: Sequence[Entry], token: str) -> Action:
        action, after = self._act(table, "write", token), self.next_number(table) - 1
        for entry in entries:
            self.insert_entry(table, action.id, replace(entry, after=after))
        return action

    def insert_entry(self, table: Table, action_id: int, entry: Entry) -> None:
        """Inserts an entry of an action. Only within `writing`."""
        text = json_text(table.texts.stored(entry))
        row = {"action_id": action_id, "table_id": table.id, "entry": text}
        self.db.table("entries").insert(row)

    def keep_changed(self, table: Table) -> None:
        """Keeps in the row of a table what entries changed of it: what its players are called now,
        and the end of the game. Only within `writing`."""
        written = table.texts.written
        entries = self.entries(replace(table, players=written))
        players = called(written, entries)
        ends = [dict(entry.end) for entry in entries if entry.kind == "end"]
        changed: dict[str, Any] = {"players": players} if players != written else {}
        if ends:
            changed["end"] = ends[-1]
        self.db.table("tables").update(table.id, {"changed": json_text(changed)})
        self.db.table("seats").delete_where("table_id = ?", [table.id])
        self._insert_seats(table.id, players)

    def went_on(self, game: str) -> Table | None:
        """The table on this server, not deleted, that has the game with this uid; None without."""
        found = self.find_tables("uid = ? AND deleted_at IS NULL ORDER BY id", [game])
        return found[0] if found else None

    def go_on(
        self,
        table: Table,
        *,
        players: Sequence[str],
        first_dealer: str,
        banker: str,
        begin: Mapping[str, tuple[int, str]],
        token: str,
        keeper: str = "",
    ) -> Table:
        """A new table of the same box, options and phones where these people go on. `begin` has
        the amount, not 0, that a player begins with, and why. Both tables say so, in the same
        transaction. The same token again gives the same table."""
        with self.writing():
            done = self._done(table, token, "write")
            if done is not None:
                for made in self.find_tables("uid = ?", [done.entries[0].game]):
                    return made
                raise Conflict(table.code)
            columns = {
                "edition_id": table.edition_id,
                "options": json_text(dict(table.options)),
                "players": json_text(list(players)),
                "first_dealer": first_dealer,
                "banker": banker,
                "place": table.place,
                "zone": table.zone,
                "created_at": self.now(),
            }
            new = self.insert_table(columns, players, "")
            keys = [name_key(name) for name in players]
            seats = {
                seat: keys.index(name_key(name))
                for seat, name in enumerate(table.players)
                if name_key(name) in keys
            }
            self._bring_phones(table, new.id, keeper, seats)
            came = Entry("came-from", 0, game=table.uid, code=table.code)
            adjustments = [
                Entry("adjustment", 0, player=player, amount=amount, reason=reason)
                for player, (amount, reason) in begin.items()
            ]
            self._write_down(new, [came, *adjustments], "go on")
            self.keep_result(new)
            went = Entry("went-on", 0, game=new.uid, code=new.code)
            self._write_down(table, [went], token)
            self.keep_result(table)
            return self.table_of_id(new.id)

    # --- actions

    def last_action(self, table: Table) -> Action | None:
        """The action that `undo` would undo; None when there is none."""
        which = "table_id = ? AND kind != 'undo' AND NOT undone ORDER BY id DESC LIMIT 1"
        return self._action(table, which, table.id)

    def last_undone(self, table: Table) -> Action | None:
        """What `redo` would do again: the action that was undone last. None when something was done
        at the table since, or entered in the deal that the undo opened again."""
        last = self._action(table, "table_id = ? ORDER BY id DESC LIMIT 1", table.id)
        if last is None or last.kind != "undo":
            return None
        undone, draft = self._action(table, "id = ?", last.undoes), self.draft(table)
        tapped = draft.data.get("since") != draft.version
        return None if undone is None or (draft.reopens(undone) and tapped) else undone

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
        action = Action(0, kind, at or self.now(), reason, undoes)
        row = {**vars(action), "id": None, "table_id": table.id, "token": token}
        del row["number"], row["entries"]
        inserted = self.db.table("actions").insert(row)
        return replace(action, id=inserted.last_rowid or 0)

    def _insert_deal(
        self,
        table: Table,
        action: Action,
        new: AnyDeal,
        *,
        replaces: int | None = None,
        draft: Mapping[str, Any] | None = None,
    ) -> None:
        self.db.table("deals").insert(
            {
                "action_id": action.id,
                "table_id": table.id,
                "replaces": replaces,
                "draft": json_text(table.texts.stored_draft(draft)) if draft else None,
                **columns_of(table.edition, table.texts, new),
            }
        )

    def _rows_of_action(self, table: Table, action: Action) -> list[ClosedDeal]:
        return self._deals(table, "written_deals WHERE action_id = ? ORDER BY number", action.id)

    def _done(self, table: Table, token: str, *kinds: Kind) -> Action | None:
        """The action of these kinds that was done with this token before. Conflict when the token
        is another action's."""
        done = self._with_token(table, token)
        if done is not None and done.kind not in kinds:
            raise Conflict(table.code)
        return done

    def _with_token(self, table: Table, token: str) -> Action | None:
        return self._action(table, "table_id = ? AND token = ?", table.id, token)

    def _action(self, table: Table, which: str, *values: object) -> Action | None:
        """The action of a table that this condition finds; None when it finds none."""
        for row in self.rows(f"SELECT * FROM done WHERE {which}", values):
            entries = self._entries(table, "action_id = ?", row["id"])
            return record_of(Action, row, entries=tuple(entries))
        return None
