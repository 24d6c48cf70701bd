"""How many tables one machine carries: ``python -m load --tables 300 --minutes 5``.

Starts a server of its own on 127.0.0.1 with its data in a folder of its own, seats this number of
tables with four phones each, and lets them play. Prints how many requests were answered how
quickly, and compares every table with the engine. With ``--kill N`` the server is killed N times
meanwhile; with ``--capacity`` the number of tables is searched. Exit status 1 when something was
lost, doubled, refused, wrong or not answered; times fail nothing.
"""

import argparse
import asyncio
import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bench.figures import percentile_99
from companion.store import Store
from load.phone import Phone
from load.server import CHECKOUT, Server, missing
from load.table import PLAYERS, Failed, Noted, Pace, Table, differences

MOST_TABLES, MOST_MINUTES = 2000, 60.0
LIMIT = 0.150
"""Seconds: what 99 of 100 requests are to be answered in."""
KINDS = {
    "look": "is there anything new? (every 2 s)",
    "tap": "a tap on the open deal",
    "close": "a deal confirmed",
    "page": "a whole page",
}

EMPTY_REQUESTS = 4_000
"""To a view that does nothing, whose processor time is the measure."""


class Outcome(NamedTuple):
    """What a run came to. `wrong` is what must not be, in words; `most`: seconds in which 99 of 100
    requests were answered; `unanswered`: how many never were."""

    lines: list[str]
    wrong: list[str]
    most: float = 0.0
    unanswered: int = 0


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the load that the words ask for; 0, 1 when something is wrong or not answered, 2 for bad
    words."""
    parser = argparse.ArgumentParser(prog="python -m load", description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=300, help="tables of four phones [300]")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long they play [5]")
    parser.add_argument("--play", type=float, default=120.0, help="seconds a deal takes [120]")
    parser.add_argument("--tap", type=float, default=2.0, help="seconds from tap to tap [2]")
    parser.add_argument("--capacity", action="store_true", help="search how many tables it carries")
    parser.add_argument("--workers", type=int, default=0, help="processes of the server [1 a core]")
    parser.add_argument("--checkout", type=Path, default=CHECKOUT, help="serve another checkout")
    parser.add_argument("--kill", type=int, default=0, help="how many times to kill the server [0]")
    parser.add_argument("--nginx", action="store_true", help="nginx before it")
    parser.add_argument("--tls", action="store_true", help="https, which costs the phones more")
    parser.add_argument("--host", default="127.0.0.1", help="127.0.0.1, and nothing else")
    given = parser.parse_args(argv)
    if given.host not in ("127.0.0.1", "localhost"):
        parser.error("the load goes to a server of its own on this machine, and nowhere else")
    if not 0 < given.tables <= MOST_TABLES or not 0 < given.minutes <= MOST_MINUTES:
        parser.error(f"at most {MOST_TABLES} tables and {MOST_MINUTES:.0f} minutes")
    if min(given.play, given.tap, given.kill) < 0:
        parser.error("no time and no number is negative")
    if given.tls and not given.nginx:
        parser.error("nginx speaks https: --tls goes with --nginx")
    lacking = missing(nginx=given.nginx)
    if lacking and (given.nginx or "gunicorn" not in lacking):
        parser.error(f"not installed here: {lacking}")
    most = MOST_TABLES if given.capacity else given.tables
    _many_files(most * len(PLAYERS) * 2 + 200)
    if given.capacity:
        outcome = search(lambda tables: _played(given, tables), given.tables)
    else:
        outcome = _played(given, given.tables)
    print("\n".join(outcome.lines))
    for line in outcome.wrong[:20]:
        print(f"WRONG: {line}")
    return 1 if outcome.wrong or outcome.unanswered else 0


def _played(given: argparse.Namespace, tables: int) -> Outcome:
    """This number of tables at a fresh server."""
    (CHECKOUT / "build").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="load-", dir=CHECKOUT / "build"))
    server = Server(
        folder,
        nginx=given.nginx,
        tls=given.tls,
        checkout=given.checkout.absolute(),
        workers=given.workers,
    )
    pace = Pace(given.play, given.tap)
    try:
        # Beside a server that is killed the processor time is not told.
        empty = None if given.kill else empty_view(folder / "empty")
        server.start()
        return asyncio.run(
            run(server, tables, given.minutes * 60, pace, kills=given.kill, empty=empty)
        )
    except Failed as problem:
        return Outcome([], [str(problem)])
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def search(played: Callable[[int], Outcome], first: int) -> Outcome:
    """The most tables of which 99 of 100 requests are answered within the limit, and none never, to
    about a tenth: twice as many while that goes well, then halfway between. Ends when something is
    wrong. The first run does not count: programs and data are read from the disk then."""
    good, bad, tables = 0, 0, first
    lines: list[str] = []
    if (outcome := played(first)).wrong:
        return outcome
    while tables > good and (not bad or bad - good > max(1, good // 10)):
        outcome = played(tables)
        if outcome.wrong:
            return Outcome([*lines, *outcome.lines], outcome.wrong)
        lines.append(f"{tables:>5} tables: 99 of 100 within {outcome.most * 1e3:.0f} ms")
        print(lines[-1], file=sys.stderr)
        if outcome.most <= LIMIT and not outcome.unanswered:
            good = tables
        else:
            bad = tables
        tables = (good + bad) // 2 if bad else min(2 * good, MOST_TABLES)
    return Outcome([*lines, f"capacity: {good} tables within {LIMIT * 1e3:.0f} ms"], [])


def empty_view(folder: Path) -> float | None:
    """Seconds of processor time that a request of a view that does nothing takes here, in the same
    server; None where the system does not say."""
    if not find_spec("gunicorn"):
        return None
    server = Server(folder, app="bench.bare:view()")
    server.start()
    try:
        asyncio.run(_ask_empty(server, 200))
        before = sum(server.busy().values())
        asyncio.run(_ask_empty(server, EMPTY_REQUESTS))
        after = sum(server.busy().values())
    finally:
        server.stop()
    return (after - before) / EMPTY_REQUESTS or None


async def _ask_empty(server: Server, number: int) -> None:
    phones = [Phone(server.target) for _ in range(8)]

    async def ask(phone: Phone) -> None:
        for _ in range(number // len(phones)):
            await phone.ask("/")
        await phone.close()

    await asyncio.gather(*map(ask, phones))


def _many_files(number: int) -> None:
    """Every phone is an open file here, and one in the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        number = min(number, hard)
    if soft < number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))


