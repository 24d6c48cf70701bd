"""Everything is stored in one SQLite file; only this package uses sqlite_utils.

`schema.sql` has the tables, `file` opens them, `rows` is what comes out, `columns` what a deal has
as JSON, `store` reads and writes tables, drafts and deals. Other jobs are modules of functions that
take the `Store`.
"""

from companion.store.columns import Unreadable
from companion.store.draft import Draft
from companion.store.file import DataGone, OtherVersion, is_about_disk
from companion.store.rows import (
    Action,
    AnyDeal,
    ClosedDeal,
    Conflict,
    Kind,
    Payment,
    ScoredDeal,
    Table,
)
from companion.store.store import Store

__all__ = [
    "Action",
    "AnyDeal",
    "ClosedDeal",
    "Conflict",
    "DataGone",
    "Draft",
    "Kind",
    "OtherVersion",
    "Payment",
    "ScoredDeal",
    "Store",
    "Table",
    "Unreadable",
    "is_about_disk",
]
