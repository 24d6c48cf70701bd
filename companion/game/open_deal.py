"""The deal being entered: what it holds, what is missing, and every change to it.

A change says what shall be so afterwards ("Orange is in the hand", "three tokens"), never what to
add. So a change that is made twice, by a double tap, a reload or a second phone, counts once.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from companion.game.seats import Seats
from companion.rules.bank import most_said, step_of
from companion.rules.deal import Deal, check_cards, free_wilds, wrong_amount
from companion.rules.edition import Edition
from companion.rules.majority import may_hold_most, surely_holds_most
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement
from companion.rules.words import isolated
from companion.store import Draft

Cards = tuple[str, ...]

REWARD = -1
"""The place of the reward cards. Every other place is a player's seat, counted from 0."""

WHOLE_DEAL = "out"
"""State of the deal as a whole: who went out, and whether it was stopped early. Stored in drafts
beside the seats, or the monopolies, that were changed."""


MOST_HELD = "most"
"""Who held the most of a card, beside hands that are amounts. Stored in drafts in the same way."""


class Entered(StrEnum):
    """How the hand of a player who did not go out was entered. The values are stored in drafts."""

    CARDS = "cards"
    """The cards that count."""
    NOTHING = "nothing"
    """No card that counts."""
    CAUGHT = "chance"
    """Caught with the card that wipes out the hand, whichever that is in this box."""
    SAID = "said"
    """Just the amount that it pays, in place of cards."""
    COUNTING = "counting"
    """The same, while nobody has said how many cards for the majority the hand has."""
    MISSING = "missing"
    """Not entered yet; shown, never stored."""


class OldCards(StrEnum):
    """What becomes of the cards of a player when another one went out. The values are in taps."""

    MOVE = "move"
    """They were entered for the wrong player."""
    KEEP = "keep"
    """They are that player's hand."""
    CLEAR = "clear"
    """They are nobody's."""


