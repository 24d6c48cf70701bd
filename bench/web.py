"""How long the pages take, next to a Flask view that does nothing, and how many bytes they send.

The companion's own server runs in a process of its own, once with few games and once with many. A
view that does nothing hangs beside it. One phone asks over one connection, for each page in turn
and round again, so that whatever slows the machine down slows down all of them.

``python -m bench.web FOLDER`` is that server: it prints its port and serves until it is ended.
"""

import gc
import gzip
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

from bench.figures import Figures, percentile_99, rounds_of
from companion.game.seats import Seats
from companion.rules.edition_file import load
from companion.settings import CHECKOUT
from companion.store import Store, Table
from tests.stored import checkpoint
from tests.web import planner
from tests.web.play import close_entry

EDITION, PLAYERS = "classic-uk", ("Ann", "Bob", "Cem", "Dee")
OPTIONS = {"target": 100_000}
"""Nobody reaches it, so all games are still on."""
DEALS, FEW, MANY, ANNS, ANNS_DEALS = 20, 30, 3_000, 300, 10
"""Deals of the game whose pages are asked for; games in the lists; games of one player, and their
deals."""
WARM_UP, ROUND = 10, 10

TAP_GOAL, PAGE_GOAL = 8.0, 12.0
"""The most that a tap and a page of DEALS deals may take: times the empty view."""
LIST_GOAL, PLAYER_GOAL = 2.0, 100
"""The most that a list of MANY games may take: times one of FEW; and a page of players, in
milliseconds."""
FIRST_LOAD_GOAL, ANSWER_GOAL = 40_000, 3_000
"""Bytes."""

BARE = "/bench/bare/"
FIELD = re.compile(r'name="(csrf_token|version|at)" value="([^"]*)"')
FOLLOWS = re.compile(r'id="live" hidden hx-get="([^"]+)"')
LINKED = re.compile(r'(?<!apple-touch-icon" )(?:href|src)="(/static/[^"#]+)')
"""What a page loads. The picture for a home screen is asked for only when a phone puts it there."""
IN_MEMORY = Path("/dev/shm")  # on Linux; elsewhere the data is on the disk
PLAYER = f"/player?name={PLAYERS[0]}"


# --- the server, in a process of its own ---------------------------------------------------------


def serve(folder: Path) -> None:
    """The companion as `companion serve` runs it, and beside it what does nothing."""
    from flask import Flask, render_template_string
    from werkzeug.middleware.dispatcher import DispatcherMiddleware

    from companion import create_app
    from companion.server.serve import listen

    bare = Flask("bare")
    line = "<!doctype html><p>Hello, {{ name }}.</p>\n"
    bare.add_url_rule("/", view_func=lambda: render_template_string(line, name="Ann"))
    both = DispatcherMiddleware(create_app(folder), {BARE.rstrip("/"): bare})
    server = listen(both, "127.0.0.1", 0)
    print(server.effective_port, flush=True)
    server.run()


