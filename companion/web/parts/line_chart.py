"""The running totals as lines of SVG: where every line, sign and label goes.

`templates/parts/_chart.html` draws it. Players differ by the dash of the line and by the shape and
the name at its end, never by colour alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.rules.words import isolated, plural
from companion.web.parts.text_width import shortened_name

HEIGHT = 210
LEFT, TOP, BOTTOM = 46, 14, 186
"""The edges of the plot but the right one. The amounts are left of it, the deals below."""

ROOMY, DIGIT = len("50,000"), 8
"""The longest amount that has room left of the plot, and what each further letter needs."""

DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2", "12 4", "1 4", "12 3 2 3 2 3")
"""One for every seat. The shape at the end of a line is the player's everywhere (`signs.py`)."""

LABEL_STEP = 14


class Width(NamedTuple):
    """How far a drawing reaches to the right: the right edge of the plot, that of the drawing, how
    wide a name between them is at most (in its own size: what its shape leaves), and how many
    numbers of deals have room below."""

    right: int
    whole: int
    name: float
    numbers: int


NARROW = Width(right=200, whole=300, name=6.65, numbers=7)
WIDE = Width(right=260, whole=380, name=8.3, numbers=10)

STEPS = (1, 2, 2.5, 5)


class ChartLine(NamedTuple):
    """One player: the points of a polyline, and the label at its end, clear of other labels."""

    seat: int
    dash: str
    label: str
    points: str
    end_y: str
    label_y: str


class Tick(NamedTuple):
    """A place along an edge and its label."""

    at: str
    text: str


@dataclass(frozen=True)
class Chart:
    """Everything the drawing needs. `grid` is the path of the lines behind the amounts. `target` is
    None when the game has none or it is far away; its words stand at the left end of its line, or
    above the plot (`target_above`) where lines would go through them. `start` is the left edge of
    the drawing: below 0 where the amounts are long."""

    lines: tuple[ChartLine, ...]
    grid: str
    amounts: tuple[Tick, ...]
    deals: tuple[Tick, ...]
    target: Tick | None
    target_above: bool
    description: str
    start: int
    width: int
    right: int
    left: int = LEFT
    height: int = HEIGHT


def chart(
    players: Sequence[str],
    totals: Sequence[Mapping[str, int]],
    numbers: Sequence[int],
    target: int | None = None,
    width: Width = NARROW,
    *,
    amount: Callable[[int], str] = "{:,}".format,
    word: str = "deal",
) -> Chart | None:
    """The chart of the totals after each deal; None before the first deal.

    `numbers` are the numbers of the deals. The target is drawn once somebody is half-way there, so
    that the lines of a young game are not flat. `amount` writes an amount of the edition, `word` is
    what it calls a deal.
    """
    if not totals:
        return None
    last = totals[-1]
    most = max(last.values())
    shown = target if target is not None and most * 2 >= target else None
    highest = max(most, shown or 0, 1)
    step = _step(highest)
    top = step * -(-highest // step)
    down = (BOTTOM - TOP) / top
    xs, points = _across(len(totals), width.right)

    def height(total: int) -> float:
        return BOTTOM - down * total

    every = -(-len(numbers) // width.numbers)
    amounts = [Tick(svg_number(height(value)), f"{value:,}") for value in range(0, top + 1, step)]
    return Chart(
        lines=_lines(players, totals, points, height, width.name),
        grid="".join([f"M{LEFT} {tick.at}H{width.right}" for tick in amounts]),
        amounts=tuple(amounts),
        deals=tuple(
            Tick(xs[deal], str(number))
            for deal, number in enumerate(numbers, start=1)
            if (len(numbers) - deal) % every == 0
        ),
        target=None
        if shown is None
        else Tick(svg_number(height(shown)), f"target {amount(shown)}"),
        target_above=shown is not None and _most_early(totals) > shown,
        description=_description(players, last, plural(len(totals), word), amount),
        start=DIGIT * min(0, ROOMY - len(amounts[-1].text)),
        width=width.whole,
        right=width.right,
    )


def _most_early(totals: Sequence[Mapping[str, int]]) -> float:
    """The height of the highest line at two thirds of the way, between two deals where that falls
    there: this far the words at the line of the target reach."""
    deal, part = divmod(2 * len(totals), 3)
    before = totals[deal - 1] if deal else dict.fromkeys(totals[0], 0)
    after = totals[deal]
    return max(before[name] + part * (after[name] - before[name]) / 3 for name in before)


@lru_cache(maxsize=64)
def _across(deals: int, right: int) -> tuple[tuple[str, ...], str]:
    """The coordinates across, of the start and of this number of deals, the last of which is at
    `right`; and the points of a line at these, in which each height is still ``%.1f``."""
    across = (right - LEFT) / deals
    xs = tuple(svg_number(LEFT + across * deal) for deal in range(deals + 1))
    return xs, "".join([f"{x},%.1f " for x in xs])


def _lines(
    players: Sequence[str],
    totals: Sequence[Mapping[str, int]],
    points: str,
    height: Callable[[int], float],
    room: float,
) -> tuple[ChartLine, ...]:
    """The lines; `points` are those of each, in which the heights are still ``%.1f``, `height`
    gives the height of a total, and `room` is how wide a name is at most."""
    ends = [height(totals[-1][player]) for player in players]
    label_ys = apart(ends)
    lines = []
    for seat, player in enumerate(players):
        heights = [height(total) for total in (0, *[after[player] for after in totals])]
        lines.append(
            ChartLine(
                seat=seat,
                dash=DASHES[seat],
                label=isolated(shortened_name(player, room)),
                points=(points % tuple(heights)).replace(".0 ", " ").rstrip(),
                end_y=svg_number(ends[seat]),
                label_y=svg_number(label_ys[seat]),
            )
        )
    return tuple(lines)


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
    """The heights of labels, as near to `wanted` as they can be without overlapping."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = list(wanted)
    edge = float(TOP)
    for label in order:
        placed[label] = edge = max(placed[label], edge)
        edge += LABEL_STEP
    edge = float(BOTTOM)
    for label in reversed(order):
        placed[label] = edge = min(placed[label], edge)
        edge -= LABEL_STEP
    return placed


def svg_number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def _description(
    players: Sequence[str], last: Mapping[str, int], played: str, amount: Callable[[int], str]
) -> str:
    """The chart in words, the highest first."""
    ranked = sorted(players, key=lambda player: -last[player])
    return f"After {played}: {', '.join(f'{name} {amount(last[name])}' for name in ranked)}."