class TapRefused(Exception):
    """A change that does not fit the deal as it stands; the message says why, in plain words."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """One player's hand as it was entered: the `cards` laid down, before any reward; `how` it was
    entered (a value of `Entered`; MISSING for the hand that went out); what its `wilds` were
    declared as; and whether its player's own phone still has it open, so more cards may come.
    `amount` is what it pays where the table said just that; it has no cards then."""

    cards: Cards = ()
    how: str = Entered.MISSING
    wilds: Cards = ()
    on_phone: bool = False
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Cleared:
    """What one tap threw away: the deal before it, and its `parts` that the tap changed, as
    `touched_since` names them. It can be undone until one of them is changed again."""

    was: "OpenDeal"
    parts: frozenset[str]

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose hands it brings back, and that of whoever went out."""
        seats = {int(part) for part in self.parts if part.isdecimal()}
        if WHOLE_DEAL in self.parts and self.was.goer is not None:
            seats.add(self.was.goer)
        return frozenset(seats)


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """The deal being entered. Never changed itself: every change returns a new one, or raises
    TapRefused when it does not fit the deal as it stands.

    `hands` are those of all seats, and `goer` is the seat that went out; `nobody`: it was said that
    nobody did. `laid_down`: the hand that went out is fixed and the reward counts; `allowed`: the
    table said then that it lets this hand go out although it may not; `reward_open`: reward cards
    are still being entered. `reward_wilds` is what wilds were declared as after the reward.
    `announced` is what the other wilds of the hand that went out counted as when it was laid down,
    where the others lay down knowing it (2017). `majority` is the seat that held the most of the
    card for it, None for nobody; it counts once it is `majority_said`, and only beside amounts.
    `cleared` is what the last tap that threw cards away has cleared, while that can be undone.
    """

    seats: Seats = field(compare=False)
    hands: tuple[OpenHand, ...] = ()
    goer: int | None = None
    nobody: bool = False
    laid_down: bool = False
    allowed: bool = False
    reward_open: bool = False
    reward: Cards = ()
    reward_wilds: Cards = ()
    announced: Cards = ()
    stopped_early: bool = False
    majority: int | None = None
    majority_said: bool = False
    cleared: Cleared | None = None

    def __post_init__(self) -> None:
        if not self.hands:
            object.__setattr__(self, "hands", (OpenHand(),) * len(self.players))

    # --- to and from what is stored --------------------------------------------------------------

    @classmethod
    def from_json(cls, seats: Seats, data: Mapping[str, Any]) -> Self:
        """The deal of a stored draft, as `as_json` wrote it, or of the entry of a closed deal."""
        data = _as_draft(seats, data)
        went_out = data.get("went_out")
        cards, wilds = data.get("hands", {}), data.get("wilds", {})
        how, on_phone = data.get("done", {}), data.get("entering", ())
        amounts, most = data.get("amounts", {}), data.get("majority_to")
        return cls(
            seats,
            tuple(
                OpenHand(
                    tuple(cards.get(player, ())),
                    how.get(player, Entered.MISSING),
                    tuple(wilds.get(player, ())),
                    player in on_phone,
                    amounts.get(player),
                )
                for player in seats.players
            ),
            goer=None if went_out is None else seats.players.index(went_out),
            nobody=data.get("nobody", False),
            laid_down=data.get("laid_down", went_out in cards and seats.has_reward),
            allowed=data.get("allowed", False),
            reward_open=data.get("reward_open", False),
            reward=tuple(data.get("reward", ())),
            reward_wilds=tuple(data.get("reward_wilds", ())),
            announced=tuple(data.get("announced", ())),
            stopped_early=data.get("stopped_early", False),
            majority=None if most is None else seats.players.index(most),
            majority_said=data.get("majority_said", False),
            cleared=_cleared_of(seats, data.get("cleared")),
        )

    def as_json(self) -> dict[str, Any]:
        """The draft as it is stored."""
        hands, cleared = self.by_player, self.cleared
        undo = {"was": cleared.was.as_json(), "parts": sorted(cleared.parts)} if cleared else None
        return {
            "went_out": self.went_out,
            "nobody": self.nobody,
            "laid_down": self.laid_down,
            "allowed": self.allowed,
            "reward_open": self.reward_open,
            "hands": {player: list(hand.cards) for player, hand in hands.items() if hand.cards},
            "done": {
                player: hand.how for player, hand in hands.items() if hand.how != Entered.MISSING
            },
            "entering": [player for player, hand in hands.items() if hand.on_phone],
            "reward": list(self.reward),
            "wilds": {player: list(hand.wilds) for player, hand in hands.items() if hand.wilds},
            "reward_wilds": list(self.reward_wilds),
            "announced": list(self.announced),
            "stopped_early": self.stopped_early,
            "amounts": self.amounts,
            "majority_to": None if self.majority is None else self.players[self.majority],
            "majority_said": self.majority_said,
            **({"cleared": undo} if undo else {}),
        }

    def entry(self, jackpot: int | None = None) -> Deal:
        """The deal as it is closed; `jackpot` None: what a game starts with."""
        entry = self._entry(jackpot)
        sure, asked = self._most_held(entry)
        said = self.players[self.majority] if self.majority is not None else None
        return replace(entry, majority_to=sure or (said if said in asked else None))

    def _most_held(self, entry: Deal) -> tuple[str | None, tuple[str, ...]]:
        """Who held the most of the card for it beside hands that are amounts, where that is sure;
        else who may have, so that it has to be said. Nobody where it changes nothing."""
        if not entry.amounts or self.no_hand_counts:
            return None, ()
        laid = settle(self.edition, entry).laid
        if sure := surely_holds_most(self.edition, entry, laid):
            return sure, ()
        return None, may_hold_most(self.edition, entry, laid)

    def _entry(self, jackpot: int | None) -> Deal:
        """The same without who held the most."""
        hands, drawn = self.by_player, self.laid_down and self.reward
        wilds = {player: self.declared_at(seat) for seat, player in enumerate(self.players)}
        return Deal(
            hands={player: hand.cards for player, hand in hands.items()},
            went_out=self.went_out,
            reward=self.reward if drawn else (),
            wilds={player: declared for player, declared in wilds.items() if declared},
            reward_wilds=self.reward_wilds if drawn else (),
            jackpot=self.edition.options.get("jackpot_start") if jackpot is None else jackpot,
            stopped_early=self.stopped_early and not self.all_made,
            amounts=self.amounts,
        )

    def settled(self, jackpot: int | None = None) -> Settlement:
        """What the deal as entered so far pays; `jackpot` None: what a game starts with. Refusal
        where the cards are impossible."""
        edition, deal = self.edition, self.entry(jackpot)
        check_cards(edition, deal)
        return settle(edition, deal)

    # --- what it holds ---------------------------------------------------------------------------

    @property
    def edition(self) -> Edition:
        """The edition with the table's options in force."""
        return self.seats.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seating order."""
        return self.seats.players

    @property
    def by_player(self) -> dict[str, OpenHand]:
        """The hands by their players."""
        return dict(zip(self.players, self.hands, strict=True))

    @property
    def has_goer(self) -> bool:
        """One player goes out. Otherwise monopolies are collected instead of hands (Express)."""
        return self.edition.way.has_goer

    @property
    def went_out(self) -> str | None:
        """The player who went out; None while nobody has."""
        return None if self.goer is None else self.players[self.goer]

    @property
    def amounts(self) -> dict[str, int]:
        """What hands pay of which the table said just that."""
        return {p: hand.amount for p, hand in self.by_player.items() if hand.amount is not None}

    def is_said(self, place: int) -> bool:
        """Just the amount was entered for the hand at this seat."""
        return place != REWARD and self.hands[place].amount is not None

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats, clockwise from whoever went out."""
        seats = range(len(self.players))
        return (*seats[self.goer or 0 :], *seats[: self.goer or 0])

    @property
    def knows_who(self) -> bool:
        """It was entered who went out, or that nobody did."""
        return self.nobody or self.goer is not None

    @property
    def goer_lacks_cards(self) -> bool:
        """The hand that went out is not laid down, and has fewer cards than it needs."""
        if self.goer is None or self.laid_down or self.is_said(self.goer):
            return False
        return len(self.goer_cards) < self.seats.dealt.hand

    def owner(self, place: int) -> str:
        """The player whose cards these are; the reward belongs to whoever went out, "" before."""
        return (self.went_out or "") if place == REWARD else self.players[place]

    def is_fixed(self, place: int) -> bool:
        """This is the hand that went out, and it is laid down."""
        return self.laid_down and place == self.goer

    @property
    def goer_cards(self) -> Cards:
        """The cards of the hand that went out, without the reward; none while nobody went out."""
        return () if self.goer is None else self.hands[self.goer].cards

    def cards_at(self, place: int) -> Cards:
        """The cards entered at a place: the reward, or the hand of a player."""
        return self.reward if place == REWARD else self.hands[place].cards

    def under_reward(self, place: int) -> Cards:
        """For the reward the hand under it, that of whoever went out; for a hand nothing."""
        return self.goer_cards if place == REWARD else ()

    def held_elsewhere(self, place: int) -> dict[str, list[int]]:
        """Every card that another player holds, with the places, one for each copy. Hand and reward
        of whoever went out belong together, but a card in the one cannot be in the other."""
        found: dict[str, list[int]] = {}
        for other, hand in enumerate(self.hands):
            if other != place and not (place == REWARD and other == self.goer):
                for card in hand.cards:
                    found.setdefault(card, []).append(other)
        if place != REWARD:
            for card in self.reward:
                found.setdefault(card, []).append(REWARD)
        return found

    def free_copies(self, place: int, card: str) -> int:
        """Copies of a card that this place can hold: all that are at no other place."""
        elsewhere = len(self.held_elsewhere(place).get(card, ()))
        return self.edition.deck[card] - elsewhere - self.under_reward(place).count(card)

    def makers(self) -> dict[str, int | None]:
        """The seat of the player who made each monopoly, None while nobody has (Express)."""
        made: dict[str, int | None] = {}
        group_of = self.edition.group_of
        for group in self.edition.groups:
            made[group.id] = None
            own = [card for card in group.cards if len(group_of[card]) == 1]
            for place, hand in enumerate(self.hands):
                if all(card in hand.cards for card in own):
                    made[group.id] = place
        return made

    @property
    def all_made(self) -> bool:
        """Every monopoly was made, which ends the round, whatever was said before (Express)."""
        return None not in self.makers().values()

    def how_entered(self, place: int) -> str:
        """How the hand at this seat was entered: a value of `Entered`."""
        if self.is_said(place):
            return Entered.SAID
        if place == self.goer:
            return Entered.CARDS if self.cards_at(place) else Entered.MISSING
        return self.hands[place].how

    # --- what is missing -------------------------------------------------------------------------

    @property
    def no_hand_counts(self) -> bool:
        """No hand is entered: monopolies are collected instead, or nobody is paid."""
        return not self.has_goer or (self.nobody and self.edition.options["nobody_out"] == "void")

    def missing(self) -> list[int]:
        """The seats whose hands are still to be entered; none where no hand counts."""
        if self.no_hand_counts:
            return []
        return [seat for seat, _ in enumerate(self.players) if self._is_missing(seat)]

    def _is_missing(self, seat: int) -> bool:
        if self.is_said(seat):
            return not self.knows_who
        if seat == self.goer:
            reward_missing = not self.laid_down or self.reward_open
            return not self.goer_cards or (self.seats.has_reward and reward_missing)
        how = self.hands[seat].how
        return not self.knows_who or how == Entered.MISSING or self.asks_most(seat)

    def is_caught(self, seat: int) -> bool:
        """This player was caught: only cards for the majority can still count."""
        return self.hands[seat].how in (Entered.CAUGHT, Entered.COUNTING)

    def shows_most(self, seat: int) -> bool:
        """The number of a caught player's cards for the majority can be seen and changed: they
        count, or some were entered all the same, which nobody else can have then."""
        if not self.is_caught(seat):
            return False
        held = self.edition.roles["most_of"] in self.hands[seat].cards
        return held or bool(self.edition.options["wiped_out_count"])

    def asks_most(self, seat: int) -> bool:
        """How many cards for the majority a caught player has is still to be said: they count, and
        not all of them are elsewhere."""
        counting = self.hands[seat].how == Entered.COUNTING
        if not (counting and self.edition.options["wiped_out_count"]):
            return False
        return self.free_copies(seat, self.edition.roles["most_of"]) > 0

    def may_hold_most(self) -> tuple[int, ...]:
        """The seats of which it is to be said who held the most of the card for it, because the
        cards of other hands are not known; none where that changes nothing."""
        asked = self._most_held(self._entry(None))[1]
        return tuple(seat for seat, player in enumerate(self.players) if player in asked)

    @property
    def asks_majority(self) -> bool:
        """Who held the most is still to be said."""
        asked = self.may_hold_most()
        said = self.majority_said and self.majority in (None, *asked)
        return bool(asked) and not said

    @property
    def others_entered(self) -> bool:
        """Something was entered for a player who did not go out."""
        return any(
            hand.cards or hand.how != Entered.MISSING or hand.amount is not None
            for seat, hand in enumerate(self.hands)
            if seat != self.goer
        )

    def still_entering(self) -> list[int]:
        """The seats whose cards could count as they are, but whose own phone has not said that
        these are all; none where no hand counts."""
        if self.no_hand_counts:
            return []
        missing = self.missing()
        return [
            seat
            for seat, hand in enumerate(self.hands)
            if hand.on_phone and seat not in missing and not self.is_fixed(seat)
        ]

    def unfinished(self) -> list[int]:
        """The seats whose hands are missing, still being entered, or went out with too few cards;
        none where no hand counts."""
        left = {*self.missing(), *self.still_entering()}
        if self.goer is not None and self.goer_lacks_cards:
            left.add(self.goer)
        return sorted(left)

    @property
    def goer_count(self) -> str:
        """``9 of 10 cards`` while the hand that went out has too few; empty before its first card.
        Empty too where there is a reward: there a tap says that the hand is laid down."""
        held = len(self.goer_cards)
        if not held or self.seats.has_reward or not self.goer_lacks_cards:
            return ""
        return f"{held} of {self.seats.dealt.hand} cards"

    def waits_for(self) -> list[str]:
        """What is still to be entered: the players whose hands are, and an open reward; to be told
        in a list."""
        waits = []
        for seat in self.unfinished():
            name = isolated(self.players[seat])
            if self.is_fixed(seat):
                waits.append(f"{name}’s reward")
            else:
                count = self.goer_count if seat == self.goer else ""
                waits.append(f"{name} ({count})" if count else name)
        if not waits and self.asks_majority:
            waits.append(f"who held the most {self.edition.label(self.edition.roles['most_of'])}")
        return waits

    def next_missing(self, place: int, *, first: int = 1) -> int | None:
        """Whose hand to enter after this one, clockwise (`first` = 0: or this one itself), without
        the reward; None when there is no other."""
        if place == REWARD:
            place = self.goer or 0
        left, number = self.missing(), len(self.players)
        others = [(place + step) % number for step in range(first, number)]
        return next((seat for seat in others if seat in left and not self.is_fixed(seat)), None)

    @property
    def complete(self) -> bool:
        """Everything is entered, so that the deal can be closed."""
        if not self.has_goer:
            done = all(hand.cards or hand.amount is not None for hand in self.hands)
            return self.stopped_early or self.all_made or (done and bool(self.amounts))
        return self.knows_who and not self.missing() and not self.asks_majority

    @property
    def lacks_only_reward(self) -> bool:
        """Everything is entered, but the reward is still open."""
        left = self.missing()
        return (
            self.laid_down and self.reward_open and left == [self.goer] and not self.asks_majority
        )

    def touched_since(self, before: "OpenDeal") -> frozenset[str]:
        """What differs from `before`: the seats of hands, as texts, or the monopolies that others
        have made, and `WHOLE_DEAL`. The reward, and whether the hand is laid down, belong to the
        hand that went out."""
        was = before._by_part()
        return frozenset(part for part, now in self._by_part().items() if now != was[part])

    def _by_part(self) -> dict[str, object]:
        parts: dict[str, object] = {}
        if self.has_goer:
            reward = self.laid_down, self.allowed, self.reward_open, self.reward, self.reward_wilds
            for place, hand in enumerate(self.hands):
                rest = reward if place == self.goer else (False, False, False, (), ())
                entered = hand.cards, hand.how, hand.amount
                parts[str(place)] = (entered, self.declared_at(place), rest)
        else:
            parts |= self.makers()
            parts |= {str(place): hand.amount for place, hand in enumerate(self.hands)}
        parts[MOST_HELD] = (self.majority, self.majority_said)
        parts[WHOLE_DEAL] = (self.goer, self.nobody, self.stopped_early)
        return parts

    # --- what can be undone ----------------------------------------------------------------------

    def cleared_since(self, before: "OpenDeal", *, emptied: int | None = None) -> Self:
        """The deal after a tap on `before`, with what that threw away: two cards or more of a hand
        or of the reward, where none is left. `emptied` is a place whose cards were tapped off."""
        touched = self.touched_since(before)
        lost = [
            place
            for place, cards in before.cards_by_place().items()
            if place != emptied and len(cards) > 1 and not {*cards} & {*self.cards_at(place)}
        ]
        fewer = self.number_of_cards < before.number_of_cards  # else they moved
        if lost and fewer and self.has_goer:
            return replace(self, cleared=Cleared(replace(before, cleared=None), touched))
        if self.cleared is not None and touched & {*self.cleared.parts, WHOLE_DEAL} - {MOST_HELD}:
            return replace(self, cleared=None)
        return self

    def cards_by_place(self) -> dict[int, Cards]:
        """The cards of every seat, and of the reward."""
        return {place: self.cards_at(place) for place in (*range(len(self.players)), REWARD)}

    @property
    def number_of_cards(self) -> int:
        """How many cards are entered."""
        return sum(map(len, self.cards_by_place().values()))

    def restored(self) -> Self:
        """With what was cleared as it was; the same deal where nothing is to be undone."""
        if self.cleared is None:
            return self
        was, parts = self.cleared.was, self.cleared.parts
        hands = [
            old if str(seat) in parts else now
            for seat, (old, now) in enumerate(zip(was.hands, self.hands, strict=True))
        ]
        back = replace(self, hands=tuple(hands), cleared=None)
        if WHOLE_DEAL in parts:
            back = replace(back, goer=was.goer, nobody=was.nobody)
        if MOST_HELD in parts:
            back = replace(back, majority=was.majority, majority_said=was.majority_said)
        if str(was.goer) in parts:
            back = replace(
                back,
                laid_down=was.laid_down,
                allowed=was.allowed,
                reward_open=was.reward_open,
                reward=was.reward,
                reward_wilds=was.reward_wilds,
                announced=was.announced,
            )
        try:
            back.settled()
        except Refusal as refusal:  # another hand has one of the cards now
            raise TapRefused(refusal.message) from refusal
        return back

    # --- what wilds count as --------------------------------------------------------------------

    def declared_at(self, place: int) -> Cards:
        """What the wilds of a place were declared as; its other wilds are undeclared."""
        if place == REWARD:
            return self.reward_wilds
        return (*self.hands[place].wilds, *(self.announced if place == self.goer else ()))

    def open_wilds(self) -> tuple[Cards, int]:
        """After the reward: the cards that wilds keep counting as, and the number of wilds to
        declare, freed by a drawn card or drawn themselves."""
        declared = () if self.goer is None else self.hands[self.goer].wilds
        kept, freed = free_wilds(declared, self.reward)
        return tuple(kept), freed + self.reward.count(self.edition.wild)

    def can_stand(self, cards: Sequence[str], held: Sequence[str]) -> Cards:
        """Those of the cards that a wild can count as beside the cards held."""
        way = self.edition.way
        return tuple(
            card for card in cards if card not in held or way.may_double(self.edition, card)
        )

    # --- who went out ----------------------------------------------------------------------------

    def goes_out(self, place: int | None, old: OldCards = OldCards.KEEP) -> Self:
        """This player went out; None: nobody did. `old` says what becomes of the cards of the
        player who was chosen before. No player's cards are overwritten."""
        if place == self.goer and self.nobody == (place is None):
            return self
        if self.laid_down:
            raise self._laid_down_already()
        hands, before = list(self.hands), self.goer
        if before is not None and hands[before].cards:
            cards, wilds = hands[before].cards, hands[before].wilds
            moves = old is OldCards.MOVE and place is not None and not hands[place].cards
            if moves or old is OldCards.CLEAR:
                hands[before] = replace(hands[before], cards=(), wilds=())
            else:
                hands[before] = replace(hands[before], how=self._how_with(cards))
            if moves and place is not None:
                hands[place] = replace(hands[place], cards=cards, wilds=wilds)
        if place is not None and not self.is_said(place):
            hands[place] = replace(hands[place], how=Entered.MISSING)
        return replace(
            self,
            goer=place,
            nobody=place is None,
            hands=tuple(hands),
            reward=(),
            reward_wilds=(),
            announced=(),
        )

    def _laid_down_already(self) -> TapRefused:
        return TapRefused(f"{self.went_out}’s hand is laid down. Tap “Change these cards” first.")

    def lay_down(self, allows: Cards = ()) -> Self:
        """The hand that went out is fixed, and what each of its wilds counts as. `allows`: the
        cards that the table lets go out although they may not. They are those of the page, so what
        was changed since, on a phone without a connection, is not allowed unseen."""
        if self.goer is None or not self.goer_cards:
            raise TapRefused("First tap who went out, and the cards that were laid down.")
        if self.laid_down or not self.seats.has_reward:
            return self
        hand = self.hands[self.goer]
        laid = self.edition.arrange(hand.cards, goer=True, declared=hand.wilds)
        changed = self._with_hand(self.goer, wilds=(*hand.wilds, *laid.readings))
        allowed = sorted(allows) == sorted(hand.cards)
        laid_down = replace(changed, laid_down=True, allowed=allowed, reward_open=True)
        return laid_down._without_void_reward_wilds()

    @property
    def goer_has_open_wild(self) -> bool:
        """A wild of the hand that went out was neither declared nor announced."""
        if self.goer is None:
            return False
        return self.goer_cards.count(self.edition.wild) > len(self.declared_at(self.goer))

    def announce(self, jackpot: int | None) -> Self:
        """Whoever went out has laid down a whole hand, and with it announced what each wild counts
        as: what the page shows (2017). It stays so whatever the others lay down."""
        if not self.edition.way.announces_wilds or self.goer is None or self.goer_lacks_cards:
            return self
        readings = self.settled(jackpot).laid[self.players[self.goer]].readings
        return replace(self, announced=(*self.announced, *readings))

    def reward_done(self) -> Self:
        """All reward cards are entered."""
        return replace(self, reward_open=False) if self.reward_open else self

    # --- the cards of a place --------------------------------------------------------------------

    def take(self, place: int, item: str) -> Self:
        """A property is there, or every card of a group that nobody else holds; of a group in the
        reward only its last card."""
        held = self.cards_at(place)
        there = {*held, *self.under_reward(place)}
        more = [card for card in self._members(item) if card not in there]
        free = [card for card in more if self.free_copies(place, card) > 0]
        if more and not free:
            raise self._in_another_hand(item)
        if place == REWARD and len(free) > 1:
            raise TapRefused("Tap each reward card.")
        return self.with_cards(place, (*held, *free)) if free else self

    def give(self, place: int, item: str) -> Self:
        """No card of a property, or of a whole group, is there."""
        members = self._members(item)
        held = self.cards_at(place)
        kept = [card for card in held if card not in members]
        return self if len(kept) == len(held) else self.with_cards(place, kept)

    def with_number(self, place: int, card: str, wanted: int) -> Self:
        """There are `wanted` copies of a card (0 or more), or all that the others leave."""
        if card not in self.edition.deck:
            raise TapRefused("There is no such card in this edition.")
        held = self.cards_at(place)
        most = min(wanted, self.free_copies(place, card))
        if wanted > most and most <= held.count(card):
            raise TapRefused(f"{self.edition.label(card)}: the others are in another hand now.")
        if held.count(card) == most:
            return self
        rest = [other for other in held if other != card]
        return self.with_cards(place, (*rest, *(card,) * most))

    def build_up(self, place: int, row: int, card: str) -> Self:
        """A house or hotel is there (row 2: for a second set). In a hand those that come before it
        are there too, but not those that another player holds or that a wild counts as. In the
        reward it is one card."""
        ladder = self._ladder_with(card)
        held = self.cards_at(place)
        there = (*held, *self.under_reward(place))
        if there.count(card) >= row:
            return self
        wanted = row - there.count(card)
        free = self.free_copies(place, card) - held.count(card)
        tapped = (card,) * min(1 if place == REWARD else wanted, free)
        if not tapped:
            raise self._in_another_hand(card)
        changed = self.with_cards(place, (*held, *tapped))
        if place == REWARD:
            return changed
        before: Counter[str] = Counter()
        for step in ladder[: ladder.index(card)]:
            free = self.free_copies(place, step) - held.count(step)
            before[step] = min(row - there.count(step), free)
        before = +before
        if before:
            before -= Counter(changed._wilds_stand_for(place))
        return changed.with_cards(place, (*held, *tapped, *before.elements()))

    def _wilds_stand_for(self, place: int) -> Cards:
        """What the wilds of a hand count as now, declared or not."""
        hand, goer = self.hands[place], place == self.goer
        return self.edition.arrange(hand.cards, goer=goer, declared=hand.wilds).wilds

    def build_down(self, place: int, row: int, card: str) -> Self:
        """A house or hotel is not in this row; the others stay, for a wild may stand between."""
        self._ladder_with(card)
        wanted = max(0, row - 1 - self.under_reward(place).count(card))
        if self.cards_at(place).count(card) <= wanted:
            return self
        return self.with_number(place, card, wanted)

    def typed(self, place: int, text: str) -> Self:
        """Only the cards of this typed line are there. Refusal for a word that names no card,
        and for a card that is elsewhere."""
        changed = self.with_cards(place, parse(self.edition, text))
        changed.settled()  # refuses more copies than the deck holds, and says where they are
        return changed

    def with_cards(self, place: int, cards: Sequence[str]) -> Self:
        """With these cards at a place, and without declarations that no longer hold."""
        ordered = tuple(self.edition.sort(cards))
        if place == REWARD:
            if not self.laid_down:
                raise TapRefused("The reward comes after the hand has been laid down.")
            changed = replace(self, reward=ordered, reward_open=True)
            return changed._without_void_reward_wilds()
        if self.is_fixed(place):
            raise self._laid_down_already()
        if self.is_said(place):
            raise self._said_already(place)
        how = Entered.CARDS if ordered and place != self.goer else Entered.MISSING
        changed = self._with_hand(place, cards=ordered, how=how)
        if place == self.goer and ordered != self.cards_at(place):  # the reward was for that hand
            changed = replace(changed, reward=(), reward_wilds=())
        return changed._without_void_wilds(place)

    def _with_hand(self, place: int, **changes: Any) -> Self:
        """With one hand changed. Other cards of whoever went out take the announcement back."""
        hands = list(self.hands)
        hands[place] = replace(hands[place], **changes)
        other_cards = place == self.goer and hands[place].cards != self.hands[place].cards
        announced = () if other_cards else self.announced
        return replace(self, hands=tuple(hands), announced=announced)

    def left(self, place: int | None) -> Self:
        """This hand is no longer open. If its only card is the one that catches, tapped like any
        other card, its player is caught, and is asked for their cards for the majority."""
        if place is None or place == REWARD or self.hands[place].how != Entered.CARDS:
            return self
        return self._with_hand(place, how=self._how_with(self.hands[place].cards))

    def _how_with(self, cards: Cards) -> Entered:
        return Entered.COUNTING if cards == (self.seats.catches,) else Entered.CARDS

    def on_own_phone(self, place: int, *, is_open: bool) -> Self:
        """Notes whether the player's own phone has this hand open, so that more cards may come."""
        return self._with_hand(place, on_phone=is_open)

    def without_gone(self, seats: Collection[int]) -> Self:
        """A hand without cards is being entered only if its seat is one of `seats`, which have a
        phone. A hand with cards stays as it is: only people can say that its cards are all in."""
        hands = enumerate(self.hands)
        return replace(
            self,
            hands=tuple(
                replace(hand, on_phone=hand.on_phone and (seat in seats or bool(hand.cards)))
                for seat, hand in hands
            ),
        )

    def _members(self, item: str) -> Cards:
        for group in self.edition.groups:
            if group.id == item:
                return group.cards
        if item not in self.edition.group_of:
            raise TapRefused("There is no such card in this edition.")
        return (item,)

    def _ladder_with(self, card: str) -> Cards:
        if card not in self.seats.ladder:
            raise TapRefused("There is no such house in this edition.")
        return self.seats.ladder

    def _in_another_hand(self, item: str) -> TapRefused:
        return TapRefused(f"{self.edition.label(item)} is in another hand now.")

    # --- hands that one tap enters ---------------------------------------------------------------

    def entered_as(self, place: int, how: Entered, cards: Cards = ()) -> Self:
        """The hand of a player who did not go out was entered so, with just these cards."""
        if place == self.goer:
            raise TapRefused(f"{self.went_out} went out: enter the cards that were laid down.")
        ordered = tuple(self.edition.sort(cards))
        changed = self._with_hand(place, cards=ordered, how=how, on_phone=False, amount=None)
        return changed._without_void_wilds(place)

    # --- just the amount -------------------------------------------------------------------------

    def said(self, place: int, amount: int) -> Self:
        """The hand at this seat pays this amount, whatever its cards; those that were entered go.
        The reward is part of it."""
        if self.is_fixed(place):
            raise self._laid_down_already()
        if wrong_amount(self.edition, amount):
            raise TapRefused(self._wrong(amount))
        said = self._with_hand(
            place, cards=(), how=Entered.SAID, wilds=(), on_phone=False, amount=amount
        )
        return replace(said, reward=(), reward_wilds=()) if place == self.goer else said

    def _wrong(self, amount: int) -> str:
        """What is wrong with an amount that cannot be."""
        edition, most = self.edition, most_said(self.edition.money)
        if amount > most:
            return f"{edition.amount(most)} is the most for one hand."
        step = step_of(edition.money)
        low = amount - amount % step
        near = f"{edition.amount(low)} or {edition.amount(low + step)}"
        return f"Amounts go in steps of {step}: {near}?"

    def not_said(self, place: int) -> Self:
        """The hand at this seat is to be entered by its cards."""
        if not self.is_said(place):
            return self
        return self._with_hand(place, how=Entered.MISSING, amount=None)

    def _said_already(self, place: int) -> TapRefused:
        amount = self.edition.amount(self.hands[place].amount or 0)
        what = "cards" if self.has_goer else "monopolies"
        whose = f"{self.players[place]}’s hand is entered as {amount}"
        return TapRefused(f"{whose}. Tap “Enter {what} instead” first.")

    def held_most(self, place: int | None) -> Self:
        """This player held the most of the card for it; None: nobody did, or it was a tie."""
        return replace(self, majority=place, majority_said=True)

    def caught(self, place: int, most: int | None = None) -> Self:
        """This player is caught; only the cards for the majority still matter, `most` of them. None
        asks for their number, unless it was said before."""
        if most is None and self.is_caught(place):
            return self
        card, counts = self.seats.catches, self.edition.roles["most_of"]
        if self.free_copies(place, card) < 1:
            raise self._in_another_hand(card)
        if cancelled := self._not_caught(place, card):
            raise TapRefused(cancelled)
        how = Entered.COUNTING if most is None else Entered.CAUGHT
        most = max(0, min(most or 0, self.free_copies(place, counts)))
        return self.entered_as(place, how, (card, *(counts,) * most))

    def _not_caught(self, place: int, card: str) -> str:
        """Why a player with the cards entered so far is not caught with this one (2017); else
        empty. They would be thrown away, and pay nothing."""
        cards = self.cards_at(place)
        cancels = self.edition.roles.get("out_of_jail")
        if cancels is None or not cards or place == self.goer:
            return ""
        held = (*cards, *(() if card in cards else (card,)))
        with_it = self._with_hand(place, cards=held)
        if with_it.settled().laid[self.players[place]].wiped_out:
            return ""
        label, by = self.edition.label(card), self.edition.label(cancels)
        if cancels not in cards:
            by = f"A {self.edition.label(self.edition.wild)} can count as {by} and"
        leads = "Leave" if card in cards else f"Tap {label} with"
        return f"{by} cancels {label}, so these cards are paid. {leads} them."

    # --- monopolies instead of hands -------------------------------------------------------------

    def made_by(self, group_id: str, place: int | None) -> Self:
        """This player made a monopoly; None: nobody did (Express)."""
        makers = self.makers()
        if group_id not in makers:
            raise TapRefused("There is no such monopoly in this edition.")
        before = makers[group_id]
        if before == place:
            return self
        if place is not None and self.is_said(place):
            raise self._said_already(place)
        cards, changed = self.edition.group(group_id).cards, self
        if before is not None:
            held = list(self.hands[before].cards)
            for card in cards:
                held.remove(card)
            changed = changed._with_hand(before, cards=tuple(held))
        if place is not None:
            held = self.edition.sort((*changed.hands[place].cards, *cards))
            changed = changed._with_hand(place, cards=tuple(held))
        return changed

    # --- what wilds count as --------------------------------------------------------------------

    def declare(self, place: int, cards: Cards) -> Self:
        """The wilds of a place count as these cards; the rest of them as whatever pays most."""
        wild = self.edition.label(self.edition.wild)
        if place == REWARD:
            changed = replace(self, reward_wilds=cards)
            holds = self.laid_down and changed._without_void_reward_wilds().reward_wilds == cards
        else:
            if self.is_fixed(place):
                raise TapRefused(f"{self.went_out}’s hand is laid down: a {wild} keeps its card.")
            changed = self._with_hand(place, wilds=cards)
            if place == self.goer:
                changed = replace(changed, announced=())
            holds = changed._without_void_wilds(place).declared_at(place) == cards
        if not holds:
            raise TapRefused(f"{wild} cannot count as that now.")
        try:
            changed.settled()
        except Refusal as refusal:
            raise TapRefused(refusal.message) from refusal
        return changed

    def _without_void_wilds(self, place: int) -> Self:
        """Without declarations of a hand that its cards no longer allow."""
        hand = self.hands[place]
        number = hand.cards.count(self.edition.wild)
        return self._with_hand(place, wilds=self.can_stand(hand.wilds, hand.cards)[:number])

    def _without_void_reward_wilds(self) -> Self:
        """The same for the declarations after the reward."""
        kept, number = self.open_wilds()
        held = (*self.under_reward(REWARD), *self.reward, *kept)
        return replace(self, reward_wilds=self.can_stand(self.reward_wilds, held)[:number])


