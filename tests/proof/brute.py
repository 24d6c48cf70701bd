"""A slow and obvious scorer of one hand, the reference that the engine is compared with.

It shares no code and no data file with the engine: the cards and amounts below were typed from the
rules. Wherever the rules say "best", every possibility is tried and the largest is taken; wherever
they say what a wild stands for, every card it may be is tried. Nothing here is clever. Inner pieces
are memoised, which changes the time and not the answer.

`score` takes a line that the scoring contract accepts (it does not check the input again).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement
from typing import Any

Cards = tuple[str, ...]

# --- The cards -----------------------------------------------------------------------------------

US: dict[str, Cards] = {
    "brown": ("mediterranean-avenue", "baltic-avenue"),
    "light-blue": ("oriental-avenue", "vermont-avenue", "connecticut-avenue"),
    "pink": ("st-charles-place", "states-avenue", "virginia-avenue"),
    "orange": ("st-james-place", "tennessee-avenue", "new-york-avenue"),
    "red": ("kentucky-avenue", "indiana-avenue", "illinois-avenue"),
    "yellow": ("atlantic-avenue", "ventnor-avenue", "marvin-gardens"),
    "green": ("pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"),
    "dark-blue": ("park-place", "boardwalk"),
    "railroads": (
        "reading-railroad",
        "pennsylvania-railroad",
        "b-and-o-railroad",
        "short-line",
    ),
    "utilities": ("electric-company", "water-works"),
}
UK: dict[str, Cards] = {
    "brown": ("old-kent-road", "whitechapel-road"),
    "light-blue": ("the-angel-islington", "euston-road", "pentonville-road"),
    "pink": ("pall-mall", "whitehall", "northumberland-avenue"),
    "orange": ("bow-street", "marlborough-street", "vine-street"),
    "red": ("strand", "fleet-street", "trafalgar-square"),
    "yellow": ("leicester-square", "coventry-street", "piccadilly"),
    "green": ("regent-street", "oxford-street", "bond-street"),
    "dark-blue": ("park-lane", "mayfair"),
    "railroads": (
        "kings-cross-station",
        "marylebone-station",
        "fenchurch-street-station",
        "liverpool-street-station",
    ),
    "utilities": ("electric-company", "water-works"),
}
EXPRESS: dict[str, Cards] = {
    "brown": ("mediterranean-avenue", "baltic-avenue", "income-tax", "community-chest"),
    "light-blue": ("oriental-avenue", "vermont-avenue", "connecticut-avenue", "chance"),
    "pink": ("st-charles-place", "states-avenue", "virginia-avenue", "electric-company"),
    "orange": ("st-james-place", "tennessee-avenue", "new-york-avenue", "community-chest"),
    "red": ("kentucky-avenue", "indiana-avenue", "illinois-avenue", "chance"),
    "yellow": ("atlantic-avenue", "ventnor-avenue", "marvin-gardens", "water-works"),
    "green": ("pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue", "community-chest"),
    "dark-blue": ("park-place", "boardwalk", "luxury-tax", "chance"),
    "railroads": (
        "reading-railroad",
        "pennsylvania-railroad",
        "b-and-o-railroad",
        "short-line",
    ),
    "corners": ("go", "jail", "free-parking", "go-to-jail"),
}
COLOURS = ("brown", "light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue")
BASES = {
    "brown": 50,
    "light-blue": 100,
    "pink": 150,
    "orange": 200,
    "red": 250,
    "yellow": 300,
    "green": 350,
    "dark-blue": 400,
}
POINTS = {
    "brown": 1,
    "light-blue": 2,
    "pink": 3,
    "orange": 4,
    "red": 5,
    "yellow": 6,
    "green": 7,
    "dark-blue": 8,
    "railroads": 5,
    "corners": 5,
}
POINT_PAIRS = (
    ("brown", "light-blue"),
    ("pink", "orange"),
    ("red", "yellow"),
    ("green", "dark-blue"),
    ("railroads", "corners"),
)
HOUSES = ("house-1", "house-2", "house-3", "house-4")
HOUSES_2017 = {"one-house": 1, "two-houses": 2, "three-houses": 3}
# What a Wild of 2017 may be besides a property. Go To Jail and the other Wild are not among it.
WILD_2017 = (*HOUSES_2017, "hotel", "token", "go", "free-parking", "get-out-of-jail-free")


@dataclass(frozen=True, eq=False)
class Table:
    """An edition with the options of one table."""

    edition: str
    groups: dict[str, Cards]
    group_of: dict[str, str]
    base: dict[str, int]  # colour groups and utilities; points in Express
    railroads: dict[int, int]
    house: dict[str, int]
    hotel: int
    token: int
    go: int
    go_four: int
    mr_monopoly: int
    out_of_jail: int
    pair_bonus: int
    nobody_out: str
    wild_only_sets: bool
    wiped_out_count: bool
    jackpot_start: int
    jackpot_step: int
    jackpot_grows_when_none_held: bool


@lru_cache(maxsize=1000)
def table_of(edition: str, options_json: str) -> Table:
    """The table of an edition with its options; one object for equal input."""
    options = json.loads(options_json)
    values = options.get("values", {})
    is_2017 = edition == "winning-moves-2017"
    groups = UK if edition == "classic-uk" else EXPRESS if edition == "express" else US
    plain = POINTS if edition == "express" else {**BASES, "utilities": 500}
    base = {group: values.get(group, amount) for group, amount in plain.items()}
    railroads = {"2": 250, "3": 500, "4": 1000}
    if edition != "express":
        railroads |= values.get("railroads", {})
    return Table(
        edition=edition,
        groups=groups,
        group_of={card: group for group, cards in groups.items() for card in cards},
        base=base,
        railroads={int(held): amount for held, amount in railroads.items()},
        house={group: base[group] for group in COLOURS} | values.get("house", {}),
        hotel=values.get("hotel", 500),
        token=values.get("token", 1000),
        go=values.get("go", 200),
        go_four=values.get("go-four", 1500),
        mr_monopoly=values.get("mr-monopoly", 1000),
        out_of_jail=values.get("get-out-of-jail-free", 50),
        pair_bonus=values.get("bonus", 5),
        nobody_out=options.get("nobody_out", "void"),
        wild_only_sets=options.get("wild_only_sets", is_2017),
        wiped_out_count=options.get("wiped_out_count", True),
        jackpot_start=options.get("jackpot_start", 500),
        jackpot_step=options.get("jackpot_step", 500),
        jackpot_grows_when_none_held=options.get("jackpot_grows_when_none_held", True),
    )


def said_amounts(line: Mapping[str, Any]) -> dict[str, int]:
    """What hands pay in place of cards, as the table said."""
    return dict(line.get("amounts") or {})


def score(line: Mapping[str, Any]) -> dict[str, Any]:
    """What a valid contract line comes to.

    `rules` are the problems of the reading with the fewest. Where readings with equally few have
    different ones, `rules` are the first in alphabetical order; `rules_choices` has them all, and
    each is right.
    """
    edition = line["edition"]
    table = table_of(edition, json.dumps(line.get("options") or {}, sort_keys=True))
    if edition == "express":
        return score_express(table, line)
    if edition == "winning-moves-2017":
        return score_2017(table, line)
    return score_classic(table, line)


def strictly_most(counts: Mapping[str, int]) -> str | None:
    """The one player with more than anybody else; nobody on a tie or when all have none."""
    most = max(counts.values(), default=0)
    having = [player for player, count in counts.items() if count == most]
    return having[0] if most > 0 and len(having) == 1 else None


@dataclass(frozen=True)
class Sets:
    """The properties of one hand sorted into sets and groups that are not complete."""

    colours: Cards
    others: tuple[int, ...]  # what the railroads and utilities come to, those that are sets
    incomplete: Cards


def sets_of(table: Table, real: Cards, wild: Cards, drawn: Cards = (), *, count_wild: bool) -> Sets:
    """Sort property cards into sets.

    `real` are cards of the hand, `drawn` those of the reward, `wild` what wilds stand for. A second
    copy of a property adds nothing. `count_wild`: a group of which there are only wilds, and which
    is no set, is an incomplete one too (2017, where a wild is the announced card in every respect).
    """
    real_held: dict[str, set[str]] = {}
    all_held: dict[str, set[str]] = {}
    for card in real + drawn:
        if card in table.group_of:
            real_held.setdefault(table.group_of[card], set()).add(card)
            all_held.setdefault(table.group_of[card], set()).add(card)
    for card in wild:
        if card in table.group_of:
            all_held.setdefault(table.group_of[card], set()).add(card)
    colours, others, incomplete = [], [], []
    for group in table.groups:
        held = len(all_held.get(group, ()))
        has_real = group in real_held
        needed = 2 if group == "railroads" else len(table.groups[group])
        if held >= needed and (has_real or table.wild_only_sets):
            if group == "railroads":
                # Every railroad laid down counts. Drawn ones may be left aside, and so may wilds
                # (not in 2017: there a wild is the announced card in every respect). That only
                # matters where a table pays less for more railroads.
                laid = sum(table.group_of.get(card) == "railroads" for card in real)
                laid = held if count_wild else laid
                others.append(max(table.railroads[n] for n in range(max(2, laid), held + 1)))
            elif group == "utilities":
                others.append(table.base[group])
            else:
                colours.append(group)
        elif has_real or (held and count_wild):
            incomplete.append(group)
    return Sets(tuple(colours), tuple(others), tuple(incomplete))


# --- classic-us, classic-uk, deluxe --------------------------------------------------------------


@dataclass(frozen=True)
class Arrangement:
    """One way to put houses and hotels on the colour sets."""

    houses: tuple[int, ...]  # how many cards of house-1 .. house-4 were placed
    hotels: int
    total: int
    best: int  # the most valuable of the sets


@lru_cache(maxsize=200_000)
def arrangements(
    table: Table, colours: Cards, houses: tuple[int, ...], hotels: int
) -> frozenset[Arrangement]:
    """Every way to put some of these houses and hotels on these sets."""
    if not colours:
        return frozenset({Arrangement((0, 0, 0, 0), 0, 0, 0)})
    base = table.base[colours[0]]
    found = set()
    for number in range(5):
        used = tuple(1 if level <= number else 0 for level in (1, 2, 3, 4))
        left = tuple(have - use for have, use in zip(houses, used, strict=True))
        if min(left) < 0:
            break
        for hotel in (0, 1) if number == 4 and hotels else (0,):
            value = base * (1 + number) + hotel * table.hotel
            for rest in arrangements(table, colours[1:], left, hotels - hotel):
                found.add(
                    Arrangement(
                        tuple(a + b for a, b in zip(rest.houses, used, strict=True)),
                        rest.hotels + hotel,
                        rest.total + value,
                        max(rest.best, value),
                    )
                )
    return frozenset(found)


def counts_of(cards: Cards) -> tuple[tuple[int, ...], int, int]:
    """How many house-1 .. house-4, hotels and tokens."""
    return tuple(cards.count(h) for h in HOUSES), cards.count("hotel"), cards.count("token")


def classic_best(
    table: Table, hand: Cards, chances: Cards, drawn: Cards = (), *, all_placed: bool = False
) -> int | None:
    """The most that sets with their houses, hotels and tokens can come to.

    `chances` are the cards that the Chances stand for. `all_placed`: only arrangements with which
    one may go out, in which every real property, house and hotel is part of a set; None: there is
    no such arrangement.
    """
    sets = sets_of(table, hand, chances, drawn, count_wild=False)
    real_houses, real_hotels, real_tokens = counts_of(hand + drawn)
    more_houses, more_hotels, more_tokens = counts_of(chances)
    if all_placed and (sets.incomplete or not (sets.colours or sets.others)):
        return None
    return best_of(
        table,
        sets.colours,
        sets.others,
        tuple(a + b for a, b in zip(real_houses, more_houses, strict=True)),
        real_hotels + more_hotels,
        real_tokens + more_tokens,
        real_houses if all_placed else (0, 0, 0, 0),
        real_hotels if all_placed else 0,
    )


@lru_cache(maxsize=200_000)
def best_of(
    table: Table,
    colours: Cards,
    others: tuple[int, ...],
    houses: tuple[int, ...],
    hotels: int,
    tokens: int,
    houses_to_place: tuple[int, ...],
    hotels_to_place: int,
) -> int | None:
    """The best arrangement that places at least the given houses and hotels; None without one."""
    best = None
    for way in arrangements(table, colours, houses, hotels):
        if way.hotels < hotels_to_place:
            continue
        if any(a < b for a, b in zip(way.houses, houses_to_place, strict=True)):
            continue
        # Every token adds the value of one set once more; all sets are tried for each of them by
        # taking the most valuable set.
        amount = way.total + sum(others) + tokens * max(way.best, 0, *others)
        best = amount if best is None else max(best, amount)
    return best


def chance_may_be(table: Table, held: Iterable[str]) -> list[str]:
    """Every card that a Chance may be: properties that are not held, houses, hotel, token."""
    taken = set(held)
    missing = [card for card in table.group_of if card not in taken]
    return [*missing, *HOUSES, "hotel", "token"]


def chance_readings(table: Table, held: Cards, number: int) -> Iterator[Cards]:
    """Every choice of cards for `number` Chances; no property twice."""
    for reading in combinations_with_replacement(chance_may_be(table, held), number):
        properties = [card for card in reading if card in table.group_of]
        if len(properties) == len(set(properties)):
            yield reading


def after_reward(
    table: Table, hand: Cards, reward: Cards, chances: Cards, declared_later: Cards
) -> int:
    """The most that the hand comes to with the reward, when the laid Chances were `chances`."""
    drawn = tuple(card for card in reward if card != "chance")
    # Each drawn card takes the place of one Chance that stands for the same card.
    freed = Counter(chances) & Counter(drawn)
    kept = tuple(sorted((Counter(chances) - freed).elements()))
    free = freed.total() + reward.count("chance")
    return best_after(table, hand, drawn, kept + declared_later, free - len(declared_later))


@lru_cache(maxsize=10_000)
def best_after(table: Table, hand: Cards, drawn: Cards, kept: Cards, free: int) -> int:
    """The best with the reward when `kept` Chances are those cards and `free` ones anything."""
    return max(
        classic_best(table, hand, kept + reading, drawn) or 0
        for reading in chance_readings(table, hand + drawn + kept, free)
    )


def classic_problems(table: Table, hand: Cards, chances: Cards) -> list[str]:
    """Why one may not go out when the Chances stand for these cards (empty: one may)."""
    sets = sets_of(table, hand, chances, count_wild=False)
    real_houses, real_hotels, _ = counts_of(hand)
    more_houses, more_hotels, _ = counts_of(chances)
    all_houses = tuple(a + b for a, b in zip(real_houses, more_houses, strict=True))
    problems = ["incomplete-group"] * len(sets.incomplete)
    if not sets.colours and not sets.others:
        problems.append("no-set")
    if not sets.colours:
        if any(real_houses):
            problems.append("house-without-set")
        if real_hotels:
            problems.append("hotel-without-set")
        return problems
    ways = arrangements(table, sets.colours, all_houses, real_hotels + more_hotels)
    # With k colour sets at most k copies of a house number can ever stand. What is beyond that is
    # too many; of the others, one that finds no place lacks a lower house.
    number_of_sets = len(sets.colours)
    if any(copies > number_of_sets for copies in real_houses):
        problems.append("too-many-houses")
    wanted = tuple(min(copies, number_of_sets) for copies in real_houses)
    if not any(all(a >= b for a, b in zip(w.houses, wanted, strict=True)) for w in ways):
        problems.append("house-out-of-sequence")
    with_four = max(way.houses[3] for way in ways)
    if real_hotels and with_four == 0:
        problems.append("hotel-without-four-houses")
    elif real_hotels > with_four:
        problems.append("too-many-hotels")
    return problems


def score_classic(table: Table, line: Mapping[str, Any]) -> dict[str, Any]:
    """One hand of classic-us, classic-uk or deluxe."""
    players: list[str] = line["players"]
    goer: str | None = line["went_out"]
    hands = {player: tuple(sorted(line["hands"].get(player, ()))) for player in players}
    reward: Cards = tuple(sorted(line.get("reward") or ())) if goer else ()

    wiped_out = {
        player: "chance" if player != goer and "chance" in hands[player] else None
        for player in players
    }
    said = said_amounts(line)
    payouts = dict.fromkeys(players, 0)
    legal = True
    rules: list[str] = []
    choices: list[list[str]] = [[]]
    for player in players:
        hand = tuple(card for card in hands[player] if card != "chance")
        if player == goer:
            declared = tuple((line.get("wilds") or {}).get(player, ()))
            undeclared = hands[player].count("chance") - len(declared)
            later = tuple(line.get("reward_wilds") or ())
            if player in said:
                continue
            legal, amount, rules, choices = classic_goer(
                table, hand, declared, undeclared, reward, later
            )
            payouts[player] = amount + table.go * (hand + reward).count("go")
        elif wiped_out[player]:
            payouts[player] = 0
        else:
            payouts[player] = (classic_best(table, hand, ()) or 0) + table.go * hand.count("go")

    gentlemen = {
        player: (hands[player] + (reward if player == goer else ())).count("mr-monopoly")
        for player in players
        if table.wiped_out_count or not wiped_out[player]
    }
    paid = line.get("majority_to") if said else strictly_most(gentlemen)
    if paid is not None and not wiped_out[paid]:
        payouts[paid] += table.mr_monopoly
    payouts |= said  # whatever was added before: the amount is all that such a hand pays
    if goer is None and table.nobody_out == "void":
        payouts = dict.fromkeys(players, 0)

    warnings = []
    if goer is not None and goer not in said:
        if len(hands[goer]) != {5: 11, 6: 9}.get(len(players), 10):
            warnings.append("hand-size")
        # With five or six players there is one trade card of each player instead of a draw pile.
        if len(reward) > (len(players) if len(players) >= 5 else 5):
            warnings.append("reward-size")
    return {
        "legal": legal,
        "payouts": payouts,
        "jackpot": None,
        "rules": sorted(rules + warnings),
        "rules_choices": [sorted(choice + warnings) for choice in choices],
        "wiped_out": wiped_out,
    }


def classic_goer(
    table: Table, hand: Cards, declared: Cards, undeclared: int, reward: Cards, later: Cards
) -> tuple[bool, int, list[str], list[list[str]]]:
    """Whether the goer may go out, what sets and tokens come to, and the problems."""
    readings = [
        tuple(sorted(declared + rest))
        for rest in chance_readings(table, hand + declared, undeclared)
    ]

    def after(reading: Cards) -> int:
        return after_reward(table, hand, reward, reading, later)

    before = {r: classic_best(table, hand, r, all_placed=True) for r in readings}
    worth = {reading: amount for reading, amount in before.items() if amount is not None}
    legal = bool(worth)
    if not legal:  # Let stand all the same: any arrangement will do.
        worth = {reading: classic_best(table, hand, reading) or 0 for reading in readings}
    most = max(worth.values())
    payout = max(after(r) for r, amount in worth.items() if amount == most) if reward else most
    if legal:
        assert any(not classic_problems(table, hand, reading) for reading in readings)
        return True, payout, [], [[]]

    problems = {reading: classic_problems(table, hand, reading) for reading in readings}
    fewest = min(len(found) for found in problems.values())
    assert fewest > 0
    candidates = [reading for reading in readings if len(problems[reading]) == fewest]
    choices = distinct(problems[reading] for reading in candidates)
    return False, payout, choices[0], choices


def distinct(lists: Iterable[list[str]]) -> list[list[str]]:
    """The different lists of rule ids, each sorted, in a fixed order."""
    return [list(rules) for rules in sorted({tuple(sorted(rules)) for rules in lists})]


# --- winning-moves-2017 --------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What one reading of a player's wilds comes to, before the jackpot."""

    amount: int
    parking: int  # Free Parking cards, those of wilds included
    parking_announced: int  # how many of the undeclared wilds are Free Parking
    jailed: bool


