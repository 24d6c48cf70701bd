"""The pictures of the README: the sheet and the verdict bar, as they look on a phone."""

from collections.abc import Callable

from companion.rules.edition_file import load
from tests.browser.conftest import NewPhone, Server
from tests.browser.phone import Phone
from tests.browser.test_games import UK, UK_DEALS
from tests.browser.test_pages import stored


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
    phone.cards(edition, edition.parse("red h1 h2 chance token*2 go*2"))
    assert "May go out" in phone.page.locator("#bar").inner_text()
    picture(phone, "verdict")
