"""Judges a claim: the sets that a player says the hand makes, or the amount.

How sets are written stands in `notation`, what a set by itself may be in `claimed_set`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from companion.rules.arrange.laid import SetLaid
from companion.rules.deal import check_cards, free_wilds
from companion.rules.dispute.claimed_set import (
    Hand,
    Objection,
    amounts,
    bare,
    faults,
    parts_of,
    properties,
    resolved,
)
from companion.rules.dispute.notation import ClaimedSet, filled, in_order
from companion.rules.dispute.slips import slips
from companion.rules.edition import Edition
from companion.rules.findings.finding import blocking
from companion.rules.hand import Refusal
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.rules.words import cards_said, listed, plural

MOST_NAMED = 3
"""How many slips that give a claimed amount are told."""


class JudgedSet(NamedTuple):
    """A claimed set: legal when nothing is objected to. `value` is the set with houses and hotel,
    `tokens_value` what its tokens add, both as claimed and None when it is not legal. In `laid`
    every wild says what it counts as."""

    claimed: ClaimedSet
    laid: ClaimedSet
    objections: tuple[Objection, ...]
    value: int | None
    tokens_value: int | None

    @property
    def legal(self) -> bool:
        """Whether the set may lie there as claimed."""
        return not self.objections


class Difference(NamedTuple):
    """What the best arrangement does otherwise, and how much more that pays."""

    text: str
    more: int


class Judgement(NamedTuple):
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
        return not self.objections and all(one.legal for one in self.sets)


class AmountJudged(NamedTuple):
    """A claimed amount, judged. `slips` are the single mistakes that give just this amount, in
    sentences; none of them is proof of what was thought. Where there is none, `text` says so."""

    right: bool
    text: str
    slips: tuple[str, ...]


def judge(settlement: Settlement, player: str, sets: Sequence[ClaimedSet]) -> Judgement:
    """Judges the sets that a player claims to make of the hand, one by one and together.

    Declared wilds stay what they are. Undeclared ones count as claimed, unless the hand would then
    pay more than it is paid: such a card had to be declared in time. So no claim is worth more than
    the payout, and the best claim is worth just that.
    """
    edition, deal = settlement.edition, settlement.deal
    goer = player == deal.went_out
    cards = Counter([*deal.hands[player], *(deal.reward if goer else ())])
    said = (*deal.wilds.get(player, ()), *(deal.reward_wilds if goer else ()))
    hand = Hand(edition, goer, cards, said, settlement.laid[player].wilds)
    claimed = in_order(edition, [filled(edition, one, cards) for one in sets])
    read = _Claim(settlement, player, hand, [resolved(hand, one) for one in claimed])
    stands = read.declared()
    then = _settled_as(settlement, player, stands)
    if then.legal >= settlement.legal and then.payouts[player] > settlement.payouts[player]:
        stands = read.in_time()
        then = _settled_as(settlement, player, stands)
    read.object_to_whole_hand(then)
    rows = tuple(
        JudgedSet(one, laid, tuple(wrong), *((None, None) if wrong else amounts(edition, laid)))
        for one, (laid, wrong) in zip(claimed, read.sets, strict=True)
    )
    return _together(settlement, then, player, rows)


class _Claim:
    """The claimed sets, with what each wild counts as, and the objections found so far. A set with
    an objection uses up no cards, so another set may have them."""

    def __init__(
        self, settlement: Settlement, player: str, hand: Hand, sets: Sequence[ClaimedSet]
    ) -> None:
        self.settlement, self.player, self.hand = settlement, player, hand
        self.sets = [(one, list(faults(hand, one))) for one in sets]
        self._object_to_what_is_claimed_twice()
        if hand.goer and not hand.edition.variant.numbered_houses:
            self._object_to_second_improved_set()

    def _object_to_what_is_claimed_twice(self) -> None:
        """Objects to a group or a card that is in more than one set."""
        hand, edition = self.hand, self.hand.edition
        groups: set[str] = set()
        used: Counter[str] = Counter()
        for one, objections in self.sets:
            if objections:
                continue
            if one.group is not None and one.group in groups:
                name = edition.label(one.group)
                message = f"{name} is claimed twice: a group is one set."
                objections.append(Objection(hand.rule("set-value"), message))
            own = Counter(one.cards)
            own[hand.wild] += len(one.wilds)
            for card, number in own.items():
                if number <= hand.cards[card] < used[card] + number:
                    what = f"is in another claimed set, and the hand has only {hand.cards[card]}"
                    message = f"{edition.label(card)} {what}."
                    rule = hand.rule(card) if card == hand.wild else ""
                    objections.append(Objection(rule, message))
            if not objections:
                groups |= {one.group or ""}
                used += own

    def _object_to_second_improved_set(self) -> None:
        """Objects to every improved set but the one whose improvements add most (2017)."""
        edition = self.hand.edition
        improved = [
            (sum(amounts(edition, one)) - bare(edition, one), number)
            for number, (one, objections) in enumerate(self.sets)
            if not objections and one.group and parts_of(edition, one).improved
        ]
        if not improved:
            return
        best = max(improved)[1]
        kept = edition.label(self.sets[best][0].group or "")
        message = f"Only one colour set is improved: {kept}."
        for _, number in improved:
            if number != best:
                self.sets[number][1].append(Objection(self.hand.rule("set-value"), message))

    def declared(self) -> tuple[str, ...]:
        """What wilds count as in sets without fault; objects to wilds declared otherwise."""
        stands: tuple[str, ...] = ()
        hand, edition = self.hand, self.hand.edition
        for one, objections in self.sets:
            if objections or not one.wilds:
                continue
            if next(_declarations(self.settlement, self.player, (*stands, *one.wilds)), None):
                stands += one.wilds
                continue
            as_what, here = cards_said(edition, hand.declared), cards_said(edition, one.wilds)
            said = f"was declared as {as_what}" if as_what else "keeps the card it was laid as"
            message = f"{edition.label(hand.wild)} {said}, so it is not {here} here."
            objections.append(Objection(hand.rule(hand.wild), message))
        return stands

    def in_time(self) -> tuple[str, ...]:
        """What those wilds count as that count as the same card in the best arrangement. Objects to
        all others: they had to be declared. An undeclared wild counts as what paid most before the
        reward was seen (2017: before the others announced theirs)."""
        hand, laid = self.hand, self.settlement.laid[self.player]
        edition = hand.edition
        announces = edition.variant.announces_wilds
        when = "before the others announced" if announces else "before the reward"
        counts = cards_said(edition, laid.wilds) or "nothing"
        stands: tuple[str, ...] = ()
        for one, objections in self.sets:
            if objections or not one.wilds:
                continue
            if not Counter((*stands, *one.wilds)) - Counter(laid.wilds):
                stands += one.wilds
                continue
            here = f"{edition.label(hand.wild)} as {cards_said(edition, one.wilds)}"
            message = f"{here} had to be declared {when}. It was not, so it counts as {counts}."
            objections.append(Objection(hand.rule(hand.wild), message))
        return stands

    def object_to_whole_hand(self, then: Settlement) -> None:
        """Objects to every set where the whole hand is not paid."""
        hand, caught = self.hand, then.laid[self.player].wiped_out
        if then.void:
            whole = Objection(hand.rule("nobody-out"), "Nobody went out, so nobody is paid.")
        elif caught is not None:
            rule = hand.rule("jail") if hand.goer else hand.rule(caught)
            message = f"Caught with {hand.edition.label(caught)}: the whole hand pays nothing."
            whole = Objection(rule, message)
        else:
            return
        for _, objections in self.sets:
            objections.append(whole)


def _declarations(
    settlement: Settlement, player: str, stands: Sequence[str]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every declaration, before and after the reward, under which wilds count as these cards."""
    edition, deal = settlement.edition, settlement.deal
    goer = player == deal.went_out
    declared = tuple(deal.wilds.get(player, ()))
    wild = edition.wild
    held = list(deal.hands[player]).count(wild)
    reward = deal.reward if goer else ()
    later = tuple(deal.reward_wilds) if goer else ()
    wanted = Counter(stands)
    readings = Counter(settlement.laid[player].readings)
    tried = set()
    for size in range(min(held - len(declared), len(stands)), -1, -1):
        for more in combinations(sorted(stands), size):
            rest = held - len(declared) - size
            fill = tuple((readings - Counter(more)).elements())[:rest]
            before = (*declared, *more)
            kept, freed = free_wilds(before, reward)
            need = tuple((wanted - Counter(kept) - Counter(later)).elements())
            if need:  # after the reward something can be declared only when all was before it
                before = (*before, *fill)
                kept, freed = free_wilds(before, reward)
                need = tuple((wanted - Counter(kept) - Counter(later)).elements())
            if len(need) > freed + reward.count(wild) - len(later):
                continue
            if (before, need) not in tried and (not need or len(before) == held):
                tried.add((before, need))
                yield before, (*later, *need)


