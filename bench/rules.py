"""How long a hand takes, next to the mahjong package: a whole deal of one entered hand, with its
verdict, the best arrangement and the payouts.

A few hands of every kind are timed, a few riichi hands, and round again, so that whatever slows the
machine down slows down both. Every hand is timed once and is new to the engine.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import Any

from bench import hands, riichi
from bench.figures import Figures, percentile_99, rounds_of
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.payout import settle

WARM_UP, AT_A_TIME = 200, 25
GOAL = 1.0
"""The most that a hand may take: times mahjong's median."""
GOER, REWARD, OTHER = "goer", "goer, reward", "other"
DISTRIBUTIONS = ("going out", "as dealt")


@dataclass(frozen=True)
class Kind:
    """One row of the table."""

    edition: str
    role: str
    wilds: int
    distribution: str


KINDS = [
    Kind(edition, role, wilds, distribution)
    for edition, roles in (
        ("classic-uk", (GOER, REWARD, OTHER)),
        ("winning-moves-2017", (GOER, OTHER)),
        ("classic-us", (GOER,)),
        ("deluxe", (GOER,)),
    )
    for role in roles
    for distribution in (DISTRIBUTIONS if role != REWARD else DISTRIBUTIONS[:1])
    for wilds in (0, 1, 2)
]


class Series:
    """The times of one kind of hand, in nanoseconds."""

    def __init__(self, run: Callable[[Any], Any], make: Callable[[], Any], number: int) -> None:
        self.run = run
        self.cases = [make() for _ in range(WARM_UP + number)]
        self.times: list[int] = []

    def warm_up(self) -> list[Any]:
        """The answers to the first hands, which are not timed."""
        return [self.run(self.cases.pop()) for _ in range(WARM_UP)]

    def time(self) -> None:
        """Times the next hands, one by one."""
        for _ in range(min(AT_A_TIME, len(self.cases))):
            case = self.cases.pop()
            start = perf_counter_ns()
            self.run(case)
            self.times.append(perf_counter_ns() - start)

    @property
    def median(self) -> float:
        """In microseconds."""
        return median(self.times) / 1000


def deal_of(edition: Edition, cards: Sequence[str], reward: Sequence[str], *, goer: bool) -> Deal:
    """The deal of two players in which A has these cards and B none; A goes out (`goer`), or nobody
    does."""
    return Deal(
        {"A": cards, "B": ()},
        "A" if goer else None,
        reward,
        jackpot=edition.options.get("jackpot_start"),
    )


def series_of(kind: Kind, number: int, seed: str) -> Series:
    """The hands of one kind, warmed up; always the same for the same seed."""
    random = Random(f"{seed} {kind}")
    edition = load(kind.edition, {"nobody_out": "score"})
    make_hand = hands.going_out if kind.distribution == "going out" else hands.as_dealt

    def make() -> Deal:
        cards = make_hand(random, edition, kind.wilds)
        drawn = hands.reward(random, edition, cards) if kind.role == REWARD else ()
        return deal_of(edition, cards, drawn, goer=kind.role != OTHER)

    series = Series(partial(settle, edition), make, number)
    legal = [settlement.legal for settlement in series.warm_up()]
    if kind.distribution == "going out" and not all(legal):
        raise SystemExit(f"The benchmark's own hands of {kind} are not legal.")
    return series


def riichi_series(number: int, seed: str) -> Series:
    """The riichi hands, warmed up; all of them have a value."""
    random = Random(f"{seed} riichi")
    series = Series(riichi.value, lambda: riichi.complete_hand(random), number)
    if any(answer.error or not answer.cost for answer in series.warm_up()):
        raise SystemExit("The benchmark's own riichi hands have no value.")
    return series


def print_table(number: int, seed: str, figures: Figures) -> None:
    """Measures `number` hands of each kind, and prints medians, and what 99 of 100 hands take."""
    theirs, yardstick = riichi_series(number, seed), riichi_series(AT_A_TIME, seed)
    rows = {kind: series_of(kind, number, seed) for kind in KINDS}
    same = list(yardstick.cases)
    gc.collect()
    gc.disable()
    while theirs.cases:
        for series in (*rows.values(), theirs):
            series.time()
        yardstick.cases = list(same)  # only the machine makes their times differ
        yardstick.time()
        gc.collect()
    gc.enable()
    figures.yardstick("the same riichi hands", rounds_of(yardstick.times, AT_A_TIME))
    print(f"{number:,} hands of each kind, in microseconds; ratio: to the median of mahjong")
    head = f"{'edition':<19}{'hand of the':<14}{'wilds':>5}  {'hands':<10}"
    print(f"{head}{'median':>8}{'99th %':>8}{'ratio':>7}  goal")
    for kind, series in rows.items():
        ratio = series.median / theirs.median
        name = f"{kind.edition:<19}{kind.role:<14}{kind.wilds:>5}  {kind.distribution:<10}"
        times = f"{series.median:>8.1f}{percentile_99(series.times) / 1000:>8.1f}{ratio:>7.2f}"
        print(f"{name}{times}  {figures.judge(name, ratio, GOAL)}")
    name = f"mahjong {riichi.VERSION}, complete riichi hands"
    print(f"{name:<50}{theirs.median:>8.1f}{percentile_99(theirs.times) / 1000:>8.1f}{1:>7.2f}")
