"""What was ticked as paid: a log, in which a tick is taken back by a row of its own."""

from companion.store.rows import Handed, PaidTick, Table, record_of
from companion.store.store import Store


def paid_ticks(store: Store, table: Table) -> list[PaidTick]:
    """The ticks that were not taken back, the oldest first."""
    return [
        record_of(PaidTick, row, player=table.texts.name(row["player"]))
        for row in store.rows("SELECT * FROM ticks WHERE table_id = ? ORDER BY id", [table.id])
    ]


def set_paid(store: Store, table: Table, deal_id: int, player: str, paid: bool) -> None:
    """Ticks that a player has the money of a deal, or takes that back: then what was ticked
    before the deal was corrected is what the player has. Both are rows of a log.

    LookupError for a row that is not in force at this table, and for a name that is not at it.
    """
    with store.writing() as db:
        known = store.deals_and_struck(table)
        deal = next((deal for deal in known if deal.id == deal_id), None)
        if deal is None or player not in table.players:
            raise LookupError(f"Table {table.code} has no such deal or player.")
        owed = deal.owed(player)
        old = [
            tick
            for tick in paid_ticks(store, table)
            if (tick.number, tick.player) == (deal.number, player)
        ]
        name = table.texts.name_in_rows(player)
        row = {"table_id": table.id, "player": name, "amount": owed, "at": store.now()}
        if paid and (not old or old[-1].amount != owed):
            db.table("payments").insert({**row, "deal_id": deal.id})
        while not paid and old and old[-1].amount == owed:
            tick = old.pop()
            db.table("payments").insert({**row, "deal_id": tick.deal_id, "takes_back": tick.id})


def handed(store: Store, table: Table) -> Handed:
    """What was ticked at a table. What was ticked in a deal that was undone is in it too, and
    counts when the deal is closed again."""
    return {(tick.number, tick.player): tick.amount for tick in paid_ticks(store, table)}
