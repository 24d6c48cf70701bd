"""The checks that are put together into those of editions, deals and saved games."""

from typing import Any

import pytest

from companion.rules.shape import Damaged, several, whole


@pytest.mark.parametrize(
    ("value", "least", "right"),
    [([], 0, True), ([1, 2], 0, True), ([1, 2, 3], 0, False), ([], 1, False), ("12", 0, False)],
    ids=["none", "as many as may be", "one too many", "one too few", "no list"],
)
def test_a_list_has_so_many(value: Any, least: int, right: bool) -> None:
    check = several(whole(0, 9), 2, least) if least else several(whole(0, 9), 2)
    if right:
        check(value, ())
        return
    with pytest.raises(Damaged):
        check(value, ())
