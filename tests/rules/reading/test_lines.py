"""The table of what people type, say and scan is well formed, and read as it says."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.reader import MOST_CHOICES, Piece, choices, chosen, read_cards

TABLE = tomllib.loads(Path(__file__).with_name("lines.toml").read_text("utf-8"))
LINES: list[dict[str, Any]] = [
    {"edition": edition_id, **line} for edition_id, lines in TABLE.items() for line in lines
]
EVERY_LINE = pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))


def sure_cards(pieces: tuple[Piece, ...]) -> Counter[str]:
    """The cards that are beyond doubt."""
    return Counter(card for piece in pieces if piece.sure for card in piece.cards)


def test_every_line_is_well_formed() -> None:
    assert set(TABLE) <= set(edition_ids())
    assert len(LINES) == len({line["id"] for line in LINES}) >= 800
    assert len(LINES) == len({(line["edition"], line["text"]) for line in LINES})
    for line in LINES:
        cards, unsure = line["cards"].split(), line.get("unsure", "").split()
        assert Counter(cards) <= Counter(load(line["edition"]).deck)
        assert set(unsure) <= set(cards)
        assert set(line) <= {"edition", "id", "text", "cards", "asks", "unsure", "unread"}
        assert line.get("asks", not (unsure or line.get("unread"))) is True


@EVERY_LINE
def test_a_line_is_read_as_it_is_meant_or_asked_about(line: dict[str, Any]) -> None:
    reading = read_cards(load(line["edition"]), line["text"])
    unsure = line.get("unsure", "").split()
    meant = line["cards"].split()
    assert sure_cards(reading.pieces) <= Counter(card for card in meant if card not in unsure)
    unread = [piece.text for piece in reading.unread]
    assert all(any(said in text for text in unread) for said in line.get("unread", []))
    assert reading.sure is not line.get("asks", False)
    if reading.sure:
        assert list(reading.cards) == meant


@EVERY_LINE
def test_what_a_person_chooses_is_read_beyond_doubt(line: dict[str, Any]) -> None:
    """The text with a choice in it gives the cards that are chosen, and no fewer of the others."""
    edition, text = load(line["edition"]), line["text"]
    reading = read_cards(edition, text)
    for piece in reading.pieces:
        offered = choices(edition, piece)
        assert len(offered) <= MOST_CHOICES
        if piece not in reading.doubtful:
            assert offered == ()
            continue
        for cards in (*offered, ()):
            after = read_cards(edition, chosen(edition, text, piece, cards))
            assert Counter(cards) <= sure_cards(after.pieces)
            assert len(after.doubtful) <= len(reading.doubtful)
