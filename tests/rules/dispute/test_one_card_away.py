"""What is one card away: out, in, or one for another; every promise is kept by the engine."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from companion.rules.contract import read
from companion.rules.deal import Deal, check_cards
from companion.rules.dispute.one_card_away import (
    MOST_MENDS,
    MOST_RAISES,
    OneCardAway,
    one_card_away,
)
from companion.rules.payout import settle
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement
from tests.deals import ME, Line, deals, ruled, settlements
from tests.made_up import made_up_deal
from tests.often import OFTEN, times

UK, WM, EX = "classic-uk", "winning-moves-2017", "express"


def near(
    edition_id: str, cards: str, *, out: bool = True, others: str = "", wilds: str = ""
) -> OneCardAway:
    settlement = ruled(edition_id, cards, out=out, others=others, wilds=wilds)
    return one_card_away(settlement, ME)


MENDING, SWAP, MORE = (
    "One card away from going out",
    "One swap would pay more",
    "One more card would pay more",
)
SAID = [
    ("a-card-to-add", UK, "park-lane h1 red t*2", MENDING, "Add Mayfair: £2,650"),
    ("a-card-to-discard", UK, "stations h1 go*4", MENDING, "Discard a 1st House: £1,800"),
    ("a-swap-where-one-card-alone-does-not-help", UK, "park-lane strand go*4 mm*3", MENDING,
     "Swap Strand for Mayfair: £2,200"),
    ("a-swap-for-a-full-hand", UK, "park-lane h1 red t*2 go*3", MENDING,
     "Swap GO for Mayfair: £3,050"),
    ("one-less-of-a-card-too-many", UK, "park-lane h1 red t*2 go*4", MENDING,
     "Discard Park Lane: £2,300"),
    ("a-house-card-of-2017", WM, "orange wild token*3 go h2 h3", MENDING,
     "Swap a Two Houses card for a Wild: $6,000"),
    ("of-cards-missed-alike-the-first", WM, "yellow utilities hotel h2 h3 fp*2", MENDING,
     "Swap a Two Houses card for a Wild: $3,000"),
    ("a-card-that-raises-the-hand", UK, "dark-blue h1 h3 red t c", MORE,
     "Add a 2nd House: £5,050 (£1,600 more)"),
    ("a-bonus-card-and-what-it-adds", UK, "orange", MORE,
     "Add Mr. Monopoly: £1,200 (£1,000 more)"),
    ("a-swap-that-raises-a-full-hand", UK, "dark-blue h1 h3 red t c go", SWAP,
     "Swap GO for a 2nd House: £5,050 (£1,400 more)"),
    ("points", EX, "brown park-place", "One card away from whole monopolies",
     "Discard Park Place: 1 point"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition_id", "cards", "title", "text"), [pytest.param(*row[1:], id=row[0]) for row in SAID]
)
def test_a_change_is_said_with_what_it_pays(
    edition_id: str, cards: str, title: str, text: str
) -> None:
    found = near(edition_id, cards, out=edition_id != EX)
    assert found.title == title
    assert text in found.lines


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("park-lane strand pall-mall go*4 mm*3", id="further-away"),
        pytest.param("dark-blue h1 h3 red t*2 c go", id="out-and-one-too-many-so-count-first"),
        pytest.param("dark-blue h1 h3 red t*2 c go*2", id="out-and-two-too-many"),
        pytest.param("park-lane h1 red t*3 go*4", id="not-out-and-two-too-many"),
        pytest.param("park-lane strand go*4 mm*4 t", id="one-too-many-and-no-one-less-would-do"),
    ],
)
def test_nothing_is_one_card_away(cards: str) -> None:
    assert near(UK, cards) == OneCardAway()


def test_a_card_that_somebody_has_cannot_be_got() -> None:
    found = near(UK, "park-lane red", others="mayfair c*2")
    assert [(one.add, one.discard) for one in found.changes] == [(None, "park-lane")]


def test_a_wild_counts_as_a_card_that_somebody_has() -> None:
    """No card that is left would do in its place, however many."""
    found = near(
        "deluxe", "baltic mm*3 h1*2 h2 h3 h4 hotel", others="h1 virginia-avenue mediterranean"
    )
    assert found.lines == ("Swap a 1st House for a Chance: $1,750",)


def test_a_declared_wild_stays_what_it_is() -> None:
    found = near(UK, "strand fleet-street mayfair c", wilds="trafalgar")
    assert "trafalgar-square" not in {one.add for one in found.changes}
    assert {one.add or one.discard for one in found.changes} == {
        "park-lane",
        "chance",
        "mayfair",
    }


def test_a_wild_that_is_given_away_takes_its_declaration_along() -> None:
    found = near(WM, "red oriental connecticut w", wilds="electric-company")
    assert found.lines == ("Swap a Wild for Vermont Avenue: $350",)


def test_the_real_card_beside_a_wild_declared_as_it_is_no_change() -> None:
    # All four railroads, one of them a Chance: a fifth is none that could be added.
    hand = "reading-railroad pennsylvania-railroad b-and-o-railroad c go*2 t"
    near = one_card_away(ruled("classic-us", hand, wilds="short-line"), ME)
    assert near.changes
    assert all(change.add != "short-line" for change in near.changes)


def test_nothing_is_near_when_nobody_went_out() -> None:
    line: Line = {"edition": UK, "players": [ME, "Bob"], "hands": {}, "went_out": None}
    assert one_card_away(settle(*read(line)), ME) == OneCardAway()


def changed(settlement: Settlement, player: str, add: str | None, discard: str | None) -> Deal:
    """The deal with the hand changed so; a wild that goes takes the last declaration along."""
    deal = settlement.deal
    cards = list(deal.hands[player])
    if discard:
        cards.remove(discard)
    if add:
        cards.append(add)
    return replace(deal, hands={**deal.hands, player: cards})


@given(settlements())
def test_what_is_promised_is_kept(settlement: Settlement) -> None:
    edition, deal = settlement.edition, settlement.deal
    for player in deal.players:
        found = one_card_away(settlement, player)
        legal = settlement.laid[player].legal
        assert len(found.changes) <= (MOST_RAISES if legal else MOST_MENDS)
        assert bool(found.changes) == bool(found.title)
        assert len({(one.add, one.discard) for one in found.changes}) == len(found.changes)
        for one in found.changes:
            if one.discard == edition.wild and deal.wilds.get(player):
                continue  # which of the declarations goes along is the engine's choice
            then = settle(edition, changed(settlement, player, one.add, one.discard))
            assert then.laid[player].legal
            assert then.payouts[player] == one.pays
            out = Counter(deal.reward)
            for hand in then.deal.hands.values():
                out.update(hand)
            assert all(out[card] <= edition.deck[card] for card in out)


Swap = tuple[str | None, str | None]
"""The card to get and the card to give."""


def one_change(settlement: Settlement, player: str, add: str | None, discard: str | None) -> int:
    """What the hand changed so is paid, -1 if it cannot be laid down so; by trying."""
    edition, deal = settlement.edition, settlement.deal
    hand = changed(settlement, player, add, discard)
    said = [*deal.wilds.get(player, ())]
    short = len(said) - list(hand.hands[player]).count(edition.wild)
    pays = -1
    for out in range(len(said)) if short > 0 else [None]:
        mine = said if out is None else [*said[:out], *said[out + 1 :]]
        tried = replace(hand, wilds={**deal.wilds, player: mine})
        try:
            check_cards(edition, tried)
        except Refusal:
            continue
        then = settle(edition, tried)
        if then.laid[player].legal:
            pays = max(pays, then.payouts[player])
    return pays


def by_brute_force(settlement: Settlement, player: str) -> tuple[bool, list[tuple[Swap, int]]]:
    """Every change that is to be offered, best first, by trying all single cards and all swaps."""
    edition, deal = settlement.edition, settlement.deal
    held = Counter(deal.reward)
    for hand in deal.hands.values():
        held.update(hand)
    left = [card for card in edition.deck if held[card] < edition.deck[card]]
    mine = edition.sort(list({*deal.hands[player]}))
    room = len(mine) + 1  # more than any change takes
    if player == deal.went_out and edition.arrangement != "piles":
        room = edition.seats[len(deal.players)].hand - len(deal.hands[player])
    may = settlement.laid[player].legal
    if room < (0 if may else -1):
        return not may, []  # its cards are to be counted first

    def worth(swaps: list[Swap]) -> Iterator[tuple[Swap, int]]:
        for swap in swaps:
            pays = one_change(settlement, player, *swap)
            if pays > (settlement.payouts[player] if may else -1):
                yield swap, pays

    def rank(one: tuple[Swap, int]) -> tuple[int, list[int]]:
        return -one[1], [list(edition.deck).index(card) if card else -1 for card in one[0]]

    alone: list[Swap] = [(card, None) for card in left if room > 0]
    if not may and room != 0:
        alone += [(None, card) for card in mine]
    found = list(worth(alone))
    if (may and room <= 0) or not (may or found or room < 0):
        for card in left:
            best = sorted(worth([(card, other) for other in mine if other != card]), key=rank)
            found += best[:1]
    return not may, sorted(found, key=rank)


@pytest.mark.tries
@pytest.mark.parametrize("edition_id", ["classic-us", UK, "deluxe", WM, EX])
def test_the_list_is_what_trying_every_card_and_every_swap_gives(edition_id: str) -> None:
    """5,000 hands in `make prove`."""
    random = Random(f"near {edition_id} {OFTEN}")
    for _ in range(times(200)):
        line = made_up_deal(edition_id, random)
        settlement = settle(*read(line))
        found = one_card_away(settlement, ME)
        mends, best = by_brute_force(settlement, ME)
        shown = [((one.add, one.discard), one.pays) for one in found.changes]
        assert shown == best[: MOST_MENDS if mends else MOST_RAISES], line
        others = len(best) - len(shown)
        rest = found.lines[len(shown) :]
        assert len(rest) == (others > 0)
        assert all(not line[0].isdigit() or int(line.split()[0]) == others for line in rest)


RESTS = [
    ("the-best-swap-is-two-changes-in-one", "classic-us",
     "chance chance h1 h2 h3 vermont token*2 go mr-monopoly", "park-place", 3,
     "18 other cards would pay more too."),
    ("every-card-for-the-house-and-not-one", "classic-us",
     "h3 t go north-carolina chance t go pennsylvania-avenue token*2", "pacific-avenue", 6, ""),
    ("cards-only-to-leave-out", UK, "red h1 h2 h3 h4 hotel*2", None, 1, ""),
    ("any-bonus-card", UK, "orange", "mr-monopoly", 3, "Any other bonus card would pay more too."),
    ("a-bonus-card-or-another", UK,
     "chance light-blue kings-cross token*2 mr-monopoly h1 h3",
     "marylebone-station", 6,
     "Any other bonus card and 1 other card would do too."),
    ("any-card-that-is-no-property", WM, "orange wild token*3 go h2 h3", "token", 6,
     "Any other card that is not a property and 10 other cards would do too."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition_id", "cards", "first", "number", "rest"),
    [pytest.param(*row[1:], id=row[0]) for row in RESTS],
)
def test_the_best_card_is_listed_and_the_rest_is_counted(
    edition_id: str, cards: str, first: str | None, number: int, rest: str
) -> None:
    found = near(edition_id, cards)
    assert found.changes[0].add == first
    assert len(found.changes) == number
    others = found.lines[number:]
    assert len(others) == bool(rest)
    assert all(line.startswith(rest) for line in others)


@given(deals())
def test_the_order_of_the_cards_does_not_matter(line: Line) -> None:
    turned = {**line, "hands": {one: cards[::-1] for one, cards in line["hands"].items()}}
    try:
        one, other = (settle(*read(given)) for given in (line, turned))
    except Refusal:
        return
    for player in line["players"]:
        assert one_card_away(one, player) == one_card_away(other, player)
