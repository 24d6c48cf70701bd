"""May this hand go out? Each reason alone, all at once, the mend, and what is only a warning."""

from collections import Counter
from itertools import chain
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.contract import read
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.findings.finding import WARNINGS, Finding
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.texts import rule as rule_told
from tests.often import times
from tests.settling import settle_cards

UK, US, DL, WM = "classic-uk", "classic-us", "deluxe", "winning-moves-2017"
CLASSIC = (US, UK, DL)
PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


def cards_in(edition_id: str, line: str | list[str]) -> list[str]:
    """The cards of a line written for Classic UK, with the names of the edition."""
    if not isinstance(line, str):
        return line
    uk, edition = load(UK), load(edition_id)
    if edition_id == WM:
        return parse(edition, line)
    names = dict(
        zip(
            chain.from_iterable(group.cards for group in uk.groups),
            chain.from_iterable(group.cards for group in edition.groups),
            strict=True,
        )
    )
    return [names.get(card, card) for card in parse(uk, line)]


def found(
    edition_id: str,
    line: str | list[str],
    *,
    wilds: str = "",
    reward: str = "",
    players: int = 4,
    options: dict[str, Any] | None = None,
) -> list[Finding]:
    """What the referee finds about a goer's hand; checks that the verdict goes with it."""
    edition, entered = read(
        {
            "edition": edition_id,
            "players": ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"][:players],
            "hands": {"Ann": cards_in(edition_id, line)},
            "went_out": "Ann",
            "wilds": {"Ann": cards_in(edition_id, wilds)},
            "reward": cards_in(edition_id, reward),
            "options": options or {},
        }
    )
    settled = settle(edition, entered)
    answer = list(settled.findings)
    assert settled.legal == (not {finding.rule for finding in answer} - WARNINGS)
    assert [finding.rule for finding in answer] == sorted(
        [finding.rule for finding in answer], key=list(edition.rules).index
    )
    for finding in answer:
        assert finding.player == "Ann"
        assert finding.message
        assert finding.fix.text
    return answer


def rules_of(answer: list[Finding]) -> list[str]:
    """The rule ids that keep the hand from going out."""
    return [finding.rule for finding in answer if finding.rule not in WARNINGS]


# --- one problem at a time ----------------------------------------------------------------------

