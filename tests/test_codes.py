"""Codes that people type: look-alike letters, spaces, upper and lower case."""

import pytest

from companion.codes import CODE_LETTERS, LOOK_ALIKES, readings


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hgpk4", ["HGPK4"]),
        (" hg-pk 4 ", ["HGPK4"]),
        ("HGPKA", ["HGPK4"]),
        ("O7XK4", ["Q7XK4", "D7XK4"]),
        ("07XK4", ["Q7XK4"]),
        ("", []),
        ("!!!", []),
        ("ü7XK4", []),
        ("H" * 13, []),
    ],
)
def test_what_a_typed_code_may_mean(typed: str, meant: list[str]) -> None:
    assert readings(typed) == meant


def test_every_letter_that_can_be_typed_means_something() -> None:
    every = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    assert set(CODE_LETTERS).isdisjoint(LOOK_ALIKES)
    assert set(CODE_LETTERS) | set(LOOK_ALIKES) == set(every)
    assert {letter for meant in LOOK_ALIKES.values() for letter in meant} <= set(CODE_LETTERS)
    assert len(readings("OBEV8")) <= 4
