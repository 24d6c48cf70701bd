"""The best arrangement where house cards add up and one set is improved (winning-moves-2017).

Here a wild is any card, in anybody's hand, and what it is announced as can decide the jackpot. So
a hand is not arranged once: `profiles` gives the best reading for every number of Free Parking
cards announced, in jail and out of it, and the payout of the whole deal chooses among them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.rules.arrange.laid import Bonus, Laid, SetLaid, nothing_laid
from companion.rules.arrange.sets import (
    Plan,
    SetsStanding,
    going_out,
    lay_sets,
    may_go_out,
    standings,
)
from companion.rules.arrange.total_parts import (
    GO,
    JAIL,
    MOST,
    NOT_BUILT,
    OUT,
    TOKEN,
    WILD,
    Count,
    Shares,
    TotalTables,
    bonus_row,
    built_row,
    colour_sets_of,
    count,
    go_pays,
    houses_of,
    shares_without_colour,
    tables,
    together,
)
from companion.rules.edition import Edition
from companion.rules.hand import remembered


class Profile(NamedTuple):
    """One way to announce a hand's free wilds.

    `pays` is the hand's payout without the jackpot, by which the ways of a hand are compared; 0 for
    a hand without wilds, which has one way only. `legal` is None where laying the hand out tells it
    (`build`). `fills`: how many free wilds are Free Parking; `most`: with how many cards, these
    among them, it is counted for the jackpot; `jailed`: whether it is wiped out. `plan` and
    `kinds`: the wilds that are properties, and the slots of the others.
    """

    pays: int
    legal: bool | None
    fills: int
    most: int
    jailed: bool
    hand: Count
    plan: Plan = ()
    kinds: tuple[int, ...] = ()


NO_CARDS = Count([], [], [], [0] * (OUT + 1))
EMPTY = [Profile(0, True, 0, 0, False, NO_CARDS)]
EMPTY_GOER = [Profile(0, False, 0, 0, False, NO_CARDS)]
NO_IMPROVEMENTS = [0] * (TOKEN + 1)


def improved(t: TotalTables, colours: Sequence[int], houses: int) -> int:
    """The colour set on which these houses pay most; among equals the one of higher base."""
    values = t.house_values if houses else t.facts.worth
    return max(colours, key=lambda g: (values[g], t.facts.worth[g], g))


def _judge(
    t: TotalTables, one: SetsStanding, singles: Sequence[int], *, goer: bool
) -> tuple[int, bool]:
    """What a hand pays whose wilds all count as a card, and whether a goer may go out with it."""
    go, out, jail = singles[GO], singles[OUT], singles[JAIL]
    if jail > out:
        return 0, not goer
    sets = colour_sets_of(t, one.colours)
    amount = sets.amount + one.other + t.out * (out - jail) + go_pays(t, go)
    if not goer:
        return amount, True
    held = tuple(singles[:TOKEN])
    if not one.colours:
        return amount, bool(going_out(t.facts, [one])) and not any(held)
    standing, _, has_hotel, legal = houses_of(t, held)
    amount += standing * sets.house + has_hotel * t.hotel + t.token * singles[TOKEN]
    return amount, legal and not one.stray


def pays(t: TotalTables, one: SetsStanding, singles: Sequence[int]) -> int:
    """What a goer's hand pays when every wild counts as a card, legal or not."""
    return _judge(t, one, singles, goer=True)[0]


def arrange(
    edition: Edition, cards: Sequence[str], *, goer: bool, declared: Sequence[str], **_: object
) -> Laid:
    """The best arrangement of one hand as if there were no jackpot. There is no reward."""
    ways = profiles(edition, cards, declared, goer=goer)
    return build(edition, cards, declared, max(ways, key=preferred), goer=goer)


def preferred(way: Profile, jackpot: int = 0) -> tuple[int, int, bool]:
    """By what the ways of one hand are compared when this one takes so much of the jackpot. Of
    those that pay the same: as few Free Parking cards as possible, and no way out of jail for
    nothing."""
    return way.pays + jackpot, -way.fills, way.jailed


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
    singles = hand.singles
    free, jailed, most = singles[WILD] - len(declared), singles[JAIL] > singles[OUT], singles[MOST]
    if jailed and not edition.options["wiped_out_count"]:
        most = 0
    if not free and not declared:
        return [Profile(0, not goer if jailed else None, 0, most, jailed, hand)]
    real = have = [*map(int.bit_count, hand.masks)]
    if declared:
        have = [*map(int.bit_count, hand.known)]
    found = standings(t.facts, real, have, have, None, free)
    if not free:
        paid, legal = _judge(t, found[0], singles, goer=goer)
        return [Profile(paid, legal, 0, most, jailed, hand)]
    if goer:
        clean = going_out(t.facts, found)
        ways = _best_ways(t, hand, clean, free, goer=True, strict=True) if clean else []
        if ways:
            return ways
    ways = _best_ways(t, hand, found, free, goer=goer, strict=False)
    if jailed:
        for fills in range(free + 1):
            kinds = (GO,) * (free - fills) + (MOST,) * fills
            counted = most + fills if edition.options["wiped_out_count"] else 0
            ways.append(Profile(0, not goer, fills, counted, True, hand, (), kinds))
    return ways


