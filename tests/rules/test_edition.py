"""Every fact of the five editions, the options a table may change, and what the loader rejects."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

import pytest

from companion.rules.deal import Deal, check_cards
from companion.rules.edition import (
    Box,
    DecisionLines,
    Edition,
    EditionError,
    Group,
    RuleLines,
    Seat,
    Sentence,
)
from companion.rules.edition_file import FOLDERS, edition_ids, load, read_edition
from companion.rules.options import option_takes, with_options
from companion.rules.rank.hand_rank import HandRank, rank_hand
from companion.rules.refusal import Refusal
from companion.rules.texts import Told
from companion.rules.texts import rule as rule_told
from companion.rules.ways.every import WAYS
from tests.boxes import BOXES
from tests.proof import brute

CLASSIC = ("classic-us", "classic-uk", "deluxe")
NOT_EXPRESS = (*CLASSIC, "winning-moves-2017")

# --- the cards --------------------------------------------------------------------------------

GROUPS: dict[str, dict[str, tuple[str, ...]]] = {
    "classic-us": brute.US,
    "classic-uk": brute.UK,
    "deluxe": brute.US,
    "winning-moves-2017": brute.US,
    "express": brute.EXPRESS,
}
CLASSIC_OTHERS = {
    "house-1": 5,
    "house-2": 4,
    "house-3": 3,
    "house-4": 2,
    "hotel": 2,
    "token": 6,
    "chance": 2,
    "go": 4,
    "mr-monopoly": 4,
}
OTHERS: dict[str, dict[str, int]] = {
    "classic-us": CLASSIC_OTHERS,
    "classic-uk": CLASSIC_OTHERS,
    "deluxe": CLASSIC_OTHERS,
    "winning-moves-2017": {
        "one-house": 4,
        "two-houses": 4,
        "three-houses": 1,
        "hotel": 2,
        "token": 6,
        "wild": 2,
        "go": 6,
        "free-parking": 5,
        "go-to-jail": 1,
        "get-out-of-jail-free": 1,
    },
    "express": {"chance": 3, "community-chest": 3, "rich-uncle": 2},
}


def properties(edition_id: str) -> list[str]:
    """The cards that stand for a space of the board, once each, in the order of the groups."""
    return [
        card
        for cards in GROUPS[edition_id].values()
        for card in cards
        if card not in OTHERS[edition_id] or edition_id != "express"
    ]


@pytest.mark.parametrize("edition_id", edition_ids())
def test_an_edition_is_known_by_its_id(edition_id: str) -> None:
    assert load(edition_id).id == edition_id


def test_boxes_are_listed_by_their_positions() -> None:
    assert edition_ids()[: len(BOXES)] == BOXES


@pytest.mark.parametrize("edition_id", BOXES)
def test_the_deck_has_these_cards_and_copies(edition_id: str) -> None:
    deck = load(edition_id).deck
    assert deck == {**dict.fromkeys(properties(edition_id), 1), **OTHERS[edition_id]}


@pytest.mark.parametrize("edition_id", NOT_EXPRESS)
def test_the_deck_is_in_board_order_and_the_other_cards_follow(edition_id: str) -> None:
    deck = load(edition_id).deck
    assert list(deck) == properties(edition_id) + list(OTHERS[edition_id])
    assert len(properties(edition_id)) == 28


@pytest.mark.parametrize("edition_id", BOXES)
def test_the_groups_are_in_board_order_with_these_cards(edition_id: str) -> None:
    groups = load(edition_id).groups
    assert [(group.id, group.cards) for group in groups] == list(GROUPS[edition_id].items())


@pytest.mark.parametrize("edition_id", NOT_EXPRESS)
def test_the_groups_have_these_kinds(edition_id: str) -> None:
    groups = load(edition_id).groups
    kinds = {group.id: group.kind for group in groups}
    assert kinds.pop("railroads") == "run"
    assert kinds.pop("utilities") == "whole"
    assert set(kinds.values()) == {"colour"}


def test_express_has_whole_groups_only() -> None:
    assert {group.kind for group in load("express").groups} == {"whole"}


@pytest.mark.parametrize("edition_id", BOXES)
def test_group_of_names_every_group_a_card_is_good_in(edition_id: str) -> None:
    edition = load(edition_id)
    for card in edition.deck:
        expected = tuple(g for g, cards in GROUPS[edition_id].items() if card in cards)
        assert edition.group_of.get(card, ()) == expected


# --- the values -------------------------------------------------------------------------------

PAID: dict[str, Any] = {
    **brute.BASES,
    "railroads": {"2": 250, "3": 500, "4": 1000},
    "utilities": 500,
    "hotel": 500,
    "go": 200,
}
VALUES: dict[str, dict[str, Any]] = {
    "classic-us": {**PAID, "mr-monopoly": 1000},
    "classic-uk": {**PAID, "mr-monopoly": 1000},
    "deluxe": {**PAID, "mr-monopoly": 1000},
    "winning-moves-2017": {
        **PAID,
        "house": {},
        "token": 1000,
        "go-four": 1500,
        "get-out-of-jail-free": 50,
    },
    "express": {**brute.POINTS, "bonus": 5},
}


@pytest.mark.parametrize("edition_id", BOXES)
def test_the_values_are_as_printed(edition_id: str) -> None:
    assert load(edition_id).values == VALUES[edition_id]


@pytest.mark.parametrize("edition_id", edition_ids())
def test_only_express_has_bonus_pairs(edition_id: str) -> None:
    pairs = (
        ("brown", "light-blue"),
        ("pink", "orange"),
        ("red", "yellow"),
        ("green", "dark-blue"),
        ("railroads", "corners"),
    )
    assert load(edition_id).pairs == (pairs if edition_id == "express" else ())


# --- the box ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "currency", "money", "dealer", "arrangement"),
    [
        ("classic-us", "$", "notes", "left", "sequence"),
        ("classic-uk", "£", "notes", "left", "sequence"),
        ("deluxe", "$", "racks", "left", "sequence"),
        ("winning-moves-2017", "$", "notes", "left", "total"),
        ("express", "", "points", "top-scorer", "piles"),
    ],
    ids=BOXES,
)
def test_the_box_has_this_money_and_dealer(
    edition_id: str, currency: str, money: str, dealer: str, arrangement: str
) -> None:
    edition = load(edition_id)
    found = (edition.currency, edition.money, edition.dealer, edition.arrangement)
    assert found == (currency, money, dealer, arrangement)


@pytest.mark.parametrize("edition_id", BOXES)
def test_only_2017_has_a_jackpot_and_only_classic_boxes_have_a_reward(edition_id: str) -> None:
    box = load(edition_id)
    assert box.has_jackpot == (edition_id == "winning-moves-2017")
    assert box.has_reward == (edition_id in CLASSIC)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_text_of_an_edition_says_something(edition_id: str) -> None:
    edition = load(edition_id)
    said = Told(edition)
    texts = [edition.name, edition.box, edition.source, *said.unverified, *edition.names.values()]
    texts += [*said.decisions.values(), *(line for lines in said.notes.values() for line in lines)]
    texts += [text for group in edition.groups for text in (group.name, group.mark)]
    assert all(text == text.strip() != "" for text in texts)
    assert edition.notes


@pytest.mark.parametrize(
    ("edition_id", "titles"),
    [
        ("classic-uk", ["With two, three or four players", "With two or three players",
                        "With five or six players"]),
        ("deluxe", ["", "With two or three players"]),
        ("express", [""]),
    ],
)  # fmt: skip
def test_notes_say_for_which_tables_they_are_unless_the_table_is_known(
    edition_id: str, titles: list[str]
) -> None:
    edition = load(edition_id)
    assert list(Told(edition).notes) == titles
    assert all(list(Told(edition, players).notes) == [""] for players in edition.seats)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_texts_say_for_which_tables_they_are_unless_the_table_is_known(edition_id: str) -> None:
    edition = load(edition_id)
    for players in (None, *edition.seats):
        said = Told(edition, players)
        texts = [*said.unverified, *said.decisions.values()]
        texts += [rule.text for rule in said.rules.values()]
        prefixed = [text for text in texts if " players: " in text]
        some = any(line.players for rule in edition.rules.values() for line in rule.text)
        assert bool(prefixed) == (players is None and some)
        assert not [rule for rule in said.rules.values() if " players: " in rule.cite]


@pytest.mark.parametrize("edition_id", edition_ids())
def test_names_and_marks_tell_cards_and_groups_apart(edition_id: str) -> None:
    edition = load(edition_id)
    assert len(set(edition.names.values())) == len(edition.deck)
    assert len({group.name for group in edition.groups}) == len(edition.groups)
    assert len({group.mark for group in edition.groups}) == len(edition.groups)


@pytest.mark.parametrize(
    ("edition_id", "item", "shown"),
    [
        ("classic-us", "brown", "Dark Purple"),
        ("classic-us", "pink", "Light Purple"),
        ("classic-us", "railroads", "Railroads"),
        ("classic-us", "mediterranean-avenue", "Mediterranean Avenue"),
        ("classic-us", "st-james-place", "St. James Place"),
        ("classic-us", "b-and-o-railroad", "B. & O. Railroad"),
        ("classic-us", "mr-monopoly", "Mr. Monopoly"),
        ("classic-uk", "brown", "Brown"),
        ("classic-uk", "pink", "Pink"),
        ("classic-uk", "railroads", "Stations"),
        ("classic-uk", "the-angel-islington", "The Angel, Islington"),
        ("classic-uk", "kings-cross-station", "King’s Cross Station"),
        ("deluxe", "brown", "Dark Purple"),
        ("deluxe", "pink", "Light Purple"),
        ("deluxe", "st-charles-place", "St. Charles Place"),
        ("winning-moves-2017", "brown", "Brown"),
        ("winning-moves-2017", "pink", "Pink"),
        ("winning-moves-2017", "railroads", "Railroads"),
        ("winning-moves-2017", "get-out-of-jail-free", "Get Out of Jail Free"),
        ("express", "rich-uncle", "Rich Uncle"),
        ("express", "community-chest", "Community Chest"),
        ("express", "corners", "Corners"),
        ("express", "no-such-thing", "no-such-thing"),
    ],
)
def test_a_card_or_group_is_shown_as_printed(edition_id: str, item: str, shown: str) -> None:
    assert load(edition_id).label(item) == shown


@pytest.mark.parametrize(
    ("edition_id", "label", "parted"),
    [
        ("classic-uk", "The Angel, Islington", "The Angel, Islington"),
        ("classic-uk", "Whitechapel Road", "White-chapel Road"),
        ("classic-uk", "Fenchurch Street Station", "Fen-church Street Station"),
        ("classic-us", "Electric Company", "Elec-tric Company"),
        ("express", "Connecticut Avenue", "Connec-ticut Avenue"),
    ],
)
def test_long_words_of_names_may_be_parted(edition_id: str, label: str, parted: str) -> None:
    assert load(edition_id).parted(label).replace("\u00ad", "-") == parted


@pytest.mark.parametrize(
    ("edition_id", "about"),
    [
        ("classic-us", ("15", "12 cards", "everyone has had a turn", "Token", "$100,000,000")),
        ("winning-moves-2017", ("printed on the cards", "four with one house")),
        ("express", ("Railroads and Corners",)),
    ],
    ids=["classic-us", "winning-moves-2017", "express"],
)
def test_what_the_source_leaves_open_is_said(edition_id: str, about: tuple[str, ...]) -> None:
    unverified = " ".join(Told(load(edition_id)).unverified)
    assert all(words in unverified for words in about)


CLASSIC_DECIDED = {"wild_only_sets", "wiped_out_count", "nobody_out", "tie"}
DECIDED: dict[str, set[str]] = {
    **dict.fromkeys(CLASSIC, CLASSIC_DECIDED),
    "winning-moves-2017": {
        *CLASSIC_DECIDED,
        "jackpot_start",
        "jackpot_grows_when_none_held",
    },
    "express": {"tie"},
}


@pytest.mark.parametrize("edition_id", BOXES)
def test_decisions_that_an_option_changes_stand_under_its_name(edition_id: str) -> None:
    edition = load(edition_id)
    assert DECIDED[edition_id] <= set(edition.decisions)
    assert DECIDED[edition_id] <= set(edition.options)


@pytest.mark.parametrize(
    ("edition_id", "amount", "shown"),
    [
        ("classic-uk", 3600, "£3,600"),
        ("classic-us", 50, "$50"),
        ("deluxe", 10000, "$10,000"),
        ("winning-moves-2017", 0, "$0"),
        ("express", 0, "0 points"),
        ("express", 1, "1 point"),
        ("express", 50, "50 points"),
    ],
)
def test_an_amount_as_people_read_it(edition_id: str, amount: int, shown: str) -> None:
    assert load(edition_id).amount(amount) == shown


def test_a_group_is_found_by_id_and_an_unknown_one_is_a_key_error() -> None:
    edition = load("classic-uk")
    assert edition.group("dark-blue").cards == ("park-lane", "mayfair")
    with pytest.raises(KeyError):
        edition.group("corners")


def test_cards_are_sorted_in_deck_order() -> None:
    edition = load("classic-uk")
    assert edition.sort(["go", "token", "mayfair", "token", "house-2", "park-lane"]) == [
        "park-lane",
        "mayfair",
        "house-2",
        "token",
        "token",
        "go",
    ]


# --- the named cards and policies -------------------------------------------------------------

CLASSIC_ROLES = {
    "houses": {"house-1": 1, "house-2": 2, "house-3": 3, "house-4": 4},
    "hotel": "hotel",
    "token": "token",
    "wild": "chance",
    "go": "go",
    "most_of": "mr-monopoly",
}
ROLES: dict[str, dict[str, Any]] = {
    **dict.fromkeys(CLASSIC, CLASSIC_ROLES),
    "winning-moves-2017": {
        "houses": {"one-house": 1, "two-houses": 2, "three-houses": 3},
        "hotel": "hotel",
        "token": "token",
        "wild": "wild",
        "go": "go",
        "most_of": "free-parking",
        "jail": "go-to-jail",
        "out_of_jail": "get-out-of-jail-free",
    },
    "express": {"never_scores": "rich-uncle"},
}
CLASSIC_POLICIES = {"going_out_needs": "set"}
POLICIES: dict[str, dict[str, Any]] = {
    **dict.fromkeys(CLASSIC, CLASSIC_POLICIES),
    "winning-moves-2017": {
        "going_out_needs": "colour-set",
        "house_limit": 4,
    },
    "express": {},
}


@pytest.mark.parametrize("edition_id", BOXES)
def test_the_cards_with_a_part_of_their_own(edition_id: str) -> None:
    edition = load(edition_id)
    assert edition.roles == ROLES[edition_id]
    assert edition.wild == ROLES[edition_id].get("wild", "")


@pytest.mark.parametrize("edition_id", BOXES)
def test_the_policies(edition_id: str) -> None:
    assert load(edition_id).policies == POLICIES[edition_id]


# --- set-up -----------------------------------------------------------------------------------

Row = tuple[int, int, tuple[int, ...], bool, int, int | None]
FOUR: dict[int, Row] = {  # hand, trade, phantoms, draw pile, reward, target
    2: (10, 1, (3, 4), True, 5, 10_000),
    3: (10, 1, (4,), True, 5, 10_000),
    4: (10, 1, (), True, 5, 10_000),
}
SIX: dict[int, Row] = {
    **FOUR,
    5: (11, 1, (), False, 5, 7_000),
    6: (9, 1, (), False, 6, 7_000),
}
SEATS: dict[str, dict[int, Row]] = {
    "classic-us": SIX,
    "classic-uk": SIX,
    "deluxe": FOUR,
    "winning-moves-2017": {
        2: (10, 2, (3, 4), True, 0, None),
        3: (10, 2, (4,), True, 0, None),
        4: (10, 2, (), True, 0, None),
    },
    "express": dict.fromkeys((2, 3, 4), (4, 0, (), True, 0, 50)),
}


@pytest.mark.parametrize(
    ("edition_id", "players"),
    [(edition_id, players) for edition_id in BOXES for players in SEATS[edition_id]],
)
def test_set_up_for_so_many_players(edition_id: str, players: int) -> None:
    seat = load(edition_id).seats[players]
    assert seat.players == players
    assert astuple(seat)[1:] == SEATS[edition_id][players]


@pytest.mark.parametrize("edition_id", BOXES)
def test_no_other_number_of_players(edition_id: str) -> None:
    assert list(load(edition_id).seats) == list(SEATS[edition_id])


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_deck_is_large_enough_to_deal(edition_id: str) -> None:
    edition = load(edition_id)
    for seat in edition.seats.values():
        dealt = seat.players * seat.hand + seat.trade * (seat.players + len(seat.phantoms))
        assert dealt <= sum(edition.deck.values())
        assert (dealt == sum(edition.deck.values())) == (not seat.draw_pile)


# --- rules ------------------------------------------------------------------------------------

PROBLEMS = (  # in the order of the contract
    "no-set",
    "incomplete-group",
    "house-without-set",
    "hotel-without-set",
    "house-out-of-sequence",
    "too-many-houses",
    "hotel-without-four-houses",
    "too-many-hotels",
    "needs-colour-group",
    "jail",
    "hand-size",
    "reward-size",
    "round-incomplete",
    "not-a-monopoly",
)
CLASSIC_PROBLEMS = {*PROBLEMS[:8], "hand-size", "reward-size"}
USED: dict[str, set[str]] = {
    **dict.fromkeys(CLASSIC, CLASSIC_PROBLEMS),
    "winning-moves-2017": {*PROBLEMS[:11]} - {"house-out-of-sequence"},
    "express": {"round-incomplete", "not-a-monopoly"},
}
TOLD: dict[str, set[str]] = {  # rules that are never a problem by themselves
    "classic-us": {"set-value", "token", "go", "mr-monopoly", "chance", "reward"},
    "classic-uk": {"set-value", "token", "go", "mr-monopoly", "chance", "reward"},
    "deluxe": {"set-value", "token", "go", "mr-monopoly", "chance", "reward", "racks"},
    "winning-moves-2017": {
        "set-value",
        "token",
        "go",
        "free-parking",
        "wild",
        "get-out-of-jail-free",
        "announcing",
    },
    "express": {"set-value", "bonus", "dealer"},
}


@pytest.mark.parametrize(
    ("edition_id", "rule"),
    [(edition_id, rule) for edition_id in BOXES for rule in PROBLEMS if rule in USED[edition_id]],
)
def test_a_problem_has_its_rule_and_citation(edition_id: str, rule: str) -> None:
    edition = load(edition_id)
    text, cite = rule_told(edition, rule)
    assert text.endswith(".")
    assert cite.startswith(edition.name)


@pytest.mark.parametrize(
    ("edition_id", "options", "players", "rule", "said"),
    [
        pytest.param("classic-uk", {}, 4, "reward-size", False, id="five-cards-of-the-pile"),
        pytest.param("classic-uk", {}, 5, "reward-size", True, id="one-open-card-of-each"),
        pytest.param("classic-us", {}, 6, "reward-size", True, id="one-open-card-of-each-us"),
        pytest.param("express", {}, 3, "bonus", False, id="the-bonus-of-the-box"),
        pytest.param("express", {"values": {"bonus": 0}}, 3, "bonus", True, id="no-bonus"),
        pytest.param("winning-moves-2017", {}, 3, "announcing", True, id="the-order"),
    ],
)
def test_what_no_rulebook_says_is_not_told_as_its_own(
    edition_id: str, options: dict[str, Any], players: int, rule: str, said: bool
) -> None:
    _, cite = rule_told(load(edition_id, options), rule, players)
    assert cite.endswith(("decided here", "this table's choice")) == said


@pytest.mark.parametrize("edition_id", BOXES)
def test_every_rule_has_a_text_and_a_citation_of_its_own_edition(edition_id: str) -> None:
    edition = load(edition_id)
    for rule in Told(edition).rules.values():
        assert rule.text.strip()
        assert rule.cite.startswith(edition.name)
    expected = USED[edition_id] | TOLD[edition_id] | {"winning"}
    if edition_id != "express":
        expected = expected | {"nobody-out"}
    assert expected <= set(edition.rules)
    assert set(edition.rules) & set(PROBLEMS) == USED[edition_id]


@pytest.mark.parametrize("edition_id", BOXES)
def test_problems_are_in_the_order_of_the_contract(edition_id: str) -> None:
    rules = list(load(edition_id).rules)
    problems = [rule for rule in PROBLEMS if rule in USED[edition_id]]
    assert rules[: len(problems)] == problems


# --- options ----------------------------------------------------------------------------------

CLASSIC_OPTIONS: dict[str, Any] = {
    "target": "by-players",
    "deals": None,
    "nobody_out": "void",
    "wild_only_sets": False,
    "wiped_out_count": True,
    "tie": "shared",
}
OPTIONS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(CLASSIC, CLASSIC_OPTIONS),
    "winning-moves-2017": {
        "target": None,
        "deals": 4,
        "nobody_out": "void",
        "wild_only_sets": True,
        "wiped_out_count": True,
        "jackpot_start": 500,
        "jackpot_step": 500,
        "jackpot_grows_when_none_held": True,
        "tie": "shared",
    },
    "express": {"target": "by-players", "deals": None, "tie": "shared"},
}
ALL_OPTIONS = sorted({name for options in OPTIONS.values() for name in options})
TRUTHS = ((True, True), (False, False), ("yes", True), ("no", False))
NO_TRUTHS: tuple[Any, ...] = ("true", "Yes", "", 0, 1, None, [], {})
DEALS = ((1, 1), (4, 4), (1000, 1000), (None, None))
NO_DEALS: tuple[Any, ...] = (0, -1, 1001, 2.0, "4", True, [], {})
TARGETS = ((50, 50), (5_000, 5_000), (1_000_000, 1_000_000), (None, None))
NO_TARGETS: tuple[Any, ...] = (0, -50, 75, 1_000_050, 5_000.0, "5000", "by-players", True, [], {})
POINTS = ((1, 1), (49, 49), (50, 50), (75, 75), (None, None))
NO_POINTS: tuple[Any, ...] = (0, -1, 49.5, 1_000_001, "50", False, [])
JACKPOTS = ((0, 0), (500, 500), (1_500, 1_500), (1_000_000, 1_000_000))
NO_JACKPOTS: tuple[Any, ...] = (250, 750, -500, 50, 1_000_500, 500.0, "500", True, None, [], {})
CHOICES: dict[str, tuple[str, ...]] = {
    "nobody_out": ("void", "score"),
    "tie": ("shared", "play-on"),
}
NO_CHOICES: tuple[Any, ...] = ("", "Void", "maybe", True, None, 1, [], {})


def accepted(edition_id: str, name: str) -> tuple[tuple[Any, Any], ...]:
    """Values the option takes in this edition, each with what is then in force."""
    if name == "target":
        return POINTS if edition_id == "express" else TARGETS
    if name == "deals":
        return DEALS
    if name in CHOICES:
        return tuple((choice, choice) for choice in CHOICES[name])
    return JACKPOTS if name in ("jackpot_start", "jackpot_step") else TRUTHS


def refused(edition_id: str, name: str) -> tuple[Any, ...]:
    """Values the option does not take in this edition."""
    if name == "target":
        return NO_POINTS if edition_id == "express" else NO_TARGETS
    if name == "deals":
        return NO_DEALS
    if name in CHOICES:
        return NO_CHOICES
    return NO_JACKPOTS if name in ("jackpot_start", "jackpot_step") else NO_TRUTHS


def each_option() -> Iterator[tuple[str, str]]:
    """Every option of every edition."""
    for edition_id in BOXES:
        for name in OPTIONS[edition_id]:
            yield edition_id, name


def refusal(edition: Edition, options: Mapping[str, Any]) -> Refusal:
    """The refusal of these options; fails when they are taken."""
    with pytest.raises(Refusal) as caught:
        with_options(edition, options)
    assert caught.value.rule == "unknown-option"
    return caught.value


@pytest.mark.parametrize("edition_id", BOXES)
def test_the_options_and_their_defaults(edition_id: str) -> None:
    edition = load(edition_id)
    assert edition.options == OPTIONS[edition_id]
    assert edition.option_defaults == OPTIONS[edition_id]
    assert edition.changed == {}


@pytest.mark.parametrize("edition_id", BOXES)
def test_the_options_are_told_with_default_and_what_they_take(edition_id: str) -> None:
    takes = option_takes(load(edition_id))
    assert {name: option.default for name, option in takes.items()} == {
        **OPTIONS[edition_id],
        **({} if edition_id == "express" else {"copies": {}}),
        "values": {},
    }
    assert all(option.takes for option in takes.values())


@pytest.mark.parametrize(
    ("edition_id", "name", "given", "in_force"),
    [
        pytest.param(edition_id, name, given, in_force, id=f"{edition_id}-{name}-{given}")
        for edition_id, name in each_option()
        for given, in_force in accepted(edition_id, name)
    ],
)
def test_an_option_is_taken(edition_id: str, name: str, given: object, in_force: object) -> None:
    edition = load(edition_id)
    table = with_options(edition, {name: given})
    assert table.options[name] == in_force
    assert type(table.options[name]) is type(in_force)
    others = {key: value for key, value in edition.options.items() if key != name}
    assert {key: table.options[key] for key in others} == others
    assert edition.options == OPTIONS[edition_id]


@pytest.mark.parametrize(
    ("edition_id", "name", "given"),
    [
        pytest.param(edition_id, name, given, id=f"{edition_id}-{name}-{given!r}")
        for edition_id, name in each_option()
        for given in refused(edition_id, name)
    ],
)
def test_an_option_is_refused_by_name(edition_id: str, name: str, given: object) -> None:
    assert f"“{name}”" in refusal(load(edition_id), {name: given}).message


@pytest.mark.parametrize(
    ("edition_id", "name"),
    [
        (edition_id, name)
        for edition_id in BOXES
        for name in (*ALL_OPTIONS, "house_rules", "", "Target")
        if name not in OPTIONS[edition_id]
    ],
)
def test_an_option_the_edition_does_not_have_is_refused(edition_id: str, name: str) -> None:
    edition = load(edition_id)
    message = refusal(edition, {name: True}).message
    assert f"“{name}”" in message
    assert edition.name in message
    assert all(known in message for known in OPTIONS[edition_id])


def test_one_bad_option_among_good_ones_is_refused() -> None:
    assert "“tie”" in refusal(load("classic-uk"), {"target": 5000, "tie": "coin"}).message


@pytest.mark.parametrize(
    ("values", "too_deep"),
    [({"red": {"2": 1}}, False), ({"red": {"2": {"3": 1}}}, True), ({"red": [[1]]}, True)],
)
def test_options_do_not_take_lists_in_lists(values: dict[str, Any], too_deep: bool) -> None:
    message = refusal(load("classic-uk"), {"values": values}).message
    assert ("does not take lists in lists" in message) == too_deep


@pytest.mark.parametrize(
    "options",
    [{"target": float("nan")}, {"target": object()}, {"values": {1, 2}}],
    ids=["not-a-number", "an-object", "a-python-set"],
)
def test_options_that_are_not_json_are_refused(options: dict[str, Any]) -> None:
    refusal(load("classic-uk"), options)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_same_options_give_the_same_object(edition_id: str) -> None:
    edition = load(edition_id)
    assert load(edition_id) is edition
    assert with_options(edition, {}) is edition
    table = with_options(edition, {"target": 100, "tie": "play-on"})
    assert with_options(edition, {"tie": "play-on", "target": 100}) is table
    assert with_options(edition, {"target": 100}) is not table
    assert table is not edition


def test_options_on_options_are_told_together() -> None:
    table = with_options(load("classic-uk", {"target": 5000}), {"tie": "play-on"})
    assert table.changed == {"target": 5000, "tie": "play-on"}


@pytest.mark.parametrize("edition_id", ["classic-fr", "", "Classic-UK", "../classic-uk"])
def test_an_unknown_edition_is_refused_and_the_known_ones_are_named(edition_id: str) -> None:
    with pytest.raises(Refusal) as caught:
        load(edition_id)
    assert caught.value.rule == "unknown-edition"
    assert all(known in caught.value.message for known in edition_ids())


# --- the option values ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "key"),
    [
        (edition_id, key)
        for edition_id in BOXES
        for key, value in VALUES[edition_id].items()
        if isinstance(value, int)
    ],
)
def test_each_value_can_be_edited(edition_id: str, key: str) -> None:
    edition = load(edition_id)
    amounts = (0, 1, 99) if edition_id == "express" else (50, 450, 1_000_000)
    for amount in amounts:
        table = with_options(edition, {"values": {key: amount}})
        assert table.values == {**VALUES[edition_id], key: amount}
    assert edition.values == VALUES[edition_id]


@pytest.mark.parametrize(
    ("edition_id", "values", "key", "in_force"),
    [
        (edition_id, {"railroads": {"3": 600}}, "railroads", {"2": 250, "3": 600, "4": 1000})
        for edition_id in NOT_EXPRESS
    ]
    + [
        ("winning-moves-2017", {"house": {"brown": 100}}, "house", {"brown": 100}),
        ("winning-moves-2017", {"house": {}}, "house", {}),
        ("classic-uk", {}, "railroads", {"2": 250, "3": 500, "4": 1000}),
        ("express", {"railroads": 4, "corners": 6}, "corners", 6),
    ],
)
def test_values_with_an_object_inside_keep_what_is_not_named(
    edition_id: str, values: dict[str, Any], key: str, in_force: object
) -> None:
    edition = load(edition_id)
    assert with_options(edition, {"values": values}).values[key] == in_force
    assert edition.values == VALUES[edition_id]


def test_2017_takes_a_house_value_for_every_colour_group() -> None:
    groups = load("winning-moves-2017").groups
    colours = {group.id: 200 for group in groups if group.kind == "colour"}
    table = load("winning-moves-2017", {"values": {"house": colours}})
    assert table.values["house"] == colours


@pytest.mark.parametrize(
    ("edition_id", "values", "named"),
    [
        *((edition_id, {"brown": 75}, "brown") for edition_id in NOT_EXPRESS),
        *((edition_id, {"brown": 0}, "brown") for edition_id in NOT_EXPRESS),
        ("classic-uk", {"brown": -50}, "brown"),
        ("classic-uk", {"brown": 1_000_050}, "brown"),
        ("classic-uk", {"brown": 100.0}, "brown"),
        ("classic-uk", {"brown": "100"}, "brown"),
        ("classic-uk", {"brown": True}, "brown"),
        ("classic-uk", {"brown": None}, "brown"),
        ("classic-uk", {"brown": {"2": 50}}, "brown"),
        ("classic-uk", {"hotl": 500}, "hotl"),
        ("classic-uk", {"mayfair": 500}, "mayfair"),
        *((edition_id, {"token": 1000}, "token") for edition_id in CLASSIC),
        *((edition_id, {"go-four": 1500}, "go-four") for edition_id in CLASSIC),
        *((edition_id, {"house": {"brown": 50}}, "house") for edition_id in CLASSIC),
        *((edition_id, {"bonus": 50}, "bonus") for edition_id in NOT_EXPRESS),
        ("winning-moves-2017", {"mr-monopoly": 1000}, "mr-monopoly"),
        ("winning-moves-2017", {"token": 1025}, "token"),
        ("winning-moves-2017", {"house": 50}, "house"),
        ("winning-moves-2017", {"house": {"railroads": 50}}, "house"),
        ("winning-moves-2017", {"house": {"brown": 25}}, "house.brown"),
        ("winning-moves-2017", {"house": {"brown": 0}}, "house.brown"),
        ("classic-uk", {"railroads": 500}, "railroads"),
        ("classic-uk", {"railroads": {"1": 50}}, "railroads"),
        ("classic-uk", {"railroads": {"2": 75}}, "railroads.2"),
        ("classic-uk", {"railroads": []}, "railroads"),
        ("express", {"brown": 100}, "brown"),
        ("express", {"brown": -1}, "brown"),
        ("express", {"brown": 1.5}, "brown"),
        ("express", {"bonus": 100}, "bonus"),
        ("express", {"railroads": {"2": 5}}, "railroads"),
        ("express", {"utilities": 5}, "utilities"),
        ("express", {"hotel": 50}, "hotel"),
    ],
)
def test_a_value_is_refused_by_name(edition_id: str, values: dict[str, Any], named: str) -> None:
    message = refusal(load(edition_id), {"values": values}).message
    assert "“values”" in message
    assert f"“{named}”" in message


@pytest.mark.parametrize("values", [[], [50], 5, "brown", None, True], ids=repr)
@pytest.mark.parametrize("edition_id", edition_ids())
def test_values_must_be_an_object(edition_id: str, values: object) -> None:
    assert "“values”" in refusal(load(edition_id), {"values": values}).message


# --- how a game ends --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition_id", "players", "options", "target", "deals"),
    [
        *((edition_id, n, {}, 10_000, None) for edition_id in CLASSIC for n in (2, 3, 4)),
        *((edition_id, n, {}, 7_000, None) for edition_id in CLASSIC[:2] for n in (5, 6)),
        *(("winning-moves-2017", n, {}, None, 4) for n in (2, 3, 4)),
        *(("express", n, {}, 50, None) for n in (2, 3, 4)),
        ("classic-uk", 6, {"target": 5_000}, 5_000, None),
        ("classic-uk", 4, {"deals": 3}, 10_000, 3),
        ("classic-uk", 5, {"target": 5_000, "deals": 3}, 5_000, 3),
        ("classic-uk", 4, {"target": None}, None, None),
        ("classic-uk", 4, {"target": None, "deals": 3}, None, 3),
        ("winning-moves-2017", 4, {"target": 10_000}, 10_000, None),
        ("winning-moves-2017", 4, {"target": 10_000, "tie": "play-on"}, 10_000, None),
        ("winning-moves-2017", 4, {"target": 10_000, "deals": 6}, 10_000, 6),
        ("winning-moves-2017", 4, {"target": 10_000, "deals": 4}, 10_000, 4),
        ("winning-moves-2017", 4, {"deals": 6}, None, 6),
        ("winning-moves-2017", 4, {"target": None}, None, 4),
        ("winning-moves-2017", 4, {"deals": None}, None, None),
        ("winning-moves-2017", 4, {"nobody_out": "score"}, None, 4),
        ("express", 2, {"target": 75}, 75, None),
        ("express", 2, {"deals": 1}, 50, 1),
    ],
)
def test_what_ends_a_game(
    edition_id: str, players: int, options: dict[str, Any], target: int | None, deals: int | None
) -> None:
    assert load(edition_id, options).ending(players) == (target, deals)


# --- what the loader rejects ------------------------------------------------------------------


def toml(edition_id: str) -> str:
    """The text of an edition's file."""
    (folder,) = FOLDERS
    return (folder / f"{edition_id}.toml").read_text(encoding="utf-8")


