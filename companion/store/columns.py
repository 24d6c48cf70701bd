"""What a closed deal has as JSON in the columns of its row: what was laid down, what it paid, and
the sums of both that many pages need. A text that is damaged is Unreadable."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from companion.rules import shape
from companion.rules.arrange.best import arrange
from companion.rules.arrange.laid import Bonus, Laid, SetLaid
from companion.rules.bank import NOTES
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.findings.finding import Finding, Fix, Problem
from companion.rules.hand import Refusal
from companion.rules.rank.hand_rank import worth_of_goer
from companion.rules.settlement import Jackpot
from companion.rules.shape import Check, Damaged, Way


def json_text(data: object) -> str:
    """Data as JSON, as it is stored in a column."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class DamagedText(str):
    """A text of the file that is not UTF-8, with signs for what cannot be read. Names in lists are
    shown so; whatever is read of one table is Unreadable."""


def text_of(stored: bytes) -> str:
    """A text as the file has it. SQLite's own would be an error like that of a busy disk."""
    try:
        return str(stored, "utf-8")
    except UnicodeDecodeError:
        return DamagedText(stored, "utf-8", "replace")


def is_damaged(values: Iterable[object]) -> bool:
    """Whether one of these values of a row is no text where no column has anything but text and
    numbers."""
    return not _DAMAGED.isdisjoint(map(type, values))


_DAMAGED = frozenset({bytes, DamagedText})


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

    def read(self, text: str, expected: "Expected") -> dict[str, Any]:
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


Expected = Callable[[str, tuple[str, ...]], Check]
"""What a text must have: by the id of the box, and the players."""


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
        if not isinstance(self.stored, str):
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

    @staticmethod
    @lru_cache(maxsize=64)
    def expected(edition_id: str, players: tuple[str, ...]) -> Check:
        """Hands of players at the table; what else is there is of its kind."""
        known = _entered(load(edition_id), players)
        return shape.fields({"hands": known["hands"]}, known, others=True)

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

    @staticmethod
    @lru_cache(maxsize=64)
    def expected(edition_id: str, players: tuple[str, ...]) -> Check:
        """All that the properties read, for every player."""
        edition = load(edition_id)
        amount = _amount(edition)
        jackpot = {"paid_to": _at_table(players), "amount": amount, "next": amount}
        outline = shape.fields(
            {
                "legal": shape.truth,
                "payouts": shape.for_each(players, amount),
                "jackpot": shape.maybe(shape.fields(jackpot)),
                "problems": _list_of(_PROBLEM),
                "hands": shape.for_each(players, _hand(edition)),
            },
            others=True,
        )
        return _with_jackpot(outline, lambda found: Jackpot(**found["jackpot"]))

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


_TEXT = shape.of_type(str, "a text")
_NUMBER = shape.of_type(int, "a whole number")


def _list_of(check: Check, least: int = 0) -> Check:
    """A list of any length."""
    return shape.several(check, sys.maxsize, least)


def _tuple_of(*checks: Check) -> Check:
    """A list of just these."""

    def check(value: Any, way: Way) -> None:
        if type(value) is not list or len(value) != len(checks):
            raise Damaged(way, f"must be a list of {len(checks)}.")
        for one, inner in zip(checks, value, strict=True):
            one(inner, way)

    return check


_TEXTS = _list_of(_TEXT)
_CHANGE = _tuple_of(_NUMBER, _TEXT)
_FIX = {"add": _TEXTS, "discard": _TEXTS, "stand_in": _TEXTS, "text": _TEXT}
_PROBLEM = shape.fields(
    {
        "rule": _TEXT,
        "player": shape.maybe(_TEXT),
        "cards": _TEXTS,
        "message": _TEXT,
        "fix": shape.fields(_FIX),
    },
    others=True,
)
_BONUS = shape.fields({"kind": _TEXT, "count": _NUMBER, "amount": _NUMBER}, others=True)


def _at_table(players: tuple[str, ...]) -> Check:
    return shape.one_of((*players, None), "somebody at the table")


