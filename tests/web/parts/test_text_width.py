"""How wide a name gets, and that it is cut to the room there is."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.parts.text_width import (
    in_two_lines,
    shortened_name,
    shortened_within,
    text_width,
)

ROOM = 6.65
"""Some ten usual letters."""


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ann", "Ann"),
        ("Mary Ann and Bob", "Mary An…"),
        ("MMMMMMMMMM", "MMMM…"),
        ("Illililililililil", "Illililililil…"),
        ("李小龍李小龍李小龍", "李小龍李…"),
        ("\u202eevil and more\u202c", "\u202eevil and\u202c…"),
        ("e\u0301" * 40, "e\u0301" * 8 + "…"),
    ],
    ids=[
        "short",
        "a space at the cut",
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


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Ann", "Ann"),
        ("Mary Ann", "Mary Ann"),
        ("Mary Ann Lee", "Mary Ann\u00a0Lee"),
        ("Anna Maria Rosa Lopez", "Anna\u00a0Maria Rosa\u00a0Lopez"),
        ("von der Heide Ida", "von\u00a0der Heide\u00a0Ida"),
        ("Max-Otto Ritter-Frank", "Max-\u2060Otto Ritter-\u2060Frank"),
        ("Anna-Maria-Rosa", "Anna-Maria-\u2060Rosa"),
        ("A -- B", "A -\u2060-\u2060\u00a0B"),
        ("", ""),
    ],
    ids=["one", "two", "three", "four", "small", "hyphens", "all hyphens", "dash", "none"],
)
def test_a_name_has_one_place_to_break_it(name: str, lines: str) -> None:
    assert in_two_lines(name) == lines
