"""How good a hand was: on the deal page, the win, the TV, a player's page and the referee's."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.store import Store
from tests.web.conftest import MakeTable
from tests.web.play import close

HAND = "dark-blue, red, h1, token*2, chance, go"
GOOD = "Better than 87% of all 78,333,506 hands that may go out."
BEFORE = "Before the reward: better than 87% of all 78,333,506 hands that may go out."
ELEVEN = "Better than 83% of all 259,456,742 hands that may go out."
PAIR, FOUR, FIVE = ("Ann", "Bob"), ("Ann", "Bob", "Cem", "Dan"), ("Ann", "Bob", "Cem", "Dan", "Eva")


def shown(client: FlaskClient, address: str) -> list[str]:
    """What a page says of how good a hand is."""
    page = client.get(address)
    assert page.status_code == 200
    found = re.findall(r'class="hand-rank">(?:<b>.*?</b>)?\s*(.*?)<', page.text)
    return [unescape(one).strip() for one in found]


@pytest.mark.parametrize(
    ("edition", "players", "cards", "more", "options", "says"),
    [
        pytest.param("classic-uk", PAIR, HAND, {}, {}, [GOOD], id="classic"),
        pytest.param("deluxe", PAIR, HAND, {"reward": "go*3"}, {}, [BEFORE], id="with a reward"),
        pytest.param("classic-uk", PAIR, HAND, {}, {"values": {"go": 250}}, [], id="other amounts"),
        pytest.param("classic-uk", PAIR, f"{HAND}, go", {}, {}, [], id="a card too many"),
        pytest.param(
            "classic-uk", PAIR, "red, yellow, bow-street, go*3", {}, {}, [], id="let stand"
        ),
        pytest.param("classic-uk", PAIR, None, {}, {"nobody_out": "score"}, [], id="nobody out"),
        pytest.param(
            "winning-moves-2017",
            FOUR,
            "dark-blue, red, one-house, token*2, wild, go",
            {},
            {},
            ["Better than 92% of all 232,238,579 hands that may go out."],
            id="2017",
        ),
        pytest.param("classic-uk", FIVE, f"{HAND}, go", {}, {}, [ELEVEN], id="five players"),
        pytest.param("express", PAIR, None, {"stopped_early": True}, {}, [], id="express"),
    ],
)
def test_the_deal_page_says_how_good_the_hand_was(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    edition: str,
    players: tuple[str, ...],
    cards: str | None,
    more: dict[str, Any],
    options: dict[str, Any],
    says: list[str],
) -> None:
    table = make_table(edition, players, options)
    goer = "Ann" if cards else None
    close(store, table, goer, {"Ann": cards or "", "Bob": ""}, **more)
    assert shown(client, f"/t/{table.code}/deals/1") == says


@pytest.mark.parametrize(
    ("reward", "says"), [("", GOOD), ("go", BEFORE)], ids=["alone", "with a reward"]
)
def test_the_hand_of_the_night(
    client: FlaskClient, store: Store, make_table: MakeTable, reward: str, says: str
) -> None:
    table = make_table("classic-uk", PAIR, {"target": 2000})
    close(store, table, "Ann", {"Ann": HAND}, reward=reward)
    assert shown(client, f"/t/{table.code}/deals/1") == [says]
    assert says in client.get(f"/t/{table.code}/tv").text


def test_the_best_hand_of_a_player_leads_to_its_deal(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", PAIR)
    close(store, table, "Ann", {"Ann": "red, green, go*4"})
    close(store, table, "Ann", {"Ann": HAND})
    close(store, table, "Bob", {"Bob": "red, green, go*4"})
    page = client.get("/player?name=Ann").text
    found = re.search(r'Best hand</dt><dd><b><a href="(.*?)">(.*?)</a>', page)
    assert found is not None
    assert found.groups() == (f"/t/{table.code}/deals/2", "Better than 87%")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        pytest.param(f"went_out=1&cards={HAND}", [GOOD], id="allowed"),
        pytest.param(f"went_out=1&cards={HAND}&reward=go", [BEFORE], id="with a reward"),
        pytest.param(f"went_out=1&cards={HAND}&table=FJR7Q", [], id="from a table"),
        pytest.param(f"cards={HAND}", [], id="not out"),
        pytest.param("went_out=1&cards=red, yellow, bow-street, go*3", [], id="not allowed"),
    ],
)
def test_the_referee_says_it_of_an_allowed_hand(
    client: FlaskClient, query: str, says: list[str]
) -> None:
    assert shown(client, f"/referee?edition=classic-uk&{query}") == says
