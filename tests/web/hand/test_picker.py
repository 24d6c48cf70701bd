"""The cards to tap: bands of groups, houses by set, and numbers of all other cards."""

from typing import Any

import pytest

from companion.game.open_deal import REWARD
from companion.game.taps import Opened
from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
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
    **more: Any,
) -> Picker:
    """The cards of a place, in a deal that Ann went out in."""
    deal = deal_of(edition, hands, reward, laid_down=place == REWARD, **more)
    return picker_of(deal, deal.settled(None), place)


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
    ("cards", "tap", "held"),
    [
        pytest.param("go", "take:red", "false", id="none"),
        pytest.param("strand", "take:red", "mixed", id="one"),
        pytest.param("strand, fleet-street", "take:red", "mixed", id="two"),
        pytest.param("red", "give:red", "true", id="all"),
    ],
)
def test_a_band_takes_its_group_until_all_of_it_is_there(cards: str, tap: str, held: str) -> None:
    part = band(picked({"Ann": cards}), "red")
    assert (str(part.tap), part.held, part.gone) == (tap, held, "")


@pytest.mark.parametrize(
    ("hands", "tap", "gone"),
    [
        pytest.param({"Ann": "red"}, "", "Ann", id="one has it"),
        pytest.param(
            {"Ann": "strand", "Bob": "fleet-street, trafalgar-square"},
            "",
            "Ann, Bob",
            id="two have it",
        ),
        pytest.param({"Ann": "strand"}, "take:red", "", id="some are left"),
        pytest.param(
            {"Ann": "strand, fleet-street", "Cem": "trafalgar-square"}, "give:red", "", id="mine"
        ),
    ],
)
def test_a_band_says_who_has_the_group(hands: dict[str, str], tap: str, gone: str) -> None:
    part = band(picked(hands, CEM), "red")
    assert (str(part.tap or ""), part.gone) == (tap, gone)


def test_a_band_shows_which_of_its_cards_are_taken_and_does_not_unfold(see: See) -> None:
    deal = deal_of("classic-uk", {"Ann": "strand", "Bob": "fleet-street"}, laid_down=False)
    page = see(deal, Opened(ANN))
    assert 'aria-label="Cards of Red"' in page.html
    pips = '<i class="pip on"></i><i class="pip gone"></i><i class="pip"></i>'
    assert pips in page.html
    assert page.part("of-red").labels == ["Strand", "Fleet Street Bob", "Trafal\u00adgar Square"]
    assert "<details" not in page.part("cards").html


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
    ("hand", "reward", "helps"),
    [
        pytest.param("red, h1", "", "chance go h2 mm t", id="a set"),
        pytest.param("red", "", "chance go h1 mm t", id="no house yet"),
        pytest.param(
            "red, park lane", "go*4", "chance h1 mayfair mm t", id="one property is missing"
        ),
        pytest.param("red, vine street", "", "chance go h1 mm t", id="two are missing"),
        pytest.param("red", "go*4, mm", "", id="five were drawn"),
    ],
)
def test_a_dot_marks_what_would_add_to_the_reward(hand: str, reward: str, helps: str) -> None:
    found = picked({"Ann": hand}, REWARD, reward)
    marked = [
        str(card.tap).split(":")[-1]
        for pair in found.groups
        for part in pair
        for card in part.cards
        if card.helps
    ]
    marked += [part.card for row in found.counts for part in row if part.helps]
    marked += [str(card.tap).split(":")[-1] for card in found.houses[0].cards if card.helps]
    assert sorted(marked) == sorted(parse(load("classic-uk"), helps) if helps else [])


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
        pytest.param("red", ["Red", "waits"], id="a set"),
        pytest.param("red, orange", ["", "waits"], id="two sets, no house"),
        pytest.param("red, h1", ["Red", "waits"], id="a house, one colour"),
        pytest.param("red, orange, h1", ["Red", "Orange"], id="one more set"),
        pytest.param("red, orange, brown, h1", ["Red", ""], id="two more sets"),
        pytest.param("red, orange, h1*2", ["Red", "Orange"], id="both have a house"),
        pytest.param("red, h1*2", ["Red", ""], id="a house too many"),
    ],
)
def test_a_row_of_houses_waits_for_a_set_that_may_have_some(cards: str, names: list[str]) -> None:
    rows = picked({"Ann": cards}).houses
    assert ["waits" if row.waits else name(row) for row in rows] == names
    assert all(card.tap is None for row in rows if row.waits for card in row.cards)


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
    found = picked({"Ann": hand})
    assert [labels(part) for part in (*found.houses, *found.more_houses)] == [
        ["1st", "2nd", "3rd", "4th", "Hotel"],
        ["1st", "2nd", "3rd", "4th", "Hotel"],
        ["1st", "2nd", "3rd"],
        ["1st", "2nd"],
    ]


@pytest.mark.parametrize(
    ("place", "laid", "reward", "below"),
    [
        pytest.param(ANN, "", "", 0, id="no card"),
        pytest.param(ANN, "red, orange, brown, h1*2", "", 1, id="a third set"),
        pytest.param(REWARD, "red, h1", "", 0, id="as it was laid down"),
        pytest.param(REWARD, "red, h1", "orange, h1", 0, id="another colour with a house"),
        pytest.param(REWARD, "red, orange, h1", "brown, h1", 1, id="a third in the reward"),
    ],
)
def test_two_rows_of_houses_have_their_place_and_others_come_last(
    place: int, laid: str, reward: str, below: int
) -> None:
    """A thumb that is about to touch another row would touch a house."""
    found = picked({"Ann": laid} if laid else {}, place, reward)
    assert (len(found.houses), len(found.more_houses)) == (2, below)


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
    ("place", "label", "tap"),
    [
        pytest.param(ANN, "Clear this hand", "clear", id="a hand"),
        pytest.param(CEM, "Clear this hand", "", id="a hand without cards"),
        pytest.param(REWARD, "Clear the reward", "clear", id="the reward"),
    ],
)
def test_what_clears_the_cards(see: See, place: int, label: str, tap: str) -> None:
    """In the reward the properties are folded: what is asked for most often stands there."""
    reward = "go" if place == REWARD else ""
    deal = deal_of("classic-uk", {"Ann": "red"}, reward, laid_down=place == REWARD)
    page = see(deal, Opened(place))
    assert str(page.part("clear").buttons[0]) == f"{label}: {tap}"
    assert page.has("properties") == (place == REWARD)
    assert page.has("red") != (place == REWARD)
