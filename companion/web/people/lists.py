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


def players(
    known: Iterable[KnownName],
    who: Aliases,
    count: Callable[[str], int],
    zone: Callable[[KnownName], str],
    most: int,
) -> list[PlayerLine]:
    """The first `most` people with these names, in the order of the names. `count` says how many
    games a person with several names played, `zone` in which zone somebody played last."""
    lines: dict[str, PlayerLine] = {}
    for one in known:
        person = who.person(one.name)
        if person in lines:
            continue
        if len(lines) == most:
            break
        number = one.games if who.keys(person) == {one.key} else count(person)
        lines[person] = PlayerLine(
            who.name(one.name),
            plural(number, "game"),
            one.played_at,
            local_day(one.played_at, zone(one)),
        )
    return list(lines.values())
