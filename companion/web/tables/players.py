"""The players of a new table: rows that are added and moved, and judged at the end."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import choice
from typing import Any

from companion.names import name_key, new_name_problem
from companion.rules.edition import Edition
from companion.web.parts.names_form import MOST_TYPED, NamesForm
from companion.web.site.forms import refuse
from companion.web.site.http import whole

MOST_ROWS = 8
"""Rows on the page: more than any edition seats, so that too many players get a message."""
FIRST_ROWS = 4
"""Rows that an empty page has: most tables have four players, and blank ones do not count."""
TYPED: dict[str, Any] = {
    "class": "grow",
    "dir": "auto",
    "autocapitalize": "words",
    "spellcheck": "false",
    "enterkeyhint": "next",
    "placeholder": "Name",
    "maxlength": MOST_TYPED,
}


@dataclass(frozen=True, slots=True)
class Rows:
    """The players as typed, in seating order; the rows of the first dealer and of the banker."""

    names: tuple[str, ...]
    dealer: int = 0
    banker: int = 0


def rows_shown(edition: Edition) -> int:
    """How many rows the page has at least."""
    return min(FIRST_ROWS, max(edition.seats))


def rows_of(given: Mapping[str, Any], least: int) -> Rows:
    """The rows that came with a form or an address; blank ones make them at least `least`."""
    fields = [f"player-{row}" for row in range(MOST_ROWS)]
    names = [str(given[field]).strip() for field in fields if field in given]
    names += [""] * (least - len(names))

    def row(name: str) -> int:
        return min(whole(str(given.get(name, "")), 2), len(names) - 1)

    return Rows(tuple(names), row("dealer"), row("banker"))


def edited(rows: Rows, do: str, most: int) -> Rows:
    """The rows after a tap: ``add``, ``next`` (a row only if none is blank), ``up-2``, ``use:Ann``,
    ``draw`` for who deals first; else as they were.

    The first dealer and the banker stay the same people.
    """
    if do.startswith("use:"):
        return _with_name(rows, do.removeprefix("use:"), most)
    if do == "add" or (do == "next" and all(rows.names)):
        return _with_row(rows, "", most)
    if do == "draw":
        named_rows = [row for row, name in enumerate(rows.names) if name]
        return replace(rows, dealer=choice(named_rows)) if named_rows else rows
    match = re.fullmatch(r"up-([1-9])", do)
    if match is None or int(match[1]) >= len(rows.names):
        return rows
    order, row = list(range(len(rows.names))), int(match[1])
    order[row - 1], order[row] = order[row], order[row - 1]
    return _in_order(rows, order)


def named(rows: Rows) -> Rows:
    """The rows without the blank ones."""
    return _in_order(rows, [row for row, name in enumerate(rows.names) if name])


def _in_order(rows: Rows, order: Sequence[int]) -> Rows:
    """These of the rows, in this order."""

    def moved(row: int) -> int:
        return order.index(row) if row in order else 0

    return Rows(tuple(rows.names[row] for row in order), moved(rows.dealer), moved(rows.banker))


def _with_name(rows: Rows, name: str, most: int) -> Rows:
    """The rows with a name in the first blank row, else in a new one; nobody stands there twice."""
    if name_key(name) in map(name_key, rows.names):
        return rows
    if "" not in rows.names:
        return _with_row(rows, name, most)
    blank = rows.names.index("")
    return replace(rows, names=(*rows.names[:blank], name, *rows.names[blank + 1 :]))


def _with_row(rows: Rows, name: str, most: int) -> Rows:
    room = len(rows.names) < min(most, MOST_ROWS)
    return replace(rows, names=(*rows.names, name)) if room else rows


class PlayersForm(NamesForm):
    """The players of a new table, ``player-0`` …; `number_error` is about how many play."""

    def __init__(self, edition: Edition, rows: Rows) -> None:
        super().__init__("player", rows.names, **TYPED)
        self.edition, self.number_error = edition, ""

    def validate(self) -> bool:
        """Whether these people can play; else a message at each row, or about their number."""
        self.number_error = players_problem(self.edition, self.names) or ""
        super().validate()
        for field, name in zip(self, self.names, strict=True):
            if name and not field.errors and (problem := new_name_problem(name)):
                refuse(field, problem)
        return not self.errors and not self.number_error


def players_problem(edition: Edition, names: Sequence[str]) -> str | None:
    """The message about how many play; None when it is fine. Blank rows do not count."""
    least, most = min(edition.seats), max(edition.seats)
    number = len([name for name in names if name])
    if number < least:
        return f"{edition.name} is for {least} to {most} players: name at least {least}."
    if number > most:
        return f"{edition.name} is for {least} to {most} players: take {number - most} out."
    return None
