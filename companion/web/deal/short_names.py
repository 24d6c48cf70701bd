"""Names in the bar of the open deal and beside cards: a narrow phone has no room for long ones."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from companion.web.parts.text_width import shortened_name, shortened_within

NAME_ROOM = 7.9
"""How wide a name is at most, in its own size: two buttons of the bar stand beside each other on
a phone of 320 px."""


def in_short(players: tuple[str, ...], text: str) -> str:
    """The text with long names of these players shortened."""
    short = short_names(players)
    if not short:
        return text
    longest_first = sorted(short, key=len, reverse=True)  # one may begin with another
    return re.sub("|".join(map(re.escape, longest_first)), lambda found: short[found[0]], text)


@lru_cache(maxsize=256)
def short_names(players: tuple[str, ...]) -> Mapping[str, str]:
    """How each name that is too long is shortened. Where two would look alike they keep their ends;
    those that still do stay whole."""
    short = {name: shortened_name(name, NAME_ROOM) for name in players}
    for name in _alike(short):
        short[name] = shortened_within(name, NAME_ROOM)
    for name in _alike(short):
        short[name] = name
    return {name: shown for name, shown in short.items() if shown != name}


def _alike(short: Mapping[str, str]) -> list[str]:
    """The names that look like another when they are shortened."""
    shown = Counter(short.values())
    return [name for name in short if shown[short[name]] > 1]
