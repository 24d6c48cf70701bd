"""The lists of games and of players."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game.all_games import Book
from companion.game.player_records import PlayedGame
from companion.rules.edition_file import edition_ids, load
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
        deals=counted(facts.deals, "deal") if facts.deals else "no deal yet",
        first=facts.winners if facts.over else leaders,
        amount=edition.amount(most),
        at=game.last_at,
        day=local_day(game.last_at),
    )


@dataclass(frozen=True)
class FilterChoice:
    """One entry of a list to choose from."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class GamesPage:
    """One page of the games; `newer` and `older` are where the next pages begin, if any."""

    lines: tuple[GameLine, ...]
    found: str
    players: tuple[FilterChoice, ...]
    editions: tuple[FilterChoice, ...]
    errors: Mapping[str, str]
    player: str
    edition: str
    newer: int | None
    older: int | None


def games(book: Book, player: str, edition: str, start: int, number: int) -> GamesPage:
    """The games of a player, of an edition, or all; `number` of them from `start` on."""
    person = book.who.person(player) if player else ""
    errors = {}
    if player and person not in book.of:
        errors["player"] = "Nobody of this name has played here: choose one of the list."
    if edition and edition not in edition_ids():
        errors["edition"] = "There is no such box: choose one of the list."
    found = [
        game
        for game in (book.of.get(person, ()) if player else book.games)
        if not edition or game.facts.edition == edition
    ]
    if errors:
        found = []
    start = min(start, max(0, len(found) - 1) // number * number)
    shown = found[start : start + number]
    known = {game.facts.edition for game in book.games} | {edition}
    return GamesPage(
        lines=tuple(map(game_line, shown)),
        found=counted(len(found), "game"),
        players=tuple(
            FilterChoice(name, name, person == who)
            for who, name in sorted(book.names.items(), key=lambda one: one[0])
        ),
        editions=tuple(
            FilterChoice(one, load(one).name, one == edition)
            for one in edition_ids()
            if one in known
        ),
        errors=errors,
        player=player,
        edition=edition,
        newer=max(0, start - number) if start else None,
        older=start + number if start + number < len(found) else None,
    )


@dataclass(frozen=True)
class PlayerLine:
    """One player of the list."""

    name: str
    games: str
    wins: str
    at: str
    day: str


def players(book: Book) -> tuple[PlayerLine, ...]:
    """Everybody who played, the last who played first."""
    lines = []
    for person, name in book.names.items():
        theirs = book.of[person]
        wins = sum(game.part_of(person).won for game in theirs)
        lines.append(
            PlayerLine(
                name=name,
                games=counted(len(theirs), "game"),
                wins=f"{wins:,} won" if wins else "none won yet",
                at=theirs[0].last_at,
                day=local_day(theirs[0].last_at),
            )
        )
    return tuple(lines)
