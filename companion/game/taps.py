"""The taps on the deal being entered. Each is one class: its arguments, who may make it, what it
does, and where the page looks then.

On the wire a tap is the value of its button: its name and its arguments, between colons
(`take:orange`, `n:token:3`). The field `at` says what the page had open. Phones keep taps while
they have no connection, so this form must stay readable.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, auto
from typing import Annotated, Any, ClassVar, Self, dataclass_transform, get_args

from companion.game.open_deal import REWARD, Cards, Entered, OldCards, OpenDeal, TapRefused
from companion.game.wild_choices import tied_choices
from companion.rules.edition import Edition
from companion.rules.refusal import shortened
from companion.rules.words import CURRENCY

STALE = "This page was old. Here is how things stand now."
OTHERS = "That is not your hand. Its own phone enters it, or the scorekeeper’s."
KEEPERS = "Only the scorekeeper’s phone can do that. Ask whoever holds it."
TAKEN = "{} has said so already. Is that wrong? Ask the scorekeeper."
NOBODY = (
    "The scorekeeper has said that nobody went out. Is that wrong? Ask whoever holds that phone."
)

OwnSeats = frozenset[int] | None
"""The seats whose hands a phone enters; None for the scorekeeper's, which enters them all. Empty
for a phone that only watches: it sees the page, but no tap of it comes this far (`access`)."""

# --- what a page has open ------------------------------------------------------------------------


class Asking(Enum):
    """What a page that shows all hands asks beside them, with its sign on the wire."""

    NOTHING = ""
    WHO = "?"
    """Again who went out."""
    WHOSE = "whose"
    """What becomes of the cards entered for a player, when another one went out. On the wire it is
    who did."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a page has open: whose cards (`place`: a seat, the reward, or None), and which wild
    there is being chosen (`wild`, counted from 0, or None), or that just the `amount` is being
    entered there; or what it is `asking`. `instead` is
    the seat that went out instead while it asks whose the cards are, None for nobody."""

    place: int | None = None
    wild: int | None = None
    asking: Asking = Asking.NOTHING
    instead: int | None = None
    amount: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """What `at` says: "" nothing, "0" a hand, "r" the reward, "0.1" the second wild there,
        "0.a" just the amount of that hand, "?1" whose cards they are when player 1 went out, "??"
        who went out. Nothing for a text that no page has."""
        if text.startswith("?"):
            sign = text.removeprefix("?")
            if sign in ("-", *_DIGITS):
                return cls(asking=Asking.WHOSE, instead=_read_seat(sign))
            return cls(asking=Asking.WHO if sign == "?" else Asking.NOTHING)
        name, _, number = text.partition(".")
        if name not in ("r", *_DIGITS):
            return cls()
        if number == "a" and name != "r":
            return cls(_read_seat(name), amount=True)
        return cls(_read_seat(name), int(number) if number in ("0", "1", "2", "3") else None)

    def __str__(self) -> str:
        if self.asking is Asking.WHOSE:
            return f"?{_write_seat(self.instead)}"
        if self.asking is not Asking.NOTHING:
            return f"?{self.asking.value}"
        if self.place is None:
            return ""
        place = _write_seat(self.place)
        if self.amount:
            return f"{place}.a"
        return place if self.wild is None else f"{place}.{self.wild}"

    def place_in(self, deal: OpenDeal) -> int | None:
        """The place, if this deal has it; else None. In Express no cards are open, but the amount
        of a player may be."""
        if self.place == REWARD:
            return REWARD if deal.seats.has_reward else None
        there = self.place is not None and self.place < len(deal.players)
        return self.place if there and (deal.has_goer or self.amount) else None


CLOSED = Opened()
"""The page shows all hands."""

ASKS_WHO = Opened(asking=Asking.WHO)
"""The page shows all hands, and asks again who went out."""


@dataclass(frozen=True, slots=True)
class TapResult:
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


def may_open(deal: OpenDeal, own: OwnSeats, at: Opened) -> bool:
    """Whether a phone with these seats may enter these cards. The reward belongs to whoever went
    out."""
    place = at.place_in(deal)
    return own is None or (deal.goer if place == REWARD else place) in own


# --- arguments on the wire -----------------------------------------------------------------------

_DIGITS = tuple("0123456789")


@dataclass(frozen=True, slots=True)
class _OnWire:
    """How an argument is read from the text of a tap, and written. `read` raises ValueError for a
    text that no page has."""

    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


def _read_number(text: str) -> int:
    if text not in _DIGITS:
        raise ValueError(text)
    return int(text)


def _read_seat(text: str) -> int | None:
    return None if text == "-" else REWARD if text == "r" else _read_number(text)


def _write_seat(seat: int | None) -> str:
    return "-" if seat is None else "r" if seat == REWARD else str(seat)


def _read_cards(text: str) -> Cards:
    return tuple(filter(None, text.split(",")))


Seat = Annotated[int | None, _OnWire(_read_seat, _write_seat)]
"""A seat, the reward, or nobody."""
Number = Annotated[int, _OnWire(_read_number)]
"""Of one digit."""
Text = Annotated[str, _OnWire()]
WhatBecomes = Annotated[OldCards, _OnWire(OldCards)]
SomeCards = Annotated[Cards, _OnWire(_read_cards, ",".join)]
Opens = Annotated[Opened, _OnWire(Opened.parse)]


# --- kinds of taps -------------------------------------------------------------------------------


class May(Enum):
    """Which players' phones may make a tap. The scorekeeper's may make every one."""

    OWN = auto()
    """Those that enter the cards it is about."""
    GOER = auto()
    """That of the player who went out."""
    KEEPER = auto()
    """None but the scorekeeper's."""