async def run(
    server: Server,
    tables: int,
    seconds: float,
    pace: Pace,
    *,
    kills: int,
    empty: float | None = None,
) -> Outcome:
    """Seats the tables, lets them play, and looks at what is left. `empty` is the processor time of
    an empty view."""
    log: list[Noted] = []
    seated = [Table(server.target, number, pace, log, seconds) for number in range(tables)]
    print(f"{tables} tables sit down …", file=sys.stderr)
    for first in range(0, tables, 20):
        await asyncio.gather(*(table.sit_down() for table in seated[first : first + 20]))
    setting_up = len(log)
    gc.disable()  # to look through the objects of all tables takes longer than an answer
    clock = asyncio.get_running_loop().time
    begun, mine, its = clock(), time.process_time(), server.busy()
    until = begun + seconds
    print(f"They play for {seconds:.0f} s …", file=sys.stderr)
    killing = asyncio.create_task(_kill(server, kills, seconds))
    await asyncio.gather(*(table.play(until) for table in seated))
    await killing
    took = clock() - begun
    lines = [
        f"{tables} tables, {tables * len(PLAYERS)} phones, {took:.0f} s, {_machine(server)}",
        f"{sum(len(table.confirmed) for table in seated):,} deals confirmed",
        f"processor: {_share(time.process_time() - mine, took)} of a core for the phones",
    ]
    used = {name: busy - its.get(name, 0.0) for name, busy in server.busy().items()}
    played = log[setting_up:]
    if not kills:
        lines[-1] += "".join(f", {_share(busy, took)} for {name}" for name, busy in used.items())
        lines += _each(sum(used.values()), len(played), empty)
    shown = {table.code: await table.shown() for table in seated}
    await asyncio.gather(*(table.leave() for table in seated))
    wrong = _compare(server, seated, shown)
    lines += ["", *figures(played, took, timed=not kills)]
    wrong += _failed(played, killed=bool(kills))
    if kills:
        lines.append(f"the server was killed {kills} times meanwhile")
    lines.append(
        "every table's deals and totals are those of the engine; the database is in order"
        if not wrong
        else f"{len(wrong)} things are wrong"
    )
    unanswered = 0 if kills else sum(note.status == 0 for note in played)
    return Outcome(lines, wrong, _within(played), unanswered)


