"""A game as JSON: everything that was ever done in it, to be read back on any server.

docs/game-format.md describes every key. A game that is written, read and written again gives the
same bytes. For each number, the newest row counts whose action was not undone, unless it is struck.
"""

import json
from dataclasses import asdict
from typing import Any

from companion.rules import ledger
from companion.store.games import ActionRow, DealRow, Game

FORMAT = "companion-game"
VERSION = 2
"""What this program writes; it reads every older one, too. Version 2 has the `zone`."""
LARGEST_FILE = 8 << 20
"""Bytes. The longest game that can be agreed on, a thousand deals, has to fit."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, indent=1)


def sheet_of(game: Game) -> ledger.Sheet:
    """The sheet of the deals in force. ValueError when they cannot have been paid like that."""
    rows = [row for action in game.counting_actions for row in action.deals]
    dealt = ledger.who_dealt(game.edition, game.players, rows, game.first_dealer)
    deals = deals_in_force(game)
    known = [dealt[deal.number] for deal in deals]
    return ledger.sheet(game.edition, game.players, deals, game.first_dealer, dealers=known)


def deals_in_force(game: Game) -> list[DealRow]:
    """The rows that count, by number: see the head of this file."""
    newest = {row.number: row for action in game.counting_actions for row in action.deals}
    return [newest[number] for number in sorted(newest) if not newest[number].struck]


def written(game: Game) -> bytes:
    """The game as a file."""
    sheet = sheet_of(game)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.uid,
        "edition": game.edition_id,
        "options": dict(game.options),
        "players": list(game.players),
        "first_dealer": game.first_dealer,
        "banker": game.banker,
        "place": game.place,
        "zone": game.zone,
        "created_at": game.created_at,
        "actions": [_action(action) for action in game.actions],
        "rulings": [asdict(ruling) for ruling in game.rulings],
        "totals": dict(sheet.totals),
        "winners": list(sheet.winners),
    }
    return (_ENCODER.encode(data) + "\n").encode()


def is_too_large(data: object) -> bool:
    """Whether JSON data would be too large as a file of ours. It stops as soon as that is sure.
    RecursionError for what is nested too deeply."""
    size = 1
    for piece in _ENCODER.iterencode(data):
        size += len(piece.encode("utf-8", "surrogatepass"))
        if size > LARGEST_FILE:
            return True
    return False


def _action(action: ActionRow) -> dict[str, Any]:
    return {
        "kind": action.kind,
        "at": action.at,
        "reason": action.reason,
        "undoes": action.undoes,
        "deals": [
            {
                "number": row.number,
                "replaces": row.replaces,
                "struck": row.struck,
                "entry": dict(row.entry.json),
                "settlement": dict(row.settlement.json),
                "let_stand": row.let_stand,
                "paid": list(row.paid),
            }
            for row in action.deals
        ],
    }