# name, hand, rule, the cards concerned, add, discard (None: any smallest mend)
ONE_CLASSIC = [
    ("no-set-at-all", "go*4 mm*4 token*2", "no-set", "", None, ""),
    ("chance-alone-is-no-set", "go*4 mm*4 token c", "no-set", "", None, ""),
    ("two-chances-are-no-set", "go*4 mm*4 c*2", "no-set", "", None, ""),
    ("two-of-three", "dark-blue strand fleet-street go*4 mm*2", "incomplete-group",
     "strand fleet-street", "trafalgar-square", ""),
    ("one-of-three", "dark-blue strand go*4 mm*3", "incomplete-group", "strand", "", "strand"),
    ("one-of-two", "red mayfair go*4 mm*2", "incomplete-group", "mayfair", None, None),
    ("lone-railroad", "red kings-cross go*4 mm*2", "incomplete-group", "kings-cross", None, None),
    ("lone-utility", "red water-works go*4 mm*2", "incomplete-group", "water-works", None, None),
    ("house-on-railroads", "railroads h1 go*4 mm", "house-without-set", "h1", "", "h1"),
    ("houses-on-utilities", "utilities h1 h3 go*4 mm*2", "house-without-set", "h1 h3", "",
     "h1 h3"),
    ("hotel-on-railroads", "railroads hotel go*4 mm", "hotel-without-set", "hotel", "", "hotel"),
    ("2nd-without-1st", "dark-blue h2 go*4 mm*3", "house-out-of-sequence", "h2", None, None),
    ("3rd-without-2nd", "dark-blue h1 h3 go*4 mm*2", "house-out-of-sequence", "h3", None, None),
    ("4th-without-3rd", "dark-blue h1 h2 h4 go*4 mm", "house-out-of-sequence", "h4", None, None),
    ("three-above-a-gap", "dark-blue h2 h3 h4 go*4 mm", "house-out-of-sequence", "h2 h3 h4",
     "h1", ""),
    ("two-above-a-gap", "dark-blue h1 h3 h4 go*4 mm", "house-out-of-sequence", "h3 h4", "h2", ""),
    ("second-sequence-without-1st", "dark-blue red h1 h2*2 go*2", "house-out-of-sequence", "h2",
     None, None),
    ("two-1st-houses-one-set", "dark-blue h1*2 go*4 mm*2", "too-many-houses", "h1", "", "h1"),
    ("three-2nd-houses-two-sets", "dark-blue brown h1*2 h2*3 go", "too-many-houses", "h2", "",
     "h2"),
    ("two-of-each-one-set", "dark-blue h1*2 h2*2 go*4", "too-many-houses", "h1 h2", "", "h1 h2"),
    ("hotel-alone", "dark-blue hotel go*4 mm*3", "hotel-without-four-houses", "hotel", "",
     "hotel"),
    ("hotel-on-three", "dark-blue h1 h2 h3 hotel go*4", "hotel-without-four-houses", "hotel",
     None, None),
    ("two-hotels-on-three", "dark-blue h1 h2 h3 hotel*2 go*3", "hotel-without-four-houses",
     "hotel*2", None, None),
    ("two-hotels-one-set", "dark-blue h1 h2 h3 h4 hotel*2 go*2", "too-many-hotels", "hotel", "",
     "hotel"),
    ("two-hotels-two-sets", "dark-blue brown h1 h2 h3 h4 hotel*2", "too-many-hotels", "hotel", "",
     "hotel"),
]  # fmt: skip
ONE_2017 = [
    ("no-set-at-all", "go*6 fp*4", "no-set", "", None, ""),
    ("a-wild-alone-is-no-set", "go*6 fp*3 w", "no-set", "", None, ""),
    ("two-of-three", "dark-blue kentucky indiana go*6", "incomplete-group", "kentucky indiana",
     "illinois", ""),
    ("one-of-three", "dark-blue kentucky go*6 fp", "incomplete-group", "kentucky", "", "kentucky"),
    ("one-of-two", "red boardwalk go*6", "incomplete-group", "boardwalk", None, None),
    ("lone-railroad", "red short-line go*6", "incomplete-group", "short-line", None, None),
    ("lone-utility", "red water-works go*6", "incomplete-group", "water-works", None, None),
    ("five-houses", "dark-blue h1 h2*2 go*5", "too-many-houses", None, "", "h1"),
    ("five-houses-of-two", "dark-blue h2 h3 go*6", "too-many-houses", None, "", "h2"),
    ("six-houses", "dark-blue h2*3 go*5", "too-many-houses", None, "", "h2"),
    ("seven-houses", "dark-blue h2*2 h3 go*5", "too-many-houses", None, "", "h3"),
    # Without the three there would be three houses left, and a hotel needs four.
    ("six-houses-under-a-hotel", "dark-blue h1*3 h3 hotel go*3", "too-many-houses", None, "",
     "h1*2"),
    ("five-houses-under-a-hotel", "dark-blue h1 h2*2 hotel go*4", "too-many-houses", None, "",
     "h1"),
    ("five-houses-of-three-under-a-hotel", "dark-blue h1*2 h3 hotel go*4", "too-many-houses", None,
     "", "h1"),
    ("hotel-alone", "dark-blue hotel go*6 fp", "hotel-without-four-houses", "hotel", None, None),
    ("hotel-on-three", "dark-blue h3 hotel go*6", "hotel-without-four-houses", "hotel", None,
     None),
    ("hotel-on-one-and-two", "dark-blue h1 h2 hotel go*5", "hotel-without-four-houses", "hotel",
     None, None),
    ("two-hotels", "dark-blue h2*2 hotel*2 go*4", "too-many-hotels", None, "", "hotel"),
    ("only-railroads", "railroads go*6", "needs-colour-group", None, None, ""),
    ("only-a-pair-of-railroads", "short-line reading-railroad go*6 fp*2", "needs-colour-group",
     None, None, ""),
    ("only-railroads-and-a-wild", "railroads go*5 w", "needs-colour-group", None, None, ""),
    ("only-utilities", "utilities go*6 fp*2", "needs-colour-group", None, None, ""),
    ("railroads-and-utilities", "railroads utilities go*4", "needs-colour-group", None, None, ""),
    ("jail", "dark-blue gtj go*6 fp", "jail", "gtj", None, None),
]  # fmt: skip
ONE = [
    pytest.param(edition_id, *row[1:], id=f"{edition_id}: {row[2]}: {row[0]}")
    for editions, rows in ((CLASSIC, ONE_CLASSIC), ((WM,), ONE_2017))
    for edition_id in editions
    for row in rows
]


