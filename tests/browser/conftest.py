"""A real server, a real Chromium with touch, and phones to hold.

Chromium is Debian's package chromium-headless-shell (the same engine without windows, which needs
less than half the processor time), otherwise chromium, or what CHROMIUM names. Without it these
tests are skipped and say so. With COMPANION_BROWSER=required, as in CI, a missing browser is a
failure.
"""

import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from io import BytesIO, StringIO
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from companion.cli.score import score_lines
from companion.game.make_tap import Made, Posted, make_tap
from companion.game.taps import CLOSED, Tap
from companion.store import Store, Table
from tests.browser.phone import PATIENCE, UNHURRIED, Phone
from tests.server import forked

expect.set_options(timeout=PATIENCE)

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))),
    None,
)
UNWANTED = (
    # What Playwright switches off; the last such list is the one that counts.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    # Two pages of the browser's own, in a process of their own, for every window: most of the time
    # that a new phone takes.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    # What draws is a thread of the browser, not a process: a twentieth less for the processor.
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNWANTED)}",
    # No other machine is found: a page that asks one for anything says so on its console, and
    # `Phone` notes that. To be told of every request is a fifth of the work of opening a page.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 0.0.0.0",
]
ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "pictures"
TALL = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}


class Server:
    """`companion serve` in a process of its own, on a data folder that outlives it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: BaseProcess | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        places = {"PORT": str(self.port), "COMPANION_INSTANCE": str(self.folder)}
        self.process = forked.start({**os.environ, "HOST": "127.0.0.1", **places})

    def kill(self) -> None:
        """SIGKILL: no time to say goodbye."""
        if self.process is not None:
            forked.kill(self.process)
            self.process = None


def seat(
    server: Server,
    players: Sequence[str],
    edition: str = "classic-uk",
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A table made straight in the store, beside the running server; the first player deals."""
    store = Store(server.folder / "companion.db")
    table = store.create_table(
        edition=edition,
        options=options or {},
        players=players,
        first_dealer=players[0],
        banker=players[0],
        token=None,
    )
    store.close()
    return table


def tapped(server: Server, table: Table, *taps: str) -> str:
    """Makes these taps in the store, for what a test begins with; cards as text begin with "=". The
    address of the open deal then."""
    at = CLOSED
    with closing(Store(server.folder / "companion.db")) as store:
        for words in taps:
            tap = Tap.parse(f"line:{words[1:]}" if words.startswith("=") else words)
            posted = Posted(tap, at, store.draft(table).version)
            made = make_tap(store, table, posted, None, "")
            assert isinstance(made, Made), (words, made)
            at = made.result.at
    return f"/t/{table.code}/deal?at={at}"


def _running(folder: Path) -> Iterator[Server]:
    """A server with its data in this folder, until the test or tests that ask for it are done."""
    server = Server(folder)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _running(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def file_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for the tests of a file, apart from the tables of all the others."""
    yield from _running(tmp_path_factory.mktemp("file"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill and start it."""
    yield from _running(tmp_path / "data")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        reason = "no Chromium here: install chromium-headless-shell, or name one in CHROMIUM"
        if os.environ.get("COMPANION_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


NewPhone = Callable[..., Phone]
Shelf = dict[bool, list[Page]]
"""Pages that earlier tests had, with scripts and without: taking one up again is far quicker than a
new window with processes of its own."""


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    return {True: [], False: []}


def put_back(shelf: Shelf, phone: Phone) -> None:
    """Takes everything from a phone that a test may have left on it, for another test. What the
    pages kept (no page uses sessionStorage) is cleared from outside, once no script runs any more:
    to do so from a page of the server would take half as long again."""
    page, context = phone.page, phone.page.context
    phone.put_down()
    if phone.offline:  # the test failed
        context.close()
        return
    try:
        page.unroute_all()
        page.goto("about:blank")
        browser = context.new_cdp_session(page)
        kept = {"origin": phone.url, "storageTypes": "local_storage"}
        browser.send("Storage.clearDataForOrigin", kept)
        browser.detach()
        context.clear_cookies()
    except Error:  # the test failed and left no page
        context.close()
    else:
        shelf[phone.scripts].append(page)


@pytest.fixture
def new_phone(browser: Browser, shelf: Shelf, request: pytest.FixtureRequest) -> Iterator[NewPhone]:
    """``new_phone(server, SMALL, scripts=False, scheme="dark")``: a phone with touch. At the end of
    the test it must have seen no error of the page's scripts and asked nobody else for anything.

    A test that leaves more on its phones than can be taken from them (scripts of its own, a clock,
    a second page) has the mark `fresh`: its phones are new, and no other test gets them.
    """
    contexts: list[BrowserContext] = []
    phones: list[Phone] = []
    fresh = request.node.get_closest_marker("fresh") is not None

    def make(
        server: Server,
        size: dict[str, int] = TALL,
        *,
        scripts: bool = True,
        scheme: Literal["light", "dark"] = "light",
        worker: bool = False,
    ) -> Phone:
        if shelf[scripts] and not (fresh or worker):
            page = shelf[scripts].pop()
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.emulate_media(media="null", color_scheme=scheme)  # a test may have printed
            phones.append(Phone(page, server.url, scripts=scripts))
            return phones[-1]
        context = browser.new_context(
            # A service worker's own requests would be in the way of the other tests.
            service_workers="allow" if worker else "block",
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=True,
            is_mobile=True,
            java_script_enabled=scripts,
            color_scheme=scheme,
        )
        if fresh or worker:
            contexts.append(context)
        context.add_init_script(UNHURRIED)
        phones.append(Phone(context.new_page(), server.url, scripts=scripts))
        return phones[-1]

    yield make
    said = [phone.wrong for phone in phones if phone.wrong]
    for context in contexts:
        context.close()
    for phone in phones:
        if phone.page.context not in contexts:
            put_back(shelf, phone)
    assert said == []


@pytest.fixture
def picture() -> Callable[[Phone, str], None]:
    """Takes a picture of the phone into build/pictures/."""

    def take(phone: Phone, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        before, now = b"", phone.page.screenshot(animations="disabled")
        while before != now:  # until the tap's glow is gone
            before, now = now, phone.page.screenshot(animations="disabled")
        (PICTURES / f"{name}.png").write_bytes(now)

    return take


@cache
def _scored(lines: str) -> str:
    """A game asks for the same deals again after each of its deals."""
    out = StringIO()
    score_lines(BytesIO(lines.encode()), out, None)
    return out.getvalue()


def score(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What `companion score` writes for these deals."""
    said = _scored("".join(json.dumps(line) + "\n" for line in lines))
    return [json.loads(line) for line in said.splitlines()]
