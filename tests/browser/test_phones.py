"""Four phones at one table, each with its own player: together, without network, gone and back."""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from random import Random
from threading import Timer
from typing import Any

import pytest
from playwright.sync_api import Error, Request, Route, expect

from companion.rules.edition_file import load
from companion.store import Store, Table
from companion.store import phones as joined
from tests.browser.conftest import SMALL, NewPhone, Server
from tests.browser.conftest import seat as made
from tests.browser.phone import Phone, steps
from tests.browser.test_games import UK, UK_DEALS, deal, scored, totals
from tests.browser.test_pages import check
from tests.browser.test_restart import Web, fields
from tests.often import times
from tests.stored import known_table
from tests.web.play import close

EDITION = load("classic-uk")


def sit(phone: Phone, code: str, seat: int | str, how: str = "link") -> None:
    """Joins by the link, or by typing the code in."""
    if how == "code":
        phone.go("/join")
        phone.page.locator("#typed").fill(f" {code.lower()} ")
        phone.press("#code button")
    else:
        phone.go(f"/t/{code}/join")
    phone.press(f'button[name="seat"][value="{seat}"]')
    phone.page.wait_for_url(f"**/t/{code}/")


def seated(phone: Phone, code: str, seat: int | str, how: str = "") -> None:
    """Joins as `sit` does, without looking at the page."""
    address = f"{phone.url}/t/{code}/join"
    ask = phone.page.request  # with the cookies of the page
    token = re.findall(r'name="csrf_token" value="([^"]+)"', ask.get(address).text())[0]
    assert ask.post(address, form={"csrf_token": token, "seat": str(seat)}).ok


@pytest.fixture
def everybody(server: Server, new_phone: NewPhone) -> tuple[str, list[Phone]]:
    """A table at which all have joined, each with a phone; Ann keeps the score."""
    return together(server, new_phone, seated)


def together(
    server: Server, new_phone: NewPhone, join: Callable[..., None]
) -> tuple[str, list[Phone]]:
    """All join, the third by typing the code in."""
    ann = new_phone(server)
    table = made(server, UK)
    code = table.code
    join(ann, code, 0)
    keep(server, table)
    others = [new_phone(server, SMALL), new_phone(server, scheme="dark"), new_phone(server)]
    for place, phone in enumerate(others, start=1):
        join(phone, code, place, how="code" if place == 2 else "link")
    return code, [ann, *others]


def keep(server: Server, table: Table) -> None:
    """The only phone that has joined keeps the score."""
    with closing(Store(server.folder / "companion.db")) as store:
        (there,) = joined.present(store, table)
        joined.claim(store, table.id, there.phone)


def free(server: Server, code: str, seat: int) -> None:
    """The scorekeeper removes the phones of a seat, so that another one may take it."""
    store = Store(server.folder / "companion.db")
    table = store.table(code)
    assert table is not None
    for phone in joined.present(store, table):
        if phone.seat == seat:
            joined.remove(store, table, phone.id)
    store.close()


def open_deal(phone: Phone, code: str) -> None:
    phone.go(f"/t/{code}/deal")


def enter(phone: Phone, entry: dict[str, Any], seat: int) -> None:
    """Enters the own hand on the own phone."""
    player = UK[seat]
    cards = entry["hands"].get(player, [])
    if player == entry["went_out"]:
        phone.tap(f"out:{seat}")
        phone.cards(EDITION, cards)
        phone.lay()
        phone.cards(EDITION, entry.get("reward", ()), cards)
        if not phone.page.locator('[value="drawn"]').count():  # the scorekeeper's leads on
            phone.tap("open:")
        phone.tap("drawn")
    elif not cards:
        phone.tap(f"nothing:{seat}")
    elif set(cards) <= {"chance", "mr-monopoly"} and "chance" in cards:
        phone.tap(f"catch:{seat}")
        phone.tap(f"caught:{seat}:{cards.count('mr-monopoly')}")
    else:
        phone.tap(f"open:{seat}")
        phone.cards(EDITION, cards)
        phone.tap("open:")