def may_go_out(edition: Edition, cards: list[str], wilds: list[str] | None = None) -> bool:
    """The verdict alone."""
    declared = {"Ann": wilds} if wilds else {}
    return settle_cards(
        edition, players=PLAYERS, hands={"Ann": cards}, went_out="Ann", wilds=declared
    ).legal


@pytest.mark.parametrize(("edition_id", "line", "rule", "cards", "add", "discard"), ONE)
def test_one_problem(
    edition_id: str, line: str, rule: str, cards: str | None, add: str | None, discard: str | None
) -> None:
    edition, held = load(edition_id), cards_in(edition_id, line)
    assert len(held) == 10
    (finding,) = found(edition_id, line)
    assert finding.rule == rule
    fix = finding.fix
    for expected, told in ((cards, finding.cards), (add, fix.add), (discard, fix.discard)):
        if expected is not None:
            assert Counter(told) == Counter(cards_in(edition_id, expected))
    assert fix.stand_in == ()
    assert fix.add or fix.discard
    assert not Counter(finding.cards) - Counter(held)
    names = [edition.label(card).lower() for card in (*fix.add, *fix.discard)]
    assert all(name in fix.text.lower() for name in names)
    mended = [*(Counter(held) - Counter(fix.discard)).elements(), *fix.add]
    assert may_go_out(edition, mended)
    if len(fix.add) + len(fix.discard) > 1:  # then no single card mends it
        for card in edition.deck:
            if held.count(card) < edition.deck[card] and card != edition.wild:
                assert not may_go_out(edition, [*held, card])
        for place in range(len(held)):
            assert not may_go_out(edition, [*held[:place], *held[place + 1 :]])


@pytest.mark.parametrize(
    ("edition_id", "line", "wild", "rule", "message"),
    [
        (UK, "h1 go", "", "no-set", "There is no complete set in this hand."),
        (WM, "boardwalk go", "", "no-set", "There is no complete colour set in this hand."),
        (WM, "railroads go", "", "needs-colour-group",
         "There are sets, but no colour set. You need one."),
        (UK, "dark-blue fleet-street go", "", "incomplete-group",
         "Red is not complete: Strand and Trafalgar Square missing."),
        (WM, "dark-blue kentucky w go", "indiana", "incomplete-group",
         "Red is not complete: Illinois Avenue missing."),
        (UK, "red kings-cross", "", "incomplete-group",
         "King’s Cross Station is alone: Stations need two or more cards."),
        (UK, "stations h1", "", "house-without-set",
         "There is no complete colour set to put a 1st House on."),
        (WM, "one-house wild", "three-houses", "house-without-set",
         "Wild counts as a Three Houses card. There is no complete colour set to put a One House "
         "card and a Three Houses card on."),
        (UK, "stations hotel", "", "hotel-without-set",
         "There is no complete colour set to put a hotel on."),
        (WM, "wild", "hotel", "hotel-without-set",
         "There is no complete colour set to put a hotel on."),
        (UK, "red h2", "", "house-out-of-sequence",
         "A 2nd House cannot be placed: a 1st House is missing."),
        (UK, "red h1*2", "", "too-many-houses",
         "1st House: there are more of these houses than colour sets to put them on."),
        (WM, "red two-houses three-houses", "", "too-many-houses",
         "The house cards make 5 houses. The most is 4."),
        (WM, "red two-houses*2 wild", "one-house", "too-many-houses",
         "Wild counts as a One House card. The house cards make 5 houses. The most is 4."),
        (UK, "red h1 hotel", "", "hotel-without-four-houses",
         "No set has four houses, so a hotel cannot be placed."),
        (UK, "red h1 h2 h3 h4 hotel*2", "", "too-many-hotels",
         "There are more hotels than sets with four houses to put them on."),
        (WM, "red two-houses*2 hotel*2", "", "too-many-hotels",
         "Only one hotel may be in the hand."),
        (WM, "red go-to-jail", "", "jail", "Go To Jail is not cancelled by Get Out of Jail Free."),
    ],
)  # fmt: skip
def test_each_reason_in_words(
    edition_id: str, line: str, wild: str, rule: str, message: str
) -> None:
    (finding,) = [one for one in found(edition_id, line, wilds=wild) if one.rule == rule]
    assert finding.message == message


