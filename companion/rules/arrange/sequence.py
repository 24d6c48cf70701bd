"""The best arrangement where houses go up in sequence (classic-us, classic-uk, deluxe).

Why placing greedily is best, so that only the wilds have to be searched: a set of base b with n
houses pays b × (1 + n), plus a fixed amount for a hotel, and the numbered houses are there or not.
With S colour sets at most m1 = min(S, 1st houses) sets have a first house, at most
m2 = min(m1, 2nd houses) a second, and so on. Giving each level to the sets of the highest base is
possible at every level at once, because the levels shrink; so no sum is higher, and the set of
the highest base is then worth as much as any single set can be, so all tokens belong on it or on
the best run or pair. What the wilds count as is tried out in full.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from operator import add, or_
from typing import NamedTuple

from companion.rules.arrange.laid import Bonus, Laid, nothing_laid
from companion.rules.arrange.sequence_parts import (
    HOTEL,
    NONE,
    TOKEN,
    SequenceTables,
    ladder,
    put_improvements,
    tables,
)
from companion.rules.arrange.sets import (
    Plan,
    SetsStanding,
    cards_of,
    going_out,
    lay_sets,
    may_go_out,
    missing,
    standings,
    tally,
)
from companion.rules.deal import free_wilds
from companion.rules.edition import Edition

Steps = tuple[int, int, int, int, int, int]  # 1st to 4th houses, hotels, tokens
Reading = tuple[Plan, tuple[int, ...]]  # properties, and places in the vector of improvements
NO_WILDS = (((0, 0, 0, 0, 0, 0), ()),)


def _pays(
    sums: tuple[int, ...],
    hotel: int,
    steps: Sequence[int],
    must: Sequence[int],
    other: int,
    top: int,
) -> int:
    """What the sets pay with these improvements; -1 when a house or hotel that must stand cannot.

    `sums`: what the first 0, 1, 2 ... colour sets are worth (`ladder`). `other` and `top`: sum and
    best of the sets that take no houses.
    """
    standing = len(sums) - 1
    total = sums[standing] + other
    if standing:
        base = best = sums[1]
        for level in (0, 1, 2, 3):
            if steps[level] < standing:
                standing = steps[level]
            if standing < must[level]:
                return -1
            if not standing:
                if any(must[level : HOTEL + 1]):
                    return -1
                break
            total += sums[standing]
            best += base
        else:
            hotels = min(standing, steps[HOTEL])
            if hotels < must[HOTEL]:
                return -1
            if hotels:
                total += hotel * hotels
                best += hotel
        if best > top:
            top = best
    elif any(must[: HOTEL + 1]):
        return -1
    return total + steps[TOKEN] * top


@cache
def _ways(free: int, kinds: tuple[int, ...]) -> tuple[tuple[Steps, tuple[int, ...]], ...]:
    return tuple(
        (tuple(map(chosen.count, range(6))), chosen)  # type: ignore[misc]
        for chosen in combinations_with_replacement(kinds, free)
    )


def spread(
    steps: Sequence[int], colours: int, free: int
) -> tuple[tuple[Steps, tuple[int, ...]], ...]:
    """Every way in which `free` wilds can be improvements and find a place: what it adds to the
    vector, and which.

    A house of which there is one for every set already, or that has more empty levels below it
    than the other wilds can fill, would find none. A token always does where there is a set.
    """
    if not free:
        return NO_WILDS
    kinds = []
    gaps = 0
    for kind in range(HOTEL + 1):
        if gaps == free:
            break
        held = steps[kind]
        if held < colours:
            kinds.append(kind)
        if not held:
            gaps += 1
    kinds.append(TOKEN)
    return _ways(free, tuple(kinds))


class Search(NamedTuple):
    """The hand as counts, for one search over what `free` wilds may count as.

    `real` and `have` are properties by group without and with the wilds that are fixed; `own` and
    `steps` the improvements likewise; `least` how many cards of a group have to be in its set.
    """

    real: Sequence[int]
    have: Sequence[int]
    own: Sequence[int]
    steps: Sequence[int]
    least: Sequence[int]
    free: int


def pays(t: SequenceTables, one: SetsStanding, steps: Sequence[int]) -> int:
    """What the sets of a hand pay with these improvements when nothing has to stand."""
    return _pays(ladder(t, one.colours)[1], t.hotel, steps, NONE, one.other, one.top)


def goer_readings(t: SequenceTables, s: Search) -> tuple[bool, int, list[Reading]]:
    """Whether the hand may go out, the highest amount that its sets can pay, and all readings of
    the free wilds that pay it: those that may go out, if any may.

    A hand may go out when it has the set that is needed, and every real property, house and hotel
    is part of a set. So that is tried with the standings in which no property is stray.
    """
    found = standings(t.facts, s.real, s.have, s.real, s.least, s.free)
    if clean := going_out(t.facts, found):
        paid, readings = _best(t, s, clean, s.own)
        if paid >= 0:
            return True, paid, readings
    return False, *_best(t, s, found, NONE)


def best_readings(t: SequenceTables, s: Search) -> tuple[int, list[Reading]]:
    """The highest amount that the sets can pay where nothing has to stand, and all readings of the
    free wilds that pay it."""
    return _best(t, s, standings(t.facts, s.real, s.have, s.real, s.least, s.free), NONE)


def _best(
    t: SequenceTables, s: Search, found: Sequence[SetsStanding], must: Sequence[int]
) -> tuple[int, list[Reading]]:
    """The highest amount that the sets can pay, and all readings of the free wilds that pay it; -1
    where the improvements in `must` cannot all stand.

    Where there is no set nothing is paid, whatever the wilds are, so one reading stands for all.
    """
    most, readings = -1, []  # type: int, list[Reading]
    for plan, left, _, colours, other, top in found:
        if not colours and not other:
            if most < 0:
                most, readings = 0, [(plan, ())]
            continue
        sums = ladder(t, colours)[1]
        if not left:
            paid = _pays(sums, t.hotel, s.steps, must, other, top)
            if paid > most:
                most, readings = paid, [(plan, ())]
            elif paid == most and paid >= 0:
                readings.append((plan, ()))
            continue
        for more_steps, kinds in spread(s.steps, len(sums) - 1, left):
            steps = [*map(add, s.steps, more_steps)]
            paid = _pays(sums, t.hotel, steps, must, other, top)
            if paid > most:
                most, readings = paid, [(plan, kinds)]
            elif paid == most and paid >= 0:
                readings.append((plan, kinds))
    return most, readings


def count(t: SequenceTables, cards: Iterable[str]) -> list[int]:
    """How many cards a hand has in each slot of the tables."""
    return _counts(t, tally(t.weight, cards, t.slots))


def _counts(t: SequenceTables, held: bytes) -> list[int]:
    return [*map(int.bit_count, held[: t.facts.total]), *held[t.facts.total :]]


def arrange(
    edition: Edition,
    cards: Sequence[str],
    *,
    goer: bool,
    declared: Sequence[str] = (),
    reward: Sequence[str] = (),
    reward_declared: Sequence[str] = (),
) -> Laid:
    """The best arrangement of one hand (Classic UK and Deluxe: Go out, Reward, Scoring).

    A goer's hand is arranged so that it may go out if any reading of the undeclared wilds lets it;
    otherwise for the highest payout (`legal` is then false). Undeclared wilds are chosen for the
    payout before the reward, among equals for the payout after it; freed and drawn ones for the
    payout after it. Cards and declarations are taken as valid for the edition.
    """
    if not cards and not goer:
        return nothing_laid()
    t = tables(edition)
    held, groups = tally(t.weight, cards, t.slots), t.facts.total
    chances = held[groups + 6]
    if not goer and chances:
        return nothing_laid(
            unused=tuple(edition.sort([card for card in cards if card != t.most_of])),
            most=(t.most_of,) * held[groups + 8],
            wiped_out=t.wild,
        )
    if not goer or not (chances or reward):
        return _build(edition, t, held, (), None, legal=None if goer else True)
    search = _search(t, _counts(t, held), declared, chances - len(declared))
    legal, most_paid, found = goer_readings(t, search)
    if reward:
        laid = _with_reward(
            edition, cards, declared, reward, reward_declared, search, found if most_paid else None
        )
        return laid if legal else replace(laid, legal=False)
    chosen: tuple[str, ...] = ()
    if search.free and most_paid:  # without a set a wild has nothing to count as
        plan, kinds = found[0]
        chosen = (*cards_of(edition, plan, [*cards, *declared]), *_names(t, kinds))
    wilds = (*declared, *chosen)
    return _build(edition, t, held, wilds, search.least, chosen, legal=legal)


def tied_readings(
    edition: Edition, cards: Sequence[str], declared: Sequence[str] = ()
) -> list[tuple[str, ...]]:
    """Every choice of cards for the undeclared wilds of a goer's hand that pays most before the
    reward, the one that `arrange` takes first; none where no choice pays anything."""
    t = tables(edition)
    counts = count(t, cards)
    free = counts[t.facts.total + 6] - len(declared)
    _, most_paid, found = goer_readings(t, _search(t, counts, declared, free))
    held = [*cards, *declared]
    return [
        (*chain.from_iterable(properties), *_names(t, kinds))
        for plan, kinds in found
        if most_paid
        for properties in product(
            *(combinations(missing(edition, g, held), more) for g, more in plan)
        )
    ]


def _with_reward(
    edition: Edition,
    cards: Sequence[str],
    declared: Sequence[str],
    reward: Sequence[str],
    reward_declared: Sequence[str],
    before: Search,
    found: Sequence[Reading] | None,
) -> Laid:
    """The arrangement after the reward. `found` are the readings that pay most before it; None
    when none pays anything, so that any card at all is as good as any other until then."""
    t = tables(edition)
    held = [*cards, *declared]
    choices: Iterable[tuple[str, ...]]
    if not before.free:
        choices = [()]
    elif found is None:
        choices = _any_cards(edition, t, held, before.free)
    else:
        choices = (
            (*properties, *_names(t, kinds))
            for plan, kinds in found
            for properties in _cards_of_each(edition, plan, held, reward)
        )
    drawn = reward.count(t.wild) - len(reward_declared)
    whole = [*cards, *reward]
    after_it = tally(t.weight, whole, t.slots)
    counts = _counts(t, after_it)
    most, chosen, stands = -1, (), ()  # type: tuple[int, tuple[str, ...], tuple[str, ...]]
    for choice in choices:
        kept, freed = free_wilds([*declared, *choice], reward)
        fixed = (*kept, *reward_declared)
        after = _search(t, counts, fixed, freed + drawn)
        after = after._replace(least=before.least)
        paid, readings = best_readings(t, after)
        if paid > most:
            plan, kinds = readings[0]
            free = (*cards_of(edition, plan, [*whole, *fixed]), *_names(t, kinds))
            most, chosen, stands = paid, choice, (*fixed, *free)
    if not most:  # without a set a free wild has nothing to count as
        chosen, stands = (), (*free_wilds(declared, reward)[0], *reward_declared)
    return _build(edition, t, after_it, stands, before.least, chosen)


def _search(t: SequenceTables, counts: Sequence[int], fixed: Sequence[str], free: int) -> Search:
    groups = t.facts.total
    real, own = counts[:groups], counts[groups : groups + 6]
    have, steps = real, own
    if fixed:
        have, steps = list(real), list(own)
        for card in fixed:
            slot = t.place[card]
            if slot < groups:
                have[slot] += 1
            else:
                steps[slot - groups] += 1
    return Search(real, have, own, steps, real, free)


def _names(t: SequenceTables, kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple(t.improvements[kind] for kind in kinds)


def _cards_of_each(
    edition: Edition, plan: Plan, held: Sequence[str], reward: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Every choice of properties for a plan that the reward can tell apart."""
    picks: list[tuple[str, ...]] = [()]
    for g, more in plan:
        lacking = missing(edition, g, held)
        drawn = [card for card in lacking if card in reward]
        rest = [card for card in lacking if card not in reward]
        picks = [
            (*pick, *drawn[:k], *rest[: more - k])
            for pick in picks
            for k in range(more + 1)
            if k <= len(drawn) and more - k <= len(rest)
        ]
    yield from picks


