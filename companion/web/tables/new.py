"""What the page of a new table shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wtforms.form import BaseForm

from companion.names import player_problems
from companion.rules.edition import Edition
from companion.web.parts.options import ANSWERS, Box, _value_label, boxes, option_labels, usual
from companion.web.tables.form import AMOUNTS, ENDINGS, MOST_ROWS, Rows, options_of, value_fields
from companion.web.tables.table_list import REMEMBERED


@dataclass(frozen=True)
class Seat:
    """One row for a player."""

    row: int
    name: str
    deals: bool
    banker: bool
    error: str | None
    focus: bool


@dataclass(frozen=True)
class Choice:
    """One answer of a list of them."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class Field:
    """One option or amount. With `choices` it is picked, else typed; `tick` says «none» to it."""

    name: str
    label: str
    value: str
    box: str
    help: str
    errors: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    tick: str = ""
    ticked: bool = False
    mark: str = ""


@dataclass(frozen=True)
class NewTable:
    """The form of a new table."""

    edition: Box
    token: str
    seats: tuple[Seat, ...]
    players_error: str | None
    names: tuple[str, ...]
    may_add: bool
    options: tuple[Field, ...]
    options_open: bool
    values: tuple[Field, ...]
    houses: tuple[Field, ...]
    values_open: bool
    values_check: bool
    check: tuple[str, ...]
    unit: str
    errors: int


def players_problem(edition: Edition, names: Sequence[str]) -> str | None:
    """What is wrong with how many play; blank rows do not."""
    least, most = min(edition.seats), max(edition.seats)
    number = len([name for name in names if name])
    if number < least:
        return f"{edition.name} is for {least} to {most} players: name at least {least}."
    if number > most:
        return f"{edition.name} is for {least} to {most} players: take {number - most} out."
    return None


def new_table(
    edition: Edition,
    form: BaseForm,
    rows: Rows,
    *,
    token: str,
    known: Sequence[str],
    judged: bool,
    fresh: bool = False,
) -> NewTable:
    """The form as it stands. `judged`: with what is wrong; `fresh`: nothing was entered yet."""
    most = max(edition.seats)
    problems = player_problems(rows.names) if judged else [None] * len(rows.names)
    seated = {name.casefold() for name in rows.names}
    focus = next(
        (row for row, problem in enumerate(problems) if problem),
        None
        if judged or fresh
        else next((r for r, name in enumerate(rows.names) if not name), None),
    )
    named = len([name for name in rows.names if name])
    options = tuple(_option_fields(edition, form, judged=judged))
    values = tuple(_value_fields(edition, form, judged=judged))
    changed = options_of(edition, form)
    check = edition.values_on_cards
    players_error = players_problem(edition, rows.names) if judged else None
    wrong = [one for one in problems if one] + [one for one in (*options, *values) if one.errors]
    return NewTable(
        edition=next(box for box in boxes() if box.id == edition.id),
        token=token,
        seats=tuple(
            Seat(row, name, row == rows.dealer, row == rows.banker, problems[row], row == focus)
            for row, name in enumerate(rows.names)
        ),
        players_error=players_error,
        names=tuple(name for name in known if name.casefold() not in seated)[:REMEMBERED]
        if named < most
        else (),
        may_add=len(rows.names) < min(most, MOST_ROWS),
        options=options,
        options_open=bool(set(changed) - {"values"}) or any(one.errors for one in options),
        values=tuple(one for one in values if one.box),
        houses=tuple(one for one in values if not one.box),
        values_open=check or "values" in changed or any(one.errors for one in values),
        values_check=check,
        check=edition.unverified,
        unit="points" if edition.money == "points" else edition.currency,
        errors=len(wrong) + (players_error is not None),
    )


def _errors(form: BaseForm, name: str, *, judged: bool) -> tuple[str, ...]:
    if not judged:
        return ()
    return tuple(str(error) for error in form[name].errors)


def _text(field: Any) -> str:
    """A typed field as it was typed, else the amount that stands there at first."""
    return str(field._value())


def _option_fields(edition: Edition, form: BaseForm, *, judged: bool) -> list[Field]:
    labels = option_labels(edition)
    ticks = {"target": "no amount", "deals": "no number of deals"}
    fields = []
    for name in edition.option_defaults:
        field = form[name]
        choices: tuple[Choice, ...] = ()
        if name not in ENDINGS and name not in AMOUNTS:
            choices = tuple(
                Choice(value, ANSWERS[value], value == field.data) for value in field.choices
            )
        no = f"no-{name}"
        fields.append(
            Field(
                name=name,
                label=labels[name],
                value="" if choices else _text(field),
                box=usual(edition, name),
                help=edition.decisions.get(name, ""),
                errors=_errors(form, name, judged=judged)
                + (_errors(form, no, judged=judged) if no in form else ()),
                choices=choices,
                tick=ticks[name] if no in form else "",
                ticked=bool(no in form and form[no].data),
            )
        )
    return fields


def _value_fields(edition: Edition, form: BaseForm, *, judged: bool) -> list[Field]:
    groups = {group.id: group for group in edition.groups}
    fields = []
    for name, (keys, amount) in value_fields(edition).items():
        group = groups.get(keys[-1] if keys[0] == "house" else keys[0])
        fields.append(
            Field(
                name=name,
                label=group.name
                if group and keys[0] == "house"
                else _value_label(edition, keys, group),
                value=_text(form[name]),
                box="" if amount is None else edition.amount(amount),
                help="",
                errors=_errors(form, name, judged=judged),
                mark=group.mark if group else "",
            )
        )
    return fields
