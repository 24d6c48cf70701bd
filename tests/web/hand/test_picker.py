"""The cards to tap: bands of groups, houses by set, and numbers of all other cards."""

from typing import Any

import pytest

from companion.game.open_deal import REWARD
from companion.game.taps import Opened
from companion.web.hand.picker import (
    CardButton,
    CardNumber,
    GroupPart,
    HousesRow,
    Picker,
    picker_of,
)
from tests.web.hand.conftest import See
from tests.web.hand.entered import deal_of

ANN, CEM = 0, 2


def picked(
    hands: dict[str, str],
    place: int = ANN,
    reward: str = "",
    *,
    edition: str = "classic-uk",
    tapped: str = "",
    **more: Any,
) -> Picker:
    """The cards of a place, in a deal that Ann went out in."""
    deal = deal_of(edition, hands, reward, laid_down=place == REWARD, **more)
    return picker_of(deal, deal.settled(None), place, tapped)


def band(found: Picker, group: str) -> GroupPart:
    (part,) = [part for row in found.groups for part in row if part.group.id == group]
    return part


def count(found: Picker, card: str) -> CardNumber:
    (part,) = [part for row in found.counts for part in row if part.card == card]
    return part


def shown(button: CardButton) -> str:
    """What a tap does, or who has the card; a star for what is on."""
    return f"{button.tap or button.owner}{' *' if button.on else ''}"


# --- groups --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "tapped", "tap", "held", "unfolded"),
    [
        pytest.param("go", "", "take:red", "false", False, id="none"),
        pytest.param("go", "red", "take:red", "false", True, id="none, tapped"),
        pytest.param("strand", "", "take:red", "mixed", True, id="one"),
        pytest.param("strand, fleet-street", "", "take:red", "mixed", True, id="two"),
        pytest.param("red", "", "give:red", "true", True, id="all"),
    ],
)
def test_a_band_takes_its_group_until_all_of_it_is_there(
    cards: str, tapped: str, tap: str, held: str, unfolded: bool
) -> None:
    part = band(picked({"Ann": cards}, tapped=tapped), "red")
    assert (str(part.tap), part.held, part.unfolded) == (tap, held, unfolded)
    assert (part.gone, part.unfolds) == ("", False)


@pytest.mark.parametrize(
    ("hands", "tapped", "tap", "gone"),
    [
        pytest.param({"Ann": "red"}, "", "", "Ann", id="one has it"),
        pytest.param({"Ann": "red"}, "red", "", "Ann", id="one has it, tapped"),
        pytest.param(
            {"Ann": "strand", "Bob": "fleet-street, trafalgar-square"},
            "",
            "",
            "Ann, Bob",
            id="two have it",
        ),
        pytest.param({"Ann": "strand"}, "", "take:red", "", id="some are left"),
        pytest.param(
            {"Ann": "strand, fleet-street", "Cem": "trafalgar-square"},
            "",
            "give:red",
            "",
            id="mine",
        ),
    ],
)
def test_a_band_says_who_has_the_group(
    hands: dict[str, str], tapped: str, tap: str, gone: str
) -> None:
    part = band(picked(hands, CEM, tapped=tapped), "red")
    assert (str(part.tap or ""), part.gone) == (tap, gone)
    assert part.unfolded is ("Cem" in hands)


@pytest.mark.parametrize(
    ("hand", "reward", "held", "cards"),
    [
        pytest.param("strand, fleet-street", "", "false", [None, None, False], id="one is free"),
        pytest.param("strand", "fleet-street", "mixed", [None, True, False], id="one was drawn"),
        pytest.param("strand, fleet-street", "trafalgar-square", "mixed", [None, None, True],
                     id="the set is complete"),
        pytest.param("brown", "red", "true", [True, True, True], id="all were drawn"),
        pytest.param("red", "", "false", [None, None, None], id="all are laid down"),
    ],
)  # fmt: skip
def test_in_the_reward_only_what_was_drawn_is_chosen(
    hand: str, reward: str, held: str, cards: list[bool | None]
) -> None:
    part = band(picked({"Ann": hand}, REWARD, reward), "red")
    assert part.held == held
    assert [card.on for card in part.cards] == cards


