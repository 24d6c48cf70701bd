"""Archived tables: not listed because nobody uses them, but readable at their address."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from companion.store.columns import is_damaged
from companion.store.file import utc_text
from companion.store.rows import Table, table_of
from companion.store.store import Store

# One query over four tables: the newest of their times.
_USED = """
    SELECT tables.*, max(
      tables.created_at,
      coalesce((SELECT max(at) FROM actions WHERE actions.table_id = tables.id), ''),
      coalesce((SELECT updated_at FROM drafts WHERE drafts.table_id = tables.id), ''),
      coalesce((SELECT max(seen_at) FROM phones WHERE phones.table_id = tables.id), '')
    ) AS last_use FROM tables WHERE deleted_at IS NULL ORDER BY last_use DESC, id DESC
"""


@dataclass(frozen=True)
class Used:
    """A table, and when a phone that joined it last entered something or looked at it; empty where
    a damaged file does not tell."""

    table: Table
    last_use: str


def used(store: Store) -> list[Used]:
    """All tables that are not deleted, the last used one first."""
    return [
        Used(table_of(row), "" if is_damaged([row["last_use"]]) else row["last_use"])
        for row in store.rows(_USED)
    ]


def archive_unused(store: Store, days: int) -> list[str]:
    """Archives the tables that nobody used for this number of days. Returns their codes."""
    now = store.clock().astimezone(UTC)
    try:
        since = now - timedelta(days=days)
    except OverflowError:  # nobody played before the year 1
        since = datetime.min.replace(tzinfo=UTC)
    with store.writing() as db:
        unused = [
            one.table
            for one in used(store)
            if one.table.archived_at is None and "" < one.last_use < utc_text(since)
        ]
        for table in unused:
            db.table("tables").update(table.id, {"archived_at": store.now()})
    return [table.code for table in unused]


def unarchive(store: Store, code: str) -> bool:
    """Lists a table again; False when there is none with this code."""
    with store.writing() as db:  # by code, so not with `update`, which goes by id
        changed = db.execute(
            "UPDATE tables SET archived_at = NULL WHERE code = ? AND deleted_at IS NULL",
            [code.upper()],
        )
        return changed.rowcount > 0
