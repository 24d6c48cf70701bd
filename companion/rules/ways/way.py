"""What every way of playing answers. `Edition.way` is the one of an edition.

Each way is a class here beside: `sequence` (houses go up from the 1st to the 4th), `total` (house
cards add up) and `piles` (whole groups are collected, and nobody goes out). Who asks a way need not
know which one it is; what only one way does differently is a method of that way.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from companion.rules.arrange.laid import Laid
    from companion.rules.deal import Deal
    from companion.rules.edition import Edition
    from companion.rules.findings.improvements import Improvements
    from companion.rules.settlement import Settlement


class Way(ABC):
    """One way of playing. Ways have no state; what differs between boxes is in their `Edition`."""

    roles: ClassVar[frozenset[str]]
    """Which cards the file of such a box names under ``roles``."""
    rules: ClassVar[frozenset[str]]
    """Ids of the rules that the file of such a box has."""
    policies: ClassVar[frozenset[str]] = frozenset()
    """What the file of such a box chooses under ``policies``."""
    wild_may_be: ClassVar[tuple[str, ...]] = ()
    """What a wild may count as: ``property``, ``house``, and roles of cards."""

    has_goer: ClassVar[bool] = True
    """One player goes out, and then all hands are paid. Otherwise the players collect whole groups
    until every group is made or the round is stopped early."""
    numbered_houses: ClassVar[bool] = False
    """Houses are the 1st to 4th and go up in this order on each set, and a token pays its set once
    more. Otherwise house cards add up on one set, and houses and tokens have their own price."""
    wild_catches: ClassVar[bool] = False
    """A wild in the hand of a player who did not go out wipes it out. Otherwise it counts as a card
    there, too."""
    others_improve: ClassVar[bool] = False
    """Houses, hotels and tokens pay whoever laid them down. Otherwise only the player who went
    out."""
    announces_wilds: ClassVar[bool] = False
    """Wilds are announced one player after another once somebody went out; whoever holds the most
    of one card takes a jackpot."""

    improvements: ClassVar["type[Improvements]"]
    """The cards besides properties that have to be in their place in the hand of whoever goes
    out."""

    # --- what its boxes have ----------------------------------------------------------------------

    @abstractmethod
    def amounts(self, groups: set[str], cards: Mapping[str, Any]) -> set[str]:
        """The keys of ``values`` in the file of a box with these groups, and `cards` by role."""

    def problems(self, edition: "Edition") -> Iterator[tuple[str, ...]]:
        """What is wrong with the file of a box for this way of playing, and at which key."""
        members = [card for group in edition.groups for card in group.cards]
        for card in members:
            if self.has_goer and (edition.deck[card] != 1 or members.count(card) != 1):
                yield f"“{card}” must be one card of one group", "groups"

    # --- hands and deals --------------------------------------------------------------------------

    @abstractmethod
    def arrange(
        self,
        edition: "Edition",
        cards: Sequence[str],
        *,
        goer: bool,
        declared: Sequence[str] = (),
        reward: Sequence[str] = (),
        reward_declared: Sequence[str] = (),
    ) -> "Laid":
        """One hand, laid out for the highest payout that the rules allow its holder.

        A goer's hand is laid out so that it may go out whenever any reading of the undeclared wilds
        allows it; `legal` says so. What only the whole table decides, the majority and the jackpot,
        is left out: a wild of 2017 is placed as if there were no jackpot. The cards must be of the
        edition and the declarations possible (`deal.check_cards` refuses others). Deterministic,
        and the same for the same cards in any order.
        """

    @abstractmethod
    def settle(self, edition: "Edition", deal: "Deal") -> "Settlement":
        """What every player of a valid deal is paid; see `payout.settle`."""

    def settle_in_order(
        self, edition: "Edition", deal: "Deal", order: Sequence[str]
    ) -> "Settlement | None":
        """The deal when its players lay down in this order; None where that changes nothing."""
        return None

    # --- wilds and tokens -------------------------------------------------------------------------

    def may_double(self, edition: "Edition", card: str) -> bool:
        """Whether a wild may count as this card, which it may be, when it is in the hand already or
        another wild is it."""
        return True

    def open_readings(
        self, edition: "Edition", cards: Sequence[str], declared: Sequence[str], jackpot: int | None
    ) -> "Sequence[Sequence[str]]":
        """The readings of the undeclared wilds of whoever goes out between which only cards decide
        that come later, the reward or those of the others. One or none where nothing is open."""
        return ()

    def token_pays(self, edition: "Edition", set_value: int) -> int:
        """What one token adds to a set of this value, houses and hotel included."""
        return 0

    # --- houses -----------------------------------------------------------------------------------

    def houses(self, edition: "Edition") -> dict[str, int]:
        """How many houses each house card is."""
        return dict(edition.roles.get("houses", {}))

    def ladder(self, edition: "Edition") -> tuple[str, ...]:
        """The houses and the hotel in the order in which they are built; none where any house may
        be laid without another."""
        return ()


GOING_OUT = frozenset(
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
"""Rules of every box in which a player goes out."""
BUILDING = frozenset({"houses", "hotel", "token", "wild", "go", "most_of"})
"""Cards of such a box that have a part of their own."""
