"""The hand of the night as drawn cards: one for each copy, in the rows that make them largest."""

import pytest

from companion.rules.edition_file import load
from companion.web.parts.cards import Card, Pile, card_shown
from companion.web.summary.drawn import drawn


def test_every_copy_is_a_card_in_the_colour_of_its_set() -> None:
    edition = load("classic-uk")
    street, tokens = card_shown(edition, "bond-street"), card_shown(edition, "token", 2)
    group = edition.group("green")
    green = Pile("Green", group, "£4,500", (street, tokens))
    bonus = Pile("Bonus cards", None, None, (card_shown(edition, "go"),))
    assert [(card.name, of) for card, of in drawn((green, bonus), 100, 100).cards] == [
        ("Bond Street", group),
        ("Token", group),
        ("Token", group),
        ("GO", None),
    ]


@pytest.mark.parametrize(
    ("cards", "wide", "high", "rows", "in_row"),
    [
        pytest.param(1, 118, 60, 1, 1, id="one"),
        pytest.param(3, 118, 60, 1, 3, id="one-row"),
        pytest.param(10, 118, 60, 2, 5, id="two-rows"),
        pytest.param(10, 118, 160, 3, 4, id="much-room"),
        pytest.param(15, 118, 62, 3, 5, id="with-a-reward"),
        pytest.param(16, 118, 50, 2, 8, id="the-longest-hand-of-a-long-game"),
        pytest.param(40, 176, 50, 4, 10, id="express-all-ten"),
    ],
)
def test_the_cards_are_as_large_as_there_is_room(
    cards: int, wide: int, high: int, rows: int, in_row: int
) -> None:
    hand = drawn((Pile("Bonus cards", None, None, (Card("GO", None, cards, "go"),)),), wide, high)
    assert (hand.rows, hand.in_row) == (rows, in_row)
