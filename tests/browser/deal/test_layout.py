"""How the open deal lies on the screen."""

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.store import Store, Table
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, seat, tapped
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


def test_the_buttons_of_the_bar_stay_at_its_edge_in_larger_text(
    server: Server, new_phone: NewPhone
) -> None:
    """Where not all of the bar fits, what it says is scrolled below them."""
    phone = new_phone(server, SMALL)
    goer = ("out:0", "=dark-blue h1 h3 token*2 go*2 mm", "lay")
    phone.go(tapped(server, seat(server, LONG), *goer))
    phone.page.evaluate(LARGE_TEXT, "113%")
    (cut,) = phone.measure("#bar", CUT_OFF)
    assert cut > 0
    for button in phone.page.locator("#bar .act").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SMALL["height"]
        assert box["x"] + box["width"] <= SMALL["width"]


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
def test_where_the_bar_is_a_part_of_the_page_its_verdict_comes_first(
    server: Server, new_phone: NewPhone, width: int, height: int
) -> None:
    """The buttons lay over it as soon as the upper edge of the bar was in sight."""
    phone = new_phone(server, {"width": width, "height": height})
    hand = "=park lane mayfair strand token*2 go*3"
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", hand))
    parts = ["#bar", "#bar .verdict-line", "#bar .row"]
    (bar, _), *_ = phone.page.evaluate(EDGES, parts)
    for seen in (40, 70, 100):
        phone.page.evaluate("to => scrollTo(0, to)", bar - height + seen)
        (top, _), (_, told), (row, _) = phone.page.evaluate(EDGES, parts)
        assert top == height - seen
        assert row >= told


def test_what_is_wrong_has_the_whole_bar_in_large_text(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL)
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", "take:red", "take:mayfair"))
    phone.page.evaluate(LARGE_TEXT, "200%")
    said = phone.page.locator("#bar [role=status]")
    assert said.evaluate("one => one.offsetWidth") > SMALL["width"] * 0.8


@pytest.mark.parametrize("size", [TALL, SMALL], ids=["tall", "small"])
def test_the_sum_does_not_cover_the_bar(
    server: Server, new_phone: NewPhone, size: dict[str, int]
) -> None:
    """Wherever the page is scrolled to, also where the bar is in its middle: at its end."""
    phone = new_phone(server, size)
    taps = ("out:0", "take:dark-blue", "take:red", "take:orange")
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), *taps))
    for end in (0, 9999):
        phone.page.evaluate("end => scrollTo(0, end)", end)
        phone.page.locator("[popovertarget]").click()
        expect(phone.page.locator("#why")).to_be_visible()
        (top, bottom), (upper, lower) = phone.page.evaluate(EDGES, ["#bar", "#why"])
        assert 0 <= upper < lower <= size["height"]
        assert lower <= top or upper >= bottom
        phone.page.locator("[popovertarget]").click()
        expect(phone.page.locator("#why")).to_be_hidden()


LOW = {"width": 844, "height": 390}
"""There the bar is a part of the page."""


@pytest.mark.parametrize(
    "hand",
    ["=red h1", "=mayfair, strand, vine, angel, pall mall, kings, electric company, h2, h4, hotel"],
    ids=["few lines", "many lines"],
)
@pytest.mark.parametrize("size", [TALL, SMALL, LOW], ids=["tall", "small", "low"])
def test_the_sum_goes_with_the_bar_when_the_page_is_scrolled(
    server: Server, new_phone: NewPhone, size: dict[str, int], hand: str
) -> None:
    """It stayed where it was opened, and a touch meant for a button of the bar was on the sum."""
    phone = new_phone(server, size)
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", hand))
    for start, end in ((0, 9999), (9999, 0)):
        phone.page.evaluate("to => scrollTo(0, to)", start)
        phone.page.locator("[popovertarget]").click()
        expect(phone.page.locator("#why")).to_be_visible()
        phone.page.evaluate("to => scrollTo(0, to)", end)
        phone.page.evaluate("new Promise(drawn => requestAnimationFrame(drawn))")
        (top, bottom), (upper, lower) = phone.page.evaluate(EDGES, ["#bar", "#why"])
        assert lower == top or upper == bottom
        phone.page.keyboard.press("Escape")
        expect(phone.page.locator("#why")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (390, 844)])
