"""Whole deals: what every player is paid, the majority, the jackpot, and Express rounds."""

import json
import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import read
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.findings.finding import WARNINGS
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.settlement import Jackpot, Settlement, count_first
from tests.often import times
from tests.proof.brute import EXPRESS, POINTS
from tests.settling import settle_cards

UK, US, DL, WM, EX = "classic-uk", "classic-us", "deluxe", "winning-moves-2017", "express"
CLASSIC = (US, UK, DL)
Lines = dict[str, str]
Options = dict[str, Any]


def deal(
    edition_id: str,
    hands: Lines,
    went_out: str | None = "Ann",
    *,
    wilds: Lines | None = None,
    options: Options | None = None,
    **fields: Any,
) -> Settlement:
    """A deal of these hands, settled; the players sit in the order of the hands."""
    edition = load(edition_id)
    data = {
        "edition": edition_id,
        "players": list(hands),
        "hands": {player: parse(edition, line) for player, line in hands.items()},
        "went_out": went_out,
        "wilds": {player: parse(edition, line) for player, line in (wilds or {}).items()},
        "options": options or {},
        **{
            name: parse(edition, value) if isinstance(value, str) else value
            for name, value in fields.items()
        },
    }
    return settle(*read(data))


def hand_of(settled: Settlement, player: str) -> dict[str, Any]:
    """One player's detail as it is printed."""
    detail: dict[str, Any] = settled.as_json()["hands"][player]
    return detail


# --- Mr. Monopoly -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition_id", CLASSIC)
@pytest.mark.parametrize(
    ("hands", "payouts"),
    [
        pytest.param(hands, payouts, id=name)
        for name, hands, payouts in [
            ("one-is-enough", {"Ann": "dark-blue", "Bob": "mm", "Cleo": ""}, (400, 1000, 0)),
            ("most", {"Ann": "dark-blue mm", "Bob": "mm*2", "Cleo": "mm"}, (400, 1000, 0)),
            ("the-goer", {"Ann": "dark-blue mm*2", "Bob": "mm", "Cleo": ""}, (1400, 0, 0)),
            ("all-four", {"Ann": "dark-blue", "Bob": "go", "Cleo": "mm*4"}, (400, 200, 1000)),
            ("tie-pays-nobody", {"Ann": "dark-blue mm*2", "Bob": "mm*2", "Cleo": ""}, (400, 0, 0)),
            ("tie-of-one", {"Ann": "dark-blue mm", "Bob": "mm", "Cleo": ""}, (400, 0, 0)),
            ("tie-for-most", {"Ann": "dark-blue", "Bob": "mm", "Cleo": "mm"}, (400, 0, 0)),
            ("tie-below-the-most", {"Ann": "dark-blue mm*2", "Bob": "mm", "Cleo": "mm"},
             (1400, 0, 0)),
            ("nobody-has-any", {"Ann": "dark-blue", "Bob": "", "Cleo": ""}, (400, 0, 0)),
        ]
    ],
)  # fmt: skip
def test_mr_monopoly(edition_id: str, hands: Lines, payouts: tuple[int, ...]) -> None:
    settled = deal(edition_id, hands)
    assert tuple(settled.payouts.values()) == payouts
    assert settled.jackpot is None


@pytest.mark.parametrize(
    ("hands", "count", "payouts"),
    [
        pytest.param(hands, count, payouts, id=f"{name}, wiped_out_count={count}")
        for name, hands, both in [
            # A wiped-out hand's cards count for the most, so nobody may be paid ...
            ("caught-holds-most", {"Ann": "dark-blue mm", "Bob": "mm*2 c", "Cleo": ""},
             {True: (400, 0, 0), False: (1400, 0, 0)}),
            # ... and they can make a tie.
            ("caught-ties", {"Ann": "dark-blue mm", "Bob": "mm c", "Cleo": ""},
             {True: (400, 0, 0), False: (1400, 0, 0)}),
            ("caught-holds-fewer", {"Ann": "dark-blue mm*2", "Bob": "mm c", "Cleo": ""},
             {True: (1400, 0, 0), False: (1400, 0, 0)}),
            ("caught-holds-them-all", {"Ann": "dark-blue", "Bob": "mm*4 c", "Cleo": ""},
             {True: (400, 0, 0), False: (400, 0, 0)}),
            ("tie-behind-the-caught", {"Ann": "dark-blue mm", "Bob": "mm*2 c", "Cleo": "mm"},
             {True: (400, 0, 0), False: (400, 0, 0)}),
            ("two-caught", {"Ann": "dark-blue", "Bob": "mm*2 c", "Cleo": "mm c"},
             {True: (400, 0, 0), False: (400, 0, 0)}),
        ]
        for count, payouts in both.items()
    ],
)  # fmt: skip
def test_mr_monopoly_wiped_out_count(hands: Lines, count: bool, payouts: tuple[int, ...]) -> None:
    settled = deal(UK, hands, options={"wiped_out_count": count})
    assert tuple(settled.payouts.values()) == payouts


def test_mr_monopoly_drawn_as_reward_counts_for_the_goer() -> None:
    hands = {"Ann": "dark-blue mm", "Bob": "mm*2"}
    assert deal(UK, hands).payouts == {"Ann": 400, "Bob": 1000}
    assert deal(UK, hands, reward="mm").payouts == {"Ann": 400, "Bob": 0}
    settled = deal(UK, {"Ann": "dark-blue mm", "Bob": "mm"}, reward="mm*2 go")
    assert settled.payouts == {"Ann": 400 + 1000 + 200, "Bob": 0}
    bonuses = {bonus["kind"]: bonus for bonus in hand_of(settled, "Ann")["bonuses"]}
    assert bonuses["mr-monopoly"] == {"kind": "mr-monopoly", "count": 3, "amount": 1000}
    assert bonuses["go"] == {"kind": "go", "count": 1, "amount": 200}
    assert hand_of(settled, "Bob")["unused"] == ["mr-monopoly"]


# --- Chance in the hand of a player who did not go out ------------------------------------------


@pytest.mark.parametrize("edition_id", CLASSIC)
def test_caught_with_chance_the_whole_hand_pays_nothing(edition_id: str) -> None:
    line = "dark-blue h1 h2 token go*3 chance"
    settled = deal(edition_id, {"Ann": "red", "Bob": line})
    assert settled.payouts == {"Ann": 250, "Bob": 0}
    assert settled.legal
    bob = hand_of(settled, "Bob")
    assert bob["wiped_out"] == "chance"
    assert (bob["sets"], bob["bonuses"]) == ([], [])
    assert Counter(bob["unused"]) == Counter(parse(load(edition_id), line))
    assert hand_of(settled, "Ann")["wiped_out"] is None


@pytest.mark.parametrize("declared", ["", "token", "house-1"])
def test_caught_with_chance_declarations_are_ignored(declared: str) -> None:
    settled = deal(UK, {"Ann": "red", "Bob": "dark-blue c"}, wilds={"Bob": declared})
    assert settled.payouts == {"Ann": 250, "Bob": 0}
    assert hand_of(settled, "Bob")["wiped_out"] == "chance"


