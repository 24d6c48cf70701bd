"""The brute force for the reward, at the level of classes (classic editions).

For the count vectors (see `classes`) of a hand that may go out and of the cards drawn as its
reward: what the goer is paid. Nothing is declared, and the other player's hand is empty. Every
choice of what the Chances stand for is tried, before the reward and after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from tests.proof.brute_classes import (
    GO,
    GROUP_SIZES,
    MR_MONOPOLY,
    arrangements,
    best_classic,
    plus_one,
    property_readings,
    sets_of,
)
from tests.proof.classes import Vector

# Places in a vector: groups, houses and hotels, then these.
GROUPS = len(GROUP_SIZES)
TOKEN, CHANCE, GOS, GENTLEMEN = 15, 16, 17, 18


@lru_cache(maxsize=1)
def readings_before(hand: Vector) -> list[Vector]:
    """What the Chances of a hand may stand for when it is laid down: so many of each kind.

    Those are the choices with which the hand may go out and that pay most; several may be equal.
    """
    best = -1
    found: list[Vector] = []
    for choice in combinations_with_replacement(range(TOKEN + 1), hand[CHANCE]):
        reading = plus_one((0,) * (TOKEN + 1), choice)
        amount = worth_before(hand, reading)
        if amount > best:
            best, found = amount, []
        if amount == best:
            found.append(reading)
    assert best >= 0, "this hand may not go out"
    return found


def worth_before(hand: Vector, reading: Vector) -> int:
    """What the sets of a hand pay when its Chances stand for these; -1: it may not go out."""
    counts = tuple(map(sum, zip(hand, reading, strict=False)))
    for held, more, size in zip(hand, reading, GROUP_SIZES, strict=False):
        # A Chance is a missing property of a group that has a real one.
        if more and (held == 0 or held + more > size):
            return -1
    colours, others, complete = sets_of(counts[:GROUPS])
    if not complete or not (colours or others):
        return -1
    best = -1
    for total, best_set, houses, hotels in arrangements(colours, counts[10:14], counts[14]):
        real_placed = hotels >= hand[14] and all(
            placed >= real for placed, real in zip(houses, hand[10:14], strict=True)
        )
        if real_placed:
            tokens = counts[TOKEN] * max(best_set, 0, *others)
            best = max(best, total + sum(others) + tokens)
    return best


def freed(hand: Vector, drawn: Vector, reading: Vector) -> Iterator[Vector]:
    """How many Chances of each kind the drawn cards may free.

    A drawn card frees the Chance that stands for that very card. Of a house, hotel or token every
    card is the same. A property is one of those that the hand has not: the Chances of a group stand
    for some of them, and any of these choices may be the one that was made.
    """
    choices = []
    for kind, stands_for in enumerate(reading):
        most = min(stands_for, drawn[kind])
        least = most
        if kind < GROUPS:
            missing = GROUP_SIZES[kind] - hand[kind]
            least = max(0, stands_for + drawn[kind] - missing)
        choices.append(range(least, most + 1))
    return product(*choices)


@lru_cache(maxsize=300_000)
def best_sets(properties: Vector, improvements: Vector, tokens: int, free: int) -> int:
    """The most that sets pay with so many properties, houses and hotels, tokens, and Chances that
    may be anything."""
    best = 0
    for number in range(free + 1):  # so many of them are properties
        for colours, others, _ in property_readings(properties, number, False):
            best = max(best, best_classic(colours, others, improvements, tokens, free - number)[1])
    return best


def paid_with_reward(hand: Vector, drawn: Vector) -> int:
    """What the goer is paid in the end."""
    best = 0
    for reading in readings_before(hand):
        for now_free in freed(hand, drawn, reading):
            counts = tuple(
                real + more + stands_for - free
                for real, more, stands_for, free in zip(
                    hand, drawn, reading, now_free, strict=False
                )
            )
            free = sum(now_free) + drawn[CHANCE]
            sets = best_sets(counts[:GROUPS], counts[GROUPS:TOKEN], counts[TOKEN], free)
            best = max(best, sets)
    gentlemen = hand[GENTLEMEN] + drawn[GENTLEMEN]
    return best + GO * (hand[GOS] + drawn[GOS]) + (MR_MONOPOLY if gentlemen else 0)
