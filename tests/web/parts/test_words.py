"""Sentences that several pages say."""

from typing import Any

import pytest

from companion.game.sheet import sheet_of
from companion.rules.edition_file import load
from companion.store import Store
from companion.web.parts import words as parts_words
from tests.web.conftest import MakeTable


@pytest.mark.parametrize(
    ("options", "players", "told"),
    [
        ({}, 4, "Play until somebody has £10,000"),
        ({}, 6, "Play until somebody has £7,000"),
        ({"deals": 3}, 4, "Play until somebody has £10,000, at most 3 deals"),
        ({"deals": 3, "target": None}, 4, "Play 3 deals"),
        ({"target": None}, 4, "Play as long as you like"),
    ],
    ids=["target", "six", "both", "deals", "open"],
)
def test_what_ends_the_game(
    store: Store, make_table: MakeTable, options: dict[str, Any], players: int, told: str
) -> None:
    table = make_table(players=[str(number) for number in range(players)], options=options)
    edition = load("classic-uk", options)
    assert parts_words.goal(edition, sheet_of(store, table)) == told


def test_a_day_is_written_for_people() -> None:
    assert parts_words.local_moment("2025-11-02T08:05:59Z", "Asia/Tokyo") == "2 Nov 2025, 17:05"
