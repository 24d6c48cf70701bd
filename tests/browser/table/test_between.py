"""What is written down between deals, by taps on one phone and seen on another."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from companion.store import Store
from companion.store.sheets import sheet_of
from tests.boxes import BOXES
from tests.browser.conftest import SMALL, NewPhone, Server, seat
from tests.browser.phone import Phone
from tests.browser.test_phones import keep, seated
from tests.often import in_prove
from tests.stored import as_it_is_now, known_table
from tests.web.play import close

PLAYERS = ["Ana", "Bob", "Cem"]


def more(phone: Phone, code: str, page: str) -> None:
    """Opens a page from the scores' list of what else there is."""
    phone.go(f"/t/{code}/")
    phone.press(f'.more-list a[href$="/t/{code}/more"]')
    phone.press(f'#more a[href$="/t/{code}/{page}"]')


@pytest.mark.parametrize("box", in_prove(BOXES, {*BOXES} - {"deluxe"}))
def test_all_of_it_is_on_both_phones_at_once(server: Server, new_phone: NewPhone, box: str) -> None:
    keeper, other = new_phone(server, SMALL), new_phone(server)
    table = seat(server, PLAYERS, edition=box)
    money, target = table.edition.amount, 60 if box == "express" else 5_000
    goer = None if box == "express" else "Ana"
    seated(keeper, table.code, 0)
    keep(server, table)
    seated(other, table.code, 1)
    with closing(Store(server.folder / "companion.db")) as store:
        close(store, table, goer, {"Ana": "dark-blue, go"})
    other.go(f"/t/{table.code}/")
    told, page = other.page.locator("#record"), keeper.page

    more(keeper, table.code, "adjust")
    page.get_by_label("Bob").check()
    page.get_by_label("Minus").check()
    page.get_by_label("How much").fill("300")
    page.get_by_label("Why").fill("slow")
    keeper.press("#adjust button")
    page.wait_for_url(f"**/t/{table.code}/")
    expect(told).to_contain_text(f"Bob: {money(-300)} (slow) → {money(-300)}")

    more(keeper, table.code, "names")
    page.get_by_label("Player 1").fill("Anna")
    keeper.press("#names button")
    expect(told).to_contain_text("Ana is now called Anna")
    expect(other.page.locator(".race")).to_contain_text("Anna")

    more(keeper, table.code, "end")
    page.get_by_label("Play to this amount").fill(str(target))
    keeper.press("#end button")
    expect(other.page.locator("h1")).to_contain_text(f"First to {money(target)}")

    more(keeper, table.code, "dealer")
    keeper.press('#dealer button[name="draw"]')
    expect(page.get_by_role("status").filter(has_text="was drawn")).to_be_visible()
    expect(told).to_contain_text("drawn at random")

    keeper.go(f"/t/{table.code}/")
    page.locator("summary", has_text="Undo").first.tap()
    keeper.press('form[action$="/undo"] button')
    expect(told).not_to_contain_text("drawn at random")
    keeper.press('button[name="undone"]')
    expect(told).to_contain_text("drawn at random")

    more(keeper, table.code, "go-on")
    page.get_by_label("Cem").uncheck()
    page.get_by_role("group", name="New player 1").get_by_label("Name").fill("Zoe")
    keeper.press("#go-on button")
    page.wait_for_url("**/setup")
    expect(told).to_contain_text("The game went on at table")
    other.press('.bottom-bar a.main[href$="/"]')
    expect(other.page.locator("#record")).to_contain_text(f"carried over from {table.code}")
    found = re.search(r"/t/(\w+)/", page.url)
    assert found is not None
    with closing(Store(server.folder / "companion.db")) as store:
        new = known_table(store, found[1])
        old = sheet_of(store, as_it_is_now(store, table)).totals
        assert new.players == ("Anna", "Bob", "Zoe")
        assert dict(sheet_of(store, new).totals) == {"Anna": old["Anna"], "Bob": -300, "Zoe": 0}
