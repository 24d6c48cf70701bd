"""One claimed set by itself: what is wrong with it, and how it lies there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from companion.rules.arrange.laid import SetLaid
from companion.rules.deal import may_stand_for
from companion.rules.dispute.hand import Hand
from companion.rules.dispute.notation import ClaimedSet
from companion.rules.edition import Edition, Group
from companion.rules.words import called, cards_said, is_or_are, listed


@dataclass(frozen=True)
class Objection:
    """Why a claimed set, or the claim as a whole, cannot be. `rule` is a rule id of the edition, or
    "" where it is no rule (a card that is not in the hand)."""

    rule: str
    message: str


def objection(edition: Edition, message: str, *rules: str) -> Objection:
    """An objection by the first of these rules that the edition has."""
    return Objection(next((rule for rule in rules if rule in edition.rules), ""), message)


def resolved(hand: Hand, claimed: ClaimedSet) -> ClaimedSet:
    """The set with what each wild counts as: the choice with the fewest objections, of these the
    declared one, else that of the best arrangement, else the best paid."""
    edition = hand.edition
    free = claimed.cards.count(edition.wild)
    if not free or claimed.group is None or free > edition.deck[edition.wild]:
        return claimed
    kinds = [*edition.group(claimed.group).cards, *_improving(edition)]
    real = tuple(card for card in claimed.cards if card != edition.wild)

    def rank(read: ClaimedSet) -> tuple[int, int, int, int]:
        wrong, wilds = len(list(faults(hand, read))), Counter(read.wilds)
        pays = 0 if wrong else alone(edition, read).pays
        declared, best = (
            wilds & Counter(cards)
            for cards in ((*hand.declared, *hand.declared_later), hand.arranged.wilds)
        )
        return -wrong, declared.total(), best.total(), pays

    readings = (
        replace(claimed, cards=real, wilds=tuple(edition.sort([*claimed.wilds, *stands])))
        for stands in combinations_with_replacement(kinds, free)
    )
    return max(readings, key=rank)


def alone(edition: Edition, claimed: ClaimedSet) -> SetLaid:
    """A set without fault, laid out as if the hand had nothing else."""
    cards = (*claimed.cards, *[edition.wild] * len(claimed.wilds))
    return edition.arrange(cards, goer=True, declared=claimed.wilds).sets[0]


def bare(edition: Edition, laid: SetLaid) -> int:
    """What a set pays without improvements."""
    value = edition.values[laid.group]
    return int(value[str(properties(edition, laid))] if isinstance(value, Mapping) else value)


def properties(edition: Edition, laid: SetLaid) -> int:
    """How many different cards of its group a set has, wilds among them."""
    return len({*laid.cards, *laid.wilds} & {*edition.group(laid.group).cards})


def _improving(edition: Edition) -> tuple[str, ...]:
    """The cards that are put on a set: houses, hotel, token."""
    roles = edition.roles
    others = [roles[role] for role in ("hotel", "token") if role in roles]
    return (*roles.get("houses", ()), *others)


# --- what is wrong with it -----------------------------------------------------------------------


def faults(hand: Hand, claimed: ClaimedSet) -> Iterator[Objection]:
    """What is wrong with a set by itself, whatever else is claimed."""
    yield from _cards_there(hand, claimed)
    if claimed.wilds:
        yield from _wilds_there(hand, claimed)
    if claimed.group is None:
        yield _on_nothing(hand.edition, claimed)
        return
    group = hand.edition.group(claimed.group)
    yield from _group(hand, claimed, group)
    yield from _improvements(hand, claimed, group)


def _cards_there(hand: Hand, claimed: ClaimedSet) -> Iterator[Objection]:
    """Objects to cards that the hand does not have, and says how to claim one as a wild."""
    edition, declared = hand.edition, (*hand.declared, *hand.declared_later)
    for card, number in Counter(claimed.cards).items():
        held, name = hand.cards[card], edition.label(card)
        if number <= held:
            continue
        much = "is not in this hand" if not held else f"is in this hand only {_times(held)}"
        message = f"{name} {much}."
        if card in (*declared, *hand.arranged.wilds):
            wild = edition.label(edition.wild)
            how = "was declared as it" if card in declared else "counts as it"
            message += f" {wild} {how}: write “{wild} = {name}”."
        yield Objection("", message)


def _wilds_there(hand: Hand, claimed: ClaimedSet) -> Iterator[Objection]:
    """Objects to more wilds than the hand has, and to wilds as cards that they may not be."""
    edition, wild = hand.edition, hand.edition.wild
    name, messages = edition.label(wild), []
    used, held = len(claimed.wilds) + claimed.cards.count(wild), hand.cards[wild]
    if used > held:
        there = "there is none" if not held else f"there is only {held}"
        messages.append(f"{name} is used {_times(used)} here, but {there} in this hand.")
    for card, number in Counter(claimed.wilds).items():
        label = edition.label(card)
        if card not in may_stand_for(edition):
            messages.append(f"{name} may not count as {label}.")
        elif edition.way.may_double(edition, card):
            continue
        elif hand.cards[card]:
            messages.append(f"{label} is there already, so {name} cannot count as it.")
        elif number > 1:
            messages.append(f"Only one {name} can count as {label}.")
    for message in messages:
        yield objection(edition, message, wild)


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _on_nothing(edition: Edition, claimed: ClaimedSet) -> Objection:
    """The objection to cards that are claimed without a set."""
    cards, roles = dict.fromkeys((*claimed.cards, *claimed.wilds)), edition.roles
    rules = [roles.get("token", "not-a-monopoly")]
    if roles.get("hotel") in cards:
        rules = ["hotel-without-set"]
    if not cards.keys().isdisjoint(roles.get("houses", ())):
        rules = ["house-without-set"]
    names, are = listed(map(edition.label, cards)), "is" if len(cards) == 1 else "are"
    message = f"{names} {are} on no set. Write the set and a colon first."
    return objection(edition, message, *rules)


def _group(hand: Hand, claimed: ClaimedSet, group: Group) -> Iterator[Objection]:
    """Objects to cards that do not belong to the group, and to a group that is not whole."""
    edition, own = hand.edition, {*group.cards}
    counted = {*claimed.cards, *claimed.wilds}
    rules = ("incomplete-group", "not-a-monopoly")
    for card in edition.sort(list(counted - own - {*_improving(edition), edition.wild})):
        others = listed(edition.group(other).name for other in edition.group_of.get(card, ()))
        what = f"belongs to {others}, not to {group.name}" if others else "is part of no set"
        yield objection(edition, f"{edition.label(card)} {what}.", *rules)
    for card in group.cards:  # Express has several of some cards
        number = claimed.cards.count(card)
        if 1 < number <= hand.cards[card]:
            message = f"{edition.label(card)} is here {_times(number)}. One completes {group.name}."
            yield objection(edition, message, *rules)
    lacking = [edition.label(card) for card in group.cards if card not in counted]
    if group.kind == "run" and len(group.cards) - len(lacking) < 2:
        yield objection(edition, f"{group.name} need two or more cards.", *rules)
    elif group.kind != "run" and lacking:
        not_complete = f"{group.name} {is_or_are(group.name)} not complete"
        yield objection(edition, f"{not_complete}: {listed(lacking)} missing.", *rules)
    elif own.isdisjoint(claimed.cards) and not edition.options["wild_only_sets"]:
        message = f"A set needs at least one real card beside {edition.label(edition.wild)}."
        yield objection(edition, message, edition.wild)
    elif group.kind == "run":
        # Only where a table's own amounts fall with more cards; one that is drawn may be left out.
        values, held = edition.values[group.id], counted & own
        whole = held | ({*hand.laid_down} & own)
        if values[str(len(whole))] < values[str(len(held))]:
            pays = edition.amount(values[str(len(whole))])
            yield objection(edition, f"All {len(whole)} {group.name} count: {pays}.", "set-value")


def _improvements(hand: Hand, claimed: ClaimedSet, group: Group) -> Iterator[Objection]:
    """What is wrong with the houses, hotels and tokens of a set, as in a hand that goes out with
    nothing else."""
    edition, way = hand.edition, hand.edition.way
    improving = [c for c in (*claimed.cards, *claimed.wilds) if c in _improving(edition)]
    if not improving:
        return
    hotel, token = (called(edition, edition.roles[role]) for role in ("hotel", "token"))
    if not hand.goer and not way.others_improve:
        names = f"Houses, {called(edition, edition.roles['hotel'], 2)}"
        names += f" and {called(edition, edition.roles['token'], 2)}"
        yield objection(edition, f"{names} pay only the player who went out.", "set-value")
        return
    built = [card for card in improving if card != edition.roles["token"]]
    if group.kind != "colour" and built:
        off = cards_said(edition, edition.sort([*{*built}]))
        message = f"{group.name} take no houses and no {hotel}. Take off {off}."
        rule = "hotel-without-set" if {*built} == {edition.roles["hotel"]} else "house-without-set"
        yield objection(edition, message, rule)
    elif built:
        yield from _built(edition, group, built)
    # In 2017 only a colour set takes a token.
    alone_with_one = edition.arrange((*group.cards, edition.roles["token"]), goer=True)
    if edition.roles["token"] in improving and alone_with_one.unused:
        message = f"A {token} goes on a colour set, not on {group.name}."
        yield objection(edition, message, edition.roles["token"])


def _built(edition: Edition, group: Group, cards: Sequence[str]) -> Iterator[Objection]:
    """What is wrong with the houses and hotels of a colour set, as with those of a hand."""
    way, hotel, houses = edition.way, edition.roles["hotel"], edition.way.houses(edition)
    for fault in way.improvements.of(edition, cards, (), ()).faults(1, ()):
        message = fault.message
        if fault.rule == "too-many-houses" and way.ladder(edition):
            twice = listed(map(edition.label, dict.fromkeys(fault.cards)))
            message = f"{twice}: a set takes one house of each number."
        elif fault.rule == "hotel-without-four-houses":
            number = sum(houses.get(card, 0) for card in cards)
            four = f"needs four houses; {group.name} has {number}"
            message = f"A {called(edition, hotel)} {four}."
        elif fault.rule == "too-many-hotels":
            message = f"{group.name} takes one {called(edition, hotel)}, not {cards.count(hotel)}."
        yield Objection(fault.rule, message)
