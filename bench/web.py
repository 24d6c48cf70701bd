"""How long the pages take, next to a view that does nothing, and how many bytes they send.

The companion's own server runs in a process of its own, once with its data in memory and once with
it on the disk. The bench hangs an empty view into the same application. One phone asks over one
connection that stays open, for each page in turn and round again, so that whatever slows the
machine down slows down all of them.

``python -m bench.web FOLDER`` is that server: it prints its port and serves until it is ended.
"""

import gc
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import NamedTuple
from urllib.parse import urlencode

from bench.figures import Figures, percentile_99, rounds_of
from companion.game.open_deal import OpenDeal
from companion.game.seats import Seats
from companion.rules.deal import Deal
from companion.rules.edition_file import load
from companion.rules.settlement import PaidDeal
from companion.store import Store, Table
from tests.stored import checkpoint
from tests.web import planner

EDITION = "classic-uk"
PLAYERS = ("Ann", "Bob", "Cem", "Dee")
OPTIONS = {"target": 100_000}
"""Nobody reaches it in DEALS deals, so the game is still on."""
DEALS = 20
POOL = 100
"""The number of different deals that all tables are made of."""
WARM_UP = 40
ROUND = 25
"""The number of times of the empty view that are compared together."""

TAP_GOAL, SHEET_GOAL, FIRST_GOAL, SUMMARY_GOAL, IDLE_GOAL = 3.0, 2.5, 4.0, 8.0, 0.4
"""The most that each may take: times the median of a bare Flask view of the same server."""
FIRST_LOAD_GOAL, ANSWER_GOAL = 30_000, 3_000
"""Bytes."""

CHECKOUT = Path(__file__).resolve().parent.parent
IN_MEMORY = Path("/dev/shm")  # on Linux; elsewhere everything is on the disk
COMMIT = bytes(8192)
"""About what one tap adds to the write-ahead log."""

EMPTY, BARE, AT_ONCE = "/bench/empty", "/bench/bare/", "/bench/at-once"
REQUESTS = ("empty", "bare", "at once", "new poll", "idle", "tap", "again", "first", "summary")
FIELD = re.compile(r'name="(csrf_token|version|at)" value="([^"]*)"')
FOLLOWS = re.compile(r'id="live" hidden hx-get="([^"]+)"')
LINKED = re.compile(r'(?<!apple-touch-icon" )(?:href|src)="(/static/[^"#]+)')
"""What a page loads. The picture for a home screen is asked for only when a phone puts it there."""


# --- the server, in a process of its own ---------------------------------------------------------


def serve(folder: Path) -> None:
    """The companion as `companion serve` runs it, and beside it what does nothing."""
    from jinja2 import ChoiceLoader
    from werkzeug.middleware.dispatcher import DispatcherMiddleware

    from bench import bare
    from companion import create_app
    from companion.server import serve as serving
    from companion.web.site.access import Who, may

    app = create_app(folder)
    app.jinja_loader = ChoiceLoader([bare.LINE, *([app.jinja_loader] if app.jinja_loader else [])])
    app.add_url_rule(EMPTY, view_func=may(Who.ANYBODY)(bare.empty))
    both = DispatcherMiddleware(app, {BARE.rstrip("/"): bare.view(), AT_ONCE: bare.at_once})
    server = serving.listen(both, "127.0.0.1", 0)
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


# --- the tables ----------------------------------------------------------------------------------


class Played(NamedTuple):
    """A deal that can be closed again and again, at any table."""

    entry: Deal
    settlement: PaidDeal


class Tables(NamedTuple):
    """What a data folder holds: the game that is on, and games one deal behind it, with the deals
    that are still to be closed there."""

    game: str
    behind: list[tuple[str, Played]]


def seats() -> Seats:
    return Seats(load(EDITION, OPTIONS), PLAYERS)


def play(random: Random) -> Played:
    """A typical deal, tapped in as on the page but without one."""
    here = seats()
    taps = planner.deal(here, planner.typical(random, here.edition))
    deal, _ = planner.tapped(OpenDeal(here), *taps)
    return Played(deal.entry(), deal.settled().paid())


def fill(folder: Path, random: Random, looks: int) -> Tables:
    """Makes the data folder."""
    folder.mkdir()
    with closing(Store(folder / "companion.db")) as store:
        pool = [play(random) for _ in range(POOL)]
        played = random.sample(pool, DEALS)
        game = seat(store, played, OPTIONS)
        behind = []
        for _ in range(looks):
            *played, last = random.sample(pool, DEALS)
            behind.append((seat(store, played, OPTIONS), last))
        checkpoint(store)
    return Tables(game, behind)


