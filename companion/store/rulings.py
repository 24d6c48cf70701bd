"""The outcomes of challenges, each stored with the deal it was about.

Nothing is overwritten: when a ruling is taken back, its row stays and one more row says so.
"""

from dataclasses import dataclass
from typing import Any, Literal

from companion.names import LONGEST_REMARK
from companion.store.rows import Table, record_of
from companion.store.store import Store

Outcome = Literal["upheld", "corrected", "agreed"]
OUTCOMES: tuple[Outcome, ...] = ("upheld", "corrected", "agreed")

# The number of the deal stands in another table, so rulings are read with a join.
_RULINGS = """
    SELECT rulings.*, deals.number FROM rulings JOIN deals ON deals.id = rulings.deal_id
    WHERE rulings.table_id = :table AND rulings.outcome != 'taken-back'
"""
_IN_FORCE = """
    AND NOT EXISTS (SELECT 1 FROM rulings AS back WHERE back.takes_back = rulings.id)
    AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.undoes = deals.action_id)
"""


class AlreadyRecorded(Exception):
    """A page was answered again with another outcome. `outcome` is the first one."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


@dataclass(frozen=True)
class StoredRuling:
    """The outcome of one challenge.

    `deal_id` is the row of the deal it was about; for ``corrected`` it is the row that the
    correction wrote. `number` is that deal's number. `ruling` is what the referee said then, as
    plain text: a later version of the program never changes it.
    """

    id: int
    deal_id: int
    number: int
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
    """Stores the outcome of a challenge and returns it. The same token again stores nothing.

    AlreadyRecorded when the token was used with another outcome. LookupError for a deal that is not
    at this table or was undone, and for a name that is not at it. ValueError for an unknown
    outcome, a note that is too long, and a missing note when the table agreed otherwise.
    """
    if outcome not in OUTCOMES:
        raise ValueError(f"No such outcome: {outcome}.")
    if len(note) > LONGEST_REMARK or (outcome == "agreed" and not note.strip()):
        raise ValueError(f"A note has 1 to {LONGEST_REMARK} characters where the table agreed.")
    with store.writing() as db:
        done = store.rows(f"{_RULINGS} AND rulings.token = :token", _ids(table, token=token))
        if done:
            if done[0]["outcome"] != outcome:
                raise AlreadyRecorded(done[0]["outcome"])
            return record_of(StoredRuling, done[0])
        there = store.rows(
            "SELECT 1 FROM deals WHERE id = :deal AND table_id = :table"
            " AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.undoes = deals.action_id)",
            _ids(table, deal=deal_id),
        )
        if not there or player not in table.players:
            raise LookupError(f"Table {table.code} has no such deal or player.")
        new = db.table("rulings").insert(
            {
                "table_id": table.id,
                "deal_id": deal_id,
                "player": player,
                "outcome": outcome,
                "note": note,
                "ruling": ruling,
                "at": store.now(),
                "token": token,
            }
        )
        (row,) = store.rows(f"{_RULINGS} AND rulings.id = :id", _ids(table, id=new.last_rowid))
        return record_of(StoredRuling, row)


def take_back(store: Store, table: Table, ruling_id: int, token: str) -> None:
    """Takes a ruling back; again changes nothing. LookupError when it is not at this table."""
    with store.writing() as db:
        found = store.rows(f"{_RULINGS} AND rulings.id = :id", _ids(table, id=ruling_id))
        if not found:
            raise LookupError(f"Table {table.code} has no such ruling.")
        if db.table("rulings").count_where("takes_back = ?", [ruling_id]):
            return
        (ruling,) = found
        db.table("rulings").insert(
            {
                "table_id": table.id,
                "deal_id": ruling["deal_id"],
                "player": ruling["player"],
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
    found = store.rows(f"{_RULINGS} {_IN_FORCE} ORDER BY rulings.id", _ids(table))
    return [record_of(StoredRuling, row) for row in found]


def _ids(table: Table, **more: Any) -> dict[str, Any]:
    return {"table": table.id, **more}
