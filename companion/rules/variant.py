"""What the three ways of playing answer differently.

An edition names its way in its file (``arrangement``); `Edition.variant` answers for it. What takes
more than an answer has a module for each way: `arrange.sequence`, `arrange.total` and
`arrange.piles`, and the same three in `findings`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of playing. Its editions have to name the cards in `roles`, to give an amount for
    those that are `priced`, to have `rules` with these ids, and just these `policies`."""

    roles: frozenset[str]
    rules: frozenset[str]
    priced: tuple[str, ...] = ()
    policies: Mapping[str, object] = field(default_factory=dict)
    has_goer: bool = True
    """One player goes out, and then all hands are paid. Otherwise the players collect whole groups
    until every group is made or the round is stopped early."""
    numbered_houses: bool = False
    """Houses are the 1st to 4th and go up in this order on each set, and a token pays its set once
    more. Otherwise house cards add up on one set, and houses and tokens have their own price."""
    fills_gaps: bool = False
    """A wild counts as a property only if that is neither held nor declared already."""
    announces_wilds: bool = False
    """Wilds are announced one player after another once somebody went out; whoever holds the most
    of one card takes a jackpot."""


_BUILDING = frozenset({"houses", "hotel", "token", "wild", "go", "most_of"})
_GOING_OUT = frozenset(
    {
        "no-set",
        "incomplete-group",
        "house-without-set",
        "hotel-without-set",
        "too-many-houses",
        "hotel-without-four-houses",
        "too-many-hotels",
        "hand-size",
        "set-value",
        "nobody-out",
    }
)

VARIANTS: Mapping[str, Variant] = {
    "sequence": Variant(
        roles=_BUILDING,
        rules=_GOING_OUT | {"house-out-of-sequence", "reward", "reward-size"},
        policies={
            "wild_may_be": ["property", "house", "hotel", "token"],
            "wild_caught": "wiped-out",
            "improvements": "everybody",
        },
        priced=("hotel", "go", "most_of"),
        numbered_houses=True,
        fills_gaps=True,
    ),
    "total": Variant(
        roles=_BUILDING | {"jail", "out_of_jail"},
        rules=_GOING_OUT | {"jail"},
        policies={
            "wild_may_be": ["property", "house", "hotel", "token", "go", "most_of", "out_of_jail"],
            "wild_caught": "stands-in",
            "improvements": "goer",
        },
        priced=("hotel", "token", "go", "out_of_jail"),
        announces_wilds=True,
    ),
    "piles": Variant(
        roles=frozenset({"never_scores"}),
        rules=frozenset({"round-incomplete", "not-a-monopoly", "set-value"}),
        has_goer=False,
    ),
}
"""The ways of playing by the name that an edition's file gives as its ``arrangement``."""
