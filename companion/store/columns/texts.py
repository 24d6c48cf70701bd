"""Texts as the file has them, also those that the disk damaged."""

from collections.abc import Iterable
from datetime import datetime


class DamagedText(str):
    """A text of the file that is not UTF-8, with signs for what cannot be read. Whatever is read of
    one table is Unreadable then, and a name is left out of lists."""


def text_of(stored: bytes) -> str:
    """A text as the file has it. SQLite's own would be an error like that of a busy disk."""
    try:
        return str(stored, "utf-8")
    except UnicodeDecodeError:
        return DamagedText(stored, "utf-8", "replace")


def is_damaged(values: Iterable[object]) -> bool:
    """Whether one of these values of a row is no text where no column has anything but text and
    numbers."""
    return not _DAMAGED.isdisjoint(map(type, values))


def is_time(value: object) -> bool:
    """Whether a stored value is a time of these centuries, so that days can be counted from it."""
    try:
        return 1971 <= datetime.fromisoformat(str(value)).year < 9000
    except ValueError:
        return False


_DAMAGED = frozenset({bytes, DamagedText})
