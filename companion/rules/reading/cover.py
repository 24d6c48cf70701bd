"""The cheapest row of spans over a text, and where another row is as good."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.rules.reading.costs import AS_GOOD
from companion.rules.reading.names import Cards
from companion.rules.reading.spans import Span

MOST_ROWS = 6
MOST_OTHERS = 3


def cheapest(lattice: Sequence[Sequence[Span]]) -> list[Span]:
    """One span after the other from the first word to the last. `lattice` has those that begin at
    each word. Where another row costs nearly as little and means other cards, the words that the
    two take differently are one span that is not sure, with what else they may be."""
    size = len(lattice)
    to_end = [0.0] * (size + 1)
    first: list[Span] = []
    for start in range(size - 1, -1, -1):
        span = min(lattice[start], key=lambda one: one.cost + to_end[one.end])
        to_end[start] = span.cost + to_end[span.end]
        first.append(span)
    first.reverse()
    from_start = [0.0] + [float("inf")] * size
    near: list[list[Span]] = [[] for _ in range(size)]
    reach = 0
    path: list[Span] = []
    begin = 0
    for start in range(size):
        if start == reach:  # nothing that is nearly as good crosses this place
            path += _row(near, first, begin, start)
            begin = start
        for span in lattice[start]:
            cost = from_start[start] + span.cost
            from_start[span.end] = min(from_start[span.end], cost)
            if cost + to_end[span.end] <= to_end[0] + AS_GOOD:
                near[start].append(span)
                reach = max(reach, span.end)
    return path + _row(near, first, begin, size)


def _row(near: Sequence[Sequence[Span]], first: Sequence[Span], begin: int, end: int) -> list[Span]:
    """The cheapest spans between two places; as one where others are as good."""
    row: list[Span] = []
    place = begin
    while place < end:
        row.append(first[place])
        place = first[place].end
    taken = _cards(row)
    others = [
        cards
        for cards in map(_cards, _rows(near, begin, end))
        if cards and Counter(cards) != Counter(taken)
    ]
    if not others:
        return row
    if not taken or any(span.unread for span in row):
        return [replace(span, sure=False, ids=()) if span.cards else span for span in row]
    more = [cards for span in row if len(row) == 1 for cards in span.others]
    options = tuple(dict.fromkeys((*others, *more)))[:MOST_OTHERS]
    return [Span(begin, end, 0, taken, False, others=options)]


def _rows(near: Sequence[Sequence[Span]], begin: int, end: int) -> list[list[Span]]:
    """Some rows of the spans that are nearly as good, from one place to another."""
    rows: list[list[Span]] = []
    open_rows: list[tuple[int, list[Span]]] = [(begin, [])]
    while open_rows and len(rows) < MOST_ROWS:
        place, row = open_rows.pop()
        if place == end:
            rows.append(row)
            continue
        open_rows += [(span.end, [*row, span]) for span in reversed(near[place])]
    return rows


def _cards(row: Sequence[Span]) -> Cards:
    return tuple(card for span in row for card in span.cards)
