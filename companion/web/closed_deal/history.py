"""What was entered for a deal before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.game.correction import same_entry
from companion.rules.edition import Edition
from companion.rules.words import listed
from companion.web.parts.cards import _in_words
from companion.web.parts.words import day
from companion.web.sheet.page import Kept


class Past(Kept, Protocol):
    """What is read of a row of a deal's history."""

    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def struck(self) -> bool: ...
    @property
    def undone(self) -> bool: ...
    @property
    def replaces(self) -> int | None: ...


@dataclass(frozen=True)
class Entry:
    """One entry of a deal's history, readable for ever. `lines` are, by player, the name, what
    was paid, and the cards in words; empty when it was struck out."""

    title: str
    at: str
    when: str
    reason: str | None
    undone: bool
    now: bool
    lines: tuple[tuple[str, str, str], ...]


# --- history -------------------------------------------------------------------------------------


def history(
    edition: Edition, players: Sequence[str], rows: Sequence[Past], now: int
) -> tuple[Entry, ...]:
    """Everything that was entered for one deal, the oldest first; `now` is the row that counts."""
    by_id = {row.id: row for row in rows}
    shown = []
    for row in rows:
        old = None if row.replaces is None else by_id.get(row.replaces)
        if old is None:
            title = "Entered"
        elif row.struck:
            title = "Struck out"
        elif old.struck:
            title = "Put back"
        elif same_entry(old.entry, row.entry):
            title = "Paid anew, because the jackpot changed"
        else:
            title = "Corrected"
        lines = () if row.struck else entry_lines(edition, players, row.entry, row.settlement)
        shown.append(
            Entry(title, row.at, day(row.at), row.reason, row.undone, row.id == now, lines)
        )
    return tuple(shown)


def entry_lines(
    edition: Edition,
    players: Sequence[str],
    entry: Mapping[str, Any],
    settlement: Mapping[str, Any],
) -> tuple[tuple[str, str, str], ...]:
    """An old entry, player by player: name, what was paid, the cards in words."""
    lines = []
    for player in players:
        told = _in_words(edition, entry["hands"].get(player, ())) or "no cards that count"
        wilds = list(entry.get("wilds", {}).get(player, ()))
        if player == entry.get("went_out"):
            if entry.get("reward"):
                told += f"; reward: {_in_words(edition, entry['reward'])}"
            wilds += entry.get("reward_wilds", ())
            told = f"went out with {told}"
        if wilds:
            stands = listed([edition.label(card) for card in wilds])
            told += f"; {edition.label(edition.wild)} as {stands}"
        lines.append((player, edition.amount(settlement["payouts"].get(player, 0)), told))
    return tuple(lines)
