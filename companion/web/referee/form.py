"""The forms of the referee: a typed case, and a claim. What a field takes, `case.read` says."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from wtforms import SelectField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm

from companion.rules.amounts import amounts_hint, amounts_text
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions, edition_ids, load
from companion.rules.options import option_takes, option_text
from companion.web.parts.options import HOUSE_RULES, said
from companion.web.parts.words import several_at_once
from companion.web.referee.case import ALWAYS_CHOSEN, LONGEST, Case, fields_of, read, usual_players
from companion.web.site.forms import FieldMeta, PageForm, focus_wrong, refuse

HOW_IT_ENDS = ("target", "deals", "tie")
"""Options that go along with the form: no ruling on a hand depends on how the game ends."""

UNSEEN = (*HOW_IT_ENDS, "copies", "seat")
"""What goes along with the form; the seat counts only when nobody went out."""

PLAIN = {"autocapitalize": "off", "spellcheck": "false"}
LINE = {**PLAIN, "autocomplete": "off"}
NUMBER = {**LINE, "inputmode": "numeric"}

Named = tuple[str, Any]
"""The name of a field, and the field before it is bound to a form."""


class CaseMeta(FieldMeta):
    """Gives the fields of a case ids that nothing else on the page has."""

    def bind_field(self, form: BaseForm, unbound_field: Any, options: dict[str, Any]) -> Any:
        """The field, with its id."""
        return super().bind_field(form, unbound_field, {**options, "id": f"case-{options['name']}"})


class CaseForm(BaseForm):
    """A case of this edition as a form, filled with the parameters as they were given.

    `oops` has a message for each parameter that is wrong; `problems` are those about no field of
    the form. What was typed for another box, and this one has no field for, has its field here as
    long as it says something. `kept` goes along unseen.
    """

    def __init__(self, edition: Edition, given: Mapping[str, str], oops: Mapping[str, str]) -> None:
        house = dict(_house(edition))
        fields = dict(_fields(edition))
        said = {name for name, text in given.items() if text.strip()}
        more = _of_other_boxes(said - fields.keys() - house.keys())
        if "seat" in oops:
            more["seat"] = _number("The seat of this hand")
        in_their_order_on_the_page = {**fields, **more, **house}
        super().__init__(in_their_order_on_the_page, meta=CaseMeta())
        texts = {**ALWAYS_CHOSEN, **given}
        self.process(data={name: texts.get(name, "") for name in self._fields})
        for name in more:
            self[name].description = ""  # how it is filled in helps no more
        for name in self._fields.keys() & oops:
            refuse(self[name], oops[name])
        focus_wrong(self)
        self.house = [self[name] for name in house]
        self.fields = [field for field in self if field.name not in house]
        self.house_open = any(field.errors or field.data for field in self.house)
        unseen = {*UNSEEN, *ALWAYS_CHOSEN} - self._fields.keys()
        self.kept = [(name, text) for name, text in given.items() if text and name in unseen]
        self.problems = [text for name, text in oops.items() if name not in self._fields]

    @classmethod
    def of(cls, case: Case) -> "CaseForm":
        """The form filled with a case."""
        edition = load(case.box)
        amounts = amounts_text(edition, case.options.get("values", {}))
        return cls(edition, {**fields_of(case), "values": amounts}, {})


class ClaimForm(PageForm):
    """What somebody claims that a hand is worth: an amount, or sets, or both."""

    claim = StringField(
        "The claimed amount",
        id="claim-amount",
        render_kw={"inputmode": "numeric", "autocomplete": "off"},
    )
    sets = TextAreaField(
        "The claimed sets, one on each line", id="claim-sets", render_kw={**PLAIN, "rows": 4}
    )

    @classmethod
    def of(cls, edition: Edition, claim: str, sets: str, oops: Mapping[str, str]) -> "ClaimForm":
        """The form filled, with a message beside each field that `oops` names."""
        form = cls(data={"claim": claim, "sets": sets})
        form.sets.description = sets_hint(edition)
        for name, text in oops.items():
            refuse(form[name], text)
        focus_wrong(form)
        return form


def _pick(label: str, *answers: tuple[str, str]) -> Any:
    return SelectField(label, choices=[SelectChoice(value, text) for value, text in answers])


def _line(label: str, hint: str = "") -> Any:
    return StringField(label, description=hint, render_kw=LINE)


def _number(label: str, hint: str = "") -> Any:
    return StringField(label, description=hint, render_kw=NUMBER)


def _area(label: str, hint: str = "") -> Any:
    return TextAreaField(label, description=hint, render_kw={**PLAIN, "rows": 3})


def _fields(edition: Edition) -> Iterator[Named]:
    """The fields for a case of this edition but its house rules."""
    least, most, usual = min(edition.seats), max(edition.seats), usual_players(edition)
    goes_out, wild = edition.way.has_goer, edition.label(edition.wild)
    yield "edition", _pick("The box", *((box.id, box.name) for box in all_editions()))
    yield "players", _number("How many play", f"{least} to {most}; {usual} when it is left empty.")
    how = f"Short names work, and no commas are needed. {several_at_once(edition)}"
    yield "cards", _area("The cards of the hand", how)
    if goes_out:
        yield "went_out", _pick("This hand", ("1", "goes out"), ("0", "does not go out"))
    else:
        ends = ("1", "was stopped early"), ("0", "was played to the end")
        yield "stopped_early", _pick("The round", *ends)
    if edition.has_reward:
        yield "reward", _line("The reward cards of whoever went out")
    if edition.wild:
        empty = "Leave it empty for whatever is best."
        yield "wilds", _line(f"What each {wild} of the hand counts as", empty)
        if edition.has_reward:
            yield "reward_wilds", _line(f"What each {wild} counts as after the reward")
    yield "claim", _number("The claimed amount")
    yield "sets", _area("The claimed sets", sets_hint(edition))
    order = "Clockwise from this one, one on each line. The first is Player 2."
    order += " They decide who has the most of a card." if goes_out else ""
    yield "others", _area("The other hands", order)
    if edition.wild:
        yield "others_wilds", _area(f"What each {wild} counts as in them", "One hand on each line.")
    if goes_out:
        # As the ruling calls them: this hand is Player 1's.
        players = [(str(place), f"Player {place + 1}") for place in range(1, most)]
        players[0] = ("1", "Player 2, the next one clockwise")
        yield "out", _pick("If this hand did not go out, who did", *players, ("0", "nobody"))
    if edition.has_jackpot:
        yield "jackpot", _number("The jackpot under the Bank")


def sets_hint(edition: Edition) -> str:
    """How a claimed set is typed, by an example of this box."""
    group = edition.groups[0 if edition.wild else -1]
    if not edition.wild:
        return f"One set on each line, such as: {group.name}"
    house = next(iter(edition.roles["houses"]))
    first, second = map(edition.label, group.cards)
    wild, token = edition.label(edition.wild), edition.label(edition.roles["token"])
    return (
        f"One set on each line, such as: {group.name}: {first}, {wild} = {second}, "
        f"{edition.label(house)}, {token}"
    )


def _house(edition: Edition) -> Iterator[Named]:
    """The options that a ruling may depend on; how a game ends is none of them."""
    for name, option in option_takes(edition).items():
        if name == "values":
            yield "values", _area("Amounts that differ on your cards", amounts_hint(edition))
        elif name not in UNSEEN:
            yield _option(edition, name, option.default)


def _of_other_boxes(names: Collection[str]) -> dict[str, Any]:
    """The fields with these names that can be typed in for other boxes; those in which something is
    always chosen are not among them."""
    boxes = reversed(all_editions())
    every = dict(chain.from_iterable((*_fields(box), *_house(box)) for box in boxes))
    return {name: every[name] for name in every if name in names and name not in ALWAYS_CHOSEN}


def _option(edition: Edition, name: str, default: Any) -> Named:
    rule = HOUSE_RULES[name]
    label = said(edition, rule.label)
    if rule.answers:
        answers = ((option_text(value), answer) for value, (answer, _) in rule.answers.items())
        return name, _pick(label, ("", "as in the box"), *answers)
    return name, _number(label, f"{option_text(default)} when it is left empty.")


def given_texts(args: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The parameters as they came, for a form about what is wrong with them."""
    return {name: "\n".join(texts)[:LONGEST] for name, texts in args.items()}


def in_its_form(args: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The parameters that a form sent, without what is always chosen in the forms of other boxes
    only: the box was changed in it, and the new one has no use for that. Without what this box
    refuses of how the game ends, too: the form has no field for it. What was typed stays, and is
    refused."""
    edition = "".join(args.get("edition", ())).strip().casefold()
    if edition not in edition_ids():
        return dict(args)
    unused = ALWAYS_CHOSEN.keys() - {name for name, _ in _fields(load(edition))}
    for name in HOW_IT_ENDS:
        _, oops = read({"edition": [edition], name: args.get(name, [])})
        if oops:
            unused |= {name}
    return {name: texts for name, texts in args.items() if name not in unused}
