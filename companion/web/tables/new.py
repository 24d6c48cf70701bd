"""What the page of a new table shows."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from wtforms import Field
from wtforms.form import BaseForm

from companion.names import name_key, new_name_problem
from companion.rules.amounts import amounts_on_cards, group_of
from companion.rules.edition import Edition, Group
from companion.rules.options import counted_cards
from companion.rules.texts import Told
from companion.rules.words import listed
from companion.web.parts.options import usual
from companion.web.tables.form import AmountField, field_name, options_of
from companion.web.tables.players import PlayersForm, Rows

NAMES_OFFERED = 24


AmountKinds = dict[str, list[tuple[AmountField, Group | None]]]
"""Amounts on the cards by kind: the field of each, and its group."""


def options_shown(edition: Edition, form: BaseForm) -> dict[str, Any]:
    """What the page shows of the house rules and amounts as they stand, with messages where they
    were judged."""
    options = [_option(edition, form, name) for name in edition.option_defaults]
    amounts = amounts_shown(edition, form)
    changed = options_of(edition, form).keys() & edition.option_defaults.keys()
    check = edition.values_on_cards
    changed_amounts = any(field.is_changed for kind in amounts.values() for field, _ in kind)
    return {
        "options": options,
        "options_open": bool(changed) or any(field.errors for field, *_ in options),
        "amounts": amounts,
        "values_open": check or changed_amounts,
        "values_check": check,
        "check": Told(edition).unverified,
    }


def _option(edition: Edition, form: BaseForm, name: str) -> tuple[Field, str, Field | None]:
    """A house rule: its field, the box's own answer, and the field that ticks «none», if any."""
    field, none = form[name], form._fields.get(f"no-{name}")
    if none is not None and none.errors:  # shown beside the number, which is wrong with it
        field.errors, none.errors = [*field.errors, *none.errors], []
    return field, usual(edition, name), none


def amounts_shown(edition: Edition, form: BaseForm) -> AmountKinds:
    """The fields of the amounts on the cards by kind: too many to look at together."""
    colours = [group for group in edition.groups if group.kind == "colour"]
    others = [group.name for group in edition.groups if group not in colours]
    kinds: AmountKinds = {
        "Colour sets": [],
        (listed(others) if colours else "Sets"): [],
        "Everything else": [],
        "What each house adds": [],
        "How many house cards the box has": [
            (form[field_name(("copies", card))], None) for card in counted_cards(edition)
        ],
    }
    in_colours, in_others, in_rest, in_houses, _ = kinds.values()
    for keys in amounts_on_cards(edition):
        group = group_of(edition, keys)
        of_group = in_rest if group is None else in_colours if group in colours else in_others
        (in_houses if keys[0] == "house" else of_group).append(
            (form[field_name(("values", *keys))], group)
        )
    return {title: fields for title, fields in kinds.items() if fields}


def focus_of(rows: Rows, players: PlayersForm, *, judged: bool, types: bool) -> int | None:
    """The first row with a message, once the form was judged; before, the first blank row if a name
    is typed next: else the phone's keyboard would hide the rest."""
    if judged:
        return next((row for row, field in enumerate(players) if field.errors), None)
    return rows.names.index("") if "" in rows.names and types else None


def offered(rows: Rows, known: Iterable[str], most: int) -> tuple[str, ...]:
    """Names of earlier games that do not play yet and that a new player may have, while there is
    room for one more player."""
    if sum(map(bool, rows.names)) >= most:
        return ()
    seated = set(map(name_key, rows.names))
    free = (name for name in known if name_key(name) not in seated and not new_name_problem(name))
    return tuple(islice(free, NAMES_OFFERED))
