"""``companion backup`` and ``companion restore``: all tables into one file, and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.failure import Failure, NotDone
from companion.rules.words import plural

if TYPE_CHECKING:
    from companion.store.backup import Copied

FILE = click.argument("file", type=click.Path(readable=False, path_type=Path))
ENVIRONMENT = "Environment: COMPANION_INSTANCE, the data folder."
NO_KEY = """There is no secret.key beside it. Copy the old one there, if you have it.
Without it phones must join again, and recovery codes are new. Start the companion, then
`companion tables` lists them."""


@click.command(epilog=ENVIRONMENT)
@FILE
def backup(file: Path) -> None:
    """Copies all tables into the new file FILE.

    `companion serve` may run meanwhile: every deal confirmed before is in the copy. Only its owner
    can read the file. It does not hold secret.key: copy that once, from the same folder. An older
    backup is never overwritten. Exit status: 0 done, 1 FILE exists already, 2 it cannot be read or
    written.
    """
    with _copying() as data:
        from companion.store import backup as copies

        made = copies.backup(data, file)
    click.echo(f"{_in_copy(made)} saved in {file}")


@click.command(epilog=ENVIRONMENT)
@click.option(
    "--force",
    is_flag=True,
    help="Also where there is data: it is kept beside, as companion.db.before-restore.",
)
@FILE
def restore(file: Path, *, force: bool) -> None:
    """Puts the backup FILE in place of the data, after checking it.

    Stop `companion serve` first. FILE stays as it is. Exit status: 0 done, 1 there is data already
    and --force is not given, 2 it cannot be read or written, or is in use.
    """
    with _copying() as data:
        from companion.settings import kept_key
        from companion.store import backup as copies

        made = copies.restore(file, data, force=force)
    kept = "" if made.aside is None else f"; what was there is kept as {made.aside}"
    click.echo(f"{_in_copy(made)} restored to {data}{kept}")
    try:
        there = kept_key(data.parent)
    except OSError as problem:
        click.echo(f"secret.key beside it cannot be read ({problem.strerror}).")
    else:
        if not there:
            click.echo(NO_KEY)


@contextmanager
def _copying() -> Iterator[Path]:
    """The database of the data folder. A copy that cannot be made ends the subcommand."""
    from companion.settings import data_folder
    from companion.store.backup import CannotCopy, InTheWay

    try:
        yield data_folder() / "companion.db"
    except InTheWay as problem:
        raise NotDone(str(problem)) from None
    except CannotCopy as problem:
        raise Failure(str(problem)) from None
    except OSError as problem:
        which = problem.filename or "the files"
        raise Failure(f"cannot use {which} ({problem.strerror}).") from None


def _in_copy(made: "Copied") -> str:
    """``2 tables, 31 deals``"""
    return f"{plural(made.tables, 'table')}, {plural(made.deals, 'deal')}"
