"""Sentences that several pages say."""

from typing import Any

import pytest

from companion.store import Store
from companion.store.sheets import sheet_of
from companion.web.parts.words import goal, local_moment
from tests.web.conftest import MakeTable
from tests.web.play import close


@pytest.mark.parametrize(
    ("options", "played", "told"),
    [
        ({}, 0, "Play until somebody has £10,000"),
        ({"deals": 3}, 0, "Play until somebody has £10,000, at most 3 deals"),
        ({"deals": 3, "target": None}, 0, "Play 3 deals"),
        ({"deals": 3, "target": None}, 2, "Play 3 deals (1 to go)"),
        ({"deals": 3, "target": None}, 3, "Play 3 deals"),
        ({"deals": 3, "target": None, "tie": "play-on"}, 3, "Play 3 deals"),
        ({"target": None}, 2, "Play as long as you like"),
    ],
    ids=["target", "both", "deals", "one-to-go", "over", "played-on", "open"],
)
def test_what_ends_the_game(
    store: Store, make_table: MakeTable, options: dict[str, Any], played: int, told: str
) -> None:
    """All have equally much after every deal."""
    table = make_table(options=options)
    for _ in range(played):
        close(store, table, None, dict.fromkeys(table.players, "go"))
    assert goal(table.edition, sheet_of(store, table)) == told


def test_six_players_play_for_less(store: Store, make_table: MakeTable) -> None:
    table = make_table(players=[str(number) for number in range(6)])
    assert goal(table.edition, sheet_of(store, table)) == "Play until somebody has £7,000"


def test_a_day_is_written_for_people() -> None:
    assert local_moment("2025-11-02T08:05:59Z", "Asia/Tokyo") == "2 Nov, 17:05"
