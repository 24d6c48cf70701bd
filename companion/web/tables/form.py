"""The form of a new table's options and amounts. What an option takes, the edition says."""

import re
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, IntegerField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, ValidationError
from wtforms.widgets import TextInput

from companion.game.times import known_zone
from companion.rules.amounts import (
    Keys,
    amount_label,
    amounts_on_cards,
    group_of,
    multiple,
    nested,
)
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.options import MOST_COUNTED, counted_cards, option_text, with_options
from companion.rules.refusal import Refusal
from companion.rules.texts import left_open
from companion.rules.words import CURRENCY
from companion.web.parts.options import HOUSE_RULES, said
from companion.web.site.forms import FieldMeta


class AmountField(IntegerField):
    """A whole number as people write it: ``10,000``, ``£500``, `` 4 ``; None when it is blank.

    It is the value of the option of `edition` that `keys` name. `told` says what may be written
    here, and is the message for everything else. `usual` is what the box has, for an amount on the
    cards.
    """

    widget = TextInput()

    def __init__(
        self,
        *args: Any,
        edition: Edition,
        keys: Keys,
        told: str,
        usual: int | None = None,
        **more: Any,
    ) -> None:
        typed = {"inputmode": "numeric", "maxlength": 12}
        super().__init__(*args, render_kw=typed, **more)
        self.edition, self.keys, self.told, self.usual = edition, keys, told, usual

    @property
    def is_changed(self) -> bool:
        """It is not as in the box, or has a message."""
        return bool(self.errors) or self.data not in (None, self.usual)

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:  # it stays as in the box
            return
        self.data = None
        text = valuelist[0].strip().lstrip(CURRENCY).strip()
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
            with_options(self.edition, nested({self.keys: self.data}))
        except Refusal:
            raise ValidationError(self.told) from None


def new_table_form(edition: Edition, given: Any) -> BaseForm:
    """The form for the options of an edition, filled with what was given, the rest as in the
    box."""
    fields: dict[str, Any] = {}
    for name, default in edition.option_defaults.items():
        fields[name] = _option_field(edition, name, default)
        if HOUSE_RULES[name].none and default is not None:
            fields[f"no-{name}"] = BooleanField(
                said(edition, HOUSE_RULES[name].none), validators=[_not_both(name)]
            )
    return _filled({**fields, **_card_fields(edition)}, given)


def amounts_form(edition: Edition, given: Any) -> BaseForm:
    """The form for the amounts on the cards and the numbers of house cards alone, filled with what
    was given, else as they are in this edition."""
    return _filled(_card_fields(edition), given)


def _filled(fields: Mapping[str, Any], given: Any) -> BaseForm:
    form = BaseForm(fields, meta=FieldMeta())
    form.process(given or None)
    return form


def _card_fields(edition: Edition) -> dict[str, Any]:
    """The fields of the amounts on the cards of a table's box, and of how many cards it has."""
    least, most = edition.amounts["least"], edition.amounts["most"]
    told = {
        "values": f"Write {multiple(edition)} from {least:,} to {most:,}.",
        "copies": f"Write a number from 0 to {MOST_COUNTED}.",
    }
    fields, usual = {}, _of_cards(load(edition.id))
    for (option, *rest), number in _of_cards(edition).items():
        keys = (option, *rest)
        fields[field_name(keys)] = AmountField(
            _label(edition, option, tuple(rest)),
            default=number,
            edition=edition,
            keys=keys,
            told=told[option],
            usual=usual[keys],
        )
    return fields


def _of_cards(edition: Edition) -> dict[Keys, int | None]:
    """Every amount on the cards and every number of cards of a box, by where an option has it."""
    amounts = {("values", *keys): amount for keys, amount in amounts_on_cards(edition).items()}
    return amounts | {("copies", card): edition.deck[card] for card in counted_cards(edition)}


def _label(edition: Edition, option: str, keys: Keys) -> str:
    if option == "copies":
        return edition.label(keys[0])
    group = group_of(edition, keys) if keys[0] == "house" else None
    return group.name if group else amount_label(edition, keys)


def field_name(keys: Keys) -> str:
    """The name of the field for an amount on the cards, or a number of them."""
    option, *rest = keys
    return "-".join(("value" if option == "values" else option, *rest))


def _option_field(edition: Edition, name: str, default: Any) -> Any:
    rule = HOUSE_RULES[name]
    about: dict[str, Any] = {
        "label": said(edition, rule.label),
        "description": left_open(edition, name),
    }
    if not rule.answers:
        start = None if rule.none else default
        told = option_told(edition, name)
        return AmountField(default=start, edition=edition, keys=(name,), told=told, **about)
    choices = {
        _sent(value): answer + " (usual)" * (value == default)
        for value, (answer, _) in rule.answers.items()
    }
    return SelectField(
        choices=[SelectChoice(value, text) for value, text in choices.items()],
        default=_sent(default),
        validators=[AnyOf(choices, message="Choose one of these.")],
        validate_choice=False,
        **about,
    )


def _sent(value: Any) -> str:
    """The value of an option as the form sends it."""
    return ("yes" if value else "no") if isinstance(value, bool) else option_text(value)


def _not_both(name: str) -> Any:
    def check(form: Any, field: Any) -> None:
        if field.data and form[name].data is not None:
            raise ValidationError("Write a number or tick this, not both.")

    return check


def option_told(edition: Edition, name: str) -> str:
    """What may be written for an option that is a number."""
    if name == "deals":
        return f"Write a number of {edition.deal_word}s from 1 to 1,000."
    if name == "target":
        return f"Write {multiple(edition)} from {edition.amounts['step']} to 1,000,000."
    return "Write 0 or a multiple of 500, up to 1,000,000."


# --- what was given ------------------------------------------------------------------------------


def zone_of(given: Mapping[str, Any]) -> str:
    """The time zone that the phone sent; empty where it sent none that this server knows."""
    zone = str(given.get("zone", ""))
    return zone if known_zone(zone) else ""


def changed_fields(form: BaseForm, given: Mapping[str, str]) -> dict[str, str]:
    """What was given in the fields of a form that is not as in the box, by field."""
    return {
        field.name: given[field.name]
        for field in form
        if field.name in given and given[field.name] != str(field.default or "")
    }


def options_of(edition: Edition, form: BaseForm) -> dict[str, Any]:
    """The options that the filled form changes; what is as in the box is left out."""
    options: dict[str, Any] = {}
    for name, default in edition.option_defaults.items():
        rule, sent = HOUSE_RULES[name], form[name].data
        value = next((one for one in rule.answers if _sent(one) == sent), sent)
        if f"no-{name}" in form and form[f"no-{name}"].data:
            options[name] = None
        elif value is not None and (value != default or rule.none):
            options[name] = value
    return {**options, **changed_cards(edition, form)}


def changed_cards(edition: Edition, form: BaseForm) -> dict[str, Any]:
    """The options ``values`` and ``copies`` of the filled form, where it is not as in the box."""
    usual = _of_cards(edition)
    given = {keys: form[field_name(keys)].data for keys in usual}
    return nested({keys: it for keys, it in given.items() if it not in (None, usual[keys])})
