"""What the sheet shows, worked out as frozen view data. Pure.

Nothing is scored here: amounts come from the settlements that were kept when a deal was closed,
totals from the fold of them (`ledger.sheet`). Templates only lay it out.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.rules.bank import BARS, words
from companion.rules.edition import Edition
from companion.rules.ledger import Sheet
from companion.rules.words import listed
from companion.web.parts import line_chart
from companion.web.parts.words import goal, result, who_went_out


class Kept(Protocol):
    """What is read of a closed deal."""

    @property
    def id(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def entry(self) -> Mapping[str, Any]: ...
    @property
    def settlement(self) -> Mapping[str, Any]: ...
    @property
    def let_stand(self) -> bool: ...
    @property
    def paid(self) -> Sequence[str]: ...
    @property
    def corrected(self) -> bool: ...
    @property
    def reason(self) -> str | None: ...


class Action(Protocol):
    """What is read of the last thing that was done at a table."""

    @property
    def id(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def number(self) -> int | None: ...


# --- the sheet -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """A player among the big totals; `bare` is the total without currency. `to_go` is None without
    a target and when the game is over."""

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
    """One payout and the total after it, without currency: the head of the table says which."""

    amount: str
    total: str
    out: bool


@dataclass(frozen=True)
class SheetRow:
    """One deal of the sheet; `cells` are empty when it is struck out."""

    number: int
    cells: tuple[Cell, ...]
    changed: bool
    let_stand: bool
    jackpot: str | None
    after_end: bool
    ruled: bool = False

    @property
    def out(self) -> bool:
        """Somebody went out."""
        return any(cell.out for cell in self.cells)


@dataclass(frozen=True)
class Last:
    """The last deal in one line."""

    number: int
    text: str


@dataclass(frozen=True)
class Undo:
    """What an undo takes back, in words, and the id of that action."""

    action: int
    text: str


@dataclass(frozen=True)
class SheetPage:
    """The first page of a table, as far as it follows from the deals that count.

    `many`: there are more columns than a phone has room for beside each other. `marks` are the
    signs on the rows that need a word below. `result` is who won, `because` why; `once_more`
    that a tie at the top is played on.
    """

    edition: str
    unit: str
    goal: str
    players: tuple[Standing, ...]
    rows: tuple[SheetRow, ...]
    marks: frozenset[str]
    many: bool
    columns: int
    next_dealer: str
    jackpot: str | None
    bars: str | None
    last: Last | None
    result: str | None
    because: str | None
    once_more: str | None
    chart: line_chart.Chart | None


@dataclass(frozen=True)
class Moment:
    """What changes on the first page without any deal changing: what an open draft still needs
    (None when none is open), who has no money for the last deal yet, what an undo would undo."""

    waiting: str | None
    unpaid: str | None
    undo: Undo | None


def sheet_page(
    edition: Edition,
    sheet: Sheet,
    deals: Sequence[Kept],
    struck: Sequence[int] = (),
    ruled: Collection[int] = (),
) -> SheetPage:
    """The sheet of a table. `deals` are those in force, the rows of `sheet` in the same order;
    `struck` are the numbers of those that are struck out, `ruled` of those that were challenged."""
    amount = edition.amount
    over = sheet.over
    top = amount(max(sheet.totals.values()))
    players = tuple(
        Standing(
            seat=seat,
            name=player,
            total=amount(sheet.totals[player]),
            bare=f"{sheet.totals[player]:,}",
            to_go=None
            if over or sheet.to_target is None or not sheet.to_target[player]
            else f"{amount(sheet.to_target[player])} to go",
            leads=not over and player in sheet.leaders,
            wins=player in sheet.winners,
            deals=not over and player == sheet.next_dealer,
            rack=words(sheet.racks[player].notes, edition.currency) if sheet.racks else None,
        )
        for seat, player in enumerate(sheet.players)
    )
    rows = _rows(sheet, deals, struck, ruled)
    return SheetPage(
        edition=edition.name,
        unit="Points" if edition.money == "points" else f"Amounts in {edition.currency}",
        goal=goal(edition, sheet),
        players=players,
        rows=rows,
        marks=frozenset(
            mark
            for mark in ("out", "changed", "let_stand", "ruled", "after_end")
            if any(getattr(row, mark) for row in rows)
        ),
        many=len(players) > 4,
        columns=len(players) + (sheet.jackpot is not None),
        next_dealer=sheet.next_dealer,
        jackpot=None if sheet.jackpot is None else amount(sheet.jackpot),
        bars=None if sheet.bars_left is None else f"{sheet.bars_left} of {BARS}",
        last=Last(deals[-1].number, who_went_out(edition, deals[-1].entry)) if deals else None,
        result=result(sheet) if over else None,
        because=_because(sheet, amount) if over else None,
        once_more=f"{listed(sheet.leaders)} are tied at the top with {top}. Play one more hand."
        if sheet.playing_on
        else None,
        chart=line_chart.chart(
            sheet.players,
            [row.totals for row in sheet.rows],
            [deal.number for deal in deals],
            sheet.target,
            amount=amount,
        ),
    )


def undo_of(last: Action | None, *, draft_is_open: bool) -> Undo | None:
    """What undoing the last action would do; None when there is nothing to undo."""
    if last is None:
        return None
    reason = f" (“{last.reason}”)" if last.reason else ""
    if last.kind == "correct":
        text = f"The change of deal {last.number}{reason} is taken back. What it was before counts."
    elif last.kind == "strike":
        text = f"Deal {last.number}, which was struck out{reason}, counts again."
    elif draft_is_open:
        text = (
            f"Deal {last.number} comes off the sheet. The open hand stays as it is, "
            f"so the cards of deal {last.number} have to be entered again."
        )
    else:
        text = f"Deal {last.number} comes off the sheet and is open again, with all its cards."
    return Undo(last.id, text)


def _rows(
    sheet: Sheet, deals: Sequence[Kept], struck: Sequence[int], ruled: Collection[int]
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
        for row, deal in zip(sheet.rows, deals, strict=True)
    ]
    shown += [SheetRow(number, (), False, False, None, False, number in ruled) for number in struck]
    return tuple(sorted(shown, key=lambda row: row.number))


def unpaid(edition: Edition, deal: Kept | None, players: Sequence[str]) -> str | None:
    """Who still has no money for a deal; None when all have, and in points."""
    if deal is None or edition.money == "points":
        return None
    payouts = deal.settlement["payouts"]
    waiting = [player for player in players if payouts.get(player) and player not in deal.paid]
    return f"Still to be paid: {listed(waiting)}" if waiting else None


def _because(sheet: Sheet, amount: Any) -> str:
    decided = sheet.rows[(sheet.over_after or 1) - 1]
    best = amount(max(decided.totals.values()))
    if sheet.reason == "target":
        return f"{best} is the most, and the game went to {amount(sheet.target)}."
    played = {1: "The one deal is", 2: "Both deals are"}.get(
        sheet.deals or 0, f"All {sheet.deals} deals are"
    )
    return f"{played} played, and {best} is the most."


def waiting_for(names: Sequence[str], players: Sequence[str]) -> str:
    """What an open deal still needs."""
    if not names:
        return "All hands are in. Look at the payouts and close the deal."
    if len(names) == len(players):
        return "Nobody’s cards are in yet."
    return f"Still missing: {listed(names)}."
