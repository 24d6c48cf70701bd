"""Where a deal is played: the edition with the table's options, and the players in their seats."""

from dataclasses import dataclass

from companion.rules.edition import Edition, Seat
from companion.store import Table


@dataclass(frozen=True, slots=True)
class Seats:
    """The edition with the table's options in force, and the players in seating order."""

    edition: Edition
    players: tuple[str, ...]

    @property
    def dealt(self) -> Seat:
        """What is dealt and drawn with this number of players."""
        return self.edition.seats[len(self.players)]

    @property
    def has_reward(self) -> bool:
        """Whoever goes out draws reward cards."""
        return self.dealt.reward > 0

    @property
    def catches(self) -> str:
        """The card that wipes out the hand of a player who did not go out."""
        return self.edition.caught_with

    @property
    def ladder(self) -> tuple[str, ...]:
        """The houses and the hotel in the order they are built; empty where they are counted."""
        return self.edition.way.ladder(self.edition)


def seats_of(table: Table) -> Seats:
    """The seats of a table: its edition with its options, and its players."""
    return Seats(table.edition, table.players)
