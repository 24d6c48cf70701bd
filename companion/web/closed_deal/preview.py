"""The preview of a correction: everything it would change, shown before it is confirmed."""

from collections.abc import Iterable
from typing import Any

from companion.game.correction import Plan
from companion.rules.bank import words
from companion.rules.edition import Edition
from companion.rules.findings.finding import WARNINGS
from companion.rules.ledger import Row
from companion.rules.words import listed
from companion.store import Payment, Table
from companion.store.rows import Handed
from companion.web.closed_deal.pay import JACKPOT, PayList, PayRow
from companion.web.parts.words import result

NOT_COUNTED = "nothing"


def preview(table: Table, plan: Plan, handed: Handed) -> dict[str, Any]:
    """What the page shows on which a correction is confirmed. `payouts` are those that change:
    number of the deal, player, amount before and after; `several` says that they are of more than
    one deal. `hand_over` is what to pay or give back then, after what was ticked (`handed`); points
    are not paid. `fingerprint` is a hash of the changes."""
    edition = table.edition
    return {
        "number": plan.changes[0].number,
        "strike": plan.changes[0].struck,
        "payouts": tuple(
            (
                one.number,
                one.player,
                NOT_COUNTED if one.before is None else edition.amount(one.before),
                NOT_COUNTED if one.after is None else edition.amount(one.after),
            )
            for one in plan.payouts
        ),
        "several": len({one.number for one in plan.payouts}) > 1,
        "hand_over": () if edition.money == "points" else tuple(_hand_over(table, plan, handed)),
        "notes": tuple(_notes(edition, plan)),
        "faults": plan.faults,
        "warnings": ()
        if plan.settlement is None
        else tuple(one.message for one in plan.settlement.findings if one.rule in WARNINGS),
        "fingerprint": plan.fingerprint,
    }


def _hand_over(table: Table, plan: Plan, handed: Handed) -> Iterable[str]:
    """What is to be handed over then in each deal that changes, as its pay list will say it: to
    those who are paid otherwise, and to those with a difference from an earlier correction."""
    owed_before = {(one.number, one.player): one.before or 0 for one in plan.payouts}
    for number in sorted(change.number for change in plan.changes):
        row = plan.rows.get(number)
        asked = _asked(table, number, row, handed)
        for player in table.players:
            key, due = (number, player), asked.get(player)
            if key in owed_before:
                owed = owed_before[key]
            elif due and due.already:
                owed = due.due + handed[key]
            else:
                continue
            told = [f"{_gets(table.edition, due)}."] if due and due.due else []
            # What the pay list asks for before this correction may have been done without a tick.
            if done := _done(table.edition, Payment(number, player, owed, handed.get(key))):
                then = _asked(table, number, row, {**handed, key: owed}).get(player)
                gets = _gets(table.edition, then) if then and then.due else ""
                told.append(
                    f"If {done} without a tick, {gets or f'{player} has the right amount'}."
                )
            if told:
                deal = f"{table.edition.deal_word.capitalize()} {number}: "
                yield (deal if len(plan.changes) > 1 else "") + " ".join(told)


def _asked(table: Table, number: int, row: Row | None, handed: Handed) -> dict[str, PayRow]:
    """The pay list of a deal, by player, where this was ticked."""
    return {one.name: one for one in PayList(table, handed).rows(number, row)}


def _done(edition: Edition, payment: Payment) -> str:
    """What may have been done without a tick; empty where nothing was left to do."""
    amount = edition.amount(abs(payment.difference))
    if payment.difference < 0:
        return f"{amount} was given back"
    if payment.difference:
        return f"{amount} more was paid" if payment.handed else f"the old {amount} was paid"
    return ""


def _gets(edition: Edition, one: PayRow) -> str:
    """What somebody gets, and in which notes, or gives back."""
    amount = edition.amount(abs(one.due))
    held = "; ".join(
        ("jackpot: " if label == JACKPOT else "") + ", ".join(texts)
        for label, texts in one.hand_over
    )
    more = " more" if one.already else ""
    does = f"gets {amount}{more}" if one.due > 0 else f"gives {amount} back to the bank"
    told = f"{one.name} {does}" + ("" if held == amount else f" ({held})")
    return ". ".join([told, *(text.removesuffix(".") for text in one.exchanges)])


def _notes(edition: Edition, plan: Plan) -> Iterable[str]:
    """What else would change: later jackpots, racks, the dealer, the winner."""
    before, after = plan.before, plan.after
    if plan.settled_again:
        word = edition.deal_word.capitalize()
        numbers = listed(str(number) for number in plan.settled_again)
        one = len(plan.settled_again) == 1
        which = f"{word} {numbers} is" if one else f"{word}s {numbers} are"
        yield f"{which} worked out again, because the jackpot changes."
    if before.jackpot is not None and after.jackpot is not None and before.jackpot != after.jackpot:
        yield (
            f"The jackpot under the Bank is then {edition.amount(after.jackpot)}, "
            f"not {edition.amount(before.jackpot)}."
        )
    for player, rack in after.racks.items():
        if rack != before.racks[player]:
            yield f"The rack of {player} then shows {words(rack, edition.currency)}."
    if after.over and (not before.over or before.winners != after.winners):
        yield f"Then {result(after)}"
    elif before.over and not after.over:
        yield "This means the game is not over yet."
    if not after.over and before.next_dealer != after.next_dealer:
        yield f"Then {after.next_dealer} deals next."
