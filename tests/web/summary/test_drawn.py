"""The hand of the night as drawn cards: one for each copy, in even rows that are not too long."""

import pytest

from companion.rules.edition_file import load
from companion.web.parts.cards import Card, Pile, card_shown
from companion.web.summary.drawn import LARGE, SMALL, drawn


def test_every_copy_is_a_card_in_the_colour_of_its_set() -> None:
    edition = load("classic-uk")
    street, tokens = card_shown(edition, "bond-street"), card_shown(edition, "token", 2)
    group = edition.group("green")
    green = Pile("Green", group, "£4,500", (street, tokens))
    bonus = Pile("Bonus cards", None, None, (card_shown(edition, "go"),))
    assert [(card.name, of) for card, of in drawn((green, bonus), SMALL).cards] == [
        ("Bond Street", group),
        ("Token", group),
        ("Token", group),
        ("GO", None),
    ]


@pytest.mark.parametrize(
    ("cards", "most", "rows", "columns"),
    [
        pytest.param(1, LARGE, 1, 3, id="one-large"),
        pytest.param(5, LARGE, 1, 5, id="a-single-row"),
        pytest.param(6, LARGE, 2, 3, id="two-rows-of-three"),
        pytest.param(13, LARGE, 3, 5, id="a-short-game"),
        pytest.param(16, SMALL, 2, 8, id="the-longest-hand-of-a-long-game"),
        pytest.param(40, LARGE, 7, 6, id="express-all-ten"),
        pytest.param(40, SMALL, 4, 10, id="express-all-ten-small"),
    ],
)
def test_rows_are_even_and_not_too_long(cards: int, most: int, rows: int, columns: int) -> None:
    pile = Pile("Bonus cards", None, None, (Card("GO", None, cards, "go"),))
    hand = drawn((pile,), most)
    assert (hand.rows, hand.columns) == (rows, columns)


@pytest.mark.parametrize(
    ("cards", "rows"), [(5, [5]), (6, [3, 3]), (7, [4, 3]), (8, [4, 4]), (9, [5, 4])]
)
def test_no_card_is_alone_in_its_row(cards: int, rows: list[int]) -> None:
    hand = drawn((Pile("Bonus cards", None, None, (Card("GO", None, cards, "go"),)),), SMALL)
    first, last = hand.in_row, cards - (hand.rows - 1) * hand.in_row
    assert [first] * (hand.rows - 1) + [last] == rows
    assert hand.columns == 5
