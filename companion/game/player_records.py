"""What people did over many games: the facts of each game, added up for each person.

Nothing is scored here. Amounts come from the stored settlements, the end of a game from its sheet,
and each game says who its players are. Amounts of different editions are never added up: they are
counted by edition. Amounts are whole money, points in Express.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from sys import intern
from typing import NamedTuple

from companion.game.closed_deal import goer_rank
from companion.rules.edition import Edition
from companion.rules.ledger import Sheet, decided
from companion.rules.rank.hand_rank import HandRank
from companion.store import ScoredDeal


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part in a game, over all of its deals that count.

    `best` is the highest payout of a deal and `best_deal` the number of the first such deal; None
    before the first deal. `out` counts the deals this player went out in, `jackpots` the jackpots
    taken, `awards` the bonuses for holding the most of a card. `sets` has the group of each set
    that was paid. `final` is the total that decided the game, or the total so far. `won`: alone or
    with others, in a game that is over. `rank` is the rank of the best hand that this player went
    out with, and `rank_deal` the number of the first such deal; None without a hand that has a
    rank.
    """

    name: str
    paid: int
    best: int
    best_deal: int | None
    out: int
    wiped_out: int
    jackpots: int
    awards: int
    sets: tuple[str, ...]
    final: int
    won: bool
    rank: HandRank | None = None
    rank_deal: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What records need of a game: `parts` and `players` by seat. `goes_out` is false in Express,
    where nobody goes out. `deals` counts all deals in force, also those after the end. `zone` is
    the time zone of the table."""

    edition_id: str
    goes_out: bool
    deals: int
    over: bool
    parts: tuple[Part, ...]
    players: tuple[str, ...]
    zone: str = ""

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, in seating order; nobody while the game is on."""
        return tuple(part.name for part in self.parts if part.won)


def facts(edition: Edition, sheet: Sheet, deals: Sequence[ScoredDeal], zone: str = "") -> Facts:
    """The facts of one game. `deals` are those in force, in the order of the rows of `sheet`.

    Winners and their totals are those of the deal that decided the game; later deals count for the
    payouts only. The same names and groups are the same objects in all games, because a page that
    adds up hundreds of games compares them again and again.
    """
    hands = [deal.sums.hands for deal in deals]
    final = decided(sheet).totals
    award = edition.cards.get("most_of")
    parts = []
    for player in map(intern, sheet.players):
        payouts = [row.payouts[player] for row in sheet.rows]
        best = max(payouts, default=0)
        laid = [hand[player] for hand in hands]
        out = [deal for deal, row in zip(deals, sheet.rows, strict=True) if row.went_out == player]
        rank, rank_deal = _best_rank(edition, out)
        parts.append(
            Part(
                name=player,
                paid=sum(payouts),
                best=best,
                best_deal=deals[payouts.index(best)].number if payouts else None,
                out=len(out),
                wiped_out=sum(one.wiped_out for one in laid),
                jackpots=sum(row.jackpot_to == player for row in sheet.rows),
                awards=sum(one.bonuses.count(award) for one in laid) if award else 0,
                sets=tuple(intern(group) for one in laid for group in one.sets),
                final=final[player],
                won=player in sheet.winners,
                rank=rank,
                rank_deal=rank_deal,
            )
        )
    return Facts(
        edition_id=edition.id,
        goes_out=edition.variant.has_goer,
        deals=len(deals),
        over=sheet.over,
        parts=tuple(parts),
        players=tuple(part.name for part in parts),
        zone=zone,
    )


def _best_rank(edition: Edition, deals: Sequence[ScoredDeal]) -> tuple[HandRank | None, int | None]:
    """The best rank of the hands that went out in these deals, and the number of its deal."""
    best: tuple[HandRank | None, int | None] = None, None
    for deal in deals:
        rank = goer_rank(edition, deal)
        if rank and (best[0] is None or rank.top < best[0].top):
            best = rank, deal.number
    return best


class PlayedGame(NamedTuple):
    """A game and who played it; a tuple, for a page makes one for every game of a player.

    `code` is the table's code. `people` has a person for each seat, None for a seat that counts for
    nobody; no person has two seats. `last_at` is when its last deal was closed, else when the
    table was made.
    """

    code: str
    facts: Facts
    people: tuple[str | None, ...]
    last_at: str = ""

    def part_of(self, person: str) -> Part:
        """This person's part. ValueError for somebody who did not play."""
        return self.facts.parts[self.people.index(person)]


@dataclass(slots=True)
class Tally:
    """One person in one edition. `wins` includes shared wins. `best` is the highest payout of a
    deal, `best_at` the code of the table and the number of the earliest such deal."""

    games: int
    finished: int
    wins: int
    deals: int
    paid: int
    best: int
    best_at: tuple[str, int] | None

    @property
    def average(self) -> int:
        """What a deal paid on average, in whole money, a half upwards; 0 before the first."""
        return average(self.paid, self.deals)


