"""The set-up card of every box with every number of players: its numbers, and no sentence that is
not true at that table. The numbers of the books stand here by heart."""

import re

import pytest
from flask import Flask

from companion.rules.edition_file import load
from companion.rules.texts import Told
from tests.boxes import BOXES
from tests.rules.books.conftest import TextOf

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
CLASSIC = ("classic-us", "classic-uk", "deluxe")
WM2017, EXPRESS = "winning-moves-2017", "express"
NOT_EXPRESS = (*CLASSIC, WM2017)
TABLES = [(box, players) for box in BOXES for players in load(box).seats]
ALL, FEW, MANY = (2, 3, 4, 5, 6), (2, 3, 4), (5, 6)

# --- the numbers ------------------------------------------------------------------------------

HAND = {**dict.fromkeys(FEW, 10), 5: 11, 6: 9}
OPEN = {**dict.fromkeys(CLASSIC, 1), WM2017: 2}
EMPTY_SEATS = {2: (3, 4), 3: (4,)}
DRAW_PILES = {
    **{box: {2: 36, 3: 26, 4: 16} for box in CLASSIC},
    WM2017: {2: 32, 3: 22, 4: 12},
    EXPRESS: {2: 34, 3: 30, 4: 26},
}


def ending(box: str, players: int) -> str:
    """What the card says of the end of a game."""
    if box == WM2017:
        return "Play four rounds."
    if box == EXPRESS:
        return "Play until somebody has 50 points at the end of a round."
    money = "£" if box == "classic-uk" else "$"
    amount = "7,000" if players in MANY else "10,000"
    return f"Play until somebody has {money}{amount} at the end of a deal."


# --- the words ----------------------------------------------------------------------------------

ONLY = {
    "All cards are dealt. There is no draw pile.": (CLASSIC, MANY),
    "To draw, take the top card": (NOT_EXPRESS, FEW),
    "Draw until you hold 5 cards": ([EXPRESS], FEW),
    "draw, trade or go out": (CLASSIC, FEW),
    "go out or trade. You must trade": (CLASSIC, MANY),
    "starts your trade pile": (CLASSIC, FEW),
    "start your trade pile": ([WM2017], FEW),
    "swap your open card": (CLASSIC, MANY),
    "one card face down to the left": (CLASSIC, MANY),
    "who must take them": (CLASSIC, FEW),
    "trade with an empty seat": (NOT_EXPRESS, (2, 3)),
    "so that pile grows": (CLASSIC, (2, 3)),
    "as its new pile": ([WM2017], (2, 3)),
    "Empty seat 3": (NOT_EXPRESS, (2,)),
    "Empty seat 4": (NOT_EXPRESS, (2, 3)),
    "You cannot go out in a turn in which you drew": (CLASSIC, FEW),
    "although you drew or traded": ([WM2017], FEW),
    "because somebody traded with you": (CLASSIC, FEW),
    "then takes the reward": (CLASSIC, ALL),
    "the top five cards of the draw pile as a reward": (CLASSIC, FEW),
    "at most one of each player, their own among them": (CLASSIC, MANY),
    "There is no reward": ([WM2017], FEW),
    "the Bank is $500": ([WM2017], FEW),
    "announces what each Wild": ([WM2017], FEW),
    "Chance": ((*CLASSIC, EXPRESS), ALL),
    "gold bar": (["deluxe"], FEW),
    "rack": (["deluxe"], FEW),
    "Rich Uncle": ([EXPRESS], FEW),
    "scorekeeper gets": ([EXPRESS], FEW),
    "the banker pays from the bank": (NOT_EXPRESS, ALL),
    "The player to the left of the dealer begins, and play goes clockwise": (BOXES, ALL),
    "The player to the left of the dealer deals next": (NOT_EXPRESS, ALL),
    "deals 12 cards to five": (["classic-us"], MANY),
    "With two": ([], ()),  # what holds for some tables only is not told to the others
    "{": ([], ()),
}
"""Words of the card, the boxes and the numbers of players that read them; no other table does."""


@pytest.mark.parametrize(("box", "players"), TABLES)
def test_the_card_is_true_at_this_table(
    site: Flask, text_of: TextOf, box: str, players: int
) -> None:
    names = NAMES[:players]
    table = site.extensions["store"].create_table(
        edition=box, options={}, players=names, first_dealer="Bob", banker="Ann"
    )
    card = text_of(f"/t/{table.code}/setup")
    notes = " ".join(line for lines in Told(load(box), players).notes.values() for line in lines)
    assert notes in card
    hand = 4 if box == EXPRESS else HAND[players]
    face_up = f" + {OPEN[box]} face up" if box in OPEN else ""
    for name in names:
        tags = (" deals" if name == "Bob" else "") + (
            " banker" if name == "Ann" and box != EXPRESS else ""
        )
        assert f"{name}{tags} {hand} cards{face_up}" in card
    empty = EMPTY_SEATS.get(players, ()) if box in OPEN else ()
    assert re.findall(r"Empty seat (\d) (\d) face up", card) == [
        (str(seat), str(OPEN[box])) for seat in empty
    ]
    piles = re.findall(r"The other (\d+) cards are the draw pile", card)
    assert piles == [str(rest) for n, rest in DRAW_PILES[box].items() if n == players]
    assert ending(box, players) in card
    in_a_turn = 5 if box == EXPRESS else hand
    deck = 42 if box == EXPRESS else 60
    assert {int(number) for number in re.findall(r"(\d+) (?:playing )?cards", notes)} <= {
        in_a_turn,
        deck,
    }
    told = {words for words in ONLY if words in card}
    assert told == {words for words, (boxes, n) in ONLY.items() if box in boxes and players in n}


def test_there_are_nineteen_such_tables() -> None:
    assert len(TABLES) == 19
