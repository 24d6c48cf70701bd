"""A game as JSON: everything that was ever done in it, to be read back on any server.

docs/game-format.md describes every key. A game that is written, read and written again gives the
same bytes. For each number, the newest row counts whose action was not undone, unless it is struck.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from companion import names
from companion.game.times import is_zone
from companion.rules import ledger
from companion.rules.edition_file import edition_ids
from companion.rules.entries import placed
from companion.rules.plain import Damaged, Player, length, one_of, write
from companion.store.games import ActionRow, DealRow, Game, Moment, RulingRow

FORMAT = "companion-game"
VERSION = 1
"""What this program writes, and the only version that it reads."""
LARGEST_FILE = 8 << 20
"""Bytes. The longest game that can be agreed on, a thousand deals, has to fit."""
MOST_ACTIONS = 10_000
_ENCODER = json.JSONEncoder(ensure_ascii=False, indent=1)


def _is_uid(value: str) -> None:
    if len(value) != 32 or not set(value) <= set("0123456789abcdef"):
        raise Damaged("must be 32 hexadecimal digits.")


def _is_edition(value: str) -> None:
    one_of(edition_ids(), f"one of {', '.join(edition_ids())}")(value)


def _is_zone(value: str) -> None:
    """The name of a time zone, also of one that this machine does not know; or nothing."""
    if value and not is_zone(value):
        raise Damaged("must be a time zone such as Europe/London, or empty.")


def _is_place(value: str) -> None:
    problem = names.place_problem(value)
    if problem is None and value != names.tidied(value):
        problem = "This is not written as the companion writes it."
    if problem:
        raise Damaged(problem)


def _are_players(players: tuple[str, ...]) -> None:
    problems = names.player_problems(players)
    for number, (name, problem) in enumerate(zip(players, problems, strict=True), 1):
        if problem is None and (name != name.strip() or name != names.close_overrides(name)):
            problem = "This name is not written as the companion writes names."
        if problem:
            raise Damaged(problem, number)


Name = Annotated[str, length(1, 2 * names.LONGEST_NAME)]


@dataclass(frozen=True)
class GameFile:
    """What the file of a game has, in this order."""

    format: str
    version: int
    game: Annotated[str, _is_uid]
    edition: Annotated[str, _is_edition]
    options: Mapping[str, Any]
    players: Annotated[tuple[Name, ...], length(2, 8), _are_players]
    first_dealer: Player
    banker: Player
    place: Annotated[str, _is_place]
    zone: Annotated[str, _is_zone]
    created_at: Moment
    actions: Annotated[tuple[ActionRow, ...], length(0, MOST_ACTIONS)]
    rulings: Annotated[tuple[RulingRow, ...], length(0, MOST_ACTIONS)]
    totals: Mapping[Player, int]
    winners: tuple[Player, ...]

    @classmethod
    def of(cls, game: Game) -> "GameFile":
        """The file of a game. ValueError when its deals cannot have been paid as they were."""
        sheet = sheet_of(game)
        return cls(
            format=FORMAT,
            version=VERSION,
            game=game.uid,
            edition=game.edition_id,
            options=game.options,
            players=game.players,
            first_dealer=game.first_dealer,
            banker=game.banker,
            place=game.place,
            zone=game.zone,
            created_at=game.created_at,
            actions=game.actions,
            rulings=game.rulings,
            totals=sheet.totals,
            winners=sheet.winners,
        )

    def content(self) -> Game:
        """The game that the file has."""
        return Game(
            uid=self.game,
            edition_id=self.edition,
            options=self.options,
            players=self.players,
            first_dealer=self.first_dealer,
            banker=self.banker,
            place=self.place,
            zone=self.zone,
            created_at=self.created_at,
            actions=self.actions,
            rulings=self.rulings,
        )


def sheet_of(game: Game) -> ledger.Sheet:
    """The sheet of what is in force. ValueError when deals cannot have been paid like that."""
    rows = [row for action in game.counting_actions for row in action.deals]
    entries = [entry for action in game.counting_actions for entry in action.entries]
    dealt = ledger.who_dealt(game.edition, game.players, rows, game.first_dealer, entries)
    deals = deals_in_force(game)
    return ledger.sheet(
        game.edition,
        game.players,
        deals,
        game.first_dealer,
        dealers=[dealt[deal.number] for deal in deals],
        entries=placed(deals, entries),
    )


def deals_in_force(game: Game) -> list[DealRow]:
    """The rows that count, by number: see the head of this file."""
    newest = {row.number: row for action in game.counting_actions for row in action.deals}
    return [newest[number] for number in sorted(newest) if not newest[number].struck]


def written(game: Game) -> bytes:
    """The game as a file."""
    return (_ENCODER.encode(write(GameFile.of(game))) + "\n").encode()


def is_too_large(data: object) -> bool:
    """Whether JSON data would be too large as a file of ours. It stops as soon as that is sure."""
    size = 1
    for piece in _ENCODER.iterencode(data):
        size += len(piece.encode("utf-8", "surrogatepass"))
        if size > LARGEST_FILE:
            return True
    return False
