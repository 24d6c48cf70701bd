"""What the list of tables shows."""

from dataclasses import dataclass

from companion.rules.edition import Edition
from companion.rules.ledger import Sheet
from companion.store import Table
from companion.web.parts.words import counted, local_day


@dataclass(frozen=True)
class TableLine:
    """One table in the list."""

    id: int
    code: str
    edition: str
    players: tuple[str, ...]
    over: bool
    deals: str
    leaders: tuple[str, ...]
    amount: str
    next_dealer: str
    last_at: str
    last_day: str


def table_line(table: Table, edition: Edition, sheet: Sheet) -> TableLine:
    """A table as the list shows it: who won, else who leads."""
    first = sheet.winners if sheet.over else sheet.leaders
    return TableLine(
        id=table.id,
        code=table.code,
        edition=edition.name,
        players=table.players,
        over=sheet.over,
        deals=counted(len(sheet.rows), edition.deal_word)
        if sheet.rows
        else f"no {edition.deal_word} yet",
        leaders=first,
        amount=edition.amount(sheet.totals[first[0]]) if first else "",
        next_dealer=sheet.next_dealer,
        last_at=table.last_at,
        last_day=local_day(table.last_at, table.zone),
    )
