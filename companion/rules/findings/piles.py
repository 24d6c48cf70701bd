"""What is wrong with collected groups: cards that are no whole group, groups nobody has."""

from collections import Counter
from itertools import combinations

from companion.rules.arrange.best import arrange
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.findings.finding import Finding, Fix
from companion.rules.words import cards_listed


def findings(edition: Edition, deal: Deal) -> list[Finding]:
    found = []
    made = set()
    for player in deal.players:
        laid = arrange(edition, deal.hands[player], goer=False)
        made |= {one.group for one in laid.sets}
        if laid.unused:
            names = cards_listed(edition, laid.unused)
            found.append(
                Finding(
                    "not-a-monopoly",
                    player,
                    laid.unused,
                    f"{names} in {player}’s pile: not a whole group of four.",
                    _mend(edition, deal, player),
                )
            )
    absent = [group for group in edition.groups if group.id not in made]
    if absent and not deal.stopped_early:
        names = ", ".join(group.name for group in absent)
        cards = tuple(card for group in absent for card in group.cards)
        found.append(
            Finding(
                "round-incomplete",
                None,
                (),
                f"Nobody has {names} yet.",
                Fix(
                    cards,
                    (),
                    (),
                    "Say who made the missing ones, or record the round as stopped early.",
                ),
            )
        )
    return found


def _mend(edition: Edition, deal: Deal, player: str) -> Fix:
    """The fewest cards to add to this pile and to discard from it, so that it is whole groups only.

    Only cards that nobody has are added. A group of which two cards are missing is given up: that
    asks for no more cards.
    """
    held = Counter(deal.hands[player])
    left = Counter(dict(edition.deck))
    for cards in deal.hands.values():
        left -= Counter(cards)
    begun = [g for g in edition.groups if sum(card in held for card in g.cards) > len(g.cards) - 2]
    best: tuple[tuple[int, int], Counter[str], Counter[str]] | None = None
    for number in range(len(begun) + 1):
        for groups in combinations(begun, number):
            used = Counter(card for group in groups for card in group.cards)
            more, away = used - held, held - used
            cost = (more.total() + away.total(), more.total())
            if more <= left and (best is None or cost < best[0]):
                best = cost, more, away
    assert best is not None  # no group at all is a way, too
    add, discard = (tuple(edition.sort(list(cards.elements()))) for cards in best[1:])
    texts = [f"Add {cards_listed(edition, add)}."] if add else []
    texts += [f"Discard {cards_listed(edition, discard)}."] if discard else []
    return Fix(add, discard, (), " ".join(texts))
