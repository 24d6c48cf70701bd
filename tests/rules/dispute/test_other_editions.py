"""The same hand in the other boxes and the rule that makes the difference."""

from typing import Any

import pytest
from hypothesis import given

from companion.rules.dispute.other_editions import RulingElsewhere, elsewhere
from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
from companion.rules.settlement import Settlement
from tests.boxes import BOXES
from tests.deals import ME, ruled, settlements

US, UK, DL, WM, EX = BOXES


def boxes(settlement: Settlement) -> dict[str, RulingElsewhere]:
    return {one.edition.id: one for one in elsewhere(settlement, ME)}


def rules_of(other: RulingElsewhere) -> list[str]:
    return [one.rule for one in other.why]


# --- the other boxes -----------------------------------------------------------------------------


# name, edition, hand, what else, and the boxes that rule otherwise
ALIKE: list[tuple[str, str, str, dict[str, Any], set[str]]] = [
    ("classic-boxes", UK, "dark-blue h1 h2 t go", {}, {WM}),
    ("everywhere", UK, "red go", {}, set()),
    ("the-tables-own-amounts", UK, "red go", {"options": {"values": {"red": 300}}}, set()),
    ("not-out-in-any", UK, "strand go*4", {}, set()),
    ("declared-as-a-property", UK, "park-lane c h1", {"wilds": "mayfair"}, set()),
    ("declared-as-a-house", UK, "dark-blue c", {"wilds": "house-1"}, set()),
    ("another-game", EX, "brown", {"stopped_early": True}, set()),
]


@pytest.mark.parametrize(
    ("edition_id", "cards", "more", "others"), [pytest.param(*row[1:], id=row[0]) for row in ALIKE]
)
def test_only_boxes_that_rule_otherwise_are_listed(
    edition_id: str, cards: str, more: dict[str, Any], others: set[str]
) -> None:
    assert boxes(ruled(edition_id, cards, **more)).keys() == others


@pytest.mark.parametrize(
    ("settled", "begins"),
    [
        pytest.param(
            ruled(UK, "park-lane c h1 h2 h3 t", reward="mayfair h4 yellow", wilds="mayfair"),
            ["The sets: £700", "Houses and hotels:"], id="two-that-rest-on-one-rule",
        ),
        pytest.param(ruled(UK, "red mm"), ["The most Mr. Monopoly cards: £1,000"], id="majority"),
    ],
)  # fmt: skip
def test_every_part_that_differs_is_told(settled: Settlement, begins: list[str]) -> None:
    told = [why.here for why in boxes(settled)[WM].why]
    assert all(any(line.startswith(words) for line in told) for words in begins)


def test_five_houses_are_five_houses_in_2017() -> None:
    other = boxes(ruled(US, "boardwalk park-place green h1*2 h2*2 h3"))[WM]
    assert other.legal is False
    assert rules_of(other) == ["too-many-houses"]
    assert "make 5 houses" in other.why[0].here
    assert other.left_out == ()


def test_house_cards_of_2017_are_changed_for_larger_ones_while_there_are_any() -> None:
    """Ten houses there: four cards of one and three of two, in place of ten cards of one."""
    other = boxes(ruled(US, "dark-blue green yellow h1*3 h2*3 h3*2 h4*2"))[WM]
    assert "make 10 houses" in other.why[0].here
    assert other.left_out == ()


def test_a_majority_is_not_won_because_the_other_box_seats_fewer() -> None:
    settlement = ruled(
        US,
        "dark-blue mm*2 h1 h2 go*2 t",
        players=6,
        hands={
            ME: parse(load(US), "dark-blue mm*2 h1 h2 go*2 t"),
            **{one: [card] for one, card in (("Bob", "go"), ("Cem", "house-1"), ("Dee", "token"))},
            "Eve": ["mr-monopoly"] * 2,
        },
    )
    assert DL not in boxes(settlement)


def test_a_declared_wild_is_told_as_declared() -> None:
    settlement = ruled(WM, "yellow w fp go", others="fp*2", wilds="free-parking")
    assert (
        "In Winning Moves 2017 Wild was declared as Free Parking."
        in boxes(settlement)[UK].why[0].here
    )


