"""2017: what a Wild counts as is announced when the hand is laid down, and stays so."""

from itertools import product

import pytest

from companion.store import Store, Table
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, seat
from tests.browser.phone import Phone
from tests.browser.test_phones import open_deal
from tests.often import in_prove

PLAYERS = ["Ann", "Bob", "Cem"]
CARDS = "light-blue, free-parking, wild, go*3, token, get-out-of-jail-free"
"""With 2,000 under the Bank: as a token the Wild pays more only while nobody else has as much Free
Parking."""


def wilds(server: Server, table: Table) -> list[str]:
    """What Ann's Wild was announced or declared as, by the server."""
    store = Store(server.folder / "companion.db")
    data = store.draft(table).data
    store.close()
    return [*data.get("wilds", {}).get("Ann", []), *data.get("announced", [])]


def shown(phone: Phone) -> str:
    """The open deal as the page has it."""
    return phone.page.locator("#deal").inner_text()


SIZES, SCRIPTS = {"390": TALL, "320": SMALL}, {"htmx": True, "plain": False}
USUAL = (("320", "htmx"), ("390", "plain"))
"""Each size once, and each way. All of them in `make prove`."""
EVERY = [*product(SIZES, SCRIPTS)]


@pytest.mark.parametrize(("size", "way"), in_prove(EVERY, {*EVERY} - {*USUAL}))
def test_a_wild_stays_what_was_announced(
    server: Server, new_phone: NewPhone, size: str, way: str
) -> None:
    table = seat(server, PLAYERS, "winning-moves-2017", {"jackpot_start": 2000})
    phone = new_phone(server, SIZES[size], scripts=SCRIPTS[way])
    open_deal(phone, table.code)
    phone.tap("out:0")
    phone.open_reading()
    phone.page.locator("#read-text").fill(CARDS)
    phone.press("#read-it")
    phone.press('button[name="take"]')
    # before it goes on to Bob, for the others' cards decide
    assert "The others’ cards decide what pays more" in phone.page.inner_text("#bar")
    phone.press('#bar button[value$=":token"]')
    phone.press("#do-1")
    assert wilds(server, table) == ["token"]
    phone.tap("n:free-parking:2")  # Bob has more Free Parking
    phone.press("#do-2")
    assert wilds(server, table) == ["token"]
    phone.tap("open:")
    phone.press("#open0")
    assert "Token" in shown(phone)
    phone.tap("open:0.0")  # taking it back is Ann's to say
    phone.press('#choose button[value$=":free-parking"]')
    assert wilds(server, table) == ["free-parking"]