@cache
def house_totals(houses: tuple[int, ...]) -> frozenset[int]:
    """The totals that a choice of these house cards can come to."""
    choices = chain.from_iterable(combinations(houses, n) for n in range(len(houses) + 1))
    return frozenset(sum(choice) for choice in choices)


def houses_of(cards: Cards) -> tuple[int, ...]:
    """The numbers on the house cards."""
    return tuple(sorted(HOUSES_2017[card] for card in cards if card in HOUSES_2017))


def problems_2017(table: Table, hand: Cards, wilds: Cards) -> list[str]:
    """Why one may not go out when the wilds are these cards (empty: one may)."""
    cards = hand + wilds
    sets = sets_of(table, hand, wilds, count_wild=True)
    houses, hotels = houses_of(cards), cards.count("hotel")
    problems = ["incomplete-group"] * len(sets.incomplete)
    if not sets.colours:
        problems.append("needs-colour-group" if sets.others else "no-set")
        if houses:
            problems.append("house-without-set")
        if hotels:
            problems.append("hotel-without-set")
    else:
        if sum(houses) > 4:
            problems.append("too-many-houses")
        if hotels and 4 not in house_totals(houses):
            problems.append("hotel-without-four-houses")
        if hotels > 1:
            problems.append("too-many-hotels")
    if "go-to-jail" in cards and "get-out-of-jail-free" not in cards:
        problems.append("jail")
    return problems


