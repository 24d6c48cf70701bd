"""The hand editor: the cards of a deal to tap, with the verdict in the bottom bar.

The open deal, a correction and the referee show it. A page makes an `Editor` with `editor_of`, and
its own template extends `hand/_editor.html`, whose blocks are what differs from page to page. What
it answers to a tap is in `hand_page`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.game.open_deal import REWARD, OpenDeal
from companion.game.taps import (
    CLOSED,
    AllowAnyway,
    Asking,
    LayDown,
    Opened,
    OwnSeats,
    may_open,
)
from companion.rules.arrange.laid import SetLaid
from companion.rules.settlement import Settlement
from companion.rules.words import called, number_of, plural
from companion.web.hand.amount import AmountPad, MostHeld, amount_pad, by_amount, most_held
from companion.web.hand.bar import Bar, Button, bar_of
from companion.web.hand.picker import Picker, Tray, owners_of, picker_of, tray_of
from companion.web.hand.wilds import Chooser, chooser_of, number_of_wilds


@dataclass(frozen=True)
class Shown:
    """What the request brings to the page: what it has open (`at`), the `version` of the draft that
    it shows, and a `note` to say first.

    `opened`: the open part is new, so it gets the keyboard's focus; `to_verdict`: the verdict gets
    it, for the cards are most likely done; `scrolls`: htmx scrolls to the open part. `line` is the
    text field (None: no text was sent), `oops` what is wrong with it, `left_out` what of it was not
    taken with its cards, `not_taken`: its cards were to be taken, but the text or the hand had
    changed.
    """

    at: Opened = CLOSED
    version: int = 0
    note: str = ""
    opened: bool = False
    scrolls: bool = False
    to_verdict: bool = False
    line: str | None = None
    oops: str = ""
    left_out: str = ""
    not_taken: bool = False


class Asks(StrEnum):
    """What the page asks about who went out, or says."""

    NOTHING = ""
    WHO = "who"
    """Which of the players."""
    YOU = "you"
    """Whether the player of this phone did."""
    WHOSE = "whose"
    """Whose the cards are that were entered for the player who was chosen before."""
    SAID = "said"
    """It is answered, and can be asked again."""


class Focus(StrEnum):
    """The part of the page that gets the keyboard's focus."""

    NOTHING = ""
    QUESTION = "question"
    """Who went out."""
    CHOOSER = "chooser"
    """What a wild may count as."""
    NAME = "name"
    """Whose hand is open: “Nothing” and “Caught” follow it, and then the cards."""
    CARDS = "cards"
    AMOUNT = "amount"
    """Just the amount of a hand."""
    VERDICT = "verdict"


