"""Dates, counts and short phrases that several pages use."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.rules.edition import Edition
from companion.rules.ledger import Sheet
from companion.rules.words import listed, number_word
from companion.store.games import KEPT_FOR


def day(at: str) -> str:
    """When something was done, for people: ``21 Nov 2025, 18:05`` (UTC, as it is kept)."""
    moment = datetime.fromisoformat(at)
    return f"{moment.day} {moment:%b %Y, %H:%M} UTC"


def goes(deleted_at: str) -> str:
    """When a deleted table goes for good, by the clock here: ``22 November, 18:05``."""
    there = (datetime.fromisoformat(deleted_at) + KEPT_FOR).astimezone()
    return f"{there.day} {there:%B, %H:%M}"


def counted(number: int, thing: str) -> str:
    """``1 game``, ``1,200 games``."""
    return f"{number} {thing}" if number == 1 else f"{number:,} {thing}s"


def unit(edition: Edition) -> str:
    """What the amounts of an edition are in; only like is added to like."""
    return "points" if edition.money == "points" else edition.currency


def goal(edition: Edition, sheet: Sheet) -> str:
    """What ends the game, in a few words."""
    money = None if sheet.target is None else f"somebody has {edition.amount(sheet.target)}"
    deals = None
    if sheet.deals is not None:
        left = sheet.deals - len(sheet.rows)
        deals = "1 deal" if sheet.deals == 1 else f"{sheet.deals} deals"
        if left > 0 and sheet.rows and not sheet.over:
            deals += f" ({left} to go)"
    if money:
        return f"Play until {money}, at most {deals}" if deals else f"Play until {money}"
    return f"Play {deals}" if deals else "Play as long as you like"


def who_went_out(edition: Edition, entry: Mapping[str, Any]) -> str:
    """The deal in a few words."""
    if not edition.variant.has_goer:
        return (
            "Stopped early"
            if entry.get("stopped_early")
            else f"All {number_word(len(edition.groups))} monopolies were made"
        )
    goer = entry.get("went_out")
    return f"{goer} went out" if goer is not None else "Nobody went out"


def result(sheet: Sheet) -> str:
    names = listed(sheet.winners)
    return f"{names} win together!" if len(sheet.winners) > 1 else f"{names} wins!"


# --- when ----------------------------------------------------------------------------------------


def _here(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone()


def when(at: str) -> str:
    """A moment: ``21 November 2026, 19:02``."""
    return f"{local_day(at)}, {_here(at):%H:%M}"


def local_day(at: str) -> str:
    """A stored time as the day it was here: ``3 March 2026``."""
    there = datetime.fromisoformat(at).astimezone()
    return f"{there.day} {there:%B %Y}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number:,} {thing}s"
