"""A claim: how sets are written, what each may be, and what the whole is worth beside the best."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.arrange.laid import Laid
from companion.rules.contract import read
from companion.rules.dispute.claim import Judgement, claimed_amount, judge
from companion.rules.dispute.notation import ClaimedSet, read_sets, show_sets
from companion.rules.dispute.slips import slips
from companion.rules.edition_file import edition_ids, load
from companion.rules.hand import Refusal
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.settlement import Settlement
from tests.deals import ME, Line, deals, ruled, settlements

UK, WM, EX = "classic-uk", "winning-moves-2017", "express"


def judged(settlement: Settlement, sets: str) -> Judgement:
    return judge(settlement, ME, read_sets(settlement.edition, sets))


# --- how sets are written ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "text", "shown"),
    [
        pytest.param(
            UK,
            "dark-blue: park-lane, chance=mayfair, h1, token*2; stations: kings, mary",
            "dark-blue: park-lane, house-1, token*2, chance=mayfair; "
            "railroads: kings-cross-station, marylebone-station",
            id="both-in-one-line",
        ),
        pytest.param(
            UK,
            "Stations: kings cross, marylebone\nDark Blue: Mayfair, Park Lane, h1",
            "dark-blue: park-lane, mayfair, house-1; "
            "railroads: kings-cross-station, marylebone-station",
            id="one-a-line-in-board-order",
        ),
        pytest.param(
            UK,
            "Park Lane, Mayfair, h1 h2 c=h3 c=t t",
            "dark-blue: park-lane, mayfair, house-1, house-2, token, chance=house-3, chance=token",
            id="the-properties-say-which",
        ),
        pytest.param(
            UK,
            "light: chance = The Angel, Islington, euston, pent",
            "light-blue: euston-road, pentonville-road, chance=the-angel-islington",
            id="a-name-with-a-comma",
        ),
        pytest.param(UK, "red: h1", "red: house-1", id="all-of-red"),
        pytest.param(UK, "red:", "red:", id="only-red"),
        pytest.param(
            UK, "red: 2 houses, 1 token", "red: house-1, house-2, token", id="so-many-houses"
        ),
        pytest.param(UK, "red: one house, c=h2", "red: house-1, chance=house-2", id="one-house"),
        pytest.param(
            UK,
            "brown: old-kent, c",
            "brown: old-kent-road, chance",
            id="a-wild-not-said-as-what",
        ),
        pytest.param(UK, "token*2", "token*2", id="on-nothing"),
        pytest.param(UK, "the reds: h1-h3", "red: house-1, house-2, house-3", id="reds"),
        pytest.param(
            UK,
            "stations (kings, mary)",
            "railroads: kings-cross-station, marylebone-station",
            id="a-group-before-brackets",
        ),
        pytest.param(
            UK, "brown - whitechapel - c", "brown: whitechapel-road, chance", id="before-a-dash"
        ),
        pytest.param(
            UK,
            "reds and utilities, go",
            "red: strand, fleet-street, trafalgar-square; utilities: electric-company, water-works",
            id="two-groups-in-one-line",
        ),
        pytest.param(
            UK,
            "light: Chance used as The Angel, Islington, euston, chance for the second house",
            "light-blue: euston-road, chance=the-angel-islington, chance=house-2",
            id="a-wild-said-in-words",
        ),
        pytest.param(
            UK,
            "dark blue (park lane, chance (mayfair))",
            "dark-blue: park-lane, chance=mayfair",
            id="what-a-wild-counts-as-in-brackets",
        ),
        pytest.param(
            UK,
            "dark blue [park lane], chance [mayfair], chance -> h1",
            "dark-blue: park-lane, chance=mayfair, chance=house-1",
            id="what-a-wild-counts-as-in-square-brackets-and-behind-an-arrow",
        ),
        pytest.param(
            UK,
            "stations: all; utilities (both) + token; red (all 3), h1",
            "red: strand, fleet-street, trafalgar-square, house-1; railroads: kings-cross-station, "
            "marylebone-station, fenchurch-street-station, liverpool-street-station; utilities: "
            "electric-company, water-works, token",
            id="all-of-a-group",
        ),
        pytest.param(
            UK,
            "chance (The Angel, Islington) euston, h1",
            "light-blue: euston-road, house-1, chance=the-angel-islington",
            id="a-name-with-a-comma-in-brackets",
        ),
        pytest.param(
            UK,
            "light: chance as euston + The Angel, Islington",
            "light-blue: the-angel-islington, chance=euston-road",
            id="a-name-with-a-comma-behind-a-wild",
        ),
        pytest.param(
            UK,
            "pent chance as The Angel, Islington 2 houses",
            "light-blue: pentonville-road, house-1, house-2, chance=the-angel-islington",
            id="more-behind-a-name-with-a-comma",
        ),
        pytest.param(
            WM,
            "dark: wild card as two houses, w=three houses",
            "dark-blue: wild=two-houses, wild=three-houses",
            id="a-wild-is-one-card",
        ),
        pytest.param(
            UK,
            "red, 2 tokens, chance = 2nd house, chance = 3rd house",
            "red: strand, fleet-street, trafalgar-square, token*2, chance=house-2, chance=house-3",
            id="two-wilds-in-one-set",
        ),
        pytest.param(UK, "go*3, mm; ;", "", id="what-pays-by-itself-is-passed-over"),
        pytest.param(UK, "brown: go", "brown:", id="go-in-it"),
        pytest.param(
            WM,
            "dark: w=Park Place boardwalk wild=h2",
            "dark-blue: boardwalk, wild=park-place, wild=two-houses",
            id="wilds-of-2017",
        ),
        pytest.param(
            EX, "corners", "corners: go, jail, free-parking, go-to-jail", id="a-pile-by-its-group"
        ),
    ],
)
def test_sets_are_read_and_written_in_one_way(edition_id: str, text: str, shown: str) -> None:
    """An address has them without blanks behind the commas."""
    edition = load(edition_id)
    sets = read_sets(edition, text)
    assert show_sets(edition, sets) == shown
    for written in (shown, shown.replace(", ", ",").replace("; ", ";").replace(": ", ":")):
        assert read_sets(edition, written) == sets


@pytest.mark.parametrize(
    ("edition_id", "text", "named"),
    [
        pytest.param(UK, "purple: h1", "purple", id="unknown-group"),
        pytest.param(UK, ": h1", "before the colon", id="no-group-before-the-colon"),
        pytest.param(UK, "r: h1", "“r”", id="beginning-of-two-groups"),
        pytest.param(UK, "red: boardwalk", "boardwalk", id="unknown-card"),
        pytest.param(UK, "reds and browns, h1", "names 2 sets", id="houses-of-which-set"),
        pytest.param(UK, "red: strand (token)", "Put a comma", id="said-again-or-one-more"),
        pytest.param(WM, "red: 2 houses", "may be Two Houses or", id="houses-of-which-cards"),
        pytest.param(UK, "red: token=h1", "only Chance can count as", id="no-wild"),
        pytest.param(UK, "red: c=", "chance=card", id="stands-for-nothing"),
        pytest.param(UK, "red: c=brown", "not one card", id="stands-for-a-group"),
        pytest.param(UK, "red: c=boardwalk", "boardwalk", id="stands-for-an-unknown-card"),
        pytest.param(UK, "stations: all 2", "all 2", id="all-of-a-group-that-has-more"),
        pytest.param(UK, "dark-blue (all 3), h1", "all 3", id="all-of-a-group-that-has-fewer"),
        pytest.param(UK, "red: both", "both", id="both-of-a-group-of-three"),
        pytest.param(WM, "red: w=go", "part of no set", id="stands-for-what-is-in-no-set"),
        pytest.param(EX, "red: c=h1", "no wild", id="no-wilds-in-express"),
        pytest.param(UK, "=", "only Chance", id="nothing-but-the-sign"),
        pytest.param(UK, "red; " * 13, "12 is the most", id="too-many-sets"),
        pytest.param(UK, "red: token*41", "40 at the very most", id="too-many-cards"),
    ],
)
def test_what_is_no_claim_is_refused(edition_id: str, text: str, named: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_sets(load(edition_id), text)
    assert refused.value.rule == "bad-claim"
    assert named in refused.value.message


@given(st.sampled_from(edition_ids()), st.text("rdc:;=,* \nhgt-123", max_size=40))
def test_any_text_is_read_or_refused(edition_id: str, text: str) -> None:
    edition = load(edition_id)
    try:
        sets = read_sets(edition, text)
    except Refusal:
        return
    assert read_sets(edition, show_sets(edition, sets)) == sets


# --- one set by itself ---------------------------------------------------------------------------

HAND = "dark-blue red h1 h3 token*2 c"
WRONG = [
    (UK, HAND, "green", "", "is not in this hand"),
    (UK, HAND, "dark-blue h1*2", "", "in this hand only once"),
    (UK, HAND, "red: red park-lane", "incomplete-group", "belongs to Dark Blue"),
    (UK, "strand fleet-street c", "red: strand fleet-street", "incomplete-group",
     "Trafalgar Square missing"),
    (UK, "kings, c", "stations: kings", "incomplete-group", "two or more"),
    (UK, "c*2", "brown: c=old-kent c=whitechapel", "chance", "at least one real card"),
    (UK, HAND, "dark-blue h3", "house-out-of-sequence",
     "A 3rd House cannot be placed: a 1st House and a 2nd House are missing."),
    (UK, HAND, "dark-blue h1 c=h1", "too-many-houses", "one house of each number"),
    (UK, HAND, "dark-blue h1 c=hotel", "hotel-without-four-houses", "all four houses"),
    (UK, "red h1 h2 h3 h4 hotel*2", "red h1 h2 h3 h4 hotel*2", "too-many-hotels", "one hotel"),
    (UK, "stations h1", "stations h1", "house-without-set", "no houses and no hotel"),
    (UK, "utilities hotel", "utilities hotel", "hotel-without-set", "no houses and no hotel"),
    (UK, HAND, "token", "token", "is on no set"),
    (UK, HAND, "h1", "house-without-set", "is on no set"),
    (UK, "red hotel", "hotel", "hotel-without-set", "is on no set"),
    (UK, HAND, "dark-blue c=mayfair", "chance", "there already"),
    (UK, HAND, "dark-blue c=h1 c=h2", "chance", "used twice"),
    (UK, HAND, "dark-blue c=c", "chance", "may not count as Chance"),
    (UK, "kings mary c*2", "stations: kings mary c=liver c=liver", "chance",
     "Only one Chance can count as Liverpool Street Station."),
    (WM, "red h1*4 h3", "red h1*2 h3", "too-many-houses", "make 5 houses"),
    (WM, "red h1 hotel", "red h1 hotel", "hotel-without-four-houses", "exactly 4"),
    (WM, "red h2*2 hotel*2", "red h2*2 hotel*2", "too-many-hotels", "one hotel"),
    (WM, "red railroads t", "railroads t", "token", "goes on a colour set"),
    (WM, "red w", "red w=wild", "wild", "may not count as Wild"),
    (EX, "brown chance", "brown chance", "not-a-monopoly", "not to Brown"),
    (EX, "red chance", "red: red chance", "not-a-monopoly", "is here twice. One completes Red."),
    (EX, "mediterranean", "brown: mediterranean", "not-a-monopoly", "missing"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition_id", "cards", "sets", "rule", "told"),
    [pytest.param(*row, id=f"{row[0]}-{row[2]}"[:50].replace(" ", "-")) for row in WRONG],
)
def test_a_set_that_cannot_be_is_told_why(
    edition_id: str, cards: str, sets: str, rule: str, told: str
) -> None:
    settlement = ruled(edition_id, cards, out=edition_id != EX)
    (one,) = judged(settlement, sets).sets
    assert not one.legal
    assert one.pays is None
    found = [objection for objection in one.objections if told in objection.message]
    assert {objection.rule for objection in found} == {rule}
    assert rule == "" or rule in settlement.edition.rules


@pytest.mark.parametrize(
    ("edition_id", "cards"),
    [(WM, "red h2*2 hotel"), (WM, "red h1 h3 hotel t*2"), (UK, "red h1 h2 h3 h4 hotel t")],
)
def test_a_set_with_its_hotel_is_right(edition_id: str, cards: str) -> None:
    whole = judged(ruled(edition_id, cards), cards)
    assert whole.legal
    assert whole.worth == whole.best


@pytest.mark.parametrize(
    ("edition_id", "cards", "sets", "wrong", "rule", "told"),
    [
        pytest.param(UK, "stations", "stations: kings mary; stations: fen liver", 1, "set-value",
                     "claimed twice", id="a-group-twice"),
        pytest.param(UK, "red brown h1", "red h1; brown h1", 0, "", "in another claimed set",
                     id="a-house-twice"),
        pytest.param(UK, "red brown c", "red c=h1; brown c=h1", 0, "chance",
                     "in another claimed set", id="a-wild-twice"),
        pytest.param(WM, "red brown h1 t", "red h1; brown t", 0, "set-value",
                     "Only one colour set is improved: Brown", id="two-improved-sets"),
    ],
)  # fmt: skip
def test_sets_that_cannot_be_together(
    edition_id: str, cards: str, sets: str, wrong: int, rule: str, told: str
) -> None:
    rows = judged(ruled(edition_id, cards), sets).sets
    blamed = [row for row in rows if not row.legal]
    assert len(blamed) == 1
    assert told in blamed[0].objections[0].message
    assert blamed[0].objections[0].rule == rule


def test_who_did_not_go_out_has_no_improvements_in_2017() -> None:
    (one,) = judged(ruled(WM, "red h1 t", out=False), "red h1 t").sets
    assert [objection.rule for objection in one.objections] == ["set-value"]


@pytest.mark.parametrize(
    ("edition_id", "cards", "out", "rule"),
    [
        pytest.param(UK, "red c", False, "chance", id="chance"),
        pytest.param(WM, "red gtj", False, "go-to-jail", id="go-to-jail"),
        pytest.param(WM, "red gtj", True, "jail", id="goer-in-jail"),
    ],
)
def test_a_hand_that_is_caught_has_no_sets(
    edition_id: str, cards: str, out: bool, rule: str
) -> None:
    whole = judged(ruled(edition_id, cards, out=out), "red")
    assert [objection.rule for objection in whole.sets[0].objections] == [rule]
    assert (whole.worth, whole.best) == (0, 0)


def test_when_nobody_went_out_no_set_pays() -> None:
    edition = load(UK)
    line = {"edition": UK, "players": [ME, "Bob"], "went_out": None}
    settlement = settle(*read({**line, "hands": {ME: parse(edition, "red")}}))
    assert judged(settlement, "red").sets[0].objections[0].rule == "nobody-out"


def test_a_wild_that_was_declared_is_nothing_else() -> None:
    whole = judged(ruled(UK, "park-lane red h1 c", wilds="mayfair"), "red c=h1")
    (objection,) = whole.sets[0].objections
    assert objection.rule == "chance"
    assert "declared as Mayfair, so it is not a 1st House here" in objection.message


def test_a_declared_wild_that_the_reward_frees_may_be_something_else() -> None:
    settlement = ruled(UK, "park-lane red h1 c", wilds="mayfair", reward="mayfair h2")
    assert judged(settlement, "dark-blue h1 h2 c=h3; red").legal
    assert not judged(settlement, "dark-blue: park-lane c=mayfair; red").legal  # it is there now
    assert not judged(ruled(UK, "park-lane red h1 c", wilds="mayfair", reward="go"),
                      "red h1 c=h2").legal  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "reward", "sets", "worth", "best"),
    [
        pytest.param("park-lane red h1 c", "mayfair h2", "dark-blue h1 h2 c=h3; red", 1850, 2650,
                     id="less-than-the-best"),
        pytest.param("vine bow-street c dark-blue", "marlborough", "orange; dark-blue c=token",
                     1000, 1000, id="as-good-as-the-best"),
        pytest.param("park-lane red c*2", "mayfair h1", "dark-blue c=h2 h1; red c=h1", 1700, 2650,
                     id="beside-another-wild"),
    ],
)  # fmt: skip
def test_a_wild_that_nobody_declared_is_freed_by_the_reward(
    cards: str, reward: str, sets: str, worth: int, best: int
) -> None:
    whole = judged(ruled(UK, cards, reward=reward), sets)
    assert (whole.legal, whole.worth, whole.best) == (True, worth, best)


def test_a_freed_wild_is_claimed_while_a_set_with_another_wild_is_forgotten() -> None:
    hand = "park-lane strand fleet-street c*2"
    settlement = ruled(UK, hand, wilds="mayfair", reward="mayfair h1 h2")
    whole = judged(settlement, "dark-blue h1 h2 c=h3")
    assert whole.legal
    assert [one.text for one in whole.differences] == [
        "Red as a set too: £1,850 (£250 more)",
        "Chance as a token instead of a 3rd House: £2,650 (£800 more)",
    ]


@pytest.mark.parametrize(
    ("wilds", "how"), [("h3", "was declared as it"), ("", "counts as it")], ids=["said", "best"]
)
def test_a_card_that_a_wild_counts_as_is_told_how_to_write(wilds: str, how: str) -> None:
    settlement = ruled(UK, "red h1 h2 h4 c go", wilds=wilds)
    (one,) = judged(settlement, "red h1 h2 h3 h4").sets
    message = f"3rd House is not in this hand. Chance {how}: write “Chance = 3rd House”."
    assert [objection.message for objection in one.objections] == [message]
    assert judged(settlement, "red: h1, h2, Chance = 3rd House, h4").legal


# --- the whole -----------------------------------------------------------------------------------


LATE = "park-lane mayfair stations t go c c"


@pytest.mark.parametrize(
    ("sets", "worth"),
    [
        pytest.param("dark-blue: park-lane mayfair c=h1 h2 h3 t c=t; stations:", 1200, id="said"),
        pytest.param("dark-blue: park-lane mayfair h3 t h2 c; stations: stations h2", 200,
                     id="not-said-as-what"),
    ],
)  # fmt: skip
def test_a_wild_is_not_declared_once_the_reward_is_seen(sets: str, worth: int) -> None:
    whole = judged(ruled(UK, LATE, reward="northumberland h2 h3"), sets)
    assert not whole.legal
    (objection,) = whole.sets[0].objections
    assert objection.rule == "chance"
    assert "had to be declared before the reward" in objection.message
    assert "so it counts as two tokens" in objection.message
    assert (whole.worth, whole.best) == (worth, 4600)
    assert sum(one.more for one in whole.differences) == whole.best - whole.worth


def test_a_wild_that_was_declared_in_time_is_right() -> None:
    settlement = ruled(UK, LATE, reward="northumberland h2 h3", wilds="h1 t")
    whole = judged(settlement, "dark-blue: park-lane mayfair c=h1 h2 h3 t c=t; stations:")
    assert whole.legal
    assert (whole.worth, whole.best) == (6000, 6000)


def test_a_group_alone_is_what_the_hand_has_of_it() -> None:
    stations, brown = judged(ruled(UK, "kings mary brown go"), "stations:; brown").sets[::-1]
    assert stations.legal
    assert stations.pays == 250
    assert brown.legal
    (dark_blue,) = judged(ruled(UK, "park-lane c h1 go"), "dark-blue: h1 c").sets
    assert dark_blue.legal
    assert dark_blue.read.wilds == ("mayfair",)


def test_a_set_that_is_refused_takes_no_card_from_another() -> None:
    settlement = ruled(EX, "brown oriental vermont connecticut chance", out=False)
    brown, blue = judged(
        settlement, "brown: mediterranean baltic income-tax chance; light-blue"
    ).sets
    assert not brown.legal
    assert blue.legal


@pytest.mark.parametrize(
    ("edition_id", "cards", "sets", "pays"),
    [
        pytest.param(UK, "stations t*2 go", "stations, t*2", 3000, id="all-four-stations"),
        pytest.param(UK, "kings mary c*2", "kings mary c=liver c=t", 1000, id="by-chance"),
        pytest.param("deluxe", "utilities t", "utilities, t", 1000, id="utilities"),
    ],
)
def test_tokens_may_be_claimed_on_sets_without_houses(
    edition_id: str, cards: str, sets: str, pays: int
) -> None:
    assert [one.pays for one in judged(ruled(edition_id, cards), sets).sets] == [pays]


def test_a_token_on_a_larger_set_pays_more() -> None:
    whole = judged(ruled(UK, "stations t brown h1"), "stations: kings mary fen, t; brown h1")
    (one,) = whole.differences
    assert one.text == "Stations with 4 cards: £2,100 (£1,000 more)"


def test_where_more_stations_pay_less_those_laid_down_count_all_the_same() -> None:
    values = {"railroads": {"2": 900, "3": 600, "4": 300}}
    whole = judged(ruled(UK, "kings mary fen c go", options={"values": values}), "kings mary")
    (objection,) = whole.sets[0].objections
    assert objection.message == "All 3 Stations count: £600."
    drawn = ruled(UK, "kings mary t go", reward="fen", options={"values": values})
    assert judged(drawn, "kings mary t").legal


def test_the_best_arrangement_is_told_so() -> None:
    whole = judged(ruled(UK, HAND), "dark-blue h1 c=h2 h3 t*2; red")
    assert whole.legal
    assert (whole.worth, whole.best, whole.differences) == (5050, 5050, ())
    assert whole.text == "These sets are right. They pay the most this hand can: £5,050."


@pytest.mark.parametrize(
    ("sets", "worth", "told"),
    [
        pytest.param("red h1 c=h2 h3 t*2; dark-blue", 3400,
                     ["With 3 houses and 2 tokens on Dark Blue: £5,050 (£1,650 more)"],
                     id="everything-on-the-wrong-set"),
        pytest.param("dark-blue h1 c=h2 h3; red t*2", 2350,
                     ["With 2 tokens on Dark Blue: £5,050 (£2,700 more)"],
                     id="tokens-on-the-wrong-set"),
        pytest.param("dark-blue h1 c=h2 h3 t*2", 4800, ["Red as a set too: £5,050 (£250 more)"],
                     id="a-set-forgotten"),
        pytest.param("dark-blue h1 c=h2 h3 t; red", 3450, ["With 2 tokens on Dark Blue: "
                     "£5,050 (£1,600 more)"], id="a-token-forgotten"),
        pytest.param("dark-blue; red", 650, ["Chance as a 2nd House, with houses and tokens "
                     "in the best place: £5,050 (£4,400 more)"], id="the-wild-forgotten"),
    ],
)  # fmt: skip
def test_what_the_best_arrangement_does_otherwise(sets: str, worth: int, told: list[str]) -> None:
    whole = judged(ruled(UK, HAND), sets)
    assert whole.worth == worth
    assert [difference.text for difference in whole.differences] == told
    assert sum(difference.more for difference in whole.differences) == whole.best - worth


def test_a_wild_as_another_card() -> None:
    whole = judged(ruled(UK, "dark-blue h1 c go"), "dark-blue h1 c=h2")
    assert whole.legal
    told = [difference.text for difference in whole.differences]
    assert told == ["Chance as a token instead of a 2nd House: £1,800 (£400 more)"]


@pytest.mark.parametrize(
    ("sets", "told", "differences"),
    [
        pytest.param("red h1 c=h3; brown", "One claimed set is not right. The rest pays £50. ",
                     ["Red as a set too: £300 (£250 more)", "Chance as a token, with houses and "
                      "tokens in the best place: £1,050 (£750 more)"],
                     id="what-its-wild-counts-as-is-open"),
        pytest.param("red h1 c=h3; brown c=h4", "2 claimed sets are not right. The rest pays £0. ",
                     ["Brown as a set too: £50 (£50 more)", "Red as a set too: £300 (£250 more)",
                      "Chance as a token, with houses and tokens in the best place: £1,050 "
                      "(£750 more)"],
                     id="two-sets"),
    ],
)  # fmt: skip
def test_sets_that_are_not_right_pay_nothing(sets: str, told: str, differences: list[str]) -> None:
    whole = judged(ruled(UK, "red brown c h1"), sets)
    assert whole.text == f"{told}The hand is worth £1,050."
    assert [one.text for one in whole.differences] == differences


def test_a_wild_that_is_needed_elsewhere_keeps_the_hand_from_going_out() -> None:
    whole = judged(ruled(UK, "park-lane red h1 t*2 c"), "red h1 t*2 c=t")
    assert not whole.legal
    assert [objection.rule for objection in whole.objections] == ["incomplete-group"]
    assert whole.sets[0].legal
    assert "may not go out" in whole.text


def test_bonuses_and_majority_count_whatever_the_sets() -> None:
    whole = judged(ruled(UK, "red go*2 mm"), "red")
    assert (whole.worth, whole.best) == (1650, 1650)


def test_the_bonus_of_a_pair_needs_both_piles() -> None:
    settlement = ruled(EX, "brown light-blue", out=False)
    assert judged(settlement, "brown; light-blue").worth == 8
    assert judged(settlement, "brown; light-blue").differences == ()
    whole = judged(settlement, "brown")
    assert whole.worth == 1
    (one,) = whole.differences
    assert one.text == (
        "Light Blue as a set too, with the bonus for Brown and Light Blue: 8 points (7 points more)"
    )


def test_a_shared_card_in_the_cheaper_pile() -> None:
    hand = "oriental vermont connecticut kentucky indiana illinois chance"
    whole = judged(ruled(EX, hand, out=False), "light-blue")
    assert [one.text for one in whole.differences] == [
        "Red instead of Light Blue: 5 points (3 points more)"
    ]


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
        edition, deal = read({**line, "options": {}})
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
        assert sum(one.more for one in whole.differences) == whole.best - whole.worth


# --- the amount ----------------------------------------------------------------------------------


def test_the_right_amount() -> None:
    told = claimed_amount(ruled(UK, HAND), ME, 5050)
    assert told.right
    assert told.text == "The sum is right: £5,050."


def test_the_right_amount_of_a_hand_that_may_not_go_out() -> None:
    told = claimed_amount(ruled(WM, "railroads utilities go*4"), ME, 3000)
    assert told.right
    assert told.text == "The sum is right if you allow the hand: $3,000."


# name, edition, hand, what else, amount, the slip
SLIPS: list[tuple[str, str, str, dict[str, Any], int, str]] = [
    ("chance-as-a-token", UK, HAND, {}, 3450, "with Chance as a token, but then the hand may not"),
    ("one-token", UK, HAND, {}, 3450, "with one token less"),
    ("no-tokens", UK, HAND, {}, 1850, "without the 2 tokens on Dark Blue"),
    ("a-set-left-out", UK, HAND, {}, 4800, "without Red"),
    ("tokens-on-the-other-set", UK, HAND, {}, 2350, "with the tokens on Red instead of Dark Blue"),
    ("tokens-without-houses", UK, HAND, {}, 2650, "tokens on Dark Blue counted without its house"),
    ("no-hotel", UK, "red h1 h2 h3 h4 hotel", {}, 1250, "without the hotel on Red"),
    ("hotel-as-a-house", UK, "red h1 h2 h3 h4 hotel", {}, 1500, "counted like a house"),
    ("no-go", UK, "red go*2", {}, 250, "without what is paid for GO"),
    ("no-majority", UK, "red mm", {}, 250, "without what is paid for the most Mr. Monopoly"),
    ("no-majority-there", UK, "red mm", {"others": "mm"}, 1250, "which this hand does not get"),
    ("no-reward", UK, "red", {"reward": "t go"}, 250, "without the reward"),
    ("caught", UK, "red c", {"out": False}, 250, "if no Chance were in the hand"),
    ("go-by-itself", WM, "red go*4", {}, 1050, "with every GO paid by itself"),
    ("no-jackpot", WM, "red fp", {}, 250, "without the jackpot"),
    ("no-jackpot-there", WM, "red fp", {"others": "fp"}, 750, "which this hand does not get"),
    ("improved-but-not-out", WM, "red h1 t", {"out": False}, 1500, "if this hand had gone out"),
    ("in-jail", WM, "red gtj", {"out": False}, 250, "if no Go To Jail were in the hand"),
    ("no-pair", EX, "brown light-blue", {"out": False}, 3, "the bonus for Brown and Light Blue"),
]


@pytest.mark.parametrize(
    ("edition_id", "cards", "more", "amount", "slip"),
    [pytest.param(*row[1:], id=row[0]) for row in SLIPS],
)
def test_a_slip_that_gives_just_this_amount(
    edition_id: str, cards: str, more: dict[str, Any], amount: int, slip: str
) -> None:
    told = claimed_amount(ruled(edition_id, cards, **more), ME, amount)
    assert not told.right
    assert any(slip in text for text in told.slips), told
    assert told.text.startswith("Claimed: ")


def test_an_amount_that_no_slip_gives_says_so() -> None:
    told = claimed_amount(ruled(UK, HAND), ME, 100)
    text = "Claimed: £100. The hand is worth £5,050. No single common slip gives £100."
    assert (told.text, told.slips) == (text, ())
    void = claimed_amount(ruled(UK, HAND, out=None), ME, 100)
    assert (void.text, void.slips) == ("Claimed: £100. The hand is worth £0.", ())


def test_slips_that_are_not_named_are_counted() -> None:
    hand = "strand fleet-street euston-road pentonville-road fenchurch c*2 h1 h2 h3 h4 hotel"
    told = claimed_amount(ruled(UK, hand), ME, 2000)
    assert len(told.slips) == 4
    assert told.slips[-1].endswith(" would give it too.")


@given(deals(), st.integers(0, 60))
def test_slips_never_fail(line: Line, fifties: int) -> None:
    try:
        edition, deal = read(line)
    except Refusal:
        return
    settlement = settle(edition, deal)
    for player in deal.players:
        assert all(text and isinstance(pays, int) for text, pays in slips(settlement, player))
        told = claimed_amount(settlement, player, fifties * 50)
        assert told.right == (settlement.payouts[player] == fifties * 50)
        assert len(told.slips) <= 4
