"""How lucky a game was, in facts: its rewards, hands that were wiped out, who went out first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock

from companion.game.closed_deal import goer_rank, settled_as_paid
from companion.rules.edition import Edition
from companion.rules.luck.reward import RewardLuck, reward_luck
from companion.rules.rank.hand_rank import HandRank, has_other_deck
from companion.rules.words import average
from companion.store import ClosedDeal, Store, Table
from companion.store.reward_luck import keep_luck, luck_of_deal

_counting = Lock()  # several phones look at a new deal at once, and one counts for all


def drew_reward(edition: Edition, deal: ClosedDeal) -> bool:
    """Whether a deal had a reward from the draw pile whose luck can be told. It is not told of a
    deck that is not known for sure, nor where the cards of a hand are not known."""
    seat = edition.seats[len(deal.payouts)]
    goes = deal.went_out is not None and not deal.struck and not deal.let_stand
    known = deal.sums.by_cards and not has_other_deck(edition)
    return goes and known and seat.draw_pile and seat.reward > 0


def luck_of_reward(store: Store, table: Table, deal: ClosedDeal) -> RewardLuck | None:
    """How lucky the reward of a closed deal was; counted now if that is not kept yet, which takes
    a moment.

    None where there is nothing to tell, and for a deal that the program would pay otherwise today.
    """
    with _counting:
        found = luck_of_deal(store, deal.id)
        if found is None:
            today = settled_as_paid(table, deal)
            found = None if today is None else reward_luck(today)
            if found is not None:
                keep_luck(store, table, deal.id, found)
    return found


# --- the luck of a game --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """What happened to one player of a game, without any score of skill. Amounts are whole money.

    `out` counts the deals that the player went out in, `others_out` those in which somebody else
    did. `ranks` are those of the hands that have one, the best first. `drawn` counts the rewards
    from the draw pile, and `rewards` is the luck of those that was counted. `wiped_out` counts the
    hands that paid nothing, and `lost` is what their entered cards would have paid, without what
    depends on other hands.
    """

    name: str
    out: int
    others_out: int
    ranks: tuple[HandRank, ...]
    drawn: int
    rewards: tuple[RewardLuck, ...]
    wiped_out: int
    lost: int

    @property
    def brought(self) -> int:
        """What all rewards brought."""
        return sum(luck.brought for luck in self.rewards)

    @property
    def average(self) -> int:
        """What other rewards would have brought on average, each in its own deal."""
        exact = sum(Fraction(luck.total, luck.draws) for luck in self.rewards)
        return average(exact.numerator, exact.denominator)


def luck_of_game(
    edition: Edition,
    players: Sequence[str],
    deals: Sequence[ClosedDeal],
    rewards: Mapping[int, RewardLuck],
) -> tuple[PlayerLuck, ...]:
    """The luck of each player, by seat; nothing where nobody goes out, and before the first deal.
    `rewards` are those that were counted, by the id of the deal's row."""
    if not edition.way.has_goer or not deals:
        return ()
    found = []
    for player in players:
        out = [deal for deal in deals if deal.went_out == player]
        hands = [deal.sums.hands[player] for deal in deals]
        wiped = [hand for hand in hands if hand.wiped_out]
        ranks = [rank for deal in out if (rank := goer_rank(edition, deal))]
        found.append(
            PlayerLuck(
                name=player,
                out=len(out),
                others_out=sum(deal.went_out not in (player, None) for deal in deals),
                ranks=tuple(sorted(ranks, key=lambda rank: -rank.amount)),
                drawn=sum(drew_reward(edition, deal) for deal in out),
                rewards=tuple(rewards[deal.id] for deal in out if deal.id in rewards),
                wiped_out=len(wiped),
                lost=sum(hand.lost for hand in wiped),
            )
        )
    return tuple(found)
