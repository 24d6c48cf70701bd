"""Whole groups are collected, and nobody goes out (express)."""

from collections.abc import Mapping
from typing import Any

from companion.rules.arrange import piles
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.settlement import Settlement
from companion.rules.ways.way import Way


class PilesWay(Way):
    """Groups of several players' piles, points, and a bonus for two groups of one side."""

    roles = frozenset({"never_scores"})
    rules = frozenset({"round-incomplete", "not-a-monopoly", "set-value"})
    has_goer = False
    others_improve = True
    arrange = staticmethod(piles.arrange)

    def amounts(self, groups: set[str], cards: Mapping[str, Any]) -> set[str]:
        return groups | {"bonus"}

    def settle(self, edition: Edition, deal: Deal) -> Settlement:
        laid = {player: piles.arrange(edition, pile) for player, pile in deal.hands.items()}
        made = sum(len(pile.sets) for pile in laid.values())
        # What lies in a hand that is an amount is not known, so nothing is missing for sure.
        complete = deal.stopped_early or bool(deal.amounts) or made == len(edition.groups)
        legal = complete and all(pile.legal for pile in laid.values())
        payouts = {player: deal.amounts.get(player, pile.total) for player, pile in laid.items()}
        return Settlement(edition, deal, legal, laid, payouts)
