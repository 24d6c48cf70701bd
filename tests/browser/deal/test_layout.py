"""How the open deal lies on the screen."""

import pytest

from tests.browser.conftest import NewPhone, Server, seat

TOPS = """([one, other]) => [one, other].map(
    found => Math.round(document.querySelector(found).getBoundingClientRect().top))"""
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
    phone.go(f"/t/{table.code}/deal")
    phone.tap("out:0")
    numbers, last = phone.page.evaluate(TOPS, [".counts", "#railroads"])
    assert (numbers < last) == beside


def test_no_amount_stands_in_two_lines(server: Server, new_phone: NewPhone) -> None:
    """The jackpot is told in a long line, so its amount has little room."""
    phone = new_phone(server)
    table = seat(server, ["Ann", "Bob"], "winning-moves-2017")
    phone.go(f"/t/{table.code}/deal")
    for value in ("out:0", "take:red", "n:free-parking:1"):
        phone.tap(value)
    phone.page.get_by_role("button", name="Why?").tap()
    phone.page.locator("#why").wait_for()
    assert set(phone.page.evaluate(LINES)) == {1}
