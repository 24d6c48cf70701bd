"""A short game in Firefox and in WebKit, in the middle of which the browser is killed. WebKit keeps
nothing once it ends when it is driven, so there only the page is left.

Each is skipped where the browser is missing. Debian's packages: see `engines/test_whole_game.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.browser.alone.conftest import Site
from tests.browser.engines.screen import Browser, Screen
from tests.browser.engines.test_whole_game import firefox, sit_down, webkit, win_a_deal

INSIDE = """(({contentWindow: window, contentDocument: document}, {location} = window) => %s)(
    document.querySelector('html[data-state="ready"] iframe'))"""
"""Asks the page in the frame."""


class Killed(Protocol):
    """A browser that can be ended, and opened again with what it has kept."""

    @property
    def browser(self) -> Browser:
        """The browser that is open now."""

    def kill(self) -> None:
        """An end without a goodbye, and another start."""


class KilledFirefox:
    """The whole browser is killed; its profile stays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.browser = firefox(folder)

    def kill(self) -> None:
        """SIGKILL to the browser, and another start."""
        self.browser.process.kill()
        self.browser.close()
        self.browser = firefox(self.folder)


class LeftWebKit:
    """Its driver ends with the page, so the page is left, which ends its worker."""

    def __init__(self, folder: Path) -> None:
        self.browser = webkit(folder)

    def kill(self) -> None:
        """Nothing is shown any more."""
        self.browser.open("about:blank")


class Inside:
    """The application in the shell, as a browser that shows its pages."""

    def __init__(self, killed: Killed, site: Site) -> None:
        self.killed, self.site = killed, site

    @property
    def said(self) -> list[str]:
        """Warnings and errors of the console."""
        return self.killed.browser.said

    def open(self, address: str) -> None:
        """Opens the shell with this page."""
        self.killed.browser.open("about:blank")
        self.killed.browser.open(address.replace(f"{self.site.url}app", f"{self.site.url}#"))

    def run(self, script: str) -> Any:
        """The value of an expression on the page in the frame."""
        return self.killed.browser.run(INSIDE % script)

    def touch(self, x: int, y: int) -> None:
        """The frame fills the screen."""
        self.killed.browser.touch(x, y)

    def picture(self) -> bytes:
        """The screen as PNG."""
        return self.killed.browser.picture()

    def close(self) -> None:
        """Ends the browser."""
        self.killed.browser.close()


@pytest.fixture(params=["firefox", "webkit"])
def killed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Killed]:
    opened = KilledFirefox(tmp_path) if request.param == "firefox" else LeftWebKit(tmp_path)
    yield opened
    opened.browser.close()


@pytest.mark.long
def test_a_short_game(killed: Killed, site: Site) -> None:
    inside = Inside(killed, site)
    screen = Screen(inside, f"{site.url}app")
    sit_down(screen)
    win_a_deal(screen, lambda name: None)
    code = str(screen.run("location.pathname")).split("/t/")[1].split("/")[0]
    # Firefox says so where a page is left before all of it came.
    assert [line for line in inside.said if "ServiceWorker intercepted" not in line] == []
    killed.kill()
    site.cut()
    screen.go(f"/t/{code}/")
    assert "£7,600" in screen.text(".race")
    screen.press('.bottom-bar a[href$="/deal"]')
    win_a_deal(screen, lambda name: None)
    assert "Ben wins!" in screen.text(".win-head")
