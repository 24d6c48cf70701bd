"""Who has the most: of the cards for the majority in a deal, or of the totals of a game."""

from collections.abc import Mapping

from companion.rules.arrange.laid import Laid
from companion.rules.edition import Edition


def counted_for_most(edition: Edition, laid: Mapping[str, Laid]) -> dict[str, int]:
    """How many cards for the majority each player is counted with, wilds among them."""
    caught_count = edition.options["wiped_out_count"]
    return {
        player: len(one.most) if caught_count or not one.wiped_out else 0
        for player, one in laid.items()
    }


def with_most(held: Mapping[str, int]) -> tuple[str, ...]:
    """All who hold the most, in the order given; nobody when nobody holds any."""
    most = max(held.values())
    return tuple([player for player, number in held.items() if number == most]) if most else ()


def holder(held: Mapping[str, int]) -> str | None:
    """Who holds more than anybody else; None on a tie and when nobody holds any."""
    first = with_most(held)
    return first[0] if len(first) == 1 else None