@pytest.mark.parametrize("edition_id", CLASSIC)
def test_the_others_score_sets_houses_hotels_and_tokens(edition_id: str) -> None:
    hands = {
        "Ann": "brown",
        "Bob": "dark-blue h1 h2 h3 h4 hotel token",  # 2500 and once more
        "Cleo": "yellow h1 h2 h3 go token*2",  # the rulebooks' 3600, and 200
        "Dan": "railroads utilities token h1 hotel",  # 1000 + 500 + 1000
    }
    assert deal(edition_id, hands).payouts == {"Ann": 50, "Bob": 5000, "Cleo": 3800, "Dan": 2500}


def test_the_others_what_is_in_no_set_is_worth_nothing_and_hurts_nothing() -> None:
    settled = deal(UK, {"Ann": "brown", "Bob": "red mayfair h2 h4 hotel"})
    assert settled.payouts == {"Ann": 50, "Bob": 250}
    assert settled.legal
    assert hand_of(settled, "Bob")["unused"] == ["mayfair", "house-2", "house-4", "hotel"]


def test_no_reward_for_the_others_and_no_money_between_players() -> None:
    hands = {"Ann": "brown", "Bob": "park-lane"}
    settled = deal(UK, hands, reward="mayfair")
    assert settled.payouts == {"Ann": 50, "Bob": 0}
    assert hand_of(settled, "Ann")["unused"] == ["mayfair"]


def test_an_illegal_goer_is_paid_as_if_let_stand() -> None:
    settled = deal(UK, {"Ann": "dark-blue h1 strand go mm", "Bob": ""})
    assert not settled.legal
    assert settled.payouts == {"Ann": 800 + 200 + 1000, "Bob": 0}
    assert hand_of(settled, "Ann")["unused"] == ["strand"]
    assert [problem["rule"] for problem in settled.as_json()["problems"]] == [
        "incomplete-group",
        "hand-size",
    ]


@pytest.mark.parametrize(
    ("edition_id", "line", "others", "said"),
    [
        pytest.param(UK, "dark-blue h1 h2 h3 token*2 go*2", 1, "9, the rule is 10", id="one-short"),
        pytest.param(UK, "dark-blue h1 h2 h3 token*3 go*3", 1, "11, the rule is 10", id="one-more"),
        pytest.param(UK, "dark-blue h1 strand", 1, "4, the rule is 10", id="may-not-go-out-either"),
        pytest.param(UK, "", 1, "0, the rule is 10", id="nothing-laid-down"),
        pytest.param(UK, "dark-blue h1 h2 h3 token*3 go*2", 4, "10, the rule is 11", id="of-five"),
        pytest.param(WM, "dark-blue token*3 go*4", 1, "9, the rule is 10", id="2017"),
        pytest.param(UK, "dark-blue h1 h2 h3 token*3 go*2", 1, None, id="all-there"),
        pytest.param(UK, "strand mm token*4 go*4", 1, None, id="all-there-but-may-not-go-out"),
        pytest.param(WM, "dark-blue token*4 go*4", 1, None, id="2017-all-there"),
    ],
)
def test_cards_are_to_be_counted_first_where_the_goer_has_a_wrong_number(
    edition_id: str, line: str, others: int, said: str | None
) -> None:
    settled = deal(edition_id, {"Ann": line, **dict.fromkeys("BCDE"[:others], "")})
    expected = f"Count the cards: this hand has {said}" if said else ""
    assert count_first(settled) == expected


def test_no_cards_are_to_be_counted_where_nobody_went_out() -> None:
    assert count_first(deal(UK, {"Ann": "dark-blue", "Bob": "go"}, went_out=None)) == ""
    assert count_first(deal(EX, {"Ann": "", "Bob": ""}, went_out=None)) == ""


# --- nobody went out ----------------------------------------------------------------------------


@pytest.mark.parametrize("edition_id", CLASSIC)
@pytest.mark.parametrize(
    ("options", "payouts"),
    [
        ({}, (0, 0, 0)),
        ({"nobody_out": "void"}, (0, 0, 0)),
        ({"nobody_out": "score"}, (800 + 200, 0, 1000)),
    ],
    ids=["default", "void", "score"],
)
def test_nobody_out(edition_id: str, options: Options, payouts: tuple[int, ...]) -> None:
    hands = {"Ann": "dark-blue h1 go", "Bob": "red c mm", "Cleo": "mm*2"}
    settled = deal(edition_id, hands, None, options=options)
    assert tuple(settled.payouts.values()) == payouts
    assert settled.legal
    assert settled.as_json()["problems"] == []


@pytest.mark.parametrize(
    ("options", "payouts", "jackpot"),
    [
        ({}, (0, 0), Jackpot(None, 0, 1500)),
        ({"nobody_out": "void"}, (0, 0), Jackpot(None, 0, 1500)),
        # improvements score nothing, for nobody is the goer
        ({"nobody_out": "score"}, (400 + 1500, 50 + 200), Jackpot("Ann", 1500, 500)),
    ],
    ids=["default", "void", "score"],
)
def test_nobody_out_2017(options: Options, payouts: tuple[int, ...], jackpot: Jackpot) -> None:
    hands = {"Ann": "dark-blue h1 token fp", "Bob": "brown go"}
    settled = deal(WM, hands, None, jackpot=1500, options=options)
    assert tuple(settled.payouts.values()) == payouts
    assert settled.jackpot == jackpot
    assert settled.legal
    if not any(payouts):
        assert hand_of(settled, "Ann")["sets"] == hand_of(settled, "Bob")["bonuses"] == []
        assert Counter(hand_of(settled, "Bob")["unused"]) == Counter(parse(load(WM), "brown go"))


# --- 2017: the cards ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "amount"),
    [(0, 0), (1, 200), (2, 400), (3, 600), (4, 1500), (5, 1700), (6, 1900), (7, 2100), (8, 2300)],
)
@pytest.mark.parametrize("goer", [True, False], ids=["goer", "other"])
def test_2017_go_cards(number: int, amount: int, goer: bool) -> None:
    real, lent = min(number, 6), max(0, number - 6)
    line = f"dark-blue {f'go*{real}' if real else ''} {f'wild*{lent}' if lent else ''}"
    hands = {"Ann": line, "Bob": "brown"}
    wilds = {"Ann": f"go*{lent}" if lent else ""}
    settled = deal(WM, hands, "Ann" if goer else "Bob", wilds=wilds)
    assert settled.payouts["Ann"] == 400 + amount
    expected = [{"kind": "go", "count": number, "amount": amount}] if number else []
    assert hand_of(settled, "Ann")["bonuses"] == expected


