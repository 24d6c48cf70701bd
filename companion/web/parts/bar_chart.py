"""A row of amounts as bars of SVG: where every bar and label goes. Pure geometry, like `chart`.

A game that was won is told by a star above its bar, not by colour alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 130
LEFT, RIGHT, TOP, BOTTOM = 4, 296, 30, 108
WIDEST = 26


@dataclass(frozen=True)
class Bar:
    """One bar; `middle` is where its star stands when `won`."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    won: bool


@dataclass(frozen=True)
class Bars:
    """Everything the drawing needs. `best` labels the highest bar, `average_y` is the line across
    at the average that was given, `average` its amount."""

    bars: tuple[Bar, ...]
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
    amount: Callable[[int], str] = "{:,}".format,
) -> Bars | None:
    """The bars of some games, the oldest first; None for fewer than two, which are no picture.

    `days` are those of the games in words, `average` is what a line is drawn across at; `amount` is
    how an amount is written.
    """
    if len(values) < 2:
        return None
    most = max(values)
    down = (BOTTOM - TOP) / max(most, average, 1)
    across = (RIGHT - LEFT) / len(values)
    width = min(across * 0.72, WIDEST)
    drawn = []
    for place, (value, star) in enumerate(zip(values, won, strict=True)):
        x = LEFT + across * place + (across - width) / 2
        drawn.append(
            Bar(
                x=_number(x),
                y=_number(BOTTOM - down * value),
                width=_number(width),
                height=_number(down * value),
                middle=_number(x + width / 2),
                won=star,
            )
        )
    best = values.index(most)
    middle = LEFT + across * (best + 0.5)
    anchor = "start" if middle < 60 else "end" if middle > WIDTH - 60 else "middle"
    edge = {"start": LEFT, "middle": middle, "end": RIGHT}[anchor]
    wins = sum(won)
    return Bars(
        bars=tuple(drawn),
        best=amount(most),
        best_x=_number(edge),
        best_anchor=anchor,
        best_y=_number(TOP - 20),
        average=amount(average),
        average_y=_number(BOTTOM - down * average),
        first=days[0],
        last=days[-1],
        description=(
            f"{len(values)} games from {days[0]} to {days[-1]}, "
            f"{wins} of them won; a deal paid at most {amount(most)} on average, in the last game "
            f"{amount(values[-1])}; of all games it is {amount(average)}."
        ),
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
