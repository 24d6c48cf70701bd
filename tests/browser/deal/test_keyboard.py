"""The open deal with a keyboard alone: the focus is always somewhere sensible, and in sight."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPhone, Server, seat, tapped
from tests.browser.phone import Phone

LAID_DOWN = "role=heading[name='Cards laid down']"
BOB, CEM = "role=heading[name='Bob']", "role=heading[name='Cem']"
ASKS, SAYS = "#out", "#bar [role=status]"
GOER = ("out:0", "take:red")
LOW = {"width": 390, "height": 664}
HIDDEN = """() => {
    const one = document.activeElement, bar = document.getElementById('bar');
    const [focus, over] = [one, bar].map(part => part.getBoundingClientRect());
    return !bar.contains(one) && focus.top >= over.top && focus.top < over.bottom
        ? `${one.id} ${one.textContent}` : '';
}"""
"""What is focused, if the bottom bar covers it."""


def deal(new_phone: NewPhone, server: Server, *taps: str) -> Phone:
    phone = new_phone(server, LOW)
    phone.go(tapped(server, seat(server, ["Ann", "Bob", "Cem"], "classic-us"), *taps))
    return phone


@pytest.mark.parametrize(
    ("taps", "pressed", "focused"),
    [
        ((), "#out1", LAID_DOWN),
        ((), "#out-", SAYS),
        (("out:0",), "#change", ASKS),
        ((*GOER, "open:??"), "#out1", ASKS),
        ((*GOER, "open:??", "out:1"), "#out-move", LAID_DOWN),
        ((*GOER, "open:??", "out:1"), "#out-stay", LAID_DOWN),
        ((*GOER, "open:??"), "#out-none", ASKS),
        (GOER, "#clear", LAID_DOWN),
        ((*GOER, "lay", "open:"), "#drawn", SAYS),
        ((*GOER, "lay", "open:??"), "#out-none", ASKS),
        (("out:1", "take:red", "clear"), "#undo", LAID_DOWN),
        ((*GOER, "lay", "open:"), "#open1", BOB),
        ((*GOER, "lay"), "#do-1", BOB),
        ((*GOER, "lay", "open:1", "take:green"), "#clear", BOB),
        ((*GOER, "lay", "open:1", "take:green"), "#skip-2", SAYS),
        ((*GOER, "lay"), "#skip-1", CEM),
        ((*GOER, "lay", "open:", "caught:1:0"), "#open1", SAYS),
        ((*GOER, "n:chance:1", "open:0.0"), "#as-token", SAYS),
    ],
    ids=[
        "who-went-out",
        "nobody",
        "change-who",
        "another-one",
        "move-the-cards",
        "as-it-was",
        "nobody-yet",
        "clear",
        "reward-is-done",
        "not-out-after-all",
        "undo",
        "a-hand-in-the-list",
        "the-next-hand",
        "clear-the-hand-of-another",
        "the-last-has-nothing",
        "the-next-has-nothing",
        "a-caught-hand",
        "what-a-wild-counts-as",
    ],
)
def test_where_a_button_is_gone_the_focus_is_on_what_came_instead(
    server: Server, new_phone: NewPhone, taps: Sequence[str], pressed: str, focused: str
) -> None:
    phone = deal(new_phone, server, *taps)
    expect(phone.page.locator(pressed)).to_be_visible()
    phone.page.locator(pressed).press("Enter")
    expect(phone.page.locator(focused)).to_be_focused()


def test_that_nobody_is_paid_stays_in_sight(server: Server, new_phone: NewPhone) -> None:
    phone = deal(new_phone, server)
    phone.page.locator("#out-").press("Enter")
    expect(phone.page.locator(SAYS)).to_be_focused()
    expect(phone.page.locator(".deal-head")).to_be_in_viewport()


def test_from_the_name_of_a_hand_its_buttons_follow(server: Server, new_phone: NewPhone) -> None:
    """“Nothing” stood before what had the focus: whoever went on with Tab did not find it."""
    phone = deal(new_phone, server, *GOER, "lay")
    page = phone.page
    expect(page.locator("#do-1")).to_be_visible()
    page.locator("#do-1").press("Enter")
    expect(page.locator(BOB)).to_be_focused()
    expect(page.locator(BOB)).to_be_in_viewport(ratio=1)
    passed = []
    for _ in range(5):
        page.keyboard.press("Tab")
        passed.append(
            page.evaluate("document.activeElement.id || document.activeElement.textContent")
        )
    assert passed == ["all", "nothing1", "catch1", "amount1", "Say or type the cards"]


def test_where_another_phone_takes_a_button_away_the_focus_is_on_the_verdict(
    server: Server, new_phone: NewPhone
) -> None:
    phone = new_phone(server, LOW)
    table = seat(server, ["Ann", "Bob", "Cem"], "classic-us")
    phone.go(f"/t/{table.code}/deal")
    phone.page.locator("#out1").focus()
    tapped(server, table, "out:0")
    expect(phone.page.locator("#bar")).to_be_focused()


def test_a_key_that_is_held_is_one_tap(server: Server, new_phone: NewPhone) -> None:
    phone = deal(new_phone, server, "out:0", "n:token:3")
    page = phone.page
    page.locator("#token button").nth(2).focus()  # each press takes one off
    for _ in range(5):  # without a release between them
        page.keyboard.down("Enter")
        phone.settle()
    page.keyboard.up("Enter")
    expect(page.locator("#tray .mini")).to_have_count(2)


def test_what_is_drawn_for_a_state_is_no_part_of_a_name(
    server: Server, new_phone: NewPhone
) -> None:
    """That something is pressed or folded is said anyway: “Red check mark, pressed”."""
    phone = deal(new_phone, server, "out:0", "take:red", "n:token:1")
    for found, name in (
        ("#red", "Red"),
        ("[value='n:token:0'], [value='n:token:1']", "1"),
        (".read-cards summary", "Say, scan or type the cards"),
    ):
        expect(phone.page.locator(found).first).to_have_accessible_name(name)
    expect(phone.page.get_by_label("Cards of Green")).to_have_accessible_description("")


def test_nothing_is_focused_under_the_bar(server: Server, new_phone: NewPhone) -> None:
    phone = deal(new_phone, server, "out:0", "n:chance:1", "n:token:2", "up:1:house-1")
    page = phone.page
    page.locator("#brown").focus()
    hidden = []
    while page.evaluate("document.activeElement.closest('#cards') !== null"):
        hidden.append(page.evaluate(HIDDEN))
        page.keyboard.press("Tab")
    assert len(hidden) > 30
    assert not any(hidden), hidden


def test_from_the_heading_it_is_one_step_to_typing_the_cards(
    server: Server, new_phone: NewPhone
) -> None:
    phone = deal(new_phone, server)
    page = phone.page
    page.locator("#out0").press("Enter")
    expect(page.locator(LAID_DOWN)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Say or type the cards")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#read-text")).to_be_focused()
    page.keyboard.type("red, token, go")
    page.get_by_role("button", name="Show me the cards").press("Enter")
    page.get_by_role("button", name="Take these 5 cards").press("Enter")
    expect(page.locator(SAYS)).to_be_focused()


def test_a_correction_leads_to_the_hand_that_was_opened(
    server: Server, new_phone: NewPhone
) -> None:
    phone = deal(new_phone, server, *GOER, "lay", "open:", "drawn", "nothing:1", "nothing:2")
    page = phone.page
    phone.press("#do-close")
    phone.press(page.get_by_role("link", name="Correct or strike out"))
    page.locator("#open2").press("Enter")
    heading = page.get_by_role("heading", name="Cem")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport(ratio=1)


def test_at_the_referee_the_focus_stays_where_who_goes_out_is_asked(
    server: Server, new_phone: NewPhone
) -> None:
    phone = new_phone(server, LOW)
    phone.go("/referee?edition=classic-us&players=4&went_out=1&enter=1&at=0")
    page = phone.page
    page.locator("#change").press("Enter")
    expect(page.locator("#out")).to_be_focused()
    page.locator("#out1").press("Enter")
    expect(page.locator(".deal-head h2")).to_be_focused()
    page.locator("#out-").press("Enter")
    phone.settle()
    expect(page.locator("#out-")).to_be_focused()
    page.locator("#out0").press("Enter")
    expect(page.locator("#cards h3")).to_be_focused()
    phone.tap("take:red")
    page.locator("#clear").press("Enter")
    expect(page.locator("#cards h3")).to_be_focused()
