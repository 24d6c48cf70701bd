"""What people did over many games: the facts of each game, added up for each person.

Nothing is scored here. Amounts come from the stored settlements, the end of a game from its sheet,
and each game says who its players are. Amounts of different editions are never added up: they are
counted by edition. Amounts are whole money, points in Express.
"""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import NamedTuple, Self

from companion.game.closed_deal import goer_rank
from companion.rules.edition import Edition
from companion.rules.ledger import Sheet, decided
from companion.rules.rank.hand_rank import HandRank
from companion.store import AnyDeal


class Part(NamedTuple):
    """One player's part in a game, over all of its deals up to the end; a tuple, for a deal more
    makes two for every player.

    `best` is the highest payout of a deal and `best_deal` the number of the first such deal; None
    before the first deal. `out` counts the deals this player went out in, `jackpots` the jackpots
    taken, `awards` the bonuses for holding the most of a card. `sets` has the group of each set
    that was paid. `final` is the total that decided the game, or the total so far. `won`: alone or
    with others, in a game that is over. `rank` is the rank of the best hand that this player went
    out with, and `rank_deal` the number of the first such deal; None without a hand that has a
    rank.
    """

    name: str
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
    where nobody goes out. `deals` counts the deals in force up to the end. `zone` is the time zone
    of the table."""

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


def facts(
    edition: Edition,
    sheet: Sheet,
    deals: Sequence[AnyDeal],
    zone: str = "",
    before: Facts | None = None,
) -> Facts:
    """The facts of one game. `deals` are those in force, in the order of the rows of `sheet`. With
    the facts `before` them, they are those that were closed since, and the last rows of `sheet`;
    only the last of them may be the end of the game.

    The deal that decided the game is the last that counts: what was played on after it is on the
    sheet only. The same names and groups are the same objects in all games, for the facts of many
    games are remembered: that saves a fifth of their memory.
    """
    if before is None:
        sheet = decided(sheet)
        deals = deals[: len(sheet.rows)]
        parts = tuple(_parts(edition, sheet, deals))
    elif before.over:
        return before
    else:
        parts = tuple(map(_with_later, before.parts, _parts(edition, sheet, deals)))
    return Facts(
        edition_id=edition.id,
        goes_out=edition.variant.has_goer,
        deals=len(deals) + (before.deals if before else 0),
        over=sheet.over,
        parts=parts,
        players=tuple(part.name for part in parts),
        zone=zone,
    )


def _parts(edition: Edition, sheet: Sheet, deals: Sequence[AnyDeal]) -> Iterator[Part]:
    """Each player's part in these deals, the last ones of `sheet`."""
    rows, hands = sheet.rows[len(sheet.rows) - len(deals) :], [deal.sums.hands for deal in deals]
    award = edition.cards.get("most_of")
    for player in map(intern, sheet.players):
        payouts = [row.payouts[player] for row in rows]
        laid = [hand[player] for hand in hands]
        out = [deal for deal, row in zip(deals, rows, strict=True) if row.went_out == player]
        best = max(payouts, default=0)
        rank, rank_deal = _best_rank(edition, out)
        yield Part(
            name=player,
            best=best,
            best_deal=deals[payouts.index(best)].number if payouts else None,
            out=len(out),
            wiped_out=sum(one.wiped_out for one in laid),
            jackpots=sum(row.jackpot_to == player for row in rows),
            awards=sum(one.bonuses.count(award) for one in laid) if award else 0,
            sets=tuple(intern(group) for one in laid for group in one.sets),
            final=sheet.totals[player],
            won=player in sheet.winners,
            rank=rank,
            rank_deal=rank_deal,
        )


def _with_later(before: Part, later: Part) -> Part:
    """A part over some deals and the `later` ones. Of equals the earlier is the best."""
    best, rank = before, before
    if before.best_deal is None or later.best > before.best:
        best = later
    if before.rank is None or (later.rank and later.rank.top < before.rank.top):
        rank = later
    return Part(
        name=later.name,
        best=best.best,
        best_deal=best.best_deal,
        out=before.out + later.out,
        wiped_out=before.wiped_out + later.wiped_out,
        jackpots=before.jackpots + later.jackpots,
        awards=before.awards + later.awards,
        sets=before.sets + later.sets,
        final=later.final,
        won=later.won,
        rank=rank.rank,
        rank_deal=rank.rank_deal,
    )


def _best_rank(edition: Edition, deals: Sequence[AnyDeal]) -> tuple[HandRank | None, int | None]:
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Against:
    """One person against another: games together, how they ended, and deals each went out in."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0
    out: int = 0
    out_other: int = 0


@dataclass(frozen=True)
class Record:
    """What one person did in all games. `Sums` makes it.

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


@dataclass(frozen=True, slots=True, eq=False)
class Mine:
    """A game of one person, and their part in it. Games have the order of `played`."""

    person: str
    game: PlayedGame
    part: Part
    played: tuple[str, int]

    @classmethod
    def of(cls, person: str, game: PlayedGame, played: tuple[str, int]) -> Self:
        """A game that this person played in."""
        return cls(person, game, game.part_of(person), played)


