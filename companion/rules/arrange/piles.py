"""The best arrangement of collected monopolies: whole groups of four, no improvements (express)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from companion.rules.arrange.laid import Bonus, Laid, SetLaid
from companion.rules.edition import Edition, Group


def arrange(edition: Edition, cards: Sequence[str], **_: object) -> Laid:
    """The groups that these cards make, for the most points with their bonuses (Express, Scoring).

    Cards such as Chance belong to several groups; where they are too few for all of them, the best
    choice is taken. `legal`: no card is left over. The same cards in any order, the same answer.
    """
    held = Counter(cards)
    best = max(_choices(edition, held), key=lambda groups: (_points(edition, groups), len(groups)))
    laid = [group for group in edition.groups if group in best]
    rest = held - _cards_of(laid)
    return Laid(
        sets=tuple(
            SetLaid(group.id, 0, False, 0, edition.values[group.id], 0, (), group.cards)
            for group in laid
        ),
        bonuses=tuple(
            Bonus("+".join(pair), 1, edition.values["bonus"]) for pair in _pairs(edition, laid)
        ),
        wilds=(),
        unused=tuple(edition.sort(list(rest.elements()))),
        wiped_out=None,
        legal=not rest,
    )


def _choices(edition: Edition, held: Counter[str]) -> Iterator[list[Group]]:
    """All choices of groups that can be made together; more groups first. Only those that share a
    card with another group have to be chosen from."""
    made = [group for group in edition.groups if all(held[card] for card in group.cards)]
    shared = {card for card, groups in edition.group_of.items() if len(groups) > 1}
    own = [group for group in made if not shared & set(group.cards)]
    wanting = [group for group in made if shared & set(group.cards)]
    for size in range(len(wanting), -1, -1):
        for choice in combinations(wanting, size):
            groups = [*own, *choice]
            if _cards_of(groups) <= held:
                yield groups


def _cards_of(groups: Sequence[Group]) -> Counter[str]:
    return Counter(card for group in groups for card in group.cards)


def _pairs(edition: Edition, groups: Sequence[Group]) -> list[tuple[str, ...]]:
    """The pairs of groups that pay a bonus."""
    ids = {group.id for group in groups}
    return [pair for pair in edition.pairs if ids.issuperset(pair)]


def _points(edition: Edition, groups: Sequence[Group]) -> int:
    amounts: list[int] = [edition.values[group.id] for group in groups]
    return sum(amounts) + len(_pairs(edition, groups)) * int(edition.values["bonus"])
