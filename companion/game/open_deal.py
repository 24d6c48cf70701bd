"""Every change to the deal being entered.

A change says what shall be so afterwards ("Orange is in the hand", "three tokens"), never what to
add. So a change that is made twice, by a double tap, a reload or a second phone, counts once.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from companion.game.deal_state import REWARD, Cards, DealState, Entered, OldCards
from companion.game.seats import Seats
from companion.rules.arrange.best import arrange
from companion.rules.hand import Refusal
from companion.rules.reading.reader import parse
from companion.store import Draft


class TapRefused(Exception):
    """A change that does not fit the deal as it stands; the message says why, in plain words."""


@dataclass(frozen=True, slots=True)
class OpenDeal(DealState):
    """The deal being entered. Never changed itself: every method here returns a new one.

    A method raises TapRefused when the change does not fit the deal as it stands.
    """

    # --- who went out ----------------------------------------------------------------------------

    def goes_out(self, place: int | None, old: OldCards = OldCards.KEEP) -> Self:
        """This player went out; None: nobody did. `old` says what becomes of the cards of the
        player who was chosen before. No player's cards are overwritten."""
        player = None if place is None else self.players[place]
        if player == self.went_out and self.nobody == (place is None):
            return self
        if self.laid_down:
            raise TapRefused(
                f"{self.went_out}’s hand is laid down. Tap “Change these cards” first."
            )
        hands, entered, wilds = dict(self.hands), dict(self.entered), dict(self.wilds)
        before = self.went_out
        if before is not None and hands.get(before):
            if old is OldCards.KEEP or (old is OldCards.MOVE and (not player or hands.get(player))):
                entered[before] = self._entered_with(hands[before])
            else:
                for cards in (hands, wilds):
                    there = cards.pop(before, ())
                    if there and player and old is OldCards.MOVE:
                        cards[player] = there
        if player is not None:
            entered.pop(player, None)
        return replace(
            self,
            went_out=player,
            nobody=player is None,
            hands=hands,
            entered=entered,
            wilds=wilds,
            reward=(),
            reward_wilds=(),
        )

    def did_not_go_out(self, place: int) -> Self:
        """This player did not go out after all, and nobody else has yet. The cards stay."""
        if place != self.goer:
            return self
        return replace(self.goes_out(None), nobody=False)

    def not_out_after_all(self, place: int) -> Self:
        """The going out was wrong and play goes on: all that was entered is thrown away."""
        return self if place != self.goer else type(self)(self.seats)

    def lay_down(self, allows: Cards = ()) -> Self:
        """The hand that went out is fixed, and what each of its wilds counts as. `allows`: the
        cards that the table lets go out although they may not. They are those of the page, so what
        was changed since, on a phone without a connection, is not allowed unseen."""
        player = self.went_out
        if player is None or not self.hands.get(player):
            raise TapRefused("First tap who went out, and the cards that were laid down.")
        if self.laid_down or not self.seats.has_reward:
            return self
        declared = self.wilds.get(player, ())
        laid = arrange(self.edition, self.hands[player], goer=True, declared=declared)
        changed = self._with_wilds(player, (*declared, *laid.readings))
        allowed = sorted(allows) == sorted(self.hands[player])
        laid_down = replace(changed, laid_down=True, allowed=allowed, reward_open=True)
        return laid_down._without_void_reward_wilds()

    def reward_done(self) -> Self:
        """All reward cards are entered."""
        return replace(self, reward_open=False) if self.reward_open else self

    def take_back(self) -> Self:
        """The hand that went out can be changed again; the reward is kept until that happens."""
        return replace(self, laid_down=False, allowed=False, reward_open=False, reward_wilds=())

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
        return self._with_cards(place, (*held, *free)) if free else self

    def give(self, place: int, item: str) -> Self:
        """No card of a property, or of a whole group, is there."""
        members = self._members(item)
        held = self.cards_at(place)
        kept = [card for card in held if card not in members]
        return self if len(kept) == len(held) else self._with_cards(place, kept)

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
        rest = [one for one in held if one != card]
        return self._with_cards(place, (*rest, *(card,) * most))

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
        changed = self._with_cards(place, (*held, *tapped))
        if place == REWARD:
            return changed
        before: Counter[str] = Counter()
        for step in ladder[: ladder.index(card)]:
            free = self.free_copies(place, step) - held.count(step)
            before[step] = min(row - there.count(step), free)
        before = +before
        if before:
            before -= Counter(changed._wilds_stand_for(place))
        return changed._with_cards(place, (*held, *tapped, *before.elements()))

    def _wilds_stand_for(self, place: int) -> Cards:
        """What the wilds of a hand count as now, declared or not."""
        player = self.players[place]
        declared = self.wilds.get(player, ())
        goer = place == self.goer
        return arrange(self.edition, self.hands[player], goer=goer, declared=declared).wilds

    def build_down(self, place: int, row: int, card: str) -> Self:
        """A house or hotel is not in this row; the others stay, for a wild may stand between."""
        self._ladder_with(card)
        wanted = max(0, row - 1 - self.under_reward(place).count(card))
        if self.cards_at(place).count(card) <= wanted:
            return self
        return self.with_number(place, card, wanted)

    def clear(self, place: int) -> Self:
        """No card is there."""
        return self._with_cards(place, ()) if self.cards_at(place) else self

    def typed(self, place: int, text: str) -> Self:
        """Only the cards of this typed line are there. Refusal for a word that names no card,
        and for a card that is elsewhere."""
        changed = self._with_cards(place, parse(self.edition, text))
        changed.settled()  # refuses more copies than the deck holds, and says where they are
        return changed

    def _with_cards(self, place: int, cards: Sequence[str]) -> Self:
        """With these cards at a place, and without declarations that no longer hold."""
        ordered = tuple(self.edition.sort(cards))
        if place == REWARD:
            if not self.laid_down:
                raise TapRefused("The reward comes after the hand has been laid down.")
            changed = replace(self, reward=ordered, reward_open=True)
            return changed._without_void_reward_wilds()
        player = self.players[place]
        if self.is_fixed(place):
            raise TapRefused(f"{player}’s hand is laid down. Tap “Change these cards” first.")
        hands = {**self.hands, player: ordered}
        entered = dict(self.entered)
        if not ordered:
            del hands[player]
        if place == self.goer or not ordered:
            entered.pop(player, None)
        else:
            entered[player] = Entered.CARDS
        changed = replace(self, hands=hands, entered=entered)
        if place == self.goer and ordered != self.cards_at(place):  # the reward was for that hand
            changed = replace(changed, reward=(), reward_wilds=())
        return changed._without_void_wilds(player)

    def left(self, place: int | None) -> Self:
        """This hand is no longer open. If its only card is the one that catches, tapped like any
        other card, its player is caught, and is asked for their cards for the majority."""
        player = self.players[place] if place is not None and place != REWARD else ""
        if self.entered.get(player) != Entered.CARDS:
            return self
        how = self._entered_with(self.hands.get(player, ()))
        return replace(self, entered={**self.entered, player: how})

    def _entered_with(self, cards: Cards) -> Entered:
        return Entered.COUNTING if cards == (self.seats.catches,) else Entered.CARDS

    def on_own_phone(self, place: int, *, is_open: bool) -> Self:
        """Notes whether the player's own phone has this hand open, so that more cards may come."""
        player = self.players[place]
        was_open = player in self.entering
        return self if was_open == is_open else replace(self, entering=self.entering ^ {player})

    def all_in(self, place: int) -> Self:
        """The cards of this hand are all in, though the player's own phone has not said so."""
        return self.on_own_phone(place, is_open=False).left(place)

    def without_gone(self, seats: Collection[int]) -> Self:
        """A hand without cards is being entered only if its seat is one of `seats`, which have a
        phone. A hand with cards stays as it is: only people can say that its cards are all in."""
        here = {player for seat, player in enumerate(self.players) if seat in seats}
        return replace(self, entering=self.entering & (here | self.hands.keys()))

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

    def nothing(self, place: int) -> Self:
        """This player has no card that counts."""
        return self._entered_as(place, Entered.NOTHING, ())

    def caught(self, place: int, most: int | None = None) -> Self:
        """This player is caught; only the cards for the majority still matter, `most` of them. None
        asks for their number, unless it was said before."""
        if most is None and self.is_caught(self.players[place]):
            return self
        card, counts = self.seats.catches, self.edition.cards["most_of"]
        if self.free_copies(place, card) < 1:
            raise self._in_another_hand(card)
        if cancelled := self._not_caught(place, card):
            raise TapRefused(cancelled)
        how = Entered.COUNTING if most is None else Entered.CAUGHT
        most = max(0, min(most or 0, self.free_copies(place, counts)))
        return self._entered_as(place, how, (card, *(counts,) * most))

    def _not_caught(self, place: int, card: str) -> str:
        """Why a player with the cards entered so far is not caught with this one (2017); else
        empty. They would be thrown away, and pay nothing."""
        player, cards = self.players[place], self.cards_at(place)
        cancels = self.edition.cards.get("out_of_jail")
        if cancels is None or not cards or place == self.goer:
            return ""
        held = (*cards, *(() if card in cards else (card,)))
        with_it = replace(self, hands={**self.hands, player: held})
        if with_it.settled().laid[player].wiped_out:
            return ""
        label, by = self.edition.label(card), self.edition.label(cancels)
        if cancels not in cards:
            by = f"A {self.edition.label(self.edition.wild)} can count as {by} and"
        leads = "Leave" if card in cards else f"Tap {label} with"
        return f"{by} cancels {label}, so these cards are paid. {leads} them."

    def not_entered(self, place: int) -> Self:
        """This player's hand is still to be entered."""
        changed = self.nothing(place)
        player = self.players[place]
        entered = {who: how for who, how in changed.entered.items() if who != player}
        return replace(changed, entered=entered)

    def _entered_as(self, place: int, how: Entered, cards: Cards) -> Self:
        player = self.players[place]
        if place == self.goer:
            raise TapRefused(f"{player} went out: enter the cards that were laid down.")
        hands = {who: held for who, held in self.hands.items() if who != player}
        if cards:
            hands[player] = tuple(self.edition.sort(cards))
        entered, entering = {**self.entered, player: how}, self.entering - {player}
        changed = replace(self, hands=hands, entered=entered, entering=entering)
        return changed._without_void_wilds(player)

    # --- monopolies instead of hands -------------------------------------------------------------

    def made_by(self, group_id: str, place: int | None) -> Self:
        """This player made a monopoly; None: nobody did (Express)."""
        makers = self.makers()
        if group_id not in makers:
            raise TapRefused("There is no such monopoly in this edition.")
        before = makers[group_id]
        if before == place:
            return self
        cards = self.edition.group(group_id).cards
        hands = {player: list(held) for player, held in self.hands.items()}
        if before is not None:
            for card in cards:
                hands[self.players[before]].remove(card)
        if place is not None:
            hands.setdefault(self.players[place], []).extend(cards)
        sort = self.edition.sort
        return replace(self, hands={who: tuple(sort(held)) for who, held in hands.items() if held})

    def stops_early(self, stopped: bool) -> Self:
        """The round was stopped early, or was not (Express)."""
        return replace(self, stopped_early=stopped)

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
            changed = self._with_wilds(self.players[place], cards)
            holds = changed._without_void_wilds(self.players[place]).declared_at(place) == cards
        if not holds:
            raise TapRefused(f"{wild} cannot count as that now.")
        try:
            changed.settled()
        except Refusal as refusal:
            raise TapRefused(refusal.message) from refusal
        return changed

    def _with_wilds(self, player: str, declared: Cards) -> Self:
        wilds = {who: cards for who, cards in self.wilds.items() if who != player}
        if declared:
            wilds[player] = declared
        return replace(self, wilds=wilds)

    def _without_void_wilds(self, player: str) -> Self:
        """Without declarations of a hand that its cards no longer allow."""
        declared = self.wilds.get(player, ())
        if not declared:
            return self
        hand = self.hands.get(player, ())
        number = hand.count(self.edition.wild)
        kept = self.can_stand(declared, hand)[:number]
        return self if kept == declared else self._with_wilds(player, kept)

    def _without_void_reward_wilds(self) -> Self:
        """The same for the declarations after the reward."""
        if not self.reward_wilds:
            return self
        kept, number = self.open_wilds()
        held = (*self.under_reward(REWARD), *self.reward, *kept)
        return replace(self, reward_wilds=self.can_stand(self.reward_wilds, held)[:number])


@lru_cache(maxsize=2048)
def open_deal_of(seats: Seats, draft: Draft) -> OpenDeal:
    """The deal of a draft, read once for all phones of a table. Unreadable where it is damaged."""
    return OpenDeal.from_json(seats, draft.data)
