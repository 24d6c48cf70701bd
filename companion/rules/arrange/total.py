"""The best arrangement where house cards add up and one set is improved (winning-moves-2017).

Here a wild is any card, in anybody's hand, and what it is announced as can decide the jackpot. So
a hand is not arranged once: `profiles` gives the best reading for every number of Free Parking
cards announced, in jail and out of it, and the payout of the whole deal chooses among them.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from companion.rules.arrange.laid import Bonus, Laid, SetBeingLaid
from companion.rules.arrange.sets import GroupFacts, cards_of, group_facts, lay_sets, plans
from companion.rules.edition import Edition


class TotalTables(NamedTuple):
    """An edition's facts by number. Behind the groups, a slot for each card in `singles`."""

    place: dict[str, int]
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
    goer_kinds: tuple[int, ...]  # slots a wild may stand for besides properties
    other_kinds: tuple[int, ...]


class Profile(NamedTuple):
    """One way to announce a hand's free wilds.

    `pays` is the hand's payout without the jackpot, `fills` how many free wilds are Free Parking,
    `jailed` whether the hand is wiped out, `reading` the cards announced.
    """

    pays: int
    legal: bool
    fills: int
    jailed: bool
    reading: tuple[str, ...]
    hand: "Count | None" = None  # the hand by number, where it is known already


HOTEL, TOKEN, WILD, GO, MOST, JAIL, OUT = 3, 4, 5, 6, 7, 8, 9  # slots behind the house cards
EMPTY = [Profile(0, True, 0, False, ())]
EMPTY_GOER = [Profile(0, False, 0, False, ())]
NO_IMPROVEMENTS = (0,) * (TOKEN + 1)
NOTHING = Laid(True, (), (), (), (), ())


def tables(edition: Edition) -> TotalTables:
    """The tables of an edition, made at the first use."""
    known: TotalTables | None = edition.memo.get("total")
    if known is not None:
        return known
    roles = edition.cards
    names = ("hotel", "token", "wild", "go", "most_of", "jail", "out_of_jail")
    singles = (*roles["houses"], *(roles[name] for name in names))
    facts = group_facts(edition)
    place = {c: g for g, group in enumerate(edition.groups) for c in group.cards}
    place |= {card: facts.total + slot for slot, card in enumerate(singles)}
    # GO comes first: where it makes no difference a wild is announced as the plainest card.
    bonus_kinds = (GO, OUT, MOST)
    made = edition.memo["total"] = TotalTables(
        place=place,
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
        goer_kinds=(GO, 0, 1, 2, HOTEL, TOKEN, OUT, MOST),
        other_kinds=bonus_kinds,
    )
    return made


@cache
def house_choice(
    sizes: tuple[int, ...], held: tuple[int, ...], limit: int
) -> tuple[int, tuple[int, ...]]:
    """The most houses within the limit, and how many of each card they take (fewest first)."""
    ways = product(*(range(number + 1) for number in held))
    totals = [(sum(s * n for s, n in zip(sizes, way, strict=True)), way) for way in ways]
    return max(
        (total for total in totals if total[0] <= limit),
        key=lambda total: (total[0], -sum(total[1]), total[1]),
    )


class Count(NamedTuple):
    """A hand by number, fixed wilds as what they were announced as."""

    real: list[int]
    have: list[int]
    singles: list[int]
    announced: tuple[str, ...]


def count(t: TotalTables, cards: Sequence[str], declared: Sequence[str]) -> Count:
    """The hand in the slots of the tables; a second copy of a property counts as nothing."""
    groups = t.facts.total
    counts = [0] * (groups + len(t.singles))
    place = t.place
    for card in cards:
        counts[place[card]] += 1
    real, singles = counts[:groups], counts[groups:]
    have = real
    if declared:
        have = list(real)
        seen = set(cards)
        for card in declared:
            slot = place[card]
            if slot >= groups:
                singles[slot - groups] += 1
            elif card not in seen:
                seen.add(card)
                have[slot] += 1
    return Count(real, have, singles, tuple(declared))


def go_pays(t: TotalTables, number: int) -> int:
    """What this number of GO cards pays: the first four have a price together."""
    return t.go * number if number < 4 else t.go_four + t.go * (number - 4)


