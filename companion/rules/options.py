"""A table's options: what each takes, and the edition with them applied."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.rules.amounts import amounts_of
from companion.rules.edition import Edition, Option
from companion.rules.plain import Check, Damaged, of_type, one_of, whole
from companion.rules.refusal import Refusal, near, shortened

MOST_MONEY = 1_000_000
MOST_DEALS = 1_000
MOST_COUNTED = 9
DEEPEST_OPTION = 3  # values, house, an amount

TAKES: dict[str, str] = {
    "target": "an amount that can be paid, up to 1,000,000, or none (in JSON null) for no target",
    "deals": "a whole number of deals from 1 to 1,000, or none (in JSON null) for no limit",
    "nobody_out": "“void” or “score”",
    "wild_only_sets": "true or false",
    "wiped_out_count": "true or false",
    "jackpot_start": "0 or a multiple of 500 up to 1,000,000",
    "jackpot_step": "0 or a multiple of 500 up to 1,000,000",
    "jackpot_grows_when_none_held": "true or false",
    "tie": "“shared” or “play-on”",
    "copies": "an object of the cards that are built, each with a number from 0 to 9",
    "values": "an object of amounts as printed on the cards",
}


OBJECTS = ("copies", "values")
"""The options that are no single answer; no file of a box has them."""
CHANGES_WORTH = ("wild_only_sets",)
"""The options that change which hands may go out or what one is worth by itself. With another value
of one of them no rank is told: ranks were counted for the box as it is."""

_ENCODER = json.JSONEncoder(sort_keys=True, allow_nan=False)


def option_takes(edition: Edition) -> dict[str, Option]:
    """The options this edition has: default and what each takes, in words."""
    return {
        name: Option(edition.option_defaults.get(name, {}), TAKES[name])
        for name in (*edition.option_defaults, *OBJECTS)
        if name != "copies" or counted_cards(edition)
    }


def counted_cards(edition: Edition) -> tuple[str, ...]:
    """The cards of which the boxes may hold other numbers: house cards and the hotel."""
    return tuple(filter(None, (*edition.way.houses(edition), edition.roles.get("hotel"))))


def with_options(edition: Edition, options: Mapping[str, Any]) -> Edition:
    """The edition as a table plays it (docs/rules.md 7).

    The same edition and options give the same object as long as it is remembered. Raises Refusal
    (``unknown-option``) naming the option and what it takes, for an option the edition does not
    have or a value it does not take.
    """
    if not options:
        return edition
    for name, value in options.items():
        if _depth(value) > DEEPEST_OPTION:
            raise Refusal(
                "unknown-option",
                f"The option “{shortened(str(name))}” does not take lists in lists. "
                f"It takes {TAKES.get(name, 'nothing in this edition')}.",
            )
    try:
        key = _ENCODER.encode(options)
    except (ValueError, TypeError):
        raise Refusal("unknown-option", "The options must be plain JSON values.") from None
    return _with_options(edition, key)


def _depth(value: object) -> int:
    """How deep lists and objects are nested; counting stops past the deepest that is allowed."""
    depth, level = 0, [value]
    while level and depth <= DEEPEST_OPTION:
        level = [
            inner
            for outer in level
            if isinstance(outer, (list, dict))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        depth += 1
    return depth


@lru_cache(maxsize=64)
def _with_options(edition: Edition, key: str) -> Edition:
    changed: dict[str, Any] = json.loads(key)
    options = dict(edition.options)
    values, deck = edition.values, edition.deck
    for name, value in changed.items():
        if name not in option_takes(edition):
            raise Refusal(
                "unknown-option",
                f"{edition.name} has no option “{shortened(name)}”."
                f"{near(name, option_takes(edition))} It has {', '.join(option_takes(edition))}.",
            )
        try:
            if name == "values":
                values = _edited_values(edition, value)
            elif name == "copies":
                deck = {**deck, **_copies(edition, value)}
            else:
                options[name] = answer(name, value, edition.amounts["step"])
        except Damaged:
            raise Refusal(
                "unknown-option",
                f"The option “{name}” does not take {_short(value)}. It takes {TAKES[name]}.",
            ) from None
    return replace(
        edition, options=options, values=values, deck=deck, changed={**edition.changed, **changed}
    )


def answer(name: str, value: object, step: int) -> Any:
    """The value of an option that is a single answer; amounts go up by `step`. Raises Damaged for
    one that it does not take."""
    checks = _checks(step)
    if name not in checks:
        return _truth(value)
    checks[name](value)
    return value


def other_answer(edition: Edition, name: str) -> Any:
    """What a decision would be if it were taken the other way: no for yes, the other of two words,
    no jackpot for one. None where the box has no such option, or there is no one other answer."""
    value = edition.options.get(name)
    if isinstance(value, bool):
        return not value
    if name == "jackpot_start":
        return 0 if value else edition.option_defaults[name]
    return {"void": "score", "score": "void"}.get(str(value))


def _checks(step: int) -> dict[str, Check]:
    """The check of each option that is no yes or no; the edition's amounts go up by `step`."""
    jackpot = _number(0, MOST_MONEY, 500)
    return {
        "target": _number(step, MOST_MONEY, step, or_none=True),
        "deals": _number(1, MOST_DEALS, or_none=True),
        "nobody_out": one_of(("void", "score"), "void or score"),
        "tie": one_of(("shared", "play-on"), "shared or play-on"),
        "jackpot_start": jackpot,
        "jackpot_step": jackpot,
    }


