"""What people did over many games: the facts of each game, added up for each person.

Pure. Nothing is scored and nobody is known here: amounts come from the settlements that were kept
when a deal was closed, the end of a game from its sheet (`ledger.sheet`), and who is who comes
along with every game. Money and points are never added up together, nor one box's money with
another's: everything about amounts stands under the edition. Amounts are whole money, points in
Express.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.rules.edition import Edition
from companion.rules.ledger import Sheet


class Kept(Protocol):
    """What is read of a closed deal."""

    @property
    def number(self) -> int: ...
    @property
    def settlement(self) -> Mapping[str, Any]: ...


# --- one game ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part in a game, over all of its deals that count.

    `best` is the highest payout of a deal and `best_deal` its number, the first of several; None
    before the first deal. `out` are the deals this player went out in, `jackpots` how often the
    jackpot was taken, `awards` how often a bonus was paid for holding most of a card. `sets` says
    how many sets of each group were paid. `final` is the total that decided the game, or the total
    so far. `won`: alone or with others, in a game that is over.
    """

    name: str
    paid: int
    best: int
    best_deal: int | None
    out: int
    wiped_out: int
    jackpots: int
    awards: int
    sets: Mapping[str, int]
    final: int
    won: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """A game as far as records go: `parts` by seat. `goes_out` is false in Express, where nobody
    goes out. `deals` are those that count, the ones after the end too: their cards were played."""

    edition: str
    goes_out: bool
    deals: int
    over: bool
    parts: tuple[Part, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, in seating order; nobody while the game is on."""
        return tuple(part.name for part in self.parts if part.won)


def facts(edition: Edition, sheet: Sheet, deals: Sequence[Kept]) -> Facts:
    """The facts of one game. `deals` are those in force, the rows of `sheet` in the same order.

    The winners, and the totals they are measured by, are those of the deal that decided the game;
    what was played after it counts for the payouts only.
    """
    hands = [deal.settlement["hands"] for deal in deals]
    final = sheet.rows[sheet.over_after - 1].totals if sheet.over_after else sheet.totals
    award = edition.cards.get("most_of")
    parts = []
    for player in sheet.players:
        payouts = [row.payouts[player] for row in sheet.rows]
        best = max(payouts, default=0)
        laid = [hand[player] for hand in hands]
        parts.append(
            Part(
                name=player,
                paid=sum(payouts),
                best=best,
                best_deal=deals[payouts.index(best)].number if payouts else None,
                out=sum(row.went_out == player for row in sheet.rows),
                wiped_out=sum(one["wiped_out"] is not None for one in laid),
                jackpots=sum(row.jackpot_to == player for row in sheet.rows),
                awards=sum(bonus["kind"] == award for one in laid for bonus in one["bonuses"]),
                sets=Counter(one_set["group"] for one in laid for one_set in one["sets"]),
                final=final[player],
                won=player in sheet.winners,
            )
        )
    return Facts(edition.id, edition.variant.has_goer, len(deals), sheet.over, tuple(parts))


# --- one person ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game:
    """A game and who sat there: a person for every seat, None for a seat that counts for nobody.

    `key` is whatever the caller knows the game by. No person has two seats.
    """

    key: str
    facts: Facts
    people: tuple[str | None, ...]

    def part(self, person: str) -> Part | None:
        """What this person did there; None for somebody who did not sit there."""
        return self.facts.parts[self.people.index(person)] if person in self.people else None


@dataclass(slots=True)
class Tally:
    """One person in one edition. `wins` includes those that were shared. `best` is the highest
    payout of a deal, `best_at` the key of the game and the number of the deal: the earliest."""

    games: int = 0
    finished: int = 0
    wins: int = 0
    deals: int = 0
    paid: int = 0
    best: int = 0
    best_at: tuple[str, int] | None = None


@dataclass(slots=True)
class Against:
    """One person beside another: games at the same table, how the finished ones ended (by the
    totals that decided them), and the deals of them all that each went out in."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0
    out: int = 0
    out_other: int = 0


@dataclass
class Record:
    """What one person did in all games. Filled by `record`; not to be changed.

    `shared` are the others of each win that was shared, the newest first. `out_of` are the deals in
    which somebody could go out, so those of Express are not among them.
    """

    editions: dict[str, Tally] = field(default_factory=dict)
    shared: list[tuple[str, ...]] = field(default_factory=list)
    out: int = 0
    out_of: int = 0
    wiped_out: int = 0
    jackpots: int = 0
    awards: int = 0
    sets: dict[str, int] = field(default_factory=dict)
    against: dict[str, Against] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return sum(one.games for one in self.editions.values())

    @property
    def finished(self) -> int:
        return sum(one.finished for one in self.editions.values())

    @property
    def wins(self) -> int:
        return sum(one.wins for one in self.editions.values())

    @property
    def deals(self) -> int:
        return sum(one.deals for one in self.editions.values())


def record(person: str, games: Iterable[Game]) -> Record:
    """What this person did in these games, the newest first; those without the person are left
    out. Only games that are over are won, or end ahead of somebody."""
    found = Record()
    sets = found.sets
    for game in games:
        one = game.facts
        mine = game.part(person)
        if mine is None:
            continue
        tally = found.editions.get(one.edition)
        if tally is None:
            tally = found.editions[one.edition] = Tally()
        tally.games += 1
        tally.finished += one.over
        tally.wins += mine.won
        tally.deals += one.deals
        tally.paid += mine.paid
        if mine.best_deal is not None and (tally.best_at is None or mine.best >= tally.best):
            tally.best, tally.best_at = mine.best, (game.key, mine.best_deal)
        if mine.won and (others := _others(game, person)):
            found.shared.append(others)
        found.out += mine.out
        found.out_of += one.deals if one.goes_out else 0
        found.wiped_out += mine.wiped_out
        found.jackpots += mine.jackpots
        found.awards += mine.awards
        for group, number in mine.sets.items():
            sets[group] = sets.get(group, 0) + number
        for other, theirs in zip(game.people, one.parts, strict=True):
            if other is None or other == person:
                continue
            beside = found.against.get(other)
            if beside is None:
                beside = found.against[other] = Against()
            beside.games += 1
            beside.out += mine.out
            beside.out_other += theirs.out
            if not one.over:
                continue
            if mine.final > theirs.final:
                beside.ahead += 1
            elif mine.final < theirs.final:
                beside.behind += 1
            else:
                beside.level += 1
    return found


def _others(game: Game, person: str) -> tuple[str, ...]:
    """With whom a win was shared: people, and the written name of a seat that is nobody's."""
    return tuple(
        who or part.name
        for who, part in zip(game.people, game.facts.parts, strict=True)
        if part.won and who != person
    )
