"""The phone alone: built once, served as plain files from a subfolder, in a browser of its own.

It is built with npm and the packages it fetches. Where that cannot be done the tests are skipped
and say so; with COMPANION_BROWSER=required it is a failure.
"""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page

from release.phone import build
from release.pyz import CannotBuild
from tests.browser.conftest import CHROMIUM, FLAGS, TALL
from tests.browser.phone import PATIENCE, UNHURRIED, Phone

PLACE = "/our/games/"
"""The subfolder in which it is served."""


class Builds(NamedTuple):
    """Three builds. The second has another page and style sheet; the third cannot have files in the
    browser, as if the browser had none."""

    first: Path
    second: Path
    no_files: Path


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    """Made by the first worker of this run that asks for them."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    made = Builds(*(shared / "phone" / name for name in Builds._fields))
    with open(shared / "phone.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.no_files.is_dir():
            _make(shared / "phone-files", made)
    return made


def _make(files: Path, made: Builds) -> None:
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    try:
        build.gather(files)
    except (CannotBuild, subprocess.CalledProcessError) as problem:
        if os.environ.get("COMPANION_BROWSER") == "required":
            raise
        pytest.skip(f"the phone alone cannot be built here: {problem}")
    build.seal(files, made.first)
    _make_other(made.first, made.second, {"index.html": b"\n", "shell.css": b"\n"})
    _make_other(made.first, made.no_files, {"worker.js": NO_FILES})


NO_ROOM_FOR = "Quota"
"""A name for which the database of that build has no room."""
NO_FILES = """
delete globalThis.FileSystemSyncAccessHandle;
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (part, key) {
  if (part.length && new TextDecoder().decode(part).includes("%s")) {
    throw new DOMException("no room", "QuotaExceededError");
  }
  return put.call(this, part, key);
};
""".replace("%s", NO_ROOM_FOR).encode()


def _make_other(first: Path, other: Path, added: dict[str, bytes]) -> None:
    """Another build, with something added to these files. The large ones are the same, for to pack
    them again takes seconds."""
    shutil.copytree(first, other)
    worker = (other / "sw.js").read_text("utf-8")
    old = re.findall('BUILD = "(.*)"', worker)[0]
    new = sha256(f"{old} {sorted(added)}".encode()).hexdigest()[: len(old)]
    worker = worker.replace(old, new)
    later = (first / "sw.js").stat().st_mtime + 10  # the server tells files apart by their second
    for name in {"index.html", *added}:
        data = (other / name).read_bytes()
        fresh = data.replace(old.encode(), new.encode()) + added.get(name, b"")
        (other / name).write_bytes(fresh)
        os.utime(other / name, (later, later))
        worker = worker.replace(_checksum(data), _checksum(fresh))
    (other / "sw.js").write_text(worker, encoding="utf-8")
    os.utime(other / "sw.js", (later, later))


def _checksum(data: bytes) -> str:
    return b64encode(sha256(data).digest()).decode()


class Site:
    """`python3 -m http.server` with a build in a subfolder."""

    def __init__(self, folder: Path, shown: Path) -> None:
        self.folder = folder / PLACE.strip("/")
        self.show(shown)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}{PLACE}"
        self.log = folder / "asked.log"
        self.start()

    def show(self, build: Path) -> None:
        """Puts a build in the place of the one before."""
        self.folder.unlink(missing_ok=True)
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        self.folder.symlink_to(build)

    def start(self) -> None:
        """Starts it and waits until it says that it serves."""
        root = self.folder.parents[PLACE.count("/") - 2]
        words = ["http.server", "--bind", "127.0.0.1", "--directory", str(root), str(self.port)]
        with open(self.log, "a") as log:
            self.server = subprocess.Popen(
                [sys.executable, "-u", "-m", *words], stdout=subprocess.PIPE, stderr=log
            )
        assert self.server.stdout is not None
        assert b"Serving" in self.server.stdout.readline()

    def cut(self) -> None:
        """The network is gone."""
        self.server.kill()
        self.server.wait()
        if self.server.stdout is not None:
            self.server.stdout.close()

    def asked(self) -> list[str]:
        """The lines of its log: what it was asked for."""
        return [line for line in self.log.read_text().splitlines() if '"' in line]


@pytest.fixture
def site(tmp_path: Path, builds: Builds) -> Iterator[Site]:
    served = Site(tmp_path / "web", builds.first)
    yield served
    served.cut()


class Framed:
    """The page in the shell's frame, to be asked as a page. What belongs to the window is asked of
    the shell: the frame fills it, so both have the same places."""

    WINDOW = (
        "touchscreen",
        "context",
        "on",
        "remove_listener",
        "set_default_timeout",
        "screenshot",
        "emulate_media",
    )

    def __init__(self, shell: Page) -> None:
        self.shell = shell

    @property
    def frame(self) -> Frame:
        """The frame, which is another one after each start."""
        return next(one for one in self.shell.frames if one.parent_frame)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.shell if name in self.WINDOW else self.frame, name)


class AlonePhone(Phone):
    """A phone that runs the companion by itself. Its browser keeps its data in `profile`."""

    def __init__(self, browser: Browser, profile: Path, site: Site) -> None:
        self.profile = profile
        self.site = site
        self.context = self._open(browser)
        self.shell = self.context.pages[0]
        super().__init__(Framed(self.shell), f"{site.url}app", scripts=True)  # type: ignore[arg-type]

    def _open(self, browser: Browser) -> BrowserContext:
        context = browser.browser_type.launch_persistent_context(
            str(self.profile),
            executable_path=CHROMIUM,
            args=FLAGS,
            viewport={"width": TALL["width"], "height": TALL["height"]},
            has_touch=True,
            is_mobile=True,
            accept_downloads=True,
        )
        context.add_init_script(UNHURRIED)
        return context

    def start(self, rest: str = "") -> None:
        """Opens the shell and waits until the application is there."""
        self.shell.goto(f"{self.site.url}{rest}")
        self.started()

    def started(self) -> None:
        """Waits until the application is there."""
        self.shell.locator("html[data-state='ready']").wait_for(timeout=PATIENCE)

    def says(self) -> str:
        """What the shell says where the application is not there."""
        return self.shell.locator("#words").inner_text()

    def kill(self) -> None:
        """SIGKILL to the browser: no time to say goodbye."""
        mine = f"--user-data-dir={self.profile}".encode()
        for words in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                given = words.read_bytes().split(b"\0")
                if mine in given and not any(one.startswith(b"--type=") for one in given):
                    os.kill(int(words.parent.name), signal.SIGKILL)
        with suppress(Error):
            self.context.close()


NewAlone = Callable[..., AlonePhone]


@pytest.fixture
def alone(browser: Browser, site: Site, tmp_path: Path) -> Iterator[NewAlone]:
    """``alone("profile")``: a phone whose browser keeps its data there. At the end it must have
    seen no error of the scripts."""
    phones: list[AlonePhone] = []

    def make(profile: str = "profile") -> AlonePhone:
        phones.append(AlonePhone(browser, tmp_path / profile, site))
        return phones[-1]

    yield make
    said = [phone.wrong for phone in phones if phone.wrong]
    for phone in phones:
        with suppress(Error):
            phone.context.close()
    assert said == []