def edited(edition_id: str, old: str, new: str) -> str:
    """The text of an edition's file with one passage changed, the first of its kind."""
    text = toml(edition_id)
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_a_file_as_it_stands_is_read(edition_id: str) -> None:
    assert read_edition(toml(edition_id)).id == edition_id


def test_a_text_that_is_not_toml_is_rejected() -> None:
    with pytest.raises(EditionError, match="not TOML"):
        read_edition("id = classic-uk")


UK = "classic-uk"
DB = '["park-lane", "mayfair"]'
NINE = [*load("classic-uk").deck][:9]


@pytest.mark.parametrize(
    ("edition_id", "old", "new", "said"),
    [
        pytest.param(*row, id=name)
        for name, row in {
            "unknown-key": (UK, 'id = "', 'colour = "blue"\nid = "', "unknown key “colour”"),
            "missing-key": (UK, 'dealer = "left"\n', "", "“dealer” is missing"),
            "missing-table": ("express", "[aliases]\n", "[nicknames]\n", "unknown key “nicknames”"),
            "wrong-type": (UK, "deck_size = 60", 'deck_size = "60"', "deck_size"),
            "money": (UK, 'money = "notes"', 'money = "shells"', "money: must be one of"),
            "dealer": (UK, 'dealer = "left"', 'dealer = "right"', "dealer: must be one of"),
            "arrangement": (UK, '"sequence"', '"rows"', "arrangement: must be one of"),
            "deck-one-short": (UK, "token = 6", "token = 5", "59 cards, but deck_size is 60"),
            "deck-one-over": (UK, "token = 6", "token = 7", "61 cards, but deck_size is 60"),
            "express-deck": ("express", "chance = 3", "chance = 2", "41 cards"),
            "deck-size": (UK, "deck_size = 60", "deck_size = 61", "60 cards"),
            "no-copies": (
                UK,
                "strand = 1",
                "strand = 0",
                "deck, strand: must be a whole number from 1 to 31",
            ),
            "copies-as-text": (
                UK,
                "strand = 1",
                'strand = "1"',
                "deck, strand: must be a whole number",
            ),
            "copies-of-a-crowd": (
                UK,
                "token = 6",
                "token = 32",
                "deck, token: must be a whole number from 1",
            ),
            "card-without-name": (UK, "strand = 1", "strnd = 1", "names: unknown key “strand”"),
            "missing-name": (UK, 'mayfair = "Mayfair"\n', "", "“mayfair” has no name"),
            "name-of-no-card": (
                UK,
                "[names]",
                '[names]\njoker = "Joker"',
                "names: unknown key “joker”",
            ),
            "parted-word-of-no-name": (UK, '"Picca-dilly"', '"Pica-dilly"', "the word “Picadilly”"),
            "alias-of-no-card": (
                UK,
                't = "token"',
                't = "tokn"',
                "aliases, t: must be a card in the deck",
            ),
            "group-missing-card": (
                UK,
                DB,
                '["park-lane", "maifair"]',
                "groups 8, cards 2: must be a card in",
            ),
            "group-unknown-key": (UK, 'mark = "Br"', 'mark = "Br"\nrent = 5', "unknown key “rent”"),
            "group-missing-key": (UK, 'mark = "Br"\n', "", "“mark” is missing"),
            "group-colour": (UK, 'colour = "#6f4227"', 'colour = "brown"', "a colour such as"),
            "said-of-no-card": (
                UK,
                "[said]",
                '[said]\njoker = ["a", "b"]',
                "said: unknown key",
            ),
            "said-once": (
                UK,
                '["token", "tokens"]',
                '["token"]',
                "token: must be a list of 2",
            ),
            "plural-of-nothing": (UK, "[deck]", '[plurals]\nx = "y"\n[deck]', "plurals: no alias"),
            "group-ending": (UK, 'ending = " Station"', "ending = 7", "ending"),
            "group-kind": (UK, 'kind = "colour"', 'kind = "shape"', "kind: must be one of"),
            "group-of-one": (UK, DB, '["park-lane"]', "groups 8, cards: must be a list of 2 to 8"),
            "group-of-nine": (
                UK,
                DB,
                str(NINE).replace("'", '"'),
                "cards: must be a list of 2 to 8",
            ),
            "group-twice-a-card": (
                UK,
                DB,
                '["mayfair", "mayfair"]',
                "dark-blue: a card stands there twice",
            ),
            "group-id-twice": (
                UK,
                'id = "dark-blue"',
                'id = "brown"',
                "must be a card in the deck, or a group",
            ),
            "card-in-two-groups": (UK, DB, '["park-lane", "strand"]', "one card of one group"),
            "group-of-several-copies": (UK, DB, '["park-lane", "token"]', "one card of one group"),
            "value-missing": (UK, "hotel = 500\n", "", "values: must be exactly"),
            "value-unknown": (UK, "hotel = 500", "hotel = 500\nbonus = 5", "values: must be"),
            "value-as-text": (UK, "hotel = 500", 'hotel = "500"', "values, hotel"),
            "run-as-amount": (UK, '{ "2" = 250, "3" = 500, "4" = 1000 }', "500", "railroads"),
            "run-without-three": (UK, '"3" = 500, ', "", "values, railroads"),
            "amounts-unknown-key": (
                UK,
                "step = 50",
                "step = 50\nfew = 1",
                "must be just step, least and most",
            ),
            "amounts-missing-key": (UK, "step = 50\n", "", "must be just step, least and most"),
            "role-unknown": (UK, 'wild = "', 'joker = "go"\nwild = "', "roles: must name exactly"),
            "role-missing": (UK, 'wild = "chance"\n', "", "roles: must name exactly"),
            "role-of-another-edition": (
                UK,
                'wild = "chance"',
                'wild = "chance"\njail = "go"',
                "roles: must name exactly",
            ),
            "role-no-card": (UK, 'wild = "chance"', 'wild = "joker"', "no card “joker”"),
            "houses-no-card": (UK, "{ house-1 = 1", "{ house-0 = 1", "said: “house-0” is missing"),
            "houses-with-a-gap": (UK, "house-4 = 4 }", "house-4 = 5 }", "the houses 1 to 4"),
            "policy-unknown": (UK, "[policies]", '[policies]\nluck = "yes"', "unknown key “luck”"),
            "policy-going-out": (
                UK,
                'needs = "set"',
                'needs = "luck"',
                "going_out_needs: must be set or",
            ),
            "policy-type": (
                "winning-moves-2017",
                "house_limit = 4",
                'house_limit = "4"',
                "policies, house_limit",
            ),
            "option-unknown": (UK, "[options]", "[options]\nhaste = true", "unknown key “haste”"),
            "option-value": (UK, 'deals = "none"', "deals = 0", "deals: must be a whole number of"),
            "option-yes-or-no": (
                "express",
                "[options]",
                "[options]\nwild_only_sets = 7",
                "true or f",
            ),
            "option-of-tables": (UK, "[options]", "[options]\ncopies = 7", "unknown key “copies”"),
            "two-house-cards": (
                "winning-moves-2017",
                ", three-houses = 3 }",
                " }",
                "roles, houses: must be 3 cards",
            ),
            "option-missing": (UK, 'tie = "shared"\n', "", "here 1, when: unknown key “tie”"),
            "seat-unknown-key": (UK, "trade = 1", "trade = 1\nrow = 1", "unknown key “row”"),
            "seat-missing-key": (UK, "trade = 1\n", "", "“trade” is missing"),
            "seat-too-few-cards": (UK, "hand = 9", "hand = 10", "too small for 6 players"),
            "five-with-twelve": (UK, "hand = 11", "hand = 12", "too small for 5 players"),
            "seat-gap": (UK, "players = 6\n", "players = 7\n", "must be a number of players here"),
            "rule-unknown-key": (UK, 'cite = "', 'page = 3\ncite = "', "unknown key “page”"),
            "rule-without-citation": (UK, 'cite = "Classic UK, Reward"', "", "“cite” is"),
            "pair-of-no-group": (
                "express",
                '"corners"],',
                '"utilities"],',
                "the id of a group",
            ),
            "pair-of-three": (
                "express",
                '["red", ',
                '["red", "pink", ',
                "must be a list of 2",
            ),
        }.items()
    ],
)
def test_a_file_that_contradicts_itself_is_rejected(
    edition_id: str, old: str, new: str, said: str
) -> None:
    with pytest.raises(EditionError, match=said):
        read_edition(edited(edition_id, old, new))


