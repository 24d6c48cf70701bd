"""Tables put away because nobody uses them: out of the list, but readable where they were."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from companion.store.records import Table
from companion.store.store import Store

_LAST_USE = """
    SELECT tables.id, max(
      tables.created_at,
      coalesce((SELECT max(at) FROM actions WHERE actions.table_id = tables.id), ''),
      coalesce((SELECT updated_at FROM drafts WHERE drafts.table_id = tables.id), ''),
      coalesce((SELECT max(seen_at) FROM phones WHERE phones.table_id = tables.id), '')
    ) AS last_use FROM tables
"""


class Used(NamedTuple):
    """A table and when it was last used, entered or only looked at by a phone that joined."""

    table: Table
    last_use: str


def used(store: Store) -> list[Used]:
    """All tables that are not deleted, the last used first."""
    last = {row["id"]: row["last_use"] for row in store.rows(_LAST_USE)}
    tables = [Used(table, last[table.id]) for table in store.tables() if table.id in last]
    return sorted(tables, key=lambda one: one.last_use, reverse=True)


def archive_unused(store: Store, days: int) -> list[str]:
    """Puts the tables away that nobody used for so many days; the codes of those."""
    now = store.clock().astimezone(UTC)
    try:
        since = now - timedelta(days=days)
    except OverflowError:  # before the year 1 nobody played
        since = datetime.min.replace(tzinfo=UTC)
    before = since.isoformat(timespec="seconds").replace("+00:00", "Z")
    with store.writing() as db:
        unused = [
            one.table
            for one in used(store)
            if one.table.archived_at is None and one.last_use < before
        ]
        for table in unused:
            db.execute("UPDATE tables SET archived_at = ? WHERE id = ?", [store.now(), table.id])
    return [table.code for table in unused]


def unarchive(store: Store, code: str) -> bool:
    """Brings a table back into the list; False when there is none with this code."""
    with store.writing() as db:
        changed = db.execute(
            "UPDATE tables SET archived_at = NULL WHERE code = ? AND deleted_at IS NULL",
            [code.upper()],
        )
        return changed.rowcount > 0
