"""The amounts on a table's cards, changed until its first deal is closed."""

import re

from flask.testing import FlaskClient

from companion.store import Store
from tests.stored import as_it_is_now
from tests.web.conftest import MakeTable, Post
from tests.web.play import close


def test_an_amount_is_changed_and_put_back(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"], {"target": 5000})
    address = f"/t/{table.code}/amounts"
    assert f'href="{address}"' in client.get(f"/t/{table.code}/setup").text
    assert 'name="value-go"' in client.get(address).text
    assert post(address, {"value-go": "300", "value-railroads-2": "£250"}).status_code == 303
    assert as_it_is_now(store, table).options == {"target": 5000, "values": {"go": 300}}
    assert 'value="300"' in client.get(address).text
    assert post(address, {"value-go": "200"}).status_code == 303
    assert as_it_is_now(store, table).options == {"target": 5000}


def test_a_deal_page_from_before_takes_the_first_tap(
    store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    assert post(f"/t/{table.code}/amounts", {"value-go": "300"}).status_code == 303
    answer = post(f"/t/{table.code}/deal", {"tap": "out:0", "version": "0"}, fragment=True)
    assert answer.status_code == 200
    assert store.draft(table).data["went_out"] == "Ann"


def test_a_wrong_amount_is_said_beside_the_field(
    store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    answer = post(f"/t/{table.code}/amounts", {"value-go": "333", "value-red": "400"})
    assert answer.status_code == 422
    assert "Write a multiple of 50" in answer.text
    assert re.findall(r'autofocus[^>]* value="([^"]*)"', answer.text) == ["333"]
    assert 'value="400"' in answer.text
    assert as_it_is_now(store, table).options == {}


def test_after_the_first_deal_they_stay(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    address = f"/t/{table.code}/amounts"
    close(store, table, "Ann", {"Ann": "red"})
    page = client.get(address).text
    assert "so the amounts stay as they are" in page
    assert 'name="value-go"' not in page
    assert "Each GO £200" in page
    assert post(address, {"value-go": "300"}).status_code == 303
    assert as_it_is_now(store, table).options == {}
    undone = store.undo(table, token="u")
    assert undone is not None
    assert post(address, {"value-go": "300"}).status_code == 303
    assert as_it_is_now(store, table).options == {"values": {"go": 300}}
    assert store.last_undone(table) is None  # it was paid by the old amounts


def test_with_other_amounts_no_deal_is_done_again_beside_an_open_one(
    store: Store, post: Post, make_table: MakeTable
) -> None:
    """It was paid by the old amounts, and would be in force beside the new ones."""
    table = make_table("classic-uk", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "red"})
    begun = {"went_out": "Bob", "hands": {"Bob": ["mayfair"]}}
    store.save_draft(table, store.draft(table).version, begun)
    undone = store.undo(table, token="u")
    assert undone is not None
    assert store.last_undone(table) == undone
    assert post(f"/t/{table.code}/amounts", {"value-red": "300"}).status_code == 303
    assert post(f"/t/{table.code}/redo", {"undone": str(undone.id)}).status_code == 303
    assert store.deals(table) == []
    assert store.draft(table).data["hands"] == begun["hands"]
