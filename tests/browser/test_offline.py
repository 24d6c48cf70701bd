"""A phone without network: taps are kept and sent once; old pages say that they are old."""

import json
import re
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import parse_qs
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Request, Route, expect

from companion.rules.edition_file import load
from companion.store import Store, Table, phones
from companion.web.site.access import CODES
from tests.browser.conftest import SMALL, NewPhone, Server, seat, tapped
from tests.browser.phone import Phone
from tests.browser.test_restart import deals
from tests.web.play import close

PLAYERS = ["Ann", "Bob"]
Picture = Callable[[Phone, str], None]


def kept(page: Page) -> list[str]:
    """What the kept taps say, in order."""
    text = page.evaluate("() => localStorage.getItem('companion.kept') ?? '[]'")
    return [dict(tap["fields"])["tap"] for tap in json.loads(text)]


def tap(phone: Phone, value: str) -> None:
    """A tap that may reach nobody."""
    button = phone.page.locator(f'button[name="tap"][value="{value}"]').first
    phone.show(button)
    button.tap()


def hand(server: Server, table: Table, player: str) -> list[str]:
    """The cards of a player in the deal that is being entered."""
    store = Store(server.folder / "companion.db")
    data = store.draft(table).data
    store.close()
    return list(data.get("hands", {}).get(player, ()))


@pytest.fixture
def table(server: Server) -> Table:
    return seat(server, PLAYERS)


ALL_IN = ("take:orange", "lay", "open:", "nothing:1")
"""What is tapped until the deal can be confirmed, once it is known that Ann went out."""


def at_the_deal(phone: Phone, server: Server, table: Table, *taps: str) -> None:
    """Opens the deal, in which Ann went out and this was tapped."""
    phone.go(tapped(server, table, "out:0", *taps))


@pytest.fixture
def phone(server: Server, new_phone: NewPhone, table: Table) -> Phone:
    """A phone that shows the deal, in which Ann went out."""
    phone = new_phone(server)
    at_the_deal(phone, server, table)
    return phone


def test_taps_are_kept_and_sent_in_order(
    server: Server, new_phone: NewPhone, table: Table, picture: Picture
) -> None:
    phone = new_phone(server, SMALL)
    at_the_deal(phone, server, table)
    phone.lose()
    for value in ("take:orange", "n:token:2"):
        tap(phone, value)
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text("2 taps are kept on this phone")
    expect(notice).to_contain_text("Orange · Token: 2")
    assert kept(phone.page) == ["take:orange", "n:token:2"]
    assert hand(server, table, "Ann") == []
    expect(phone.page.locator("button.kept")).to_have_text(["Orange", "2"])
    picture(phone, "offline-kept")
    phone.find()
    expect(notice).to_be_hidden()
    expect(phone.page.locator('button[value="n:token:3"]')).to_be_visible()
    assert kept(phone.page) == []
    assert len(hand(server, table, "Ann")) == 5


