"""What pages show of challenges: stored rulings, and what the referee says as plain text."""

from collections.abc import Callable
from typing import NamedTuple

from companion.game.closed_deal import settled
from companion.rules.deal import Deal
from companion.rules.refusal import Refusal
from companion.rules.settlement import Settlement, count_first
from companion.store import ClosedDeal, Table
from companion.store.rulings import AlreadyRecorded
from companion.web.parts.words import OUTCOMES
from companion.web.referee.case import Case, of_deal
from companion.web.referee.ruling import Ruling

LOOK_AGAIN = "This has changed in the meantime. Look at the ruling again."


class Paid(NamedTuple):
    """What was paid for a hand beside what it is worth today, in a sentence. `right`: both are the
    same, so nothing is to be corrected; None while the cards are to be counted first."""

    told: str
    right: bool | None


def paid(row: ClosedDeal, settlement: Settlement, player: str) -> Paid:
    """What was paid for a hand of a deal, beside what the rules of today give for it."""
    edition = settlement.edition
    was, is_now = row.payouts[player], settlement.payouts[player]
    done = "was paid"
    if edition.money == "points":
        done = "was scored" if was == 1 else "were scored"
    if player == row.went_out and not settlement.legal:
        return Paid(f"{edition.amount(was)} {done}, because the table allowed the hand.", False)
    if was == is_now and player == row.went_out and count_first(settlement):
        return Paid(f"{edition.amount(was)} {done}, and that is what these cards are worth.", None)
    if was == is_now:
        return Paid(f"{edition.amount(was)} {done}, and that is what it is worth.", True)
    return Paid(f"{edition.amount(was)} {done}; today it is worth {edition.amount(is_now)}.", False)


def recorded(already: AlreadyRecorded) -> str:
    """Says that this was answered before, and what to do."""
    first = OUTCOMES[already.outcome]
    if already.taken_back:
        return f"“{first}” was taken back. Press again to record this."
    return (
        f"This was answered already: “{first}”. Press again only to record this too. "
        "You can take the first answer back under “§ Challenged”."
    )


def ruling_of(
    table: Table,
    deal: Deal,
    seat: int,
    claimed: Callable[[Case], tuple[Case, object]] | None = None,
) -> str:
    """What the referee says of one hand, as plain text to store; `claimed` adds the claim. Where
    the rules do not allow the deal any more, it is the message that says why."""
    player = table.players[seat]
    try:
        settlement = settled(table, deal)
    except Refusal as refusal:  # the rules have changed since it was stored
        return refusal.message
    case = of_deal(settlement.edition, settlement.deal, player)
    if claimed is not None:
        case, _ = claimed(case)
    return Ruling(case, settlement, player, player).text
