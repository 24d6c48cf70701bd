"""What a finding is, and what the ways of playing share to find one: faults and readings."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.rules.arrange.sets import GroupFacts, Plan, plans
from companion.rules.edition import Edition

MANY = 99
WARNINGS = frozenset({"hand-size", "reward-size"})
"""Findings that are recorded but never change whether a hand may go out."""


class Fix(NamedTuple):
    """The smallest mend: cards to add, to discard, or for wilds to count as; and in words."""

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


class Fault(NamedTuple):
    """A finding before it is put in words: the rule, the group if any, the cards in the hand."""

    rule: str
    group: int | None
    cards: tuple[str, ...]
    add: tuple[str, ...] = ()  # houses that would mend it


class Reading(NamedTuple):
    """A hand with every wild read as a card: what is wrong then, and the cards read. `pays` is
    worked out only to compare two readings; `order` decides when they pay the same."""

    faults: Sequence[Fault]
    pays: Callable[[], int]
    cards: tuple[str, ...]
    order: int


class Spent(NamedTuple):
    """Free wilds spent on properties: the fewest faults that remain, its place in the order of
    plans, the plan, the cards held of each group then, the wilds left, and the sets."""

    least: int
    order: int
    plan: Plan
    have: Sequence[int]
    left: int
    sets: list[int]


def ranked_plans(
    edition: Edition,
    facts: GroupFacts,
    real: Sequence[int],
    have: Sequence[int],
    free: int,
    *,
    lent_counts: bool,
) -> list[Spent]:
    """Every plan for the free wilds, fewest faults first; `lent_counts`: wilds must be in sets."""
    colour_needed = edition.policies["going_out_needs"] == "colour-set"
    ranked: list[Spent] = []
    for plan, held, left in plans(facts, real, have, free):
        sets = _sets(facts, real, held)
        must = held if lent_counts else real
        least = len([g for g in range(facts.total) if must[g] and g not in sets])
        if not sets or (colour_needed and not any(g in facts.colours for g in sets)):
            least += 1
        ranked.append(Spent(least, len(ranked), plan, held, left, sets))
    if free:
        ranked.sort(key=lambda spent: spent.least)
    return ranked


def _sets(facts: GroupFacts, real: Sequence[int], have: Sequence[int]) -> list[int]:
    return [
        g for g, held in enumerate(have[: facts.total]) if held and facts.is_set(g, real[g], held)
    ]


def group_faults(
    edition: Edition,
    facts: GroupFacts,
    cards: Sequence[str],
    must: Sequence[int],
    sets: Sequence[int],
) -> list[Fault]:
    """Groups that are no set although a card of them has to be in one, and having no set at all."""
    faults = []
    if not sets:
        faults.append(Fault("no-set", None, ()))
    elif edition.policies["going_out_needs"] == "colour-set" and not {*sets} & {*facts.colours}:
        laid = tuple(card for g in sets for card in edition.groups[g].cards if card in cards)
        faults.append(Fault("needs-colour-group", None, laid))
    for g, group in enumerate(edition.groups):
        if must[g] and g not in sets:
            held = tuple([card for card in group.cards if card in cards])
            faults.append(Fault("incomplete-group", g, held or (edition.cards["wild"],)))
    return faults
