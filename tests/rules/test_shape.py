"""The checks that are put together into those of editions, deals and saved games."""

from typing import Any

import pytest

from companion.rules.plain import Damaged
from companion.rules.shape import Check, of_type, several, text, whole


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


@pytest.mark.parametrize(
    ("value", "right"),
    [("", False), ("A", True), ("Anna", True), ("Annie", False)],
    ids=["none", "as few as may be", "as many as may be", "one too many"],
)
def test_a_text_has_so_many_characters(value: str, right: bool) -> None:
    check = text(4, 1)
    if right:
        check(value, ("name",))
        return
    with pytest.raises(Damaged, match="name: must have 1 to 4 characters"):
        check(value, ("name",))


@pytest.mark.parametrize(
    ("value", "right"),
    [
        (0, True), (10, True), (5, False), (-5, False), (15, False), (5.0, False), (10.0, False),
        (True, False), (False, False), ("5", False), (None, False),
    ],
    ids=repr,
)  # fmt: skip
def test_a_number_is_whole_between_two_and_in_steps(value: Any, right: bool) -> None:
    check = whole(0, 10, 10)
    if right:
        check(value, ())
        return
    with pytest.raises(Damaged, match="Must be a multiple of 10 from 0 to 10"):
        check(value, ())


@pytest.mark.parametrize(
    ("check", "value", "way", "message"),
    [
        (whole(0, 9), 10, ("deals",), "deals: must be a whole number from 0 to 9."),
        (several(whole(0, 9), 2), [1, 10], ("deals",),
         "deals 2: must be a whole number from 0 to 9."),
        (several(whole(0, 9), 2), [10], (), "item 1: must be a whole number from 0 to 9."),
        (of_type(dict, "an object."), [], (), "Must be an object."),
    ],
    ids=["a field", "the second of a list", "the first of a list without a name", "the whole"],
)  # fmt: skip
def test_a_message_names_the_place_or_begins_with_a_capital(
    check: Check, value: Any, way: tuple[str, ...], message: str
) -> None:
    with pytest.raises(Damaged) as damaged:
        check(value, way)
    assert str(damaged.value) == message
