"""Turns are played by the sentences of the set-up card alone, with the numbers of the edition's
file. After every turn all cards are there, nobody holds a card too many, and everyone has an open
card. Each kind of turn names the sentences that it follows, which must be told to this table."""

import random
from collections import Counter
from functools import partial
from itertools import chain

import pytest

from companion.rules.edition import Edition, Seat
from companion.rules.edition_file import load
from companion.rules.texts import Told

TABLES = [
    (box, players)
    for box in ("classic-us", "classic-uk", "deluxe", "winning-moves-2017")
    for players in load(box).seats
]


class Play:
    """The cards on a table: hands and piles by seat, those of empty seats among the piles, the last
    card of a pile on top; and the draw pile."""

    def __init__(self, edition: Edition, players: int, dice: random.Random) -> None:
        self.edition, self.dice = edition, dice
        self.is_2017 = edition.id == "winning-moves-2017"
        self.seat: Seat = edition.seats[players]
        self.notes = " ".join(chain(*Told(edition, players).notes.values()))
        deck = [card for card, copies in edition.deck.items() for _ in range(copies)]
        dice.shuffle(deck)
        self.players = range(1, players + 1)
        self.hands = {player: self.dealt(deck, self.seat.hand) for player in self.players}
        self.piles = {
            place: self.dealt(deck, self.seat.trade)
            for place in (*self.players, *self.seat.phantoms)
        }
        self.draw_pile = deck
        if not self.seat.draw_pile:
            assert not deck, "all cards are dealt"

    def dealt(self, deck: list[str], number: int) -> list[str]:
        return [deck.pop() for _ in range(number)]

    def says(self, *sentences: str) -> None:
        """These are told to this table."""
        for sentence in sentences:
            assert sentence.format(hand=self.seat.hand) in self.notes

    # --- what a hand can do -----------------------------------------------------------------------

    def some_card(self, player: int) -> str:
        """A card of the hand, which leaves it: any one, for people choose as they like."""
        hand = self.hands[player]
        return hand.pop(self.dice.randrange(len(hand)))

    def take(self, player: int, place: int, number: int) -> None:
        """The top cards of a pile go into the hand."""
        for _ in range(number):
            self.hands[player].append(self.piles[place].pop())

    def discard_down(self, player: int) -> None:
        while len(self.hands[player]) > self.seat.hand:
            self.piles[player].append(self.some_card(player))

    # --- the turns --------------------------------------------------------------------------------

    def draw(self, player: int) -> None:
        self.says("To draw, take the top card of the draw pile.")
        self.hands[player].append(self.draw_pile.pop())

    def can_trade(self, player: int, place: int) -> bool:
        """A pile of which all was traded away has nothing to trade until its player's next turn,
        who may put a card there first, but not in 2017."""
        return bool(self.piles[place] and (self.piles[player] or not self.is_2017))

    def most(self, player: int, place: int) -> int:
        """As many cards as lie in both piles; one or two in 2017."""
        least = min(len(self.piles[player]), len(self.piles[place]))
        return min(2, least) if self.is_2017 else least

    def may_add_one(self, player: int) -> None:
        if not self.is_2017 and (not self.piles[player] or self.dice.random() < 0.5):
            self.says("Before you trade, you may put one card from your ")
            self.piles[player].append(self.some_card(player))

    def trade(self, player: int, other: int) -> None:
        self.says("cards from the top of your trade pile", "must take")
        self.says("Take as many from the top of theirs. Both of you")
        if self.is_2017:
            self.says("Give them one or two cards", "may hold more than {hand}")
        self.may_add_one(player)
        number = self.dice.randint(1, self.most(player, other))
        given = [self.piles[player].pop() for _ in range(number)]
        self.take(player, other, number)
        self.hands[other] += given

    def empty_seat(self, player: int, place: int) -> None:
        self.says("You may trade with an empty seat too.")
        self.may_add_one(player)
        taken, given, drawn = 1, 1, 0
        if self.is_2017:
            self.says("Take one or both of its open cards into your hand, and put as many there")
            taken = given = self.dice.randint(1, self.most(player, place))
        elif len(self.piles[player]) == 1 or self.dice.random() < 0.5:
            self.says("Take the top card of its pile ", "and put the top card of your own pile in")
        else:
            self.says("Or take its top card and the top card of the draw pile, and put the top two")
            given, drawn = 2, 1
        before = len(self.piles[place])
        put = [self.piles[player].pop() for _ in range(given)]
        self.take(player, place, taken)
        self.hands[player] += [self.draw_pile.pop() for _ in range(drawn)]
        self.piles[place] += reversed(put)
        assert len(self.piles[place]) == before + drawn
        if drawn:
            self.says("They stay there face up, so that pile grows.")

    def swap(self, player: int) -> None:
        """Five and six players: both open cards go into the hands, and both discard one."""
        self.says("You must trade if you do not go out.")
        self.says("swap your open card for another player's open card. Both cards go into the")
        other = self.dice.choice([one for one in self.players if one != player])
        self.take(player, other, 1)
        self.take(other, player, 1)
        self.says("Then both of you discard one card: it is your open card from then on.")
        for one in (player, other):
            assert len(self.hands[one]) == self.seat.hand + 1
            self.discard_down(one)
            assert len(self.hands[one]) == self.seat.hand  # a hand to go out with

    def pass_left(self) -> None:
        self.says("everyone passes one card face down to the left, and picks up the card passed")
        passed = {player: self.some_card(player) for player in self.players}
        for player, card in passed.items():
            self.hands[player % len(self.players) + 1].append(card)

    def turn(self, player: int) -> None:
        """A turn of any kind that the card allows, up to its end."""
        if not self.seat.draw_pile:
            self.swap(player)
            self.check(player)
            self.pass_left()
            return
        others = [one for one in self.players if one != player and self.can_trade(player, one)]
        seats = [seat for seat in self.seat.phantoms if self.can_trade(player, seat)]
        turns = [
            partial(self.draw, player),
            *(partial(self.trade, player, other) for other in others),
            *(partial(self.empty_seat, player, seat) for seat in seats),
        ]
        self.dice.choice(turns)()
        self.says("onto your trade pile until you hold {hand} cards")
        self.discard_down(player)

    def check(self, player: int) -> None:
        """All cards are there; the player of this turn holds a hand and has open cards; the others
        hold a hand, and more only where a trade took as many cards of their piles."""
        hand, trade = self.seat.hand, self.seat.trade
        there = Counter(chain(self.draw_pile, *self.hands.values(), *self.piles.values()))
        assert there == Counter(self.edition.deck)
        assert len(self.hands[player]) == hand
        for one in self.players:
            more = len(self.hands[one]) - hand
            assert more >= 0
            assert len(self.piles[one]) + more >= trade
            if not self.seat.draw_pile:
                assert (more, len(self.piles[one])) == (0, 1)
        assert len(self.piles[player]) >= trade
        assert all(len(self.piles[place]) >= trade for place in self.seat.phantoms)


@pytest.mark.parametrize(("box", "players"), TABLES)
def test_nobody_has_a_card_too_many_or_no_open_card(box: str, players: int) -> None:
    edition = load(box)
    for seed in range(20):
        play = Play(edition, players, random.Random(seed))
        player = 1
        for _ in range(60):
            if play.seat.draw_pile and not play.draw_pile:
                break
            play.turn(player)
            play.check(player)
            player = player % players + 1


@pytest.mark.parametrize("box", ["classic-us", "classic-uk"])
def test_five_players_walked_through(box: str) -> None:
    """Ten turns, twice around: everyone holds 11 and one open card after each, and before cards are
    passed; the partner too, so that both may go out with the 11 that the rule asks for."""
    edition = load(box)
    play = Play(edition, 5, random.Random(0))
    for turn in range(10):
        play.turn(turn % 5 + 1)
        assert [len(hand) for hand in play.hands.values()] == [11] * 5
        assert [len(pile) for pile in play.piles.values()] == [1] * 5
    assert "exactly 11 cards" in Told(edition, 5).rules["hand-size"].text
