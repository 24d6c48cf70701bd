"""What a closed deal has as JSON in the columns of its row: what was laid down, what it paid, and
the sums of both that many pages need."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.rules.arrange.best import arrange
from companion.rules.arrange.laid import Bonus, Laid, SetLaid
from companion.rules.edition import Edition
from companion.rules.findings.finding import Finding, Fix, Problem
from companion.rules.rank.hand_rank import worth_of_goer
from companion.rules.settlement import Jackpot


def json_text(data: object) -> str:
    """Data as JSON, as it is stored in a column."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, eq=False)
class StoredJson:
    """A JSON object, or its text as a column has it: most pages need none of most deals, so the
    text is read when it is first asked for."""

    stored: Mapping[str, Any] | str

    @cached_property
    def json(self) -> Mapping[str, Any]:
        """The object, as it is stored."""
        found: Mapping[str, Any]
        found = json.loads(self.stored) if isinstance(self.stored, str) else self.stored
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.json == other.json


class Entry(StoredJson):
    """What was laid down in one deal, read like a `rules.deal.Deal`.

    `json` is the contract's input object without edition, players and options.
    """

    @property
    def hands(self) -> Mapping[str, Sequence[str]]:
        """The cards of each player, without the reward."""
        hands: Mapping[str, Sequence[str]] = self.json["hands"]
        return hands

    @property
    def went_out(self) -> str | None:
        """The player who went out; None when nobody did, and in Express."""
        return self.json.get("went_out")

    @property
    def reward(self) -> Sequence[str]:
        """The cards that the player who went out drew as a reward."""
        reward: Sequence[str] = self.json.get("reward", ())
        return reward

    @property
    def wilds(self) -> Mapping[str, Sequence[str]]:
        """By player, the cards that their wilds were declared as before the reward."""
        wilds: Mapping[str, Sequence[str]] = self.json.get("wilds", {})
        return wilds

    @property
    def reward_wilds(self) -> Sequence[str]:
        """The cards that wilds of the reward were declared as."""
        wilds: Sequence[str] = self.json.get("reward_wilds", ())
        return wilds

    @property
    def jackpot(self) -> int | None:
        """The jackpot before the deal; None when the entry does not say."""
        return self.json.get("jackpot")

    @property
    def stopped_early(self) -> bool:
        """Whether the round ended before all monopolies were made (Express)."""
        return bool(self.json.get("stopped_early"))


class StoredSettlement(StoredJson):
    """What one deal paid when it was closed, read like a `rules.settlement.Settlement`.

    `json` is the contract's output object.
    """

    @property
    def legal(self) -> bool:
        """Whether the player who went out was allowed to."""
        return bool(self.json["legal"])

    @property
    def payouts(self) -> Mapping[str, int]:
        """What each player was paid, jackpot included: whole money, points in Express."""
        payouts: Mapping[str, int] = self.json["payouts"]
        return payouts

    @cached_property
    def jackpot(self) -> Jackpot | None:
        """What became of the jackpot; None in an edition without one."""
        found = self.json["jackpot"]
        return None if found is None else Jackpot(**found)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Every problem and warning of the deal."""
        return tuple(
            Finding(
                one["player"],
                Problem(one["rule"], tuple(one["cards"]), one["message"], Fix(**one["fix"])),
            )
            for one in self.json["problems"]
        )

    @cached_property
    def laid(self) -> Mapping[str, Laid]:
        """How each player's hand was arranged. Not stored are `legal`, which is true here, and
        `most` and `readings`, which are empty; in early games also the cards of a set."""
        return {player: _laid(hand) for player, hand in self.json["hands"].items()}

    def steps(self, player: str) -> list[str]:
        """The sum of this player's payout in words; the last line is the total."""
        steps: list[str] = self.json["hands"][player]["steps"]
        return steps


def _laid(hand: Mapping[str, Any]) -> Laid:
    return Laid(
        legal=True,
        sets=tuple(
            SetLaid(**{**one, "wilds": tuple(one["wilds"]), "cards": tuple(one.get("cards", ()))})
            for one in hand["sets"]
        ),
        bonuses=tuple(Bonus(one["kind"], one["count"], one["amount"]) for one in hand["bonuses"]),
        wilds=tuple(hand["wilds"]),
        unused=tuple(hand["unused"]),
        most=(),
        wiped_out=hand["wiped_out"],
    )


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
    and kept beside it. `worth` and what hands lost are known of deals in a row only.
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
    def read(cls, text: str) -> "DealSums":
        """The sums that a row keeps."""
        kept = json.loads(text)
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
        worth = worth_of_goer(edition, players, entry.hands.get(goer, ()))
    hands = settlement.json["hands"].items()
    lost = {player: _lost(edition, entry, player) for player, hand in hands if hand["wiped_out"]}
    return DealSums.of(entry, settlement, worth, lost).text()


def _lost(edition: Edition, entry: Entry, player: str) -> int:
    """What the hand of this player would have paid without the card that wiped it out."""
    caught = edition.caught_with
    cards = [card for card in entry.hands.get(player, ()) if card != caught]
    declared = () if caught == edition.wild else entry.wilds.get(player, ())
    return arrange(edition, cards, goer=player == entry.went_out, declared=declared).total
