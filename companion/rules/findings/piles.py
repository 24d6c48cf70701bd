"""What is wrong with collected groups: cards that are no whole group, groups nobody has."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.findings.finding import Finding, Fix
from companion.rules.words import capital, cards_said, listed


def findings(edition: Edition, deal: Deal) -> list[Finding]:
    """Every pile that is not whole groups, and a round in which groups are missing.

    No two fixes ask for the same copy of a card. A round that lacks groups asks for none: it may be
    recorded as stopped early.
    """
    found = []
    made = set()
    left = Counter(edition.deck)
    for cards in deal.hands.values():
        left -= Counter(cards)
    for player in deal.players:
        laid = edition.arrange(deal.hands[player], goer=False)
        made |= {group.group for group in laid.sets}
        if laid.unused:
            names = capital(cards_said(edition, laid.unused))
            fix = _mend(edition, deal.hands[player], laid.unused, left)
            left -= Counter(fix.add)
            text = f"{names} in {player}’s pile: not a whole group of four."
            found.append(Finding("not-a-monopoly", player, laid.unused, text, fix))
    absent = [group for group in edition.groups if group.id not in made]
    if absent and not deal.stopped_early and not deal.amounts:
        names = listed((group.name for group in absent), "or")
        text = "Record the round as stopped early, or say who made the missing ones."
        fix = Fix((), (), (), text)
        found.append(Finding("round-incomplete", None, (), f"Nobody has {names} yet.", fix))
    return found


def _mend(edition: Edition, pile: Sequence[str], unused: Sequence[str], left: Counter[str]) -> Fix:
    """The fewest cards to add to this pile and to discard from it, so that it is whole groups only;
    where equally few would do, as many as can be of the `unused` cards, so that groups that are
    paid stay.

    Only cards that are `left` are added. A group of which two cards are missing is given up: that
    asks for no more cards.
    """
    held = Counter(pile)
    begun = [g for g in edition.groups if sum(card in held for card in g.cards) > len(g.cards) - 2]
    named = Counter(unused)
    best: tuple[tuple[int, int, int], Counter[str], Counter[str]] | None = None
    for number in range(len(begun) + 1):
        for groups in combinations(begun, number):
            used = Counter(card for group in groups for card in group.cards)
            more, away = used - held, held - used
            cost = (more.total() + away.total(), more.total(), (away - named).total())
            if more <= left and (best is None or cost < best[0]):
                best = cost, more, away
    assert best is not None  # no group at all is a way, too
    add, discard = (tuple(edition.sort(list(cards.elements()))) for cards in best[1:])
    texts = [f"Add {cards_said(edition, add)}."] if add else []
    texts += [f"Take out {cards_said(edition, discard)}."] if discard else []
    return Fix(add, discard, (), " ".join(texts))
