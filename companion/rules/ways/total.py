"""House cards add up, one set is improved, and wilds are announced in turn (2017)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.arrange import total
from companion.rules.arrange.total import HOUSE_CARDS, Profile
from companion.rules.deal import Deal, clockwise
from companion.rules.edition import Edition
from companion.rules.findings.total import TotalImprovements
from companion.rules.majority import with_most
from companion.rules.settlement import Jackpot, Settlement, jackpot_taken
from companion.rules.ways.way import BUILDING, GOING_OUT, Way


class TotalWay(Way):
    """House cards of one to three houses, tokens of their own price, a wild that is any card in any
    hand, jail, and a jackpot for the most of one card."""

    roles = BUILDING | {"jail", "out_of_jail"}
    rules = GOING_OUT | {"jail"}
    policies = frozenset({"going_out_needs", "house_limit"})
    wild_may_be = ("property", "house", "hotel", "token", "go", "most_of", "out_of_jail")
    announces_wilds = True
    arrange = staticmethod(total.arrange)
    improvements = TotalImprovements

    def amounts(self, groups: set[str], cards: Mapping[str, Any]) -> set[str]:
        priced = {cards[role] for role in ("hotel", "token", "go", "out_of_jail")}
        return groups | priced | {"go-four", "house"}

    def problems(self, edition: Edition) -> Iterator[tuple[str, ...]]:
        yield from super().problems(edition)
        if type(edition.policies.get("house_limit")) is not int:
            yield "must be a whole number", "policies", "house_limit"
        if len(self.houses(edition)) != HOUSE_CARDS:
            yield f"must be {HOUSE_CARDS} cards", "roles", "houses"

    def settle(self, edition: Edition, deal: Deal) -> Settlement:
        first = deal.went_out or deal.players[0]
        return self.settle_in_order(edition, deal, clockwise(deal.players, first))

    def settle_in_order(self, edition: Edition, deal: Deal, order: Sequence[str]) -> Settlement:
        """The deal when wilds are announced in this order of all players, each so that its player
        is paid most. The rules' own is: the goer first, then clockwise."""
        hands, goer, wilds = deal.hands, deal.goer_by_cards, deal.wilds
        profiles = {
            player: total.profiles(
                edition, hands[player], wilds.get(player, ()), goer=player == goer
            )
            for player in order
        }
        under = deal.jackpot or 0
        if deal.amounts:
            chosen, jackpot = _as_said(edition, profiles, under, deal.majority_to)
        else:
            chosen, jackpot = _announce(edition, profiles, under)
        laid = {}
        for player, cards in hands.items():
            hand = total.build(
                edition, cards, wilds.get(player, ()), chosen[player], goer=player == goer
            )
            if hand.most and player != jackpot.paid_to:
                hand = replace(hand, unused=tuple(edition.sort([*hand.unused, *hand.most])))
            laid[player] = hand
        payouts = {player: deal.amounts.get(player, hand.total) for player, hand in laid.items()}
        if jackpot.paid_to is not None:
            payouts[jackpot.paid_to] += jackpot.amount
        legal = goer is None or laid[goer].legal
        return Settlement(edition, deal, legal, laid, payouts, jackpot)

    def open_readings(
        self, edition: Edition, cards: Sequence[str], declared: Sequence[str], jackpot: int | None
    ) -> Sequence[Sequence[str]]:
        profiles = total.profiles(edition, cards, declared, goer=True)
        most_of, wild = edition.roles["most_of"], edition.wild
        others = sum(edition.deck[card] - cards.count(card) for card in (most_of, wild))
        best = [
            max(
                profiles,
                key=lambda each: total.preferred(each, _taken_by(each, most, jackpot or 0)),
            )
            for most in range(others + 1)
        ]
        found = [total.build(edition, cards, declared, each, goer=True).readings for each in best]
        return list(dict.fromkeys(found))

    def token_pays(self, edition: Edition, set_value: int) -> int:
        return edition.price("token")


Chosen = Mapping[str, Profile]
"""How each player announces their wilds."""


def _announce(
    edition: Edition, profiles: Mapping[str, Sequence[Profile]], under: int
) -> tuple[Chosen, Jackpot]:
    """What everybody announces, in the order of `profiles`, when each knows the earlier ones and
    foresees the later ones."""
    tried = {player: _worth_a_try(every, under) for player, every in profiles.items()}
    chosen = {player: every[0] for player, every in tried.items()}
    deciding = [player for player, every in tried.items() if len(every) > 1]
    return _in_turn(edition, under, chosen, deciding, tried)


def _as_said(
    edition: Edition, profiles: Mapping[str, Sequence[Profile]], under: int, most: str | None
) -> tuple[Chosen, Jackpot]:
    """What everybody announces, and the jackpot, where the table said who held the most Free
    Parking cards, None for nobody or a tie. What the others announce then changes nothing."""

    def paid(player: str, profile: Profile) -> tuple[int, int, bool]:
        takes = player == most and not profile.jailed
        return total.preferred(profile, under if takes else 0)

    chosen = {
        player: max(every, key=lambda profile, who=player: paid(who, profile))  # type: ignore[misc]
        for player, every in profiles.items()
    }
    if most is None or chosen[most].jailed:
        return chosen, Jackpot(None, 0, under + edition.options["jackpot_step"])
    return chosen, Jackpot(most, under, edition.options["jackpot_start"])


def _in_turn(
    edition: Edition,
    under: int,
    chosen: Chosen,
    deciding: Sequence[str],
    tried: Mapping[str, Sequence[Profile]],
) -> tuple[Chosen, Jackpot]:
    """The same when only those in `deciding` have still to choose, one after the other, each among
    those that are `tried`."""
    if not deciding:
        return chosen, _jackpot(edition, chosen, under)
    player, *later = deciding
    outcomes = [
        _in_turn(edition, under, {**chosen, player: profile}, later, tried)
        for profile in tried[player]
    ]

    def paid(outcome: tuple[Chosen, Jackpot]) -> tuple[int, int, bool]:
        announced, jackpot = outcome
        return total.preferred(announced[player], jackpot_taken(jackpot, player) or 0)

    return max(outcomes, key=paid)


def _taken_by(profile: Profile, most: int, under: int) -> int:
    """What a hand takes of the jackpot `under` the Bank where another one counts for it with `most`
    cards."""
    return under if profile.most > most and not profile.jailed else 0


def _worth_a_try(profiles: Sequence[Profile], under: int) -> Sequence[Profile]:
    """Without those that pay less, even with the jackpot `under` the Bank, than another without it:
    whatever the others announce, the player is better off with that other one."""
    most = max(profile.pays for profile in profiles)
    return [profile for profile in profiles if profile.pays + under >= most]


def _jackpot(edition: Edition, chosen: Chosen, under: int) -> Jackpot:
    """Who takes what lies under the Bank (2017, Free Parking card)."""
    options = edition.options
    grown = under + options["jackpot_step"]
    first = with_most({player: profile.most for player, profile in chosen.items()})
    if not first:
        return Jackpot(None, 0, grown if options["jackpot_grows_when_none_held"] else under)
    if len(first) > 1 or chosen[first[0]].jailed:
        return Jackpot(None, 0, grown)
    return Jackpot(first[0], under, options["jackpot_start"])
