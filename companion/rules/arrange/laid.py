"""What a hand is laid out as: sets, bonuses, what the wilds count as, and what is left over."""

from typing import NamedTuple


class SetLaid(NamedTuple):
    """One set on the table.

    `value` is the set with its houses and hotel, `tokens_value` what its tokens add (whole money,
    points in Express). `wilds` are the cards that wilds count as in it; `cards` all of its cards
    as they lie there, a wild as itself.
    """

    group: str
    houses: int
    hotel: bool
    tokens: int
    value: int
    tokens_value: int
    wilds: tuple[str, ...]
    cards: tuple[str, ...]


class Bonus(NamedTuple):
    """Bonus cards of one kind that count: how many, and what they pay together."""

    kind: str
    number: int
    amount: int


class Laid(NamedTuple):
    """One player's hand, arranged.

    `legal`: may go out (true for a player who did not). `readings` is what the undeclared wilds
    counted as when the hand was laid down. `wilds`: what every wild counts as in the end; one that
    counts as nothing is not in it. `most`: the cards that count for the majority, a wild as
    itself; they are in neither `bonuses` nor `unused`, for only the whole table decides.
    `wiped_out`: the card that the player was caught with, so that the hand pays nothing.
    """

    legal: bool
    sets: tuple[SetLaid, ...]
    bonuses: tuple[Bonus, ...]
    wilds: tuple[str, ...]
    unused: tuple[str, ...]
    most: tuple[str, ...]
    wiped_out: str | None = None
    readings: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """What the hand pays before majority and jackpot are decided."""
        amount = 0
        for one in self.sets:
            amount += one.value + one.tokens_value
        for bonus in self.bonuses:
            amount += bonus.amount
        return amount

    def but(self, bonuses: tuple[Bonus, ...], unused: tuple[str, ...]) -> "Laid":
        """The same hand with other bonuses and unused cards; three times as fast as `_replace`."""
        legal, sets, _, wilds, _, most, wiped_out, readings = self
        return Laid(legal, sets, bonuses, wilds, unused, most, wiped_out, readings)


NOTHING = Laid(True, (), (), (), (), ())
"""An empty hand of a player who did not go out."""
NOTHING_ILLEGAL = Laid(False, (), (), (), (), ())
"""An empty hand of a goer."""
