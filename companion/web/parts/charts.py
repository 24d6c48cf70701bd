"""Charts of SVG: the running totals of a game as lines, the last games of a player as bars.

Here is where every line, bar and label goes; templates draw it. Nothing differs by colour alone:
players have a dash and a shape each, a game that was won has a star.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.words import isolated, plural
from companion.web.parts.scores import Scores
from companion.web.parts.text_width import shortened_name

# --- the running totals --------------------------------------------------------------------------

HEIGHT = 210
LEFT, TOP, BOTTOM = 46, 14, 186
"""The edges of the plot but the right one. The amounts are left of it, the deals below."""

ROOMY, DIGIT = len("50,000"), 8
"""The longest amount that has room left of the plot, and what each further letter needs."""

DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2", "12 4", "1 4", "12 3 2 3 2 3")
"""One for every seat. The shape at the end of a line is the player's everywhere (`signs.py`)."""

LABEL_STEP = 14
STEPS = (1, 2, 2.5, 5)


@dataclass(frozen=True)
class Width:
    """How far a drawing reaches to the right: the right edge of the plot, that of the drawing, how
    wide a name between them is at most (in its own size: what its shape leaves), and how many
    numbers of deals have room below."""

    right: int
    whole: int
    name: float
    numbers: int


NARROW = Width(right=200, whole=300, name=6.65, numbers=7)
WIDE = Width(right=260, whole=380, name=8.3, numbers=10)


@dataclass(frozen=True)
class ChartLine:
    """One player: the points of a polyline, and the label at its end, clear of other labels."""

    seat: int
    dash: str
    label: str
    points: str
    end_y: str
    label_y: str


@dataclass(frozen=True)
class Tick:
    """A place along an edge and its label."""

    at: str
    text: str


@dataclass(frozen=True)
class LineChart:
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


def totals_chart(scores: Scores, width: Width = NARROW) -> LineChart | None:
    """The totals of a game after each deal; None before the first deal."""
    sheet, edition = scores.sheet, scores.edition
    return line_chart(
        sheet.players,
        [row.totals for row in sheet.rows],
        list(scores.rows),
        sheet.target,
        width,
        amount=edition.amount,
        word=edition.deal_word,
    )


def line_chart(
    players: Sequence[str],
    totals: Sequence[Mapping[str, int]],
    numbers: Sequence[int],
    target: int | None = None,
    width: Width = NARROW,
    *,
    amount: Callable[[int], str] = "{:,}".format,
    word: str = "deal",
) -> LineChart | None:
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
    down = (BOTTOM - TOP) / (step * -(-highest // step))
    across = (width.right - LEFT) / len(totals)

    def x(deal: int) -> str:
        return svg_number(LEFT + across * deal)

    def y(total: int) -> str:
        return svg_number(BOTTOM - down * total)

    every = -(-len(numbers) // width.numbers)
    amounts = [Tick(y(value), f"{value:,}") for value in range(0, highest + step, step)]
    labels = apart([BOTTOM - down * last[player] for player in players])
    return LineChart(
        lines=tuple(
            ChartLine(
                seat=seat,
                dash=DASHES[seat],
                label=isolated(shortened_name(player, width.name)),
                points=" ".join(
                    f"{x(deal)},{y(total)}"
                    for deal, total in enumerate((0, *[after[player] for after in totals]))
                ),
                end_y=y(last[player]),
                label_y=svg_number(label),
            )
            for seat, (player, label) in enumerate(zip(players, labels, strict=True))
        ),
        grid="".join(f"M{LEFT} {tick.at}H{width.right}" for tick in amounts),
        amounts=tuple(amounts),
        deals=tuple(
            Tick(x(deal), str(number))
            for deal, number in enumerate(numbers, start=1)
            if (len(numbers) - deal) % every == 0
        ),
        target=None if shown is None else Tick(y(shown), f"target {amount(shown)}"),
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


# --- the last games of a player ------------------------------------------------------------------

WIDEST_BAR = 26


@dataclass(frozen=True)
class GameBar:
    """One bar; `middle` is where its star goes when it was `won`."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    won: bool


@dataclass(frozen=True)
class BarChart:
    """Everything the drawing needs; `best` labels the highest bar, `average` the line across."""

    bars: tuple[GameBar, ...]
    best: str
    best_x: str
    best_anchor: str
    average: str
    average_y: str
    first: str
    last: str
    description: str
    width: int = 300
    height: int = 130
    left: int = 4
    right: int = 296
    top: int = 30
    bottom: int = 108


def bar_chart(
    values: Sequence[int],
    won: Sequence[bool],
    days: Sequence[str],
    average: int,
    *,
    word: str = "deal",
    amount: Callable[[int], str] = "{:,}".format,
) -> BarChart | None:
    """The bars of some games, the oldest first; None for fewer than two.

    `days` are the days of the games in words, `average` is where the line goes, `word` what the
    box calls a deal, and `amount` writes an amount.
    """
    if len(values) < 2:
        return None
    frame, most = BarChart, max(values)
    down = (frame.bottom - frame.top) / max(most, average, 1)
    across = (frame.right - frame.left) / len(values)
    thick = min(across * 0.72, WIDEST_BAR)
    middles = [frame.left + across * (bar + 0.5) for bar in range(len(values))]
    middle = middles[values.index(most)]
    anchor = "start" if middle < 60 else "end" if middle > frame.width - 60 else "middle"
    edge = {"start": frame.left, "middle": middle, "end": frame.right}[anchor]
    return BarChart(
        bars=tuple(
            GameBar(
                x=svg_number(middle - thick / 2),
                y=svg_number(frame.bottom - down * value),
                width=svg_number(thick),
                height=svg_number(down * value),
                middle=svg_number(middle),
                won=star,
            )
            for middle, value, star in zip(middles, values, won, strict=True)
        ),
        best=amount(most),
        best_x=svg_number(edge),
        best_anchor=anchor,
        average=amount(average),
        average_y=svg_number(frame.bottom - down * average),
        first=days[0],
        last=days[-1],
        description=(
            f"{len(days)} games from {days[0]} to {days[-1]}, {sum(won)} of them won. "
            f"What one {word} paid on average: {amount(most)} in the best game, "
            f"{amount(values[-1])} in the last, {amount(average)} in all."
        ),
    )
