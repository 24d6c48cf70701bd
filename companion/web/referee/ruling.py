"""What the referee's page shows: a ruling as frozen data, and as plain text. Pure.

Nothing is ruled here: verdict, findings and amounts come from the settlement, what is claimed from
`dispute.claim`, what is near from `one_card_away`, the rest from the other modules of `dispute`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.rules.dispute.claim import Judgement, claimed_amount, judge
from companion.rules.dispute.claimed_set import Objection
from companion.rules.dispute.notation import ClaimedSet, read_sets, show_sets
from companion.rules.dispute.one_card_away import one_card_away
from companion.rules.dispute.open_questions import OpenQuestion, open_questions
from companion.rules.dispute.other_editions import Other, elsewhere
from companion.rules.dispute.reasons_and_sum import two_readings
from companion.rules.edition import Edition
from companion.rules.findings.finding import WARNINGS, Finding
from companion.rules.findings.wording import of_this_hand
from companion.rules.rank.hand_rank import rank_of_goer
from companion.rules.settlement import Settlement, count_first, jackpot_taken
from companion.rules.texts import rule as rule_told
from companion.rules.words import cancelling_rule, capital, cards_listed, wild_counts_as
from companion.web.parts.cards import Card, Pile, cards_shown, piles
from companion.web.parts.majority import majority
from companion.web.parts.words import rank_told
from companion.web.referee.case import THIS_PLAYER, Case, query, rules_query, with_option


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


class FindingShown(NamedTuple):
    """A reason or a warning; `mend` is empty where nothing can mend it."""

    id: str
    message: str
    rule: CitedRule
    cards: tuple[Card, ...]
    mend: str


class Said(NamedTuple):
    """A sentence, and the rule behind it where there is one."""

    text: str
    rule: CitedRule | None


class SetShown(NamedTuple):
    """A claimed set, judged. `value` is empty when it may not lie there."""

    name: str
    legal: bool
    value: str
    cards: tuple[Card, ...]
    stands: str
    why: tuple[Said, ...]


class ClaimShown(NamedTuple):
    """What was claimed: the amount, and the sets one by one and together. `right`: None when only
    sets were claimed and nothing is wrong with them but better can be had."""

    right: bool | None
    lines: tuple[str, ...]
    perhaps: tuple[str, ...]
    sets: tuple[SetShown, ...]
    whole: tuple[Said, ...]
    differences: tuple[str, ...]


class OtherShown(NamedTuple):
    """Another box that would rule otherwise, and why."""

    name: str
    verdict: str
    why: tuple[Said, ...]
    left_out: str


class Ruling(NamedTuple):
    """All that is said of a hand, in the order of the page. `readings` says that a wild counts as
    one card in the reasons and as another in the sum. `rank` says how good the hand is among all
    that may go out, empty for a hand without a rank; `best` is the best arrangement as a claim,
    empty where there is no set; `cancels` is the rule by which a card cancels another; `notes` are
    what should be known with the sum."""

    setting: str
    verdict: Verdict
    problems: tuple[FindingShown, ...]
    readings: str
    warnings: tuple[FindingShown, ...]
    rank: str
    near_title: str
    near: tuple[str, ...]
    claim: ClaimShown | None
    steps: tuple[str, ...]
    total: str
    cancels: CitedRule | None
    piles_title: str
    piles: tuple[Pile, ...]
    notes: tuple[str, ...]
    open_questions: tuple[tuple[OpenQuestion, str], ...]
    others: tuple[OtherShown, ...]
    best: str


def ruling(case: Case, settlement: Settlement, player: str, whose: str) -> Ruling:
    """The ruling on one hand. `whose` is what the hand is called."""
    edition = settlement.edition
    shown = [finding_shown(case, edition, one) for one in found(settlement, player)]
    near = one_card_away(settlement, player)
    sets = read_sets(edition, case.sets)
    *steps, total = settlement.steps(player)
    cancels = cancelling_rule(edition, settlement.laid[player])
    played = f"{case.players} players"
    return Ruling(
        setting=f"{edition.name}, {played}" + (", with house rules" if edition.changed else ""),
        verdict=verdict(settlement, player, whose),
        problems=tuple(one for one in shown if one.id not in WARNINGS),
        readings=_readings(settlement, player),
        warnings=tuple(one for one in shown if one.id in WARNINGS),
        rank=_rank(settlement, player),
        near_title=near.title,
        near=tuple(capital(text) for text in near.lines),
        claim=_claim(case, settlement, player, sets),
        steps=tuple(map(capital, steps)),
        total=total,
        cancels=_rule(case, edition, cancels) if cancels else None,
        piles_title=_piles_title(settlement, player),
        piles=piles(edition, settlement.deal, player, settlement.laid[player]),
        notes=_notes(settlement, player),
        open_questions=_open_questions(case, settlement, player),
        others=tuple(_other(edition, one) for one in elsewhere(settlement, player)),
        best=best_sets(settlement, player),
    )


# --- verdict and findings ------------------------------------------------------------------------


def verdict(settlement: Settlement, player: str, whose: str) -> Verdict:
    """Whether the hand may go out and what it pays; `whose` is what the hand is called."""
    edition = settlement.edition
    amount = edition.amount(settlement.payouts[player])
    if not edition.variant.has_goer:
        if settlement.legal:
            return Verdict("good", "Yes, this can be scored", f"It makes {amount}.")
        return Verdict(
            "bad", "No, this cannot be scored", f"The whole monopolies in it make {amount}."
        )
    if player == settlement.went_out:
        if settlement.legal:
            return _may_go_out(settlement, whose, f"It pays {amount}.")
        return Verdict(
            "bad", f"No, {whose} may not go out", f"If you allow it anyway, it pays {amount}."
        )
    if settlement.void:
        return Verdict("", "Nobody went out: nobody is paid", f"It pays {amount}.")
    caught = settlement.laid[player].wiped_out
    if caught:
        return Verdict("bad", f"Caught with {edition.label(caught)}", f"It pays {amount}.")
    goer = settlement.went_out
    return Verdict(
        "",
        f"{capital(whose)} is paid {amount}",
        "Nobody went out." if goer is None else f"{capital(goer)} went out.",
    )


def _may_go_out(settlement: Settlement, whose: str, pays: str) -> Verdict:
    """A yes; where a number of cards is wrong it is not sure, and the cards are counted first."""
    if first := count_first(settlement):
        return Verdict("warn", first, f"Apart from that, {whose} may go out. {pays}")
    return Verdict("warn" if settlement.findings else "good", f"Yes, {whose} may go out", pays)


def _rank(settlement: Settlement, player: str) -> str:
    """How good the hand is, if it went out and may; else empty."""
    deal = settlement.deal
    if player != deal.went_out or not settlement.legal:
        return ""
    hand, declared = deal.hands[player], deal.wilds.get(player, ())
    rank = rank_of_goer(settlement.edition, len(deal.players), hand, declared)
    return rank_told(rank, deal.reward)


def found(settlement: Settlement, player: str) -> list[Finding]:
    """The findings about this player's hand, or about all hands together; in Express those about
    every pile, for one that is wrong keeps the round from being scored."""
    every = not settlement.edition.variant.has_goer
    return [one for one in settlement.findings if every or one.player in (player, None)]


def _readings(settlement: Settlement, player: str) -> str:
    return two_readings(settlement) if player == settlement.went_out else ""


def _told_of_hand(one: Finding) -> str:
    """What is wrong, as a sentence that begins with a capital letter."""
    return capital(of_this_hand(one.message, THIS_PLAYER))


def finding_shown(case: Case, edition: Edition, one: Finding) -> FindingShown:
    """A finding with its rule, and the cards it is about."""
    return FindingShown(
        id=one.rule,
        message=_told_of_hand(one),
        rule=_rule(case, edition, one.rule),
        cards=cards_shown(edition, one.cards),
        mend=capital(one.fix.text),
    )


def _rule(case: Case, edition: Edition, rule: str) -> CitedRule:
    text, cite = rule_told(edition, rule, case.players)
    return CitedRule(text, cite, rule_address(edition.id, case.players, edition.changed, rule))


def rule_address(edition_id: str, players: int, options: Mapping[str, Any], rule: str) -> str:
    """Where a rule stands in the edition's quick reference, as this table plays."""
    return f"/rules/{edition_id}?{rules_query(edition_id, players, options)}#rule-{rule}"


