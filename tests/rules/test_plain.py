"""Plain data into dataclasses and back, and what is said of data that is wrong."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest

from companion.rules.plain import (
    DEEPEST,
    Damaged,
    Known,
    length,
    one_of,
    parsed,
    read,
    shown,
    whole,
    write,
)


@dataclass(frozen=True)
class Inner:
    number: Annotated[int, whole(0, 10, 5)]
    kind: Literal["a", "b"]


@dataclass(frozen=True)
class Outer:
    name: Annotated[str, length(1, 4), shown]
    rows: Annotated[tuple[Inner, ...], length(0, 2)]
    table: Mapping[Annotated[str, Known("player")], bool]
    inner: Inner | None
    other: tuple[Any, ...] = ()
    more: Mapping[str, str] = field(default_factory=dict)


WHOLE: dict[str, Any] = {
    "name": "Anna",
    "rows": [{"number": 5, "kind": "a"}, {"number": 10, "kind": "b"}],
    "table": {"Ann": True},
    "inner": None,
}
NAMES = {"player": one_of(["Ann", "Bob"], "one of the players")}


def test_what_is_read_is_written_as_it_was() -> None:
    outer = read(Outer, WHOLE, NAMES)
    assert outer == Outer("Anna", (Inner(5, "a"), Inner(10, "b")), {"Ann": True}, None)
    assert write(outer) == WHOLE
    more = WHOLE | {"other": [1, "x"], "more": {"a": "b"}}
    assert write(read(Outer, more)) == more


@pytest.mark.parametrize(
    ("way", "value", "told"),
    [
        ("name", 7, "name: must be a text."),
        ("name", "", "name: must have 1 to 4 characters."),
        ("name", "Annie", "name: must have 1 to 4 characters."),
        ("name", "\ud800", "name: has half a character in it."),
        ("name", "a\x00", "name: has a character in it that cannot be shown."),
        ("name", ..., "“name” is missing."),
        ("nickname", "A", "“nickname” is not known here."),
        ("rows", {}, "rows: must be a list."),
        ("rows", [WHOLE["rows"][0]] * 3, "rows: must be a list of 0 to 2."),
        ("rows", [{"number": 5}], "rows 1: “kind” is missing."),
        ("rows", [{"number": 5, "kind": "c"}], "rows 1, kind: must be one of a, b."),
        ("rows", [{"number": 5, "kind": 1}], "rows 1, kind: must be one of a, b."),
        *(
            ("inner", {"number": number, "kind": "a"}, f"inner, number: must be {what}")
            for number, what in [
                (7, "a multiple of 5 from 0 to 10."),
                (-5, "a multiple of 5 from 0 to 10."),
                (15, "a multiple of 5 from 0 to 10."),
                (5.0, "a whole number."),
                (True, "a whole number."),
                ("5", "a whole number."),
                (None, "a whole number."),
            ]
        ),
        ("table", {"Cem": True}, "table: “Cem” is not known here."),
        ("table", {"Ann": 1}, "table, Ann: must be true or false."),
    ],
    ids=repr,
)
def test_what_is_wrong_is_told_with_its_place(way: str, value: object, told: str) -> None:
    data = {name: inner for name, inner in WHOLE.items() if name != way}
    with pytest.raises(Damaged) as damaged:
        read(Outer, data if value is ... else data | {way: value}, NAMES)
    assert str(damaged.value) == told


def test_the_whole_may_be_wrong() -> None:
    with pytest.raises(Damaged, match="Must be an object"):
        read(Outer, [])


DEEP = "[" * DEEPEST + "]" * DEEPEST


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        DEEP.replace("[", '{"a":', 1)[:-1] + "}",
        f"[{'[],{},' * DEEPEST}1]",
        f'["{"[{" * DEEPEST}", "\\"{"[{" * DEEPEST}"]',
    ],
    ids=["as deep as may be", "an object around lists", "many, side by side", "in texts"],
)
def test_json_that_is_not_nested_too_deeply_is_read(text: str) -> None:
    assert parsed(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        f"[{DEEP}]",
        f'{{"a\\"]": {DEEP}}}',
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
    ],
    ids=["one deeper", "in an object", "open", "lists", "objects"],
)
def test_json_that_is_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        parsed(text)
