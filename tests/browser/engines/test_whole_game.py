"""One whole game in Chromium, Firefox and WebKit: two deals, a false going out, a correction, undo
and redo, a win; in Chromium also without scripts. Each is skipped where the browser is missing;
pictures go to build/pictures.

Debian's packages: chromium, firefox-esr, and webkit2gtk-driver with xvfb.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

from tests.browser.conftest import PICTURES, NewPhone, Server
from tests.browser.engines.firefox import Firefox
from tests.browser.engines.screen import Browser, Screen
from tests.browser.engines.webkit import WebKit
from tests.browser.phone import Phone
from tests.browser.test_games import TOO_WIDE

PLAYERS = ("Anna", "Ben", "Cleo")
FALSE = ("out:0", "take:pink", "take:whitechapel-road", "n:token:6")
HAND = ("take:dark-blue", "up:1:house-3", "n:token:3", "n:go:1", "n:mr-monopoly:1")
"""With ten cards it pays £7,600: two deals of it win."""
SKETCHED = """(() => {
    const bar = document.querySelector('#bar').getBoundingClientRect();
    const glyphs = [...document.querySelectorAll("#deal svg.glyph use")]
        .filter(one => one.checkVisibility());
    return {
        below: Math.round(innerHeight - bar.bottom),
        part: bar.height / innerHeight,
        glyphs: glyphs.length,
        empty: glyphs.filter(one => !one.getBBox().width && !one.getBBox().height).length,
    };
})()"""
"""How far the bar is from the lower edge, its part of the screen, and how many of the glyphs in
sight are empty."""


STILL = """document.getAnimations().forEach(one => {
    if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish();
})"""
"""Brings to its end what still moves or changes its colour."""


class Chromium:
    """The phone of the other browser tests."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.said = phone.wrong

    def open(self, address: str) -> None:
        self.phone.page.goto(address)

    def run(self, script: str) -> Any:
        try:
            return self.phone.page.evaluate(script)
        except Error as error:
            raise RuntimeError(error.message) from error

    def touch(self, x: int, y: int) -> None:
        self.phone.page.touchscreen.tap(x, y)

    def picture(self) -> bytes:
        return self.phone.page.screenshot(animations="disabled")

    def close(self) -> None:
        """The other tests put the phone away."""


def found(*names: str) -> list[str]:
    """Where these programs are; skips the test when one is missing."""
    paths = [shutil.which(name) or next(map(str, Path("/").glob(name)), None) for name in names]
    if None in paths:
        pytest.skip(f"needs {', '.join(names)}")
    return [path for path in paths if path]


def firefox(folder: Path) -> Firefox:
    """Firefox with its profile in this folder; skips the test without one."""
    return Firefox(folder, *found("firefox-esr"))


def webkit(folder: Path) -> WebKit:
    """WebKit with what it keeps in this folder; skips the test without one."""
    mini = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"
    return WebKit(folder, *found("WebKitWebDriver", mini, "Xvfb"))


@pytest.fixture(params=["chromium", "without-scripts", "firefox", "webkit"])
def engine(
    request: pytest.FixtureRequest, new_phone: NewPhone, server: Server, tmp_path: Path
) -> Iterator[Browser]:
    opened: Browser
    if request.param in ("chromium", "without-scripts"):
        opened = Chromium(new_phone(server, scripts=request.param == "chromium"))
    elif request.param == "firefox":
        opened = firefox(tmp_path)
    else:
        opened = webkit(tmp_path)
    yield opened
    opened.close()


@pytest.mark.long
def test_a_whole_game(engine: Browser, server: Server, request: pytest.FixtureRequest) -> None:
    screen = Screen(engine, server.url)

    def look(name: str) -> None:
        assert screen.run(f"({TOO_WIDE})()") <= 0, name
        screen.run(STILL)
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / f"{request.node.callspec.id}-{name}.png").write_bytes(engine.picture())

    sit_down(screen)
    screen.tap(*FALSE)
    assert "May not go out" in screen.text("#bar")
    look("false-going-out")
    screen.press("#change")
    screen.press("#out-none")
    assert "Who went out?" in screen.text("#deal")
    win_a_deal(screen, look)
    look("pay-list")
    screen.press('#pay button[name="paid"]')
    code = str(screen.run("location.pathname")).split("/")[2]
    correct(screen, code)
    look("corrected")
    screen.press('#pay button[name="paid"]')
    undo_and_redo(screen, code)
    screen.press('.bottom-bar a[href$="/deal"]')
    win_a_deal(screen, look)
    assert "Ben wins!" in screen.text(".win-head")
    look("win")
    screen.go(f"/t/{code}/")
    assert screen.text(".win-total") == "£15,200"
    look("sheet-of-a-win")
    assert engine.said == []


def sit_down(screen: Screen) -> None:
    """From the first page to the first deal."""
    screen.go("/")
    screen.press('a[href*="/tables/new"]')
    screen.press('button[name="edition"][value="classic-uk"]')
    for place, name in enumerate(PLAYERS):
        screen.fill(f'[name="player-{place}"]', name)
    screen.press('button[name="do"][value="make"]')
    screen.press('a.main[href$="/deal"]')


def win_a_deal(screen: Screen, look: Any) -> None:
    """Ben goes out with ten cards and draws another GO; the others have nothing."""
    screen.tap("out:1", *HAND)
    assert "May go out" in screen.text("#bar")
    screen.run("scrollTo(0, 0)")  # without scripts the page is at the card that was tapped
    drawn = screen.run(SKETCHED)
    assert drawn["below"] == 0
    assert drawn["part"] <= 1 / 3
    assert drawn["glyphs"] > 5
    assert drawn["empty"] == 0
    look("open-deal")
    screen.tap("lay")
    look("reward")
    screen.tap("nothing:2", "nothing:0")
    screen.press("#do-close")


def correct(screen: Screen, code: str) -> None:
    """Anna had a set after all."""
    screen.go(f"/t/{code}/deals/1/correct")
    screen.tap("open:0", "take:orange", "open:")
    screen.press("#bar .main")
    screen.tick('[name="reason"][value="A card was forgotten"]')
    screen.press('button[name="do"][value="change"]')
    assert "£200" in screen.text("#pay0")


def undo_and_redo(screen: Screen, code: str) -> None:
    """The correction is taken back, and made again."""
    screen.go(f"/t/{code}/")
    screen.press(".acts .rises button")
    assert "£0" in screen.text(".race")
    screen.press('button[name="undone"]')
    assert "£200" in screen.text(".race")
