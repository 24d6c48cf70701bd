"""The ``companion`` command. Flask and the store are imported by those commands that need them,
when they run: `companion score` starts in half the time without them."""

import io
import os
import sys
from collections.abc import Sequence

import click

from companion import __version__
from companion.cli.backup import backup, restore
from companion.cli.check import check
from companion.cli.editions import editions
from companion.cli.failure import Failure
from companion.cli.rank import rank
from companion.cli.read import read
from companion.cli.score import score
from companion.cli.serve import serve
from companion.cli.tables import tables
from companion.rules.refusal import Refusal


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="companion COMMAND --help tells more.",
)
@click.version_option(__version__, message="companion %(version)s")
def companion() -> None:
    """The unofficial referee and scorekeeper for Monopoly: The Card Game."""


for command in (serve, tables, score, check, read, rank, editions, backup, restore):
    companion.add_command(command)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; its exit status: 2 for wrong words, 130 after Ctrl+C. SystemExit with 1 when
    whoever reads the output has gone."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # for terminals that cannot show every letter
            stream.reconfigure(errors="replace")
    words = None if argv is None else list(argv)
    try:
        return int(companion.main(words, "companion", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Refusal as refusal:
        Failure(refusal.message).show()
        return 2
    except click.Abort:
        return 130
    except OSError as error:
        Failure(f"cannot write the output: {error.strerror}").show()
        real = sys.__stdout__
        if real is not None and sys.stdout is real:
            # When Python ends it would try to write the rest, and complain in its own words.
            with open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), real.fileno())
        return 2