# --- the sum and the arrangement -----------------------------------------------------------------


def _piles_title(settlement: Settlement, player: str) -> str:
    if settlement.void or settlement.laid[player].wiped_out:
        return "The cards"
    if player == settlement.went_out and not settlement.legal:
        return "What it is paid for, if you allow it anyway"
    return "The best layout"


def _notes(settlement: Settlement, player: str) -> tuple[str, ...]:
    """What should be known with the sum: what the majority came to, and what is assumed."""
    return tuple(
        capital(one)
        for one in (
            *_majority(settlement, player),
            *_stopped(settlement),
            *_unchecked(settlement, player),
        )
    )


def _stopped(settlement: Settlement) -> Iterator[str]:
    """That a round without all its piles counts as stopped early (Express)."""
    made = sum(len(one.sets) for one in settlement.laid.values())
    if settlement.deal.stopped_early and made < len(settlement.edition.groups):
        yield "Not every monopoly is here. This counts as a round that was stopped early."


def _unchecked(settlement: Settlement, player: str) -> Iterator[str]:
    """That the amounts of sets stand on no page that was read, and were not set by the table."""
    edition = settlement.edition
    if edition.values_on_cards and settlement.laid[player].sets and "values" not in edition.changed:
        yield (
            "What a set pays is printed on the cards of your box, not in its rulebook. Check it "
            "against them. A table can change it."
        )


