"""How lucky the reward of a closed deal was, as its page tells it."""

from dataclasses import dataclass

from companion.rules.edition import Edition
from companion.rules.luck.reward import RewardLuck
from companion.rules.words import plural
from companion.store import ClosedDeal


@dataclass(frozen=True)
class RewardTold:
    """What a reward brought, what it would have brought on average, and among how many it is.
    `counted` says how that is counted."""

    brought: str
    average: str
    sentence: str
    counted: str


def reward_told(edition: Edition, deal: ClosedDeal, luck: RewardLuck) -> RewardTold:
    """The luck of a reward in words."""
    left = sum(edition.deck.values()) - sum(map(len, deal.entry.hands.values()))
    most = edition.label(edition.cards["most_of"])
    drawn = min(left, edition.seats[len(deal.payouts)].reward)
    return RewardTold(
        brought=edition.amount(luck.brought),
        average=edition.amount(luck.average),
        sentence=luck.sentence,
        counted=f"“Brought” is what {deal.went_out} was paid more than without the reward, "
        f"{most} included. Nobody laid down {plural(left, 'card', 'cards')}; every way to draw "
        f"{drawn} of them is counted.",
    )
