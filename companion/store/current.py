"""Files that say which version each table has, for a proxy that answers polls itself.

Beside the database may stand a link ``current`` to a folder that the proxy reads too. There each
table has a folder named by its key, with an empty file named by the table's version. A page that
shows this version is current; without a file only the application knows.

The link belongs to the data, so every program that writes there keeps the files: a command too,
whatever its settings. A transaction replaces the file just before its commit, while nobody else can
write. So a file never stands once a later version is committed; after a rollback or a kill it may
be missing, or of a version that no phone shows yet, and the next change puts it right.
"""

import re
import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from companion.codes import signature

NAME = "current"
KEY = re.compile(r"[\w-]{16}", re.ASCII)

WATCHED = (
    "UPDATE OF version ON tables BEGIN SELECT note(new.secret, new.version);",
    "DELETE ON tables BEGIN SELECT note(old.secret, NULL);",
    # Every few minutes for each phone. So a file that is missing comes back without a change.
    "UPDATE OF seen_at ON phones BEGIN SELECT note(secret, version) FROM tables"
    " WHERE id = new.table_id;",
)

Versions = Mapping[str, int | None]
"""The version of each table, by its secret; None for a table that was removed."""


class CannotTell(sqlite3.OperationalError):
    """The file of an older version cannot be removed, so no new version may be stored."""

    sqlite_errorname = "SQLITE_READONLY"


def link_of(database: Path) -> Path:
    """The link beside this database."""
    return database.resolve().with_name(NAME)


def key_of(secret: str) -> str:
    """The key of the table with this secret: 96 bits, known to those who were shown its pages."""
    return urlsafe_b64encode(signature(secret, NAME)[:12]).decode()


def watch(conn: sqlite3.Connection, note: Callable[[str, int | None], None]) -> None:
    """Calls `note` with the secret and the new version of every table that this connection
    changes, or whose phones were seen."""
    conn.create_function("note", 2, note)
    for number, event in enumerate(WATCHED):
        conn.execute(f"CREATE TEMP TRIGGER notes_{number} AFTER {event} END").close()


def tell(link: Path, versions: Versions) -> None:
    """Leaves each of these tables the file of this version and no other. Only within a transaction
    that has the database to itself. CannotTell when an older file cannot be removed; a new one that
    cannot be made is left out."""
    try:
        link.stat()
    except (FileNotFoundError, NotADirectoryError):
        return  # as at home, and as long as the server's folder on memory is away
    except OSError as error:
        raise CannotTell(f"{link}: {error}") from None
    for secret, version in versions.items():
        folder = link / key_of(secret)
        _clear(folder)
        with suppress(OSError):  # such as a full disk
            if version is None:
                folder.rmdir()
                continue
            if not folder.is_dir():
                folder.mkdir()
                folder.chmod(0o711)  # the proxy looks for a file by its name
            (folder / str(version)).touch(0o600)


def empty(link: Path) -> None:
    """Removes all files, for the data may be of another time than they are. CannotTell when that is
    not possible."""
    for folder in _inside(link):
        if KEY.fullmatch(folder.name):
            _clear(folder)
            with suppress(OSError):  # one that has just got a file
                folder.rmdir()


def leads_to(link: Path, folder: Path) -> bool:
    """Whether the link leads to this folder, and it is there."""
    return folder.is_dir() and link.is_symlink() and link.readlink() == folder


def lead(link: Path, folder: Path) -> None:
    """Makes the link lead to this folder, which is made when it is missing. OSError when that
    cannot be done."""
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    fresh = link.with_name(f"{NAME}.{token_hex(8)}")
    fresh.symlink_to(folder, target_is_directory=True)
    fresh.replace(link)


def _clear(folder: Path) -> None:
    """Removes the files of one table."""
    for file in _inside(folder):
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise CannotTell(f"{file}: {error}") from None


def _inside(folder: Path) -> list[Path]:
    """What is in a folder; nothing when there is none. CannotTell when it cannot be read."""
    try:
        return list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise CannotTell(f"{folder}: {error}") from None
