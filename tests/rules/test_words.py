"""Numbers in words, and the lines of a sum."""

from dataclasses import replace

import pytest

from companion.rules.edition_file import load
from companion.rules.sum_lines import steps
from companion.rules.words import (
    average,
    cards_said,
    copies,
    isolated,
    listed,
    not_in_order,
    number_word,
    rounded_down,
    wild_counts_as,
)
from tests.deals import ME, ruled


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [
        (64, 100, "64%"),
        (649, 1000, "64%"),
        (989, 1000, "98%"),
        (990, 1000, "99.0%"),
        (9_999, 10_000, "99.9%"),
        (10, 1000, "1%"),
        (9, 1000, "0.9%"),
        (1, 1000, "0.1%"),
        (1, 2500, "1 in 2,500"),
        (3, 10_000, "1 in 3,334"),
    ],
)
def test_a_share_is_never_told_as_more_than_it_is(part: int, whole: int, told: str) -> None:
    assert rounded_down(part, whole) == told


@pytest.mark.parametrize(("number", "told"), [(0, "no"), (1, "one"), (10, "ten"), (11, "11")])
def test_a_small_number_is_a_word(number: int, told: str) -> None:
    assert number_word(number) == told


@pytest.mark.parametrize(
    ("edition_id", "cards", "told"),
    [
        pytest.param("classic-uk", "strand house-2 hotel hotel",
                     "Strand, a 2nd House and two hotels", id="improvements"),
        pytest.param("classic-uk", "chance go go token", "a Chance, two GO cards and a token",
                     id="bonus-cards"),
        pytest.param("winning-moves-2017", "one-house two-houses two-houses go-to-jail",
                     "a One House card, two Two Houses cards and Go To Jail", id="2017"),
        pytest.param("express", "park-place chance chance", "Park Place and two Chance cards",
                     id="express"),
    ],
)  # fmt: skip
def test_cards_are_said_with_an_article_or_a_number(edition_id: str, cards: str, told: str) -> None:
    assert cards_said(load(edition_id), tuple(cards.split())) == told


@pytest.mark.parametrize(
    ("houses", "missing", "told"),
    [
        pytest.param("house-3", "house-2",
                     "A 3rd House cannot be placed: a 2nd House is missing.", id="one"),
        pytest.param("house-3 hotel", "house-1 house-2",
                     "A 3rd House and a hotel cannot be placed: a 1st House and a 2nd House are "
                     "missing.", id="two"),
    ],
)  # fmt: skip
def test_houses_out_of_order_are_told_with_what_is_missing(
    houses: str, missing: str, told: str
) -> None:
    edition = load("classic-uk")
    assert not_in_order(edition, tuple(houses.split()), tuple(missing.split())) == told


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        pytest.param("red h1", "Red with a house: £500.", id="one"),
        pytest.param("red h1 h2", "Red with houses: £750.", id="two"),
        pytest.param("red h1 h2 h3 h4 hotel", "Red with houses and hotel: £1,750.", id="hotel"),
    ],
)
def test_a_set_with_its_houses_is_summed_up(cards: str, told: str) -> None:
    settlement = ruled("classic-uk", cards)
    assert told in steps(settlement.edition, settlement.laid[ME], jackpot=None)


