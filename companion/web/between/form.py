"""The forms of what a table writes down between deals."""

from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, RadioField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, ValidationError

from companion.names import LONGEST_REMARK, new_name_problem, one_line, player_problems, tidied
from companion.rules.bank import most_said, step_of
from companion.rules.edition import Edition
from companion.rules.entries import may_be_adjusted
from companion.store import Table
from companion.web.parts.names_form import MOST_TYPED, NamesForm
from companion.web.parts.options import HOUSE_RULES, said
from companion.web.site.forms import FieldMeta, refuse
from companion.web.tables.form import AmountField, option_told

MOST_JOIN = 4
"""Rows for people who join a game."""
NAME_TYPED: dict[str, Any] = {
    "dir": "auto",
    "maxlength": MOST_TYPED,
    "autocomplete": "off",
    "spellcheck": "false",
}


class AdjustmentField(AmountField):
    """An amount of an adjustment, without its sign; blank or 0 for none."""

    def __init__(self, *args: Any, edition: Edition, **more: Any) -> None:
        step, most = step_of(edition.money), edition.amount(most_said(edition.money))
        told = f"Write a multiple of {step} up to {most}, such as {6 * step}."
        if step == 1:
            told = f"Write up to {most}, such as 5."
        super().__init__(*args, edition=edition, keys=(), told=told, **more)

    def pre_validate(self, form: Any) -> None:
        """It is in the steps of the box's money, and not more than may be said."""
        if self.data and not may_be_adjusted(self.edition, self.data):
            raise ValidationError(self.told)


class NeededAmountField(AdjustmentField):
    """The same, where it has to be given."""

    def pre_validate(self, form: Any) -> None:
        """The amount has to be given."""
        if not self.data and not self.errors:
            raise ValidationError(self.told)
        super().pre_validate(form)


def adjust_form(
    table: Table, given: Mapping[str, Any] | None, start: Mapping[str, Any]
) -> BaseForm:
    """Whose total, plus or minus, how much, and why; filled with what was given, else with
    `start`."""
    seats = [SelectChoice(str(seat), name) for seat, name in enumerate(table.players)]
    one = AnyOf([seat.value for seat in seats], message="Choose a player.")
    signs = [SelectChoice("+", "Plus"), SelectChoice("-", "Minus")]
    either = AnyOf([sign.value for sign in signs], message="Choose plus or minus.")
    fields = {
        "player": RadioField("Who", choices=seats, validators=[one], validate_choice=False),
        "sign": RadioField(
            "Plus or minus", choices=signs, validators=[either], validate_choice=False
        ),
        "amount": NeededAmountField("How much", edition=table.edition),
        "reason": StringField(
            "Why",
            filters=[lambda text: one_line(text or "")],
            description="The scores show it beside the amount.",
            render_kw={"dir": "auto", "maxlength": LONGEST_REMARK, "autocomplete": "off"},
        ),
    }
    form = BaseForm(fields, meta=FieldMeta())
    form.process(given, data=start)
    return form


def judged_adjustment(form: BaseForm) -> bool:
    """Whether all of it is there; else a message beside the field."""
    right = form.validate()
    if not form["reason"].data:
        refuse(form["reason"], "Write why, in a few words: a penalty, a start for somebody.")
    elif len(form["reason"].data) > LONGEST_REMARK:
        refuse(form["reason"], f"Use at most {LONGEST_REMARK} characters.")
    return right and not form["reason"].errors


class CorrectedNames(NamesForm):
    """The names of a table, each to be corrected."""

    def __init__(self, table: Table, names: tuple[str, ...]) -> None:
        super().__init__("player", names, **NAME_TYPED)
        self.table = table
        for seat, field in enumerate(self, 1):
            field.label.text = f"Player {seat}"

    def validate(self) -> bool:
        """Whether every name can be given; nobody is without one."""
        super().validate()
        for field, name, was in zip(self, self.names, self.table.players, strict=True):
            if not name:
                refuse(field, "Everyone needs a name.")
            elif name != was and not field.errors and (problem := new_name_problem(name)):
                refuse(field, problem)
        return not self.errors


def end_now(table: Table) -> dict[str, Any]:
    """What ends the game, as an entry has it."""
    target, deals = table.edition.ending(len(table.players))
    return {"target": target, "deals": deals, "tie": table.edition.options["tie"]}


def end_form(table: Table, given: Any) -> BaseForm:
    """What ends the game; without anything given as it is now. An empty field is no such end."""
    edition, tie = table.edition, HOUSE_RULES["tie"]
    fields: dict[str, Any] = {
        name: AmountField(
            said(edition, HOUSE_RULES[name].label),
            edition=edition,
            keys=(name,),
            told=option_told(edition, name),
            description="Leave it empty for " + said(edition, HOUSE_RULES[name].none) + ".",
        )
        for name in ("target", "deals")
    }
    fields["tie"] = SelectField(
        said(edition, tie.label),
        choices=[SelectChoice(key, answer) for key, (answer, _) in tie.answers.items()],
    )
    form = BaseForm(fields, meta=FieldMeta())
    form.process(given, data=end_now(table))
    return form


class GoOnForm(BaseForm):
    """Who stays, and who joins with what amount."""

    def __init__(self, table: Table, given: Any) -> None:
        fields: dict[str, Any] = {
            f"stay-{seat}": BooleanField(name, default=True)
            for seat, name in enumerate(table.players)
        }
        for row in range(MOST_JOIN):
            fields[f"new-{row}"] = StringField(
                "Name",
                filters=[lambda text: tidied(text or "")],
                render_kw=NAME_TYPED,
            )
            fields[f"with-{row}"] = AdjustmentField("Starting amount", edition=table.edition)
        super().__init__(fields, meta=FieldMeta())
        self.table, self.number_error = table, ""
        self.process(given)

    @property
    def staying(self) -> list[str]:
        """Who stays."""
        return [name for seat, name in enumerate(self.table.players) if self[f"stay-{seat}"].data]

    @property
    def joining(self) -> list[tuple[str, int]]:
        """Who joins, with what amount."""
        rows = range(MOST_JOIN)
        names = [(self[f"new-{row}"].data, self[f"with-{row}"].data or 0) for row in rows]
        return [(name, amount) for name, amount in names if name]

    @property
    def several_join(self) -> bool:
        """More than the first row is filled in."""
        fields = [self[f"{part}-{row}"] for row in range(1, MOST_JOIN) for part in ("new", "with")]
        return any(one.data or one.errors for one in fields)

    @property
    def seated(self) -> list[str]:
        """Who plays on, clockwise: who joins takes the empty places first."""
        joining = [name for name, _ in self.joining]
        seats: list[str] = []
        for name in self.table.players:
            if name in self.staying:
                seats.append(name)
            elif joining:
                seats.append(joining.pop(0))
        return [*seats, *joining]

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether these people can play on; else a message at each row, or about their number."""
        right: bool = super().validate(extra_validators)
        staying = self.staying
        rows = [self[f"new-{row}"] for row in range(MOST_JOIN)]
        problems = player_problems([*staying, *(row.data for row in rows)])[len(staying) :]
        for row, problem in zip(rows, problems, strict=True):
            problem = problem or (new_name_problem(row.data) if row.data else None)
            if problem and problem.startswith("Player "):
                problem = "Somebody who plays on has this name too: make them different."
            if problem:
                refuse(row, problem)
                right = False
        edition, number = self.table.edition, len(self.seated)
        if number not in edition.seats:
            least, most = min(edition.seats), max(edition.seats)
            self.number_error = f"{edition.name} is for {least} to {most} players, not {number}."
        return right and not self.number_error
