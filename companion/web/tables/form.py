"""The form of a new table: shape and membership. What an option takes, the edition says."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from wtforms import BooleanField, IntegerField, SelectField
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, ValidationError

from companion.names import name_key
from companion.rules.edition import Edition
from companion.rules.hand import Refusal
from companion.rules.options import option_takes, with_options

MOST_ROWS = 8
"""Rows for players on the page: more than any edition seats, so that too many can be told so."""

SWITCHES = ("wild_only_sets", "wiped_out_count", "jackpot_grows_when_none_held")
AMOUNTS = ("jackpot_start", "jackpot_step")
ENDINGS = ("target", "deals")


# --- the players ---------------------------------------------------------------------------------


class Rows(NamedTuple):
    """The rows of players as typed, in seating order; who deals first and who is the banker."""

    names: tuple[str, ...]
    dealer: int = 0
    banker: int = 0


def rows_of(given: Mapping[str, Any], least: int) -> Rows:
    """The rows that came with a form or an address; at least so many, blank ones if need be."""
    fields = [f"player-{row}" for row in range(MOST_ROWS)]
    names = [str(given[field]).strip() for field in fields if field in given]
    names += [""] * (least - len(names))

    def row(name: str) -> int:
        text = str(given.get(name, "0"))
        place = int(text) if re.fullmatch("[0-9]{1,2}", text) else 0
        return min(place, len(names) - 1)

    return Rows(tuple(names), row("dealer"), row("banker"))


def edited(rows: Rows, do: str, most: int) -> Rows:
    """The rows after a tap: ``add``, ``remove-2``, ``up-2``, ``use:Ann``; else as they were.

    Who deals and who is the banker stay the same people.
    """
    names = list(rows.names)
    if do.startswith("use:"):
        text = do.removeprefix("use:")
        if name_key(text) in {name_key(name) for name in names}:
            return rows
        blank = next((row for row, name in enumerate(names) if not name), None)
        if blank is not None:
            names[blank] = text
        elif len(names) < min(most, MOST_ROWS):
            names.append(text)
        return rows._replace(names=tuple(names))
    if do == "add":
        if all(names) and len(names) < min(most, MOST_ROWS):
            names.append("")
        return rows._replace(names=tuple(names))
    match = re.fullmatch(r"(up|remove)-([0-9])", do)
    if match is None or int(match[2]) >= len(names):
        return rows
    places = list(range(len(names)))
    row = int(match[2])
    if match[1] == "up" and row > 0:
        places[row - 1], places[row] = places[row], places[row - 1]
    if match[1] == "remove" and len(places) > 1:
        del places[row]

    def moved(place: int) -> int:
        return places.index(place) if place in places else 0

    return Rows(tuple(names[place] for place in places), moved(rows.dealer), moved(rows.banker))


# --- amounts and options -------------------------------------------------------------------------


class AmountField(IntegerField):
    """A whole number as people write it: ``10,000``, ``£500``, `` 4 ``. Blank: none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = None
        text = valuelist[0].strip().lstrip("£$").strip() if valuelist else ""
        if not text:
            return
        if not re.fullmatch(r"[0-9]{1,9}|[0-9]{1,3}([ ,.'’\u00a0\u202f][0-9]{3}){1,2}", text):
            raise ValueError("Write a whole number, such as 10,000.")
        self.data = int(re.sub("[^0-9]", "", text))


def value_fields(edition: Edition) -> dict[str, tuple[tuple[str, ...], int | None]]:
    """Field name → the keys of an amount within the option ``values``, and the edition's own.

    None for a house of 2017: as much as its colour set.
    """
    fields: dict[str, tuple[tuple[str, ...], int | None]] = {}
    for key, value in edition.values.items():
        if key == "house":
            for group in edition.groups:
                if group.kind == "colour":
                    fields[f"value-house-{group.id}"] = ("house", group.id), value.get(group.id)
        elif isinstance(value, dict):
            for held, amount in value.items():
                fields[f"value-{key}-{held}"] = (key, held), amount
        else:
            fields[f"value-{key}"] = (key,), value
    return fields


