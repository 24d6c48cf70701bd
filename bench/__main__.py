"""Microseconds per hand by kind of hand, lines per second through `companion score`, how long the
luck of a reward takes, and how long the pages take and what they weigh (`bench.web`).

The mahjong package is measured in the same run: a few hands of every kind, a few riichi hands, and
round again, so that whatever slows the machine down slows down both. Every hand is timed once and
is new to the engine; what is made once per edition is made in the warm-up.
"""

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, perf_counter_ns
from typing import Any, NamedTuple

from bench import engine, hands, luck, players, reading, riichi, web
from companion.rules.payout import Settlement

WARM_UP = 200
AT_A_TIME = 25
SCORE_RUNS = 3
SCORE_GOAL = 8_000
GOALS = {0: 0.5, 2: 2.0}
"""At most so many times mahjong's median, by the number of wilds in the hand."""

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
        return None if self.role == REWARD else GOALS.get(self.wilds)


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
        """Times the next hands, one by one."""
        run, times, words = self.run, self.times, self.words
        cases = [self.cases.pop() for _ in range(min(number, len(self.cases)))]
        for case in cases:
            start = perf_counter_ns()
            answer = run(case)
            end = perf_counter_ns()
            put_in_words(answer)
            times.append(end - start)
            words.append(perf_counter_ns() - end)

    def median(self) -> float:
        """In microseconds."""
        return median(self.times) / 1000

    def percentile_99(self) -> float:
        """In microseconds: 99 of 100 hands take no longer."""
        ordered = sorted(self.times)
        return ordered[-(-99 * len(ordered) // 100) - 1] / 1000

    def per_second(self) -> float:
        return len(self.times) / (sum(self.times) / 1e9)


def series_of(kind: Kind, number: int, seed: str) -> Series:
    """The hands of one kind; always the same for the same seed."""
    random = Random(f"{seed} {kind}")
    edition = engine.edition(kind.edition)
    make_hand = hands.going_out if kind.distribution == "going out" else hands.as_dealt
    rule = engine.rule_other if kind.role == OTHER else engine.rule_goer

    def make() -> tuple[Sequence[str], Sequence[str]]:
        cards = make_hand(random, edition, kind.wilds)
        return cards, hands.reward(random, edition, cards) if kind.role == REWARD else ()

    series = Series(lambda case: rule(edition, *case), make, number)
    if make_hand is hands.going_out:
        for cards, reward in series.cases[-WARM_UP:]:
            if not rule(edition, cards, reward).legal:
                raise SystemExit(f"The benchmark's own hand is not legal: {cards}")
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


def time_together(every: Sequence[Series]) -> None:
    """Times all series to their end, a few hands of each in turn."""
    for series in every:
        series.warm_up()
    gc.collect()
    gc.disable()
    try:
        while any(series.cases for series in every):
            for series in every:
                series.time(AT_A_TIME)
            gc.collect()
    finally:
        gc.enable()


# --- through the command -------------------------------------------------------------------------


def score_lines(edition_id: str, distribution: str, number: int, seed: str) -> str:
    """JSON Lines of two players, of whom only the goer's hand is entered; wilds as they come."""
    random = Random(f"{seed} score {edition_id} {distribution}")
    edition = engine.edition(edition_id)
    make_hand = hands.going_out if distribution == "going out" else hands.as_dealt
    lines = []
    for _ in range(number):
        cards = make_hand(random, edition, hands.wilds_as_shuffled(random, edition))
        deal = {
            "edition": edition_id,
            "players": engine.PLAYERS,
            "hands": {"A": cards},
            "went_out": "A",
        }
        lines.append(json.dumps(deal) + "\n")
    return "".join(lines)


def lines_per_second(source: Path, number: int) -> float:
    """One process from its start to its end."""
    target = source.with_suffix(".out")
    command = [sys.executable, "-m", "companion", "score", str(source)]
    with target.open("wb") as out:
        start = perf_counter()
        status = subprocess.run(command, stdout=out, check=False).returncode
        seconds = perf_counter() - start
    answers = target.read_bytes().count(b"\n")
    if status or answers != number:
        raise SystemExit(f"companion score ended with {status} after {answers} of {number} lines")
    return number / seconds


def time_score(number: int, seed: str) -> dict[tuple[str, str], float]:
    """Median lines per second by edition and distribution, the runs taken in turn."""
    with tempfile.TemporaryDirectory() as folder:
        sources = {}
        for edition_id in ("classic-uk", "winning-moves-2017"):
            for distribution in ("going out", "as dealt"):
                source = Path(folder) / f"{edition_id}-{distribution.replace(' ', '-')}.jsonl"
                source.write_text(score_lines(edition_id, distribution, number, seed))
                sources[edition_id, distribution] = source
        runs: dict[tuple[str, str], list[float]] = {key: [] for key in sources}
        for _ in range(SCORE_RUNS):
            for key, source in sources.items():
                runs[key].append(lines_per_second(source, number))
    return {key: median(values) for key, values in runs.items()}


# --- the tables ----------------------------------------------------------------------------------


def hand_rows(rows: Sequence[tuple[Kind, Series]], theirs: Series) -> list[str]:
    """The table of single hands; figures in microseconds."""
    head = f"{'edition':<19}{'hand of the':<14}{'wilds':>5}  {'hands':<10}"
    lines = [f"{head}{'median':>8}{'99th %':>8}{'+words':>8}{'ratio':>7}  goal"]
    base = theirs.median()
    for kind, series in rows:
        ratio = series.median() / base
        goal = "" if kind.goal is None else f"<= {kind.goal:.1f} {web.verdict(ratio <= kind.goal)}"
        line = f"{kind.edition:<19}{kind.role:<14}{kind.wilds:>5}  {kind.distribution:<10}"
        line += f"{series.median():>8.1f}{series.percentile_99():>8.1f}"
        line += f"{median(series.words) / 1000:>8.1f}{ratio:>7.2f}  {goal}"
        lines.append(line.rstrip())
    name = f"mahjong {riichi.VERSION}, complete riichi hands"
    lines.append(f"{name:<50}{base:>8.1f}{theirs.percentile_99():>8.1f}{'':>8}{1:>7.2f}")
    return lines


def score_rows(rates: dict[tuple[str, str], float], theirs: Series) -> list[str]:
    """The table of `companion score`; hands per second."""
    lines = [f"{'companion score':<38}  {'hands':<10}{'per second':>11}  goal"]
    for (edition_id, distribution), rate in rates.items():
        goal = f">= {SCORE_GOAL:,} {web.verdict(rate >= SCORE_GOAL)}"
        lines.append(f"{edition_id:<38}  {distribution:<10}{rate:>11,.0f}  {goal}")
    name = f"mahjong {riichi.VERSION}, called in a loop, no JSON"
    lines.append(f"{name:<50}{theirs.per_second():>11,.0f}")
    return lines


def print_rules(number: int, lines: int, seed: str) -> None:
    """Measures, and prints the tables of the rules."""
    print(f"{number:,} hands of each kind, seed {seed}; times in microseconds")
    print("A hand is a whole deal of one entered hand: verdict, best arrangement and payouts.")
    print("+words: what the findings and the sum in words take on top of that (median).")
    print("going out: random complete hands of ten; as dealt: ten cards of the shuffled deck.")
    print("ratio: our median to mahjong's", flush=True)
    print()
    theirs = riichi_series(number, seed)
    rows = [(kind, series_of(kind, number, seed)) for kind in KINDS]
    time_together([*(series for _, series in rows), theirs])
    print("\n".join(hand_rows(rows, theirs)), flush=True)
    print()
    print(f"{lines:,} lines of one hand, wilds as they come; one process, median of {SCORE_RUNS}")
    print("\n".join(score_rows(time_score(lines, seed), theirs)), flush=True)


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
    if given.only in (None, "rules"):
        number = given.hands or (400 if given.quick else 4000)
        print_rules(number, given.lines or (2000 if given.quick else 20000), given.seed)
    if given.only in (None, "luck"):
        print()
        luck.print_table(60 if given.quick else 300, web.verdict)
    if given.only in (None, "reading"):
        print()
        reading.print_table(200 if given.quick else 2000, given.seed, web.verdict)
        print(flush=True)
    if given.only in (None, "web"):
        number = given.requests or (100 if given.quick else 400)
        web.print_tables(number, given.seed)
        print(flush=True)
        players.print_table(number, given.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