def _majority(settlement: Settlement, player: str) -> Iterator[str]:
    """Who has the most Mr. Monopoly or Free Parking, where other hands are known or this one has
    such cards for nothing; and where they are not known, that this decides."""
    edition, deal = settlement.edition, settlement.deal
    card = edition.cards.get("most_of")
    taken = jackpot_taken(settlement.jackpot, player)
    paid = taken is not None or any(one.kind == card for one in settlement.laid[player].bonuses)
    if paid and not any(deal.hands[other] for other in deal.players if other != player):
        name = edition.label(card or "")
        yield f"The other hands are not entered. This counts as if nobody else had a {name} card."
    elif any(one.most for one in settlement.laid.values()):
        told = majority(edition, deal, settlement)
        if told:
            yield told


def best_sets(settlement: Settlement, player: str) -> str:
    """The best arrangement, written as a claim."""
    edition = settlement.edition
    return show_sets(
        edition,
        [
            ClaimedSet(
                one.group, tuple(card for card in one.cards if card != edition.wild), one.wilds
            )
            for one in settlement.laid[player].sets
        ],
    )


# --- the claim -----------------------------------------------------------------------------------


def _claim(
    case: Case, settlement: Settlement, player: str, sets: Sequence[ClaimedSet]
) -> ClaimShown | None:
    amount = case.claim
    if amount is None and not sets:
        return None
    lines: list[str] = []
    perhaps: tuple[str, ...] = ()
    right: bool | None = None
    whole = judge(settlement, player, sets) if sets else None
    if amount is not None:
        judged = claimed_amount(settlement, player, amount)
        right, perhaps = judged.right, judged.slips
        # what the hand is worth stands in the line about the sets, if there is one
        both = not judged.right and whole is not None and whole.text
        lines.append(f"Claimed: {settlement.edition.amount(amount)}." if both else judged.text)
    if whole is None:
        return ClaimShown(right, tuple(lines), perhaps, (), (), ())
    if whole.text:
        lines.append(whole.text)
    if not whole.legal:
        right = False
    elif right is not False:
        right = True if whole.worth == whole.best else None
    return ClaimShown(
        right=right,
        lines=tuple(map(capital, lines)),
        perhaps=perhaps,
        sets=_sets(case, settlement.edition, whole),
        whole=_said(case, settlement.edition, whole.objections),
        differences=tuple(capital(one.text) for one in whole.differences),
    )