# --- several at once ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "line", "reward", "expected"),
    [
        pytest.param(edition_id, line, reward, expected, id=f"{edition_id}: {name}")
        for editions, name, line, reward, expected in [
            (CLASSIC, "without-a-set", "strand bow-street vine-street kings-cross h1 h3 hotel go",
             "token*6",
             ["no-set", "incomplete-group", "incomplete-group", "incomplete-group",
              "house-without-set", "hotel-without-set", "hand-size", "reward-size"]),
            (CLASSIC, "with-a-set", "dark-blue strand h1*2 h4 h3 hotel kings-cross", "token*6",
             ["incomplete-group", "incomplete-group", "house-out-of-sequence", "too-many-houses",
              "hotel-without-four-houses", "hand-size", "reward-size"]),
            (CLASSIC, "with-four-houses", "dark-blue brown water-works h1*3 h2 h3*2 h4 hotel*2",
             "token*6",
             ["incomplete-group", "house-out-of-sequence", "too-many-houses", "too-many-hotels",
              "hand-size", "reward-size"]),
            (CLASSIC, "no-set-and-part-of-one", "mayfair go*4 mm*4 token", "",
             ["no-set", "incomplete-group"]),
            (CLASSIC, "every-group-incomplete",
             "mayfair bond-street piccadilly strand vine-street whitehall euston-road "
             "old-kent-road water-works kings-cross", "",
             ["no-set"] + ["incomplete-group"] * 10),
            ((WM,), "without-a-set", "kentucky short-line h1 hotel gtj", "",
             ["no-set", "incomplete-group", "incomplete-group", "house-without-set",
              "hotel-without-set", "jail", "hand-size"]),
            ((WM,), "without-a-colour-set", "railroads water-works h1 h3*1 hotel*2 gtj", "",
             ["incomplete-group", "house-without-set", "hotel-without-set", "needs-colour-group",
              "jail"]),
            ((WM,), "with-a-set", "dark-blue kentucky h2 h3 hotel*2 gtj go", "",
             ["incomplete-group", "too-many-houses", "hotel-without-four-houses",
              "too-many-hotels", "jail", "hand-size"]),
            # Three two-house cards hold four houses and two too many: the hotel has its four.
            ((WM,), "six-houses-and-a-hotel", "dark-blue h2*3 hotel go*4", "",
             ["too-many-houses"]),
            ((WM,), "five-houses-and-a-hotel", "dark-blue h1 h2*2 hotel go*4", "",
             ["too-many-houses"]),
            # Two and three are five; without one of them they are two or three, never four.
            ((WM,), "two-and-three-and-a-hotel", "dark-blue h2 h3 hotel go*5", "",
             ["too-many-houses", "hotel-without-four-houses"]),
            ((WM,), "four-houses-and-two-hotels-in-jail", "dark-blue h2*2 hotel*2 gtj go*3", "",
             ["too-many-hotels", "jail"]),
        ]
        for edition_id in editions
    ],
)  # fmt: skip
def test_all_problems_at_once(edition_id: str, line: str, reward: str, expected: list[str]) -> None:
    answer = found(edition_id, line, reward=reward)
    rules = [finding.rule for finding in answer]
    assert Counter(rules) == Counter(expected)
    assert rules == sorted(rules, key=list(load(edition_id).rules).index)


