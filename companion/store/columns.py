"""What rows have as JSON in their columns: read when it is asked for and checked by the
dataclasses that describe it. Damaged JSON is Unreadable."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, TypeVar

from companion.rules.arrange.laid import Amount
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.entries import Entry
from companion.rules.plain import Damaged, Known, Names, Player, parsed, read, write
from companion.rules.rank.hand_rank import worth_of_goer
from companion.rules.refusal import Refusal
from companion.rules.settlement import Jackpot, PaidDeal, check_paid
from companion.store.draft import DraftKeys

Found = TypeVar("Found")


class Unreadable(ValueError):
    """A table that this version cannot read: another one wrote its rows, or the disk damaged them.
    `code` is that of the table; empty where only whoever asked for the row knows it."""

    def __init__(self, code: str) -> None:
        super().__init__(f"Table {code} cannot be read by this version.")
        self.code = code


# --- texts ---------------------------------------------------------------------------------------


class DamagedText(str):
    """A text of the file that is not UTF-8, with signs for what cannot be read. Whatever is read of
    one table is Unreadable then, and a name is left out of lists."""


def text_of(stored: bytes) -> str:
    """Decodes a text of the file. Without this, bad UTF-8 is the same error as a busy database."""
    try:
        return str(stored, "utf-8")
    except UnicodeDecodeError:
        return DamagedText(stored, "utf-8", "replace")


def is_damaged(values: Iterable[object]) -> bool:
    """Whether one of these values of a row is damaged: bytes, which no column has, or a text
    that is not UTF-8."""
    return any(isinstance(value, (bytes, DamagedText)) for value in values)


def is_time(value: object) -> bool:
    """Whether a stored value is a time from 1971 to 8999, so that adding days to it cannot fail."""
    try:
        return 1971 <= datetime.fromisoformat(str(value)).year < 9000
    except ValueError:
        return False


def json_text(data: object) -> str:
    """Data as JSON, as it is stored in a column."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# --- what pages of many deals need of each -------------------------------------------------------


@dataclass(frozen=True)
class HandSums:
    """What one hand adds to the figures of its player: whether it was wiped out, the kind of each
    bonus, the group of each set. `lost` is what a hand that was wiped out would have paid without
    the card that did it, in whole money, and without what depends on other hands. `said`: the table
    said what it pays, in place of cards."""

    wiped_out: bool
    bonuses: tuple[str, ...]
    sets: tuple[Annotated[str, Known("group")], ...]
    lost: int = 0
    said: bool = False


@dataclass(frozen=True)
class DealSums:
    """What pages of many deals need of each: `hands` by player, and what the ledger reads.

    `worth` is the amount of the hand that went out before its reward, in whole money; None for one
    that is not compared with others. Only deals that are in a row have it, and `lost` of their
    hands: rows never change, so it is worked out when one is written.
    """

    payouts: Mapping[Player, Amount]
    jackpot: Jackpot | None
    went_out: Player | None
    hands: Mapping[Player, HandSums]
    worth: int | None = None

    @classmethod
    def of(cls, entry: Deal, settlement: PaidDeal) -> "DealSums":
        """The sums of what was laid down and what it paid, without what has to be arranged."""
        hands = {
            player: HandSums(
                wiped_out=hand.wiped_out is not None,
                bonuses=tuple(bonus.kind for bonus in hand.bonuses),
                sets=tuple(one.group for one in hand.sets),
                said=hand.said,
            )
            for player, hand in settlement.hands.items()
        }
        return cls(settlement.payouts, settlement.jackpot, entry.went_out, hands)

    @property
    def by_cards(self) -> bool:
        """Whether the cards of every hand are known: none is an amount."""
        return not any(hand.said for hand in self.hands.values())

    @classmethod
    def kept(cls, edition: Edition, entry: Deal, settlement: PaidDeal) -> "DealSums":
        """The sums as a row keeps them; `edition` has the options of the table."""
        sums, goer, worth = cls.of(entry, settlement), entry.goer_by_cards, None
        if goer is not None and settlement.legal:
            hand, declared = entry.hands[goer], entry.wilds.get(goer, ())
            worth = worth_of_goer(edition, len(entry.players), hand, declared)
        hands = {
            player: replace(hand, lost=_lost(edition, entry, player) if hand.wiped_out else 0)
            for player, hand in sums.hands.items()
        }
        return replace(sums, hands=hands, worth=worth)


