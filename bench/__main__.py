"""Microseconds per hand by kind of hand, lines per second through `companion score`, how long the
luck of a reward takes, and how long the pages take and what they weigh (`bench.web`).

The mahjong package is measured in the same run: a few hands of every kind, a few riichi hands, and
round again, so that whatever slows the machine down slows down both. Every hand is timed once and
is new to the engine; what is made once per edition is made in the warm-up.
"""

import argparse
import gc
import os
import platform
import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import Any, NamedTuple

from bench import engine, hands, luck, parts, players, reading, riichi, score, web
from bench.figures import Figures, percentile_99, print_summary, rounds_of
from companion.rules.settlement import Settlement

WARM_UP = 200
AT_A_TIME = 25
GOALS = {0: 0.33, 1: 0.5, 2: 1.0}
"""The most that a hand may take: times mahjong's median, by the number of wilds in it."""

GOER, REWARD, OTHER = "goer", "goer, reward", "other"


class Kind(NamedTuple):
    """One row of the table."""

    edition: str
    role: str
    wilds: int
    distribution: str

    @property
    def goal(self) -> float | None:
        """None with a reward, after which a hand is arranged a second time."""
        return None if self.role == REWARD else GOALS[self.wilds]

    @property
    def name(self) -> str:
        """As one line of the history has it."""
        return f"{self.edition}, {self.role}, {self.wilds} wilds, {self.distribution}"


KINDS = [
    *(
        Kind("classic-uk", role, wilds, distribution)
        for role, distributions in (
            (GOER, ("going out", "as dealt")),
            (REWARD, ("going out",)),
            (OTHER, ("going out", "as dealt")),
        )
        for distribution in distributions
        for wilds in (0, 1, 2)
    ),
    *(
        Kind("winning-moves-2017", role, wilds, distribution)
        for role, distributions in (
            (GOER, ("going out", "as dealt")),
            (OTHER, ("going out", "as dealt")),
        )
        for distribution in distributions
        for wilds in (0, 1, 2)
    ),
    *(
        Kind(edition, GOER, wilds, distribution)
        for edition in ("classic-us", "deluxe")
        for distribution in ("going out", "as dealt")
        for wilds in (0, 1, 2)
    ),
]


def put_in_words(answer: Any) -> None:
    """The findings and the sum line by line, as `companion score` prints them; riichi has none."""
    if isinstance(answer, Settlement):
        answer.as_json()


class Series:
    """The times of one kind of hand."""

    def __init__(self, run: Callable[[Any], Any], make: Callable[[], Any], number: int) -> None:
        self.run = run
        self.cases = [make() for _ in range(WARM_UP + number)]
        self.times: list[int] = []
        self.words: list[int] = []

    def warm_up(self) -> None:
        for _ in range(WARM_UP):
            put_in_words(self.run(self.cases.pop()))

    def time(self, number: int) -> None:
        """Times the next hands, one by one; then what putting them in words takes."""
        run, times = self.run, self.times
        cases = [self.cases.pop() for _ in range(min(number, len(self.cases)))]
        answers = []
        for case in cases:
            start = perf_counter_ns()
            answer = run(case)
            times.append(perf_counter_ns() - start)
            answers.append(answer)
        for answer in answers:
            start = perf_counter_ns()
            put_in_words(answer)
            self.words.append(perf_counter_ns() - start)

    def median(self) -> float:
        """In microseconds."""
        return median(self.times) / 1000

    def percentile_99(self) -> float:
        """In microseconds: 99 of 100 hands take no longer."""
        return percentile_99(self.times) / 1000


def series_of(kind: Kind, number: int, seed: str) -> Series:
    """The hands of one kind; always the same for the same seed."""
    random = Random(f"{seed} {kind}")
    edition = engine.edition(kind.edition)
    make_hand = hands.going_out if kind.distribution == "going out" else hands.as_dealt

    def make() -> engine.Deal:
        cards = make_hand(random, edition, kind.wilds)
        drawn = hands.reward(random, edition, cards) if kind.role == REWARD else ()
        return engine.deal(edition, cards, drawn, goer=kind.role != OTHER)

    series = Series(partial(engine.settle, edition), make, number)
    if make_hand is hands.going_out:
        for deal in series.cases[-WARM_UP:]:
            if not engine.settle(edition, deal).legal:
                raise SystemExit(f"The benchmark's own hand is not legal: {deal.hands}")
    return series