@dataclass_transform(frozen_default=True)
class Tap:
    """One tap. Each kind of tap is a dataclass of its arguments, in the order of its text."""

    name: ClassVar[str]
    """How its text begins."""
    may: ClassVar[May] = May.OWN
    """Which phones may make it, beside the scorekeeper's."""
    button: ClassVar[str] = ""
    """The id of its button, or of the row of that, by its arguments; "" where it has none."""
    in_express: ClassVar[bool] = False
    """It is about monopolies that are collected instead of hands."""
    in_every_box: ClassVar[bool] = False
    """It is about either."""
    scrolls: ClassVar[bool] = False
    """It leads to another part of the page, which is then scrolled to."""
    loses_its_button: ClassVar[bool] = False
    """Its button is gone then, or cannot be tapped, also where nothing is scrolled."""
    to_verdict: ClassVar[bool] = False
    """The cards are most likely done then, so the verdict is what to look at."""
    field: ClassVar[str] = ""
    """The field of the form in which its last argument is typed; "" where none is."""

    wires: ClassVar[dict[str, _OnWire]] = {}
    """How its arguments are read and written, by their names."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        arguments = fields(cls)  # type: ignore[arg-type]  # it was made a dataclass just now
        cls.wires = {argument.name: get_args(argument.type)[1] for argument in arguments}
        if "name" in vars(cls):
            _BY_NAME[cls.name] = cls

    @staticmethod
    def parse(text: str, typed: Mapping[str, str] | None = None) -> "Tap":
        """The tap with this text; `Unknown` for a text that no page has. `typed` are the fields
        that were posted with it."""
        name, *words = text.split(":")
        kind = _BY_NAME.get(name, Unknown)
        wires = kind.wires
        if typed and kind.field and words and not words[-1]:
            words[-1] = typed.get(kind.field, "")
        if len(words) != len(wires):
            return Unknown()
        try:
            return kind(
                *[wire.read(word) for wire, word in zip(wires.values(), words, strict=True)]
            )
        except ValueError:
            return Unknown()

    def __str__(self) -> str:
        wires = self.wires.items()
        return ":".join([self.name, *[wire.write(getattr(self, name)) for name, wire in wires]])

    @property
    def anchor(self) -> str | None:
        """The id of the button that was tapped, or of its row, for a browser that loads the page
        anew."""
        return self.button.format_map(vars(self)) or None

    def place(self, deal: OpenDeal, at: Opened) -> int | None:
        """Whose cards it is about."""
        return at.place_in(deal)

    def forbidden(self, deal: OpenDeal, own: frozenset[int], at: Opened) -> str | None:
        """Why a player's phone with these seats may not make it with `at` open; None when it
        may."""
        if self.may is May.KEEPER:
            return KEEPERS
        mine = self.place(deal, at)
        if self.may is May.GOER or mine == REWARD:
            mine = deal.goer
        return None if mine in own else OTHERS

    def apply(self, deal: OpenDeal, at: Opened = CLOSED) -> TapResult:
        """The deal after this tap on a page that had `at` open.

        Raises TapRefused when the tap does not fit the deal as it stands, and Refusal for a line of
        shorthand that cannot be.
        """
        if deal.has_goer == self.in_express and not self.in_every_box:
            raise TapRefused(STALE)
        return self.make(deal, at)

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        """What it does, in a box that has such taps."""
        raise TapRefused(STALE)


_BY_NAME: dict[str, type[Tap]] = {}


_AMOUNT = re.compile(rf"[{CURRENCY}]?\s*(\d{{1,7}}|\d{{1,3}}(?:[\s,.’']\d{{3}}){{1,2}})", re.ASCII)
"""``1500``, ``£1,500``. A mark stands before three figures only: 500.50 is no amount."""


def read_amount(edition: Edition, text: str) -> int:
    """The amount that was typed. Raises TapRefused when it is none."""
    typed = " ".join(text.split())
    if not typed:
        raise TapRefused("Type the amount first.")
    found = _AMOUNT.fullmatch(typed)
    if not found:
        like = edition.amount(12 if edition.money == "points" else 1500)
        raise TapRefused(f"“{shortened(typed)}” is no amount. Type it like {like}.")
    return int("".join(filter(str.isdecimal, found[1])))


def seat_in(deal: OpenDeal, seat: int | None) -> int:
    """The seat, one of this deal. Raises TapRefused when it is none."""
    if seat is None or not 0 <= seat < len(deal.players):
        raise TapRefused(STALE)
    return seat


def someone_in(deal: OpenDeal, seat: int | None) -> int | None:
    """A seat of this deal, or nobody. Raises TapRefused when it is neither."""
    return None if seat is None else seat_in(deal, seat)


class _OnOpenCards(Tap):
    """It changes the cards that are open, and they stay open."""

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        place = at.place_in(deal)
        if place is None:
            raise TapRefused("First tap whose cards these are.")
        if not deal.knows_who:
            raise TapRefused("First tap who went out.")
        return TapResult(self.change(deal, place), Opened(place))

    def change(self, deal: OpenDeal, place: int) -> OpenDeal:
        """The deal with the change at this place."""
        raise NotImplementedError


class _OfPlayer(Tap):
    """It names its hand itself, and may open another part of the page."""

    who: Seat

    def place(self, deal: OpenDeal, at: Opened) -> int | None:
        return Opened(self.who).place_in(deal)


class Unknown(Tap):
    """A text that no page has."""

    name = ""
    may = May.KEEPER


class Look(Tap):
    """Show what was entered as a ruling or a correction; no tap on the deal itself."""

    name = "look"
    may = May.KEEPER


# --- who went out --------------------------------------------------------------------------------


class Out(Tap):
    """This player went out, or nobody did. Before cards of the player who was chosen before are
    moved or thrown away, it asks."""

    name = "out"
    loses_its_button = True
    who: Seat

    def forbidden(self, deal: OpenDeal, own: frozenset[int], at: Opened) -> str | None:
        """A player may say that they went out while nobody else has."""
        if self.who is None:
            return KEEPERS
        if self.who not in own:
            return OTHERS
        if deal.nobody:
            return NOBODY
        if deal.goer is not None and deal.goer not in own:
            return TAKEN.format(deal.went_out)
        return None

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        who = someone_in(deal, self.who)
        asks = deal.goer is not None and deal.cards_at(deal.goer) and who != deal.goer
        if asks and not deal.laid_down:
            return TapResult(deal, Opened(asking=Asking.WHOSE, instead=who))
        return TapResult(deal.goes_out(who), Opened(who))


class OutWith(Tap):
    """The same, and what becomes of the cards of the player who was chosen before."""

    name = "outwith"
    may = May.KEEPER
    loses_its_button = True
    who: Seat
    old: WhatBecomes

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        who = someone_in(deal, self.who)
        return TapResult(deal.goes_out(who, self.old), Opened(who))


class StayedIn(Tap):
    """This player did not go out after all. The cards stay."""

    name = "in"
    loses_its_button = True
    who: Seat

    def forbidden(self, deal: OpenDeal, own: frozenset[int], at: Opened) -> str | None:
        if self.who is None:
            return KEEPERS
        return None if self.who in own else OTHERS

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        if seat_in(deal, self.who) == deal.goer:
            deal = replace(deal.goes_out(None), nobody=False)
        return TapResult(deal, CLOSED)


class NotOut(Tap):
    """This player did not go out and play goes on; the entry is thrown away."""

    name = "notout"
    scrolls = loses_its_button = True
    who: Seat

    def forbidden(self, deal: OpenDeal, own: frozenset[int], at: Opened) -> str | None:
        """A player may throw the entry away while it holds nobody else's hand."""
        if self.who not in own or deal.goer not in own:
            return OTHERS
        return KEEPERS if deal.others_entered else None

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        is_out = seat_in(deal, self.who) == deal.goer
        return TapResult(OpenDeal(deal.seats) if is_out else deal, CLOSED)


