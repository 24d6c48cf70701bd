"""The best arrangement where houses go up in sequence (classic-us, classic-uk, deluxe).

Why placing greedily is best, so that only the wilds have to be searched: a set of base b with n
houses pays b × (1 + n), plus a fixed amount for a hotel, and the numbered houses are there or not.
With S colour sets at most m1 = min(S, 1st houses) sets have a first house, at most
m2 = min(m1, 2nd houses) a second, and so on. Giving each level to the sets of the highest base is
possible at every level at once, because the levels shrink; so no sum is higher, and the set of
the highest base is then worth as much as any single set can be, so all tokens belong on it or on
the best run or pair. What the wilds count as is tried out in full.

An example, from Classic UK: two Reds, three Greens, a 1st and a 2nd House, a token, a Chance.

- `count` gives 2 at Red and 3 at Green, then 1 1 0 0 0 1 for the houses, hotel and token.
- `standings` says what the Chance can be among properties: none of them (Green is a set), or the
  third Red (Red and Green are sets). In the first case it is tried as every improvement that finds
  a place (`kinds_for`): a 3rd House or a token.
- `_pays` adds up each reading. With the Chance as Red: £250 + £350, the houses stand on Green, £350
  each, and the token doubles its £1,050. That is £2,350.
- With it as a token Green alone pays three times £1,050, £3,150. But then the two Reds are in no
  set, so the hand could not go out. The goer's Chance is Red (`goer_readings`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, combinations, combinations_with_replacement, product
from operator import or_

from companion.rules.arrange.laid import Bonus, Laid, SetLaid, nothing_laid
from companion.rules.arrange.sets import (
    GroupCounts,
    GroupFacts,
    Plan,
    SetsStanding,
    cards_of,
    going_out,
    group_facts,
    lay_sets,
    may_go_out,
    missing,
    standings,
    tally,
    weights,
)
from companion.rules.deal import free_wilds
from companion.rules.edition import Edition
from companion.rules.remember import once_an_edition, remembered

HOTEL, TOKEN = 4, 5  # places in the vector of improvements, behind the four houses
WILD, GO, MOST = 6, 7, 8  # slots of the other cards, counted from the end of the groups
NONE = bytes(6)
WildChoice = tuple[Plan, tuple[int, ...]]
"""What the free wilds count as: properties, and places in the vector of improvements."""


@dataclass(frozen=True, eq=False, slots=True)
class SequenceTables:
    """An edition's facts as numbers. Made once for each edition with its options."""

    place: dict[str, int]  # card -> slot: groups first, then improvements, wild, GO, majority
    slots: int
    weight: dict[str, int]  # for `tally`
    facts: GroupFacts
    hotel: int
    improvements: tuple[str, ...]
    wild: str
    go: str
    go_pays: int
    most_of: str


@once_an_edition
def tables(edition: Edition) -> SequenceTables:
    """The tables of an edition."""
    roles = edition.roles
    improvements = (*roles["houses"], roles["hotel"], roles["token"])
    place = {c: g for g, group in enumerate(edition.groups) for c in group.cards}
    count = len(edition.groups)
    for slot, card in enumerate((*improvements, roles["wild"], roles["go"], roles["most_of"])):
        place[card] = count + slot
    facts = group_facts(edition)
    return SequenceTables(
        place=place,
        slots=count + 9,
        weight=weights(facts, place),
        facts=facts,
        hotel=edition.price("hotel"),
        improvements=improvements,
        wild=roles["wild"],
        go=roles["go"],
        go_pays=edition.price("go"),
        most_of=roles["most_of"],
    )


# --- what a reading pays -------------------------------------------------------------------------


def by_base(t: SequenceTables, mask: int) -> list[int]:
    """The colour sets of a mask by falling base, on which houses stand in this order."""
    worth = t.facts.worth
    return sorted((g for g in t.facts.colours if mask >> g & 1), key=lambda g: (-worth[g], g))