def test_all_problems_at_once_concern_their_own_cards() -> None:
    answer = found(UK, "dark-blue brown water-works h1*3 h2 h3*2 h4 hotel*2")
    concerned = {finding.rule: finding.cards for finding in answer}
    assert concerned == {
        "incomplete-group": ("water-works",),
        "house-out-of-sequence": ("house-3",),
        "too-many-houses": ("house-1",),
        "too-many-hotels": ("hotel",),
        "hand-size": (),
    }


def test_one_problem_a_group() -> None:
    answer = found(UK, "dark-blue strand fleet-street bow-street vine-street kings-cross go")
    concerned = [finding.cards for finding in answer if finding.rule == "incomplete-group"]
    assert sorted(concerned) == [
        ("bow-street", "vine-street"),
        ("kings-cross-station",),
        ("strand", "fleet-street"),
    ]


def test_every_problem_has_its_sentence_and_citation() -> None:
    ids = {
        UK: "no-set incomplete-group house-without-set hotel-without-set house-out-of-sequence "
        "too-many-houses hotel-without-four-houses too-many-hotels hand-size reward-size",
        WM: "no-set incomplete-group house-without-set hotel-without-set too-many-houses "
        "hotel-without-four-houses too-many-hotels needs-colour-group jail hand-size",
        "express": "round-incomplete not-a-monopoly",
    }
    ids |= {US: ids[UK], DL: ids[UK]}
    for edition_id, rules in ids.items():
        edition = load(edition_id)
        for rule in rules.split():
            assert rule_told(edition, rule).text
            assert rule_told(edition, rule).cite


# --- undeclared wilds: the reading with the fewest problems -------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "line", "wilds", "expected"),
    [
        pytest.param(edition_id, line, wilds, expected, id=f"{edition_id}: {name}")
        for edition_id, name, line, wilds, expected in [
            (UK, "chance-completes-red", "strand fleet-street bow-street c", "",
             [("incomplete-group", "bow-street")]),
            (UK, "chance-completes-where-a-house-then-stands",
             "strand fleet-street h1 bow-street c", "", [("incomplete-group", "bow-street")]),
            (UK, "chance-is-the-missing-house", "dark-blue h2 h3 strand c", "",
             [("incomplete-group", "strand")]),
            (UK, "two-chances", "strand c*2 mayfair kings-cross", "",
             [("incomplete-group", "strand")]),
            (UK, "more-chances-than-stations-missing", "kings maryl fenchurch c*2 h1", "",
             [("house-without-set", "h1")]),
            (UK, "chance-of-no-help", "dark-blue strand c", "", [("incomplete-group", "strand")]),
            (UK, "two-incomplete-one-chance", "dark-blue strand fleet-street bow-street c", "",
             [("incomplete-group", "bow-street")]),
            (UK, "declared-otherwise", "strand fleet-street c", "token",
             [("no-set", ""), ("incomplete-group", "strand fleet-street")]),
            (UK, "one-declared-one-not", "strand fleet-street bow-street c*2", "token",
             [("incomplete-group", "bow-street")]),
            (UK, "beside-a-set-with-a-declared-wild", "park-lane chance go*4 strand", "mayfair",
             [("incomplete-group", "strand")]),
            (WM, "beside-a-set-with-an-announced-wild", "boardwalk w go*6 kentucky", "park-place",
             [("incomplete-group", "kentucky")]),
            (WM, "wild-is-the-jail-card", "dark-blue gtj kentucky w", "",
             [("incomplete-group", "kentucky")]),
            (WM, "wild-completes-red", "kentucky indiana short-line pacific w", "",
             [("incomplete-group", "short-line"), ("incomplete-group", "pacific")]),
            (WM, "wild-is-the-missing-house", "dark-blue h3 hotel kentucky w", "",
             [("incomplete-group", "kentucky")]),
            (WM, "wild-cannot-take-houses-away", "dark-blue h2*2 h1 w", "",
             [("too-many-houses", None)]),
            (WM, "wild-cancels", "railroads gtj w", "", [("needs-colour-group", None)]),
            (WM, "two-wilds-make-the-colour-set", "railroads w*2 h2*2 h1", "",
             [("too-many-houses", None)]),
        ]
    ],
)  # fmt: skip
def test_the_reading_with_the_fewest_problems(
    edition_id: str, line: str, wilds: str, expected: list[tuple[str, str | None]]
) -> None:
    answer = [one for one in found(edition_id, line, wilds=wilds) if one.rule not in WARNINGS]
    assert Counter(one.rule for one in answer) == Counter(rule for rule, _ in expected)
    cards = Counter(
        tuple(parse(load(edition_id), line)) for _, line in expected if line is not None
    )
    if all(line is not None for _, line in expected):
        assert Counter(one.cards for one in answer) == cards