@pytest.mark.parametrize(
    ("line", "wilds", "pays"),
    [
        pytest.param(line, wilds, pays, id=name)
        for name, line, wilds, pays in [
            ("alone", "jf", "", 50),
            ("with-a-set", "brown jf", "", 100),
            ("cancels", "brown jf gtj", "", 50),
            ("cancels-everything-scores", "brown jf gtj go*2", "", 450),
            ("two", "jf w", "jf", 100),
            ("two-one-cancels", "jf w gtj", "jf", 50),
            ("a-wild-cancels", "brown w gtj", "jf", 50),
            ("three", "jf w*2", "jf*2", 150),
            ("not-needed", "brown jf w", "go", 300),
        ]
    ],
)
@pytest.mark.parametrize("goer", [True, False], ids=["goer", "other"])
def test_2017_get_out_of_jail_free(line: str, wilds: str, pays: int, goer: bool) -> None:
    hands = {"Ann": f"dark-blue {line}", "Bob": "red"}
    settled = deal(WM, hands, "Ann" if goer else "Bob", wilds={"Ann": wilds})
    assert settled.payouts["Ann"] == 400 + pays
    assert settled.legal
    assert hand_of(settled, "Ann")["wiped_out"] is None


def test_2017_a_cancelled_jail_pair_is_a_bonus_of_nothing() -> None:
    ann = hand_of(deal(WM, {"Ann": "dark-blue gtj jf", "Bob": ""}), "Ann")
    assert [bonus["amount"] for bonus in ann["bonuses"]] == [0]
    assert ann["unused"] == []


def test_2017_go_to_jail_wipes_out() -> None:
    line = "dark-blue railroads go*4 gtj token"
    settled = deal(WM, {"Ann": "brown", "Bob": line})
    assert settled.payouts == {"Ann": 50, "Bob": 0}
    assert settled.legal
    bob = hand_of(settled, "Bob")
    assert bob["wiped_out"] == "go-to-jail"
    assert (bob["sets"], bob["bonuses"], bob["payout"]) == ([], [], 0)
    assert Counter(bob["unused"]) == Counter(parse(load(WM), line))


def test_2017_a_goer_in_jail_who_is_let_stand_is_wiped_out_too() -> None:
    settled = deal(WM, {"Ann": "dark-blue go*4 gtj fp", "Bob": "go"}, jackpot=1000)
    assert not settled.legal
    assert settled.payouts == {"Ann": 0, "Bob": 200}
    assert settled.jackpot == Jackpot(None, 0, 1500)
    assert hand_of(settled, "Ann")["wiped_out"] == "go-to-jail"


@pytest.mark.parametrize(
    ("line", "pays"),
    [
        ("dark-blue", 400),
        ("dark-blue h1 h2 hotel token*3", 400),
        ("dark-blue green railroads utilities", 400 + 350 + 1000 + 500),
        ("short-line reading-railroad boardwalk water-works", 250),
        ("reading-railroad pennsylvania-railroad short-line", 500),
        ("kentucky-avenue indiana-avenue", 0),
        ("dark-blue kentucky-avenue go jf", 400 + 200 + 50),
        ("token*2 h3 hotel", 0),
    ],
)
def test_2017_the_others_score_base_values_only(line: str, pays: int) -> None:
    assert deal(WM, {"Ann": "brown", "Bob": line}).payouts == {"Ann": 50, "Bob": pays}


@pytest.mark.parametrize(
    ("line", "wilds", "pays"),
    [
        pytest.param(line, wilds, pays, id=f"{line} as {wilds}")
        for line, wilds, pays in [
            ("boardwalk w", "park-place", 400),
            ("dark-blue w", "park-place", 400),  # a second copy adds nothing
            ("dark-blue w", "h3", 400),  # only the goer scores improvements
            ("w*2", "electric-company water-works", 500),  # two wilds alone make a group
            ("short-line w", "reading-railroad", 250),
            ("go*3 w", "go", 1500),
        ]
    ],
)
def test_2017_wilds_stand_in_any_hand_at_no_penalty(line: str, wilds: str, pays: int) -> None:
    hands = {"Ann": "brown", "Bob": line}
    assert deal(WM, hands, wilds={"Bob": wilds}).payouts == {"Ann": 50, "Bob": pays}


@pytest.mark.parametrize(
    ("line", "pays", "reading"),
    [
        pytest.param(line, pays, reading, id=f"{line} -> {reading}")
        for line, pays, reading in [
            ("w", 200, ["go"]),
            ("boardwalk w", 400, ["park-place"]),
            ("mediterranean-avenue w", 200, ["go"]),  # Brown would be 50
            ("pacific-avenue pennsylvania-avenue w", 350, ["north-carolina-avenue"]),
            ("water-works w", 500, ["electric-company"]),
            ("reading-railroad pennsylvania-railroad short-line w", 1000, ["b-and-o-railroad"]),
            ("go*3 w", 1500, ["go"]),
            ("go*3 boardwalk w", 1500, ["go"]),
            ("go*3 boardwalk w*2", 1900, ["park-place", "go"]),
            ("w*2", 500, ["electric-company", "water-works"]),
            ("go*2 w*2", 1500, ["go", "go"]),
            ("dark-blue gtj w", 400, ["get-out-of-jail-free"]),
            ("dark-blue gtj w*2", 600, ["go", "get-out-of-jail-free"]),
        ]
    ],
)
def test_2017_undeclared_wilds_are_placed_for_the_best_payout(
    line: str, pays: int, reading: list[str]
) -> None:
    settled = deal(WM, {"Ann": "red", "Bob": line}, jackpot=0)
    assert settled.payouts == {"Ann": 250, "Bob": pays}
    assert Counter(hand_of(settled, "Bob")["wilds"]) == Counter(reading)


def test_2017_two_wilds_alone_are_no_group_where_the_table_says_so() -> None:
    hands = {"Ann": "brown", "Bob": "w*2"}
    assert deal(WM, hands, jackpot=0).payouts["Bob"] == 500
    assert deal(WM, hands, jackpot=0, options={"wild_only_sets": False}).payouts["Bob"] == 400