@remembered  # asked for every plan of every hand
def _sums(t: SequenceTables, mask: int) -> tuple[int, ...]:
    """What the first 0, 1, 2 ... colour sets of a mask are worth together, by falling base."""
    return tuple(accumulate((t.facts.worth[g] for g in by_base(t, mask)), initial=0))


def _pays(
    t: SequenceTables,
    sets: SetsStanding,
    sums: Sequence[int],
    improved: Sequence[int],
    must: Sequence[int],
) -> int:
    """What these sets, of which the colours have these `sums`, pay with these improvements; -1 when
    a house or hotel that must stand cannot."""
    standing = len(sums) - 1
    total, top = sums[standing] + sets.other, sets.top
    if not standing:
        return -1 if any(must[: HOTEL + 1]) else total + improved[TOKEN] * top
    base = best = sums[1]
    for level in (0, 1, 2, 3):
        if improved[level] < standing:
            standing = improved[level]
        if standing < must[level]:
            return -1
        if not standing:
            if any(must[level : HOTEL + 1]):
                return -1
            break
        total += sums[standing]
        best += base
    else:
        hotels = min(standing, improved[HOTEL])
        if hotels < must[HOTEL]:
            return -1
        if hotels:
            total += t.hotel * hotels
            best += t.hotel
    return total + improved[TOKEN] * max(best, top)


def kinds_for(improved: Sequence[int], colours: int, free: int) -> list[int]:
    """Which improvements `free` wilds can be and find a place.

    A house of which there is one for every set already, or that has more empty levels below it
    than the other wilds can fill, would find none. A token always does where there is a set.
    """
    kinds = []
    gaps = 0
    for kind in range(HOTEL + 1):
        if gaps == free:
            break
        if improved[kind] < colours:
            kinds.append(kind)
        if not improved[kind]:
            gaps += 1
    return [*kinds, TOKEN]


# --- the search ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Search:
    """The hand as counts, for one search over what `free` wilds may count as.

    `groups`: its properties; `own` and `improved`: how many it has of each improvement (1st to 4th
    house, hotel, token), without and with the wilds that are fixed.
    """

    groups: GroupCounts
    own: Sequence[int]
    improved: Sequence[int]
    free: int


def goer_readings(t: SequenceTables, s: Search) -> tuple[bool, int, list[WildChoice]]:
    """Whether the hand may go out, the highest amount that its sets can pay, and all readings of
    the free wilds that pay it: those that may go out, if any may.

    A hand may go out when it has the set that is needed, and every real property, house and hotel
    is part of a set. So that is tried with the standings in which no property is stray.
    """
    found = standings(t.facts, s.groups, s.free)
    if clean := going_out(t.facts, found):
        paid, readings = _best(t, s, clean, s.own)
        if paid >= 0:
            return True, paid, readings
    return False, *_best(t, s, found, NONE)


def best_readings(t: SequenceTables, s: Search) -> tuple[int, list[WildChoice]]:
    """The highest amount that the sets can pay where nothing has to stand, and all readings of the
    free wilds that pay it."""
    return _best(t, s, standings(t.facts, s.groups, s.free), NONE)


def _best(
    t: SequenceTables, s: Search, found: Sequence[SetsStanding], must: Sequence[int]
) -> tuple[int, list[WildChoice]]:
    """The highest amount that the sets can pay, and all readings of the free wilds that pay it; -1
    where the improvements in `must` cannot all stand.

    Where there is no set nothing is paid, whatever the wilds are, so one reading stands for all.
    """
    most, readings = -1, []  # type: int, list[WildChoice]
    for sets in found:
        if not sets.colours and not sets.other:
            if most < 0:
                most, readings = 0, [(sets.plan, ())]
            continue
        sums = _sums(t, sets.colours)
        kinds = kinds_for(s.improved, len(sums) - 1, sets.left) if sets.left else ()
        for chosen in combinations_with_replacement(kinds, sets.left):
            improved = list(s.improved)
            for kind in chosen:
                improved[kind] += 1
            paid = _pays(t, sets, sums, improved, must)
            if paid > most:
                most, readings = paid, [(sets.plan, chosen)]
            elif paid == most and paid >= 0:
                readings.append((sets.plan, chosen))
    return most, readings


