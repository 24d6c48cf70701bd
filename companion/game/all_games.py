"""All games of this server, folded: what the pages of games and players are made of.

Nothing of it is kept on the disk. A game is folded once and remembered until something is done
there again; a look asks the database only which games that are.
"""

from collections.abc import Callable, Collection, Mapping
from operator import itemgetter
from typing import NamedTuple

from companion.game import player_records
from companion.names import Aliases, Renaming
from companion.store import Store, Table
from companion.store.people import renamings, tables_of


class Played(NamedTuple):
    """One game and who sat there; the key of `game` is the table's code. `last_at` is when a deal
    was last closed or changed, else when the table was made."""

    last_at: str
    game: player_records.Game


class Book(NamedTuple):
    """All games that are not deleted, the newest first, and everybody who played: their games, and
    what they are called now, by person. `seen` says of what state it is, `folded` is remembered for
    the next one."""

    games: tuple[Played, ...]
    of: Mapping[str, tuple[Played, ...]]
    names: Mapping[str, str]
    who: Aliases
    seen: tuple[list[tuple[str, str, int]], tuple[Renaming, ...]]
    folded: Mapping[tuple[str, str, int], Played]


def only(book: Book, codes: Collection[str]) -> Book:
    """The same book with the games of these tables alone, and those who sat there."""
    games = tuple(played for played in book.games if played.game.key in codes)
    of = {
        person: theirs
        for person, all_theirs in book.of.items()
        if (theirs := tuple(played for played in all_theirs if played.game.key in codes))
    }
    return book._replace(games=games, of=of, names={person: book.names[person] for person in of})


Fold = Callable[[Table], player_records.Facts]


def opened(store: Store, before: Book | None, fold: Fold) -> Book:
    """The book as it is now: `before` itself when nothing was done since.

    Only games that changed are folded. A game that changes at this very moment may be folded with
    more actions than it is remembered under; the next look finds a higher number and folds it
    again. It takes some kilobytes a game; games that were deleted are forgotten.
    """
    seen = tables_of(store), renamings(store)
    if before is not None and before.seen == seen:
        return before
    known = before.folded if before is not None else {}
    who = before.who if before is not None and before.seen[1] == seen[1] else Aliases(seen[1])
    renamed = before is not None and who is not before.who
    folded = {}
    for state in seen[0]:
        played = known.get(state)
        if played is None:
            _, code, _ = state
            table = store.table(code)
            if table is None:  # it has gone for good at this moment
                continue
            played = _played(who, table.last_at, code, fold(table))
        elif renamed:
            played = _played(who, played.last_at, played.game.key, played.game.facts)
        folded[state] = played
    games = sorted(folded.values(), key=_last_at, reverse=True)
    of: dict[str, list[Played]] = {}
    names: dict[str, str] = {}
    for played in games:
        for seat, person in enumerate(played.game.people):
            if person in of:
                of[person].append(played)
            elif person is not None:
                of[person] = [played]
                names[person] = who.name(played.game.facts.parts[seat].name)
    return Book(
        tuple(games),
        {person: tuple(theirs) for person, theirs in of.items()},
        names,
        who,
        seen,
        folded,
    )


_last_at = itemgetter(0)


def _played(who: Aliases, last_at: str, code: str, facts: player_records.Facts) -> Played:
    seats = who.seats([part.name for part in facts.parts])
    return Played(last_at, player_records.Game(code, facts, seats))
