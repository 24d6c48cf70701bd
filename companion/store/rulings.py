"""The outcomes of challenges, each stored with the deal it was about.

Nothing is overwritten: when a ruling is taken back, its row stays and one more row says so.
"""

from dataclasses import dataclass
from typing import Literal

from companion.names import LONGEST_REMARK
from companion.store.rows import Table, record_of, truth_of
from companion.store.store import Store

Outcome = Literal["upheld", "corrected", "agreed"]
OUTCOMES: tuple[Outcome, ...] = ("upheld", "corrected", "agreed")


class AlreadyRecorded(Exception):
    """A page was answered again, and otherwise, or after its first answer was `taken_back`.
    `outcome` is the first one."""

    def __init__(self, outcome: str, taken_back: bool) -> None:
        super().__init__(outcome, taken_back)
        self.outcome = outcome
        self.taken_back = taken_back


@dataclass(frozen=True)
class StoredRuling:
    """The outcome of one challenge.

    `deal_id` is the row of the deal it was about; for ``corrected`` it is the row that the
    correction wrote. `number` is that deal's number, `struck` whether that row strikes it out.
    `ruling` is what the referee said then, as plain text: a later version of the program never
    changes it. `taken_back`: it does not count any more.
    """

    id: int
    deal_id: int
    number: int
    struck: bool
    player: str
    outcome: Outcome
    note: str
    ruling: str
    at: str
    taken_back: bool


def record(
    store: Store,
    table: Table,
    *,
    deal_id: int,
    player: str,
    outcome: Outcome,
    note: str,
    ruling: str,
    token: str,
) -> StoredRuling:
    """Stores the outcome of a challenge and returns it. The same answer again stores nothing.

    AlreadyRecorded when the token was used with another answer, or with one that was taken back
    since. LookupError for a deal that is not at this table or was undone, and for a name that is
    not at it. ValueError for an unknown outcome, a note that is too long, and a missing note when
    the table agreed otherwise.
    """
    if outcome not in OUTCOMES:
        raise ValueError(f"No such outcome: {outcome}.")
    if len(note) > LONGEST_REMARK or (outcome == "agreed" and not note.strip()):
        raise ValueError(f"A note has 1 to {LONGEST_REMARK} characters where the table agreed.")
    with store.writing() as db:
        for first in _found(store, table, "token = ?", token):
            if first.taken_back or (first.outcome, first.note) != (outcome, note):
                raise AlreadyRecorded(first.outcome, first.taken_back)
            return first
        there = "SELECT 1 FROM written_deals WHERE id = ? AND table_id = ? AND NOT undone"
        if not store.rows(there, [deal_id, table.id]) or player not in table.players:
            raise LookupError(f"Table {table.code} has no such deal or player.")
        answer = {
            "deal_id": deal_id,
            "player": player,
            "outcome": outcome,
            "note": note,
            "ruling": ruling,
        }
        for kept in rulings(store, table):
            if all(getattr(kept, name) == value for name, value in answer.items()):
                return kept  # from a page that "Back" brought again
        row = {"table_id": table.id, **answer, "at": store.now(), "token": token}
        row["player"] = table.texts.name_in_rows(player)
        db.table("rulings").insert(row)
        (new,) = _found(store, table, "token = ?", token)
        return new


def take_back(store: Store, table: Table, ruling_id: int, token: str) -> None:
    """Takes a ruling back; again changes nothing. LookupError when it is not at this table."""
    with store.writing() as db:
        found = _found(store, table, "id = ?", ruling_id)
        if not found:
            raise LookupError(f"Table {table.code} has no such ruling.")
        (ruling,) = found
        if ruling.taken_back:
            return
        row = {
            "table_id": table.id,
            "deal_id": ruling.deal_id,
            "player": table.texts.name_in_rows(ruling.player),
            "outcome": "taken-back",
            "note": "",
            "ruling": "",
            "at": store.now(),
            "takes_back": ruling_id,
            "token": token,
        }
        db.table("rulings").insert(row)


def rulings(store: Store, table: Table) -> list[StoredRuling]:
    """The rulings in force, the oldest first: those that were not taken back, about rows that were
    not undone. A ruling about a row that was corrected later is still in force."""
    return _found(store, table, "NOT taken_back AND NOT undone ORDER BY id")


def _found(store: Store, table: Table, which: str, *values: object) -> list[StoredRuling]:
    """The rulings of the table that this condition finds."""
    found = store.rows(
        f"SELECT * FROM told_rulings WHERE table_id = ? AND {which}", [table.id, *values]
    )
    return [
        record_of(
            StoredRuling,
            row,
            player=table.texts.name(row["player"]),
            struck=truth_of(row["struck"]),
            taken_back=bool(row["taken_back"]),
        )
        for row in found
    ]