def improved(t: TotalTables, colours: Sequence[int], houses: int) -> int:
    """The colour set on which these houses pay most; among equals the one of higher base."""
    values = t.house_values if houses else t.facts.worth
    return max(colours, key=lambda g: (values[g], t.facts.worth[g], g))


class _Sets(NamedTuple):
    """The properties of a hand: amount, all in sets, any colour set, the most a house adds."""

    amount: int
    clean: bool
    colours: bool
    house: int


def _sets(t: TotalTables, real: Sequence[int], have: Sequence[int]) -> _Sets:
    facts = t.facts
    sizes, wild_only, worths = facts.sizes, facts.wild_only, facts.worth
    amount = house = 0
    clean, colours = True, False
    for g in facts.colours:
        held = have[g]
        if held:
            if held == sizes[g] and (real[g] or wild_only):
                colours = True
                amount += worths[g]
                if t.house_values[g] > house:
                    house = t.house_values[g]
            else:
                clean = False
    for g in facts.others:
        held = have[g]
        if held:
            if facts.is_set(g, real[g], held):
                amount += worths[g][held][held] if facts.runs[g] else worths[g]
            else:
                clean = False
    return _Sets(amount, clean, colours, house)


def _judge(t: TotalTables, sets: _Sets, singles: Sequence[int], *, goer: bool) -> tuple[int, bool]:
    """What the hand pays with everything announced, and whether a goer may go out with it."""
    ones, twos, threes, hotels, tokens, _, go, _, jail, out = singles
    if jail:
        if not out:
            return 0, not goer
        out -= jail
    amount = sets.amount + t.out * out + go_pays(t, go)
    if not goer:
        return amount, True
    legal = sets.clean and (sets.colours or (sets.amount > 0 and not t.facts.needs_colour))
    houses = 0
    if ones or twos or threes:
        one, two, three = t.house_sizes
        houses = ones * one + twos * two + threes * three
        if houses > t.limit:
            legal = False
            houses = house_choice(t.house_sizes, (ones, twos, threes), t.limit)[0]
    if hotels and (hotels > 1 or houses != t.limit):
        legal = False
    if not sets.colours:
        return amount, legal and not houses and not hotels
    if houses:
        amount += houses * sets.house
        if hotels and houses == t.limit:
            amount += t.hotel
    return amount + t.token * tokens, legal


def pays(t: TotalTables, real: Sequence[int], have: Sequence[int], singles: Sequence[int]) -> int:
    """What a goer's hand pays when every wild stands for a card, legal or not."""
    return _judge(t, _sets(t, real, have), singles, goer=True)[0]


def arrange(
    edition: Edition, cards: Sequence[str], *, goer: bool, declared: Sequence[str], **_: object
) -> Laid:
    """The best arrangement of one hand as if there were no jackpot. There is no reward."""
    ways = profiles(edition, cards, declared, goer=goer)
    best = max(ways, key=lambda way: (way.pays, -way.fills, way.jailed))
    return build(edition, cards, declared, best, goer=goer)


def profiles(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], *, goer: bool
) -> list[Profile]:
    """Best reading of the undeclared wilds for each number of them announced as Free Parking, in
    jail and out of it (2017: Going out, Scoring).

    A goer's readings are those that may go out, if any does. The same cards in any order give the
    same answer.
    """
    if not cards:
        return EMPTY_GOER if goer else EMPTY
    t = tables(edition)
    hand = count(t, cards, declared)
    free = hand.singles[WILD] - len(declared)
    if not free:
        sets = _sets(t, hand.real, hand.have)
        paid, legal = _judge(t, sets, hand.singles, goer=goer)
        return [Profile(paid, legal, 0, _jailed(hand.singles), (), hand)]
    held = [*cards, *declared]
    kinds = t.goer_kinds if goer else t.other_kinds
    best: dict[tuple[bool, int, bool], Profile] = {}
    for plan, have, left in plans(t.facts, hand.real, hand.have, free):
        sets = _sets(t, hand.real, have)
        for chosen in combinations_with_replacement(kinds, left):
            singles = hand.singles
            if left:
                singles = list(singles)
                for kind in chosen:
                    singles[kind] += 1
            paid, legal = _judge(t, sets, singles, goer=goer)
            key = (legal, chosen.count(MOST), _jailed(singles))
            known = best.get(key)
            if known is None or paid > known.pays:
                reading = (*cards_of(edition, plan, held), *(t.singles[kind] for kind in chosen))
                best[key] = Profile(paid, legal, key[1], key[2], reading)
    legal_ones = [profile for profile in best.values() if profile.legal]
    return legal_ones or list(best.values())


