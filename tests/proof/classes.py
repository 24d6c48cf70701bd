"""Every class of hands of nine, ten or eleven cards of a 60-card deck, in a stable order.

Two hands are in one class when they hold equally many cards of each group of properties and of each
other kind, so every hand of a class comes to the same amount. A class is written as its count
vector: how many cards of each kind, in the order of `Deck.kinds`.

The order of classes is that of the vectors (lexicographic, the first kind counting most). A shard
is all classes that begin with the same counts of the first kinds; the shards in order, one after
another, give all classes in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from math import comb, prod

Vector = tuple[int, ...]

_PROPERTIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("brown", ("mediterranean-avenue", "baltic-avenue")),
    ("light-blue", ("oriental-avenue", "vermont-avenue", "connecticut-avenue")),
    ("pink", ("st-charles-place", "states-avenue", "virginia-avenue")),
    ("orange", ("st-james-place", "tennessee-avenue", "new-york-avenue")),
    ("red", ("kentucky-avenue", "indiana-avenue", "illinois-avenue")),
    ("yellow", ("atlantic-avenue", "ventnor-avenue", "marvin-gardens")),
    ("green", ("pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue")),
    ("dark-blue", ("park-place", "boardwalk")),
    (
        "railroads",
        ("reading-railroad", "pennsylvania-railroad", "b-and-o-railroad", "short-line"),
    ),
    ("utilities", ("electric-company", "water-works")),
)


def _copies(**numbers: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Kinds of which every card is alike (underscores stand for the hyphens of the card id)."""
    return tuple((k.replace("_", "-"), (k.replace("_", "-"),) * n) for k, n in numbers.items())


@dataclass(frozen=True)
class Deck:
    """A deck of sixty cards, sorted into kinds, and how many of them a hand has."""

    name: str
    edition: str
    cards: tuple[tuple[str, tuple[str, ...]], ...]  # kind and the ids of all its cards
    classes: int  # how many classes of hands there are
    hand: int = 10  # cards of a hand
    prefix: int = 7  # how many kinds a shard fixes

    @property
    def hands(self) -> int:
        """How many hands of concrete cards there are."""
        return comb(sum(self.sizes), self.hand)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds, in the order of the count vector."""
        return tuple(kind for kind, _ in self.cards)

    @property
    def sizes(self) -> Vector:
        """How many cards of each kind the deck has."""
        return tuple(len(ids) for _, ids in self.cards)


CLASSIC = Deck(
    "classic",
    "classic-us",
    _PROPERTIES
    + _copies(
        house_1=5,
        house_2=4,
        house_3=3,
        house_4=2,
        hotel=2,
        token=6,
        chance=2,
        go=4,
        mr_monopoly=4,
    ),
    9_327_812,
)
WINNING_MOVES = Deck(
    "2017",
    "winning-moves-2017",
    _PROPERTIES
    + _copies(
        one_house=4,
        two_houses=4,
        three_houses=1,
        hotel=2,
        token=6,
        wild=2,
        go=6,
        free_parking=5,
        go_to_jail=1,
        get_out_of_jail_free=1,
    ),
    10_318_895,
)
# Six players are dealt nine cards, five players eleven.
NINE = replace(CLASSIC, name="classic-9", classes=3_641_725, hand=9)
ELEVEN = replace(CLASSIC, name="classic-11", classes=22_152_058, hand=11)
DECKS = {deck.name: deck for deck in (CLASSIC, WINNING_MOVES, NINE, ELEVEN)}


@cache
def number_of_vectors(sizes: Vector, total: int) -> int:
    """How many count vectors of these kinds have this total."""
    if not sizes:
        return int(total == 0)
    return sum(number_of_vectors(sizes[1:], total - n) for n in range(min(sizes[0], total) + 1))


def vectors(sizes: Vector, at_most: int) -> Iterator[Vector]:
    """Every count vector of these kinds with at most this total, in order."""
    if not sizes:
        yield ()
        return
    for number in range(min(sizes[0], at_most) + 1):
        for rest in vectors(sizes[1:], at_most - number):
            yield (number, *rest)


@cache
def shards(deck: Deck) -> tuple[Vector, ...]:
    """The prefixes of all shards that have a class, in order."""
    left = deck.sizes[deck.prefix :]
    return tuple(
        prefix
        for prefix in vectors(deck.sizes[: deck.prefix], deck.hand)
        if number_of_vectors(left, deck.hand - sum(prefix))
    )


@cache
def shard_starts(deck: Deck) -> tuple[int, ...]:
    """The index of the first class of every shard, and at the end the number of all classes."""
    left = deck.sizes[deck.prefix :]
    lengths = [number_of_vectors(left, deck.hand - sum(prefix)) for prefix in shards(deck)]
    return (0, *accumulate(lengths))


def weight(deck: Deck, vector: Vector) -> int:
    """How many hands of concrete cards are in the class."""
    return prod(map(comb, deck.sizes, vector))


@cache
def _halves(deck: Deck) -> tuple[int, dict[int, list[tuple[Vector, int]]]]:
    """Where a vector is cut in two after the prefix, and the last parts by their total."""
    cut = (deck.prefix + len(deck.sizes)) // 2
    sizes = deck.sizes[cut:]
    last: dict[int, list[tuple[Vector, int]]] = {total: [] for total in range(deck.hand + 1)}
    for vector in vectors(sizes, deck.hand):
        last[sum(vector)].append((vector, prod(map(comb, sizes, vector))))
    return cut, last


def classes_of_shard(deck: Deck, prefix: Vector) -> Iterator[tuple[Vector, int]]:
    """Every class of a shard with its weight, in order."""
    cut, last = _halves(deck)
    left = deck.hand - sum(prefix)
    sizes = deck.sizes[deck.prefix : cut]
    for middle in vectors(sizes, left):
        begin = prefix + middle
        ways = prod(map(comb, deck.sizes, begin))
        for end, more in last[left - sum(middle)]:
            yield begin + end, ways * more


def class_at(deck: Deck, index: int) -> Vector:
    """The class with this index in the order of all classes (0 is the first)."""
    if not 0 <= index < deck.classes:
        raise IndexError(index)
    vector: list[int] = []
    for place in range(len(deck.sizes)):
        left = deck.hand - sum(vector)
        for number in range(min(deck.sizes[place], left) + 1):
            ways = number_of_vectors(deck.sizes[place + 1 :], left - number)
            if index < ways:
                vector.append(number)
                break
            index -= ways
    return tuple(vector)


@cache
def _first_cards(deck: Deck) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """For each kind and each number the first so many ids."""
    return tuple(tuple(ids[:n] for n in range(len(ids) + 1)) for _, ids in deck.cards)


def hand_of(deck: Deck, vector: Vector) -> list[str]:
    """A hand of the class: of every kind the first cards in the deck's order."""
    hand: list[str] = []
    for firsts, number in zip(_first_cards(deck), vector, strict=True):
        if number:
            hand += firsts[number]
    return hand