@dataclass(frozen=True)
class Editor:
    """The cards of a deal to tap. `at` is what is open, `own` are the seats whose hands this phone
    enters (None: all). `bar` is None before it is known who went out. `may_clear`: this phone may
    throw the whole entry away. `names` are what the players are called in place of their names."""

    deal: OpenDeal
    settlement: Settlement
    shown: Shown
    at: Opened
    own: OwnSeats
    asks: Asks
    bar: Bar | None
    may_clear: bool = False
    names: Sequence[str] = ()

    @property
    def seats(self) -> Sequence[int]:
        """The hands that are listed, clockwise from whoever went out; only the open one while one
        is open."""
        deal, place = self.deal, self.at.place
        if not deal.has_goer or self.settlement.void or not deal.knows_who:
            return ()
        if place is not None:
            return ((deal.goer or 0) if place == REWARD else place,)
        return [seat for seat in deal.clockwise if self.own is None or seat in self.own]

    @property
    def open_seat(self) -> int | None:
        """The seat of the hand that is open, or under the reward that is."""
        return self.seats[0] if self.at.place is not None and self.seats else None

    @property
    def focus(self) -> Focus:
        """Where the keyboard's focus goes: to what is new on the page, or to the verdict."""
        if not (self.shown.opened or self.shown.to_verdict):
            return Focus.NOTHING
        if not self.has_picker and self.asks not in (Asks.NOTHING, Asks.SAID):
            return Focus.QUESTION
        if self.chooser is not None:
            return Focus.CHOOSER
        if self.pad is not None:
            return Focus.AMOUNT
        if not self.has_picker or self.shown.to_verdict:
            return Focus.VERDICT
        return Focus.CARDS if self.open_seat in (None, self.deal.goer) else Focus.NAME

    @property
    def answer(self) -> str:
        """Who went out."""
        return f"{'You' if self.own else self.deal.went_out or 'Nobody'} went out"

    @property
    def clears(self) -> bool:
        """The page shows the button that throws the whole entry away: where who went out is to be
        changed."""
        return self.may_clear and self.changes and self.deal.goer is not None

    @property
    def changes(self) -> bool:
        """The page asks again who went out."""
        return self.asks in (Asks.WHO, Asks.YOU) and self.deal.knows_who

    @property
    def lays_anyway(self) -> Button | None:
        """The button that lays down a hand that has too few or too many cards, where who went out
        is to be changed."""
        deal, goer = self.deal, self.deal.goer
        if not self.changes or goer is None or deal.laid_down or not deal.seats.has_reward:
            return None
        cards = deal.goer_cards
        if len(cards) in (0, deal.seats.dealt.hand):
            return None
        these = f"these {plural(len(cards), 'card')}" if len(cards) > 1 else "this card"
        if self.settlement.legal or self.own is not None:
            return Button("lay-anyway", f"Lay down {these}", LayDown())
        return Button("lay-anyway", f"Allow {these}", AllowAnyway(cards))

    @property
    def closing(self) -> bool:
        """All hands are listed, and the deal can be closed."""
        return self.own is None and self.at == CLOSED and can_close(self.deal)

    @property
    def in_reward(self) -> bool:
        """The reward cards are open."""
        return self.at.place == REWARD

    @property
    def has_picker(self) -> bool:
        """Cards can be tapped: some are open, the player is not caught, and the hand is not entered
        by its amount."""
        place = self.at.place
        if place is None or self.pad is not None:
            return False
        return place == REWARD or not self.deal.is_caught(place)

    @property
    def pad(self) -> AmountPad | None:
        """Just the amount of the hand that is open, where that is entered or changed."""
        if not by_amount(self.deal, self.at):
            return None
        mine = self.own is not None and self.at.place in self.own
        return amount_pad(self.deal, self.at, self.shown.line, self.shown.oops, mine)

    @property
    def most_asked(self) -> MostHeld | None:
        """Who held the most of a card, where that is to be said: on the scorekeeper's phone, beside
        the list of all hands."""
        listed = self.own is None and self.at == CLOSED and self.deal.knows_who
        return most_held(self.deal) if listed and self.takes_amounts else None

    @property
    def takes_amounts(self) -> bool:
        """Just the amount of a hand may be entered: not on the referee's page, which judges
        cards."""
        return not self.names

    @property
    def picker(self) -> Picker | None:
        """The cards to tap."""
        if self.at.place is None or not self.has_picker:
            return None
        return picker_of(self.deal, self.settlement, self.at.place)

    @property
    def tray(self) -> Tray | None:
        """The cards that are open."""
        place = self.at.place
        return None if place is None else tray_of(self.deal, self.settlement, place)

    @property
    def most_of_reward(self) -> int:
        """How many cards the reward may have."""
        return self.deal.seats.dealt.reward

    @property
    def empty_places(self) -> int:
        """How many places for cards the tray shows: of a reward those that are still empty, of the
        hand that goes out all, until its first card."""
        deal = self.deal
        if self.in_reward:
            return max(0, self.most_of_reward - len(deal.reward))
        begins = deal.goer is not None and self.at.place == deal.goer and not deal.goer_cards
        return deal.seats.dealt.hand if begins else 0

    @property
    def chooser(self) -> Chooser | None:
        """What a wild may count as, while that is being chosen."""
        at = self.at
        if at.place is None or at.wild is None:
            return None
        return chooser_of(self.deal, at.place, at.wild, self.settlement.deal.jackpot)

    def holders(self, seat: int, card: str) -> str:
        """Who has the copies of a card that the hand at this seat cannot have, in short."""
        return owners_of(self.deal, self.deal.held_elsewhere(seat)[card])

    def gist(self, player: str) -> str:
        """What a hand is made of in one line, without amounts."""
        edition, settlement = self.deal.edition, self.settlement
        laid = settlement.laid[player]
        if player in self.deal.amounts:
            return "As the table said"
        if laid.wiped_out:
            return f"Caught with {edition.label(laid.wiped_out)}"
        parts = [self._set_words(group) for group in laid.sets]
        for bonus in laid.bonuses:
            label = edition.label(bonus.kind)
            if bonus.kind == edition.roles.get("jail"):
                label += " cancelled"
            parts.append(label if bonus.count == 1 else f"{bonus.count}\u00a0×\u00a0{label}")
        if settlement.jackpot and settlement.jackpot.paid_to == player:
            parts.append("Jackpot")
        if self.deal.reward_open and player == self.deal.went_out:
            parts.append("reward still open")
        return ", ".join(parts) or "Nothing that counts"

    def _set_words(self, group: SetLaid) -> str:
        edition = self.deal.edition
        words = edition.label(group.group)
        if group.hotel:
            words += f" with {called(edition, edition.roles['hotel'])}"
        elif group.houses:
            words += f" with {plural(group.houses, 'house')}"
        if group.tokens:
            words += f" + {number_of(edition, edition.roles['token'], group.tokens)}"
        return words


