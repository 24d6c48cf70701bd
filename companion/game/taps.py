"""A tap on the deal being entered: read from its text, written, and made.

On the wire a tap is the value of its button: what it does and with what, between colons
(`take:orange`, `n:token:3`). The field `at` says what the page had open. Phones keep taps while
they have no connection, so this form must stay readable.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Self

from companion.game.deal_state import REWARD, Cards, DealState, OldCards
from companion.game.open_deal import OpenDeal, TapRefused

STALE = "This page was old. Here is how things stand now."

UNREADABLE = -2
"""A seat or a number that could not be read; no deal has it."""

_DIGITS = tuple("0123456789")


class Does(StrEnum):
    """What a tap does. The values begin the texts on the wire."""

    OUT = "out"
    """This player went out, or nobody did."""
    OUT_WITH = "outwith"
    """The same, and what becomes of the cards of the player who was chosen before."""
    NOT_OUT = "notout"
    """This player did not go out and play goes on; the entry is thrown away. Where it holds hands
    of others, it asks first."""
    CLEAR_ALL = "clearall"
    """The same, after it has asked."""
    IN = "in"
    """This player did not go out after all."""
    OPEN = "open"
    """Show these cards. On a player's own phone the hand that was open is then entered, and the
    one that opens is being entered."""
    TAKE = "take"
    """A property or a group is in the open hand."""
    GIVE = "give"
    """A property or a group is not in the open hand."""
    NUMBER = "n"
    """The open hand has this number of a card."""
    UP = "up"
    """The open hand has this house, and those before it; in the reward this house alone."""
    DOWN = "down"
    """The open hand does not have this house."""
    CLEAR = "clear"
    """The open hand has no card."""
    LINE = "line"
    """The open hand is what the text field says."""
    NOTHING = "nothing"
    """This player has no card that counts."""
    CATCH = "catch"
    """This player is caught; the number of cards for the majority is asked for."""
    CAUGHT = "caught"
    """This player is caught, with this number of cards for the majority."""
    AGAIN = "again"
    """This player's hand is still to be entered."""
    ALL_IN = "allin"
    """These are all cards of a hand that its player's own phone has begun."""
    LAY = "lay"
    """The hand that went out is laid down."""
    ALLOW = "allow"
    """The same, and the table lets these cards go out although they may not."""
    DRAWN = "drawn"
    """All reward cards are entered."""
    UNLAY = "unlay"
    """The hand that went out is taken back."""
    WILDS = "wilds"
    """What the wilds of a place count as."""
    MADE = "made"
    """This player made a monopoly, or nobody did (Express)."""
    EARLY = "early"
    """The round was stopped early, or was not (Express)."""
    LOOK = "look"
    """Show what was entered as a ruling or a correction; no tap on the deal itself."""
    UNKNOWN = ""
    """A text that no page has."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a page has open: whose cards (`place`: a seat, the reward, or None), and which wild
    there is being chosen (`wild`, counted from 0, or None). `out`: while the page asks what becomes
    of the cards entered for another player, who went out instead ("-" for nobody); "?" while it
    asks again who went out, "!" whether all hands are to be thrown away; else ""."""

    place: int | None = None
    wild: int | None = None
    out: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """What `at` says: "" nothing, "0" a hand, "r" the reward, "0.1" the second wild there, "?1"
        whose cards they are when player 1 went out, "??" who went out, "?!" whether to clear."""
        if text[:1] == "?" and text[1:] in ("-", "?", "!", *_DIGITS):
            return cls(out=text[1:])
        name, _, number = text.partition(".")
        place = None if text == "" else REWARD if name == "r" else _number(name)
        return cls(place, int(number) if number in ("0", "1", "2", "3") else None)

    def __str__(self) -> str:
        if self.place is None or self.place == UNREADABLE:
            return self.out and f"?{self.out}"
        place = _seat_text(self.place)
        return place if self.wild is None else f"{place}.{self.wild}"

    def place_in(self, deal: DealState) -> int | None:
        """The place, if this deal has it; else None."""
        if self.place == REWARD:
            return REWARD if deal.seats.has_reward else None
        there = self.place is not None and 0 <= self.place < len(deal.players)
        return self.place if there and deal.has_goer else None


CLOSED = Opened()
"""The page shows all hands."""

