"""Which phrases a text comes near to: all phrases are looked for at once, letter by letter.

The phrases stand side by side in the bits of one number (Wu and Manber's bitap), so looking for two
hundred of them takes no longer than for one. What it finds is weighed by `distance`, which knows
which letters a camera takes for one another.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import lru_cache

_ALIKE = (
    "o0qd",
    "il1tj",
    "s5",
    "b8",
    "z2",
    "g69",
    "uv",
    "ce",
    "nh",
    "mn",
    "a4",
    "vy",
    "o6",
    "fe",
    "rf",
)
_CONFUSED = frozenset(a + b for letters in _ALIKE for a in letters for b in letters if a != b)
_PAIRS = {"m": "rn", "w": "vv", "d": "cl", "n": "ri", "u": "ii", "h": "li"}
LOOKS_ALIKE = 0.5
SHORTEST = 5
_ONE_MORE_FROM = (SHORTEST, 8, 12, 16)
"""At each of these lengths one more letter of a phrase may be wrong."""


def tolerance(length: int) -> int:
    """How many letters of a phrase may be wrong: one from five letters on, up to four."""
    return bisect(_ONE_MORE_FROM, length)


class Index:
    """Phrases to be found in texts in which letters may be wrong."""

    def __init__(self, phrases: Iterable[str], errors: int | None = None) -> None:
        """Every phrase may have `errors` wrong letters, else as many as its length allows."""
        self._letters: dict[str, int] = {}
        self._starts = 0
        self._ends = [0] * (len(_ONE_MORE_FROM) + 1)
        self._at: dict[int, str] = {}
        bit = 0
        for phrase in phrases:
            self._starts |= 1 << bit
            for letter in phrase:
                self._letters[letter] = self._letters.get(letter, 0) | 1 << bit
                bit += 1
            self._at[bit - 1] = phrase
            # Two letters swapped are two errors here, and one to `distance`.
            most = tolerance(len(phrase)) + 1 if errors is None else errors
            most = min(most, len(self._ends) - 1)
            self._ends[most] |= 1 << (bit - 1)

    def ends(self, text: str, at: frozenset[int]) -> Iterator[tuple[int, str]]:
        """Where in the text a phrase may end that is near enough: only at the places `at`."""
        starts, letters, ends = self._starts, self._letters, self._ends
        row0 = row1 = row2 = row3 = row4 = 0
        row1 = starts
        row2 = row1 | row1 << 1
        row3 = row2 | row2 << 1
        row4 = row3 | row3 << 1
        for place, letter in enumerate(text, 1):
            mask = letters.get(letter, 0)
            old0, old1, old2, old3 = row0, row1, row2, row3
            row0 = (row0 << 1 | starts) & mask
            row1 = (row1 << 1) & mask | old0 | (old0 | row0) << 1 | starts
            row2 = (row2 << 1) & mask | old1 | (old1 | row1) << 1 | starts
            row3 = (row3 << 1) & mask | old2 | (old2 | row2) << 1 | starts
            row4 = (row4 << 1) & mask | old3 | (old3 | row3) << 1 | starts
            if place in at:
                hits = row1 & ends[1] | row2 & ends[2] | row3 & ends[3] | row4 & ends[4]
                while hits:
                    low = hits & -hits
                    yield place, self._at[low.bit_length() - 1]
                    hits ^= low


@lru_cache(maxsize=20000)
def distance(text: str, phrase: str, most: float) -> float:
    """The cost of changing the text into the phrase; above `most` any number above that.

    A letter too many, too few, wrong or swapped with its neighbour costs 1, letters that look alike
    0.5, a doubled letter 0.5.
    """
    if abs(len(text) - len(phrase)) > most * 2:
        return most + 1
    # What is the same at both ends needs no table; one letter of it stays, for it may be doubled.
    while len(text) > 1 and len(phrase) > 1 and text[:2] == phrase[:2]:
        text, phrase = text[1:], phrase[1:]
    while len(text) > 1 and len(phrase) > 1 and text[-2:] == phrase[-2:]:
        text, phrase = text[:-1], phrase[:-1]
    before: list[float] = []
    row = [float(column) for column in range(len(phrase) + 1)]
    for number, letter in enumerate(text, 1):
        last = text[number - 2] if number > 1 else ""
        now = [float(number)]
        for column, wanted in enumerate(phrase, 1):
            if letter == wanted:
                cost = row[column - 1]
            else:
                alike = letter + wanted in _CONFUSED
                cost = min(
                    row[column - 1] + (LOOKS_ALIKE if alike else 1),
                    row[column] + (LOOKS_ALIKE if letter == last else 1),
                    now[column - 1]
                    + (LOOKS_ALIKE if column > 1 and phrase[column - 2] == wanted else 1),
                )
                if column > 1 and number > 1 and letter == phrase[column - 2] and last == wanted:
                    cost = min(cost, before[column - 2] + 1)
            if last and _PAIRS.get(wanted) == last + letter:
                cost = min(cost, before[column - 1] + LOOKS_ALIKE)
            now.append(cost)
        if min(now) > most + 1:
            return most + 1
        before, row = row, now
    return row[-1]


def misread(phrase: str) -> set[str]:
    """What a short word may have become: letters that look alike, or two of them swapped."""
    found = set()
    for place, letter in enumerate(phrase):
        for wrong in "0o1li56":
            if letter + wrong in _CONFUSED:
                found.add(phrase[:place] + wrong + phrase[place + 1 :])
        if len(phrase) > 3 and place:
            found.add(phrase[: place - 1] + letter + phrase[place - 1] + phrase[place + 1 :])
    return found - {phrase}
