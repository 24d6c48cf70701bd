"""Checks for values read from JSON or TOML, small ones that combine into larger ones.

Editions, deals and saved games are checked with them.

A check takes a value and the way to it, and raises Damaged when the value is wrong. The message
names the place: ``action 3, deal 2, settlement, payouts, Ann: must be a whole number``.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from companion.rules.plain import Damaged, MissingField, UnknownField

Way = tuple[str, ...]
Check = Callable[[Any, Way], None]

_HALVES = re.compile("[\ud800-\udfff]")
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""Control characters but the end of a line."""


def of_type(kind: type, what: str) -> Check:
    """A value of just this type, not of one below it; `what` is the type in words."""

    def check(value: Any, way: Way) -> None:
        if type(value) is not kind:
            raise Damaged(f"must be {what}", *way)

    return check


def whole(least: int, most: int, step: int = 1) -> Check:
    """A whole number between the two, a multiple of `step`; not true or false, not 1.0."""

    def check(value: Any, way: Way) -> None:
        if type(value) is not int or not least <= value <= most or value % step:
            what = "a whole number" if step == 1 else f"a multiple of {step}"
            raise Damaged(f"must be {what} from {least:,} to {most:,}.", *way)

    return check


def truth(value: Any, way: Way) -> None:
    """True or false."""
    if type(value) is not bool:
        raise Damaged("must be true or false.", *way)


def text(most: int, least: int = 0) -> Check:
    """A text that can be stored and sent, of `least` to `most` characters."""

    def check(value: Any, way: Way) -> None:
        if type(value) is not str:
            raise Damaged("must be a text.", *way)
        if not least <= len(value) <= most:
            raise Damaged(f"must have {least:,} to {most:,} characters.", *way)
        if _HALVES.search(value):
            raise Damaged("has half a character in it.", *way)

    return check


def sentence(most: int, least: int = 0) -> Check:
    """A text of one or more lines without characters that cannot be shown."""
    stored = text(most, least)

    def check(value: Any, way: Way) -> None:
        stored(value, way)
        if _CONTROLS.search(value):
            raise Damaged("has a character in it that cannot be shown.", *way)

    return check


def one_of(choices: Collection[Any], what: str) -> Check:
    """One of these texts (or None, where that is among them)."""

    def check(value: Any, way: Way) -> None:
        if type(value) not in (str, type(None)) or value not in choices:
            raise Damaged(f"must be {what}.", *way)

    return check


def maybe(check: Check) -> Check:
    """The same, or null."""

    def or_null(value: Any, way: Way) -> None:
        if value is not None:
            check(value, way)

    return or_null


def several(check: Check, most: int, least: int = 0) -> Check:
    """A list of `least` to `most` items that pass `check`; messages count them from 1."""

    def each(value: Any, way: Way) -> None:
        if type(value) is not list:
            raise Damaged("must be a list.", *way)
        if not least <= len(value) <= most:
            raise Damaged(f"must be a list of {least:,} to {most:,}.", *way)
        *before, last = way or ("item",)
        for number, item in enumerate(value, 1):
            check(item, (*before, f"{last} {number}"))

    return each


def fields(
    must: Mapping[str, Check], may: Mapping[str, Check] = {}, *, others: bool = False
) -> Check:
    """An object with all fields of `must`, any of `may`, and no others unless `others` says so."""
    known = {**must, **may}

    def check(value: Any, way: Way) -> None:
        if type(value) is not dict:
            raise Damaged("must be an object.", *way)
        for name, inner in value.items():
            if name in known:
                known[name](inner, (*way, name))
            elif not others:
                raise UnknownField(name, known).inside(*way)
        for name in must:
            if name not in value:
                raise MissingField(name).inside(*way)

    return check


def for_each(names: Sequence[str], check: Check) -> Check:
    """An object with exactly these names, such as the players."""
    return fields(dict.fromkeys(names, check))


def anything(value: Any, way: Way) -> None:
    """Anything; it is checked later."""
