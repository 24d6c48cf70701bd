"""Backup and restore of the database as one file.

SQLite itself makes the copies: they are consistent while others write, and have everything that was
committed before the copy began. Nothing is ever overwritten: neither an older backup, nor the data
that a restored backup replaces.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote

from sqlite_utils import Database

from companion.store.file import PATIENCE, SCHEMA, OtherVersion, is_about_disk, is_new
from companion.store.games import purge_expired
from companion.store.store import Store

ASIDE = ".before-restore"
ENDINGS = ("", "-wal", "-shm")
"""Endings of the files that SQLite keeps while it writes."""


class CannotCopy(Exception):
    """The copy cannot be made; nothing was changed. The message says why and what to do."""


class InTheWay(CannotCopy):
    """There is a file already where the copy should go."""


@dataclass(frozen=True)
class Copied:
    """The tables and deals in a copy, and where the old data is now, if there was any."""

    tables: int
    deals: int
    aside: Path | None = None


def backup(path: Path, target: Path) -> Copied:
    """Copies the database at `path` to the new file `target`, also while a server writes.

    When this returns, the copy has been checked and is on the disk, readable by its owner only;
    until then there is no file at `target`. InTheWay when `target` is there already.
    """
    if not path.is_file():
        raise CannotCopy(f"there are no tables in {path.parent}: is that the data folder?")
    if target.is_dir():
        name = target / "tables.db"
        raise InTheWay(f"{target} is a folder: add a name for the file, such as {name}.")
    if os.path.lexists(target):
        raise InTheWay(f"{target} is there already: choose another name, or remove it.")
    if not target.absolute().parent.is_dir():
        raise CannotCopy(f"there is no folder {target.absolute().parent}: make it first.")
    _purge(path)
    with _new_file(target) as fresh:
        copied = _copy(path, fresh)
        fresh.replace(target)
    _fsync(target.absolute().parent)
    return copied


def restore(source: Path, path: Path, *, force: bool = False) -> Copied:
    """Puts a copy of the backup `source` at `path`, where a server will find it.

    InTheWay when there is data at `path`; with `force` that data is kept beside it as
    ``companion.db.before-restore``. CannotCopy for a file that is damaged, is something else or
    was made by another version, and while a server has the data open.
    """
    if source.is_dir():
        raise CannotCopy(f"{source} is a folder: name the file of the backup.")
    if not source.is_file():
        raise CannotCopy(f"there is no file {source}.")
    there = [name for name in _beside(path) if os.path.lexists(name)]
    if path.exists() and source.samefile(path):
        raise CannotCopy(f"{source} is the data itself, not a backup of it.")
    if path in there and not force:
        raise InTheWay(
            f"there is data in {path.parent} already: with --force the backup takes its place, and "
            f"what is there now is kept beside it as {path.name}{ASIDE}."
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    with _new_file(path) as fresh:
        copied = _copy(source, fresh)
        if path in there:
            _nobody_else(path)
        _give_to_owner(fresh, path if path in there else path.parent)
        aside = _moved_aside(path)
        fresh.replace(path)
    _fsync(path.parent)
    return replace(copied, aside=aside)


def take_in(source: Path, store: Store) -> Copied:
    """Puts the backup `source` in the place of everything in the open `store`, in one transaction.

    No phone of the backup is at its tables any more. CannotCopy for a file that is damaged, is
    something else or was made by another version; nothing was changed then.
    """
    try:
        with closing(_source(source)) as old:
            copied = _checked(source, Database(old, execute_plugins=False))
            old.backup(store.db.conn)
    except sqlite3.OperationalError as error:
        if is_about_disk(error):
            raise
        raise CannotCopy(f"{source} cannot be copied ({error}).") from None
    except sqlite3.DatabaseError:
        raise _damaged(source) from None
    with store.writing() as db:
        db.execute("DELETE FROM phones")
    return copied


def counted(store: Store) -> Copied:
    """The tables and deals in the store."""
    return _counted(store.db)


def _purge(path: Path) -> None:
    """Removes the deleted tables whose day is over, so that no backup has them."""
    with suppress(sqlite3.Error, OSError, OtherVersion), closing(Store(path)) as store:
        purge_expired(store)  # else the copy will say what is wrong


def _give_to_owner(fresh: Path, of: Path) -> None:
    """Gives the new file the owner of the data, where this user may do that: root restores for the
    server's user, who could not open it otherwise."""
    if hasattr(os, "chown"):
        owner = of.stat()
        with suppress(PermissionError):
            os.chown(fresh, owner.st_uid, owner.st_gid)


def _beside(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in ENDINGS]


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """An empty file beside `target` that only its owner may read. Afterwards it is removed, unless
    it was renamed, with the files that SQLite made for it."""
    fresh = target.absolute().with_name(f".{target.name}.{token_hex(6)}")
    try:
        os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield fresh
    except sqlite3.Error as error:
        raise CannotCopy(f"the copy cannot be made ({error}).") from None
    finally:
        for left in [*_beside(fresh), fresh.with_name(f"{fresh.name}-journal")]:
            left.unlink(missing_ok=True)


