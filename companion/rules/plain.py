"""Dataclasses read from plain data, as JSON and TOML have it, and written as such.

The dataclass is the description: its fields are the keys, and their types say what may stand there.
What a type cannot say is a check beside it: ``Annotated[int, whole(0, 4)]``.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache, partial
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.rules.refusal import shortened

Kind = TypeVar("Kind")
Check = Callable[[Any], object]
"""Takes a value of the right type, and raises Damaged where it is wrong all the same."""


class Damaged(ValueError):
    """What is wrong, for people, and where: the keys from the outside in, and in lists the places,
    counted from 1. ``action 3, deal 2, settlement, payouts, Ann: must be a whole number``."""

    def __init__(self, what: str, *way: str | int) -> None:
        super().__init__(what)
        self.what = what
        self.way = way

    def inside(self, *way: str | int) -> "Damaged":
        """The same, of a value that stands there."""
        self.way = (*way, *self.way)
        return self

    @property
    def place(self) -> str:
        """The way in words; empty where the whole is wrong."""
        place = ""
        for step in self.way:
            if isinstance(step, int):
                place += f" {step}" if place else f"item {step}"
            else:
                place += f", {shortened(step)}" if place else shortened(step)
        return place

    def __str__(self) -> str:
        return (
            f"{self.place}: {self.what}" if self.way else f"{self.what[0].upper()}{self.what[1:]}"
        )


class UnknownField(Damaged):
    """A field that is none of the `known` ones."""

    def __init__(self, name: str, known: Collection[str]) -> None:
        super().__init__(f"“{shortened(name)}” is not known here.")
        self.name, self.known = name, known


class MissingField(Damaged):
    """A field that has to be there."""

    def __init__(self, name: str) -> None:
        super().__init__(f"“{name}” is missing.")
        self.name = name


# --- reading and writing -------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """Marks a text that has to be one of the names that the reader is told: ``Annotated[str,
    Known("card")]`` is a card of the box that a file is about."""

    kind: str


Names = Mapping[str, Callable[[Any], Any]]
"""For each kind of name, what reads one: it may stand for another name. Damaged for one that is not
known. A kind that is not there is not checked."""
NO_NAMES: Names = {}
_Reader = Callable[[Any, Names], Any]


def read(kind: type[Kind], data: object, names: Names = NO_NAMES) -> Kind:
    """The dataclass of this kind that plain data describes.

    Damaged, with the place, where a field is missing, unknown or of another type, where a check of
    its type fails, and where a text is none of the known `names`.
    """
    found: Kind = _reader(cast(Any, kind))(data, names)
    return found


def write(value: Any) -> Any:
    """A dataclass as plain data: its fields in their order, tuples as lists. A field that has its
    default says nothing, and is left out."""
    if is_dataclass(value):
        given = {field.name: (field, getattr(value, field.name)) for field in fields(value)}
        return {
            name: write(inner) for name, (field, inner) in given.items() if inner != _default(field)
        }
    if isinstance(value, Mapping):
        return {key: write(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [write(inner) for inner in value]
    return value


def _default(field: Field[Any]) -> Any:
    """What a field has where nothing is given; MISSING for one that has to be given."""
    return field.default if field.default_factory is MISSING else field.default_factory()


@cache
def _reader(kind: Any) -> _Reader:
    """What reads a value of this kind. It is made once for each: types do not change."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _checked(_reader(inner[0]), inner[1:])
    if origin in (Union, UnionType):
        (other,) = [one for one in inner if one is not type(None)]
        known = _reader(other)
        return lambda value, names: None if value is None else known(value, names)
    if origin is Literal:
        return _checked(_anything, [one_of(inner, f"one of {', '.join(inner)}")])
    if origin in (tuple, Sequence):
        return _list_reader(_reader(inner[0]))
    if origin is not None and issubclass(origin, Mapping):
        return _table_reader(_reader(inner[0]), _reader(inner[1]))
    if is_dataclass(kind):
        return _record_reader(kind)
    return _anything if kind is Any else partial(of_type, kind)


_TYPES: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    dict: "an object",
    list: "a list",
}


def of_type(kind: type, value: object, _: Names = NO_NAMES) -> Any:
    """The value itself when it is of just this type: true is no number."""
    if type(value) is not kind:
        raise Damaged(f"must be {_TYPES[kind]}.")
    return value


def _anything(value: Any, _: Names) -> Any:
    return value


def _checked(inner: _Reader, checks: Iterable[Check | Known]) -> _Reader:
    def read_checked(value: Any, names: Names) -> Any:
        found = inner(value, names)
        for check in checks:
            if isinstance(check, Known):
                found = names.get(check.kind, _unchecked)(found)
            else:
                check(found)
        return found

    return read_checked


