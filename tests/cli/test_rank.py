"""``companion rank``: one JSON object, null with a reason, and bad input."""

import pytest

from tests.cli.test_cli import Companion, companion

__all__ = ["companion"]

FIELDS = ["legal_hands", "pay_more", "pay_same", "pay_less", "best", "median", "amount"]


@pytest.mark.parametrize("edition_id", ["classic-us", "classic-uk", "deluxe"])
def test_the_object_is_as_the_contract_says(companion: type[Companion], edition_id: str) -> None:
    done = companion(
        "rank", "--edition", edition_id, "dark-blue", "red", "h1", "2t", "chance", "go"
    )
    assert (done.status, done.error) == (0, "")
    (answer,) = done.answers
    assert list(answer) == FIELDS
    assert answer == {
        "legal_hands": 78_333_506,
        "pay_more": 9_537_704,
        "pay_same": 469_926,
        "pay_less": 68_325_876,
        "best": 10_000,
        "median": 2_000,
        "amount": 4_050,
    }


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("express red", "Nobody goes out in Express, so no hands are compared."),
        ("classic-uk red", "Hands of 9, 10 or 11 cards are counted. This one has 3."),
        ("winning-moves-2017", "Hands of 10 cards are counted. This one has 0."),
        ("winning-moves-2017 railroads utilities token*4", "This hand may not go out."),
    ],
)
def test_null_has_a_reason(companion: type[Companion], words: str, reason: str) -> None:
    done = companion("rank", "--edition", *words.split())
    assert (done.status, done.error) == (0, "")
    assert done.answers == [{**dict.fromkeys(FIELDS), "reason": reason}]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("rank --edition junior go", "junior"),
        ("rank --edition classic-uk gren", "Did you mean Green?"),
        ("rank --edition classic-uk chance*3", "The deck has only two Chance cards."),
        ("rank go", "--edition"),
    ],
)
def test_bad_input(companion: type[Companion], words: str, names: str) -> None:
    done = companion(*words.split())
    assert (done.status, done.out) == (2, "")
    assert names in done.error