def _settled_as(settlement: Settlement, player: str, stands: Sequence[str]) -> Settlement:
    """The deal with the player's wilds as claimed, the best that can be declared so."""
    if not Counter(stands) - Counter(settlement.laid[player].wilds):
        return settlement
    deal = settlement.deal
    best: Settlement | None = None
    for before, after in _declarations(settlement, player, stands):
        changed = replace(
            deal,
            wilds={**deal.wilds, player: before},
            reward_wilds=after if player == deal.went_out else deal.reward_wilds,
        )
        try:
            check_cards(settlement.edition, changed)
        except Refusal:
            continue
        tried = settle(settlement.edition, changed)
        if best is None or (tried.legal, tried.payouts[player]) > (
            best.legal,
            best.payouts[player],
        ):
            best = tried
    return settlement if best is None else best


def _together(
    settlement: Settlement, then: Settlement, player: str, rows: tuple[JudgedSet, ...]
) -> Judgement:
    """The claim as a whole; `then` is the deal with the wilds as claimed."""
    edition = settlement.edition
    best = settlement.payouts[player]
    own = {one.claimed.group: one for one in rows if one.legal}
    worth = sum((one.value or 0) + (one.tokens_value or 0) for one in own.values())
    if edition.pairs:
        worth += sum(
            edition.values["bonus"] for one, other in edition.pairs if {one, other} <= {*own}
        )
    else:
        laid = then.laid[player]
        worth += then.payouts[player] - sum(one.value + one.tokens_value for one in laid.sets)
    objections: tuple[Objection, ...] = ()
    if player == settlement.went_out and settlement.legal and not then.legal:
        objections = tuple(Objection(one.rule, one.message) for one in blocking(then.findings))
    differences = () if objections else tuple(_differences(settlement, then, player, own, worth))
    judged = Judgement(rows, objections, worth, best, differences, "")
    return judged._replace(text=_verdict(edition, judged))


