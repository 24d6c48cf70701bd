"""``companion read``: one JSON object, its places, its exit statuses; and what `check` refuses."""

import json

import pytest

from tests.cli.test_cli import Companion, companion

__all__ = ["companion"]

UK = ("--edition", "classic-uk")


def test_the_object_is_as_the_contract_says(companion: type[Companion]) -> None:
    text = "the mayfair £400 too tokens gloucester"
    done = companion("read", *UK, text)
    assert (done.status, done.error) == (1, "")
    (answer,) = done.answers
    assert answer == {
        "cards": ["mayfair", "token", "token"],
        "read": [
            {"text": "mayfair", "from": 4, "to": 11, "cards": ["mayfair"], "sure": True},
            {"text": "too tokens", "from": 17, "to": 27, "cards": ["token"] * 2, "sure": False},
        ],
        "unread": [{"text": "gloucester", "from": 28, "to": 38, "guesses": ["leicester-square"]}],
        "ignored": [
            {"text": "the", "from": 0, "to": 3},
            {"text": "£400", "from": 12, "to": 16},
        ],
    }
    assert list(answer) == ["cards", "read", "unread", "ignored"]


@pytest.mark.parametrize(
    ("given", "status"),
    [(b"PARK\nLANE\n", 0), (b"", 0), (b"\xef\xbb\xbfmayfair", 0), (b"\xff\xfe", 1), (b"xyzzy", 1)],
)
def test_standard_input_is_read(companion: type[Companion], given: bytes, status: int) -> None:
    done = companion("read", *UK, given=given)
    assert (done.status, done.error) == (status, "")
    assert len(done.answers) == 1


def test_words_of_a_command_line_are_one_text(companion: type[Companion]) -> None:
    done = companion("read", *UK, "park", "lane", "first", "house")
    assert json.loads(done.out)["cards"] == ["park-lane", "house-1"]


def test_an_unknown_edition(companion: type[Companion]) -> None:
    done = companion("read", "--edition", "junior", "go")
    assert (done.status, done.out) == (2, "")
    assert "junior" in done.error


def test_check_takes_what_is_sure_and_refuses_the_rest(companion: type[Companion]) -> None:
    assert companion("check", *UK, "--went-out", "park lane mayfair first house").status == 0
    refused = companion("check", *UK, "gren")
    assert refused.status == 2
    assert "No card is called “gren”. Did you mean Green?" in refused.error
    assert companion("check", *UK, "mayfair park lane two houses").status == 2


def test_the_other_names_are_listed(companion: type[Companion]) -> None:
    done = companion("editions", "winning-moves-2017")
    assert "wild card" in done.out
    assert "top hat" in done.out
