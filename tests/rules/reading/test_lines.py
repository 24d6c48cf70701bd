"""The table of what people type, say and scan is well formed, and read as it says."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.choose import MOST_CHOICES, choices, chosen
from companion.rules.reading.reader import Piece, PieceKind, read_cards

HERE = Path(__file__).parent
LINES: list[dict[str, Any]] = tomllib.loads((HERE / "lines.toml").read_text("utf-8"))["line"]
NEEDED = {"id", "edition", "how", "text", "cards"}
OPTIONAL = {"unsure", "sure_or_not", "perhaps", "unread", "unread_or_not", "asks"}


def test_enough_lines_of_every_edition_each_with_its_own_id() -> None:
    ids = Counter(line["id"] for line in LINES)
    assert [one for one, times in ids.items() if times > 1] == []
    assert len(ids) >= 300
    assert {line["edition"] for line in LINES} == set(edition_ids())
    twice = Counter((line["edition"], line["text"]) for line in LINES)
    assert [one for one, times in twice.items() if times > 1] == []


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_a_line_is_well_formed(line: dict[str, Any]) -> None:
    assert NEEDED <= set(line) <= NEEDED | OPTIONAL
    assert line["how"] in {"typed", "said", "scanned"}
    deck = load(line["edition"]).deck
    cards = Counter(line["cards"])
    assert all(times <= deck.get(card, 0) for card, times in cards.items())

    unsure, either = set(line.get("unsure", [])), set(line.get("sure_or_not", []))
    assert unsure | either <= set(cards)
    assert not unsure & either
    perhaps = set(line.get("perhaps", []))
    assert perhaps <= set(deck)
    assert not perhaps & set(cards)

    pieces = [*line.get("unread", []), *line.get("unread_or_not", [])]
    assert all(piece and piece in line["text"] for piece in pieces)
    assert line.get("asks", True) is True
    if unsure or line.get("unread"):
        assert "asks" in line


def test_the_word_list_has_three_thousand_words() -> None:
    text = (HERE / "english_words.txt").read_text("utf-8").splitlines()
    words = [line for line in text if not line.startswith("#")]
    assert len(words) == len(set(words)) == 3000
    assert all(word.isalpha() and word.islower() for word in words)


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_a_line_is_read_as_it_is_meant(line: dict[str, Any]) -> None:
    reading = read_cards(load(line["edition"]), line["text"])
    perhaps = set(line.get("perhaps", []))
    assert [card for card in reading.cards if card not in perhaps] == line["cards"]

    unsure, either = set(line.get("unsure", [])), set(line.get("sure_or_not", []))
    doubtful = {card for piece in reading.read if not piece.sure for card in piece.cards}
    certain = {card for piece in reading.read if piece.sure for card in piece.cards}
    assert doubtful <= unsure | either | perhaps
    assert not certain & (unsure | perhaps)

    unread = [piece.text for piece in reading.unread]
    assert all(any(said in text for text in unread) for said in line.get("unread", []))
    if line.get("asks"):
        assert not reading.sure
        return
    allowed = [*line.get("unread_or_not", []), *(line["text"] for _ in perhaps)]
    assert all(any(text in piece for piece in allowed) for text in unread)
    if not (either or perhaps or allowed):
        assert reading.sure


def sure_cards(pieces: tuple[Piece, ...]) -> Counter[str]:
    return Counter(card for piece in pieces if piece.sure for card in piece.cards)


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_what_a_person_chooses_is_read_beyond_doubt(line: dict[str, Any]) -> None:
    """The text with a choice in it gives the cards that were sure before, and those chosen."""
    edition, text = load(line["edition"]), line["text"]
    reading = read_cards(edition, text)
    for piece in reading.pieces:
        offered = choices(edition, piece)
        assert len(offered) <= MOST_CHOICES
        if piece.kind is not PieceKind.UNREAD and piece.sure:
            assert offered == ()
            continue
        before = sure_cards(reading.pieces)
        for cards in offered:
            after = read_cards(edition, chosen(edition, text, piece, cards)).pieces
            assert not before + Counter(cards) - sure_cards(after)
        without = read_cards(edition, chosen(edition, text, piece, ())).pieces
        assert not before - sure_cards(without)
