"""A hand that is said, scanned or typed, from the text to the cards laid down."""

import pytest
from playwright.sync_api import expect

from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
from companion.store import Store, Table
from tests.browser.conftest import TALL, NewPhone, Server, seat
from tests.browser.phone import Phone
from tests.browser.test_pages import check
from tests.browser.test_phones import open_deal

UK = load("classic-uk")
PLAYERS = ["Ann", "Bob", "Cem"]
DICTATED = "park lane mayfair first house second house third house two tokens go go and Mr Monopoly"
MOST_TAPS = 4


def hand(server: Server, table: Table) -> list[str]:
    """What the server has as Ann's hand."""
    store = Store(server.folder / "companion.db")
    cards: list[str] = store.draft(table).data.get("hands", {}).get("Ann", [])
    store.close()
    return cards


def begin(phone: Phone, server: Server) -> Table:
    """A table at which Ann went out, with the field open for her cards."""
    table = seat(server, PLAYERS)
    open_deal(phone, table.code)
    phone.tap("out:0")
    phone.taps = 1
    phone.open_reading()
    return table


def say(phone: Phone, text: str) -> None:
    """Puts a text into the field, as the keyboard's microphone or camera would, and reads it."""
    phone.page.locator("#read-text").fill(text)
    phone.press("#read-it")


def shown(phone: Phone) -> list[str]:
    """The names of the cards that the page shows as read."""
    return phone.page.locator(".read-answer .card-list li span").all_inner_texts()


def take(phone: Phone) -> None:
    phone.press('button[name="take"]')


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no script"])
def test_a_dictated_hand_is_laid_down_in_four_taps(
    server: Server, new_phone: NewPhone, scripts: bool
) -> None:
    phone = new_phone(server, TALL, scripts=scripts)
    table = begin(phone, server)
    say(phone, DICTATED)
    assert hand(server, table) == []
    assert shown(phone) == [
        *("Park Lane", "Mayfair", "1st House", "2nd House", "3rd House"),
        *("Token × 2", "GO × 2", "Mr. Monopoly"),
    ]
    take(phone)
    assert hand(server, table) == UK.sort(parse(UK, DICTATED))
    expect(phone.page.locator("#bar")).to_contain_text("May go out")
    phone.press("#do-lay")
    expect(phone.page.locator("#bar")).to_contain_text("Tap the reward cards")
    assert phone.taps <= MOST_TAPS
    phone.open_reading()
    assert phone.page.locator("#read-text").input_value() == ""  # the reward has a field of its own
    say(phone, "a hotel")
    take(phone)
    expect(phone.page.locator("#bar")).to_contain_text("+£0")


def test_an_unsure_card_is_chosen_and_a_word_corrected(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, TALL)
    page = phone.page
    table = begin(phone, server)
    check(phone)
    say(phone, "strand fleet street trafalgar house majfeir xyzzy")
    check(phone)
    assert page.locator(".read-lines u").all_inner_texts() != []
    before = shown(phone)
    asked = page.locator(".read-choice").filter(has_text="house")
    phone.press(asked.locator("button").filter(has_text="2nd House"))
    assert "2nd House" in shown(phone)
    assert "2nd House" not in before
    text = page.locator("#read-text").input_value()
    assert "xyzzy" in text
    say(phone, text.replace("xyzzy", "1st house").replace("majfeir", "token"))
    expect(page.locator(".read-lines, .read-choice")).to_have_count(0)
    seen = shown(phone)
    assert hand(server, table) == []
    take(phone)
    assert sorted(UK.label(card) for card in hand(server, table)) == sorted(seen)
    assert seen == ["Strand", "Fleet Street", "Trafalgar Square", "1st House", "2nd House", "Token"]