def _any_cards(
    edition: Edition, t: SequenceTables, held: Sequence[str], free: int
) -> Iterator[tuple[str, ...]]:
    """Every choice of cards for `free` wilds, a property once at the most."""
    properties = [c for g in range(t.facts.total) for c in missing(edition, g, held)]
    for chosen in combinations_with_replacement((*properties, *t.improvements), free):
        if all(chosen.count(card) == 1 for card in chosen if card in edition.group_of):
            yield chosen


def _build(
    edition: Edition,
    t: SequenceTables,
    held: bytes,
    wilds: Sequence[str],
    least: Sequence[int] | None,
    readings: tuple[str, ...] = (),
    *,
    legal: bool | None = True,
) -> Laid:
    """The arrangement of the cards `held` (`tally`) once it is known what every wild counts as.

    `legal` is None for a goer's hand without wilds and reward. It can be laid out in one way only,
    so it may go out if it has the set that is needed and nothing is left over (a token never is).
    """
    groups, wild = t.facts.total, t.wild
    masks = known = held[:groups]
    own, lent = held[groups : groups + 6], NONE
    if wilds:
        stands = tally(t.weight, wilds, t.slots)
        known, lent = bytes(map(or_, masks, stands)), stands[groups : groups + 6]
    rows, spare = lay_sets(edition, masks, known, least)
    if any(own) or wilds:
        spare += put_improvements(t, rows, own, lent)
    if legal is None:
        legal = may_go_out(t.facts, rows, spare)
    laid = tuple(rows.values())
    if idle := held[groups + 6]:
        spare += [wild] * (idle - sum([len(one.wilds) for one in laid]))
    go = held[groups + 7]
    return Laid(
        laid,
        (Bonus(t.go, go, go * t.go_pays),) if go else (),
        tuple(edition.sort(wilds)),
        tuple(edition.sort(spare)),
        None,
        legal=legal,
        most=(t.most_of,) * held[groups + 8],
        readings=readings,
    )
