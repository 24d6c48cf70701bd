"""Why the reasons and the sum may count an undeclared wild as two different cards.

The reasons why a hand may not go out are those of the reading with the fewest. The sum, for a table
that allows the hand anyway, is the reading that pays most.
"""

from collections import Counter

from companion.rules.findings.holding import Holding, Reading
from companion.rules.settlement import Settlement
from companion.rules.words import cards_said, copies


def two_readings(settlement: Settlement) -> str:
    """What the wilds of a hand that may not go out count as in the reasons, and what in the sum;
    empty where the same reasons hold for both."""
    deal, goer, edition = settlement.deal, settlement.went_out, settlement.edition
    if goer is None or settlement.legal:
        return ""
    cards, declared = deal.hands[goer], deal.wilds.get(goer, ())
    in_sum = edition.sort((*declared, *settlement.laid[goer].readings))
    reading, faults = Holding(edition, cards, declared).fewest_faults()
    summed = Holding(edition, cards, in_sum).faults(Reading())
    if {(fault.rule, fault.cards) for fault in faults} == {
        (fault.rule, fault.cards) for fault in summed
    }:
        return ""
    in_reasons = (*declared, *reading.cards)
    reasons, sums = (
        cards_said(edition, (Counter(here) - Counter(there)).elements())
        for here, there in ((in_reasons, in_sum), (in_sum, in_reasons))
    )
    number = (Counter(in_reasons) - Counter(in_sum)).total()
    wilds, verb, they = copies(edition, edition.wild, number), "count", "they count"
    if number == 1:
        wilds, verb, they = edition.label(edition.wild), "counts", "it counts"
        wilds = wilds if list(cards).count(edition.wild) == 1 else f"one {wilds}"
    before_reward, then = (" before the reward", " then") if deal.reward else ("", "")
    return (
        f"In these reasons {wilds} {verb} as {reasons}: that leaves the fewest problems. "
        f"In the sum {they} as {sums}{before_reward}: that pays most{then}."
    )
