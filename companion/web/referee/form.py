"""The whole case as a plain form: for keyboards, for what cannot be tapped, and for wrong
addresses. Frozen; pure. What a field takes, `case.read` says."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.options import option_takes
from companion.web.parts.options import ANSWERS, option_labels
from companion.web.referee.case import usual_players
from companion.web.referee.case_text import option_text
from companion.web.tables.form import ENDINGS

UNSEEN = (*ENDINGS, "tie", "seat")
"""Parameters that go along with the form: no ruling on a hand depends on how the game ends, and the
seat counts only when nobody went out."""


AS_IN_AN_ADDRESS = {"went_out": "0", "out": "1", "stopped_early": "1"}
"""What an address says that is silent on a field of which something is always chosen."""


class Choice(NamedTuple):
    """One answer of a list."""

    value: str
    text: str
    chosen: bool


class Field(NamedTuple):
    """A field. `kind`: pick (one of `choices`), area, number or line."""

    name: str
    label: str
    kind: str
    value: str
    hint: str
    error: str
    choices: tuple[Choice, ...] = ()


class Form(NamedTuple):
    """The fields of a case, those for house rules, and what goes along unseen. `problems` are about
    no field that is shown; `wrong` is how many messages there are at all."""

    fields: tuple[Field, ...]
    house: tuple[Field, ...]
    kept: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]
    wrong: int

    @property
    def house_open(self) -> bool:
        """Something is said about the house rules."""
        return any(one.error or one.value for one in self.house)


class _Asked(NamedTuple):
    """A field before it is filled; `answers` are value and text."""

    name: str
    label: str
    kind: str
    hint: str = ""
    answers: tuple[tuple[str, str], ...] = ()


def case_form(edition: Edition, given: Mapping[str, str], oops: Mapping[str, str]) -> Form:
    """The form for a case of this edition, filled with the parameters as they were given; `oops`
    has a message for each one that is wrong."""
    given = {**AS_IN_AN_ADDRESS, **given}
    fields = tuple(_filled(one, given, oops) for one in _fields(edition))
    house = tuple(_filled(one, given, oops) for one in _house(edition))
    names = {one.name for one in (*fields, *house)}
    return Form(
        fields=fields,
        house=house,
        kept=tuple((name, text) for name, text in given.items() if text and name in UNSEEN),
        problems=tuple(text for name, text in oops.items() if name not in names),
        wrong=len(oops),
    )


def _filled(one: _Asked, given: Mapping[str, str], oops: Mapping[str, str]) -> Field:
    value = given.get(one.name, "")
    return Field(
        name=one.name,
        label=one.label,
        kind=one.kind,
        value=value,
        hint=one.hint,
        error=oops.get(one.name, ""),
        choices=tuple(Choice(answer, text, answer == value) for answer, text in one.answers),
    )


def _fields(edition: Edition) -> Iterator[_Asked]:
    least, most = min(edition.seats), max(edition.seats)
    piles = not edition.variant.has_goer
    boxes = tuple((one, load(one).name) for one in edition_ids())
    yield _Asked("edition", "The box", "pick", answers=boxes)
    usual = usual_players(edition)
    yield _Asked(
        "players", "How many play", "number", f"{least} to {most}; {usual} when it is left empty."
    )
    yield _Asked(
        "cards",
        "The cards of the hand",
        "area",
        "Separate cards with commas. Short names work. A colour means the whole set; token*2 means "
        "two tokens.",
    )
    if piles:
        yield _Asked(
            "stopped_early",
            "The round",
            "pick",
            answers=(("1", "was stopped early"), ("0", "was played to the end")),
        )
    else:
        yield _Asked(
            "went_out", "This hand", "pick", answers=(("1", "goes out"), ("0", "does not go out"))
        )
    if any(seat.reward for seat in edition.seats.values()):
        yield _Asked("reward", "The reward cards of whoever went out", "line")
    if edition.wild:
        wild = edition.label(edition.wild)
        yield _Asked(
            "wilds",
            f"What each {wild} of the hand stands for",
            "line",
            "Leave it empty for whatever is best.",
        )
        if any(seat.reward for seat in edition.seats.values()):
            yield _Asked("reward_wilds", f"What each {wild} stands for after the reward", "line")
    yield _Asked("claim", "The amount that is claimed", "number")
    yield _Asked("sets", "The sets that are claimed", "area", sets_hint(edition))
    yield _Asked(
        "others",
        "The other hands",
        "area",
        "Clockwise from this one, one on each line."
        + ("" if piles else " They matter for the majority."),
    )
    if edition.wild:
        yield _Asked("others_wilds", f"What {wild} stands for in them", "area", "One hand a line.")
    if not piles:
        yield _Asked(
            "out",
            "If this hand did not go out, who did",
            "pick",
            answers=(
                *((str(place), _clockwise(place)) for place in range(1, most)),
                ("0", "nobody"),
            ),
        )
    if "jackpot_start" in edition.options:
        yield _Asked("jackpot", "The jackpot under the Bank", "number")


def _clockwise(place: int) -> str:
    return "the next player clockwise" if place == 1 else f"the player {place} places on"


def sets_hint(edition: Edition) -> str:
    """How a claimed set is typed, by an example of this box."""
    group = edition.groups[0 if edition.wild else -1]
    if not edition.wild:
        return f"One set a line, such as: {group.id}"
    house = next(iter(edition.cards["houses"]))
    return (
        f"One set a line, such as: {group.id}: {group.cards[0]}, {edition.wild}={group.cards[1]}, "
        f"{house}, token"
    )


def _house(edition: Edition) -> Iterator[_Asked]:
    """The options that a ruling may depend on; how a game ends is none of them."""
    labels: dict[str, str] = option_labels(edition)
    for name, option in option_takes(edition).items():
        if name == "values":
            yield _Asked(
                "values",
                "Amounts that are otherwise on your cards",
                "line",
                "Such as red:300, or railroads.2:300 where there are several.",
            )
        elif name not in UNSEEN:
            yield _option(name, labels[name], option.default)


def _option(name: str, label: str, default: Any) -> _Asked:
    usual = ("", "as in the box")
    if isinstance(default, bool):
        return _Asked(name, label, "pick", answers=(usual, ("1", "yes"), ("0", "no")))
    if isinstance(default, str):
        answers = (("void", ANSWERS["void"]), ("score", ANSWERS["score"]))
        return _Asked(name, label, "pick", answers=(usual, *answers))
    return _Asked(name, label, "number", f"{option_text(default)} when it is left empty.")


def given_texts(args: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The parameters as they came, for a form about what is wrong with them."""
    return {name: "\n".join(texts)[:8000] for name, texts in args.items()}