def amount_2017(table: Table, hand: Cards, wilds: Cards, *, is_goer: bool) -> tuple[int, bool]:
    """What a hand comes to without the jackpot, and whether it is in jail."""
    cards = hand + wilds
    to_jail, out_of_jail = cards.count("go-to-jail"), cards.count("get-out-of-jail-free")
    if to_jail > out_of_jail:
        return 0, True
    sets = sets_of(table, hand, wilds, count_wild=True)
    amount = sum(table.base[group] for group in sets.colours) + sum(sets.others)
    if is_goer:
        amount += max(
            (
                table.house[group] * total
                + (table.hotel if total == 4 and "hotel" in cards else 0)
                + table.token * cards.count("token")
                for group in sets.colours
                for total in house_totals(houses_of(cards))
                if total <= 4
            ),
            default=0,
        )
    gos = cards.count("go")
    amount += table.go * gos if gos < 4 else table.go_four + table.go * (gos - 4)
    amount += table.out_of_jail * (out_of_jail - to_jail)
    return amount, False


def settle_jackpot(
    table: Table, jackpot: int, chosen: Mapping[str, Outcome]
) -> tuple[str | None, int, int]:
    """Who takes the jackpot, how much that is, and what lies there for the next hand."""
    parking = {
        player: outcome.parking
        for player, outcome in chosen.items()
        if table.wiped_out_count or not outcome.jailed
    }
    winner = strictly_most(parking)
    if winner is not None and not chosen[winner].jailed:
        return winner, jackpot, table.jackpot_start
    if not any(parking.values()) and not table.jackpot_grows_when_none_held:
        return None, 0, jackpot
    return None, 0, jackpot + table.jackpot_step


