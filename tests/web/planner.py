"""The taps a person makes to enter a deal, as the values of the buttons on the page.

The person knows the page: a band for a whole group, the highest house for those below it, a number
for cards of which there are several. `tests/web/deal/test_deal.py` taps these buttons on the
rendered page.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bench import hands
from companion.game import taps
from companion.game.make_tap import Posted, try_tap
from companion.game.open_deal import OpenDeal
from companion.game.seats import Seats
from companion.game.taps import Opened, Tap, TapResult
from companion.game.wild_choices import tied_choices
from companion.rules.arrange.laid import Laid
from companion.rules.edition import Edition
from tests.settling import settle_cards


class Entered(NamedTuple):
    """A deal somebody has to enter: what was laid down and drawn, by player in seating order."""

    went_out: int
    hands: tuple[tuple[str, ...], ...]
    reward: tuple[str, ...]


def going_out(random: Random, edition: Edition) -> list[str]:
    """Ten cards that may go out, with as many wilds as the shuffled deck would give."""
    return hands.going_out(random, edition, hands.wilds_as_shuffled(random, edition))


def typical(random: Random, edition: Edition, players: int = 4) -> Entered:
    """A typical deal: one goes out with ten cards, the others hold ten of the rest of the deck, and
    the goer draws five (where there is a reward)."""
    goer = random.randrange(players)
    deck = Counter(dict(edition.deck))
    laid: list[tuple[str, ...]] = [()] * players
    laid[goer] = tuple(going_out(random, edition))
    deck -= Counter(laid[goer])
    rest = sorted(deck.elements())
    random.shuffle(rest)
    for player in range(players):
        if player != goer:
            laid[player], rest = tuple(rest[:10]), rest[10:]
    drawn = rest[: edition.seats[players].reward]
    return Entered(goer, tuple(laid), tuple(drawn))


def tap(deal: OpenDeal, at: str, text: str) -> tuple[OpenDeal, str]:
    """The deal after a tap of the only phone, on a page that has `at` open, and what the page has
    open then."""
    posted = Posted(Tap.parse(text), Opened.parse(at))
    posted.tap.apply(deal, posted.at)  # raises what is wrong with it
    result = try_tap(deal, posted)
    assert isinstance(result, TapResult)
    return result.deal, str(result.at)


def tapped(deal: OpenDeal, *taps: str, at: str = "") -> tuple[OpenDeal, str]:
    """The same after several taps, each on the page that the one before left."""
    for text in taps:
        deal, at = tap(deal, at, text)
    return deal, at


def cards(seats: Seats, hand: Sequence[str], laid: Sequence[str] = ()) -> list[str]:
    """The taps for the cards of a hand whose list of cards is open; `laid` is laid down already."""
    edition, steps = seats.edition, seats.ladder
    held, there = Counter(hand), Counter(laid)
    made: list[Tap] = []
    for group in edition.groups:
        mine = [card for card in group.cards if card in held]
        lacking = [card for card in group.cards if card not in held and card not in there]
        if laid:  # in the reward a tap is one card
            made += [taps.TakeCards(card) for card in mine]
        elif (mine and 1 + len(lacking) < len(mine)) or (not lacking and mine):
            made += [taps.TakeCards(group.id)]
            made += [taps.GiveCards(card) for card in lacking]
        else:
            made += [taps.TakeCards(card) for card in mine]
    for row in range(1, 1 + max((held[card] + there[card] for card in steps), default=0)):
        on = [card for card in steps if held[card] + there[card] >= row]
        new = [card for card in on if there[card] < row]
        if new and laid:
            made += [taps.BuildUp(row=row, card=card) for card in new]
        elif new:
            top = steps.index(new[-1])
            gaps = [card for card in steps[:top] if card not in on]
            made += [taps.BuildUp(row=row, card=new[-1])]
            made += [taps.BuildDown(row=row, card=card) for card in gaps]
    made += [
        taps.HoldNumber(card, number=held[card])
        for card in edition.deck
        if held[card] and card not in edition.group_of and card not in steps
    ]
    return [str(one) for one in made]


def deal(seats: Seats, entered: Entered) -> list[str]:
    """All taps of a deal but the one that confirms it."""
    players = seats.players
    goer = players[entered.went_out]
    laid = dict(zip(players, entered.hands, strict=True))
    made = [str(taps.Out(entered.went_out)), *cards(seats, laid[goer])]
    made += declared(seats, entered.went_out, laid[goer])
    if seats.has_reward:
        made.append(str(taps.LayDown()))
        made += cards(seats, helpful(seats, goer, laid, entered.reward), laid[goer])
    number = len(players)
    others = [(entered.went_out + step) % number for step in range(1, number)]
    for turn, place in enumerate(others):
        if not turn or not isinstance(Tap.parse(made[-1]), (taps.HasNothing, taps.Caught)):
            # «Next»; «Nothing» and «Caught» go on to the next by themselves
            made.append(str(taps.OpenCards(Opened(place))))
        made += other(seats, place, laid[players[place]])
    # «Nothing» and «Caught» lead back to all hands by themselves.
    if not isinstance(Tap.parse(made[-1]), (taps.HasNothing, taps.Caught)):
        made.append(str(taps.OpenCards()))
    return made


def declared(seats: Seats, place: int, hand: Sequence[str]) -> list[str]:
    """The taps that say what a wild counts as where choices pay the same: the first of them."""
    deal = OpenDeal(seats).goes_out(place).with_cards(place, hand)
    made: list[str] = []
    while tied := tied_choices(deal):
        opens = Opened(place, len(deal.declared_at(place)))
        deal = deal.declare(place, (*deal.declared_at(place), tied[0]))
        made += [
            str(taps.OpenCards(opens)),
            str(taps.DeclareWilds(place, cards=deal.declared_at(place))),
        ]
    return made


def other(seats: Seats, place: int, hand: Sequence[str]) -> list[str]:
    """The taps for somebody who did not go out and whose cards are open."""
    edition = seats.edition
    most = hand.count(edition.roles["most_of"])
    if _apart(edition, hand).wiped_out:  # in 2017 a Wild may cancel Go To Jail
        return [str(taps.Catch(place)), str(taps.Caught(place, number=most))]
    return cards(seats, counting(edition, hand)) or [str(taps.HasNothing(place))]


def counting(edition: Edition, hand: Sequence[str]) -> list[str]:
    """The cards that a player who did not go out has to enter."""
    idle = Counter(_apart(edition, hand).unused)
    del idle[edition.roles["most_of"]]
    return sorted((Counter(hand) - idle).elements())


def _apart(edition: Edition, hand: Sequence[str]) -> Laid:
    """How the hand of a player who did not go out is laid, where nobody else holds any card."""
    hands = {"B": hand, "C": hand[:0]}
    return settle_cards(edition, players=("A", "B", "C"), hands=hands, went_out="A").laid["B"]


def helpful(
    seats: Seats, goer: str, laid: dict[str, tuple[str, ...]], reward: Sequence[str]
) -> list[str]:
    """The cards of a reward that the goer has to enter."""
    settlement = settle_cards(
        seats.edition, players=seats.players, hands=laid, went_out=goer, reward=reward
    )
    return sorted((Counter(reward) - Counter(settlement.laid[goer].unused)).elements())
