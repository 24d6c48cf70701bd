"""A game as CSV (RFC 4180) for spreadsheets: a line for each player and deal, or each player.

UTF-8 with a byte order mark, because Excel expects one; lines end in CR LF. Cells are separated by
commas, or by semicolons where numbers are written with a comma. Amounts are whole numbers (points
in Express), yes and no are words. Times are those of the table's zone, which the column `zone`
names, with how far it is from UTC then: ``2026-11-21 19:05:00+01:00``; so they are in order also
where the clocks change. Only what is in force is in it; the JSON of the game has what was there
before a correction.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from companion.export.game import deals_in_force, sheet_of
from companion.game.times import ended_at, local_time, zone_told
from companion.rules.arrange.laid import SetLaid
from companion.rules.edition import Edition
from companion.rules.ledger import decided, deciding, rank
from companion.rules.words import number_of, one_card, plural
from companion.store.games import Game
from companion.store.results import result_of

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
    "said",
    "corrected",
    "let_stand",
    "after_end",
    "zone",
    "adjustment",
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
    "zone",
    "adjusted",
)

PARTS = ("\n", "\r", "\t", ";")
"""A careless reader may begin a new line or cell at these."""
SPLIT = re.compile(f"([{''.join(PARTS)}])")
UNSEEN = ("Cf", "Cc", "Zs", "Zl", "Zp")


def deals_csv(game: Game, delimiter: str = ",") -> bytes:
    """Every player of every deal in force, and the adjustments between them; `jackpot` is what the
    player took of it, `said` whether the table said what the hand pays, in place of cards. The line
    of an adjustment has no deal: its `payout` is what it adds, and `adjustment` the reason."""
    edition, sheet = game.edition, sheet_of(game)
    closed, written_at = _closed_at(game), _written_at(game)
    lines: list[list[Any]] = []

    def adjustments(rows: int) -> None:
        for noted, at in zip(sheet.notes, written_at, strict=True):
            entry = noted.entry
            if noted.rows == rows and entry.kind == "adjustment" and entry.player:
                head = [game.uid, _moment(game, at), edition.name, "", "", entry.player, ""]
                amounts = [entry.amount, noted.totals[entry.player], *[""] * 6]
                after = _yes(sheet.over_after is not None and rows >= sheet.over_after)
                lines.append([*head, *amounts, after, zone_told(at, game.zone), entry.reason])

    adjustments(0)
    for row, deal in zip(sheet.rows, deals_in_force(game), strict=True):
        for player in game.players:
            laid = deal.settlement.hands[player]
            lines.append(
                [
                    game.uid,
                    _moment(game, closed[deal.number]),
                    edition.name,
                    deal.number,
                    row.dealer,
                    player,
                    _yes(row.went_out == player),
                    row.payouts[player],
                    row.totals[player],
                    "; ".join(_set(edition, one) for one in laid.sets),
                    edition.label(laid.wiped_out or ""),
                    row.jackpot_paid if row.jackpot_to == player else 0,
                    _yes(laid.said),
                    _yes(deal.replaces is not None),
                    _yes(deal.let_stand),
                    _yes(row.after_end),
                    zone_told(closed[deal.number], game.zone),
                    "",
                ]
            )
        adjustments(row.position)
    return as_csv(DEALS, lines, delimiter)


def totals_csv(game: Game, delimiter: str = ",") -> bytes:
    """Every player of the game, in seating order, up to the deal that decided it. `deals_after`
    counts the deals that were played afterwards. Nobody is a winner before the game is over.
    """
    edition = game.edition
    whole = sheet_of(game)
    sheet = decided(whole)
    deals = deals_in_force(game)
    ended = ended_at(game, deciding(whole, deals))
    return as_csv(
        TOTALS,
        [
            [
                game.uid,
                _moment(game, game.created_at),
                _moment(game, ended),
                edition.name,
                game.place,
                part.name,
                part.final,
                rank(sheet.totals, part.name),
                _yes(part.won),
                len(sheet.rows),
                part.out,
                part.best,
                part.wiped_out,
                part.jackpots,
                len(whole.rows) - len(sheet.rows),
                zone_told(ended or game.created_at, game.zone),
                part.adjusted,
            ]
            for part in result_of(edition, whole, deals).parts
        ],
        delimiter,
    )


def _moment(game: Game, at: str | None) -> str:
    """A stored time in the zone of the game, with its offset; empty without one."""
    return local_time(at, game.zone).isoformat(" ", "seconds") if at else ""


def _closed_at(game: Game) -> dict[int, str]:
    """When each deal was closed, by its number."""
    return {
        row.number: action.at
        for action in game.counting_actions
        if action.kind == "close"
        for row in action.deals
    }


def _written_at(game: Game) -> list[str]:
    """When each of the entries in force was written down, in order."""
    return [action.at for action in game.counting_actions for _ in action.entries]


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _set(edition: Edition, one: SetLaid) -> str:
    """``Orange with 3 houses, a hotel, 2 tokens``."""
    more = []
    if one.houses:
        more.append(plural(one.houses, "house"))
    if one.hotel:
        more.append(one_card(edition, edition.roles["hotel"]))
    if one.tokens:
        more.append(number_of(edition, edition.roles["token"], one.tokens))
    name = edition.label(one.group)
    return f"{name} with {', '.join(more)}" if more else name


def as_csv(head: Sequence[str], lines: Iterable[Sequence[Any]], delimiter: str = ",") -> bytes:
    """The lines as a file, with the names of the columns above them."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(cell) for cell in line] for line in lines)
    return out.getvalue().encode("utf-8-sig")


def _cell(cell: Any) -> Any:
    """A cell that no spreadsheet reads as a formula: a text that looks like one gets a quote first.

    The sign of a formula is also found after blanks, quotation marks and invisible characters, in
    its wide form, and where a careless reader begins a new cell.
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
