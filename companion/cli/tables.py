"""``companion tables``: the tables of this server, and putting unused ones away."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from companion.cli.failure import Failure, NotDone
from companion.codes import recovery_code
from companion.rules.words import plural

if TYPE_CHECKING:
    from companion.store import Store
    from companion.store.archive import Used

DAYS = click.IntRange(1, 999_999)
COLUMNS = ("TABLE", "RECOVERY", "LAST USED", "DEALS", "EDITION", "PLAYERS")


@click.command(epilog="Environment: COMPANION_INSTANCE, the data folder.")
@click.option(
    "--archive-unused", type=DAYS, metavar="DAYS", help="Put away those unused for DAYS days."
)
@click.option("--unarchive", metavar="CODE", help="Bring a table back into the list.")
def tables(archive_unused: int | None, unarchive: str | None) -> None:
    """Lists the tables of this server, also while it runs.

    Each line has code, recovery code (it makes any phone the scorekeeper's), last use, deals,
    edition and players. A table that is put away leaves the list of tables. Its address and its
    history stay, and it comes back when someone plays on. Exit status: 0, 1 for a code that no
    table has, 2 when the data cannot be used.
    """
    if archive_unused is not None and unarchive is not None:
        raise click.UsageError("Use --archive-unused or --unarchive, not both.")
    from companion.store import archive

    told = []
    with _store() as store:
        if archive_unused is not None:
            codes = archive.archive_unused(store, archive_unused)
            days = plural(archive_unused, "day")
            said = f"Nothing to put away: every table was used within {days}."
            if codes:
                said = f"{plural(len(codes), 'table')} put away: {', '.join(map(_plain, codes))}"
            told = [said]
        elif unarchive is None:
            told = _listing(store)
        elif not archive.unarchive(store, unarchive):
            raise NotDone(f"there is no table {unarchive[:20]}")
    for line in told:  # not within: what cannot be written here is no fault of the tables
        click.echo(line)


@contextmanager
def _store() -> "Iterator[Store]":
    """The store of the data folder. Failure if there is none, or it cannot be used."""
    import sqlite3

    from companion.settings import data_folder
    from companion.store import OtherVersion, Store, is_about_disk

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


def _listing(store: "Store") -> list[str]:
    """The lines to print: headings, then a line for each table, the last used first."""
    from companion.settings import kept_key
    from companion.store.archive import used

    key = kept_key(store.path.parent)
    rows = [COLUMNS, *(_row(store, known, key) for known in used(store))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _row(store: "Store", known: "Used", key: str) -> tuple[str, ...]:
    """The cells of a table's line, in the order of COLUMNS."""
    from companion.store import Unreadable

    table = known.table
    try:
        deals = str(store.count_deals(table))
    except Unreadable:
        deals = "unknown"
    used_at = known.last_use.replace("T", " ").removesuffix("Z")[:16]
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
