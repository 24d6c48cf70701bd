"""Claimed amounts: the slip that was made is named first, and no explanation's sum is wrong."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.rules.contract import read
from companion.rules.dispute.claim import claimed_amount
from companion.rules.dispute.slips import slips
from companion.rules.edition import Edition
from companion.rules.payout import settle
from tests.deals import ME, Line, ruled
from tests.made_up import made_up_deal
from tests.often import OFTEN, times

US, UK, WM, EX = "classic-us", "classic-uk", "winning-moves-2017", "express"
HOUSES = {"one-house": 1, "two-houses": 2, "three-houses": 3}

Planted = tuple[str, int]
"""What the first explanation has to say, and the amount that the slip gives."""


def planted(line: Line) -> Iterator[Planted]:
    """Every slip of the list that can be made with this hand; counted from the answer alone."""
    edition, deal = read(line)
    answer = settle(edition, deal).as_json()
    hand, pays = answer["hands"][ME], answer["payouts"][ME]
    jackpot = answer["jackpot"] or {"paid_to": None, "amount": 0}
    extra = [bonus["amount"] for bonus in hand["bonuses"] if bonus["amount"]]
    if jackpot["paid_to"] == ME and jackpot["amount"]:
        extra.append(jackpot["amount"])
    if edition.id == EX:
        for amount in extra:
            yield "without the bonus for", pays - amount
        return
    if len(extra) > 1:
        yield "without any bonus card", pays - sum(extra)
    if hand["wiped_out"]:
        yield from _caught(line, hand["wiped_out"])
        return
    for one in hand["sets"]:
        if one["tokens"]:
            yield from _tokens(edition, one, pays)
    yield from _houses(edition, line, hand, pays)


def _caught(line: Line, card: str) -> Iterator[Planted]:
    without = [one for one in line["hands"][ME] if one != card]
    hands = {**line["hands"], ME: without}
    wilds = {**line["wilds"], ME: []} if card == "chance" else line["wilds"]
    paid = settle(*read({**line, "hands": hands, "wilds": wilds})).payouts[ME]
    yield f"if no {'Chance' if card == 'chance' else 'Go To Jail'}", paid


def _tokens(edition: Edition, one: dict[str, Any], pays: int) -> Iterator[Planted]:
    number, bare = one["tokens"], pays - one["tokens_value"]
    if bare != one["value"]:  # else it is the same as doubling the set
        yield "doubling the whole hand", bare * 2**number
    if edition.id == WM:
        yield "once more, as in Classic US", bare + number * one["value"]
    else:
        yield "as in Winning Moves", bare + number * 1000
        if number > 1:
            yield "each token doubling", bare + one["value"] * (2**number - 1)


def _houses(edition: Edition, line: Line, hand: dict[str, Any], pays: int) -> Iterator[Planted]:
    colours = {group.id for group in edition.groups if group.kind == "colour"}
    sets = [one for one in hand["sets"] if one["group"] in colours]
    goer = line["went_out"] == ME
    if edition.id == WM and not goer:
        return
    for card in sorted(set(hand["unused"])):
        if card.startswith("house-") or card in HOUSES:
            for one in sets:
                each = edition.values[one["group"]] * HOUSES.get(card, 1)
                tokens = 1 + one["tokens"] if edition.id != WM else 1
                yield "finds? no place", pays + each * tokens
    built = next((one for one in sets if one["houses"]), None)
    if edition.id != WM or built is None:
        return
    cards = [card for card in [*built["cards"], *built["wilds"]] if card in HOUSES]
    for other in sets:
        if other is built:
            continue
        here, there = edition.values[built["group"]], edition.values[other["group"]]
        yield "counted on .* and on", pays + built["houses"] * there
        for number in range(1, len(cards)):
            for chosen in combinations(cards, number):
                moved = sum(HOUSES[card] for card in chosen)
                yield "houses? on .* and the rest", pays - moved * here + moved * there


@pytest.mark.tries
def test_the_slip_that_was_made_is_named_first() -> None:
    """10,000 hands in `make prove`, one slip in each."""
    random = Random(f"slips {OFTEN}")
    tried, first = 0, 0
    missed: list[object] = []
    while tried < times(2000):
        edition_id = random.choice([US, UK, "deluxe", WM, WM, EX])
        line = made_up_deal(edition_id, random)
        settlement = settle(*read(line))
        made = [
            (what, amount) for what, amount in planted(line) if amount != settlement.payouts[ME]
        ]
        if not made:
            continue
        kind = random.choice(sorted({what for what, _ in made}))
        amount = random.choice([amount for what, amount in made if what == kind])
        told = claimed_amount(settlement, ME, amount).slips
        tried += 1
        if told and re.search(kind, told[0]):
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


@pytest.mark.parametrize(
    ("edition_id", "cards", "amount", "told"),
    [
        pytest.param(UK, "red go*2 mm", 250, "without any bonus card", id="all-bonus-cards"),
        pytest.param(UK, "dark-blue h1 token*2 go", 3400, "each token doubling Dark Blue again",
                     id="two-doublings"),
        pytest.param(UK, "dark-blue token go*2", 1600, "with the token doubling the whole hand",
                     id="a-token-that-doubles"),
        pytest.param(UK, "dark-blue h1 token*2", 2800, "with £1,000 for each token, as in Winning",
                     id="tokens-of-another-edition"),
        pytest.param(WM, "dark-blue h2 token*2 go", 3800, "with each token paying Dark Blue once",
                     id="tokens-of-the-classic-boxes"),
        pytest.param(UK, "dark-blue h1 h3 token", 2400, "with the 3rd House counted on Dark Blue",
                     id="a-house-without-a-place"),
        pytest.param(UK, "dark-blue h1 h3 h4", 1600, "with both houses that find no place counted",
                     id="two-houses-without-a-place"),
        pytest.param(UK, "red h2 h3 h4", 1000, "with all 3 houses that find no place counted",
                     id="three-houses-without-a-place"),
        pytest.param(UK, "red go*2", 250, "without what is paid for GO", id="go-forgotten"),
        pytest.param(UK, "red mm", 250, "without what is paid for the most Mr. Monopoly",
                     id="a-majority-forgotten"),
        pytest.param(WM, "dark-blue red h2*2", 3250, "the houses counted on Dark Blue and on Red",
                     id="two-sets-improved"),
        pytest.param(WM, "dark-blue red h2*2", 1950, "2 houses on Red and the rest on Dark Blue",
                     id="two-sets-improved-by-halves"),
        pytest.param(UK, "dark-blue red h1 token", 1300, "the token on Red instead of Dark Blue",
                     id="one-token-on-the-other-set"),
        pytest.param(EX, "railroads corners", 10, "without the bonus for Railroads and Corners",
                     id="a-bonus-forgotten"),
        pytest.param(EX, "railroads corners dark-blue green", 25, "without any bonus",
                     id="both-bonuses-forgotten"),
        pytest.param(EX, "railroads corners", 5, "without Railroads and its bonus",
                     id="a-pile-forgotten-takes-its-bonus-along"),
    ],
)  # fmt: skip
def test_the_common_slips(edition_id: str, cards: str, amount: int, told: str) -> None:
    first = claimed_amount(ruled(edition_id, cards, out=edition_id != EX), ME, amount).slips[0]
    assert told in first


@pytest.mark.parametrize(("edition_id", "amount"), [(UK, 250), (WM, 250)])
def test_the_only_token_is_forgotten_in_one_way(edition_id: str, amount: int) -> None:
    (told,) = claimed_amount(ruled(edition_id, "red t"), ME, amount).slips
    assert "without the token on Red" in told


@pytest.mark.parametrize(
    ("edition_id", "cards", "amount"), [(UK, "dark-blue h1 h3", 1200), (WM, "red h2*3", 1750)]
)
def test_the_only_house_without_a_place_is_counted_in_one_way(
    edition_id: str, cards: str, amount: int
) -> None:
    (told,) = claimed_amount(ruled(edition_id, cards), ME, amount).slips
    assert "where it finds no place" in told


def test_chance_paid_to_somebody_who_is_caught() -> None:
    caught = ruled(UK, "park-lane chance go", out=False)
    (told,) = claimed_amount(caught, ME, 600).slips
    assert "with Chance counted as if this hand had gone out" in told
    (told,) = claimed_amount(caught, ME, 200).slips
    assert "if no Chance were in the hand" in told
