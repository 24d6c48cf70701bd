"""A deal, settled, and what the contract prints of it (docs/contract.md).

The line of JSON is put together from the texts of its pieces. A set, a bonus or a problem is one of
some hundreds that come back all the time, so its text is made once. The text of a whole hand is
made each time.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, NamedTuple

from companion.rules.arrange.laid import NOTHING, Bonus, Laid, SetLaid
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.findings.find import find_all
from companion.rules.findings.finding import Finding, Problem
from companion.rules.hand import json_list, remembered
from companion.rules.words import steps


class Jackpot(NamedTuple):
    """What became of the jackpot: who took it, how much was paid, what lies there for the next."""

    paid_to: str | None
    amount: int
    next: int


def jackpot_taken(jackpot: Jackpot | None, player: str) -> int | None:
    """What this player took of the jackpot, which may be 0; None when another or nobody took it,
    and in an edition without one."""
    return jackpot.amount if jackpot and jackpot.paid_to == player else None


@dataclass(eq=False)
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
        return tuple([Finding(*one) for one in self._found()])

    def _found(self) -> Sequence[tuple[str | None, Problem]]:
        """The same as plain pairs, which are made in a fifth of the time."""
        return find_all(self.edition, self.deal, legal=self.legal)

    def steps(self, player: str) -> list[str]:
        """The sum of this player's payout in words, line by line."""
        taken = jackpot_taken(self.jackpot, player)
        return steps(self.edition, self.laid[player], jackpot=taken, paid=not self.void)

    def as_json(self, *, steps: bool = True) -> dict[str, Any]:
        """The settlement as the contract prints it; keys in a fixed order. `steps`: with the sums
        in words."""
        found: dict[str, Any] = json.loads(self.as_text(steps=steps))
        return found

    def as_text(self, *, steps: bool = True) -> str:
        """The same as one line of JSON without spaces."""
        names = {player: quoted(player) for player in self.deal.players}
        payouts = ",".join([f"{names[player]}:{paid}" for player, paid in self.payouts.items()])
        jackpot = "null"
        if self.jackpot:
            to, amount, following = self.jackpot
            paid_to = "null" if to is None else names[to]
            jackpot = f'{{"paid_to":{paid_to},"amount":{amount},"next":{following}}}'
        problems = []
        for player, problem in self._found():
            before, after = problem.as_text
            problems.append(f"{before}{'null' if player is None else names[player]}{after}")
        hands = []
        for player, name in names.items():
            laid, taken = self.laid[player], jackpot_taken(self.jackpot, player)
            if laid is NOTHING and taken is None:
                hands.append(f"{name}:{_no_cards(self.edition, self.void, steps)}")
                continue
            sums = f',"steps":{json_list(self.steps(player))}' if steps else ""
            hands.append(f'{name}:{_hand(laid)},"payout":{self.payouts[player]}{sums}}}')
        return (
            f'{{"legal":{_truth(self.legal)},"payouts":{{{payouts}}},"jackpot":{jackpot},'
            f'"problems":[{",".join(problems)}],"hands":{{{",".join(hands)}}}}}'
        )


def count_first(settlement: Settlement) -> str:
    """What to do before a verdict on a hand that went out with a wrong number of cards counts;
    empty for any other. Such a hand may go out, but most likely it is not what is on the table."""
    deal, goer = settlement.deal, settlement.went_out
    if goer is None or not any(finding.rule == "hand-size" for finding in settlement.findings):
        return ""
    size = settlement.edition.seats[len(deal.players)].hand
    return f"Count the cards: this hand has {len(deal.hands[goer])}, the rule is {size}"


def _hand(laid: Laid) -> str:
    """A hand up to its payout; what is unused is seldom twice the same, so it is not kept."""
    caught = "null" if laid.wiped_out is None else quoted(laid.wiped_out)
    return (
        f'{{"sets":[{",".join(map(_set, laid.sets))}],'
        f'"bonuses":[{",".join(map(_bonus, laid.bonuses))}],"wilds":{json_list(laid.wilds)},'
        f'"unused":{json_list(laid.unused)},"wiped_out":{caught}'
    )


def _truth(value: bool) -> str:
    return "true" if value else "false"


@remembered
def _set(one: SetLaid) -> str:
    return (
        f'{{"group":{quoted(one.group)},"houses":{one.houses},"hotel":{_truth(one.hotel)},'
        f'"tokens":{one.tokens},"value":{one.value},"tokens_value":{one.tokens_value},'
        f'"wilds":{json_list(one.wilds)},"cards":{json_list(one.cards)}}}'
    )


@remembered
def _bonus(bonus: Bonus) -> str:
    return f'{{"kind":{quoted(bonus.kind)},"count":{bonus.number},"amount":{bonus.amount}}}'


@remembered
def _no_cards(edition: Edition, void: bool, with_steps: bool) -> str:
    """The hand of a player who laid nothing down and takes no jackpot, which most lines have."""
    told = steps(edition, NOTHING, jackpot=None, paid=not void)
    sums = f',"steps":{json_list(told)}' if with_steps else ""
    return f'{_hand(NOTHING)},"payout":0{sums}}}'