def new_table_form(edition: Edition, given: Any) -> BaseForm:
    """The fields for the options of an edition, filled with what was given, else the edition's."""
    fields: dict[str, Any] = {}
    data: dict[str, Any] = {}
    for name, option in option_takes(edition).items():
        takes = _takes(edition, name)
        if name in ENDINGS:
            fields[name] = AmountField(validators=[takes])
            if option.default is not None:
                fields[f"no-{name}"] = BooleanField(validators=[_not_both(name)])
        elif name in SWITCHES:
            fields[name] = _select(("yes", "no"))
            data[name] = "yes" if option.default else "no"
        elif name == "nobody_out":
            fields[name] = _select(("void", "score"))
            data[name] = option.default
        elif name == "tie":
            fields[name] = _select(("shared", "play-on"))
            data[name] = option.default
        elif name in AMOUNTS:
            fields[name] = AmountField(validators=[takes])
            data[name] = option.default
    for name, (keys, amount) in value_fields(edition).items():
        fields[name] = AmountField(validators=[_amount_takes(edition, keys)])
        data[name] = amount
    form = BaseForm(fields)
    form.process(given or None, data=data)
    return form


def _select(choices: Sequence[str]) -> Any:
    return SelectField(
        choices=list(choices),
        validators=[AnyOf(choices, message="Choose one of these.")],
        validate_choice=False,
    )


def _not_both(name: str) -> Any:
    def check(form: Any, field: Any) -> None:
        if field.data and form[name].data is not None:
            raise ValidationError("Write a number or tick this, not both.")

    return check


def _takes(edition: Edition, name: str) -> Any:
    """The edition judges the number; here is only how it is told."""

    def check(form: Any, field: Any) -> None:
        if field.data is None:
            return
        try:
            with_options(edition, {name: field.data})
        except Refusal:
            raise ValidationError(_told(edition, name)) from None

    return check


def _told(edition: Edition, name: str) -> str:
    if name == "deals":
        return "Write a number of deals from 1 to 1,000."
    if name == "target":
        step = edition.amounts["step"]
        what = "points" if step == 1 else f"a multiple of {step}"
        return f"Write {what} from {step} to 1,000,000."
    return "Write 0 or a multiple of 500, up to 1,000,000."


def _amount_takes(edition: Edition, keys: Sequence[str]) -> Any:
    def check(form: Any, field: Any) -> None:
        if field.data is None:
            return
        try:
            with_options(edition, {"values": _nested(keys, field.data)})
        except Refusal:
            step, least, most = (edition.amounts[name] for name in ("step", "least", "most"))
            what = "points" if step == 1 else f"a multiple of {step}"
            raise ValidationError(f"Write {what} from {least:,} to {most:,}.") from None

    return check


def _nested(keys: Sequence[str], amount: int) -> dict[str, Any]:
    first, *rest = keys
    return {first: _nested(rest, amount) if rest else amount}


def options_of(edition: Edition, form: BaseForm) -> dict[str, Any]:
    """The options that the filled form changes; an edition's own are left out."""
    options: dict[str, Any] = {}
    for name, option in option_takes(edition).items():
        if name in ENDINGS:
            if f"no-{name}" in form and form[f"no-{name}"].data:
                options[name] = None
            elif form[name].data is not None:
                options[name] = form[name].data
        elif name in SWITCHES:
            value: Any = form[name].data == "yes"
            if value != option.default:
                options[name] = value
        elif name != "values":
            value = form[name].data
            if value is not None and value != option.default:
                options[name] = value
    values: dict[str, Any] = {}
    for name, (keys, amount) in value_fields(edition).items():
        value = form[name].data
        if value is not None and value != amount:
            if len(keys) == 1:
                values[keys[0]] = value
            else:
                values.setdefault(keys[0], {})[keys[1]] = value
    if values:
        options["values"] = values
    return options
