"""How the open deal lies on the screen."""

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.store import Store, Table
from tests.browser.conftest import SMALL, NewPhone, Server, seat, tapped
from tests.browser.test_pages import LARGE_TEXT

LONG = [
    "Bartholomew-Maximilian von Hohenzollern",
    "Wilhelmina-Theodora Grossmutter Katharin",
    "Theodora-Alexandrina Wolkenstein-Trostbu",
]
"""Names of 39 and 40 letters."""
TOPS = """([one, other]) => [one, other].map(
    found => Math.round(document.querySelector(found).getBoundingClientRect().top))"""
EDGES = """all => all.map(one => document.querySelector(one).getBoundingClientRect())
    .map(box => [Math.round(box.top), Math.round(box.bottom)])"""
CUT_OFF = "all => all.map(one => Math.max(0, one.scrollHeight - one.clientHeight))"
"""How much of each is not seen."""
SCREENS = [
    (width, height, text)
    for width, height in ((320, 568), (390, 664), (390, 844))
    for text in ("100%", "113%")
]
LINES = """() => [...document.querySelectorAll('#why .money')].map(one => Math.round(
    one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)))"""


@pytest.mark.parametrize(
    ("width", "height", "beside"),
    [(844, 390, True), (1280, 720, True), (390, 844, False)],
    ids=["landscape", "desk", "phone"],
)
def test_where_there_is_room_the_numbers_stand_beside_the_groups(
    server: Server, new_phone: NewPhone, width: int, height: int, beside: bool
) -> None:
    phone = new_phone(server, {"width": width, "height": height})
    table = seat(server, ["Ann", "Bob"])
    phone.go(tapped(server, table, "out:0"))
    numbers, last = phone.page.evaluate(TOPS, [".counts", "#railroads"])
    assert (numbers < last) == beside
    for taps in ((), ("open:1",)):  # without a hint above the groups, and below one
        phone.go(tapped(server, table, "out:0", "=red", *taps))
        first, band = phone.page.evaluate(TOPS, [".numbers", ".band"])
        assert (first == band) == beside, taps  # in the same rows


def test_the_answers_and_all_reasons_of_a_faulty_hand_are_in_sight(
    server: Server, new_phone: NewPhone
) -> None:
    """The bar keeps its height and has room for all of it; the reasons rise from its upper edge.
    On every screen, with letters as they are and larger, at the top and at the end of the page."""
    phone = new_phone(server)
    hand = "=red mayfair h1 h3 token*2 go*2"
    phone.go(tapped(server, seat(server, LONG), "out:0", hand))
    for width, height, text in SCREENS:
        here = (width, height, text)
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.evaluate(LARGE_TEXT, text)
        assert phone.measure("#bar", CUT_OFF) == [0], here
        for end in (0, 9999):
            phone.page.evaluate("end => scrollTo(0, end)", end)
            ((_, bottom),) = phone.page.evaluate(EDGES, ["#do-lay"])
            assert bottom <= height, here
            phone.page.get_by_role("button", name="Why not?").tap()
            expect(phone.page.locator("#why")).to_be_visible()
            (top, _), (upper, lower) = phone.page.evaluate(EDGES, ["#bar", "#why"])
            assert 0 <= upper < lower == top, here
            phone.page.keyboard.press("Escape")
            expect(phone.page.locator("#why")).to_be_hidden()


def draft_of(server: Server, table: Table) -> Mapping[str, Any]:
    """What is entered in the open deal."""
    with closing(Store(server.folder / "companion.db")) as store:
        return store.draft(table).data


