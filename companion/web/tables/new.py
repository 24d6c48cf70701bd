"""What the page of a new table shows."""

from collections.abc import Iterable
from typing import Any

from wtforms.form import BaseForm

from companion.rules.edition import Edition
from companion.rules.texts import told
from companion.web.parts.options import usual
from companion.web.tables.form import group_of, options_of, value_fields
from companion.web.tables.players import MOST_ROWS, PlayersForm, Rows

NAMES_OFFERED = 24


Amounts = list[tuple[Any, str]]
"""Amounts on the cards: the field of each, and the mark of its group."""


def new_table(
    edition: Edition,
    form: BaseForm,
    players: PlayersForm,
    rows: Rows,
    *,
    token: str,
    known: Iterable[str],
    zone: str,
    focus: int | None,
) -> dict[str, Any]:
    """What the page shows of the form as it stands, with messages where it was validated. The
    cursor stands in the row `focus`; `names` can be tapped. `zone` is the time zone of the phone,
    once it sent one."""
    most = max(edition.seats)
    options = [_option(edition, form, name) for name in edition.option_defaults]
    values, houses = amounts_shown(edition, form)
    changed = options_of(edition, form)
    wrong_options = _wrong(field for field, _, _ in options)
    wrong_values = _wrong(field for field, _ in (*values, *houses))
    check = edition.values_on_cards
    return {
        "edition": edition,
        "token": token,
        "zone": zone,
        "rows": rows,
        "players": players,
        "focus": focus,
        "names": _offered(rows, known, most),
        "may_add": len(rows.names) < min(most, MOST_ROWS),
        "options": tuple(options),
        "options_open": bool(set(changed) - {"values"} or wrong_options),
        "values": values,
        "houses": houses,
        "values_open": bool(check or "values" in changed or wrong_values),
        "values_check": check,
        "check": told(edition).unverified,
        "errors": _wrong(players) + bool(players.number_error) + wrong_options + wrong_values,
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


def focus_of(rows: Rows, players: PlayersForm, *, judged: bool, fresh: bool) -> int | None:
    """The first row with a message, once the form was judged; before, the first blank row, but not
    on a fresh page, where a keyboard would hide the rest."""
    if judged:
        return next((row for row, field in enumerate(players) if field.errors), None)
    return rows.names.index("") if "" in rows.names and not fresh else None


def _offered(rows: Rows, known: Iterable[str], most: int) -> tuple[str, ...]:
    """Names of earlier games that do not play yet, while there is room for one more player."""
    if sum(map(bool, rows.names)) >= most:
        return ()
    seated = {name.casefold() for name in rows.names}
    return tuple(name for name in known if name.casefold() not in seated)[:NAMES_OFFERED]


def _wrong(fields: Iterable[Any]) -> int:
    return sum(bool(field.errors) for field in fields)


def _option(edition: Edition, form: BaseForm, name: str) -> tuple[Any, str, Any]:
    """A house rule: its field, the box's own answer, and the field that ticks «none», if any."""
    field, none = form[name], form._fields.get(f"no-{name}")
    if none is not None and none.errors:  # shown beside the number, which is wrong with it
        field.errors, none.errors = [*field.errors, *none.errors], []
    return field, usual(edition, name), none
