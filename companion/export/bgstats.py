"""A game for the app BG Stats: a link that opens it with the play filled in.

The app takes a whole play as JSON in the address of one of its pages and shows it before it stores
anything. There is no account and no key, and nothing is sent until somebody follows the link. Its
Android version fails on a play without `winner`, so all four booleans are always there.
"""

import json
from datetime import datetime
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from companion.export.game import deals_in_force, sheet_of
from companion.game.times import ended_at, minutes
from companion.names import name_key
from companion.rules.ledger import Sheet, decided, deciding, rank
from companion.rules.words import isolated, listed, plural
from companion.store.games import Game

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_ADDRESS = 2900
"""Characters. A QR code holds 2,953 bytes at most; comments and place are left out for it."""
NAME = "Monopoly: The Card Game"


def play(game: Game) -> dict[str, Any] | None:
    """The play as the app reads it; None before the first deal.

    Totals, ranks and winners are those of the deal that decided the game, or of the last deal when
    the game was stopped before its end. The player to the left of the first dealer begins.
    """
    sheet = decided(sheet_of(game))
    last = deciding(sheet, deals_in_force(game))
    end = ended_at(game, last)
    if end is None or not sheet.rows:
        return None
    totals = sheet.totals
    winners = sheet.winners or sheet.leaders
    first = (game.players.index(game.first_dealer) + 1) % len(game.players)
    edition = game.edition
    told: dict[str, Any] = {
        "sourceName": "Companion",
        "sourcePlayId": game.uid,
        "playDate": datetime.fromisoformat(end).strftime("%Y-%m-%d %H:%M:%S"),
    }
    lasted = minutes(game, last)
    if lasted:
        told["durationMin"] = lasted
    told["comments"] = _comments(game, sheet)
    if game.place:
        told["location"] = game.place
    told["board"] = edition.name
    known = edition.boardgamegeek
    told["game"] = {"name": known.get("name", NAME), "sourceGameId": edition.id}
    if "id" in known:
        told["game"]["bggId"] = known["id"]
    told["game"] |= {"highestWins": True, "noPoints": False}
    told["players"] = [
        {
            "name": player,
            "sourcePlayerId": player_id(player),
            "startPlayer": seat == first,
            "winner": player in winners,
            "score": totals[player],
            "rank": rank(totals, player),
        }
        for seat, player in enumerate(game.players)
    ]
    return told


def player_id(player: str) -> str:
    """The same for a name in every game, in upper or lower case, so that the app asks only once who
    that is."""
    return sha256(name_key(player).encode()).hexdigest()[:16]


def _comments(game: Game, sheet: Sheet) -> str:
    """How many deals were played, and who went out how often."""
    word = game.edition.deal_word
    deals = plural(len(sheet.rows), word)
    told = f"{deals} played." if sheet.over else f"Stopped after {deals}."
    out = [row.went_out for row in sheet.rows]
    often = [f"{isolated(player)} {out.count(player)}" for player in game.players if player in out]
    return f"{told} Went out: {listed(often)}." if often else told


def address(game: Game) -> str | None:
    """The link; None before the first deal. Comments and place give way when it is too long."""
    told = play(game)
    if told is None:
        return None
    made = _address(told)
    for name in ("comments", "location"):
        if len(made) > LONGEST_ADDRESS:
            told.pop(name, None)
            made = _address(told)
    return made


def _address(told: dict[str, Any]) -> str:
    return ADDRESS + quote(json.dumps(told, ensure_ascii=False, separators=(",", ":")), safe="")
