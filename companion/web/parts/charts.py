"""The running totals of a game as lines: where each goes, for `templates/parts/_chart.html`.

Nothing differs by colour alone: players have a dash each, and their name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.rules.words import isolated, plural
from companion.web.parts.scores import Scores
from companion.web.parts.text_width import shortened_name

HEIGHT = 210
LEFT, TOP, RIGHT, BOTTOM = 46, 14, 200, 186
"""The edges of the plot. The amounts are left of it, the deals below."""
WHOLE, NAME = 300, 6.65
"""How far the drawing reaches to the right, and how wide a name between is at most, in its own
size: what its pawn leaves."""
NUMBERS = 7
"""How many numbers of deals have room below."""

ROOMY, DIGIT = len("50,000"), 8
"""The longest amount that has room left of the plot, and what each further letter needs."""

DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2", "12 4", "1 4", "12 3 2 3 2 3")
"""One for every seat. At its end stands the player's pawn."""

LABEL_STEP = 14
STEPS = (1, 2, 2.5, 5)


@dataclass(frozen=True)
class LineChart:
    """The totals after each deal, at least one; `numbers` are the numbers of the deals. `goal` is
    the target of the game. `amount` writes an amount of the edition, `word` is what it calls a
    deal. `levels` are the totals before each deal and after the last one, where adjustments made
    them others than those after the deal before: a step in the lines."""

    players: Sequence[str]
    totals: Sequence[Mapping[str, int]]
    numbers: Sequence[int]
    goal: int | None = None
    amount: Callable[[int], str] = "{:,}".format
    word: str = "deal"
    levels: Sequence[Mapping[str, int]] = ()

    left = LEFT
    right = RIGHT
    whole = WHOLE
    height = HEIGHT
    dashes = DASHES

    @property
    def last(self) -> Mapping[str, int]:
        """The totals of the moment."""
        return self.levels[-1] if self.levels else self.totals[-1]

    @cached_property
    def target(self) -> int | None:
        """The target, once somebody is half-way there, so that the lines of a young game are not
        flat."""
        near = self.goal is not None and max(self.last.values()) * 2 >= self.goal
        return self.goal if near else None

    @cached_property
    def amounts(self) -> range:
        """The amounts left of the plot, each with a line across it: at most five steps of 1, 2, 2½
        or 5 times a power of ten."""
        every = [total for after in (*self.totals, *self.levels) for total in after.values()]
        highest, lowest = max(*every, self.target or 0, 1), min(*every, 0)
        power = 1
        while True:
            for factor in STEPS:
                step = factor * power
                below = -(lowest // step) * step
                if step == int(step) and highest + below <= 5 * step:
                    return range(-int(below), highest + int(step), int(step))
            power *= 10

    def x(self, deal: int) -> str:
        """How far to the right a deal is, by how many are played with it; 0 is the beginning."""
        return svg_number(LEFT + (RIGHT - LEFT) * deal / len(self.totals))

    def y(self, total: int) -> str:
        """The height of a total."""
        return svg_number(self._height(total))

    def _height(self, total: int) -> float:
        low, high = self.amounts[0], self.amounts[-1]
        return BOTTOM - (BOTTOM - TOP) * (total - low) / (high - low)

    def points(self, player: str) -> str:
        """The line of a player."""
        levels = [level[player] for level in self.levels]
        totals = [0, *(after[player] for after in self.totals)]
        points = []
        for deal, total in enumerate(totals):
            points.append(f"{self.x(deal)},{self.y(total)}")
            if levels and levels[deal] != total:
                points.append(f"{self.x(deal)},{self.y(levels[deal])}")
        return " ".join(points)

    @property
    def labels(self) -> list[tuple[str, str]]:
        """The name at the end of each line, and its height, clear of other names."""
        heights = apart([self._height(self.last[player]) for player in self.players])
        return [
            (isolated(shortened_name(player, NAME)), svg_number(height))
            for player, height in zip(self.players, heights, strict=True)
        ]

    @property
    def deals(self) -> list[tuple[int, int]]:
        """The deals whose numbers have room below, the last one among them: how many are played
        with it, and its number."""
        every = -(-len(self.numbers) // NUMBERS)
        return [
            (deal, number)
            for deal, number in enumerate(self.numbers, start=1)
            if (len(self.numbers) - deal) % every == 0
        ]

    @property
    def target_above(self) -> bool:
        """The word for the target stands above the plot: at the left end of its line other lines go
        through it. It reaches two thirds of the way, which may be between two deals."""
        if self.target is None:
            return False
        deal, part = divmod(2 * len(self.totals), 3)
        before = self.totals[deal - 1] if deal else dict.fromkeys(self.players, 0)
        after = self.totals[deal]
        most = max(before[name] + part * (after[name] - before[name]) / 3 for name in before)
        return most > self.target

    @property
    def start(self) -> int:
        """The left edge of the drawing, below 0 where the amounts are long."""
        longest = max(len(f"{amount:,}") for amount in self.amounts)
        return DIGIT * min(0, ROOMY - longest)

    @property
    def description(self) -> str:
        """The chart in words, the highest first."""
        last = self.last
        ranked = sorted(self.players, key=lambda player: -last[player])
        told = ", ".join(f"{name} {self.amount(last[name])}" for name in ranked)
        return f"After {plural(len(self.totals), self.word)}: {told}."


def totals_chart(scores: Scores) -> LineChart | None:
    """The totals of a game after each deal; None before the first deal."""
    sheet, edition = scores.sheet, scores.edition
    if not sheet.rows:
        return None
    return LineChart(
        sheet.players,
        [row.totals for row in sheet.rows],
        list(scores.rows),
        sheet.target,
        edition.amount,
        edition.deal_word,
        levels=_levels(scores) if sheet.notes else (),
    )


def _levels(scores: Scores) -> list[Mapping[str, int]]:
    """The totals before each deal and after the last one, adjustments among them."""
    sheet = scores.sheet
    before = dict.fromkeys(sheet.players, 0)
    levels: list[Mapping[str, int]] = [before, *(row.totals for row in sheet.rows)]
    for noted in sheet.notes:
        levels[noted.rows] = noted.totals
    return levels


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