About = tuple[str, str]
"""What is counted, and the edition, the group or the other player that it is about, if any."""


class Sums:
    """What the games of one person add up to. A game that changes is taken off and added again."""

    def __init__(self) -> None:
        self._numbers: Counter[About] = Counter()
        self._ordered: dict[About, list[tuple[float, tuple[str, int], Mine]]] = {}

    def add(self, one: Mine) -> None:
        """Adds a game."""
        for about, number in _numbers(one):
            self._numbers[about] += number
        for about, place in _places(one):
            insort(self._ordered.setdefault(about, []), (place, one.played, one))

    def take_off(self, one: Mine) -> None:
        """Takes off a game that was added."""
        for about, number in _numbers(one):
            self._numbers[about] -= number
        for about, place in _places(one):
            ordered = self._ordered[about]
            del ordered[bisect_left(ordered, (place, one.played))]

    def record(self) -> Record:
        """What the person did in the games."""
        numbers = self._numbers
        top = self._first("rank", "")
        return Record(
            editions={box: self._tally(box) for box in self._counted("games")},
            shared=[_others(one) for *_, one in reversed(self._ordered.get(("shared", ""), []))],
            out=numbers["out", ""],
            out_of=numbers["out of", ""],
            wiped_out=numbers["wiped out", ""],
            jackpots=numbers["jackpots", ""],
            awards=numbers["awards", ""],
            sets=Counter({group: numbers["sets", group] for group in self._counted("sets")}),
            against={other: self._against(other) for other in self._counted("together")},
            rank=top.part.rank if top else None,
            rank_at=(top.game.code, top.part.rank_deal) if top and top.part.rank_deal else None,
        )

    def spellings(self) -> list[str]:
        """How the person's name is written on sheets, in any order."""
        return self._counted("written")

    def _counted(self, what: str) -> list[str]:
        return [one for (kind, one), number in self._numbers.items() if kind == what and number]

    def _first(self, what: str, about: str) -> Mine | None:
        ordered = self._ordered.get((what, about))
        return ordered[0][-1] if ordered else None

    def _tally(self, box: str) -> Tally:
        numbers, best = self._numbers, self._first("best", box)
        return Tally(
            games=numbers["games", box],
            finished=numbers["finished", box],
            wins=numbers["wins", box],
            deals=numbers["deals", box],
            paid=numbers["paid", box],
            best=best.part.best if best else 0,
            best_at=(best.game.code, best.part.best_deal) if best and best.part.best_deal else None,
        )

    def _against(self, other: str) -> Against:
        numbers = self._numbers
        return Against(
            games=numbers["together", other],
            ahead=numbers["ahead", other],
            behind=numbers["behind", other],
            level=numbers["level", other],
            out=numbers["out beside", other],
            out_other=numbers["other out", other],
        )


def _numbers(one: Mine) -> Iterator[tuple[About, int]]:
    """What a game adds to the numbers of its person. Only finished games are won, or end ahead of
    somebody."""
    facts, part = one.game.facts, one.part
    box, over = facts.edition_id, facts.over
    yield ("written", part.name), 1
    yield ("games", box), 1
    yield ("finished", box), int(over)
    yield ("wins", box), int(part.won)
    yield ("deals", box), facts.deals
    yield ("paid", box), part.final
    yield ("out", ""), part.out
    yield ("out of", ""), facts.deals if facts.goes_out else 0
    yield ("wiped out", ""), part.wiped_out
    yield ("jackpots", ""), part.jackpots
    yield ("awards", ""), part.awards
    for group in {*part.sets}:
        yield ("sets", group), part.sets.count(group)
    for other, theirs in zip(one.game.people, facts.parts, strict=True):
        if other is not None and other != one.person:
            yield ("together", other), 1
            yield ("out beside", other), part.out
            yield ("other out", other), theirs.out
            if over:
                yield (_end(part.final, theirs.final), other), 1


def _end(mine: int, theirs: int) -> str:
    """How a game ended for one player beside another."""
    return "level" if mine == theirs else "ahead" if mine > theirs else "behind"


def _places(one: Mine) -> Iterator[tuple[About, float]]:
    """In which orders a game stands, and where: the lowest first, and of equals the earliest."""
    if one.part.best_deal is not None:
        yield ("best", one.game.facts.edition_id), -one.part.best
    if one.part.rank is not None:
        yield ("rank", ""), one.part.rank.top
    if one.part.won and _others(one):
        yield ("shared", ""), 0


def _others(one: Mine) -> tuple[str, ...]:
    """The other winners: people, and for a seat that counts for nobody the name on the sheet."""
    return tuple(
        who or part.name
        for who, part in zip(one.game.people, one.game.facts.parts, strict=True)
        if part.won and who != one.person
    )