@pytest.mark.parametrize(
    ("hand", "reward", "tapped", "tap", "unfolded", "unfolds"),
    [
        pytest.param("brown", "", "", "", False, True, id="three are free"),
        pytest.param("brown", "", "red", "", True, True, id="three are free, tapped"),
        pytest.param("brown, strand", "", "", "", True, True, id="one is laid down"),
        pytest.param("strand, fleet-street", "", "", "take:red", True, False, id="one is free"),
        pytest.param("brown", "strand", "", "", True, True, id="one was drawn"),
        pytest.param("brown", "red", "", "give:red", True, False, id="all were drawn"),
        pytest.param("red", "", "", "", False, False, id="all are laid down"),
    ],
)
def test_a_tap_on_a_band_of_the_reward_takes_one_card_at_most(
    hand: str, reward: str, tapped: str, tap: str, unfolded: bool, unfolds: bool
) -> None:
    part = band(picked({"Ann": hand}, REWARD, reward, tapped=tapped), "red")
    assert (str(part.tap or ""), part.unfolded, part.unfolds) == (tap, unfolded, unfolds)


# --- houses --------------------------------------------------------------------------------------


def rows_of(found: Picker) -> list[tuple[str, list[str]]]:
    """The set of each row of houses, and its buttons."""
    return [(name(row), [shown(button) for button in row.cards]) for row in found.houses]


def name(row: HousesRow) -> str:
    return row.group.name if row.group else ""


def labels(row: HousesRow) -> list[str]:
    return [button.label for button in row.cards]


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        pytest.param("red", ["Red"], id="a set"),
        pytest.param("red, orange", [""], id="two sets, no house"),
        pytest.param("red, h1", ["Red"], id="a house, one colour"),
        pytest.param("red, orange, h1", ["Red", "Orange"], id="one more set"),
        pytest.param("red, orange, brown, h1", ["Red", ""], id="two more sets"),
        pytest.param("red, orange, h1*2", ["Red", "Orange"], id="both have a house"),
        pytest.param("red, h1*2", ["Red", ""], id="a house too many"),
    ],
)
def test_there_is_a_row_of_houses_for_each_set_that_may_have_some(
    cards: str, names: list[str]
) -> None:
    assert [name(row) for row in picked({"Ann": cards}).houses] == names


def test_a_row_of_houses_says_where_each_is() -> None:
    found = picked({"Ann": "red, orange, h1*2, h2", "Bob": "h4", "Dee": "h3*3, hotel*2"})
    assert rows_of(found) == [
        (
            "Red",
            ["down:1:house-1 *", "down:1:house-2 *", "Dee", "up:1:house-4", "Dee"],
        ),
        ("Orange", ["down:2:house-1 *", "up:2:house-2", "Dee", "Bob", "Dee"]),
    ]
    assert [labels(part) for part in found.houses] == [["1st", "2nd", "3rd", "4th", "Hotel"]] * 2


def test_a_row_has_no_house_that_the_deck_has_not() -> None:
    """There are three of the 3rd houses, and two of the 4th and of the hotels."""
    hand = "red, orange, brown, green, h1*3"
    assert [labels(part) for part in picked({"Ann": hand}).houses] == [
        ["1st", "2nd", "3rd", "4th", "Hotel"],
        ["1st", "2nd", "3rd", "4th", "Hotel"],
        ["1st", "2nd", "3rd"],
        ["1st", "2nd"],
    ]


@pytest.mark.parametrize(
    ("laid", "reward", "above", "below"),
    [
        pytest.param("red, h1", "", 1, 0, id="as it was laid down"),
        pytest.param("red, h1", "bow-street", 1, 1, id="another colour"),
        pytest.param("red, h1", "orange, h1", 1, 1, id="with a house"),
        pytest.param("red, orange, h1", "mayfair, h1", 2, 1, id="a third colour"),
        pytest.param("red, orange, h1", "h2", 2, 0, id="a house alone"),
    ],
)
def test_in_the_reward_no_row_of_houses_comes_above_the_groups(
    laid: str, reward: str, above: int, below: int
) -> None:
    """A thumb that is about to touch a group would touch another one."""
    found = picked({"Ann": laid}, REWARD, reward)
    assert (len(found.houses), len(found.more_houses)) == (above, below)


