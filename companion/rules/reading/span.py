"""One way to take some words of a text, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.reading.tokens import COMMA, Word

UNREAD = 4.0
SMALLEST = 0.1
LEAST_AMOUNT = 100
"""A number from here on is an amount, not a count."""
MOST_OF_ONE_CARD = 99

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """One way to take the words from `start` to `end`.

    `cards` are what they are read as; a span without any is unread, or, where `known`, known to
    be no card. `others` are other readings of the same words. `whole`: not a name of one word.
    `denies`: the cards that these words say are not held.
    """

    start: int
    end: int
    cost: float
    cards: Cards = ()
    sure: bool = True
    known: bool = False
    whole: bool = True
    others: tuple[Cards, ...] = ()
    ids: tuple[str, ...] = ()
    doubts_before: bool = False
    denies: Cards = ()


def past(words: Sequence[Word], place: int, texts: tuple[str, ...]) -> int:
    """The first place, from this one on, with another word than these, or one after a comma, or one
    that begins the next line of a list: ``card 2:``."""
    while place < len(words) and words[place].text in texts and words[place].parted < COMMA:
        if place + 1 < len(words) and words[place + 1].listed:
            break
        place += 1
    return place


def breaks(words: Sequence[Word], start: int, end: int) -> bool:
    """Whether a line break stands before one of these words."""
    return any(word.breaks for word in words[start:end])
