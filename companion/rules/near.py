"""What is one card away: the single change that lets a hand go out, or pays most."""

from typing import NamedTuple

from companion.rules.payout import Settlement


class Change(NamedTuple):
    """One change of a hand: a card more, a card less, or one for another. `pays` is what the hand
    would be paid then, `more` how much that is more than now; `text` says it in one line."""

    add: str | None
    discard: str | None
    pays: int
    more: int
    text: str


class Near(NamedTuple):
    """What is one card away. `mends`: these changes would let the hand go out; else each pays more.
    `title` says which of both, "" when there is no change."""

    mends: bool
    changes: tuple[Change, ...]
    title: str


def one_card_away(settlement: Settlement, player: str) -> Near:
    """The changes by one card that matter most for this hand, the best paid first."""
    return Near(False, (), "")
