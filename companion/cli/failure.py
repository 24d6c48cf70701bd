"""How a subcommand says that it cannot do its work."""

import sys

import click


class Failure(Exception):
    """Ends the running subcommand with one line on standard error and an exit status."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(f"{click.get_current_context().command_path}: {message}")
        self.status = status


def say(message: str) -> None:
    """Prints a message on one line of standard error, if that is open."""
    if sys.stderr is not None:
        print(" ".join(message.split()), file=sys.stderr)
