"""Names in the bar of the open deal and beside cards: a narrow phone has no room for long ones."""

import itertools
import re
from collections.abc import Mapping
from functools import lru_cache

from companion.rules.words import isolated
from companion.web.parts.text_width import CUT, shortened_name, shortened_within, text_width

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


# A page asks up to forty times. With long names, each time takes as long as ten cards to tap.
@lru_cache(maxsize=256)
def short_names(players: tuple[str, ...]) -> Mapping[str, str]:
    """How each name that is too long is shortened: cut at its end.

    Names that would look alike then are cut in the middle instead. If they still look alike, they
    begin where they differ; the last resort is the number of the seat. A name written from right to
    left has its "…" at its own end.
    """
    short = {name: shortened_name(name, NAME_ROOM) for name in players}
    for name in itertools.chain(*_alike(short)):
        short[name] = shortened_within(name, NAME_ROOM)
    for names in _alike(short):
        letters = enumerate(zip(*names, strict=False))
        same = next((at for at, found in letters if len({*found}) > 1), 0)
        for name in names if same else ():
            short[name] = CUT + shortened_name(name[same:], NAME_ROOM - text_width(CUT))
    for name in itertools.chain(*_alike(short)):
        number = f" {players.index(name) + 1}"
        short[name] = shortened_name(name, NAME_ROOM - text_width(number)) + number
    return {name: isolated(shown) for name, shown in short.items() if shown != name}


def _alike(short: Mapping[str, str]) -> list[list[str]]:
    """The names that look like each other when they are shortened."""
    by_look: dict[str, list[str]] = {}
    for name, shown in short.items():
        by_look.setdefault(shown, []).append(name)
    return [names for names in by_look.values() if len(names) > 1]
