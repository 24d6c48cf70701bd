"""The lists of games and of players."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.game.all_games import Book
from companion.game.player_records import PlayedGame
from companion.names import Aliases
from companion.rules.edition_file import edition_ids, load
from companion.store.people import KnownName
from companion.web.parts.words import counted, local_day


@dataclass(frozen=True)
class GameLine:
    """One game of the list. `first` are the winners, or who leads while it is on."""

    code: str
    players: tuple[str, ...]
    edition: str
    over: bool
    deals: str
    first: tuple[str, ...]
    amount: str
    at: str
    day: str


def game_line(game: PlayedGame) -> GameLine:
    """A game as the list shows it, with the names on its sheet."""
    facts = game.facts
    edition = load(facts.edition)
    most = max(part.final for part in facts.parts)
    leaders = tuple(part.name for part in facts.parts if most and part.final == most)
    return GameLine(
        code=game.code,
        players=tuple(part.name for part in facts.parts),
        edition=edition.name,
        over=facts.over,
        deals=counted(facts.deals, edition.deal_word)
        if facts.deals
        else f"no {edition.deal_word} yet",
        first=facts.winners if facts.over else leaders,
        amount=edition.amount(most),
        at=game.last_at,
        day=local_day(game.last_at, facts.zone),
    )


@dataclass(frozen=True)
class FilterChoice:
    """One entry of a list to choose from."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class Pages:
    """Where the next pages of a list begin, if there are any."""

    newer: int | None
    older: int | None


def pages(start: int, number: int, *, more: bool) -> Pages:
    """The pages beside the one of `number` lines from `start` on; `more`: there are lines after."""
    return Pages(max(0, start - number) if start else None, start + number if more else None)


@dataclass(frozen=True)
class GamesPage:
    """One page of the games."""

    lines: tuple[GameLine, ...]
    found: str
    editions: tuple[FilterChoice, ...]
    errors: Mapping[str, str]
    player: str
    edition: str
    beside: Pages


def filter_errors(*, known_player: bool, edition: str) -> dict[str, str]:
    """What is wrong with the filters, by field."""
    errors = {}
    if not known_player:
        errors["player"] = "Nobody of this name has played here. Look for the name under Players."
    if edition and edition not in edition_ids():
        errors["edition"] = "There is no such box: choose one of the list."
    return errors


def games(
    book: Book, player: str, edition: str, errors: Mapping[str, str], found: str, beside: Pages
) -> GamesPage:
    """A page with the games of the book; `found` says how many there are in all."""
    return GamesPage(
        lines=tuple(map(game_line, book.games)),
        found=found,
        editions=tuple(FilterChoice(one, load(one).name, one == edition) for one in edition_ids()),
        errors=errors,
        player=player,
        edition=edition,
        beside=beside,
    )


@dataclass(frozen=True)
class PlayerLine:
    """One player of the list."""

    name: str
    games: str
    at: str
    day: str


def players(
    known: Iterable[KnownName], who: Aliases, count: Callable[[str], int], most: int
) -> list[PlayerLine]:
    """The first `most` people with these names, in the order of the names. `count` says how many
    games a person with several names played."""
    lines: dict[str, PlayerLine] = {}
    for one in known:
        person = who.person(one.name)
        if person in lines:
            continue
        if len(lines) == most:
            break
        number = one.games if who.keys(person) == {one.key} else count(person)
        lines[person] = PlayerLine(
            who.name(one.name), counted(number, "game"), one.played_at, local_day(one.played_at, "")
        )
    return list(lines.values())
