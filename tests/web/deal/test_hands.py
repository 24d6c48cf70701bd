"""The list of hands of an open deal, and what a player's own phone asks before."""

from typing import Any

import pytest

from companion.game.deal_state import Entered
from companion.game.taps import CLOSED
from companion.web.deal.hands import hand_rows, own_out_part
from tests.web.deal.entered import deal_of


@pytest.mark.parametrize(
    ("edition", "cards", "gist"),
    [
        ("classic-uk", "red", "Red"),
        ("classic-uk", "dark-blue, h1, h2, token", "Dark Blue with 2 houses + 1 token"),
        (
            "classic-uk",
            "dark-blue, h1, h2, h3, h4, hotel, token*2",
            "Dark Blue with hotel + 2 tokens",
        ),
        ("classic-uk", "red, go*2", "Red, 2\u00a0× GO"),
        ("classic-uk", "red, go", "Red, GO"),
        ("winning-moves-2017", "red, free-parking", "Red, the jackpot"),
    ],
)
def test_a_hand_in_one_line(edition: str, cards: str, gist: str) -> None:
    deal = deal_of(edition, {"Ann": cards}, laid_down=True, done={"Bob": "nothing"})
    rows = hand_rows(deal, deal.settled(1000 if edition == "winning-moves-2017" else None), None)
    assert rows[0].gist == gist


def test_only_the_hand_that_went_out_has_an_open_reward() -> None:
    hands = {"Ann": "red", "Bob": "green", "Cem": "chance", "Dee": "mayfair"}
    entered = dict.fromkeys(("Bob", "Cem", "Dee"), "cards")
    deal = deal_of("classic-uk", hands, laid_down=True, reward_open=True, done=entered)
    gists = [row.gist for row in hand_rows(deal, deal.settled(None), None)]
    assert gists == [
        "Red, reward still open", "Green", "Caught with Chance", "Nothing that counts"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("more", "seat", "asked"),
    [
        ({"went_out": None}, 1, "I went out"),
        ({"went_out": None}, 0, "I went out"),
        ({"laid_down": False}, 0, "You went out"),
        ({"laid_down": False}, 1, None),
        ({"laid_down": True}, 0, None),
        ({"went_out": None, "nobody": True}, 0, None),
    ],
    ids=["open", "open too", "mine", "another's", "laid down", "nobody"],
)
def test_what_a_player_is_asked(more: dict[str, Any], seat: int, asked: str | None) -> None:
    deal = deal_of("classic-uk", {"Ann": "red"}, **more)
    part = own_out_part(deal, frozenset({seat}), CLOSED)
    said = None if part is None else part.said or part.buttons[0].label
    assert said == asked


def test_nobody_goes_out_in_express() -> None:
    deal = deal_of("express", {}, went_out=None)
    assert own_out_part(deal, frozenset({0}), CLOSED) is None


@pytest.mark.parametrize(
    ("hands", "state", "tap", "on"),
    [
        ({"Ann": "red, chance"}, "", "caught:1:0", False),
        ({"Ann": "red, chance*2"}, "", "", False),
        ({"Ann": "red, chance", "Cem": "chance"}, "", "", False),
        ({"Ann": "red, chance", "Bob": "chance"}, Entered.CAUGHT, "again:1", True),
    ],
    ids=["one is left", "the goer has both", "none is left", "caught already"],
)
def test_who_can_be_caught(hands: dict[str, str], state: str, tap: str, on: bool) -> None:
    """The deck has two Chances."""
    done = {"Bob": state} if state else {}
    deal = deal_of("classic-uk", hands, laid_down=True, done=done)
    row = hand_rows(deal, deal.settled(None), None)[1]
    (button,) = [one for one in row.quick if one.label == "Caught with Chance"]
    assert (button.tap, button.on) == (tap, on)
