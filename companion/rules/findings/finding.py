"""What a finding is: a reason why a hand may not go out, or a warning."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from companion.rules.plain import Known, Player, Text, length, shown

WARNINGS = frozenset({"hand-size", "reward-size"})
"""Findings that are recorded but never change whether a hand may go out."""


Named = tuple[Annotated[str, Known("item")], ...]
"""Ids of cards, or of groups."""


@dataclass(frozen=True)
class Fix:
    """The smallest mend: cards to add, to discard, or for wilds to count as; and in words."""

    add: Named
    discard: Named
    stand_in: Named
    text: Text


@dataclass(frozen=True)
class Finding:
    """One reason why a hand may not go out, or a warning: the rule, the player whose hand it is
    (None for the whole table), the cards, what that means, and the fix."""

    rule: Annotated[str, length(1, 40), shown]
    player: Player | None
    cards: Named
    message: Text
    fix: Fix


def blocking(found: Sequence[Finding]) -> Iterator[Finding]:
    """The findings that keep a hand from going out; the rest are warnings."""
    return (finding for finding in found if finding.rule not in WARNINGS)
