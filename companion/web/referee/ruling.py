"""A ruling on one hand of a deal: what the referee's page and a challenge show, and as plain text.

Nothing is ruled here: verdict, findings and amounts come from the settlement, everything else from
`rules.dispute`. The templates get these objects and say them in words.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import render_template

from companion.rules.dispute.claim import JudgedSet, Judgement, claimed_amount, judge
from companion.rules.dispute.hand import Hand
from companion.rules.dispute.notation import ClaimedSet, read_sets, show_sets
from companion.rules.dispute.one_card_away import OneCardAway, one_card_away
from companion.rules.dispute.open_questions import OpenQuestion, open_questions
from companion.rules.dispute.other_editions import RulingElsewhere, elsewhere
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.edition import Edition
from companion.rules.findings.find import of_this_hand
from companion.rules.findings.finding import WARNINGS, Finding
from companion.rules.rank.hand_rank import has_other_deck, rank_of_goer
from companion.rules.settlement import Settlement, count_first, jackpot_taken
from companion.rules.sum_lines import cancelling_rule
from companion.rules.texts import rule as rule_told
from companion.rules.words import capital
from companion.web.parts.cards import Card, Pile, cards_shown, piles
from companion.web.parts.majority import majority
from companion.web.parts.words import UNCOUNTED_BOX, rank_told
from companion.web.referee.case import Case, query, rules_query

CHECK_VALUES = (
    "What a set pays is printed on the cards of your box, not in its rulebook. Check it against "
    "them. A table can change it."
)


class Verdict(NamedTuple):
    """The one line. `kind`: good, bad, warn, or neither; `pays` is a sentence about the amount."""

    kind: str
    words: str
    pays: str


class CitedRule(NamedTuple):
    """A rule, where it stands, and the way to it in the edition's quick reference."""

    text: str
    cite: str
    href: str


class Claim(NamedTuple):
    """A claim, judged. `right`: None when only sets were claimed and nothing is wrong with them,
    but better can be had. `perhaps` are the slips that give the claimed amount; `sets` is the
    judgement of the claimed sets."""

    right: bool | None
    lines: Sequence[str]
    perhaps: Sequence[str]
    sets: Judgement | None


