"""What ``companion tables`` does with the tables of the data folder."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from companion.cli.failure import Failure
from companion.codes import recovery_code
from companion.rules.words import plural
from companion.settings import data_folder, kept_key
from companion.store import OtherVersion, Store, Table, Unreadable, is_about_disk
from companion.store.archive import Used, archive_unused, unarchive, used

COLUMNS = ("TABLE", "RECOVERY", "LAST USED", "DEALS", "EDITION", "PLAYERS")


@contextmanager
def _store() -> Iterator[Store]:
    """The store of the data folder. Failure if there is none, or it cannot be used."""
    try:
        file = data_folder() / "companion.db"
    except OSError as error:
        raise Failure(f"cannot use {error.filename} ({error.strerror})") from None
    try:
        if not file.is_file():
            raise Failure(f"there are no tables in {file.parent}")
        with closing(Store(file)) as store:
            yield store
    except OtherVersion:
        raise Failure(
            f"the tables in {file.parent} were made by another version of the companion: start "
            "that one, or set COMPANION_INSTANCE to another folder"
        ) from None
    except (sqlite3.Error, OSError) as error:
        why = ": the disk is full, or cannot be written" if is_about_disk(error) else ""
        raise Failure(f"the tables in {file.parent} cannot be used ({error}){why}") from None


def listing() -> list[str]:
    """The lines to print: headings, then a line for each table, the last used first."""
    with _store() as store:
        key = kept_key(data_folder())
        rows = [_row(one, key, _deals(store, one.table)) for one in used(store)]
    widths = [max(map(len, column)) for column in zip(COLUMNS, *rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (COLUMNS, *rows)
    ]


def _deals(store: Store, table: Table) -> str:
    try:
        return str(store.count_deals(table))
    except Unreadable:
        return "unknown"


def _row(one: Used, key: str, deals: str) -> tuple[str, ...]:
    """The cells of a table's line, in the order of COLUMNS."""
    table = one.table
    used_at = one.last_use.replace("T", " ").removesuffix("Z")[:16]
    used_at = f"{used_at} UTC" if used_at else "unknown"
    return (
        _plain(table.code),
        recovery_code(key, table.secret, table.generation) if key else "-",
        f"{used_at}{' (put away)' if table.archived_at else ''}",
        deals,
        _plain(table.edition_id),
        ", ".join(_plain(name) for name in table.players),
    )


def _plain(name: str | bytes) -> str:
    """A text whose control characters are replaced, because a terminal would obey them; so is what
    a damaged file has instead of a text."""
    if isinstance(name, bytes):
        name = name.decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else "�" for letter in name)


def archive(days: int) -> str:
    """Puts away the tables not used for `days` days; returns the sentence to print."""
    with _store() as store:
        codes = archive_unused(store, days)
    if not codes:
        return f"Nothing to put away: every table was used within {plural(days, 'day')}."
    return f"{plural(len(codes), 'table')} put away: {', '.join(map(_plain, codes))}"


def bring_back(code: str) -> None:
    """Brings a table back into the list. Failure if no table has this code."""
    with _store() as store:
        if not unarchive(store, code):
            raise Failure(f"there is no table {code[:20]}", status=1)