# --- 2017: the jackpot --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "wilds", "options", "payouts", "jackpot"),
    [
        pytest.param(hands, wilds, options, payouts, jackpot, id=name)
        for name, hands, wilds, options, payouts, jackpot in [
            ("one-is-enough", {"Ann": "brown fp", "Bob": "go", "Cleo": ""}, {}, {},
             (2050, 200, 0), Jackpot("Ann", 2000, 500)),
            ("most", {"Ann": "brown fp", "Bob": "fp*2", "Cleo": "fp"}, {}, {},
             (50, 2000, 0), Jackpot("Bob", 2000, 500)),
            ("start-for-the-next", {"Ann": "brown fp", "Bob": "", "Cleo": ""}, {},
             {"jackpot_start": 1500}, (2050, 0, 0), Jackpot("Ann", 2000, 1500)),
            ("tie-grows", {"Ann": "brown fp", "Bob": "fp", "Cleo": ""}, {}, {},
             (50, 0, 0), Jackpot(None, 0, 2500)),
            ("tie-grows-by-the-step", {"Ann": "brown fp*2", "Bob": "fp*2", "Cleo": "fp"}, {},
             {"jackpot_step": 1000}, (50, 0, 0), Jackpot(None, 0, 3000)),
            ("tie-below-the-most", {"Ann": "brown fp", "Bob": "fp", "Cleo": "fp*3"}, {}, {},
             (50, 0, 2000), Jackpot("Cleo", 2000, 500)),
            ("tie-grows-whatever-none-held-says", {"Ann": "brown fp", "Bob": "fp", "Cleo": ""}, {},
             {"jackpot_grows_when_none_held": False}, (50, 0, 0), Jackpot(None, 0, 2500)),
            ("nobody-holds-any", {"Ann": "brown", "Bob": "", "Cleo": ""}, {}, {},
             (50, 0, 0), Jackpot(None, 0, 2500)),
            ("nobody-holds-any-stays", {"Ann": "brown", "Bob": "", "Cleo": ""}, {},
             {"jackpot_grows_when_none_held": False}, (50, 0, 0), Jackpot(None, 0, 2000)),
            ("jailed-holds-most", {"Ann": "brown fp", "Bob": "fp*2 gtj red", "Cleo": ""}, {}, {},
             (50, 0, 0), Jackpot(None, 0, 2500)),
            ("jailed-holds-them-all", {"Ann": "brown", "Bob": "fp gtj", "Cleo": ""}, {}, {},
             (50, 0, 0), Jackpot(None, 0, 2500)),
            ("jailed-ties", {"Ann": "brown fp", "Bob": "fp gtj", "Cleo": ""}, {}, {},
             (50, 0, 0), Jackpot(None, 0, 2500)),
            ("jailed-holds-fewer", {"Ann": "brown fp*2", "Bob": "fp gtj", "Cleo": ""}, {}, {},
             (2050, 0, 0), Jackpot("Ann", 2000, 500)),
            ("jailed-as-if-nobody-held-them", {"Ann": "brown fp", "Bob": "fp*2 gtj", "Cleo": ""},
             {}, {"wiped_out_count": False}, (2050, 0, 0), Jackpot("Ann", 2000, 500)),
            ("jailed-held-all-grows", {"Ann": "brown", "Bob": "fp*2 gtj", "Cleo": ""},
             {}, {"wiped_out_count": False}, (50, 0, 0), Jackpot(None, 0, 2500)),
            ("jailed-held-all-stays", {"Ann": "brown", "Bob": "fp*2 gtj", "Cleo": ""},
             {}, {"wiped_out_count": False, "jackpot_grows_when_none_held": False},
             (50, 0, 0), Jackpot(None, 0, 2000)),
            ("cancelled-jail-takes-it", {"Ann": "brown fp", "Bob": "fp*2 gtj jf", "Cleo": ""}, {},
             {}, (50, 2000, 0), Jackpot("Bob", 2000, 500)),
            ("wild-announced", {"Ann": "brown fp", "Bob": "fp w", "Cleo": ""}, {"Bob": "fp"}, {},
             (50, 2000, 0), Jackpot("Bob", 2000, 500)),
            ("wilds-alone", {"Ann": "brown fp", "Bob": "w*2", "Cleo": ""}, {"Bob": "fp*2"}, {},
             (50, 2000, 0), Jackpot("Bob", 2000, 500)),
            ("wild-makes-a-tie", {"Ann": "brown fp", "Bob": "w", "Cleo": ""}, {"Bob": "fp"}, {},
             (50, 0, 0), Jackpot(None, 0, 2500)),
            ("wild-announced-in-jail", {"Ann": "brown fp", "Bob": "w*2 gtj", "Cleo": ""},
             {"Bob": "fp*2"}, {}, (50, 0, 0), Jackpot(None, 0, 2500)),
        ]
    ],
)  # fmt: skip
def test_2017_jackpot(
    hands: Lines,
    wilds: Lines,
    options: Options,
    payouts: tuple[int, ...],
    jackpot: Jackpot,
) -> None:
    settled = deal(WM, hands, wilds=wilds, options=options, jackpot=2000)
    assert tuple(settled.payouts.values()) == payouts
    assert settled.jackpot == jackpot
    paid_to, amount, following = jackpot.paid_to, jackpot.amount, jackpot.next
    assert settled.as_json()["jackpot"] == {
        "paid_to": paid_to,
        "amount": amount,
        "next": following,
    }


def test_2017_free_parking_that_takes_nothing_is_unused() -> None:
    settled = deal(WM, {"Ann": "brown fp*2", "Bob": "fp w"}, wilds={"Bob": "fp"}, jackpot=500)
    assert settled.jackpot == Jackpot(None, 0, 1000)
    assert hand_of(settled, "Ann")["unused"] == ["free-parking", "free-parking"]
    assert Counter(hand_of(settled, "Bob")["unused"]) == Counter(["free-parking", "wild"])
    taken = deal(WM, {"Ann": "brown fp*3", "Bob": "fp w"}, wilds={"Bob": "fp"}, jackpot=500)
    assert taken.jackpot == Jackpot("Ann", 500, 500)
    assert hand_of(taken, "Ann")["unused"] == []


# Dark Blue is 400; an undeclared wild is worth 1200 to that goer as three houses, and 200 to one
# who did not go out as GO. Brown is 50; there three houses are 150 and a token is 1000.


