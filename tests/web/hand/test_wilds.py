"""What a wild of an open deal counts as, and the list to choose from."""

from typing import Any

import pytest

from companion.web.hand.wilds import Chooser, chips_of, chooser
from tests.web.hand.entered import deal_of

ASKED = "What does Chance count as?"


def listed(found: Chooser, number: int) -> list[str]:
    """The first of the likely cards with what a tap declares; a star for the chosen one."""
    return [f"{one.label} {one.tap}{' *' if one.on else ''}" for one in found.likely[:number]]


@pytest.mark.parametrize(
    ("declared", "number", "first"),
    [
        pytest.param(
            ["house-1"],
            0,
            ["Whatever pays most wilds:0:", "1st House wilds:0:house-1 *"],
            id="the declared one",
        ),
        pytest.param(
            ["house-1"],
            1,
            ["Whatever pays most wilds:0:house-1 *", "1st House wilds:0:house-1,house-1"],
            id="one that is not declared",
        ),
    ],
)
def test_the_list_says_what_is_chosen(declared: list[str], number: int, first: list[str]) -> None:
    hands, wilds = {"Ann": "red, chance*2"}, {"Ann": declared}
    found = chooser(deal_of("classic-uk", hands, laid_down=False, wilds=wilds), 0, number)
    assert found.title == ASKED
    assert listed(found, 2) == first


@pytest.mark.parametrize(
    ("edition", "cards", "title", "first"),
    [
        pytest.param(
            "classic-uk",
            "red, dark-blue, chance",
            "Chance pays the same now as 1st House or Token. Which one is it?",
            ["1st House wilds:0:house-1", "Token wilds:0:token"],
            id="two likely cards",
        ),
        pytest.param(
            "classic-us",
            "mm, go, token*2, chance*2, reading-railroad, b-and-o-railroad, kentucky-avenue, "
            "illinois-avenue",
            "Chance pays the same now as 1st House, Pennsylvania Railroad or Short Line. "
            "Which one is it?",
            [
                "1st House wilds:0:house-1",
                "Pennsylvania Railroad wilds:0:pennsylvania-railroad",
                "Short Line wilds:0:short-line",
            ],
            id="cards that are not likely",
        ),
    ],
)
def test_cards_that_pay_the_same_come_first_and_once(
    edition: str, cards: str, title: str, first: list[str]
) -> None:
    found = chooser(deal_of(edition, {"Ann": cards}, laid_down=False), 0, 0)
    assert found.title == title
    assert listed(found, len(first)) == first
    every = [one.id for one in (*found.likely, *found.others)]
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
    found = chooser(deal, place, number)
    assert found.title == title
    assert ("Whatever pays most" in [one.label for one in found.likely]) == (title == ASKED)


@pytest.mark.parametrize(
    ("cards", "more", "stands"),
    [
        pytest.param("red, chance*2", {}, ["1st House", "Token"], id="none is declared"),
        pytest.param(
            "red, chance*2", {"wilds": {"Ann": ["token"]}}, ["Token", "1st House"], id="one is"
        ),
        pytest.param(
            "red, chance*2",
            {"wilds": {"Ann": ["token", "token"]}},
            ["Token", "Token"],
            id="both are",
        ),
        pytest.param("strand, chance", {}, ["nothing yet"], id="it is no card yet"),
    ],
)
def test_what_each_wild_counts_as(cards: str, more: dict[str, Any], stands: list[str]) -> None:
    deal = deal_of("classic-uk", {"Ann": cards}, laid_down=False, **more)
    assert [chip.stands for chip in chips_of(deal, deal.settled(None), 0)] == stands
