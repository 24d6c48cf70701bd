"""The hand of the night as cards to draw, and in how many rows.

The style sheet makes the cards as large as the page leaves room for; here only their rows are
chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.edition import Group
from companion.web.parts.cards import Card, Pile, each_card

MOST_ROWS, MOST_IN_ROW = 6, 12
HIGH = 1.4
"""How high a card is, as a share of its width."""
GAP = 0.014
"""The room between cards, as a share of the width of them all."""


@dataclass(frozen=True)
class DrawnHand:
    """All cards of a hand, each drawn once a copy, in rows, with the group whose colour it has: its
    own, else that of the set it lies in."""

    cards: tuple[tuple[Card, Group | None], ...]
    rows: int

    @property
    def in_row(self) -> int:
        """The number of cards in each row. The last row may have fewer."""
        return -(-len(self.cards) // self.rows)


def drawn(piles: Sequence[Pile], wide: float, high: float) -> DrawnHand:
    """The cards of a hand in the rows in which they are largest, where there is this much room."""
    cards = each_card(piles)
    gap = GAP * wide

    def width(rows: int) -> float:
        in_row = -(-len(cards) // rows)
        return min((wide + gap) / in_row - gap, ((high + gap) / rows - gap) / HIGH)

    fewest = -(-len(cards) // MOST_IN_ROW)
    return DrawnHand(cards, max(range(fewest, MOST_ROWS + 1), key=width))
