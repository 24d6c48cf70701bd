"""The lists of games and of players."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.names import Aliases
from companion.rules.words import plural
from companion.store.people import KnownName
from companion.web.parts.words import local_day


def pages_beside(start: int, number: int, *, more: bool) -> dict[str, int | None]:
    """Where the next pages of a list begin, beside the one of `number` lines from `start` on; None
    where there is none. `more`: there are lines after it."""
    return {
        "newer": max(0, start - number) if start else None,
        "older": start + number if more else None,
    }


@dataclass(frozen=True)
class PlayerLine:
    """One player of the list."""

    name: str
    games: str
    at: str
    day: str


def first_names(known: Iterable[KnownName], who: Aliases, most: int) -> list[KnownName]:
    """The first name of each of the first `most` people, in the order of the names. Nothing more is
    looked up of them, for a page far down goes past all the people before it."""
    first: dict[str, KnownName] = {}
    for one in known:
        first.setdefault(who.person(one.name), one)
        if len(first) == most:
            break
    return list(first.values())


def player_line(
    one: KnownName, who: Aliases, count: Callable[[str], int], zone: Callable[[KnownName], str]
) -> PlayerLine:
    """The line of the person with this name. `count` says how many games a person with several
    names played, `zone` in which zone somebody played last."""
    person = who.person(one.name)
    number = one.games if who.keys(person) == {one.key} else count(person)
    day = local_day(one.played_at, zone(one))
    return PlayerLine(who.name(one.name), plural(number, "game"), one.played_at, day)