def test_the_scorekeeper_sees_that_a_phone_is_still_entering(
    server: Server, everybody: tuple[str, list[Phone]]
) -> None:
    code, (ann, bob, *_) = everybody
    for phone in (ann, bob):
        open_deal(phone, code)
    enter(ann, deal("classic-uk", "Ann", {"Ann": "orange token*4 go*3"}), 0)
    for words in ("nothing:2", "nothing:3"):
        ann.tap(words)
    expect(bob.page.locator("#hand1")).to_be_visible()
    bob.tap("open:1")
    bob.tap("take:red")
    bar = ann.page.locator("#bar")
    expect(bar).to_contain_text("Waiting for: Bob")
    expect(bar.locator("#do-close")).to_have_text("Confirm as it is")
    row = ann.page.locator("#hand1 .tag")
    expect(row).to_have_text("still entering")
    bob.tap("open:")
    expect(bar).to_contain_text("All hands are in")
    expect(row).to_have_count(0)


def test_a_game_on_four_phones(server: Server, new_phone: NewPhone) -> None:
    """Each enters the own hand; the goer's phone says who went out; Ann's closes every deal, the
    second of which is her own."""
    code, phones = together(server, new_phone, sit)
    hands = {"Bob": "dark-blue h1 h2 h3 token go*4", "Cem": "chance mm*2", "Dee": "orange"}
    deals = [
        deal("classic-uk", "Bob", hands, reward="h4"),
        deal("classic-uk", "Ann", {"Ann": "orange token*4 go*3", "Cem": "utilities"}),
    ]
    for number, entry in enumerate(deals, start=1):
        for phone in phones:
            open_deal(phone, code)
        order = sorted(range(4), key=lambda seat: UK[seat] != entry["went_out"])
        for seat in order:
            if UK[seat] != entry["went_out"]:
                hand = phones[seat].page.locator(f"#hand{seat}")
                expect(hand).to_be_visible()  # it follows the goer's phone
            if seat == 0 and UK[0] != entry["went_out"]:
                phones[0].tap("open:") if phones[0].page.locator("#all").count() else None
            enter(phones[seat], entry, seat)
        bar = phones[0].page.locator("#do-close")
        expect(bar).to_be_visible()
        for phone in phones[1:]:
            expect(phone.page.locator("#bar")).to_contain_text("The scorekeeper confirms")
        phones[0].confirm(let_stand=bool(entry.get("let_stand")))
        for phone in phones[1:]:  # the payout comes by itself
            phone.page.wait_for_url(f"**/deals/{number}")
    right = totals(UK, scored("classic-uk", UK, deals))
    for phone in phones:
        assert phone.totals(code) == right


def test_all_enter_at_the_same_moment(server: Server) -> None:
    """Four phones without scripts post their hands at once, tap after tap, and again."""
    keeper = Web(server.url)
    page = keeper.get("/tables/new?edition=classic-uk")
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    names = {f"player-{seat}": name for seat, name in enumerate(UK)}
    form = {"csrf_token": token, "edition": "classic-uk", "do": "make", "dealer": "0", **names}
    assert keeper.post("/tables/new", {**form, "banker": "0"}) == 200
    store = Store(server.folder / "companion.db")
    table = store.tables()[0]
    address = f"/t/{table.code}/deal"
    phones = [Web(server.url) for _ in UK]
    for seat, web in enumerate(phones):
        page = web.get(f"/t/{table.code}/join")
        token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        seated = {"csrf_token": token, "seat": str(seat)}
        assert web.post(f"/t/{table.code}/join", seated) == 200
    entry = UK_DEALS[0]
    goer = UK.index(entry["went_out"])
    assert phones[goer].post(address, fields(phones[goer].get(address), "taps") | out(goer)) == 200

    def enter_all(seat: int) -> None:
        web, cards = phones[seat], entry["hands"].get(UK[seat], [])
        taps = steps(EDITION, cards) if cards else [f"nothing:{seat}"]
        for words in [*taps, *(["lay", "drawn"] if seat == goer else [])]:
            data = fields(web.get(address), "taps") | {"tap": words, "at": str(seat)}
            assert web.post(address, data) == 200
            assert web.post(address, data) in (200, 409, 422)  # the double tap changes nothing

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enter_all, range(4)))
    draft = store.draft(table)
    for seat, player in enumerate(UK):
        assert sorted(draft.data["hands"].get(player, [])) == sorted(entry["hands"].get(player, []))
        assert (player in draft.data["done"]) is (seat != goer)
    store.close()


