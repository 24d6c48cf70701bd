"""What the pages of tables show: the list, the form of a new table, the set-up card."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from wtforms.form import BaseForm

from companion.forms import (
    AMOUNTS,
    ENDINGS,
    MOST_ROWS,
    SWITCHES,
    Rows,
    options_of,
    player_problems,
    value_fields,
)
from companion.rules.bank import BAR, BARS
from companion.rules.edition import IDS, Edition, Group, load
from companion.rules.ledger import Sheet
from companion.rules.words import listed
from companion.store import Table

REMEMBERED = 24
"""Names that are offered at most."""


# --- the list ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableLine:
    """One table of the list."""

    code: str
    edition: str
    players: tuple[str, ...]
    over: bool
    deals: str
    leaders: tuple[str, ...]
    amount: str
    last_at: str
    last_day: str


def table_line(table: Table, edition: Edition, sheet: Sheet) -> TableLine:
    """A table as the list shows it: who won, or who leads."""
    first = sheet.winners if sheet.over else sheet.leaders
    return TableLine(
        code=table.code,
        edition=edition.name,
        players=table.players,
        over=sheet.over,
        deals="no deal yet" if not sheet.rows else f"{_counted(len(sheet.rows), 'deal')}",
        leaders=first,
        amount=edition.amount(sheet.totals[first[0]]) if first else "",
        last_at=table.last_at,
        last_day=day(table.last_at),
    )


def day(at: str) -> str:
    """A stored time as the day it was here: ``3 March 2026``."""
    there = datetime.fromisoformat(at).astimezone()
    return f"{there.day} {there:%B %Y}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number:,} {thing}s"


# --- a new table ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box:
    """One edition to choose."""

    id: str
    name: str
    box: str
    players: str


def boxes() -> tuple[Box, ...]:
    """The editions in their order."""
    return tuple(
        Box(one.id, one.name, one.box, f"{min(one.seats)} to {max(one.seats)} players")
        for one in map(load, IDS)
    )


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
    # Where the amounts stand on the cards and not in the leaflet, they are to be looked at.
    check = edition.arrangement != "sequence"
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


ANSWERS = {
    "yes": "yes",
    "no": "no",
    "void": "nobody is paid",
    "score": "everybody is paid for the own cards",
    "shared": "they win together",
    "play-on": "play one more deal",
}
"""What an option's choices are called."""


def option_labels(edition: Edition) -> dict[str, str]:
    """What an option is called, by its name; for all but the amounts on the cards."""
    wild = edition.label(edition.wild or "")
    most_of = edition.label(edition.cards.get("most_of", ""))
    return {
        "target": "Play to this amount",
        "deals": "Play this many deals",
        "nobody_out": "The cards run out and nobody went out",
        "wild_only_sets": f"{wild} cards alone may make a set",
        "wiped_out_count": f"Cards of a hand that scores nothing count for “most {most_of}”",
        "jackpot_start": "The jackpot begins with",
        "jackpot_step": "The jackpot grows by",
        "jackpot_grows_when_none_held": f"It also grows when nobody holds {most_of}",
        "tie": "A tie at the top at the end",
    }


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


def usual(edition: Edition, name: str) -> str:
    """What the box has for an option, in words; for all but the amounts on the cards."""
    default = edition.option_defaults[name]
    if name in ENDINGS:
        return ending(edition, name)
    if name in AMOUNTS:
        return edition.amount(default)
    return ANSWERS[("yes" if default else "no") if name in SWITCHES else default]


def ending(edition: Edition, name: str) -> str:
    """The end of a game as the box has it, in words."""
    default = edition.option_defaults[name]
    if name == "deals":
        if default is None:
            return "as many as it takes"
        return f"{_counted(default, 'deal')}, unless you play to an amount"
    if default is None:
        return "no amount"
    targets: dict[int | None, list[int]] = {}
    for players, seat in edition.seats.items():
        targets.setdefault(seat.target, []).append(players)
    words = [
        edition.amount(target or 0)
        + (f" with {listed([str(one) for one in players])} players" if number else "")
        for number, (target, players) in enumerate(targets.items())
    ]
    return ", ".join(words)


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


def _value_label(edition: Edition, keys: Sequence[str], group: Group | None) -> str:
    first, *rest = keys
    if first == "house":
        return f"House on {group.name if group else rest[0]}"
    if rest:
        return f"{rest[0]} {edition.label(first)}"
    if group:
        return group.name
    return {
        "bonus": "Both of a pair",
        "go-four": f"Four {edition.label('go')} together",
        "go": f"Each {edition.label('go')}",
        "token": "A token",
        "hotel": "A hotel",
    }.get(first, edition.label(first))


# --- the set-up card -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """What lies at one seat: a player's, or one where nobody sits (`player` None)."""

    seat: int
    player: str | None
    hand: str
    open: str


