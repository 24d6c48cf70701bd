"""The end of a game: who won, the final ranking, the hand that was paid most."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.closed_deal import goer_rank
from companion.rules.edition import Edition
from companion.rules.findings.finding import blocking
from companion.rules.ledger import Sheet, decided, rank
from companion.rules.settlement import jackpot_taken
from companion.rules.words import bonus_steps, isolated
from companion.store import ClosedDeal
from companion.web.parts.cards import Pile, piles
from companion.web.parts.words import rank_told, result

MOST_EQUALS = 3
"""The most hands that are named below the hand of the night."""


@dataclass(frozen=True)
class BestHand:
    """The hand that was paid most in one deal, under its `title`. `told` says in which deal, and
    whether the table allowed it although it may not go out. `piles` has its cards, with what each
    set pays; `bonuses` are the lines of its sum about what else it was paid for. `rank` says how
    good it was if it went out; it is empty for a hand without one. `equals` names the others that
    were paid as much, if any."""

    title: str
    told: str
    number: int
    player: str
    amount: str
    out: bool
    piles: tuple[Pile, ...]
    bonuses: tuple[str, ...]
    steps: tuple[str, ...]
    result: str
    rank: str
    equals: str


@dataclass(frozen=True)
class FinalPlace:
    """One player of the ranking; equals share a rank."""

    rank: int
    seat: int
    name: str
    total: str
    wins: bool


@dataclass(frozen=True)
class Win:
    """The end of a game. `title` says who won, `total` is what they have, `because` why it ended;
    `after` is the number of the deal that ended it."""

    title: str
    total: str
    because: str
    after: int
    ranking: tuple[FinalPlace, ...]
    best: BestHand | None


def win(edition: Edition, sheet: Sheet, deals: Sequence[ClosedDeal]) -> Win | None:
    """The end of the game; None before it. `deals` are those in force, in the order of the rows of
    `sheet`. Deals that were played after the end change nothing."""
    if sheet.over_after is None:
        return None
    final, counted = decided(sheet), deals[: sheet.over_after]
    return Win(
        title=result(sheet),
        total=edition.amount(final.totals[sheet.winners[0]]),
        because=because(edition, sheet),
        after=counted[-1].number,
        ranking=ranking(edition, final),
        best=best_hand(edition, counted),
    )


def ranking(edition: Edition, sheet: Sheet) -> tuple[FinalPlace, ...]:
    """All players by total; equals share a rank and stay in seating order."""
    return tuple(
        FinalPlace(
            rank=rank(sheet.totals, name),
            seat=sheet.players.index(name),
            name=name,
            total=edition.amount(total),
            wins=name in sheet.winners,
        )
        for name, total in sorted(sheet.totals.items(), key=lambda one: -one[1])
    )


def because(edition: Edition, sheet: Sheet) -> str:
    """Why the game is over. Who won and with what stands beside it."""
    if sheet.reason == "target":
        return f"The target was {edition.amount(sheet.target or 0)}."
    word, number = edition.deal_word, sheet.deals or 0
    played = {1: f"one {word}", 2: f"both {word}s"}.get(number, f"all {number} {word}s")
    if sheet.over_after != number:
        return f"Tied after {played}. The highest total after {sheet.over_after} {word}s."
    return f"The highest total after {played}."


def best_hand(edition: Edition, deals: Sequence[ClosedDeal]) -> BestHand | None:
    """The highest payout in one deal, of equals the first in full; None when nobody was paid."""
    found = [(amount, deal, player) for deal in deals for player, amount in deal.payouts.items()]
    amount, deal, player = max(found, key=lambda one: one[0], default=(0, None, ""))
    if not amount or deal is None:
        return None
    *steps, result = deal.settlement.steps(player)
    laid, taken = deal.settlement.laid[player], jackpot_taken(deal.jackpot, player)
    rank = goer_rank(edition, deal) if deal.went_out == player else None
    return BestHand(
        title=f"The {'hand' if edition.variant.has_goer else 'best round'} of the night",
        told=_told(edition, deal, player),
        number=deal.number,
        player=player,
        amount=edition.amount(amount),
        out=deal.went_out == player,
        piles=piles(edition, deal.entry, player, laid),
        bonuses=tuple(bonus_steps(edition, laid, taken)),
        steps=tuple(steps),
        result=result,
        rank=rank_told(rank, deal.entry.reward),
        equals=_equals(
            [
                f"{isolated(other)}, {_told(edition, one, other)}"
                for paid, one, other in found
                if paid == amount and (one, other) != (deal, player)
            ]
        ),
    )


def _told(edition: Edition, deal: ClosedDeal, player: str) -> str:
    """The deal of a hand: ``deal 3``, ``deal 3, allowed anyway``."""
    faulty = any(one.player == player for one in blocking(deal.settlement.findings))
    return f"{edition.deal_word} {deal.number}{', allowed anyway' if faulty else ''}"


def _equals(hands: Sequence[str]) -> str:
    """The sentence about equal hands: the first few are named. Empty where there are none."""
    named, more = hands[:MOST_EQUALS], len(hands[MOST_EQUALS:])
    told = [*named, f"and {more} more"] if more else named
    return f"Paid as much: {'; '.join(told)}" if told else ""
