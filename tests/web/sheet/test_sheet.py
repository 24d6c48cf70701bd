"""The sheet, the page of one deal, ticks, undo, and corrections through the pages."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.game.closed_deal import contract, settled
from companion.game.sheet import sheet_of
from companion.rules.deal import read
from companion.rules.edition_file import load
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.words import listed
from companion.store import Entry, ScoredDeal, Store, StoredSettlement, Table
from companion.web.closed_deal.correct import LOOK_AGAIN, NOTHING_NEW, UNFINISHED
from companion.web.closed_deal.form import NO_REASON
from companion.web.closed_deal.history import history
from companion.web.parts import cards as parts_cards
from companion.web.parts import majority
from companion.web.parts import words as parts_words
from companion.web.sheet import page as sheet_page
from tests.stored import paid_in, store_otherwise
from tests.web.conftest import MakeTable, Post, plain_text
from tests.web.play import close


def text_of(response: TestResponse) -> str:
    """What a page says, without tags."""
    body = re.sub(r"<(style|script|title).*?</\1>", " ", response.text, flags=re.S)
    return plain_text(body)


def field(response: TestResponse, name: str) -> str:
    """The value of a field of the page's form."""
    found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', response.text)
    assert found is not None, name
    return unescape(found[1])


def show(client: FlaskClient, table: Table, rest: str = "", **more: Any) -> TestResponse:
    response = client.get(f"/t/{table.code}/{rest}", **more)
    assert response.status_code == 200
    return response


@pytest.fixture
def played(store: Store, table: Table) -> Table:
    """Two deals: Ann 7,900, Bob 150, then Dee 400, Ann 50."""
    close(
        store,
        table,
        "Ann",
        {
            "Ann": "dark-blue, h1, h2, h3, token*2, go, chance*2",
            "Bob": "light-blue, h2, mm",
            "Cem": "mm",
        },
        wilds={"Ann": ["house-4", "hotel"]},
    )
    close(store, table, "Dee", {"Dee": "orange, h1", "Ann": "brown"})
    return table


# --- the sheet -----------------------------------------------------------------------------------


def test_a_new_table(client: FlaskClient, table: Table) -> None:
    page = show(client, table)
    told = text_of(page)
    assert "Play until somebody has £10,000." in told
    assert "No deal yet. Ann deals first." in told
    assert "Ann £0 £10,000 to go deals" in told
    assert "in the lead" not in told
    assert "Score the first deal" in told
    assert "Undo" not in told
    assert "<table" not in page.text
    assert "line-chart" not in page.text


def test_the_sheet_of_two_deals(client: FlaskClient, played: Table) -> None:
    told = text_of(show(client, played))
    assert "Ann £7,750 £2,250 to go ★ in the lead" in told
    assert "Cem £0 £10,000 to go deals" in told
    assert "1 out 7,700 7,700 100 100 0 0 0 0" in told
    assert "Deal 2: Dee went out Still to be paid: Ann and Dee" in told
    assert "Sum 7,750 100 0 400" in told


