"""The line of `companion score` says what `Settlement.as_json` says, in the same bytes."""

import json
from random import Random
from typing import Any

import pytest

from companion.cli.json_text import settlement_text
from companion.rules.deal import read
from companion.rules.edition_file import edition_ids
from companion.rules.payout import settle
from tests.made_up import made_up_deal

HAND = ["go", "token", "park-lane", "mayfair", "house-1"]


def _as_dumped(line: dict[str, Any], *, steps: bool) -> str:
    return json.dumps(settle(*read(line)).as_json(steps=steps), separators=(",", ":"))


@pytest.mark.parametrize("steps", [True, False], ids=["with steps", "without steps"])
@pytest.mark.parametrize("edition_id", edition_ids())
def test_made_up_deals_are_written_as_json_dumps_writes_them(edition_id: str, steps: bool) -> None:
    random = Random(f"text {edition_id}")
    for _ in range(40):
        line = made_up_deal(edition_id, random)
        assert settlement_text(settle(*read(line)), steps=steps) == _as_dumped(line, steps=steps)


@pytest.mark.parametrize(
    "line",
    [
        {"players": ['A “é” "\\\n', "\ud800"], "went_out": 'A “é” "\\\n'},
        {"players": ["A", "B"], "went_out": None},
        {"players": ["A", "B"], "went_out": None, "options": {"nobody_out": "void"}},
        {"edition": "winning-moves-2017", "players": ["A", "B"], "went_out": "A", "jackpot": 500},
        {"edition": "express", "players": ["A", "B"]},
    ],
    ids=["names to escape", "nobody out", "void", "jackpot", "a round that goes on"],
)
def test_the_rare_parts_are_written_as_json_dumps_writes_them(line: dict[str, Any]) -> None:
    hands = {} if line.get("edition") else {line["players"][0]: HAND}
    whole = {"edition": "classic-uk", "hands": hands, **line}
    assert settlement_text(settle(*read(whole)), steps=True) == _as_dumped(whole, steps=True)
