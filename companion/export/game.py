"""A game as JSON: everything that was ever done in it, to be read back on any server.

docs/game-format.md describes every key. A game that is written, read and written again gives the
same bytes. For each number, the newest row counts whose action was not undone, unless it is struck.
"""

import json

from companion.rules import ledger
from companion.rules.edition_file import load
from companion.rules.options import with_options
from companion.rules.payout import Jackpot
from companion.store.games import DealRow, Game

FORMAT = "companion-game"
VERSION = 1


def sheet_of(game: Game) -> ledger.Sheet:
    """The sheet of the deals that count. ValueError when they cannot have been paid like that."""
    return ledger.sheet(
        with_options(load(game.edition), game.options),
        game.players,
        [settled(row) for row in standing(game)],
        game.first_dealer,
    )


def standing(game: Game) -> list[DealRow]:
    """The rows that count, by number: see the head of this file."""
    undone = {action.undoes for action in game.actions}
    newest: dict[int, DealRow] = {}
    for place, action in enumerate(game.actions):
        if place not in undone:
            newest |= {row.number: row for row in action.deals}
    return [newest[number] for number in sorted(newest) if not newest[number].struck]


def settled(row: DealRow) -> ledger.Settled:
    """A row as the ledger reads it."""
    jackpot = row.settlement["jackpot"]
    return ledger.Settled(
        row.settlement["payouts"],
        row.entry.get("went_out"),
        None
        if jackpot is None
        else Jackpot(jackpot["paid_to"], jackpot["amount"], jackpot["next"]),
    )


def written(game: Game) -> bytes:
    """The game as a file."""
    sheet = sheet_of(game)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.uid,
        "edition": game.edition,
        "options": dict(game.options),
        "players": list(game.players),
        "first_dealer": game.first_dealer,
        "banker": game.banker,
        "place": game.place,
        "created_at": game.created_at,
        "actions": [
            {
                "kind": action.kind,
                "at": action.at,
                "reason": action.reason,
                "undoes": action.undoes,
                "deals": [
                    {
                        "number": row.number,
                        "replaces": row.replaces,
                        "struck": row.struck,
                        "entry": dict(row.entry),
                        "settlement": dict(row.settlement),
                        "let_stand": row.let_stand,
                        "paid": list(row.paid),
                    }
                    for row in action.deals
                ],
            }
            for action in game.actions
        ],
        "rulings": [
            {
                "deal": one.deal,
                "player": one.player,
                "outcome": one.outcome,
                "note": one.note,
                "ruling": one.ruling,
                "at": one.at,
                "takes_back": one.takes_back,
            }
            for one in game.rulings
        ],
        "totals": dict(sheet.totals),
        "winners": list(sheet.winners),
    }
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
