"""The right money at the table, tapped on one phone, and on three: the scorekeeper's and two
players'."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, NewPhone, Server, seat, tapped
from tests.browser.phone import Phone
from tests.browser.test_phones import keep, open_deal, seated

PLAYERS = ["Ann", "Bob", "Cem"]
HAND = (
    *("take:dark-blue", "up:1:house-3", "n:token:3", "n:go:1", "n:chance:1"),
    *("open:1.0", "wilds:1:house-4"),
)
"""Ten cards of Bob: the Chance counts as the 4th House, £8,200."""


@pytest.fixture
def three(server: Server, new_phone: NewPhone) -> tuple[str, Phone, Phone, Phone]:
    """A table where Ann keeps the score; Bob, whose cards are in, and Cem enter their own hands."""
    ann = new_phone(server)
    table = seat(server, PLAYERS)
    seated(ann, table.code, 0)
    keep(server, table)
    bob, cem = new_phone(server, SMALL), new_phone(server)
    seated(bob, table.code, 1)
    seated(cem, table.code, 2)
    tapped(server, table, "out:1", *HAND)
    for phone in (ann, bob, cem):
        open_deal(phone, table.code)
    return table.code, ann, bob, cem


def test_on_one_phone(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server)
    table = seat(server, PLAYERS)
    code = table.code
    phone.go(tapped(server, table, "out:1", *HAND))
    phone.tap("lay")
    phone.tap("up:1:hotel")
    expect(phone.page.locator("#bar")).to_contain_text("£10,200 in all")
    phone.tap("open:2")  # going on to another hand: the reward is done
    phone.tap("nothing:2")
    phone.tap("nothing:0")
    expect(phone.page.locator("#bar")).to_contain_text("All hands are in")
    phone.confirm()
    assert phone.totals(code) == {"Ann": 0, "Bob": 10200, "Cem": 0}


def test_on_three_phones(three: tuple[str, Phone, Phone, Phone]) -> None:
    code, ann, bob, cem = three
    bob.tap("lay")
    expect(cem.page.locator("#hand2")).to_be_visible()
    cem.tap("nothing:2")
    expect(ann.page.locator("#hand0")).to_be_visible()
    ann.tap("nothing:0")
    expect(cem.page.locator("#others-hands")).to_contain_text("still entering the reward")
    for phone in (ann, cem):
        expect(phone.page.locator("#bar")).to_contain_text("Waiting for: Bob’s reward")
    expect(ann.page.locator("#reward-done")).to_be_visible()  # confirming before that asks
    bob.tap("up:1:hotel")
    expect(bob.page.locator("#bar")).to_contain_text("£10,200 in all")
    bob.tap("drawn")
    expect(ann.page.locator("#reward-done")).to_have_count(0)
    expect(ann.page.locator("#bar")).to_contain_text("All hands are in")
    ann.confirm()
    assert ann.totals(code) == {"Ann": 0, "Bob": 10200, "Cem": 0}
