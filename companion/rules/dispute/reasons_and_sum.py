"""Why the reasons and the sum may count an undeclared wild as two different cards.

The reasons why a hand may not go out are those of the reading with the fewest. The sum, for a table
that allows the hand anyway, is the reading that pays most.
"""

from collections import Counter

from companion.rules.findings.find import faults_of
from companion.rules.settlement import Settlement
from companion.rules.words import cards_said, copies


def two_readings(settlement: Settlement) -> str:
    """What the wilds of a hand that may not go out count as in the reasons, and what in the sum;
    empty where the same reasons hold for both."""
    deal, goer, edition = settlement.deal, settlement.went_out, settlement.edition
    if goer is None or settlement.legal:
        return ""
    cards, declared, reward = deal.hands[goer], deal.wilds.get(goer, ()), bool(deal.reward)
    held = list(cards).count(edition.wild)
    if len(declared) == held:
        return ""
    in_sum = edition.sort((*declared, *settlement.laid[goer].readings))
    faults, read = faults_of(edition, cards, declared)
    rest = list(cards)
    for _ in range(held - len(in_sum)):  # they count as nothing there
        rest.remove(edition.wild)
    summed, _ = faults_of(edition, rest, in_sum)
    if {(one.rule, one.cards) for one in faults} == {(one.rule, one.cards) for one in summed}:
        return ""
    here = Counter(declared) + Counter(read) - Counter(in_sum)
    there = Counter(in_sum) - Counter(declared) - Counter(read)
    number = here.total()
    wilds, they = copies(edition, edition.wild, number), "they count"
    if number == 1:
        wilds, they = edition.label(edition.wild), "it counts"
        wilds = wilds if held == 1 else f"one {wilds}"
    verb = "counts" if number == 1 else "count"
    before_reward, then = (" before the reward", " then") if reward else ("", "")
    told, summed_as = (cards_said(edition, one.elements()) for one in (here, there))
    return (
        f"In these reasons {wilds} {verb} as {told}: that leaves the fewest problems. "
        f"In the sum {they} as {summed_as}{before_reward}: that pays most{then}."
    )
