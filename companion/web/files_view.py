"""What the pages about files and deleted tables say. Pure."""

from datetime import datetime

from companion.rules.words import plural
from companion.store.games import KEPT_FOR


def another_copy(here: int, there: int, *, may_delete: bool) -> str:
    """A game of that name is here, but not the same; told by the deals that count in each, with
    what this phone can do about it."""
    told = "This game is here already, but it is not the same. "
    if here == there:
        told += f"Both have {plural(here, 'deal', 'deals')}, with different cards or changes. "
    else:
        told += f"Here it has {plural(here, 'deal', 'deals')}, in the file {there}. "
    told += "Nothing was changed. If you want the one of the file, "
    if may_delete:
        return f"{told}delete the one here first and then choose the file again."
    return f"{told}ask the scorekeeper of the one here to delete it first."


def goes(deleted_at: str) -> str:
    """When a deleted table goes for good, by the clock here: ``22 November, 18:05``."""
    there = (datetime.fromisoformat(deleted_at) + KEPT_FOR).astimezone()
    return f"{there.day} {there:%B, %H:%M}"
