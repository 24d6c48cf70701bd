"""What the three ways of playing answer differently.

An edition names its way in its file (``arrangement``); `Edition.variant` answers for it. What takes
more than an answer has a module for each way: `arrange.sequence`, `arrange.total` and
`arrange.piles`, and the same three in `findings`.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of playing. `roles` are the cards that its editions have to name, `priced` those of
    them that have an amount."""

    roles: frozenset[str]
    priced: tuple[str, ...] = ()
    has_goer: bool = True
    """One player goes out, and then all hands are paid. Otherwise the players collect whole groups
    until every group is made or the round is stopped early."""
    numbered_houses: bool = False
    """Houses are the 1st to 4th and go up in this order on each set, and a token pays its set once
    more. Otherwise house cards add up on one set, and houses and tokens have their own price."""
    fills_gaps: bool = False
    """A wild stands for a property only if that is neither held nor declared already."""
    announces_wilds: bool = False
    """Wilds are announced one player after another once somebody went out; whoever holds the most
    of one card takes a jackpot."""


_BUILDING = frozenset({"houses", "hotel", "token", "wild", "go", "most_of"})

VARIANTS: Mapping[str, Variant] = {
    "sequence": Variant(
        roles=_BUILDING,
        priced=("hotel", "go", "most_of"),
        numbered_houses=True,
        fills_gaps=True,
    ),
    "total": Variant(
        roles=_BUILDING | {"jail", "out_of_jail"},
        priced=("hotel", "token", "go", "out_of_jail"),
        announces_wilds=True,
    ),
    "piles": Variant(roles=frozenset({"never_scores"}), has_goer=False),
}
"""The ways of playing by the name that an edition's file gives as its ``arrangement``."""