def _amount(edition: Edition) -> Check:
    """What the bank can pay."""
    return shape.whole(0, sys.maxsize, 1 if edition.money == "points" else min(NOTES))


def _cards(edition: Edition) -> Check:
    return _list_of(shape.one_of(edition.deck, f"a card of {edition.name}"))


def _groups(edition: Edition) -> Check:
    return shape.one_of([group.id for group in edition.groups], f"a group of {edition.name}")


def _hand(edition: Edition) -> Check:
    """How a hand was laid down. Early games have no cards of a set."""
    cards = _cards(edition)
    one_set = shape.fields(
        {
            "group": _groups(edition),
            "houses": _NUMBER,
            "hotel": shape.truth,
            "tokens": _NUMBER,
            "value": _NUMBER,
            "tokens_value": _NUMBER,
            "wilds": cards,
        },
        {"cards": cards},
    )
    return shape.fields(
        {
            "sets": _list_of(one_set),
            "bonuses": _list_of(_BONUS),
            "wilds": cards,
            "unused": cards,
            "wiped_out": shape.maybe(_TEXT),
            "steps": _list_of(_TEXT, 1),
        },
        others=True,
    )


def _with_jackpot(outline: Check, of: Callable[[Any], Jackpot]) -> Check:
    """The outline; and what was taken of the jackpot, which `of` reads, is part of a payout."""

    def check(value: Any, way: Way) -> None:
        outline(value, way)
        if value["jackpot"] is not None:
            taken = of(value)
            if taken.paid_to is not None and taken.amount > value["payouts"][taken.paid_to]:
                raise Damaged((*way, "jackpot"), "must be part of a payout.")

    return check


def _entered(edition: Edition, players: tuple[str, ...]) -> dict[str, Check]:
    """What an entry and a draft may have, and of which kind."""
    cards = _cards(edition)
    some_hands = shape.fields({}, dict.fromkeys(players, cards))
    return {
        "went_out": _at_table(players),
        "hands": some_hands,
        "wilds": some_hands,
        "reward": cards,
        "reward_wilds": cards,
        "jackpot": shape.maybe(_NUMBER),
        "stopped_early": shape.truth,
    }


@lru_cache(maxsize=64)
def drafted(edition_id: str, players: tuple[str, ...]) -> Check:
    """What the text of a draft must be. Early ones have fewer fields, and before the first tap
    there are none."""
    flags = "nobody", "laid_down", "allowed", "reward_open"
    own = {
        "done": shape.fields({}, dict.fromkeys(players, _TEXT)),
        "entering": _TEXTS,
        "since": _NUMBER,
        "marks": _changes,
        **dict.fromkeys(flags, shape.truth),
    }
    return shape.fields({}, {**_entered(load(edition_id), players), **own}, others=True)


def _changes(value: Any, way: Way) -> None:
    """By the place of a tap, the version of the draft that it made, and whose phone it was."""
    if type(value) is not dict:
        raise Damaged(way, "must be an object.")
    for place, change in value.items():
        _CHANGE(change, (*way, place))


@lru_cache(maxsize=64)
def _sums(edition_id: str, players: tuple[str, ...]) -> Check:
    """What the sums of a deal must have."""
    edition = load(edition_id)
    amount, at_table = _amount(edition), _at_table(players)
    hand = _tuple_of(shape.truth, _TEXTS, _list_of(_groups(edition)), _NUMBER)
    outline = shape.fields(
        {
            "payouts": shape.for_each(players, amount),
            "jackpot": shape.maybe(_tuple_of(at_table, amount, amount)),
            "went_out": at_table,
            "hands": shape.for_each(players, hand),
            "worth": shape.maybe(_NUMBER),
        },
        others=True,
    )
    return _with_jackpot(outline, lambda found: Jackpot(*found["jackpot"]))


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
    def read(cls, text: str, owner: Owner) -> "DealSums":
        """The sums that a row of the `owner` keeps. Unreadable where they are damaged."""
        kept = owner.read(text, _sums)
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
