"""A game in the list of all games."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.player_records import PlayedGame
from companion.rules.edition_file import load
from companion.web.parts.words import deals_played, local_day


@dataclass(frozen=True)
class GameLine:
    """One game. `first` are the winners, or who leads while it is on, with this `amount`. Neither
    that nor `deals` has deals after the end. `at`, and its `day`, are those of the last deal of
    all, also one after the end: people played here until then."""

    code: str
    edition: str
    players: Sequence[str]
    over: bool
    deals: str
    first: Sequence[str]
    amount: str
    at: str
    day: str


def line_of_game(game: PlayedGame) -> GameLine:
    """A game of the list of all games, with the names on its sheet."""
    facts = game.facts
    edition = load(facts.edition_id)
    most = max(part.final for part in facts.parts)
    leaders = [part.name for part in facts.parts if most and part.final == most]
    return GameLine(
        code=game.code,
        edition=edition.name,
        players=facts.players,
        over=facts.over,
        deals=deals_played(edition, facts.deals),
        first=facts.winners if facts.over else leaders,
        amount=edition.amount(most),
        at=game.last_at,
        day=local_day(game.last_at, facts.zone),
    )
