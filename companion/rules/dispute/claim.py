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
    Objection,
    alone,
    bare,
    faults,
    objection,
    properties,
    resolved,
)
from companion.rules.dispute.hand import Hand
from companion.rules.dispute.notation import ClaimedSet, filled, in_order
from companion.rules.dispute.slips import slips
from companion.rules.edition import Edition
from companion.rules.findings.finding import blocking
from companion.rules.settlement import Settlement
from companion.rules.words import called, cards_said, listed, number_of, one_card, plural

MOST_NAMED = 3
"""How many slips that give a claimed amount are told."""


@dataclass(frozen=True)
class JudgedSet:
    """A claimed set. In `read` every wild says what it counts as; `alone` is how a set without
    fault lies there by itself."""

    claimed: ClaimedSet
    read: ClaimedSet
    objections: tuple[Objection, ...]
    alone: SetLaid | None

    @property
    def legal(self) -> bool:
        """Whether the set may lie there as claimed: nothing is objected to."""
        return not self.objections

    @property
    def laid(self) -> SetLaid | None:
        """How the set lies there; None when it may not."""
        return self.alone if self.legal else None


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
    hand = Hand(settlement, player)
    judged = []
    for claimed in in_order(
        hand.edition, [filled(hand.edition, claimed, hand.cards) for claimed in sets]
    ):
        read = resolved(hand, claimed)
        wrong = tuple(faults(hand, read))
        judged.append(JudgedSet(claimed, read, wrong, None if wrong else alone(hand.edition, read)))
    judged = _with(judged, _claimed_twice(hand, judged))
    if hand.goer and not hand.edition.way.numbered_houses:
        judged = _with(judged, _improved_twice(hand.edition, judged))
    then, wrong_wilds = _with_wilds_as_claimed(hand, judged)
    judged = _with(judged, wrong_wilds)
    judged = _with(judged, {number: [*_not_paid(then)] for number in range(len(judged))})
    return _together(hand, then, judged)


Objections = Mapping[int, Sequence[Objection]]
"""What is objected to some of the claimed sets, by their place in the claim."""


def _with(judged: Sequence[JudgedSet], objections: Objections) -> list[JudgedSet]:
    """The sets with these objections, too."""
    return [
        replace(claimed, objections=(*claimed.objections, *objections.get(number, ())))
        for number, claimed in enumerate(judged)
    ]


# --- the sets together. A set with an objection uses up no cards, so another may have them. -------


def _claimed_twice(hand: Hand, judged: Sequence[JudgedSet]) -> Objections:
    """The objections to a group or a card that is in more than one set."""
    edition, wild = hand.edition, hand.edition.wild
    found: dict[int, list[Objection]] = {}
    groups: set[str | None] = set()
    used: Counter[str] = Counter()
    for number, claimed in enumerate(judged):
        if not claimed.legal:
            continue
        wrong = []
        if claimed.read.group in groups:
            name = edition.label(claimed.read.group or "")
            message = f"{name} is claimed twice: a group is one set."
            wrong.append(objection(edition, message, "set-value"))
        own = Counter([*claimed.read.cards, *[wild] * len(claimed.read.wilds)])
        for card in own:
            if used[card] + own[card] > hand.cards[card]:
                only = f"the hand has only {hand.cards[card]}"
                message = f"{edition.label(card)} is in another claimed set, and {only}."
                wrong.append(objection(edition, message, wild if card == wild else ""))
        if wrong:
            found[number] = wrong
        else:
            groups.add(claimed.read.group)
            used += own
    return found


def _improved_twice(edition: Edition, judged: Sequence[JudgedSet]) -> Objections:
    """The objections to every improved set but the one whose improvements add most (2017)."""
    added = sorted(
        (claimed.laid.pays - bare(edition, claimed.laid), number)
        for number, claimed in enumerate(judged)
        if claimed.laid and (claimed.laid.houses or claimed.laid.tokens)
    )
    if not added:
        return {}
    *others, (_, best) = added
    message = f"Only one colour set is improved: {edition.label(judged[best].read.group or '')}."
    return {number: [objection(edition, message, "set-value")] for _, number in others}


def _not_paid(hand: Hand) -> Iterator[Objection]:
    """The objection to every set where the whole hand is not paid."""
    edition, caught = hand.edition, hand.arranged.wiped_out
    if hand.settlement.void:
        yield objection(edition, "Nobody went out, so nobody is paid.", "nobody-out")
    elif caught is not None:
        message = f"Caught with {edition.label(caught)}: the whole hand pays nothing."
        yield objection(edition, message, "jail" if hand.goer else "", caught)


# --- what wilds count as -------------------------------------------------------------------------


