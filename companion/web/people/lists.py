"""The lists of games and of players."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.names import Aliases
from companion.rules.words import plural
from companion.store import Store, people
from companion.store.people import KnownName, Which
from companion.web.parts.words import local_day

A_PAGE = 50
"""Games or players on one page of a list."""


def pages_beside(start: int, *, more: bool) -> dict[str, int | None]:
    """Where the pages of a list before and after the one from `start` on begin; None where there is
    none. `more`: there are lines after it."""
    return {
        "newer": max(0, start - A_PAGE) if start else None,
        "older": start + A_PAGE if more else None,
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
    store: Store, one: KnownName, who: Aliases, tables: Collection[int] | None
) -> PlayerLine:
    """The line of the person with this name, of their games at the tables with these ids; None for
    all."""
    keys, number = who.keys(who.person(one.name)), one.games
    if keys != {one.key}:  # they have other names, too
        number = people.count_tables(store, Which(keys=keys, ids=tables))
    day = local_day(one.played_at, one.zone)
    return PlayerLine(who.name(one.name), plural(number, "game"), one.played_at, day)
