"""Judges a claim: the sets that a player says the hand makes, or the amount.

How sets are written stands in `notation`, what a set by itself may be in `claimed_set`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.rules.arrange.laid import SetLaid
from companion.rules.deal import Deal, free_wilds, is_possible
from companion.rules.dispute.claimed_set import (
    Hand,
    Objection,
    alone,
    bare,
    faults,
    properties,
    resolved,
)
from companion.rules.dispute.notation import ClaimedSet, filled, in_order
from companion.rules.dispute.slips import slips
from companion.rules.edition import Edition
from companion.rules.findings.finding import blocking
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.rules.words import cards_said, counted, listed, one_card, plural

MOST_NAMED = 3
"""How many slips that give a claimed amount are told."""


@dataclass
class JudgedSet:
    """A claimed set. In `read` every wild says what it counts as; `alone` is how a set without
    fault lies there by itself."""

    claimed: ClaimedSet
    read: ClaimedSet
    objections: list[Objection]
    alone: SetLaid | None

    @property
    def legal(self) -> bool:
        """Whether the set may lie there as claimed: nothing is objected to."""
        return not self.objections

    @property
    def laid(self) -> SetLaid | None:
        """How the set lies there; None when it may not."""
        return self.alone if self.legal else None

    @property
    def pays(self) -> int | None:
        """What the set pays with all that is on it; None when it may not lie there."""
        return self.laid.pays if self.laid else None


@dataclass(frozen=True)
class Difference:
    """What the best arrangement does otherwise, what the whole then pays, how much more that is."""

    text: str
    more: int


@dataclass(frozen=True)
class Judgement:
    """A claimed arrangement, judged. `worth` is what it pays (its legal sets, bonuses and jackpot),
    `best` what the hand is paid. `objections` are about the whole: cards that are left over and
    keep a goer from going out. `text` says it in one line; `differences` add up to best - worth
    unless there are objections."""

    sets: tuple[JudgedSet, ...]
    objections: tuple[Objection, ...]
    worth: int
    best: int
    differences: tuple[Difference, ...]
    text: str

    @property
    def legal(self) -> bool:
        """Whether every set may lie there, and a goer may go out so."""
        return not self.objections and all(claimed.legal for claimed in self.sets)


@dataclass(frozen=True)
class AmountJudged:
    """A claimed amount, judged. `slips` are the single mistakes that give just this amount, in
    sentences; none of them is proof of what was thought. Where there is none, `text` says so."""

    right: bool
    text: str
    slips: tuple[str, ...]


def claimed_amount(settlement: Settlement, player: str, amount: int) -> AmountJudged:
    """Judges the amount that a player claims; see `slips` for what is tried to explain it."""
    edition, pays = settlement.edition, settlement.payouts[player]
    if amount == pays:
        refused = player == settlement.went_out and not settlement.legal
        allowed = " if you allow the hand" if refused else ""
        return AmountJudged(True, f"The sum is right{allowed}: {edition.amount(pays)}.", ())
    found = [words for words, paid in slips(settlement, player) if paid == amount]
    named = [f"{edition.amount(amount)} would be the sum {words}." for words in found[:MOST_NAMED]]
    if len(found) > MOST_NAMED:
        named.append(f"{plural(len(found) - MOST_NAMED, 'other slip')} would give it too.")
    text = f"Claimed: {edition.amount(amount)}. The hand is worth {edition.amount(pays)}."
    if not found and not settlement.void:
        text += f" No single common slip gives {edition.amount(amount)}."
    return AmountJudged(False, text, tuple(named))


def judge(settlement: Settlement, player: str, sets: Sequence[ClaimedSet]) -> Judgement:
    """Judges the sets that a player claims to make of the hand, one by one and together.

    Declared wilds stay what they are. Undeclared ones count as claimed, unless the hand would then
    pay more than it is paid: such a card had to be declared in time. So no claim is worth more than
    the payout, and the best claim is worth just that.
    """
    edition, deal = settlement.edition, settlement.deal
    goer = player == deal.went_out
    hand = Hand(
        edition=edition,
        goer=goer,
        cards=Counter([*deal.hands[player], *(deal.reward if goer else ())]),
        laid_down=deal.hands[player],
        declared=(*deal.wilds.get(player, ()), *(deal.reward_wilds if goer else ())),
        wilds=settlement.laid[player].wilds,
    )
    judged = []
    for claim in in_order(edition, [filled(edition, one, hand.cards) for one in sets]):
        read = resolved(hand, claim)
        wrong = list(faults(hand, read))
        judged.append(JudgedSet(claim, read, wrong, None if wrong else alone(edition, read)))
    _object_to_what_is_claimed_twice(hand, judged)
    if goer and not edition.way.numbered_houses:
        _object_to_second_improved_set(hand, judged)
    then = _with_wilds_as_claimed(settlement, player, hand, judged)
    for claimed in judged:
        claimed.objections += _not_paid(hand, then, then.laid[player].wiped_out)
    return _together(settlement, then, player, judged)


# --- the sets together. A set with an objection uses up no cards, so another may have them. -------


def _object_to_what_is_claimed_twice(hand: Hand, judged: Sequence[JudgedSet]) -> None:
    """Objects to a group or a card that is in more than one set."""
    edition, wild = hand.edition, hand.edition.wild
    groups: set[str | None] = set()
    used: Counter[str] = Counter()
    for claimed in judged:
        if not claimed.legal:
            continue
        if claimed.read.group in groups:
            name = edition.label(claimed.read.group or "")
            message = f"{name} is claimed twice: a group is one set."
            claimed.objections.append(hand.objection(message, "set-value"))
        own = Counter([*claimed.read.cards, *[wild] * len(claimed.read.wilds)])
        for card in own:
            if used[card] + own[card] > hand.cards[card]:
                only = f"the hand has only {hand.cards[card]}"
                message = f"{edition.label(card)} is in another claimed set, and {only}."
                rule = wild if card == wild else ""
                claimed.objections.append(hand.objection(message, rule))
        if claimed.legal:
            groups.add(claimed.read.group)
            used += own


def _object_to_second_improved_set(hand: Hand, judged: Sequence[JudgedSet]) -> None:
    """Objects to every improved set but the one whose improvements add most (2017)."""
    edition = hand.edition
    added = [
        (claimed.laid.pays - bare(edition, claimed.laid), number)
        for number, claimed in enumerate(judged)
        if claimed.laid and (claimed.laid.houses or claimed.laid.tokens)
    ]
    for _, number in sorted(added)[:-1]:
        kept = edition.label(judged[max(added)[1]].read.group or "")
        message = f"Only one colour set is improved: {kept}."
        judged[number].objections.append(hand.objection(message, "set-value"))


def _not_paid(hand: Hand, then: Settlement, caught: str | None) -> Iterator[Objection]:
    """The objection to every set where the whole hand is not paid."""
    if then.void:
        yield hand.objection("Nobody went out, so nobody is paid.", "nobody-out")
    elif caught is not None:
        message = f"Caught with {hand.edition.label(caught)}: the whole hand pays nothing."
        yield hand.objection(message, "jail" if hand.goer else "", caught)


# --- what wilds count as -------------------------------------------------------------------------


def _with_wilds_as_claimed(
    settlement: Settlement, player: str, hand: Hand, judged: Sequence[JudgedSet]
) -> Settlement:
    """The deal with the player's wilds as in the sets without fault. Objects to those that cannot
    be: they were declared as something else, or had to be declared and were not."""
    edition, laid = hand.edition, settlement.laid[player]
    if settlement.void or laid.wiped_out == edition.wild:
        return settlement
    wild = edition.label(edition.wild)
    as_what = cards_said(edition, hand.declared)
    said = f"was declared as {as_what}" if as_what else "keeps the card it was laid as"

    def possible(wilds: tuple[str, ...]) -> bool:
        return _declared_as(settlement, player, wilds) is not None

    stands = _accepted(hand, judged, possible, f"{wild} {said}, so it is not {{}} here.")
    then = _declared_as(settlement, player, stands) or settlement
    if then.legal < settlement.legal or then.payouts[player] <= settlement.payouts[player]:
        return then
    # An undeclared wild counts as what paid most before the reward was seen (2017: before the
    # others announced theirs).
    when = "before the others announced" if edition.way.announces_wilds else "before the reward"
    counts = cards_said(edition, laid.wilds) or "nothing"
    why = f"{wild} as {{}} had to be declared {when}. It was not, so it counts as {counts}."

    def as_laid(wilds: tuple[str, ...]) -> bool:
        return Counter(wilds) <= Counter(laid.wilds)

    _accepted(hand, judged, as_laid, why)
    return settlement


def _accepted(
    hand: Hand,
    judged: Sequence[JudgedSet],
    possible: Callable[[tuple[str, ...]], bool],
    why: str,
) -> tuple[str, ...]:
    """What the wilds of the sets count as that are possible together, one set after the other. The
    others are objected to: `why`, with what their wilds count as in it."""
    accepted: tuple[str, ...] = ()
    for claimed in judged:
        wilds = claimed.read.wilds
        if claimed.legal and wilds and possible((*accepted, *wilds)):
            accepted += wilds
        elif claimed.legal and wilds:
            message = why.format(cards_said(hand.edition, wilds))
            claimed.objections.append(hand.objection(message, hand.edition.wild))
    return accepted


def _declared_as(settlement: Settlement, player: str, wilds: Sequence[str]) -> Settlement | None:
    """The deal in which the player's wilds count as these cards, declared before the reward or
    after it as pays most; None where they cannot."""
    if Counter(wilds) <= Counter(settlement.laid[player].wilds):
        return settlement
    every = (
        settle(settlement.edition, deal)
        for deal in _declarations(settlement, player, wilds)
        if is_possible(settlement.edition, deal)
    )
    fitting = [there for there in every if Counter(wilds) <= Counter(there.laid[player].wilds)]
    return max(fitting, key=lambda there: (there.legal, there.payouts[player]), default=None)


def _declarations(settlement: Settlement, player: str, wilds: Sequence[str]) -> Iterator[Deal]:
    """The deal with each way of declaring wilds as these cards, some of them before the reward and
    the rest after it."""
    deal, goer = settlement.deal, player == settlement.went_out
    declared = tuple(deal.wilds.get(player, ()))
    reward, later = (deal.reward, tuple(deal.reward_wilds)) if goer else ((), ())
    free = list(deal.hands[player]).count(settlement.edition.wild) - len(declared)
    for number in range(min(free, len(wilds)), -1, -1):
        for more in combinations(sorted(wilds), number):
            before = (*declared, *more)
            if Counter(wilds) - Counter(free_wilds(before, reward)[0]) - Counter(later):
                # After the reward nothing can be declared unless everything was before it.
                rest = Counter(settlement.laid[player].readings) - Counter(more)
                before += tuple(rest.elements())[: free - number]
            kept = Counter(free_wilds(before, reward)[0])
            after = (*later, *(Counter(wilds) - kept - Counter(later)).elements())
            said = {**deal.wilds, player: before}
            yield replace(deal, wilds=said, reward_wilds=after if goer else deal.reward_wilds)


# --- the whole -----------------------------------------------------------------------------------


def _together(
    settlement: Settlement, then: Settlement, player: str, judged: Sequence[JudgedSet]
) -> Judgement:
    """The claim as a whole; `then` is the deal with the wilds as claimed."""
    edition, best = settlement.edition, settlement.payouts[player]
    own = {claimed.laid.group: claimed.laid for claimed in judged if claimed.laid}
    worth = sum(laid.pays for laid in own.values())
    if edition.pairs:
        worth += sum(edition.values["bonus"] for pair in edition.pairs if {*pair} <= {*own})
    else:  # bonus cards and jackpot
        sets_pay = sum(laid.pays for laid in then.laid[player].sets)
        worth += then.payouts[player] - sets_pay
    wrong = sum(not claimed.legal for claimed in judged)
    pays, most = edition.amount(worth), edition.amount(best)
    if player == settlement.went_out and settlement.legal and not then.legal:
        objections = tuple(
            Objection(finding.rule, finding.message) for finding in blocking(then.findings)
        )
        text = f"Laid out like this, the hand may not go out. The best layout pays {most}."
        return Judgement(tuple(judged), objections, worth, best, (), text)
    if wrong:
        sets_are = "One claimed set is" if wrong == 1 else f"{wrong} claimed sets are"
        text = f"{sets_are} not right. The rest pays {pays}. The hand is worth {most}."
    elif worth >= best:
        text = f"These sets are right. They pay the most this hand can: {pays}."
    else:
        text = f"These sets are right and pay {pays}. The best layout pays {most}."
    differences: list[Difference] = []
    for what, whole in _steps(settlement, then, player, own, worth):
        more = whole - (worth + sum(before.more for before in differences))
        told = f"{what}: {edition.amount(whole)} ({edition.amount(more)} more)"
        differences.append(Difference(told, more))
    return Judgement(tuple(judged), (), worth, best, tuple(differences), text)


def _steps(
    settlement: Settlement,
    then: Settlement,
    player: str,
    own: Mapping[str, SetLaid],
    worth: int,
) -> Iterator[tuple[str, int]]:
    """The steps from the claim to the best arrangement, each with what the whole then pays: more
    sets, better places for houses and tokens, and last other cards for the wilds."""
    edition, sets = settlement.edition, then.laid[player].sets
    best, whole = {laid.group: laid for laid in sets}, worth
    if gone := [group for group in own if group not in best]:
        # A card shared by several groups pays more in another (Express).
        better = listed(edition.label(group) for group in best if group not in own)
        yield f"{better} instead of {listed(map(edition.label, gone))}", settlement.payouts[player]
        return
    held = {*own}
    for group, laid in best.items():
        was, name = own.get(group), edition.label(group)
        more = bare(edition, laid) - (bare(edition, was) if was else 0)
        if more <= 0:
            continue
        # A token on a set that grows pays more too, where it pays the whole set.
        way, tokens = edition.way, was.tokens if was else 0
        whole += more + tokens * (way.token_pays(edition, more) - way.token_pays(edition, 0))
        what = f"{name} with {properties(edition, laid)} cards" if was else f"{name} as a set too"
        held.add(group)
        for pair in edition.pairs:
            if group in pair and {*pair} <= held:
                whole += edition.values["bonus"]
                what += f", with the bonus for {listed(map(edition.label, pair))}"
        yield what, whole
    if then.payouts[player] > whole:
        yield _placed_better(edition, sets, own), then.payouts[player]
    if settlement.payouts[player] > then.payouts[player]:
        yield _other_wilds(settlement, then, player), settlement.payouts[player]


def _placed_better(edition: Edition, sets: Sequence[SetLaid], own: Mapping[str, SetLaid]) -> str:
    """The houses and tokens that the best arrangement has elsewhere, in words."""
    idle = Counter(card for laid in sets for card in laid.wilds if card not in edition.group_of)
    idle -= Counter(card for laid in own.values() for card in laid.wilds)
    if idle:
        names = cards_said(edition, edition.sort(list(idle.elements())))
        return f"{edition.label(edition.wild)} as {names}, with houses and tokens in the best place"
    hotel, token = edition.cards["hotel"], edition.cards["token"]
    places = []
    for laid in sets:
        was, things = own.get(laid.group), []
        if laid.houses and (was is None or (was.houses, was.hotel) != (laid.houses, laid.hotel)):
            things += [
                plural(laid.houses, "house"),
                *([one_card(edition, hotel)] if laid.hotel else []),
            ]
        if laid.tokens and (was is None or was.tokens != laid.tokens):
            things.append(counted(edition, token, laid.tokens))
        if things:
            places.append(f"{listed(things)} on {edition.label(laid.group)}")
    return f"With {listed(places)}"


def _other_wilds(settlement: Settlement, then: Settlement, player: str) -> str:
    """The wilds that count as other cards in the best arrangement, in words."""
    edition = settlement.edition
    wild = edition.label(edition.wild)
    ours, theirs = (Counter(there.laid[player].wilds) for there in (settlement, then))
    better = cards_said(edition, (ours - theirs).elements())
    worse = cards_said(edition, (theirs - ours).elements())
    if not better:
        return f"{wild} not used as {worse}" if worse else f"{wild} announced later"
    return f"{wild} as {better} instead of {worse}" if worse else f"{wild} as {better}"