class Undo(Tap):
    """What the last tap that threw cards away has cleared is there again."""

    name = "undo"
    scrolls = loses_its_button = True

    def forbidden(self, deal: OpenDeal, own: frozenset[int], at: Opened) -> str | None:
        """A player may bring back their own cards."""
        cleared = deal.cleared
        seats = frozenset() if cleared is None else cleared.seats
        return None if seats <= own else OTHERS

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        back = deal.restored()
        if back.goer == deal.goer:
            return TapResult(back, at)
        if back.laid_down:
            return TapResult(back, Opened(REWARD) if back.reward_open else CLOSED)
        return TapResult(back, Opened(back.goer))


class LayDown(Tap):
    """The hand that went out is laid down. Where several choices for a wild pay the same, it asks
    first."""

    name = "lay"
    may = May.GOER
    scrolls = True

    def make(self, deal: OpenDeal, at: Opened, allows: Cards = ()) -> TapResult:
        goer = deal.goer
        # Only boxes with a reward have this tap, and those have no jackpot.
        if goer is not None and not deal.laid_down and tied_choices(deal):
            return TapResult(deal, Opened(goer, len(deal.declared_at(goer))))
        laid_down = deal.lay_down(allows)
        return TapResult(laid_down, Opened(REWARD) if deal.seats.has_reward else CLOSED)


