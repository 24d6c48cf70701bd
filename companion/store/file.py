"""One SQLite file: a connection for each thread, and transactions."""

import json
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.store.schema import migrations

WAL_SECONDS = 10.0
"""How long a first start waits for another program that makes the same file."""


def utc_now() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


def utc_text(moment: datetime) -> str:
    """A moment as it is stored: ISO 8601 in UTC, to the second, as in ``2026-11-21T18:05:00Z``."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _use_write_ahead_log(conn: sqlite3.Connection) -> None:
    """Switches the file to WAL. SQLite answers "locked" at once, without its time-out, to two
    programs that switch a new file at the same moment; so this waits and tries again.
    OperationalError when the file stays locked."""
    deadline = time.monotonic() + WAL_SECONDS
    while True:
        try:
            conn.execute("PRAGMA journal_mode = WAL").close()
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def json_text(data: object) -> str:
    """Data as JSON, as it is stored in a column."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class StoreFile:
    """The file, up to date. Safe to use from many threads and processes at once.

    Every write is one transaction that has the file to itself from its first read to its commit,
    and is on the disk when the call returns.
    """

    def __init__(self, path: str | Path, clock: Callable[[], datetime] = utc_now) -> None:
        """Opens or makes the file."""
        self.path = Path(path)
        self.clock = clock
        self._local = threading.local()
        self._writer = threading.Lock()
        self._open: weakref.WeakSet[Database] = weakref.WeakSet()
        with self._writer:
            self._migrate()

    @property
    def db(self) -> Database:
        """This thread's connection."""
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            # Closing, and only that, may come from another thread.
            conn = sqlite3.connect(self.path, timeout=5.0, check_same_thread=False)
            for pragma in ("busy_timeout = 5000", "synchronous = FULL", "foreign_keys = ON"):
                conn.execute(f"PRAGMA {pragma}").close()
            _use_write_ahead_log(conn)
            db = Database(conn, execute_plugins=False)
            weakref.finalize(db, conn.close)
            self._local.db = db
            self._open.add(db)
        return db

    def _migrate(self) -> None:
        """Brings the file up to date. When two programs start at once, one waits."""
        db = self.db
        if not migrations.pending(db):
            return
        db.execute("BEGIN IMMEDIATE")
        try:
            migrations.apply(db)
        except BaseException:
            db.rollback()
            raise
        db.commit()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """One transaction in which nobody else writes: all of it is stored, or nothing. Not nested.

        It begins with ``BEGIN IMMEDIATE``. `Database.atomic` begins with a read: when two threads
        read and then write, the second would fail instead of waiting.
        """
        with self._writer:
            db = self.db
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.commit()
            except BaseException:
                db.rollback()
                raise

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
