"""A closed deal as the rules read it. The deal itself is `store.rows.ScoredDeal`."""

from companion.rules.deal import Deal, check
from companion.rules.dispute.open_questions import OpenQuestion, of_deal, of_exchanges
from companion.rules.edition import Edition
from companion.rules.ledger import Row
from companion.rules.payout import settle
from companion.rules.rank.hand_rank import HandRank, rank_of_worth
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement
from companion.store import AnyDeal, Table


def open_questions(table: Table, deal: AnyDeal, row: Row) -> tuple[OpenQuestion, ...]:
    """What the payouts and exchanges of a closed deal rest on that the rulebook leaves open.

    Nothing is told of a deal that was paid otherwise than the program would pay it today.
    """
    today = settled_as_paid(table, deal)
    if today is None:
        return ()
    return (*of_deal(today), *of_exchanges(today.edition, row.exchanges))


def goer_rank(edition: Edition, deal: AnyDeal) -> HandRank | None:
    """How good the hand was that went out in a closed deal, before its reward.

    None if nobody went out, if the table let the hand stand, and for a hand without a rank.
    """
    worth = deal.sums.worth
    return None if worth is None else rank_of_worth(edition, len(deal.payouts), worth)


def settled(table: Table, deal: Deal) -> Settlement:
    """The deal, settled as the program does it today. Refusal when the rules do not allow it."""
    check(table.edition, deal)
    return settle(table.edition, deal)


def differences(table: Table, deal: AnyDeal) -> dict[str, int]:
    """What the hands of a closed deal are worth today beyond what was paid, by player; nothing
    where the rules do not allow the deal any more."""
    try:
        today = settled(table, deal.entry)
    except Refusal:
        return {}
    return {player: today.payouts[player] - paid for player, paid in deal.payouts.items()}


def settled_as_paid(table: Table, deal: AnyDeal) -> Settlement | None:
    """A closed deal, settled as the program does it today; None when the rules do not allow it any
    more, and when it was paid otherwise."""
    try:
        today = settled(table, deal.entry)
    except Refusal:
        return None
    return today if dict(today.payouts) == dict(deal.payouts) else None