@pytest.mark.tries
def test_killed_while_four_enter(own_server: Server) -> None:
    """What was answered is there; what was not is tapped again; nothing is there twice."""
    table = made(own_server, UK)
    store = Store(own_server.folder / "companion.db")
    phones = [Web(own_server.url) for _ in UK]
    for place, web in enumerate(phones):
        page = web.get(f"/t/{table.code}/join")
        token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        web.post(f"/t/{table.code}/join", {"csrf_token": token, "seat": str(place)})
    address, random = f"/t/{table.code}/deal", Random("four")
    assert phones[0].post(address, fields(phones[0].get(address), "taps") | out(0)) == 200
    groups = [group.id for group in EDITION.groups]
    for turn in range(times(20)):
        wanted = {place: f"take:{groups[place + 4 * (turn // 4 % 2)]}" for place in range(4)}
        if turn % 2:
            wanted = {place: words.replace("take", "give") for place, words in wanted.items()}
        forms = {
            place: fields(phones[place].get(address), "taps") | {"tap": words, "at": str(place)}
            for place, words in wanted.items()
        }

        def send(place: int, forms: dict[int, dict[str, str]] = forms) -> int | None:
            return phones[place].post(address, forms[place])

        killer = Timer(random.uniform(0, 0.06), own_server.kill)
        killer.start()
        with ThreadPoolExecutor(4) as pool:
            answers = [pool.submit(send, place) for place in range(4)]
            statuses = [answer.result() for answer in answers]
        killer.join()
        own_server.start()
        for place, status in enumerate(statuses):
            group = EDITION.group(wanted[place].partition(":")[2])
            has = turn % 2 == 0
            if status == 200:
                assert holds(store, table, place, group.cards) is has
            assert send(place) in (200, 409)  # the same post again
            assert holds(store, table, place, group.cards) is has
    assert store.db.execute("pragma integrity_check").fetchone()[0] == "ok"
    store.close()


def holds(store: Store, table: Table, place: int, cards: Sequence[str]) -> bool:
    hand = store.draft(table).data["hands"].get(UK[place], [])
    assert len(hand) == len(set(hand))
    return set(cards) <= set(hand)


def out(seat: int) -> dict[str, str]:
    return {"tap": f"out:{seat}"}


def test_one_loses_the_network_and_comes_back(
    everybody: tuple[str, list[Phone]], server: Server
) -> None:
    code, (ann, bob, cem, _) = everybody
    for phone in (ann, bob, cem):
        open_deal(phone, code)
    bob.lose()
    ann.tap("out:0")
    expect(cem.page.locator("#hand2")).to_be_visible()
    expect(bob.page.locator("#unsent")).to_contain_text("No connection")
    assert not bob.page.locator("#hand1").count()
    bob.find()
    expect(bob.page.locator("#hand1")).to_be_visible()
    expect(bob.page.locator("#unsent")).to_be_hidden()
    bob.tap("nothing:1")
    expect(ann.page.locator("#bar")).not_to_contain_text("Bob")


def test_one_closes_the_browser_and_joins_again(
    everybody: tuple[str, list[Phone]], server: Server, new_phone: NewPhone
) -> None:
    code, (ann, bob, _, _) = everybody
    open_deal(ann, code)
    ann.tap("out:1")
    open_deal(bob, code)
    bob.tap("take:orange")
    # The page is closed: the same phone goes on where it was.
    page = bob.page.context.new_page()
    bob.page.close()
    bob.page = page
    open_deal(bob, code)
    expect(page.locator('button[value="give:orange"]')).to_be_visible()
    # All is lost with the browser: as another phone it takes the seat again.
    again = new_phone(server)
    again.go(f"/t/{code}/deal")
    expect(again.page.locator("#role")).to_contain_text("You are watching")
    assert not again.page.locator('button[name="tap"]').count()
    free(server, code, 1)
    sit(again, code, 1)
    open_deal(again, code)
    expect(again.page.locator('button[value="give:orange"]')).to_be_visible()
    again.tap("take:red")


