"""How wide a text gets, and names cut to the room there is. A phone chooses the fonts, so a width
is only estimated, generously."""

import re
import unicodedata
from functools import lru_cache

from companion.names import close_overrides

CUT = "…"
WIDEST = 1.4
"""The width of the widest letter, in its own size like all widths here."""


def text_width(text: str) -> float:
    """How wide a text gets at most, in its own size: a guess above the usual fonts."""
    return sum(map(_width, text))


@lru_cache(maxsize=1024)
def _width(letter: str) -> float:
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF:
        return WIDEST
    if letter in " .,:;!'’|iIjl·":
        return 0.42
    if letter in "frt-()":
        return 0.55
    if letter in "MWmw@%—ÆæŒœЖЩШФЫЮжшщфыю":
        return 1.15
    if letter == CUT:
        return 1
    if letter.isupper() or letter in "★→":
        return 0.92
    return 0.66


def shortened_name(name: str, room: float) -> str:
    """The name where there is little room: no wider than that, cut at its end with "…"."""
    if _fits(name, room):
        return name
    return close_overrides(_start(name, room - _width(CUT)).rstrip()) + CUT


def shortened_within(name: str, room: float) -> str:
    """The same for a name that differs from another only at its end: cut in its middle."""
    if _fits(name, room):
        return name
    shown = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    half = (room - _width(CUT)) / 2
    end = _start(shown[::-1], half)[::-1]
    while end and unicodedata.combining(end[0]):  # its letter is cut off
        end = end[1:]
    return f"{_start(shown, half).rstrip()}{CUT}{end.lstrip()}"


def in_two_lines(name: str) -> str:
    """The name with only one place left where it can break, into two lines of about the same width.
    The head of a narrow column shows two lines, each cut with "…"; a third would not be seen."""
    parts = re.findall(r"\S+?(?:-(?=[^-\s])|\s+|$)", name)
    if len(parts) < 3:
        return name
    halves = [("".join(parts[:at]), "".join(parts[at:])) for at in range(1, len(parts))]
    first, second = min(halves, key=lambda two: max(map(text_width, two)))
    return _unbroken(first) + _unbroken(second)


def _unbroken(text: str) -> str:
    return re.sub(r"-(?=.)", "-\u2060", re.sub(r"\s+(?=.)", "\u00a0", text))


def _fits(name: str, room: float) -> bool:
    # Most names are short, and to look at each letter takes a while.
    return len(name) * WIDEST <= room or text_width(name) <= room


def _start(text: str, room: float) -> str:
    """As much of the text as fits."""
    end = 0
    for letter in text:
        room -= _width(letter)
        if room < 0:
            break
        end += 1
    return text[:end]
