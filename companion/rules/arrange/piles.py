"""The best arrangement of collected monopolies: whole groups of four, no improvements (express)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from companion.rules.arrange.laid import Bonus, Laid, SetLaid
from companion.rules.edition import Edition, Group


def arrange(edition: Edition, cards: Sequence[str], **_: object) -> Laid:
    """The groups that these cards make, for the most points with their bonuses (Express, Scoring).

    Cards such as Chance belong to several groups; where they are too few for all of them, the best
    choice is taken. `legal`: no card is left over. The same cards in any order, the same answer.
    """
    held = Counter(cards)
    made = [group for group in edition.groups if all(held[card] for card in group.cards)]
    shared = {card for card, groups in edition.group_of.items() if len(groups) > 1}
    own = [group for group in made if not shared & set(group.cards)]
    wanting = [group for group in made if shared & set(group.cards)]
    best: tuple[tuple[int, int], list[Group]] | None = None
    for size in range(len(wanting), -1, -1):
        for choice in combinations(wanting, size):
            used = Counter(card for group in choice for card in group.cards)
            if any(used[card] > held[card] for card in shared):
                continue
            groups = [*own, *choice]
            score = (_points(edition, groups), len(groups))
            if best is None or score > best[0]:
                best = (score, groups)
    assert best is not None  # choosing none of them is always possible
    ids = {group.id for group in best[1]}
    laid = [group for group in edition.groups if group.id in ids]
    rest = held - Counter(card for group in laid for card in group.cards)
    return Laid(
        legal=not rest,
        sets=tuple(
            SetLaid(group.id, 0, False, 0, edition.values[group.id], 0, (), group.cards)
            for group in laid
        ),
        bonuses=tuple(
            Bonus(f"{one}+{other}", 1, edition.values["bonus"])
            for one, other in edition.pairs
            if one in ids and other in ids
        ),
        wilds=(),
        unused=tuple(edition.sort(list(rest.elements()))),
        wiped_out=None,
    )


def _points(edition: Edition, groups: Sequence[Group]) -> int:
    ids = {group.id for group in groups}
    pairs = sum(one in ids and other in ids for one, other in edition.pairs)
    amounts: list[int] = [edition.values[group] for group in ids]
    return sum(amounts) + pairs * int(edition.values["bonus"])
