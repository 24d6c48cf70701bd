"""What a closed deal has as JSON in the columns of its row: what was laid down, and what it paid. A
text that is damaged is Unreadable."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.rules.arrange.laid import Bonus, Laid, SetLaid
from companion.rules.findings.finding import Finding, Fix, Problem
from companion.rules.hand import Refusal
from companion.rules.settlement import Jackpot
from companion.rules.shape import Check
from companion.store.columns import checks
from companion.store.columns.checks import Expected
from companion.store.columns.texts import is_damaged


def json_text(data: object) -> str:
    """Data as JSON, as it is stored in a column."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Unreadable(ValueError):
    """A table that this version cannot read: another one wrote its rows, or the disk damaged them.
    `code` is that of the table; empty where only whoever asked for the row knows it."""

    def __init__(self, code: str) -> None:
        super().__init__(f"Table {code} cannot be read by this version.")
        self.code = code


@dataclass(frozen=True, slots=True)
class Owner:
    """The table whose row has a text: its code, its box, and its players."""

    code: str = ""
    edition_id: str = ""
    players: tuple[str, ...] = ()

    def read(self, text: str, expected: Expected) -> dict[str, Any]:
        """The object of a text, as it is `expected` of this box and these players. Unreadable where
        it is no JSON, and where something in it is missing, of another kind, or not theirs."""
        if is_damaged([text]):
            raise Unreadable(self.code)
        try:
            found: dict[str, Any] = json.loads(text)
            expected(self.edition_id, self.players)(found, ())
        except (ValueError, TypeError, RecursionError, Refusal) as error:
            raise Unreadable(self.code) from error
        return found


NOBODY = Owner()


@dataclass(frozen=True, eq=False)
class StoredJson:
    """A JSON object, or its text as a column of the `owner` has it: most pages need none of most
    deals, so the text is read when it is first asked for."""

    stored: Mapping[str, Any] | str
    owner: Owner = NOBODY

    @cached_property
    def json(self) -> Mapping[str, Any]:
        """The object, as it is stored. Unreadable where the text is damaged."""
        if isinstance(self.stored, Mapping):
            return self.stored
        return self.owner.read(self.stored, self.expected)

    @staticmethod
    def expected(edition_id: str, players: tuple[str, ...]) -> Check:
        """What the text must have."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.json == other.json


class Entry(StoredJson):
    """What was laid down in one deal, read like a `rules.deal.Deal`.

    `json` is the contract's input object without edition, players and options.
    """

    expected = staticmethod(checks.of_entry)

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

    expected = staticmethod(checks.of_settlement)

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
