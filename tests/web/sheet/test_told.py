"""What a screen reader says of a new deal, on the scores and on the large view."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.store import ScoredDeal, Store, Table
from companion.store.ticks import set_paid
from tests.web.conftest import FRAGMENT, MakeTable, plain_text
from tests.web.play import close

PAGES = pytest.mark.parametrize("page", ["", "tv"], ids=["scores", "large view"])


class OpenPage:
    """An open page that asks for its own fragment, as `live` makes it."""

    def __init__(self, client: FlaskClient, table: Table, page: str) -> None:
        self.client = client
        self.html = client.get(f"/t/{table.code}/{page}").text

    @property
    def told(self) -> str:
        """What the page says aloud."""
        regions = re.findall(
            r'<p id="told" class="visually-hidden" role="status">(.*?)</p>', self.html
        )
        assert len(regions) == 1
        return plain_text(regions[0])

    def look(self) -> str:
        """Asks whether anything is new; what the page says aloud then."""
        (address,) = re.findall(r'hx-get="([^"]+)" hx-trigger="every', self.html)
        answer = self.client.get(unescape(address), headers=FRAGMENT)
        if answer.status_code != 204:
            self.html = answer.text
        return self.told


@PAGES
def test_a_new_deal_is_told_once(
    client: FlaskClient, store: Store, make_table: MakeTable, page: str
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "brown", "Bob": "go"})
    shown = OpenPage(client, table, page)
    assert shown.told == ""  # all of the page is read first
    assert shown.look() == ""
    close(store, table, "Bob", {"Bob": "dark-blue, h1"})
    assert shown.look() == "Deal 2: Bob went out, £800. Bob leads."
    assert shown.look() == "Deal 2: Bob went out, £800. Bob leads."  # the page stays as it is
    close(store, table, None, {"Bob": "red"})
    assert shown.look() == "Deal 3: Nobody went out. Bob leads."
    assert OpenPage(client, table, page).told == ""


@PAGES
def test_what_is_no_new_deal_is_not_told(
    client: FlaskClient, store: Store, make_table: MakeTable, page: str
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    shown = OpenPage(client, table, page)
    close(store, table, "Ann", {"Ann": "brown"})
    assert shown.look() == "Deal 1: Ann went out, £50. Ann leads."
    (old,) = store.deals(table)
    set_paid(store, table, old.id, "Ann", True)
    assert shown.look() == ""
    struck = ScoredDeal(1, old.entry, old.settlement, struck=True)
    store.correct(table, number=1, reason="", changes=[struck], token="s")
    assert shown.look() == ""
    assert "Struck out" in client.get(f"/t/{table.code}/").text
    for step in ("strike", "deal"):
        store.undo(table, token=f"undo {step}")
        assert shown.look() == ""
    close(store, table, "Bob", {"Bob": "red"})
    assert shown.look() == "Deal 1: Bob went out, £250. Bob leads."


@PAGES
def test_the_end_is_told(
    client: FlaskClient, store: Store, make_table: MakeTable, page: str
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"], {"target": 500})
    shown = OpenPage(client, table, page)
    close(store, table, "Ann", {"Ann": "green, h1"})
    assert shown.look() == "Deal 1: Ann went out, £700. Ann wins!"
    assert shown.html.count('role="status"') == 1  # it is not told a second time
    close(store, table, "Bob", {"Bob": "brown"})
    assert shown.look() == "Deal 2: Bob went out, £50."


@PAGES
def test_a_round_without_anybody_who_goes_out_is_told(
    client: FlaskClient, store: Store, make_table: MakeTable, page: str
) -> None:
    table = make_table("express", ["Ann", "Bob"])
    shown = OpenPage(client, table, page)
    close(store, table, None, {"Ann": "red"}, stopped_early=True)
    assert shown.look() == "Round 1: Stopped early. Ann leads."
    table = make_table("express", ["Ann", "Bob"])
    shown = OpenPage(client, table, page)
    close(store, table, None, {}, stopped_early=True)
    assert shown.look() == "Round 1: Stopped early."


@pytest.mark.parametrize("told", ["", "x", "-1", "9" * 40])
def test_any_number_in_the_address_is_harmless(
    client: FlaskClient, store: Store, table: Table, told: str
) -> None:
    close(store, table, "Ann", {"Ann": "brown"})
    assert client.get(f"/t/{table.code}/?told={told}", headers=FRAGMENT).status_code == 200
