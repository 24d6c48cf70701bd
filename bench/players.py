"""A player with many games: how long the pages of games and players take, next to a bare
Flask view.

The games have a data folder and a server of their own, as in `bench.web`.
"""

import gc
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench import web
from bench.figures import Figures
from bench.web import BARE, CHECKOUT, EMPTY, IN_MEMORY, WARM_UP, Phone, Times
from companion.store import Store
from tests.stored import checkpoint

GAMES, DEALS = 300, 10
OPTIONS = {"target": 10_000}
"""After ten deals some of the games are over and some are not."""
POOL = 100
PAGE_GOAL = 5.0
"""The most that it may take: times the median of a bare Flask view."""
STARTS = 3

PLAYER = f"/player?name={web.PLAYERS[0]}"
AGAIN = {"player": PLAYER, "games": "/games", "players": "/players"}


class Measured(NamedTuple):
    """Times by kind, of the first look after each start, and the bytes of the player's page."""

    times: dict[str, Times]
    starts: Times
    size: int


def fill(folder: Path, random: Random) -> list[str]:
    """Makes the data folder; the codes of its tables."""
    folder.mkdir()
    with closing(Store(folder / "companion.db")) as store:
        pool = [web.play(random) for _ in range(POOL)]
        codes = [web.seat(store, random.sample(pool, DEALS), OPTIONS) for _ in range(GAMES)]
        checkpoint(store)
    return codes


def measure(number: int, seed: str) -> Measured:
    """`number` looks of each kind; before each first look a deal is closed in one of the games."""
    random = Random(f"{seed} players")
    in_memory = IN_MEMORY.is_dir()
    (CHECKOUT / "build").mkdir(exist_ok=True)
    times = {name: Times() for name in ("bare", *AGAIN, "first")}
    starts = Times()
    with ExitStack() as stack:
        where = IN_MEMORY if in_memory else CHECKOUT / "build"
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=where))) / "data"
        codes = fill(folder, random)
        for _ in range(STARTS):
            with web.running(folder) as port, closing(Phone(port)) as phone:
                phone.get(EMPTY)
                starts.all.append(phone.get(PLAYER).took)
        store = stack.enter_context(closing(Store(folder / "companion.db")))
        phone = stack.enter_context(closing(Phone(stack.enter_context(web.running(folder)))))
        size = len(phone.get(PLAYER).body)
        gc.collect()
        gc.disable()
        try:
            for turn in range(WARM_UP + number):
                for name in random.sample(sorted(times), len(times)):
                    if name == "first":
                        table = web.table_of(store, random.choice(codes))
                        web.close(store, table, web.play(random))
                    took = phone.get({"bare": BARE, **AGAIN}.get(name, PLAYER)).took
                    if name == "first":  # the other pages are looked at again
                        phone.get(PLAYER)
                    if turn >= WARM_UP:
                        times[name].all.append(took)
        finally:
            gc.enable()
    return Measured(times, starts, size)


def rows(found: Measured, figures: Figures) -> Sequence[str]:
    """Milliseconds, and the ratio to a bare Flask view of the same server."""
    names = {
        "bare": f"bare Flask view (a server with {GAMES} games)",
        "player": f"player page, {GAMES} games, looked at again",
        "first": f"player page, {GAMES} games, first look after a deal",
        "games": "list of games, looked at again",
        "players": "list of players, looked at again",
    }
    lines = [f"{'request':<50}{'median':>8}{'99th %':>8}{'ratio':>7}  goal"]
    base = found.times["bare"].median()
    for kind, name in names.items():
        times = found.times[kind]
        ratio = times.median() / base
        line = f"{name:<50}{times.median():>8.2f}{times.percentile_99():>8.2f}{ratio:>7.2f}"
        if kind in ("player", "first"):
            line += f"  {figures.judge(name, ratio, PAGE_GOAL)}"
        lines.append(line)
    start = f"player page, first look after a start (of {STARTS})"
    lines.append(f"{start:<50}{found.starts.median():>8.1f}")
    lines.append(f"{'player page, bytes as sent':<50}{found.size:>8,}")
    return lines


def print_table(number: int, seed: str, figures: Figures) -> None:
    """Measures, and prints what `python -m bench` says of a player with many games."""
    print(f"{GAMES} games of {DEALS} deals with the same player; times in milliseconds")
    print()
    print("\n".join(rows(measure(number, seed), figures)))