def payout_2017(table: Table, jackpot: int, chosen: Mapping[str, Outcome], player: str) -> int:
    """What a player is paid, the jackpot included."""
    paid_to, amount, _ = settle_jackpot(table, jackpot, chosen)
    return chosen[player].amount + (amount if paid_to == player else 0)


def announce(
    table: Table,
    jackpot: int,
    order: list[str],
    options: Mapping[str, Iterable[Outcome]],
    chosen: dict[str, Outcome],
) -> dict[str, Outcome]:
    """What all announce: each in turn what pays that player most, the later ones doing likewise."""
    if not order:
        return chosen
    player = order[0]
    best: tuple[tuple[int, int, bool], dict[str, Outcome]] | None = None
    for outcome in options[player]:
        end = announce(table, jackpot, order[1:], options, {**chosen, player: outcome})
        paid = payout_2017(table, jackpot, end, player)
        # Between equal payouts as few Free Parking as possible; then rather stay in jail.
        preference = (paid, -outcome.parking_announced, outcome.jailed)
        if best is None or preference > best[0]:
            best = (preference, end)
    assert best is not None
    return best[1]


def as_said(
    table: Table,
    jackpot: int,
    options: Mapping[str, Iterable[Outcome]],
    said: Mapping[str, int],
    most: str | None,
) -> tuple[dict[str, Outcome], dict[str, int], tuple[str | None, int, int]]:
    """What all announce, are paid, and what becomes of the jackpot, where the table said what some
    hands pay and who held the most Free Parking: nobody's announcement changes another's pay."""
    chosen, payouts = {}, {}
    for player, outcomes in options.items():
        best = None
        for outcome in outcomes:
            takes = jackpot if player == most and not outcome.jailed else 0
            amount = said.get(player, outcome.amount) + takes
            preference = (amount, -outcome.parking_announced, outcome.jailed)
            if best is None or preference > best:
                best = preference
                chosen[player], payouts[player] = outcome, amount
    if most is not None and not chosen[most].jailed:
        return chosen, payouts, (most, jackpot, table.jackpot_start)
    return chosen, payouts, (None, 0, jackpot + table.jackpot_step)


