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
        ("#known-0", "#known-0"),
    ],
    ids=["enter", "add", "earlier", "played-before"],
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
    page.get_by_text("Order and banker").tap()
    with page.expect_response("**/tables/new"):
        page.locator(pressed).press("Enter")
    phone.settle()
    expect(page.locator(focused)).to_be_focused()


def test_enter_in_a_house_rule_starts_the_table(file_server: Server, new_phone: NewPhone) -> None:
    """In a name it leads to the next player, also after a house rule was changed."""
    phone = new_phone(file_server)
    phone.go("/tables/new?edition=classic-uk")
    page = phone.page
    for row, name in enumerate(("Ann", "Bob")):
        page.locator(f"#player-{row}").fill(name)
    page.get_by_text("House rules").tap()
    page.locator("#target").fill("7000")
    with page.expect_navigation(url="**/setup"):
        page.locator("#target").press("Enter")
    expect(page.locator("main")).to_contain_text("7,000")


def test_enter_in_a_name_after_a_house_rule_leads_to_the_next_player(
    file_server: Server, new_phone: NewPhone
) -> None:
    phone = new_phone(file_server)
    phone.go("/tables/new?edition=classic-uk")
    page = phone.page
    page.get_by_text("House rules").tap()
    page.locator("#target").fill("7000")
    for row, name in enumerate(("Ann", "Bob")):
        page.locator(f"#player-{row}").fill(name)
    page.locator("#player-1").press("Enter")
    expect(page.locator("#player-2")).to_be_focused()
    expect(page.locator("#target")).to_have_value("7000")


@pytest.mark.parametrize("summary", ["House rules", "Amounts on the cards"])
def test_what_was_opened_stays_open(file_server: Server, new_phone: NewPhone, summary: str) -> None:
    """Also when nothing was changed in it, and a player is added."""
    phone = new_phone(file_server)
    phone.go("/tables/new?edition=classic-uk")
    page = phone.page
    page.get_by_text(summary).tap()
    for row, name in enumerate(("Ann", "Bob")):
        page.locator(f"#player-{row}").fill(name)
    phone.press(page.get_by_role("button", name="+ Add a player"))
    expect(page.locator("details[open] > summary")).to_have_text(summary)
