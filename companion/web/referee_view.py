"""What the referee's page shows: a ruling as frozen data, and as plain text. Pure.

Nothing is ruled here: verdict, findings and amounts come from the settlement, what is claimed from
`claim`, what is near from `near`, other boxes and open questions from `other_boxes`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.rules.edition import Edition
from companion.rules.payout import Settlement
from companion.rules.referee import WARNINGS, Finding
from companion.rules.words import listed
from companion.web.case import sentence
from companion.web.deal_view import Card, Pile, card_shown, piles

# --- the ruling itself ---------------------------------------------------------------------------


class Verdict(NamedTuple):
    """The one line. `kind`: good, bad, or neither; `pays` is what follows from it."""

    kind: str
    words: str
    pays: str


class FindingShown(NamedTuple):
    """A reason or a warning. `href` leads to the rule in the edition's quick reference; `mend` is
    empty where nothing can mend it."""

    rule: str
    message: str
    text: str
    cite: str
    href: str
    cards: tuple[Card, ...]
    mend: str


def verdict(settlement: Settlement, player: str, whose: str) -> Verdict:
    """Whether the hand may go out and what it pays; `whose` is what the hand is called."""
    edition = settlement.edition
    amount = edition.amount(settlement.payouts[player])
    if edition.arrangement == "piles":
        if settlement.legal:
            return Verdict("good", "Yes, this can be scored", f"It makes {amount}.")
        return Verdict("bad", "No, this cannot be scored", f"As it lies, it makes {amount}.")
    if player == settlement.went_out:
        if settlement.legal:
            return Verdict("good", f"Yes, {whose} may go out", f"It pays {amount}.")
        return Verdict(
            "bad", f"No, {whose} may not go out", f"If the table lets it stand, it pays {amount}."
        )
    if settlement.void:
        return Verdict("", "Nobody went out: nobody is paid", f"It pays {amount}.")
    caught = settlement.laid[player].wiped_out
    if caught:
        return Verdict("bad", f"Caught with {edition.label(caught)}", f"It pays {amount}.")
    return Verdict("", f"{sentence(whose)} is paid {amount}", "Somebody else went out.")


def found(settlement: Settlement, player: str) -> list[Finding]:
    """The findings about this player's hand, or about all hands together."""
    return [one for one in settlement.findings if one.player in (player, None)]


def finding_shown(edition: Edition, one: Finding) -> FindingShown:
    """A finding with its rule, and the cards it is about."""
    rule = edition.rules[one.rule]
    return FindingShown(
        rule=one.rule,
        message=sentence(one.message),
        text=rule.text,
        cite=rule.cite,
        href=rule_address(edition, one.rule),
        cards=drawn(edition, one.cards),
        mend=one.fix.text,
    )


def rule_address(edition: Edition, rule: str) -> str:
    """Where a rule stands in the edition's quick reference."""
    return f"/rules/{edition.id}#rule-{rule}"


def drawn(edition: Edition, cards: Iterable[str]) -> tuple[Card, ...]:
    """Cards as they are drawn, in deck order, several of a kind as one."""
    counts = Counter(cards)
    return tuple(card_shown(edition, card, counts[card]) for card in edition.sort(list(counts)))


def hand_piles(settlement: Settlement, player: str) -> tuple[Pile, ...]:
    """The best arrangement of a hand as it lies on the table."""
    deal = settlement.deal
    entry = {"hands": deal.hands, "went_out": deal.went_out, "reward": deal.reward}
    return piles(settlement.edition, entry, player, settlement.as_json()["hands"][player])


# --- as plain text -------------------------------------------------------------------------------


def told(settlement: Settlement, player: str, whose: str) -> list[str]:
    """The ruling on one hand, line by line, for a chat or to be kept."""
    edition, deal = settlement.edition, settlement.deal
    head = verdict(settlement, player, whose)
    lines = [
        f"{edition.name}: {head.words}. {head.pays}",
        f"Cards: {_named(edition, deal.hands[player])}.",
    ]
    if player == deal.went_out and deal.reward:
        lines.append(f"Reward: {_named(edition, deal.reward)}.")
    for one in found(settlement, player):
        rule = edition.rules[one.rule]
        if one.rule in WARNINGS:
            lines.append(f"Look again: {sentence(one.message)}")
        else:
            lines.append(
                f"- {sentence(one.message)} Rule: {rule.text} ({rule.cite}) {one.fix.text}"
            )
    return [*lines, *settlement.steps(player)]


def _named(edition: Edition, cards: Sequence[str]) -> str:
    counts = Counter(cards)
    names = [
        edition.label(card) if counts[card] == 1 else f"{counts[card]} × {edition.label(card)}"
        for card in edition.sort(list(counts))
    ]
    return listed(names) or "none"
