"""``companion read``: what a person typed, said or scanned, as cards."""

import json
import sys
from collections.abc import Sequence
from typing import Any

import click

from companion.cli.failure import Failure
from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.reader import Piece, read_cards

EXAMPLE = "companion read --edition classic-uk 'park lane mayfair first house two tokens'"


@click.command(epilog=f"Example: {EXAMPLE}")
@click.option("--edition", "edition_id", required=True, metavar="ID", help=", ".join(edition_ids()))
@click.argument("text", nargs=-1)
def read(edition_id: str, text: Sequence[str]) -> int:
    """Says which cards a text names, as one JSON object.

    TEXT is what somebody typed, dictated or scanned; without it standard input is read. Exit
    status: 0 all of it is beyond doubt, 1 something is to be asked about, 2 bad input.
    """
    edition = load(edition_id)
    reading = read_cards(edition, " ".join(text) if text else _standard_input())
    answer = {
        "cards": list(reading.cards),
        "read": [
            {**_place(piece), "cards": list(piece.cards), "sure": piece.sure}
            for piece in reading.read
        ],
        "unread": [{**_place(piece), "guesses": list(piece.guesses)} for piece in reading.unread],
        "ignored": [_place(piece) for piece in reading.ignored],
    }
    click.echo(json.dumps(answer))
    return 0 if reading.sure else 1


def _standard_input() -> str:
    if sys.stdin is None:
        raise Failure("cannot read the text: standard input is closed")
    try:
        given: bytes = sys.stdin.buffer.read()
    except OSError as error:
        raise Failure(f"cannot read the text: {error.strerror}") from None
    return given.decode("utf-8-sig", "replace")


def _place(piece: Piece) -> dict[str, Any]:
    return {"text": piece.text, "from": piece.start, "to": piece.end}