def editor_of(deal: OpenDeal, settlement: Settlement, shown: Shown, own: OwnSeats = None) -> Editor:
    """The editor of a phone that enters the hands of these seats."""
    at = open_now(deal, shown.at)
    if not may_open(deal, own, at):
        at = CLOSED
    asks = asks_who(deal, shown.at) if own is None else _asks_you(deal, shown.at, own)
    bar = bar_of(deal, settlement, at, own)
    return Editor(deal, settlement, shown, at, own, asks, bar)


def can_close(deal: OpenDeal) -> bool:
    """Everything is entered, or nothing is missing but the end of the reward."""
    return deal.complete or deal.lacks_only_reward


def open_now(deal: OpenDeal, at: Opened) -> Opened:
    """What the page asks to have open; CLOSED where these cards cannot be entered now."""
    place = at.place_in(deal)
    if place is None or (deal.has_goer and not deal.knows_who) or deal.is_fixed(place):
        return CLOSED
    if place == REWARD and not deal.laid_down:
        return CLOSED
    is_wild = at.wild is None or at.wild < number_of_wilds(deal, place)
    return at if is_wild else Opened(place)


def asks_who(deal: OpenDeal, at: Opened) -> Asks:
    """What the page asks everyone. Where `at` says that another player went out, it asks what
    becomes of the cards entered for the one before."""
    if not deal.has_goer:
        return Asks.NOTHING
    if deal.knows_who and at.asking is Asking.NOTHING:
        return Asks.SAID
    if at.asking is Asking.WHOSE and deal.goer is not None and deal.cards_at(deal.goer):
        there = at.instead is None or at.instead < len(deal.players)
        return Asks.WHOSE if there and not deal.laid_down else Asks.NOTHING
    return Asks.WHO


def _asks_you(deal: OpenDeal, at: Opened, own: frozenset[int]) -> Asks:
    """What the page asks this phone's player, until somebody went out. They can take that back."""
    if not deal.has_goer or deal.nobody or not own:
        return Asks.NOTHING
    if deal.goer is None:
        return Asks.YOU
    if deal.goer not in own:
        return Asks.NOTHING
    return Asks.SAID if at.asking is Asking.NOTHING else Asks.YOU
