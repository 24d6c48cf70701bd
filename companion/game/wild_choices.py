"""What a wild of the open deal may count as, to be chosen."""

from collections import Counter

from companion.game.open_deal import REWARD, Cards, OpenDeal
from companion.rules.deal import likely_stands, may_stand_for


def wild_choices(deal: OpenDeal, place: int, number: int) -> tuple[Cards, Cards]:
    """What wild `number` of a place may count as: likely cards first, then the others. A property
    has to be missing where the rules say so."""
    edition = deal.edition
    hand = (*deal.under_reward(place), *deal.cards_at(place))
    others = list(deal.declared_at(place))
    if number < len(others):
        del others[number]
    if place == REWARD:
        others += deal.open_wilds()[0]
    allowed = [card for card in edition.deck if card in may_stand_for(edition)]
    allowed = list(deal.can_stand(allowed, (*hand, *others)))
    likely = tuple(card for card in likely_stands(edition, hand) if card in allowed)
    return likely, tuple(card for card in allowed if card not in likely)


def tied_choices(deal: OpenDeal, jackpot: int | None = None) -> Cards:
    """The cards that the next wild of whoever went out may count as, where only cards that come
    later, the reward or those of the others, say which choice pays more; empty where there is no
    such choice. `jackpot` is what lies under the Bank; None: what a game starts with."""
    if deal.goer is None or not deal.goer_has_open_wild:
        return ()
    edition, cards, declared = deal.edition, deal.goer_cards, deal.declared_at(deal.goer)
    under = edition.options.get("jackpot_start") if jackpot is None else jackpot
    readings = [*map(Counter, edition.way.open_readings(edition, cards, declared, under))]
    in_all = readings[0] if readings else Counter[str]()
    for reading in readings:
        in_all = in_all & reading
    return tuple(dict.fromkeys(card for reading in readings for card in reading - in_all))
