"""The phone alone: whole games, without a network, after the browser was killed, and an update."""

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from companion.export.game import written
from companion.rules.edition_file import load
from companion.store import Store, backup, games
from tests.browser.alone.conftest import NO_ROOM_FOR, PLACE, AlonePhone, Builds, NewAlone, Site
from tests.browser.test_games import Deal, deal, scored, totals
from tests.browser.test_pages import CONTRAST, OTHER_RULES, check
from tests.often import OFTEN, in_prove
from tests.paper import Paper
from tests.web.play import close_entry

PLAYERS = ["Ann", "Ben"]
CLASSIC = [
    deal(
        "classic-uk",
        "Ben",
        {"Ben": "orange h1 token*2 mr-monopoly*2 go*2", "Ann": "chance mr-monopoly"},
        reward="h2, token",
    ),
    deal("classic-uk", "Ben", {"Ben": "dark-blue h1 h2 h3 token*3 mr-monopoly go", "Ann": "go"}),
]
"""Two deals, and Ben has won."""
LATER = [
    deal(
        "winning-moves-2017",
        "Ann",
        {"Ann": "green two-houses*2 token*4 go", "Ben": "orange"},
    ),
    deal("winning-moves-2017", "Ben", {"Ben": "yellow one-house token*5 go"}),
]
KILLS = {"first": 3, "no_files": 1}
"""How many taps the browser is killed after, by what keeps the games: files or its database."""


def play(
    phone: AlonePhone,
    edition: str,
    deals: Sequence[Deal],
    options: Mapping[str, str] | None = None,
) -> str:
    """A whole game by taps; its sums are what `companion score` says. The code of its table."""
    code = phone.new_table(edition, PLAYERS, options)
    for one in deals:
        phone.enter(code, edition, PLAYERS, one)
    assert phone.totals(code) == totals(PLAYERS, scored(edition, PLAYERS, deals))
    assert phone.shows(".win, .win-head")
    return code


def test_whole_games_with_and_without_a_network(
    alone: NewAlone, site: Site, tmp_path: Path
) -> None:
    phone = alone()
    phone.start()
    code = play(phone, "classic-uk", CLASSIC)
    phone.page.evaluate(AXE_SCRIPT)  # the headings of the shell are those of the page in its frame
    assert violations(phone.shell) == []
    policy = phone.shell.evaluate(
        "() => fetch('index.html').then(said => said.headers.get('Content-Security-Policy'))"
    )
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "inline" not in policy
    # Nothing was asked for outside of the folder, and nothing large twice.
    asked = [re.search(r'"(\w+) (\S+)', line) for line in site.asked()]
    paths = [found[2] for found in asked if found]
    assert [one for one in paths if not one.startswith("/our/games/")] == []
    assert [one for one in paths if "/app/" in one] == []
    large = [one for one in paths if one.endswith(".packed")]
    assert len(large) == len(set(large))

    site.cut()
    phone.shell.reload()
    phone.started()
    assert phone.shell.url.endswith(f"#/t/{code}/")  # the page that was shown
    other = play(phone, "winning-moves-2017", LATER, {"deals": "2"})
    # Back and Forward go from page to page in the frame, and the shell's address with them.
    phone.go(f"/t/{other}/summary")
    phone.shell.go_back()
    phone.shell.wait_for_url(re.compile(rf"#/t/{other}/$"))
    phone.shell.go_forward()
    phone.shell.wait_for_url(re.compile(rf"#/t/{other}/summary$"))
    # It prints as on a server, and its page may do what a page of a server may.
    paper = Paper(phone.shell, "Letter")
    assert len(paper) == 1
    assert "Ann, round 1" in paper.text
    may = phone.page.evaluate("() => document.featurePolicy.allowedFeatures()")
    assert {"clipboard-write", "screen-wake-lock"} <= {*may}
    assert phone.page.evaluate("() => 'speechSynthesis' in window")
    # A file that is nested so deeply that it would end Python is refused like any other.
    deep = tmp_path / "deep.json"
    deep.write_bytes(b"[" * 100_000 + b"]" * 100_000)
    phone.go("/games/import")
    phone.page.locator('input[type="file"]').set_input_files(deep)
    phone.press("form button.main")
    assert "not a game of the companion" in phone.page.locator("#oops-file").inner_text()
    # A game that was saved at home comes in, and is saved here with the same bytes.
    saved = saved_at_home(tmp_path)
    phone.page.locator('input[type="file"]').set_input_files(saved)
    phone.press("form button.main")
    phone.page.wait_for_url(re.compile(r"/t/\w+/$"))
    phone.go(f"{phone.page.url.removeprefix(phone.url)}summary")
    with phone.shell.expect_download() as saving:
        phone.page.locator('a[href$="game.json"]').tap()
    assert saving.value.suggested_filename.endswith("-ann-ben.json")
    assert Path(saving.value.path()).read_bytes() == saved.read_bytes()
    phone.go("/data")
    check(phone, both=True)
    with phone.shell.expect_download() as saving:
        phone.page.locator('a[href$="companion.db"]').tap()
    # All of it is brought back at home, where the game has the same bytes again.
    backup.restore(Path(saving.value.path()), tmp_path / "companion.db")
    with closing(Store(tmp_path / "companion.db")) as store:
        here = [written(games.history(store, table)) for table in store.tables()]
    assert len(here) == 3
    assert saved.read_bytes() in here