@pytest.mark.parametrize(
    ("edition_id", "cards", "wilds", "told"),
    [
        pytest.param("classic-uk", "dark-blue h1 h2 chance*2", "",
                     ["2 Chance cards count as two tokens."], id="the-same-card"),
        pytest.param("classic-uk", "dark-blue chance*2", "",
                     ["Chance counts as a 1st House.", "Chance counts as a token."],
                     id="two-cards-of-a-set"),
        pytest.param("classic-uk", "park-lane strand fleet-street chance*2", "",
                     ["Chance counts as Trafalgar Square.", "Chance counts as Mayfair."],
                     id="cards-of-two-sets"),
        pytest.param("classic-uk", "dark-blue red h1 chance*2 go*2", "h1 h2",
                     ["Chance counts as a 1st House.", "Chance counts as a 2nd House."],
                     id="houses-of-two-numbers"),
        pytest.param("classic-uk", "railroads chance*2", "h1 h1",
                     ["2 Chance cards count as two 1st Houses. They add nothing: £0."],
                     id="two-without-a-place"),
        pytest.param("classic-uk", "dark-blue chance*2", "strand fleet-street",
                     ["Chance counts as Strand. It adds nothing: £0.",
                      "Chance counts as Fleet Street. It adds nothing: £0."],
                     id="two-cards-without-a-place"),
        pytest.param("winning-moves-2017", "dark-blue wild*2", "go go",
                     ["2 Wild cards count as two GO cards."], id="2017-bonus-cards"),
        pytest.param("winning-moves-2017", "dark-blue wild*2", "token go",
                     ["Wild counts as a token.", "Wild counts as GO."],
                     id="2017-in-a-set-and-beside"),
    ],
)  # fmt: skip
def test_what_two_wilds_count_as_is_said_once(
    edition_id: str, cards: str, wilds: str, told: list[str]
) -> None:
    settlement = ruled(edition_id, cards, wilds=wilds)
    lines = settlement.steps(ME)
    assert [line for line in lines if " count as " in line or " counts as " in line] == told


def test_a_cancelled_card_pays_nothing() -> None:
    settlement = ruled("winning-moves-2017", "brown jf gtj")
    told = steps(settlement.edition, settlement.laid[ME], jackpot=None)
    assert [line for line in told if "cancels" in line] == [
        "Get Out of Jail Free cancels Go To Jail: $0."
    ]


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (3, "3 GO cards: 3 × $200 = $600."),
        (4, "4 GO cards together: $1,500."),
        (5, "5 GO cards: $1,500 for 4 together + $200 for 1 more = $1,700."),
        (6, "6 GO cards: $1,500 for 4 together + $400 for 2 more = $1,900."),
    ],
)
def test_four_go_cards_together_are_told_apart(number: int, told: str) -> None:
    """What stands before each "=" is what comes to the amount behind it."""
    settlement = ruled("winning-moves-2017", f"brown go*{number}")
    assert told in steps(settlement.edition, settlement.laid[ME], jackpot=None)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("名前", "名前"),
        ("שרה", "\u2068שרה\u2069"),
        ("Ann علي", "\u2068Ann علي\u2069"),
        ("\u2068علي\u2069", "\u2068علي\u2069"),
        ("\u2068علي\u2069’s reward", "\u2068علي\u2069’s reward"),
    ],
)
def test_a_name_leaves_what_stands_beside_it_in_place(name: str, shown: str) -> None:
    assert isolated(name) == shown


def test_names_are_listed_as_people_do() -> None:
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob"]) == "Ann and Bob"
    assert listed(["Ann", "Bob", "Cem"]) == "Ann, Bob and Cem"
    assert listed(["علي", "Ann", "שרה"]) == "\u2068علي\u2069, Ann and \u2068שרה\u2069"


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        pytest.param(["token"], "Chance counts as a token.", id="one"),
        pytest.param(["token", "token"], "2 Chance cards count as two tokens.", id="two"),
        pytest.param(
            ["mayfair", "token"], "2 Chance cards count as Mayfair and a token.", id="two things"
        ),
    ],
)
def test_what_wilds_count_as(cards: list[str], said: str) -> None:
    assert wild_counts_as(load("classic-uk"), cards) == said


def test_sentences_call_a_card_as_its_box_says() -> None:
    """A box of another language names its tokens and hotels itself."""
    edition = replace(
        load("classic-uk"), said={**load("classic-uk").said, "token": ("Figur", "Figuren")}
    )
    assert copies(edition, "token", 2) == "2 Figuren"
    assert cards_said(edition, ["token", "hotel", "hotel"]) == "a Figur and two hotels"


@pytest.mark.parametrize(
    ("paid", "deals", "each"), [(0, 0, 0), (10, 4, 3), (9, 4, 2), (11, 4, 3), (7, 1, 7)]
)
def test_an_average_is_whole_money_a_half_upwards(paid: int, deals: int, each: int) -> None:
    assert average(paid, deals) == each
