"""The brute force at the level of classes, quick enough to go through all of them.

For a count vector (see `classes`): whether the hand may go out, what it is paid when it did, what
it is paid when the other player went out, and what a hand that may go out is worth by itself,
without Mr. Monopoly and jackpot. Two players, the other hand empty, no reward, nothing declared,
the default options, 500 under the Bank.

A wild is tried as every kind it may be, and every way to place houses and hotels is tried. To be
quick, the properties and the rest of a hand are looked at apart from each other (how many of the
wilds are properties is tried too), and what was found for one part is kept for the next hand with
the same part. Written from the rules; it shares nothing with the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement

Vector = tuple[int, ...]
Answer = tuple[bool, int, int, int | None]

COLOUR_SIZES = (2, 3, 3, 3, 3, 3, 3, 2)
COLOUR_BASES = (50, 100, 150, 200, 250, 300, 350, 400)
GROUP_SIZES = (*COLOUR_SIZES, 4, 2)
RAILROADS = 8
UTILITIES = 9
RAILROAD_VALUES = {2: 250, 3: 500, 4: 1000}
UTILITIES_VALUE = 500
HOTEL = 500
GO = 200
MR_MONOPOLY = 1000
TOKEN_2017 = 1000
GO_FOUR_2017 = 1500
OUT_OF_JAIL_2017 = 50
JACKPOT_2017 = 500

# What the properties of a hand come to: the bases of the complete colour groups, the values of
# railroads and utilities that are sets, and whether no property is left outside a set.
Properties = tuple[Vector, Vector, bool]


def sets_of(counts: Vector) -> Properties:
    """The sets among so many cards of each group."""
    colours = tuple(
        base
        for base, size, held in zip(COLOUR_BASES, COLOUR_SIZES, counts, strict=False)
        if held == size
    )
    others = []
    if counts[RAILROADS] >= 2:
        others.append(RAILROAD_VALUES[counts[RAILROADS]])
    if counts[UTILITIES] == 2:
        others.append(UTILITIES_VALUE)
    complete = all(
        held == 0 or held == size or (group == RAILROADS and held >= 2)
        for group, (held, size) in enumerate(zip(counts, GROUP_SIZES, strict=True))
    )
    return colours, tuple(others), complete


@lru_cache(maxsize=100_000)
def property_readings(counts: Vector, wilds: int, wild_only: bool) -> tuple[Properties, ...]:
    """The sets for every way in which this many wilds are missing properties.

    `wild_only`: also of a group of which the hand has no real card.
    """
    found = set()
    groups = [g for g in range(len(GROUP_SIZES)) if wild_only or counts[g]]
    for choice in combinations_with_replacement(groups, wilds):
        more = list(counts)
        for group in choice:
            more[group] += 1
        if all(held <= size for held, size in zip(more, GROUP_SIZES, strict=True)):
            found.add(sets_of(tuple(more)))
    return tuple(found)


def plus_one(counts: Vector, places: tuple[int, ...]) -> Vector:
    """The counts with one more at each of the places (a place may be named twice)."""
    more = list(counts)
    for place in places:
        more[place] += 1
    return tuple(more)


# --- classic -------------------------------------------------------------------------------------

Way = tuple[int, int, Vector, int]  # total of the sets, the best set, houses and hotels placed


@lru_cache(maxsize=300_000)
def arrangements(colours: Vector, houses: Vector, hotels: int) -> tuple[Way, ...]:
    """Every way to place some of house-1 .. house-4 and of the hotels on these colour sets."""
    if not colours:
        return ((0, 0, (0, 0, 0, 0), 0),)
    found = set()
    for number in range(5):
        left = list(houses)
        for level in range(number):
            left[level] -= 1
        if min(left) < 0:
            break
        for hotel in (0, 1) if number == 4 and hotels else (0,):
            value = colours[0] * (1 + number) + hotel * HOTEL
            for total, best, placed, more in arrangements(colours[1:], tuple(left), hotels - hotel):
                now = plus_one(placed, tuple(range(number)))
                found.add((total + value, max(best, value), now, more + hotel))
    return tuple(found)


@lru_cache(maxsize=300_000)
def ways_with_chances(
    colours: Vector, real: Vector, chances: int
) -> tuple[tuple[bool, int, int, int], ...]:
    """Every way to place houses and hotels when so many Chances are a house, a hotel or a token.

    `real` counts house-1 .. house-4 and hotels. Of each way: whether all real ones are placed, the
    total of the sets, the best of them, and how many Chances are tokens.
    """
    found = set()
    for choice in combinations_with_replacement(range(6), chances):
        all_of_them = plus_one((*real, 0), choice)
        for total, best, placed, hotels in arrangements(colours, all_of_them[:4], all_of_them[4]):
            everything = hotels >= real[4] and all(
                now >= there for now, there in zip(placed, real, strict=False)
            )
            found.add((everything, total, best, all_of_them[5]))
    return tuple(found)


@lru_cache(maxsize=300_000)
def best_classic(
    colours: Vector, others: Vector, real: Vector, tokens: int, chances: int
) -> tuple[int, int]:
    """The best with all real houses and hotels placed (-1: cannot be), and without that."""
    placed_best, any_best = -1, 0
    for everything, total, best, more in ways_with_chances(colours, real, chances):
        amount = total + sum(others) + (tokens + more) * max(best, 0, *others)
        any_best = max(any_best, amount)
        if everything:
            placed_best = max(placed_best, amount)
    return placed_best, any_best


def classic(counts: Vector) -> Answer:
    """May it go out, what is it paid if it did and if the other player did, and what is it worth
    by itself if it may (classic editions)."""
    properties = counts[:10]
    improvements = counts[10:15]
    tokens, chances, gos, gentlemen = counts[15:]
    most = MR_MONOPOLY if gentlemen else 0

    legal_best, any_best = -1, 0
    for number in range(chances + 1):  # so many of the Chances are properties
        for colours, others, complete in property_readings(properties, number, False):
            placed, free = best_classic(colours, others, improvements, tokens, chances - number)
            any_best = max(any_best, free)
            if complete and (colours or others):
                legal_best = max(legal_best, placed)
    legal = legal_best >= 0
    goer = (legal_best if legal else any_best) + GO * gos + most
    # With a Chance the hand of a player who did not go out is worth nothing.
    other = 0 if chances else any_best + GO * gos + most
    return legal, goer, other, legal_best + GO * gos if legal else None


# --- winning-moves-2017 --------------------------------------------------------------------------

ONE, TWO, THREE, HOTELS, TOKENS, GOS, PARKING, TO_JAIL, OUT_OF_JAIL = range(9)
JAILED = -1_000_000  # so low that no set makes up for it
WILD_MAY_BE = (ONE, TWO, THREE, HOTELS, TOKENS, GOS, PARKING, OUT_OF_JAIL)


@lru_cache(maxsize=100_000)
def house_totals(ones: int, twos: int, threes: int) -> tuple[int, ...]:
    """Every total of at most four that a choice of these house cards comes to."""
    cards = (1,) * ones + (2,) * twos + (3,) * threes
    choices = chain.from_iterable(combinations(cards, n) for n in range(len(cards) + 1))
    return tuple({total for total in map(sum, choices) if total <= 4})


def in_jail(rest: Vector) -> bool:
    """Go To Jail without the card that cancels it."""
    return rest[TO_JAIL] > rest[OUT_OF_JAIL]


def bonus_2017(rest: Vector) -> int:
    """GO and Get Out of Jail Free."""
    gos = rest[GOS]
    amount = GO * gos if gos < 4 else GO_FOUR_2017 + GO * (gos - 4)
    return amount + OUT_OF_JAIL_2017 * (rest[OUT_OF_JAIL] - rest[TO_JAIL])


def houses_allowed(rest: Vector) -> bool:
    """Houses and hotels are such that one may go out."""
    total = rest[ONE] + 2 * rest[TWO] + 3 * rest[THREE]
    return total <= 4 and (rest[HOTELS] == 0 or (rest[HOTELS] == 1 and total == 4))


def improvement(colours: Vector, rest: Vector) -> int:
    """The most that houses, one hotel and tokens add on one colour set."""
    best = 0
    for base in colours:
        for total in house_totals(rest[ONE], rest[TWO], rest[THREE]):
            hotel = HOTEL if total == 4 and rest[HOTELS] else 0
            best = max(best, base * total + hotel + TOKEN_2017 * rest[TOKENS])
    return best


def rest_readings(rest: Vector, wilds: int) -> Iterator[Vector]:
    """Every way in which this many wilds are something else than a property."""
    for choice in combinations_with_replacement(WILD_MAY_BE, wilds):
        yield plus_one(rest, choice)


@lru_cache(maxsize=300_000)
def best_2017(colours: Vector, rest: Vector, wilds: int) -> tuple[int, int, int, int]:
    """The best for the goer with houses and jail as they must be (-1: cannot be), for the goer
    without that, and for a player who did not go out; then like the first, without the jackpot. All
    without the bases of the sets."""
    legal_best, any_best, other_best, own_best = -1, JAILED, JAILED, -1
    for reading in rest_readings(rest, wilds):
        if in_jail(reading):
            continue
        bonus = bonus_2017(reading)
        jackpot = JACKPOT_2017 if reading[PARKING] else 0  # nobody else holds a card
        amount = bonus + improvement(colours, reading)
        any_best = max(any_best, amount + jackpot)
        other_best = max(other_best, bonus + jackpot)
        if colours and houses_allowed(reading):
            legal_best = max(legal_best, amount + jackpot)
            own_best = max(own_best, amount)
    return legal_best, any_best, other_best, own_best


def winning_moves(counts: Vector) -> Answer:
    """May it go out, what is it paid if it did and if the other player did, and what is it worth
    by itself if it may (2017)."""
    properties = counts[:10]
    rest = counts[10:15] + counts[16:]
    wilds = counts[15]

    legal_best, any_best, other_best, own_best = -1, 0, 0, -1
    for number in range(wilds + 1):  # so many of the Wilds are properties
        for colours, others, complete in property_readings(properties, number, True):
            legal, free, other, own = best_2017(colours, rest, wilds - number)
            bases = sum(colours) + sum(others)
            any_best = max(any_best, free + bases)
            other_best = max(other_best, other + bases)
            if complete and legal >= 0:
                legal_best = max(legal_best, legal + bases)
                own_best = max(own_best, own + bases)
    if legal_best < 0:
        return False, any_best, other_best, None
    return True, legal_best, other_best, own_best


# By the edition whose deck it is.
ANSWERS: dict[str, Callable[[Vector], Answer]] = {
    "classic-us": classic,
    "winning-moves-2017": winning_moves,
}
