"""The preview of a correction: everything it would change, shown before it is confirmed."""

from collections.abc import Iterable
from typing import Any

from companion.game.correction import Plan
from companion.rules.bank import notes, words
from companion.rules.edition import Edition
from companion.rules.findings.finding import WARNINGS
from companion.rules.words import listed
from companion.store import Payment
from companion.store.rows import Handed
from companion.web.deal.bar import in_words
from companion.web.parts.words import result

NOT_COUNTED = "nothing"


def preview(edition: Edition, plan: Plan, handed: Handed) -> dict[str, Any]:
    """What the page shows on which a correction is confirmed. `payouts` are those that change:
    number of the deal, player, amount before and after; `several` says that they are of more than
    one deal. `hand_over` is what to pay or give back then, after what was ticked (`handed`); points
    are not paid. `fingerprint` is a hash of the changes."""
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
        "hand_over": () if edition.money == "points" else tuple(_hand_over(edition, plan, handed)),
        "notes": tuple(_notes(edition, plan)),
        "faults": in_words(edition, plan.faults, len(plan.after.players)),
        "warnings": ()
        if plan.settlement is None
        else tuple(one.message for one in plan.settlement.findings if one.rule in WARNINGS),
        "fingerprint": plan.fingerprint,
    }


def _hand_over(edition: Edition, plan: Plan, handed: Handed) -> Iterable[str]:
    """For each player whose payouts change, what is to be handed over then, as the pay list will
    say it. What was never ticked may have been paid all the same: for that case, too."""
    for player in plan.after.players:
        theirs = [one for one in plan.payouts if one.player == player]
        then = [
            Payment(one.number, player, one.after or 0, handed.get((one.number, player)))
            for one in theirs
        ]
        due = sum(payment.difference for payment in then)
        more = any(payment.handed for payment in then)
        old = sum(
            one.before or 0 for one, payment in zip(theirs, then, strict=True) if not payment.handed
        )
        told = [f"{player} {_gets(edition, due, more=more)}."] if due else []
        if old:
            has = _gets(edition, due - old, more=True) if due != old else "has the right amount"
            paid = f"If the old {edition.amount(old)} was paid without a tick"
            told.append(f"{paid}, {player} {has}.")
        if told:
            yield " ".join(told)


def _gets(edition: Edition, due: int, *, more: bool) -> str:
    """What somebody gets, and in which notes, or gives back; `more`: they have something of it."""
    amount = edition.amount(abs(due))
    held = words(notes(abs(due)), edition.currency)
    told = "" if held == amount else f" ({held})"
    if due > 0:
        return f"gets {amount}{' more' if more else ''}{told}"
    return f"gives {amount} back to the bank{told}"


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
