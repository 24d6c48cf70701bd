"""One SQLite file: a connection for each thread, and transactions."""

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.names import plain_name
from companion.store.columns import text_of
from companion.store.schema import is_new, make_tables

WAL_SECONDS = 10.0
"""How long a first start waits for another program that makes the same file."""


def utc_now() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


def utc_text(moment: datetime) -> str:
    """A moment as it is stored: ISO 8601 in UTC, to the second, as in ``2026-11-21T18:05:00Z``."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


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


class DataGone(Exception):
    """The file is not there any more, or another one is in its place. Nothing was stored."""


def is_about_disk(error: Exception) -> bool:
    """Whether SQLite says that the disk is full, or cannot be written."""
    name = str(getattr(error, "sqlite_errorname", ""))
    return name.startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY"))


def _plain_name(stored: bytes) -> str:
    """`plain_name` of a name as the file has it: of a damaged text SQLite would make an error."""
    return plain_name(text_of(stored))


class StoreFile:
    """The file. Safe to use from many threads and processes at once.

    Every write is one transaction that has the file to itself from its first read to its commit,
    and is on the disk when the call returns.
    """

    def __init__(self, path: str | Path, clock: Callable[[], datetime] = utc_now) -> None:
        """Opens or makes the file, which only its owner may read. OSError or sqlite3.Error when
        that cannot be done; OtherVersion for a file of another version, which is not touched."""
        self.path = Path(path)
        self._in_memory = str(path) == ":memory:"
        self.clock = clock
        self._local = threading.local()
        self._writer = threading.Lock()
        self._open: weakref.WeakSet[Database] = weakref.WeakSet()
        if not self._in_memory:
            os.close(os.open(self.path, os.O_RDONLY | os.O_CREAT, 0o600))
        self._identity = self._identity_now()
        with closing(self._connection()) as conn:
            new = is_new(conn)
        if not self._in_memory:
            with suppress(OSError):  # somebody copied the file, for everybody to read
                self.path.chmod(0o600)
        if new:
            self._make_tables()

    def _make_tables(self) -> None:
        """Makes the tables of a new file. Of two programs that start at once, one waits."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            if is_new(self.db.conn):
                make_tables(self.db)
            self.db.commit()
        except BaseException:
            self.db.rollback()
            raise

    def _connection(self) -> sqlite3.Connection:
        """A new connection. A file that was deleted is not made anew, for it would be empty."""
        address = "file::memory:" if self._in_memory else f"{self.path.absolute().as_uri()}?mode=rw"
        # Closing, and only that, may come from another thread.
        return sqlite3.connect(address, timeout=5.0, check_same_thread=False, uri=True)

    @property
    def db(self) -> Database:
        """This thread's connection."""
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            conn = self._connection()
            conn.text_factory = text_of
            conn.create_function("plain_name", 1, _plain_name, deterministic=True)
            db = Database(conn, execute_plugins=False)
            for pragma in ("synchronous = FULL", "foreign_keys = ON"):
                db.execute(f"PRAGMA {pragma}")
            _use_write_ahead_log(db)
            self._check_identity()
            weakref.finalize(db, conn.close)
            self._local.db = db
            self._open.add(db)
        return db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """One transaction in which nobody else writes: all of it is stored, or nothing. Not nested.

        It begins with ``BEGIN IMMEDIATE``. `Database.atomic` begins with a read: when two threads
        read and then write, the second would fail instead of waiting. DataGone when the file was
        deleted in the meantime: this connection would still write into it, and all would be lost.
        """
        with self._writer:
            db = self.db
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

    def rows(
        self, sql: str, params: Mapping[str, Any] | Sequence[Any] = ()
    ) -> list[dict[str, Any]]:
        """The rows that a query finds, as dicts."""
        cursor = self.db.conn.execute(sql, params)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def now(self) -> str:
        """The time as it is stored."""
        return utc_text(self.clock())

    def close(self) -> None:
        """Closes the connections of all threads; the next use opens new ones."""
        for db in list(self._open):
            db.conn.close()
        self._open.clear()
        self._local = threading.local()
