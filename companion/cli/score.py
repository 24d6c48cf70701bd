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
from companion.rules.deal import read_line
from companion.rules.hand import Refusal
from companion.rules.payout import settle

LONGEST_LINE = 1 << 20
"""Bytes of one input line. A longer one is refused, so that memory stays bounded."""


@click.command()
@click.argument("file", required=False)
def score(file: str | None) -> int:
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
            refused = score_lines(source, sys.stdout, sys.stderr)
    except _Unreadable as error:
        raise Failure(f"cannot read the input: {error}") from None
    except OSError as error:
        if file is None or error.filename != file:
            raise
        raise Failure(f"cannot read {file}: {error.strerror}") from None
    return 1 if refused else 0


class _Unreadable(Exception):
    """The input could not be read on."""


def score_lines(source: BinaryIO, out: Any, progress: Any) -> int:
    """Scores every line of `source` to `out`; returns how many were refused.

    Holds one line in memory at a time. Each answer is passed on at once unless the input is a
    plain file. A progress line is kept on `progress` when that is a terminal.
    """
    # An answer is made afresh for every line, so it holds no circle to look out for.
    encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
    at_once = not _is_file(source)
    shown = monotonic() if progress is not None and progress.isatty() else None
    lines = refused = 0
    for line in _lines(source):
        lines += 1
        if line is None:
            refusal = Refusal(
                "not-json", f"This line is longer than {LONGEST_LINE:,} bytes: split it up."
            )
            answer: dict[str, Any] = refusal.as_json()
            refused += 1
        else:
            try:
                answer = settle(*read_line(line)).as_json()
            except Refusal as refusal:
                answer = refusal.as_json()
                refused += 1
        out.write(encode(answer) + "\n")
        if at_once:
            out.flush()
        if shown is not None and monotonic() - shown > 0.2:
            shown = monotonic()
            print(f"\r{lines:,} deals, {refused:,} refused", end="", file=progress, flush=True)
    out.flush()
    if shown is not None:
        print(f"\r{lines:,} deals, {refused:,} refused", file=progress)
    return refused


def _is_file(source: BinaryIO) -> bool:
    try:
        return S_ISREG(os.fstat(source.fileno()).st_mode)
    except (OSError, io.UnsupportedOperation):
        return True


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines that are not blank; None for one that is too long."""
    first = True

    def read(most: int) -> bytes:
        try:
            return source.readline(most)
        except OSError as error:
            raise _Unreadable(error.strerror) from None

    while line := read(LONGEST_LINE + 1):
        if first:
            line, first = line.removeprefix(b"\xef\xbb\xbf"), False
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := read(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
        elif line.strip():
            yield line
