"""Open deals, of four players where no others are named, without a table."""

from typing import Any

from companion.game.open_deal import OpenDeal
from companion.game.seats import Seats
from companion.rules.edition_file import load
from companion.rules.reading.reader import parse

PLAYERS = ("Ann", "Bob", "Cem", "Dee")


def deal_of(
    edition: str,
    hands: dict[str, str],
    reward: str = "",
    *,
    players: tuple[str, ...] = PLAYERS,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> OpenDeal:
    """A deal that Ann goes out in; these cards were tapped."""
    box = load(edition, options or {})
    entered = {
        "went_out": "Ann",
        "hands": {player: parse(box, text) for player, text in hands.items()},
        "reward": parse(box, reward) if reward else [],
        "done": {},
    }
    return OpenDeal.from_json(Seats(box, players), entered | more)
