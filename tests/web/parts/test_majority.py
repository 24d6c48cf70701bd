"""Who holds the most of a card, and what that brought, in one line."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.game.closed_deal import settled
from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
from companion.store import Table
from companion.web.parts import majority
from tests.stored import deal_of


def explained(edition_id: str, options: Mapping[str, Any], entry: Mapping[str, Any]) -> str | None:
    players = list(entry["hands"])
    edition = load(edition_id, options)
    table = Table(1, "X", edition_id, options, tuple(players), players[0], players[0], "")
    hands = {player: parse(edition, text) for player, text in entry["hands"].items()}
    deal = deal_of(table, {**entry, "hands": hands})
    paid = settled(table, deal).paid()
    return majority.majority(edition, deal, paid.jackpot, paid.hands)


@pytest.mark.parametrize(
    ("edition", "options", "entry", "told"),
    [
        (
            "classic-uk",
            {},
            {"went_out": "Ann", "hands": {"Ann": "utilities, mm*2", "Bob": "mm"}},
            "Ann has the most Mr. Monopoly (2 cards) and gets £1,000.",
        ),
        (
            "classic-uk",
            {},
            {"went_out": "Ann", "hands": {"Ann": "utilities", "Bob": "chance, mm"}},
            "Bob has the most Mr. Monopoly (1 card), but was caught with Chance. "
            "Nobody is paid for it.",
        ),
        (
            "classic-uk",
            {"wiped_out_count": False},
            {"went_out": "Ann", "hands": {"Ann": "utilities, mm", "Bob": "chance, mm*2"}},
            "Ann has the most Mr. Monopoly (1 card) and gets £1,000. "
            "The Mr. Monopoly cards of Bob, who was caught, do not count.",
        ),
        (
            "classic-uk",
            {},
            {"went_out": None, "hands": {"Ann": "mm", "Bob": ""}},
            "Nobody went out, so nobody is paid.",
        ),
        (
            "winning-moves-2017",
            {},
            {"went_out": "Ann", "hands": {"Ann": "red", "Bob": ""}, "jackpot": 1500},
            "Nobody has a Free Parking card. Nobody takes the jackpot. The next jackpot is $2,000.",
        ),
        (
            "winning-moves-2017",
            {"wiped_out_count": False},
            {"went_out": "Ann", "hands": {"Ann": "red", "Bob": "free-parking, go-to-jail"}},
            "Nobody else has a Free Parking card. Nobody takes the jackpot. "
            "The Free Parking cards of Bob, who was caught, do not count. "
            "The next jackpot is $1,000.",
        ),
        (
            "winning-moves-2017",
            {},
            {
                "went_out": "Ann",
                "hands": {"Ann": "red, wild", "Bob": ""},
                "wilds": {"Ann": ["free-parking"]},
                "jackpot": 2500,
            },
            "Ann has the most Free Parking (1 card) and gets the jackpot of $2,500. "
            "The next jackpot is $500.",
        ),
        (
            "winning-moves-2017",
            {},
            {"went_out": None, "hands": {"Ann": "free-parking", "Bob": ""}, "jackpot": 1500},
            "Nobody went out, so nobody is paid. The jackpot stays at $1,500.",
        ),
        ("express", {}, {"hands": {"Ann": "", "Bob": ""}, "stopped_early": True}, None),
    ],
    ids=[
        "most",
        "caught",
        "caught-not-counted",
        "void",
        "nobody-holds",
        "nobody-else-holds",
        "wild",
        "jackpot-stays",
        "express",
    ],
)
def test_the_majority_is_explained(
    edition: str, options: dict[str, Any], entry: dict[str, Any], told: str | None
) -> None:
    assert explained(edition, options, entry) == told