def _jailed(singles: Sequence[int]) -> bool:
    return singles[JAIL] > singles[OUT]


def build(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], profile: Profile, *, goer: bool
) -> Laid:
    """The arrangement of a hand that announces its free wilds as the profile says."""
    if not cards:
        return NOTHING._replace(legal=profile.legal)
    t = tables(edition)
    facts, wild, most = t.facts, edition.cards["wild"], edition.cards["most_of"]
    announced = (*declared, *profile.reading)
    wilds = tuple(edition.sort(announced)) if announced else ()
    lent_most = announced.count(most) if announced else 0
    most_cards = (most,) * cards.count(most) + (wild,) * lent_most
    if profile.jailed:
        return _jailed_hand(edition, cards, profile, wilds, most_cards)
    hand = profile.hand or count(t, cards, announced)
    plain = count(t, cards, ()).singles if announced else hand.singles
    rows, spare = lay_sets(edition, facts, cards, announced, (hand.real, hand.have), hand.have)
    colours = [g for g in facts.colours if g in rows]
    used: Sequence[int] = NO_IMPROVEMENTS
    if goer and colours:
        used = _improve(t, rows, colours, hand, plain, wild)
    for slot, number in enumerate(used):
        if plain[slot] > number:
            spare += [t.singles[slot]] * (plain[slot] - number)
    laid = tuple([row.done() for row in rows.values()])
    go, out, jail = hand.singles[GO], hand.singles[OUT], hand.singles[JAIL]
    if announced:
        in_use = lent_most + go + out - plain[GO] - plain[OUT]
        spare += [wild] * (plain[WILD] - in_use - sum(len(one.wilds) for one in laid))
    return Laid(
        profile.legal,
        laid,
        tuple(_bonuses(edition, t, go, out, jail)),
        wilds,
        tuple(edition.sort(spare)) if spare else (),
        most_cards,
        None,
        profile.fills,
        profile.reading,
    )


def _improve(
    t: TotalTables,
    rows: dict[int, SetBeingLaid],
    colours: Sequence[int],
    hand: Count,
    plain: Sequence[int],
    wild: str,
) -> Sequence[int]:
    """Puts houses, hotel and tokens on the best colour set; how many of each card that takes.

    `plain` are the real cards of the hand in the slots of the tables; the others are wilds.
    """
    held = (hand.singles[0], hand.singles[1], hand.singles[2])
    houses, chosen = house_choice(t.house_sizes, held, t.limit)
    has_hotel = hand.singles[HOTEL] > 0 and houses == t.limit
    used = [*chosen, int(has_hotel), hand.singles[TOKEN]]
    g = improved(t, colours, houses)
    row = rows[g]
    for slot, number in enumerate(used):
        if number:
            real = min(number, plain[slot])
            row.put(t.singles[slot], real, number - real, wild)
    row.houses = houses
    row.hotel = has_hotel
    row.tokens = used[TOKEN]
    row.value += houses * t.house_values[g] + has_hotel * t.hotel
    row.tokens_value = used[TOKEN] * t.token
    return used


def _bonuses(edition: Edition, t: TotalTables, go: int, out: int, jail: int) -> Iterator[Bonus]:
    """What is paid besides the sets; a jail card that is cancelled stands there with 0."""
    if go:
        yield Bonus(edition.cards["go"], go, go_pays(t, go))
    if jail:
        yield Bonus(edition.cards["jail"], jail, 0)
    if out > jail:
        yield Bonus(edition.cards["out_of_jail"], out - jail, t.out * (out - jail))


def _jailed_hand(
    edition: Edition,
    cards: Sequence[str],
    profile: Profile,
    wilds: tuple[str, ...],
    most_cards: tuple[str, ...],
) -> Laid:
    """A hand that pays nothing; its cards for the majority may count all the same."""
    rest = list(cards)
    for card in most_cards:
        rest.remove(card)
    return NOTHING._replace(
        legal=profile.legal,
        wilds=wilds,
        unused=tuple(edition.sort(rest)),
        most=most_cards,
        wiped_out=edition.cards["jail"],
        fills=profile.fills,
        readings=profile.reading,
    )