def seat(store: Store, played: Sequence[Played], options: dict[str, int]) -> str:
    """A table where these deals were played; its code."""
    table = store.create_table(
        edition=EDITION,
        options=options,
        players=PLAYERS,
        first_dealer=PLAYERS[0],
        banker=PLAYERS[0],
    )
    for deal in played:
        close(store, table, deal)
    return table.code


def close(store: Store, table: Table, deal: Played) -> None:
    version = store.draft(table).version
    store.close_deal(
        table,
        entry=deal.entry,
        settlement=deal.settlement,
        let_stand=False,
        token=f"bench-{version}",
        version=version,
    )


def table_of(store: Store, code: str) -> Table:
    table = store.table(code)
    if table is None:
        raise SystemExit(f"The benchmark's own table {code} is gone.")
    return table


# --- a phone -------------------------------------------------------------------------------------


class Times:
    """The times of one kind of request, or of anything else."""

    def __init__(self) -> None:
        self.all: list[int] = []

    def median(self) -> float:
        """In milliseconds."""
        return median(self.all) / 1e6

    def percentile_99(self) -> float:
        """In milliseconds: 99 of 100 take no longer."""
        return percentile_99(self.all) / 1e6


class Answer(NamedTuple):
    """What came back: the body as it was sent, and how long it took from the first byte of the
    request to the last one of the answer, in nanoseconds."""

    body: bytes
    packed: bool
    took: int

    def text(self) -> str:
        return (gzip.decompress(self.body) if self.packed else self.body).decode()


class Phone:
    """One connection that stays open, with the cookie of its session."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Accept-Encoding": "gzip"}

    def close(self) -> None:
        self.connection.close()

    def get(self, address: str) -> Answer:
        return self._ask("GET", address, None, self.headers)

    def look(self, address: str) -> Answer:
        """A poll by htmx for a page that is current."""
        return self._ask("GET", address, None, {**self.headers, "HX-Request": "true"}, status=204)

    def post(self, address: str, data: dict[str, str]) -> Answer:
        """A form as htmx sends it."""
        kind = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        return self._ask("POST", address, urlencode(data).encode(), {**self.headers, **kind})

    def _ask(
        self,
        method: str,
        address: str,
        body: bytes | None,
        headers: dict[str, str],
        status: int = 200,
    ) -> Answer:
        start = perf_counter_ns()
        self.connection.request(method, address, body, headers)
        response = self.connection.getresponse()
        content = response.read()
        took = perf_counter_ns() - start
        if response.status != status or (response.will_close and status != 204):
            raise SystemExit(f"{method} {address} was answered with {response.status}.")
        if response.will_close:  # waitress ends the connection after an empty answer
            self.connection.close()
            self.connection.connect()
        cookie = response.getheader("Set-Cookie")
        if cookie:
            self.headers["Cookie"] = cookie.partition(";")[0]
        return Answer(content, response.getheader("Content-Encoding") == "gzip", took)


class Tapper:
    """Enters one typical deal after the other at a table, tap by tap."""

    def __init__(self, phone: Phone, store: Store, code: str, random: Random) -> None:
        self.phone, self.store, self.code, self.random = phone, store, code, random
        self.address = f"/t/{code}/deal"
        self.fields: dict[str, str] = {}
        self.waiting: list[str] = []
        self.sizes: list[int] = []

    def tap(self) -> Answer:
        """The next tap that the server has to keep. Those that only open another hand are tapped
        on the way, and a new deal is begun when need be."""
        while True:
            if not self.waiting:
                self._begin()
            version = self.fields["version"]
            answer = self.phone.post(self.address, {**self.fields, "tap": self.waiting.pop()})
            self._read(answer)
            self.sizes.append(len(answer.body))
            if self.fields["version"] != version:
                return answer

    def _begin(self) -> None:
        table = table_of(self.store, self.code)
        self.store.save_draft(table, self.store.draft(table).version, {})
        self._read(self.phone.get(self.address))
        here = seats()
        self.waiting = planner.deal(here, planner.typical(self.random, here.edition))[::-1]

    def _read(self, answer: Answer) -> None:
        """What the page's form carries along."""
        self.fields = dict(FIELD.findall(answer.text()))


# --- measuring -----------------------------------------------------------------------------------


