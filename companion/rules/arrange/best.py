"""The best arrangement of a hand, by the edition's way of arranging."""

from collections.abc import Callable, Mapping, Sequence

from companion.rules.arrange import piles, sequence, total
from companion.rules.arrange.laid import Laid
from companion.rules.edition import Edition

_ARRANGE: Mapping[str, Callable[..., Laid]] = {
    "sequence": sequence.arrange,
    "total": total.arrange,
    "piles": piles.arrange,
}


def arrange(
    edition: Edition,
    cards: Sequence[str],
    *,
    goer: bool,
    declared: Sequence[str] = (),
    reward: Sequence[str] = (),
    reward_declared: Sequence[str] = (),
) -> Laid:
    """One hand, laid out for the highest payout that the rules allow its holder.

    A goer's hand is laid out so that it may go out whenever any reading of the undeclared wilds
    allows it; `legal` says so. What only the whole table decides, the majority and the jackpot, is
    left out: a wild of 2017 is placed as if there were no jackpot. The cards must be of the edition
    and the declarations possible (`deal.read` refuses others). Deterministic, and the same for the
    same cards in any order.
    """
    return _ARRANGE[edition.arrangement](
        edition, cards, goer=goer, declared=declared, reward=reward, reward_declared=reward_declared
    )