class AllowAnyway(LayDown):
    """The same, and the table lets these cards go out although they may not."""

    name = "allow"
    may = May.KEEPER
    cards: SomeCards

    def make(self, deal: OpenDeal, at: Opened, allows: Cards = ()) -> TapResult:
        return super().make(deal, at, self.cards)


class RewardDone(Tap):
    """All reward cards are entered."""

    name = "drawn"
    may = May.GOER
    scrolls = loses_its_button = True

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        return TapResult(deal.reward_done(), CLOSED)


class TakeBack(Tap):
    """The hand that went out can be changed again; the reward is kept until that happens."""

    name = "unlay"
    may = May.GOER
    scrolls = True

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        back = replace(deal, laid_down=False, allowed=False, reward_open=False, reward_wilds=())
        return TapResult(back, Opened(deal.goer))


# --- the cards that are open ---------------------------------------------------------------------


class OpenCards(Tap):
    """Show these cards. On a player's own phone the hand that was open is then entered, and the
    one that opens is being entered."""

    name = "open"
    in_every_box = True
    scrolls = True
    opens: Opens = CLOSED

    def place(self, deal: OpenDeal, at: Opened) -> int | None:
        return self.opens.place_in(deal)

    def forbidden(self, deal: OpenDeal, own: frozenset[int], at: Opened) -> str | None:
        anybody = self.opens in (CLOSED, ASKS_WHO)
        return None if anybody else super().forbidden(deal, own, at)

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        if self.opens == ASKS_WHO:
            return TapResult(deal, ASKS_WHO)
        place = self.opens.place_in(deal)
        there = place is not None and (place != REWARD or deal.laid_down)
        return TapResult(deal, self.opens if there else CLOSED)


