"""Long names on the open deal are shortened, and still tell who is who."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.hand.short_names import NAME_ROOM, in_short, short_names
from companion.web.parts.text_width import text_width

MAX, YOUNGER = "Bartholomew Maximilian", "Bartholomew Maximilian the Younger"
MAY, ANN = "Anna-Wilhelmina May Underhill", "Anna-Wilhelmina Ann Underhill"
ADA = "Anna-Wilhelmina May Under the Underhill"
MOHAMMED = "محمد عبد الرحمن"


@pytest.mark.parametrize(
    ("players", "short"),
    [
        (("Ann", "Grandmother"), {}),
        (("Ann", "W" * 40), {"W" * 40: "WWWWWW…"}),
        (("Ann", MAX, "Bart"), {MAX: "Bartholome…"}),
        (("Ann", MAX, YOUNGER), {MAX: "Barth…ilian", YOUNGER: "Barth…unger"}),
        ((MAY, ANN), {MAY: "…May Unde…", ANN: "…Ann Unde…"}),
        ((MAY, ANN, "Bob", ADA), {MAY: "Anna-Wil… 1", ANN: "…Ann Unde…", ADA: "Anna-Wil… 4"}),
        (("A" * 39, "A" * 40), {"A" * 39: "AAAAAA… 1", "A" * 40: "AAAAAA… 2"}),
        (("Ann", MOHAMMED), {MOHAMMED: "\u2068محمد عبد ال…\u2069"}),
    ],
    ids=[
        "short",
        "wide letters",
        "long",
        "alike at their beginning",
        "alike at both ends",
        "alike wherever they are cut",
        "one is the beginning of the other",
        "from right to left",
    ],
)
def test_names_are_shortened_to_what_still_tells_them_apart(
    players: tuple[str, ...], short: dict[str, str]
) -> None:
    assert short_names(players) == short


def test_each_name_in_a_text_is_shortened_once() -> None:
    """One begins with the other."""
    told = in_short((MAX, YOUNGER, "Ann"), f"Waiting for: {MAX}, {YOUNGER}, Ann")
    assert told == "Waiting for: Barth…ilian, Barth…unger, Ann"


@given(st.lists(st.text("Wi \u0301", min_size=1, max_size=40), min_size=1, max_size=6, unique=True))
def test_no_two_shortened_names_look_alike(players: list[str]) -> None:
    short = short_names(tuple(players))
    shown = [short.get(name, name) for name in players]
    assert len({*shown}) == len(players)
    assert all(text_width(name) <= NAME_ROOM + 1e-6 for name in shown)
