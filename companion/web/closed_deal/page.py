"""What the page of one closed deal shows.

Amounts, sums and problems come from the settlement that was stored when the deal was closed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.game.closed_deal import goer_rank, settled_as_paid
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.edition import Edition
from companion.rules.findings.finding import Finding
from companion.rules.ledger import Row
from companion.rules.rank.hand_rank import HandRank, has_other_deck
from companion.rules.words import listed
from companion.store import ClosedDeal, Store, Table
from companion.store.ticks import handed
from companion.web.closed_deal.pay import NextJackpot, PayList, PayRow, next_jackpot
from companion.web.parts.cards import Pile, cards_in_words, piles
from companion.web.parts.majority import majority
from companion.web.parts.scores import Scores
from companion.web.parts.words import UNCOUNTED_BOX, change_titles, leads, rank_told, result


@dataclass(frozen=True)
class DealPage:
    """A deal that counts, or was struck out. `row` is its row on the sheet, None for one that was
    struck out; `history` are all rows that were ever stored of it, the oldest first; `pay` is its
    pay list, of a struck deal what goes back."""

    scores: Scores
    deal: ClosedDeal
    row: Row | None
    history: Sequence[ClosedDeal]
    pay: Sequence[PayRow]

    @classmethod
    def of(cls, store: Store, table: Table, number: int) -> "DealPage | None":
        """The deal with this number as it stands; None without one."""
        scores = Scores.of(store, table)
        deal = next((deal for deal in scores.deals if deal.number == number), None)
        if deal is None:
            return None
        row = scores.rows.get(number)
        earlier = {other: row.payouts for other, row in scores.rows.items() if other < number}
        pay = PayList(table, handed(store, table)).rows(number, row, earlier)
        return cls(scores, deal, row, store.history(table, number), pay)

    @property
    def edition(self) -> Edition:
        """The edition as the table plays it."""
        return self.scores.edition

    @property
    def titles(self) -> dict[int, str]:
        """What each row of the history did to the deal, by its id."""
        return change_titles(self.history)

    @property
    def changed(self) -> str:
        """What was last done to the deal; empty while it is as it was entered."""
        return self.titles[self.deal.id] if self.deal.corrected else ""

    # --- around this deal -------------------------------------------------------------------------

    @property
    def before(self) -> int | None:
        """The number of the deal before this one that counts."""
        return max((n for n in self.scores.rows if n < self.deal.number), default=None)

    @property
    def after(self) -> int | None:
        """The number of the deal after this one that counts."""
        return min((n for n in self.scores.rows if n > self.deal.number), default=None)

    @property
    def next_dealer(self) -> str | None:
        """Who deals next, while this is the last deal of a game that goes on."""
        return None if self.row is None or self.after else self.scores.sheet.next_dealer

    @property
    def win(self) -> Scores | None:
        """The game, where this deal decided it."""
        return self.scores if self.row and self.scores.end == self.deal.number else None

    @property
    def won(self) -> str:
        """Who won in another deal than this one, and in which where it was an earlier one."""
        scores, end = self.scores, self.scores.end
        if self.row is None or end is None or end == self.deal.number:
            return ""
        before = f" in {self.edition.deal_word} {end}" if end < self.deal.number else ""
        return f"{result(scores.sheet)} {scores.most}{before}"

    # --- to be paid and read out ------------------------------------------------------------------

    @property
    def pays_money(self) -> bool:
        """Whether anything is handed over; points are not."""
        return self.edition.money != "points"

    @property
    def due(self) -> bool:
        """Whether anybody is still to be paid, or to give something back."""
        return bool(self.payments_left)

    @property
    def payments_left(self) -> int | None:
        """How many are still to be paid, or to give something back; None where nobody ever was."""
        ticks = [row.paid for row in self.pay if row.paid is not None]
        return ticks.count(False) if ticks else None

    @cached_property
    def jackpot(self) -> NextJackpot | None:
        """What lies under the Bank for a deal that is still to come."""
        last = self.row is not None and not self.after and not self.win
        return next_jackpot(self.edition, self.deal) if last else None

    @property
    def says(self) -> str:
        """Who is paid what, the next jackpot, and who leads, to be read out."""
        due = [row.says for row in self.pay if row.says]
        nothing = "Nothing is to be paid." if self.pays_money else "Nobody gets points."
        jackpot = [self.jackpot.says] if self.jackpot else []
        return " ".join([*(due or [nothing]), *jackpot, *self._leads()])

    def _leads(self) -> Iterator[str]:
        sheet = self.scores.sheet
        if self.row is None or ((self.after or sheet.over) and not self.win):
            return
        if sheet.over:
            yield f"{result(sheet)} {self.scores.most}."
        elif sheet.leaders:
            yield f"{leads(sheet)} with {self.scores.most}."
        else:
            yield "Nobody is ahead yet."

    # --- hands and sums ---------------------------------------------------------------------------

    @property
    def players(self) -> Sequence[str]:
        """The players whose hands are shown: none of a deal that was struck out."""
        return tuple(self.row.payouts) if self.row else ()

    def piles(self, player: str) -> list[Pile]:
        """The cards of a hand. Of a whole group that has always the same cards (Express) the name
        says all."""
        shown = piles(self.edition, self.deal.entry, player, self.deal.settlement.hands[player])
        return [pile for pile in shown if self.edition.way.has_goer or not pile.group]

    @property
    def majority(self) -> str | None:
        """Who was paid for holding the most of a card, or took the jackpot."""
        if self.row is None:
            return None
        paid = self.deal.settlement
        return majority(self.edition, self.deal.entry, paid.jackpot, paid.hands)

    @property
    def problems(self) -> Sequence[Finding]:
        """What was wrong with the hand, or should have been looked at again."""
        return self.deal.settlement.problems if self.row else ()

    @property
    def readings(self) -> str:
        """How the reasons of a hand that was allowed anyway and its sum count an undeclared wild,
        where they differ."""
        today = settled_as_paid(self.scores.table, self.deal) if self.deal.let_stand else None
        return two_readings(today) if today and self.row else ""

    @property
    def _hand_rank(self) -> HandRank | None:
        """The rank of the hand that went out; None where the hand of the night says it on this
        page."""
        best = self.win.decided.best if self.win else None
        if self.row is None or (best and best.out and best.deal.number == self.deal.number):
            return None
        return goer_rank(self.edition, self.deal)

    @property
    def rank(self) -> str:
        """How good the hand was that went out; empty for a hand without a rank."""
        if self.row is not None and self.deal.entry.goer_by_cards and has_other_deck(self.edition):
            return UNCOUNTED_BOX
        return rank_told(self._hand_rank, self.deal.entry.reward)

    @property
    def better_than(self) -> float | None:
        """The share of hands that are worth less than the one that went out, in hundredths."""
        rank = self._hand_rank
        return None if rank is None else round(100 * rank.pay_less / rank.legal_hands, 1)


def entry_in_words(edition: Edition, deal: ClosedDeal, player: str) -> str:
    """What was entered for a player in one row of a deal's history."""
    entry = deal.entry
    told = cards_in_words(edition, entry.hands.get(player, ())) or "no cards that count"
    if player in entry.amounts:
        told = f"{edition.amount(entry.amounts[player])}, as the table said"
    wilds = [*entry.wilds.get(player, ())]
    if player == entry.went_out:
        if entry.reward:
            told += f"; reward: {cards_in_words(edition, entry.reward)}"
        wilds += entry.reward_wilds
        told = f"went out with {told}"
    if wilds:
        stands = listed([edition.label(card) for card in wilds])
        told += f"; {edition.label(edition.wild)} as {stands}"
    if player == entry.majority_to:
        told += f"; held the most {edition.label(edition.roles['most_of'])}"
    return told
