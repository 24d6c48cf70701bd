"""A game added up once more, from its file and docs/rules.md alone: what its pages must tell.

What one deal pays is taken from its settlement. All else, who dealt, totals, the end, who won and
what is still to be paid, is worked out here without the ledger, the store or any page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.rules.edition_file import load

Row = Mapping[str, Any]
"""A row of a deal, as the file has it."""

TARGETS = {"express": 50, "winning-moves-2017": None}
"""The targets of the boxes in which it is not 10,000 or, with five or six players, 7,000."""


@dataclass
class WholeGame:
    """A game after all that was done. `deals` are those that count, by number; `struck` are the
    numbers of those that were struck out. `totals` are those after each of the `deals`.

    `ended_after` says how many of them there were when the game was won by the `winners`. `tied`:
    its end was reached, but a tie is played on. `handed` is what was ticked that a player has of a
    deal.
    """

    file: Mapping[str, Any]
    deals: list[Row] = field(default_factory=list)
    struck: list[int] = field(default_factory=list)
    dealt: dict[int, str] = field(default_factory=dict)
    totals: list[dict[str, int]] = field(default_factory=list)
    ended_after: int | None = None
    winners: list[str] = field(default_factory=list)
    tied: bool = False
    handed: dict[tuple[int, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.players: Sequence[str] = self.file["players"]
        undone = {action["undoes"] for action in self.file["actions"]}
        newest: dict[int, Row] = {}
        for position, action in enumerate(self.file["actions"]):
            for row in action["deals"]:
                if position not in undone:
                    if row["number"] not in newest:
                        self.dealt[row["number"]] = self._who_deals_after(newest)
                    newest[row["number"]] = row
                for player in row["paid"]:
                    self.handed[row["number"], player] = self.owed(row, player)
        self.numbers = sorted(newest)
        self.next_dealer = self._who_deals_after(newest)
        self.deals = [newest[number] for number in self.numbers if not newest[number]["struck"]]
        self.struck = [number for number in self.numbers if newest[number]["struck"]]
        self._add_up()

    @staticmethod
    def owed(row: Row, player: str) -> int:
        """What the row pays a player: nothing where it strikes the deal out."""
        paid: int = row["settlement"]["payouts"][player]
        return 0 if row["struck"] else paid

    def _who_deals_after(self, newest: Mapping[int, Row]) -> str:
        """The player to the left of the last dealer, or whoever scored most, as in Express."""
        counting = [row for _, row in sorted(newest.items()) if not row["struck"]]
        if not counting:
            first: str = self.file["first_dealer"]
            return first
        last = counting[-1]
        place = self.players.index(self.dealt[last["number"]]) + 1
        order = [*self.players[place:], *self.players[:place]]
        if load(self.file["edition"]).dealer != "top-scorer":
            return order[0]
        most = max(last["settlement"]["payouts"].values())
        return next(one for one in order if last["settlement"]["payouts"][one] == most)

    @property
    def target(self) -> int | None:
        """The amount that ends the game, if one does."""
        usual = TARGETS.get(self.file["edition"], 7_000 if len(self.players) > 4 else 10_000)
        target: int | None = self.file["options"].get("target", usual)
        return target

    @property
    def agreed(self) -> int | None:
        """The number of deals that ends the game, if one does."""
        four = self.file["edition"] == "winning-moves-2017" and self.target is None
        agreed: int | None = self.file["options"].get("deals", 4 if four else None)
        return agreed

    def _add_up(self) -> None:
        total = dict.fromkeys(self.players, 0)
        for number, row in enumerate(self.deals, 1):
            total = {one: total[one] + self.owed(row, one) for one in self.players}
            self.totals.append(total)
            most = max(total.values())
            if self.ended_after is None:
                by_target = self.target is not None and most >= self.target
                by_number = self.agreed is not None and number >= self.agreed
                first = [one for one in self.players if total[one] == most]
                shared = self.file["options"].get("tie", "shared") == "shared"
                self.tied = (by_target or by_number) and len(first) > 1 and not shared
                if (by_target or by_number) and not self.tied:
                    self.ended_after, self.winners = number, first

    @property
    def total(self) -> dict[str, int]:
        """The totals of now."""
        return self.totals[-1] if self.totals else dict.fromkeys(self.players, 0)

    @property
    def decided(self) -> dict[str, int]:
        """The totals with which the game was won; before its end those of now."""
        return self.total if self.ended_after is None else self.totals[self.ended_after - 1]

    @property
    def first(self) -> list[str]:
        """Who has most; nobody while nobody was paid anything."""
        most = max(self.total.values())
        return [one for one in self.players if most and self.total[one] == most]

    @property
    def ranking(self) -> list[tuple[int, str, int]]:
        """Places, names and totals of the game that was decided, the highest first."""
        totals = self.decided
        places = {one: 1 + sum(more > totals[one] for more in totals.values()) for one in totals}
        ranked = sorted(self.players, key=lambda one: -totals[one])
        return [(places[one], one, totals[one]) for one in ranked]

    def due(self, row: Row) -> dict[str, int]:
        """What is still to hand over for a deal; negative: to give back."""
        number = row["number"]
        found = {
            one: self.owed(row, one) - self.handed.get((number, one), 0) for one in self.players
        }
        return {one: amount for one, amount in found.items() if amount}
