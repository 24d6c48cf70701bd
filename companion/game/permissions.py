"""What a player's phone may tap on the open deal: the own hand, and that one went out oneself."""

from companion.game import open_deal
from companion.game.open_deal import OpenDeal, Seats

Own = frozenset[int] | None
"""The seats whose hands a phone enters; None is all of them, as the scorekeeper's does."""

OTHERS = "That is not your hand. Its own phone enters it, or the scorekeeper’s."
KEEPERS = "Only the scorekeeper’s phone says that. Ask whoever holds it."
LOOKS = "This phone only looks. Tap “Join” to enter a hand."
TAKEN = "{} has said so already. Is that wrong? Ask the scorekeeper."
NOBODY = (
    "The scorekeeper has said that nobody went out. Is that wrong? Ask whoever holds that phone."
)


def refusal(seats: Seats, deal: OpenDeal, own: Own, at: str, words: str) -> str | None:
    """Why a phone that enters the hands of these seats may not make this tap; None when it may.

    `own` is empty for a phone that looks.
    """
    if own is None:
        return None
    if not own:
        return LOOKS
    what, *args = words.split(":")
    first = args[0] if args else ""
    if what in ("out", "in"):
        return _of_going_out(seats, deal, own, what, first)
    if what == "made":
        return _of_made(seats, deal, own, args)
    if what in ("lay", "unlay"):
        return None if _is_goer(seats, deal, own) else OTHERS
    if what in ("nothing", "caught", "again", "open", "wilds"):
        return None if first == "" or _mine(seats, deal, own, first) else OTHERS
    if what in ("take", "give", "n", "up", "down", "line"):
        return None if _mine(seats, deal, own, at) else OTHERS
    return KEEPERS


def may_open(seats: Seats, deal: OpenDeal, own: Own, at: str) -> bool:
    """Whether the cards of a place are for this phone to enter."""
    return own is None or _mine(seats, deal, own, at)


def _mine(seats: Seats, deal: OpenDeal, own: frozenset[int], at: str) -> bool:
    place = open_deal.place_of(seats, at)
    return _is_goer(seats, deal, own) if place == open_deal.REWARD else place in own


def _is_goer(seats: Seats, deal: OpenDeal, own: frozenset[int]) -> bool:
    return deal.went_out is not None and seats.players.index(deal.went_out) in own


def _of_going_out(
    seats: Seats, deal: OpenDeal, own: frozenset[int], what: str, who: str
) -> str | None:
    """Only that one went out oneself, while nobody else has said so, and taking that back."""
    if who == "-":
        return KEEPERS
    if who not in map(str, own):
        return OTHERS
    if what == "out" and deal.nobody:
        return NOBODY
    if what == "out" and deal.went_out is not None and not _is_goer(seats, deal, own):
        return TAKEN.format(deal.went_out)
    return None


def _of_made(seats: Seats, deal: OpenDeal, own: frozenset[int], args: list[str]) -> str | None:
    """The own monopolies: made, or not made after all (Express)."""
    group, who = (*args, "", "")[:2]
    maker = open_deal.makers(seats, deal).get(group) if seats.piles else None
    if who in map(str, own):
        if maker is None or maker in own:
            return None
        return TAKEN.format(seats.players[maker])
    return None if who == "-" and maker in own else OTHERS
