"""The tables of the database: made in a new file as `schema.sql` says."""

import sqlite3
from pathlib import Path

from sqlite_utils import Database

SCHEMA = (Path(__file__).parent / "schema.sql").read_text(encoding="utf-8")
VERSION = 1
"""The number that `schema.sql` gives a file, as its ``user_version``."""


class OtherVersion(Exception):
    """The file was made by another version of the program, or by another program."""


def is_new(conn: sqlite3.Connection) -> bool:
    """Whether nothing was ever stored in the file. OtherVersion where something was, but not by
    this version of the program."""
    (version,) = conn.execute("PRAGMA user_version").fetchone()
    (tables,) = conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version != VERSION and (version or tables):
        raise OtherVersion
    return not version


def make_tables(db: Database) -> None:
    """Makes the tables, in the transaction that is open."""
    db.executescript(SCHEMA)
