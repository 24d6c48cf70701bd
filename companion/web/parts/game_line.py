"""A game in a list: of the tables here, or of all games."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.player_records import PlayedGame
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.ledger import Sheet, decided
from companion.rules.words import plural
from companion.store import Table
from companion.web.parts.words import local_day


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
    id: int = 0
    next_dealer: str = ""


def line_of_table(table: Table, sheet: Sheet) -> GameLine:
    """The game of a table, with what the list of tables needs beside: the table's id, and who deals
    next."""
    edition, final = table.edition, decided(sheet)
    first = final.winners if final.over else final.leaders
    return GameLine(
        code=table.code,
        edition=edition.name,
        players=table.players,
        over=sheet.over,
        deals=_deals(len(final.rows), edition),
        first=first,
        amount=edition.amount(final.totals[first[0]]) if first else "",
        at=table.last_at,
        day=local_day(table.last_at, table.zone),
        id=table.id,
        next_dealer=sheet.next_dealer,
    )


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
        deals=_deals(facts.deals, edition),
        first=facts.winners if facts.over else leaders,
        amount=edition.amount(most),
        at=game.last_at,
        day=local_day(game.last_at, facts.zone),
    )


def _deals(number: int, edition: Edition) -> str:
    return plural(number, edition.deal_word) if number else f"no {edition.deal_word} yet"
