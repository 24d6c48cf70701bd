"""What the sheet shows.

Nothing is scored here: amounts come from the stored settlements, totals from the ledger that adds
them up. Templates only lay it out.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from companion.rules.bank import BARS, words
from companion.rules.edition import Edition
from companion.rules.ledger import Sheet
from companion.rules.words import isolated, listed
from companion.store import Action, ClosedDeal, Payment, Table
from companion.store.rows import Handed
from companion.web.parts import line_chart
from companion.web.parts.win import Win, win
from companion.web.parts.words import amounts_in, goal, leads, once_more, remark, who_went_out

MOST_UNPAID = 2
"""The most unpaid deals before the last that are listed one by one."""


@dataclass(frozen=True)
class PlayerTotal:
    """One of the big totals; `bare` is without currency, `to_go` what is short of the target."""

    seat: int
    name: str
    total: str
    bare: str
    to_go: str | None
    leads: bool
    wins: bool
    deals: bool
    rack: str | None


@dataclass(frozen=True)
class Cell:
    """One payout and the total after it, without currency: the page names it once."""

    amount: str
    total: str
    out: bool


@dataclass(frozen=True)
class SheetRow:
    """One deal of the sheet. A deal that was struck out has no `cells`."""

    number: int
    cells: tuple[Cell, ...] = ()
    changed: bool = False
    let_stand: bool = False
    jackpot: str | None = None
    after_end: bool = False
    ruled: bool = False

    @property
    def out(self) -> bool:
        """Whether somebody went out."""
        return any(cell.out for cell in self.cells)


@dataclass(frozen=True)
class LastDeal:
    """The last deal in one line; `told` is what a screen reader says of it once it is new."""

    number: int
    text: str
    told: str


@dataclass(frozen=True)
class Undo:
    """What an undo takes back, or a redo does again, in words, and the id of that action."""

    action: int
    text: str


@dataclass(frozen=True)
class SheetPage:
    """The part of a table's first page that follows from the deals in force.

    `many`: too many columns for a phone. `signs` are the signs in the rows, to explain below.
    `win` is the end of the game, `after` says which deals came after it, and that the totals with
    them follow; `once_more` says that a tie is played on.
    """

    edition: str
    unit: str
    goal: str
    players: tuple[PlayerTotal, ...]
    rows: tuple[SheetRow, ...]
    signs: frozenset[str]
    many: bool
    columns: int
    next_dealer: str
    jackpot: str | None
    bars: str | None
    last: LastDeal | None
    win: Win | None
    after: str | None
    once_more: str | None
    chart: line_chart.Chart | None

    @property
    def newest(self) -> int:
        """The number of the newest deal, struck out or not; 0 before the first."""
        return self.rows[-1].number if self.rows else 0

    def told_since(self, number: int) -> str:
        """What a screen reader says of the last deal on a page that showed the deals up to this
        number, and who won if that deal decided the game. Nothing if that page has the deal."""
        last = self.last
        if last is None or last.number != self.newest or last.number <= number:
            return ""
        won = f" {self.win.title}" if self.win and self.win.after == last.number else ""
        return last.told + won


@dataclass(frozen=True)
class Unpaid:
    """Who was not paid yet. `last` is about the last deal, `before` about the deals before it, by
    number, and `lines` are the latter as lines of the sheet. `kept` says who was paid in deals that
    were undone since. `tick` is the last tick that this knows of, and `handed` is what the ticks up
    to it say."""

    tick: int
    handed: Handed
    last: str | None
    before: Mapping[int, str]
    lines: Markup
    kept: str = ""

    @cached_property
    def ticked(self) -> frozenset[int]:
        """The numbers of the deals in which somebody was ticked as paid."""
        return frozenset(number for number, _ in self.handed)

    @property
    def many(self) -> bool:
        """Whether the deals before the last are folded, because more than MOST_UNPAID of them are
        unpaid: where nobody ticks anything, all are."""
        return len(self.before) > MOST_UNPAID


@dataclass(frozen=True)
class Moment:
    """The part of the first page that can change while the deals stay: what an open deal still
    needs (None without one), who was not paid yet, and for the scorekeeper what an undo would undo
    and what was undone just now."""

    waiting: str | None
    unpaid: Unpaid
    undo: Undo | None
    undone: Undo | None


def sheet_page(
    edition: Edition,
    sheet: Sheet,
    deals: Sequence[ClosedDeal],
    struck: Sequence[int] = (),
    ruled: Collection[int] = (),
    before: tuple[SheetRow, ...] = (),
) -> SheetPage:
    """The sheet of a table. `deals` are those in force, in the order of the rows of `sheet`;
    `struck` are the numbers of struck-out deals, `ruled` those of deals that were challenged. With
    the rows of the page `before`, the deals are those that were closed since."""
    amount = edition.amount
    rows = (*before, *_rows(sheet, deals, () if before else struck, ruled))
    return SheetPage(
        edition=edition.name,
        unit=amounts_in(edition),
        goal=goal(edition, sheet),
        players=_totals(edition, sheet),
        rows=rows,
        signs=frozenset(
            sign
            for sign in ("out", "changed", "let_stand", "ruled", "after_end")
            if any(getattr(row, sign) for row in rows)
        ),
        many=len(sheet.players) > 4,
        columns=len(sheet.players) + (sheet.jackpot is not None),
        next_dealer=sheet.next_dealer,
        jackpot=None if sheet.jackpot is None else amount(sheet.jackpot),
        bars=None if sheet.bars_left is None else f"{sheet.bars_left} of {BARS}",
        last=_last(edition, sheet, deals[-1]) if deals else None,
        win=win(edition, sheet, deals),
        after=_after(edition, rows),
        once_more=once_more(edition, sheet),
        chart=totals_chart(edition, sheet, numbers_in_force(rows)),
    )


def numbers_in_force(rows: Sequence[SheetRow]) -> tuple[int, ...]:
    """The number of the deal in each row of the sheet, without those that were struck out."""
    return tuple([row.number for row in rows if row.cells])


def totals_chart(
    edition: Edition,
    sheet: Sheet,
    numbers: Sequence[int],
    width: line_chart.Width = line_chart.NARROW,
) -> line_chart.Chart | None:
    """The totals after each deal as lines; `numbers` are those of the deals. None without deals."""
    totals = [row.totals for row in sheet.rows]
    return line_chart.chart(
        sheet.players,
        totals,
        numbers,
        sheet.target,
        width,
        amount=edition.amount,
        word=edition.deal_word,
    )


def _last(edition: Edition, sheet: Sheet, deal: ClosedDeal) -> LastDeal:
    text, goer = who_went_out(edition, deal.entry), deal.entry.went_out
    paid = f", {edition.amount(deal.payouts[goer])}" if goer and edition.variant.has_goer else ""
    ahead = f" {leads(sheet)}." if sheet.leaders and not sheet.over else ""
    told = f"{edition.deal_word.capitalize()} {deal.number}: {text}{paid}.{ahead}"
    return LastDeal(deal.number, text, told)


def _after(edition: Edition, rows: Sequence[SheetRow]) -> str | None:
    """Which deals were played after the end; the totals with them follow."""
    late = [str(row.number) for row in rows if row.after_end]
    if not late:
        return None
    which = f"{late[0]} to {late[-1]}" if len(late) > 2 else listed(late)
    deals, were, them = ("", "was", "it") if len(late) == 1 else ("s", "were", "them")
    word = f"{edition.deal_word.capitalize()}{deals}"
    return f"{word} {which} {were} played after the game was won, so the places stay. With {them}:"


def _totals(edition: Edition, sheet: Sheet) -> tuple[PlayerTotal, ...]:
    amount, to_target = edition.amount, sheet.to_target
    return tuple(
        PlayerTotal(
            seat=seat,
            name=player,
            total=amount(sheet.totals[player]),
            bare=f"{sheet.totals[player]:,}",
            to_go=None
            if sheet.over or to_target is None or not to_target[player]
            else f"{amount(to_target[player])} to go",
            leads=not sheet.over and player in sheet.leaders,
            wins=player in sheet.winners,
            deals=not sheet.over and player == sheet.next_dealer,
            rack=words(sheet.racks[player], edition.currency) if sheet.racks else None,
        )
        for seat, player in enumerate(sheet.players)
    )


def undo_of(
    edition: Edition,
    last: Action | None,
    *,
    draft_is_open: bool,
    only_said: str | None,
    ticked: Collection[int],
) -> Undo | None:
    """What an undo would do; None when there is nothing to undo. `only_said` is who went out in the
    open deal, which a deal that is open again replaces. `ticked` are the numbers of the deals in
    which somebody was ticked as paid."""
    if last is None:
        return None
    said = remark(last.reason)
    reason = f" (“{isolated(said)}”)" if said else ""
    deal = f"{edition.deal_word} {last.number}"
    if last.kind == "correct":
        text = f"The change of {deal}{reason} is taken back. It is again as it was before."
    elif last.kind == "strike":
        text = f"{deal.capitalize()}, which was struck out{reason}, counts again."
    elif draft_is_open:
        text = (
            f"{deal.capitalize()} comes off the scores. The open {edition.deal_word} stays "
            f"as it is, so {deal} has to be entered again."
        )
    else:
        text = f"{deal.capitalize()} comes off the scores and is open again, as it was entered."
        if only_said:
            text += f" What is entered now, “{only_said}”, is lost."
    return Undo(last.id, text + _money_kept(edition, last, ticked))


def _money_kept(edition: Edition, action: Action, ticked: Collection[int]) -> str:
    """What happens to the money when a deal is undone in which somebody was ticked as paid."""
    if action.kind != "close" or action.number not in ticked:
        return ""
    word = edition.deal_word
    return f" Players keep what was ticked as paid: it counts when the {word} is confirmed again."


def undone_of(
    edition: Edition, action: Action | None, *, draft_is_open: bool, ticked: Collection[int]
) -> Undo | None:
    """What was undone just now, and a redo does again; None when there is nothing. `ticked` as in
    `undo_of`."""
    if action is None:
        return None
    deal = f"{edition.deal_word} {action.number}"
    if action.kind == "correct":
        text = f"Undone: the change of {deal}. It is again as it was before."
    elif action.kind == "strike":
        text = f"Undone: {deal} counts again."
    elif draft_is_open:
        text = f"Undone: {deal} is open again, as it was entered."
    else:
        text = f"Undone: {deal} is off the scores."
    return Undo(action.id, text + _money_kept(edition, action, ticked))


def _rows(
    sheet: Sheet, deals: Sequence[ClosedDeal], struck: Sequence[int], ruled: Collection[int]
) -> tuple[SheetRow, ...]:
    shown = [
        SheetRow(
            number=deal.number,
            cells=tuple(
                Cell(f"{row.payouts[player]:,}", f"{row.totals[player]:,}", player == row.went_out)
                for player in sheet.players
            ),
            changed=deal.corrected,
            let_stand=deal.let_stand,
            jackpot=None if row.jackpot_after is None else f"{row.jackpot_after:,}",
            after_end=row.after_end,
            ruled=deal.number in ruled,
        )
        for row, deal in zip(sheet.rows[len(sheet.rows) - len(deals) :], deals, strict=True)
    ]
    shown += [SheetRow(number, ruled=number in ruled) for number in struck]
    return tuple(sorted(shown, key=lambda row: row.number))


def unpaid(edition: Edition, payments: Iterable[Payment]) -> dict[int, str]:
    """By deal, who still has to be paid, or to give something back; empty in points."""
    if edition.money == "points":
        return {}
    due: dict[int, dict[str, list[str]]] = {}
    for one in payments:
        if one.difference:
            what = "Still to be paid" if one.difference > 0 else "Still to give back"
            due.setdefault(one.number, {}).setdefault(what, []).append(_still_due(edition, one))
    return {
        number: ". ".join(f"{what}: {listed(names)}" for what, names in of.items())
        for number, of in due.items()
    }


def kept(table: Table, handed: Handed, last: int) -> str:
    """What players were paid in deals after the `last`, which were undone: they still have it.
    Empty where nobody was paid, and in points."""
    edition = table.edition
    if edition.money == "points":
        return ""
    told = []
    for number in sorted({number for number, _ in handed if number > last}):
        has = [
            f"{isolated(player)} {edition.amount(amount)}"
            for player in table.players
            if (amount := handed.get((number, player), 0))
        ]
        if has:
            told.append(f"Paid already for {edition.deal_word} {number}: {', '.join(has)}.")
    return " ".join(told)


def _still_due(edition: Edition, one: Payment) -> str:
    """Who still has to be paid or to give back; how much, where they have a part or too much."""
    if not one.handed:
        return one.player
    more = " more" if one.difference > 0 else ""
    return f"{isolated(one.player)} ({edition.amount(abs(one.difference))}{more})"


def waiting_for(names: Sequence[str], players: Sequence[str], went_out: str | None) -> str:
    """What an open deal still needs. `names` are the `players` whose hands are not finished."""
    if not names:
        return "All hands are in, but not confirmed yet."
    if len(names) < len(players):
        return f"Still missing: {listed(names)}."
    return f"{went_out} went out. No hand is finished yet." if went_out else "No cards entered yet."
