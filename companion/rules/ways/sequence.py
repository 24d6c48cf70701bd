"""Houses go up from the 1st to the 4th on each set (classic-us, classic-uk, deluxe)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.arrange import sequence
from companion.rules.arrange.laid import Bonus, Laid
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.findings.sequence import SequenceImprovements
from companion.rules.majority import counted_for_most, holder
from companion.rules.settlement import Settlement
from companion.rules.ways.way import BUILDING, GOING_OUT, Way


class SequenceWay(Way):
    """Numbered houses, tokens that pay their set once more, a reward, and a Chance that catches
    whoever did not go out."""

    roles = BUILDING
    rules = GOING_OUT | {"house-out-of-sequence", "reward", "reward-size"}
    policies = frozenset({"going_out_needs"})
    wild_may_be = ("property", "house", "hotel", "token")
    numbered_houses = True
    wild_catches = True
    others_improve = True
    arrange = staticmethod(sequence.arrange)
    improvements = SequenceImprovements

    def amounts(self, groups: set[str], cards: Mapping[str, Any]) -> set[str]:
        return groups | {cards[role] for role in ("hotel", "go", "most_of")}

    def problems(self, edition: Edition) -> Iterator[tuple[str, ...]]:
        yield from super().problems(edition)
        if list(edition.roles["houses"].values()) != [1, 2, 3, 4]:
            yield "must be the houses 1 to 4 in order", "roles", "houses"

    def settle(self, edition: Edition, deal: Deal) -> Settlement:
        laid = {}
        for player, hand in deal.hands.items():
            goer = player == deal.goer_by_cards
            laid[player] = edition.arrange(
                hand,
                goer=goer,
                declared=deal.wilds.get(player, ()),
                reward=deal.reward if goer else (),
                reward_declared=deal.reward_wilds if goer else (),
            )
        most = deal.majority_to if deal.amounts else holder(counted_for_most(edition, laid))
        _pay_majority(edition, laid, None if most in deal.amounts else most)
        legal = deal.went_out is None or laid[deal.went_out].legal
        payouts = {player: deal.amounts.get(player, hand.total) for player, hand in laid.items()}
        return Settlement(edition, deal, legal, laid, payouts)

    def may_double(self, edition: Edition, card: str) -> bool:
        return card not in edition.group_of

    def open_readings(
        self, edition: Edition, cards: Sequence[str], declared: Sequence[str], jackpot: int | None
    ) -> Sequence[Sequence[str]]:
        return sequence.tied_readings(edition, cards, declared)

    def token_pays(self, edition: Edition, set_value: int) -> int:
        return set_value

    def houses(self, edition: Edition) -> dict[str, int]:
        return dict.fromkeys(edition.roles["houses"], 1)

    def ladder(self, edition: Edition) -> tuple[str, ...]:
        return (*edition.roles["houses"], edition.roles["hotel"])


def _pay_majority(edition: Edition, laid: dict[str, Laid], most: str | None) -> None:
    """Adds the majority bonus to the hand of the player who holds the most, if it is paid; the
    cards of the others are unused."""
    card = edition.roles["most_of"]
    for player, hand in laid.items():
        if player == most and not hand.wiped_out:
            bonus = Bonus(card, len(hand.most), edition.values[card])
            laid[player] = replace(hand, bonuses=(*hand.bonuses, bonus))
        elif hand.most:
            laid[player] = replace(hand, unused=tuple(edition.sort([*hand.unused, *hand.most])))
