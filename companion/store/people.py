"""Who is who: players that were renamed, and two spellings of one person.

A person is a name on a sheet; upper and lower case are the same. A renaming gives the person of one
name another name. When the new name has games already, both are one person from then on. Sheets
never change: they keep the name that was written on them, and undoing a renaming leaves everything
as it was.

Renamings are followed in the order they were made, each once. So they never loop, and a person can
get an old name back.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from companion.names import Aliases, Renaming, name_key, plain_name
from companion.store.columns import is_damaged, is_time, json_text
from companion.store.rows import Table
from companion.store.store import Store


class SatTogether(Exception):
    """Two names that cannot be one person, because both sat at one table. `codes` are the codes of
    all such tables, the newest first; `deleted` those of deleted ones, which may come back."""

    def __init__(self, codes: Sequence[str], deleted: Sequence[str] = ()) -> None:
        super().__init__(", ".join(codes))
        self.codes = tuple(codes)
        self.deleted = tuple(deleted)


class EarlierName(Exception):
    """The new name is an earlier name of somebody else, whose name today is `now`."""

    def __init__(self, now: str) -> None:
        super().__init__(now)
        self.now = now


def renamings(store: Store) -> tuple[Renaming, ...]:
    """The renamings that were not undone, the oldest first. One that is damaged does not count."""
    found = store.rows("SELECT id, old, new, at FROM renamings WHERE undone_at IS NULL ORDER BY id")
    known = [row for row in found if not is_damaged(row.values()) and is_time(row["at"])]
    return tuple(Renaming(**row) for row in known)


def check_rename(store: Store, old: str, new: str) -> None:
    """Raises what `rename` would raise: SatTogether, EarlierName or LookupError."""
    who, tables = Aliases(renamings(store)), store.find_tables("true ORDER BY id DESC")
    everybody = {name for table in tables for name in table.players}
    if who.person(old) != name_key(old) or name_key(old) not in map(who.person, everybody):
        raise LookupError(f"Nobody is called {old}.")
    after = Aliases([*who.renamings, Renaming(0, old, new, "")])
    together = [
        table
        for table in tables  # deleted ones, too: they may come back
        if after.seats(table.players).count(None) > who.seats(table.players).count(None)
    ]
    if together:
        gone = [table.code for table in together if table.deleted_at]
        raise SatTogether([table.code for table in together], gone)
    for name in (new, *everybody):
        now = after.name(name)
        if name_key(after.name(now)) != name_key(now):
            raise EarlierName(after.name(now))
    if name_key(after.name(new)) != name_key(new):
        raise EarlierName(after.name(new))


def rename(store: Store, old: str, new: str) -> None:
    """Renames the person called `old` to `new`. When somebody is called `new`, both become one
    person. Renaming again to the same name changes nothing.

    LookupError when nobody is called `old`, EarlierName when `new` is somebody else's earlier name,
    SatTogether when both sat at one table.
    """
    with store.writing() as db:
        if Aliases(renamings(store)).name(old) == new:
            return
        check_rename(store, old, new)
        db.table("renamings").insert({"old": old, "new": new, "at": store.now()})


def undo(store: Store, renaming: int) -> Renaming | None:
    """Undoes a renaming and returns it; None when it was undone already, or is not the last one of
    its person.

    Only the last one can be undone, so nobody else can have got the old name since.
    """
    with store.writing() as db:
        who = Aliases(renamings(store))
        found = next((one for one in who.renamings if one.id == renaming), None)
        if found is None or who.of(who.person(found.new))[-1] != found:
            return None
        db.table("renamings").update(renaming, {"undone_at": store.now()})
        return found


@dataclass(frozen=True)
class Which:
    """Which games: of somebody with one of these name keys, of one edition, at tables with one of
    these ids (None means all); those that are archived, too."""

    keys: Collection[str] | None = None
    edition: str = ""
    ids: Collection[int] | None = None
    archived: bool = True


def _where(which: Which) -> tuple[str, dict[str, Any]]:
    where, values = "deleted_at IS NULL", {}
    if which.keys is not None:
        where += (
            " AND id IN (SELECT table_id FROM seats"
            " WHERE key IN (SELECT value FROM json_each(:keys)))"
        )
        values["keys"] = json_text(sorted(which.keys))
    if which.ids is not None:
        where += " AND id IN (SELECT value FROM json_each(:ids))"
        values["ids"] = json_text(sorted(which.ids))
    if which.edition:
        where += " AND edition_id = :edition"
        values["edition"] = which.edition
    if not which.archived:
        where += " AND archived_at IS NULL"
    return where, values


def tables_of(store: Store, which: Which, start: int = 0, number: int = -1) -> list[Table]:
    """The tables, the one that was played at last first: `number` of them from `start` on."""
    where, values = _where(which)
    order = "ORDER BY last_at DESC, id DESC LIMIT :number OFFSET :start"
    return store.find_tables(f"{where} {order}", {**values, "number": number, "start": start})


def count_tables(store: Store, which: Which, most: int = -1) -> int:
    """How many tables these are; no more than `most` are counted."""
    where, values = _where(which)
    sql = f"SELECT count(*) FROM (SELECT 1 FROM tables WHERE {where} LIMIT :most)"
    ((number,),) = store.db.execute(sql, {**values, "most": most})
    return int(number)


@dataclass(frozen=True)
class KnownName:
    """A name on sheets: as it was written last, in how many games, when the last one was, and in
    the zone of which table."""

    key: str
    name: str
    games: int
    last_at: str
    zone: str


def known_names(
    store: Store,
    search: str = "",
    also: Collection[str] = (),
    ids: Collection[int] | None = None,
) -> list[KnownName]:
    """The names with `search` in them, whatever the accents, and those with a key of `also`, the
    last who played first; with `ids` those at these tables."""
    where, values = _where(Which(ids=ids))
    found = store.rows(  # SQLite takes name and zone from the row that has the max
        "SELECT key, seats.name, count(*) AS games, max(last_at) AS last_at, zone"
        f" FROM seats JOIN tables ON tables.id = table_id WHERE {where}"
        " GROUP BY key ORDER BY last_at DESC, key",
        values,
    )
    wanted = plain_name(search)
    known = (row for row in found if not is_damaged(row.values()) and is_time(row["last_at"]))
    names = (KnownName(**row) for row in known)
    return [one for one in names if wanted in plain_name(one.key) or one.key in also]


MOST_OFFERED = 300


def names(store: Store) -> list[str]:
    """The names of those who played last, once each as it is today, to be offered in a form."""
    who = Aliases(renamings(store))
    last = known_names(store)[:MOST_OFFERED]
    return list({who.person(one.name): who.name(one.name) for one in last}.values())
