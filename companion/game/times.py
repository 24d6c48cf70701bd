"""When a game was played, and how long it took; times in the zone of a table.

A table has the zone of the phone that made it, such as ``Europe/London``. Without one, and where
this machine does not know it, times are in the zone of this machine.
"""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from companion.store.games import Game

LONGEST_EVENING = timedelta(hours=8)
"""A game that took longer was interrupted, so its length says nothing."""

ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}")
LONGEST_ZONE = 64


def is_zone(name: str) -> bool:
    """Whether this may be the name of a zone; it need not be one that this machine knows."""
    return len(name) <= LONGEST_ZONE and ZONE.fullmatch(name) is not None


def known_zone(name: str) -> ZoneInfo | None:
    """The zone of this name; None without a name, and for one that this machine does not know."""
    if not is_zone(name):
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such file, no zone in it, or a folder
        return None


def local_time(at: str, zone: str) -> datetime:
    """A stored time in this zone."""
    return datetime.fromisoformat(at).astimezone(known_zone(zone))


def zone_told(at: str, zone: str) -> str:
    """The name of the zone; without one how far it is from UTC at this time: ``UTC+01:00``."""
    return zone if known_zone(zone) else f"UTC{local_time(at, zone).isoformat()[-6:]}"


def ended_at(game: Game, last: int | None = None) -> str | None:
    """When the last deal was closed, up to the number `last`; None before the first. Corrections
    may come days later."""
    closed = [
        action.at
        for action in game.counting_actions
        if action.kind == "close" and (last is None or action.deals[0].number <= last)
    ]
    return max(closed, default=None)


def minutes(game: Game, last: int | None = None) -> int | None:
    """Minutes from making the table to closing that deal; None when that says nothing."""
    end = ended_at(game, last)
    if end is None:
        return None
    took = datetime.fromisoformat(end) - datetime.fromisoformat(game.created_at)
    return round(took.total_seconds() / 60) if timedelta(0) < took <= LONGEST_EVENING else None
