"""The hand that is argued about."""

from collections import Counter

from companion.rules.deal import Deal
from companion.rules.payout import settle
from companion.rules.settlement import Settlement, jackpot_taken


class Hand:
    """One player's hand of a settled deal.

    `laid_down` are its cards without the `reward`, `arranged` is how all of them count. `declared`
    is what its wilds were declared as when it was laid down, `declared_later` after the reward.
    `pays` is the payout; of that the player took `jackpot`.
    """

    def __init__(self, settlement: Settlement, player: str) -> None:
        self.settlement, self.player = settlement, player
        self.edition, self.deal = settlement.edition, settlement.deal
        self.goer = player == self.deal.went_out
        self.laid_down = tuple(self.deal.hands[player])
        self.reward = tuple(self.deal.reward) if self.goer else ()
        self.declared = tuple(self.deal.wilds.get(player, ()))
        self.declared_later = tuple(self.deal.reward_wilds) if self.goer else ()
        self.arranged, self.pays = settlement.laid[player], settlement.payouts[player]
        self.jackpot = jackpot_taken(settlement.jackpot, player) or 0

    @property
    def cards(self) -> Counter[str]:
        """All cards, the reward among them."""
        return Counter([*self.laid_down, *self.reward])

    @property
    def undeclared(self) -> int:
        """How many wilds were laid down without a word."""
        return self.laid_down.count(self.edition.wild) - len(self.declared)

    def in_deal(self, deal: Deal) -> "Hand":
        """The same player's hand in another deal of this edition."""
        return Hand(settle(self.edition, deal), self.player)
