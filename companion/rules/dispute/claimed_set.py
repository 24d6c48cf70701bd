"""One claimed set by itself: what is wrong with it, and how it lies there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from companion.rules.arrange.laid import SetLaid
from companion.rules.deal import may_stand_for
from companion.rules.dispute.notation import ClaimedSet
from companion.rules.edition import Edition, Group
from companion.rules.words import cards_said, is_or_are, listed, not_in_order


@dataclass(frozen=True)
class Objection:
    """Why a claimed set, or the claim as a whole, cannot be. `rule` is a rule id of the edition, or
    "" where it is no rule (a card that is not in the hand)."""

    rule: str
    message: str


@dataclass(frozen=True)
class Hand:
    """What is known of the hand: whether it went out, its cards with the reward and without it,
    what its wilds were declared as, and what they count as in the best arrangement."""

    edition: Edition
    goer: bool
    cards: Counter[str]
    laid_down: Sequence[str]
    declared: tuple[str, ...]
    wilds: tuple[str, ...]

    def objection(self, message: str, *rules: str) -> Objection:
        """An objection by the first of these rules that the edition has."""
        return Objection(next((rule for rule in rules if rule in self.edition.rules), ""), message)


def resolved(hand: Hand, claimed: ClaimedSet) -> ClaimedSet:
    """The set with what each wild counts as: the choice with the fewest objections, of these the
    declared one, else that of the best arrangement, else the best paid."""
    edition, roles = hand.edition, hand.edition.cards
    free = claimed.cards.count(edition.wild)
    if not free or claimed.group is None or free > edition.deck[edition.wild]:
        return claimed
    own = edition.group(claimed.group).cards
    kinds = [*own, *roles["houses"], roles["hotel"], roles["token"]]
    real = tuple(card for card in claimed.cards if card != edition.wild)

    def rank(read: ClaimedSet) -> tuple[int, int, int, int]:
        wrong, wilds = len(list(faults(hand, read))), Counter(read.wilds)
        laid = None if wrong else alone(edition, read)
        pays = laid.pays if laid else 0
        declared, best = (wilds & Counter(cards) for cards in (hand.declared, hand.wilds))
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


# --- what is wrong with it -----------------------------------------------------------------------


def faults(hand: Hand, claimed: ClaimedSet) -> Iterator[Objection]:
    """What is wrong with a set by itself, whatever else is claimed."""
    yield from _cards_there(hand, claimed)
    if claimed.wilds:
        yield from _wilds_there(hand, claimed)
    if claimed.group is None:
        yield _on_nothing(hand, claimed)
        return
    group = hand.edition.group(claimed.group)
    yield from _properties(hand, claimed, group)
    yield from _improvements(hand, claimed, group)


def _cards_there(hand: Hand, claimed: ClaimedSet) -> Iterator[Objection]:
    """Objects to cards that the hand does not have, and says how to claim one as a wild."""
    edition = hand.edition
    for card, number in Counter(claimed.cards).items():
        held, name = hand.cards[card], edition.label(card)
        if number <= held:
            continue
        much = "is not in this hand" if not held else f"is in this hand only {_times(held)}"
        message = f"{name} {much}."
        if card in (*hand.declared, *hand.wilds):
            wild = edition.label(edition.wild)
            how = "was declared as it" if card in hand.declared else "counts as it"
            message += f" {wild} {how}: write “{wild} = {name}”."
        yield Objection("", message)


def _wilds_there(hand: Hand, claimed: ClaimedSet) -> Iterator[Objection]:
    """Objects to more wilds than the hand has, and to wilds as cards that they may not be."""
    edition, wild = hand.edition, hand.edition.wild
    name = edition.label(wild)
    used, held = len(claimed.wilds) + claimed.cards.count(wild), hand.cards[wild]
    if used > held:
        there = "there is none" if not held else f"there is only {held}"
        message = f"{name} is used {_times(used)} here, but {there} in this hand."
        yield hand.objection(message, wild)
    for card in dict.fromkeys(claimed.wilds):
        label = edition.label(card)
        if card not in may_stand_for(edition):
            yield hand.objection(f"{name} may not count as {label}.", wild)
        elif not edition.way.may_double(edition, card):
            if hand.cards[card]:
                message = f"{label} is there already, so {name} cannot count as it."
                yield hand.objection(message, wild)
            elif claimed.wilds.count(card) > 1:
                yield hand.objection(f"Only one {name} can count as {label}.", wild)


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _on_nothing(hand: Hand, claimed: ClaimedSet) -> Objection:
    """The objection to cards that are claimed without a set."""
    edition, roles = hand.edition, hand.edition.cards
    cards = dict.fromkeys((*claimed.cards, *claimed.wilds))
    rules = {
        "house-without-set": any(card in cards for card in roles.get("houses", ())),
        "hotel-without-set": roles.get("hotel") in cards,
        roles.get("token", ""): True,
    }
    names, are = listed(map(edition.label, cards)), "is" if len(cards) == 1 else "are"
    message = f"{names} {are} on no set. Write the set and a colon first."
    broken = [rule for rule, applies in rules.items() if applies]
    return hand.objection(message, broken[0], "not-a-monopoly")


def _properties(hand: Hand, claimed: ClaimedSet, group: Group) -> Iterator[Objection]:
    """Objects to cards that do not belong to the group, and to a group that is not whole."""
    edition, roles = hand.edition, hand.edition.cards
    counted = {*claimed.cards, *claimed.wilds}
    rules = ("incomplete-group", "not-a-monopoly")
    on_a_set = {*roles.get("houses", ()), roles.get("hotel"), roles.get("token"), edition.wild}
    for card in edition.sort(list(counted - on_a_set - {*group.cards})):
        others = listed(edition.group(other).name for other in edition.group_of.get(card, ()))
        what = f"belongs to {others}, not to {group.name}" if others else "is part of no set"
        yield hand.objection(f"{edition.label(card)} {what}.", *rules)
    for card in group.cards:  # Express has several of some cards
        number = claimed.cards.count(card)
        if 1 < number <= hand.cards[card]:
            message = f"{edition.label(card)} is here {_times(number)}. One completes {group.name}."
            yield hand.objection(message, *rules)
    lacking = [edition.label(card) for card in group.cards if card not in counted]
    if group.kind == "run" and len(group.cards) - len(lacking) < 2:
        yield hand.objection(f"{group.name} need two or more cards.", *rules)
    elif group.kind != "run" and lacking:
        not_complete = f"{group.name} {is_or_are(group.name)} not complete"
        yield hand.objection(f"{not_complete}: {listed(lacking)} missing.", *rules)
    elif not {*claimed.cards} & {*group.cards} and not edition.options["wild_only_sets"]:
        message = f"A set needs at least one real card beside {edition.label(edition.wild)}."
        yield hand.objection(message, edition.wild)
    elif group.kind == "run":
        # Only where a table's own amounts fall with more cards; one that is drawn may be left out.
        values, held = edition.values[group.id], counted & {*group.cards}
        whole = held | ({*hand.laid_down} & {*group.cards})
        if values[str(len(whole))] < values[str(len(held))]:
            pays = edition.amount(values[str(len(whole))])
            message = f"All {len(whole)} {group.name} count: {pays}."
            yield hand.objection(message, "set-value")


def _improvements(hand: Hand, claimed: ClaimedSet, group: Group) -> Iterator[Objection]:
    """What is wrong with the houses, hotels and tokens of a set."""
    edition, counts, roles = (
        hand.edition,
        Counter([*claimed.cards, *claimed.wilds]),
        hand.edition.cards,
    )
    houses = [card for card in roles.get("houses", ()) if counts[card]]
    hotels, tokens = counts[roles.get("hotel", "")], counts[roles.get("token", "")]
    numbered = edition.way.numbered_houses
    if not (houses or hotels or tokens):
        return
    if not hand.goer and not edition.way.others_improve:
        message = "Houses, hotels and tokens pay only the player who went out."
        yield hand.objection(message, "set-value")
    elif group.kind == "colour":
        yield from (_numbered if numbered else _added_up)(hand, group, counts)
        if hotels > 1:
            message = f"{group.name} takes one hotel, not {hotels}."
            yield hand.objection(message, "too-many-hotels")
    else:
        if houses or hotels:
            rule = "house-without-set" if houses else "hotel-without-set"
            off = cards_said(edition, (*houses, *([roles["hotel"]] if hotels else ())))
            message = f"{group.name} take no houses and no hotel. Take off {off}."
            yield hand.objection(message, rule)
        if tokens and not numbered:
            message = f"A token goes on a colour set, not on {group.name}."
            yield hand.objection(message, roles["token"])


def _numbered(hand: Hand, group: Group, counts: Counter[str]) -> Iterator[Objection]:
    """Objects to houses that are not the 1st to 4th in order, and to a hotel without them."""
    edition, houses = hand.edition, [*hand.edition.cards["houses"]]
    held = [card for card in houses if counts[card]]
    twice = [edition.label(card) for card in held if counts[card] > 1]
    if twice:
        message = f"{listed(twice)}: a set takes one house of each number."
        yield hand.objection(message, "too-many-houses")
    below = houses[: houses.index(held[-1])] if held else []
    gap = tuple(card for card in below if not counts[card])
    if gap:
        above = tuple(card for card in held if houses.index(card) > houses.index(gap[0]))
        yield hand.objection(not_in_order(edition, above, gap), "house-out-of-sequence")
    if counts[edition.cards["hotel"]] and len(held) < len(houses):
        message = f"A hotel needs all four houses below it; {group.name} has {len(held)}."
        yield hand.objection(message, "hotel-without-four-houses")


def _added_up(hand: Hand, group: Group, counts: Counter[str]) -> Iterator[Objection]:
    """Objects to more houses than a set may have, and to a hotel without just as many (2017)."""
    edition, limit = hand.edition, hand.edition.policies["house_limit"]
    houses = sum(size * counts[card] for card, size in edition.cards["houses"].items())
    if houses > limit:
        message = f"The house cards make {houses} houses. The most is {limit}."
        yield hand.objection(message, "too-many-houses")
    if counts[edition.cards["hotel"]] and houses != limit:
        message = f"A hotel needs exactly {limit} houses; {group.name} has {houses}."
        yield hand.objection(message, "hotel-without-four-houses")
