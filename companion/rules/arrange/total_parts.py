"""The parts of a hand where house cards add up (winning-moves-2017): what each pays with how many
wilds in it.

What a hand pays is a sum of three parts that share no card. The sets depend only on the wilds that
are properties; GO and Get Out of Jail Free only on those that are such cards; of the rest counts
only how many houses stand, and what the hotel and the tokens pay. So not every reading of the wilds
has to be tried. The best of each part is looked up for each number of wilds (`built_row`,
`bonus_row`), and only how the wilds are shared among the parts is tried out (`together`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from operator import mul
from typing import NamedTuple

from companion.rules.arrange.sets import GroupFacts, group_facts, tally, weights
from companion.rules.edition import Edition
from companion.rules.hand import once_an_edition, remembered


class Count(NamedTuple):
    """A hand by number: `masks` and `own` are its cards by group and by slot, `known` and `singles`
    the same with its fixed wilds as what they were announced as."""

    masks: Sequence[int]
    own: list[int]
    known: Sequence[int]
    singles: list[int]


class HousesUp(NamedTuple):
    """What house cards and hotels come to on a colour set: the houses that stand, how many of each
    card they take, whether a hotel stands, and whether the hand may go out with them."""

    standing: int
    cards: tuple[int, ...]
    has_hotel: bool
    legal: bool


class PartPaid(NamedTuple):
    """What one part of a hand pays with some wilds in it, and the slots of these wilds: `before`,
    `kinds` and `after` in the order in which they are announced."""

    money: int
    before: tuple[int, ...]
    kinds: tuple[int, ...]
    after: tuple[int, ...]


Row = tuple[PartPaid | None, ...]
"""By the number of wilds in the part."""
NOT_BUILT: Row = (PartPaid(0, (), (), ()),) + (None,) * 9
"""What houses, hotels and tokens pay to a player who did not go out; no wild is one of them."""


class ColourSets(NamedTuple):
    """What colour sets pay without houses, and the most that a house adds on one (-1: no set)."""

    amount: int
    house: int


@dataclass(frozen=True, eq=False, slots=True)
class TotalTables:
    """An edition's facts as numbers. Behind the groups, a slot for each card in `singles`."""

    place: dict[str, int]
    weight: dict[str, int]  # for `tally`
    facts: GroupFacts
    singles: tuple[str, ...]
    house_sizes: tuple[int, ...]
    limit: int
    house_values: tuple[int, ...]  # by group; 0 where nothing can be built
    hotel: int
    token: int
    go: int
    go_four: int
    out: int


HOTEL, TOKEN, WILD, GO, MOST, JAIL, OUT = 3, 4, 5, 6, 7, 8, 9  # slots behind the house cards
PLAINEST_FIRST = (GO, 0, 1, 2, HOTEL, TOKEN, OUT, MOST)
"""What a wild may be besides a property. Of readings that pay the same the first is announced:
where it makes no difference, a wild is GO."""


@once_an_edition
def tables(edition: Edition) -> TotalTables:
    """The tables of an edition."""
    roles = edition.cards
    names = ("hotel", "token", "wild", "go", "most_of", "jail", "out_of_jail")
    singles = (*roles["houses"], *(roles[name] for name in names))
    facts = group_facts(edition)
    place = {c: g for g, group in enumerate(edition.groups) for c in group.cards}
    place |= {card: facts.total + slot for slot, card in enumerate(singles)}
    return TotalTables(
        place=place,
        weight=weights(facts, place),
        facts=facts,
        singles=singles,
        house_sizes=tuple(roles["houses"].values()),
        limit=edition.policies["house_limit"],
        house_values=tuple(
            edition.house_value(group.id) if group.kind == "colour" else 0
            for group in edition.groups
        ),
        hotel=edition.price("hotel"),
        token=edition.price("token"),
        go=edition.price("go"),
        go_four=edition.values["go-four"],
        out=edition.price("out_of_jail"),
    )


def _house_choice(
    sizes: tuple[int, ...], held: tuple[int, ...], limit: int
) -> tuple[int, tuple[int, ...]]:
    """The most houses within the limit, and how many of each card they take (fewest first)."""
    ways = product(*(range(number + 1) for number in held))
    totals = [(sum(s * n for s, n in zip(sizes, way, strict=True)), way) for way in ways]
    return max(
        (total for total in totals if total[0] <= limit),
        key=lambda total: (total[0], -sum(total[1]), total[1]),
    )


def count(t: TotalTables, cards: Sequence[str], declared: Sequence[str]) -> Count:
    """The hand in the slots of the tables; a wild declared as a property that is there, or that
    another one is, counts as nothing."""
    groups = t.facts.total
    held = tally(t.weight, cards, groups + len(t.singles))
    masks, own = held[:groups], [*held[groups:]]
    if not declared:
        return Count(masks, own, masks, own)
    known, singles = [*masks], [*own]
    for card in declared:
        slot = t.place[card]
        if slot >= groups:
            singles[slot - groups] += 1
        else:
            known[slot] |= t.facts.bit_at[card]
    return Count(masks, own, known, singles)