def _with_wilds_as_claimed(hand: Hand, judged: Sequence[JudgedSet]) -> tuple[Hand, Objections]:
    """The hand with its wilds as in the sets without fault; and the objections to those that cannot
    be: they were declared as something else, or had to be declared and were not."""
    edition = hand.edition
    if hand.settlement.void or hand.arranged.wiped_out == edition.wild:
        return hand, {}
    wild = edition.label(edition.wild)
    as_what = cards_said(edition, (*hand.declared, *hand.declared_later))
    said = f"was declared as {as_what}" if as_what else "keeps the card it was laid as"

    def possible(wilds: tuple[str, ...]) -> bool:
        return _declared_as(hand, wilds) is not None

    why = f"{wild} {said}, so it is not {{}} here."
    accepted, impossible = _accepted(edition, judged, possible, why)
    then = _declared_as(hand, accepted) or hand
    if then.settlement.legal < hand.settlement.legal or then.pays <= hand.pays:
        return then, impossible
    # An undeclared wild counts as what paid most before the reward was seen (2017: before the
    # others announced theirs).
    when = "before the reward" if edition.has_reward else "before the others announced"
    counts = cards_said(edition, hand.arranged.wilds) or "nothing"
    why = f"{wild} as {{}} had to be declared {when}. It was not, so it counts as {counts}."

    def as_laid(wilds: tuple[str, ...]) -> bool:
        return Counter(wilds) <= Counter(hand.arranged.wilds)

    _, too_late = _accepted(edition, _with(judged, impossible), as_laid, why)
    return hand, {**impossible, **too_late}


def _accepted(
    edition: Edition,
    judged: Sequence[JudgedSet],
    possible: Callable[[tuple[str, ...]], bool],
    why: str,
) -> tuple[tuple[str, ...], Objections]:
    """What the wilds of the sets without fault count as that are possible together, one set after
    the other; and the objections to the others: `why`, with what their wilds count as in it."""
    accepted: tuple[str, ...] = ()
    refused = {}
    for number, claimed in enumerate(judged):
        wilds = claimed.read.wilds
        if not claimed.legal or not wilds:
            continue
        if possible((*accepted, *wilds)):
            accepted += wilds
        else:
            message = why.format(cards_said(edition, wilds))
            refused[number] = [objection(edition, message, edition.wild)]
    return accepted, refused


def _declared_as(hand: Hand, wilds: Sequence[str]) -> Hand | None:
    """The hand with its wilds counted as these cards, declared before the reward or after it as
    pays most; None where they cannot be."""
    claimed = Counter(wilds)
    if claimed <= Counter(hand.arranged.wilds):
        return hand
    every = (
        hand.in_deal(deal) for deal in _declarations(hand, wilds) if is_possible(hand.edition, deal)
    )
    fitting = (there for there in every if claimed <= Counter(there.arranged.wilds))
    return max(fitting, key=lambda there: (there.settlement.legal, there.pays), default=None)


def _declarations(hand: Hand, wilds: Sequence[str]) -> Iterator[Deal]:
    """The deal with each way of declaring wilds as these cards, some of them before the reward and
    the rest after it.

    One Chance that was laid down and one that was drawn, claimed as Mayfair and Strand: the first
    is declared as Mayfair or as Strand, and the drawn one as the other. If the reward has Mayfair,
    a Chance declared as Mayfair is free again, so it is declared anew after the reward.
    """
    deal, wanted, later = hand.deal, Counter(wilds), Counter(hand.declared_later)

    def open_after(before: Sequence[str]) -> Counter[str]:
        """The cards that wilds have to be declared as after the reward, with these before it."""
        kept, _ = free_wilds(before, hand.reward)
        return wanted - Counter(kept) - later

    for number in range(min(hand.undeclared, len(wilds)), -1, -1):
        for first in combinations(sorted(wilds), number):
            before = (*hand.declared, *first)
            if open_after(before):
                # After the reward nothing can be declared unless everything was before it. So the
                # other wilds are declared as what the ruling reads them as.
                others = Counter(hand.arranged.readings) - Counter(first)
                before += tuple(others.elements())[: hand.undeclared - number]
            after = (*hand.declared_later, *open_after(before).elements())
            said = {**deal.wilds, hand.player: before}
            yield replace(deal, wilds=said, reward_wilds=after if hand.goer else deal.reward_wilds)


# --- the whole -----------------------------------------------------------------------------------


