"""Cards as they are written: ids such as ``park-lane``, their names, and a hand in one line.

A hand is a multiset of such ids; it is passed around as a sequence of ids, a card held twice
standing in it twice.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping


def slug(text: str) -> str:
    """Kebab-case of what somebody typed: ``St. James Place`` gives ``st-james-place``."""
    text = text.casefold().replace("&", " and ").replace("'", "").replace("’", "")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def singular(word: str) -> str:
    """An English word without the ending of its plural: ``utilities`` gives ``utility``."""
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def show(cards: Iterable[str], order: Mapping[str, int]) -> str:
    """One line in deck order that `read_cards` reads back: ``park-lane, token*2``."""
    counts = Counter(cards)
    return ", ".join(
        card if counts[card] == 1 else f"{card}*{counts[card]}"
        for card in sorted(counts, key=lambda card: (order.get(card, len(order)), card))
    )
