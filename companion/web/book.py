"""All games of this server, folded: what the pages of games and players are made of.

Nothing of it is kept on the disk. A game is folded once and remembered until something is done
there again; a look asks the database only which games that are.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion import records
from companion.store import Store, Table
from companion.store.people import Renaming, Who, renamings, tables_of


class Entry(NamedTuple):
    """One game: its table's code, when a deal was last closed or changed there (else when the table
    was made), and what was played."""

    code: str
    last_at: str
    facts: records.Facts


class Played(NamedTuple):
    """One game and who sat there; the key of `game` is the code."""

    last_at: str
    game: records.Game


class Book(NamedTuple):
    """All games that are not deleted, the newest first, and everybody who played: their games, and
    what they are called now, by person. `seen` says of what state it is; `entries` are remembered
    for the next one."""

    games: tuple[Played, ...]
    of: Mapping[str, tuple[Played, ...]]
    names: Mapping[str, str]
    who: Who
    seen: tuple[list[tuple[str, str, int]], tuple[Renaming, ...]]
    entries: Mapping[tuple[str, str, int], Entry]


Fold = Callable[[Table], records.Facts]


def opened(store: Store, before: Book | None, fold: Fold) -> Book:
    """The book as it is now: `before` itself when nothing was done since.

    Only games that changed are folded. A game that changes at this very moment may be folded with
    more actions than it is remembered under; the next look finds a higher number and folds it
    again. It takes some kilobytes a game; games that were deleted are forgotten.
    """
    seen = tables_of(store), renamings(store)
    if before is not None and before.seen == seen:
        return before
    known = before.entries if before is not None else {}
    entries = {}
    for state in seen[0]:
        entry = known.get(state)
        if entry is None:
            _, code, _ = state
            table = store.table(code)
            if table is None:  # it has gone for good at this moment
                continue
            entry = Entry(code, table.last_at, fold(table))
        entries[state] = entry
    who = Who(seen[1])
    games = []
    of: dict[str, list[Played]] = {}
    names: dict[str, str] = {}
    for entry in sorted(entries.values(), key=lambda one: one.last_at, reverse=True):
        written = [part.name for part in entry.facts.parts]
        seats = who.seats(written)
        played = Played(entry.last_at, records.Game(entry.code, entry.facts, seats))
        games.append(played)
        for person, name in zip(seats, written, strict=True):
            if person is not None:
                of.setdefault(person, []).append(played)
                names.setdefault(person, who.name(name))
    return Book(
        tuple(games),
        {person: tuple(theirs) for person, theirs in of.items()},
        names,
        who,
        seen,
        entries,
    )
