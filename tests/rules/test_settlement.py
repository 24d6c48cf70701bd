"""The line that `Settlement.as_text` puts together is JSON in the bytes that json.dumps writes, and
says what the settlement holds."""

import json
from random import Random
from typing import Any

import pytest

from companion.rules.arrange.laid import Bonus, SetLaid
from companion.rules.deal import read
from companion.rules.edition_file import edition_ids
from companion.rules.findings.finding import Finding, Fix, Problem
from companion.rules.payout import settle
from companion.rules.settlement import Jackpot, Settlement, jackpot_taken
from tests.made_up import made_up_deal

HAND = ["go", "token", "park-lane", "mayfair", "house-1"]


def checked(settled: Settlement, *, steps: bool) -> dict[str, Any]:
    """What the line says, once its bytes are found to be those of json.dumps."""
    text = settled.as_text(steps=steps)
    said = settled.as_json(steps=steps)
    assert text == json.dumps(said, separators=(",", ":"))
    return said


def with_tuples(table: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in table.items()
    }


@pytest.mark.parametrize("steps", [True, False], ids=["with steps", "without steps"])
@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_line_says_what_the_settlement_holds(edition_id: str, steps: bool) -> None:
    random = Random(f"text {edition_id}")
    for _ in range(40):
        settled = settle(*read(made_up_deal(edition_id, random)))
        said = checked(settled, steps=steps)
        assert (said["legal"], said["payouts"]) == (settled.legal, settled.payouts)
        assert said["jackpot"] == (settled.jackpot and settled.jackpot._asdict())
        found = [
            Finding(
                one["player"],
                Problem(
                    one["rule"],
                    tuple(one["cards"]),
                    one["message"],
                    Fix(**with_tuples(one["fix"])),
                ),
            )
            for one in said["problems"]
        ]
        assert tuple(found) == settled.findings
        assert list(said["hands"]) == list(settled.deal.players)
        for player, hand in said["hands"].items():
            laid = settled.laid[player]
            assert tuple(SetLaid(**with_tuples(one)) for one in hand["sets"]) == laid.sets
            assert tuple(Bonus(*one.values()) for one in hand["bonuses"]) == laid.bonuses
            rest = (tuple(hand["wilds"]), tuple(hand["unused"]), hand["wiped_out"])
            assert rest == (laid.wilds, laid.unused, laid.wiped_out)
            assert hand["payout"] == settled.payouts[player]
            assert hand.get("steps") == (settled.steps(player) if steps else None)


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
    checked(settle(*read({"edition": "classic-uk", "hands": hands, **line})), steps=True)


@pytest.mark.parametrize(
    ("jackpot", "taken"),
    [
        pytest.param(Jackpot("Ann", 1000, 500), 1000, id="this player"),
        pytest.param(Jackpot("Ann", 0, 500), 0, id="this player, and it was empty"),
        pytest.param(Jackpot("Bob", 1000, 500), None, id="another player"),
        pytest.param(Jackpot(None, 0, 1500), None, id="nobody"),
        pytest.param(None, None, id="there is none"),
    ],
)
def test_what_a_player_took_of_the_jackpot(jackpot: Jackpot | None, taken: int | None) -> None:
    assert jackpot_taken(jackpot, "Ann") == taken