@pytest.mark.fresh
def test_a_tap_after_kept_ones_is_not_painted_over(
    server: Server, phone: Phone, table: Table
) -> None:
    phone.lose()
    tap(phone, "take:orange")
    page = phone.page
    held: list[Route] = []
    after = re.compile(r"/deal\?at=[^&]*$")  # asks how the deal stands after that tap
    page.route(after, lambda one: held.append(one))
    with page.expect_request(after):
        phone.find()
    broken_off = page.expect_event(
        "requestfailed", lambda one: one.url == held[0].request.url, timeout=10_000
    )  # by the tap: on its own it waits for 15 s
    with broken_off:
        tap(phone, "take:green")
    expect(page.locator("#green")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#orange")).to_have_attribute("aria-pressed", "true")
    assert len(hand(server, table, "Ann")) == 6


def test_kept_taps_outlive_the_page(server: Server, phone: Phone, table: Table) -> None:
    phone.lose()
    tap(phone, "take:green")
    expect(phone.page.locator("#unsent")).to_contain_text("One tap is kept")
    old, phone.page = phone.page, phone.page.context.new_page()
    old.close()
    phone.find()
    phone.go(f"/t/{table.code}/")
    expect(phone.page.locator("#unsent")).to_be_hidden()
    assert len(hand(server, table, "Ann")) == 3


def test_what_only_leads_to_another_hand_is_sent_but_not_told(
    server: Server, phone: Phone, table: Table
) -> None:
    phone.lose()
    tap(phone, "open:")
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text("It will update by itself")
    expect(notice.locator("button")).to_be_hidden()
    assert kept(phone.page) == ["open:"]
    tap(phone, "take:orange")
    expect(notice).to_contain_text("and will be sent when it is back: Orange.")
    phone.find()
    expect(notice).to_be_hidden()
    assert kept(phone.page) == []
    assert len(hand(server, table, "Ann")) == 3


def test_an_answer_that_was_lost_counts_once(server: Server, phone: Phone, table: Table) -> None:
    address = re.compile(r"/deal$")
    phone.offline = True

    def swallow(route, request) -> None:  # type: ignore[no-untyped-def]
        if request.method == "POST":
            route.fetch()  # it arrives, and is done
            route.abort()  # but nobody hears of it
        else:
            route.continue_()

    phone.page.route(address, swallow)
    tap(phone, "n:token:3")
    expect(phone.page.locator("#unsent")).to_contain_text("One tap is kept")
    phone.page.unroute(address)
    expect(phone.page.locator("#unsent")).to_be_hidden()
    phone.offline = False
    assert hand(server, table, "Ann") == ["token"] * 3


def test_they_can_be_thrown_away(server: Server, phone: Phone, table: Table) -> None:
    phone.lose()
    tap(phone, "take:orange")
    phone.page.locator("#unsent button").tap()
    assert kept(phone.page) == []
    expect(phone.page.locator(".kept")).to_have_count(0)
    phone.find()
    expect(phone.page.locator("#unsent")).to_be_hidden()
    phone.tap("take:green")
    assert len(hand(server, table, "Ann")) == 3


def test_a_deal_that_was_closed_meanwhile_takes_none_of_them(
    server: Server, phone: Phone, table: Table
) -> None:
    phone.lose()
    tap(phone, "take:orange")
    expect(phone.page.locator("#unsent")).to_contain_text("One tap is kept")
    store = Store(server.folder / "companion.db")
    draft = store.draft(table)
    store.save_draft(table, draft.version, {**draft.data, "since": draft.version + 1})
    store.close()
    phone.find()
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text("Not taken")
    expect(notice).to_contain_text("Orange")
    assert kept(phone.page) == []
    assert hand(server, table, "Ann") == []
    phone.page.locator("#unsent button").tap()
    expect(notice).to_be_hidden()


def test_what_was_not_taken_is_told_until_it_was_read(
    server: Server, new_phone: NewPhone, table: Table, picture: Picture
) -> None:
    """The page moves on to the closed deal by itself; what it says of the lost tap stays."""
    keeper, phone = new_phone(server), new_phone(server, SMALL)
    at_the_deal(keeper, server, table)
    keeper.tap("take:orange")
    phone.go(f"/t/{table.code}/join")
    phone.press('button[name="seat"][value="1"]')
    phone.go(f"/t/{table.code}/deal")
    phone.lose()
    tap(phone, "n:token:1")
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text("One tap is kept")
    keeper.go(tapped(server, table, "open:0", *ALL_IN))
    keeper.confirm()
    phone.find()
    expect(notice).to_contain_text("Not taken: Token: 1")
    expect(notice).to_contain_text("That deal is not open any more: tell the scorekeeper")
    phone.page.wait_for_url(re.compile(r"/deals/1$"))
    expect(notice).to_contain_text("Not taken: Token: 1")
    phone.go(f"/t/{table.code}/")
    expect(notice).to_contain_text("Not taken: Token: 1")
    picture(phone, "offline-not-taken")
    phone.page.locator("#unsent button").tap()
    expect(notice).to_be_hidden()
    phone.page.reload()
    expect(notice).to_be_hidden()


def test_a_set_that_is_not_taken_keeps_no_other_set_back(
    server: Server, new_phone: NewPhone
) -> None:
    """What else was said of that very set goes with it."""
    table = seat(server, PLAYERS, "express")
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{table.code}/deal")
    phone.lose()
    for value in ("made:orange:0", "made:red:0", "made:orange:0", "made:yellow:0", "made:pink:0"):
        tap(phone, value)
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text("5 taps are kept")
    tapped(server, table, "made:orange:1", "made:pink:1")
    phone.find()
    what = "Another phone has changed this monopoly. Look, then tap once more."
    lost = f"Not taken: Orange: Ann · Orange: Ann. Not taken: Pink: Ann. {what}"
    expect(notice.locator("p")).to_have_text(lost)
    assert kept(phone.page) == []
    edition = load("express")
    cards = [*edition.group("red").cards, *edition.group("yellow").cards]
    assert sorted(hand(server, table, "Ann")) == sorted(cards)


@pytest.mark.fresh
@pytest.mark.parametrize(
    "before", ["", "delete Navigator.prototype.locks"], ids=["locks", "no locks without https"]
)
def test_of_two_tabs_one_sends(
    server: Server, new_phone: NewPhone, table: Table, before: str
) -> None:
    phone = new_phone(server)
    phone.page.context.add_init_script(before)
    at_the_deal(phone, server, table)
    other = phone.page.context.new_page()
    other.goto(f"{server.url}/t/{table.code}/")
    phone.lose()
    values = ["n:token:1", "n:token:2", "n:token:3", "n:token:4"]
    for value in values:
        tap(phone, value)
    posts: list[tuple[Page, str]] = []

    def noted(page: Page) -> Callable[[Request], None]:
        def note(asked: Request) -> None:
            if asked.method == "POST":
                posts.append((page, parse_qs(asked.post_data or "")["tap"][0]))

        return note

    for page in (phone.page, other):
        page.on("request", noted(page))
    phone.find()
    for page in (phone.page, other):
        expect(page.locator("#unsent")).to_be_hidden()
    assert [value for _, value in posts] == values
    assert len({page for page, _ in posts}) == 1
    assert hand(server, table, "Ann") == ["token"] * 4


def test_nothing_is_confirmed_before_it_is_sent(
    server: Server, new_phone: NewPhone, table: Table
) -> None:
    phone = new_phone(server)
    at_the_deal(phone, server, table, *ALL_IN)
    phone.lose()
    tap(phone, "again:1")
    expect(phone.page.locator("#unsent")).to_contain_text("One tap is kept")
    phone.page.locator("#do-close").tap()
    assert "/deal?" in phone.page.url
    phone.find()
    expect(phone.page.locator("#unsent")).to_be_hidden()
    assert deals(server, table) == []


@pytest.mark.fresh
def test_where_nothing_can_be_kept_it_is_told(
    server: Server, new_phone: NewPhone, table: Table
) -> None:
    phone = new_phone(server)
    phone.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    at_the_deal(phone, server, table)
    phone.lose()
    tap(phone, "take:orange")
    expect(phone.page.locator("#unsent")).to_contain_text("tap again in a moment")
    phone.find()
    phone.tap("take:orange")
    expect(phone.page.locator("#unsent")).to_be_hidden()
    expect(phone.page.locator("#orange")).to_have_attribute("aria-pressed", "true")
    assert len(hand(server, table, "Ann")) == 3


@pytest.mark.parametrize("down", [0, 200], ids=["top", "scrolled"])
def test_the_notice_moves_nothing_under_the_thumb(
    server: Server, new_phone: NewPhone, table: Table, down: int
) -> None:
    phone = new_phone(server, SMALL)
    at_the_deal(phone, server, table)
    phone.page.evaluate("down => scrollTo(0, down)", down)

    def height() -> float:
        top: float = phone.page.locator("#red").evaluate("one => one.getBoundingClientRect().top")
        return top

    before = pytest.approx(height(), abs=1)
    phone.lose()
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text("This page may be old")
    assert height() == before
    phone.find()
    expect(notice).to_be_hidden()
    assert height() == before


@pytest.mark.parametrize("noticed", [True, False], ids=["noticed", "not noticed yet"])
def test_a_page_is_not_left_while_there_is_no_way_on(
    server: Server, new_phone: NewPhone, table: Table, noticed: bool
) -> None:
    phone = new_phone(server)
    at_the_deal(phone, server, table, *ALL_IN)
    phone.lose()
    notice = phone.page.locator("#unsent")
    if noticed:
        expect(notice).to_contain_text("This page may be old")
    phone.page.locator("#do-close").tap()
    expect(notice).to_contain_text("No connection. Nothing was sent: tap again when it is back.")
    phone.find()
    phone.page.locator("#do-close").tap()
    phone.page.wait_for_url(re.compile(r"/deals/1$"))
    expect(notice).to_be_hidden()


def test_a_page_that_back_shows_as_it_was_left_asks_what_is_new(phone: Phone) -> None:
    first = """() => new Promise(done => {
        document.addEventListener('htmx:before:request',
            ({detail}) => done(detail.ctx.sourceEvent.type));
        dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
    })"""
    assert phone.page.evaluate(first) == "look"  # not after two seconds, as it does anyway


def held_up(page: Page) -> list[Route]:
    """From now on nobody is told whether the server is there."""
    held: list[Route] = []
    page.route("**/offline", lambda one: held.append(one))
    return held


def test_what_another_phone_changed_while_a_form_waits_is_not_confirmed(
    server: Server, new_phone: NewPhone, table: Table
) -> None:
    phone = new_phone(server)
    at_the_deal(phone, server, table, *ALL_IN)
    held = held_up(phone.page)
    with phone.page.expect_request("**/offline"):
        phone.page.locator("#do-close").tap()
    tapped(server, table, "open:1", "take:red")
    expect(phone.page.locator("#hand1")).to_contain_text("Red")
    held[0].continue_()
    expect(phone.page.locator("#unsent")).to_contain_text("This has changed. Look, then tap again.")
    assert deals(server, table) == []
    phone.page.unroute("**/offline")
    phone.press("#do-close")
    phone.page.wait_for_url(re.compile(r"/deals/1$"))


def test_a_second_tap_while_a_form_waits_sends_it_once(
    server: Server, new_phone: NewPhone, table: Table
) -> None:
    phone = new_phone(server)
    at_the_deal(phone, server, table, *ALL_IN)
    page = phone.page
    held = held_up(page)
    posts: list[str] = []
    page.on("request", lambda one: posts.append(one.url) if one.method == "POST" else None)
    with page.expect_request("**/offline"):
        page.locator("#do-close").tap()
    page.locator("#do-close").tap()
    for one in held:
        one.continue_()
    page.wait_for_url(re.compile(r"/deals/1$"))
    assert [url.rpartition("/")[2] for url in posts] == ["close"]


@pytest.mark.fresh
def test_a_browser_that_cannot_send_a_form_later_sends_it_at_once(
    server: Server, new_phone: NewPhone, table: Table
) -> None:
    """Safari before 16."""
    phone = new_phone(server)
    phone.page.add_init_script("delete HTMLFormElement.prototype.requestSubmit")
    at_the_deal(phone, server, table, *ALL_IN)
    phone.page.locator("#do-close").tap()
    phone.page.wait_for_url(re.compile(r"/deals/1$"))


# --- with the service worker ---------------------------------------------------------------------


def with_worker(server: Server, new_phone: NewPhone) -> Phone:
    phone = new_phone(server, worker=True)
    phone.go("/")
    phone.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    phone.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return phone


def test_a_reload_offline_shows_what_is_kept(
    server: Server, new_phone: NewPhone, table: Table, picture: Picture
) -> None:
    phone = with_worker(server, new_phone)
    at_the_deal(phone, server, table)
    phone.lose()
    tap(phone, "take:orange")
    expect(phone.page.locator("#unsent")).to_contain_text("One tap is kept")
    phone.page.reload()
    expect(phone.page.locator("h1")).to_have_text("No connection")
    expect(phone.page.locator("#unsent")).to_contain_text("Orange")
    picture(phone, "offline-page")
    phone.find()
    expect(phone.page.locator("#deal")).to_be_visible()
    assert kept(phone.page) == []
    assert len(hand(server, table, "Ann")) == 3


def test_an_old_sheet_says_that_it_is_one(
    server: Server, new_phone: NewPhone, table: Table, picture: Picture
) -> None:
    zone = "Pacific/Kiritimati"  # no test runs there
    with sqlite3.connect(server.folder / "companion.db") as db:
        db.execute("UPDATE tables SET zone = ?", [zone])
    phone = with_worker(server, new_phone)
    phone.go(f"/t/{table.code}/")
    there = datetime.now(ZoneInfo(zone))
    store = Store(server.folder / "companion.db")
    phones.count(store, "code", *["127.0.0.1"] * CODES)
    store.close()
    phone.lose()  # that an answer says 429 is no error of the page
    phone.page.context.set_offline(False)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="Too many wrong codes")).to_be_visible()
    phone.lose()
    phone.page.reload()
    old = phone.page.locator("[data-old]")
    expect(old).to_contain_text("This is a copy of")
    told = re.search(r"copy of (.*?); it may", old.inner_text())
    assert told is not None
    said = f"{there:%Y%z} {told[1]}"
    copied = datetime.strptime(said, "%Y%z %d %b, %H:%M")
    assert abs(there - copied) < timedelta(minutes=2)
    expect(phone.page.locator("#sheet")).to_be_visible()
    picture(phone, "offline-sheet")
    with sqlite3.connect(server.folder / "companion.db") as db:
        db.execute("DELETE FROM guesses")
    phone.find()
    expect(phone.page.locator("[data-old]")).to_have_count(0)


