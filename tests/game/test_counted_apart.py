"""Random games counted a second time, with the scorer of tests/proof and a few plain sums: what
every deal paid, what was written down between deals, the totals, the jackpot, the racks, who won.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings

from companion.rules.bank import worth
from companion.rules.entries import Entry
from companion.store import Store, Table
from companion.store.sheets import sheet_of
from tests.games import Game, games
from tests.often import times
from tests.proof import brute
from tests.stored import Clock


def line_of(table: Table, entry: dict[str, Any], jackpot: int | None) -> dict[str, Any]:
    """A closed deal as a line for the other scorer."""
    more = {} if jackpot is None else {"jackpot": jackpot}
    options = {key: one for key, one in table.options.items() if key not in ("target", "deals")}
    options.pop("tie", None)
    players = list(table.players)
    return {
        "edition": table.edition_id,
        "players": players,
        "went_out": None,
        **entry,
        **more,
        "options": options,
    }


@dataclass
class Counted:
    """A game while it is counted: what everybody has, and after how many deals it was over."""

    totals: dict[str, int]
    target: int | None
    deals: int | None
    tie: str
    over: int | None = None
    won: frozenset[str] = frozenset()

    def write(self, entry: Entry) -> None:
        """Something was written down between deals."""
        if entry.kind == "adjustment" and entry.player:
            self.totals[entry.player] += entry.amount
        elif entry.kind == "end":
            self.target, self.deals = entry.end["target"], entry.end["deals"]
            self.tie = entry.end["tie"]

    def pay(self, number: int, payouts: Mapping[str, int]) -> None:
        """A deal was closed, the one with this number on the sheet."""
        for player, amount in payouts.items():
            self.totals[player] += amount
        most = max(self.totals.values())
        first = frozenset(player for player, total in self.totals.items() if total == most)
        ended = self.target is not None and most >= self.target
        ended = ended or (self.deals is not None and number >= self.deals)
        if ended and self.over is None and (len(first) == 1 or self.tie == "shared"):
            self.over, self.won = number, first


@settings(
    max_examples=times(20),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(games(most=4))
def test_a_game_comes_to_what_another_count_says(game: Game) -> None:
    store = Store(":memory:", clock=Clock())
    table = game.play(store)
    sheet, entries = sheet_of(store, table), store.entries(table)
    edition, last = table.first_edition, 0
    target, deals = edition.ending(len(table.players))
    counted = Counted(dict.fromkeys(table.players, 0), target, deals, edition.options["tie"])
    jackpot = edition.options.get("jackpot_start")
    for number, (deal, row) in enumerate(zip(store.deals(table), sheet.rows, strict=True), 1):
        for entry in entries:
            if last <= entry.after < deal.number:
                counted.write(entry)
        answer = brute.score(line_of(table, deal.entry.as_json(), jackpot))
        assert dict(row.payouts) == answer["payouts"]
        counted.pay(number, answer["payouts"])
        jackpot = answer["jackpot"]["next"] if answer["jackpot"] else None
        assert row.jackpot_after == jackpot
        assert row.totals == counted.totals
        last = deal.number
    for entry in entries:
        if entry.after >= last:
            counted.write(entry)
    assert sheet.totals == counted.totals
    assert sheet.jackpot == jackpot
    assert (sheet.over_after, frozenset(sheet.winners)) == (counted.over, counted.won)
    for player, rack in sheet.racks.items():
        assert worth(rack) == max(0, counted.totals[player])
    store.close()