def test_a_hand_that_may_not_go_out_has_its_answers_and_all_its_reasons_in_sight(
    server: Server, new_phone: NewPhone, width: int, height: int
) -> None:
    phone = new_phone(server, {"width": width, "height": height})
    hand = "=red mayfair h1 h3 token*2 go*2 mm"
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", hand, "n:mr-monopoly:2"))
    for _, bottom in phone.page.evaluate(EDGES, ["#not-out", "#do-lay"]):
        assert bottom <= height
    for end in (0, 9999):
        phone.page.evaluate("end => scrollTo(0, end)", end)
        phone.page.get_by_role("button", name="Why not?").tap()
        expect(phone.page.locator("#why")).to_be_visible()
        (top, bottom), (upper, lower) = phone.page.evaluate(EDGES, ["#bar", "#why"])
        assert 0 <= upper < lower <= height
        assert lower <= top or upper >= bottom
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


@pytest.mark.parametrize("beside", ["#brown", "#chosen-park-lane"])
def test_a_tap_on_a_card_beside_the_sum_only_closes_it(
    server: Server, new_phone: NewPhone, beside: str
) -> None:
    phone = new_phone(server, SMALL)
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", "take:dark-blue"))
    page = phone.page
    place = phone.show(page.locator(beside))
    assert place is not None
    page.get_by_role("button", name="Sum", exact=True).tap()
    expect(page.locator("#why")).to_be_visible()
    page.touchscreen.tap(*place)
    expect(page.locator("#why")).to_be_hidden()
    phone.settle()
    expect(page.locator("#tray button")).to_have_count(2)
    phone.press(page.locator(beside))  # and then it counts


def test_a_tap_on_a_button_of_the_bar_counts_beside_the_sum(
    server: Server, new_phone: NewPhone
) -> None:
    """The sum never covers them, and they are what a reader of it goes on to."""
    phone = new_phone(server, SMALL)
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", "=dark-blue strand"))
    phone.page.get_by_role("button", name="Why not?").tap()
    expect(phone.page.locator("#why")).to_be_visible()
    phone.press("#do-lay")
    expect(phone.page.locator("#bar .verdict")).to_have_text("Tap the reward cards")


def test_the_chosen_cards_stay_in_sight_while_a_wild_is_placed(
    server: Server, new_phone: NewPhone
) -> None:
    """Nothing else shows the hand then."""
    phone = new_phone(server, SMALL)
    cards = "=red h1 h2 chance token*2 go"
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), "out:0", cards))
    expect(phone.page.locator("#tray")).to_be_visible()
    phone.press("#bar .chips button")
    expect(phone.page.locator("#choose")).to_be_visible()
    expect(phone.page.locator("#tray")).to_be_visible()
    assert phone.measure("#bar", CUT_OFF) == [0]


def test_a_reward_card_of_another_colour_moves_no_group(
    server: Server, new_phone: NewPhone
) -> None:
    """It brings a row of houses, and a thumb that is on its way would touch another group."""
    phone = new_phone(server, SMALL)
    goer = ("out:0", "=red h1 h2 h3 token go mm*2", "lay")
    phone.go(tapped(server, seat(server, ["Ann", "Bob"]), *goer))
    phone.page.locator("#orange").tap()
    before = phone.page.evaluate(TOPS, ["#orange", "#railroads"])
    scrolled = phone.page.evaluate("scrollY")
    phone.tap("take:bow-street")
    expect(phone.page.locator("#houses2")).to_have_count(1)
    moved = phone.page.evaluate("scrollY") - scrolled
    after = phone.page.evaluate(TOPS, ["#orange", "#railroads"])
    assert [top + moved for top in after] == before
