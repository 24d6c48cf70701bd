"""Texts as the file has them, also those that the disk damaged."""

from collections.abc import Iterable
from datetime import datetime


class DamagedText(str):
    """A text of the file that is not UTF-8, with signs for what cannot be read. Whatever is read of
    one table is Unreadable then, and a name is left out of lists."""


def text_of(stored: bytes) -> str:
    """Decodes a text of the file. Without this, bad UTF-8 is the same error as a busy database."""
    try:
        return str(stored, "utf-8")
    except UnicodeDecodeError:
        return DamagedText(stored, "utf-8", "replace")


def is_damaged(values: Iterable[object]) -> bool:
    """Whether one of these values of a row is damaged: bytes, which no column has, or a text
    that is not UTF-8."""
    return not _DAMAGED.isdisjoint(map(type, values))


def is_time(value: object) -> bool:
    """Whether a stored value is a time from 1971 to 8999, so that adding days to it cannot fail."""
    try:
        return 1971 <= datetime.fromisoformat(str(value)).year < 9000
    except ValueError:
        return False


_DAMAGED = frozenset({bytes, DamagedText})