def _sets(case: Case, edition: Edition, whole: Judgement) -> tuple[SetShown, ...]:
    shown = []
    for one in whole.sets:
        claimed = one.claimed
        group = None if claimed.group is None else edition.group(claimed.group)
        wilds = [edition.wild] * len(claimed.wilds)
        worth = None if one.value is None else one.value + (one.tokens_value or 0)
        shown.append(
            SetShown(
                name=group.name if group else "No group",
                legal=one.legal,
                value="" if worth is None else edition.amount(worth),
                cards=cards_shown(edition, (*claimed.cards, *wilds)),
                stands=wild_counts_as(edition, one.laid.wilds) if one.laid.wilds else "",
                why=_said(case, edition, one.objections),
            )
        )
    return tuple(shown)


def _said(case: Case, edition: Edition, objections: Iterable[Objection]) -> tuple[Said, ...]:
    return tuple(
        Said(
            capital(one.message),
            _rule(case, edition, one.rule) if one.rule in edition.rules else None,
        )
        for one in objections
    )


# --- other boxes, and what no rulebook says ------------------------------------------------------


def _other(edition: Edition, one: Other) -> OtherShown:
    may = {True: "may go out", False: "may not go out", None: "did not go out"}[one.legal]
    return OtherShown(
        name=one.name,
        verdict=f"{may}, {one.amount}" if one.legal is not None else one.amount,
        why=tuple(
            Said(
                capital(why.here),
                CitedRule(
                    why.text,
                    why.cite,
                    rule_address(why.edition, why.players, why.options, why.rule),
                ),
            )
            for why in one.why
        ),
        left_out=f"That edition has none or fewer of these cards: {_named(edition, one.left_out)}."
        if one.left_out
        else "",
    )


def _open_questions(
    case: Case, settlement: Settlement, player: str
) -> tuple[tuple[OpenQuestion, str], ...]:
    """What the rulebook leaves open, each with the case in which its option is the other way, as an
    address; empty where there is no option."""
    return tuple(
        (one, "" if one.option is None else query(with_option(case, one.option, one.other)))
        for one in open_questions(settlement, player)
    )


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
        rule = rule_told(edition, one.rule, len(deal.players))
        if one.rule in WARNINGS:
            lines.append(f"Look again: {_told_of_hand(one)}")
        else:
            lines.append(f"- {capital(one.message)} Rule: {rule.text} ({rule.cite}) {one.fix.text}")
    lines += filter(None, [_readings(settlement, player)])
    lines += map(capital, settlement.steps(player))
    if cancels := cancelling_rule(edition, settlement.laid[player]):
        rule = rule_told(edition, cancels, len(deal.players))
        lines.append(f"Rule: {rule.text} ({rule.cite})")
    lines += _notes(settlement, player)
    return [
        *lines,
        *(f"Left open: {one.text} {one.then}" for one in open_questions(settlement, player)),
    ]


def told_claim(case: Case, settlement: Settlement, player: str) -> list[str]:
    """What a claim comes to, line by line; nothing without one."""
    claim = _claim(case, settlement, player, read_sets(settlement.edition, case.sets))
    if claim is None:
        return []
    lines = [*claim.lines, *claim.perhaps]
    for one in claim.sets:
        words = one.value if one.legal else "not allowed"
        lines += [f"- {one.name}: {words}", *(f"  {why.text}" for why in one.why)]
    return [*lines, *(one.text for one in claim.whole), *claim.differences]


def _named(edition: Edition, cards: Sequence[str]) -> str:
    return cards_listed(edition, tuple(edition.sort(list(cards)))) or "none"