@pytest.mark.fresh
@pytest.mark.parametrize(
    ("taps", "on"),
    [
        (["out:0", "take:dark-blue", "lay", "drawn", "open:"], "#open1"),
        (["out:0", "take:dark-blue"], "#clear"),
        (["out:0", "take:dark-blue"], "#dark-blue"),
        ([], "#out2"),
    ],
    ids=["cards of a hand", "clear", "a set, taken out again", "who went out"],
)
def test_the_second_touch_of_a_double_tap_counts_for_nothing_else(
    server: Server, new_phone: NewPhone, taps: list[str], on: str
) -> None:
    """What the first touch leads to stands under the finger by then."""
    phone = new_phone(server, SMALL)
    table = seat(server, ["Ann", "Bob", "Cem"])
    phone.go(tapped(server, table, *taps))
    page = phone.page
    page.evaluate("window.touchesTwice = true; performance.now = () => 1e6")
    place = phone.show(page.locator(on))
    assert place is not None
    page.touchscreen.tap(*place)
    phone.settle()
    once = draft_of(server, table)
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    page.touchscreen.tap(*place)
    phone.settle()
    assert draft_of(server, table) == once


@pytest.mark.fresh
@pytest.mark.parametrize("hours", [-1, 1], ids=["back", "forward"])
def test_the_clock_of_the_phone_may_be_set_between_two_taps(
    server: Server, new_phone: NewPhone, hours: int
) -> None:
    """A tap a second later counts, and the second touch of a double tap does not."""
    phone = new_phone(server, SMALL)
    table = seat(server, ["Ann", "Bob"])
    phone.go(tapped(server, table, "out:0"))
    page, start = phone.page, 1_800_000_000_000
    page.clock.set_fixed_time(start)
    page.evaluate("window.touchesTwice = true")

    def touch(milliseconds: int) -> list[str]:
        page.evaluate("then => { performance.now = () => 1e6 + then; }", milliseconds)
        place = phone.show(page.locator("#orange"))
        assert place is not None
        page.touchscreen.tap(*place)
        phone.settle()
        return list(draft_of(server, table).get("hands", {}).get("Ann", ()))

    assert len(touch(0)) == 3
    page.clock.set_fixed_time(start + hours * 3_600_000)
    assert len(touch(100)) == 3
    assert touch(1100) == []


def test_a_tap_on_a_card_beside_the_sum_only_closes_it(server: Server, new_phone: NewPhone) -> None:
    phone, beside = new_phone(server, SMALL), "#brown"
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", "take:dark-blue"))
    page = phone.page
    place = phone.show(page.locator(beside))
    assert place is not None
    page.get_by_role("button", name="Sum", exact=True).tap()
    expect(page.locator("#why")).to_be_visible()
    page.touchscreen.tap(*place)
    expect(page.locator("#why")).to_be_hidden()
    phone.settle()
    expect(page.locator("#tray .mini")).to_have_count(2)
    phone.press(page.locator(beside))  # and then it counts


def test_a_tap_on_a_button_of_the_bar_counts_beside_the_sum(
    server: Server, new_phone: NewPhone
) -> None:
    """The sum never covers them, and they are what a reader of it goes on to."""
    phone = new_phone(server, SMALL)
    phone.go(
        tapped(server, seat(server, ["Ann", "Bob"]), "out:0", "=dark-blue strand token*2 go*4 mm")
    )
    phone.page.get_by_role("button", name="Why not?").tap()
    expect(phone.page.locator("#why")).to_be_visible()
    phone.press("#do-lay")
    expect(phone.page.locator("#bar .verdict")).to_have_text("Tap the reward cards")


def test_the_chosen_cards_stay_in_sight_while_a_wild_is_placed(
    server: Server, new_phone: NewPhone
) -> None:
    """Its cards cannot be tapped meanwhile, and the layer covers nothing of the bar."""
    phone = new_phone(server, SMALL)
    cards = "=red h1 h2 chance token*2 go*2"
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", cards))
    phone.press("#wild0")
    expect(phone.page.locator("#cards")).to_have_attribute("inert", "")
    (bar, _), (_, lower) = phone.page.evaluate(EDGES, ["#bar", "#choose"])
    assert lower == bar
    expect(phone.page.locator("#tray")).to_be_visible()
