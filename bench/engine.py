"""The companion as the benchmark sees it: one hand in, the whole ruling out."""

from collections.abc import Sequence

from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.payout import settle

PLAYERS = ("A", "B")

__all__ = ["PLAYERS", "Deal", "Edition", "deal", "edition", "settle"]


def edition(edition_id: str) -> Edition:
    """An edition in which a deal that nobody goes out of is scored (for the others' hands)."""
    return load(edition_id, {"nobody_out": "score"})


def deal(edition: Edition, cards: Sequence[str], reward: Sequence[str], *, goer: bool) -> Deal:
    """The deal of two players in which A has these cards and B none; A goes out (`goer`), or nobody
    does. Made ready before the time is taken, as mahjong's hands are: `settle` gives the verdict,
    the best arrangement and the payouts, and the sum and the findings in words when asked for."""
    return Deal(
        {"A": cards, "B": ()},
        "A" if goer else None,
        reward,
        jackpot=edition.options.get("jackpot_start"),
    )
