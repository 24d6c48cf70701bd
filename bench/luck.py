"""The luck of a reward: how long it takes to count what every draw of a deal would have paid."""

from statistics import median
from time import process_time

from bench.figures import Figures
from companion.rules.luck.reward import payouts_of_draws
from tests.rules.luck.plain import made_up

SECONDS_GOAL = 1.0
"""The most that any deal may take on one core."""


def print_table(number: int, figures: Figures) -> None:
    """Measures `number` deals, the same ones every time, and prints median and most."""
    seconds = []
    for deal in range(number):
        without = made_up(deal)
        start = process_time()
        payouts_of_draws(without, 5)
        seconds.append(process_time() - start)
    print(f"The luck of a reward: all draws of {number} deals, without, with one and two Chances")
    print(f"{'':<19}{'median':>8}{'most':>8}  goal")
    goal = figures.judge("the luck of a reward, seconds", max(seconds), SECONDS_GOAL)
    times = f"{median(seconds) * 1000:>8.0f}{max(seconds) * 1000:>8.0f}"
    print(f"{'milliseconds':<19}{times}  {goal}")