def test_in_the_reward_a_tap_takes_the_next_house() -> None:
    found = picked({"Ann": "red, orange, h1"}, REWARD, "h2")
    assert rows_of(found) == [
        ("Red", ["laid down", "down:1:house-2 *", "up:1:house-3", "up:1:house-4", "up:1:hotel"]),
        ("Orange", ["up:2:house-1", "up:2:house-2", "up:1:house-3", "up:1:house-4", "up:1:hotel"]),
    ]


# --- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "place", "note", "buttons"),
    [
        pytest.param({}, ANN, "", ["n:chance:1", "n:chance:2"], id="none"),
        pytest.param({"Ann": "chance"}, ANN, "", ["n:chance:0 *", "n:chance:2"], id="one"),
        pytest.param({"Ann": "chance*2"}, ANN, "", ["n:chance:1 *", "n:chance:1 *"], id="two"),
        pytest.param({"Bob": "chance"}, ANN, "1 with Bob", ["n:chance:1", ""], id="one elsewhere"),
        pytest.param(
            {"Ann": "chance", "Bob": "chance"},
            CEM,
            "2 with Ann + Bob",
            ["", ""],
            id="both elsewhere",
        ),
        pytest.param({"Ann": "chance"}, REWARD, "1 laid down", ["n:chance:1"], id="one laid down"),
    ],
)
def test_the_numbers_of_a_card(
    see: See, hands: dict[str, str], place: int, note: str, buttons: list[str]
) -> None:
    assert count(picked(hands, place), "chance").note == note
    deal = deal_of("classic-uk", hands, laid_down=place == REWARD)
    part = see(deal, Opened(place)).part("chance")
    assert [f"{one.tap}{' *' if one.on else ''}" for one in part.buttons] == buttons
    assert part.labels == ["1", "2"][: len(buttons)]


@pytest.mark.parametrize(
    ("edition", "hands", "place", "rows"),
    [
        pytest.param(
            "winning-moves-2017",
            {},
            ANN,
            [
                "one-house hotel",
                "two-houses three-houses",
                "token",
                "wild get-out-of-jail-free",
                "go",
                "free-parking go-to-jail",
            ],
            id="cards that follow each other stay together",
        ),
        pytest.param(
            "classic-uk",
            {"Bob": "chance"},
            ANN,
            ["token", "chance", "go", "mr-monopoly"],
            id="a note needs room",
        ),
        pytest.param(
            "winning-moves-2017",
            {"Bob": "hotel, three-houses"},
            ANN,
            [
                "one-house",
                "two-houses",
                "three-houses get-out-of-jail-free",
                "hotel wild",
                "token",
                "go",
                "free-parking go-to-jail",
            ],
            id="a number and a note fit beside another such two",
        ),
        pytest.param(
            "winning-moves-2017",
            {"Bob": "wild, free-parking, one-house, two-houses"},
            CEM,
            [
                "wild go-to-jail",
                "go",
                "free-parking",
                "three-houses get-out-of-jail-free",
                "one-house",
                "two-houses",
                "hotel",
                "token",
            ],
            id="a long name comes second",
        ),
    ],
)
def test_short_counts_share_a_row(
    edition: str, hands: dict[str, str], place: int, rows: list[str]
) -> None:
    found = picked(hands, place, edition=edition)
    assert [" ".join(part.card for part in row) for row in found.counts] == rows


@pytest.mark.parametrize(
    ("place", "label", "tap", "last"),
    [
        pytest.param(ANN, "Clear this hand", "clear", False, id="a hand"),
        pytest.param(CEM, "Clear this hand", "", False, id="a hand without cards"),
        pytest.param(REWARD, "Clear the reward", "clear", True, id="the reward"),
    ],
)
def test_what_clears_the_cards(see: See, place: int, label: str, tap: str, last: bool) -> None:
    """In the reward the bands come last: what is asked for most often stands before them."""
    reward = "go" if place == REWARD else ""
    deal = deal_of("classic-uk", {"Ann": "red"}, reward, laid_down=place == REWARD)
    page = see(deal, Opened(place))
    assert str(page.part("clear").buttons[0]) == f"{label}: {tap}"
    assert (page.html.index('id="red"') > page.html.index('id="token"')) == last