def test_what_was_read_stays_while_the_page_follows(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, TALL)
    page = phone.page
    table = begin(phone, server)
    say(phone, "mayfair, house")
    page.locator("#read-text").fill("mayfair, 1st house, go")
    page.locator("#read-text").blur()
    phone.tap("take:red")
    assert page.locator("#read-text").input_value() == "mayfair, 1st house, go"
    assert shown(phone) == ["Mayfair"]
    take(phone)  # the text and the hand are others now: they are shown before anything is taken
    assert shown(phone) == ["Mayfair", "1st House", "GO"]
    assert len(hand(server, table)) == 3
    take(phone)
    assert hand(server, table) == UK.sort(parse(UK, "red, mayfair, h1, go"))
    phone.tap("open:")
    phone.tap("open:1")  # another hand begins with an empty field
    phone.open_reading()
    assert page.locator("#read-text").input_value() == ""


def test_what_was_typed_stays_while_a_player_is_caught(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, TALL)
    page = phone.page
    begin(phone, server)
    for tap in ("take:dark-blue", "open:", "open:1"):
        phone.tap(tap)
    phone.open_reading()
    page.locator("#read-text").fill("brown, a token")
    page.locator("#read-text").blur()
    phone.tap("catch:1")
    expect(page.locator(".read-cards")).to_be_hidden()
    phone.tap("again:1")
    expect(page.locator("#read-text")).to_be_visible()
    assert page.locator("#read-text").input_value() == "brown, a token"


AT_ONCE = """taps => taps.forEach(
    tap => document.querySelector(`button[name=tap][value="${tap}"]`).click())"""
"""The second tap before the answer to the first: what each posts is gathered when it is made."""


@pytest.mark.parametrize("first", ["catch:1", "open:"])
def test_two_quick_taps_leave_the_field_for_the_cards(
    server: Server, new_phone: NewPhone, first: str
) -> None:
    phone = new_phone(server, TALL)
    page = phone.page
    begin(phone, server)
    for tap in ("take:dark-blue", "open:", "open:1"):
        phone.tap(tap)
    page.evaluate(AT_ONCE, [first, "take:red"])
    expect(page.get_by_role("button", name="Red", pressed=True)).to_be_visible()
    phone.open_reading()
    expect(page.locator("#read-text")).to_be_visible()


def test_on_the_referees_page(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, TALL)
    phone.go("/referee?edition=classic-uk&went_out=1&players=3")
    phone.open_reading()
    say(phone, DICTATED)
    take(phone)
    expect(phone.page.locator("#bar")).to_contain_text("May go out")
    phone.press("#look")
    expect(phone.page.locator("#verdict")).to_contain_text("may go out")


def test_a_text_is_sent_again_after_its_page_was_forgotten(
    server: Server, new_phone: NewPhone
) -> None:
    phone = new_phone(server, TALL)
    page = phone.page
    phone.go("/referee?edition=classic-uk&went_out=1&players=3")
    phone.open_reading()
    page.locator("#read-text").fill("mayfair\n1st house")
    page.context.clear_cookies()
    page.locator("#read-it").tap()
    expect(page.locator("#csrf-lost h1")).to_have_text("One more tap, please")
    assert page.locator("form form").count() == 0
    page.locator("#csrf-lost button").tap()
    expect(page.locator(".read-answer")).to_contain_text("2 cards read")
    assert page.locator("#read-text").input_value() == "mayfair\n1st house"
    assert len(phone.wrong) == 1  # the browser says that the server answered 400
    phone.wrong.clear()


@pytest.mark.parametrize("where", ["deal", "referee"])
def test_once_its_button_is_gone_the_focus_is_on_the_verdict(
    server: Server, new_phone: NewPhone, where: str
) -> None:
    phone = new_phone(server, TALL)
    if where == "deal":
        begin(phone, server)
    else:
        phone.go("/referee?edition=classic-uk&went_out=1&players=3")
        phone.open_reading()
    say(phone, "mayfair")
    phone.page.locator('button[name="take"]').press("Enter")
    expect(phone.page.locator("#bar [role=status]")).to_be_focused()
