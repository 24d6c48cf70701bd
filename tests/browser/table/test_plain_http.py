"""What plain http cannot do is said where it is missing, and only there."""

import pytest
from playwright.sync_api import expect

from companion.store import Table
from tests.browser.conftest import NewPhone, Server, seat

NOTHING_MISSING, MISSING = "http://127.0.0.1", "http://0.0.0.0"
"""Chromium trusts its own machine as it does https; the second address is any other one to it."""


@pytest.fixture
def table(server: Server) -> Table:
    return seat(server, ["Ann", "Bob"])


@pytest.mark.parametrize(
    ("address", "missing"), [(NOTHING_MISSING, False), (MISSING, True)], ids=["secure", "plain"]
)
def test_a_control_that_is_missing_has_a_line_instead(
    server: Server, new_phone: NewPhone, table: Table, address: str, missing: bool
) -> None:
    phone = new_phone(server)
    phone.url = f"{address}:{server.port}"
    phone.go(f"/t/{table.code}/deal")
    phone.page.get_by_text("More", exact=True).tap()
    expect(phone.page.locator(".keep-screen-on.only-http")).to_be_visible(visible=missing)
    expect(phone.page.locator(".keep-screen-on .tick")).to_be_visible(visible=not missing)
    phone.page.reload()
    phone.tap("out:0")
    phone.lose()
    phone.page.locator('button[value="take:orange"]').tap()
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text("One tap is kept")
    says = expect(notice)
    (says.to_contain_text if missing else says.not_to_contain_text)("Do not reload")
    phone.find()
    expect(notice).to_be_hidden()
