"""The cheapest way to take all words of a text."""

from companion.rules.reading.pieces import Spans
from companion.rules.reading.span import Span


def cheapest(spans: Spans) -> list[Span]:
    """One span after the other from the first word to the last; of equal costs the first."""
    size = spans.size
    best: list[float] = [0.0] + [float("inf")] * size
    chosen: list[Span | None] = [None] * (size + 1)
    for start in range(size):
        for span in spans.at(start):
            cost = best[start] + span.cost
            if cost < best[span.end]:
                best[span.end] = cost
                chosen[span.end] = span
    path: list[Span] = []
    place = size
    while last := chosen[place]:
        path.append(last)
        place = last.start
    return path[::-1]
