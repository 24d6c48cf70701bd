"""The form of a new table with a keyboard: the focus stays, or goes to what is next."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPhone, Server, seat


@pytest.mark.parametrize(
    ("pressed", "focused"),
    [
        ("#player-1", "#player-2"),
        ("role=button[name='+ Add a player']", "#player-2"),
        ("#up-1", "#up-1"),
        ("#remove-0", "#remove-0"),
        ("#known-0", "#known-0"),
    ],
    ids=["enter", "add", "earlier", "take-out", "played-before"],
)
def test_the_focus_is_kept(
    file_server: Server, new_phone: NewPhone, pressed: str, focused: str
) -> None:
    seat(file_server, ["Cem", "Dee"])
    phone = new_phone(file_server)
    phone.go("/tables/new?edition=classic-uk")
    page = phone.page
    for row, name in enumerate(("Ann", "Bob")):
        page.locator(f"#player-{row}").fill(name)
    with page.expect_response("**/tables/new"):
        page.locator(pressed).press("Enter")
    phone.settle()
    expect(page.locator(focused)).to_be_focused()