def riichi_series(number: int, seed: str) -> Series:
    """The riichi hands; all of them have a value."""
    random = Random(f"{seed} riichi")
    series = Series(riichi.value, lambda: riichi.complete_hand(random), number)
    for hand in series.cases[-WARM_UP:]:
        answer = riichi.value(hand)
        if answer.error is not None or not answer.cost:
            raise SystemExit(f"The benchmark's own riichi hand has no value: {answer.error}")
    return series


def time_together(every: Sequence[Series], yardstick: Series) -> None:
    """Times all series to their end, a few hands of each in turn. The yardstick is the same few
    hands every time: only the machine makes their times differ."""
    for series in (*every, yardstick):
        series.warm_up()
    same = list(yardstick.cases)
    gc.collect()
    gc.disable()
    try:
        while any(series.cases for series in every):
            for series in every:
                series.time(AT_A_TIME)
            yardstick.cases = list(same)
            yardstick.time(AT_A_TIME)
            gc.collect()
    finally:
        gc.enable()


# --- the tables ----------------------------------------------------------------------------------


def hand_rows(rows: Sequence[tuple[Kind, Series]], theirs: Series, figures: Figures) -> list[str]:
    """The table of single hands; times in microseconds."""
    head = f"{'edition':<19}{'hand of the':<14}{'wilds':>5}  {'hands':<10}"
    lines = [f"{head}{'median':>8}{'99th %':>8}{'+words':>8}{'ratio':>7}  goal"]
    base = theirs.median()
    for kind, series in rows:
        ratio = series.median() / base
        goal = "" if kind.goal is None else figures.judge(kind.name, ratio, kind.goal)
        line = f"{kind.edition:<19}{kind.role:<14}{kind.wilds:>5}  {kind.distribution:<10}"
        line += f"{series.median():>8.1f}{series.percentile_99():>8.1f}"
        line += f"{median(series.words) / 1000:>8.1f}{ratio:>7.2f}  {goal}"
        lines.append(line.rstrip())
    name = f"mahjong {riichi.VERSION}, complete riichi hands"
    lines.append(f"{name:<50}{base:>8.1f}{theirs.percentile_99():>8.1f}{'':>8}{1:>7.2f}")
    return lines


def say(text: str) -> None:
    """Prints at once."""
    print(text, flush=True)


def print_rules(number: int, lines: int, seed: str, figures: Figures) -> None:
    """Measures, and prints the tables of the rules."""
    say(f"{number:,} hands of each kind, seed {seed}; times in microseconds")
    say("A hand is a whole deal of one entered hand: verdict, best arrangement and payouts.")
    say("+words: what the findings and the sum in words take on top of that (median).")
    say("going out: random complete hands of ten; as dealt: ten cards of the shuffled deck.")
    say("ratio: our median to mahjong's")
    say("")
    theirs = riichi_series(number, seed)
    yardstick = riichi_series(AT_A_TIME, seed)
    rows = [(kind, series_of(kind, number, seed)) for kind in KINDS]
    time_together([*(series for _, series in rows), theirs], yardstick)
    figures.yardstick("the same riichi hands", rounds_of(yardstick.times, AT_A_TIME))
    say("\n".join(hand_rows(rows, theirs, figures)))
    say("")
    score.print_table(lines, seed, figures)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--only", choices=("rules", "luck", "reading", "web"), help="one part [all]"
    )
    parser.add_argument("--quick", action="store_true", help="a fast look with few hands")
    parser.add_argument("--hands", type=int, metavar="N", help="hands of each kind [4000]")
    parser.add_argument("--lines", type=int, metavar="N", help="lines for score [20000]")
    parser.add_argument("--requests", type=int, metavar="N", help="requests of each kind [400]")
    parser.add_argument("--seed", default="1", help="another seed, other hands [1]")
    given = parser.parse_args(words)

    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores", flush=True)
    figures = Figures()
    if given.only in (None, "rules"):
        number = given.hands or (400 if given.quick else 4000)
        lines = given.lines or (2000 if given.quick else 20000)
        print_rules(number, lines, given.seed, figures)
    if given.only in (None, "luck"):
        print()
        luck.print_table(60 if given.quick else 300, figures)
    if given.only in (None, "reading"):
        print()
        reading.print_table(200 if given.quick else 2000, given.seed, figures)
        print(flush=True)
    if given.only in (None, "web"):
        number = given.requests or (100 if given.quick else 400)
        web.print_tables(number, given.seed, figures)
        print(flush=True)
        parts.print_table(number, given.seed)
        print(flush=True)
        players.print_table(number, given.seed, figures)
    say("")
    print_summary(figures, python, quick=given.quick)
    return 0


if __name__ == "__main__":
    sys.exit(main())