def _verdict(edition: Edition, judged: Judgement) -> str:
    worth, best = edition.amount(judged.worth), edition.amount(judged.best)
    if judged.objections:
        return f"Laid out like this, the hand may not go out. The best layout pays {best}."
    wrong = [one for one in judged.sets if not one.legal]
    if wrong:
        sets = "One claimed set is" if len(wrong) == 1 else f"{len(wrong)} claimed sets are"
        return f"{sets} not right. The rest pays {worth}. The hand is worth {best}."
    if judged.worth >= judged.best:
        return f"These sets are right. They pay the most this hand can: {worth}."
    return f"These sets are right and pay {worth}. The best layout pays {best}."


def _differences(
    settlement: Settlement,
    then: Settlement,
    player: str,
    own: Mapping[str | None, JudgedSet],
    worth: int,
) -> Iterator[Difference]:
    """The steps from the claim to the best arrangement, each with what it adds to the one before:
    more sets, better places for houses and tokens, and last other cards for the wilds."""
    edition = settlement.edition
    laid = then.laid[player].sets
    gone = [group or "" for group in own if group not in {one.group for one in laid}]
    if gone:  # a card shared by several groups, which pays more in another (Express)
        better = listed([edition.label(one.group) for one in laid if one.group not in own])
        what = f"{better} instead of {listed(map(edition.label, gone))}"
        yield _difference(edition, what, settlement.payouts[player] - worth)
        return
    idle = Counter(card for one in laid for card in one.wilds)
    idle -= Counter(card for one in own.values() for card in one.laid.wilds)
    before = {group: bare(edition, one.laid) for group, one in own.items()}
    houses = tokens = 0
    for one in laid:
        now, was = bare(edition, one), before.get(one.group, 0)
        name = edition.label(one.group)
        if now > was:
            what = (
                f"{name} with {properties(edition, one)} cards" if was else f"{name} as a set too"
            )
            yield _difference(edition, what, now - was)
        houses += one.value - now
        tokens += one.tokens_value
    houses -= sum((one.value or 0) - before[group] for group, one in own.items())
    tokens -= sum(one.tokens_value or 0 for one in own.values())
    if idle and houses + tokens > 0:  # what the wild adds cannot be told from where the rest lies
        names = cards_said(edition, edition.sort(list(idle.elements())))
        what = f"{edition.label(edition.wild)} as {names}, with houses and tokens in the best place"
        yield _difference(edition, what, houses + tokens)
    else:
        yield from _moved(edition, laid, own, houses, tokens)
    groups = {one.group for one in laid}
    for pair in edition.pairs:
        if {*pair} <= groups and not {*pair} <= {*own}:
            names = listed([edition.label(group) for group in pair])
            yield _difference(edition, f"The bonus for {names}", edition.values["bonus"])
    more = settlement.payouts[player] - then.payouts[player]
    if more > 0:
        yield _difference(edition, _otherwise(settlement, then, player), more)


