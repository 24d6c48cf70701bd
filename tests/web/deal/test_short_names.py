"""Long names on the open deal are shortened, and still tell who is who."""

import pytest

from companion.web.deal.short_names import in_short, short_names

MAX, YOUNGER = "Bartholomew Maximilian", "Bartholomew Maximilian the Younger"


@pytest.mark.parametrize(
    ("players", "short"),
    [
        (("Ann", "Grandmother"), {}),
        (("Ann", "W" * 40), {"W" * 40: "WWWWWW…"}),
        (("Ann", MAX, "Bart"), {MAX: "Bartholome…"}),
        (("Ann", MAX, YOUNGER), {MAX: "Barth…ilian", YOUNGER: "Barth…unger"}),
        (("Anna-Wilhelmina May Underhill", "Anna-Wilhelmina Ann Underhill"), {}),
    ],
    ids=["short", "wide letters", "long", "alike at their beginning", "alike at both ends"],
)
def test_names_are_shortened_to_what_still_tells_them_apart(
    players: tuple[str, ...], short: dict[str, str]
) -> None:
    assert short_names(players) == short


def test_each_name_in_a_text_is_shortened_once() -> None:
    """One begins with the other."""
    told = in_short((MAX, YOUNGER, "Ann"), f"Waiting for: {MAX}, {YOUNGER}, Ann")
    assert told == "Waiting for: Barth…ilian, Barth…unger, Ann"
