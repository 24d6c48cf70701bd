"""How wide a name gets, and that it is cut to the room there is."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.parts.text_width import shortened_name, shortened_within, text_width

ROOM = 6.65
"""Some ten usual letters."""


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ann", "Ann"),
        ("Evangelina", "Evangelina"),
        ("Evangelina-Sophie", "Evangeli…"),
        ("Mary Ann and Bob", "Mary An…"),
        ("Joan and everybody else", "Joan and…"),
        ("MMMMMMMMMM", "MMMM…"),
        ("Illililililililil", "Illililililil…"),
        ("李小龍李小龍李小龍", "李小龍李…"),
        ("\u202eevil and more\u202c", "\u202eevil and\u202c…"),
        ("e\u0301" * 40, "e\u0301" * 8 + "…"),
    ],
    ids=[
        "short",
        "ten letters",
        "longer",
        "a space at the cut",
        "a wide letter",
        "wide letters",
        "narrow letters",
        "Chinese",
        "an override stays closed",
        "an accent stays with its letter",
    ],
)
def test_a_name_is_cut_where_the_room_ends(name: str, short: str) -> None:
    assert shortened_name(name, ROOM) == short


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Evangelina", "Evangelina"),
        ("Evangelina-Sophie", "Eva…phie"),
        ("Mary and the Younger", "Mar…nger"),
        ("MMMMMMMMMM", "MM…MM"),
        ("\u202eevil and more\u202c", "evil…ore"),
        ("e\u0301" * 40, "e\u0301" * 4 + "…" + "e\u0301" * 4),
    ],
    ids=["fits", "longer", "a space", "wide letters", "an override", "accents"],
)
def test_a_name_is_cut_in_its_middle(name: str, short: str) -> None:
    assert shortened_within(name, ROOM) == short


@pytest.mark.parametrize("shortened", [shortened_name, shortened_within])
@given(name=st.text(max_size=60), room=st.floats(1.0, 20))
def test_a_shortened_name_is_no_wider_than_its_room(
    shortened: Callable[[str, float], str], name: str, room: float
) -> None:
    short = shortened(name, room)
    assert text_width(short) <= room + 1e-6
    assert short == name or "…" in short
