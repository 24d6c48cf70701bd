"""What the page of a new table shows."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from wtforms.form import BaseForm

from companion.names import name_key, new_name_problem
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.texts import told
from companion.rules.words import listed
from companion.web.parts.options import group_of, usual, value_fields
from companion.web.tables.form import options_of
from companion.web.tables.players import PlayersForm, Rows

NAMES_OFFERED = 24
Keys = Sequence[str]
"""Where an amount stands in ``Edition.values``."""


class AmountKind(NamedTuple):
    """Amounts on the cards of one kind: the field of each, and the mark of its group. `usual` are
    those of the box in words; `is_open`: one differs from the box, or has a message. `told` is what
    to know before changing one, `before` how a field's label begins for those who only hear it."""

    title: str
    usual: str
    fields: tuple[tuple[Any, str], ...]
    is_open: bool
    told: str = ""
    before: str = ""


def options_shown(edition: Edition, form: BaseForm) -> dict[str, Any]:
    """What the page shows of the house rules and amounts as they stand, with messages where they
    were judged."""
    options = [_option(edition, form, name) for name in edition.option_defaults]
    amounts = amounts_shown(edition, form)
    changed = options_of(edition, form)
    check = edition.values_on_cards
    return {
        "options": tuple(options),
        "options_open": bool(set(changed) - {"values"} or any(one.errors for one, *_ in options)),
        "amounts": amounts,
        "values_open": bool(check or any(kind.is_open for kind in amounts)),
        "values_check": check,
        "check": told(edition).unverified,
    }


def amounts_shown(edition: Edition, form: BaseForm) -> tuple[AmountKind, ...]:
    """The fields of the amounts on the cards by kind: too many to look at together."""
    box = load(edition.id)
    colours = [one for one in box.groups if one.kind == "colour"]
    others = [one.name for one in box.groups if one not in colours]
    kinds: dict[str, list[tuple[str, Keys, int | None]]] = {}
    for name, (keys, amount) in value_fields(box).items():
        group = group_of(box, keys)
        kind = "rest" if group is None else "colours" if group in colours else "others"
        kinds.setdefault("houses" if keys[0] == "house" else kind, []).append((name, keys, amount))
    titles = {
        "colours": "Colour sets",
        "others": listed(others) if colours else "Sets",
        "rest": "Everything else",
        "houses": "What each house adds",
    }
    return tuple(_kind(box, form, titles[one], kinds[one]) for one in titles if one in kinds)


def _kind(
    box: Edition, form: BaseForm, title: str, amounts: Sequence[tuple[str, Keys, int | None]]
) -> AmountKind:
    fields, usual, is_open = [], [], False
    for name, keys, amount in amounts:
        field, group = form[name], group_of(box, keys)
        fields.append((field, group.mark if group else ""))
        is_open |= bool(field.errors) or field.data not in (None, amount)
        if amount is not None:
            usual.append(f"{field.label.text} {box.amount(amount)}")
    houses = amounts[0][1][0] == "house"
    return AmountKind(
        title,
        f"Usual: {', '.join(usual)}" if usual else "Usual: as much as the set",
        tuple(fields),
        is_open,
        "Leave a field empty where a house adds as much as its set." if houses else "",
        "House on " if houses else "",
    )


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
    free = (one for one in known if name_key(one) not in seated and not new_name_problem(one))
    return tuple(islice(free, NAMES_OFFERED))


def _option(edition: Edition, form: BaseForm, name: str) -> tuple[Any, str, Any]:
    """A house rule: its field, the box's own answer, and the field that ticks «none», if any."""
    field, none = form[name], form._fields.get(f"no-{name}")
    if none is not None and none.errors:  # shown beside the number, which is wrong with it
        field.errors, none.errors = [*field.errors, *none.errors], []
    return field, usual(edition, name), none
