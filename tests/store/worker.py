"""A program that closes, corrects, adjusts, goes on, undoes and imports until it is killed.

It prints a line for everything that the store has acknowledged: ``python -m tests.store.worker FILE
RUN``."""

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.rules.deal import Deal
from companion.rules.entries import Entry
from companion.rules.payout import settle
from companion.store import ScoredDeal, Store, games

CLOSED, CORRECTED, UNDONE, IMPORTED = "closed", "corrected", "undone", "imported"
ADJUSTED, WENT_ON = "adjusted", "went-on"


def work(path: Path, run: int) -> None:
    """Works at the first table of the file for ever."""
    store, random = Store(path), Random(run)
    (*_, table) = store.tables()
    entry = Deal({"Ann": ["go"], "Bob": [], "Cem": [], "Dee": []}, None)
    settlement = settle(table.edition, entry).paid()
    number = 0
    while True:
        number += 1
        token, kind = f"{run:06d}-{number:06d}", CLOSED
        deals = store.deals(table)
        choice = random.random()
        if choice < 0.2 and deals:
            kind, old = CORRECTED, deals[-1]
            new = ScoredDeal(old.number, old.entry, old.settlement, let_stand=not old.let_stand)
            store.correct(table, number=old.number, reason="x", changes=[new], token=token)
        elif choice < 0.4 and deals:
            kind = UNDONE
            store.undo(table, token=token)
        elif choice < 0.55:
            kind = ADJUSTED
            entry_of_it = Entry("adjustment", 0, player="Ann", amount=-50, reason=token)
            store.write_down(table, [entry_of_it], token=token)
        elif choice < 0.6:
            kind = WENT_ON
            store.go_on(
                table,
                players=table.players,
                first_dealer="Ann",
                banker="Bob",
                begin={"Ann": (-50, token), "Bob": (100, token)},
                token=token,
            )
        elif choice < 0.7:
            kind = IMPORTED
            game = games.history(store, table)
            games.bring_in(store, replace(game, uid=token, actions=game.actions[:1], rulings=()))
        else:
            store.close_deal(
                table,
                entry=entry,
                settlement=settlement,
                let_stand=False,
                token=token,
                version=store.draft(table).version,
            )
        sys.stdout.write(f"{kind} {token}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    work(Path(sys.argv[1]), int(sys.argv[2]))