class TakeCards(_OnOpenCards):
    """A property or a group is in the open hand."""

    name = "take"
    button = "{item}"
    item: Text

    def change(self, deal: OpenDeal, place: int) -> OpenDeal:
        return deal.take(place, self.item)


class GiveCards(TakeCards):
    """A property or a group is not in the open hand."""

    name = "give"

    def change(self, deal: OpenDeal, place: int) -> OpenDeal:
        return deal.give(place, self.item)


class HoldNumber(_OnOpenCards):
    """The open hand has this number of a card."""

    name = "n"
    button = "{item}"
    item: Text
    number: Number

    def change(self, deal: OpenDeal, place: int) -> OpenDeal:
        return deal.with_number(place, self.item, self.number)


class BuildUp(_OnOpenCards):
    """The open hand has this house, and those before it; in the reward this house alone."""

    name = "up"
    button = "houses{row}"
    row: Number
    card: Text

    def change(self, deal: OpenDeal, place: int) -> OpenDeal:
        return deal.build_up(place, self.row, self.card)


class BuildDown(BuildUp):
    """The open hand does not have this house."""

    name = "down"

    def change(self, deal: OpenDeal, place: int) -> OpenDeal:
        return deal.build_down(place, self.row, self.card)


class ClearCards(_OnOpenCards):
    """The open hand has no card."""

    name = "clear"
    loses_its_button = True

    def change(self, deal: OpenDeal, place: int) -> OpenDeal:
        return deal.with_cards(place, ())


class TypeLine(_OnOpenCards):
    """The open hand is what this line says, as `companion read` takes it."""

    name = "line"
    loses_its_button = to_verdict = True
    line: Text

    def change(self, deal: OpenDeal, place: int) -> OpenDeal:
        return deal.typed(place, self.line)


class DeclareWilds(_OfPlayer):
    """What the wilds of a place count as."""

    name = "wilds"
    scrolls = to_verdict = True
    cards: SomeCards

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        place = REWARD if self.who == REWARD else seat_in(deal, self.who)
        return TapResult(deal.declare(place, self.cards), Opened(place))


# --- hands that one tap enters -------------------------------------------------------------------


def _goes_on(deal: OpenDeal, seat: int, at: Opened) -> Opened:
    """What is open once this hand is entered: the list of all hands where that was tapped in, else
    the next hand that is missing, and the list once none is."""
    return CLOSED if at.place is None else Opened(deal.next_missing(seat))


class HasNothing(_OfPlayer):
    """This player has no card that counts."""

    name = "nothing"
    button = "nothing{who}"
    scrolls = to_verdict = True

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        seat = seat_in(deal, self.who)
        changed = deal.entered_as(seat, Entered.NOTHING)
        return TapResult(changed, _goes_on(changed, seat, at))


