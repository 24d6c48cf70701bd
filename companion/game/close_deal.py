"""Closing the deal that a table is entering, once, as its page showed it."""

from dataclasses import dataclass
from enum import StrEnum

from companion.game.make_tap import Unseen, unseen_deal
from companion.game.open_deal import open_deal_of
from companion.game.seats import seats_of
from companion.rules.findings.finding import blocking
from companion.rules.refusal import Refusal
from companion.store import Conflict, Store, Table
from companion.store.sheets import jackpot_of


class NotClosed(StrEnum):
    """Why a deal is still open. The values are in addresses."""

    LOOK = "look"
    """The page showed an older state, or another phone was quicker."""
    MISSING = "missing"
    """Not everything is entered yet."""
    ASKS = "asks"
    """Whoever went out may not; the table has to allow it first."""
    REWARD = "reward"
    """The reward is still open; somebody has to say that it is done."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The deal was closed, now or by the same form before, under this number."""

    number: int


@dataclass(frozen=True, slots=True)
class CannotClose:
    """The rules refuse these cards; the message says why."""

    message: str


def close_deal(
    store: Store,
    table: Table,
    *,
    version: int,
    token: str | None,
    let_stand: bool,
    reward_done: bool = False,
) -> Closed | NotClosed | Unseen | CannotClose:
    """Closes the deal as the page showed it, at `version` of the draft.

    The same `token` again gives the deal it closed. `let_stand`: the table allows a hand that may
    not go out, unless it said so when the hand was laid down. `reward_done`: no more reward cards
    come, though the reward is still open.
    """
    draft = store.draft(table)
    if token is None:
        return NotClosed.LOOK
    if version != draft.version:
        return _closed_before(store, table, token) or unseen_deal(draft, version) or NotClosed.LOOK
    deal = open_deal_of(seats_of(table), draft)
    if deal.lacks_only_reward and not reward_done:
        return NotClosed.REWARD
    if not deal.complete and not deal.lacks_only_reward:
        return NotClosed.MISSING
    jackpot = jackpot_of(store, table)  # after the draft, whose version changes with the jackpot
    try:
        settlement = deal.settled(jackpot)
    except Refusal as refusal:
        return CannotClose(refusal.message)
    faults = any(blocking(settlement.findings))
    if faults and not (let_stand or deal.allowed):
        return NotClosed.ASKS
    try:
        closed = store.close_deal(
            table,
            entry=deal.entry(jackpot),
            settlement=settlement.paid(),
            let_stand=faults,
            token=token,
            version=version,
        )
    except Conflict:
        return NotClosed.LOOK
    return Closed(closed.number)


def _closed_before(store: Store, table: Table, token: str) -> Closed | None:
    """The deal that this form closed before, if it still counts: it may be undone or corrected."""
    try:
        closed = store.closed_by(table, token)
    except Conflict:
        return None
    if closed is None or closed.id not in {deal.id for deal in store.deals(table)}:
        return None
    return Closed(closed.number)