def test_two_phones_on_one_hand_do_not_overwrite_each_other(
    everybody: tuple[str, list[Phone]],
) -> None:
    """The scorekeeper enters for Bob, and so does Bob."""
    code, (second, bob, _, _) = everybody
    open_deal(bob, code)
    bob.tap("out:1")
    for phone in (bob, second):
        open_deal(phone, code)
    second.tap("open:1")
    expect(second.page.locator("#cards")).to_be_visible()
    second.page.route("**/deal?*seen=*", lambda route: route.abort())  # it does not follow now
    bob.tap("take:orange")
    button = second.page.locator('button[value="take:green"]').first
    with second.page.expect_response(lambda answer: answer.request.method == "POST") as posted:
        button.tap()
    assert posted.value.status == 409
    expect(second.page.locator("#note")).to_contain_text("Bob’s phone has changed this hand")
    expect(second.page.locator('button[value="give:orange"]')).to_be_visible()
    second.wrong.clear()  # the browser says what we did to its requests
    second.tap("take:green")


def test_the_scorekeeper_hands_over(everybody: tuple[str, list[Phone]], server: Server) -> None:
    code, (ann, bob, _, _) = everybody
    bob.go(f"/t/{code}/")
    expect(bob.page.locator(".bottom-bar")).to_contain_text("Enter my cards")
    ann.go(f"/t/{code}/phones")
    line = ann.page.locator("#phones li", has_text="Bob")
    line.get_by_text("Let it keep the score").click()
    bob.page.goto(f"{bob.url}/t/{code}/phones")  # nothing was handed over yet
    expect(bob.page.locator("#phones")).not_to_contain_text("If this phone is lost")
    bob.go(f"/t/{code}/")
    ann.press(line.get_by_role("button", name="Yes, hand it over"))
    expect(bob.page.locator(".bottom-bar")).to_contain_text("Score deal 1")
    expect(bob.page.locator("#sheet [role=alert]")).to_have_text("You keep the score now.")
    expect(ann.page.locator("#phones")).not_to_contain_text("If this phone is lost")
    bob.press('.bottom-bar a[href$="deal"]')
    bob.tap("out:-")
    bob.confirm()
    ann.page.goto(f"{ann.url}/t/{code}/")
    expect(ann.page.locator(".bottom-bar")).to_contain_text("Enter my cards")


def test_an_answer_that_comes_late_does_not_undo_a_tap(
    everybody: tuple[str, list[Phone]], server: Server
) -> None:
    """A question asked before a tap and answered after it is dropped."""
    code, (ann, bob, _, _) = everybody
    for phone in (ann, bob):
        open_deal(phone, code)
    ann.tap("out:0")

    late: list[Route] = []
    bob.tap("nothing:1")
    ann.page.route("**/deal?*seen=*", lambda route: late.append(route), times=1)
    with ann.page.expect_request(asks) as asked:
        pass
    question = asked.value
    answer = ann.page.request.get(question.url, headers=question.headers)
    ann.tap("take:orange")
    (route,) = late
    with suppress(Error):  # it was dropped meanwhile
        route.fulfill(response=answer)
    with ann.page.expect_response(lambda other: asks(other.request)):
        pass
    expect(ann.page.locator('button[value="give:orange"]')).to_be_visible()
    assert not ann.page.locator("#unsent").is_visible()


def test_what_is_typed_or_open_stays_when_the_page_follows(
    everybody: tuple[str, list[Phone]], server: Server
) -> None:
    code, (ann, bob, _, _) = everybody
    open_deal(ann, code)
    ann.tap("out:0")
    open_deal(bob, code)
    page = bob.page
    bob.open_reading()
    page.locator("#read-text").fill("orange, to")
    page.evaluate("() => document.getElementById('read-text').setSelectionRange(3, 3)")
    ann.tap("take:green")
    expect(page.locator("#others-hands")).to_contain_text("still entering")
    assert page.locator("#read-text").input_value() == "orange, to"
    assert page.locator(".read-cards").get_attribute("open") is not None
    assert page.evaluate("() => document.activeElement.id") == "read-text"
    assert page.evaluate("() => document.activeElement.selectionStart") == 3
    page.locator("#read-text").blur()  # nor when the keyboard was put away
    ann.tap("n:token:1")
    ann.tap("n:token:2")
    for _ in range(2):
        with page.expect_response(lambda answer: asks(answer.request)):
            pass
    assert page.locator("#read-text").input_value() == "orange, to"


