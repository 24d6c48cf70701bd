"""Where everything is kept: one SQLite file, and the only room that uses sqlite_utils.

`schema` makes the tables, `records` is what comes out, `store` reads and writes tables, deals and
drafts. Other jobs are modules of functions that take the `Store`.
"""

from companion.store.records import (
    ENTERED,
    Action,
    Change,
    ClosedDeal,
    Conflict,
    Draft,
    Kind,
    Table,
)
from companion.store.schema import migrations
from companion.store.store import Store, utc_now

__all__ = [
    "ENTERED",
    "Action",
    "Change",
    "ClosedDeal",
    "Conflict",
    "Draft",
    "Kind",
    "Store",
    "Table",
    "migrations",
    "utc_now",
]