def _lost(edition: Edition, entry: Deal, player: str) -> int:
    """What the hand of this player would have paid without the card that wiped it out."""
    caught = edition.caught_with
    cards = [card for card in entry.hands[player] if card != caught]
    declared = () if caught == edition.wild else entry.wilds.get(player, ())
    return edition.arrange(cards, goer=player == entry.went_out, declared=declared).total


# --- reading -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableTexts:
    """Reads and writes the JSON in the rows of one table, by its code, its box and its players.
    `written` are their names in all rows: those that the table began with, which stay there when a
    name is corrected."""

    code: str
    edition_id: str
    players: tuple[str, ...]
    written: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.written:
            object.__setattr__(self, "written", self.players)

    def name(self, written: str) -> str:
        """What the player is called now who has this name in a row. Unreadable for nobody."""
        if written not in self.written:
            raise Unreadable(self.code)
        return self.players[self.written.index(written)]

    def name_in_rows(self, player: str) -> str:
        """The name of this player in rows."""
        return self.written[self.players.index(player)]

    def names(self, box: Edition) -> Names:
        """What reads the names in rows."""
        return box.names_known(self.players, self.written)

    def stored(self, value: Any) -> Any:
        """A dataclass as plain data for a row."""
        if self.written == self.players:
            return write(value)
        back = load(self.edition_id).names_known(self.written, self.players)
        return write(read(type(value), write(value), back))

    def stored_draft(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The open deal for a row."""
        if self.written == self.players:
            return dict(data)
        back = load(self.edition_id).names_known(self.written, self.players)
        return {**data, **write(read(DraftKeys, data, back))}

    def entry(self, text: str) -> Deal:
        """What was laid down in a closed deal."""
        return self.read(
            text, lambda data, box: Deal.from_json(data, box, self.players, self.written)
        )

    def settlement(self, text: str) -> PaidDeal:
        """What a closed deal paid."""
        return self.read(
            text, lambda data, box: PaidDeal.from_json(data, box, self.players, self.written)
        )

    def sums(self, text: str) -> DealSums:
        """What a row keeps of a closed deal for pages of many deals."""

        def sums(data: Any, box: Edition) -> DealSums:
            kept = read(DealSums, data, self.names(box))
            check_paid(box, self.players, kept.payouts, kept.jackpot)
            if len(kept.hands) < len(self.players):
                raise Damaged("must be those of all players.", "hands")
            return kept

        return self.read(text, sums)

    def written_down(self, text: str) -> Entry:
        """What was written down between deals."""

        def entry(data: Any, box: Edition) -> Entry:
            found = read(Entry, data, self.names(box))
            found.check(box)
            return found

        return self.read(text, entry)

    def draft(self, text: str) -> Mapping[str, Any]:
        """The open deal as it is stored; empty before the first tap."""

        def draft(data: Any, box: Edition) -> Mapping[str, Any]:
            found: Mapping[str, Any] = {**data, **write(read(DraftKeys, data, self.names(box)))}
            return found

        return self.read(text, draft)

    def read(self, text: str, found: Callable[[Any, Edition], Found]) -> Found:
        """What is found in a text of JSON. Unreadable where it is no JSON, and where something in
        it is missing, of another kind, or not of this box or these players."""
        if is_damaged([text]):
            raise Unreadable(self.code)
        try:
            return found(parsed(text), load(self.edition_id))
        except (ValueError, TypeError, AttributeError, Refusal) as error:
            raise Unreadable(self.code) from error