def _best_ways(
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
    for plan, left, _, colours, amount, _ in found:
        loose: Shares | None = None
        if colours or strict:
            sets = colour_sets_of(t, colours)
            amount += sets.amount + tokens if colours else 0
            bonuses = bonus_row(t, go, out, left)
            built = built_row(t, held, sets.house, left, strict=strict) if goer else NOT_BUILT
        else:
            loose = shares_without_colour(t, go, out, left, goer)
        for fills in range(left + 1):
            paid, kinds = loose[fills] if loose else together(bonuses, built, left - fills)
            if paid >= 0 and amount + paid > best[fills][0]:
                best[fills] = amount + paid, plan, kinds
    legal = strict or not goer
    return [
        Profile(pays, legal, fills, most + fills, False, hand, plan, kinds + (MOST,) * fills)
        for fills, (pays, plan, kinds) in enumerate(best)
        if pays >= 0
    ]


def build(
    edition: Edition, cards: Sequence[str], declared: Sequence[str], profile: Profile, *, goer: bool
) -> Laid:
    """The arrangement of a hand that announces its free wilds as the profile says."""
    if not cards:
        return nothing_laid(legal=bool(profile.legal))
    t = tables(edition)
    hand, plain = profile.hand, profile.hand.own
    known, singles = hand.known, hand.singles
    announced, reading = tuple(declared), ()  # type: tuple[str, ...], tuple[str, ...]
    if profile.kinds or profile.plan:
        reading = tuple([t.singles[kind] for kind in profile.kinds])
        if profile.plan:
            known = list(known)
            reading = _complete(edition, profile.plan, known) + reading
        announced += reading
        singles = list(singles)
        for kind in profile.kinds:
            singles[kind] += 1
    wild, most, go, out = t.singles[WILD], plain[MOST], singles[GO], singles[OUT]
    wilds = tuple(edition.sort(announced)) if len(announced) > 1 else announced
    most_cards = (t.singles[MOST],) * most + (wild,) * (singles[MOST] - most)
    if profile.jailed:
        return _jailed_hand(edition, cards, profile, wilds, most_cards, reading)
    rows, spare = lay_sets(edition, hand.masks, known, None)
    used = _improve(t, rows, singles, plain) if goer and rows else NO_IMPROVEMENTS
    legal = profile.legal
    if legal is None:  # no wild; of house cards and hotels that break no limit none is left over
        legal = not goer or (may_go_out(t.facts, rows, spare) and used[:TOKEN] == plain[:TOKEN])
    for card, held, number in zip(t.singles, plain, used, strict=False):
        if held > number:
            spare += (card,) * (held - number)
    laid = tuple(rows.values())
    if announced:
        in_use = singles[MOST] - most + go + out - plain[GO] - plain[OUT]
        spare += [wild] * (plain[WILD] - in_use - sum([len(one.wilds) for one in laid]))
    return Laid(
        laid,
        _bonuses(t, go, out, singles[JAIL]),
        wilds,
        tuple(edition.sort(spare)),
        None,
        legal=legal,
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
    t: TotalTables, rows: dict[int, SetLaid], singles: Sequence[int], plain: Sequence[int]
) -> Sequence[int]:
    """Puts houses, hotel and tokens on the best colour set; how many of each card that takes.

    `plain` are the real cards of the hand in the slots of the tables; the others are wilds.
    """
    colours = [g for g in rows if t.facts.bit[g]]
    if not colours or not any(singles[: TOKEN + 1]):
        return NO_IMPROVEMENTS
    houses, chosen, has_hotel, _ = houses_of(t, tuple(singles[:TOKEN]))
    used = [*chosen, int(has_hotel), singles[TOKEN]]
    g = improved(t, colours, houses) if len(colours) > 1 else colours[0]
    bare = rows[g]
    wilds, cards = bare.wilds, bare.cards
    for slot, number in enumerate(used):
        if number:
            card, lent = t.singles[slot], number - plain[slot]
            if lent > 0:
                cards += (card,) * plain[slot] + (t.singles[WILD],) * lent
                wilds += (card,) * lent
            else:
                cards += (card,) * number
    rows[g] = replace(
        bare,
        houses=houses,
        hotel=has_hotel,
        tokens=used[TOKEN],
        value=bare.value + houses * t.house_values[g] + has_hotel * t.hotel,
        tokens_value=used[TOKEN] * t.token,
        wilds=wilds,
        cards=cards,
    )
    return used


@remembered
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
        legal=bool(profile.legal),
        wilds=wilds,
        unused=tuple(edition.sort(rest)),
        most=most_cards,
        wiped_out=edition.cards["jail"],
        readings=reading,
    )
