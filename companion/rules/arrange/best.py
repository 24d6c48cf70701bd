"""The best arrangement of a hand, by the edition's way of playing."""

from collections.abc import Sequence

from companion.rules.arrange.laid import Laid
from companion.rules.edition import Edition


def arrange(
    edition: Edition,
    cards: Sequence[str],
    *,
    goer: bool,
    declared: Sequence[str] = (),
    reward: Sequence[str] = (),
    reward_declared: Sequence[str] = (),
) -> Laid:
    """One hand, laid out for the highest payout that the rules allow its holder: `Way.arrange`."""
    return edition.way.arrange(
        edition, cards, goer=goer, declared=declared, reward=reward, reward_declared=reward_declared
    )
