"""What the deal being entered holds, what is missing, and how it is stored."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from companion.game.seats import Seats
from companion.rules.arrange.sequence import tied_readings
from companion.rules.deal import Deal, check_cards, free_wilds, likely_stands, may_stand_for
from companion.rules.edition import Edition
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.rules.words import isolated

Cards = tuple[str, ...]

REWARD = -1
"""The place of the reward cards. Every other place is a player's seat, counted from 0."""

WHOLE_DEAL = "out"
"""State of the deal as a whole: who went out, and whether it was stopped early. Stored in drafts
beside the seats, or the monopolies, that were changed."""


class Entered(StrEnum):
    """How the hand of a player who did not go out was entered. The values are stored in drafts."""

    CARDS = "cards"
    """The cards that count."""
    NOTHING = "nothing"
    """No card that counts."""
    CAUGHT = "chance"
    """Caught with the card that wipes out the hand."""
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


BOOKKEEPING = {"since", "reopened"}
"""What a draft may say while nothing of its deal is entered."""


@dataclass(frozen=True, slots=True)
class DealState:
    """The deal being entered, as it stands. `OpenDeal` adds the changes.

    `hands` are the cards laid down, before any reward, by player; `entered` says how the hands of
    those who did not go out were entered. `laid_down`: the hand that went out is fixed and the
    reward counts; `allowed`: the table said then that it lets this hand go out although it may not;
    `reward_open`: reward cards are still being entered. `entering`: the players whose own phone
    still has their hand open. `wilds` are the declarations before the reward, `reward_wilds` those
    after it.
    """

    seats: Seats = field(compare=False)
    went_out: str | None = None
    nobody: bool = False
    laid_down: bool = False
    allowed: bool = False
    reward_open: bool = False
    hands: Mapping[str, Cards] = field(default_factory=dict)
    entered: Mapping[str, str] = field(default_factory=dict)
    entering: frozenset[str] = frozenset()
    reward: Cards = ()
    wilds: Mapping[str, Cards] = field(default_factory=dict)
    reward_wilds: Cards = ()
    stopped_early: bool = False

    # --- to and from what is stored --------------------------------------------------------------

    @classmethod
    def from_json(cls, seats: Seats, data: Mapping[str, Any]) -> Self:
        """The deal of a stored draft. The entry of a closed deal is read too, for an undo gives it
        back; all its hands were entered."""
        if data.keys() <= BOOKKEEPING:
            return cls(seats)
        hands = {player: tuple(cards) for player, cards in data.get("hands", {}).items() if cards}
        went_out = data.get("went_out")
        entered = data.get("done")
        laid_down = data.get("laid_down", went_out is not None and seats.has_reward)
        # An early draft does not say. Its reward was done once another hand was entered.
        reward_open = data.get("reward_open", laid_down and entered is not None and not entered)
        return cls(
            seats,
            went_out=went_out,
            nobody=data.get(
                "nobody", entered is None and went_out is None and seats.edition.variant.has_goer
            ),
            laid_down=laid_down,
            allowed=data.get("allowed", False),
            reward_open=reward_open,
            hands=hands,
            entered=_entered_when_closed(seats, hands, went_out) if entered is None else entered,
            entering=frozenset(data.get("entering", ())),
            reward=tuple(data.get("reward", ())),
            wilds={
                player: tuple(cards) for player, cards in data.get("wilds", {}).items() if cards
            },
            reward_wilds=tuple(data.get("reward_wilds", ())),
            stopped_early=data.get("stopped_early", False),
        )

    def as_json(self) -> dict[str, Any]:
        """The draft as it is stored."""
        return {
            "went_out": self.went_out,
            "nobody": self.nobody,
            "laid_down": self.laid_down,
            "allowed": self.allowed,
            "reward_open": self.reward_open,
            "hands": {player: list(cards) for player, cards in self.hands.items() if cards},
            "done": dict(self.entered),
            "entering": sorted(self.entering),
            "reward": list(self.reward),
            "wilds": {player: list(cards) for player, cards in self.wilds.items() if cards},
            "reward_wilds": list(self.reward_wilds),
            "stopped_early": self.stopped_early,
        }

    def entry(self, jackpot: int | None = None) -> dict[str, Any]:
        """The entry to close the deal with: the contract's input object (docs/contract.md) without
        edition, players and options."""
        entry: dict[str, Any] = {
            "hands": {player: list(self.hands.get(player, ())) for player in self.players}
        }
        if not self.has_goer:
            return {**entry, "stopped_early": self.stopped_early and not self.all_made}
        entry["went_out"] = self.went_out
        wilds = {player: list(cards) for player, cards in self.wilds.items() if cards}
        if wilds:
            entry["wilds"] = wilds
        if self.laid_down and self.reward:
            entry["reward"] = list(self.reward)
            if self.reward_wilds:
                entry["reward_wilds"] = list(self.reward_wilds)
        if jackpot is not None:
            entry["jackpot"] = jackpot
        return entry

    def settled(self, jackpot: int | None = None) -> Settlement:
        """What the deal as entered so far pays; `jackpot` None: what a game starts with. Refusal
        where the cards are impossible."""
        edition = self.edition
        deal = Deal(
            players=self.players,
            hands={player: self.hands.get(player, ()) for player in self.players},
            went_out=self.went_out,
            reward=self.reward if self.laid_down else (),
            wilds=self.wilds,
            reward_wilds=self.reward_wilds if self.laid_down else (),
            jackpot=edition.options.get("jackpot_start") if jackpot is None else jackpot,
            stopped_early=self.stopped_early,
        )
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
    def has_goer(self) -> bool:
        """One player goes out. Otherwise monopolies are collected instead of hands (Express)."""
        return self.edition.variant.has_goer

    @property
    def goer(self) -> int | None:
        """The seat of the player who went out; None while nobody has."""
        return None if self.went_out is None else self.players.index(self.went_out)

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats, clockwise from whoever went out."""
        seats = range(len(self.players))
        return (*seats[self.goer or 0 :], *seats[: self.goer or 0])

    @property
    def knows_who(self) -> bool:
        """It was entered who went out, or that nobody did."""
        return self.nobody or self.went_out is not None

    @property
    def goer_lacks_cards(self) -> bool:
        """The hand that went out is not laid down, and has fewer cards than it needs."""
        if self.went_out is None or self.laid_down:
            return False
        held = self.hands.get(self.went_out, ())
        return len(held) < self.edition.seats[len(self.players)].hand

    def owner(self, place: int) -> str:
        """The player whose cards these are; the reward belongs to whoever went out, "" before."""
        return (self.went_out or "") if place == REWARD else self.players[place]

    def is_fixed(self, place: int) -> bool:
        """This is the hand that went out, and it is laid down."""
        return self.laid_down and place == self.goer

    def cards_at(self, place: int) -> Cards:
        """The cards entered at a place: the reward, or the hand of a player."""
        return self.reward if place == REWARD else self.hands.get(self.players[place], ())

    def under_reward(self, place: int) -> Cards:
        """For the reward the hand under it, that of whoever went out; for a hand nothing."""
        return self.hands.get(self.went_out or "", ()) if place == REWARD else ()

    def held_elsewhere(self, place: int) -> dict[str, list[int]]:
        """Every card that another player holds, with the places, one for each copy. Hand and reward
        of whoever went out belong together, but a card in the one cannot be in the other."""
        found: dict[str, list[int]] = {}
        for other, player in enumerate(self.players):
            if other != place and not (place == REWARD and player == self.went_out):
                for card in self.hands.get(player, ()):
                    found.setdefault(card, []).append(other)
        if place != REWARD:
            for card in self.reward:
                found.setdefault(card, []).append(REWARD)
        return found

    def free_copies(self, place: int, card: str) -> int:
        """Copies of a card that this place can hold: all that are at no other place."""
        taken = sum(
            self.hands.get(player, ()).count(card)
            for other, player in enumerate(self.players)
            if other != place
        )
        if place != REWARD:
            taken += self.reward.count(card)
        return self.edition.deck[card] - taken

    def makers(self) -> dict[str, int | None]:
        """The seat of the player who made each monopoly, None while nobody has (Express)."""
        made: dict[str, int | None] = {}
        group_of = self.edition.group_of
        for group in self.edition.groups:
            made[group.id] = None
            own = [card for card in group.cards if len(group_of[card]) == 1]
            for place, player in enumerate(self.players):
                hand = self.hands.get(player, ())
                if all(card in hand for card in own):
                    made[group.id] = place
        return made

    @property
    def all_made(self) -> bool:
        """Every monopoly was made, which ends the round, whatever was said before (Express)."""
        return None not in self.makers().values()

    # --- what is missing -------------------------------------------------------------------------

    @property
    def no_hand_counts(self) -> bool:
        """No hand is entered: monopolies are collected instead, or nobody is paid."""
        return not self.has_goer or (self.nobody and self.edition.options["nobody_out"] == "void")

    def missing(self) -> list[str]:
        """The players whose hands are still to be entered; none where no hand counts."""
        if self.no_hand_counts:
            return []
        return [player for player in self.players if self._is_missing(player)]

    def _is_missing(self, player: str) -> bool:
        if player != self.went_out:
            return not self.knows_who or player not in self.entered or self.asks_most(player)
        reward_missing = not self.laid_down or self.reward_open
        return not self.hands.get(player) or (self.seats.has_reward and reward_missing)

    def is_caught(self, player: str) -> bool:
        """This player was caught: only cards for the majority can still count."""
        return self.entered.get(player) in (Entered.CAUGHT, Entered.COUNTING)

    def shows_most(self, player: str) -> bool:
        """The number of a caught player's cards for the majority can be seen and changed: they
        count, or some were entered all the same, which nobody else can have then."""
        if not self.is_caught(player):
            return False
        held = self.edition.cards["most_of"] in self.hands.get(player, ())
        return held or bool(self.edition.options["wiped_out_count"])

    def asks_most(self, player: str) -> bool:
        """How many cards for the majority a caught player has is still to be said: they count, and
        not all of them are elsewhere."""
        counting = self.entered.get(player) == Entered.COUNTING
        if not (counting and self.edition.options["wiped_out_count"]):
            return False
        place = self.players.index(player)
        return self.free_copies(place, self.edition.cards["most_of"]) > 0

    @property
    def others_entered(self) -> bool:
        """Something was entered for a player who did not go out."""
        return bool({*self.hands, *self.entered} - {self.went_out})

    def still_entering(self) -> list[str]:
        """The players whose cards could count as they are, but whose own phone has not said that
        these are all; none where no hand counts."""
        if self.no_hand_counts:
            return []
        missing = self.missing()
        return [
            player
            for place, player in enumerate(self.players)
            if player in self.entering and player not in missing and not self.is_fixed(place)
        ]

    def unfinished(self) -> list[str]:
        """The players whose hands are missing, still being entered, or went out with too few cards;
        none where no hand counts."""
        left = {*self.missing(), *self.still_entering()}
        if self.goer_lacks_cards:
            left.add(self.went_out or "")
        return [player for player in self.players if player in left]

    @property
    def goer_count(self) -> str:
        """``9 of 10 cards`` while the hand that went out has too few; empty before its first card.
        Empty too where there is a reward: there a tap says that the hand is laid down."""
        held = len(self.hands.get(self.went_out or "", ()))
        if not held or self.seats.has_reward or not self.goer_lacks_cards:
            return ""
        return f"{held} of {self.edition.seats[len(self.players)].hand} cards"

    def waits_for(self) -> list[str]:
        """What is still to be entered: the players whose hands are, and an open reward; to be told
        in a list."""
        waits = []
        for player in self.unfinished():
            name = isolated(player)
            if self.is_fixed(self.players.index(player)):
                waits.append(f"{name}’s reward")
            else:
                count = self.goer_count if player == self.went_out else ""
                waits.append(f"{name} ({count})" if count else name)
        return waits

    def next_missing(self, place: int, *, first: int = 1) -> int | None:
        """Whose hand to enter after this one, clockwise (`first` = 0: or this one itself), without
        the reward; None when there is no other."""
        if place == REWARD:
            place = self.players.index(self.went_out or "")
        left = self.missing()
        number = len(self.players)
        others = [(place + step) % number for step in range(first, number)]
        open_hands = (seat for seat in others if not self.is_fixed(seat))
        return next((seat for seat in open_hands if self.players[seat] in left), None)

    @property
    def complete(self) -> bool:
        """Everything is entered, so that the deal can be closed."""
        if not self.has_goer:
            return self.stopped_early or self.all_made
        return self.knows_who and not self.missing()

    @property
    def lacks_only_reward(self) -> bool:
        """Everything is entered, but the reward is still open."""
        return self.laid_down and self.reward_open and self.missing() == [self.went_out]

    def touched_since(self, before: "DealState") -> frozenset[str]:
        """What differs from `before`: the seats of hands, as texts, or the monopolies that others
        have made, and `WHOLE_DEAL`. The reward, and whether the hand is laid down, belong to the
        hand that went out."""
        touched = self._hands_since(before) if self.has_goer else self._monopolies_since(before)
        if before._of_reward != self._of_reward:
            touched |= {str(deal.goer) for deal in (before, self) if deal.goer is not None}
        if before._of_whole_deal != self._of_whole_deal:
            touched.add(WHOLE_DEAL)
        return frozenset(touched)

    def _hands_since(self, before: "DealState") -> set[str]:
        return {
            str(place)
            for place, player in enumerate(self.players)
            if any(
                had.get(player) != has.get(player)
                for had, has in (
                    (before.hands, self.hands),
                    (before.entered, self.entered),
                    (before.wilds, self.wilds),
                )
            )
        }

    def _monopolies_since(self, before: "DealState") -> set[str]:
        had = before.makers()
        return {group for group, maker in self.makers().items() if maker != had[group]}

    @property
    def _of_reward(self) -> tuple[object, ...]:
        return self.laid_down, self.allowed, self.reward_open, self.reward, self.reward_wilds

    @property
    def _of_whole_deal(self) -> tuple[object, ...]:
        return self.went_out, self.nobody, self.stopped_early

    # --- what wilds count as --------------------------------------------------------------------

    def declared_at(self, place: int) -> Cards:
        """What the wilds of a place were declared as; its other wilds are undeclared."""
        return self.reward_wilds if place == REWARD else self.wilds.get(self.players[place], ())

    def open_wilds(self) -> tuple[Cards, int]:
        """After the reward: the cards that wilds keep counting as, and the number of wilds to
        declare, freed by a drawn card or drawn themselves."""
        kept, freed = free_wilds(self.wilds.get(self.went_out or "", ()), self.reward)
        return tuple(kept), freed + self.reward.count(self.edition.wild)

    def wild_choices(self, place: int, number: int) -> tuple[Cards, Cards]:
        """What wild `number` of a place may count as: likely cards first, then the others. A
        property has to be missing where the rules say so."""
        edition = self.edition
        hand = (*self.under_reward(place), *self.cards_at(place))
        others = list(self.declared_at(place))
        if number < len(others):
            del others[number]
        if place == REWARD:
            others += self.open_wilds()[0]
        allowed = [card for card in edition.deck if card in may_stand_for(edition)]
        allowed = list(self.can_stand(allowed, (*hand, *others)))
        likely = tuple(card for card in likely_stands(edition, hand) if card in allowed)
        return likely, tuple(card for card in allowed if card not in likely)

    def tied_choices(self) -> Cards:
        """The cards that the next wild of whoever went out may count as, where several choices pay
        the same now and the reward may make the difference; empty where there is no such choice."""
        hand = self.hands.get(self.went_out or "", ())
        declared = self.wilds.get(self.went_out or "", ())
        if not self.seats.has_reward or hand.count(self.edition.wild) <= len(declared):
            return ()
        readings = [Counter(one) for one in tied_readings(self.edition, hand, declared)]
        common = readings[0] if readings else Counter[str]()
        for one in readings:
            common = common & one
        return tuple(dict.fromkeys(card for one in readings for card in one - common))

    def can_stand(self, cards: Sequence[str], held: Sequence[str]) -> Cards:
        """Those of the cards that a wild can count as beside the cards held."""
        if not self.edition.variant.fills_gaps:
            return tuple(cards)
        group_of = self.edition.group_of
        return tuple(card for card in cards if card not in group_of or card not in held)


def _entered_when_closed(
    seats: Seats, hands: Mapping[str, Cards], went_out: str | None
) -> Mapping[str, str]:
    """How each hand of a closed deal must have been entered."""
    if not seats.edition.variant.has_goer:
        return {}
    entered: dict[str, str] = {}
    caught_cards = {seats.catches, seats.edition.cards["most_of"]}
    for player in seats.players:
        hand = hands.get(player, ())
        caught = seats.catches in hand and caught_cards.issuperset(hand)
        if player != went_out:
            entered[player] = (
                Entered.CAUGHT if caught else Entered.CARDS if hand else Entered.NOTHING
            )
    return entered
