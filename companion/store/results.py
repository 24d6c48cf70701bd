"""What came of a game so far: kept in the row of its table by the writes that change it.

Lists of games and the pages of players read this and open no game, so they cost the same however
many deals there are.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from companion.rules.edition import Edition
from companion.rules.ledger import Sheet, decided
from companion.rules.plain import Damaged, Known, Player, read
from companion.store.columns import TableTexts

if TYPE_CHECKING:
    from companion.store.rows import AnyDeal


@dataclass(frozen=True)
class Part:
    """One player's part in a game, over all of its deals up to the end. Amounts are whole money,
    points in Express.

    `final` is the total that decided the game, or the total so far. `won`: alone or with others, in
    a game that is over. `best` is the highest payout of a deal and `best_deal` the number of the
    first such deal; None before the first deal. `out` counts the deals this player went out in,
    `jackpots` the jackpots taken, `awards` the bonuses for holding the most of a card. `sets` has
    how often each group was paid as a set. `worth` is what the best hand was worth that this player
    went out with, and `worth_deal` the number of the first such deal; None without such a hand.
    `adjusted` is what adjustments made of the total.
    """

    name: Player
    final: int
    won: bool
    best: int
    best_deal: int | None
    out: int
    wiped_out: int
    jackpots: int
    awards: int
    sets: Mapping[Annotated[str, Known("group")], int]
    worth: int | None = None
    worth_deal: int | None = None
    adjusted: int = 0

    @property
    def paid(self) -> int:
        """What the deals paid."""
        return self.final - self.adjusted


@dataclass(frozen=True)
class Result:
    """What came of a game so far. `deals` counts those in force up to the end, `parts` are by seat.
    `went_on`: it goes on at another table, with other players."""

    deals: int
    over: bool
    next_dealer: Player
    parts: tuple[Part, ...]
    went_on: bool = False

    @property
    def is_played(self) -> bool:
        """Whether this table still plays."""
        return not (self.over or self.went_on)

    @property
    def first(self) -> list[Part]:
        """Who won; before the end who leads, nobody while nobody was paid anything."""
        if self.over:
            return [part for part in self.parts if part.won]
        most = max(part.final for part in self.parts)
        begun = any(part.final for part in self.parts)
        return [part for part in self.parts if begun and part.final == most]


def result_of(edition: Edition, sheet: Sheet, deals: Sequence["AnyDeal"]) -> Result:
    """What came of a game. `deals` are those in force, in the order of the rows of the `sheet`. The
    deal that decided the game is the last that counts: what was played on after it is on the sheet
    only."""
    end = decided(sheet)
    counted = deals[: len(end.rows)]
    return Result(
        deals=len(counted),
        over=end.over,
        next_dealer=sheet.next_dealer,
        parts=tuple(_part(edition, end, counted, player) for player in end.players),
        went_on=any(noted.entry.kind == "went-on" for noted in sheet.notes),
    )


def _part(edition: Edition, sheet: Sheet, deals: Sequence["AnyDeal"], player: str) -> Part:
    hands = [deal.sums.hands[player] for deal in deals]
    out = [deal for deal in deals if deal.went_out == player]
    best = max(deals, key=lambda deal: deal.payouts[player], default=None)
    worth = max(
        (deal for deal in out if deal.sums.worth is not None),
        key=lambda deal: deal.sums.worth or 0,
        default=None,
    )
    award = edition.roles.get("most_of")
    return Part(
        name=player,
        final=sheet.totals[player],
        won=player in sheet.winners,
        best=best.payouts[player] if best else 0,
        best_deal=best.number if best else None,
        out=len(out),
        wiped_out=sum(hand.wiped_out for hand in hands),
        jackpots=sum(row.jackpot_to == player for row in sheet.rows),
        awards=sum(hand.bonuses.count(award) for hand in hands) if award else 0,
        sets=dict(Counter(group for hand in hands for group in hand.sets)),
        worth=worth.sums.worth if worth else None,
        worth_deal=worth.number if worth else None,
        adjusted=sheet.adjusted[player],
    )


def read_result(texts: TableTexts, text: str) -> Result:
    """The result that the row of a table has. Unreadable where it is damaged."""

    def result(data: Any, box: Edition) -> Result:
        found = read(Result, data, texts.names(box))
        if [part.name for part in found.parts] != [*texts.players]:
            raise Damaged("must be those of all players.", "parts")
        return found

    return texts.read(text, result)
