"""Paying after a deal, the win, and the TV: what is in sight, and what the phone says aloud."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from companion.rules.deal import Deal
from companion.store import Store, Table
from companion.store.ticks import set_paid
from companion.web.parts.words import file_name
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, seat, tapped
from tests.browser.phone import Phone
from tests.browser.test_pages import LINES
from tests.stored import settlement_of
from tests.web.play import close

NAMES = ("Anna", "Ben", "Cleo", "Grandmother", "Edward", "Finn")
CARDS = ("dark-blue, h1, h2, h3, token, go", "light-blue", "green", "pink", "yellow", "orange")
BELOW = """(list, height) => list.filter(one => one.getBoundingClientRect().bottom > height)
    .map(one => one.innerText)"""


@pytest.fixture
def store(server: Server) -> Iterator[Store]:
    """The store beside the running server."""
    store = Store(server.folder / "companion.db")
    yield store
    store.close()


def won(server: Server, store: Store, players: int, winner: str = "Anna") -> Table:
    """A table whose first deal everybody scores in, and which is won by it."""
    names = (winner, *NAMES[1:players])
    table = seat(server, names, options={"target": 1000})
    close(store, table, winner, dict(zip(names, CARDS, strict=False)), let_stand=True)
    return table


PAY_LIST = ".pay-row, button.main"


def test_the_pay_list_is_whole_on_the_first_screen(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    phone = new_phone(server)
    for players in range(2, 7):
        table = seat(server, NAMES[:players], options={"target": 100000})
        close(store, table, "Anna", dict(zip(NAMES, CARDS[:players], strict=False)), let_stand=True)
        phone.go(f"/t/{table.code}/deals/1")
        expect(phone.page.locator(PAY_LIST)).to_have_count(players + 1)
        assert phone.measure(PAY_LIST, BELOW, TALL["height"]) == []
        assert phone.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("page", ["", "deals/1"], ids=["scores", "deal"])
def test_the_win_is_a_screen(server: Server, store: Store, new_phone: NewPhone, page: str) -> None:
    table = won(server, store, 6)
    phone = new_phone(server)
    phone.go(f"/t/{table.code}/{page}")
    whole = ".win-screen > *, .ranking li, button.main"
    assert phone.measure(whole, "all => all.length") > 8
    assert phone.measure(whole, BELOW, TALL["height"]) == []


def test_the_next_deal_is_at_the_lower_edge(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    """Below how good the hand was, it was out of sight on the smallest phone."""
    table = seat(server, NAMES[:4])
    hand = "dark-blue, h1, h2, h3, h4, token*2, go*2"
    close(store, table, "Anna", {**dict(zip(NAMES[:4], CARDS, strict=False)), "Anna": hand})
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{table.code}/deals/1")
    assert phone.page.locator(".hand-rank").count()
    assert phone.measure(PAY_LIST, BELOW, SMALL["height"]) == []
    phone.press(".bottom-bar .main")
    assert phone.scrolls == 0
    # A bar on a low screen would hide the list. There it follows the list.
    low = new_phone(server, {"width": 667, "height": 375})
    low.go(f"/t/{table.code}/deals/1")
    first, *others = low.measure(
        "#pay, .bottom-bar, #hands", "all => all.map(one => one.offsetTop)"
    )
    assert [first, *others] == sorted([first, *others])


def test_what_a_strike_changes_is_whole_on_the_smallest_phone(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    table = seat(server, ("Anna", "Grandmother", "Cleo", "Edward"))
    close(store, table, "Anna", dict(zip(table.players, CARDS, strict=False)), let_stand=True)
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{table.code}/deals/1/correct?do=strike")
    beyond = "all => all.map(one => one.scrollWidth - one.clientWidth)"
    assert phone.measure(".changes", beyond) == [0]
    assert phone.measure(".changes tbody bdi", f"all => all.map({LINES})") == [1, 1, 1, 1]


def test_no_name_is_broken_where_several_rounds_change(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    """Where the first does not count, the second pays another jackpot."""
    names = ("Anna", "Bartholomew the Third", "Cleo")
    table = seat(server, names, "winning-moves-2017")
    close(store, table, "Anna", {"Anna": "red, fp", "Cleo": "fp"}, let_stand=True)
    close(store, table, "Anna", {"Anna": "red", names[1]: "dark-blue, fp"}, let_stand=True)
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{table.code}/deals/1/correct?do=strike")
    several = "all => all.map(one => one.innerText)"
    assert {*phone.measure(".changes td:first-child", several)} == {"1", "2"}
    broken = """names => names.map(name => name.firstChild).filter(text => {
        const word = document.createRange();
        word.setStart(text, 0);
        word.setEnd(text, text.data.split(" ")[0].length);
        return word.getClientRects().length > 1;
    }).map(text => text.data)"""
    assert phone.measure(".changes bdi", broken) == []


@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_a_reason_that_is_missing_is_asked_for_in_sight(
    server: Server, store: Store, new_phone: NewPhone, size: dict[str, int]
) -> None:
    """It is at the end of a long page, which begins at its top when it is shown again."""
    table = seat(server, NAMES[:4])
    close(store, table, "Anna", dict(zip(table.players, CARDS, strict=False)), let_stand=True)
    phone = new_phone(server, size)
    phone.go(f"/t/{table.code}/deals/1/correct?do=strike")
    phone.press("button[value=strike]")
    expect(phone.page.locator("#reason")).to_be_focused()
    assert phone.shows(".oops")
    assert phone.measure(".oops", BELOW, size["height"]) == []


PLACES = """all => all.map(one => [one.id || one.innerText, ...Object.values(
    one.getBoundingClientRect().toJSON()).map(Math.round)])"""


@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_nothing_moves_when_a_slip_is_ticked(
    server: Server, store: Store, new_phone: NewPhone, size: dict[str, int]
) -> None:
    phone = new_phone(server, size)
    table = seat(server, NAMES[:4])
    close(store, table, "Anna", dict(zip(NAMES, CARDS[:3], strict=False)), let_stand=True)
    phone.go(f"/t/{table.code}/deals/1")
    controls = ".pay-row, .bottom-bar .main"
    before = phone.measure(controls, PLACES)
    for number in (1, 2):
        phone.press(f"#pay{number}")
        expect(phone.page.locator(f"#pay{number}")).to_have_attribute("aria-pressed", "true")
        expect(phone.page.locator("#pay0")).to_have_attribute("aria-pressed", "false")
        assert phone.measure(controls, PLACES) == before
    phone.press('button[value="next"]')
    expect(phone.page).to_have_url(re.compile("/deal$"))
    phone.go(f"/t/{table.code}/deals/1")
    expect(phone.page.locator("#pay [aria-pressed=true]")).to_have_count(3)
    assert phone.measure(".pay-row", PLACES) == before[:-1]


def test_nothing_moves_below_a_win_when_the_last_slip_is_ticked(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    """What the win says of payments is one line, also when none is left."""
    table, phone = won(server, store, 2), new_phone(server)
    place = "all => all.map(one => one.offsetTop)"
    phone.go(f"/t/{table.code}/deals/1")
    before = phone.measure(".pay-row", place)
    for player in table.players:
        set_paid(store, table, store.deals(table)[0].id, player, True)
    expect(phone.page.get_by_text("Everyone is paid", exact=True).first).to_be_visible()
    assert phone.measure(".pay-row", place) == before


def test_only_who_is_to_be_paid_has_a_box(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    table = seat(server, ("Anna", "Ben"), "winning-moves-2017")
    close(store, table, "Anna", {"Anna": "red"}, let_stand=True)
    phone = new_phone(server)
    phone.go(f"/t/{table.code}/deals/1")
    expect(phone.page.locator(".pay-row")).to_have_count(3)
    expect(phone.page.locator(".pay-row .tick-box")).to_have_count(1)


def test_the_luck_of_the_reward_comes_by_itself_and_moves_nothing(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    table = seat(server, NAMES[:2])
    close(store, table, "Anna", {"Anna": CARDS[0]}, reward="h4, go")
    phone = new_phone(server)
    phone.go(f"/t/{table.code}/deals/1")
    before = phone.measure("#hands, .button:not(#luck *)", PLACES)
    expect(phone.page.locator("#luck")).to_contain_text("The reward brought £1,000.")
    assert phone.measure("#hands, .button:not(#luck *)", PLACES) == before
    phone.page.locator("summary").get_by_text("How lucky").tap()
    expect(phone.page.locator("#luck")).to_be_visible()
    expect(phone.page.locator("#luck a")).to_have_count(0)
    phone.page.reload()  # it is kept, and does not come later any more
    expect(phone.page.locator("#luck[hx-get]")).to_have_count(0)


def paid(server: Server, players: int, *amounts: int) -> Table:
    """A table whose first deal paid these amounts, more than any deal pays; Anna went out."""
    table = seat(server, NAMES[:players], options={"target": None})
    payouts = dict.fromkeys(table.players, 0) | dict(zip(NAMES, amounts, strict=False))
    with closing(Store(server.folder / "companion.db")) as store:
        store.close_deal(
            table,
            entry=Deal(dict.fromkeys(table.players, ()), NAMES[0]),
            settlement=settlement_of(payouts),
            let_stand=False,
            token="long",
            version=0,
        )
    return table


BOXES = """all => all.map(one => {
    const text = document.createRange();
    text.selectNodeContents(one);
    const box = text.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom].map(Math.round);
})"""


@pytest.mark.parametrize(
    "names",
    [
        [f"Wilhelmina-Theodora Grossmutter Kathari{one}" for one in "abcdef"],
        [one * 40 for one in "WABCDM"],
    ],
    ids=["of several words", "without a blank"],
)
@pytest.mark.parametrize("players", [4, 6])
def test_all_players_are_on_the_first_screen_of_the_tv(
    server: Server, store: Store, new_phone: NewPhone, names: list[str], players: int
) -> None:
    """While a deal is open, with what is known of two before it."""
    tv = new_phone(server)
    table = seat(server, names[:players], options={"target": 100000})
    for _ in range(2):
        close(store, table, names[0], dict(zip(names, CARDS[:players], strict=False)))
    tapped(server, table, "out:0", "take:red", "open:")
    tv.go(f"/t/{table.code}/tv")
    for width, height in ((1280, 720), (1920, 1080)):
        tv.page.set_viewport_size({"width": width, "height": height})
        expect(tv.page.locator(".lane")).to_have_count(players)
        assert tv.measure(".lane", BELOW, height) == []
        assert tv.page.evaluate("document.documentElement.scrollWidth") == width


def test_after_the_end_the_tv_shows_the_whole_ranking(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    """Also below the longest name that a winner may have."""
    tv = new_phone(server)
    table = won(server, store, 6, "Wilhelmina-Charlotte of Quite-Far-Away A")
    tv.go(f"/t/{table.code}/tv")
    for width, height in ((1280, 720), (1920, 1080)):
        tv.page.set_viewport_size({"width": width, "height": height})
        expect(tv.page.locator(".ranking li")).to_have_count(6)
        expect(tv.page.locator(".qr, .line-chart")).to_have_count(0)
        assert tv.measure(".win-head, .ranking li", BELOW, height) == []


@pytest.mark.parametrize("later", [0, 1], ids=["the end", "a deal after it"])
def test_all_notes_are_on_the_first_screen_of_the_tv(
    server: Server, store: Store, new_phone: NewPhone, later: int
) -> None:
    tv = new_phone(server)
    table = won(server, store, 6)
    for _ in range(later):
        close(store, table, "Ben", {"Ben": CARDS[0]}, let_stand=True)
    tv.go(f"/t/{table.code}/tv")
    for width, height in ((1280, 720), (1920, 1080)):
        tv.page.set_viewport_size({"width": width, "height": height})
        expect(tv.page.locator("#tv .note")).to_have_count(1 + 2 * later)
        assert tv.measure("#tv .note", BELOW, height) == []


def test_the_picture_can_be_shared_where_the_end_comes_by_itself(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    phone = new_phone(server)
    table = seat(server, NAMES[:2], options={"target": 1000})
    phone.go(f"/t/{table.code}/")
    expect(phone.page.locator("#sheet")).to_contain_text("Anna deals first")
    close(store, table, "Anna", {"Anna": CARDS[0]}, let_stand=True)
    share = phone.page.get_by_role("button", name="Share the picture")
    expect(share).to_be_visible()
    phone.lose()
    share.tap()
    again = phone.page.get_by_role("button", name="That failed. Try again in a moment")
    expect(again).to_be_visible()
    phone.find()
    with phone.page.expect_download() as saved:
        again.tap()
    assert saved.value.suggested_filename == f"{file_name(table)}.png"
    expect(share).to_be_visible()


def said(phone: Phone) -> list[str]:
    """What the phone said aloud on this page."""
    heard: list[str] = phone.page.evaluate("window.said")
    return heard


@pytest.mark.fresh
def test_the_phone_reads_out_only_when_asked(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    phone = new_phone(server)
    phone.page.add_init_script(
        "window.said = []; speechSynthesis.speak = words => {"
        "  window.said.push(words.text);"
        "  if (!location.search.includes('mute')) words.dispatchEvent(new Event('start'));"
        "};"
    )
    table = seat(server, NAMES[:2])
    close(store, table, "Anna", {"Anna": "red, go"}, let_stand=True)
    phone.go(f"/t/{table.code}/deals/1")
    assert said(phone) == []
    phone.page.locator("#voice").tap()
    assert said(phone) == ["Anna gets £450: 4 notes of £100, 1 note of £50. Anna leads with £450."]
    voice = phone.page.locator("#voice")
    expect(voice).to_have_text("Read again")
    voice.tap()
    assert len(said(phone)) == 2
    phone.go(f"/t/{table.code}/deals/1")
    assert said(phone) == []  # a deal is read once
    close(store, table, "Ben", {"Ben": "red"}, let_stand=True)
    phone.go(f"/t/{table.code}/deals/2?mute")  # a phone that speaks only after a tap
    expect(voice).to_have_text("Read it out")
    phone.go(f"/t/{table.code}/deals/2")
    assert said(phone) == ["Ben gets £250: 2 notes of £100, 1 note of £50. Anna leads with £450."]
    phone.go(f"/t/{table.code}/deals/1")
    assert said(phone) == []  # an earlier one is only looked at
    phone.go(f"/t/{table.code}/deals/2")
    assert said(phone) == []
    phone.page.locator("#voice-off").tap()
    expect(phone.page.locator("#voice-off")).to_be_hidden()
    close(store, table, "Ben", {"Ben": "red"}, let_stand=True)
    phone.go(f"/t/{table.code}/deals/3")
    assert said(phone) == []


def test_reading_out_keeps_the_focus_while_the_page_follows(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    """The server does not know that the phone can read out: each new part has the button hidden."""
    phone = new_phone(server)
    table = seat(server, NAMES[:2])
    close(store, table, "Anna", {"Anna": "red, go"}, let_stand=True)
    phone.go(f"/t/{table.code}/deals/1")
    voice = phone.page.locator("#voice")
    voice.focus()
    set_paid(store, table, store.deals(table)[0].id, "Anna", True)
    expect(phone.page.locator("#pay0")).to_have_attribute("aria-pressed", "true")
    expect(voice).to_be_focused()


def test_print_has_no_bar_over_the_rows(server: Server, store: Store, new_phone: NewPhone) -> None:
    phone = new_phone(server)
    table = seat(server, NAMES[:2])
    close(store, table, "Anna", {"Anna": "red"}, let_stand=True)
    phone.go(f"/t/{table.code}/")
    bar = phone.page.locator(".bottom-bar")
    expect(bar).to_be_visible()
    phone.page.emulate_media(media="print")
    expect(bar).to_be_hidden()


def test_a_box_of_the_scores_says_aloud_who_went_out(
    server: Server, store: Store, new_phone: NewPhone
) -> None:
    phone = new_phone(server)
    table = won(server, store, 2)
    phone.go(f"/t/{table.code}/")
    boxes = phone.page.locator(".sheet tbody td a")
    expect(boxes.nth(0)).to_have_accessible_name("3,400 out")
