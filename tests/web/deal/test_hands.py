"""The list of hands of an open deal: what each is made of, in one line."""

import pytest

from companion.web.deal.hands import hand_rows
from tests.web.deal.entered import deal_of


@pytest.mark.parametrize(
    ("edition", "cards", "gist"),
    [
        ("classic-uk", "red", "Red"),
        ("classic-uk", "dark-blue, h1, h2, token", "Dark Blue with 2 houses + 1 token"),
        (
            "classic-uk",
            "dark-blue, h1, h2, h3, h4, hotel, token*2",
            "Dark Blue with hotel + 2 tokens",
        ),
        ("classic-uk", "red, go*2", "Red, 2\u00a0× GO"),
        ("classic-uk", "red, go", "Red, GO"),
        ("winning-moves-2017", "red, free-parking", "Red, the jackpot"),
    ],
)
def test_a_hand_in_one_line(edition: str, cards: str, gist: str) -> None:
    deal = deal_of(edition, {"Ann": cards}, laid_down=True, done={"Bob": "nothing"})
    rows = hand_rows(deal, deal.settled(1000 if edition == "winning-moves-2017" else None), None)
    assert rows[0].gist == gist


def test_only_the_hand_that_went_out_has_an_open_reward() -> None:
    hands = {"Ann": "red", "Bob": "green", "Cem": "chance", "Dee": "mayfair"}
    entered = dict.fromkeys(("Bob", "Cem", "Dee"), "cards")
    deal = deal_of("classic-uk", hands, laid_down=True, reward_open=True, done=entered)
    gists = [row.gist for row in hand_rows(deal, deal.settled(None), None)]
    assert gists == [
        "Red, reward still open", "Green", "Caught with Chance", "Nothing that counts"
    ]  # fmt: skip
