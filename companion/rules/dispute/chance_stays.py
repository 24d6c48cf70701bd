"""What a hand pays after the reward if a Chance may not go to another set."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from companion.rules.arrange.best import arrange
from companion.rules.arrange.laid import Laid
from companion.rules.arrange.sets import group_facts, missing
from companion.rules.deal import free_wilds
from companion.rules.edition import Edition
from companion.rules.settlement import Settlement

Place = tuple[str, str]
"""An improvement that a Chance counts as, and the group it lies on ("" for none)."""


class _Groups(NamedTuple):
    """The sets of a hand after the reward, and what each pays without improvements."""

    colours: dict[str, int]
    others: dict[str, int]


def pays_if_chances_stay(settlement: Settlement) -> int | None:
    """What the goer is paid if a Chance that is a house, a hotel or a token stays where it was laid
    down; None where no such Chance is kept through a reward.

    Where it may have lain on one of several sets, the set counts that pays most now.
    """
    deal, goer, edition = settlement.deal, settlement.went_out, settlement.edition
    if goer is None or not deal.reward or not edition.variant.numbered_houses:
        return None
    hand, laid = deal.hands[goer], settlement.laid[goer]
    stands = (*deal.wilds.get(goer, ()), *laid.readings)[: list(hand).count(edition.wild)]
    kept, freed = free_wilds(stands, deal.reward)
    roles = edition.cards
    kinds = (*roles["houses"], roles["hotel"], roles["token"])
    staying = [card for card in kept if card in kinds]
    if not staying:
        return None
    before = arrange(edition, hand, goer=True, declared=stands)
    places = list(_places(edition, before, staying))
    drawn = list(deal.reward).count(edition.wild)
    chosen = list(deal.reward_wilds)
    lent = [card for card in kept if card not in kinds]
    whole = [*hand, *deal.reward]
    best = 0
    for more in _choices(edition, [*whole, *kept, *chosen], freed + drawn - len(chosen)):
        wilds = [*lent, *chosen, *more]
        sets = _sets(edition, hand, whole, wilds)
        spare = [[*whole, *wilds].count(card) for card in kinds]
        for fixed in places:
            best = max(best, _best(edition, sets, kinds, tuple(spare), fixed))
    rest = sum(one.value + one.tokens_value for one in laid.sets)
    return settlement.payouts[goer] - rest + best


def _places(edition: Edition, before: Laid, staying: Sequence[str]) -> Iterator[tuple[Place, ...]]:
    """Where these Chances may lie before the reward. A set takes one house of each number and one
    hotel, so each may also lie nowhere; on a set it never pays less."""
    houses, hotel = edition.cards["houses"], edition.cards["hotel"]
    top = max((one.value for one in before.sets), default=0)

    def groups(card: str) -> list[str]:
        found = [
            one.group
            for one in before.sets
            if (
                one.houses >= houses[card]
                if card in houses
                else one.hotel
                if card == hotel
                else one.value == top
            )
        ]
        return [*found, ""]

    for chosen in product(*map(groups, staying)):
        places = tuple(zip(staying, chosen, strict=True))
        built = [place for place in places if place[0] != edition.cards["token"] and place[1]]
        if len(set(built)) == len(built):
            yield places


def _choices(edition: Edition, held: Sequence[str], free: int) -> Iterator[tuple[str, ...]]:
    """What a Chance that is free again may count as; nothing is one of the choices."""
    if free < 1:
        yield ()
        return
    lacking = [card for g in range(len(edition.groups)) for card in missing(edition, g, held)]
    roles = edition.cards
    for card in ("", *lacking, *roles["houses"], roles["hotel"], roles["token"]):
        one = (card,) if card else ()
        for more in _choices(edition, [*held, *one], free - 1):
            yield (*one, *more)


def _sets(
    edition: Edition, hand: Sequence[str], whole: Sequence[str], wilds: Sequence[str]
) -> _Groups:
    facts = group_facts(edition)
    found = _Groups({}, {})
    for g, group in enumerate(edition.groups):
        real = sum(card in whole for card in group.cards)
        held = sum(card in whole or card in wilds for card in group.cards)
        if not held or not facts.is_set(g, real, held):
            continue
        worth = facts.worth[g]
        if facts.runs[g]:
            worth = worth[sum(card in hand for card in group.cards)][held]
        (found.colours if group.kind == "colour" else found.others)[group.id] = worth
    return found


def _best(
    edition: Edition,
    sets: _Groups,
    kinds: Sequence[str],
    spare: tuple[int, ...],
    fixed: Sequence[Place],
) -> int:
    """The most that these sets pay with `spare` improvements to place and `fixed` ones in place."""
    *steps, token = kinds
    hotel = edition.price("hotel")
    order = list(sets.colours)
    tokens_on = [group for card, group in fixed if card == token]

    def build(turn: int, left: tuple[int, ...], total: int, top: int) -> int:
        if turn == len(order):
            return total + left[-1] * top
        group = order[turn]
        best = value = 0
        for level in range(len(steps) + 1):
            if level and (steps[level - 1], group) not in fixed:
                if not left[level - 1]:
                    break
                left = (*left[: level - 1], left[level - 1] - 1, *left[level:])
            value += hotel if level == len(steps) else sets.colours[group]
            paid = value * (1 + tokens_on.count(group))
            best = max(best, build(turn + 1, left, total + paid, max(top, value)))
        return best

    whole = sum(worth * (1 + tokens_on.count(group)) for group, worth in sets.others.items())
    return build(0, spare, whole, max(sets.others.values(), default=0))
