"""Payouts are ticked on the page of a deal."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.store import Store, Table
from companion.store.ticks import set_paid
from tests.stored import paid_in
from tests.web.conftest import MakeTable, Post
from tests.web.pages import show, text_of, tick
from tests.web.play import close


def test_a_payout_is_ticked_with_one_tap(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    response = tick(store, played, post)
    assert response.status_code == 303
    assert response.headers["Location"].endswith(f"/t/{played.code}/deals/1#pay")
    assert paid_in(store, played) == ["Ann"]
    assert "✓ Ann went out £7,700 Hand over 7× £1,000 £500 2× £100 now £7,700 Paid" in text_of(
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
    assert "Everyone is paid" in text_of(show(client, played, "deals/1"))
    assert tick(store, played, post, "all").status_code == 303
    assert paid_in(store, played) == [*played.players]
    assert "Everyone is paid" not in text_of(show(client, played, "deals/1"))


@pytest.mark.parametrize("fragment", [False, True], ids=["without scripts", "with scripts"])
def test_everybody_is_paid_and_the_next_deal_is_open_with_one_tap(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable, fragment: bool
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "red, go", "Bob": "brown"}, let_stand=True)
    page = show(client, table, "deals/1")
    assert "Everyone is paid · next deal" in text_of(page)
    assert "Later" in text_of(page)
    answer = tick(store, table, post, "next", fragment=fragment)
    address = answer.headers["HX-Redirect"] if fragment else answer.location
    assert address.endswith(f"/t/{table.code}/deal")
    assert paid_in(store, table) == ["Ann", "Bob"]
    told = text_of(show(client, table, "deals/1"))
    assert "Everyone is paid" not in told
    assert "Later" not in told
    assert "Next deal" in told


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
    data = {"deal": store.deals(played)[1].id, "paid": seat}

    def meets(*args: Any) -> None:
        store.undo(played, token="undo")
        set_paid(*args)

    monkeypatch.setattr("companion.web.closed_deal.routes.set_paid", meets)
    answer = post(f"/t/{played.code}/deals/2/paid", data)
    assert UNDONE in client.get(answer.location).text


@pytest.mark.parametrize("seat", ["4", "-1", "", "x", "²"])
def test_a_tick_for_nobody(store: Store, post: Post, played: Table, seat: str) -> None:
    assert tick(store, played, post, seat).status_code == 404


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
