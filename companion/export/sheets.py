"""A game as CSV (RFC 4180) for spreadsheets: one line a player and deal, one line a player.

UTF-8 with a byte order mark, without which Excel takes it for another encoding; lines end in CR LF.
Amounts are whole numbers (points in Express), times ISO 8601 in UTC, yes and no are words. Only the
deals that count are in it; what was there before a correction stands in the JSON of the game.
"""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.export.game import sheet_of, standing
from companion.game.times import ended_at
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.ledger import decided
from companion.rules.options import with_options
from companion.rules.words import plural
from companion.store.games import Game

DEALS = (
    "game",
    "date",
    "edition",
    "deal",
    "dealer",
    "player",
    "went_out",
    "payout",
    "total",
    "sets",
    "wiped_out",
    "jackpot",
    "corrected",
    "let_stand",
    "after_end",
)
TOTALS = (
    "game",
    "started",
    "ended",
    "edition",
    "place",
    "player",
    "total",
    "rank",
    "winner",
    "deals",
    "deals_out",
    "best_payout",
    "wiped_out",
    "jackpots",
    "deals_after",
)

PARTS = ("\n", "\r", "\t", ";")
"""What may begin a new line or cell when a file is not read as it was meant."""
SPLIT = re.compile(f"([{''.join(PARTS)}])")
UNSEEN = ("Cf", "Cc", "Zs", "Zl", "Zp")


def deals_csv(game: Game) -> bytes:
    """Every player of every deal that counts; `jackpot` is what the player took of it."""
    edition = with_options(load(game.edition), game.options)
    closed = _closed_at(game)
    lines: list[list[Any]] = []
    for row, deal in zip(sheet_of(game).rows, standing(game), strict=True):
        for player in game.players:
            hand = deal.settlement["hands"][player]
            lines.append(
                [
                    game.uid,
                    closed[deal.number],
                    edition.name,
                    deal.number,
                    row.dealer,
                    player,
                    _yes(row.went_out == player),
                    row.payouts[player],
                    row.totals[player],
                    "; ".join(_set(edition, one) for one in hand["sets"]),
                    edition.label(hand["wiped_out"] or ""),
                    row.jackpot_paid if row.jackpot_to == player else 0,
                    _yes(deal.replaces is not None),
                    _yes(deal.let_stand),
                    _yes(row.after_end),
                ]
            )
    return _csv(DEALS, lines)


def totals_csv(game: Game) -> bytes:
    """Every player of the game, in seating order, up to the deal that decided it: deals that were
    played afterwards change nothing here, and are told by `deals_after`.

    Nobody is a winner while the game is not over.
    """
    edition = with_options(load(game.edition), game.options)
    whole = sheet_of(game)
    sheet = decided(whole)
    counted = standing(game)[: len(sheet.rows)]
    caught = Counter(
        player
        for deal in counted
        for player, hand in deal.settlement["hands"].items()
        if hand["wiped_out"]
    )
    out = Counter(row.went_out for row in sheet.rows)
    took = Counter(row.jackpot_to for row in sheet.rows)
    return _csv(
        TOTALS,
        [
            [
                game.uid,
                game.created_at,
                ended_at(game) or "",
                edition.name,
                game.place,
                player,
                sheet.totals[player],
                rank(sheet.totals, player),
                _yes(player in sheet.winners),
                len(sheet.rows),
                out[player],
                max((row.payouts[player] for row in sheet.rows), default=0),
                caught[player],
                took[player],
                len(whole.rows) - len(sheet.rows),
            ]
            for player in game.players
        ],
    )


def rank(totals: Mapping[str, int], player: str) -> int:
    """1 for the most; equal totals have the same rank, and the next one is left out."""
    return 1 + sum(total > totals[player] for total in totals.values())


def _closed_at(game: Game) -> dict[int, str]:
    """When each deal was closed first, by its number."""
    undone = {action.undoes for action in game.actions}
    return {
        row.number: action.at
        for place, action in enumerate(game.actions)
        if action.kind == "close" and place not in undone
        for row in action.deals
    }


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _set(edition: Edition, one: dict[str, Any]) -> str:
    """``Orange with 3 houses, a hotel and 2 tokens``."""
    more = []
    if one["houses"]:
        more.append(plural(one["houses"], "house", "houses"))
    if one["hotel"]:
        more.append("a hotel")
    if one["tokens"]:
        more.append(plural(one["tokens"], "token", "tokens"))
    name = edition.label(one["group"])
    return f"{name} with {', '.join(more)}" if more else name


def _csv(head: Sequence[str], lines: Iterable[Sequence[Any]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(cell) for cell in line] for line in lines)
    return out.getvalue().encode("utf-8-sig")


def _cell(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: texts that would be begin with a quote.

    Blanks, quotation marks and invisible marks before the sign do not help, nor do its wide forms,
    nor what a careless reader, or one that parts cells by something else, begins anew after.
    """
    if not isinstance(cell, str):
        return cell
    safe = "".join(part if part in PARTS else _harmless(part) for part in SPLIT.split(cell))
    return f"'{safe}" if safe[:1] in ("\t", "\r") else safe


def _harmless(text: str) -> str:
    seen = "".join(
        character
        for character in text
        if character != '"' and unicodedata.category(character) not in UNSEEN
    )
    first = unicodedata.normalize("NFKC", seen[:1])[:1]
    return f"'{text}" if first and first in "=+-@" else text
