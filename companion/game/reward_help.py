"""Which cards would add to a reward that is being entered."""

from dataclasses import replace

from companion.game.open_deal import REWARD, OpenDeal


def helpful_cards(deal: OpenDeal, paid: int, jackpot: int | None) -> frozenset[str]:
    """The cards with one of which, drawn too, whoever went out is paid more than `paid`, which is
    what they are paid as it stands. `jackpot` is what lies under the Bank."""
    player = deal.owner(REWARD)
    helpful = set()
    for card in deal.edition.deck:
        if deal.free_copies(REWARD, card) > deal.reward.count(card) and _may_help(deal, card):
            drawn = replace(deal, reward=(*deal.reward, card), reward_wilds=())
            if drawn.settled(jackpot).payouts[player] > paid:
                helpful.add(card)
    return frozenset(helpful)


def _may_help(deal: OpenDeal, card: str) -> bool:
    """A property adds nothing where its group lacks more than it and all wilds could fill; that is
    known without settling the deal."""
    edition = deal.edition
    if card not in edition.group_of:
        return True
    held = {*deal.goer_cards, *deal.reward}
    wilds = sum(cards.count(edition.wild) for cards in (deal.goer_cards, deal.reward))
    groups = map(edition.group, edition.group_of[card])
    return any(len({*group.cards} - held) <= 1 + wilds for group in groups)