def _cleared_of(seats: Seats, data: Mapping[str, Any] | None) -> Cleared | None:
    """What can be undone, as it is stored."""
    if data is None:
        return None
    was = {"laid_down": False, "done": {}, **data["was"]}  # no entry of a closed deal
    return Cleared(OpenDeal.from_json(seats, was), frozenset(data["parts"]))


def open_deal_of(seats: Seats, draft: Draft) -> OpenDeal:
    """The deal of a draft. Unreadable where it is damaged."""
    return OpenDeal.from_json(seats, draft.data)


def _as_draft(seats: Seats, stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is stored, as a draft. An undo makes the entry of a closed deal the draft, and that does
    not say how hands were entered: all of them were, and also who went out."""
    is_entry = "hands" in stored and "done" not in stored
    if not is_entry:
        return stored
    said = {"majority_said": "majority_to" in stored, **stored}
    if not seats.edition.way.has_goer:
        return said
    went_out, hands, amounts = stored.get("went_out"), stored["hands"], stored.get("amounts", {})
    done = {
        player: Entered.SAID if player in amounts else _how_closed(seats, hands.get(player, ()))
        for player in seats.players
        if player != went_out
    }
    return {"nobody": went_out is None, "done": done, **said}


def _how_closed(seats: Seats, cards: Sequence[str]) -> Entered:
    """How a hand of a closed deal must have been entered."""
    if not cards:
        return Entered.NOTHING
    only_caught = {seats.catches, seats.edition.roles["most_of"]}.issuperset(cards)
    return Entered.CAUGHT if seats.catches in cards and only_caught else Entered.CARDS
