"""The end of a game: what the hand that was paid most is shown with adds up to what it was paid."""

import re

import pytest
from flask.testing import FlaskClient

from companion.store import Store
from tests.web.conftest import MakeTable
from tests.web.pages import text_of
from tests.web.play import close

HANDS = {
    "both colours of a side": ("express", "red, yellow, dark-blue", "Bonus for Red and Yellow"),
    "GO and the most Mr. Monopoly": (
        "classic-uk",
        "yellow, h1, h2, token, go, go, mr-monopoly",
        "2 GO cards",
    ),
    "the jackpot": ("winning-moves-2017", "red, go, go, free-parking", "Jackpot for the most"),
    "sets alone": ("deluxe", "green, dark-blue", ""),
}


@pytest.mark.parametrize(
    ("edition", "hand", "told"), [pytest.param(*one, id=name) for name, one in HANDS.items()]
)
@pytest.mark.parametrize("page", ["", "deals/1"])
def test_what_the_best_hand_is_shown_with_adds_up(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    edition: str,
    hand: str,
    told: str,
    page: str,
) -> None:
    table = make_table(
        edition, ["Ann", "Bob"], options={"target": 20 if edition == "express" else 500}
    )
    goer, more = (None, {"stopped_early": True}) if edition == "express" else ("Ann", {})
    close(store, table, goer, {"Ann": hand}, let_stand=True, **more)
    text = client.get(f"/t/{table.code}/{page}").text
    (shown,) = re.findall(r'<section class="card best-of-night">.*?</section>', text, re.DOTALL)
    amounts = re.findall(r'class="money">[£$]?([\d,]+)', shown)
    paid, *parts = [int(amount.replace(",", "")) for amount in amounts]
    assert sum(parts) == paid
    assert told in shown


@pytest.mark.parametrize(
    ("deals", "goers", "told"),
    [
        pytest.param(2, "AB", "", id="still-tied"),
        pytest.param(2, "AA", "The highest total after both rounds.", id="no-tie"),
        pytest.param(
            2, "ABB", "Tied after both rounds. The highest total after 3 rounds.", id="one-more"
        ),
        pytest.param(
            4,
            "ABAB--B",
            "Tied after all 4 rounds. The highest total after 7 rounds.",
            id="three-more",
        ),
        pytest.param(2, "AAB", "The highest total after both rounds.", id="went-on-afterwards"),
    ],
)
def test_a_tie_that_was_played_on_is_told(
    client: FlaskClient, store: Store, make_table: MakeTable, deals: int, goers: str, told: str
) -> None:
    options = {"deals": deals, "tie": "play-on"}
    table = make_table("winning-moves-2017", ["A", "B"], options=options)
    for goer in goers:  # "-" for nobody
        close(store, table, *((None, {}) if goer == "-" else (goer, {goer: "brown"})))
    for address in ("/", "/summary"):
        text = client.get(f"/t/{table.code}{address}").text
        assert told in text
        assert ("highest total after" in text) == bool(told)


def test_what_bonus_cards_pay_stands_below_them(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    """Not below those that pay nothing."""
    table = make_table("classic-uk", ["Ann", "Bob"], options={"target": 500})
    close(store, table, "Ann", {"Ann": "yellow, go, go, strand"}, let_stand=True)
    told = text_of(client.get(f"/t/{table.code}/"))
    parts = ["Bonus cards", "2 GO cards", "Pays nothing", "Strand"]
    assert [told.index(part) for part in parts] == sorted(map(told.index, parts))


PAGES = ("", "deals/1", "tv", "summary", "sheet.svg")
"""Every page with the hand of the night."""


@pytest.mark.parametrize(
    ("edition", "hands", "said"),
    [
        pytest.param("classic-uk", {"Ann": "yellow, strand"}, True, id="its player went out"),
        pytest.param("classic-uk", {"Ann": "strand", "Bob": "yellow"}, False, id="another did"),
        pytest.param("classic-uk", {"Ann": "yellow"}, False, id="too few cards only"),
        pytest.param("express", {"Ann": "red, rich-uncle"}, True, id="a pile"),
        pytest.param("express", {"Ann": "red", "Bob": "rich-uncle"}, False, id="another's pile"),
    ],
)
def test_a_hand_of_the_night_that_was_allowed_anyway_says_so(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    edition: str,
    hands: dict[str, str],
    said: bool,
) -> None:
    points = edition == "express"
    table = make_table(edition, ["Ann", "Bob"], options={"target": 5 if points else 300})
    goer, more = (None, {"stopped_early": True}) if points else ("Ann", {})
    close(store, table, goer, hands, let_stand=True, **more)
    told = "round 1, allowed anyway" if points else "deal 1, allowed anyway"
    for page in PAGES:
        assert (told in text_of(client.get(f"/t/{table.code}/{page}"))) == said, page
