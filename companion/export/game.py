"""A game as JSON: everything that was ever done in it, to be read back on any server.

Written, read and written again it is the same, byte for byte. UTF-8, indented by one blank, a
newline at the end; amounts are whole numbers (points in Express), times ISO 8601 in UTC, cards the
canonical ids that `companion editions ID` lists. Keys stand in the order given here:

| key | value |
| --- | --- |
| `format` | `"companion-game"` |
| `version` | `1` |
| `game` | 32 hexadecimal digits, the same for every copy of this game on any server |
| `edition` | edition id |
| `options` | object: what differs from the edition's own rules and amounts |
| `players` | list of names, seating order, clockwise |
| `first_dealer`, `banker` | a player each |
| `place` | where it was played, `""` when nobody said |
| `created_at` | when the table was set up |
| `actions` | list: everything that was done, in order; nothing is ever taken out |
| `rulings` | list: what came of challenges, in order |
| `totals` | object: player → what all deals that count paid; follows from the rest |
| `winners` | list of players, empty while the game is not over; follows from the rest |

An action: `kind` (`close`, `correct`, `strike`, `undo`), `at`, `reason` (a text for `correct` and
`strike`, else null), `undoes` (for `undo` the position of the action that it takes back, counted
from 0; else null), `deals`: the rows that it wrote.

A row of a deal: `number`; `replaces`, the position of the row in whose place it stands, counted
from 0 over all rows of the game (null for a new deal); `struck`, whether the deal does not count
any more; `entry`, what was laid down; `settlement`, what was paid for it; `let_stand`, whether the
table let a hand stand that may not go out; `paid`, the players who have their money. The deals that
count are of each number the newest row whose action was not undone, unless it is struck.

`entry` is an input of `companion score` without `edition`, `players` and `options`; `settlement` is
its output as it was then, with the `cards` of each set. What was paid stays paid: it is never
worked out again, not by a newer version of the program and not when it is read back.

A ruling: `deal`, the position of the row it is about; `player`; `outcome` (`upheld`, `corrected`,
`agreed`, `taken-back`); `note`; `ruling` in words; `at`; `takes_back`, for `taken-back` the
position of the ruling that it takes back (counted from 0), else null.

Not in it: the table's code, an open deal, anything that would let somebody in.
"""

import json
from dataclasses import asdict
from typing import Any

from companion.rules import ledger
from companion.rules.edition_file import load
from companion.rules.options import with_options
from companion.store.games import ActionRow, DealRow, Game

FORMAT = "companion-game"
VERSION = 1


def sheet_of(game: Game) -> ledger.Sheet:
    """The sheet of the deals in force. ValueError when they cannot have been paid like that."""
    return ledger.sheet(
        with_options(load(game.edition), game.options),
        game.players,
        deals_in_force(game),
        game.first_dealer,
    )


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
        "edition": game.edition,
        "options": dict(game.options),
        "players": list(game.players),
        "first_dealer": game.first_dealer,
        "banker": game.banker,
        "place": game.place,
        "created_at": game.created_at,
        "actions": [_action(action) for action in game.actions],
        "rulings": [asdict(ruling) for ruling in game.rulings],
        "totals": dict(sheet.totals),
        "winners": list(sheet.winners),
    }
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


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