@pytest.mark.parametrize(
    ("hands", "options", "jackpot", "payouts", "after", "announced"),
    [
        pytest.param(hands, options, under, payouts, after, announced, id=name)
        for name, hands, options, under, payouts, after, announced in [
            # One holder.
            ("worth-it", {"Ann": "dark-blue fp w", "Bob": "fp"}, {}, 1500, (1900, 0),
             Jackpot("Ann", 1500, 500), {"Ann": "fp"}),
            ("not-worth-it", {"Ann": "dark-blue fp w", "Bob": "fp"}, {}, 1000, (1600, 0),
             Jackpot(None, 0, 1500), {"Ann": "h3"}),
            ("not-needed", {"Ann": "dark-blue fp*2 w", "Bob": "fp"}, {}, 1500, (3100, 0),
             Jackpot("Ann", 1500, 500), {"Ann": "h3"}),
            ("out-of-reach", {"Ann": "dark-blue w", "Bob": "fp*2"}, {}, 1500, (1600, 1500),
             Jackpot("Bob", 1500, 500), {"Ann": "h3"}),
            ("both-wilds", {"Ann": "brown", "Bob": "w*2 fp", "Cleo": "fp*2"}, {}, 1500,
             (50, 1500, 0), Jackpot("Bob", 1500, 500), {"Bob": "fp*2"}),
            # Utilities of two wilds are 500, the jackpot of one and a GO 200 more.
            ("one-of-two-wilds", {"Ann": "brown", "Bob": "w*2 fp", "Cleo": "fp"}, {}, 1500,
             (50, 1700, 0), Jackpot("Bob", 1500, 500), {"Bob": "fp go"}),
            # Between equal payouts as few Free Parking as possible (GO 200 against 0 is no tie).
            ("equal-pay-no-free-parking", {"Ann": "brown", "Bob": "w"}, {}, 0, (50, 200),
             Jackpot(None, 0, 500), {"Bob": "go"}),
            ("equal-pay-few-free-parking",
             {"Ann": "brown", "Bob": "w", "Cleo": "go*2 fp"}, {"values": {"go": 500}}, 500,
             (50, 500, 1500), Jackpot("Cleo", 500, 500), {"Bob": "go"}),
            ("equal-pay-jackpot-or-go",
             {"Ann": "brown", "Bob": "w"}, {"values": {"go": 500}}, 500,
             (50, 500), Jackpot(None, 0, 1000), {"Bob": "go"}),
            # Two holders: the first in order takes it, the second is left with the rest.
            ("goer-first", {"Ann": "dark-blue fp w", "Bob": "fp w"}, {}, 2000, (2400, 200),
             Jackpot("Ann", 2000, 500), {"Ann": "fp", "Bob": "go"}),
            ("goer-declines", {"Ann": "dark-blue fp w", "Bob": "fp w"}, {}, 1000, (1600, 1000),
             Jackpot("Bob", 1000, 500), {"Ann": "h3", "Bob": "fp"}),
            ("clockwise-bob-first", {"Ann": "dark-blue", "Bob": "fp w", "Cleo": "fp w"}, {}, 1000,
             (400, 1000, 200), Jackpot("Bob", 1000, 500), {"Bob": "fp", "Cleo": "go"}),
            ("clockwise-cleo-first", {"Ann": "dark-blue", "Cleo": "fp w", "Bob": "fp w"}, {}, 1000,
             (400, 1000, 200), Jackpot("Cleo", 1000, 500), {"Cleo": "fp", "Bob": "go"}),
            # The second would take it whatever the first does, so the first does not try.
            ("foresees-being-overbid", {"Ann": "dark-blue fp w", "Bob": "fp*2 w"}, {}, 2000,
             (1600, 2200), Jackpot("Bob", 2000, 500), {"Ann": "h3", "Bob": "go"}),
            # The second could only spoil it and gains nothing by that, so the first need not.
            ("foresees-no-spoiling", {"Ann": "dark-blue fp w", "Bob": "w"}, {}, 2000,
             (3600, 200), Jackpot("Ann", 2000, 500), {"Ann": "h3", "Bob": "go"}),
            # Bob would be level with Ann out of jail. With a GO to win he will come out, so she
            # has to bid; with nothing to win he will stay in and does not count.
            ("foresees-leaving-jail", {"Ann": "dark-blue fp*2 w", "Bob": "fp*2 gtj w go"},
             {"wiped_out_count": False}, 2000, (2400, 200), Jackpot("Ann", 2000, 500),
             {"Ann": "fp", "Bob": "jf"}),
            ("foresees-staying-in-jail", {"Ann": "dark-blue fp*2 w", "Bob": "fp*2 gtj w"},
             {"wiped_out_count": False}, 2000, (3600, 0), Jackpot("Ann", 2000, 500), {"Ann": "h3"}),
            ("foresees-jailed-cards-that-count", {"Ann": "dark-blue fp*2 w", "Bob": "fp*2 gtj w"},
             {}, 2000, (2400, 0), Jackpot("Ann", 2000, 500), {"Ann": "fp"}),
            # The other way round: Bob announces first and foresees Ann.
            ("jailed-first-foresees-being-overbid",
             {"Cleo": "brown", "Bob": "fp*2 gtj w", "Ann": "dark-blue fp*2 w"},
             {"wiped_out_count": False}, 2000, (50, 0, 2600), Jackpot("Ann", 2000, 500),
             {"Ann": "go"}),
            ("jailed-first-comes-out-for-the-jackpot",
             {"Cleo": "brown", "Bob": "fp*3 gtj w", "Ann": "dark-blue fp w"},
             {}, 2000, (50, 2000, 400 + 200), Jackpot("Bob", 2000, 500),
             {"Bob": "jf", "Ann": "go"}),
            # Bob is out of reach but for the jail; who wins nothing by coming out stays in.
            ("jail-worth-nothing-either-way", {"Ann": "dark-blue", "Bob": "gtj w"}, {}, 500,
             (400, 0), Jackpot(None, 0, 1000), {}),
            ("jail-worth-something", {"Ann": "dark-blue", "Bob": "gtj, w, brown"}, {}, 500,
             (400, 50), Jackpot(None, 0, 1000), {"Bob": "jf"}),
            ("jail-with-free-parking-comes-out", {"Ann": "dark-blue", "Bob": "gtj w fp"}, {}, 500,
             (400, 500), Jackpot("Bob", 500, 500), {"Bob": "jf"}),
            ("jail-two-wilds", {"Ann": "dark-blue", "Bob": "gtj w*2"}, {}, 2000,
             (400, 2000), Jackpot("Bob", 2000, 500), {"Bob": "jf fp"}),
            ("jail-two-wilds-tie", {"Ann": "dark-blue fp", "Bob": "gtj w*2"}, {}, 2000,
             (2400, 200), Jackpot("Ann", 2000, 500), {"Bob": "jf go"}),
        ]
    ],
)  # fmt: skip
def test_2017_announcing(
    hands: Lines,
    options: Options,
    jackpot: int,
    payouts: tuple[int, ...],
    after: Jackpot,
    announced: Lines,
) -> None:
    settled = deal(WM, hands, next(iter(hands)), options=options, jackpot=jackpot)
    assert settled.legal
    assert tuple(settled.payouts.values()) == payouts
    assert settled.jackpot == after
    for player, line in announced.items():
        assert Counter(hand_of(settled, player)["wilds"]) == Counter(parse(load(WM), line))


@pytest.mark.parametrize("player", ["Bob"])
def test_2017_who_stays_in_jail_is_wiped_out(player: str) -> None:
    bob = hand_of(deal(WM, {"Ann": "dark-blue", player: "gtj w"}), player)
    assert bob["wiped_out"] == "go-to-jail"
    assert Counter(bob["unused"]) == Counter(["go-to-jail", "wild"])


@pytest.mark.parametrize(
    ("went_out", "taker"),
    [("Ann", "Bob"), ("Bob", "Cleo"), ("Cleo", "Bob"), ("Dan", "Bob"), (None, "Bob")],
)
def test_2017_announcing_order_is_clockwise_from_the_goer(went_out: str | None, taker: str) -> None:
    # Bob and Cleo are level; the goer's wild is declared as GO.
    hands = {"Ann": "brown", "Bob": "red fp w", "Cleo": "green fp w", "Dan": "dark-blue"}
    wilds = {went_out: "go"} if went_out in ("Bob", "Cleo") else {}
    settled = deal(WM, hands, went_out, wilds=wilds, jackpot=1000, options={"nobody_out": "score"})
    assert settled.jackpot == Jackpot(taker, 1000, 500)


