"""What a settlement is as JSON says what it holds, and is read back as it was."""

import json
from random import Random
from typing import Any

import pytest

from companion.rules.contract import read
from companion.rules.deal import Deal
from companion.rules.edition_file import edition_ids
from companion.rules.payout import settle
from companion.rules.settlement import Jackpot, PaidDeal, jackpot_taken
from tests.made_up import made_up_deal

HAND = ["go", "token", "park-lane", "mayfair", "house-1"]


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_line_says_what_the_settlement_holds(edition_id: str) -> None:
    random = Random(f"text {edition_id}")
    for _ in range(40):
        settled = settle(*read(made_up_deal(edition_id, random)))
        paid = settled.paid()
        assert (paid.legal, paid.payouts, paid.jackpot) == (
            *(settled.legal, settled.payouts, settled.jackpot),
        )
        assert paid.problems == settled.findings
        assert tuple(paid.hands) == settled.deal.players
        for player, hand in paid.hands.items():
            laid = settled.laid[player]
            for name in ("sets", "bonuses", "wilds", "unused", "wiped_out"):
                assert getattr(hand, name) == getattr(laid, name)
            assert (hand.payout, [*hand.steps]) == (settled.payouts[player], settled.steps(player))


@pytest.mark.parametrize("edition_id", edition_ids())
def test_what_is_written_is_read_back(edition_id: str) -> None:
    random = Random(f"back {edition_id}")
    for _ in range(40):
        line = made_up_deal(edition_id, random)
        edition, deal = read(line)
        paid = settle(edition, deal).paid()
        written = json.loads(json.dumps(paid.as_json()))
        assert PaidDeal.from_json(written, edition, deal.players) == paid
        paid.check_sums()
        entry = json.loads(json.dumps(deal.as_json()))
        assert Deal.from_json(entry, edition, deal.players) == deal


@pytest.mark.parametrize(
    "line",
    [
        {"players": ["A", "B"], "went_out": None},
        {"players": ["A", "B"], "went_out": None, "options": {"nobody_out": "void"}},
        {"edition": "winning-moves-2017", "players": ["A", "B"], "went_out": "A", "jackpot": 500},
        {"edition": "express", "players": ["A", "B"]},
    ],
    ids=["nobody out", "void", "jackpot", "a round that goes on"],
)
def test_the_rare_parts_are_read_back(line: dict[str, Any]) -> None:
    hands = {} if line.get("edition") else {line["players"][0]: HAND}
    edition, deal = read({"edition": "classic-uk", "hands": hands, **line})
    paid = settle(edition, deal).paid()
    assert PaidDeal.from_json(paid.as_json(), edition, deal.players) == paid


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