def test_of_equal_readings_it_is_the_first() -> None:
    """A Chance under a house that even so cannot stand counts as the lowest one missing."""
    (finding,) = [one for one in found(UK, "orange red c h4") if one.rule not in WARNINGS]
    assert (
        "A 4th House cannot be placed: a 2nd House and a 3rd House are missing" in finding.message
    )


# --- 2017: announced wilds count as the card, for legality too ----------------------------------


@pytest.mark.parametrize(
    ("line", "wilds", "rules"),
    [
        pytest.param(line, wilds, rules, id=f"{line} as {wilds}")
        for line, wilds, rules in [
            ("boardwalk w", "park-place", []),
            ("boardwalk w", "go", ["no-set", "incomplete-group"]),
            ("boardwalk w", "", []),
            ("dark-blue w", "go", []),
            ("dark-blue w", "fp", []),
            ("dark-blue w", "token", []),
            ("dark-blue w", "jf", []),
            ("dark-blue w", "h3", []),
            ("dark-blue w", "boardwalk", []),
            ("dark-blue w", "kentucky", ["incomplete-group"]),
            ("dark-blue kentucky w", "indiana", ["incomplete-group"]),
            ("dark-blue kentucky w*2", "indiana illinois", []),
            ("dark-blue w", "short-line", ["incomplete-group"]),
            ("dark-blue short-line w", "reading-railroad", []),
            ("dark-blue w", "water-works", ["incomplete-group"]),
            ("dark-blue w*2", "water-works electric-company", []),
            ("dark-blue w*2", "kentucky short-line", ["incomplete-group"] * 2),
            ("dark-blue h2*2 w", "h1", ["too-many-houses"]),
            ("dark-blue h2 w", "h3", ["too-many-houses"]),
            ("dark-blue h2 w", "h2", []),
            ("dark-blue w*2", "h3 h2", ["too-many-houses"]),
            ("dark-blue w", "hotel", ["hotel-without-four-houses"]),
            ("dark-blue h2*2 w", "hotel", []),
            ("dark-blue h2*2 hotel w", "hotel", ["too-many-hotels"]),
            ("dark-blue h2 hotel w", "h2", []),
            ("dark-blue h2 hotel w", "h1", ["hotel-without-four-houses"]),
            ("dark-blue gtj w", "jf", []),
            ("dark-blue gtj w", "go", ["jail"]),
            ("dark-blue gtj w", "", []),
            ("railroads w", "h1", ["house-without-set", "needs-colour-group"]),
            ("railroads w", "hotel", ["hotel-without-set", "needs-colour-group"]),
            ("w*2", "park-place boardwalk", []),
            ("w*2", "water-works electric-company", ["needs-colour-group"]),
            ("w*2", "go go", ["no-set"]),
            ("w*2", "", []),
        ]
    ],
)  # fmt: skip
def test_2017_announced_wilds_count_for_legality(line: str, wilds: str, rules: list[str]) -> None:
    answer = found(WM, line, wilds=wilds)
    assert Counter(rules_of(answer)) == Counter(rules)


def test_classic_a_declared_chance_without_a_place_is_no_problem() -> None:
    for card in load(UK).deck:
        if card in ("chance", "go", "mr-monopoly", "park-lane", "mayfair"):
            continue
        assert rules_of(found(UK, "dark-blue c go", wilds=card)) == []


