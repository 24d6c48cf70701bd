"""The running totals as a few lines of SVG: where every line, mark and label goes.

Pure geometry in the units of the drawing; `templates/_chart.html` draws it. A player is told apart
by the dash of the line, and the mark and the name at its end, never by colour alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 210
LEFT, RIGHT, TOP, BOTTOM = 46, 204, 14, 186
"""The plot; the names stand to the right of it, the amounts to the left, the deals below."""

DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2", "12 4")
MARKS = ("●", "■", "▲", "◆", "○", "□")
"""One of each for every seat; the sheet shows the same mark beside the name."""

LABEL_STEP = 14
LONGEST_LABEL = 10
STEPS = (1, 2, 2.5, 5)


@dataclass(frozen=True)
class Line:
    """One player: the line, as a polyline takes it, and the label at its end, clear of others."""

    seat: int
    mark: str
    dash: str
    label: str
    points: str
    end_y: str
    label_y: str


@dataclass(frozen=True)
class Tick:
    """A grid line: where it is and what it says."""

    at: str
    text: str


@dataclass(frozen=True)
class Chart:
    """Everything the drawing needs. `target` is None where there is none or it is far away."""

    lines: tuple[Line, ...]
    amounts: tuple[Tick, ...]
    deals: tuple[Tick, ...]
    target: Tick | None
    description: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


def chart(
    players: Sequence[str],
    totals: Sequence[Mapping[str, int]],
    numbers: Sequence[int],
    target: int | None = None,
    *,
    amount: Callable[[int], str] = "{:,}".format,
) -> Chart | None:
    """The chart of the totals after each deal; None before the first deal.

    `numbers` are what the deals are called, for the line below. The target is drawn from the
    moment somebody is half-way there, so that a young game is not squeezed to the ground. `amount`
    is how the edition writes an amount.
    """
    if not totals:
        return None
    last = totals[-1]
    most = max(last.values())
    shown = target if target is not None and most * 2 >= target else None
    step = _step(max(most, shown or 0, 1))
    top = step * -(-max(most, shown or 0, 1) // step)
    across = (RIGHT - LEFT) / len(totals)
    down = (BOTTOM - TOP) / top

    def x(place: int) -> str:
        return _number(LEFT + across * place)

    def y(total: int) -> str:
        return _number(BOTTOM - down * total)

    ends = [BOTTOM - down * last[player] for player in players]
    label_ys = apart(ends)
    lines = []
    for seat, player in enumerate(players):
        amounts = [0, *(after[player] for after in totals)]
        lines.append(
            Line(
                seat=seat,
                mark=MARKS[seat],
                dash=DASHES[seat],
                label=shortened(player),
                points=" ".join(f"{x(place)},{y(total)}" for place, total in enumerate(amounts)),
                end_y=y(amounts[-1]),
                label_y=_number(label_ys[seat]),
            )
        )
    every = -(-len(numbers) // 7)  # so many numbers have room below
    return Chart(
        lines=tuple(lines),
        amounts=tuple(Tick(y(value), f"{value:,}") for value in range(0, top + 1, step)),
        deals=tuple(
            Tick(x(place), str(number))
            for place, number in enumerate(numbers, start=1)
            if (len(numbers) - place) % every == 0
        ),
        target=None if shown is None else Tick(y(shown), f"target {amount(shown)}"),
        description=_description(players, last, len(totals), amount),
    )


def _step(top: int) -> int:
    """The distance of the grid lines: 1, 2, 2½ or 5 times a power of ten, at most five of them."""
    power = 1
    while True:
        for factor in STEPS:
            step = factor * power
            if step == int(step) and top <= 5 * step:
                return int(step)
        power *= 10


def apart(wanted: Sequence[float]) -> list[float]:
    """Where labels go that would like to be at `wanted`: a line apart and inside the drawing."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    placed = list(wanted)
    edge = float(TOP)
    for place in order:
        placed[place] = edge = max(placed[place], edge)
        edge += LABEL_STEP
    edge = float(BOTTOM)
    for place in reversed(order):
        placed[place] = edge = min(placed[place], edge)
        edge -= LABEL_STEP
    return placed


def shortened(name: str) -> str:
    """A name as far as there is room for it beside the line."""
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1].rstrip() + "…"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _description(
    players: Sequence[str], last: Mapping[str, int], number: int, amount: Callable[[int], str]
) -> str:
    """The chart in words, the highest first."""
    ranked = sorted(players, key=lambda player: -last[player])
    after = "After 1 deal" if number == 1 else f"After {number} deals"
    return f"{after}: {', '.join(f'{name} {amount(last[name])}' for name in ranked)}."
