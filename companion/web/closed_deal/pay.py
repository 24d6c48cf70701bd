"""The pay list: what the banker does for each player of a deal, and the same as speech."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules import ledger
from companion.rules.bank import (
    BAR,
    Exchange,
    Line,
    Note,
    by_value,
    exchange,
    noted,
    notes,
    notes_said,
    on_rack,
    pay,
    slip,
)
from companion.rules.deal import clockwise
from companion.rules.edition import Edition
from companion.rules.ledger import Row, Settled
from companion.rules.words import capital, plural
from companion.store import ClosedDeal, Payment, Table
from companion.store.rows import Handed, payments_of

JACKPOT = "Jackpot"
"""What stands before the notes of a jackpot."""


@dataclass(frozen=True)
class PayRow:
    """What the banker does for one player.

    `due` is what is to be handed over, 0 when it was, negative what goes back. `amount` is the
    payout; where another amount was paid before a correction, `already` says so and `amount` is the
    difference. `hand_over` has what for, and the notes. `exchanges` are
    sentences about notes that are changed, `rack` says what the rack shows in the end. `paid` is
    None where nothing is to be handed over. `says` is the row as a sentence to be read out, empty
    where nothing is due any more.
    """

    seat: int
    name: str
    out: bool
    due: int
    amount: str
    total: str | None
    hand_over: tuple[tuple[str, tuple[Note, ...]], ...] = ()
    exchanges: tuple[str, ...] = ()
    rack: str = ""
    already: str = ""
    paid: bool | None = None
    says: str = ""

    @property
    def also(self) -> tuple[str, ...]:
        """What the row says below the notes: the exchanges and the rack."""
        return (*self.exchanges, self.rack) if self.rack else self.exchanges


@dataclass(frozen=True)
class NextJackpot:
    """What lies under the Bank for the next round. `put` are the notes that the banker adds for
    that; `says` is the same to be read out."""

    amount: str
    put: tuple[Note, ...]
    says: str


def next_jackpot(edition: Edition, deal: ClosedDeal) -> NextJackpot | None:
    """The jackpot after a deal; None where there is none. After a correction nothing is said to be
    added: what lies there by then was put there for the old amount."""
    jackpot = deal.settlement.jackpot
    if jackpot is None or not jackpot.next:
        return None
    before = edition.options["jackpot_start"] if deal.entry.jackpot is None else deal.entry.jackpot
    left = before if jackpot.paid_to is None else 0
    more = 0 if deal.corrected else max(0, jackpot.next - left)
    held = [note for line in slip(more, more) for note in line.notes]
    amount, currency = edition.amount(jackpot.next), edition.currency
    told = f"Put {_spoken(held, currency)} under the Bank. " if held else ""
    return NextJackpot(
        amount=amount,
        put=tuple(held),
        says=f"{told}The next jackpot is {amount}.",
    )


class PayList:
    """Makes the rows of the deals of a table; `handed` is what was ticked there."""

    def __init__(self, table: Table, handed: Handed) -> None:
        self.edition, self.players, self.handed = table.edition, table.players, handed

    def rows(
        self, number: int, row: Row | None, earlier: Mapping[int, Mapping[str, int]] = {}
    ) -> tuple[PayRow, ...]:
        """One row a player, whoever went out first, then clockwise. `row` is the row on the sheet
        of the deal with this `number`; None when it was struck out: then only those who give
        something back. `earlier` are the payouts of the deals before it that count, by number, for
        what a rack does not show."""
        pays = self.edition.money != "points"
        if row is None:
            payments = payments_of(self.players, {number: {}}, self.handed)
            due = [payment for payment in payments if payment.difference and pays]
            return tuple(self._difference(payment, None, earlier) for payment in due)
        order = clockwise(self.players, row.went_out or self.players[0])
        return tuple(
            self._difference(payment, row, earlier)
            if payment.handed and payment.difference and pays
            else self._payout(payment, row)
            for payment in payments_of(order, {number: row.payouts}, self.handed)
        )

    def _payout(self, payment: Payment, row: Row) -> PayRow:
        """The whole amount."""
        name, currency = payment.player, self.edition.currency
        lines = row.slips.get(name, ())
        exchanges = _texts(row.exchanges.get(name, ()), currency)
        below = min(payment.owed, payment.owed - row.totals[name])
        if row.racks and below > 0:
            back = self.edition.amount(below)
            exchanges = (*exchanges, f"The total was below zero: {back} of it goes back.")
        amount = self.edition.amount(payment.owed)
        has_notes = bool(lines or exchanges)
        gets = has_notes if self.edition.money != "points" else payment.owed > 0
        told = f"{name} gets {amount}{_slip_aloud(lines, currency)}."
        return PayRow(
            seat=self.players.index(name),
            name=name,
            out=name == row.went_out,
            due=0 if payment.paid else payment.owed,
            amount=amount,
            total=self.edition.amount(row.totals[name]),
            hand_over=tuple(
                (JACKPOT if line.kind == "jackpot" else "Hand over", tuple(line.notes))
                for line in lines
            ),
            exchanges=exchanges,
            rack=f"{self._rack(row.racks[name])}." if row.racks and has_notes else "",
            paid=payment.paid if has_notes else None,
            says=_aloud(told, exchanges) if gets and not (has_notes and payment.paid) else "",
        )

    def _difference(
        self, payment: Payment, row: Row | None, earlier: Mapping[int, Mapping[str, int]]
    ) -> PayRow:
        """What is still to hand over, or to give back, after another amount was paid."""
        name, more, currency = payment.player, payment.difference, self.edition.currency
        amount = self.edition.amount(abs(more))
        held, rack, without = notes(abs(more)), "", []
        exchanges: tuple[str, ...] = ()
        if self.edition.money == "racks":
            held, exchanges, rack = self._exchange(name, more)
            lacks = (self.handed.get((n, name), 0) < paid[name] for n, paid in earlier.items())
            if any(lacks):
                without += [f"earlier {self.edition.deal_word}s that are not ticked"]
            paid_for = sum(paid[name] for paid in earlier.values())
            if row and row.totals[name] != paid_for + row.payouts[name]:
                without += ["adjustments"]
            rack = ", without ".join([rack, *without]) + "."
        verb = "gets" if more > 0 else "gives back"
        told = f"{name} {verb} {amount}{' more' if more > 0 else ''}: {_spoken(held, currency)}."
        return PayRow(
            seat=self.players.index(name),
            name=name,
            out=row is not None and name == row.went_out,
            due=more,
            amount=f"{amount} {'more' if more > 0 else 'back'}",
            total=None if row is None else self.edition.amount(row.totals[name]),
            hand_over=(("Hand over" if more > 0 else "Take back", tuple(held)),),
            exchanges=exchanges,
            rack=rack,
            already=f"{self.edition.amount(payment.handed or 0)} was paid already.",
            paid=False,
            says=_aloud(told, exchanges),
        )

    def _exchange(self, name: str, more: int) -> tuple[tuple[Note, ...], tuple[str, ...], str]:
        """For a rack: which notes to hand over or to take back, what is changed then, and what the
        rack shows in the end."""
        currency, rack = self.edition.currency, self._racks_as_ticked()[name]
        if more > 0:
            rack, exchanges = exchange(pay(rack, more))
            return notes(more), _texts(exchanges, currency), self._rack(rack)
        taken, change = _given_back(rack, -more)
        returned = (f"Give {notes_said(change, currency)} in change.",) if change else ()
        left = by_value(rack) - by_value(taken) + by_value(change)
        return taken, returned, self._rack(noted(left))

    def _racks_as_ticked(self) -> Mapping[str, tuple[Note, ...]]:
        """What the racks hold on the table, by what was ticked as paid. Which notes those are
        depends on every payout before, for notes are changed on the way; so a sheet is added up
        from the ticked amounts, deal by deal."""
        deals: dict[int, dict[str, int]] = {}
        for (number, player), amount in self.handed.items():
            deals.setdefault(number, {})[player] = amount
        ticked = [Settled(payouts) for _, payouts in sorted(deals.items())]
        return ledger.sheet(self.edition, self.players, ticked, self.players[0]).racks

    def _rack(self, held: tuple[Note, ...]) -> str:
        return f"Rack: {on_rack(held, self.edition.currency)}"


def _texts(exchanges: Iterable[Exchange], currency: str) -> tuple[str, ...]:
    """Exchanges as sentences."""
    return tuple(f"{capital(change.text(currency))}." for change in exchanges)


def _given_back(held: Iterable[Note], amount: int) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
    """The notes that go back to the bank for an amount, and the change for the last one. The notes
    held are worth the amount at least."""
    left, taken, rest = by_value(held), Counter[int](), amount
    for value in sorted(left, reverse=True):
        taken[value] = min(left[value], rest // value)
        rest -= taken[value] * value
    if not rest:
        return noted(taken), ()
    if max(left) > amount:  # one note is less to count than all the small ones
        taken, rest = Counter(), amount
    larger = min(value for value in left - taken if value > rest)
    taken[larger] += 1
    return noted(taken), notes(larger - rest)


def _aloud(told: str, exchanges: Iterable[str]) -> str:
    """A row as it is read out: who gets what, then what is changed in the rack."""
    return " ".join([told, *(text.replace(" × ", " notes of ") for text in exchanges)])


def _slip_aloud(lines: Iterable[Line], currency: str) -> str:
    """The lines of a slip: ``: 8 notes of $1,000. Jackpot: 1 note of $500``."""
    return "".join(
        (f". {JACKPOT}: " if line.kind == "jackpot" else ": ") + _spoken(line.notes, currency)
        for line in lines
    )


def _spoken(held: Iterable[Note], currency: str) -> str:
    """Notes as they are read out: ``8 notes of £1,000, 1 note of £500``."""
    return ", ".join(
        notes_said([note], currency)
        if note.value == BAR
        else f"{plural(note.count, 'note')} of {currency}{note.value:,}"
        for note in held
    )