def _together(hand: Hand, then: Hand, judged: Sequence[JudgedSet]) -> Judgement:
    """The claim as a whole; `then` is the hand with its wilds as claimed."""
    edition = hand.edition
    own = {claimed.laid.group: claimed.laid for claimed in judged if claimed.laid}
    worth = sum(laid.pays for laid in own.values())
    if edition.pairs:
        worth += sum(edition.values["bonus"] for pair in edition.pairs if {*pair} <= {*own})
    else:  # bonus cards and jackpot
        worth += then.pays - sum(laid.pays for laid in then.arranged.sets)
    wrong = sum(not claimed.legal for claimed in judged)
    pays, most = edition.amount(worth), edition.amount(hand.pays)
    if hand.goer and hand.settlement.legal and not then.settlement.legal:
        found = blocking(then.settlement.findings)
        objections = tuple(Objection(finding.rule, finding.message) for finding in found)
        text = f"Laid out like this, the hand may not go out. The best layout pays {most}."
        return Judgement(tuple(judged), objections, worth, hand.pays, (), text)
    if wrong:
        sets_are = "One claimed set is" if wrong == 1 else f"{wrong} claimed sets are"
        text = f"{sets_are} not right. The rest pays {pays}. The hand is worth {most}."
    elif worth >= hand.pays:
        text = f"These sets are right. They pay the most this hand can: {pays}."
    else:
        text = f"These sets are right and pay {pays}. The best layout pays {most}."
    differences, before = [], worth
    for what, whole in _towards_best(hand, then, own, worth):
        more = whole - before
        told = f"{what}: {edition.amount(whole)} ({edition.amount(more)} more)"
        differences.append(Difference(told, more))
        before = whole
    return Judgement(tuple(judged), (), worth, hand.pays, tuple(differences), text)


def _towards_best(
    hand: Hand, then: Hand, own: Mapping[str, SetLaid], worth: int
) -> Iterator[tuple[str, int]]:
    """The steps from the claim to the best arrangement, each with what the whole then pays: more
    sets, better places for houses and tokens, and last other cards for the wilds.

    Claimed is Red alone, £250, of a hand that also has the three Greens and a 1st House. The steps
    are ``Green as a set too``, £600, and ``With 1 house on Green``, £950, which the hand pays.
    """
    edition, way, whole = hand.edition, hand.edition.way, worth
    best = {laid.group: laid for laid in then.arranged.sets}
    if gone := [group for group in own if group not in best]:
        # A card shared by several groups pays more in another (Express).
        better = listed(edition.label(group) for group in best if group not in own)
        yield f"{better} instead of {listed(map(edition.label, gone))}", hand.pays
        return
    held = {*own}
    for group, laid in best.items():
        was, name = own.get(group), edition.label(group)
        more = bare(edition, laid) - (bare(edition, was) if was else 0)
        if more <= 0:
            continue
        # A token on a set that grows pays more too, where it pays the whole set.
        tokens = was.tokens if was else 0
        whole += more + tokens * (way.token_pays(edition, more) - way.token_pays(edition, 0))
        what = f"{name} with {properties(edition, laid)} cards" if was else f"{name} as a set too"
        held.add(group)
        for pair in edition.pairs:
            if group in pair and {*pair} <= held:
                whole += edition.values["bonus"]
                what += f", with the bonus for {listed(map(edition.label, pair))}"
        yield what, whole
    if then.pays > whole:
        yield _placed_better(edition, then.arranged.sets, own), then.pays
    if hand.pays > then.pays:
        yield _other_wilds(hand, then), hand.pays


def _placed_better(edition: Edition, sets: Sequence[SetLaid], own: Mapping[str, SetLaid]) -> str:
    """The houses and tokens that the best arrangement has elsewhere, in words."""
    hotel, token = edition.roles["hotel"], edition.roles["token"]
    idle = Counter(card for laid in sets for card in laid.wilds if card not in edition.group_of)
    idle -= Counter(card for laid in own.values() for card in laid.wilds)
    if idle:
        names = cards_said(edition, edition.sort(list(idle.elements())))
        tokens = called(edition, token, 2)
        return (
            f"{edition.label(edition.wild)} as {names}, with houses and {tokens} in the best place"
        )
    places = []
    for laid in sets:
        was, things = own.get(laid.group), []
        if laid.houses and (was is None or (was.houses, was.hotel) != (laid.houses, laid.hotel)):
            things += [
                plural(laid.houses, "house"),
                *([one_card(edition, hotel)] if laid.hotel else []),
            ]
        if laid.tokens and (was is None or was.tokens != laid.tokens):
            things.append(number_of(edition, token, laid.tokens))
        if things:
            places.append(f"{listed(things)} on {edition.label(laid.group)}")
    return f"With {listed(places)}"


def _other_wilds(hand: Hand, then: Hand) -> str:
    """The wilds that count as other cards in the best arrangement, in words."""
    edition, wild = hand.edition, hand.edition.label(hand.edition.wild)
    ours, theirs = Counter(hand.arranged.wilds), Counter(then.arranged.wilds)
    better = cards_said(edition, (ours - theirs).elements())
    worse = cards_said(edition, (theirs - ours).elements())
    if not better:
        return f"{wild} not used as {worse}" if worse else f"{wild} announced later"
    return f"{wild} as {better} instead of {worse}" if worse else f"{wild} as {better}"