def _difference(edition: Edition, what: str, more: int) -> Difference:
    return Difference(f"{what}: {edition.amount(more)} more.", more)


def _moved(
    edition: Edition,
    laid: Sequence[SetLaid],
    own: Mapping[str | None, JudgedSet],
    houses: int,
    tokens: int,
) -> Iterator[Difference]:
    """Houses and tokens that pay more elsewhere; what they add."""
    on = {one.group: one.tokens for one in laid if one.tokens}
    claimed = {group: parts_of(edition, one.laid).tokens for group, one in own.items()}
    was = {group: tokens for group, tokens in claimed.items() if tokens}
    built = [
        f"{plural(one.houses, 'house')}{' and a hotel' if one.hotel else ''} "
        f"on {edition.label(one.group)}"
        for one in laid
        if one.houses
    ]
    if on == was and houses and built:  # tokens that stay pay more only because of the houses
        houses, tokens = houses + tokens, 0
    if houses > 0:
        yield _difference(edition, f"With {listed(built)}", houses)
    if tokens > 0:
        number = sum(on.values())
        what = {1: "The token", 2: "Both tokens"}.get(number, f"All {number} tokens")
        yield _difference(edition, f"{what} on {listed(map(edition.label, on))}", tokens)


def _otherwise(settlement: Settlement, then: Settlement, player: str) -> str:
    """The wilds that count as other cards in the best arrangement, in words."""
    edition = settlement.edition
    wild = edition.label(edition.wild)
    ours, theirs = (Counter(one.laid[player].wilds) for one in (settlement, then))
    better = cards_said(edition, (ours - theirs).elements())
    worse = cards_said(edition, (theirs - ours).elements())
    if not better:
        return f"{wild} not used as {worse}" if worse else f"{wild} announced later"
    return f"{wild} as {better} instead of {worse}" if worse else f"{wild} as {better}"


def claimed_amount(settlement: Settlement, player: str, amount: int) -> AmountJudged:
    """Judges the amount that a player claims; see `slips` for what is tried to explain it."""
    edition, pays = settlement.edition, settlement.payouts[player]
    if amount == pays:
        refused = player == settlement.went_out and not settlement.legal
        allowed = " if you allow the hand" if refused else ""
        text = f"The sum is right{allowed}: {edition.amount(pays)}."
        return AmountJudged(True, text, ())
    found = [words for words, paid in slips(settlement, player) if paid == amount]
    named = [f"{edition.amount(amount)} would be the sum {words}." for words in found[:MOST_NAMED]]
    if len(found) > MOST_NAMED:
        named.append(f"{plural(len(found) - MOST_NAMED, 'other slip')} would give it too.")
    text = f"Claimed: {edition.amount(amount)}. The hand is worth {edition.amount(pays)}."
    if not found and not settlement.void:
        text += f" No single common slip gives {edition.amount(amount)}."
    return AmountJudged(False, text, tuple(named))