ASKS_WHO = Opened(out="?")
"""The page shows all hands, and asks again who went out."""

ASKS_TO_CLEAR = Opened(out="!")
"""The page shows all hands, and asks whether they are all to be thrown away."""


class TapResult(NamedTuple):
    """The deal after a tap, and what the page has open then."""

    deal: OpenDeal
    at: Opened

    @property
    def shows(self) -> str:
        """The id of the part of the page to scroll to: the open hand, or the whole deal. The reward
        is shown with the hand that went out."""
        if self.at.place is None:
            return "deal"
        return f"hand{self.deal.goer if self.at.place == REWARD else self.at.place}"


class Tap(NamedTuple):
    """One tap: what it does (`does`), and with what. Which of the others count depends on that.

    `who` is a seat, REWARD, or None for nobody; `item` a card or a group; `number` a count or a row
    of houses; `cards` what wilds count as; `opens` what the page has open next. `whole`: its text
    had as many parts as it needs.
    """

    does: Does
    who: int | None = None
    item: str = ""
    number: int = 0
    cards: Cards = ()
    opens: Opened = CLOSED
    whole: bool = True

    # --- text ------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Self:
        """The tap with this text; one that does UNKNOWN for a text that no page has."""
        does, *words = text.split(":")
        names = _ARGUMENTS.get(does)
        if names is None:
            return cls(Does.UNKNOWN)
        padded = [*words, *[""] * len(names)]
        read = {name: _READ[name](word) for name, word in zip(names, padded, strict=False)}
        return cls(Does(does), **read, whole=len(words) == len(names))

    def __str__(self) -> str:
        return ":".join(
            [self.does, *[_WRITE[name](getattr(self, name)) for name in _ARGUMENTS[self.does]]]
        )

    @property
    def anchor(self) -> str | None:
        """The id of the button that was tapped, or of its row, for a browser that loads the page
        anew."""
        match self.does:
            case Does.TAKE | Does.GIVE | Does.NUMBER | Does.MADE:
                return self.item
            case Does.UP | Does.DOWN:
                return f"houses{self.number}"
            case Does.NOTHING | Does.AGAIN:
                return f"nothing{self.who}"
            case Does.CATCH | Does.CAUGHT:
                return f"catch{self.who}"
        return None

    # --- what it does ----------------------------------------------------------------------------

    @property
    def scrolls(self) -> bool:
        """It leads to another part of the page, which is then scrolled to."""
        return self.does in (
            Does.OPEN,
            Does.NOT_OUT,
            Does.CLEAR_ALL,
            Does.LAY,
            Does.ALLOW,
            Does.DRAWN,
            Does.UNLAY,
            Does.NOTHING,
            Does.CATCH,
            Does.CAUGHT,
            Does.ALL_IN,
            Does.WILDS,
        )

    @property
    def loses_its_button(self) -> bool:
        """Its button is gone then, or cannot be tapped, also where nothing is scrolled."""
        return self.does in (
            Does.OUT,
            Does.OUT_WITH,
            Does.NOT_OUT,
            Does.CLEAR_ALL,
            Does.IN,
            Does.CLEAR,
            Does.ALL_IN,
            Does.DRAWN,
            Does.LINE,
        )

    def apply(self, deal: OpenDeal, at: Opened = CLOSED, line: str = "") -> TapResult:
        """The deal after this tap on a page that had `at` open, and `line` in its text field.

        Raises TapRefused when the tap does not fit the deal as it stands, and Refusal for a line of
        shorthand that cannot be.
        """
        if not self.whole or deal.has_goer == (self.does in _ABOUT_MONOPOLIES):
            raise TapRefused(STALE)
        if self.does in _ABOUT_MONOPOLIES:
            return TapResult(_ABOUT_MONOPOLIES[self.does](self, deal), at)
        if self.does is Does.LINE:
            return TapResult(deal.typed(_open_place(deal, at), line), at)
        if self.does in _ABOUT_OPEN_HAND:
            change = _ABOUT_OPEN_HAND[self.does]
            return TapResult(change(self, deal, _open_place(deal, at)), at)
        if self.does in _ABOUT_PAGE:
            return _ABOUT_PAGE[self.does](self, deal, at)
        raise TapRefused(STALE)

    def leaves_reward(self, deal: DealState, at: Opened) -> bool:
        """It opens or enters a hand other than the one that went out: on a phone that enters the
        reward, the reward is done."""
        if self.does is Does.OPEN:
            place = self.opens.place_in(deal)
        elif self.does in (Does.NOTHING, Does.CATCH, Does.CAUGHT, Does.AGAIN, Does.WILDS):
            place = self.who
        else:
            place = at.place_in(deal)
        return place not in (None, REWARD, deal.goer)

    def seat_in(self, deal: DealState) -> int:
        """`who`, a seat of this deal. Raises TapRefused when it is none."""
        if self.who is None or not 0 <= self.who < len(deal.players):
            raise TapRefused(STALE)
        return self.who

    def someone_in(self, deal: DealState) -> int | None:
        """`who`, a seat of this deal or nobody. Raises TapRefused when it is neither."""
        return None if self.who is None else self.seat_in(deal)

    def how_many(self) -> int:
        """`number`. Raises TapRefused when it could not be read."""
        if self.number == UNREADABLE:
            raise TapRefused(STALE)
        return self.number


