"""How lucky a game was, in facts: its rewards, hands that were wiped out, who went out first."""

from threading import Lock

from companion.game.closed_deal import settled
from companion.rules.edition import Edition
from companion.rules.hand import Refusal
from companion.rules.luck.reward import RewardLuck, reward_luck
from companion.store import ClosedDeal, Store, Table
from companion.store.reward_luck import keep, kept

_counting = Lock()  # several phones look at a new deal at once, and one counts for all


def drew_reward(edition: Edition, deal: ClosedDeal) -> bool:
    """Whether a deal had a reward from the draw pile that its luck can be told of."""
    seat = edition.seats[len(deal.payouts)]
    goes = deal.went_out is not None and not deal.struck and not deal.let_stand
    return goes and seat.draw_pile and seat.reward > 0


def luck_of_reward(store: Store, table: Table, deal: ClosedDeal) -> RewardLuck | None:
    """How lucky the reward of a closed deal was; counted now if that is not kept yet, which takes
    a moment.

    None where there is nothing to tell, and for a deal that the program would pay otherwise today.
    """
    with _counting:
        found = kept(store, table).get(deal.id)
        if found is None:
            found = _count(table, deal)
            if found is not None:
                keep(store, table, deal.id, found)
    return found


def _count(table: Table, deal: ClosedDeal) -> RewardLuck | None:
    try:
        today = settled(table, deal.entry)
    except Refusal:
        return None
    return reward_luck(today) if dict(today.payouts) == dict(deal.payouts) else None
