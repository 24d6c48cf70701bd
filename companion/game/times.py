"""When a game was played, from what was done in it."""

from datetime import datetime, timedelta

from companion.store.games import Game

LONGEST_EVENING = timedelta(hours=8)
"""A game that took longer was interrupted, so how long it took says nothing."""


def ended_at(game: Game) -> str | None:
    """When the last deal was closed, as it is kept; None before the first. Corrections do not
    count: they may come days later."""
    undone = {action.undoes for action in game.actions}
    closed = [
        action.at
        for place, action in enumerate(game.actions)
        if action.kind == "close" and place not in undone
    ]
    return max(closed, default=None)


def minutes(game: Game) -> int | None:
    """How long it took from setting the table up; None when nobody can say."""
    end = ended_at(game)
    if end is None:
        return None
    took = datetime.fromisoformat(end) - datetime.fromisoformat(game.created_at)
    return round(took.total_seconds() / 60) if timedelta(0) < took <= LONGEST_EVENING else None
