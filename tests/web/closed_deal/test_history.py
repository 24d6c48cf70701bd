"""What was entered for a deal, as its page tells it."""

from companion.store import Store, Table
from companion.web.closed_deal.history import history
from tests.web.play import close


def test_an_old_entry_stays_readable(store: Store, table: Table) -> None:
    close(
        store,
        table,
        "Ann",
        {"Ann": "utilities, chance", "Bob": "go*2"},
        reward="red, token",
        wilds={"Ann": ["token"]},
    )
    (entry,) = history(table, store.history(table, 1), 0)
    lines = entry.lines
    assert lines[0][2] == (
        "went out with Electric Company, Water Works, Chance; "
        "reward: Strand, Fleet Street, Trafalgar Square, Token; Chance as Token"
    )
    assert lines[1][1:] == ("£400", "2 × GO")
    assert lines[2][1:] == ("£0", "no cards that count")
