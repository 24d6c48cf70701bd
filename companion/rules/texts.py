"""The texts of an edition's file, told to one table: its options, its amounts, its players."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.rules.edition import Edition, EditionError, Rule, Sentence
from companion.rules.words import listed, number_word, plural


@dataclass(frozen=True, eq=False)
class Told:
    """What an edition says to a table with its options and this number of players.

    Without a number a sentence that holds only for some numbers says so first.
    """

    edition: Edition
    players: int | None = None

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The rules by id."""
        return {
            rule_id: rule(self.edition, rule_id, self.players) for rule_id in self.edition.rules
        }

    @cached_property
    def decisions(self) -> Mapping[str, str]:
        """What the rulebook leaves open, and what holds here, by name."""
        return {
            name: " ".join(filter(None, (lines.says, *self._lines(lines.here))))
            for name, lines in self.edition.decisions.items()
            if _holds_for(lines.players, self.players)
        }

    def otherwise(self, decision: str) -> str:
        """The other reading of a decision that changes no amount; else empty."""
        return " ".join(self._lines(self.edition.decisions[decision].otherwise))

    @cached_property
    def unverified(self) -> tuple[str, ...]:
        """What a table should check with its box."""
        return tuple(self._lines(self.edition.unverified))

    @cached_property
    def notes(self) -> Mapping[str, Sequence[str]]:
        """How the game is played, under the numbers of players that it is for ("" for all)."""
        notes: dict[str, list[str]] = {}
        for line in self.edition.notes:
            some = line.players and self.players is None
            title = f"With {_numbers(line.players)} players" if some else ""
            notes.setdefault(title, []).extend(self._lines((line,), say_players=False))
        return notes

    def _lines(self, lines: Iterable[Sentence], *, say_players: bool = True) -> list[str]:
        return _sentences(self.edition, lines, self.players, say_players=say_players)


def rule(edition: Edition, rule_id: str, players: int | None = None) -> Rule:
    """One rule as this table plays it; an empty one for an id that the edition does not have."""
    lines = edition.rules.get(rule_id)
    if lines is None:
        return Rule("", "")
    return Rule(
        " ".join(_sentences(edition, lines.text, players)),
        "; ".join(_sentences(edition, lines.cite, players, say_players=False)),
    )


def left_open(edition: Edition, decision: str) -> str:
    """What the rulebook leaves open, whatever a table decides; empty for no such decision."""
    lines = edition.decisions.get(decision)
    return "" if lines is None else lines.says


def ends(edition: Edition, players: int | None = None) -> str:
    """What ends a game: ``Play until somebody has £10,000 at the end of a deal.``"""
    seats = [players] if players is not None else list(edition.seats)
    usual, *others = dict.fromkeys(edition.ending(number) for number in seats)
    deal = edition.deal_word
    target, deals = usual
    if target is None:
        return "Play as long as you like." if deals is None else f"Play {_deals(edition, deals)}."
    text = f"Play until somebody has {edition.amount(target)} at the end of a {deal}"
    for other in others:
        numbers = [number for number in seats if edition.ending(number) == other]
        text += f" ({edition.amount(other[0] or 0)} with {_numbers(numbers)} players)"
    return f"{text}, or {_deals(edition, deals)} at most." if deals else f"{text}."


def _deals(edition: Edition, number: int) -> str:
    word = edition.deal_word
    return f"one {word}" if number == 1 else f"{number_word(number)} {word}s"


def _numbers(numbers: Iterable[int]) -> str:
    return listed(map(number_word, numbers), "or")


def _holds_for(numbers: tuple[int, ...], players: int | None) -> bool:
    return not numbers or players is None or players in numbers


def _sentences(
    edition: Edition, lines: Iterable[Sentence], players: int | None, *, say_players: bool = True
) -> list[str]:
    """The lines that hold at this table, with its amounts."""
    known = {**edition.values, **edition.options}
    found = []
    for line in lines:
        if not _holds_for(line.players, players):
            continue
        if any(known[name] != value for name, value in line.when.items()):
            continue
        if any(known[name] == value for name, value in line.unless.items()):
            continue
        text = line.text.format_map(_Amounts(edition, _number(edition, line, players)))
        if line.players and players is None and say_players:
            text = f"With {_numbers(line.players)} players: {text[:1].lower()}{text[1:]}"
        found.append(text)
    return found


def _number(edition: Edition, line: Sentence, players: int | None) -> int | None:
    """The number of players whose cards and target the line names; None for all of them."""
    alike = {(edition.seats[one].hand, edition.ending(one)) for one in line.players}
    return line.players[0] if players is None and len(alike) == 1 else players


class _Amounts(dict[str, str]):
    """What stands between braces in the texts: amounts by their key, ``hand`` and ``ends``, and how
    many copies there are of another card."""

    def __init__(self, edition: Edition, players: int | None) -> None:
        super().__init__()
        self.edition, self.players = edition, players

    def __missing__(self, name: str) -> str:
        if name == "hand":
            return _hand(self.edition, self.players)
        if name == "ends":
            return ends(self.edition, self.players)
        if name in self.edition.deck and name not in self.edition.values:
            return number_word(self.edition.deck[name])
        value = {**self.edition.values, **self.edition.options}[name]
        if type(value) is not int:
            raise KeyError(name)
        return self.edition.amount(value)


def _hand(edition: Edition, players: int | None) -> str:
    """The cards of a hand: ``10 cards``, for any number ``10 cards (11 with five players)``."""
    if players is not None:
        return plural(edition.seats[players].hand, "card")
    sizes: dict[int, list[int]] = {}
    for number, seat in edition.seats.items():
        sizes.setdefault(seat.hand, []).append(number)
    usual, *others = sizes
    text = plural(usual, "card")
    rest = listed(f"{size} with {_numbers(sizes[size])} players" for size in others)
    return f"{text} ({rest})" if rest else text


def check_texts(edition: Edition) -> None:
    """EditionError for a text that names an amount which the edition does not have."""
    try:
        for players in (None, *edition.seats):
            told = Told(edition, players)
            _ = told.rules, told.decisions, told.unverified, told.notes
            _ = [told.otherwise(name) for name in edition.decisions]
    except (KeyError, ValueError, IndexError) as error:
        raise EditionError(f"{edition.id}: a text has {{{error}}}, which is no amount") from None