def go_pays(t: TotalTables, number: int) -> int:
    """What this number of GO cards pays: the first four have a price together."""
    return t.go * number if number < 4 else t.go_four + t.go * (number - 4)


@remembered
def colour_sets_of(t: TotalTables, mask: int) -> ColourSets:
    """What the colour sets of a mask pay without houses, and what a house adds."""
    made = [g for g in t.facts.colours if mask >> g & 1]
    return ColourSets(
        sum(t.facts.worth[g] for g in made), max((t.house_values[g] for g in made), default=-1)
    )


@remembered
def houses_of(t: TotalTables, held: tuple[int, ...]) -> HousesUp:
    """What these numbers of each house card and of hotels come to (2017: Going out)."""
    total, hotels = sum(map(mul, t.house_sizes, held)), held[HOTEL]
    standing, cards = _house_choice(t.house_sizes, held[:HOTEL], t.limit)
    return HousesUp(
        standing,
        cards,
        hotels > 0 and standing == t.limit,
        total <= t.limit and hotels <= 1 and (not hotels or total == t.limit),
    )


@remembered
def built_row(t: TotalTables, held: tuple[int, ...], house: int, free: int, *, strict: bool) -> Row:
    """For each number of up to `free` wilds the most that they pay as house cards, hotels and
    tokens with the house cards and hotels `held`, on a colour set on which a house adds `house`;
    -1: there is none. `strict`: so that the hand may go out; None where it may not."""
    return tuple(_best_built(t, held, house, wilds, strict=strict) for wilds in range(free + 1))


def _best_built(
    t: TotalTables, held: Sequence[int], house: int, wilds: int, *, strict: bool
) -> PartPaid | None:
    best: PartPaid | None = None
    for kinds in combinations_with_replacement((0, 1, 2, HOTEL, TOKEN), wilds):
        numbers = tuple([number + kinds.count(kind) for kind, number in enumerate(held)])
        standing, _, has_hotel, legal = houses_of(t, numbers)
        if strict and not (legal and (house >= 0 or not any(numbers))):
            continue
        money = 0
        if house >= 0:
            money = standing * house + has_hotel * t.hotel + t.token * kinds.count(TOKEN)
        if best is None or money > best.money:
            best = PartPaid(money, (), kinds, ())
    return best


@remembered
def bonus_row(t: TotalTables, go: int, out: int, free: int) -> Row:
    """For each number of up to `free` wilds the most that GO and Get Out of Jail Free pay with
    these wilds among them; None where the hand stays in jail. `out`: how many more of the latter
    there are than jail cards, below 0 in jail."""
    return tuple(_best_bonus(t, go, out, wilds) for wilds in range(free + 1))


def _best_bonus(t: TotalTables, go: int, out: int, wilds: int) -> PartPaid | None:
    best: PartPaid | None = None
    for outs in range(wilds + 1):
        gos, free = wilds - outs, out + outs
        money = t.out * free + go_pays(t, go + gos)
        if free >= 0 and (best is None or money > best.money):
            best = PartPaid(money, (GO,) * gos, (), (OUT,) * outs)
    return best


Shares = Sequence[tuple[int, tuple[int, ...]]]
"""For none, one and so on of a number of wilds announced as Free Parking: the most that the others
pay, and what they are then; -1 where they can be nothing."""


@remembered
def shares_without_colour(t: TotalTables, go: int, out: int, free: int, goer: bool) -> Shares:
    """What up to `free` wilds pay where there is no colour set: which houses are held makes no
    difference then. `go` and `out` as in `bonus_row`; `goer`: wilds may be houses, which pay
    nothing."""
    built = built_row(t, (0,) * TOKEN, -1, free, strict=False) if goer else NOT_BUILT
    bonuses = bonus_row(t, go, out, free)
    return [together(bonuses, built, wilds) for wilds in range(free, -1, -1)]


def together(bonuses: Row, built: Row, wilds: int) -> tuple[int, tuple[int, ...]]:
    """The most that this number of wilds pays, shared among the two parts, and what they are then;
    -1 where no share is possible. Of shares that pay the same the plainest one."""
    if not wilds:  # for speed: there is nothing to share
        bonus, part = bonuses[0], built[0]
        return (-1 if bonus is None or part is None else bonus.money + part.money), ()
    most, kinds = -1, ()  # type: int, tuple[int, ...]
    for number in range(wilds + 1):
        bonus, part = bonuses[wilds - number], built[number]
        if bonus is None or part is None:
            continue
        money = bonus.money + part.money
        if money >= most:
            said = bonus.before + part.kinds + bonus.after
            if money > most or _plainer(said, kinds):
                most, kinds = money, said
    return most, kinds


def _plainer(kinds: tuple[int, ...], others: tuple[int, ...]) -> bool:
    place = PLAINEST_FIRST.index
    return [*map(place, kinds)] < [*map(place, others)]