@dataclass(frozen=True)
class SetUp:
    """The set-up card: what to deal to whom, and what else to know before the first card."""

    deal: int
    first: bool
    dealer: str
    banker: str
    edition: str
    box: str
    places: tuple[Place, ...]
    draw_pile: str
    steps: tuple[str, ...]
    ending: str
    notes: tuple[str, ...]
    options: tuple[str, ...]
    unverified: tuple[str, ...]
    decisions: tuple[str, ...]
    over: bool


def set_up(table: Table, edition: Edition, sheet: Sheet) -> SetUp:
    """The card for the next deal of a table."""
    players = table.players
    seat = edition.seats[len(players)]
    after = players.index(sheet.next_dealer) + 1
    order = [*players[after:], *players[:after]]
    opened = f"{seat.trade} open" if seat.trade else ""
    places = [
        Place(players.index(one) + 1, one, _counted(seat.hand, "card"), opened) for one in order
    ]
    places += [Place(number, None, "", opened) for number in seat.phantoms]
    rest = sum(edition.deck.values()) - seat.hand * len(players)
    rest -= seat.trade * (len(players) + len(seat.phantoms))
    return SetUp(
        deal=len(sheet.rows) + 1,
        first=not sheet.rows,
        dealer=sheet.next_dealer,
        banker=table.banker,
        edition=edition.name,
        box=edition.box,
        places=tuple(places),
        draw_pile=f"The other {_counted(rest, 'card')} are the draw pile."
        if seat.draw_pile
        else "That is all of them: there is no draw pile.",
        steps=tuple(_steps(edition, sheet, reward=seat.reward, draw_pile=seat.draw_pile)),
        ending=_game_ends(edition, sheet),
        notes=edition.notes,
        options=tuple(house_rules(edition)),
        unverified=edition.unverified,
        decisions=tuple(edition.decisions.values()),
        over=sheet.over,
    )


def _steps(edition: Edition, sheet: Sheet, *, reward: int, draw_pile: bool) -> list[str]:
    steps = []
    if sheet.jackpot is not None:
        steps.append(f"Under the Bank lies a jackpot of {edition.amount(sheet.jackpot)}.")
    if edition.money == "racks":
        left = BARS if sheet.bars_left is None else sheet.bars_left
        steps.append(f"The bank has {_counted(left, 'gold bar')} of {edition.amount(BAR)}.")
    if reward and draw_pile:
        steps.append(f"Whoever goes out draws the top {reward} cards as a reward.")
    elif reward:
        steps.append(
            f"Whoever goes out may take up to {reward} of the open trade cards as a reward."
        )
    return steps


def _game_ends(edition: Edition, sheet: Sheet) -> str:
    ends = []
    if sheet.target is not None:
        ends.append(f"when somebody has {edition.amount(sheet.target)}")
    if sheet.deals is not None:
        ends.append(f"after {_counted(sheet.deals, 'deal')}")
    return f"The game ends {' or '.join(ends)}." if ends else "You decide when the game ends."


def house_rules(edition: Edition) -> list[str]:
    """The table's own rules in words."""
    return _told(edition, edition.changed) + _changed_amounts(edition)


def rules_in_force(edition: Edition) -> list[str]:
    """Everything a table can agree on, but the end, as this one plays it; of the amounts those that
    are printed otherwise on its cards."""
    return _told(edition, edition.options) + _changed_amounts(edition)


def _changed_amounts(edition: Edition) -> list[str]:
    lines = []
    groups = {group.id: group for group in edition.groups}
    for key, value in edition.changed.get("values", {}).items():
        amounts = value.items() if isinstance(value, dict) else [(None, value)]
        for inner, amount in amounts:
            keys = (key,) if inner is None else (key, inner)
            group = groups.get(keys[-1] if key == "house" else key)
            lines.append(f"{_value_label(edition, keys, group)}: {edition.amount(amount)}.")
    return lines


def _told(edition: Edition, options: Iterable[str]) -> list[str]:
    """These options in words, as they are in force."""
    told = {
        "nobody_out": {
            "void": "If nobody goes out, nobody is paid.",
            "score": "If nobody goes out, everybody is paid for the own cards.",
        },
        "tie": {
            "shared": "A tie at the end is shared.",
            "play-on": "A tie at the end is played on.",
        },
    }
    wild = edition.label(edition.wild or "")
    most_of = edition.label(edition.cards.get("most_of", ""))
    switches = {
        "wild_only_sets": f"{wild} cards alone may{{}} make a set.",
        "wiped_out_count": f"A hand that scores nothing does{{}} count for “most {most_of}”.",
        "jackpot_grows_when_none_held": f"The jackpot does{{}} grow when nobody holds {most_of}.",
    }
    lines = []
    for name in options:
        value: Any = edition.options.get(name)
        if name in told:
            lines.append(told[name][value])
        elif name in switches:
            lines.append(switches[name].format("" if edition.options[name] else " not"))
        elif name == "jackpot_start":
            lines.append(f"The jackpot begins with {edition.amount(value)}.")
        elif name == "jackpot_step":
            lines.append(f"The jackpot grows by {edition.amount(value)}.")
    return lines