def test_2017_announcing_order_passes_the_end_of_the_table() -> None:
    hands = {"Ann": "brown fp w", "Bob": "red", "Cleo": "green fp w"}
    assert deal(WM, hands, "Bob", jackpot=1000).jackpot == Jackpot("Cleo", 1000, 500)
    assert deal(WM, hands, None, jackpot=1000, options={"nobody_out": "score"}).jackpot == Jackpot(
        "Ann",
        1000,
        500,
    )


@pytest.mark.parametrize("declared", ["fp", "go"])
def test_2017_declared_wilds_are_known_from_the_start(declared: str) -> None:
    # Ann announces first, but what Bob declared she knows: as Free Parking it leaves her level at
    # best, as GO she is ahead already; three houses are worth 1200 to her in both.
    hands = {"Ann": "dark-blue fp w", "Bob": "fp w"}
    settled = deal(WM, hands, wilds={"Bob": declared}, jackpot=1500)
    if declared == "fp":
        assert settled.payouts == {"Ann": 1600, "Bob": 1500}
    else:
        assert settled.payouts == {"Ann": 1900, "Bob": 200}


def test_2017_the_jackpot_does_not_make_a_hand_illegal() -> None:
    # The wild completes the only colour set; as Free Parking it would be worth more.
    settled = deal(WM, {"Ann": "boardwalk w fp", "Bob": "fp"}, jackpot=5000)
    assert settled.legal
    assert settled.payouts == {"Ann": 400, "Bob": 0}
    assert settled.jackpot == Jackpot(None, 0, 5500)


# --- Express ------------------------------------------------------------------------------------


def express(hands: Lines, *, stopped_early: bool = True, **fields: Any) -> Settlement:
    """An Express round, stopped early unless said otherwise."""
    return deal(EX, hands, None, stopped_early=stopped_early, **fields)


@pytest.mark.parametrize(("group", "points"), POINTS.items())
def test_express_points(group: str, points: int) -> None:
    settled = express({"Ann": " ".join(EXPRESS[group]), "Bob": ""})
    assert settled.payouts == {"Ann": points, "Bob": 0}
    assert settled.legal
    ann = hand_of(settled, "Ann")
    assert [(one["group"], one["value"], one["tokens_value"]) for one in ann["sets"]] == [
        (group, points, 0)
    ]
    assert ann["unused"] == []


PAIRS = [("brown", "light-blue"), ("pink", "orange"), ("red", "yellow"), ("green", "dark-blue"),
         ("railroads", "corners")]  # fmt: skip


@pytest.mark.parametrize("one", POINTS)
@pytest.mark.parametrize("other", POINTS)
def test_express_bonus_for_both_of_one_side(one: str, other: str) -> None:
    if one == other:
        assert express({"Ann": one, "Bob": ""}).payouts["Ann"] == POINTS[one]
        return
    bonus = 5 if (one, other) in PAIRS or (other, one) in PAIRS else 0
    plain = POINTS[one] + POINTS[other]
    together = express({"Ann": f"{one} {other}", "Bob": ""})
    assert together.payouts == {"Ann": plain + bonus, "Bob": 0}
    paid = [(one["count"], one["amount"]) for one in hand_of(together, "Ann")["bonuses"]]
    assert paid == [(1, 5)] * (bonus > 0)
    apart = express({"Ann": one, "Bob": other})
    assert apart.payouts == {"Ann": POINTS[one], "Bob": POINTS[other]}


def test_express_a_whole_round() -> None:
    hands = {
        "Ann": "brown light-blue yellow",  # 1 + 2 + 6, and 5 for the side
        "Bob": "pink orange green",  # 3 + 4 + 7, and 5
        "Cleo": "red dark-blue railroads corners",  # 5 + 8 + 5 + 5, and 5
    }
    settled = express(hands, stopped_early=False)
    assert settled.payouts == {"Ann": 14, "Bob": 19, "Cleo": 28}
    assert settled.legal
    assert settled.as_json()["problems"] == []
    assert settled.jackpot is None


def test_express_everything_to_one_player() -> None:
    settled = express({"Ann": " ".join(POINTS), "Bob": ""}, stopped_early=False)
    assert settled.payouts == {"Ann": 46 + 25, "Bob": 0}
    assert settled.legal


@pytest.mark.parametrize("absent", POINTS)
def test_express_round_incomplete(absent: str) -> None:
    groups = [group for group in POINTS if group != absent]
    hands = {"Ann": " ".join(groups[:5]), "Bob": " ".join(groups[5:])}
    settled = express(hands, stopped_early=False)
    assert not settled.legal
    problems = settled.as_json()["problems"]
    assert [problem["rule"] for problem in problems] == ["round-incomplete"]
    assert problems[0]["player"] is None
    assert load(EX).label(absent) in problems[0]["message"]
    stopped = express(hands)
    assert stopped.legal
    assert stopped.as_json()["problems"] == []
    assert stopped.payouts == settled.payouts


@pytest.mark.parametrize(
    ("line", "points", "unused"),
    [
        pytest.param(line, points, unused, id=name)
        for name, line, points, unused in [
            ("rich-uncle", "rich-uncle", 0, "rich-uncle"),
            ("rich-uncle-beside-a-pile", "yellow rich-uncle*2", 6, "rich-uncle*2"),
            ("three-of-four", "go jail free-parking", 0, "go jail free-parking"),
            ("one-too-many", "yellow go", 6, "go"),
            ("chance-too-many", "red chance", 5, "chance"),
            ("chance-for-a-property", "kentucky-avenue indiana-avenue chance*2", 0,
             "kentucky-avenue indiana-avenue chance*2"),
            ("chest-where-chance-belongs",
             "kentucky-avenue indiana-avenue illinois-avenue community-chest", 0,
             "kentucky-avenue indiana-avenue illinois-avenue community-chest"),
            ("railroads-are-four", "reading-railroad pennsylvania-railroad short-line", 0,
             "reading-railroad pennsylvania-railroad short-line"),
        ]
    ],
)  # fmt: skip
def test_express_not_a_monopoly(line: str, points: int, unused: str) -> None:
    settled = express({"Ann": line, "Bob": "pink"})
    assert not settled.legal
    assert settled.payouts == {"Ann": points, "Bob": 3}
    assert Counter(hand_of(settled, "Ann")["unused"]) == Counter(parse(load(EX), unused))
    problems = settled.as_json()["problems"]
    assert [(problem["rule"], problem["player"]) for problem in problems] == [
        ("not-a-monopoly", "Ann")
    ]
    assert Counter(problems[0]["cards"]) == Counter(parse(load(EX), unused))


LIGHT_BLUE = "oriental-avenue vermont-avenue connecticut-avenue"
RED = "kentucky-avenue indiana-avenue illinois-avenue"
DARK_BLUE = "park-place boardwalk luxury-tax"
BROWN = "mediterranean-avenue baltic-avenue income-tax"
ORANGE = "st-james-place tennessee-avenue new-york-avenue"
GREEN = "pacific-avenue north-carolina-avenue pennsylvania-avenue"


