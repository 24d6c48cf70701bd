"""How good a hand is: its rank among all hands of that many cards that may go out.

The hands are counted, not sampled. `make prove` goes through every hand of a deck and writes the
files in ``counts/``: for each number of cards, how many hands are worth each amount. A hand is
worth what it pays the player who goes out with it, before the reward and without what depends on
the other hands: the most Mr. Monopoly cards, and the jackpot. Its wilds count as what pays most; a
hand that was laid down has the rank of what it pays as its wilds were declared.
"""

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.options import CHANGES_WORTH
from companion.rules.words import listed, rounded_down

COUNTS = Path(__file__).parent / "counts"
"""One JSON file a deck: the `editions` that have it, and by number of cards the `hands` of each
amount, the lowest amount first."""


@dataclass(frozen=True)
class HandCount:
    """All hands of one number of cards that may go out: pairs of an amount in whole money and how
    many hands are worth it, the lowest amount first."""

    amounts: tuple[tuple[int, int], ...]

    @cached_property
    def hands(self) -> int:
        """How many hands may go out."""
        return self._below[-1]

    @cached_property
    def median(self) -> int:
        """What the middle hand is worth; of two middle hands the lower one."""
        return self.amounts[bisect_left(self._below, (self.hands + 1) // 2) - 1][0]

    @cached_property
    def _below(self) -> tuple[int, ...]:
        """For each amount, how many hands are worth less; and at the end how many there are."""
        return tuple(accumulate((number for _, number in self.amounts), initial=0))

    def _worth_less_than(self, amount: int) -> int:
        return self._below[bisect_left(self.amounts, (amount, 0))]

    def rank(self, amount: int) -> "HandRank":
        """The rank of a hand that is worth this amount."""
        less, not_more = self._worth_less_than(amount), self._worth_less_than(amount + 1)
        return HandRank(
            amount=amount,
            legal_hands=self.hands,
            pay_more=self.hands - not_more,
            pay_same=not_more - less,
            pay_less=less,
            best=self.amounts[-1][0],
            median=self.median,
        )


@dataclass(frozen=True, slots=True)
class HandRank:
    """The rank of one hand. `amount`, `best` and `median` are whole money; the others are numbers
    of hands that may go out. `pay_more`, `pay_same` (with this one) and `pay_less` add up to
    `legal_hands`."""

    amount: int
    legal_hands: int
    pay_more: int
    pay_same: int
    pay_less: int
    best: int
    median: int

    @property
    def top(self) -> float:
        """The share of hands that are worth as much or more, from 0 to 1: small for a good hand."""
        return (self.pay_more + self.pay_same) / self.legal_hands

    @property
    def sentence(self) -> str:
        """``Better than 98% of all 78,333,506 hands that may go out.``

        Rounded down, so it is never more than true.
        """
        hands = f"{self.legal_hands:,} hands that may go out"
        if not self.pay_more:
            return f"The best there is: none of the {hands} is worth more."
        if not self.pay_less:
            return f"None of the {hands} is worth less."
        return f"Better than {self.better_than} of all {hands}."

    @property
    def better_than(self) -> str:
        """The share of hands that are worth less, as in ``41%``, or ``none``.

        Rounded down, so it is never more than true.
        """
        return rounded_down(self.pay_less, self.legal_hands) if self.pay_less else "none"


@cache
def hand_counts(edition_id: str) -> Mapping[int, HandCount]:
    """By number of cards that a table of this edition deals, all hands of its deck that may go out;
    empty for an edition whose hands nobody counted."""
    for file in COUNTS.iterdir():
        if file.name.endswith(".json"):
            counted: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            if edition_id in counted["editions"]:
                dealt = {seat.hand for seat in load(edition_id).seats.values()}
                return {
                    int(size): HandCount(tuple((amount, number) for amount, number in amounts))
                    for size, amounts in counted["hands"].items()
                    if int(size) in dealt
                }
    return {}


def has_other_deck(edition: Edition) -> bool:
    """Whether a table's box holds other cards than the one whose hands and rewards were counted."""
    return edition.deck != load(edition.id).deck


def rank_hand(edition: Edition, cards: Sequence[str]) -> HandRank | str:
    """The rank of a hand that may go out, whatever else is on the table; or why it has none.

    Nothing is declared: each wild counts as what pays most. The cards must be of the edition, and
    not more copies than its deck has.
    """
    if not edition.way.has_goer:
        return f"Nobody goes out in {edition.name}, so no hands are compared."
    counts = hand_counts(edition.id)
    if not counts:
        return f"The hands of {edition.name} have not been counted."
    if _differs(edition):
        return (
            "Only hands with the amounts, rules and cards of the box are counted. This table has "
            "others."
        )
    if len(cards) not in counts:
        sizes = listed(map(str, counts), "or")
        return f"Hands of {sizes} cards are counted. This one has {len(cards)}."
    laid = edition.arrange(cards, goer=True)
    if not laid.legal:
        return "This hand may not go out."
    return counts[len(cards)].rank(laid.total)


def worth_of_goer(
    edition: Edition, players: int, cards: Sequence[str], declared: Sequence[str] = ()
) -> int | None:
    """What the hand that went out at a table of this many players is worth in whole money.

    `cards` are the hand without the reward, `declared` is what its wilds were declared as. None for
    a hand that may not go out, and for one that has not as many cards as the rules ask for.
    """
    if not edition.way.has_goer or len(cards) != edition.seats[players].hand:
        return None
    laid = edition.arrange(cards, goer=True, declared=declared)
    return laid.total if laid.legal else None


def rank_of_worth(edition: Edition, players: int, worth: int) -> HandRank | None:
    """The rank of a hand of this worth that went out at a table of this many players; None where
    such hands are not counted."""
    counted = hand_counts(edition.id).get(edition.seats[players].hand)
    return counted.rank(worth) if counted and not _differs(edition) else None


def rank_of_goer(
    edition: Edition, players: int, cards: Sequence[str], declared: Sequence[str] = ()
) -> HandRank | None:
    """The rank of the hand that went out at a table of this many players, to be shown there.

    See `worth_of_goer`. None for a hand without a rank, and for one that has not as many cards as
    the rules ask for.
    """
    worth = worth_of_goer(edition, players, cards, declared)
    return None if worth is None else rank_of_worth(edition, players, worth)


def _differs(edition: Edition) -> bool:
    """Whether a table's options change what a hand is worth, whether it may go out, or the deck."""
    box = load(edition.id)
    changed = [name for name in CHANGES_WORTH if edition.options[name] != box.options[name]]
    return bool(changed) or edition.values != box.values or has_other_deck(edition)
