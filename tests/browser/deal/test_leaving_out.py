"""Cards that are typed: the field in a real browser, from the text to the hand."""

from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import SMALL, NewPhone, Server, seat, tapped
from tests.browser.test_offline import hand
from tests.often import in_prove

PLAYERS = ("Ann", "Bob", "Cleo")
MIDDLE = {"width": 390, "height": 664}
FREE = """field => {
    const box = field.getBoundingClientRect();
    const seen = y => field.contains(document.elementFromPoint(box.x + box.width / 2, y));
    return [box.top + 3, box.bottom - 3].map(seen);
}"""
"""Whether the top and the bottom of something are in sight, and nothing lies over them."""

TYPED = {
    "classic-uk": "Park Lane MAYFAlR first house token go",
    "winning-moves-2017": "baltic medite, W Virginia two houses",
}
"""Five cards in each of two boxes, of which one or two are asked about."""
PLACES = {"goer": 0, "other": 1}
USUAL = (("classic-uk", "goer"), ("winning-moves-2017", "other"))
"""Each box and each hand once. All of them in `make prove`."""
EVERY = [*product(TYPED, PLACES)]


def seen(control: Locator) -> None:
    """The whole height of a control is in sight."""
    expect(control).to_be_visible()
    assert control.evaluate(FREE) == [True, True]


@pytest.mark.parametrize(
    "scripts",
    [pytest.param(True, id="htmx"), pytest.param(False, id="plain", marks=pytest.mark.long)],
)
@pytest.mark.parametrize(
    "size", [pytest.param(MIDDLE, id="390", marks=pytest.mark.long), pytest.param(SMALL, id="320")]
)
@pytest.mark.parametrize(("edition_id", "whose"), in_prove(EVERY, {*EVERY} - {*USUAL}))
def test_cards_are_typed_seen_answered_and_taken(
    server: Server,
    new_phone: NewPhone,
    edition_id: str,
    whose: str,
    size: dict[str, int],
    scripts: bool,
) -> None:
    phone, place = new_phone(server, size, scripts=scripts), PLACES[whose]
    table = seat(server, PLAYERS, edition_id)
    tapped(server, table, "out:0")
    phone.go(f"/t/{table.code}/deal?at={place}")
    page = phone.page
    phone.open_reading()
    field = page.locator("#read-text")
    if scripts:
        seen(field)
        seen(page.locator("#read-it"))
    field.fill(TYPED[edition_id])
    phone.press("#read-it")
    while (questions := page.locator(".read-choice")).count():
        first = questions.first.locator("button").first
        expect(page.locator(".read-cards .main")).to_have_count(1)
        expect(first).to_have_class("main")
        assert "out" in page.locator('.read-answer [name="take"]').first.inner_text()
        phone.press(first)
    take = page.locator(".read-cards .main")
    expect(take).to_have_text("Take these 5 cards")
    phone.press(take)
    expect(page.locator(".read-answer")).to_have_count(0)
    assert len(hand(server, table, PLAYERS[place])) == 5
    phone.check()


def test_what_is_left_out_stays_in_sight(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL)
    table = seat(server, PLAYERS, "classic-uk")
    phone.go(tapped(server, table, "out:0"))
    page = phone.page
    phone.open_reading()
    page.locator("#read-text").fill(TYPED["classic-uk"])
    phone.press("#read-it")
    phone.press('.read-answer [name="take"]')
    expect(page.locator(".read-answer")).to_contain_text("Left out: MAYFAlR")
    phone.tap("n:token:2")
    expect(page.locator(".read-answer")).to_contain_text("Left out: MAYFAlR")
    phone.press(".read-choice .main")
    phone.press(".read-cards .main")
    expect(page.locator(".read-answer")).to_have_count(0)
    assert "mayfair" in hand(server, table, "Ann")