def test_many_unpaid_deals_are_folded(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    """Where nobody ticks what is paid, the deals before would push the sheet off the screen."""
    table = make_table("classic-uk", ["Ann", "Bob"])
    for number in range(4):
        close(store, table, "Ann", {"Ann": "brown"})
        folded = f"{number} earlier deals still to be paid"
        pages = [show(client, table, page).text for page in ("", "tv")]
        assert [folded in plain_text(page) for page in pages] == [number > 2] * 2
    assert "Deal 1 Still to be paid: Ann" in plain_text(pages[0])


def test_every_cell_leads_to_the_cards(client: FlaskClient, played: Table) -> None:
    page = show(client, played)
    for number in (1, 2):
        deal = show(client, played, f"deals/{number}")
        for seat in range(4):
            assert f'href="deals/{number}?hand#p{seat}"' in page.text
            assert f'id="p{seat}"' in deal.text


def test_the_goer_is_marked_in_words(client: FlaskClient, played: Table) -> None:
    page = show(client, played)
    row = re.findall(r"<tr>.*?</tr>", page.text, flags=re.S)[1]
    assert re.findall(r"#p(\d)\"><em class=\"out-tag\">out</em>", row) == ["0"]


def test_the_chart_has_a_title_and_words(client: FlaskClient, played: Table) -> None:
    page = show(client, played)
    assert 'role="img" aria-labelledby="chart-title chart-words"' in page.text
    assert "After 2 deals: Ann £7,750, Dee £400, Bob £100, Cem £0." in page.text
    assert page.text.count("<polyline") == 4


def test_totals_are_not_scored_again(client: FlaskClient, store: Store, played: Table) -> None:
    store_otherwise(store, "json_set(settlement, '$.payouts.Cem', 12350)")
    assert "Cem £24,700" in text_of(show(client, played))


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
    assert "Score the next deal" not in told


def test_an_open_draft_in_which_nothing_was_entered(
    client: FlaskClient, store: Store, table: Table
) -> None:
    store.save_draft(table, 0, {"went_out": None, "hands": {}, "done": {}})
    assert "Score the first deal" in text_of(show(client, table))


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
    assert "Play 4 rounds." in told
    close(store, table, "Ann", {"Ann": "red", "Bob": ""})
    page = show(client, table)
    assert "Jackpot under the Bank: $1,000" in text_of(page)
    assert "1 out 250 250 0 0 1,000" in text_of(page)


def test_express_has_points_and_no_money(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("express", ["Ann", "Bob"])
    close(store, table, None, {"Ann": "railroads, corners", "Bob": "brown"}, stopped_early=True)
    page = show(client, table)
    told = text_of(page)
    assert "Ann 15 points 35 points to go ★ in the lead deals" in told
    assert "to be paid" not in told
    assert "$" not in told.replace("£$", "")
    deal = show(client, table, "deals/1")
    assert "slip" not in deal.text
    assert "Bonus for Railroads and Corners: 5 points" in text_of(deal)


def test_racks(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("deluxe", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "dark-blue, h1, h2, h3, h4, hotel, token*2"})
    told = text_of(show(client, table))
    assert "Ann : a $5,000 gold bar, 2 × $1,000, $500" in told
    assert "Gold bars left in the bank: 5 of 6." in told


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_number_of_players(
    client: FlaskClient, store: Store, make_table: MakeTable, players: int
) -> None:
    names = [f"Player {number}" for number in range(players)]
    table = make_table("classic-us", names)
    close(store, table, names[0], {names[0]: "red"})
    page = show(client, table)
    assert ("many" in page.text) == (players > 4)
    assert page.text.count('href="deals/1?hand#p') == players


def test_the_winner(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"], options={"target": 500})
    close(store, table, "Ann", {"Ann": "utilities", "Bob": "red"})
    page = show(client, table)
    told = text_of(page)
    assert "Ann wins! £500 Ann reached £500. The target was £500. 1. Ann £500" in told
    assert "Play again, same players" in told
    assert "May I go out?" not in told
    assert f'action="/t/{table.code}/rematch"' in page.text.replace(
        'action="rematch"', f'action="/t/{table.code}/rematch"'
    )
    assert ">deals</span>" not in page.text
    assert "All tables" in told


def test_winners_share_a_tie(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"], options={"deals": 1})
    close(store, table, "Ann", {"Ann": "dark-blue", "Bob": "orange, h1"})
    told = text_of(show(client, table))
    assert (
        "Ann and Bob win together! £400 Highest total after one deal: £400. 1. Ann £400 1. Bob"
        in told
    )


def test_a_tie_that_is_played_on(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"], options={"deals": 1, "tie": "play-on"})
    close(store, table, "Ann", {"Ann": "dark-blue", "Bob": "orange, h1"})
    told = text_of(show(client, table))
    assert "Ann and Bob are tied at the top with £400. Play one more deal." in told
    assert "Score the next deal" in told


def test_a_deal_after_the_end(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"], options={"target": 500})
    close(store, table, "Ann", {"Ann": "utilities"})
    close(store, table, "Bob", {"Bob": "utilities, go*2, h1, h2, railroads"}, let_stand=True)
    told = text_of(show(client, table))
    assert "Ann wins!" in told
    assert "( ) after the game was won" in told
    assert "! was allowed anyway" in told


def test_a_table_in_small_letters(client: FlaskClient, table: Table) -> None:
    assert client.get(f"/t/{table.code.lower()}/").status_code == 200


def test_a_remembered_sheet_takes_few_queries(
    client: FlaskClient, store: Store, played: Table
) -> None:
    show(client, played)
    asked: list[str] = []
    store.db.conn.set_trace_callback(asked.append)
    show(client, played)
    store.db.conn.set_trace_callback(None)
    assert len(asked) <= 6, asked


def test_sheets_are_remembered_up_to_a_size(
    app: Flask, client: FlaskClient, make_table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of long games fewer are remembered, the newest."""
    tables = [make_table(), make_table(), make_table()]
    for table in tables:
        show(client, table)
    sheets = app.extensions["sheets"]
    assert len(sheets.known) == 3
    size = sheets.known[tables[0].id].size
    monkeypatch.setattr("companion.web.sheet.remembered.SHEETS_REMEMBERED", 2 * size)
    newest = make_table()
    for _ in range(2):
        assert "Ann" in text_of(show(client, newest))
    assert [*sheets.known] == [tables[2].id, newest.id]


def test_a_remembered_sheet_is_never_an_old_one(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    def total() -> str:
        found = re.search(r"Ann £[\d,]+", text_of(show(client, played)))
        return found[0] if found else ""

    assert total() == "Ann £7,750"
    close(store, played, "Ann", {"Ann": "red"})
    assert total() == "Ann £8,000"
    store.undo(played, token="one")
    assert total() == "Ann £7,750"
    close(store, played, "Ann", {"Ann": "yellow"})
    assert total() == "Ann £8,050"


# --- the deal ------------------------------------------------------------------------------------


def test_the_deal_with_its_sum_and_slip(client: FlaskClient, played: Table) -> None:
    told = text_of(show(client, played, "deals/1"))
    assert "Deal 1: Ann went out" in told
    assert "Ann dealt." in told
    assert "Chance counts as a 4th House and a hotel." in told
    assert "2 tokens on Dark Blue: 2 × £2,500 = £5,000" in told
    assert "Total: £7,700" in told
    assert "Ann out £7,700 Hand over 7 × £1,000 £500 2 × £100 total £7,700" in told
    assert "Bob and Cem tie for the most Mr. Monopoly (1 card each). Nobody is paid for it." in told
    assert "Entered (current)" in told


def test_the_cards_are_drawn_with_their_group(client: FlaskClient, played: Table) -> None:
    page = show(client, played, "deals/1")
    assert '<li class="group-db"><b aria-hidden="true">Db</b><span>Mayfair</span></li>' in page.text
    assert "Token × 2" in page.text
    told = text_of(page)
    assert "Pays nothing 2nd House Mr. Monopoly" in told


def test_every_card_of_a_hand_is_drawn_once(store: Store, played: Table) -> None:
    deal = store.deals(played)[0]
    edition = load("classic-uk")
    for player, hand in deal.entry.hands.items():
        piles = parts_cards.piles(edition, deal.entry, player, deal.settlement.laid[player])
        drawn = [card.name for pile in piles for card in pile.cards for _ in range(card.more)]
        assert sorted(drawn) == sorted(edition.label(card) for card in hand)


def test_a_deal_that_was_let_stand(client: FlaskClient, store: Store, table: Table) -> None:
    close(store, table, "Ann", {"Ann": "utilities, mayfair"}, let_stand=True)
    told = text_of(show(client, table, "deals/1"))
    assert "! This hand should not have gone out. The table allowed it anyway." in told
    assert "Dark Blue is not complete: Park Lane missing." in told
    assert "Classic UK, Go out" in told


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
    assert "Look at this again Ann laid down 2 cards" in told


def test_the_jackpot_is_on_its_own_line(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    close(store, table, "Bob", {"Bob": "red", "Ann": "free-parking, go"})
    told = text_of(show(client, table, "deals/1"))
    assert "Hand over 2 × $100 Jackpot $500" in told
    assert (
        "Ann has the most Free Parking (1 card) and gets the jackpot of $500. "
        "The next jackpot is $500."
    ) in told


def test_exchanges_and_rack(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("deluxe", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "dark-blue, h1, h2, h3, h4, hotel, token*2"})
    told = text_of(show(client, table, "deals/1"))
    assert "Hand over 7 × $1,000 $500" in told
    assert "Hand in 5 × $1,000, take a $5,000 gold bar." in told
    assert "Rack: a $5,000 gold bar, 2 × $1,000, $500." in told


def explained(edition_id: str, options: Mapping[str, Any], entry: Mapping[str, Any]) -> str | None:
    players = list(entry["hands"])
    edition = load(edition_id, options)
    table = Table(1, "X", edition_id, options, tuple(players), players[0], players[0], "")
    hands = {player: parse(edition, text) for player, text in entry["hands"].items()}
    full = Entry({**entry, "hands": hands})
    settlement = StoredSettlement(settled(table, full).as_json())
    return majority.majority(edition, full, settlement)


@pytest.mark.parametrize(
    ("edition", "options", "entry", "told"),
    [
        (
            "classic-uk",
            {},
            {"went_out": "Ann", "hands": {"Ann": "utilities, mm*2", "Bob": "mm"}},
            "Ann has the most Mr. Monopoly (2 cards) and gets £1,000.",
        ),
        (
            "classic-uk",
            {},
            {
                "went_out": "Ann",
                "hands": {"Ann": "utilities", "Bob": "mm"},
                "reward": ["mr-monopoly", "mr-monopoly"],
            },
            "Ann has the most Mr. Monopoly (2 cards) and gets £1,000.",
        ),
        (
            "classic-uk",
            {},
            {"went_out": "Ann", "hands": {"Ann": "utilities", "Bob": "chance, mm"}},
            "Bob has the most Mr. Monopoly (1 card), but was caught with Chance. "
            "Nobody is paid for it.",
        ),
        (
            "classic-uk",
            {"wiped_out_count": False},
            {"went_out": "Ann", "hands": {"Ann": "utilities, mm", "Bob": "chance, mm*2"}},
            "Ann has the most Mr. Monopoly (1 card) and gets £1,000. "
            "The Mr. Monopoly cards of Bob, who was caught, do not count.",
        ),
        ("classic-uk", {}, {"went_out": "Ann", "hands": {"Ann": "utilities", "Bob": ""}}, None),
        (
            "classic-uk",
            {},
            {"went_out": None, "hands": {"Ann": "mm", "Bob": ""}},
            "Nobody went out, so nobody is paid.",
        ),
        (
            "classic-uk",
            {"nobody_out": "score"},
            {"went_out": None, "hands": {"Ann": "mm", "Bob": ""}},
            "Ann has the most Mr. Monopoly (1 card) and gets £1,000.",
        ),
        (
            "winning-moves-2017",
            {},
            {"went_out": "Ann", "hands": {"Ann": "red", "Bob": ""}, "jackpot": 1500},
            "Nobody has a Free Parking card. Nobody takes the jackpot. The next jackpot is $2,000.",
        ),
        (
            "winning-moves-2017",
            {"wiped_out_count": False},
            {"went_out": "Ann", "hands": {"Ann": "red", "Bob": "free-parking, go-to-jail"}},
            "Nobody else has a Free Parking card. Nobody takes the jackpot. "
            "The Free Parking cards of Bob, who was caught, do not count. "
            "The next jackpot is $1,000.",
        ),
        (
            "winning-moves-2017",
            {},
            {"went_out": "Ann", "hands": {"Ann": "red", "Bob": "free-parking, go-to-jail"}},
            "Bob has the most Free Parking (1 card), but was caught with Go To Jail. "
            "Nobody is paid for it. The next jackpot is $1,000.",
        ),
        (
            "winning-moves-2017",
            {},
            {
                "went_out": "Ann",
                "hands": {"Ann": "red, wild", "Bob": ""},
                "wilds": {"Ann": ["free-parking"]},
                "jackpot": 2500,
            },
            "Ann has the most Free Parking (1 card) and gets the jackpot of $2,500. "
            "The next jackpot is $500.",
        ),
        (
            "winning-moves-2017",
            {},
            {"went_out": None, "hands": {"Ann": "free-parking", "Bob": ""}, "jackpot": 1500},
            "Nobody went out, so nobody is paid. The jackpot stays at $1,500.",
        ),
        ("express", {}, {"hands": {"Ann": "", "Bob": ""}, "stopped_early": True}, None),
    ],
    ids=[
        "most",
        "reward",
        "caught",
        "caught-not-counted",
        "none",
        "void",
        "nobody-out-scored",
        "nobody-holds",
        "nobody-else-holds",
        "jail",
        "wild",
        "jackpot-stays",
        "express",
    ],
)
def test_the_majority_is_explained(
    edition: str, options: dict[str, Any], entry: dict[str, Any], told: str | None
) -> None:
    assert explained(edition, options, entry) == told


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


# --- ticks ---------------------------------------------------------------------------------------


def tick(
    store: Store, table: Table, post: Post, seat: object = 0, paid: object = 1, **more: Any
) -> TestResponse:
    deal = store.deals(table)[0].id
    data = {"deal": more.pop("deal", deal), "paid" if paid else "unpaid": seat}
    return post(f"/t/{table.code}/deals/1/paid", data, **more)


def test_a_payout_is_ticked_with_one_tap(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    response = tick(store, played, post)
    assert response.status_code == 303
    assert response.headers["Location"].endswith(f"/t/{played.code}/deals/1#pay")
    assert paid_in(store, played) == ["Ann"]
    assert "✓ Ann out £7,700 Hand over 7 × £1,000 £500 2 × £100 total £7,700 Paid" in text_of(
        show(client, played, "deals/1")
    )
    tick(store, played, post)
    assert paid_in(store, played) == ["Ann"]
    tick(store, played, post, paid=0)
    assert paid_in(store, played) == []


def test_a_tick_with_htmx_answers_the_pay_list(store: Store, post: Post, played: Table) -> None:
    response = tick(store, played, post, fragment=True)
    assert response.status_code == 200
    assert response.text.strip().startswith('<form id="pay"')
    assert response.text.strip().endswith("</form>")
    assert 'aria-pressed="true"' in response.text


def test_everybody_at_once(client: FlaskClient, store: Store, post: Post, played: Table) -> None:
    assert "Tick everyone as paid" in text_of(show(client, played, "deals/1"))
    assert tick(store, played, post, "all").status_code == 303
    assert paid_in(store, played) == [*played.players]
    assert "Tick everyone as paid" not in text_of(show(client, played, "deals/1"))


def test_a_tick_on_an_old_page_ticks_nothing(
    store: Store, post: Post, played: Table, make_table: MakeTable
) -> None:
    other = make_table()
    close(store, other, "Ann", {"Ann": "red"})
    for deal in (store.deals(other)[0].id, store.deals(played)[1].id, 999, "", "x", "9" * 40):
        assert tick(store, played, post, deal=deal).status_code == 303
    assert paid_in(store, played) == []
    assert paid_in(store, other) == []


UNDONE = "That deal was undone in the meantime. No payment was ticked."


@pytest.mark.parametrize("number", [2, 1], ids=["opened again", "one before it"])
@pytest.mark.parametrize("fragment", [False, True], ids=["without scripts", "with scripts"])
def test_a_tick_in_a_deal_that_was_undone_leads_to_the_sheet_which_says_so(
    client: FlaskClient, store: Store, post: Post, played: Table, fragment: bool, number: int
) -> None:
    data = {"deal": store.deals(played)[number - 1].id, "paid": 0}
    for step in range(3 - number):
        store.undo(played, token=f"undo-{step}")
    answer = post(f"/t/{played.code}/deals/{number}/paid", data, fragment=fragment)
    address = answer.headers["HX-Redirect"] if fragment else answer.location
    assert UNDONE in client.get(address).text
    assert "undone in the meantime" not in client.get(f"/t/{played.code}/").text


@pytest.mark.parametrize("seat", [0, "all"])
def test_a_tick_at_the_very_moment_of_an_undo_leads_to_the_sheet(
    client: FlaskClient,
    store: Store,
    post: Post,
    played: Table,
    monkeypatch: pytest.MonkeyPatch,
    seat: object,
) -> None:
    data, tick_one = {"deal": store.deals(played)[1].id, "paid": seat}, store.set_paid

    def meets(*args: Any) -> None:
        store.undo(played, token="undo")
        tick_one(*args)

    monkeypatch.setattr(store, "set_paid", meets)
    answer = post(f"/t/{played.code}/deals/2/paid", data)
    assert UNDONE in client.get(answer.location).text


@pytest.mark.parametrize("seat", ["4", "-1", "", "x", "²"])
def test_a_tick_for_nobody(store: Store, post: Post, played: Table, seat: str) -> None:
    assert tick(store, played, post, seat).status_code == 404


def test_a_tick_without_a_token_of_the_session(client: FlaskClient, played: Table) -> None:
    response = client.post(f"/t/{played.code}/deals/1/paid", data={"paid": "0"})
    assert response.status_code == 400


# --- undo ----------------------------------------------------------------------------------------


def undo(client: FlaskClient, post: Post, table: Table) -> TestResponse:
    page = show(client, table)
    return post(f"/t/{table.code}/undo", {"action": field(page, "action")})


def test_undo_says_what_it_undoes(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    told = text_of(show(client, played))
    assert "Deal 2 comes off the sheet and is open again, with all its cards." in told
    assert undo(client, post, played).status_code == 303
    told = text_of(show(client, played))
    assert "Ann £7,900" not in told
    assert "Continue entering" in told
    assert "Deal 1 comes off the sheet. The open deal stays as it is, so the cards" in told
    undo(client, post, played)
    assert "Undo the last step" not in text_of(show(client, played))
    assert post(f"/t/{played.code}/undo", {"action": "1"}).status_code == 303


def test_undo_says_that_players_keep_what_was_paid(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    """Else the banker takes it back, and the deal, closed again, says that it is paid."""
    kept = "Players keep what was ticked as paid: it counts when the deal is confirmed again."
    assert kept not in text_of(show(client, played))
    store.set_paid(played, store.deals(played)[-1].id, "Ann", True)
    assert f"with all its cards. {kept}" in text_of(show(client, played))
    undo(client, post, played)
    told = text_of(show(client, played))
    assert f"Undone: deal 2 is open again, with all its cards. {kept}" in told
    assert told.count(kept) == 1  # nothing of deal 1 was ticked


@pytest.mark.parametrize(
    ("step", "told"),
    [
        pytest.param("close", "Undone: deal 2 is open again, with all its cards.", id="a deal"),
        pytest.param("correct", "Undone: the change of deal 1.", id="a correction"),
        pytest.param("strike", "Undone: deal 1 counts again.", id="a strike"),
    ],
)
def test_what_was_undone_can_be_done_again(
    client: FlaskClient, store: Store, post: Post, played: Table, step: str, told: str
) -> None:
    if step != "close":
        row, _ = store.deals(played)
        change = ScoredDeal(1, row.entry, row.settlement, struck=step == "strike")
        store.correct(played, number=1, reason="x", changes=[change], token="c")
    before = sheet_of(store, played)
    assert "Redo" not in text_of(show(client, played))
    undo(client, post, played)
    page = show(client, played)
    assert told in text_of(page)
    again = {"undone": re.findall(r'name="undone" value="(\d+)"', page.text)[0]}
    for _ in range(2):
        assert post(f"/t/{played.code}/redo", again).status_code == 303
    assert sheet_of(store, played) == before
    assert "Redo" not in text_of(show(client, played))


def test_redo_is_gone_after_the_next_tap(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    undo(client, post, played)
    page = show(client, played)
    again = {"undone": re.findall(r'name="undone" value="(\d+)"', page.text)[0]}
    tap = {"tap": "nothing:0", "version": store.draft(played).version}
    assert post(f"/t/{played.code}/deal", tap).status_code == 303
    assert "Redo" not in text_of(show(client, played))
    assert post(f"/t/{played.code}/redo", again).status_code == 303
    assert [deal.number for deal in store.deals(played)] == [1]


def test_two_taps_undo_once(client: FlaskClient, store: Store, post: Post, played: Table) -> None:
    action = field(show(client, played), "action")
    for _ in range(3):
        assert post(f"/t/{played.code}/undo", {"action": action}).status_code == 303
    assert [deal.number for deal in store.deals(played)] == [1]


def test_an_old_page_does_not_undo_something_newer(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    action = field(show(client, played), "action")
    close(store, played, "Ann", {"Ann": "red"})
    post(f"/t/{played.code}/undo", {"action": action})
    post(f"/t/{played.code}/undo", {})
    assert [deal.number for deal in store.deals(played)] == [1, 2, 3]


def test_a_correction_and_a_strike_are_undone(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    before = sheet_of(store, played)
    strike(client, post, played, 1, "twice")
    told = text_of(show(client, played))
    assert "Deal 1, which was struck out (“twice”), counts again." in told
    undo(client, post, played)
    assert sheet_of(store, played) == before
    editor = tapped(post, show(client, played, "deals/1/correct"), "nothing:2", "1")
    confirm(client, post, editor, "wrong player")
    told = text_of(show(client, played))
    assert "The change of deal 1 (“wrong player”) is taken back." in told
    undo(client, post, played)
    assert sheet_of(store, played) == before


# --- corrections ---------------------------------------------------------------------------------


def address_of(editor: TestResponse) -> str:
    """Where the cards of the editor are posted to."""
    found = re.search(r'<form id="taps" method="post" action="([^"]*)"', editor.text)
    assert found is not None
    return unescape(found[1])


def tapped(post: Post, editor: TestResponse, words: str, at: str = "", line: str = "") -> Any:
    """The editor after a tap."""
    return post(address_of(editor), {"tap": words, "at": at, "line": line}, fragment=True)


def preview_of(client: FlaskClient, post: Post, editor: TestResponse) -> TestResponse:
    response = post(address_of(editor), {"tap": "look"})
    assert response.status_code == 303, text_of(response)
    return client.get(response.headers["Location"])


def confirmed(
    post: Post, preview: TestResponse, reason: str | list[str], **more: str
) -> TestResponse:
    found = re.search(r'<form method="post" action="([^"]*)" class="card">', preview.text)
    assert found is not None
    data = {name: field(preview, name) for name in ("token", "seen")}
    do = re.search(r'name="do" value="(\w+)"', preview.text)
    assert do is not None
    return post(unescape(found[1]), {**data, "do": do[1], "reason": reason, **more})


def confirm(
    client: FlaskClient, post: Post, editor: TestResponse, reason: str, **more: str
) -> TestResponse:
    response = confirmed(post, preview_of(client, post, editor), reason, **more)
    assert response.status_code == 303, text_of(response)
    return response


def strike(client: FlaskClient, post: Post, table: Table, number: int, reason: str) -> None:
    preview = show(client, table, f"deals/{number}/correct?do=strike")
    assert confirmed(post, preview, reason).status_code == 303


def test_a_correction_from_card_to_sheet(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    editor = show(client, played, "deals/1/correct")
    assert "Correct deal 1" in text_of(editor)
    editor = tapped(post, editor, "take:red", "2")
    editor = tapped(post, editor, "n:mr-monopoly:2", "2")
    preview = preview_of(client, post, editor)
    told = text_of(preview)
    assert "1 Cem £0 £1,250" in told
    assert "Cem gets £1,250 more (£1,000, 2 × £100, £50)." in told
    assert [deal.corrected for deal in store.deals(played)] == [False, False]
    response = confirmed(post, preview, "  forgot \n the red ones ")
    assert response.status_code == 303
    assert response.headers["Location"] == f"/t/{played.code}/deals/1"
    deal = text_of(client.get(response.headers["Location"]))
    assert "✎ Corrected. Reason: forgot the red ones" in deal
    assert "Cem has the most Mr. Monopoly (2 cards) and gets £1,000." in deal
    assert "Entered, " in deal
    assert "Cem : £0 Mr. Monopoly" in deal
    assert "Corrected (current)" in deal
    sheet = text_of(show(client, played))
    assert "1 ✎ corrected" in sheet
    assert "Cem £1,250" in sheet


def test_a_correction_without_javascript(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    editor = show(client, played, "deals/1/correct")
    response = post(address_of(editor), {"tap": "take:red", "at": "2"})
    assert response.status_code == 303
    editor = client.get(response.headers["Location"])
    assert 'value="give:red"' in editor.text
    assert confirm(client, post, editor, "x").status_code == 303
    assert sheet_of(store, played).totals["Cem"] == 250


def test_the_same_confirmation_twice_counts_once(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    preview = preview_of(client, post, editor)
    for _ in range(3):
        assert confirmed(post, preview, "x").status_code == 303
    assert len(store.history(played, 1)) == 2
    store.undo(played, token="u")
    assert confirmed(post, preview, "x").status_code == 303  # a page from before the undo
    assert sheet_of(store, played).totals["Cem"] == 0


@pytest.mark.parametrize(
    ("reason", "oops"),
    [("", NO_REASON), (" \n ", NO_REASON), ("x" * 201, "That is too long")],
    ids=["none", "blank", "long"],
)
def test_a_reason_is_asked_for(
    client: FlaskClient, store: Store, post: Post, played: Table, reason: str, oops: str
) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    preview = preview_of(client, post, editor)
    response = confirmed(post, preview, reason)
    assert response.status_code == 422
    assert oops in text_of(response)
    assert 'aria-invalid="true"' in response.text
    assert field(response, "token") == field(preview, "token")
    assert len(store.history(played, 1)) == 1
    assert confirmed(post, response, "because").status_code == 303


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (["The wrong player", ""], "The wrong player"),
        (["The wrong player", "Ann had it"], "Ann had it"),
        (["Ann had it"], "Ann had it"),
    ],
    ids=["tapped", "tapped-and-typed", "typed"],
)
def test_a_reason_is_tapped_or_typed(
    client: FlaskClient, store: Store, post: Post, played: Table, sent: list[str], kept: str
) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    preview = preview_of(client, post, editor)
    assert 'type="radio" name="reason" value="The wrong player"' in preview.text
    assert confirmed(post, preview, sent).status_code == 303
    assert [deal.reason for deal in store.history(played, 1)] == [None, kept]


def test_a_strike(client: FlaskClient, store: Store, post: Post, played: Table) -> None:
    preview = show(client, played, "deals/1/correct?do=strike")
    told = text_of(preview)
    assert "1 Ann £7,700 does not count" in told
    assert "Then Bob deals next." in told
    assert confirmed(post, preview, "").status_code == 422
    for _ in range(2):
        assert confirmed(post, preview, "played with the wrong deck").status_code == 303
    assert len(store.history(played, 1)) == 2
    sheet = text_of(show(client, played))
    assert "1 Struck out: does not count" in sheet
    assert "Ann £50" in sheet
    deal = text_of(show(client, played, "deals/1"))
    assert "This deal was struck out. It does not count. Reason: played with the wrong" in deal
    assert "Bob : £100 Light Blue" not in deal
    assert "Bob : £100 The Angel, Islington, Euston Road" in deal


def test_a_struck_deal_is_put_back(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    before = sheet_of(store, played)
    strike(client, post, played, 1, "oops")
    editor = show(client, played, "deals/1/correct")
    assert "Put deal 1 back" in text_of(editor)
    assert "Strike the whole deal out" not in text_of(editor)
    confirm(client, post, editor, "it was right")
    assert sheet_of(store, played) == before
    deal = text_of(show(client, played, "deals/1"))
    assert "✎ Put back. Reason: it was right" in deal
    assert "Put back (current)" in deal


def test_the_last_deal_can_be_struck_and_seen(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    strike(client, post, played, 2, "x")
    assert "2 Struck out: does not count" in text_of(show(client, played))
    strike(client, post, played, 1, "x")
    told = text_of(show(client, played))
    assert "1 Struck out: does not count 2 Struck out: does not count" in told
    assert "line-chart" not in show(client, played).text


def test_something_else_changed_in_the_meantime(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    close(store, table, "Bob", {"Bob": "red"})
    editor = tapped(post, show(client, table, "deals/1/correct"), "n:free-parking:1", "0")
    preview = preview_of(client, post, editor)
    close(store, table, "Bob", {"Bob": "yellow", "Ann": "free-parking"})
    response = confirmed(post, preview, "x")
    assert response.status_code == 422
    told = text_of(response)
    assert LOOK_AGAIN in told
    assert "Round 2 is worked out again, because the jackpot is another one then." in told
    assert "2 Ann $1,000 $500" in told
    assert confirmed(post, response, "x").status_code == 303
    assert "Paid anew, because the jackpot changed (current)" in text_of(
        show(client, table, "deals/2")
    )


def test_nothing_new_and_unfinished(client: FlaskClient, post: Post, played: Table) -> None:
    editor = show(client, played, "deals/1/correct")
    response = post(address_of(editor), {"tap": "look"})
    assert (response.status_code, NOTHING_NEW in text_of(response)) == (422, True)
    editor = tapped(post, editor, "again:3", "")
    response = post(address_of(editor), {"tap": "look"})
    assert (response.status_code, UNFINISHED in text_of(response)) == (422, True)
    response = client.get(f"{address_of(editor)}&do=look")
    assert (response.status_code, UNFINISHED in text_of(response)) == (422, True)
    response = post(address_of(editor), {"do": "change", "reason": "x", "token": "t"})
    assert (response.status_code, UNFINISHED in text_of(response)) == (422, True)


def test_what_was_tapped_is_in_the_address(client: FlaskClient, post: Post, played: Table) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    address = editor.headers["HX-Replace-Url"]
    assert parse_qs(urlsplit(address).query)["at"] == ["2"]
    assert 'value="give:red"' in client.get(address).text
    # Another deal's, a changed one and a made-up one are not taken: the deal as it is.
    state = parse_qs(urlsplit(address).query)["state"][0]
    for path, bad in (("deals/2", state), ("deals/1", state[:-2]), ("deals/1", "e30.x")):
        page = client.get(f"/t/{played.code}/{path}/correct", query_string={"state": bad, "at": 2})
        assert page.status_code == 200
        assert 'value="give:red"' not in page.text


@pytest.mark.parametrize(
    ("words", "at", "line"),
    [
        ("line", "2", "no such card"),
        ("line", "2", "mayfair"),
        ("take:dark-blue", "2", ""),
        ("take:red", "0", ""),
        ("nonsense", "", ""),
        ("", "", ""),
        ("wilds:2:mayfair", "2", ""),
        ("n:go:x", "2", ""),
        ("out:77", "", ""),
    ],
    ids=[
        "unknown-card",
        "taken-card",
        "taken-group",
        "laid-down",
        "nonsense",
        "nothing",
        "no-wild",
        "no-number",
        "no-player",
    ],
)
def test_a_tap_that_cannot_be(
    client: FlaskClient, post: Post, played: Table, words: str, at: str, line: str
) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    for fragment in (True, False):
        data = {"tap": words, "at": at, "line": line}
        response = post(address_of(editor), data, fragment=fragment)
        assert response.status_code == 422
        assert address_of(response) == address_of(editor)


def test_a_hand_that_may_not_go_out_needs_a_yes(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    editor = tapped(post, show(client, played, "deals/2/correct"), "unlay")
    editor = tapped(post, editor, "take:mayfair", "3")
    editor = tapped(post, editor, "lay", "3")
    editor = tapped(post, editor, "drawn", "r")
    preview = preview_of(client, post, editor)
    assert "This hand may not go out" in text_of(preview)
    assert "Look at this again: Dee laid down 5 cards" in text_of(preview)
    response = confirmed(post, preview, "x")
    assert response.status_code == 422
    assert "Tick this if everyone at the table agrees" in text_of(response)
    assert confirmed(post, response, "x", let_stand="1").status_code == 303
    assert store.deals(played)[1].let_stand
    assert "The table allowed it anyway." in text_of(show(client, played, "deals/2"))


def test_ticks_stay_where_the_payout_stays(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    tick(store, played, post, "all")
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    confirm(client, post, editor, "x")
    assert paid_in(store, played) == ["Ann", "Bob", "Dee"]


GAMES: list[tuple[str, dict[str, Any], list[tuple[str, str, str]]]] = [
    (
        "classic-us",
        {"went_out": "Ann", "hands": {"Ann": "red, chance", "Bob": "utilities"}, "reward": "go"},
        [("open:r", "", ""), ("n:go:2", "r", ""), ("line", "1", "railroads, go")],
    ),
    (
        "classic-uk",
        {"went_out": "Ann", "hands": {"Ann": "red, chance", "Bob": "utilities"}},
        [("unlay", "", ""), ("outwith:1:move", "0", ""), ("lay", "1", ""), ("nothing:0", "", "")],
    ),
    (
        "deluxe",
        {"went_out": "Ann", "hands": {"Ann": "red", "Bob": "utilities"}},
        [("caught:1:2", "", "")],
    ),
    (
        "winning-moves-2017",
        {"went_out": "Ann", "hands": {"Ann": "red, wild", "Bob": "utilities"}},
        [("wilds:0:free-parking", "0", ""), ("caught:1:1", "", "")],
    ),
    (
        "express",
        {"went_out": None, "hands": {"Ann": "railroads"}, "stopped_early": True},
        [("made:railroads:1", "", ""), ("made:corners:1", "", "")],
    ),
]


@pytest.mark.parametrize(("edition", "entry", "taps"), GAMES, ids=[game[0] for game in GAMES])
def test_every_edition_is_corrected_completely(
    client: FlaskClient,
    store: Store,
    post: Post,
    make_table: MakeTable,
    edition: str,
    entry: dict[str, Any],
    taps: list[tuple[str, str, str]],
) -> None:
    table = make_table(edition, ["Ann", "Bob"])
    went_out, hands, more = entry["went_out"], entry["hands"], dict(entry)
    del more["went_out"], more["hands"]
    close(store, table, went_out, hands, **more)
    editor = show(client, table, "deals/1/correct")
    for words, at, line in taps:
        editor = tapped(post, editor, words, at, line)
        assert editor.status_code == 200, text_of(editor)
    preview = preview_of(client, post, editor)
    shown = dict(re.findall(r"1 (Ann|Bob) \S+(?: points?)? (\S+)", text_of(preview)))
    response = confirmed(post, preview, "x", let_stand="1")
    assert response.status_code == 303
    deal = store.deals(table)[0]
    again = settle(*read(contract(table, deal.entry.json))).as_json()
    assert deal.settlement.json == again
    assert deal.corrected
    for player, amount in shown.items():
        assert re.sub(r"\D", "", amount) == str(again["payouts"][player])
    assert shown


def test_a_correction_of_an_unknown_deal(client: FlaskClient, post: Post, played: Table) -> None:
    assert client.get(f"/t/{played.code}/deals/9/correct").status_code == 404
    assert post(f"/t/{played.code}/deals/9/correct", {"do": "strike"}).status_code == 404


def test_a_strike_of_what_is_struck_shows_the_cards(
    client: FlaskClient, post: Post, played: Table
) -> None:
    strike(client, post, played, 1, "x")
    page = show(client, played, "deals/1/correct?do=strike")
    assert "Put deal 1 back" in text_of(page)


# --- view data -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "players", "told"),
    [
        ({}, 4, "Play until somebody has £10,000"),
        ({}, 6, "Play until somebody has £7,000"),
        ({"deals": 3}, 4, "Play until somebody has £10,000, at most 3 deals"),
        ({"deals": 3, "target": None}, 4, "Play 3 deals"),
        ({"target": None}, 4, "Play as long as you like"),
    ],
    ids=["target", "six", "both", "deals", "open"],
)
def test_what_ends_the_game(
    store: Store, make_table: MakeTable, options: dict[str, Any], players: int, told: str
) -> None:
    table = make_table(players=[str(number) for number in range(players)], options=options)
    edition = load("classic-uk", options)
    assert parts_words.goal(edition, sheet_of(store, table)) == told


def test_names_are_listed_as_people_do() -> None:
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob"]) == "Ann and Bob"
    assert listed(["Ann", "Bob", "Cem"]) == "Ann, Bob and Cem"


def test_a_day_is_written_for_people() -> None:
    assert parts_words.local_moment("2025-11-02T08:05:59Z", "Asia/Tokyo") == "2 Nov 2025, 17:05"


def test_an_old_entry_stays_readable(store: Store, table: Table) -> None:
    close(
        store,
        table,
        "Ann",
        {"Ann": "utilities, chance", "Bob": "go*2"},
        reward="red, token",
        wilds={"Ann": ["token"]},
    )
    (entry,) = history(table, store.history(table, 1), 0)
    lines = entry.lines
    assert lines[0][2] == (
        "went out with Electric Company, Water Works, Chance; "
        "reward: Strand, Fleet Street, Trafalgar Square, Token; Chance as Token"
    )
    assert lines[1][1:] == ("£400", "2 × GO")
    assert lines[2][1:] == ("£0", "no cards that count")


def test_a_tick_for_a_player_with_nothing_to_be_paid_is_no_error(
    store: Store, post: Post, played: Table
) -> None:
    """No page has such a button; found by a review as an error of the server."""
    close(store, played, "Ann", {"Ann": "red"})
    deal = store.deals(played)[-1]
    seat = next(place for place, player in enumerate(played.players) if not deal.payouts[player])
    data = {"paid": str(seat), "deal": str(deal.id)}
    answer = post(f"/t/{played.code}/deals/{deal.number}/paid", data, fragment=True)
    assert answer.status_code < 400
