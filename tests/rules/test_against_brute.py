"""The engine against tests/proof/brute.py, a slow, obvious scorer that shares no code with it."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

from companion.rules.contract import read
from companion.rules.edition_file import load
from companion.rules.payout import settle
from companion.rules.refusal import Refusal
from tests.deals import Line, deals, deals_with_amounts
from tests.often import OFTEN, times
from tests.proof import brute

SLOW = settings(
    max_examples=times(400),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def verdict(line: Line) -> dict[str, Any]:
    """What the engine says of all that the brute force says."""
    edition, deal = read(line)
    answer = settle(edition, deal).as_json()
    return {
        "legal": answer["legal"],
        "payouts": answer["payouts"],
        "jackpot": answer["jackpot"],
        "rules": sorted(problem["rule"] for problem in answer["problems"]),
        "wiped_out": {player: hand["wiped_out"] for player, hand in answer["hands"].items()},
    }


def compare(line: Line) -> None:
    """Engine and brute force agree; of readings with equally few problems either may be named."""
    said = verdict(line)
    expected = brute.score(line)
    rules = said.pop("rules")
    choices = expected.pop("rules_choices")
    expected.pop("rules")
    edition = load(line["edition"])
    voided = line.get("options", {}).get("nobody_out", "void") == "void"
    if line["went_out"] is None and voided and edition.arrangement != "piles":
        # Nobody is scored, so nobody is wiped out either; the brute force says who would be.
        expected["wiped_out"] = dict.fromkeys(line["players"])
    assert said == expected
    assert rules in choices


def _agrees(line: Line) -> None:
    """Both give the same for this line, if it can be read at all."""
    try:
        read(line)
    except Refusal:
        assume(False)
    compare(line)


EVERY_BOX = pytest.mark.parametrize(
    "edition",
    ["classic-us", "classic-uk", "deluxe", "winning-moves-2017", "express"],
)


@pytest.mark.tries
@EVERY_BOX
def test_random_deals(edition: str) -> None:
    SLOW(given(line=deals((edition,)))(_agrees))()


@pytest.mark.tries
@EVERY_BOX
def test_random_deals_with_amounts(edition: str) -> None:
    settings(SLOW, max_examples=times(400))(given(line=deals_with_amounts(edition))(_agrees))()


FOUND_BEFORE: dict[str, Line] = {
    "a declared Chance without a place, its card drawn as reward": {
        "edition": "deluxe",
        "players": ["A", "B"],
        "hands": {"A": ["baltic-avenue", "chance", "chance"]},
        "went_out": "A",
        "reward": ["house-1", "pennsylvania-railroad", "token"],
        "wilds": {"A": ["pennsylvania-railroad", "illinois-avenue"]},
        "reward_wilds": ["north-carolina-avenue"],
    },
    "a player who did not go out stays in jail for nothing": {
        "edition": "winning-moves-2017",
        "players": ["A", "B"],
        "hands": {"B": ["wild", "go-to-jail", "free-parking"]},
        "went_out": "A",
        "jackpot": 0,
    },
    "a Wild declared as the fourth railroad, where four pay less than three": {
        "edition": "winning-moves-2017",
        "players": ["A", "B"],
        "hands": {"B": ["pennsylvania-railroad", "b-and-o-railroad", "short-line", "wild"]},
        "went_out": "A",
        "wilds": {"B": ["reading-railroad"]},
        "options": {"values": {"railroads": {"3": 500, "4": 150}}},
    },
    "equally many problems and equal pay, and the reward tells one from the other": {
        "edition": "deluxe",
        "players": ["A", "B", "C"],
        "hands": {
            "A": [
                *["house-1"] * 3,
                *["house-3"] * 2,
                *["chance"] * 2,
                "hotel",
                "connecticut-avenue",
            ],
        },
        "went_out": "A",
        "reward": ["electric-company", "park-place", "pennsylvania-railroad", "house-1"],
        "options": {
            "wild_only_sets": True,
            "values": {
                "brown": 5000,
                "light-blue": 50,
                "pink": 20000,
                "railroads": {"2": 50, "3": 20000, "4": 5000},
                "utilities": 100,
            },
        },
    },
}
"""Deals of which random ones once showed that the two do not agree."""


@pytest.mark.parametrize("found", FOUND_BEFORE)
def test_found_before(found: str) -> None:
    compare(FOUND_BEFORE[found])


def small_hands(edition_id: str) -> Iterator[list[str]]:
    """Every hand of up to three cards, cards of a group and copies being alike."""
    edition = load(edition_id)
    stock = [*(list(group.cards) for group in edition.groups)]
    stock += [
        [card] * copies for card, copies in edition.deck.items() if card not in edition.group_of
    ]
    for size in range(4):
        for kinds in combinations_with_replacement(range(len(stock)), size):
            if all(kinds.count(kind) <= len(stock[kind]) for kind in set(kinds)):
                places = [kinds[:place].count(kind) for place, kind in enumerate(kinds)]
                yield [stock[kind][place] for kind, place in zip(kinds, places, strict=True)]


@pytest.mark.tries
@pytest.mark.parametrize("edition", ["classic-us", "winning-moves-2017"])
def test_every_hand_of_up_to_three_cards(edition: str) -> None:
    """In `make test` every other hand goes out, and the rest does not; in `make prove` each does
    both."""
    hands = list(small_hands(edition))
    assert len(hands) > 1000
    for number, hand in enumerate(hands):
        for went_out in "AB" if OFTEN else "AB"[number % 2]:
            compare(
                {
                    "edition": edition,
                    "players": ["A", "B"],
                    "hands": {"A": hand},
                    "went_out": went_out,
                }
            )
