"""The page of a closed deal: its cards, sums and slips."""

import json

import pytest
from flask.testing import FlaskClient

from companion.store import Store, Table
from tests.web.conftest import MakeTable
from tests.web.pages import show, text_of
from tests.web.play import close


def test_the_deal_with_its_sum_and_slip(client: FlaskClient, played: Table) -> None:
    told = text_of(show(client, played, "deals/1"))
    assert "Deal 1: Ann went out" in told
    assert "Ann dealt." in told
    assert "Gold bars" not in told
    assert "2 Chance cards count as a 4th House and a hotel." in told
    assert "2 tokens on Dark Blue: 2 × £2,500 = £5,000" in told
    assert "Total: £7,700" in told
    assert "Ann went out £7,700 Hand over 7× £1,000 £500 2× £100 now £7,700" in told
    assert "Bob and Cem tie for the most Mr. Monopoly (1 card each). Nobody is paid for it." in told
    assert "Entered (current)" in told


def test_the_cards_are_drawn_with_their_group(client: FlaskClient, played: Table) -> None:
    page = show(client, played, "deals/1")
    assert (
        '<li class="group-1f3a93"><b aria-hidden="true">Db</b><span>Mayfair</span></li>'
        in page.text
    )
    assert "Token × 2" in page.text
    told = text_of(page)
    assert "Pays nothing 2nd House Mr. Monopoly" in told


def test_a_deal_that_was_let_stand(client: FlaskClient, store: Store, table: Table) -> None:
    close(store, table, "Ann", {"Ann": "utilities, mayfair"}, let_stand=True)
    told = text_of(show(client, table, "deals/1"))
    assert "! This hand should not have gone out. The table allowed it anyway." in told
    assert "Dark Blue is not complete: Park Lane missing." in told
    assert "Classic UK, Go out" in told


def test_a_wild_in_the_reasons_and_in_the_sum(
    client: FlaskClient, store: Store, table: Table
) -> None:
    """Nobody declared it, as in a game that was brought in from elsewhere."""
    hand = "dark-blue, h1, h2, token*2, chance, fenchurch, water-works, go"
    close(store, table, "Ann", {"Ann": hand}, reward="h3", let_stand=True)
    said = text_of(show(client, table, "deals/1"))
    assert "In these reasons Chance counts as Electric Company" in said
    assert "In the sum it counts as a 3rd House before the reward" in said


def test_piles_that_were_let_stand(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("express", ["Ann", "Bob"])
    close(store, table, None, {"Ann": "brown rich-uncle"}, stopped_early=True, let_stand=True)
    told = text_of(show(client, table, "deals/1"))
    assert "! These cards should not have been scored. The table allowed it anyway." in told
    assert "gone out" not in told


def test_a_warning_is_shown(client: FlaskClient, store: Store, table: Table) -> None:
    close(store, table, "Ann", {"Ann": "utilities"})
    told = text_of(show(client, table, "deals/1"))
    assert "Look again Ann laid down 2 cards" in told


def test_the_jackpot_is_on_its_own_line(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    close(store, table, "Bob", {"Bob": "red", "Ann": "free-parking, go"})
    told = text_of(show(client, table, "deals/1"))
    assert "Hand over 2× $100 Jackpot $500" in told
    assert (
        "Ann has the most Free Parking (1 card) and gets the jackpot of $500. "
        "The next jackpot is $500."
    ) in told


def test_exchanges_and_rack(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("deluxe", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "dark-blue, h1, h2, h3, h4, hotel, token*2"})
    page = show(client, table, "deals/1")
    told = text_of(page)
    assert "Hand over 7× $1,000 $500" in told
    assert "Hand in 5 × $1,000, take a $5,000 gold bar." in told
    assert "Rack: a $5,000 gold bar, 2 × $1,000; beside it: $500." in told


def test_who_was_caught_with_what(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob", "Cem"])
    close(store, table, "Ann", {"Ann": "red", "Bob": "green, chance", "Cem": "go"})
    told = text_of(show(client, table, "deals/1"))
    assert told.count("Caught with Chance: the hand pays nothing.") == 1
    assert told.count("Caught with") == 1


@pytest.mark.parametrize(
    ("edition", "goer", "told", "boxes"),
    [
        pytest.param("classic-uk", "Ann", "Bob gets nothing now £0", 1, id="money"),
        pytest.param("express", None, "Bob 0 points now 0 points", 0, id="points"),
    ],
)
def test_points_are_not_paid(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    edition: str,
    goer: str | None,
    told: str,
    boxes: int,
) -> None:
    table = make_table(edition, ["Ann", "Bob"])
    close(store, table, goer, {"Ann": "red"}, stopped_early=goer is None)
    page = show(client, table, "deals/1")
    assert told in text_of(page)
    assert page.text.count("gets nothing") == boxes


@pytest.mark.parametrize("rest", ["deals/3", "deals/0", "deals/999999999", "deals/x"])
def test_a_deal_that_is_not_there(client: FlaskClient, played: Table, rest: str) -> None:
    assert client.get(f"/t/{played.code}/{rest}").status_code == 404


def test_a_deal_that_was_undone_is_not_there(
    client: FlaskClient, store: Store, played: Table
) -> None:
    store.undo(played, token="u")
    assert client.get(f"/t/{played.code}/deals/2").status_code == 404
    close(store, played, "Ann", {"Ann": "red"})
    told = text_of(show(client, played, "deals/2"))
    assert "Entered (undone)" in told
    assert "Entered (current)" in told


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"wilds": {"Ann": ["go"]}}, id="declared as what no Chance may be"),
        pytest.param({"hands": {"Ann": ["chance"] * 9 + ["strand"], "Bob": []}}, id="no such deck"),
    ],
)
def test_an_allowed_hand_that_is_refused_today_is_still_shown(
    client: FlaskClient, store: Store, make_table: MakeTable, change: dict[str, object]
) -> None:
    """An older program took it. How its reasons and its sum read a Chance is not told then."""
    table = make_table("classic-uk", ("Ann", "Bob"))
    hand = {"Ann": "dark-blue h1 chance fenchurch"}
    deal = close(store, table, "Ann", hand, reward="hotel", let_stand=True)
    entry = json.dumps({**deal.entry.as_json(), **change})
    with store.writing() as db:
        db.execute("UPDATE deals SET entry = ?", [entry])
    answer = client.get(f"/t/{table.code}/deals/1")
    assert answer.status_code == 200
    assert "In these reasons" not in answer.text


def test_a_box_with_other_house_cards_says_why_no_rank_is_told(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table(players=["Ann", "Bob"], options={"copies": {"house-4": 3}})
    close(store, table, "Ann", {"Ann": "dark-blue, red, h4*3"}, let_stand=True)
    close(store, table, "Ann", {"Ann": "dark-blue, red, go*4, t"})
    for number in (1, 2):
        told = text_of(show(client, table, f"deals/{number}"))
        assert "No rank and no luck are told: they were counted for a box" in told
        assert "The luck of the reward" not in told
