"""The same hand under the other editions, and where the printed rules are silent."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.rules.claim import ClaimedSet
from companion.rules.payout import Settlement


class Why(NamedTuple):
    """A rule that makes the difference: its id, text and citation in the edition it is of, and what
    it does here, in one line."""

    edition: str
    rule: str
    text: str
    cite: str
    here: str


class Other(NamedTuple):
    """Another edition that rules otherwise. `legal` is None for a hand that did not go out; `pays`
    is the amount as a number, `amount` as people read it. `left_out` are the ids (of the edition
    asked about) of cards that have no counterpart there."""

    edition: str
    name: str
    legal: bool | None
    pays: int
    amount: str
    why: tuple[Why, ...]
    left_out: tuple[str, ...]


class Silent(NamedTuple):
    """A decision that bears on a ruling because the printed rules are silent. `text` is the
    decision. With an `option`, `assumed` is its value here and `other` the one under which it
    would be `legal_then` and `pays_then`; without one they are None."""

    decision: str
    text: str
    option: str | None
    assumed: Any
    other: Any
    legal_then: bool | None
    pays_then: int | None
    then: str


COMPARED = ("classic-us", "classic-uk", "deluxe", "winning-moves-2017")
"""The editions whose hands can be compared; Express is another game altogether."""


def elsewhere(
    settlement: Settlement, player: str, sets: Sequence[ClaimedSet] = ()
) -> tuple[Other, ...]:
    """The editions that would rule otherwise on this hand, and the rules that make it so."""
    return ()


def silent(settlement: Settlement, player: str) -> tuple[Silent, ...]:
    """The decisions of the edition that bear on this ruling."""
    return ()
