"""``companion score``: deals as JSON Lines in, rulings as JSON Lines out."""

import io
import json
import os
import sys
from collections.abc import Iterator
from stat import S_ISREG
from time import monotonic
from typing import Any, BinaryIO

import click

from companion.cli.failure import Failure
from companion.rules.contract import read_line
from companion.rules.payout import settle
from companion.rules.refusal import Refusal

LONGEST_LINE = 1 << 20
"""Bytes of one input line. A longer one is refused, so that memory stays bounded."""
TOO_LONG = f"This line is longer than {LONGEST_LINE:,} bytes: split it up."


@click.command()
@click.argument("file", required=False)
@click.option("--no-steps", is_flag=True, help="Leave out the sums in words.")
def score(file: str | None, no_steps: bool) -> int:
    """Reads deals as JSON Lines, writes rulings as JSON Lines.

    The rulings come in the order of the deals. Without FILE it reads standard input. Exit status:
    0, 1 when a line was refused, 2 when the input cannot be read.
    """
    if sys.stdout is None:
        raise Failure("there is nowhere to write to: standard output is closed")
    try:
        if file not in (None, "-"):
            source: BinaryIO = open(file, "rb")  # noqa: SIM115
        elif sys.stdin is None:
            raise Failure("cannot read the input: standard input is closed")
        else:
            source = sys.stdin.buffer
        with source:
            refused = score_lines(source, sys.stdout, sys.stderr, steps=not no_steps)
    except _Unreadable as error:
        raise Failure(f"cannot read the input: {error}") from None
    except OSError as error:
        if file is None or error.filename != file:
            raise
        raise Failure(f"cannot read {file}: {error.strerror}") from None
    return 1 if refused else 0


class _Unreadable(Exception):
    """The input could not be read on."""


def score_lines(source: BinaryIO, out: Any, progress: Any, *, steps: bool = True) -> int:
    """Scores every line of `source` to `out`; returns how many were refused.

    `steps`: with the sums in words. Holds one line in memory at a time. Answers are passed on at
    once unless the input is a plain file. A progress line is kept on `progress` when that is a
    terminal.
    """
    at_once = not _is_file(source)
    shown = monotonic() if progress is not None and progress.isatty() else None
    lines = refused = 0
    for line in _lines(source):
        lines += 1
        try:
            answer = _answer(line, steps=steps)
        except Refusal as refusal:
            refused += 1
            answer = json.dumps(refusal.as_json(), separators=(",", ":"))
        out.write(f"{answer}\n")
        if at_once:
            out.flush()
        if shown is not None and monotonic() - shown > 0.2:
            shown = monotonic()
            print(f"\r{lines:,} deals, {refused:,} refused", end="", file=progress, flush=True)
    out.flush()
    if shown is not None:
        print(f"\r{lines:,} deals, {refused:,} refused", file=progress)
    return refused


def _answer(line: bytes | None, *, steps: bool) -> str:
    """The ruling on one line, as JSON; None stands for a line that is too long. Refusal for a line
    that is no deal."""
    if line is None:
        raise Refusal("not-json", TOO_LONG)
    data = settle(*read_line(line)).as_json()
    if not steps:
        for hand in data["hands"].values():
            del hand["steps"]
    return json.dumps(data, separators=(",", ":"))


def _is_file(source: BinaryIO) -> bool:
    try:
        return S_ISREG(os.fstat(source.fileno()).st_mode)
    except (OSError, io.UnsupportedOperation):
        return True


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines that are not blank; None for one that is too long."""
    first = True
    try:
        while line := source.readline(LONGEST_LINE + 1):
            if first:
                line, first = line.removeprefix(b"\xef\xbb\xbf"), False
            if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):  # its end is still to come
                    line = source.readline(LONGEST_LINE)
                yield None
            elif line.strip():
                yield line
    except OSError as error:
        raise _Unreadable(error.strerror) from None