# name, edition, hand, what else, other edition, may go out there, pays, rules
CASES: list[tuple[str, str, str, dict[str, Any], str, bool | None, int, list[str]]] = [
    ("tokens", UK, "dark-blue h1 t", {}, WM, True, 1800, ["token"]),
    ("four-go", UK, "red go*4", {}, WM, True, 1750, ["go"]),
    ("others-are-not-improved", UK, "red h1 h2", {"out": False}, WM, None, 250, ["set-value"]),
    ("chance-catches", UK, "red c", {"out": False}, WM, None, 750, ["chance", "wild"]),
    ("a-wild-does-not-catch", WM, "red w", {"out": False}, UK, None, 0, ["chance", "wild"]),
    ("colour-needed", UK, "stations", {}, WM, False, 1000, ["needs-colour-group"]),
    ("colour-not-needed", WM, "railroads", {}, US, True, 1000, ["needs-colour-group"]),
    ("jail", WM, "red gtj", {}, DL, True, 250, ["jail"]),
    ("caught-in-jail", WM, "red gtj", {"out": False}, DL, None, 250, ["go-to-jail"]),
    ("wilds-alone", WM, "w w", {}, UK, False, 0, ["no-set"]),
    ("no-reward", UK, "red", {"reward": "green"}, WM, True, 250, ["reward", "set-value"]),
    ("no-reward-with-a-wild", UK, "red", {"reward": "c"}, WM, True, 250, ["reward", "set-value"]),
    ("goer-who-sits-sixth", UK, "red h1", {"players": 6, "went_out": "Fay"}, WM, None, 250,
     ["set-value"]),
    ("majority", UK, "red mm", {}, WM, True, 250, ["mr-monopoly"]),
    ("jackpot", WM, "red fp", {}, US, True, 250, ["free-parking"]),
    ("sequence", UK, "red h2", {}, WM, True, 500, ["house-out-of-sequence"]),
    ("two-improved-sets", UK, "red brown h1*2", {}, WM, True, 800, ["set-value"]),
    ("out-of-jail", WM, "red jf", {}, UK, True, 250, ["get-out-of-jail-free"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition_id", "cards", "more", "other", "legal", "pays", "rules"),
    [pytest.param(*row[1:], id=row[0]) for row in CASES],
)
def test_the_rule_that_makes_the_difference(
    edition_id: str,
    cards: str,
    more: dict[str, Any],
    other: str,
    legal: bool | None,
    pays: int,
    rules: list[str],
) -> None:
    settlement = ruled(edition_id, cards, **more)
    there = boxes(settlement)[other]
    assert there.legal is legal
    assert there.pays == pays
    assert sorted(rules_of(there)) == sorted(rules)
    for why in there.why:
        assert why.rule in why.ruled.edition.rules
        assert why.ruled.edition.id in (edition_id, other)
        assert why.here


def test_cards_without_a_counterpart_are_named() -> None:
    assert boxes(ruled(UK, "red mm*2 go*4"))[WM].left_out == ("mr-monopoly",) * 2
    found = boxes(ruled(WM, "red go*6 fp jf"))
    assert found[UK].left_out == ("go", "go", "free-parking", "get-out-of-jail-free")


def test_a_house_card_of_2017_is_so_many_houses() -> None:
    assert boxes(ruled(WM, "dark-blue h2 t"))[UK].pays == 2400  # 400 × 3, and a token the same


def test_a_sixth_player_stays_at_home() -> None:
    settlement = ruled(UK, "red mm go*4", players=6, others="mm")
    assert boxes(settlement)[WM].pays == 250 + 1500


@given(settlements())
def test_what_is_listed_differs_and_says_why(settlement: Settlement) -> None:
    edition, deal = settlement.edition, settlement.deal
    for player in deal.players:
        found = elsewhere(settlement, player)
        for one in found:
            assert one.edition.id != edition.id
            assert one.why
            same = one.legal is None or one.legal == settlement.legal
            assert one.pays != settlement.payouts[player] or not same