def _open(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that makes no new file."""
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?{mode}", uri=True, timeout=PATIENCE)


def _source(path: Path) -> sqlite3.Connection:
    """A connection to read the data. SQLite makes a file beside it for that. Where nothing can be
    written, as on a card that has become read-only, it needs none if nobody else writes."""
    source = _open(path, "mode=ro")
    try:
        source.execute("SELECT 1 FROM sqlite_master").close()
    except sqlite3.OperationalError as error:
        source.close()
        if not _cannot_open(error) or os.path.lexists(_beside(path)[1]):
            raise
        return _open(path, "immutable=1")
    return source


def _cannot_open(error: sqlite3.OperationalError) -> bool:
    return str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_CANTOPEN")


def _copy(path: Path, fresh: Path) -> Copied:
    """Checks a database and copies it into an empty file on the disk, as one plain file without a
    write-ahead log. CannotCopy when it is damaged."""
    try:
        with closing(_source(path)) as source:
            copied = _checked(path, Database(source, execute_plugins=False))
            source.execute("VACUUM INTO ?", [str(fresh)]).close()
    except sqlite3.OperationalError as error:
        hint = ""
        if _cannot_open(error):
            hint = " If it is on a disk that cannot be written, copy it and "
            hint += f"{path.name}-wal to another one first."
        raise CannotCopy(f"{path} cannot be copied ({error}).{hint}") from None
    except sqlite3.DatabaseError:
        raise _damaged(path) from None
    with open(fresh, "r+b") as file:  # Windows writes no file to the disk that is open to be read
        os.fsync(file.fileno())
    return copied


def _damaged(path: Path) -> CannotCopy:
    return CannotCopy(f"{path} is damaged, or no database at all: take another backup.")


_PARTS = "SELECT name, sql FROM sqlite_master"


def _checked(path: Path, db: Database) -> Copied:
    """What is in a database. CannotCopy when it is damaged, another program's or another
    version's."""
    sound = list(db.query("PRAGMA integrity_check(1)")) == [{"integrity_check": "ok"}]
    if not sound or list(db.query("PRAGMA foreign_key_check")):
        raise _damaged(path)
    try:
        if is_new(db.conn):
            raise CannotCopy(f"{path} is a database, but not one of the companion.")
    except OtherVersion:
        raise CannotCopy(
            f"{path} was made by another version of the companion, or by another program. This one "
            "cannot use it."
        ) from None
    fresh = Database(memory=True)
    fresh.executescript(SCHEMA)
    missing = {*fresh.execute(_PARTS)} - {*db.execute(_PARTS)}
    fresh.close()
    if missing:
        raise CannotCopy(f"{path} is damaged: tables are missing in it. Take another backup.")
    return _counted(db)


def _counted(db: Database) -> Copied:
    here = "SELECT id FROM tables WHERE deleted_at IS NULL"
    deals = f"SELECT 1 FROM counting_deals WHERE struck = 0 AND table_id IN ({here})"
    number = "SELECT (SELECT count(*) FROM ({})), (SELECT count(*) FROM ({}))"
    return Copied(*db.execute(number.format(here, deals)).fetchone())


def _nobody_else(path: Path) -> None:
    """Makes the old data one plain file, or raises CannotCopy when another program has it open.

    Data that cannot be read may still be moved aside: that is what backups are for.
    """
    try:
        with closing(_open(path, "mode=rw")) as old:
            old.execute("PRAGMA busy_timeout = 200").close()
            found = old.execute("PRAGMA journal_mode = DELETE").fetchone()
            alone = found is not None and found[0] == "delete"
    except sqlite3.OperationalError as error:
        alone = "locked" not in str(error)
    except sqlite3.DatabaseError:
        alone = True
    if not alone:
        raise CannotCopy("a companion has the data open: stop it first (Ctrl+C), then try again.")


def _moved_aside(path: Path) -> Path | None:
    """Renames the data at `path` to a free name and returns it; None when nothing is there."""
    number = 1
    while True:
        end = ASIDE if number == 1 else f"{ASIDE}-{number}"
        aside = path.with_name(path.name + end)
        if not any(os.path.lexists(name) for name in _beside(aside)):
            break
        number += 1
    there = path.exists()
    for old, new in zip(_beside(path), _beside(aside), strict=True):
        if os.path.lexists(old):
            old.rename(new)
    return aside if there else None


def _fsync(folder: Path) -> None:
    """Writes the names of a folder's files to the disk, where the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # pragma: no cover - Windows opens no folders
        return
    try:
        os.fsync(handle)
    except OSError:  # pragma: no cover - nor do some network folders
        pass
    finally:
        os.close(handle)
