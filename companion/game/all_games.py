"""Games and who played them: what the pages of games and players show.

A page asks the database which games it shows, and only those are opened. The facts of a game are
remembered until somebody does something at its table.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game.player_records import Facts, PlayedGame, facts
from companion.game.sheet import sheet_of
from companion.names import Aliases
from companion.newest import Newest
from companion.store import Store, Unreadable
from companion.store.people import State

LOG = logging.getLogger(__name__)
MOST_REMEMBERED = 2_000
"""Games whose facts are remembered, of some kilobytes each."""


@dataclass(frozen=True)
class Book:
    """Some games, the one played last first, and everybody who played in them.

    `of` has the games of each person among them, `names` their names today. `unread` are the codes
    of tables that cannot be read, whose games are not among them.
    """

    games: tuple[PlayedGame, ...]
    of: Mapping[str, tuple[PlayedGame, ...]]
    names: Mapping[str, str]
    who: Aliases
    unread: tuple[str, ...] = ()


def open_book(
    store: Store, who: Aliases, states: Sequence[State], remembered: Newest[State, Facts]
) -> Book:
    """The book of these games, in their order. Facts that are not `remembered` are worked out.

    When a game changes at this very moment, they may be newer than the state they are remembered
    under; the next page finds another state.
    """
    games, unread = [], []
    for state in states:
        found = remembered.get(state)
        if found is None:
            table = store.table(state.code)
            if table is None:  # it was removed at this moment
                continue
            try:
                deals = store.deals(table)
                found = facts(table.edition, sheet_of(store, table, deals), deals, table.zone)
            except Unreadable:
                LOG.exception("Table %s cannot be read", state.code)
                unread.append(state.code)
                continue
            remembered.keep(state, found)
        games.append(PlayedGame(state.code, found, who.seats(found.players), state.played_at))
    of: dict[str, list[PlayedGame]] = {}
    for game in games:
        for person in game.people:
            if person is not None:
                of.setdefault(person, []).append(game)
    return Book(
        games=tuple(games),
        of={person: tuple(theirs) for person, theirs in of.items()},
        names={one: who.name(theirs[0].part_of(one).name) for one, theirs in of.items()},
        who=who,
        unread=tuple(unread),
    )
