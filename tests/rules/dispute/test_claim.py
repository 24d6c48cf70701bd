"""A claim: what each set may be, and what the whole is worth beside the best arrangement."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.arrange.laid import Laid
from companion.rules.contract import read
from companion.rules.dispute.claim import Judgement, judge
from companion.rules.dispute.notation import ClaimedSet, read_sets, show_sets
from companion.rules.payout import settle
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement
from tests.deals import ME, Line, deals, ruled, settlements

UK, WM, EX = "classic-uk", "winning-moves-2017", "express"
More = dict[str, Any]


def judged(settlement: Settlement, sets: str) -> Judgement:
    return judge(settlement, ME, read_sets(settlement.edition, sets))


# --- what is wrong with a set --------------------------------------------------------------------

HAND = "dark-blue red h1 h3 token*2 c"
LATE = "park-lane mayfair stations t go c c"
NOT_OUT: More = {"out": False}
NOW = {"reward": "northumberland h2 h3"}
FALL = {"options": {"values": {"railroads": {"2": 900, "3": 600, "4": 300}}}}
NO_CARD = "3rd House is not in this hand. Chance {}: write “Chance = 3rd House”."
# edition, hand, what else, claim, the rule of the only set that is wrong, what is told of it
WRONG: list[tuple[str, str, More, str, str, str]] = [
    (UK, HAND, {}, "green", "", "is not in this hand"),
    (UK, HAND, {}, "dark-blue h1*2", "", "in this hand only once"),
    (UK, HAND, {}, "red: red park-lane", "incomplete-group", "belongs to Dark Blue"),
    (UK, "strand fleet-street c", {}, "red: strand fleet-street", "incomplete-group",
     "Trafalgar Square missing"),
    (UK, "kings, c", {}, "stations: kings", "incomplete-group", "two or more"),
    (UK, "c*2", {}, "brown: c=old-kent c=whitechapel", "chance", "at least one real card"),
    (UK, HAND, {}, "dark-blue h3", "house-out-of-sequence",
     "A 3rd House cannot be placed: a 1st House and a 2nd House are missing."),
    (UK, HAND, {}, "dark-blue h1 c=h1", "too-many-houses", "one house of each number"),
    (UK, HAND, {}, "dark-blue h1 c=hotel", "hotel-without-four-houses", "houses; Dark Blue has 1"),
    (UK, "red h1 h2 h3 h4 hotel*2", {}, "red h1 h2 h3 h4 hotel*2", "too-many-hotels", "one hotel"),
    (UK, "stations h1", {}, "stations h1", "house-without-set", "no houses and no hotel"),
    (UK, "utilities hotel", {}, "utilities hotel", "hotel-without-set", "no houses and no hotel"),
    (UK, HAND, {}, "token", "token", "is on no set"),
    (UK, HAND, {}, "h1", "house-without-set", "is on no set"),
    (UK, "red hotel", {}, "hotel", "hotel-without-set", "is on no set"),
    (UK, HAND, {}, "dark-blue c=mayfair", "chance", "there already"),
    (UK, HAND, {}, "dark-blue c=h1 c=h2", "chance", "used twice"),
    (UK, HAND, {}, "dark-blue c=c", "chance", "may not count as Chance"),
    (UK, "kings maryl c*2", {}, "stations: kings maryl c=liverp c=liverp", "chance",
     "Only one Chance can count as Liverpool Street Station."),
    (UK, "kings maryl fench c go", FALL, "kings maryl", "set-value", "All 3 Stations count: £600."),
    (UK, "stations", {}, "stations: kings maryl; stations: fench liverp", "set-value",
     "claimed twice"),
    (UK, "red brown h1", {}, "red h1; brown h1", "", "in another claimed set"),
    (UK, "red brown c", {}, "red c=h1; brown c=h1", "chance", "in another claimed set"),
    (UK, "red c", NOT_OUT, "red", "chance", "the whole hand pays nothing"),
    (UK, "red", {"out": None}, "red", "nobody-out", "Nobody went out"),
    (UK, "park-lane red h1 c", {"wilds": "mayfair"}, "red c=h1", "chance",
     "declared as Mayfair, so it is not a 1st House here"),
    (UK, "park-lane red h1 c", {"wilds": "mayfair", "reward": "go"}, "red h1 c=h2", "chance",
     "so it is not a 2nd House here"),
    (UK, "park-lane red h1 c", {"wilds": "mayfair", "reward": "mayfair h2"},
     "dark-blue: park-lane c=mayfair; red", "chance", "there already"),
    (UK, "red h1 h2 h4 c go", {"wilds": "h3"}, "red h1 h2 h3 h4", "",
     NO_CARD.format("was declared as it")),
    (UK, "red h1 h2 h4 c go", {}, "red h1 h2 h3 h4", "", NO_CARD.format("counts as it")),
    (UK, LATE, NOW, "dark-blue: park-lane mayfair c=h1 h2 h3 t c=t; stations:", "chance",
     "had to be declared before the reward. It was not, so it counts as two tokens."),
    (UK, LATE, NOW, "dark-blue: park-lane mayfair h3 t h2 c; stations: go", "chance",
     "had to be declared before the reward"),
    (WM, "red h1*4 h3", {}, "red h1*2 h3", "too-many-houses", "make 5 houses"),
    (WM, "red h1 hotel", {}, "red h1 hotel", "hotel-without-four-houses", "houses; Red has 1"),
    (WM, "red h2*2 hotel*2", {}, "red h2*2 hotel*2", "too-many-hotels", "one hotel"),
    (WM, "red railroads t", {}, "railroads t", "token", "goes on a colour set"),
    (WM, "red w", {}, "red w=wild", "wild", "may not count as Wild"),
    (WM, "red brown h1 t", {}, "red h1; brown t", "set-value",
     "Only one colour set is improved: Brown"),
    (WM, "red h1 t", NOT_OUT, "red h1 t", "set-value", "only the player who went out"),
    (WM, "red gtj", NOT_OUT, "red", "go-to-jail", "the whole hand pays nothing"),
    (WM, "red gtj", {}, "red", "jail", "the whole hand pays nothing"),
    (EX, "brown chance", NOT_OUT, "brown chance", "not-a-monopoly", "not to Brown"),
    (EX, "red chance", NOT_OUT, "red: red chance", "not-a-monopoly", "here twice. One completes"),
    (EX, "mediterranean", NOT_OUT, "brown: mediterranean", "not-a-monopoly", "missing"),
    (EX, "brown oriental vermont connecticut chance", NOT_OUT,  # it takes no card from the other
     "brown: mediterranean baltic income-tax chance; light-blue", "not-a-monopoly", "missing"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition_id", "cards", "more", "sets", "rule", "told"),
    [pytest.param(*row, id=f"{row[0]}-{row[3]}-{row[5]}"[:70].replace(" ", "-")) for row in WRONG],
)
def test_a_set_that_cannot_be_is_told_why(
    edition_id: str, cards: str, more: More, sets: str, rule: str, told: str
) -> None:
    settlement = ruled(edition_id, cards, **more)
    whole = judged(settlement, sets)
    (wrong,) = [claimed for claimed in whole.sets if not claimed.legal]
    assert not whole.legal
    assert wrong.laid is None
    found = [objection for objection in wrong.objections if told in objection.message]
    assert {objection.rule for objection in found} == {rule}
    assert rule == "" or rule in settlement.edition.rules
    assert whole.worth + sum(step.more for step in whole.differences) == whole.best


# --- the whole -----------------------------------------------------------------------------------

RIGHT = "These sets are right"
FREED = {"wilds": "mayfair", "reward": "mayfair h2"}
# name, edition, hand, what else, claim, what it is worth, and the steps to the best arrangement
STEPS: list[tuple[str, str, str, More, str, int, list[str]]] = [
    ("hotel-of-2017", WM, "red h2*2 hotel", {}, "red h2*2 hotel", 1750, []),
    ("more-of-2017", WM, "red h1 h3 hotel t*2", {}, "red h1 h3 hotel t*2", 3750, []),
    ("hotel", UK, "red h1 h2 h3 h4 hotel t", {}, "red h1 h2 h3 h4 hotel t", 3500, []),
    ("group-alone", UK, "kings maryl brown go", {}, "stations:; brown", 500, []),
    ("wild-completes", UK, "park-lane c h1 go", {}, "dark-blue: h1 c", 1000, []),
    ("tokens-on-stations", UK, "stations t*2 go", {}, "stations, t*2", 3200, []),
    ("wilds-on-stations", UK, "kings maryl c*2", {}, "kings maryl c=liverp c=t", 1000, []),
    ("token-on-utilities", "deluxe", "utilities t", {}, "utilities, t", 1000, []),
    ("drawn-station-left", UK, "kings maryl t go", {**FALL, "reward": "fench"}, "kings maryl t",
     2000, []),
    ("bonuses-count", UK, "red go*2 mm", {}, "red", 1650, []),
    ("pair", EX, "brown light-blue", NOT_OUT, "brown; light-blue", 8, []),
    ("best", UK, HAND, {}, "dark-blue h1 c=h2 h3 t*2; red", 5050, []),
    ("declared-in-time", UK, LATE, {**NOW, "wilds": "h1 t"},
     "dark-blue: park-lane mayfair c=h1 h2 h3 t c=t; stations:", 6000, []),
    ("freed", UK, "park-lane red h1 c", FREED, "dark-blue h1 h2 c=h3; red", 1850,
     ["Chance as a token instead of a 3rd House: £2,650 (£800 more)"]),
    ("undeclared-and-freed", UK, "park-lane red h1 c", {"reward": "mayfair h2"},
     "dark-blue h1 h2 c=h3; red", 1850,
     ["Chance as a token instead of a 3rd House: £2,650 (£800 more)"]),
    ("freed-as-good", UK, "vine bow-street c dark-blue", {"reward": "marlborough"},
     "orange; dark-blue c=token", 1000, []),
    ("freed-beside-another", UK, "park-lane red c*2", {"reward": "mayfair h1"},
     "dark-blue c=h2 h1; red c=h1", 1700,
     ["Chance as a token instead of a 1st House: £2,650 (£950 more)"]),
    ("freed-and-forgotten", UK, "park-lane strand fleet-street c*2",
     {"wilds": "mayfair", "reward": "mayfair h1 h2"}, "dark-blue h1 h2 c=h3", 1600,
     ["Red as a set too: £1,850 (£250 more)",
      "Chance as a token instead of a 3rd House: £2,650 (£800 more)"]),
    ("longer-with-its-token", UK, "stations t brown h1", {},
     "stations: kings maryl fench, t; brown h1", 1100,
     ["Stations with 4 cards: £2,100 (£1,000 more)"]),
    ("all-on-the-wrong-set", UK, HAND, {}, "red h1 c=h2 h3 t*2; dark-blue", 3400,
     ["With 3 houses and 2 tokens on Dark Blue: £5,050 (£1,650 more)"]),
    ("tokens-on-the-wrong-set", UK, HAND, {}, "dark-blue h1 c=h2 h3; red t*2", 2350,
     ["With 2 tokens on Dark Blue: £5,050 (£2,700 more)"]),
    ("a-set-forgotten", UK, HAND, {}, "dark-blue h1 c=h2 h3 t*2", 4800,
     ["Red as a set too: £5,050 (£250 more)"]),
    ("a-token-forgotten", UK, HAND, {}, "dark-blue h1 c=h2 h3 t; red", 3450,
     ["With 2 tokens on Dark Blue: £5,050 (£1,600 more)"]),
    ("the-wild-forgotten", UK, HAND, {}, "dark-blue; red", 650,
     ["Chance as a 2nd House, with houses and tokens in the best place: £5,050 (£4,400 more)"]),
    ("another-wild", UK, "dark-blue h1 c go", {}, "dark-blue h1 c=h2", 1400,
     ["Chance as a token instead of a 2nd House: £1,800 (£400 more)"]),
    ("one-wrong", UK, "red brown c h1", {}, "red h1 c=h3; brown", 50,
     ["Red as a set too: £300 (£250 more)",
      "Chance as a token, with houses and tokens in the best place: £1,050 (£750 more)"]),
    ("two-wrong", UK, "red brown c h1", {}, "red h1 c=h3; brown c=h4", 0,
     ["Brown as a set too: £50 (£50 more)", "Red as a set too: £300 (£250 more)",
      "Chance as a token, with houses and tokens in the best place: £1,050 (£750 more)"]),
    ("a-pair-forgotten", EX, "brown light-blue", NOT_OUT, "brown", 1,
     ["Light Blue as a set too, with the bonus for Brown and Light Blue: "
      "8 points (7 points more)"]),
    ("shared-card", EX, "oriental vermont connecticut kentucky indiana illinois chance", NOT_OUT,
     "light-blue", 2, ["Red instead of Light Blue: 5 points (3 points more)"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition_id", "cards", "more", "sets", "worth", "steps"),
    [pytest.param(*row[1:], id=row[0]) for row in STEPS],
)
def test_what_the_best_arrangement_does_otherwise(
    edition_id: str, cards: str, more: More, sets: str, worth: int, steps: list[str]
) -> None:
    settlement = ruled(edition_id, cards, **more)
    whole, amount = judged(settlement, sets), settlement.edition.amount
    assert (whole.worth, whole.best) == (worth, settlement.payouts[ME])
    assert [step.text for step in whole.differences] == steps
    assert sum(step.more for step in whole.differences) == whole.best - worth
    wrong = sum(not claimed.legal for claimed in whole.sets)
    right = f"{RIGHT}. They pay the most this hand can: {amount(worth)}."
    if steps:
        right = f"{RIGHT} and pay {amount(worth)}. The best layout pays {amount(whole.best)}."
    sets_are = "One claimed set is" if wrong == 1 else f"{wrong} claimed sets are"
    rest = f"The rest pays {amount(worth)}. The hand is worth {amount(whole.best)}."
    assert whole.text == (f"{sets_are} not right. {rest}" if wrong else right)


def test_a_wild_that_is_needed_elsewhere_keeps_the_hand_from_going_out() -> None:
    whole = judged(ruled(UK, "park-lane red h1 t*2 c"), "red h1 t*2 c=t")
    assert not whole.legal
    assert [objection.rule for objection in whole.objections] == ["incomplete-group"]
    assert whole.sets[0].legal
    assert "may not go out" in whole.text


def as_claimed(settlement: Settlement, laid: Laid, *, said: bool = True) -> list[ClaimedSet]:
    """An arrangement as somebody would claim it, with or without what the wilds stand for."""
    sets = []
    for one in laid.sets:
        cards = list(one.cards)
        for _ in one.wilds if said else ():
            cards.remove(settlement.edition.wild or "")
        sets.append(ClaimedSet(one.group, tuple(cards), one.wilds if said else ()))
    return sets


@given(settlements())
def test_the_best_arrangement_as_a_claim_is_right_and_worth_the_payout(
    settlement: Settlement,
) -> None:
    edition, deal = settlement.edition, settlement.deal
    for player in deal.players:
        claim = as_claimed(settlement, settlement.laid[player])
        text = show_sets(edition, claim)
        assert show_sets(edition, read_sets(edition, text)) == text
        whole = judge(settlement, player, read_sets(edition, text))
        assert whole.legal
        assert whole.worth == whole.best == settlement.payouts[player]
        assert whole.differences == ()
        unsaid = as_claimed(settlement, settlement.laid[player], said=False)
        assert judge(settlement, player, unsaid).legal


@given(deals(), st.data())
def test_any_claim_is_judged_and_never_better_than_the_best(
    line: Line, data: st.DataObject
) -> None:
    try:
        edition, deal = read(line)
    except Refusal:
        return
    settlement = settle(edition, deal)
    card = st.sampled_from(list(edition.deck))
    sets = [
        ClaimedSet(
            group.id,
            tuple(edition.sort([*group.cards, *data.draw(st.lists(card, max_size=4))])),
            tuple(edition.sort(data.draw(st.lists(card, max_size=2)))) if edition.wild else (),
        )
        for group in data.draw(st.lists(st.sampled_from(edition.groups), max_size=3))
    ]
    for player in deal.players:
        whole = judge(settlement, player, sets)
        assert whole.best == settlement.payouts[player]
        if whole.objections:
            continue
        assert whole.worth <= whole.best
        assert sum(step.more for step in whole.differences) == whole.best - whole.worth
        assert all(step.more > 0 for step in whole.differences)