def _number(least: int, most: int, step: int = 1, *, or_none: bool = False) -> Check:
    """A whole number between the two, a multiple of `step`; or nothing."""
    check = whole(least, most, step)
    return lambda value: None if value is None and or_none else check(of_type(int, value))


def _truth(value: Any) -> bool:
    """Yes and no as JSON or as people write them; Damaged for anything else."""
    if value in ("yes", "no"):
        return bool(value == "yes")
    return bool(of_type(bool, value))


def _short(value: object) -> str:
    return shortened(json.dumps(value, ensure_ascii=False))


def _edited_values(edition: Edition, edited: object) -> dict[str, Any]:
    """The values in force when a table's cards are printed otherwise; keys of docs/rules.md 7."""
    if not isinstance(edited, dict):
        raise Damaged("must be an object.")
    values = dict(edition.values)
    for key, value in edited.items():
        if key not in values:
            raise Refusal(
                "unknown-option",
                f"The option “values” has no “{shortened(key)}” in {edition.name}."
                f"{near(key, values)} It takes {', '.join(values)}.",
            )
        if not isinstance(values[key], dict):
            values[key] = _edited_amount(edition, key, value)
            continue
        inner = (
            [group.id for group in edition.groups if group.kind == "colour"]
            if key == "house"
            else list(values[key])
        )
        if not isinstance(value, dict) or not set(value) <= set(inner):
            raise Refusal(
                "unknown-option",
                f"The option “values” takes for “{key}” an object with {', '.join(inner)}, "
                f"not {_short(value)}.",
            )
        values[key] = values[key] | {
            name: _edited_amount(edition, f"{key}.{name}", amount) for name, amount in value.items()
        }
    return values


def _copies(edition: Edition, given: object) -> dict[str, int]:
    """How many of each house card and of the hotel a table's box holds. Damaged for another card
    and for a number that no box has."""
    copies: dict[str, int] = of_type(dict, given)
    cards = counted_cards(edition)
    for card, number in copies.items():
        one_of(cards, "a house card or the hotel")(card)
        _number(0, MOST_COUNTED)(number)
    return copies


def _edited_amount(edition: Edition, key: str, value: Any) -> int:
    step, least, most = (edition.amounts[name] for name in ("step", "least", "most"))
    try:
        _number(least, most, step)(value)
        return int(value)
    except Damaged:
        kind = "points" if step == 1 else f"a multiple of {step}"
        raise Refusal(
            "unknown-option",
            f"The option “values” takes for “{key}” {kind} from {least:,} to {most:,}, "
            f"not {_short(value)}.",
        ) from None


def option_text(value: Any) -> str:
    """An option as an address has it: 1 and 0, ``none``, ``yellow:350,house.red:200``."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if value is None:
        return "none"
    if not isinstance(value, Mapping):
        return str(value)
    amounts = [
        (f"{key}.{inner}", amount)
        for key, table in value.items()
        for inner, amount in (table.items() if isinstance(table, Mapping) else [("", table)])
    ]
    return ",".join(f"{name.removesuffix('.')}:{amount}" for name, amount in amounts)


def option_of(edition: Edition, name: str, text: str) -> Any:
    """The value of an option of this edition; what it does not take is refused where it is applied,
    and amounts on the cards at once."""
    if name == "values":
        return amounts_of(edition, text)
    if name == "copies":
        pairs = (piece.rpartition(":") for piece in filter(None, re.split(r"[,;\s]+", text)))
        return {card: int(number) if number.isdecimal() else number for card, _, number in pairs}
    if isinstance(edition.option_defaults[name], bool):
        return {"1": True, "true": True, "0": False, "false": False}.get(text.casefold(), text)
    if text.casefold() in ("none", "null"):
        return None
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) else text
