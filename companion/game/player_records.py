"""What people did over many games, added up from what came of each.

Nothing is scored here. Amounts of different editions are never added up: they are counted by
edition. Amounts are whole money, points in Express.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.names import Aliases
from companion.rules.rank.hand_rank import HandRank, rank_of_worth
from companion.rules.words import average
from companion.store import Store, Table, Unreadable
from companion.store.people import Which, tables_of
from companion.store.results import Part, Result

LOG = logging.getLogger(__name__)

Place = tuple[str, int]
"""The code of a table, and the number of a deal there."""


def readable(tables: Iterable[Table]) -> tuple[list[Table], list[str]]:
    """The tables whose result can be read, and the codes of the others, which are logged."""
    read, unread = [], []
    for table in tables:
        try:
            _ = table.result
        except Unreadable:
            LOG.exception("Table %s cannot be read", table.code)
            unread.append(table.code)
        else:
            read.append(table)
    return read, unread


# --- the games of one person ---------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A game of one person. `people` has a person for each seat, None for a seat that counts for
    nobody; no person has two seats, and this one has `seat`."""

    table: Table
    people: tuple[str | None, ...]
    seat: int

    @property
    def result(self) -> Result:
        """What came of the game."""
        return self.table.result

    @property
    def part(self) -> Part:
        """The person's part in it."""
        return self.result.parts[self.seat]

    @property
    def rank(self) -> HandRank | None:
        """How good the best hand was that the person went out with; None without one, and where
        such hands are not counted."""
        if self.part.worth is None:
            return None
        return rank_of_worth(self.table.edition, len(self.people), self.part.worth)

    @property
    def average(self) -> int:
        """What a deal paid the person on average; see `average`."""
        return average(self.part.paid, self.result.deals)

    @property
    def others(self) -> list[tuple[str | None, Part]]:
        """The other players' parts, each with who that is."""
        parts = zip(self.people, self.result.parts, strict=True)
        return [one for seat, one in enumerate(parts) if seat != self.seat]


@dataclass(frozen=True)
class Career:
    """All games of one person, the one played last first. `unread` are the codes of tables that
    cannot be read, whose games are not among them."""

    person: str
    who: Aliases
    games: Sequence[Played]
    unread: Sequence[str]

    @cached_property
    def names(self) -> dict[str, str]:
        """What everybody in these games is called today, the person too."""
        found: dict[str, str] = {}
        for game in self.games:
            for person, written in zip(game.people, game.table.players, strict=True):
                if person is not None:
                    found.setdefault(person, self.who.name(written))
        return found

    @property
    def name(self) -> str:
        """What the person is called today."""
        return self.names[self.person]

    @property
    def written(self) -> list[str]:
        """How the name is written on the sheets, the newest spelling first."""
        return list(dict.fromkeys(game.part.name for game in self.games))

    @cached_property
    def record(self) -> "Record":
        """What the person did in the games."""
        return Record.of(self.games)


def career(store: Store, who: Aliases, person: str, ids: Collection[int] | None = None) -> Career:
    """All games of a person, with `ids` those at these tables."""
    tables, unread = readable(tables_of(store, Which(keys=who.keys(person), ids=ids)))
    games = []
    for table in tables:
        people = who.seats(table.players)
        if person in people:
            games.append(Played(table, people, people.index(person)))
    return Career(person, who, games, unread)


# --- what they add up to -------------------------------------------------------------------------


@dataclass
class Tally:
    """One person in one edition. `wins` includes shared wins. `best` is the highest payout of a
    deal, `best_at` where the earliest such deal is."""

    games: int = 0
    finished: int = 0
    wins: int = 0
    deals: int = 0
    paid: int = 0
    best: int = 0
    best_at: Place | None = None

    @property
    def average(self) -> int:
        """What a deal paid on average, in whole money, a half upwards; 0 before the first."""
        return average(self.paid, self.deals)

    def add(self, game: Played) -> None:
        """Adds a game that was played after those before."""
        part, result = game.part, game.result
        self.games += 1
        self.finished += result.over
        self.wins += part.won
        self.deals += result.deals
        self.paid += part.paid
        if part.best_deal is not None and (self.best_at is None or part.best > self.best):
            self.best, self.best_at = part.best, (game.table.code, part.best_deal)


@dataclass
class Against:
    """One person against another: games together, how they ended, and deals each went out in.
    Nobody is ahead in a game that is on."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0
    out: int = 0
    out_other: int = 0

    def add(self, mine: Part, theirs: Part, *, over: bool) -> None:
        """Adds a game."""
        self.games += 1
        self.out += mine.out
        self.out_other += theirs.out
        if over:
            self.ahead += mine.final > theirs.final
            self.behind += mine.final < theirs.final
            self.level += mine.final == theirs.final


@dataclass
class Record:
    """What one person did in all games.

    `shared` has the other winners of each shared win, the newest first: people, and for a seat that
    counts for nobody the name on the sheet. `out_of` counts the deals in which somebody could go
    out, so none of Express. `rank` is the rank of the best hand that went out, in any edition, and
    `rank_at` where the earliest such hand is.
    """

    editions: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    shared: list[tuple[str, ...]] = field(default_factory=list)
    out: int = 0
    out_of: int = 0
    wiped_out: int = 0
    jackpots: int = 0
    awards: int = 0
    sets: Counter[str] = field(default_factory=Counter)
    against: dict[str, Against] = field(default_factory=lambda: defaultdict(Against))
    rank: HandRank | None = None
    rank_at: Place | None = None

    @classmethod
    def of(cls, games: Sequence[Played]) -> "Record":
        """What a person did in these games, given the one played last first."""
        record = cls()
        for game in reversed(games):
            record._add(game)
        record.shared.reverse()
        return record

    def _add(self, game: Played) -> None:
        part, result, edition = game.part, game.result, game.table.edition
        self.editions[edition.id].add(game)
        self.out += part.out
        self.out_of += result.deals if edition.way.has_goer else 0
        self.wiped_out += part.wiped_out
        self.jackpots += part.jackpots
        self.awards += part.awards
        self.sets.update(part.sets)
        winners = [person or other.name for person, other in game.others if other.won]
        if part.won and winners:
            self.shared.append(tuple(winners))
        for person, other in game.others:
            if person is not None:
                self.against[person].add(part, other, over=result.over)
        rank = game.rank
        if rank and part.worth_deal and (self.rank is None or rank.top < self.rank.top):
            self.rank, self.rank_at = rank, (game.table.code, part.worth_deal)

    @property
    def games(self) -> int:
        """Games of all editions."""
        return sum(tally.games for tally in self.editions.values())

    @property
    def finished(self) -> int:
        """Games of all editions that are over."""
        return sum(tally.finished for tally in self.editions.values())

    @property
    def wins(self) -> int:
        """Games of all editions that were won, alone or with others."""
        return sum(tally.wins for tally in self.editions.values())
