"""What of the summary there is room for on paper: a sheet for the wall, and one for the record if
both do not fit on it.

    +-------------------------------+
    | who won                       |
    | the hand of the night | sum   |  as large as the rest leaves room for
    | standing        | chart       |  a wide chart where few lines follow
    + - - - - - - - - - - - - - - - +  a second sheet begins here where there are too many lines
    | every deal                    |
    | the luck of the game          |  where there is room
    | corrections, rulings, rules   |
    +-------------------------------+

Browsers do not say what fits before they print, so the lines are counted here. A line is as high as
one deal.
"""

from dataclasses import dataclass
from functools import cached_property

from companion.web.summary.drawn import DrawnHand, drawn
from companion.web.summary.page import DisputeNote, Summary

MOST_LINES, SOME_LINES = 21, 14
"""Lines to print: on a single sheet, and on one with room for the luck of the game or a wide
chart."""
SECOND_LINES = 32
"""Lines on a second sheet that leave room for the luck of the game."""
MOST_BESIDE = 16
"""The most cards that lie beside their sum and still have legible names."""
BESIDE_MM, WHOLE_MM = 118, 176
"""The width of the cards: beside their sum, and above it."""
LINE_MM = 5.2
ROOM_MM, ROOM_BEFORE_MM, LEAST_MM = 152, 185, 50
"""The height of the cards on a sheet without lines, on one whose deals are on a second sheet, and
the least."""
TWO_ROWS, TALL_LINES = 10, 2
"""The most cards in two rows, and the lines that a third row and its sum take."""
PLAYERS_LINES = 4
"""Lines that the players count as: the chart beside fewer is as high, and of more the letters are
smaller."""
LONG_NOTE = 110
"""About as many characters of a note are as high as a deal."""
LONG_NAME = 24
"""A name with more characters takes up to three lines in the printed standing."""
MOST_FIGURES = 12
"""A payout and the total after it with more characters may take two lines in their column."""


@dataclass(frozen=True)
class Paper:
    """The room for the parts of a summary when it is printed."""

    summary: Summary

    @property
    def two_sheets(self) -> bool:
        """Whether the deals have a sheet of their own, behind the one for the wall."""
        return self._lines - self._players + PLAYERS_LINES > MOST_LINES

    @property
    def has_luck(self) -> bool:
        """Whether there is room for the luck of the game."""
        lines = self._lines + self._players
        first = self._lines_wrapped + self._lines_of_tall_hand
        fits = lines <= SECOND_LINES if self.two_sheets else first <= SOME_LINES
        return self.summary.luck is not None and fits

    @property
    def wide_chart(self) -> bool:
        """Whether there is room for a chart as wide as the standing."""
        players = max(0, PLAYERS_LINES - self._players)  # the chart beside two is higher than they
        return self.two_sheets or self._lines_with_luck + players <= SOME_LINES

    @cached_property
    def hand(self) -> DrawnHand | None:
        """The hand of the night, drawn."""
        best = self.summary.final.best
        if best is None:
            return None
        high = ROOM_MM - LINE_MM * self._lines_with_luck
        if self.two_sheets:
            high = ROOM_BEFORE_MM - LINE_MM * max(self._players, PLAYERS_LINES)
        hand = drawn(best.piles, BESIDE_MM, max(LEAST_MM, high))
        if len(hand.cards) <= MOST_BESIDE:
            return hand
        return drawn(best.piles, WHOLE_MM, max(LEAST_MM, high - LINE_MM * len(best.steps) / 2))

    @property
    def beside(self) -> bool:
        """Whether the sum stands beside the cards rather than below them."""
        return self.hand is not None and len(self.hand.cards) <= MOST_BESIDE

    # --- lines -----------------------------------------------------------------------------------

    @property
    def _players(self) -> int:
        return len(self.summary.scores.sheet.players)

    @cached_property
    def _lines(self) -> int:
        """The lines of players, deals and notes, where every name fits on one."""
        summary = self.summary
        players = self._players * (2 if summary.final.sheet.racks else 1)
        deals = sum(self._lines_of_deal(deal.number) for deal in summary.scores.deals)
        notes = sum(_lines_of_note(note) for note in (*summary.corrections, *summary.rulings))
        between = len(summary.scores.sheet.notes)
        return players + deals + between + len(summary.money) + notes

    @property
    def _lines_wrapped(self) -> int:
        """The lines, and the further ones of long names and of deals that came after the end."""
        long_names = sum(len(name) > LONG_NAME for name in self.summary.scores.sheet.players)
        return self._lines + 2 * long_names + (2 if self.summary.after else 0)

    @property
    def _lines_of_tall_hand(self) -> int:
        """What a hand of three rows takes beyond the height that every hand has."""
        best = self.summary.final.best
        return TALL_LINES if best and len(best.cards) > TWO_ROWS else 0

    @property
    def _lines_with_luck(self) -> int:
        """The wrapped lines together with those of the luck of the game."""
        return self._lines_wrapped + (self._players + 1 if self.has_luck else 0)

    def _lines_of_deal(self, number: int) -> int:
        """Two where a payout and the total after it do not stand beside each other."""
        row = self.summary.scores.rows.get(number)
        if row is None:  # struck out
            return 1
        figures = (len(f"{row.payouts[name]:,}{total:,}") for name, total in row.totals.items())
        return 2 if max(figures) > MOST_FIGURES else 1


def _lines_of_note(note: DisputeNote) -> int:
    """Two, or more where it is long."""
    said = sum(map(len, (note.title, note.why, *note.lines, note.when)))
    return max(2, -(-said // LONG_NOTE))
