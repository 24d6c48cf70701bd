"""Cards as ids, and the refusal of what cannot be ruled on.

A hand is a multiset of card ids (kebab-case strings such as ``park-lane``); it is passed around
as a sequence of ids, a card held twice standing in it twice.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache


class Refusal(ValueError):
    """Input that cannot be ruled on: the stable rule id, the message, and the cards concerned.

    The message names the card, the hand and the remedy (docs/rules.md 8). A hand that may not go
    out is not refused; that is a ruling.
    """

    def __init__(self, rule: str, message: str, cards: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.cards = tuple(cards)

    def as_json(self) -> dict[str, object]:
        """The refusal as the contract prints it."""
        return {
            "error": {"rule": self.rule, "message": self.message, "cards": list(self.cards)},
        }


remembered = lru_cache(maxsize=4096)
"""Remembers what a function gave for a few numbers or cards that come back in all hands. It is
there where a hand would take longer without it than the goal allows (`make bench`)."""

once_an_edition = lru_cache(maxsize=128)
"""Remembers what a function made of an edition with a table's options. Those asked for last are
kept, and `options` keeps fewer editions than that."""

MOST_SHOWN = 60
"""Characters of a name or text that a message repeats."""


def shortened(text: str) -> str:
    """A name or text as a message repeats it: what is longer ends with “…”."""
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def near(name: str, known: Iterable[str]) -> str:
    """A question for a name that is nearly one of the known ones, in upper or lower case, with a
    blank before; else ""."""
    names = {one.casefold(): one for one in known}
    found = get_close_matches(shortened(name.casefold()), names, 1)
    return f" Did you mean “{names[found[0]]}”?" if found else ""


def slug(text: str) -> str:
    """Kebab-case of what somebody typed: ``St. James Place`` gives ``st-james-place``."""
    text = text.casefold().replace("&", " and ").replace("'", "").replace("’", "")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def show(cards: Iterable[str], order: Mapping[str, int]) -> str:
    """One line in deck order that `read_cards` reads back: ``park-lane, token*2``."""
    counts = Counter(cards)
    return ", ".join(
        card if counts[card] == 1 else f"{card}*{counts[card]}"
        for card in sorted(counts, key=lambda card: (order.get(card, len(order)), card))
    )
