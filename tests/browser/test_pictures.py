"""The pictures of the README: a verdict and a ruling on a phone, the sheet, the printed page. And
the open deal in every look: light, dark, forced colours, reduced motion, at 200 %."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
from tests.browser.conftest import PICTURES, TALL, NewPhone, Server, seat
from tests.browser.phone import Phone
from tests.browser.test_games import TOO_WIDE, UK, UK_DEALS
from tests.browser.test_pages import LARGE_TEXT, stored
from tests.paper import Paper


@pytest.mark.long
def test_pictures_for_the_readme(
    server: Server, new_phone: NewPhone, picture: Callable[[Phone, str], None]
) -> None:
    phone = new_phone(server)
    code = stored(server, UK_DEALS[:2])
    phone.go(f"/t/{code}/")
    assert phone.page.locator(".lane").count() == len(UK)
    picture(phone, "sheet")
    phone.go(f"/t/{code}/deal")
    phone.tap("out:2")
    edition = load("classic-uk")
    phone.cards(edition, parse(edition, "red h1 h2 chance token go*2 mm"))
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


LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced-colours": {"forced_colors": "active"},
    "forced-colours-dark": {"forced_colors": "active", "color_scheme": "dark"},
    "reduced-motion": {"reduced_motion": "reduce"},
}
ZOOMED = {"zoom-200": ({"width": 195, "height": 422}, ""), "text-200": (TALL, "200%")}


@pytest.mark.fresh
@pytest.mark.long
def test_pictures_of_the_open_deal_in_every_look(
    server: Server, new_phone: NewPhone, picture: Callable[[Phone, str], None]
) -> None:
    phone = new_phone(server)
    phone.go(f"/t/{seat(server, UK).code}/deal")
    phone.tap("out:0")
    edition = load("classic-uk")
    phone.cards(edition, parse(edition, "dark-blue h1 h2 h3 red chance token*2"))
    for name, media in LOOKS.items():
        phone.page.emulate_media(**media)
        picture(phone, f"deal-{name}")
        phone.page.emulate_media(color_scheme="light", forced_colors="none")
    for name, (size, text) in ZOOMED.items():
        phone.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        phone.page.evaluate(LARGE_TEXT, text)
        assert phone.page.evaluate(TOO_WIDE) <= 0, name
        picture(phone, f"deal-{name}")
