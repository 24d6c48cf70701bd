"""The ``companion`` command, one module a subcommand. Flask and the store are imported only by the
subcommands that need them, while they run."""

from companion.cli.command import main

__all__ = ["main"]
