"""What a finding is, and what the ways of playing share to find one: faults and readings."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.rules.arrange.sets import GroupFacts, SetsStanding
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
    """A hand with every wild read as a card: the number of its faults. `told` gives the faults and
    the cards read, for the reading that is taken; `pays` is worked out only to compare two
    readings; `order` decides when they pay the same."""

    number: int
    told: Callable[[], tuple[list[Fault], tuple[str, ...]]]
    pays: Callable[[], int]
    order: int


def fewest_first(
    facts: GroupFacts, found: Sequence[SetsStanding]
) -> list[tuple[int, int, SetsStanding]]:
    """The standings with the fewest faults that remain whatever the houses are, and their place in
    that order; fewest faults first."""
    ranked = []
    for order, one in enumerate(found):
        enough = one.colours or (one.other and not facts.needs_colour)
        ranked.append((one.stray if enough else one.stray + 1, order, one))
    ranked.sort()  # no two have the same place
    return ranked


def held_then(have: Sequence[int], one: SetsStanding) -> list[int]:
    """Different cards of each group once the wilds are spent so."""
    held = list(have)
    for g, wilds in one.plan:
        held[g] += wilds
    return held


def group_faults(
    edition: Edition,
    facts: GroupFacts,
    cards: Sequence[str],
    must: Sequence[int],
    held: tuple[Sequence[int], Sequence[int]],
    one: SetsStanding,
) -> list[Fault]:
    """Groups that are no set although a card of them has to be in one (`must`), and having no set
    at all. `held`: different cards of each group, without and with the fixed wilds."""
    real, fixed = held
    have = held_then(fixed, one)
    mine = set(cards)
    faults, laid = [], []  # type: list[Fault], list[str]
    for g, group in enumerate(edition.groups):
        if facts.is_set(g, real[g], have[g]):
            laid += [card for card in group.cards if card in mine]
        elif must[g]:
            own = tuple([card for card in group.cards if card in mine])
            faults.append(Fault("incomplete-group", g, own or (edition.cards["wild"],)))
    if not (one.colours or one.other):
        faults.insert(0, Fault("no-set", None, ()))
    elif facts.needs_colour and not one.colours:
        faults.insert(0, Fault("needs-colour-group", None, tuple(laid)))
    return faults