class Ruling(Hand):
    """The ruling on one player's hand of a settled deal; `whose` is what the hand is called."""

    def __init__(self, case: Case, settlement: Settlement, player: str, whose: str) -> None:
        super().__init__(settlement, player)
        self.case, self.whose = case, whose

    @property
    def setting(self) -> str:
        """The box and the number of players."""
        rules = ", with house rules" if self.edition.changed else ""
        return f"{self.edition.name}, {len(self.deal.players)} players{rules}"

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the hand may go out, and what it pays."""
        return verdict(self.settlement, self.player, self.whose)

    # --- findings ---------------------------------------------------------------------------------

    @cached_property
    def findings(self) -> list[Finding]:
        """What is to be said of this hand, or of all hands together; in Express of every pile, for
        one that is wrong keeps the round from being scored."""
        every = not self.edition.way.has_goer
        found = self.settlement.findings
        return [finding for finding in found if every or finding.player in (self.player, None)]

    @property
    def problems(self) -> list[Finding]:
        """Why the hand may not go out."""
        return [finding for finding in self.findings if finding.rule not in WARNINGS]

    @property
    def warnings(self) -> list[Finding]:
        """What should be looked at again, and keeps no hand from going out."""
        return [finding for finding in self.findings if finding.rule in WARNINGS]

    @property
    def readings(self) -> str:
        """Says that a wild counts as one card in the reasons and as another in the sum."""
        return two_readings(self.settlement) if self.goer else ""

    def message(self, finding: Finding) -> str:
        """What is wrong; a hand on the referee's page has no player's name."""
        return capital(of_this_hand(self.edition, self.settlement.deal, finding))

    def rule(self, rule_id: str) -> CitedRule | None:
        """A rule of this edition; None for an objection that needs no rule."""
        return rule_of(self, rule_id)

    # --- the sum and the arrangement --------------------------------------------------------------

    @property
    def rank(self) -> str:
        """How good the hand is among all that may go out; empty for one without a rank."""
        if not self.goer or not self.settlement.legal:
            return ""
        if has_other_deck(self.edition):
            return UNCOUNTED_BOX
        players = len(self.deal.players)
        rank = rank_of_goer(self.edition, players, self.laid_down, self.declared)
        return rank_told(rank, self.reward)

    @cached_property
    def steps(self) -> list[str]:
        """The sum in words; its last line is the total."""
        *steps, total = self.settlement.steps(self.player)
        return [*map(capital, steps), total]

    @property
    def cancels(self) -> CitedRule | None:
        """The rule by which a card of this hand cancels another."""
        return self.rule(cancelling_rule(self.edition, self.arranged) or "")

    @property
    def piles(self) -> Sequence[Pile]:
        """The best layout."""
        return piles(self.edition, self.deal, self.player, self.arranged)

    @property
    def piles_title(self) -> str:
        """What stands above the layout."""
        if self.settlement.void or self.arranged.wiped_out:
            return "The cards"
        if self.goer and not self.settlement.legal:
            return "What it is paid for, if you allow it anyway"
        return "The best layout"

    @property
    def notes(self) -> list[str]:
        """What should be known with the sum: what the majority came to, and what is assumed."""
        return [*map(capital, self._majority()), *self._assumed()]

    def _majority(self) -> Iterator[str]:
        """Who has the most of a card, where other hands are known or this one has such cards for
        nothing; and where they are not known, that this decides."""
        edition, deal, settlement = self.edition, self.deal, self.settlement
        card = edition.roles.get("most_of", "")
        taken = jackpot_taken(settlement.jackpot, self.player) is not None
        paid = taken or any(bonus.kind == card for bonus in self.arranged.bonuses)
        if paid and not any(deal.hands[other] for other in deal.players if other != self.player):
            name = edition.label(card)
            yield (
                f"The other hands are not entered. This counts as if nobody else had a {name} card."
            )
        elif any(laid.most for laid in settlement.laid.values()):
            told = majority(edition, deal, settlement.jackpot, settlement.laid)
            if told:
                yield told

    def _assumed(self) -> Iterator[str]:
        """That a round without all its piles counts as stopped early (Express), and that amounts
        printed on cards alone should be checked."""
        edition, settlement = self.edition, self.settlement
        made = sum(len(laid.sets) for laid in settlement.laid.values())
        if self.deal.stopped_early and made < len(edition.groups):
            yield "Not every monopoly is here. This counts as a round that was stopped early."
        if edition.values_on_cards and self.arranged.sets and "values" not in edition.changed:
            yield CHECK_VALUES

    # --- what else could be -----------------------------------------------------------------------

    @cached_property
    def near(self) -> OneCardAway:
        """What is one card away. That another card would have paid more is no help once the hand is
        laid down: with a reward, or in a deal that a table closed."""
        near = one_card_away(self.settlement, self.player)
        swaps = self.arranged.legal and any(change.discard for change in near.changes)
        laid_down = bool(self.reward) or self.whose == self.player
        return OneCardAway() if swaps and laid_down else near

    @cached_property
    def questions(self) -> Sequence[OpenQuestion]:
        """What the rulebook leaves open, and what the other reading pays."""
        return open_questions(self.settlement, self.player)

    def other_reading(self, question: OpenQuestion) -> str:
        """The query of the case with that option the other way; empty without an option, and where
        only the amounts of some hands are known, for a case has the cards of all."""
        if question.option is None or self.deal.amounts:
            return ""
        return query(self.case.with_option(question.option, question.other_value))

    @cached_property
    def others(self) -> Sequence[RulingElsewhere]:
        """The boxes that would rule otherwise."""
        return elsewhere(self.settlement, self.player)

    # --- the claim --------------------------------------------------------------------------------

    @property
    def best(self) -> str:
        """The best layout, written as a claim; empty where there is no set."""
        wild = self.edition.wild
        return show_sets(
            self.edition,
            [
                ClaimedSet(laid.group, tuple(c for c in laid.cards if c != wild), laid.wilds)
                for laid in self.arranged.sets
            ],
        )

    @cached_property
    def claim(self) -> Claim | None:
        """What the claim of the case comes to; None without one."""
        amount, sets = self.case.claim, read_sets(self.edition, self.case.sets)
        if amount is None and not sets:
            return None
        judged = judge(self.settlement, self.player, sets) if sets else None
        right: bool | None = None
        lines: list[str] = []
        perhaps: Sequence[str] = ()
        if amount is not None:
            said = claimed_amount(self.settlement, self.player, amount)
            right, perhaps = said.right, said.slips
            # What the hand is worth stands in the line about the sets, if there is one.
            told_below = not said.right and judged is not None and judged.text
            lines.append(f"Claimed: {self.edition.amount(amount)}." if told_below else said.text)
        if judged is not None:
            lines += [judged.text] if judged.text else []
            if not judged.legal:
                right = False
            elif right is not False:
                right = True if judged.worth == judged.best else None
        return Claim(right, [*map(capital, lines)], perhaps, judged)

    def claimed_cards(self, judged: JudgedSet) -> Sequence[Card]:
        """The cards of a claimed set, wilds as such."""
        claimed = judged.claimed
        wilds = [self.edition.wild] * len(claimed.wilds)
        return cards_shown(self.edition, (*claimed.cards, *wilds))

    @property
    def text(self) -> str:
        """The ruling line by line, for a chat or to be kept, with what a claim comes to."""
        return render_template("referee/ruling.txt", r=self)


def verdict(settlement: Settlement, player: str, whose: str) -> Verdict:
    """Whether the hand may go out and what it pays; `whose` is what the hand is called."""
    edition = settlement.edition
    amount = edition.amount(settlement.payouts[player])
    pays = f"It pays {amount}."
    if not edition.way.has_goer:
        if settlement.legal:
            return Verdict("good", "Yes, this can be scored", f"It makes {amount}.")
        what = "not all of this can" if settlement.payouts[player] else "this cannot"
        makes = f"The complete monopolies in it make {amount}."
        return Verdict("bad", f"No, {what} be scored", makes)
    if player == settlement.went_out:
        if not settlement.legal:
            allowed = f"If you allow it anyway, it pays {amount}."
            return Verdict("bad", f"No, {whose} may not go out", allowed)
        if first := count_first(settlement):  # with a wrong number of cards a yes is not sure
            return Verdict("warn", first, f"Apart from that, {whose} may go out. {pays}")
        return Verdict("warn" if settlement.findings else "good", f"Yes, {whose} may go out", pays)
    if settlement.void:
        return Verdict("", "Nobody went out: nobody is paid", pays)
    if caught := settlement.laid[player].wiped_out:
        return Verdict("bad", f"Caught with {edition.label(caught)}", pays)
    goer = settlement.went_out
    return Verdict(
        "",
        f"{capital(whose)} is paid {amount}",
        "Nobody went out." if goer is None else f"{capital(goer)} went out.",
    )


def rule_of(hand: Hand, rule_id: str) -> CitedRule | None:
    """A rule as the table of this hand plays; None where its edition has no such rule."""
    edition, players = hand.edition, len(hand.deal.players)
    if rule_id not in edition.rules:
        return None
    text, cite = rule_told(edition, rule_id, players)
    href = f"/rules/{edition.id}?{rules_query(edition, players)}#rule-{rule_id}"
    return CitedRule(text, cite, href)


def group_name(edition: Edition, judged: JudgedSet) -> str:
    """What a claimed set is called."""
    group = judged.claimed.group
    return "No group" if group is None else edition.group(group).name


def worth(edition: Edition, judged: JudgedSet) -> str:
    """What a claimed set pays, or that it may not lie there."""
    return edition.amount(judged.laid.pays) if judged.laid else "not allowed"
