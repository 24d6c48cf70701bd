"""The sheet of a table."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.edition_file import load
from companion.store import Payment, Store, Table
from companion.web.sheet import page as sheet_page
from tests.stored import store_otherwise
from tests.web.conftest import MakeTable, plain_text
from tests.web.pages import show, text_of
from tests.web.play import close


def test_a_new_table(client: FlaskClient, table: Table) -> None:
    page = show(client, table)
    told = text_of(page)
    assert "First to £10,000" in told
    assert "No deal yet. Ann deals first." in told
    assert "Ann deals £0" in told
    assert 'aria-label="£10,000 to go"' in page.text
    assert "leads" not in told
    assert "Score deal 1" in told
    assert "Undo" not in told
    assert "<table" not in page.text
    assert "line-chart" not in page.text


def test_many_unpaid_deals_are_folded(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    """Where nobody ticks what is paid, the deals before would push the sheet off the screen."""
    table = make_table("classic-uk", ["Ann", "Bob"])
    for number in range(4):
        close(store, table, "Ann", {"Ann": "brown"})
        folded = f"{number + 1} deals still to be paid"
        page = plain_text(show(client, table).text)
        assert (folded in page) == (number > 1)
    assert "Deal 1. Still to be paid: Ann" in page


def test_totals_are_not_scored_again(client: FlaskClient, store: Store, played: Table) -> None:
    store_otherwise(store, "json_set(settlement, '$.payouts.Cem', 12350)")
    assert "Cem ★ won £24,700" in text_of(show(client, played))


def test_an_open_hand(client: FlaskClient, store: Store, played: Table) -> None:
    data = {
        "went_out": "Bob",
        "laid_down": True,
        "hands": {"Bob": ["park-lane", "mayfair"]},
        "done": {"Cem": "nothing"},
    }
    store.save_draft(played, store.draft(played).version, data)
    told = text_of(show(client, played))
    assert "A deal is open. Still missing: Ann and Dee." in told
    assert "Continue entering" in told
    assert "Score deal" not in told


@pytest.mark.parametrize(
    ("missing", "went_out", "told"),
    [
        ([], "Ann", "All hands are in, but not confirmed yet."),
        (["Bob"], "Ann", "Still missing: Bob."),
        (["Ann", "Bob"], "Ann", "Ann went out. No hand is finished yet."),
        (["Ann", "Bob"], None, "No cards entered yet."),
    ],
    ids=["none", "one", "all", "nobody-out"],
)
def test_whose_hand_is_missing(missing: list[str], went_out: str | None, told: str) -> None:
    assert sheet_page.waiting_for(missing, ["Ann", "Bob"], went_out) == told


def test_an_open_round_of_express(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("express", ["Ann", "Bob"])
    cards = list(load("express").group("railroads").cards)
    store.save_draft(table, 0, {"hands": {"Ann": cards}, "done": {}})
    assert "1 of 10 monopolies are in." in text_of(show(client, table))


def test_the_jackpot(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    told = text_of(show(client, table))
    assert "Jackpot under the Bank: $500" in told
    assert "4 rounds" in told
    close(store, table, "Ann", {"Ann": "red", "Bob": ""})
    page = show(client, table)
    assert "Jackpot under the Bank: $1,000" in text_of(page)
    assert "1 250 out – 1,000" in text_of(page)


@pytest.mark.parametrize(
    ("options", "tags"),
    [
        pytest.param({}, ["", "★ leads", "★ leads deals"], id="still playing"),
        pytest.param({"deals": 1}, ["", "★ won", "★ won"], id="played on after the end"),
    ],
)
def test_who_leads_who_won_and_who_deals(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    options: dict[str, Any],
    tags: list[str],
) -> None:
    table = make_table(players=["Ann", "Bob", "Cem"], options=options)
    for _ in range(2):
        close(store, table, "Bob", {"Bob": "dark-blue", "Cem": "orange, h1"})
    page = show(client, table)
    standings = re.findall(r'<li class="lane seat-.*?</li>', page.text, re.S)
    found = [re.findall(r'<span class="lane-tag[^>]*>(.*?)</span>', one) for one in standings]
    assert [" ".join(one) for one in found] == tags
    assert "Every deal, the newest first. Amounts in £." in text_of(page)


@pytest.mark.parametrize(("edition", "columns"), [("classic-uk", 3), ("winning-moves-2017", 4)])
def test_a_deal_that_was_struck_out_is_one_box_over_all_columns(
    client: FlaskClient, store: Store, make_table: MakeTable, edition: str, columns: int
) -> None:
    table = make_table(edition, players=["Ann", "Bob", "Cem"])
    deal = close(store, table, "Ann", {"Ann": "red"})
    store.correct(table, number=1, reason="x", changes=[replace(deal, struck=True)], token="s")
    page = show(client, table).text
    assert len(re.findall(r'<th scope="col">', page)) == 1 + columns
    assert f'<td colspan="{columns}"><a href="deals/1">Struck out' in page


def test_express_has_points_and_no_money(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("express", ["Ann", "Bob"])
    close(store, table, None, {"Ann": "railroads, corners", "Bob": "brown"}, stopped_early=True)
    page = show(client, table)
    told = text_of(page)
    assert "Ann ★ leads deals 15 points" in told
    assert "Every round, the newest first. Points." in told
    assert "to be paid" not in told
    assert "$" not in told
    deal = show(client, table, "deals/1")
    assert "slip" not in deal.text
    assert "Bonus for Railroads and Corners: 5 points" in text_of(deal)


def test_racks(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("deluxe", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "dark-blue, h1, h2, h3, h4, hotel, token*2"})
    page = show(client, table)
    told = text_of(page)
    assert "What each player holds" in told
    assert "Ann . Rack: a $5,000 gold bar, 2 × $1,000; beside it: $500" in told


def test_the_winner(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"], options={"target": 500})
    close(store, table, "Ann", {"Ann": "utilities", "Bob": "red"})
    page = show(client, table)
    told = text_of(page)
    assert "Ann wins! £500 The target was £500." in told
    assert "1. Ann £500" in told
    assert "Play again, same players" in told
    assert "May I go out?" not in told.split("Ann wins!")[1]
    assert f'action="/t/{table.code}/rematch"' in page.text.replace(
        'action="rematch"', f'action="/t/{table.code}/rematch"'
    )
    assert ">deals</span>" not in page.text
    assert "Home" in told


def test_a_tie_that_is_played_on(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"], options={"deals": 1, "tie": "play-on"})
    close(store, table, "Ann", {"Ann": "dark-blue", "Bob": "orange, h1"})
    told = text_of(show(client, table))
    assert "Ann and Bob are tied at the top with £400. Play one more deal." in told
    assert "Score deal 2" in told
    deal = text_of(show(client, table, "deals/1"))
    assert "tied at the top with £400. Play one more deal. Bob deals next." in deal
    close(store, table, "Ann", {"Ann": "dark-blue", "Bob": ""})
    assert "tied at the top" not in text_of(show(client, table, "deals/1"))


def test_a_tie_of_players_who_were_never_paid(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table(players=["Ann", "Bob", "Cem"], options={"deals": 1, "tie": "play-on"})
    close(store, table, None, {})
    tied = "Ann, Bob and Cem are tied at the top with £0. Play one more deal."
    for page in ("", "deals/1", "tv", "summary"):
        assert tied in text_of(show(client, table, page))


def test_a_deal_after_the_end(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"], options={"target": 500})
    close(store, table, "Ann", {"Ann": "utilities"})
    close(store, table, "Bob", {"Bob": "utilities, go*2, h1, h2, railroads"}, let_stand=True)
    told = text_of(show(client, table))
    assert "Ann wins!" in told
    after = "Deal 2 was played after the game was won, so the places stay. With it: Ann ★ won £500"
    assert f"{after} Bob" in told
    assert f"{after.replace(' ★ won', '')} , Bob £1,900 ." in text_of(show(client, table, "tv"))
    assert "2 ! allowed anyway after the game was won" in told


@pytest.mark.parametrize(
    ("paid", "told"),
    [
        pytest.param({"Bob": (250, None)}, "Still to be paid: Bob", id="nothing yet"),
        pytest.param({"Bob": (250, 50)}, "Still to be paid: Bob (£200 more)", id="a part"),
        pytest.param({"Ann": (0, 250)}, "Still to give back: Ann (£250)", id="too much"),
        pytest.param(
            {"Ann": (0, 250), "Bob": (250, None), "Cem": (50, None)},
            "Still to give back: Ann (£250). Still to be paid: Bob and Cem",
            id="both",
        ),
    ],
)
def test_who_is_still_to_be_paid_or_to_give_back(
    paid: dict[str, tuple[int, int | None]], told: str
) -> None:
    payments = [Payment(1, name, owed, handed) for name, (owed, handed) in paid.items()]
    assert sheet_page.unpaid(load("classic-uk"), payments) == {1: told}
