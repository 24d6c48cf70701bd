"""The companion as the benchmark sees it: one hand in, the whole ruling out."""

from collections.abc import Sequence

from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.options import with_options
from companion.rules.payout import Settlement
from tests.settling import settle_cards

PLAYERS = ("A", "B")

__all__ = ["PLAYERS", "Edition", "edition", "rule_goer", "rule_other"]


def edition(edition_id: str) -> Edition:
    """An edition in which a deal that nobody goes out of is scored (for the others' hands)."""
    return with_options(load(edition_id), {"nobody_out": "score"})


def rule_goer(edition: Edition, cards: Sequence[str], reward: Sequence[str]) -> Settlement:
    """The deal of two players in which A goes out with these cards and B has none: the verdict, the
    best arrangement and the payouts. The sum and the findings in words are made when asked for."""
    return settle_cards(edition, players=PLAYERS, hands={"A": cards}, went_out="A", reward=reward)


def rule_other(edition: Edition, cards: Sequence[str], reward: Sequence[str]) -> Settlement:
    """The same for a hand that did not go out (nobody did)."""
    return settle_cards(edition, players=PLAYERS, hands={"A": cards}, went_out=None)
