"""Numbers in words."""

import pytest

from companion.rules.words import rounded_down


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [
        (64, 100, "64%"),
        (649, 1000, "64%"),
        (989, 1000, "98%"),
        (990, 1000, "99.0%"),
        (9_999, 10_000, "99.9%"),
        (10, 1000, "1%"),
        (9, 1000, "0.9%"),
        (1, 1000, "0.1%"),
        (1, 2500, "1 in 2,500"),
        (3, 10_000, "1 in 3,334"),
    ],
)
def test_a_share_is_never_told_as_more_than_it_is(part: int, whole: int, told: str) -> None:
    assert rounded_down(part, whole) == told
