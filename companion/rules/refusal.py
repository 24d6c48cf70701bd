"""The refusal of input that cannot be ruled on, and how its message repeats what was typed."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


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