def test_wild_only_sets_decides_about_wilds_alone() -> None:
    assert rules_of(found(UK, "c*2")) == ["no-set"]
    assert rules_of(found(UK, "c*2", options={"wild_only_sets": True})) == []
    assert rules_of(found(UK, "c*2", wilds="park-lane mayfair")) == ["no-set"]
    assert rules_of(found(WM, "w*2", options={"wild_only_sets": False})) == ["no-set"]


# --- warnings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "players", "size"),
    [(edition_id, players, 10) for edition_id in (*CLASSIC, WM) for players in (2, 3, 4)]
    + [
        (edition_id, players, {5: 11, 6: 9}[players])
        for edition_id in (US, UK)
        for players in (5, 6)
    ],
)
def test_hand_size(edition_id: str, players: int, size: int) -> None:
    cards = parse(load(edition_id), "dark-blue go*4 token*6")
    for number in range(2, 13):
        line = " ".join(cards[:number])
        edition = load(edition_id)
        entered = read(
            {
                "edition": edition_id,
                "players": ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"][:players],
                "hands": {"Ann": parse(edition, line), "Bob": parse(edition, "railroads")},
                "went_out": "Ann",
            }
        )
        settled = settle(*entered)
        assert settled.legal
        answer = settled.findings
        if number == size:
            assert answer == ()
        else:
            assert [finding.rule for finding in answer] == ["hand-size"]
            assert answer[0].player == "Ann"
            assert str(number) in answer[0].message
            assert str(size) in answer[0].message


def test_the_hand_size_of_the_others_does_not_matter() -> None:
    edition = load(UK)
    for line in ("", "go", "railroads utilities red go*4"):
        settled = settle_cards(
            edition,
            players=PLAYERS,
            hands={"Ann": parse(edition, "dark-blue token*6 h1 h2"), "Bob": parse(edition, line)},
            went_out="Ann",
        )
        assert settled.findings == ()


@pytest.mark.parametrize(
    ("line", "reward", "rules"),
    [
        ("dark-blue", "", ["hand-size"]),
        ("dark-blue token*6 go*2", "h1 h2 h3 h4 hotel", []),
        ("dark-blue token*6 go*2", "h1 h2 h3 h4 hotel mm", ["reward-size"]),
        ("dark-blue token*6", "h1 h2 h3 h4 hotel mm*2", ["hand-size", "reward-size"]),
    ],
)
def test_warnings_never_change_the_verdict(line: str, reward: str, rules: list[str]) -> None:
    assert [finding.rule for finding in found(UK, line, reward=reward)] == rules
    assert set(rules) <= WARNINGS
    assert may_go_out(load(UK), parse(load(UK), line))


def test_nothing_is_found_when_nobody_went_out() -> None:
    edition = load(UK)
    settled = settle_cards(edition, players=PLAYERS, hands={"Ann": ["mayfair", "house-2"]})
    assert settled.findings == ()
    assert settled.legal


# --- any hand -----------------------------------------------------------------------------------


@st.composite
def goers(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A hand that may nearly go out: whole groups, houses, and a few cards more."""
    edition_id = draw(st.sampled_from([UK, UK, WM, WM, DL, US]))
    edition = load(edition_id)
    cards: list[str] = []
    for group in draw(st.lists(st.sampled_from(edition.groups), max_size=2, unique=True)):
        cards += group.cards
    properties = [card for card in edition.group_of if card not in cards]
    rest = [card for card in edition.deck if card not in edition.group_of]
    cards += draw(st.lists(st.sampled_from(properties), max_size=2, unique=True))
    for card in draw(st.lists(st.sampled_from(rest), max_size=6)):
        if cards.count(card) < edition.deck[card]:
            cards.append(card)
    return edition_id, cards


@settings(deadline=None, max_examples=times(200))
@given(goers(), st.data())
def test_a_legal_hand_stays_legal_with_bonus_cards(
    entered: tuple[str, list[str]], data: st.DataObject
) -> None:
    edition_id, cards = entered
    edition = load(edition_id)
    assume(may_go_out(edition, cards))
    bonus = ["go", "token", "mr-monopoly", "chance"]
    if edition_id == WM:
        bonus = ["go", "token", "free-parking", "wild", "get-out-of-jail-free"]
    card = data.draw(st.sampled_from(bonus))
    assert may_go_out(edition, [*cards, card])