# --- a hand --------------------------------------------------------------------------------------


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
    chances = held[groups + WILD]
    if not goer and chances:
        return nothing_laid(
            unused=tuple(edition.sort([card for card in cards if card != t.most_of])),
            most=(t.most_of,) * held[groups + MOST],
            wiped_out=t.wild,
        )
    if not goer or not (chances or reward):
        return _build(edition, t, held, (), None, legal=None if goer else True)
    search = _search(t, _counts(t, held), declared, chances - len(declared))
    legal, most_paid, found = goer_readings(t, search)
    if reward:
        readings = found if most_paid else None
        return _with_reward(
            edition, cards, declared, reward, reward_declared, search, readings, legal=legal
        )
    chosen: tuple[str, ...] = ()
    if search.free and most_paid:  # without a set a wild has nothing to count as
        plan, kinds = found[0]
        chosen = (*cards_of(edition, plan, [*cards, *declared]), *_names(t, kinds))
    stands = (*declared, *chosen)
    return _build(edition, t, held, stands, search.groups.least, legal=legal, readings=chosen)


def tied_readings(
    edition: Edition, cards: Sequence[str], declared: Sequence[str] = ()
) -> list[tuple[str, ...]]:
    """Every choice of cards for the undeclared wilds of a goer's hand that pays most before the
    reward, the one that `arrange` takes first; none where no choice pays anything."""
    t = tables(edition)
    counts = count(t, cards)
    free = counts[t.facts.total + WILD] - len(declared)
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


def _search(t: SequenceTables, counts: Sequence[int], fixed: Sequence[str], free: int) -> Search:
    """The search with the cards of a hand in each slot (`count`), what its `fixed` wilds count as,
    and how many are `free`."""
    groups = t.facts.total
    real, own = counts[:groups], counts[groups : groups + WILD]
    have, improved = list(real), list(own)
    for card in fixed:
        slot = t.place[card]
        if slot < groups:
            have[slot] += 1
        else:
            improved[slot - groups] += 1
    return Search(GroupCounts(real, have, must=real, least=real), own, improved, free)


