"""The best arrangement where house cards add up and one set is improved (winning-moves-2017).

Here a wild is any card, in anybody's hand, and what it is announced as can decide the jackpot. So
a hand is not arranged once: `profiles` gives the best reading for every number of Free Parking
cards announced, in jail and out of it, and the payout of the whole deal chooses among them.

What a hand pays is a sum of three parts that share no card. The sets depend only on the wilds that
are properties; GO and Get Out of Jail Free only on those that are such cards; of the rest counts
only how many houses stand, and what the hotel and the tokens pay. So not every reading of the wilds
has to be tried. The best of each part is looked up for each number of wilds (`_built`, `_bonus`),
and only how the wilds are shared among the parts is tried out (`_together`).

An example: the goer has Boardwalk, Park Place, Baltic Avenue, Three Houses and two wilds.

- The sets (`standings`): Baltic needs one wild, or the hand may not go out. Then Brown and Dark
  Blue pay $50 + $400, and one wild is left for the other parts or as Free Parking.
- Houses (`_built`): Three Houses pay $1,200 on Dark Blue, with one wild as a token $2,200.
- Bonus cards (`_bonus`): nothing without a wild, with one as GO $200.
- So there are two profiles: none as Free Parking and one as a token, $2,650; or one as Free
  Parking, $1,650. Which of them is announced depends on the jackpot and on the other hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from operator import mul

from companion.rules.arrange.laid import Bonus, Laid, SetLaid, nothing_laid
from companion.rules.arrange.sets import (
    GroupCounts,
    GroupFacts,
    Plan,
    SetsStanding,
    going_out,
    group_facts,
    lay_sets,
    standings,
    tally,
    weights,
)
from companion.rules.edition import Edition
from companion.rules.remember import once_an_edition, remembered

HOUSE_CARDS = 3
HOTEL, TOKEN, WILD, GO, MOST, JAIL, OUT = range(HOUSE_CARDS, HOUSE_CARDS + 7)  # behind the houses
PLAINEST_FIRST = (GO, 0, 1, 2, HOTEL, TOKEN, OUT, MOST)
"""What a wild may be besides a property. Of readings that pay the same the first is announced:
where it makes no difference, a wild is GO."""


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


@once_an_edition
def tables(edition: Edition) -> TotalTables:
    """The tables of an edition."""
    roles = edition.roles
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


# --- what each part of a hand pays ---------------------------------------------------------------


def go_pays(t: TotalTables, number: int) -> int:
    """What this number of GO cards pays: the first four have a price together."""
    return t.go * number if number < 4 else t.go_four + t.go * (number - 4)


@remembered  # asked for every plan of every hand
def _colours(t: TotalTables, mask: int) -> tuple[int, int]:
    """What the colour sets of a mask pay without houses, and the most that a house adds on one (-1:
    there is none)."""
    made = [g for g in t.facts.colours if mask >> g & 1]
    return sum([t.facts.worth[g] for g in made]), max([t.house_values[g] for g in made], default=-1)


@dataclass(frozen=True, slots=True)
class HousesUp:
    """What house cards and hotels come to on a colour set: the houses that stand, how many of each
    card they take, whether a hotel stands, and whether the hand may go out with them."""

    standing: int
    cards: tuple[int, ...]
    has_hotel: bool
    legal: bool


@remembered  # asked for every reading of a goer's hand; there are few such numbers
def houses_of(t: TotalTables, held: tuple[int, ...]) -> HousesUp:
    """What these numbers of each house card and of hotels come to (2017: Going out). Of the ways to
    lay as many houses as the limit allows, the one with the fewest cards is taken."""
    total, hotels = sum(map(mul, t.house_sizes, held)), held[HOTEL]
    choices = product(*(range(number + 1) for number in held[:HOTEL]))
    sums = ((sum(map(mul, t.house_sizes, cards)), cards) for cards in choices)
    standing, cards = max(
        (choice for choice in sums if choice[0] <= t.limit),
        key=lambda choice: (choice[0], -sum(choice[1]), choice[1]),
    )
    return HousesUp(
        standing,
        cards,
        hotels > 0 and standing == t.limit,
        total <= t.limit and hotels <= 1 and (not hotels or total == t.limit),
    )


@dataclass(frozen=True, slots=True)
class PartPaid:
    """What one part of a hand pays with some wilds in it, and the slots of these wilds: `before`,
    `kinds` and `after` in the order in which they are announced."""

    money: int
    before: tuple[int, ...] = ()
    kinds: tuple[int, ...] = ()
    after: tuple[int, ...] = ()


Row = tuple[PartPaid | None, ...]
"""By the number of wilds in the part: none, one and so on."""
NOT_BUILT: Row = (PartPaid(0), None, None)
"""What houses, hotels and tokens pay to a player who did not go out; no wild is one of them."""


@remembered  # asked for every plan of a goer's hand, and trying it out takes a while
def _built(t: TotalTables, held: tuple[int, ...], house: int, free: int, *, strict: bool) -> Row:
    """The most that up to `free` wilds pay as house cards, hotels and tokens with the house cards
    and hotels `held`, on a colour set on which a house adds `house`; -1: there is none. `strict`:
    so that the hand may go out; None where it may not. The row is what is remembered, for
    `_together` needs all of it; `_best_built` works out one place of it."""
    return tuple(_best_built(t, held, house, wilds, strict=strict) for wilds in range(free + 1))


def _best_built(
    t: TotalTables, held: tuple[int, ...], house: int, wilds: int, *, strict: bool
) -> PartPaid | None:
    """The same with just this number of wilds."""
    best: PartPaid | None = None
    for kinds in combinations_with_replacement((0, 1, 2, HOTEL, TOKEN), wilds):
        numbers = tuple([number + kinds.count(kind) for kind, number in enumerate(held)])
        houses = houses_of(t, numbers)
        if strict and not (houses.legal and (house >= 0 or not any(numbers))):
            continue
        money = 0
        if house >= 0:
            money = houses.standing * house + houses.has_hotel * t.hotel
            money += t.token * kinds.count(TOKEN)
        if best is None or money > best.money:
            best = PartPaid(money, kinds=kinds)
    return best


@remembered  # without it a hand takes twice as long
def _bonus(t: TotalTables, go: int, out: int, free: int) -> Row:
    """The most that GO and Get Out of Jail Free pay with up to `free` wilds among them; None where
    the hand stays in jail. `out`: how many more of the latter there are than jail cards, below 0 in
    jail. Again the row is remembered, and `_best_bonus` works out one place of it."""
    return tuple(_best_bonus(t, go, out, wilds) for wilds in range(free + 1))


def _best_bonus(t: TotalTables, go: int, out: int, wilds: int) -> PartPaid | None:
    """The same with just this number of wilds."""
    best: PartPaid | None = None
    for outs in range(wilds + 1):
        gos, free = wilds - outs, out + outs
        money = t.out * free + go_pays(t, go + gos)
        if free >= 0 and (best is None or money > best.money):
            best = PartPaid(money, before=(GO,) * gos, after=(OUT,) * outs)
    return best


def _together(bonuses: Row, built: Row, wilds: int) -> tuple[int, tuple[int, ...]]:
    """The most that this number of wilds pays, shared among the two parts, and what they are then;
    -1 where no share is possible. Of shares that pay the same it is the plainest one."""
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


# --- how a hand may be announced -----------------------------------------------------------------


@dataclass(slots=True)
class Count:
    """A hand by number: `masks` and `own` are its cards by group and by slot, `known` and `singles`
    the same with its fixed wilds as what they were announced as."""

    masks: Sequence[int]
    own: Sequence[int]
    known: Sequence[int]
    singles: Sequence[int]


def count(t: TotalTables, cards: Sequence[str], declared: Sequence[str]) -> Count:
    """The hand in the slots of the tables; a wild declared as a property that is there, or that
    another one is, counts as nothing."""
    groups = t.facts.total
    held = tally(t.weight, cards, groups + len(t.singles))
    masks, own = held[:groups], held[groups:]
    known, singles = [*masks], [*own]
    for card in declared:
        slot = t.place[card]
        if slot >= groups:
            singles[slot - groups] += 1
        else:
            known[slot] |= t.facts.bit_at[card]
    return Count(masks, own, known, singles)


@dataclass(slots=True)
class Profile:
    """One way to announce a hand's free wilds.

    `pays` is the hand's payout without the jackpot, by which the profiles of a hand are compared.
    `legal`: a goer may go out so. `fills`: how many free wilds are Free Parking; `most`: with how
    many cards, these among them, it is counted for the jackpot; `jailed`: whether it is wiped out.
    `plan` and `kinds`: the wilds that are properties, and the slots of the others.
    """

    pays: int
    legal: bool
    fills: int
    most: int
    jailed: bool
    hand: Count
    plan: Plan = ()
    kinds: tuple[int, ...] = ()


def preferred(profile: Profile, jackpot: int = 0) -> tuple[int, int, bool]:
    """By what the profiles of one hand are compared when this one takes so much of the jackpot. Of
    those that pay the same: as few Free Parking cards as possible, and no way out of jail for
    nothing."""
    return profile.pays + jackpot, -profile.fills, profile.jailed


def profiles(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], *, goer: bool
) -> list[Profile]:
    """Best reading of the undeclared wilds for each number of them announced as Free Parking, in
    jail and out of it (2017: Going out, Scoring).

    A goer's readings are those that may go out, if any does. The same cards in any order give the
    same answer.
    """
    if not cards:
        nothing = Count((), (), (), ())
        return [Profile(pays=0, legal=not goer, fills=0, most=0, jailed=False, hand=nothing)]
    t = tables(edition)
    hand = count(t, cards, declared)
    singles, most = hand.singles, hand.singles[MOST]
    free = hand.own[WILD] - len(declared)
    jailed = singles[JAIL] > singles[OUT]
    jailed_count = edition.options["wiped_out_count"]
    real = [*map(int.bit_count, hand.masks)]
    have = [*map(int.bit_count, hand.known)]
    found = standings(t.facts, GroupCounts(real, have, must=have, least=None), free)
    if not free:
        pays, legal = _judge(t, found[0], singles, goer=goer)
        counted = most if jailed_count or not jailed else 0
        return [Profile(pays, legal, fills=0, most=counted, jailed=jailed, hand=hand)]
    if goer and (clean := going_out(t.facts, found)):
        clean_profiles = _best_profiles(t, hand, clean, free, goer=True, strict=True)
        if clean_profiles:
            return clean_profiles
    every = _best_profiles(t, hand, found, free, goer=goer, strict=False)
    for fills in range(free + 1) if jailed else ():
        # Such a hand pays nothing whatever its wilds are, so all but the Free Parking are GO.
        kinds = (GO,) * (free - fills) + (MOST,) * fills
        counted = most + fills if jailed_count else 0
        every.append(
            Profile(0, not goer, fills, counted, jailed=True, hand=hand, plan=(), kinds=kinds)
        )
    return every


def _judge(
    t: TotalTables, sets: SetsStanding, singles: Sequence[int], *, goer: bool
) -> tuple[int, bool]:
    """What a hand pays whose wilds all count as a card, and whether a goer may go out with it."""
    go, out, jail = singles[GO], singles[OUT], singles[JAIL]
    if jail > out:
        return 0, not goer
    amount, house = _colours(t, sets.colours)
    amount += sets.other + t.out * (out - jail) + go_pays(t, go)
    if not goer:
        return amount, True
    held = tuple(singles[:TOKEN])
    if not sets.colours:
        return amount, bool(going_out(t.facts, [sets])) and not any(held)
    houses = houses_of(t, held)
    amount += houses.standing * house + houses.has_hotel * t.hotel + t.token * singles[TOKEN]
    return amount, houses.legal and not sets.stray


def _best_profiles(
    t: TotalTables,
    hand: Count,
    found: Sequence[SetsStanding],
    free: int,
    *,
    goer: bool,
    strict: bool,
) -> list[Profile]:
    """The best way out of jail for each number of free wilds announced as Free Parking."""
    singles, most = hand.singles, hand.singles[MOST]
    go, out = singles[GO], singles[OUT] - singles[JAIL]
    held, tokens = tuple(singles[:TOKEN]), t.token * singles[TOKEN] if goer else 0
    best: list[tuple[int, Plan, tuple[int, ...]]] = [(-1, (), ())] * (free + 1)
    bonuses = _bonus(t, go, out, free)
    for sets in found:
        amount, house = _colours(t, sets.colours)
        amount += sets.other + (tokens if sets.colours else 0)
        # Where no set can be improved and nothing has to stand, it makes no difference which houses
        # are held.
        houses = held if sets.colours or strict else (0,) * TOKEN
        built = _built(t, houses, house, sets.left, strict=strict) if goer else NOT_BUILT
        for fills in range(sets.left + 1):
            paid, kinds = _together(bonuses, built, sets.left - fills)
            if paid >= 0 and amount + paid > best[fills][0]:
                best[fills] = amount + paid, sets.plan, kinds
    legal = strict or not goer
    return [
        Profile(
            pays,
            legal,
            fills,
            most + fills,
            jailed=False,
            hand=hand,
            plan=plan,
            kinds=kinds + (MOST,) * fills,
        )
        for fills, (pays, plan, kinds) in enumerate(best)
        if pays >= 0
    ]


# --- a hand --------------------------------------------------------------------------------------


def arrange(
    edition: Edition,
    cards: Sequence[str],
    *,
    goer: bool,
    declared: Sequence[str] = (),
    **_: object,
) -> Laid:
    """The best arrangement of one hand as if there were no jackpot. There is no reward."""
    best = max(profiles(edition, cards, declared, goer=goer), key=preferred)
    return build(edition, cards, declared, best, goer=goer)


def build(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], profile: Profile, *, goer: bool
) -> Laid:
    """The arrangement of a hand that announces its free wilds as the profile says."""
    if not cards:
        return nothing_laid(legal=profile.legal)
    t = tables(edition)
    hand, own = profile.hand, profile.hand.own
    known, singles = [*hand.known], [*hand.singles]
    reading = _complete(edition, profile.plan, known)
    for kind in profile.kinds:
        singles[kind] += 1
        reading += (t.singles[kind],)
    wild, most, go, out = t.singles[WILD], own[MOST], singles[GO], singles[OUT]
    wilds = tuple(edition.sort((*declared, *reading)))
    most_cards = (t.singles[MOST],) * most + (wild,) * (singles[MOST] - most)
    if profile.jailed:
        return _jailed_hand(edition, cards, profile, wilds, most_cards, reading)
    rows, spare = lay_sets(edition, hand.masks, known, None)
    used = _improve(t, rows, singles, own) if goer else [0] * (TOKEN + 1)
    for card, held, number in zip(t.singles, own, used, strict=False):
        if held > number:
            spare += [card] * (held - number)
    laid = tuple(rows.values())
    in_use = singles[MOST] - most + go + out - own[GO] - own[OUT]
    spare += [wild] * (own[WILD] - in_use - sum(len(row.wilds) for row in laid))
    return Laid(
        laid,
        _bonuses(t, go, out, singles[JAIL]),
        wilds,
        tuple(edition.sort(spare)),
        None,
        legal=profile.legal,
        most=most_cards,
        readings=reading,
    )


def _complete(edition: Edition, plan: Plan, known: list[int]) -> tuple[str, ...]:
    """The properties a plan's wilds count as: of each group the first that are not in its mask,
    which are put there."""
    cards = []
    for g, more in plan:
        for place, card in enumerate(edition.groups[g].cards):
            if more and not known[g] >> place & 1:
                known[g] |= 1 << place
                cards.append(card)
                more -= 1
    return tuple(cards)


def _improve(
    t: TotalTables, rows: dict[int, SetLaid], singles: Sequence[int], own: Sequence[int]
) -> Sequence[int]:
    """Puts houses, hotel and tokens on the best colour set; how many of each card that takes.

    `own` are the real cards of the hand in the slots of the tables; the others are wilds.
    """
    colours = [g for g in rows if t.facts.bit[g]]
    if not colours:
        return [0] * (TOKEN + 1)
    houses = houses_of(t, tuple(singles[:TOKEN]))
    used = [*houses.cards, int(houses.has_hotel), singles[TOKEN]]
    g = best_to_improve(t, colours, houses.standing)
    row = rows[g]
    row.houses, row.hotel, row.tokens = houses.standing, houses.has_hotel, used[TOKEN]
    row.value += houses.standing * t.house_values[g] + houses.has_hotel * t.hotel
    row.tokens_value = used[TOKEN] * t.token
    for card, number, real in zip(t.singles, used, own, strict=False):
        if number:
            lent = max(0, number - real)
            row.cards += (card,) * (number - lent) + (t.singles[WILD],) * lent
            row.wilds += (card,) * lent
    return used


def best_to_improve(t: TotalTables, colours: Sequence[int], houses: int) -> int:
    """The colour set on which these houses pay most; among equals the one of higher base."""
    values = t.house_values if houses else t.facts.worth
    return max(colours, key=lambda g: (values[g], t.facts.worth[g], g))


def _bonuses(t: TotalTables, go: int, out: int, jail: int) -> tuple[Bonus, ...]:
    """What is paid besides the sets; a jail card that is cancelled stands there with 0."""
    found = []
    if go:
        found.append(Bonus(t.singles[GO], go, go_pays(t, go)))
    if jail:
        found.append(Bonus(t.singles[JAIL], jail, 0))
    if out > jail:
        found.append(Bonus(t.singles[OUT], out - jail, t.out * (out - jail)))
    return tuple(found)


def _jailed_hand(
    edition: Edition,
    cards: Sequence[str],
    profile: Profile,
    wilds: tuple[str, ...],
    most_cards: tuple[str, ...],
    reading: tuple[str, ...],
) -> Laid:
    """A hand that pays nothing; its cards for the majority may count all the same."""
    rest = list(cards)
    for card in most_cards:
        rest.remove(card)
    return nothing_laid(
        legal=profile.legal,
        wilds=wilds,
        unused=tuple(edition.sort(rest)),
        most=most_cards,
        wiped_out=edition.roles["jail"],
        readings=reading,
    )