@pytest.mark.fresh
def test_the_screen_can_be_kept_on(server: Server, new_phone: NewPhone, table: Table) -> None:
    phone = new_phone(server)
    phone.page.add_init_script(
        "navigator.wakeLock.request = async (kind) => {"
        " const { dataset } = document.documentElement; dataset.on = kind;"
        " return Object.assign(new EventTarget(), { release() { delete dataset.on; } }); }"
    )
    on = phone.page.locator("html[data-on=screen]")
    phone.go(f"/t/{table.code}/setup")
    box = phone.page.get_by_label("Keep the screen on")
    expect(on).to_have_count(0)
    phone.unfold()
    box.check()
    expect(on).to_have_count(1)
    phone.go(f"/t/{table.code}/")
    expect(on).to_have_count(1)
    store = Store(server.folder / "companion.db")
    close(store, table, "Ann", {"Ann": "dark-blue, h1, h2, h3, h4, hotel, token*4"})
    expect(on).to_have_count(0)  # somebody has won
    store.undo(table, token="undo")
    store.close()
    phone.go(f"/t/{table.code}/phones")
    expect(box).to_be_checked()
    phone.unfold()
    box.uncheck()
    expect(on).to_have_count(0)
    phone.go(f"/t/{table.code}/")
    expect(on).to_have_count(0)


