"""All games of this server, and everybody who played: what the pages of games and players show.

Nothing of it is stored. The facts of a game are worked out once and remembered until somebody does
something at its table; a page asks the database only which games these are.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from companion.game.player_records import Facts, PlayedGame
from companion.names import Aliases, Renaming
from companion.store import Store, Table
from companion.store.people import renamings, tables_of

State = tuple[str, str, int]
"""A table's `uid`, its code and its number of actions: its facts stay the same while these do."""


@dataclass(frozen=True)
class Book:
    """All games that are not deleted, the newest first, and everybody who played.

    `of` has the games of each person, `names` their names today. `seen` is what the database said
    when the book was made, `facts` is remembered for the next one.
    """

    games: tuple[PlayedGame, ...]
    of: Mapping[str, tuple[PlayedGame, ...]]
    names: Mapping[str, str]
    who: Aliases
    seen: tuple[list[State], tuple[Renaming, ...]]
    facts: Mapping[State, PlayedGame]


def only(book: Book, codes: Collection[str]) -> Book:
    """The same book with only the games of these tables and the people who played them."""
    of = {
        person: theirs
        for person, played in book.of.items()
        if (theirs := tuple(game for game in played if game.code in codes))
    }
    return replace(
        book,
        games=tuple(game for game in book.games if game.code in codes),
        of=of,
        names={person: book.names[person] for person in of},
    )


def update_book(store: Store, before: Book | None, facts_of: Callable[[Table], Facts]) -> Book:
    """The book as it is now: `before` itself when nothing was done since.

    Only changed games are worked out again, with `facts_of`. When a game changes at this very
    moment, its facts may be newer than the state they are remembered under; the next call finds
    another state and works them out again. A game takes some kilobytes; deleted games are
    forgotten.
    """
    seen = tables_of(store), renamings(store)
    if before is not None and before.seen == seen:
        return before
    known = before.facts if before is not None else {}
    who = before.who if before is not None and before.seen[1] == seen[1] else Aliases(seen[1])
    renamed = before is not None and who is not before.who
    facts = {}
    for state in seen[0]:
        game = known.get(state)
        if game is None:
            _, code, _ = state
            table = store.table(code)
            if table is None:  # it was removed at this moment
                continue
            game = _played(who, code, facts_of(table), table.last_at)
        elif renamed:
            game = _played(who, game.code, game.facts, game.last_at)
        facts[state] = game
    games = sorted(facts.values(), key=attrgetter("last_at"), reverse=True)
    of: dict[str, list[PlayedGame]] = {}
    names: dict[str, str] = {}
    for game in games:
        for seat, person in enumerate(game.people):
            if person in of:
                of[person].append(game)
            elif person is not None:
                of[person] = [game]
                names[person] = who.name(game.facts.parts[seat].name)
    return Book(
        games=tuple(games),
        of={person: tuple(theirs) for person, theirs in of.items()},
        names=names,
        who=who,
        seen=seen,
        facts=facts,
    )


def _played(who: Aliases, code: str, facts: Facts, last_at: str) -> PlayedGame:
    people = who.seats([part.name for part in facts.parts])
    return PlayedGame(code, facts, people, last_at)