def saved_at_home(folder: Path) -> Path:
    """The file of a game that was played on a server."""
    with closing(Store(folder / "home.db")) as store:
        table = store.create_table(
            edition="classic-uk", options={}, players=PLAYERS, first_dealer="Ann", banker="Ann"
        )
        for one in CLASSIC:
            close_entry(store, table, one)
        data = written(games.history(store, table))
    file = folder / "game.json"
    file.write_bytes(data)
    return file


@pytest.mark.parametrize("build", in_prove(KILLS, {"no_files"}))
def test_what_was_answered_is_there_after_the_browser_was_killed(
    alone: NewAlone, site: Site, builds: Builds, build: str
) -> None:
    site.show(getattr(builds, build))
    phone = alone()
    phone.start()
    code = phone.new_table("classic-uk", PLAYERS)
    phone.go(f"/t/{code}/deal")
    phone.tap("out:0")
    cards = [card for group in load("classic-uk").groups for card in group.cards]
    taken: set[str] = set()
    for number in range(50 if OFTEN else KILLS[build]):
        card = cards[number % 10]
        phone.tap(f"give:{card}" if card in taken else f"take:{card}")
        taken ^= {card}
        phone.kill()
        phone = alone()
        phone.start(f"#/t/{code}/deal")
        kept = phone.measure('[name="tap"][value^="give:"]', "all => all.map(one => one.value)")
        assert {f"give:{card}" for card in taken} == {*kept} & {f"give:{card}" for card in cards}
    if build == "first":
        return
    # Where the database has no room, the companion stops, and the next start is without that tap.
    phone.go("/tables/new?edition=classic-uk")
    phone.page.locator('[name="player-0"]').fill(NO_ROOM_FOR)
    phone.page.locator('[name="player-1"]').fill("Ben")
    phone.page.locator('[name="do"][value="make"]').tap()
    expect(phone.shell.locator("#words")).to_contain_text("your last tap was not kept")
    phone.wrong.clear()
    phone.shell.goto(site.url)
    phone.started()
    home = phone.page.locator("main").inner_text()
    assert "Ann" in home
    assert NO_ROOM_FOR not in home


def quota(phone: AlonePhone, site: Site, size: int | None = None) -> None:
    """Lets the phone keep so many bytes; as many as usual without a size."""
    told: dict[str, object] = {"origin": site.url.removesuffix(PLACE)}
    if size is not None:
        told["quotaSize"] = size
    phone.context.new_cdp_session(phone.shell).send("Storage.overrideQuotaForOrigin", told)


def violations(shell: Page) -> list[str]:
    """What axe finds on the shell, in the light and in the dark."""
    shell.evaluate(AXE_SCRIPT)
    found = shell.evaluate(OTHER_RULES) + shell.evaluate(CONTRAST)
    shell.emulate_media(color_scheme="dark")
    return [one["id"] for one in found + shell.evaluate(CONTRAST)]


def test_a_second_window_a_full_phone_and_an_update(
    alone: NewAlone, site: Site, builds: Builds
) -> None:
    phone = alone()
    # Where the browser gives no room from the beginning, nothing starts.
    quota(phone, site, 1)
    phone.shell.goto(site.url)
    expect(phone.shell.locator("#words")).to_contain_text("no room")
    quota(phone, site)
    phone.wrong.clear()
    phone.shell.locator("#again").tap()
    phone.started()
    code = phone.new_table("classic-uk", PLAYERS)
    phone.go(f"/t/{code}/deal")
    phone.tap("out:0")
    # A second window waits, and says so; nothing of the first one is disturbed.
    second = phone.context.new_page()
    second.goto(site.url)
    expect(second.locator("#words")).to_contain_text("open in another window")
    assert violations(second) == []
    second.close()
    phone.tap("take:mayfair")
    # Where the browser gives no room, that is said, and nothing is pretended.
    quota(phone, site, 1)
    for _ in range(100):
        phone.press('[name="tap"][value$=":park-lane"]')
        if phone.page.locator("#unsent").is_visible():
            break
    expect(phone.page.locator("#unsent")).to_contain_text("no room")
    shown = phone.shows('[value="give:park-lane"]')
    quota(phone, site)
    phone.go(f"/t/{code}/deal")
    assert phone.shows('[value="give:park-lane"]') is shown
    phone.wrong.clear()
    # A new build is fetched beside this one, which goes on until the next start.
    before = phone.shell.locator("html").get_attribute("data-build")
    site.show(builds.second)
    phone.shell.evaluate("() => navigator.serviceWorker.ready.then(one => one.update())")
    phone.shell.locator("#later").tap()  # the bar goes, and the frame fills the window again
    phone.tap("n:token:1")
    assert phone.shell.locator("html").get_attribute("data-build") == before
    phone.shell.reload()
    phone.shell.locator(f"html[data-state='ready']:not([data-build='{before}'])").wait_for()
    assert phone.shell.url.endswith(f"#/t/{code}/deal")
    assert phone.shows('[value="give:mayfair"]')