@pytest.mark.fresh
def test_a_page_out_of_sight_asks_nothing_and_catches_up_at_once(
    everybody: tuple[str, list[Phone]], server: Server
) -> None:
    code, (ann, bob, _, _) = everybody
    clock = bob.page.clock
    clock.install()
    bob.go(f"/t/{code}/deal")
    clock.pause_at(bob.page.evaluate("() => Date.now() + 1000"))
    asked: list[str] = []
    bob.page.on("request", lambda request: asked.append(request.url) if asks(request) else None)
    hide(bob, True)
    open_deal(ann, code)
    ann.tap("out:0")
    clock.run_for(20_000)
    assert asked == []
    with bob.page.expect_request(asks):  # though no time goes by
        hide(bob, False)
    assert len(asked) == 1
    clock.resume()
    expect(bob.page.locator("#hand1")).to_be_visible()


@pytest.mark.parametrize("page", ["", "tv"], ids=["scores", "large view"])
def test_a_screen_reader_is_told_of_a_new_deal(
    everybody: tuple[str, list[Phone]], server: Server, page: str
) -> None:
    """In a region that was there before, written to once: browsers tell of its changes."""
    code, (_, bob, *_) = everybody
    bob.go(f"/t/{code}/{page}")
    region = bob.page.locator("#told")
    expect(region).to_have_text("")
    bob.page.evaluate(
        """() => {
            const region = document.getElementById("told");
            window.said = [];
            new MutationObserver(() => window.said.push(region.isConnected && region.textContent))
                .observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    with closing(Store(server.folder / "companion.db")) as store:
        table = known_table(store, code)
        close(store, table, "Ann", {"Ann": "brown"})
        told = "Deal 1: Ann went out, £50. Ann leads."
        expect(region).to_have_text(told)
        for _ in range(2):
            with bob.page.expect_response(lambda answer: asks(answer.request)):
                pass
        assert bob.page.evaluate("() => window.said") == [told]
    check(bob)


def asks(request: Request) -> bool:
    """Whether a page asks if it is current."""
    return "seen=" in request.url


def hide(phone: Phone, hidden: bool) -> None:
    """The browser is put away, or taken up again."""
    phone.page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


OF_EVERY_ROLE = {
    "player": ("", "deal", "join", "phones", "setup"),
    "looker": ("", "deal", "join", "tv"),
    "keeper": ("", "deal", "phones"),
}
"""The pages that are not the same for all, each for those who have the most on it."""


def test_pages_of_every_role(server: Server, new_phone: NewPhone) -> None:
    """No violation that axe finds, no sideways scrolling, 44 px: for players and lookers too."""
    phones = {role: new_phone(server, SMALL) for role in OF_EVERY_ROLE}
    code = phones["keeper"].new_table("classic-uk", ["Ann", "Bob", "W" * 40])
    player = phones["player"]
    seated(player, code, 1)
    open_deal(player, code)
    check(player)
    player.tap("out:1")
    for role, pages in OF_EVERY_ROLE.items():
        for page in pages:
            phones[role].go(f"/t/{code}/{page}")
            phones[role].unfold()
            check(phones[role])


def test_without_scripts_a_link_refreshes(
    server: Server, new_phone: NewPhone, everybody: tuple[str, list[Phone]]
) -> None:
    code, (ann, *_) = everybody
    plain = new_phone(server, scripts=False)
    free(server, code, 2)
    sit(plain, code, 2)
    open_deal(plain, code)
    open_deal(ann, code)
    ann.tap("out:0")
    plain.press(plain.page.get_by_role("link", name="Refresh"))
    plain.tap("nothing:2")
    expect(plain.page.locator("#others-hands")).to_be_visible()
