"""Who is who: names that were changed, and two spellings of one person.

A person is a name as it was written on a sheet, small letters and capitals alike. A renaming says
that the person of one name is called something else; when the new name has games of its own, both
are one person from then on. Sheets are never touched: they keep the name that was written on them,
and a renaming that is undone leaves everything as it was.

Renamings are followed in the order they were made, each once, so there is no loop to fall into and
a person can be given an old name back.
"""

import json
from collections.abc import Sequence

from companion.names import Aliases, Renaming, name_key
from companion.store.store import Store


class SatTogether(Exception):
    """Two names that cannot be one person: they sat at one table. `codes` are those of all such
    tables, the newest first; `deleted` those of them that were deleted, but may come back."""

    def __init__(self, codes: Sequence[str], deleted: Sequence[str] = ()) -> None:
        super().__init__(", ".join(codes))
        self.codes = tuple(codes)
        self.deleted = tuple(deleted)


class EarlierName(Exception):
    """The new name is an earlier one of somebody else, so it would mean two people at once.
    `now` is what that person is called."""

    def __init__(self, now: str) -> None:
        super().__init__(now)
        self.now = now


def renamings(store: Store) -> tuple[Renaming, ...]:
    """The changes of names that count, the oldest first."""
    return tuple(
        Renaming(row["id"], row["old"], row["new"], row["at"])
        for row in store.rows(
            "SELECT id, old, new, at FROM renamings WHERE undone_at IS NULL ORDER BY id"
        )
    )


def check(store: Store, old: str, new: str) -> None:
    """Whether `rename` would do it: SatTogether, EarlierName or LookupError where it would not."""
    who = Aliases(renamings(store))
    if who.person(old) != name_key(old) or not any(
        who.person(name) == name_key(old) for names in _written(store).values() for name in names
    ):
        raise LookupError(f"Nobody is called {old}.")
    _hold(store, who, Aliases([*who.renamings, Renaming(0, old, new, "")]), new)


def rename(store: Store, old: str, new: str) -> None:
    """The person called `old` is called `new`; both are one person when there is one already.

    The same again changes nothing. LookupError when nobody is called `old`, EarlierName when `new`
    is somebody else's earlier name, SatTogether when both sat at one table.
    """
    with store.writing() as db:
        if Aliases(renamings(store)).name(old) == new:
            return
        check(store, old, new)
        db.execute("INSERT INTO renamings (old, new, at) VALUES (?, ?, ?)", [old, new, store.now()])


def undo(store: Store, renaming: int) -> Renaming | None:
    """Takes a renaming back and gives it; None when it does not count any more, or when it is not
    the last of its person.

    So it only ever parts what it has put together: nobody could be given the old name since.
    """
    with store.writing() as db:
        who = Aliases(renamings(store))
        found = next((one for one in who.renamings if one.id == renaming), None)
        if found is None or who.of(who.person(found.new))[-1] != found:
            return None
        db.execute("UPDATE renamings SET undone_at = ? WHERE id = ?", [store.now(), renaming])
        return found


def _written(store: Store) -> dict[str, list[str]]:
    """The names on every sheet by the table's code, the newest first; those of deleted tables too,
    which may come back."""
    rows = store.rows("SELECT code, players FROM tables ORDER BY id DESC")
    return {row["code"]: json.loads(row["players"]) for row in rows}


def _hold(store: Store, before: Aliases, after: Aliases, new: str) -> None:
    """Nobody gets two seats at one table who had one, and every name that somebody has means that
    person."""
    written = _written(store)
    together = [
        code
        for code, names in written.items()
        if after.seats(names).count(None) > before.seats(names).count(None)
    ]
    if together:
        rows = store.rows("SELECT code FROM tables WHERE deleted_at IS NOT NULL")
        gone = {row["code"] for row in rows}
        raise SatTogether(together, [code for code in together if code in gone])
    for name in (new, *(name for names in written.values() for name in names)):
        now = after.name(name)
        if name_key(after.name(now)) != name_key(now):
            raise EarlierName(after.name(now))
    if name_key(after.name(new)) != name_key(new):
        raise EarlierName(after.name(new))


def tables_of(store: Store) -> list[tuple[str, str, int]]:
    """Every table that is not deleted, the newest first: `uid`, code, and how many actions there
    were, which only grows and so says whether a deal changed. Cheap, for it is asked every time."""
    cursor = store.db.conn.execute(
        "SELECT uid, code, (SELECT count(*) FROM actions WHERE actions.table_id = tables.id)"
        " FROM tables WHERE deleted_at IS NULL ORDER BY id DESC"
    )
    return [(uid, code, actions) for uid, code, actions in cursor]


def names(store: Store) -> list[str]:
    """Everybody who played, most recently used first; each once, however it was typed, and as
    they are called now."""
    who = Aliases(renamings(store))
    names: dict[str, str] = {}
    for row in store.rows(
        "SELECT players FROM tables WHERE deleted_at IS NULL ORDER BY id DESC", []
    ):
        for name in json.loads(row["players"]):
            names.setdefault(who.person(name), who.name(name))
    return list(names.values())
