"""Figures with goals, and how busy the machine was meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

NOISY = 0.10
"""Above this spread of the yardstick a run says nothing for sure."""


@dataclass
class Figures:
    """The goals of one run: how many were measured, and the names of those that were missed."""

    number: int = 0
    missed: list[str] = field(default_factory=list)
    spreads: dict[str, float] = field(default_factory=dict)

    def judge(self, name: str, value: float, goal: float, *, least: bool = False) -> str:
        """The goal, at most or at `least` this, and whether it is reached: ``<= 0.33 reached``."""
        self.number += 1
        reached = value >= goal if least else value <= goal
        if not reached:
            self.missed.append(name)
        return f"{'>=' if least else '<='} {goal:,} {'reached' if reached else 'MISSED'}"

    def yardstick(self, name: str, rounds: Sequence[float]) -> None:
        """Keeps how much the times of the same work differed from round to round: from the tenth
        to the ninetieth of a hundred, as a share of the middle one."""
        ordered = sorted(rounds)
        tenth = len(ordered) // 10
        self.spreads[name] = (ordered[-1 - tenth] - ordered[tenth]) / median(ordered)

    def summary(self) -> list[str]:
        """Which goals were missed, and whether the machine was quiet enough to say so."""
        lines = [f"{self.number - len(self.missed)} of {self.number} goals reached"]
        lines += [f"MISSED: {name}" for name in self.missed]
        for name, spread in self.spreads.items():
            lines.append(f"spread of the yardstick ({name}): {spread:.0%}")
            if spread > NOISY:
                lines.append("TOO NOISY TO JUDGE: try again when the machine is quiet.")
        return lines


def percentile_99(times: Sequence[float]) -> float:
    """What 99 of 100 of these times do not exceed."""
    return sorted(times)[-(-99 * len(times) // 100) - 1]


def rounds_of(times: Sequence[float], at_a_time: int) -> list[float]:
    """The medians of the times, `at_a_time` in a row together."""
    ends = range(at_a_time, len(times) + 1, at_a_time)
    return [median(times[end - at_a_time : end]) for end in ends]
