"""When a game was played, and how long it took."""

from datetime import datetime, timedelta

from companion.store.games import Game

LONGEST_EVENING = timedelta(hours=8)
"""A game that took longer was interrupted, so its length says nothing."""


def ended_at(game: Game) -> str | None:
    """When the last deal was closed; None before the first. Corrections may come days later."""
    closed = [action.at for action in game.counting_actions if action.kind == "close"]
    return max(closed, default=None)


def minutes(game: Game) -> int | None:
    """Minutes from making the table to closing the last deal; None when that says nothing."""
    end = ended_at(game)
    if end is None:
        return None
    took = datetime.fromisoformat(end) - datetime.fromisoformat(game.created_at)
    return round(took.total_seconds() / 60) if timedelta(0) < took <= LONGEST_EVENING else None
