"""The ``companion`` command. A subcommand imports Flask and the store only when it runs."""

from companion.cli.command import main

__all__ = ["main"]