# --- the text of a tap ---------------------------------------------------------------------------


def _number(text: str) -> int:
    return int(text) if text in _DIGITS else UNREADABLE


def _seat(text: str) -> int | None:
    return None if text == "-" else REWARD if text == "r" else _number(text)


def _seat_text(who: int | None) -> str:
    return "-" if who is None else "r" if who == REWARD else str(who)


_READ: Mapping[str, Callable[[str], Any]] = {
    "who": _seat,
    "item": str,
    "number": _number,
    "cards": lambda text: tuple(filter(None, text.split(","))),
    "opens": Opened.parse,
}

_WRITE: Mapping[str, Callable[[Any], str]] = {
    "who": _seat_text,
    "item": str,
    "number": str,
    "cards": ",".join,
    "opens": str,
}

_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    Does.OUT: ("who",),
    Does.OUT_WITH: ("who", "item"),
    Does.NOT_OUT: ("who",),
    Does.CLEAR_ALL: ("who",),
    Does.IN: ("who",),
    Does.OPEN: ("opens",),
    Does.TAKE: ("item",),
    Does.GIVE: ("item",),
    Does.NUMBER: ("item", "number"),
    Does.UP: ("number", "item"),
    Does.DOWN: ("number", "item"),
    Does.CLEAR: (),
    Does.LINE: (),
    Does.NOTHING: ("who",),
    Does.CATCH: ("who",),
    Does.CAUGHT: ("who", "number"),
    Does.AGAIN: ("who",),
    Does.ALL_IN: ("who",),
    Does.LAY: (),
    Does.ALLOW: ("cards",),
    Does.DRAWN: (),
    Does.UNLAY: (),
    Does.WILDS: ("who", "cards"),
    Does.MADE: ("item", "who"),
    Does.EARLY: ("number",),
    Does.LOOK: (),
    Does.UNKNOWN: (),
}
"""What follows the colon of each tap, in this order."""


# --- what each tap does --------------------------------------------------------------------------


def _open_place(deal: OpenDeal, at: Opened) -> int:
    """The place whose cards are open."""
    place = at.place_in(deal)
    if place is None:
        raise TapRefused("First tap whose cards these are.")
    if not deal.knows_who:
        raise TapRefused("First tap who went out.")
    return place


