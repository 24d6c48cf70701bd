"""Deals made up for the luck of a reward, and what each draw pays, enumerated plainly."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb, prod
from random import Random
from typing import Any

from bench import hands
from companion.rules.arrange.sequence import tied_readings
from companion.rules.deal import Deal, check_cards, may_stand_for
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.options import with_options
from companion.rules.payout import settle
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement

VALUES: Mapping[str, Any] = {
    "railroads": {"2": 1000, "3": 250, "4": 500},  # a longer run may pay less
    "brown": 500,
    "utilities": 50,
    "mr-monopoly": 50,
}


def made_up(number: int, unseen: int | None = None) -> Settlement:
    """A deal in which the first of two to four players may go out, settled without a reward; always
    the same for a number. The others hold what is not among the `unseen` cards; without that
    number, up to eight cards each."""
    random = Random(f"reward {number}")
    names = ("Ann", "Bob", "Cem", "Dee")[: random.choice((2, 3, 4))]
    edition = load(random.choice(("classic-uk", "classic-us", "deluxe")))
    options: dict[str, Any] = {}
    if random.random() < 0.2:
        options["wild_only_sets"] = True
    if random.random() < 0.2:
        options["wiped_out_count"] = False
    if random.random() < 0.2:
        options["values"] = {key: VALUES[key] for key in random.sample(sorted(VALUES), 2)}
    edition = with_options(edition, options)
    goer = hands.going_out(random, edition, number % 3)
    left = list((Counter(edition.deck) - Counter(goer)).elements())
    random.shuffle(left)
    others = len(names) - 1
    laid = sum(random.choices(range(9), k=others)) if unseen is None else len(left) - unseen
    held = {name: left[:laid][place::others] for place, name in enumerate(names[1:])}
    declared = _declared(random, edition, goer)
    return settle(edition, Deal({"Ann": goer, **held}, "Ann", wilds={"Ann": declared}))


def _declared(random: Random, edition: Edition, hand: Sequence[str]) -> tuple[str, ...]:
    """What the Chances of the hand are declared as: nothing, what pays most, or anything at all
    with which it may go out."""
    held = hand.count(edition.wild)
    how = random.choice(("not", "best", "any"))
    if not held or how == "not":
        return ()
    if how == "best":
        return random.choice(tied_readings(edition, hand))[: random.randint(1, held)]
    for _ in range(200):
        cards = tuple(random.choices(sorted(may_stand_for(edition)), k=random.randint(1, held)))
        deal = Deal({"A": hand, "B": ()}, "A", wilds={"A": cards})
        try:
            check_cards(edition, deal)
        except Refusal:
            continue
        if settle(edition, deal).legal:
            return cards
    return ()


def unseen(without: Settlement) -> list[str]:
    """The cards that nobody laid down."""
    laid = Counter(card for cards in without.deal.hands.values() for card in cards)
    return list((Counter(without.edition.deck) - laid).elements())


def pays(without: Settlement, reward: Sequence[str]) -> int:
    """What the goer is paid with this reward."""
    return settle(without.edition, replace(without.deal, reward=reward)).payouts["Ann"]


def draw_by_draw(without: Settlement, size: int) -> Counter[int]:
    """What the goer is paid, in how many draws: every single draw is settled."""
    cards = unseen(without)
    return Counter(pays(without, draw) for draw in combinations(cards, min(size, len(cards))))


def class_by_class(without: Settlement, size: int) -> Counter[int]:
    """The same, but draws of the same kinds of cards are settled once. Cards of one group are one
    kind, unless a Chance of the hand may count as one of that group."""
    edition, hand = without.edition, without.deal.hands["Ann"]
    declared = tuple(without.deal.wilds["Ann"])
    apart = {
        group
        for cards in (declared, *tied_readings(edition, hand, declared))
        for card in cards
        for group in edition.group_of.get(card, ())
    }
    kinds: dict[str, list[str]] = {}
    for card in unseen(without):
        group = edition.group_of.get(card, (card,))[0]
        kinds.setdefault(card if group in apart else group, []).append(card)
    paid: Counter[int] = Counter()
    for numbers in _numbers([len(cards) for cards in kinds.values()], size):
        drawn = zip(kinds.values(), numbers, strict=True)
        reward = [card for cards, number in drawn for card in cards[:number]]
        ways = prod(
            comb(len(cards), number) for cards, number in zip(kinds.values(), numbers, strict=True)
        )
        paid[pays(without, reward)] += ways
    return paid


def _numbers(stock: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `size` cards; `stock` has how many there are of each kind."""
    if not stock:
        if not size:
            yield ()
        return
    for number in range(min(stock[0], size) + 1):
        for rest in _numbers(stock[1:], size - number):
            yield (number, *rest)
