"""When a game was played. Functions on the store."""

from companion.store.records import Table
from companion.store.store import Store


def last_closed(store: Store, table: Table) -> str | None:
    """When the last deal was closed, as it is kept (ISO 8601, UTC); None before the first.

    Closings that were undone do not count, and neither do corrections: they may come days later.
    """
    found = store.rows(
        """
        SELECT max(at) AS at FROM actions WHERE table_id = ? AND kind = 'close'
          AND NOT EXISTS (SELECT 1 FROM actions AS undo WHERE undo.undoes = actions.id)
        """,
        [table.id],
    )
    at: str | None = found[0]["at"]
    return at
