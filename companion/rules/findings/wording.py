"""The sentence of each problem, and the smallest fix in words."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from companion.rules.edition import Edition
from companion.rules.findings.finding import Fault, Finding, Fix
from companion.rules.words import cards_listed


def discard(edition: Edition, cards: tuple[str, ...]) -> Fix:
    """The fix that takes these cards out of the hand."""
    return Fix((), cards, (), f"Discard {cards_listed(edition, cards)}.")


def worded(
    edition: Edition, goer: str, fault: Fault, held: Sequence[str], read: Sequence[str]
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
    names = cards_listed(edition, cards)
    if g is not None:
        return _incomplete(edition, g, cards, lacking)
    if rule == "house-out-of-sequence":
        bridge = cards_listed(edition, lacking)
        message = f"{names} cannot stand: {bridge} missing below."
        if len(lacking) < len(cards):
            return message, Fix(lacking, (), (), f"Add {bridge}, or discard {names}.")
        return message, discard(edition, cards)
    if rule in ("house-without-set", "hotel-without-set"):
        message = f"There is no complete colour set to put {names} on."
        return message, discard(edition, cards)
    if rule == "hotel-without-four-houses":
        return "No set has four houses, so a hotel cannot stand.", discard(edition, cards)
    if rule == "jail":
        out = edition.label(edition.cards["out_of_jail"])
        fix = Fix((), cards, (), f"Discard {names}, or add {out}.")
        return f"{names} is not cancelled by {out}.", fix
    if not edition.variant.numbered_houses:
        if rule == "too-many-houses":
            return _too_many(edition, cards, lacking)
        return "Only one hotel may be in the hand.", discard(edition, cards[1:] or cards)
    if rule == "too-many-houses":
        message = f"{names}: there are more of these houses than colour sets to put them on."
    else:
        message = "There are more hotels than sets with four houses to put them on."
    return message, discard(edition, cards)


def _incomplete(
    edition: Edition, g: int, cards: tuple[str, ...], lacking: tuple[str, ...]
) -> tuple[str, Fix]:
    group = edition.groups[g]
    if not lacking:
        message = f"{group.name} is made of {edition.label(edition.wild)} cards alone."
        return message, Fix(group.cards[:1], (), (), f"Add a real {group.name} card.")
    if group.kind == "run":
        message = f"{cards_listed(edition, cards)} is alone: {group.name} need two or more cards."
        others = cards_listed(edition, lacking, "or")
        return message, Fix(lacking[:1], (), (), f"One card short: {others} would make a pair.")
    names = cards_listed(edition, lacking)
    message = f"{group.name} is not complete: {names} missing."
    if len(lacking) > len(cards):
        return message, discard(edition, cards)
    short = "One card" if len(lacking) == 1 else f"{len(lacking)} cards"
    return message, Fix(lacking, (), (), f"{short} short: {names} would complete {group.name}.")


def _no_set(edition: Edition, rule: str, held: Sequence[str], free: int) -> tuple[str, Fix]:
    """The set with the fewest cards to add beside `free` wilds, of equals the last on the board."""
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
    helped = f" with {edition.label(edition.wild)}" if free else ""
    text = f"{short} short: {cards_listed(edition, tuple(nearest))} would complete {name}{helped}."
    return message, Fix(tuple(nearest), (), (), text)


def _too_many(
    edition: Edition, cards: tuple[str, ...], besides: tuple[str, ...]
) -> tuple[str, Fix]:
    """House cards that add up to too many: the fewest to discard, of these the fewest houses.

    `besides` are houses that wilds were announced as, and the hotel if exactly as many houses as it
    needs can be kept under it.
    """
    sizes, limit = edition.cards["houses"], edition.policies["house_limit"]

    def houses(chosen: Iterable[str]) -> int:
        return sum(sizes.get(card, 0) for card in chosen)

    total = houses((*cards, *besides))
    message = f"The house cards make {total} houses, and {limit} is the most."
    spare = total - limit
    for number in range(1, len(cards) + 1):
        # Not a set, whose order would differ from run to run.
        for choice in sorted(dict.fromkeys(combinations(cards, number)), key=houses):
            taken = houses(choice)
            if taken == spare or (taken > spare and edition.cards["hotel"] not in besides):
                return message, discard(edition, choice)
    return message, discard(edition, cards)