def average(paid: int, deals: int) -> int:
    """An amount for each deal, in whole money, a half upwards; 0 of no deals."""
    return (2 * paid + deals) // (2 * deals) if deals else 0


@dataclass(slots=True)
class Against:
    """One person against another: games together, how they ended, and deals each went out in."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0
    out: int = 0
    out_other: int = 0


@dataclass
class Record:
    """What one person did in all games. `record` fills it; nobody else changes it.

    `shared` has the other winners of each shared win, the newest first. `out_of` counts the deals
    in which somebody could go out, so none of Express. `rank` is the rank of the best hand that
    went out, in any edition, and `rank_at` the code of the table and the number of the earliest
    such deal.
    """

    editions: dict[str, Tally] = field(default_factory=dict)
    shared: list[tuple[str, ...]] = field(default_factory=list)
    out: int = 0
    out_of: int = 0
    wiped_out: int = 0
    jackpots: int = 0
    awards: int = 0
    sets: Counter[str] = field(default_factory=Counter)
    against: dict[str, Against] = field(default_factory=dict)
    rank: HandRank | None = None
    rank_at: tuple[str, int] | None = None

    @property
    def games(self) -> int:
        """Games of all editions."""
        return sum(one.games for one in self.editions.values())

    @property
    def finished(self) -> int:
        """Games of all editions that are over."""
        return sum(one.finished for one in self.editions.values())

    @property
    def wins(self) -> int:
        """Games of all editions that were won, alone or with others."""
        return sum(one.wins for one in self.editions.values())


def record(person: str, games: Iterable[PlayedGame]) -> Record:
    """What this person did in these games, given the newest first. Games without the person are
    left out. Only finished games are won, or end ahead of somebody."""
    found, top = Record(), 1.0
    played: dict[str, list[tuple[PlayedGame, Part]]] = {}
    together: dict[tuple[str | None, ...], list[tuple[Facts, Part]]] = {}
    for game in games:
        if person in game.people:
            mine = game.part_of(person)
            played.setdefault(game.facts.edition_id, []).append((game, mine))
            together.setdefault(game.people, []).append((game.facts, mine))
            if mine.rank and mine.rank_deal and mine.rank.top <= top:
                top, found.rank = mine.rank.top, mine.rank
                found.rank_at = game.code, mine.rank_deal
            if mine.won and (others := _others(game, person)):
                found.shared.append(others)
    for edition, theirs in played.items():
        found.editions[edition] = _tally(theirs)
        parts = [part for _, part in theirs]
        found.out += sum(part.out for part in parts)
        found.out_of += sum(game.facts.deals for game, _ in theirs if game.facts.goes_out)
        found.wiped_out += sum(part.wiped_out for part in parts)
        found.jackpots += sum(part.jackpots for part in parts)
        found.awards += sum(part.awards for part in parts)
        found.sets.update(chain.from_iterable(part.sets for part in parts))
    for people, shared in together.items():
        for seat, other in enumerate(people):
            if other not in (None, person):
                _add(found.against.setdefault(other, Against()), shared, seat)
    return found


def _tally(games: Sequence[tuple[PlayedGame, Part]]) -> Tally:
    """One person's games in one edition, the newest first."""
    best, best_at = 0, None
    for game, part in reversed(games):
        if part.best_deal is not None and (best_at is None or part.best > best):
            best, best_at = part.best, (game.code, part.best_deal)
    return Tally(
        games=len(games),
        finished=sum(game.facts.over for game, _ in games),
        wins=sum(part.won for _, part in games),
        deals=sum(game.facts.deals for game, _ in games),
        paid=sum(part.paid for _, part in games),
        best=best,
        best_at=best_at,
    )


def _add(beside: Against, games: Sequence[tuple[Facts, Part]], seat: int) -> None:
    """Counts one person's games against whoever sat there each time."""
    theirs = [game.parts[seat] for game, _ in games]
    beside.games += len(games)
    beside.out += sum([mine.out for _, mine in games])
    beside.out_other += sum([other.out for other in theirs])
    ends = [
        (mine.final > other.final) - (mine.final < other.final)
        for (game, mine), other in zip(games, theirs, strict=True)
        if game.over
    ]
    beside.ahead += ends.count(1)
    beside.behind += ends.count(-1)
    beside.level += ends.count(0)


def _others(game: PlayedGame, person: str) -> tuple[str, ...]:
    """The other winners: people, and for a seat that counts for nobody the name on the sheet."""
    return tuple(
        who or part.name
        for who, part in zip(game.people, game.facts.parts, strict=True)
        if part.won and who != person
    )
