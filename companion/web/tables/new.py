"""What the page of a new table shows."""

from collections.abc import Iterable
from typing import Any

from wtforms.form import BaseForm

from companion.names import name_key
from companion.rules.edition import Edition
from companion.rules.texts import told
from companion.web.parts.options import group_of, usual
from companion.web.tables.form import options_of, value_fields
from companion.web.tables.players import PlayersForm, Rows

NAMES_OFFERED = 24


Amounts = list[tuple[Any, str]]
"""Amounts on the cards: the field of each, and the mark of its group."""


def options_shown(edition: Edition, form: BaseForm) -> dict[str, Any]:
    """What the page shows of the house rules and amounts as they stand, with messages where they
    were judged."""
    options = [_option(edition, form, name) for name in edition.option_defaults]
    values, houses = amounts_shown(edition, form)
    changed = options_of(edition, form)
    check = edition.values_on_cards
    return {
        "options": tuple(options),
        "options_open": bool(set(changed) - {"values"} or any(one.errors for one, *_ in options)),
        "values": values,
        "houses": houses,
        "values_open": bool(
            check or "values" in changed or any(one.errors for one, _ in (*values, *houses))
        ),
        "values_check": check,
        "check": told(edition).unverified,
    }


def amounts_shown(edition: Edition, form: BaseForm) -> tuple[Amounts, Amounts]:
    """The fields of the amounts on the cards, and of what each house adds, where the box has it."""
    values: Amounts = []
    houses: Amounts = []
    for name, (keys, _) in value_fields(edition).items():
        group = group_of(edition, keys)
        shown = form[name], group.mark if group else ""
        (houses if keys[0] == "house" else values).append(shown)
    return values, houses


def focus_of(rows: Rows, players: PlayersForm, *, judged: bool, types: bool) -> int | None:
    """The first row with a message, once the form was judged; before, the first blank row if a name
    is typed next: else the phone's keyboard would hide the rest."""
    if judged:
        return next((row for row, field in enumerate(players) if field.errors), None)
    return rows.names.index("") if "" in rows.names and types else None


def offered(rows: Rows, known: Iterable[str], most: int) -> tuple[str, ...]:
    """Names of earlier games that do not play yet, while there is room for one more player."""
    if sum(map(bool, rows.names)) >= most:
        return ()
    seated = set(map(name_key, rows.names))
    return tuple(name for name in known if name_key(name) not in seated)[:NAMES_OFFERED]


def _option(edition: Edition, form: BaseForm, name: str) -> tuple[Any, str, Any]:
    """A house rule: its field, the box's own answer, and the field that ticks «none», if any."""
    field, none = form[name], form._fields.get(f"no-{name}")
    if none is not None and none.errors:  # shown beside the number, which is wrong with it
        field.errors, none.errors = [*field.errors, *none.errors], []
    return field, usual(edition, name), none
