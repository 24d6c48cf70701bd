"""A game as it stands: its deals, the sheet that they add up to, its end, the hand of the night."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from companion.game.closed_deal import goer_rank
from companion.rules import ledger
from companion.rules.edition import Edition, Group
from companion.rules.findings.finding import blocking
from companion.rules.ledger import Noted, Row, Sheet
from companion.rules.settlement import PaidHand, jackpot_taken
from companion.rules.sum_lines import bonus_steps
from companion.rules.words import isolated, listed
from companion.store import ClosedDeal, Store, Table
from companion.store.sheets import sheet_of
from companion.web.parts.cards import Card, Pile, each_card, piles
from companion.web.parts.words import rank_told

MOST_EQUALS = 3
"""The most hands that are named below the hand of the night."""


@dataclass(frozen=True)
class Scores:
    """A game as it stands. `deals` are the rows that count now, by number, those that strike a deal
    out among them. `sheet` is what the deals that were not struck out add up to."""

    table: Table
    deals: tuple[ClosedDeal, ...]
    sheet: Sheet

    @classmethod
    def of(cls, store: Store, table: Table) -> "Scores":
        """The game of a table as the store has it."""
        deals = tuple(store.deals_and_struck(table))
        standing = [deal for deal in deals if not deal.struck]
        return cls(table, deals, sheet_of(store, table, standing))

    @property
    def edition(self) -> Edition:
        """The edition as the table plays it."""
        return self.table.edition

    @cached_property
    def standing(self) -> tuple[ClosedDeal, ...]:
        """The deals that were not struck out: those of the rows of the sheet."""
        return tuple(deal for deal in self.deals if not deal.struck)

    @cached_property
    def rows(self) -> Mapping[int, Row]:
        """The row of the sheet for each of those, by the number of the deal."""
        numbers = [deal.number for deal in self.standing]
        return dict(zip(numbers, self.sheet.rows, strict=True))

    @cached_property
    def notes(self) -> Mapping[int, Sequence[Noted]]:
        """What was written down between deals, by the number of the deal before it; 0 before the
        first."""
        numbers = [0, *self.rows]
        found: dict[int, list[Noted]] = {}
        for noted in self.sheet.notes:
            found.setdefault(numbers[noted.rows], []).append(noted)
        return found

    @property
    def newest(self) -> int:
        """The number of the newest deal, struck out or not; 0 before the first."""
        return self.deals[-1].number if self.deals else 0

    @property
    def end(self) -> int | None:
        """The number of the deal that decided the game; None before its end."""
        return ledger.deciding(self.sheet, self.standing)

    @cached_property
    def decided(self) -> "Scores":
        """The game as it was when it was won; before its end as it is now."""
        end, sheet = self.end, ledger.decided(self.sheet)
        if end is None or sheet is self.sheet:
            return self
        return replace(
            self, sheet=sheet, deals=tuple(deal for deal in self.deals if deal.number <= end)
        )

    @property
    def ranking(self) -> list[tuple[int, str]]:
        """The place and the name of each player, by total. Equals share a place and stay in seating
        order."""
        totals = self.sheet.totals
        players = sorted(totals, key=lambda name: -totals[name])
        return [(ledger.rank(totals, name), name) for name in players]

    @property
    def first(self) -> tuple[str, ...]:
        """Who won, before the end who leads; nobody while nobody was paid anything."""
        sheet = self.decided.sheet
        return sheet.winners if sheet.over else sheet.leaders

    @property
    def most(self) -> str:
        """What they have."""
        return self.edition.amount(max(self.decided.sheet.totals.values()))

    @property
    def because(self) -> str:
        """Why the game is over. Who won and with what stands beside it."""
        sheet, word = self.sheet, self.edition.deal_word
        if sheet.reason == "target":
            return f"The target was {self.edition.amount(sheet.target or 0)}."
        number = sheet.deals or 0
        played = {1: f"one {word}", 2: f"both {word}s"}.get(number, f"all {number} {word}s")
        if sheet.over_after != number:
            return f"Tied after {played}. The highest total after {sheet.over_after} {word}s."
        return f"The highest total after {played}."

    @property
    def after_end(self) -> str:
        """Which deals were played after the end, if any; the totals with them follow."""
        late = [str(number) for number, row in self.rows.items() if row.after_end]
        if not late:
            if self.decided.sheet.totals == self.sheet.totals:
                return ""
            return "Adjusted after the game was won, so the places stay. With it:"
        which = f"{late[0]} to {late[-1]}" if len(late) > 2 else listed(late)
        deals, were, them = ("", "was", "it") if len(late) == 1 else ("s", "were", "them")
        word = f"{self.edition.deal_word.capitalize()}{deals}"
        return (
            f"{word} {which} {were} played after the game was won, so the places stay. With {them}:"
        )

    @property
    def any_said(self) -> bool:
        """Whether the table said what some hand pays, in place of its cards."""
        return any(not deal.sums.by_cards for deal in self.standing)

    @cached_property
    def best(self) -> "BestHand | None":
        """The hand of the night, of equals the first; None when nobody was paid. A hand of which
        only the amount is known is none to remember."""
        hands = [
            BestHand(self.edition, deal, player)
            for deal in self.standing
            for player in deal.payouts
            if not deal.sums.hands[player].said
        ]
        most = max((hand.paid for hand in hands), default=0)
        equals = tuple(hand for hand in hands if hand.paid == most)
        return replace(equals[0], equals=equals[1:]) if most else None


@dataclass(frozen=True)
class BestHand:
    """The hand that was paid most in one deal, and the `equals` that were paid as much."""

    edition: Edition
    deal: ClosedDeal
    player: str
    equals: tuple["BestHand", ...] = ()

    @property
    def title(self) -> str:
        """``The hand of the night``."""
        return f"The {'hand' if self.edition.way.has_goer else 'best round'} of the night"

    @property
    def told(self) -> str:
        """The deal of the hand: ``deal 3``, ``deal 3, allowed anyway``."""
        findings = blocking(self.deal.settlement.problems)
        faulty = any(finding.player == self.player for finding in findings)
        return f"{self.edition.deal_word} {self.deal.number}{', allowed anyway' if faulty else ''}"

    @property
    def paid(self) -> int:
        """What it was paid."""
        return self.deal.payouts[self.player]

    @property
    def amount(self) -> str:
        """The same in words."""
        return self.edition.amount(self.paid)

    @property
    def out(self) -> bool:
        """Whether it went out."""
        return self.deal.went_out == self.player

    @property
    def _laid(self) -> PaidHand:
        return self.deal.settlement.hands[self.player]

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """Its cards, with what each set pays."""
        return piles(self.edition, self.deal.entry, self.player, self._laid)

    @property
    def cards(self) -> tuple[tuple[Card, Group | None], ...]:
        """Each of its cards, with the group whose colour it has."""
        return each_card(self.piles)

    @property
    def bonuses(self) -> list[str]:
        """The lines of its sum about what else it was paid for than sets."""
        return bonus_steps(self.edition, self._laid, jackpot_taken(self.deal.jackpot, self.player))

    @property
    def steps(self) -> Sequence[str]:
        """Its sum; the last line is the total."""
        return self._laid.steps

    @property
    def rank(self) -> str:
        """How good it was if it went out; empty for a hand without a rank."""
        rank = goer_rank(self.edition, self.deal) if self.out else None
        return rank_told(rank, self.deal.entry.reward)

    @property
    def also(self) -> str:
        """The other hands that were paid as much, in words; empty without any."""
        if not self.equals:
            return ""
        hands = [f"{isolated(hand.player)}, {hand.told}" for hand in self.equals[:MOST_EQUALS]]
        if more := self.equals[MOST_EQUALS:]:
            hands.append(f"and {len(more)} more")
        return f"Paid as much: {'; '.join(hands)}"