def _out(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    """Before cards of the player before are moved or thrown away, it asks."""
    who = tap.someone_in(deal)
    asks = deal.goer is not None and deal.cards_at(deal.goer) and who != deal.goer
    if asks and not deal.laid_down:
        return TapResult(deal, Opened(out=_seat_text(who)))
    return TapResult(deal.goes_out(who), Opened(who))


def _out_with(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    who = tap.someone_in(deal)
    if tap.item not in list(OldCards):
        raise TapRefused(STALE)
    return TapResult(deal.goes_out(who, OldCards(tap.item)), Opened(who))


def _not_out(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    """Before hands of other players are thrown away too, it asks."""
    seat = tap.seat_in(deal)
    if seat == deal.goer and deal.others_entered:
        return TapResult(deal, ASKS_TO_CLEAR)
    return _clear_all(tap, deal, at)


def _clear_all(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    return TapResult(deal.not_out_after_all(tap.seat_in(deal)), CLOSED)


def _open(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    if tap.opens == ASKS_WHO:
        return TapResult(deal, ASKS_WHO)
    place = tap.opens.place_in(deal)
    there = place is not None and (place != REWARD or deal.laid_down)
    return TapResult(deal, tap.opens if there else CLOSED)


def _nothing(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    """If this hand was open, the next missing one opens. Once none is missing, the list of all
    hands does."""
    seat = tap.seat_in(deal)
    changed = deal.nothing(seat)
    if at.place == seat or changed.complete:
        at = Opened(changed.next_missing(seat))
    return TapResult(changed, at)


def _catch(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    """If this hand was open, the cards for the majority are counted there; where nothing is asked,
    the list of all hands opens."""
    seat = tap.seat_in(deal)
    caught = deal.caught(seat)
    asks = caught.asks_most(deal.players[seat])
    opened = Opened(seat) if asks else CLOSED
    return TapResult(caught, opened if at.place == seat else at)


def _caught(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    """If this hand was open, the list of all hands opens."""
    seat = tap.seat_in(deal)
    return TapResult(deal.caught(seat, tap.how_many()), CLOSED if at.place == seat else at)


def _all_in(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    return TapResult(deal.all_in(tap.seat_in(deal)), CLOSED)


def _lay(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    """Where several choices for a wild pay the same, it asks first."""
    goer = deal.goer
    if goer is not None and not deal.laid_down and deal.tied_choices():
        return TapResult(deal, Opened(goer, len(deal.declared_at(goer))))
    laid_down = deal.lay_down(tap.cards)
    return TapResult(laid_down, Opened(REWARD) if deal.seats.has_reward else CLOSED)


def _wilds(tap: Tap, deal: OpenDeal, at: Opened) -> TapResult:
    place = REWARD if tap.who == REWARD else tap.seat_in(deal)
    return TapResult(deal.declare(place, tap.cards), Opened(place))


_ABOUT_PAGE: Mapping[Does, Callable[[Tap, OpenDeal, Opened], TapResult]] = {
    Does.OUT: _out,
    Does.OUT_WITH: _out_with,
    Does.NOT_OUT: _not_out,
    Does.CLEAR_ALL: _clear_all,
    Does.IN: lambda tap, deal, at: TapResult(deal.did_not_go_out(tap.seat_in(deal)), CLOSED),
    Does.OPEN: _open,
    Does.NOTHING: _nothing,
    Does.CATCH: _catch,
    Does.CAUGHT: _caught,
    Does.AGAIN: lambda tap, deal, at: TapResult(deal.not_entered(tap.seat_in(deal)), at),
    Does.ALL_IN: _all_in,
    Does.LAY: _lay,
    Does.ALLOW: _lay,
    Does.DRAWN: lambda tap, deal, at: TapResult(deal.reward_done(), CLOSED),
    Does.UNLAY: lambda tap, deal, at: TapResult(deal.take_back(), Opened(deal.goer)),
    Does.WILDS: _wilds,
}
"""Taps that name their hand themselves, and may open another part of the page."""

_ABOUT_OPEN_HAND: Mapping[Does, Callable[[Tap, OpenDeal, int], OpenDeal]] = {
    Does.TAKE: lambda tap, deal, place: deal.take(place, tap.item),
    Does.GIVE: lambda tap, deal, place: deal.give(place, tap.item),
    Does.NUMBER: lambda tap, deal, place: deal.with_number(place, tap.item, tap.how_many()),
    Does.UP: lambda tap, deal, place: deal.build_up(place, tap.how_many(), tap.item),
    Does.DOWN: lambda tap, deal, place: deal.build_down(place, tap.how_many(), tap.item),
    Does.CLEAR: lambda tap, deal, place: deal.clear(place),
}
"""Taps on the cards of the open hand. LINE is one too, but needs the text field."""

_ABOUT_MONOPOLIES: Mapping[Does, Callable[[Tap, OpenDeal], OpenDeal]] = {
    Does.MADE: lambda tap, deal: deal.made_by(tap.item, tap.someone_in(deal)),
    Does.EARLY: lambda tap, deal: deal.stops_early(tap.number == 1),
}
"""Taps where monopolies are collected instead of hands (Express)."""
