"""Which taps a player's phone may make: those on its own hand, and that its player went out."""

from companion.game.deal_state import REWARD
from companion.game.open_deal import OpenDeal
from companion.game.taps import ASKS_WHO, CLOSED, Does, Opened, Tap

OwnSeats = frozenset[int] | None
"""The seats whose hands a phone enters; None for the scorekeeper's, which enters them all. Empty
for a phone that only watches: it sees the page, but no tap of it comes this far (`access`)."""

OTHERS = "That is not your hand. Its own phone enters it, or the scorekeeper’s."
KEEPERS = "Only the scorekeeper’s phone can do that. Ask whoever holds it."
TAKEN = "{} has said so already. Is that wrong? Ask the scorekeeper."
NOBODY = (
    "The scorekeeper has said that nobody went out. Is that wrong? Ask whoever holds that phone."
)


def forbids(deal: OpenDeal, own: OwnSeats, at: Opened, tap: Tap) -> str | None:
    """Why a phone with these seats may not make this tap with `at` open; None when it may."""
    if own is None:
        return None
    match tap.does:
        case Does.OUT | Does.IN:
            return _going_out(deal, own, tap)
        case Does.MADE:
            return _made(deal, own, tap)
        case Does.NOT_OUT:
            return _not_out(deal, own, tap)
        case Does.LAY | Does.DRAWN | Does.UNLAY:
            mine = deal.goer in own
        case Does.OPEN:
            mine = tap.opens in (CLOSED, ASKS_WHO) or may_open(deal, own, tap.opens)
        case Does.NOTHING | Does.CATCH | Does.CAUGHT | Does.AGAIN | Does.WILDS:
            mine = may_open(deal, own, Opened(tap.who))
        case Does.TAKE | Does.GIVE | Does.NUMBER | Does.UP | Does.DOWN | Does.CLEAR | Does.LINE:
            mine = may_open(deal, own, at)
        case _:
            return KEEPERS
    return None if mine else OTHERS


def may_open(deal: OpenDeal, own: OwnSeats, at: Opened) -> bool:
    """Whether this phone may enter these cards. The reward belongs to whoever went out."""
    place = at.place_in(deal)
    return own is None or (deal.goer if place == REWARD else place) in own


def _going_out(deal: OpenDeal, own: frozenset[int], tap: Tap) -> str | None:
    """A player may say that they went out while nobody else has, and take that back."""
    if tap.who is None:
        return KEEPERS
    if tap.who not in own:
        return OTHERS
    if tap.does is Does.OUT and deal.nobody:
        return NOBODY
    if tap.does is Does.OUT and deal.goer is not None and deal.goer not in own:
        return TAKEN.format(deal.went_out)
    return None


def _not_out(deal: OpenDeal, own: frozenset[int], tap: Tap) -> str | None:
    """A player may throw the entry away while it holds nobody else's hand."""
    if tap.who not in own or deal.goer not in own:
        return OTHERS
    return KEEPERS if deal.others_entered else None


def _made(deal: OpenDeal, own: frozenset[int], tap: Tap) -> str | None:
    """A player may say that they made a monopoly nobody else has, and take that back (Express)."""
    maker = deal.makers().get(tap.item) if not deal.has_goer else None
    if tap.who in own:
        return None if maker is None or maker in own else TAKEN.format(deal.players[maker])
    return None if tap.who is None and maker in own else OTHERS
