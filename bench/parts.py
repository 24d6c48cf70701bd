"""What a tap, a sheet and a poll cost by part, as multiples of a bare Flask view.

The application runs in this process, without a server and with its data in memory, so that only
its own work is counted. A timer of the system looks every few milliseconds of processor time which
function is at work; the innermost of ours says to which part that belongs.
"""

import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from html import unescape
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time_ns
from types import FrameType
from typing import Any

from bench import bare, web
from bench.web import Answer
from companion import create_app
from companion.store import Store

EVERY = 0.001
"""Seconds of processor time between two looks; the system may make it some more."""
PARTS = ("read", "write", "rules", "view", "template", "pack", "check", "frame")
MEANING = (
    "read, write: the database; rules: what a hand pays, what a tap does; view: what the page",
    "shows; template: HTML; pack: gzip; check: who asks, and the form's token; frame: Flask",
)
FOLDERS = (
    ("companion/store/", "read"),
    ("companion/game/", "rules"),
    ("companion/rules/", "rules"),
    ("companion/web/site/answers.py", "pack"),
    ("companion/web/site/access.py", "check"),
    ("companion/web/site/http.py", "template"),
    ("companion/web/site/live.py", "template"),
    ("companion/web/site/assets.py", "template"),
    ("companion/web/", "view"),
    ("templates/", "template"),
)
WRITES = frozenset({"writing", "save_draft", "_save_draft", "close_deal"})


def part_of(frame: FrameType | None) -> str:
    """The part to which the work of this moment belongs."""
    part = ""
    while frame is not None:
        code = frame.f_code
        if not part:
            part = next((part for piece, part in FOLDERS if piece in code.co_filename), "")
        if part == "read" and code.co_name in WRITES:
            return "write"
        frame = frame.f_back
    return part or "frame"


class Inside(web.Phone):
    """A phone in the application's own process. An answer `took` processor time only."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self.app = app
        self.headers = {"Accept-Encoding": "gzip"}
        self.asking = False

    def _ask(
        self,
        method: str,
        address: str,
        body: bytes | None,
        headers: dict[str, str],
        status: int = 200,
    ) -> Answer:
        path, _, query = address.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body or b"")),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body or b""),
            "wsgi.errors": sys.stderr,
        }
        for name, value in headers.items():
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        said: list[Any] = []
        self.asking, start = True, thread_time_ns()
        answer = self.app(environ, lambda *line: said.extend(line))
        content = b"".join(answer)
        if callable(close := getattr(answer, "close", None)):
            close()
        self.asking, took = False, thread_time_ns() - start
        if not said[0].startswith(str(status)):
            raise SystemExit(f"{method} {address} was answered with {said[0]}.")
        got = dict(said[1])
        if cookie := got.get("Set-Cookie"):
            self.headers["Cookie"] = cookie.partition(";")[0]
        return Answer(content, got.get("Content-Encoding") == "gzip", took)


class Bench:
    """The application with a game, and what is asked of it."""

    def __init__(self, folder: Path, number: int, seed: str) -> None:
        self.tables = web.fill(folder, Random(f"{seed} tables"), web.WARM_UP + number)
        self.store = Store(folder / "companion.db")
        self.app = create_app(folder)
        self.phone = Inside(self.app)
        self.bare = Inside(bare.view())
        self.tapper = web.Tapper(self.phone, self.store, self.tables.game, Random(f"{seed} taps"))

    def ask(self, kind: str, turn: int) -> Answer:
        """One request of a kind."""
        if kind == "tap":
            return self.tapper.tap()
        if kind == "sheet":
            return self.phone.get(f"/t/{self.tables.game}/")
        if kind == "first":
            code, deal = self.tables.behind[turn]
            self.phone.get(f"/t/{code}/")
            web.close(self.store, web.table_of(self.store, code), deal)
            return self.phone.get(f"/t/{code}/")
        if kind == "summary":
            return self.phone.get(f"/t/{self.tables.behind[turn][0]}/summary")
        page = self.phone.get(f"/t/{self.tables.game}/setup")
        (address,) = web.FOLLOWS.findall(page.text())
        return self.phone.look(unescape(address))


KINDS = {
    "tap": "tap",
    "sheet": f"sheet of {web.DEALS} deals, looked at again",
    "first": f"sheet of {web.DEALS} deals, first look after a deal",
    "summary": f"summary of {web.DEALS} deals",
    "poll": "idle poll",
}


def measure(bench: Bench, kind: str, number: int) -> tuple[float, Counter[str]]:
    """How many times a bare view one request of this kind costs, and the looks by part."""
    looks: Counter[str] = Counter()
    phone = bench.phone
    # The others ask for pages between what is measured.
    counts = kind in ("tap", "sheet", "summary")

    def look(_: int, frame: FrameType | None) -> None:
        if phone.asking:
            looks[part_of(frame)] += 1

    took, base = [], []
    for turn in range(web.WARM_UP):
        bench.ask(kind, turn)
        bench.bare.get("/")
    before = signal.signal(signal.SIGPROF, look) if counts else None
    if counts:
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        for turn in range(web.WARM_UP, web.WARM_UP + number):
            took.append(bench.ask(kind, turn).took)
            base.append(bench.bare.get("/").took)
    finally:
        if counts:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
    return median(took) / median(base), looks


def rows(found: dict[str, tuple[float, Counter[str]]]) -> Sequence[str]:
    """A line for each kind of request: all of it, then its parts."""
    lines = [
        f"{'processor time, a bare view is 1.0':<46}{'all':>6}"
        + "".join(f"{part:>9}" for part in PARTS)
    ]
    for kind, (times, looks) in found.items():
        line = f"{KINDS[kind]:<46}{times:>6.1f}"
        if number := sum(looks.values()):
            line += "".join(f"{times * looks[part] / number:>9.1f}" for part in PARTS)
        lines.append(line)
    return lines


def print_table(number: int, seed: str) -> None:
    """Measures, and prints what a request costs by part; nothing where there is no such timer."""
    if not hasattr(signal, "setitimer"):
        return
    folder = Path(tempfile.mkdtemp(dir=web.IN_MEMORY if web.IN_MEMORY.is_dir() else None))
    try:
        bench = Bench(folder / "data", number, seed)
        with closing(bench.store):
            print("\n".join(rows({kind: measure(bench, kind, number) for kind in KINDS})))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(MEANING))