@contextmanager
def running(folder: Path) -> Iterator[int]:
    """The port of a server for this data folder, which ends with the block."""
    command = [sys.executable, "-m", "bench.web", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            if not said.strip().isdigit():
                raise SystemExit("The benchmark's server did not start.")
            yield int(said)
        finally:
            process.terminate()


# --- the games -----------------------------------------------------------------------------------


def fill(folder: Path, seed: str, games: int) -> Path:
    """Makes a data folder with this many games, ANNS of them at most Ann's. The first has DEALS
    deals."""
    folder.mkdir()
    random = Random(f"{seed} games")
    with closing(Store(folder / "companion.db")) as store:
        seat(store, random, PLAYERS, DEALS)
        for number in range(1, games):
            first, deals = ("Ann", ANNS_DEALS) if number < ANNS else ("Eve", 1)
            seat(store, random, (first, *PLAYERS[1:]), deals)
        checkpoint(store)
    return folder


def seat(store: Store, random: Random, players: tuple[str, ...], deals: int) -> None:
    """Makes a table where this many typical deals were played."""
    table = store.create_table(
        edition=EDITION,
        options=OPTIONS,
        players=players,
        first_dealer=players[0],
        banker=players[0],
    )
    for _ in range(deals):
        deal = planner.typical(random, table.edition)
        entry = {
            "went_out": players[deal.went_out],
            "hands": {player: list(hand) for player, hand in zip(players, deal.hands, strict=True)},
            "reward": list(deal.reward),
        }
        close_entry(store, table, entry)


# --- a phone -------------------------------------------------------------------------------------


@dataclass
class Answer:
    """What came back, and how long it took in milliseconds, first byte out to last byte in."""

    status: int
    size: int
    text: str
    took: float


class Phone:
    """One connection, with the cookie of its session."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Accept-Encoding": "gzip"}

    def ask(
        self, address: str, form: dict[str, str] | None = None, *, htmx: bool = False
    ) -> Answer:
        """GET, or POST with a form; as htmx sends it, or as a browser does."""
        headers = {**self.headers, **({"HX-Request": "true"} if htmx else {})}
        body = None if form is None else urlencode(form)
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        start = perf_counter()
        self.connection.request("GET" if body is None else "POST", address, body, headers)
        response = self.connection.getresponse()
        content = response.read()
        took = (perf_counter() - start) * 1e3
        if response.status not in (200, 204):
            raise SystemExit(f"{address} was answered with {response.status}.")
        if cookie := response.getheader("Set-Cookie"):
            self.headers["Cookie"] = cookie.partition(";")[0]
        packed = response.getheader("Content-Encoding") == "gzip"
        text = gzip.decompress(content) if packed else content
        return Answer(response.status, len(content), text.decode("utf-8", "replace"), took)


class Tapper:
    """Enters one typical deal after the other at a table, tap by tap."""

    def __init__(self, phone: Phone, store: Store, table: Table, random: Random) -> None:
        self.phone, self.store, self.table, self.random = phone, store, table, random
        self.fields: dict[str, str] = {}
        self.taps: list[str] = []
        self.sizes: list[int] = []

    def tap(self) -> Answer:
        """The next tap that the server has to keep. Those that only open another hand are tapped
        on the way, and a new deal is begun when need be."""
        address = f"/t/{self.table.code}/deal"
        while True:
            if not self.taps:
                self.store.save_draft(self.table, self.store.draft(self.table).version, {})
                self.fields = dict(FIELD.findall(self.phone.ask(address).text))
                seats = Seats(load(EDITION, OPTIONS), PLAYERS)
                self.taps = planner.deal(seats, planner.typical(self.random, seats.edition))[::-1]
            version = self.fields["version"]
            tap = {**self.fields, "tap": self.taps.pop()}
            answer = self.phone.ask(address, tap, htmx=True)
            self.fields = dict(FIELD.findall(answer.text))
            self.sizes.append(answer.size)
            if self.fields["version"] != version:
                return answer


# --- measuring -----------------------------------------------------------------------------------


class Server:
    """A running server and the times of what was asked of it, in milliseconds."""

    def __init__(self, stack: ExitStack, folder: Path, seed: str) -> None:
        self.store = stack.enter_context(closing(Store(folder / "companion.db")))
        self.table, idle, *others = sorted(self.store.tables(), key=lambda table: table.id)
        self.phone = Phone(stack.enter_context(running(folder)))
        stack.enter_context(closing(self.phone.connection))
        self.tapper = Tapper(self.phone, self.store, self.table, Random(f"{seed} taps"))
        self.times = defaultdict[str, list[float]](list)
        sheet, summary = f"/t/{self.table.code}/", f"/t/{self.table.code}/summary"
        poll = unescape(FOLLOWS.findall(self.phone.ask(f"/t/{idle.code}/setup").text)[0])
        pages = {"bare": BARE, "tables": "/", "games": "/games", "players": "/players"}
        pages |= {"player": PLAYER, "sheet": sheet, "summary": summary}
        self.asks: dict[str, Callable[[], Answer]] = {
            name: lambda address=address: self.phone.ask(address)  # type: ignore[misc]
            for name, address in pages.items()
        }
        if len(others) < FEW:
            self.asks["poll"] = lambda: self.phone.ask(poll, htmx=True)
            self.asks["tap"] = self.tapper.tap

    def one_of_each(self, random: Random) -> None:
        """One more request of every kind, in any order."""
        for name in random.sample(sorted(self.asks), len(self.asks)):
            self.times[name].append(self.asks[name]().took)


def measure(few: Server, many: Server, number: int, seed: str) -> None:
    """`number` requests of each kind; those to warm up are not counted."""
    random = Random(f"{seed} order")
    gc.collect()
    gc.disable()
    for turn in range(WARM_UP + number):
        for server in (few, many):
            server.one_of_each(random)
            if turn == WARM_UP - 1:
                server.times.clear()
    gc.enable()


def first_load(phone: Phone, page: Answer) -> dict[str, int]:
    """Bytes that a phone loads that was never here: a number for "html", "css", "js" …"""
    kinds = defaultdict[str, int](int, html=page.size)
    for address in dict.fromkeys(LINKED.findall(page.text)):
        kinds[address.partition("?")[0].rpartition(".")[2]] += phone.ask(address).size
    return kinds


def print_tables(number: int, seed: str, figures: Figures) -> None:
    """Measures, and prints times and sizes of the pages."""
    with ExitStack() as stack:
        where = IN_MEMORY if IN_MEMORY.is_dir() else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=where)))
        folders = [fill(folder / str(games), seed, games) for games in (FEW, MANY)]
        few, many = (Server(stack, folder, seed) for folder in folders)
        measure(few, many, number, seed)
        print_times(few, many, figures)
        print()
        print_sizes(few, figures)


def print_times(few: Server, many: Server, figures: Figures) -> None:
    """Milliseconds, and the ratio to the empty view of the same server."""
    figures.yardstick("the empty view", rounds_of(few.times["bare"], ROUND))
    base = median(few.times["bare"])
    number = len(few.times["bare"])
    print(f"{number} requests of each kind, in milliseconds; ratio: to the empty view")
    print(f"{'request':<50}{'median':>8}{'99th %':>8}{'ratio':>7}  goal")
    for kind, name, goal in (
        ("bare", "an empty Flask view, a one-line template", None),
        ("poll", "is there anything new?", None),
        ("tap", "a tap on the open deal", TAP_GOAL),
        ("sheet", f"the scores of {DEALS} deals", PAGE_GOAL),
        ("summary", f"the summary of {DEALS} deals", PAGE_GOAL),
    ):
        times = few.times[kind]
        ratio = median(times) / base
        judged = "" if goal is None else figures.judge(name, ratio, goal)
        print(f"{name:<50}{median(times):>8.2f}{percentile_99(times):>8.2f}{ratio:>7.2f}  {judged}")
    print()
    print(f"{'list of':<50}{FEW:>8,}{MANY:>8,}{'ratio':>7}  goal")
    for kind in ("tables", "games"):
        short, long = median(few.times[kind]), median(many.times[kind])
        judged = figures.judge(f"list of {kind}", long / short, LIST_GOAL)
        print(f"{kind:<50}{short:>8.2f}{long:>8.2f}{long / short:>7.2f}  {judged}")
    # Everybody is looked at for the list of players: somebody may have been given another name.
    of_people = (("all players", "players"), (f"a player's page, {ANNS} games", "player"))
    for name, kind in of_people:
        times = many.times[kind]
        judged = figures.judge(name, median(times), PLAYER_GOAL)
        print(f"{name:<50}{median(times):>8.2f}{percentile_99(times):>8.2f}{'':>7}  {judged}")


def print_sizes(server: Server, figures: Figures) -> None:
    """Bytes of the bodies as they are sent, gzip where the server packs them."""
    phone, code = server.phone, server.table.code
    print(f"{'bytes as sent':<50}{'HTML':>8}{'CSS':>8}{'JS':>7}{'all':>8}  goal")
    for name, address in (
        (f"first load: the scores of {DEALS} deals", f"/t/{code}/"),
        ("first load: the open deal", f"/t/{code}/deal"),
    ):
        sizes = first_load(phone, phone.ask(address))
        total = sum(sizes.values())
        judged = figures.judge(name, total, FIRST_LOAD_GOAL)
        kinds = f"{sizes['html']:>8,}{sizes['css']:>8,}{sizes['js']:>7,}"
        print(f"{name:<50}{kinds}{total:>8,}  {judged}")
    answers = server.tapper.sizes
    judged = figures.judge("a tap, largest answer", max(answers), ANSWER_GOAL)
    print(f"{'a tap: median answer, largest answer':<50}{median(answers):>8,.0f}{max(answers):>8,}")
    print(f"{'':<81}  {judged}")


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
