"""A deal, settled; and what it paid as it is written down (docs/contract.md).

`Settlement` knows its edition and its cards, and works out findings and sums in words when they are
asked for. `PaidDeal` is plain data: what `companion score` prints, what the store keeps of a closed
deal, and what the file of a game has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from companion.rules.arrange.laid import Amount, HandLaid, Laid
from companion.rules.bank import step_of
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.findings.find import find_all
from companion.rules.findings.finding import Finding
from companion.rules.plain import Damaged, Player, Text, length, read, write
from companion.rules.sum_lines import said_step, steps


@dataclass(frozen=True)
class Jackpot:
    """What became of the jackpot: who took it, how much was paid, what lies there for the next."""

    paid_to: Player | None
    amount: Amount
    next: Amount


def jackpot_taken(jackpot: Jackpot | None, player: str) -> int | None:
    """What this player took of the jackpot, which may be 0; None when another or nobody took it,
    and in an edition without one."""
    return jackpot.amount if jackpot and jackpot.paid_to == player else None


@dataclass(slots=True, kw_only=True)
class PaidHand(HandLaid):
    """What one hand paid, jackpot included, and its sum in words, line by line. `said`: the table
    said what it pays, in place of cards."""

    payout: Amount
    steps: Annotated[tuple[Text, ...], length(1, 100)]
    said: bool = False


@dataclass(frozen=True)
class PaidDeal:
    """What a deal paid, under the names and in the order of docs/contract.md."""

    legal: bool
    payouts: Mapping[Player, Amount]
    jackpot: Jackpot | None
    problems: tuple[Finding, ...]
    hands: Mapping[Player, PaidHand]

    @classmethod
    def from_json(
        cls, data: object, edition: Edition, players: Sequence[str], written: Sequence[str] = ()
    ) -> "PaidDeal":
        """What JSON says that a deal of these players paid; `written` are their names in it, if
        those are others.

        Damaged, with the place, where it is not as the dataclasses say, names cards, groups or
        players that are not theirs, or has amounts that the bank cannot pay.
        """
        paid = read(cls, data, edition.names_known(players, written))
        paid.check(edition, players)
        return paid

    def check(self, edition: Edition, players: Sequence[str]) -> None:
        """Damaged unless every player has a hand, and was paid what the bank can pay."""
        for player in players:
            if player not in self.hands:
                raise Damaged(f"“{player}” is missing.", "hands")
        check_paid(edition, players, self.payouts, self.jackpot)

    def as_json(self) -> dict[str, Any]:
        """The same as JSON."""
        data: dict[str, Any] = write(self)
        return data

    def check_sums(self) -> None:
        """Damaged where a payout is not what is under `payouts`, or not what sets, bonuses and
        jackpot make."""
        for player, hand in self.hands.items():
            if hand.payout != self.payouts[player]:
                raise Damaged("is not what stands under “payouts”.", "hands", player, "payout")
            if (hand.wiped_out or hand.said) and (hand.sets or hand.bonuses):
                what = "was caught" if hand.wiped_out else "is an amount"
                raise Damaged(f"must be empty for a hand that {what}.", "hands", player, "sets")
            if not hand.said and hand.payout != hand.total + (
                jackpot_taken(self.jackpot, player) or 0
            ):
                text = "is not what the sets, bonuses and jackpot make."
                raise Damaged(text, "hands", player, "payout")

    def check_said(self, edition: Edition, entry: Deal) -> None:
        """Damaged where a hand was not paid what the table said in this entry."""
        void = entry.went_out is None and edition.options.get("nobody_out") == "void"
        for player, hand in self.hands.items():
            if hand.said != (player in entry.amounts):
                text = "must be true for the hands that are amounts, and only for those."
                raise Damaged(text, "hands", player, "said")
            said = 0 if void else entry.amounts.get(player, 0)
            if hand.said and hand.payout != said + (jackpot_taken(self.jackpot, player) or 0):
                raise Damaged("is not what the table said.", "hands", player, "payout")


def check_paid(
    edition: Edition,
    players: Sequence[str],
    payouts: Mapping[str, int],
    jackpot: Jackpot | None,
) -> None:
    """Damaged unless every player was paid what the bank can pay, and what was taken of the jackpot
    is part of it."""
    step = step_of(edition.money)
    for player in players:
        if player not in payouts:
            raise Damaged(f"“{player}” is missing.", "payouts")
        if payouts[player] % step:
            raise Damaged(f"must be a multiple of {step}.", "payouts", player)
    if (jackpot is not None) != edition.has_jackpot:
        there = "an object" if edition.has_jackpot else "null"
        raise Damaged(f"must be {there} in {edition.name}.", "jackpot")
    if jackpot is None:
        return
    for name, amount in (("amount", jackpot.amount), ("next", jackpot.next)):
        if amount % step:
            raise Damaged(f"must be a multiple of {step}.", "jackpot", name)
    if jackpot.paid_to is not None and jackpot.amount > payouts[jackpot.paid_to]:
        raise Damaged("must be part of a payout.", "jackpot")


@dataclass(frozen=True, eq=False)
class Settlement:
    """A deal, settled. `payouts` are whole money (points in Express), jackpot included.

    `legal` is false when the goer may not go out; the payouts are then those for a table that lets
    the hand stand. `void`: nobody went out and nobody is paid.
    """

    edition: Edition
    deal: Deal
    legal: bool
    laid: Mapping[str, Laid]
    payouts: Mapping[str, int]
    jackpot: Jackpot | None = None
    void: bool = False

    @property
    def went_out(self) -> str | None:
        """The player who went out, None when nobody did and in Express."""
        return self.deal.went_out

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Every problem and warning, in the edition's order of rules."""
        return tuple(find_all(self.edition, self.deal, legal=self.legal))

    def steps(self, player: str) -> list[str]:
        """The sum of this player's payout in words, line by line."""
        taken = jackpot_taken(self.jackpot, player)
        if player in self.deal.amounts and not self.void:
            return [said_step(self.edition, self.deal.amounts[player], taken)]
        return steps(self.edition, self.laid[player], jackpot=taken, paid=not self.void)

    def paid(self) -> PaidDeal:
        """What the deal paid, as it is written down."""
        return PaidDeal(
            legal=self.legal,
            payouts=self.payouts,
            jackpot=self.jackpot,
            problems=self.findings,
            hands={
                player: PaidHand(
                    sets=laid.sets,
                    bonuses=laid.bonuses,
                    wilds=laid.wilds,
                    unused=laid.unused,
                    wiped_out=laid.wiped_out,
                    payout=self.payouts[player],
                    steps=tuple(self.steps(player)),
                    said=player in self.deal.amounts,
                )
                for player, laid in self.laid.items()
            },
        )

    def as_json(self) -> dict[str, Any]:
        """The settlement as the contract prints it; keys in a fixed order."""
        return self.paid().as_json()


def count_first(settlement: Settlement) -> str:
    """What to do before a verdict on a hand that went out with a wrong number of cards counts;
    empty for any other. Such a hand may go out, but most likely it is not what is on the table."""
    deal, goer = settlement.deal, settlement.went_out
    if goer is None or not any(finding.rule == "hand-size" for finding in settlement.findings):
        return ""
    size = settlement.edition.seats[len(deal.players)].hand
    return f"Count the cards: this hand has {len(deal.hands[goer])}, the rule is {size}"