def score_2017(table: Table, line: Mapping[str, Any]) -> dict[str, Any]:
    """One round of winning-moves-2017."""
    players: list[str] = line["players"]
    goer: str | None = line["went_out"]
    jackpot = line.get("jackpot")
    if jackpot is None:
        jackpot = table.jackpot_start
    hands = {player: tuple(line["hands"].get(player, ())) for player in players}
    real = {p: tuple(card for card in hands[p] if card != "wild") for p in players}

    def outcome_of(player: str, reading: Cards) -> Outcome:
        wilds = declared[player] + reading
        amount, jailed = amount_2017(table, real[player], wilds, is_goer=player == goer)
        parking = (real[player] + wilds).count("free-parking")
        return Outcome(amount, parking, reading.count("free-parking"), jailed)

    declared = {player: tuple((line.get("wilds") or {}).get(player, ())) for player in players}
    readings = {
        player: list(
            combinations_with_replacement(
                (*table.group_of, *WILD_2017),
                hands[player].count("wild") - len(declared[player]),
            )
        )
        for player in players
    }
    options = {p: {outcome_of(p, reading) for reading in readings[p]} for p in players}
    start = players.index(goer) if goer is not None else 0
    order = players[start:] + players[:start]

    legal = True
    rules: list[str] = []
    choices: list[list[str]] = [[]]
    warnings = []
    said = said_amounts(line)
    if goer is not None and goer not in said:
        if len(hands[goer]) != 10:
            warnings.append("hand-size")
        problems = {
            reading: problems_2017(table, real[goer], declared[goer] + reading)
            for reading in readings[goer]
        }
        fewest = min(len(found) for found in problems.values())
        legal = fewest == 0
        candidates = [reading for reading in readings[goer] if len(problems[reading]) == fewest]
        if legal:  # What makes the hand legal comes first.
            options[goer] = {outcome_of(goer, reading) for reading in candidates}
        else:
            choices = distinct(problems[reading] for reading in candidates)
            rules = choices[0]

    if said:
        chosen, payouts, (paid_to, amount, following) = as_said(
            table, jackpot, options, said, line.get("majority_to")
        )
    else:
        chosen = announce(table, jackpot, order, options, {})
        payouts = {player: payout_2017(table, jackpot, chosen, player) for player in players}
        paid_to, amount, following = settle_jackpot(table, jackpot, chosen)
    if goer is None and table.nobody_out == "void":
        payouts = dict.fromkeys(players, 0)
        paid_to, amount, following = None, 0, jackpot
    return {
        "legal": legal,
        "payouts": payouts,
        "jackpot": {"paid_to": paid_to, "amount": amount, "next": following},
        "rules": sorted(rules + warnings),
        "rules_choices": [sorted(choice + warnings) for choice in choices],
        "wiped_out": {p: "go-to-jail" if chosen[p].jailed else None for p in players},
    }


