"""What the page of one closed deal shows.

Amounts, sums and problems come from the settlement that was stored when the deal was closed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules.bank import BARS, Exchange, notes, words
from companion.rules.edition import Edition, Rule
from companion.rules.findings.finding import Finding
from companion.rules.ledger import Row
from companion.rules.texts import rule
from companion.store import ClosedDeal, Payment
from companion.web.closed_deal.history import HistoryEntry
from companion.web.parts.cards import Pile, piles
from companion.web.parts.majority import majority
from companion.web.parts.words import who_went_out


@dataclass(frozen=True)
class Slip:
    """What the banker does for one player. `lines` are what to hand over: label, notes in words.
    `already` says what was paid before a correction, so that only the difference is due."""

    deal_id: int
    number: int
    seat: int
    player: str
    lines: tuple[tuple[str, str], ...]
    exchanges: tuple[str, ...]
    rack: str | None
    paid: bool
    already: str = ""


@dataclass(frozen=True)
class HandShown:
    """One player of a deal."""

    seat: int
    name: str
    amount: str
    total: str
    out: bool
    caught: str | None
    piles: tuple[Pile, ...]
    steps: tuple[str, ...]
    result: str
    slip: Slip | None


@dataclass(frozen=True)
class DealPage:
    """One deal. `majority` says who was paid for holding the most of a card, or took the jackpot.
    `back` are the slips of a deal that was struck out: what was paid goes back. `pay_all` is the id
    of the deal's row while several players are still to be paid."""

    number: int
    text: str
    reason: str | None
    history: tuple[HistoryEntry, ...]
    struck: bool = False
    dealer: str | None = None
    hands: tuple[HandShown, ...] = ()
    majority: str | None = None
    problems: tuple[tuple[Finding, Rule], ...] = ()
    let_stand: bool = False
    pay_all: int | None = None
    bars: str | None = None
    before: int | None = None
    after: int | None = None
    back: tuple[Slip, ...] = ()


def deal_page(
    edition: Edition,
    deal: ClosedDeal,
    row: Row,
    payments: Sequence[Payment],
    history: Sequence[HistoryEntry] = (),
    *,
    before: int | None = None,
    after: int | None = None,
) -> DealPage:
    """A deal that counts. `row` is its row of the sheet; `before` and `after` are its neighbours'
    numbers."""
    hands = tuple(_hand(edition, deal, row, seat, one) for seat, one in enumerate(payments))
    unpaid = [hand for hand in hands if hand.slip and hand.slip.lines and not hand.slip.paid]
    return DealPage(
        number=deal.number,
        text=who_went_out(edition, deal.entry),
        dealer=row.dealer,
        hands=hands,
        majority=majority(edition, deal.entry, deal.settlement),
        problems=with_rules(edition, deal.settlement.findings, len(row.payouts)),
        let_stand=deal.let_stand,
        pay_all=deal.id if len(unpaid) > 1 else None,
        bars=None if row.bars_left is None else f"{row.bars_left} of {BARS}",
        reason=deal.reason if deal.corrected else None,
        history=tuple(history),
        before=before,
        after=after,
    )


def struck_page(
    edition: Edition,
    deal: ClosedDeal,
    payments: Sequence[Payment],
    history: Sequence[HistoryEntry],
) -> DealPage:
    """A deal that was struck out: what was paid goes back. Its history shows what was entered."""
    return DealPage(
        number=deal.number,
        struck=True,
        text=who_went_out(edition, deal.entry),
        reason=deal.reason,
        history=tuple(history),
        back=tuple(
            _difference(edition, deal, seat, one)
            for seat, one in enumerate(payments)
            if one.difference and edition.money != "points"
        ),
    )


def _hand(edition: Edition, deal: ClosedDeal, row: Row, seat: int, payment: Payment) -> HandShown:
    player = payment.player
    laid = deal.settlement.laid[player]
    *steps, result = deal.settlement.steps(player)
    caught = laid.wiped_out
    return HandShown(
        seat=seat,
        name=player,
        amount=edition.amount(row.payouts[player]),
        total=edition.amount(row.totals[player]),
        out=player == row.went_out,
        caught=None if caught is None else edition.label(caught),
        piles=piles(edition, deal.entry, player, laid),
        steps=tuple(steps),
        result=result,
        slip=None if edition.money == "points" else _slip(edition, row, seat, payment, deal),
    )


def _slip(edition: Edition, row: Row, seat: int, payment: Payment, deal: ClosedDeal) -> Slip | None:
    player = payment.player
    if payment.handed and payment.difference:
        return replace(_difference(edition, deal, seat, payment), rack=_rack(edition, row, player))
    lines, exchanges = row.slips[player], row.exchanges[player]
    if not lines and not exchanges:
        return None
    return Slip(
        deal_id=deal.id,
        number=deal.number,
        seat=seat,
        player=player,
        lines=tuple(
            ("Jackpot" if line.kind == "jackpot" else "Hand over", line.text(edition.currency))
            for line in lines
        ),
        exchanges=tuple(_exchange_text(edition, one) for one in exchanges),
        rack=_rack(edition, row, player),
        paid=payment.paid,
    )


def _difference(edition: Edition, deal: ClosedDeal, seat: int, payment: Payment) -> Slip:
    """What is still to hand over, or to give back, after another amount was paid."""
    more = payment.difference
    amount, held = edition.amount(abs(more)), words(notes(abs(more)), edition.currency)
    told = amount if held == amount else f"{amount}: {held}"
    return Slip(
        deal_id=deal.id,
        number=deal.number,
        seat=seat,
        player=payment.player,
        lines=(("Hand over" if more > 0 else "Take back", told),),
        exchanges=(),
        rack=None,
        paid=False,
        already=f"{edition.amount(payment.handed or 0)} was paid already.",
    )


def _rack(edition: Edition, row: Row, player: str) -> str | None:
    """What the rack of a player shows, where the box has racks."""
    return words(row.racks[player].notes, edition.currency) if row.racks else None


def _exchange_text(edition: Edition, one: Exchange) -> str:
    """An exchange as a sentence."""
    text = one.text(edition.currency)
    return f"{text[0].upper()}{text[1:]}."


def with_rules(
    edition: Edition, findings: Iterable[Finding], players: int
) -> tuple[tuple[Finding, Rule], ...]:
    """Problems and warnings, each with its rule; an old deal may name a rule that is gone."""
    return tuple((one, rule(edition, one.rule, players)) for one in findings)
