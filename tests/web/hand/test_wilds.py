"""What a wild of an open deal counts as, and the list to choose from."""

from typing import Any

import pytest

from companion.web.hand.wilds import Chooser, chooser_of, stands_at
from tests.web.hand.entered import deal_of

ASKED = "What does this Chance card count as?"


def listed(found: Chooser, number: int) -> list[str]:
    """The first of the cards with what a tap declares; a star for the chosen one."""
    cards = [*([] if found.tied else [None]), *found.likely][:number]
    return [f"{card} {found.tap(card)}{' *' if card == found.chosen else ''}" for card in cards]


@pytest.mark.parametrize(
    ("declared", "number", "first"),
    [
        pytest.param(
            ["house-1"],
            0,
            ["None wilds:0:", "house-1 wilds:0:house-1 *"],
            id="the declared one",
        ),
        pytest.param(
            ["house-1"],
            1,
            ["None wilds:0:house-1 *", "house-1 wilds:0:house-1,house-1"],
            id="one that is not declared",
        ),
    ],
)
def test_the_list_says_what_is_chosen(declared: list[str], number: int, first: list[str]) -> None:
    hands, wilds = {"Ann": "red, chance*2"}, {"Ann": declared}
    found = chooser_of(deal_of("classic-uk", hands, laid_down=False, wilds=wilds), 0, number, None)
    assert found.title == ASKED
    assert listed(found, 2) == first


@pytest.mark.parametrize(
    ("edition", "cards", "title", "first"),
    [
        pytest.param(
            "classic-uk",
            "red, dark-blue, chance",
            "Chance pays the same now as 1st House or Token. Which one is it?",
            ["house-1 wilds:0:house-1", "token wilds:0:token"],
            id="two likely cards",
        ),
        pytest.param(
            "classic-us",
            "mm, go, token*2, chance*2, reading-railroad, b-and-o-railroad, kentucky-avenue, "
            "illinois-avenue",
            "Chance pays the same now as 1st House, Pennsylvania Railroad or Short Line. "
            "Which one is it?",
            [
                "house-1 wilds:0:house-1",
                "pennsylvania-railroad wilds:0:pennsylvania-railroad",
                "short-line wilds:0:short-line",
            ],
            id="cards that are not likely",
        ),
    ],
)
def test_cards_that_pay_the_same_come_first_and_once(
    edition: str, cards: str, title: str, first: list[str]
) -> None:
    found = chooser_of(deal_of(edition, {"Ann": cards}, laid_down=False), 0, 0, None)
    assert found.title == title
    assert listed(found, len(first)) == first
    every = [*found.likely, *found.others]
    assert len(every) == len(set(every))


@pytest.mark.parametrize(
    ("place", "number", "title"),
    [
        pytest.param(0, 0, ASKED, id="the declared one"),
        pytest.param(
            0, 1, "Chance pays the same now as 2nd House or Token. Which one is it?", id="the next"
        ),
        pytest.param(1, 0, ASKED, id="of another player"),
    ],
)
def test_only_whoever_went_out_is_asked_which_of_equal_cards_the_next_wild_is(
    place: int, number: int, title: str
) -> None:
    hands = {"Ann": "red, house-1, chance*2", "Bob": "orange, chance"}
    deal = deal_of("classic-us", hands, laid_down=False, wilds={"Ann": ["token"]})
    found = chooser_of(deal, place, number, None)
    assert found.title == title
    assert (not found.tied) == (title == ASKED)


@pytest.mark.parametrize(
    ("cards", "more", "stands"),
    [
        pytest.param("red, chance*2", {}, ["house-1", "token"], id="none is declared"),
        pytest.param(
            "red, chance*2", {"wilds": {"Ann": ["token"]}}, ["token", "house-1"], id="one is"
        ),
        pytest.param(
            "red, chance*2",
            {"wilds": {"Ann": ["token", "token"]}},
            ["token", "token"],
            id="both are",
        ),
        pytest.param("strand, chance", {}, [None], id="it is no card yet"),
    ],
)
def test_what_each_wild_counts_as(
    cards: str, more: dict[str, Any], stands: list[str | None]
) -> None:
    deal = deal_of("classic-uk", {"Ann": cards}, laid_down=False, **more)
    assert [wild.card for wild in stands_at(deal, deal.settled(None), 0)] == stands