@pytest.mark.parametrize(
    ("line", "points"),
    [
        pytest.param(line, points, id=name)
        for name, line, points in [
            ("one-chance-goes-to-red", f"{LIGHT_BLUE} {RED} chance", 5),
            ("one-chance-goes-to-dark-blue", f"{LIGHT_BLUE} {RED} {DARK_BLUE} chance", 8),
            ("two-chances", f"{LIGHT_BLUE} {RED} {DARK_BLUE} chance*2", 13),
            ("three-chances", f"{LIGHT_BLUE} {RED} {DARK_BLUE} chance*3", 15),
            # 1 + 2 and 5 for the side is more than 1 + 5
            ("chance-goes-where-the-bonus-is", f"brown {LIGHT_BLUE} {RED} chance", 8),
            ("bonus-against-points", f"yellow {RED} {DARK_BLUE} chance", 6 + 5 + 5),
            ("one-chest-goes-to-green", f"{BROWN} {ORANGE} {GREEN} community-chest", 7),
            ("two-chests", f"{BROWN} {ORANGE} {GREEN} community-chest*2", 11),
            ("three-chests", f"{BROWN} {ORANGE} {GREEN} community-chest*3", 12),
            ("chest-goes-where-the-bonus-is", f"pink {ORANGE} {GREEN} community-chest", 12),
            # Chest and Chance together: Green with Dark Blue is 7 + 8 + 5
            ("both", f"{BROWN} {LIGHT_BLUE} {GREEN} {DARK_BLUE} chance community-chest", 20),
            # Brown with Light Blue is 1 + 2 + 5; Orange and Red are 4 + 5
            ("both-without-the-bonus",
             f"{BROWN} {LIGHT_BLUE} {ORANGE} {RED} chance community-chest", 9),
        ]
    ],
)  # fmt: skip
def test_express_the_best_choice_of_whole_groups(line: str, points: int) -> None:
    settled = express({"Ann": line, "Bob": ""})
    assert settled.payouts == {"Ann": points, "Bob": 0}
    used = Counter(card for one in hand_of(settled, "Ann")["sets"] for card in one["cards"])
    assert used + Counter(hand_of(settled, "Ann")["unused"]) == Counter(parse(load(EX), line))
    assert settled.legal == (not hand_of(settled, "Ann")["unused"])


def test_express_chance_shared_between_players() -> None:
    hands = {"Ann": "red", "Bob": "dark-blue", "Cleo": f"{LIGHT_BLUE} chance"}
    assert express(hands).payouts == {"Ann": 5, "Bob": 8, "Cleo": 2}


def test_express_edited_points() -> None:
    options = {"values": {"brown": 0, "light-blue": 99, "railroads": 7, "bonus": 11}}
    hands = {"Ann": "brown light-blue", "Bob": "railroads red"}
    assert express(hands, options=options).payouts == {"Ann": 0 + 99 + 11, "Bob": 12}


def test_express_several_problems_in_the_order_of_the_rules() -> None:
    settled = express({"Ann": "yellow go", "Bob": "rich-uncle"}, stopped_early=False)
    rules = [problem["rule"] for problem in settled.as_json()["problems"]]
    assert Counter(rules) == {"round-incomplete": 1, "not-a-monopoly": 2}
    order = list(load(EX).rules)
    assert rules == sorted(rules, key=order.index)


# --- what holds for every deal ------------------------------------------------------------------


class Entered(NamedTuple):
    """A deal and the edition it is played by, told in few words where a test fails."""

    edition_id: str
    options: Options
    deal: Deal

    @property
    def edition(self) -> Edition:
        return load(self.edition_id, self.options)

    def settle(self) -> Settlement:
        return settle(self.edition, self.deal)


@st.composite
def deals(draw: st.DrawFn) -> Entered:
    """A valid deal of any edition: whole groups and single cards go to players or to nobody."""
    edition_id = draw(st.sampled_from(edition_ids()))
    options: Options = {}
    if edition_id != EX:
        options["nobody_out"] = draw(st.sampled_from(["void", "score", "score"]))
        options["wiped_out_count"] = draw(st.booleans())
        options["wild_only_sets"] = draw(st.booleans())
    if edition_id == WM:
        options["jackpot_grows_when_none_held"] = draw(st.booleans())
    edition = load(edition_id, options)
    number = draw(st.integers(min(edition.seats), max(edition.seats)))
    players = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"][:number]
    hands: dict[str, list[str]] = {player: [] for player in players}
    holders: list[list[str]] = list(hands.values())
    reward: list[str] = []
    places = st.integers(0, number + 2)

    def give(card: str, place: int) -> None:
        if place < number:
            if len(holders[place]) < 16:
                holders[place].append(card)
        elif place == number and len(reward) < 5:
            reward.append(card)

    left = dict(edition.deck)
    for group in edition.groups:
        place = draw(places)
        if place < number and all(left[card] for card in group.cards):
            for card in group.cards:
                left[card] -= 1
                give(card, place)
    for card, copies in left.items():
        for _ in range(copies):
            give(card, draw(places))
    piles = edition_id == EX
    went_out = None if piles else draw(st.sampled_from([*players, *players, None]))
    if went_out is None or edition_id == WM:
        reward = []
    wilds: dict[str, list[str]] = {}
    for player, cards in hands.items():
        if edition.wild and (held := cards.count(edition.wild)):
            kinds = ["token", "hotel", *edition.roles["houses"]]
            kinds += ["go", "free-parking", "get-out-of-jail-free"] if edition_id == WM else []
            kinds += [card for card in edition.group_of if card not in cards]
            wilds[player] = draw(
                st.lists(st.sampled_from(kinds), max_size=held, unique=edition_id != WM)
            )
    jackpot = draw(st.sampled_from([0, 500, 2500])) if edition_id == WM else None
    stopped_early = piles and draw(st.booleans())
    return Entered(
        edition_id,
        options,
        Deal(hands, went_out, reward, wilds, (), jackpot, stopped_early),
    )


MANY = settings(deadline=None, max_examples=times(250))
SOME = settings(deadline=None, max_examples=times(120))


@MANY
@given(deals())
def test_sets_tokens_bonuses_and_jackpot_are_the_payout(entered: Entered) -> None:
    answer = entered.settle().as_json()
    assert list(answer["payouts"]) == list(answer["hands"]) == list(entered.deal.players)
    jackpot = answer["jackpot"]
    for player, detail in answer["hands"].items():
        total = sum(one["value"] + one["tokens_value"] for one in detail["sets"])
        total += sum(bonus["amount"] for bonus in detail["bonuses"])
        if jackpot and jackpot["paid_to"] == player:
            total += jackpot["amount"]
        assert detail["payout"] == answer["payouts"][player] == total
    assert (jackpot is None) == (entered.edition_id != WM)