def _unchecked(name: Any) -> Any:
    """Any name is right."""
    return name


def _list_reader(inner: _Reader) -> _Reader:
    def read_list(value: Any, names: Names) -> tuple[Any, ...]:
        items: list[Any] = []
        for item in of_type(list, value):
            try:
                items.append(inner(item, names))
            except Damaged as damaged:
                raise damaged.inside(len(items) + 1) from None
        return tuple(items)

    return read_list


def _table_reader(key: _Reader, inner: _Reader) -> _Reader:
    def read_table(value: Any, names: Names) -> dict[str, Any]:
        table = {}
        for name, item in of_type(dict, value).items():
            try:
                known = key(name, names)
            except Damaged:
                raise UnknownField(name, ()) from None
            try:
                table[known] = inner(item, names)
            except Damaged as damaged:
                raise damaged.inside(name) from None
        return table

    return read_table


def _record_reader(kind: Any) -> _Reader:
    hints = get_type_hints(kind, include_extras=True)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = [field.name for field in fields(kind) if _default(field) is MISSING]

    def read_record(value: Any, names: Names) -> Any:
        found = {}
        for name, item in of_type(dict, value).items():
            if name not in readers:
                raise UnknownField(name, readers)
            try:
                found[name] = readers[name](item, names)
            except Damaged as damaged:
                raise damaged.inside(name) from None
        for name in needed:
            if name not in found:
                raise MissingField(name)
        return kind(**found)

    return read_record


# --- checks --------------------------------------------------------------------------------------

_HALVES = re.compile("[\ud800-\udfff]")
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""Control characters but the end of a line."""


def whole(least: int, most: int, step: int = 1) -> Check:
    """A whole number between the two, a multiple of `step`."""

    def check(value: int) -> None:
        if not least <= value <= most or value % step:
            what = "a whole number" if step == 1 else f"a multiple of {step}"
            raise Damaged(f"must be {what} from {least:,} to {most:,}.")

    return check


def length(least: int, most: int) -> Check:
    """A text or a list of `least` to `most` characters or items."""

    def check(value: str | tuple[Any, ...]) -> None:
        if not least <= len(value) <= most:
            between = f"{most:,}" if least == most else f"{least:,} to {most:,}"
            raise Damaged(
                f"must have {between} characters."
                if isinstance(value, str)
                else f"must be a list of {between}."
            )

    return check


def shown(value: str) -> None:
    """A text of one or more lines that can be stored, sent and shown."""
    if value.isprintable():
        return
    if _HALVES.search(value):
        raise Damaged("has half a character in it.")
    if _CONTROLS.search(value):
        raise Damaged("has a character in it that cannot be shown.")


def one_of(choices: Collection[Any], what: str) -> Callable[[Any], Any]:
    """One of these values; `what` they are in words. Of a mapping, what the value stands for."""

    def check(value: Any) -> Any:
        if type(value) not in (str, type(None)) or value not in choices:
            raise Damaged(f"must be {what}.")
        return choices[value] if isinstance(choices, Mapping) else value

    return check


Player = Annotated[str, Known("player")]
CardId = Annotated[str, Known("card")]
LONGEST_TEXT = 20_000
Text = Annotated[str, length(1, LONGEST_TEXT), shown]
"""A text that the program wrote: a step of a sum, a message, a ruling."""


# --- JSON of others ------------------------------------------------------------------------------

DEEPEST = 100
"""How many lists and objects may stand in each other. Nothing of ours is nested half as deep; a few
thousand would end the Python that runs in a browser."""
_NO_BRACKETS = re.compile(r'[^"\[\]{}]+|"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)


def parsed(text: str, **how: Any) -> Any:
    """What a text of JSON stands for, read as `json.loads` does. ValueError where it is no JSON, or
    is nested deeper than DEEPEST."""
    if _is_too_deep(text):
        raise ValueError("nested too deeply")
    return json.loads(text, **how)


def _is_too_deep(text: str) -> bool:
    """Whether there are more than DEEPEST open brackets at any place outside of its texts."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in _NO_BRACKETS.sub("", text):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


class GivenTwice(Exception):
    """A key that stands twice in one object of JSON; the key is its argument."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs, for a JSON decoder; GivenTwice when a key comes twice."""
    table = dict(pairs)
    if len(table) != len(pairs):
        raise GivenTwice(first_twice(key for key, _ in pairs))
    return table


def first_twice(texts: Iterable[str]) -> str | None:
    """The first text that comes a second time, found in one pass; None when none does."""
    seen: set[str] = set()
    for text in texts:
        if text in seen:
            return text
        seen.add(text)
    return None