# --- express -------------------------------------------------------------------------------------


def score_express(table: Table, line: Mapping[str, Any]) -> dict[str, Any]:
    """One round of Express."""
    rules = []
    payouts = {}
    made = 0
    said = said_amounts(line)
    for player in line["players"]:
        cards = Counter(line["hands"].get(player, ()))
        possible = [group for group, pile in table.groups.items() if Counter(pile) <= cards]
        if player in said:
            payouts[player] = said[player]
            continue
        best, most_groups, clean = 0, 0, False
        for number in range(len(possible) + 1):
            for groups in combinations(possible, number):
                used = Counter(card for group in groups for card in table.groups[group])
                if not used <= cards:
                    continue  # The same Chance or Community Chest cannot lie in two piles.
                points = sum(table.base[group] for group in groups)
                points += table.pair_bonus * sum(
                    one in groups and other in groups for one, other in POINT_PAIRS
                )
                best = max(best, points)
                most_groups = max(most_groups, len(groups))
                clean = clean or used == cards
        payouts[player] = best
        made += most_groups
        if not clean:
            rules.append("not-a-monopoly")
    if made < len(table.groups) and not said and not line.get("stopped_early"):
        rules.append("round-incomplete")
    return {
        "legal": not rules,
        "payouts": payouts,
        "jackpot": None,
        "rules": sorted(rules),
        "rules_choices": [sorted(rules)],
        "wiped_out": dict.fromkeys(line["players"]),
    }
