"""May this hand go out? If not: every reason at once, the cards concerned and the smallest mend.

Findings are data; the verdict is derived from them. A finding's sentence and citation stand in the
edition under its rule id; the message here says what it means for these very cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from companion.rules import arrange_sequence, arrange_total
from companion.rules.arrange import arrange
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.sets import GroupFacts, Plan, cards_of, plans
from companion.rules.words import listed

MANY = 99
WARNINGS = frozenset({"hand-size", "reward-size"})
"""Findings that are recorded but never change whether a hand may go out."""


class Fix(NamedTuple):
    """The smallest mend: cards to add, to discard, or for wilds to stand for; and in words."""

    add: tuple[str, ...]
    discard: tuple[str, ...]
    stand_in: tuple[str, ...]
    text: str


class Finding(NamedTuple):
    """One reason why a hand may not go out, or a warning. `player` is None for the whole table."""

    rule: str
    player: str | None
    cards: tuple[str, ...]
    message: str
    fix: Fix


class _Fault(NamedTuple):
    """A finding before it is put in words: the rule, the group if any, the cards in the hand."""

    rule: str
    group: int | None
    cards: tuple[str, ...]
    add: tuple[str, ...] = ()  # houses that would mend it


class _Reading(NamedTuple):
    """A hand with every wild read as a card: what is wrong then, and the cards read. `pays` is
    worked out when two readings have to be told apart; `order` decides when they pay the same."""

    faults: Sequence[_Fault]
    pays: Callable[[], int]
    cards: tuple[str, ...]
    order: int


def findings(edition: Edition, deal: Deal, *, legal: bool | None = None) -> list[Finding]:
    """Every finding about a deal, in the edition's order of rules.

    With undeclared wilds it is the reading with the fewest problems, among equals the best paid.
    `legal` spares the work when the caller has arranged the goer's hand already. A deal in which
    nobody went out has none, but in Express.
    """
    if edition.arrangement == "piles":
        found = _pile_findings(edition, deal)
    elif deal.went_out is None:
        return []
    else:
        goer = deal.went_out
        cards, declared = deal.hands[goer], deal.wilds.get(goer, ())
        if legal is None:
            legal = arrange(edition, cards, goer=True, declared=declared).legal
        found = [] if legal else _hand_findings(edition, goer, cards, declared)
        found += _warnings(edition, deal, goer)
    if len(found) > 1:
        order = list(edition.rules).index
        found.sort(key=lambda finding: order(finding.rule))
    return found


def _hand_findings(
    edition: Edition, goer: str, cards: Sequence[str], declared: Sequence[str]
) -> list[Finding]:
    readings = (
        _total_readings(edition, cards, declared)
        if edition.arrangement == "total"
        else _sequence_readings(edition, cards, declared)
    )
    best = _fewest(readings)
    held = [*cards, *declared]
    found = [_word(edition, goer, fault, held, best.cards) for fault in best.faults]
    if declared:
        again = arrange(edition, cards, goer=True)
        if again.legal:
            wild = edition.label(edition.wild or "")
            stands = _list(edition, again.readings)
            fix = Fix((), (), again.readings, f"Let {wild} stand for {stands} instead.")
            found = [finding._replace(fix=fix) for finding in found]
    return found


def _fewest(readings: Iterator[_Reading]) -> _Reading:
    """The reading with the fewest faults, among equals the best paid, then the first in order."""
    best = next(readings)
    pays: int | None = None  # what the best one pays, once anybody asked
    for reading in readings:
        if len(reading.faults) < len(best.faults):
            best, pays = reading, None
        elif len(reading.faults) == len(best.faults):
            if pays is None:
                pays = best.pays()
            paid = reading.pays()
            if paid > pays or (paid == pays and reading.order < best.order):
                best, pays = reading, paid
    return best


# --- what is wrong, by the edition's way of arranging ------------------------------------------


def _sequence_readings(
    edition: Edition, cards: Sequence[str], declared: Sequence[str]
) -> Iterator[_Reading]:
    t = arrange_sequence.tables(edition)
    facts = t.facts
    counts = arrange_sequence.count(t, cards)
    fixed = counts
    if declared:
        stands = arrange_sequence.count(t, declared)
        fixed = [a + b for a, b in zip(counts, stands, strict=True)]
    real = counts[: facts.total]
    own = counts[facts.total : facts.total + 5]
    improvements = fixed[facts.total : facts.total + 6]
    free = counts[facts.total + 6] - len(declared)
    fewest = MANY
    for least, order, plan, have, left, sets in _ranked(
        edition, facts, real, fixed[: facts.total], free, lent_counts=False
    ):
        if least > fewest:
            break
        set_faults = _set_faults(edition, facts, cards, real, sets)
        colours = len([g for g in sets if g in facts.colours])
        properties = cards_of(edition, plan, [*cards, *declared]) if plan else ()
        for more, kinds in arrange_sequence.spread(improvements, colours, left):
            steps = improvements
            if left:
                steps = [a + b for a, b in zip(steps, more, strict=True)]
            faults = [*set_faults, *_sequence_faults(edition, colours, own, steps)]
            fewest = min(fewest, len(faults))
            yield _Reading(
                faults,
                partial(arrange_sequence.pays, t, real, have, steps),
                (*properties, *(t.improvements[kind] for kind in kinds)),
                order,
            )


def _sequence_faults(
    edition: Edition, colours: int, own: Sequence[int], steps: Sequence[int]
) -> list[_Fault]:
    """Houses and hotels that find no place; wilds give way to real cards."""
    if not any(own):
        return []
    houses, hotel = tuple(edition.cards["houses"]), edition.cards["hotel"]
    faults = []
    if not colours:
        held = tuple(card for card, copies in zip(houses, own, strict=False) for _ in range(copies))
        if held:
            faults.append(_Fault("house-without-set", None, held))
        if own[4]:
            faults.append(_Fault("hotel-without-set", None, (hotel,) * own[4]))
        return faults
    standing = colours
    gaps: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    for level, card in enumerate(houses):
        if steps[level] < standing:
            standing = steps[level]
        homeless = own[level] - standing
        if homeless > 0:
            surplus = min(homeless, max(0, own[level] - colours))
            beyond += (card,) * surplus
            gaps += (card,) * (homeless - surplus)
    if gaps:
        add = _bridge(houses, own, steps, colours)
        faults.append(_Fault("house-out-of-sequence", None, gaps, add))
    if beyond:
        faults.append(_Fault("too-many-houses", None, beyond))
    homeless = own[4] - min(standing, steps[4])
    if homeless > 0:
        rule = "too-many-hotels" if standing else "hotel-without-four-houses"
        faults.append(_Fault(rule, None, (hotel,) * homeless))
    return faults


def _bridge(
    houses: Sequence[str], own: Sequence[int], steps: Sequence[int], colours: int
) -> tuple[str, ...]:
    """The lower houses with which every house that is no surplus could stand."""
    add: tuple[str, ...] = ()
    needed = 0
    for level in range(len(houses) - 1, -1, -1):
        needed = max(needed, min(own[level], colours))
        add = (houses[level],) * (needed - steps[level]) + add
    return add


def _total_readings(
    edition: Edition, cards: Sequence[str], declared: Sequence[str]
) -> Iterator[_Reading]:
    t = arrange_total.tables(edition)
    facts = t.facts
    hand = arrange_total.count(t, cards, declared)
    free = hand.singles[arrange_total.WILD] - len(declared)
    houses = tuple(edition.sort([card for card in cards if card in edition.cards["houses"]]))
    fewest = MANY
    for least, order, plan, have, left, sets in _ranked(
        edition, facts, hand.real, hand.have, free, lent_counts=True
    ):
        if least > fewest:
            break
        set_faults = _set_faults(edition, facts, cards, have, sets)
        colours = any(g in facts.colours for g in sets)
        properties = cards_of(edition, plan, [*cards, *declared]) if plan else ()
        for chosen in combinations_with_replacement(_mending(t, hand.singles, colours), left):
            singles = list(hand.singles)
            for kind in chosen:
                singles[kind] += 1
            faults = [
                *set_faults,
                *_total_faults(edition, t, cards, houses, singles, colours=colours),
            ]
            fewest = min(fewest, len(faults))
            yield _Reading(
                faults,
                partial(arrange_total.pays, t, hand.real, have, singles),
                (*properties, *(t.singles[kind] for kind in chosen)),
                order,
            )


def _mending(t: arrange_total.Tables, singles: Sequence[int], colours: bool) -> Sequence[int]:
    """What a wild besides a property can be to mend a hand; GO, which does no harm, comes first."""
    kinds = [arrange_total.GO]
    if colours and singles[arrange_total.HOTEL]:
        kinds += range(len(t.house_sizes))
    if singles[arrange_total.JAIL] > singles[arrange_total.OUT]:
        kinds.append(arrange_total.OUT)
    return kinds


def _total_faults(
    edition: Edition,
    t: arrange_total.Tables,
    cards: Sequence[str],
    houses: tuple[str, ...],
    singles: Sequence[int],
    *,
    colours: bool,
) -> Iterator[_Fault]:
    hotels = singles[arrange_total.HOTEL]
    hotel = edition.cards["hotel"]
    held = (singles[0], singles[1], singles[2])
    total = sum(size * number for size, number in zip(t.house_sizes, held, strict=True))
    lent = (edition.cards["wild"],)  # where only a wild was announced as the card
    if not colours:
        if total:
            yield _Fault("house-without-set", None, houses or lent)
        if hotels:
            yield _Fault("hotel-without-set", None, (hotel,) * cards.count(hotel) or lent)
    else:
        under = arrange_total.house_choice(t.house_sizes, held, t.limit)[0] == t.limit
        if total > t.limit:
            wilds = tuple(
                card
                for card, number in zip(edition.cards["houses"], held, strict=True)
                for _ in range(number - cards.count(card))
            )
            kept = (hotel,) if hotels and under else ()
            yield _Fault("too-many-houses", None, houses or lent, wilds + kept)
        if hotels and not under:
            yield _Fault("hotel-without-four-houses", None, (hotel,) * cards.count(hotel) or lent)
        if hotels > 1:
            yield _Fault("too-many-hotels", None, (hotel,) * cards.count(hotel) or lent)
    if singles[arrange_total.JAIL] > singles[arrange_total.OUT]:
        yield _Fault("jail", None, (edition.cards["jail"],))


class _Spent(NamedTuple):
    """Free wilds spent on properties: at least so many faults come of it, its place in the order of
    plans, the plan, the cards held of each group then, the wilds left, and the sets."""

    least: int
    order: int
    plan: Plan
    have: Sequence[int]
    left: int
    sets: list[int]


def _ranked(
    edition: Edition,
    facts: GroupFacts,
    real: Sequence[int],
    have: Sequence[int],
    free: int,
    *,
    lent_counts: bool,
) -> list[_Spent]:
    """Every plan for the free wilds, those with the fewest faults in the groups first.
    `lent_counts`: a wild must be in a set like a real card."""
    colour_needed = edition.policies["going_out_needs"] == "colour-set"
    ranked: list[_Spent] = []
    for plan, held, left in plans(facts, real, have, free):
        sets = _sets(facts, real, held)
        must = held if lent_counts else real
        least = len([g for g in range(facts.total) if must[g] and g not in sets])
        if not sets or (colour_needed and not any(g in facts.colours for g in sets)):
            least += 1
        ranked.append(_Spent(least, len(ranked), plan, held, left, sets))
    if free:
        ranked.sort(key=lambda spent: spent.least)
    return ranked


def _sets(facts: GroupFacts, real: Sequence[int], have: Sequence[int]) -> list[int]:
    return [
        g for g, held in enumerate(have[: facts.total]) if held and facts.is_set(g, real[g], held)
    ]


def _set_faults(
    edition: Edition,
    facts: GroupFacts,
    cards: Sequence[str],
    must: Sequence[int],
    sets: Sequence[int],
) -> list[_Fault]:
    """Groups that are no set although a card of them has to be in one, and having no set at all."""
    faults = []
    if not sets:
        faults.append(_Fault("no-set", None, ()))
    elif edition.policies["going_out_needs"] == "colour-set" and not {*sets} & {*facts.colours}:
        laid = tuple(card for g in sets for card in edition.groups[g].cards if card in cards)
        faults.append(_Fault("needs-colour-group", None, laid))
    for g, group in enumerate(edition.groups):
        if must[g] and g not in sets:
            held = tuple([card for card in group.cards if card in cards])
            faults.append(_Fault("incomplete-group", g, held or (edition.cards["wild"],)))
    return faults


# --- in words ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _list(edition: Edition, cards: tuple[str, ...], last: str = "and") -> str:
    """Cards in words: ``Strand``, ``2 × Hotel and 3rd House``."""
    counts = Counter(cards)
    names = [
        edition.label(card) if copies == 1 else f"{copies} × {edition.label(card)}"
        for card, copies in counts.items()
    ]
    return listed(names, last)


def _discard(edition: Edition, cards: tuple[str, ...]) -> Fix:
    return Fix((), cards, (), f"Discard {_list(edition, cards)}.")


def _word(
    edition: Edition, goer: str, fault: _Fault, held: Sequence[str], read: Sequence[str]
) -> Finding:
    """The finding about a hand that holds these cards and reads its free wilds as `read`."""
    rule, g, cards, lacking = fault
    if rule in ("no-set", "needs-colour-group"):
        # A wild read as one of these is of no use yet, so it could help to make a set.
        idle = (edition.cards["go"], edition.cards["token"])
        kept = [*held, *(card for card in read if card not in idle)]
        message, fix = _no_set(edition, rule, kept, len(held) + len(read) - len(kept))
    else:
        if g is not None:
            group = edition.groups[g].cards
            lacking = tuple([card for card in group if card not in held and card not in read])
        message, fix = _wording(edition, rule, g, cards, lacking)
    return Finding(rule, goer, cards, message, fix)


@lru_cache(maxsize=4096)  # the same few faults come back all the time
def _wording(
    edition: Edition, rule: str, g: int | None, cards: tuple[str, ...], lacking: tuple[str, ...]
) -> tuple[str, Fix]:
    """What a fault means for these cards, and the mend; `lacking` are the cards it is about."""
    names = _list(edition, cards)
    if g is not None:
        return _incomplete(edition, g, cards, lacking)
    if rule == "house-out-of-sequence":
        bridge = _list(edition, lacking)
        message = f"{names} cannot stand: {bridge} missing below."
        if len(lacking) < len(cards):
            return message, Fix(lacking, (), (), f"Add {bridge}, or discard {names}.")
        return message, _discard(edition, cards)
    if rule in ("house-without-set", "hotel-without-set"):
        message = f"There is no complete colour set to put {names} on."
        return message, _discard(edition, cards)
    if rule == "hotel-without-four-houses":
        return "No set has four houses, so a hotel cannot stand.", _discard(edition, cards)
    if rule == "jail":
        out = edition.label(edition.cards["out_of_jail"])
        fix = Fix((), cards, (), f"Discard {names}, or add {out}.")
        return f"{names} is not cancelled by {out}.", fix
    if edition.arrangement == "total":
        if rule == "too-many-houses":
            return _too_many(edition, cards, lacking)
        return "Only one hotel may be in the hand.", _discard(edition, cards[1:] or cards)
    if rule == "too-many-houses":
        message = f"{names}: there are more of these houses than colour sets to put them on."
    else:
        message = "There are more hotels than sets with four houses to put them on."
    return message, _discard(edition, cards)


def _incomplete(
    edition: Edition, g: int, cards: tuple[str, ...], lacking: tuple[str, ...]
) -> tuple[str, Fix]:
    group = edition.groups[g]
    if not lacking:
        message = f"{group.name} is made of {edition.label(edition.wild or '')} cards alone."
        return message, Fix(group.cards[:1], (), (), f"Add a real {group.name} card.")
    if group.kind == "run":
        message = f"{_list(edition, cards)} is alone: {group.name} need two or more cards."
        others = _list(edition, lacking, "or")
        return message, Fix(lacking[:1], (), (), f"One card short: {others} would make a pair.")
    names = _list(edition, lacking)
    message = f"{group.name} is not complete: {names} missing."
    if len(lacking) > len(cards):
        return message, _discard(edition, cards)
    short = "One card" if len(lacking) == 1 else f"{len(lacking)} cards"
    return message, Fix(lacking, (), (), f"{short} short: {names} would complete {group.name}.")


def _no_set(edition: Edition, rule: str, held: Sequence[str], free: int) -> tuple[str, Fix]:
    """The nearest set: fewest cards to add with `free` wilds to help, of equals the last in board
    order, which is worth more."""
    colours_only = edition.policies["going_out_needs"] == "colour-set"
    wild_only = edition.options["wild_only_sets"]
    groups = [g for g in edition.groups if g.kind == "colour" or not colours_only]
    nearest, name = list(groups[-1].cards), groups[-1].name
    for group in groups:
        lacking = [card for card in group.cards if card not in held]
        needed = len(lacking)
        if group.kind == "run":
            needed += 2 - len(group.cards)
        needed -= free
        if needed < 1 and len(lacking) == len(group.cards) and not wild_only:
            needed = 1  # a set is not made of wilds alone
        if 0 < needed <= len(nearest):
            nearest, name = lacking[:needed], group.name
    kind = "set" if rule == "no-set" and not colours_only else "colour set"
    message = f"There is no complete {kind} in this hand."
    if rule == "needs-colour-group":
        message = "There are sets, but none of a colour, and one of a colour is needed."
    short = "One card" if len(nearest) == 1 else f"{len(nearest)} cards"
    helped = f" with {edition.label(edition.wild or '')}" if free else ""
    text = f"{short} short: {_list(edition, tuple(nearest))} would complete {name}{helped}."
    return message, Fix(tuple(nearest), (), (), text)


def _too_many(
    edition: Edition, cards: tuple[str, ...], besides: tuple[str, ...]
) -> tuple[str, Fix]:
    """House cards that add up to too many: the fewest to discard, of these the fewest houses.

    `besides` are houses that wilds were announced as, and the hotel if exactly as many houses as it
    needs can be kept under it.
    """
    sizes, limit = edition.cards["houses"], edition.policies["house_limit"]
    total = sum(sizes.get(card, 0) for card in (*cards, *besides))
    message = f"The house cards make {total} houses, and {limit} is the most."
    spare = total - limit
    for number in range(1, len(cards) + 1):
        for choice in sorted(
            set(combinations(cards, number)), key=lambda c: sum(sizes.get(card, 0) for card in c)
        ):
            taken = sum(sizes.get(card, 0) for card in choice)
            if taken == spare or (taken > spare and edition.cards["hotel"] not in besides):
                return message, _discard(edition, choice)
    return message, _discard(edition, cards)


def _warnings(edition: Edition, deal: Deal, goer: str) -> list[Finding]:
    """A wrong hand size and reward cards beyond the limit; both may be let stand."""
    seat = edition.seats[len(deal.players)]
    found = []
    held = len(deal.hands[goer])
    if held != seat.hand:
        cards = "1 card" if held == 1 else f"{held} cards"
        difference = abs(seat.hand - held)
        what = "missing" if held < seat.hand else "too many"
        found.append(
            Finding(
                "hand-size",
                goer,
                (),
                f"{goer} laid down {cards}; with {seat.players} players it is {seat.hand}.",
                Fix((), (), (), f"{difference} {what}: count the cards again."),
            )
        )
    drawn = len(deal.reward)
    if drawn > seat.reward:
        found.append(
            Finding(
                "reward-size",
                goer,
                tuple(edition.sort(deal.reward)),
                f"{drawn} reward cards are entered; with {seat.players} players "
                f"it is {seat.reward} at the most.",
                Fix((), (), (), f"Take {drawn - seat.reward} out of the reward."),
            )
        )
    return found


def _pile_findings(edition: Edition, deal: Deal) -> list[Finding]:
    found = []
    made = set()
    for player in deal.players:
        laid = arrange(edition, deal.hands[player], goer=False)
        made |= {one.group for one in laid.sets}
        if laid.unused:
            names = _list(edition, laid.unused)
            found.append(
                Finding(
                    "not-a-monopoly",
                    player,
                    laid.unused,
                    f"{names} in {player}’s pile: not a whole group of four.",
                    _discard(edition, laid.unused),
                )
            )
    absent = [group for group in edition.groups if group.id not in made]
    if absent and not deal.stopped_early:
        names = ", ".join(group.name for group in absent)
        cards = tuple(card for group in absent for card in group.cards)
        found.append(
            Finding(
                "round-incomplete",
                None,
                (),
                f"Nobody has {names} yet.",
                Fix(
                    cards,
                    (),
                    (),
                    "Say who made the missing ones, or record the round as stopped early.",
                ),
            )
        )
    return found
