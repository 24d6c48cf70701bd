"""What the JSON of a deal must have: its entry, settlement and sums, and the draft of an open one.

Each check is made for the id of a box and the players of a table. It asks for no field that early
versions did not write.
"""

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from companion.rules import shape
from companion.rules.bank import NOTES
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.settlement import Jackpot
from companion.rules.shape import Check, Damaged, Way

Expected = Callable[[str, tuple[str, ...]], Check]
"""The check for the id of a box and the players of a table. Refusal where no box has this id."""

_TEXT = shape.of_type(str, "a text")
_NUMBER = shape.of_type(int, "a whole number")


def _list_of(check: Check, least: int = 0) -> Check:
    """A list of any length."""
    return shape.several(check, sys.maxsize, least)


def _tuple_of(*checks: Check) -> Check:
    """A list with one item for each check, in this order."""

    def check(value: Any, way: Way) -> None:
        if type(value) is not list or len(value) != len(checks):
            raise Damaged(way, f"must be a list of {len(checks)}.")
        for one, inner in zip(checks, value, strict=True):
            one(inner, way)

    return check


_TEXTS = _list_of(_TEXT)
_CHANGE = _tuple_of(_NUMBER, _TEXT)
_FIX = {"add": _TEXTS, "discard": _TEXTS, "stand_in": _TEXTS, "text": _TEXT}
_PROBLEM = shape.fields(
    {
        "rule": _TEXT,
        "player": shape.maybe(_TEXT),
        "cards": _TEXTS,
        "message": _TEXT,
        "fix": shape.fields(_FIX),
    },
    others=True,
)
_BONUS = shape.fields({"kind": _TEXT, "count": _NUMBER, "amount": _NUMBER}, others=True)


def _at_table(players: tuple[str, ...]) -> Check:
    return shape.one_of((*players, None), "somebody at the table")


def _amount(edition: Edition) -> Check:
    """What the bank can pay."""
    return shape.whole(0, sys.maxsize, 1 if edition.money == "points" else min(NOTES))


def _cards(edition: Edition) -> Check:
    return _list_of(shape.one_of(edition.deck, f"a card of {edition.name}"))


def _groups(edition: Edition) -> Check:
    return shape.one_of([group.id for group in edition.groups], f"a group of {edition.name}")


def _hand(edition: Edition) -> Check:
    """How a hand was laid down. Early games have no cards of a set."""
    cards = _cards(edition)
    one_set = shape.fields(
        {
            "group": _groups(edition),
            "houses": _NUMBER,
            "hotel": shape.truth,
            "tokens": _NUMBER,
            "value": _NUMBER,
            "tokens_value": _NUMBER,
            "wilds": cards,
        },
        {"cards": cards},
    )
    return shape.fields(
        {
            "sets": _list_of(one_set),
            "bonuses": _list_of(_BONUS),
            "wilds": cards,
            "unused": cards,
            "wiped_out": shape.maybe(_TEXT),
            "steps": _list_of(_TEXT, 1),
        },
        others=True,
    )


def _with_jackpot(outline: Check, of: Callable[[Any], Jackpot]) -> Check:
    """The outline; and what was taken of the jackpot, which `of` reads, is part of a payout."""

    def check(value: Any, way: Way) -> None:
        outline(value, way)
        if value["jackpot"] is not None:
            taken = of(value)
            if taken.paid_to is not None and taken.amount > value["payouts"][taken.paid_to]:
                raise Damaged((*way, "jackpot"), "must be part of a payout.")

    return check


def _entered(edition: Edition, players: tuple[str, ...]) -> dict[str, Check]:
    """What an entry and a draft may have, and of which kind."""
    cards = _cards(edition)
    some_hands = shape.fields({}, dict.fromkeys(players, cards))
    return {
        "went_out": _at_table(players),
        "hands": some_hands,
        "wilds": some_hands,
        "reward": cards,
        "reward_wilds": cards,
        "jackpot": shape.maybe(_NUMBER),
        "stopped_early": shape.truth,
    }


@lru_cache(maxsize=64)
def of_entry(edition_id: str, players: tuple[str, ...]) -> Check:
    """An entry has hands of players at the table; what else is there is of its kind."""
    known = _entered(load(edition_id), players)
    return shape.fields({"hands": known["hands"]}, known, others=True)


@lru_cache(maxsize=64)
def of_draft(edition_id: str, players: tuple[str, ...]) -> Check:
    """A draft has fields of their kinds. Early ones have fewer, and before the first tap there are
    none."""
    flags = "nobody", "laid_down", "allowed", "reward_open"
    own = {
        "done": shape.fields({}, dict.fromkeys(players, _TEXT)),
        "entering": _TEXTS,
        "since": _NUMBER,
        "marks": _changes,
        **dict.fromkeys(flags, shape.truth),
    }
    return shape.fields({}, {**_entered(load(edition_id), players), **own}, others=True)


def _changes(value: Any, way: Way) -> None:
    """By the place of a tap, the version of the draft that it made, and whose phone it was."""
    if type(value) is not dict:
        raise Damaged(way, "must be an object.")
    for place, change in value.items():
        _CHANGE(change, (*way, place))


@lru_cache(maxsize=64)
def of_settlement(edition_id: str, players: tuple[str, ...]) -> Check:
    """A settlement has all that `stored.StoredSettlement` reads, for every player."""
    edition = load(edition_id)
    amount = _amount(edition)
    jackpot = {"paid_to": _at_table(players), "amount": amount, "next": amount}
    outline = shape.fields(
        {
            "legal": shape.truth,
            "payouts": shape.for_each(players, amount),
            "jackpot": shape.maybe(shape.fields(jackpot)),
            "problems": _list_of(_PROBLEM),
            "hands": shape.for_each(players, _hand(edition)),
        },
        others=True,
    )
    return _with_jackpot(outline, lambda found: Jackpot(**found["jackpot"]))


@lru_cache(maxsize=64)
def of_sums(edition_id: str, players: tuple[str, ...]) -> Check:
    """Sums have all that `sums.DealSums` reads, for every player."""
    edition = load(edition_id)
    amount, at_table = _amount(edition), _at_table(players)
    hand = _tuple_of(shape.truth, _TEXTS, _list_of(_groups(edition)), _NUMBER)
    outline = shape.fields(
        {
            "payouts": shape.for_each(players, amount),
            "jackpot": shape.maybe(_tuple_of(at_table, amount, amount)),
            "went_out": at_table,
            "hands": shape.for_each(players, hand),
            "worth": shape.maybe(_NUMBER),
        },
        others=True,
    )
    return _with_jackpot(outline, lambda found: Jackpot(*found["jackpot"]))
