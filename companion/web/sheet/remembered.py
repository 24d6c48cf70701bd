"""Sheets that were looked at, remembered until something is done at their table.

After one more deal, only that is read, added up and rendered. Whatever else is done (an undo, a
correction, a ruling on an older deal), the sheet is made anew, also where another process of the
server has shown it since.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import current_app
from markupsafe import Markup

from companion.game.sheet import sheet_of
from companion.newest import Newest
from companion.rules import ledger
from companion.store import Action, ClosedDeal, Draft, Store, Table
from companion.store.rows import InForce, payments_of
from companion.store.rulings import rulings
from companion.store.ticks import handed, last_tick
from companion.web.sheet.page import (
    SheetPage,
    Unpaid,
    kept,
    numbers_in_force,
    sheet_page,
    unpaid,
)
from companion.web.site.answers import Packed
from companion.web.site.http import rendered

SHEETS_REMEMBERED = 16 << 20
"""Characters of rendered deals; what belongs to them takes several times as much memory."""


@dataclass
class Remembered:
    """A sheet, its parts rendered, and what it was made of.

    `game` tells which game it is of, `actions` how many actions had been done at its table.
    `rows` are the rows of the deals in `record`, and `packed` is the record packed.
    """

    game: tuple[object, ...]
    actions: int
    in_force: InForce
    ruled: frozenset[int]
    sheet: ledger.Sheet
    page: SheetPage
    rows: Markup
    record: Markup
    packed: Packed
    standings: Markup
    known_unpaid: Unpaid | None = None
    known_steps: tuple[int, Action | None, Action | None] | None = None

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of the deal in each row of the sheet."""
        return numbers_in_force(self.page.rows)

    @cached_property
    def row_of(self) -> Mapping[int, ledger.Row]:
        """The row of each deal that counts, by the id of the deal's row in the store."""
        return dict(zip(self.in_force.ids, self.sheet.rows, strict=True))

    @property
    def size(self) -> int:
        """About how much of the memory it takes, in characters."""
        return sum(map(len, (self.rows, self.record, *self.packed, self.standings)))

    def unpaid(self, store: Store, table: Table) -> Unpaid:
        """Who still has to be paid. Ticks are a log, so the number of the last one shows whether
        there is anything new."""
        tick = last_tick(store, table)
        if self.known_unpaid is None or self.known_unpaid.tick != tick:
            owed: dict[int, Mapping[str, int]] = {number: {} for number in self.in_force.struck}
            rows = zip(self.numbers, self.sheet.rows, strict=True)
            owed |= {number: row.payouts for number, row in rows}
            nothing = Unpaid(tick, handed(store, table), None, {}, Markup(""))
            texts = unpaid(table.edition, payments_of(table.players, owed, nothing.handed))
            self.known_unpaid = _with_texts(nothing, texts, table, self.page)
        return self.known_unpaid

    def steps(
        self, store: Store, table: Table, draft: Draft
    ) -> tuple[Action | None, Action | None]:
        """The last action, and the one that was undone just now: they follow from the actions and
        from the version of the draft, which both only grow."""
        known = self.known_steps
        if known is None or known[0] != draft.version:
            known = draft.version, store.last_action(table), store.last_undone(table)
            self.known_steps = known
        return known[1:]


class Sheets:
    """The sheets that were looked at last."""

    def __init__(self) -> None:
        self.known = Newest[int, Remembered](SHEETS_REMEMBERED, lambda one: one.size)

    def of(self, store: Store, table: Table) -> Remembered:
        """The sheet of a table.

        The number of actions only grows, with an undo too, so it shows whether anything was done.
        It was read before the deals: at worst a newer sheet is remembered under an older number,
        which nobody asks for again.
        """
        old = self.known.get(table.id)
        if old is not None and old.game != _game(table):
            old = None
        if old is not None and old.actions == table.actions:
            return old
        new = _made(store, table, old)
        self.known.keep(table.id, new)
        return new


def sheets() -> Sheets:
    """The sheets that this process remembers."""
    known: Sheets = current_app.extensions.setdefault("sheets", Sheets())
    return known


def _game(table: Table) -> tuple[object, ...]:
    return table.uid, table.players, table.edition


def _made(store: Store, table: Table, old: Remembered | None) -> Remembered:
    """The sheet of a table, which goes on from the `old` one where only deals were added to it."""
    in_force = store.in_force(table)
    ruled = frozenset(ruling.number for ruling in rulings(store, table))
    if old and old.ruled == ruled and in_force.only_adds_to(old.in_force):
        deals = store.deals_of(table, in_force.ids[len(old.in_force.ids) :])
        sheet = ledger.sheet(table.edition, table.players, deals, table.first_dealer, old.sheet)
        # A win tells of all deals, and who dealt after a corrected deal may not follow from it.
        if deals and not sheet.over and not any(deal.corrected for deal in deals):
            return _rendered(table, in_force, ruled, sheet, deals, old)
    deals = store.deals_of(table, in_force.ids)
    return _rendered(table, in_force, ruled, sheet_of(store, table, deals), deals, None)


def _rendered(
    table: Table,
    in_force: InForce,
    ruled: frozenset[int],
    sheet: ledger.Sheet,
    deals: Sequence[ClosedDeal],
    old: Remembered | None,
) -> Remembered:
    """The sheet with its parts rendered. With an `old` one, `deals` are those that were added."""
    rows_before, rows = (old.page.rows, old.rows) if old else ((), Markup(""))
    page = sheet_page(table.edition, sheet, deals, in_force.struck, ruled, rows_before)
    rows += rendered("sheet/_rows.html", page=page, rows=page.rows[len(rows_before) :])
    record = rendered("sheet/_record.html", table=table, page=page, rows=rows)
    return Remembered(
        game=_game(table),
        actions=table.actions,
        in_force=in_force,
        ruled=ruled,
        sheet=sheet,
        page=page,
        rows=rows,
        record=record,
        packed=Packed.of(record),
        standings=rendered("sheet/_standings.html", page=page),
        known_unpaid=_unpaid_after(old, deals, table, page) if old else None,
    )


def _unpaid_after(
    old: Remembered, deals: Sequence[ClosedDeal], table: Table, page: SheetPage
) -> Unpaid | None:
    """Who still has to be paid with these further deals, if nothing was ticked since: a deal that
    was undone and closed again may have been ticked before. None where it has to be worked out
    anew: deals that were struck out stand between the others."""
    known = old.known_unpaid
    if known is None or old.in_force.struck:
        return None
    texts = dict(known.before)
    if known.last and old.page.last:
        texts[old.page.last.number] = known.last
    owed = {deal.number: deal.payouts for deal in deals}
    payments = payments_of(table.players, owed, known.handed)
    return _with_texts(known, texts | unpaid(table.edition, payments), table, page)


def _with_texts(known: Unpaid, texts: Mapping[int, str], table: Table, page: SheetPage) -> Unpaid:
    """Who still has to be paid, as these `texts` say by deal. The lines of deals that are `known`
    are not rendered again."""
    last = page.last.number if page.last else 0
    before = {number: text for number, text in texts.items() if number != last}
    more = {number: text for number, text in before.items() if number not in known.before}
    return replace(
        known,
        last=texts.get(last),
        before=before,
        lines=known.lines + rendered("sheet/_unpaid.html", table=table, unpaid=more),
        kept=kept(table, known.handed, page.newest),
    )
