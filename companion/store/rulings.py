"""The outcomes of challenges, each stored with the deal it was about.

Nothing is overwritten: when a ruling is taken back, its row stays and one more row says so.
"""

from dataclasses import dataclass
from typing import Any, Literal

from companion.names import LONGEST_REMARK
from companion.store.queries import NOT_UNDONE
from companion.store.rows import Table, record_of, truth_of
from companion.store.store import Store

Outcome = Literal["upheld", "corrected", "agreed"]
OUTCOMES: tuple[Outcome, ...] = ("upheld", "corrected", "agreed")

# The number of the deal stands in another table, so rulings are read with a join.
_RULINGS = """
    SELECT rulings.*, deals.number, deals.struck
    FROM rulings JOIN deals ON deals.id = rulings.deal_id
    WHERE rulings.table_id = :table AND rulings.outcome != 'taken-back'
"""
_IN_FORCE = f"""
    AND NOT EXISTS (SELECT 1 FROM rulings AS back WHERE back.takes_back = rulings.id)
    AND {NOT_UNDONE}
"""


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
    changes it.
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
        for first in _found(store, table, "AND rulings.token = :token", token=token):
            taken_back = bool(db.table("rulings").count_where("takes_back = ?", [first.id]))
            if taken_back or (first.outcome, first.note) != (outcome, note):
                raise AlreadyRecorded(first.outcome, taken_back)
            return first
        there = store.rows(
            f"SELECT 1 FROM deals WHERE id = :deal AND table_id = :table AND {NOT_UNDONE}",
            {"table": table.id, "deal": deal_id},
        )
        if not there or player not in table.players:
            raise LookupError(f"Table {table.code} has no such deal or player.")
        answer = {
            "deal_id": deal_id,
            "player": player,
            "outcome": outcome,
            "note": note,
            "ruling": ruling,
        }
        same = "".join(f" AND rulings.{name} = :{name}" for name in answer)
        for kept in _found(store, table, f"{_IN_FORCE} {same}", **answer):
            return kept  # from a page that "Back" brought again
        db.table("rulings").insert(
            {"table_id": table.id, **answer, "at": store.now(), "token": token}
        )
        (new,) = _found(store, table, "AND rulings.token = :token", token=token)
        return new


def take_back(store: Store, table: Table, ruling_id: int, token: str) -> None:
    """Takes a ruling back; again changes nothing. LookupError when it is not at this table."""
    with store.writing() as db:
        found = _found(store, table, "AND rulings.id = :id", id=ruling_id)
        if not found:
            raise LookupError(f"Table {table.code} has no such ruling.")
        if db.table("rulings").count_where("takes_back = ?", [ruling_id]):
            return
        (ruling,) = found
        db.table("rulings").insert(
            {
                "table_id": table.id,
                "deal_id": ruling.deal_id,
                "player": ruling.player,
                "outcome": "taken-back",
                "note": "",
                "ruling": "",
                "at": store.now(),
                "takes_back": ruling_id,
                "token": token,
            }
        )


def rulings(store: Store, table: Table) -> list[StoredRuling]:
    """The rulings in force, the oldest first: those that were not taken back, about rows that were
    not undone. A ruling about a row that was corrected later is still in force."""
    return _found(store, table, f"{_IN_FORCE} ORDER BY rulings.id")


def _found(store: Store, table: Table, condition: str, **values: Any) -> list[StoredRuling]:
    """The rulings of the table for which the condition is true."""
    found = store.rows(f"{_RULINGS} {condition}", {"table": table.id, **values})
    return [record_of(StoredRuling, row, struck=truth_of(row["struck"])) for row in found]