DOCS = Path(__file__).resolve().parents[2] / "docs" / "new-box.md"


def test_every_key_of_a_file_is_explained() -> None:
    explained = set(re.findall(r"`(\w+)`", DOCS.read_text(encoding="utf-8")))
    for kind in (Box, Group, Seat, Sentence, RuleLines, DecisionLines):
        assert {field.name for field in fields(kind)} <= explained
    for way in WAYS.values():
        assert way.roles | way.policies <= explained


# --- how many house cards a box holds -------------------------------------------------------------


def test_a_box_may_hold_other_numbers_of_house_cards() -> None:
    table = load("classic-uk", {"copies": {"house-4": 3, "hotel": 0}})
    assert (table.deck["house-4"], table.deck["hotel"], table.deck["house-1"]) == (3, 0, 5)
    assert load("classic-uk").deck["house-4"] == 2
    hand = ["park-lane", "mayfair", "house-4", "house-4", "house-4"]
    check_cards(table, Deal({"Ann": hand, "Bob": []}, went_out="Ann"))
    with pytest.raises(Refusal) as caught:
        check_cards(load("classic-uk"), Deal({"Ann": hand, "Bob": []}, went_out="Ann"))
    assert "The deck has only two 4th House cards." in caught.value.message


@pytest.mark.parametrize(
    ("edition_id", "copies"),
    [
        ("classic-uk", {"house-4": 10}),
        ("classic-uk", {"house-4": -1}),
        ("classic-uk", {"house-4": True}),
        ("classic-uk", {"token": 5}),
        ("classic-uk", [3]),
        ("winning-moves-2017", {"house-1": 3}),
        ("express", {"chance": 3}),
    ],
    ids=repr,
)
def test_copies_are_refused(edition_id: str, copies: Any) -> None:
    assert "copies" in refusal(load(edition_id), {"copies": copies}).message


def test_with_other_house_cards_no_rank_is_told_and_why() -> None:
    ten = ["park-lane", "mayfair", *["go"] * 4, *["mr-monopoly"] * 4]
    assert isinstance(rank_hand(load("classic-uk"), ten), HandRank)
    told = rank_hand(load("classic-uk", {"copies": {"house-4": 3}}), ten)
    assert "cards of the box" in str(told)
