"""What was entered for a deal, as its page tells it."""

from companion.store import Store, Table
from companion.web.closed_deal.page import entry_in_words
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
    (entry,) = store.history(table, 1)
    told = [entry_in_words(table.edition, entry, player) for player in table.players]
    assert told[:3] == [
        "went out with Electric Company, Water Works, Chance; "
        "reward: Strand, Fleet Street, Trafalgar Square, Token; Chance as Token",
        "2 × GO",
        "no cards that count",
    ]
