"""The luck of a reward: all draws counted by the program, and enumerated plainly."""

from collections import Counter
from math import comb
from typing import Any

import pytest

from companion.rules.contract import read
from companion.rules.edition_file import load
from companion.rules.luck.reward import RewardLuck, payouts_of_draws, reward_luck
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from tests.often import times
from tests.rules.luck.plain import class_by_class, draw_by_draw, made_up, unseen

FEW = 9
"""Cards that nobody laid down, so that every draw can be settled by itself: 126 draws."""


def luck(edition_id: str = "classic-uk", **told: Any) -> RewardLuck | None:
    """The luck of Ann's reward. `left` are the cards that nobody laid down; Bob has the others."""
    edition = load(edition_id)
    hand, reward, left = (parse(edition, told.pop(name, "")) for name in ("Ann", "reward", "left"))
    bobs = Counter(edition.deck) - Counter(hand) - Counter(left) if left else Counter[str]()
    names = ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"][: told.pop("players", 2)]
    data: dict[str, Any] = {
        "edition": edition_id,
        "players": names,
        "hands": {"Ann": hand, "Bob": list(bobs.elements())},
        "went_out": "Ann",
        "reward": reward,
    }
    return reward_luck(settle(*read({**data, **told})))


@pytest.mark.tries
def test_every_draw_counts() -> None:
    for number in range(times(100)):
        without = made_up(number, FEW)
        assert without.legal
        assert payouts_of_draws(without, 5) == draw_by_draw(without, 5), number


def test_draws_of_the_same_kinds_pay_the_same() -> None:
    """The enumeration by classes, which the long test relies on, is the one draw by draw."""
    for number in range(6):
        without = made_up(number, FEW)
        assert class_by_class(without, 5) == draw_by_draw(without, 5), number


@pytest.mark.long
@pytest.mark.parametrize("number", range(200))
def test_all_draws_of_a_deal(number: int) -> None:
    without = made_up(number)
    paid = payouts_of_draws(without, 5)
    assert sum(paid.values()) == comb(len(unseen(without)), 5)
    assert paid == class_by_class(without, 5)


# Of six cards that are left each draw leaves one out. Dark Blue pays 400, and with a token 800.
NO_HELP = "strand fleet-street whitehall bow-street"


@pytest.mark.parametrize(
    ("hand", "left", "reward", "expected"),
    [
        pytest.param(
            "dark-blue", f"token go {NO_HELP}", "token go",
            RewardLuck(brought=600, draws=6, less=2, same=4, total=200 + 400 + 4 * 600),
            id="the-best",
        ),
        pytest.param(
            "dark-blue", f"token go {NO_HELP}", "token",
            RewardLuck(brought=400, draws=6, less=1, same=1, total=3000),
            id="one-draw-is-better",
        ),
        pytest.param(
            "dark-blue", f"token go {NO_HELP}", "",
            RewardLuck(brought=0, draws=6, less=0, same=0, total=3000),
            id="all-draws-are-better",
        ),
        pytest.param(
            "dark-blue mm", f"mm*2 {NO_HELP}", "mm*2",
            RewardLuck(brought=1000, draws=6, less=0, same=6, total=6000),
            id="mr-monopoly-is-one-more-than-bobs",
        ),
        pytest.param(
            "dark-blue mm*3", f"mm h1 {NO_HELP}", "mm h1",
            RewardLuck(brought=400, draws=6, less=1, same=5, total=2000),
            id="mr-monopoly-was-paid-before",
        ),
        pytest.param(
            "dark-blue", "token go", "go",
            RewardLuck(brought=200, draws=1, less=0, same=0, total=600),
            id="fewer-than-five-are-left",
        ),
    ],
)  # fmt: skip
def test_a_reward_among_all(hand: str, left: str, reward: str, expected: RewardLuck) -> None:
    assert luck(Ann=hand, left=left, reward=reward) == expected


def test_the_average_is_rounded_to_whole_money() -> None:
    assert RewardLuck(brought=0, draws=3, less=0, same=0, total=5).average == 2
    assert RewardLuck(brought=0, draws=3, less=0, same=0, total=4).average == 1


@pytest.mark.parametrize(
    ("edition_id", "told"),
    [
        pytest.param("winning-moves-2017", {}, id="2017-has-no-reward"),
        pytest.param("express", {"went_out": None}, id="express-has-no-reward"),
        pytest.param("classic-uk", {"players": 5, "reward": "go"}, id="five-take-open-cards"),
        pytest.param("classic-us", {"players": 6, "reward": "go"}, id="six-take-open-cards"),
        pytest.param("deluxe", {"went_out": None}, id="nobody-went-out"),
        pytest.param("classic-uk", {"Ann": "strand", "reward": "go"}, id="may-not-go-out"),
        pytest.param("classic-uk", {"reward": "token*6"}, id="more-than-five-cards"),
    ],
)
def test_nothing_is_told_where_the_rules_have_no_such_draw(
    edition_id: str, told: dict[str, Any]
) -> None:
    assert luck(edition_id, **{"Ann": "dark-blue", **told}) is None