def _failed(log: Sequence[Noted], *, killed: bool) -> list[str]:
    """Requests that were answered with an error of the server. While it is killed now and then, 502
    and 503 are to be expected."""
    return [
        f"a {note.kind} was answered with {note.status}"
        for note in log
        if note.status >= 500 and not (killed and note.status in (502, 503))
    ]


def _each(busy: float, requests: int, empty: float | None) -> list[str]:
    """What one request takes of the server's processor, with nginx, next to an empty view."""
    if not requests or not empty or not busy:
        return []
    each = busy / requests
    times = f"{each / empty:.2f} times an empty view"
    return [f"processor time a request: {each * 1e3:.2f} ms, {times}"]


def _within(log: Sequence[Noted]) -> float:
    """Seconds in which 99 of 100 requests were answered."""
    times = [note.took for note in log if note.status]
    return percentile_99(times) if times else 0.0


def _machine(server: Server) -> str:
    return f"{os.cpu_count()} cores, {'nginx and ' if server.nginx else ''}{server.program}"


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %"


async def _kill(server: Server, kills: int, seconds: float) -> None:
    """Kills the server and starts it anew, evenly over the time."""
    for _ in range(kills):
        await asyncio.sleep(seconds / (kills + 1))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.restart)


def _compare(
    server: Server, tables: Sequence[Table], shown: dict[str, dict[str, int]]
) -> list[str]:
    """What is not as the engine says, or is not in order."""
    wrong = [f"table {table.code}: {text}" for table in tables for text in table.problems]
    store = Store(server.data / "companion.db")
    try:
        found = store.rows("PRAGMA integrity_check")
        if [*found[0].values()] != ["ok"]:
            wrong.append(f"the database is damaged: {found}")
        for table in tables:
            kept = store.table(table.code)
            if kept is None:
                wrong.append(f"table {table.code} is gone")
                continue
            wrong += [
                f"table {table.code}: {text}"
                for text in differences(store.deals(kept), table.confirmed)
            ]
            if shown[table.code] != table.expected():
                wrong.append(
                    f"table {table.code} shows {shown[table.code]}, not {table.expected()}"
                )
    finally:
        store.close()
    return wrong


def figures(log: Sequence[Noted], seconds: float, *, timed: bool = True) -> list[str]:
    """Requests, and milliseconds by kind."""
    lines = [f"{'request':<36}{'number':>9}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'max':>8}"]
    rows = [(text, [note for note in log if note.kind == kind]) for kind, text in KINDS.items()]
    for text, notes in [*rows, ("all", list(log))]:
        times = sorted(note.took for note in notes if note.status)
        if times:
            middle, most = times[len(times) // 2], percentile_99(times)
            lines.append(
                f"{text:<36}{len(times):>9,}{len(times) / seconds:>10.1f}"
                f"{middle * 1e3:>9.1f}{most * 1e3:>9.1f}{times[-1] * 1e3:>8.0f}"
            )
    if timed:  # while the server is down everything waits
        reached = "reached" if _within(log) <= LIMIT else "MISSED"
        lines.append(f"goal: 99 of 100 within {LIMIT * 1e3:.0f} ms: {reached}")
    statuses = Counter(note.status for note in log)
    lines.append(
        "answers: "
        + ", ".join(
            f"{status or 'none'} × {number:,}" for status, number in sorted(statuses.items())
        )
    )
    return lines


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        sys.exit(main())
    sys.exit(130)