class Server:
    """A running server and the times of what was asked of it."""

    def __init__(self, port: int, store: Store, tables: Tables, seed: str) -> None:
        self.phone = Phone(port)
        self.store, self.tables = store, tables
        self.tapper = Tapper(self.phone, store, tables.game, Random(f"{seed} taps"))
        self.times = {name: Times() for name in REQUESTS}
        self.order = Random(f"{seed} order")

    def one_of_each(self, turn: int) -> None:
        """One more request of every kind, in any order; those to warm up are not counted."""
        asks = {
            "empty": lambda: self.phone.get(EMPTY),
            "bare": lambda: self.phone.get(BARE),
            "at once": lambda: self.phone.look(AT_ONCE),
            "new poll": self.poll,
            "idle": lambda: self.poll(2),
            "tap": self.tapper.tap,
        }
        if self.tables.behind:
            asks["again"] = lambda: self.sheet(self.tables.game)
            asks["first"] = lambda: self.first_look(*self.tables.behind[turn])
            asks["summary"] = lambda: self.summary(self.tables.behind[turn][0])
        for name in self.order.sample(sorted(asks), len(asks)):
            answer = asks[name]()
            if turn >= WARM_UP:
                self.times[name].all.append(answer.took)

    def poll(self, times: int = 1) -> Answer:
        """What a page asks every two seconds while nothing changes, for the last of these times."""
        page = self.phone.get(f"/t/{self.tables.game}/setup")
        (address,) = FOLLOWS.findall(page.text())
        return [self.phone.look(unescape(address)) for _ in range(times)][-1]

    def sheet(self, code: str) -> Answer:
        return self.phone.get(f"/t/{code}/")

    def summary(self, code: str) -> Answer:
        return self.phone.get(f"/t/{code}/summary")

    def first_look(self, code: str, deal: Played) -> Answer:
        """The sheet as the first one sees it after a deal was closed; it was seen before that."""
        self.sheet(code)
        close(self.store, table_of(self.store, code), deal)
        return self.sheet(code)


class Sizes(NamedTuple):
    """Bytes as sent of two pages and of what each links to: a number for "html", "css", "js" …"""

    sheet: dict[str, int]
    deal: dict[str, int]


class Measured(NamedTuple):
    """Everything the table says. `memory` is None where there is no folder in memory."""

    memory: Server | None
    disk: Server
    fsync: Times
    sizes: Sizes
    number: int


def commit(out: int) -> int:
    """Adds to a file and waits for the disk, as a tap does; how long that took."""
    start = perf_counter_ns()
    os.write(out, COMMIT)
    os.fsync(out)
    return perf_counter_ns() - start


def measure(number: int, seed: str) -> Measured:
    """`number` requests of each kind."""
    in_memory = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)
    (CHECKOUT / "build").mkdir(exist_ok=True)
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory(dir=CHECKOUT / "build")))]
        if in_memory:
            folders.insert(0, Path(stack.enter_context(tempfile.TemporaryDirectory(dir=IN_MEMORY))))
        folders = [folder / "data" for folder in folders]
        tables = fill(folders[0], Random(f"{seed} tables"), WARM_UP + number)
        servers = []
        for folder in folders:
            if folder is not folders[0]:
                shutil.copytree(folders[0], folder)
            store = stack.enter_context(closing(Store(folder / "companion.db")))
            port = stack.enter_context(running(folder))
            # The sheet writes nothing, so it is looked at in one place only.
            has = tables if folder is folders[0] else tables._replace(behind=[])
            servers.append(Server(port, store, has, seed))
            stack.enter_context(closing(servers[-1].phone))
        out = os.open(folders[-1] / "commits", os.O_WRONLY | os.O_CREAT)
        stack.callback(os.close, out)
        fsync = Times()
        gc.collect()
        gc.disable()
        try:
            for turn in range(WARM_UP + number):
                for server in servers:
                    server.one_of_each(turn)
                fsync.all.append(commit(out))
        finally:
            gc.enable()
        sizes = weigh(servers[0])
    return Measured(servers[0] if in_memory else None, servers[-1], fsync, sizes, number)


def weigh(server: Server) -> Sizes:
    """What a phone that was never here loads."""
    sheet = server.sheet(server.tables.game)
    table = table_of(server.store, server.tables.game)
    open_hand = OpenDeal(seats()).goes_out(0).as_json()
    server.store.save_draft(table, server.store.draft(table).version, open_hand)
    deal = server.phone.get(f"/t/{table.code}/deal")
    return Sizes(_weight(server, sheet), _weight(server, deal))


