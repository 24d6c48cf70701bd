"""What was measured, with goals: each figure beside what it was the last time on this machine.

Every run adds a line to ``build/bench.jsonl``. A run is compared with the last one before it that
was as long (``--quick`` or not), on the same Python and not on a machine that was too busy.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

HISTORY = Path(__file__).resolve().parent.parent / "build" / "bench.jsonl"
NOISY = 0.10
"""Above this spread of the yardstick a run says nothing for sure."""
CHANGED = 0.10
"""A smaller change than this may be chance."""


class Figure(NamedTuple):
    """One figure and its goal: at least that much if `least`, else at most."""

    name: str
    value: float
    goal: float
    least: bool

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.value >= self.goal if self.least else self.value <= self.goal

    @property
    def judged(self) -> str:
        """The goal, and whether it is reached: ``<= 0.33 reached``."""
        sign, verdict = ">=" if self.least else "<=", "reached" if self.reached else "MISSED"
        return f"{sign} {self.goal:,} {verdict}"


class Figures:
    """The figures of one run, in the order in which they were measured."""

    def __init__(self) -> None:
        self.all: list[Figure] = []
        self.spreads: dict[str, float] = {}

    def judge(self, name: str, value: float, goal: float, *, least: bool = False) -> str:
        """Keeps a figure; its goal and whether it is reached: ``<= 0.33 reached``."""
        figure = Figure(name, value, goal, least)
        self.all.append(figure)
        return figure.judged

    def yardstick(self, name: str, rounds: Sequence[float]) -> None:
        """Keeps how much the times of the same work differed from round to round: from the tenth
        to the ninetieth of a hundred, as a share of the middle one."""
        if len(rounds) >= 5:
            ordered = sorted(rounds)
            tenth = len(ordered) // 10
            self.spreads[name] = (ordered[-1 - tenth] - ordered[tenth]) / median(ordered)

    @property
    def noisy(self) -> bool:
        """Whether the machine was too busy to judge."""
        return any(spread > NOISY for spread in self.spreads.values())


def _shown(value: float) -> str:
    return f"{value:,.2f}" if value < 1000 else f"{value:,.0f}"


def percentile_99(times: Sequence[float]) -> float:
    """What 99 of 100 of these times do not exceed."""
    return sorted(times)[-(-99 * len(times) // 100) - 1]


def rounds_of(times: Sequence[float], at_a_time: int) -> list[float]:
    """The medians of the times, `at_a_time` in a row together."""
    ends = range(at_a_time, len(times) + 1, at_a_time)
    return [median(times[end - at_a_time : end]) for end in ends]


def last_run(history: Path, python: str, *, quick: bool) -> dict[str, Any] | None:
    """The last run that another can be compared with; None when there is none."""
    if not history.exists():
        return None
    found = None
    for line in history.read_text(encoding="utf-8").splitlines():
        run = json.loads(line)
        if (run["python"], run["quick"], run["noisy"]) == (python, quick, False):
            found = run
    return found


def rows(found: Figures, before: dict[str, Any] | None) -> list[str]:
    """The figures with goals, and what they were before."""
    lines = [f"{'figure':<58}{'now':>8}  {'goal':<18}{'before':>8}"]
    known: dict[str, float] = before["figures"] if before else {}
    for one in found.all:
        line = f"{one.name:<58}{_shown(one.value):>8}  {one.judged:<18}"
        if one.name in known:
            old = known[one.name]
            line += f"{_shown(old):>8}"
            change = (one.value - old) / old if old else 0
            if abs(change) > CHANGED:
                line += (
                    f"  {'better' if (change > 0) == one.least else 'WORSE'} by {abs(change):.0%}"
                )
        lines.append(line.rstrip())
    return lines


def print_summary(found: Figures, python: str, *, quick: bool, history: Path = HISTORY) -> None:
    """Prints all figures beside those of the last run, and keeps them for the next."""
    before = last_run(history, python, quick=quick)
    print("\n".join(rows(found, before)))
    print()
    for name, spread in found.spreads.items():
        print(f"Spread of the yardstick ({name}): {spread:.0%}")
    if found.noisy:
        print(
            f"TOO NOISY TO JUDGE: the same work took times that differ by more than {NOISY:.0%}. "
            "Try again when the machine is quiet."
        )
    if before:
        print(f"Before: the run of {before['when']}.")
    run = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": python,
        "quick": quick,
        "noisy": found.noisy,
        "figures": {one.name: round(one.value, 4) for one in found.all},
    }
    history.parent.mkdir(exist_ok=True)
    with history.open("a", encoding="utf-8") as file:
        file.write(json.dumps(run) + "\n")
    print(f"These figures are kept in {history}.")
