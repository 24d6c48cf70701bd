"""The tray: the cards chosen so far as small cards in the bottom bar; a tap takes one out."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from companion.game import taps
from companion.game.open_deal import Cards, OpenDeal
from companion.game.taps import Tap
from companion.rules.edition import Edition
from companion.web.parts.cards import card_shown, short_name


class TrayCard(NamedTuple):
    """A kind of card that was chosen, and how many there are; `tap` takes one out. Its `id` names
    the card: when it is gone, a second Enter must not take out the one that stands there then."""

    id: str
    name: str
    mark: str
    glyph: str
    copies: int
    tap: str


def tray_of(deal: OpenDeal, place: int) -> tuple[TrayCard, ...]:
    """The cards at a place in deck order."""
    edition, ladder = deal.edition, deal.seats.ladder
    held = Counter(deal.cards_at(place))
    under = Counter(deal.under_reward(place))
    return tuple(
        _tray_card(edition, ladder, card, held[card], under[card])
        for card in edition.sort(list(held))
    )


@lru_cache(maxsize=2048)
def _tray_card(edition: Edition, ladder: Cards, card: str, held: int, under: int) -> TrayCard:
    tap = str(_takes_out(edition, ladder, card, held, under))
    shown = card_shown(edition, card)
    name = short_name(edition, card)
    return TrayCard(
        f"chosen-{card}", name, shown.group.mark if shown.group else "", shown.glyph, held, tap
    )


def _takes_out(edition: Edition, ladder: Cards, card: str, held: int, under: int) -> Tap:
    """The tap after which the place has one card less of this kind."""
    if card in edition.group_of:
        return taps.GiveCards(card)
    if card in ladder:
        return taps.BuildDown(row=held + under, card=card)
    return taps.HoldNumber(card, number=held - 1)
