"""How many hands a second `companion score` answers, next to mahjong, and where the time goes.

One core: the processor time of the whole process, from its start to its end, against that of
mahjong called in a loop, in turns. So what else runs on the machine counts little. Two processes:
the time on the clock, against that of one.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, perf_counter_ns, process_time
from typing import Any, NamedTuple

from bench import engine, hands, riichi
from bench.figures import Figures
from companion.rules.contract import read_line
from companion.rules.payout import settle

# Where it is set, every process would compile the program anew. One that is installed does not.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

RUNS = 3
AT_A_TIME = 25
"""Lines of a block, about as many as `companion score` takes at a time."""
EDITIONS = ("classic-uk", "winning-moves-2017")
DISTRIBUTIONS = ("going out", "as dealt")
GOALS = {
    ("going out", ()): 1.5,
    ("as dealt", ()): 1.0,
    ("going out", ("--no-steps",)): 2.0,
    ("as dealt", ("--no-steps",)): 1.5,
}
"""The fewest hands per second: times those of mahjong, by kind of hand and options."""

Words = tuple[str, ...]


def lines_of(edition_id: str, distribution: str, number: int, seed: str) -> list[str]:
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
    return lines


# --- the whole process ---------------------------------------------------------------------------


class Run(NamedTuple):
    """How long one process took on the clock, and how much of a processor it used."""

    seconds: float
    processor: float


def run(source: Path, number: int, words: Words) -> Run:
    """Scores a file in a process of its own."""
    target = source.with_suffix(".out")
    command = [sys.executable, "-m", "companion", "score", *words, str(source)]
    with target.open("wb") as out:
        start, used = perf_counter(), _children()
        status = subprocess.run(command, stdout=out, check=False).returncode
        seconds = perf_counter() - start
        processor = _children() - used
    answers = target.read_bytes().count(b"\n")
    if status or answers != number:
        raise SystemExit(f"companion score ended with {status} after {answers} of {number} lines")
    return Run(seconds, processor or seconds)


def _children() -> float:
    """Processor seconds of the processes that ended; 0 where that is not known (Windows)."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:
        return 0.0
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def mahjong_per_second(every: Sequence[riichi.RiichiHand]) -> float:
    """Hands per second of processor time, called in a loop."""
    start = process_time()
    for hand in every:
        riichi.value(hand)
    return len(every) / (process_time() - start)


def measure(number: int, seed: str) -> tuple[dict[tuple[str, str, Words], float], float]:
    """Hands per second of each kind, and those of mahjong."""
    random = Random(f"{seed} riichi score")
    riichi_hands = [riichi.complete_hand(random) for _ in range(max(number // 4, 200))]
    rates: dict[tuple[str, str, Words], list[float]] = {}
    theirs = []
    with tempfile.TemporaryDirectory() as folder:
        sources = {}
        for edition_id in EDITIONS:
            for distribution in DISTRIBUTIONS:
                source = Path(folder) / f"{edition_id}-{distribution.replace(' ', '-')}.jsonl"
                source.write_text("".join(lines_of(edition_id, distribution, number, seed)))
                sources[edition_id, distribution] = source
        for _ in range(RUNS):
            theirs.append(mahjong_per_second(riichi_hands))
            for (edition_id, distribution), source in sources.items():
                for words in ((), ("--no-steps",)):
                    used = run(source, number, words).processor
                    rates.setdefault((edition_id, distribution, words), []).append(number / used)
    return {key: median(values) for key, values in rates.items()}, median(theirs)


def score_rows(number: int, seed: str, figures: Figures) -> list[str]:
    """Measures, and gives the table of `companion score`."""
    rates, theirs = measure(number, seed)
    lines = [f"{'companion score':<38}  {'hands':<10}{'per second':>11}{'ratio':>7}  goal"]
    for (edition_id, distribution, words), rate in rates.items():
        ratio = rate / theirs
        name = " ".join(("score", *words, edition_id, distribution))
        goal = figures.judge(name, ratio, GOALS[distribution, words], least=True)
        shown = " ".join((edition_id, *words))
        lines.append(f"{shown:<38}  {distribution:<10}{rate:>11,.0f}{ratio:>7.2f}  {goal}")
    lines.append(f"{f'mahjong {riichi.VERSION}, called in a loop, no JSON':<50}{theirs:>11,.0f}")
    return lines


# --- part by part --------------------------------------------------------------------------------

PARTS = ("read", "rule", "problems", "words", "JSON")


def parts_of(lines: Sequence[bytes]) -> list[float]:
    """Nanoseconds a line of each part of a block: reading, the rulings, the problems with their
    fixes, the sums in words, the JSON without them. As `companion score` does it: all lines are
    read, then all are ruled on, and so on."""
    times = [perf_counter_ns()]

    def done(result: Any) -> Any:
        times.append(perf_counter_ns())
        return result

    deals = done([read_line(line) for line in lines])
    settled = done([settle(edition, deal) for edition, deal in deals])
    done([one.findings for one in settled])
    done([one.steps(player) for one in settled for player in one.deal.players])
    done([one.as_text(steps=False) for one in settled])
    return [(end - start) / len(lines) for start, end in pairwise(times)]


def part_rows(number: int, seed: str) -> list[str]:
    """The table of the parts: median microseconds a hand of the blocks."""
    kinds = [(edition, hand) for edition in EDITIONS for hand in DISTRIBUTIONS]
    lines = {kind: [line.encode() for line in lines_of(*kind, number, seed)] for kind in kinds}
    times: dict[tuple[str, str], list[list[float]]] = {kind: [] for kind in kinds}
    for start in range(0, number, AT_A_TIME):
        for kind in kinds:
            times[kind].append(parts_of(lines[kind][start : start + AT_A_TIME]))
    rows = [f"{'microseconds a hand':<38}  {'hands':<10}" + "".join(f"{p:>10}" for p in PARTS)]
    for (edition_id, distribution), every in times.items():
        figures = [f"{median(part) / 1000:>10.1f}" for part in zip(*every, strict=True)]
        rows.append(f"{edition_id:<38}  {distribution:<10}" + "".join(figures))
    return rows


def print_table(number: int, seed: str, figures: Figures) -> None:
    """Measures, and prints what `python -m bench` says of `companion score`."""
    print(f"{number:,} lines of one hand, wilds as they come; median of {RUNS} runs", flush=True)
    print("\n".join(score_rows(number, seed, figures)), flush=True)
    print()
    print("\n".join(part_rows(max(number // 5, 400), seed)), flush=True)
