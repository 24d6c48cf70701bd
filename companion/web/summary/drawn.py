"""The hand of the night as cards to draw, and how large: in how many rows and columns.

The style sheet gives the rows what height the page has left, so here only their number is chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.edition import Group
from companion.web.parts.cards import Card, Pile, each_card

LARGE, SMALL = 6, 10
"""The most cards in a row, on a page with much room and on others. More than ten would be too
narrow for their names."""
MOST_ROWS = 5
"""The most rows that a page has room for; a round of Express that one player made alone has more
large ones."""
ONE_ROW = 5
"""The most cards that a hand may have to lie in one row."""
WIDEST = {LARGE: 3, SMALL: 5}
"""By the most cards in a row: a row is divided into this many places at least, so that the cards of
a small hand are not too wide."""


@dataclass(frozen=True)
class DrawnHand:
    """All cards of a hand, each drawn once a copy, in rows of `in_row`, with the group whose colour
    it has: its own, else that of the set it lies in. `columns` is the number of places that a row
    is divided into, which gives the width of a card."""

    cards: tuple[tuple[Card, Group | None], ...]
    rows: int
    columns: int

    @property
    def in_row(self) -> int:
        """The number of cards in each row. The last row may have fewer."""
        return -(-len(self.cards) // self.rows)


def drawn(piles: Sequence[Pile], most: int) -> DrawnHand:
    """The cards of a hand, at most `most` in a row."""
    cards = each_card(piles)
    rows = 1 if len(cards) <= ONE_ROW else max(2, -(-len(cards) // most))
    return DrawnHand(cards, rows, max(WIDEST[most], -(-len(cards) // rows)))
