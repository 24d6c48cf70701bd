"""Games and who played them: what the pages of games and players show.

A page asks the database which games it shows, and only those are opened. The facts of a game are
remembered, and go on from there when deals are closed at its table. So do the records of a person.
"""

import logging
from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from companion.game.player_records import (
    Facts,
    Mine,
    PlayedGame,
    Sums,
    facts,
)
from companion.game.sheet import sheet_of
from companion.names import Aliases
from companion.newest import Newest
from companion.rules import ledger
from companion.rules.edition import Edition
from companion.store import Store, Table, Unreadable
from companion.store.people import State
from companion.store.rows import InForce

LOG = logging.getLogger(__name__)
MOST_REMEMBERED = 2_000
"""Games whose facts are remembered, of some kilobytes each."""


# --- a game --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game that was opened in some state: its facts, and what they were made of. `end` is its
    sheet with only the last row, to which the next deals are added."""

    state: State
    edition: Edition
    in_force: InForce
    end: ledger.Sheet
    facts: Facts


KnownGames = Newest[int, OpenedGame]
"""Games that were opened, by the ids of their tables."""


def facts_of(store: Store, state: State, remembered: KnownGames) -> Facts | None:
    """The facts of a game in this state; None when its table was removed at this moment. Unreadable
    where it cannot be read. What is `remembered` is not worked out again.

    When a game changes at this very moment, they may be newer than the state they are remembered
    under; the next page finds another state.
    """
    old = remembered.get(state.id)
    if old is not None and old.state == state:
        return old.facts
    table = store.table(state.code)
    if table is None:
        return None
    now = (_with_later(store, table, state, old) if old else None) or _opened(store, table, state)
    remembered.keep(state.id, now)
    return now.facts


def _opened(store: Store, table: Table, state: State) -> OpenedGame:
    """The game, of all its deals."""
    in_force = store.in_force(table)
    deals = store.deals_of(table, in_force.ids)
    sheet = sheet_of(store, table, deals)
    found = facts(table.edition, sheet, deals, table.zone)
    return OpenedGame(state, table.edition, in_force, replace(sheet, rows=sheet.rows[-1:]), found)


def _with_later(store: Store, table: Table, state: State, old: OpenedGame) -> OpenedGame | None:
    """The game, of its `old` state and the deals that were closed since. None where something else
    was done too, or where one of these deals ended the game and others came after it."""
    same = old.facts.players, old.edition, old.facts.zone
    if same != (table.players, table.edition, table.zone):
        return None
    in_force = store.in_force(table)
    if not in_force.only_adds_to(old.in_force):
        return None
    deals = store.deals_of(table, in_force.ids[len(old.in_force.ids) :])
    sheet = ledger.sheet(table.edition, table.players, deals, table.first_dealer, old.end)
    if sheet.over and sheet.over_after not in (old.end.over_after, sheet.rows[-1].number):
        return None
    found = facts(table.edition, sheet, deals, table.zone, old.facts)
    return OpenedGame(state, table.edition, in_force, replace(sheet, rows=sheet.rows[-1:]), found)


# --- some games ----------------------------------------------------------------------------------


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


def open_book(store: Store, who: Aliases, states: Sequence[State], remembered: KnownGames) -> Book:
    """The book of these games, in their order."""
    opened, unread = _open(store, who, states, remembered)
    games = tuple(game for _, game in opened)
    of: dict[str, list[PlayedGame]] = {}
    for game in games:
        for person in game.people:
            if person is not None:
                of.setdefault(person, []).append(game)
    return Book(
        games=games,
        of={person: tuple(theirs) for person, theirs in of.items()},
        names={one: who.name(theirs[0].part_of(one).name) for one, theirs in of.items()},
        who=who,
        unread=tuple(state.code for state in unread),
    )


def _open(
    store: Store, who: Aliases, states: Iterable[State], remembered: KnownGames
) -> tuple[list[tuple[State, PlayedGame]], list[State]]:
    """The games in these states, in their order, and the states of those that cannot be read. A
    game whose table was removed at this moment is left out."""
    games, unread = [], []
    for state in states:
        try:
            found = facts_of(store, state, remembered)
        except Unreadable:
            LOG.exception("Table %s cannot be read", state.code)
            unread.append(state)
            continue
        if found is not None:
            seats = who.seats(found.players)
            games.append((state, PlayedGame(state.code, found, seats, state.played_at)))
    return games, unread


# --- all games of one person ---------------------------------------------------------------------


class Career:
    """All games of one person, the one played last at the end, and what they add up to.

    One thread at a time brings it up to date.
    """

    def __init__(self, person: str, who: Aliases) -> None:
        self.person, self.who = person, who
        self.games: list[Mine] = []
        self.sums = Sums()
        self._lines: frozenset[str] = frozenset()
        self._unread: set[State] = set()

    def bring_up_to_date(self, store: Store, lines: str, remembered: KnownGames) -> None:
        """From now on the games are in the states of these lines (`people.states_of`). Only those
        that were in another state are taken off the sums, opened and added again."""
        now = frozenset(lines.split("\n") if lines else ())
        gone, new = self._lines - now, now - self._lines
        opened, unread = _open(store, self.who, map(State.read, new), remembered)
        self._lines, self._unread = now, self._unread.union(unread)
        for state in map(State.read, gone):
            self._unread.discard(state)
            place = bisect_left(self.games, _played(state), key=attrgetter("played"))
            if self.games[place:] and self.games[place].played == _played(state):
                self.sums.take_off(self.games.pop(place))
        for state, game in opened:
            if self.person in game.people:
                one = Mine.of(self.person, game, _played(state))
                self.sums.add(one)
                insort(self.games, one, key=attrgetter("played"))

    @property
    def unread(self) -> list[str]:
        """The codes of tables that cannot be read, whose games are not among these."""
        return [state.code for state in sorted(self._unread, key=_played, reverse=True)]

    def names(self, people: Collection[str]) -> dict[str, str]:
        """The names today of these people, who played in some of the games."""
        found: dict[str, str] = {}
        for one in reversed(self.games):
            for person, written in zip(one.game.people, one.game.facts.players, strict=True):
                if person is not None and person in people and person not in found:
                    found[person] = self.who.name(written)
            if len(found) == len(people):
                break
        return found

    def written(self) -> list[str]:
        """How the person's name is written on the sheets, the newest spelling first."""
        spellings, found = self.sums.spellings(), dict[str, None]()
        for one in reversed(self.games):
            found.setdefault(one.part.name)
            if len(found) == len(spellings):
                break
        return list(found)


def _played(state: State) -> tuple[str, int]:
    """What tables are ordered by: the one that was played at last has the highest."""
    return state.played_at, state.id
