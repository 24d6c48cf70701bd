"""A row of amounts as bars of SVG: where every bar and label goes.

A game that was won has a star above its bar, so that it does not differ by colour alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.web.parts.line_chart import svg_number

WIDTH, HEIGHT = 300, 130
LEFT, RIGHT, TOP, BOTTOM = 4, 296, 30, 108
WIDEST = 26


class GameBar(NamedTuple):
    """One bar; `middle` is where its star goes when it was `won`."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    won: bool


@dataclass(frozen=True)
class Bars:
    """Everything the drawing needs; `best` labels the highest bar, `average` the line across."""

    bars: tuple[GameBar, ...]
    best: str
    best_x: str
    best_anchor: str
    best_y: str
    average: str
    average_y: str
    first: str
    last: str
    description: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


def bars(
    values: Sequence[int],
    won: Sequence[bool],
    days: Sequence[str],
    average: int,
    *,
    word: str = "deal",
    amount: Callable[[int], str] = "{:,}".format,
) -> Bars | None:
    """The bars of some games, the oldest first; None for fewer than two.

    `days` are the days of the games in words, `average` is where the line goes, `word` what the
    box calls a deal, and `amount` writes an amount.
    """
    if len(values) < 2:
        return None
    most = max(values)
    down = (BOTTOM - TOP) / max(most, average, 1)
    best = values.index(most)
    middle = LEFT + (RIGHT - LEFT) / len(values) * (best + 0.5)
    anchor = "start" if middle < 60 else "end" if middle > WIDTH - 60 else "middle"
    edge = {"start": LEFT, "middle": middle, "end": RIGHT}[anchor]
    wins = sum(won)
    return Bars(
        bars=tuple(
            GameBar(
                x=x,
                y=svg_number(BOTTOM - down * value),
                width=width,
                height=svg_number(down * value),
                middle=centre,
                won=star,
            )
            for (x, width, centre), value, star in zip(
                _columns(len(values)), values, won, strict=True
            )
        ),
        best=amount(most),
        best_x=svg_number(edge),
        best_anchor=anchor,
        best_y=svg_number(TOP - 20),
        average=amount(average),
        average_y=svg_number(BOTTOM - down * average),
        first=days[0],
        last=days[-1],
        description=_described(days, wins, word, tuple(map(amount, (most, values[-1], average)))),
    )


@lru_cache(maxsize=32)
def _columns(number: int) -> tuple[tuple[str, str, str], ...]:
    """The left edge, the width and the middle of each bar, for this number of bars."""
    across = (RIGHT - LEFT) / number
    width = min(across * 0.72, WIDEST)
    middles = [LEFT + across * (bar + 0.5) for bar in range(number)]
    return tuple(
        (svg_number(middle - width / 2), svg_number(width), svg_number(middle))
        for middle in middles
    )


def _described(days: Sequence[str], wins: int, word: str, amounts: tuple[str, ...]) -> str:
    """The chart in words, to be read aloud; `amounts`: of the best game, of the last and of all."""
    best, last, every = amounts
    return (
        f"{len(days)} games from {days[0]} to {days[-1]}, {wins} of them won. "
        f"What one {word} paid on average: {best} in the best game, {last} in the last, "
        f"{every} in all."
    )