class EnterAgain(_OfPlayer):
    """This player's hand is still to be entered."""

    name = "again"
    button = "nothing{who}"

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        return TapResult(deal.entered_as(seat_in(deal, self.who), Entered.MISSING), at)


class _OfAnyPlayer(_OfPlayer):
    """The same in every box: also where monopolies are collected instead of hands."""

    in_every_box = True

    def place(self, deal: OpenDeal, at: Opened) -> int | None:
        return Opened(self.who, amount=True).place_in(deal)


class SayAmount(_OfAnyPlayer):
    """This player's hand pays this amount, in place of its cards. If it was open, the next missing
    one opens for its amount; once none is missing, the list of all hands does."""

    name = "say"
    button = "amount{who}"
    field = "amount"
    scrolls = to_verdict = True
    amount: Text

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        seat = seat_in(deal, self.who)
        changed = deal.said(seat, read_amount(deal.edition, self.amount))
        if at.place == seat and deal.has_goer:
            then = changed.next_missing(seat)
            at = CLOSED if then is None else Opened(then, amount=True)
        return TapResult(changed, CLOSED if not deal.has_goer else at)


class EnterCards(_OfAnyPlayer):
    """This player's hand is entered by its cards after all, not by the amount."""

    name = "cards"
    button = "amount{who}"
    loses_its_button = True

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        seat = seat_in(deal, self.who)
        opens = Opened(seat) if deal.has_goer and at.place == seat else CLOSED
        return TapResult(deal.not_said(seat), opens)


class HeldMost(Tap):
    """This player held the most of the card for it, beside hands that are amounts; or nobody."""

    name = "most"
    may = May.KEEPER
    button = "most-{who}"
    who: Seat

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        return TapResult(deal.held_most(someone_in(deal, self.who)), at)


class Catch(_OfPlayer):
    """This player is caught. The bar asks for their cards for the majority, and only then it goes
    on."""

    name = "catch"
    button = "catch{who}"
    scrolls = to_verdict = True

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        seat = seat_in(deal, self.who)
        caught = deal.caught(seat)
        return TapResult(caught, at if caught.asks_most(seat) else _goes_on(caught, seat, at))


class Caught(_OfPlayer):
    """This player is caught, with this number of cards for the majority."""

    name = "caught"
    scrolls = to_verdict = True
    number: Number

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        seat = seat_in(deal, self.who)
        caught = deal.caught(seat, self.number)
        return TapResult(caught, _goes_on(caught, seat, at))


class AllIn(Tap):
    """These are all cards of a hand that its player's own phone has begun."""

    name = "allin"
    may = May.KEEPER
    scrolls = loses_its_button = True
    who: Seat

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        seat = seat_in(deal, self.who)
        return TapResult(deal.on_own_phone(seat, is_open=False).left(seat), CLOSED)


# --- monopolies (Express) ------------------------------------------------------------------------


class MadeBy(Tap):
    """This player made a monopoly, or nobody did."""

    name = "made"
    button = "{group}"
    in_express = True
    group: Text
    who: Seat

    def forbidden(self, deal: OpenDeal, own: frozenset[int], at: Opened) -> str | None:
        """A player may say that they made a monopoly nobody else has, and take that back."""
        maker = deal.makers().get(self.group) if not deal.has_goer else None
        if self.who in own:
            return None if maker is None or maker in own else TAKEN.format(deal.players[maker])
        return None if self.who is None and maker in own else OTHERS

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        return TapResult(deal.made_by(self.group, someone_in(deal, self.who)), at)


class StopEarly(Tap):
    """The round was stopped early, or was not."""

    name = "early"
    may = May.KEEPER
    in_express = True
    stopped: Number

    def make(self, deal: OpenDeal, at: Opened) -> TapResult:
        return TapResult(replace(deal, stopped_early=self.stopped == 1), at)
