"""Where a wild counts as one card in the reasons and as another in the sum, that is said."""

from collections import Counter

import pytest
from hypothesis import assume, given

from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.findings.holding import Holding
from companion.rules.settlement import Settlement
from companion.rules.words import cards_said
from tests.deals import ruled, settlements

UK, WM = "classic-uk", "winning-moves-2017"
SAID = [
    (
        "a-station-alone-and-a-utility",
        UK, "dark-blue h1 h2 t*2 chance fenchurch water-works go", "", "",
        "In these reasons Chance counts as Electric Company: that leaves the fewest problems. "
        "In the sum it counts as a 3rd House: that pays most.",
    ),
    (
        "both",
        UK, "vine-street euston-road stations chance*2", "", "",
        "In these reasons 2 Chance cards count as",
    ),
    (
        "a-declared-one-is-not-told",
        UK, "dark-blue h1 h2 t*2 chance fenchurch water-works go", "electric-company", "", "",
    ),
    (
        "jail-is-cancelled-in-the-sum-alone",
        WM, "kentucky indiana virginia b-and-o wild one-house gtj go*2", "", "",
        "In these reasons Wild counts as Illinois Avenue: that leaves the fewest problems. "
        "In the sum it counts as Get Out of Jail Free: that pays most.",
    ),
    ("a-hand-that-may-go-out", UK, "dark-blue h1 h2 t*2 chance go*3 mm", "", "", ""),
    ("after-a-reward-all-are-declared", UK, "dark-blue h1 strand chance", "", "go", ""),
    (
        "with-a-reward-it-is-that-before-it",
        UK, "dark-blue h1 h2 t*2 chance fenchurch water-works go", "", "go",
        "In these reasons Chance counts as Electric Company: that leaves the fewest problems. "
        "In the sum it counts as a 3rd House before the reward: that pays most then.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition_id", "cards", "wilds", "reward", "said"),
    [pytest.param(*row[1:], id=row[0]) for row in SAID],
)
def test_what_is_said(edition_id: str, cards: str, wilds: str, reward: str, said: str) -> None:
    found = two_readings(ruled(edition_id, cards, wilds=wilds, reward=reward))
    assert found.startswith(said) if said else found == ""


@pytest.mark.parametrize("out", [False, None], ids=["another", "nobody"])
def test_only_of_who_went_out(out: bool | None) -> None:
    assert two_readings(ruled(WM, "kentucky wild gtj", out=out)) == ""


@given(settlements())
def test_it_is_said_where_other_reasons_hold_and_it_is_true(settlement: Settlement) -> None:
    deal, goer, edition = settlement.deal, settlement.went_out, settlement.edition
    assume(goer is not None and not settlement.legal)
    assert goer is not None
    cards, declared = list(deal.hands[goer]), deal.wilds.get(goer, ())
    in_sum = (*declared, *settlement.laid[goer].readings)
    if not deal.reward:
        assert Counter(in_sum) == Counter(settlement.laid[goer].wilds)
    said = two_readings(settlement)
    idle = cards.count(edition.wild) - len(in_sum)
    rest = [card for card in cards if card != edition.wild] + [edition.wild] * len(in_sum)
    _, summed = Holding(edition, rest, in_sum).fewest_faults()
    reading, told = Holding(edition, cards, declared).fewest_faults()
    as_read = reading.cards
    same = {(one.rule, one.cards) for one in summed} == {(one.rule, one.cards) for one in told}
    assert (said == "") == same
    if said:
        assert len(told) <= len(summed)
        assert not idle
        assert ("before the reward" in said) == bool(deal.reward)
        here = Counter((*declared, *as_read)) - Counter(in_sum)
        there = Counter(edition.sort(in_sum)) - Counter((*declared, *as_read))
        reasons, sums = said.split(". In the sum ")
        assert cards_said(edition, here.elements()) in reasons
        assert cards_said(edition, there.elements()) in sums