def _names(t: SequenceTables, kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple(t.improvements[kind] for kind in kinds)


# --- the reward ----------------------------------------------------------------------------------


def _with_reward(
    edition: Edition,
    cards: Sequence[str],
    declared: Sequence[str],
    reward: Sequence[str],
    reward_declared: Sequence[str],
    before: Search,
    found: Sequence[WildChoice] | None,
    *,
    legal: bool,
) -> Laid:
    """The arrangement after the reward. `found` are the readings that pay most before it; None
    when none pays anything, so that any card at all is as good as any other until then.

    A wild that counts as Fleet Street is free again when the reward has Fleet Street. So readings
    that pay the same before the reward may differ after it, and each of them is tried: what they
    set free, and the wilds that were drawn, is searched anew, and the best of all is taken.
    """
    t = tables(edition)
    choices = _choices_before(edition, [*cards, *declared], reward, before, found)
    drawn = reward.count(t.wild) - len(reward_declared)
    whole = [*cards, *reward]
    least = before.groups.least  # what was laid down stays, so a run does not get shorter
    after_it = tally(t.weight, whole, t.slots)
    counts = _counts(t, after_it)
    most, chosen, stands = -1, (), ()  # type: int, tuple[str, ...], tuple[str, ...]
    for choice in choices:
        kept, freed = free_wilds([*declared, *choice], reward)
        fixed = (*kept, *reward_declared)
        after = _search(t, counts, fixed, freed + drawn)
        after.groups.least = least
        paid, readings = best_readings(t, after)
        if paid > most:
            plan, kinds = readings[0]
            free = (*cards_of(edition, plan, [*whole, *fixed]), *_names(t, kinds))
            most, chosen, stands = paid, choice, (*fixed, *free)
    if not most:  # without a set a free wild has nothing to count as
        chosen, stands = (), (*free_wilds(declared, reward)[0], *reward_declared)
    return _build(edition, t, after_it, stands, least, legal=legal, readings=chosen)


def _choices_before(
    edition: Edition,
    held: Sequence[str],
    reward: Sequence[str],
    before: Search,
    found: Sequence[WildChoice] | None,
) -> Iterable[tuple[str, ...]]:
    """The cards that the undeclared wilds may count as before the reward; see `_with_reward`."""
    t = tables(edition)
    if not before.free:
        return [()]
    if found is None:
        return _any_cards(edition, t, held, before.free)
    return (
        (*properties, *_names(t, kinds))
        for plan, kinds in found
        for properties in _cards_of_each(edition, plan, held, reward)
    )


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


# --- laying it out -------------------------------------------------------------------------------


def _build(
    edition: Edition,
    t: SequenceTables,
    held: bytes,
    wilds: Sequence[str],
    least: Sequence[int] | None,
    *,
    legal: bool | None,
    readings: tuple[str, ...] = (),
) -> Laid:
    """The arrangement of the cards `held` (`tally`) once it is known what every wild counts as.

    `legal` is None for a goer's hand without wilds. It can be laid out in one way only, so it may
    go out if it has the set that is needed and nothing is left over (a token never is).
    """
    groups, wild = t.facts.total, t.wild
    own = held[:groups]
    built, lent, known = held[groups : groups + WILD], NONE, own
    if wilds:
        stands = tally(t.weight, wilds, t.slots)
        known, lent = bytes(map(or_, own, stands)), stands[groups : groups + WILD]
    rows, spare = lay_sets(edition, own, known, least)
    spare += _put_improvements(t, rows, built, lent)
    if legal is None:
        legal = may_go_out(t.facts, rows, spare)
    laid = tuple(rows.values())
    spare += [wild] * (held[groups + WILD] - sum(len(row.wilds) for row in laid))
    go = held[groups + GO]
    return Laid(
        laid,
        (Bonus(t.go, go, go * t.go_pays),) if go else (),
        tuple(edition.sort(wilds)),
        tuple(edition.sort(spare)),
        None,
        legal=legal,
        most=(t.most_of,) * held[groups + MOST],
        readings=readings,
    )


def _put_improvements(
    t: SequenceTables, rows: dict[int, SetLaid], own: Sequence[int], lent: Sequence[int]
) -> list[str]:
    """Puts houses and hotels on the colour sets by falling base, the tokens on the best set; the
    cards left over.

    `own` are the real cards of each kind, `lent` the wilds that count as one. Real cards lie on the
    best sets, and a real one is left over before a wild is.
    """
    order = by_base(t, sum(t.facts.bit[g] for g in rows))
    left: list[str] = []
    standing = len(order)
    for level, card in enumerate(t.improvements[:TOKEN]):
        real = own[level]
        standing = min(standing, real + lent[level])
        left += [card] * (real - standing)
        for rank, g in enumerate(order[:standing]):
            row = rows[g]
            if level == HOTEL:
                row.hotel = True
                row.value += t.hotel
            else:
                row.houses += 1
                row.value += t.facts.worth[g]
            if rank < real:
                row.cards += (card,)
            else:
                row.cards += (t.wild,)
                row.wilds += (card,)
    token = t.improvements[TOKEN]
    if not rows:
        return [*left, *[token] * own[TOKEN]]
    if tokens := own[TOKEN] + lent[TOKEN]:
        best = rows[max((row.value, g) for g, row in rows.items())[1]]
        best.tokens = tokens
        best.tokens_value = tokens * best.value
        best.wilds += (token,) * lent[TOKEN]
        best.cards += (token,) * own[TOKEN] + (t.wild,) * lent[TOKEN]
    return left
