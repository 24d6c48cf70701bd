"""What the page of one closed deal shows.

Amounts, sums and problems come from the settlement that was stored when the deal was closed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.closed_deal import goer_rank
from companion.rules.bank import BARS
from companion.rules.edition import Edition
from companion.rules.ledger import Row
from companion.rules.luck.reward import RewardLuck
from companion.rules.words import plural
from companion.store import ClosedDeal
from companion.web.closed_deal.history import HistoryEntry
from companion.web.closed_deal.pay import NextJackpot, PayRow, next_jackpot
from companion.web.hand.bar import FindingText, in_words
from companion.web.parts.cards import Pile, piles
from companion.web.parts.majority import majority
from companion.web.parts.scores import Scores
from companion.web.parts.words import leads, once_more, rank_told, remark, result, who_went_out


@dataclass(frozen=True)
class HandShown:
    """One player of a deal."""

    seat: int
    name: str
    amount: str
    out: bool
    caught: str | None
    piles: tuple[Pile, ...]
    steps: tuple[str, ...]
    result: str


@dataclass(frozen=True)
class DealPage:
    """One deal. `id` is that of its row in the store, `text` says how the deal ended.

    `changed` is what was last done to the deal, empty while it is as it was entered, and `reason`
    why. `pay` is the pay list; of a deal that was struck out, what goes back. `jackpot` is what
    lies under the Bank for a deal that is still to come. `folded`: the sum of a hand is folded,
    because its cards say enough. `majority` says who was paid for holding the most of a card, or
    took the jackpot. `allowed` says what the table allowed anyway, empty for nothing, and
    `readings` that a wild counts as one card in the problems and as another in the sum. `before`
    and `after` are the numbers of the deals beside this one. `next_dealer` is None unless this is
    the last deal; `once_more` says that a tie is played on. `win` is the game, where this deal
    ended it; `won` says who won, where another deal did. `leads` says who leads, to be
    read out. `rank` says how good the hand was that went out; empty for a hand without a rank, and
    where the hand of the night says it on this page.
    """

    id: int
    number: int
    text: str
    reason: str
    history: tuple[HistoryEntry, ...]
    pay: tuple[PayRow, ...]
    jackpot: NextJackpot | None = None
    struck: bool = False
    changed: str = ""
    dealer: str | None = None
    hands: tuple[HandShown, ...] = ()
    folded: bool = True
    majority: str | None = None
    problems: tuple[FindingText, ...] = ()
    allowed: str = ""
    readings: str = ""
    bars: str | None = None
    before: int | None = None
    after: int | None = None
    next_dealer: str | None = None
    once_more: str | None = None
    win: Scores | None = None
    won: str = ""
    pays_money: bool = True
    leads: str = ""
    rank: str = ""

    @property
    def pay_all(self) -> bool:
        """Whether several players are still to be paid."""
        return [row.paid for row in self.pay].count(False) > 1

    @property
    def says(self) -> str:
        """Who is paid what, the next jackpot, and who leads, to be read out."""
        due = [row.says for row in self.pay if row.says]
        nothing = "Nothing is to be paid." if self.pays_money else "Nobody gets points."
        jackpot = [self.jackpot.says] if self.jackpot else []
        return " ".join([*(due or [nothing]), *jackpot, self.leads]).strip()


def deal_page(
    edition: Edition,
    scores: Scores,
    deal: ClosedDeal,
    row: Row,
    pay: tuple[PayRow, ...],
    history: Sequence[HistoryEntry],
    readings: str,
) -> DealPage:
    """A deal that counts; `row` is its row on the sheet. `readings` says how the reasons of a hand
    that was allowed anyway and its sum count an undeclared wild, where they differ."""
    sheet, numbers = scores.sheet, [*scores.rows]
    before, after = numbers[: row.number - 1], numbers[row.number :]
    ends = scores if scores.end == deal.number else None
    best = ends.decided.best if ends else None
    told_below = best is not None and best.out and best.deal.number == deal.number
    return DealPage(
        id=deal.id,
        number=deal.number,
        text=who_went_out(edition, deal.entry),
        dealer=row.dealer,
        pay=pay,
        jackpot=None if after or ends else next_jackpot(edition, deal),
        hands=tuple(_hand(edition, deal, row, seat) for seat in range(len(sheet.players))),
        folded=edition.variant.has_goer,
        pays_money=edition.money != "points",
        majority=majority(edition, deal.entry, deal.settlement),
        problems=in_words(edition, deal.settlement.findings, len(row.payouts)),
        allowed=_allowed(edition) if deal.let_stand else "",
        readings=readings,
        bars=None if row.bars_left is None else f"{row.bars_left} of {BARS}",
        changed=next((one.title for one in history if one.now), "") if deal.corrected else "",
        reason=remark(deal.reason) if deal.corrected else "",
        history=tuple(history),
        before=before[-1] if before else None,
        after=after[0] if after else None,
        next_dealer=None if after else sheet.next_dealer,
        once_more=once_more(edition, sheet),
        win=ends,
        won=_won(scores, deal),
        rank="" if told_below else rank_told(goer_rank(edition, deal), deal.entry.reward),
        leads=_leads(scores) if ends or not (after or sheet.over) else "",
    )


def _allowed(edition: Edition) -> str:
    if edition.variant.has_goer:
        return "This hand should not have gone out. The table allowed it anyway."
    return "These cards should not have been scored. The table allowed it anyway."


def struck_page(
    edition: Edition, deal: ClosedDeal, pay: tuple[PayRow, ...], history: Sequence[HistoryEntry]
) -> DealPage:
    """A deal that was struck out: what was paid goes back. Its history shows what was entered."""
    return DealPage(
        id=deal.id,
        number=deal.number,
        struck=True,
        text=who_went_out(edition, deal.entry),
        reason=remark(deal.reason),
        history=tuple(history),
        pay=pay,
    )


def _won(scores: Scores, deal: ClosedDeal) -> str:
    """Who won in another deal than this one, and in which where it was an earlier one."""
    end = scores.end
    if end is None or end == deal.number:
        return ""
    before = f" in {scores.edition.deal_word} {end}" if end < deal.number else ""
    return f"{result(scores.sheet)} {scores.most}{before}"


def _leads(scores: Scores) -> str:
    if scores.sheet.over:
        return f"{result(scores.sheet)} {scores.most}."
    if not scores.sheet.leaders:
        return "Nobody is ahead yet."
    return f"{leads(scores.sheet)} with {scores.most}."


def _hand(edition: Edition, deal: ClosedDeal, row: Row, seat: int) -> HandShown:
    player = tuple(row.payouts)[seat]
    laid = deal.settlement.laid[player]
    *steps, result = deal.settlement.steps(player)
    caught = laid.wiped_out
    shown = piles(edition, deal.entry, player, laid)
    if not edition.variant.has_goer:  # a whole group has always the same cards: its name says all
        shown = tuple(pile for pile in shown if not pile.mark)
    return HandShown(
        seat=seat,
        name=player,
        amount=edition.amount(row.payouts[player]),
        out=player == row.went_out,
        caught=None if caught is None else edition.label(caught),
        piles=shown,
        steps=tuple(steps),
        result=result,
    )


@dataclass(frozen=True)
class RewardTold:
    """What a reward brought, what it would have brought on average, and among how many it is.
    `counted` says how that is counted."""

    brought: str
    average: str
    sentence: str
    counted: str


def reward_told(edition: Edition, deal: ClosedDeal, luck: RewardLuck | None) -> RewardTold | None:
    """The luck of a reward in words; None where there is nothing to tell."""
    if luck is None:
        return None
    left = sum(edition.deck.values()) - sum(map(len, deal.entry.hands.values()))
    most = edition.label(edition.cards["most_of"])
    drawn = min(left, edition.seats[len(deal.payouts)].reward)
    return RewardTold(
        brought=edition.amount(luck.brought),
        average=edition.amount(luck.average),
        sentence=luck.sentence,
        counted=f"“Brought” is how much more {deal.went_out} was paid because of the reward, "
        f"{most} included. {plural(left, 'card')} {'was' if left == 1 else 'were'} in no hand; "
        f"every way to draw {drawn} of them is counted.",
    )
