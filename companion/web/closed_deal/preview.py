"""What is to be handed over once a correction is confirmed; the preview of it says so."""

from collections.abc import Iterator

from companion.game.correction import Plan
from companion.rules.bank import notes_said
from companion.rules.edition import Edition
from companion.rules.ledger import Row
from companion.store import Payment, Table
from companion.store.rows import Handed
from companion.web.closed_deal.pay import JACKPOT, PayList, PayRow


def hand_over(table: Table, plan: Plan, handed: Handed) -> Iterator[str]:
    """What is to be handed over then in each deal that changes, as its pay list will say it: to
    those who are paid otherwise, and to those with a difference from an earlier correction. It goes
    by what was ticked (`handed`); points are not paid."""
    if table.edition.money == "points":
        return
    owed_before = {(payout.number, payout.player): payout.before or 0 for payout in plan.payouts}
    for number in sorted(change.number for change in plan.changes):
        row = plan.rows.get(number)
        asks = _asks(table, number, row, handed)
        for player in table.players:
            key, asks_now = (number, player), asks.get(player)
            if key in owed_before:
                owed = owed_before[key]
            elif asks_now and asks_now.already:  # the difference from an earlier correction
                owed = asks_now.due + handed[key]
            else:
                continue
            told = [f"{_gets(table.edition, asks_now)}."] if asks_now else []
            # What the pay list asks for before this correction may have been done without a tick.
            if done := _done(table.edition, Payment(number, player, owed, handed.get(key))):
                asks_then = _asks(table, number, row, {**handed, key: owed}).get(player)
                right = f"{player} has the right amount"
                then = _gets(table.edition, asks_then) if asks_then else right
                told.append(f"If {done} without a tick, {then}.")
            if told:
                deal = f"{table.edition.deal_word.capitalize()} {number}: "
                yield (deal if len(plan.changes) > 1 else "") + " ".join(told)


def _asks(table: Table, number: int, row: Row | None, handed: Handed) -> dict[str, PayRow]:
    """What the pay list of a deal asks for, by player, where this was ticked; nothing of those who
    have the right amount."""
    return {asked.name: asked for asked in PayList(table, handed).rows(number, row) if asked.due}


def _done(edition: Edition, payment: Payment) -> str:
    """What may have been done without a tick; empty where nothing was left to do."""
    amount = edition.amount(abs(payment.difference))
    if payment.difference < 0:
        return f"{amount} was given back"
    if payment.difference:
        return f"{amount} more was paid" if payment.handed else f"the old {amount} was paid"
    return ""


def _gets(edition: Edition, asked: PayRow) -> str:
    """What somebody gets, and in which notes, or gives back."""
    amount = edition.amount(abs(asked.due))
    held = "; ".join(
        ("jackpot: " if label == JACKPOT else "") + notes_said(notes, edition.currency)
        for label, notes in asked.hand_over
    )
    more = " more" if asked.already else ""
    does = f"gets {amount}{more}" if asked.due > 0 else f"gives {amount} back to the bank"
    told = f"{asked.name} {does}" + ("" if held == amount else f" ({held})")
    return ". ".join([told, *(text.removesuffix(".") for text in asked.exchanges)])
