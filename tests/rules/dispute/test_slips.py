"""Claimed amounts: the slip that was made is named first, and no explanation's sum is wrong."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.contract import read
from companion.rules.dispute.claim import MOST_NAMED, claimed_amount
from companion.rules.dispute.slips import slips
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from tests.deals import ME, Line, ruled, settlements
from tests.made_up import made_up_deal
from tests.often import OFTEN, times

US, UK, WM, EX = "classic-us", "classic-uk", "winning-moves-2017", "express"
HOUSES = {"one-house": 1, "two-houses": 2, "three-houses": 3}

LIKELY = [
    "without the bonus for",
    "without any bonus card",
    "if no .* were in the hand",
    "doubling the whole hand",
    "each token doubling",
    "as in ",
    "finds? no place",
    "houses counted on .* and on",
    "and the rest on",
]
"""The slips that people make most."""


@pytest.mark.tries
def test_the_likely_slip_that_was_made_is_named_first() -> None:
    """10,000 hands in `make prove`, one slip in each."""
    random = Random(f"slips {OFTEN}")
    tried, first = 0, 0
    missed: list[object] = []
    while tried < times(2000):
        line = made_up_deal(random.choice([US, UK, "deluxe", WM, WM, EX]), random)
        settlement = settle(*read(line))
        made = [
            (kind, amount)
            for text, amount in slips(settlement, ME)
            for kind in LIKELY
            if re.search(kind, text)
        ]
        if not made:
            continue
        kind = random.choice(sorted({kind for kind, _ in made}))
        amount = random.choice([amount for one, amount in made if one == kind])
        told = claimed_amount(settlement, ME, amount).slips
        tried += 1
        if re.search(kind, told[0]):
            first += 1
        else:
            missed.append((kind, amount, told, line))
    assert first >= 0.95 * tried, (first, tried, missed[:10])


# --- the sums -------------------------------------------------------------------------------------


class Recount:
    """What the words of a slip come to, worked out from the answer alone."""

    def __init__(self, line: Line) -> None:
        self.line, (self.edition, _) = line, read(line)
        self.answer = settle(*read(line)).as_json()
        self.hand, self.pays = self.answer["hands"][ME], self.answer["payouts"][ME]
        self.sets = {self.edition.label(one["group"]): one for one in self.hand["sets"]}
        self.bonus = {one["kind"]: one["amount"] for one in self.hand["bonuses"]}
        jackpot = self.answer["jackpot"] or {"paid_to": None, "amount": 0}
        self.jackpot = jackpot["amount"] if jackpot["paid_to"] == ME else 0

    def paid(self, **changed: Any) -> int:
        """What the deal changed so pays."""
        line = {**self.line, **changed}
        return settle(*read(line)).payouts[ME]

    def card(self, name: str) -> str:
        """The id of a card that is shown so, as one or as several."""
        labels = {card: self.edition.label(card).lower() for card in self.edition.deck}
        shown = name.lower()
        return next(card for card, label in labels.items() if shown in (label, f"{label}s"))

    def house(self, name: str) -> int:
        """What one more house on a set comes to."""
        one = self.sets[name]
        times_too = 1 if self.edition.id == WM else 1 + one["tokens"]
        return int(self.edition.values[one["group"]]) * times_too

    def of(self, text: str) -> int:
        """The amount of a slip; the first of the ways of `WAYS` that its words fit."""
        for words, way in WAYS.items():
            found = re.fullmatch(words, text)
            if found:
                return int(way(self, *found.groups()))
        raise AssertionError(text)

    def tokens(self) -> tuple[int, int, int]:
        """How many tokens there are, what the set under them is worth, the sum without them."""
        one = next(one for one in self.hand["sets"] if one["tokens"])
        return one["tokens"], one["value"], self.pays - one["tokens_value"]

    def spare(self) -> int:
        """How many houses find no place."""
        unused = self.hand["unused"]
        if self.edition.id == WM:
            return sum(HOUSES.get(card, 0) for card in unused)
        return sum(card.startswith("house-") for card in unused)

    def without(self, name: str) -> int:
        """The sum without a set, what is on it, and what it is needed for."""
        one = self.sets[name]
        lost = sum(amount for kind, amount in self.bonus.items() if one["group"] in kind.split("+"))
        return int(self.pays - one["value"] - one["tokens_value"] - lost)

    def as_another(self, wilds: str, illegal: bool) -> int:
        """The sum with free wilds as these cards; and it is told right if the hand may go out."""
        cards = []
        for name in re.split(", | and ", wilds):
            found = re.fullmatch(r"(two |2 × )?(?:a )?(.+?)(?: cards?)?", name)
            assert found is not None
            cards += [self.card(found[2])] * (2 if found[1] else 1)
        said = [*self.line["wilds"][ME], *cards]
        then = settle(*read({**self.line, "wilds": {**self.line["wilds"], ME: said}}))
        assert illegal == (self.answer["legal"] and not then.legal)
        return then.payouts[ME]

    def but_the_jackpot(self) -> int:
        """The sum without its bonus cards but with the jackpot, where there are both."""
        assert self.jackpot
        assert len([amount for amount in self.bonus.values() if amount]) > 1
        return int(self.pays - sum(self.bonus.values()))

    def no_card(self, name: str) -> int:
        """The sum without the cards of a name."""
        card = self.card(name)
        hand = [one for one in self.line["hands"][ME] if one != card]
        wilds = {**self.line["wilds"], ME: []} if card == "chance" else self.line["wilds"]
        return self.paid(hands={**self.line["hands"], ME: hand}, wilds=wilds)

    def wild_counted(self) -> int:
        """The sum of a caught hand with its Chance counted: as who went out, alone at the table."""
        hands = {ME: self.line["hands"][ME]}
        alone = self.paid(went_out=ME, hands=hands, reward=[])
        mine = hands[ME].count("mr-monopoly")
        best = mine > self.line["hands"]["Bob"].count("mr-monopoly")
        return alone - (1000 if mine and not best else 0)


def hotel_more(it: Recount, name: str) -> int:
    tokens = it.sets[name]["tokens"] if it.edition.id != WM else 0
    return 500 * (1 + tokens)


def doubled(it: Recount) -> int:
    number, _, bare = it.tokens()
    return int(bare * 2**number)


WAYS: dict[str, Callable[..., int]] = {
    "without any bonus card": lambda it: it.pays - sum(it.bonus.values()) - it.jackpot,
    "without any bonus card but the jackpot": lambda it: it.but_the_jackpot(),
    "without any bonus": lambda it: it.pays - sum(it.bonus.values()),
    "without the bonus for .*": lambda it: it.pays - 5,
    "with each token doubling .* again": lambda it: (
        it.tokens()[2] + it.tokens()[1] * (2 ** it.tokens()[0] - 1)
    ),
    "with the whole hand doubled once for all tokens": lambda it: 2 * it.tokens()[2],
    "with .* doubled once for all tokens": lambda it: it.tokens()[2] + it.tokens()[1],
    r"with \W1,000 for (?:each|the) token, as in .*": lambda it: (
        it.tokens()[2] + 1000 * it.tokens()[0]
    ),
    "with (?:each|the) token paying .* once more, as in .*": lambda it: (
        it.tokens()[2] + it.tokens()[1] * it.tokens()[0]
    ),
    "with (?:each|the) token doubling the whole hand": doubled,
    "with the hotel counted on (.*), where it finds no place": lambda it, name: (
        it.pays + hotel_more(it, name)
    ),
    "with the (.*) counted on (.*), where it finds no place": lambda it, card, name: (
        it.pays + it.house(name) * HOUSES.get(it.card(card), 1)
    ),
    r"with (both|all \d+) houses that find no place counted on (.*)": lambda it, said, name: (
        it.pays
        + it.house(name) * (it.spare() if said.split()[-1] in ("both", str(it.spare())) else -99)
    ),
    "with the houses counted on (.*) and on (.*)": lambda it, name, too: (
        it.pays + it.sets[name]["houses"] * it.house(too)
    ),
    r"with (\d) houses? on (.*) and the rest on (.*)": lambda it, number, too, name: (
        it.pays + int(number) * (it.house(too) - it.house(name))
    ),
    r"without the (?:\d )?tokens? on (.*)": lambda it, name: it.tokens()[2],
    "with one token less": lambda it: it.pays - (1000 if it.edition.id == WM else it.tokens()[1]),
    "without the hotel on (.*)": lambda it, name: it.pays - hotel_more(it, name),
    "with one house less on (.*)": lambda it, name: it.pays - it.house(name),
    "without the houses on (.*)": lambda it, name: (
        it.pays - it.house(name) * it.sets[name]["houses"]
    ),
    "without what is paid for (?:the most )?(.*)": lambda it, name: (
        it.pays - it.bonus[it.card(name)]
    ),
    "without the jackpot": lambda it: it.pays - it.jackpot,
    "without the reward": lambda it: it.paid(reward=[]),
    r"without (.*?)(?: and its \d+ tokens?)?(?: and its bonus)?": lambda it, name: it.without(name),
    "with the tokens? on (.*) counted without its hotel": lambda it, name: (
        it.pays - it.sets[name]["tokens"] * it.edition.values["hotel"]
    ),
    "with the tokens? on (.*) counted without its houses": lambda it, name: (
        it.tokens()[2] + it.tokens()[0] * it.edition.values[it.sets[name]["group"]]
    ),
    "with the tokens? on (.*) instead of (.*)": lambda it, other, name: (
        it.tokens()[2] + it.tokens()[0] * it.sets[other]["value"]
    ),
    "with the hotel on (.*) counted like a house": lambda it, name: (
        it.pays - hotel_more(it, name) + it.house(name)
    ),
    "with every GO paid by itself": lambda it: (
        it.pays
        - it.bonus["go"]
        + 200 * next(one["count"] for one in it.hand["bonuses"] if one["kind"] == "go")
    ),
    "with the jackpot, which this hand does not get": lambda it: it.pays + 500,
    "with the payment for the most .*, which this hand does not get": lambda it: it.pays + 1000,
    "if no (.*) were in the hand": lambda it, name: it.no_card(name),
    "with Chance counted as if this hand had gone out": lambda it: it.wild_counted(),
    "if this hand had gone out": lambda it: it.paid(went_out=ME),
    "with (?:Chance|Wild) as (.*?)(, but then the hand may not go out)?": (
        lambda it, wilds, illegal: it.as_another(wilds, illegal is not None)
    ),
}


@pytest.mark.tries
@pytest.mark.parametrize("edition_id", [US, WM, EX])
def test_every_explanation_adds_up(edition_id: str) -> None:
    random = Random(f"sums {edition_id} {OFTEN}")
    fitted: set[str] = set()
    for _ in range(times(800)):
        line = made_up_deal(edition_id, random)
        again = Recount(line)
        for text, amount in slips(settle(*read(line)), ME):
            assert again.of(text) == amount, (text, line)
            fitted.add(text)
    assert len(fitted) > 15


HAND = "dark-blue red h1 h3 token*2 c"
BUILT = "red h1 h2 h3 h4 hotel"
NOT_OUT: dict[str, Any] = {"out": False}
# edition, hand, what else, the claimed amount, and the slip that is told of first
FIRST: list[tuple[str, str, dict[str, Any], int, str]] = [
    (UK, "red go*2 mm", {}, 250, "without any bonus card"),
    (UK, "dark-blue h1 token*2 go", {}, 3400, "each token doubling Dark Blue again"),
    (UK, "dark-blue token go*2", {}, 1600, "with the token doubling the whole hand"),
    (UK, "dark-blue h1 token*2", {}, 2800, "with £1,000 for each token, as in Winning"),
    (UK, "dark-blue h1 h3 h4", {}, 1600, "with both houses that find no place counted"),
    (UK, "dark-blue red h1 token", {}, 1300, "the token on Red instead of Dark Blue"),
    (UK, HAND, {}, 3450, "with one token less"),
    (UK, HAND, {}, 1850, "without the 2 tokens on Dark Blue"),
    (UK, HAND, {}, 4800, "without Red"),
    (UK, HAND, {}, 2650, "tokens on Dark Blue counted without its houses"),
    (UK, "brown h1 h2 h3 h4 hotel t*2", {}, 1250, "tokens on Brown counted without its hotel"),
    (UK, BUILT, {}, 1250, "without the hotel on Red"),
    (UK, "red mm", {}, 250, "without what is paid for the most Mr. Monopoly"),
    (UK, "red mm", {"others": "mm"}, 1250, "which this hand does not get"),
    (UK, "red", {"reward": "t go"}, 250, "without the reward"),
    (UK, "red c", NOT_OUT, 250, "if no Chance were in the hand"),
    (UK, "park-lane c go", NOT_OUT, 600, "with Chance counted as if this hand had gone out"),
    (WM, "dark-blue h2 token*2 go", {}, 3800, "with each token paying Dark Blue once more, as in"),
    (WM, "dark-blue red h2*2", {}, 3250, "the houses counted on Dark Blue and on Red"),
    (WM, "red go*4", {}, 1050, "with every GO paid by itself"),
    (WM, "red fp", {}, 250, "without the jackpot"),
    (WM, "red gtj", NOT_OUT, 250, "if no Go To Jail were in the hand"),
    (EX, "brown light-blue", NOT_OUT, 3, "the bonus for Brown and Light Blue"),
    (EX, "railroads corners", NOT_OUT, 10, "without the bonus for Railroads and Corners"),
    (EX, "railroads corners", NOT_OUT, 5, "without Railroads and its bonus"),
]


@pytest.mark.parametrize(("edition_id", "cards", "more", "amount", "told"), FIRST)
def test_a_slip_that_gives_just_this_amount(
    edition_id: str, cards: str, more: dict[str, Any], amount: int, told: str
) -> None:
    claimed = claimed_amount(ruled(edition_id, cards, **more), ME, amount)
    assert not claimed.right
    assert claimed.text.startswith("Claimed: ")
    assert told in claimed.slips[0]


def test_a_wild_as_another_card_with_which_the_hand_may_not_go_out() -> None:
    told = claimed_amount(ruled(UK, HAND), ME, 3450).slips
    assert any("with Chance as a token, but then the hand may not go out" in slip for slip in told)


# --- the amount ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "cards", "out", "amount", "text"),
    [
        (UK, HAND, True, 5050, "The sum is right: £5,050."),
        (WM, "railroads utilities go*4", True, 3000,
         "The sum is right if you allow the hand: $3,000."),
        (UK, HAND, True, 100,
         "Claimed: £100. The hand is worth £5,050. No single common slip gives £100."),
        (UK, HAND, None, 100, "Claimed: £100. The hand is worth £0."),
    ],
)  # fmt: skip
def test_an_amount_that_is_right_or_that_no_slip_gives(
    edition_id: str, cards: str, out: bool | None, amount: int, text: str
) -> None:
    told = claimed_amount(ruled(edition_id, cards, out=out), ME, amount)
    assert (told.right, told.text, told.slips) == (text.startswith("The sum"), text, ())


def test_slips_that_are_not_named_are_counted() -> None:
    hand = "strand fleet-street euston-road pentonville-road fenchurch c*2 h1 h2 h3 h4 hotel"
    told = claimed_amount(ruled(UK, hand), ME, 2000)
    assert len(told.slips) == MOST_NAMED + 1
    assert told.slips[-1].endswith(" would give it too.")


@given(settlements(), st.integers(0, 60))
def test_slips_never_fail(settlement: Settlement, fifties: int) -> None:
    for player in settlement.deal.players:
        assert all(text and pays >= 0 for text, pays in slips(settlement, player))
        told = claimed_amount(settlement, player, fifties * 50)
        assert told.right == (settlement.payouts[player] == fifties * 50)
        assert len(told.slips) <= MOST_NAMED + 1
