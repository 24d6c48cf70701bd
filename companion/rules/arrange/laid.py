"""What a hand is laid out as: sets, bonuses, what the wilds count as, and what is left over."""

from dataclasses import dataclass
from typing import Annotated

from companion.rules.plain import CardId, Known, whole

MOST_PAID = 2_000_000_000
"""No hand, set or bonus pays more."""
MOST_LAID = 200
"""No hand has more of a card."""
Amount = Annotated[int, whole(0, MOST_PAID)]
"""Whole money, points in Express."""
Number = Annotated[int, whole(0, MOST_LAID)]


@dataclass(slots=True)
class SetLaid:
    """One set on the table.

    `value` is the set with its houses and hotel, `tokens_value` what its tokens add. `wilds` are
    the cards that wilds count as in it; `cards` all of its cards as they lie there, a wild as
    itself.
    """

    group: Annotated[str, Known("group")]
    houses: Annotated[int, whole(0, 4)]
    hotel: bool
    tokens: Number
    value: Amount
    tokens_value: Amount
    wilds: tuple[CardId, ...]
    cards: tuple[CardId, ...]

    @property
    def pays(self) -> int:
        """What the set pays with all that is on it."""
        return self.value + self.tokens_value


@dataclass(slots=True)
class Bonus:
    """Bonus cards of one kind that count: how many, and what they pay together."""

    kind: Annotated[str, Known("bonus")]
    count: Number
    amount: Amount


@dataclass(slots=True)
class HandLaid:
    """One player's hand, arranged.

    `wilds`: what every wild counts as in the end; one that counts as nothing is not in it.
    `unused` are the cards that pay nothing. `wiped_out`: the card that the player was caught with,
    so that the hand pays nothing.
    """

    sets: tuple[SetLaid, ...]
    bonuses: tuple[Bonus, ...]
    wilds: tuple[CardId, ...]
    unused: tuple[CardId, ...]
    wiped_out: Annotated[str, Known("caught")] | None

    @property
    def total(self) -> int:
        """What sets and bonuses pay: the payout without the jackpot."""
        amount = 0
        for laid in self.sets:
            amount += laid.pays
        for bonus in self.bonuses:
            amount += bonus.amount
        return amount


@dataclass(slots=True, kw_only=True)
class Laid(HandLaid):
    """A hand with what only the rules ask of it.

    `legal`: may go out (true for a player who did not). `most`: the cards that count for the
    majority, a wild as itself; until the whole table decides they are in neither `bonuses` nor
    `unused`. `readings` is what the undeclared wilds counted as when the hand was laid down.
    """

    legal: bool = True
    most: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


def nothing_laid(
    *,
    legal: bool = True,
    wilds: tuple[str, ...] = (),
    unused: tuple[str, ...] = (),
    most: tuple[str, ...] = (),
    wiped_out: str | None = None,
    readings: tuple[str, ...] = (),
) -> Laid:
    """A hand of which nothing pays: an empty one, one that was caught, any where nobody is paid."""
    return Laid((), (), wilds, unused, wiped_out, legal=legal, most=most, readings=readings)