@MANY
@given(deals())
def test_the_sum_in_words_is_right(entered: Entered) -> None:
    answer = entered.settle().as_json()
    for player, detail in answer["hands"].items():
        for step in detail["steps"]:
            plain = step.replace(",", "")
            for number, each, product in re.findall(r"(\d+) × [£$](\d+) = [£$](\d+)", plain):
                assert int(number) * int(each) == int(product)
        total = re.findall(r"\d+", detail["steps"][-1].replace(",", ""))
        assert int(total[-1]) == answer["payouts"][player]


@MANY
@given(deals())
def test_every_card_is_used_once_or_unused(entered: Entered) -> None:
    edition, given_deal = entered.edition, entered.deal
    answer = entered.settle().as_json()
    for player, detail in answer["hands"].items():
        held = Counter(given_deal.hands[player])
        if player == given_deal.went_out:
            held += Counter(given_deal.reward)
        unused = Counter(detail["unused"])
        in_sets = Counter(card for one in detail["sets"] for card in one["cards"])
        assert unused + in_sets <= held
        bonus_cards = 0
        if edition.id != EX:
            counts = {bonus["kind"]: bonus["count"] for bonus in detail["bonuses"]}
            # A cancelled Go To Jail takes the card that cancels it along.
            bonus_cards = sum(counts.values()) + counts.get("go-to-jail", 0)
        if answer["jackpot"] and answer["jackpot"]["paid_to"] == player:
            wilds = Counter(detail["wilds"])
            bonus_cards += held["free-parking"] + wilds["free-parking"]
        assert (unused + in_sets).total() + bonus_cards == held.total()


@MANY
@given(deals())
def test_a_wiped_out_hand_has_nothing_left(entered: Entered) -> None:
    edition, given_deal = entered.edition, entered.deal
    answer = entered.settle().as_json()
    void = given_deal.went_out is None and edition.options.get("nobody_out") == "void"
    for player, detail in answer["hands"].items():
        cards = given_deal.hands[player]
        if edition.id in CLASSIC and not void:
            caught = "chance" in cards and player != given_deal.went_out
            assert detail["wiped_out"] == ("chance" if caught else None)
        if "go-to-jail" not in cards or edition.id == EX:
            assert detail["wiped_out"] != "go-to-jail"
        if detail["wiped_out"]:
            assert (detail["sets"], detail["bonuses"], detail["payout"]) == ([], [], 0)
            assert Counter(detail["unused"]) == Counter(cards)


@MANY
@given(deals())
def test_legal_is_what_the_problems_say(entered: Entered) -> None:
    answer = entered.settle().as_json()
    rules = [problem["rule"] for problem in answer["problems"]]
    assert answer["legal"] == (not set(rules) - WARNINGS)
    assert rules == sorted(rules, key=list(entered.edition.rules).index)
    if entered.deal.went_out is None and entered.edition_id != EX:
        assert rules == []


@MANY
@given(deals(), st.integers(0, 2**32))
def test_the_same_cards_in_any_order(entered: Entered, seed: int) -> None:
    edition, before = entered.edition, entered.deal
    order = random.Random(seed)

    def shuffled(cards: Any) -> list[str]:
        return order.sample(list(cards), len(cards))

    after = replace(
        before,
        hands={player: shuffled(cards) for player, cards in before.hands.items()},
        reward=shuffled(before.reward),
        wilds={player: shuffled(cards) for player, cards in before.wilds.items()},
    )
    assert settle(edition, after).as_json() == entered.settle().as_json()


KEYS = {"legal", "payouts", "jackpot", "problems", "hands"}
HAND_KEYS = {"sets", "bonuses", "wilds", "unused", "wiped_out", "payout", "steps"}
SET_KEYS = {"group", "houses", "hotel", "tokens", "value", "tokens_value", "wilds"}


@SOME
@given(deals())
def test_as_json_is_json_with_the_keys_of_the_contract(entered: Entered) -> None:
    answer = entered.settle().as_json()
    text = json.dumps(answer, allow_nan=False)
    assert json.loads(text) == answer
    assert json.dumps(entered.settle().as_json()) == text
    assert set(answer) >= KEYS
    assert answer["jackpot"] is None or set(answer["jackpot"]) >= {"paid_to", "amount", "next"}
    for problem in answer["problems"]:
        assert set(problem) >= {"rule", "player", "cards", "message", "fix"}
        assert problem["rule"] in entered.edition.rules
        assert problem["message"]
    for detail in answer["hands"].values():
        assert set(detail) >= HAND_KEYS
        assert detail["wiped_out"] in (None, "chance", "go-to-jail")
        assert all(isinstance(step, str) and step for step in detail["steps"])
        for one in detail["sets"]:
            assert set(one) >= SET_KEYS
            assert isinstance(one["hotel"], bool)
            assert 0 <= one["houses"] <= 4
            assert one["houses"] == 4 or not one["hotel"]
        for bonus in detail["bonuses"]:
            assert set(bonus) >= {"kind", "count", "amount"}


@SOME
@given(deals())
def test_settle_cards_is_settle(entered: Entered) -> None:
    edition, given_deal = entered.edition, entered.deal
    again = settle_cards(
        edition,
        players=given_deal.players,
        hands={player: cards for player, cards in given_deal.hands.items() if cards},
        went_out=given_deal.went_out,
        reward=given_deal.reward,
        wilds=given_deal.wilds,
        jackpot=given_deal.jackpot,
        stopped_early=given_deal.stopped_early,
    )
    assert again.as_json() == entered.settle().as_json()


@pytest.mark.parametrize(
    ("edition_id", "line"),
    [
        pytest.param(edition_id, line, id=f"{edition_id}: {line}")
        for edition_id, line in [
            (UK, "dark-blue h2*2 h4 h1*2 strand mm go"),
            (UK, "strand piccadilly kings-cross h3 hotel h1 water-works"),
            (UK, "dark-blue c*2 h4 h2 mm go"),
            (DL, "dark-blue h1 h2 h3 h4 hotel*2 token go"),
            (WM, "dark-blue h1 h2 h1 h2 go"),
            (WM, "dark-blue h3 h2 hotel*2 w fp"),
            (WM, "h3 h1 hotel water-works short-line gtj"),
            (WM, "railroads h1 h2 h1 token w"),
            (EX, "yellow go kentucky-avenue rich-uncle chance go-to-jail"),
        ]
    ],
)
def test_the_same_cards_in_any_order_have_the_same_problems(edition_id: str, line: str) -> None:
    went_out = None if edition_id == EX else "Ann"
    edition = load(edition_id)
    cards = parse(edition, line)
    answers = [
        settle_cards(edition, players=["Ann", "Bob"], hands={"Ann": order}, went_out=went_out)
        for order in (cards, cards[::-1], sorted(cards), sorted(cards, reverse=True))
    ]
    assert answers[0].as_json()["problems"]
    assert all(answer.as_json() == answers[0].as_json() for answer in answers)
