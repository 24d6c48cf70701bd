"""The luck of a game on its summary: a small table of facts, one row a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.luck import PlayerLuck
from companion.rules.edition import Edition
from companion.web.parts.words import NONE, wiped_out

PLACES = 3
"""How many places of hands a cell has room for."""
GOING_OUT, PLACE, OTHERS = "Went out", "Place of the hands", "Others went out"
BROUGHT, AVERAGE = "Rewards brought", "On average"


@dataclass(frozen=True)
class LuckRow:
    """One player; `cells` are below `LuckTable.heads`."""

    seat: int
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class LuckTable:
    """The table and what it means. `to_count`: some rewards are still to be counted."""

    heads: tuple[str, ...]
    rows: tuple[LuckRow, ...]
    notes: tuple[str, ...]
    to_count: bool


def luck_table(edition: Edition, players: Sequence[PlayerLuck]) -> LuckTable | None:
    """The luck of a game in words; None where there is nothing to tell."""
    if not players:
        return None
    rows = [_cells(edition, one) for one in players]
    shown = [head for head in rows[0] if any(row[head] != NONE for row in rows)]
    if not shown:
        return None
    return LuckTable(
        heads=tuple(shown),
        rows=tuple(
            LuckRow(seat, one.name, tuple(row[head] for head in shown))
            for seat, (one, row) in enumerate(zip(players, rows, strict=True))
        ),
        notes=tuple(_notes(edition, shown)),
        to_count=any(len(one.rewards) < one.drawn for one in players),
    )


def _cells(edition: Edition, one: PlayerLuck) -> dict[str, str]:
    """The facts about one player by the heads of their columns."""
    places = [rank.short for rank in one.ranks[:PLACES]]
    if len(one.ranks) > PLACES:
        places.append(f"{len(one.ranks) - PLACES} more")
    brought = edition.amount(one.brought)
    if one.rewards and len(one.rewards) < one.drawn:
        brought = f"{brought} ({len(one.rewards)} of {one.drawn})"
    lost = f" ({edition.amount(one.lost)})" if one.lost else ""
    return {
        GOING_OUT: str(one.out or NONE),
        PLACE: ", ".join(places) or NONE,
        OTHERS: str(one.others_out or NONE),
        BROUGHT: brought if one.rewards else NONE,
        AVERAGE: edition.amount(one.average) if one.rewards else NONE,
        wiped_out(edition): f"{one.wiped_out}{lost}" if one.wiped_out else NONE,
    }


def _notes(edition: Edition, shown: Sequence[str]) -> list[str]:
    """What the columns mean."""
    notes, most = [], edition.label(edition.cards["most_of"])
    if PLACE in shown:
        before = ", before the reward" if edition.has_reward else ""
        notes.append(f"Place: among all hands of the same size that may go out{before}.")
    if BROUGHT in shown:
        notes.append(
            f"Rewards: what they brought, {most} included, and what they would have brought on "
            "average over every draw of cards that nobody laid down."
        )
    if wiped_out(edition) in shown:
        notes.append(
            f"{wiped_out(edition)}: how often the hand paid nothing, and what the entered cards "
            f"would have paid without {edition.label(edition.caught_with)} "
            f"({'the jackpot' if edition.has_jackpot else most} not counted)."
        )
    return notes