def _weight(server: Server, page: Answer) -> dict[str, int]:
    kinds = {"html": len(page.body), "css": 0, "js": 0}
    for address in dict.fromkeys(LINKED.findall(page.text())):
        kind = address.partition("?")[0].rpartition(".")[2]
        kinds[kind] = kinds.get(kind, 0) + len(server.phone.get(address).body)
    return kinds


# --- the tables that are printed -----------------------------------------------------------------


def time_rows(found: Measured, figures: Figures) -> list[str]:
    """Milliseconds, and the ratio to the empty view of the same server."""
    lines = [f"{'request':<50}{'median':>8}{'99th %':>8}{'ratio':>7}  goal"]

    def row(name: str, times: Times, base: Times | None, limit: float | None = None) -> None:
        line = f"{name:<50}{times.median():>8.2f}{times.percentile_99():>8.2f}"
        if base is not None:
            ratio = times.median() / base.median()
            line += f"{ratio:>7.2f}"
            if limit is not None:
                line += f"  {figures.judge(name, ratio, limit)}"
        lines.append(line)

    first = found.memory or found.disk
    where = "data in memory" if found.memory else "data on the disk"
    times, base = first.times, first.times["bare"]
    row(f"bare Flask view, a one-line template ({where})", base, base)
    row("the same in the companion", times["empty"], base)
    row("the server alone: the empty answer at once", times["at once"], base)
    row("poll: the page shows all there is", times["new poll"], base)
    row("idle poll: the same, asked again", times["idle"], base, IDLE_GOAL)
    row(f"tap ({where})", times["tap"], base, TAP_GOAL)
    row(f"sheet of {DEALS} deals, looked at again", times["again"], base, SHEET_GOAL)
    row(f"sheet of {DEALS} deals, first look after a deal", times["first"], base, FIRST_GOAL)
    row(f"summary of {DEALS} deals, first look", times["summary"], base, SUMMARY_GOAL)
    if found.memory:
        times, base = found.disk.times, found.disk.times["bare"]
        row("bare Flask view (data on the disk)", base, base)
        row("tap (data on the disk: it waits for it once)", times["tap"], base)
    row("  one write and fsync there, without the companion", found.fsync, None)
    return lines


def size_rows(found: Measured, figures: Figures) -> list[str]:
    """Bytes of the bodies as they are sent, gzip where the server packs them."""
    lines = [f"{'bytes as sent':<50}{'HTML':>8}{'CSS':>8}{'JS':>7}{'all':>8}  goal"]
    for name, sizes in (
        (f"first load: sheet of {DEALS} deals", found.sizes.sheet),
        ("first load: the deal, a hand open", found.sizes.deal),
    ):
        total = sum(sizes.values())
        line = f"{name:<50}{sizes['html']:>8,}{sizes['css']:>8,}{sizes['js']:>7,}{total:>8,}"
        lines.append(f"{line}  {figures.judge(f'{name}, bytes', total, FIRST_LOAD_GOAL)}")
    answers = found.disk.tapper.sizes  # the same taps as with the data in memory
    largest = max(answers)
    lines.append(f"{'tap, median answer':<50}{round(median(answers)):>8,}")
    goal = figures.judge("tap, largest answer, bytes", largest, ANSWER_GOAL)
    lines.append(f"{'tap, largest answer':<50}{largest:>8,}{'':>8}{'':>7}{'':>8}  {goal}")
    if icons := sum(size for kind, size in sizes.items() if kind not in ("html", "css", "js")):
        lines.append(f"all: with the icon, {icons:,}")
    return lines


def print_tables(number: int, seed: str, figures: Figures) -> None:
    """Measures, and prints what `python -m bench` says of the pages."""
    found = measure(number, seed)
    empty = (found.memory or found.disk).times["empty"]
    figures.yardstick("the empty view", rounds_of(empty.all, ROUND))
    print(f"{found.number:,} requests of each kind over one connection; times in milliseconds")
    print(
        f"{EDITION}, {len(PLAYERS)} players; the taps that enter typical deals, as htmx sends them."
    )
    print("ratio: the median to that of a bare Flask view of the same server")
    if not found.memory:
        print("There is no folder in memory here: the tap below waits for the disk.")
    print()
    print("\n".join(time_rows(found, figures)))
    print()
    print("\n".join(size_rows(found, figures)))


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
