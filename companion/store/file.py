"""One SQLite file: its tables, a connection for each thread, and transactions."""

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.store.columns import text_of

SCHEMA = (Path(__file__).parent / "schema.sql").read_text(encoding="utf-8")
VERSION = 2
"""The number that `schema.sql` gives a file, as its ``user_version``."""
PATIENCE = 5.0
"""Seconds to wait for another program that writes."""
WAL_SECONDS = 10.0
"""How long a first start waits for another program that makes the same file."""

Values = Sequence[Any] | dict[str, Any]
"""What stands for the marks in SQL: ``?`` or ``:name``."""


class OtherVersion(Exception):
    """The file was made by another version of the program, or by another program."""


class DataGone(Exception):
    """The file is not there any more, or another one is in its place. Nothing was stored."""


def is_new(conn: sqlite3.Connection) -> bool:
    """Whether nothing was ever stored in the file. OtherVersion where something was, but not by
    this version of the program."""
    (version,) = conn.execute("PRAGMA user_version").fetchone()
    (tables,) = conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version != VERSION and (version or tables):
        raise OtherVersion
    return not version


def is_about_disk(error: Exception) -> bool:
    """Whether SQLite says that the disk is full, or cannot be written."""
    name = str(getattr(error, "sqlite_errorname", ""))
    return name.startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY"))


def utc_now() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


def utc_text(moment: datetime) -> str:
    """A moment as it is stored: ISO 8601 in UTC, to the second, as in ``2026-11-21T18:05:00Z``."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


class StoreFile:
    """The file. Safe to use from many threads and processes at once.

    Every write is one transaction that has the file to itself from its first read to its commit,
    and is on the disk when the call returns.
    """

    def __init__(self, path: str | Path, clock: Callable[[], datetime] = utc_now) -> None:
        """Opens or makes the file, which only its owner may read. OSError or sqlite3.Error when
        that cannot be done; OtherVersion for a file of another version, which is not touched."""
        self.path = Path(path)
        self.clock = clock
        self._address = "file::memory:"
        self._local = threading.local()
        self._writer = threading.RLock()
        self._open: weakref.WeakSet[Database] = weakref.WeakSet()
        if str(path) != ":memory:":
            # A file that is deleted later is not made anew, for the tables would not be in it.
            self._address = f"{self.path.absolute().as_uri()}?mode=rw"
            os.close(os.open(self.path, os.O_RDONLY | os.O_CREAT, 0o600))
        self._identity = self._identity_now()
        with closing(self._connection()) as conn:
            new = is_new(conn)
        if self._identity is not None:
            with suppress(OSError):  # somebody copied the file, for everybody to read
                self.path.chmod(0o600)
        if new:
            with self.writing() as db:  # of two programs that start at once, one waits
                if is_new(db.conn):
                    db.executescript(SCHEMA)

    def _connection(self) -> sqlite3.Connection:
        # Closing, and only that, may come from another thread.
        return sqlite3.connect(self._address, timeout=PATIENCE, check_same_thread=False, uri=True)

    @property
    def db(self) -> Database:
        """This thread's connection."""
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            conn = self._connection()
            conn.text_factory = text_of
            db = Database(conn, execute_plugins=False)
            weakref.finalize(db, conn.close)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            _use_write_ahead_log(db)
            self._check_identity()
            self._local.db = db
            self._open.add(db)
        return db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """One transaction in which nobody else writes: all of it is stored, or nothing.
        RuntimeError within another one.

        It begins with ``BEGIN IMMEDIATE``. `Database.atomic` begins with a read: when two threads
        read and then write, the second would fail instead of waiting. DataGone when the file was
        deleted in the meantime: this connection would still write into it, and all would be lost.
        """
        with self._writer:
            db = self.db
            if db.conn.in_transaction:
                raise RuntimeError("A write cannot begin within another one.")
            self._check_identity()
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.commit()
            except BaseException:
                db.rollback()
                raise
            self._check_identity()

    def _identity_now(self) -> tuple[int, int] | None:
        """Which file is at the path; None when there is none."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _check_identity(self) -> None:
        if self._identity_now() != self._identity:
            raise DataGone(f"{self.path}")

    def rows(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        """The rows that a query finds, as dicts."""
        return list(self.db.query(sql, values))

    def now(self) -> str:
        """The time as it is stored."""
        return utc_text(self.clock())

    def close(self) -> None:
        """Closes the connections of all threads; the next use opens new ones."""
        for db in list(self._open):
            db.close()
        self._open.clear()
        self._local = threading.local()


def _use_write_ahead_log(db: Database) -> None:
    """Switches the file to WAL. SQLite answers "locked" at once, without its time-out, to two
    programs that switch a new file at the same moment; so this waits and tries again.
    OperationalError when the file stays locked."""
    deadline = time.monotonic() + WAL_SECONDS
    while True:
        try:
            return db.enable_wal()
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
