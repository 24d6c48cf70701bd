"""The history of a deal: everything that was ever entered for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.edition import Edition
from companion.rules.words import listed
from companion.store import ClosedDeal, Table
from companion.web.parts.cards import cards_in_words
from companion.web.parts.words import change_titles, local_moment, remark


@dataclass(frozen=True)
class HistoryEntry:
    """One row of a deal's history. `lines` have each player's name, what was paid, and the cards in
    words; there are none when the deal was struck out."""

    title: str
    when: str
    reason: str
    undone: bool
    now: bool
    lines: tuple[tuple[str, str, str], ...]


def history(table: Table, rows: Sequence[ClosedDeal], now: int) -> tuple[HistoryEntry, ...]:
    """Everything entered for one deal, oldest first; `now` is the id of the current row."""
    titles = change_titles(rows)
    return tuple(
        HistoryEntry(
            title=titles[row.id],
            when=local_moment(row.at, table.zone),
            reason=remark(row.reason),
            undone=row.undone,
            now=row.id == now,
            lines=() if row.struck else _lines(table.edition, table.players, row),
        )
        for row in rows
    )


def _lines(
    edition: Edition, players: Sequence[str], deal: ClosedDeal
) -> tuple[tuple[str, str, str], ...]:
    """An old entry, player by player: name, what was paid, the cards in words."""
    entry = deal.entry
    lines = []
    for player in players:
        told = cards_in_words(edition, entry.hands.get(player, ())) or "no cards that count"
        wilds = list(entry.wilds.get(player, ()))
        if player == entry.went_out:
            if entry.reward:
                told += f"; reward: {cards_in_words(edition, entry.reward)}"
            wilds += entry.reward_wilds
            told = f"went out with {told}"
        if wilds:
            stands = listed([edition.label(card) for card in wilds])
            told += f"; {edition.label(edition.wild)} as {stands}"
        lines.append((player, edition.amount(deal.owed(player)), told))
    return tuple(lines)
