"""The pictures of the README: a verdict and a ruling on a phone, the sheet, the printed page."""

from collections.abc import Callable

from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
from tests.browser.conftest import PICTURES, NewPhone, Server
from tests.browser.phone import Phone
from tests.browser.test_games import UK, UK_DEALS
from tests.browser.test_pages import stored
from tests.paper import Paper


def test_pictures_for_the_readme(
    server: Server, new_phone: NewPhone, picture: Callable[[Phone, str], None]
) -> None:
    phone = new_phone(server)
    code = stored(server, UK_DEALS[:2])
    phone.go(f"/t/{code}/")
    assert phone.page.locator(".standings li").count() == len(UK)
    picture(phone, "sheet")
    phone.go(f"/t/{code}/deal")
    phone.tap("out:2")
    edition = load("classic-uk")
    phone.cards(edition, parse(edition, "red h1 h2 chance token*2 go*2"))
    assert "May go out" in phone.page.locator("#bar").inner_text()
    picture(phone, "verdict")
    phone.go("/referee?edition=classic-uk&cards=red,mayfair,house-1,house-3,token,go&went_out=1")
    assert "may not go out" in phone.page.locator("#referee").inner_text()
    picture(phone, "ruling")
    finished = stored(server, UK_DEALS)
    phone.go(f"/t/{finished}/summary")
    printed = Paper(phone.page, "A4")
    assert len(printed) == 1
    printed.keep(PICTURES, "page")
