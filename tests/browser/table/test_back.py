"""The browser's Back and Forward: what they show is as it is now, and nothing is entered twice."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from companion.store import Store
from tests.browser.conftest import SMALL, NewPhone, Server, seat, tapped
from tests.browser.test_restart import deals
from tests.web.play import close

PLAYERS = ["Ann", "Bob"]
SCRIPTS = pytest.mark.parametrize(
    "scripts",
    [
        pytest.param(True, id="scripts"),
        pytest.param(False, id="no scripts", marks=pytest.mark.long),
    ],
)


@SCRIPTS
def test_back_to_the_open_deal(server: Server, new_phone: NewPhone, scripts: bool) -> None:
    phone = new_phone(server, SMALL, scripts=scripts)
    page = phone.page
    code = seat(server, PLAYERS).code
    phone.go(f"/t/{code}/")
    phone.press('.bottom-bar a[href$="deal"]')
    phone.tap("out:0")
    phone.tap("take:red")
    phone.go(f"/t/{code}/")
    page.go_back()
    expect(page.locator("#red")).to_have_attribute("aria-pressed", "true")
    phone.tap("take:orange")
    expect(page.locator("#bar")).to_contain_text("6 of 10")
    page.go_back()
    page.go_forward()
    expect(page.locator("#bar")).to_contain_text("6 of 10")


@SCRIPTS
def test_back_after_confirm(server: Server, new_phone: NewPhone, scripts: bool) -> None:
    """Without scripts the browser shows the page as it was, with its Confirm; with them the next
    deal."""
    phone = new_phone(server, SMALL, scripts=scripts)
    table = seat(server, PLAYERS)
    cards = "=red, dark-blue, h1, h2, token*2, go"
    phone.go(tapped(server, table, "out:0", cards, "lay", "open:"))
    phone.tap("nothing:1")
    phone.confirm()
    phone.page.go_back()
    if scripts:
        expect(phone.page.locator("main")).to_contain_text("Deal 2")
        expect(phone.page.locator("main")).to_contain_text("Who went out?")
    else:
        phone.press("#do-close")
        expect(phone.page.locator("main")).to_contain_text("Deal 1: Ann went out")
    assert [deal.number for deal in deals(server, table)] == [1]


@SCRIPTS
def test_a_reason_outlives_back_and_forward(
    server: Server, new_phone: NewPhone, scripts: bool
) -> None:
    phone = new_phone(server, SMALL, scripts=scripts)
    table = seat(server, PLAYERS)
    with closing(Store(server.folder / "companion.db")) as store:
        close(store, table, "Ann", {"Ann": "red, orange, yellow, go"})
    phone.go(f"/t/{table.code}/deals/1")
    phone.go(f"/t/{table.code}/deals/1/correct?do=strike")
    phone.page.locator("#reason").fill("never played")
    phone.page.go_back()
    phone.page.go_forward()
    expect(phone.page.locator("#reason")).to_have_value("never played")


@SCRIPTS
def test_start_again_after_back_leads_to_the_same_table(
    file_server: Server, new_phone: NewPhone, scripts: bool
) -> None:
    phone = new_phone(file_server, SMALL, scripts=scripts)
    page = phone.page
    phone.go("/tables/new?edition=classic-uk")
    for row, name in enumerate(("Back", "Again")):
        page.locator(f"#player-{row}").fill(name)
    phone.press("button[value=make]")
    expect(page).to_have_url(re.compile("/setup$"))
    first = page.url
    page.go_back()
    expect(page.locator("#player-1")).to_have_value("Again")
    phone.press("button[value=make]")
    expect(page).to_have_url(first)
    phone.press("a[href$=amounts]")
    page.locator("summary", has_text="Everything else").tap()
    page.locator("#value-go").fill("300")
    phone.press("main button.wide")
    expect(page.locator("main")).to_contain_text("300")
    page.go_back()
    page.go_back()
    page.go_back()
    phone.press("button[value=make]")
    expect(page).to_have_url(first)
    expect(page.locator("main")).to_contain_text("300")


def test_house_rules_outlive_a_form_that_was_refused(
    file_server: Server, new_phone: NewPhone
) -> None:
    """With scripts the answer stands in the page of the form. A browser without them asks whether
    to send it again."""
    phone = new_phone(file_server, SMALL)
    page = phone.page
    phone.go("/")
    phone.go("/tables/new?edition=classic-uk")
    page.locator("#player-0").fill("Ann")
    page.locator("summary", has_text="House rules").tap()
    page.locator("#target").fill("7,000")
    page.locator("#tie").select_option("play-on")
    with page.expect_response("**/tables/new"):
        phone.press("button[value=make]")
    phone.settle()
    expect(page.locator("#target")).to_have_value("7,000")
    page.go_back()
    page.go_forward()
    expect(page.locator("#target")).to_have_value("7,000")
    page.reload()
    expect(page.locator("#target")).to_have_value("7,000")
    expect(page.locator("#tie")).to_have_value("play-on")


@SCRIPTS
def test_the_names_of_a_new_table_outlive_back_and_forward(
    file_server: Server, new_phone: NewPhone, scripts: bool
) -> None:
    """With scripts also those in rows that were added, and the house rules that belong to them."""
    phone = new_phone(file_server, SMALL, scripts=scripts)
    page = phone.page
    phone.go("/")
    phone.go("/tables/new?edition=classic-uk")
    names = ["Ann", "Bob", "Cleo"] if scripts else ["Ann", "Bob"]
    for row, name in enumerate(names):
        if row == 2:
            phone.press("button[value=add]:not([tabindex])")
        page.locator(f"#player-{row}").fill(name)
    page.locator("summary", has_text="House rules").tap()
    page.locator("#target").fill("7,000")
    page.go_back()
    page.go_forward()
    for row, name in enumerate(names):
        expect(page.locator(f"#player-{row}")).to_have_value(name)
    expect(page.locator("#target")).to_have_value("7,000")
    phone.press("button[value=make]")
    page.go_back()
    for row, name in enumerate(names):
        expect(page.locator(f"#player-{row}")).to_have_value(name)
