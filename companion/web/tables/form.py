"""The form of a new table's options. What an option takes, the edition says."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from wtforms import BooleanField, IntegerField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, ValidationError
from wtforms.widgets import TextInput

from companion.game.times import known_zone
from companion.rules.edition import Edition
from companion.rules.hand import Refusal
from companion.rules.options import option_takes, with_options
from companion.rules.texts import left_open
from companion.web.parts.options import (
    AMOUNTS,
    ANSWERS,
    ENDINGS,
    SWITCHES,
    group_of,
    multiple,
    option_labels,
    value_fields,
    value_label,
)
from companion.web.site.forms import FieldMeta

NO_END = {"target": "no amount", "deals": "no number of {word}s"}
"""The box to tick for a game without this end; `word` is what the box calls a deal."""
CHOICES = (("yes", "no"), ("void", "score"), ("shared", "play-on"))
"""The answers of each option that is chosen from a list."""


class AmountField(IntegerField):
    """A whole number as people write it: ``10,000``, ``£500``, `` 4 ``; None when it is blank.

    It is the value of the option of `edition` that `keys` name. `told` says what may be written
    here, and is the message for everything else.
    """

    widget = TextInput()

    def __init__(
        self, *args: Any, edition: Edition, keys: Sequence[str], told: str, **more: Any
    ) -> None:
        typed = {"inputmode": "numeric", "maxlength": 12}
        super().__init__(*args, render_kw=typed, **more)
        self.edition, self.keys, self.told = edition, keys, told

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:  # it stays as in the box
            return
        self.data = None
        text = valuelist[0].strip().lstrip("£$").strip()
        if not text:
            return
        if not re.fullmatch(r"[0-9]{1,9}|[0-9]{1,3}([ ,.'’\u00a0\u202f][0-9]{3}){1,2}", text):
            raise ValueError(self.told)
        self.data = int(re.sub("[^0-9]", "", text))

    def pre_validate(self, form: Any) -> None:
        """The edition refuses what the option does not take."""
        if self.data is None:
            return
        try:
            with_options(self.edition, _nested(self.keys, self.data))
        except Refusal:
            raise ValidationError(self.told) from None


def new_table_form(edition: Edition, given: Any) -> BaseForm:
    """The form for the options of an edition, filled with what was given, the rest as in the
    box."""
    form = BaseForm({**_option_fields(edition), **_amount_fields(edition)}, meta=FieldMeta())
    form.process(given or None)
    return form


def changed_fields(edition: Edition, given: Mapping[str, str]) -> dict[str, str]:
    """What was given in the form of an edition's options that is not as in the box, by field."""
    usual = _fields_of_box(edition)
    return {name: given[name] for name in usual if name in given and given[name] != usual[name]}


@lru_cache(maxsize=64)
def _fields_of_box(edition: Edition) -> Mapping[str, str]:
    """What the form has in each field for the box as it is: every look at the form asks."""
    form = new_table_form(edition, None)
    return {name: str(field.data or "") for name, field in form._fields.items()}


def amounts_form(edition: Edition, given: Any) -> BaseForm:
    """The form for the amounts on the cards alone, filled with what was given, else as they are in
    this edition."""
    form = BaseForm(_amount_fields(edition), meta=FieldMeta())
    form.process(given or None)
    return form


# What forms are made of is the same for every form of an edition; each form has its own fields.


@lru_cache(maxsize=64)
def _option_fields(edition: Edition) -> Mapping[str, Any]:
    fields: dict[str, Any] = {}
    for name, option in option_takes(edition).items():
        if name == "values":
            continue
        fields[name] = _option_field(edition, name, option.default)
        if name in ENDINGS and option.default is not None:
            fields[f"no-{name}"] = BooleanField(
                NO_END[name].format(word=edition.deal_word), validators=[_not_both(name)]
            )
    return fields


@lru_cache(maxsize=64)
def _amount_fields(edition: Edition) -> Mapping[str, Any]:
    fields = {}
    least, most = edition.amounts["least"], edition.amounts["most"]
    told = f"Write {multiple(edition)} from {least:,} to {most:,}."
    for name, (keys, amount) in value_fields(edition).items():
        group = group_of(edition, keys)
        fields[name] = AmountField(
            group.name if group and keys[0] == "house" else value_label(edition, keys),
            default=amount,
            edition=edition,
            keys=("values", *keys),
            told=told,
        )
    return fields


def _option_field(edition: Edition, name: str, default: Any) -> Any:
    about = {
        "label": option_labels(edition)[name],
        "description": left_open(edition, name),
    }
    if name in ENDINGS or name in AMOUNTS:
        start = default if name in AMOUNTS else None
        return AmountField(
            default=start, edition=edition, keys=(name,), told=_told(edition, name), **about
        )
    if name in SWITCHES:
        default = "yes" if default else "no"
    choices = next(answers for answers in CHOICES if default in answers)
    return SelectField(
        choices=[
            SelectChoice(one, ANSWERS[one] + " (usual)" * (one == default)) for one in choices
        ],
        default=default,
        validators=[AnyOf(choices, message="Choose one of these.")],
        validate_choice=False,
        **about,
    )


def _not_both(name: str) -> Any:
    def check(form: Any, field: Any) -> None:
        if field.data and form[name].data is not None:
            raise ValidationError("Write a number or tick this, not both.")

    return check


def _told(edition: Edition, name: str) -> str:
    if name == "deals":
        return f"Write a number of {edition.deal_word}s from 1 to 1,000."
    if name == "target":
        return f"Write {multiple(edition)} from {edition.amounts['step']} to 1,000,000."
    return "Write 0 or a multiple of 500, up to 1,000,000."


def _nested(keys: Sequence[str], amount: int) -> dict[str, Any]:
    first, *rest = keys
    return {first: _nested(rest, amount) if rest else amount}


def zone_of(given: Mapping[str, Any]) -> str:
    """The time zone that the phone sent; empty where it sent none that this server knows."""
    zone = str(given.get("zone", ""))
    return zone if known_zone(zone) else ""


def options_of(edition: Edition, form: BaseForm) -> dict[str, Any]:
    """The options that the filled form changes; what is as in the box is left out."""
    options: dict[str, Any] = {}
    for name, option in option_takes(edition).items():
        if name == "values":
            continue
        value: Any = form[name].data
        if name in SWITCHES:
            value = value == "yes"
        if f"no-{name}" in form and form[f"no-{name}"].data:
            options[name] = None
        elif value is not None and (value != option.default or name in ENDINGS):
            options[name] = value
    values = changed_values(edition, form)
    return {**options, "values": values} if values else options


def changed_values(edition: Edition, form: BaseForm) -> dict[str, Any]:
    """The amounts of the filled form that are not the edition's own."""
    values: dict[str, Any] = {}
    for name, (keys, amount) in value_fields(edition).items():
        value = form[name].data
        if value is None or value == amount:
            continue
        if len(keys) == 1:
            values[keys[0]] = value
        else:
            values.setdefault(keys[0], {})[keys[1]] = value
    return values
