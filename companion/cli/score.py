"""``companion score``: deals as JSON Lines in, rulings as JSON Lines out."""

import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from stat import S_ISREG
from time import monotonic
from typing import Any, BinaryIO, NamedTuple

import click

from companion.cli.failure import Failure
from companion.rules.deal import Deal, read_line
from companion.rules.edition import Edition
from companion.rules.hand import Refusal
from companion.rules.payout import settle

LONGEST_LINE = 1 << 20
"""Bytes of one input line. A longer one is refused, so that memory stays bounded."""

AT_A_TIME = 1 << 13
"""Bytes that are read at once: some 25 lines. What is made of more than 50 no longer fits into the
caches of the processor, which takes a sixteenth of the time. Several processes send the answers on,
and those to more than 25 are so large (128 KiB) that memory is got and given back for each."""

MOST_JOBS = 61
"""More processes than this cannot be waited for on Windows."""

_encode = json.JSONEncoder(separators=(",", ":")).encode

Lines = Sequence[bytes | None]
"""Lines that are not blank; None for one that is too long."""


class Answers(NamedTuple):
    """The answers to some lines: their text, how many they are, and how many were refused."""

    text: str
    number: int
    refused: int


@click.command()
@click.argument("file", required=False)
@click.option("--no-steps", is_flag=True, help="Leave out the sums in words.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    metavar="N",
    help="Score with N processes at once [1].",
)
def score(file: str | None, no_steps: bool, jobs: int) -> int:
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
            refused = score_lines(source, sys.stdout, sys.stderr, steps=not no_steps, jobs=jobs)
    except _Unreadable as error:
        raise Failure(f"cannot read the input: {error}") from None
    except OSError as error:
        if file is None or error.filename != file:
            raise
        raise Failure(f"cannot read {file}: {error.strerror}") from None
    return 1 if refused else 0


class _Unreadable(Exception):
    """The input could not be read on."""


def score_lines(
    source: BinaryIO, out: Any, progress: Any, *, steps: bool = True, jobs: int = 1
) -> int:
    """Scores every line of `source` to `out`; returns how many were refused.

    `steps`: with the sums in words. `jobs`: in this number of processes. Holds few lines in memory
    at a time. Answers are passed on at once unless the input is a plain file. A progress line is
    kept on `progress` when that is a terminal.
    """
    at_once = not _is_file(source)
    shown = monotonic() if progress is not None and progress.isatty() else None
    lines = refused = 0
    answered = partial(answers, steps=steps)
    if jobs == 1:
        found: Iterator[Answers] = map(answered, _lines(source))
    else:
        from companion.cli.processes import in_processes  # takes as long as all else here

        found = in_processes(answered, _lines(source), jobs)
    for text, number, refused_now in found:
        lines += number
        refused += refused_now
        out.write(text)
        if at_once:
            out.flush()
        if shown is not None and monotonic() - shown > 0.2:
            shown = monotonic()
            print(f"\r{lines:,} deals, {refused:,} refused", end="", file=progress, flush=True)
    out.flush()
    if shown is not None:
        print(f"\r{lines:,} deals, {refused:,} refused", file=progress)
    return refused


def answers(lines: Lines, *, steps: bool) -> Answers:
    """The answers to these lines, one on each line; `steps`: with the sums in words.

    All lines are read, then all are ruled on, then all are put in words: what one step needs stays
    in the processor's caches, which saves a tenth of the time.
    """
    texts = []
    refused = 0
    deals = [*map(_read, lines)]
    settled = [one if isinstance(one, Refusal) else settle(*one) for one in deals]
    for one in settled:
        if isinstance(one, Refusal):
            texts.append(_encode(one.as_json()))
            refused += 1
        else:
            texts.append(one.as_text(steps=steps))
    texts.append("")
    return Answers("\n".join(texts), len(lines), refused)


def _read(line: bytes | None) -> tuple[Edition, Deal] | Refusal:
    if line is None:
        text = f"This line is longer than {LONGEST_LINE:,} bytes: split it up."
        return Refusal("not-json", text)
    try:
        return read_line(line)
    except Refusal as refusal:
        return refusal


def _is_file(source: BinaryIO) -> bool:
    try:
        return S_ISREG(os.fstat(source.fileno()).st_mode)
    except (OSError, io.UnsupportedOperation):
        return True


def _lines(source: BinaryIO) -> Iterator[Lines]:
    """The lines as they come in: those of one read together."""
    # Without the buffer of a stream, which waits for more, and which a thread would keep locked.
    read = getattr(source, "raw", source).read
    rest, first, cut = b"", True, False  # cut: the line is too long, and its end is still to come
    while True:
        try:
            block = read(AT_A_TIME)
        except OSError as error:
            raise _Unreadable(error.strerror) from None
        *lines, rest = (rest + block).split(b"\n") if block else (rest, b"")
        if first and lines:
            lines[0], first = lines[0].removeprefix(b"\xef\xbb\xbf"), False
        if cut and lines:
            del lines[0]
            cut = False
        found = [None if len(line) > LONGEST_LINE else line for line in lines if line.strip()]
        if len(rest) > LONGEST_LINE:
            if not cut:
                found.append(None)
            rest, cut = b"", True
        if found:
            yield found
        if not block:
            return
