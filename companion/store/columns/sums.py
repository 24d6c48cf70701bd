"""The sums of a closed deal, which many pages need: worked out when its row is written, and kept in
a column beside its cards."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from companion.rules.arrange.best import arrange
from companion.rules.edition import Edition
from companion.rules.rank.hand_rank import worth_of_goer
from companion.rules.settlement import Jackpot
from companion.store.columns import checks
from companion.store.columns.stored import Entry, Owner, StoredSettlement, json_text


class HandSums(NamedTuple):
    """What one hand adds to the figures of its player: whether it was wiped out, the kind of each
    bonus, the group of each set. `lost` is what a hand that was wiped out would have paid without
    the card that did it, in whole money, and without what depends on other hands."""

    wiped_out: bool
    bonuses: Sequence[str]
    sets: Sequence[str]
    lost: int


@dataclass(frozen=True, slots=True)
class DealSums:
    """What pages of many deals need of each: `hands` by player, and what the ledger reads.

    `worth` is the amount of the hand that went out before its reward, in whole money; None for one
    that is not compared with others. Rows never change, so it is worked out when a row is written
    and kept beside it. Only deals that are in a row have `worth`, and `lost` of their hands.
    """

    payouts: Mapping[str, int]
    jackpot: Jackpot | None
    went_out: str | None
    hands: Mapping[str, HandSums]
    worth: int | None = None

    @classmethod
    def of(
        cls,
        entry: Entry,
        settlement: StoredSettlement,
        worth: int | None = None,
        lost: Mapping[str, int] | None = None,
    ) -> "DealSums":
        """The sums of what was laid down and what it paid."""
        hands = {
            player: HandSums(
                hand["wiped_out"] is not None,
                [one["kind"] for one in hand["bonuses"]],
                [one["group"] for one in hand["sets"]],
                (lost or {}).get(player, 0),
            )
            for player, hand in settlement.json["hands"].items()
        }
        return cls(settlement.payouts, settlement.jackpot, entry.went_out, hands, worth)

    @classmethod
    def read(cls, text: str, owner: Owner) -> "DealSums":
        """The sums that a row of the `owner` keeps. Unreadable where they are damaged."""
        kept = owner.read(text, checks.of_sums)
        jackpot = kept["jackpot"] and Jackpot(*kept["jackpot"])
        hands = {player: HandSums(*hand) for player, hand in kept["hands"].items()}
        return cls(kept["payouts"], jackpot, kept["went_out"], hands, kept["worth"])

    def text(self) -> str:
        """The sums as a row keeps them."""
        return json_text(asdict(self))


def kept_sums(edition: Edition, players: int, entry: Entry, settlement: StoredSettlement) -> str:
    """The sums of a deal as its row keeps them. `players` is how many there were; `edition` has the
    options of their table."""
    goer, worth = entry.went_out, None
    if goer is not None and settlement.legal:
        hand, declared = entry.hands.get(goer, ()), entry.wilds.get(goer, ())
        worth = worth_of_goer(edition, players, hand, declared)
    hands = settlement.json["hands"].items()
    lost = {player: _lost(edition, entry, player) for player, hand in hands if hand["wiped_out"]}
    return DealSums.of(entry, settlement, worth, lost).text()


def _lost(edition: Edition, entry: Entry, player: str) -> int:
    """What the hand of this player would have paid without the card that wiped it out."""
    caught = edition.caught_with
    cards = [card for card in entry.hands.get(player, ()) if card != caught]
    declared = () if caught == edition.wild else entry.wilds.get(player, ())
    return arrange(edition, cards, goer=player == entry.went_out, declared=declared).total
