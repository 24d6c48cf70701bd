"""How often an open page asks whether anything is new."""

import pytest
from playwright.sync_api import Page, Request, expect

from companion.store import Store, games
from tests.browser.conftest import NewPhone, Server, seat
from tests.stored import as_it_is_now
from tests.web.play import close

PLAYERS = ["Ann", "Bob"]
A_TURN = 1_900
"""Milliseconds from one time to ask to the next, as in `templates/site/live.html`."""
A_REST = 301_000
SAVES_DATA = "() => Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"


class Asking:
    """A page with a clock of its own, and what it asked."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.asked: list[Request] = []
        page.clock.install()
        page.goto(address)
        page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))
        page.on("request", lambda one: self.asked.append(one) if "seen=" in one.url else None)
        self.settled()

    def settled(self) -> None:
        """Waits until all that was asked is answered, and shown."""
        self.page.evaluate("() => fetch('/offline', {method: 'HEAD'}).then(() => 0)")
        for request in self.asked:
            answer = request.response()
            assert answer is not None
            answer.finished()
        self.page.evaluate("() => fetch('/offline', {method: 'HEAD'}).then(() => 0)")

    def in_turns(self, turns: int) -> int:
        """How often it asks in this number of turns."""
        before = len(self.asked)
        for _ in range(turns):
            self.page.clock.run_for(A_TURN)
            self.settled()
        return len(self.asked) - before

    def rests(self) -> None:
        """Nothing happens for a long time."""
        self.page.clock.fast_forward(A_REST)
        self.settled()


@pytest.mark.fresh
def test_a_page_asks_seldom_while_the_table_rests(server: Server, new_phone: NewPhone) -> None:
    table = seat(server, PLAYERS)
    page = new_phone(server).page
    asking = Asking(page, f"{server.url}/t/{table.code}/")
    assert asking.in_turns(6) == 6
    asking.rests()
    assert asking.in_turns(6) == 2
    before = len(asking.asked)
    page.locator("h1").tap()  # somebody is there: it asks at once
    asking.settled()
    assert len(asking.asked) == before + 1
    assert asking.in_turns(6) == 6
    asking.rests()
    store = Store(server.folder / "companion.db")
    close(store, table, "Ann", {"Ann": "red"}, let_stand=True)
    store.close()
    assert asking.in_turns(3) > 0
    assert asking.in_turns(6) == 6  # since something changed


@pytest.mark.fresh
def test_a_page_asks_seldom_where_data_is_to_be_saved(server: Server, new_phone: NewPhone) -> None:
    table = seat(server, PLAYERS)
    page = new_phone(server).page
    page.add_init_script(f"({SAVES_DATA})()")
    assert Asking(page, f"{server.url}/t/{table.code}/").in_turns(6) == 2


@pytest.mark.fresh
@pytest.mark.parametrize("status", [429, pytest.param(503, marks=pytest.mark.long)])
@pytest.mark.parametrize("page_of", ["", "tv"], ids=["scores", "tv"])
def test_a_page_that_is_told_to_wait_goes_on_asking(
    server: Server, new_phone: NewPhone, page_of: str, status: int
) -> None:
    """What it was told took the place of the scores, and nothing asked any more."""
    table = seat(server, PLAYERS)
    phone = new_phone(server)
    phone.offline = True  # that an answer says 429 is no error of the page
    page = phone.page
    page.goto(f"{server.url}/t/{table.code}/{page_of}")
    page.route("**/t/**seen=*", lambda route: route.fulfill(status=status, body="<p>Wait"), times=1)
    with page.expect_response(lambda answer: answer.status == status):
        pass
    expect(page.get_by_text("This page may be old.")).to_be_visible()
    store = Store(server.folder / "companion.db")
    close(store, table, "Ann", {"Ann": "red, token"}, let_stand=True)
    store.close()
    expect(page.get_by_text("£500").first).to_be_visible()
    expect(page.get_by_text("This page may be old.")).to_be_hidden()


@pytest.mark.fresh
def test_a_tap_that_is_told_to_wait_is_sent_again(server: Server, new_phone: NewPhone) -> None:
    table = seat(server, PLAYERS)
    phone = new_phone(server)
    phone.offline = True
    page = phone.page
    page.goto(f"{server.url}/t/{table.code}/deal")
    page.route(
        "**/deal",
        lambda route: (
            route.fulfill(status=429, body="<p>Wait")
            if route.request.method == "POST"
            else route.continue_()
        ),
        times=1,
    )
    page.get_by_role("button", name="Ann").first.tap()
    expect(page.get_by_text("One tap is kept")).to_be_visible()
    expect(page.get_by_text("Ann went out")).to_be_visible()
    expect(page.get_by_text("One tap is kept")).to_be_hidden()


@pytest.mark.fresh
def test_a_form_that_comes_too_often_says_so(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server)
    phone.offline = True
    page = phone.page
    page.goto(f"{server.url}/tables/new?edition=classic-uk&player-0=Ann&player-1=Bob")
    page.route(
        "**/tables/new**", lambda route: route.fulfill(status=429, body="<p>Too many new tables")
    )
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_text("Too many new tables")).to_be_visible()


@pytest.mark.fresh
def test_a_page_of_a_deleted_table_is_there_again_when_the_table_is(
    server: Server, new_phone: NewPhone
) -> None:
    table = seat(server, PLAYERS)
    page = new_phone(server).page
    page.goto(f"{server.url}/t/{table.code}/tv")
    store = Store(server.folder / "companion.db")
    games.delete(store, table)
    expect(page.get_by_role("heading", name="was deleted")).to_be_visible()
    games.bring_back(store, as_it_is_now(store, table))
    store.close()
    expect(page.get_by_role("heading", name="was deleted")).to_be_hidden()
    expect(page.locator("#tv")).to_be_visible()
