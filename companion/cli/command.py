"""The ``companion`` command as a whole: its subcommands, wrong words, exit statuses."""

import gc
import io
import os
import re
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module

import click

from companion import __version__
from companion.cli.failure import Failure, say
from companion.rules.hand import Refusal

SUBCOMMANDS = {
    "serve": "serve",
    "tables": "tables",
    "score": "score",
    "check": "check",
    "read": "read",
    "rank": "rank",
    "editions": "editions",
    "backup": "backup",
    "restore": "backup",
}
"""The subcommands as they are listed, and the module of each."""


class Subcommands(click.Group):
    """The subcommands. The module of one is imported when it is asked for: importing all of them
    took twice as long as all else before the first line of `companion score`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the subcommands."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of this name; None when there is none."""
        if cmd_name not in SUBCOMMANDS:
            return None
        module = import_module(f"companion.cli.{SUBCOMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand of the first word; UsageError with the nearest if it is unknown."""
        if args[0] not in SUBCOMMANDS:
            raise click.UsageError(_unknown("command", args[0], SUBCOMMANDS), ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=Subcommands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="companion COMMAND --help tells more.",
)
@click.version_option(__version__, message="companion %(version)s")
def companion() -> None:
    """The unofficial referee and scorekeeper for Monopoly: The Card Game."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a subcommand; its exit status: 2 wrong words, 1 closed pipe, 130 after Ctrl+C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # for terminals that cannot show every letter
            stream.reconfigure(errors="replace")
    if argv is None:
        # This program stays until its end. Python would look through it for objects that refer to
        # each other, which takes a tenth of the time of a short run.
        gc.freeze()
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python closes the stream once more at its end, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        say(f"companion: cannot write the output: {error.strerror}")
        return 2
    return status


def _run(words: list[str]) -> int:
    if not words:
        with companion.make_context("companion", [], resilient_parsing=True) as context:
            print(companion.get_help(context), file=sys.stderr)
        return 2
    called = f"companion {words[0]}" if words[0] in SUBCOMMANDS else "companion"
    try:
        # Not companion.main(), which answers a closed pipe and Ctrl+C in its own way.
        with companion.make_context("companion", [*words]) as context:  # it empties the list
            return int(companion.invoke(context) or 0)
    except click.exceptions.Exit as left:  # after --help and --version
        return left.exit_code
    except click.UsageError as error:
        command = companion.get_command(click.Context(companion), words[0]) or companion
        context = click.Context(command, info_name=called)
        say(f"{called}: {_explained(error, context)} (see {called} --help)")
        return error.exit_code
    except Failure as failure:
        say(str(failure))
        return failure.status
    except Refusal as refusal:
        say(f"{called}: {refusal.message}")
        return 2


def _explained(error: click.UsageError, context: click.Context) -> str:
    """What is wrong with the words, with the nearest right one or with what to write."""
    command = context.command
    options = {name: one for one in command.get_params(context) for name in one.opts}
    if isinstance(error, click.NoSuchOption):
        known = [name for name in options if name[0] == "-"]
        if isinstance(command, click.Group):
            known += command.list_commands(context)
        return _unknown("option", error.option_name, known)
    if isinstance(error, click.BadOptionUsage):
        name, option = error.option_name, options[error.option_name]
        value = f"a value: {name} {option.metavar or 'VALUE'}"
        return f"{name} takes {'no value' if getattr(option, 'is_flag', False) else value}."
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Option):
        name = error.param.opts[0]
        return f"{name} is missing. Write {name} {error.param.metavar}: {error.param.help}."
    if isinstance(error, click.MissingParameter) and error.param:
        return f"{error.param.human_readable_name} is missing."
    if isinstance(error, click.BadParameter) and error.param:
        name, takes = error.param.opts[0], error.param.type
        if isinstance(takes, click.IntRange):
            return f"{name} takes a whole number from {takes.min} to {takes.max:,}."
        if takes is click.INT:
            return f"{name} takes a whole number: {name} {error.param.metavar}."
    if extra := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", error.message, re.S):
        usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
        return f"“{extra[1]}” is too much. Write {usage}."
    return error.format_message()


def _unknown(kind: str, word: str, known: Iterable[str]) -> str:
    """``There is no command “scor”. Did you mean “score”?``"""
    near = get_close_matches(word, known, 1)
    hint = f"Did you mean “{near[0]}”?" if near else f"There is: {', '.join(known)}."
    return f"There is no {kind} “{word}”. {hint}"
