"""The luck of a game on its summary: a small table of facts, one row a player."""

from collections.abc import Container, Sequence
from typing import Any

from companion.game.luck import PlayerLuck
from companion.rules.edition import Edition
from companion.web.parts.words import NONE, wiped_out

PLACES = 3
"""How many hands a cell has room for."""
GOING_OUT, PLACE, OTHERS = "Went out", "Hands better than", "Others went out"
BROUGHT, AVERAGE = "Rewards brought", "On average"


def luck_table(edition: Edition, players: Sequence[PlayerLuck]) -> dict[str, Any] | None:
    """The luck of a game in words: the `heads` of the columns, for each player by name the cells by
    head, `notes` on what they mean, and how many rewards are still `to_count`: an imported game
    comes without their luck. None where there is nothing to tell."""
    rows = {player.name: _cells(edition, player) for player in players}
    heads = dict.fromkeys(head for row in rows.values() for head in row if row[head] != NONE)
    if not heads:
        return None
    return {
        "heads": [head for head in rows[players[0].name] if head in heads],
        "rows": rows,
        "notes": _notes(edition, heads),
        "to_count": sum(player.drawn - len(player.rewards) for player in players),
    }


def _cells(edition: Edition, player: PlayerLuck) -> dict[str, str]:
    """The facts about one player by the heads of their columns."""
    places = [rank.better_than for rank in player.ranks[:PLACES]]
    if len(player.ranks) > PLACES:
        places.append(f"{len(player.ranks) - PLACES} more")
    brought = edition.amount(player.brought)
    if player.rewards and len(player.rewards) < player.drawn:
        brought = f"{brought} ({len(player.rewards)} of {player.drawn})"
    lost = f" ({edition.amount(player.lost)})" if player.lost else ""
    return {
        GOING_OUT: str(player.out or NONE),
        PLACE: ", ".join(places) or NONE,
        OTHERS: str(player.others_out or NONE),
        BROUGHT: brought if player.rewards else NONE,
        AVERAGE: edition.amount(player.average) if player.rewards else NONE,
        wiped_out(edition): f"{player.wiped_out}{lost}" if player.wiped_out else NONE,
    }


def _notes(edition: Edition, shown: Container[str]) -> list[str]:
    """What the columns mean."""
    notes, most = [], edition.label(edition.roles["most_of"])
    if PLACE in shown:
        before = ", before the reward" if edition.has_reward else ""
        notes.append(
            f"Hands better than: how many of all hands of that size that may go out{before} are "
            "worth less, the best first."
        )
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