@pytest.mark.fresh
def test_without_the_means_there_is_no_such_choice(
    server: Server, new_phone: NewPhone, table: Table
) -> None:
    phone = new_phone(server)
    phone.page.add_init_script("delete Navigator.prototype.wakeLock")
    phone.go(f"/t/{table.code}/setup")
    phone.unfold()
    expect(phone.page.get_by_text("Keep the screen on", exact=True)).to_be_hidden()


def test_the_notice_is_said_once_and_stays(phone: Phone) -> None:
    """A screen reader reads an alert again when it is written, and twelve words take a while."""
    page = phone.page
    phone.offline = True
    page.evaluate(
        "() => { window.written = 0; new MutationObserver(all => { window.written += all.length; })"
        ".observe(document.getElementById('unsent'), {childList: true, subtree: true}); }"
    )
    page.route("**/deal", lambda route: route.abort(), times=1)
    phone.open_reading()
    page.locator("#read-text").fill("orange")
    page.locator("#read-it").tap()
    missed = page.get_by_text("That did not reach the server.")
    expect(missed).to_be_visible()
    for _ in range(2):  # the page asks whether anything is new, and is answered
        with page.expect_response(lambda answer: "seen=" in answer.url):
            pass
    expect(missed).to_be_visible()
    phone.lose()
    for _ in range(3):
        with page.expect_event("requestfailed"):
            pass
    assert page.evaluate("window.written") <= 8
    phone.find()
    page.locator("#read-it").tap()
    expect(page.locator("#read-answer")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
