"""Deals of cards that are known to be possible, settled without being read."""

from collections.abc import Mapping, Sequence

from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.payout import settle
from companion.rules.settlement import Settlement


def settle_cards(
    edition: Edition,
    *,
    players: Sequence[str],
    hands: Mapping[str, Sequence[str]],
    went_out: str | None = None,
    reward: Sequence[str] = (),
    wilds: Mapping[str, Sequence[str]] | None = None,
    reward_wilds: Sequence[str] = (),
    jackpot: int | None = None,
    stopped_early: bool = False,
) -> Settlement:
    """`settle` for cards that are known to be possible; they are not checked again."""
    if jackpot is None:
        jackpot = edition.options.get("jackpot_start")
    all_hands = {player: hands.get(player, ()) for player in players}
    return settle(
        edition,
        Deal(
            all_hands,
            went_out,
            reward,
            wilds or {},
            reward_wilds,
            jackpot,
            stopped_early,
        ),
    )
