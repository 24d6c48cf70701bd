"""One claimed set by itself: what is wrong with it, and what it pays."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import NamedTuple

from companion.rules.arrange.laid import SetLaid
from companion.rules.deal import may_stand_for
from companion.rules.dispute.notation import ClaimedSet
from companion.rules.edition import Edition, Group
from companion.rules.words import cards_said, is_or_are, listed, not_in_order


class Objection(NamedTuple):
    """Why a claimed set, or the claim as a whole, cannot be. `rule` is a rule id of the edition, or
    "" where it is no rule (a card that is not in the hand)."""

    rule: str
    message: str


class Parts(NamedTuple):
    """A claimed set taken apart; each wild as the card it counts as."""

    properties: Counter[str]
    houses: Counter[str]
    hotels: int
    tokens: int
    rest: tuple[str, ...]

    @property
    def improved(self) -> bool:
        """Whether a house, a hotel or a token is on it."""
        return bool(self.houses or self.hotels or self.tokens)


class Hand(NamedTuple):
    """What is known of the hand: whether it went out, its cards with the reward, what its wilds
    were declared as, and what they count as in the best arrangement."""

    edition: Edition
    goer: bool
    cards: Counter[str]
    declared: tuple[str, ...]
    wilds: tuple[str, ...]

    @property
    def wild(self) -> str:
        """The edition's wild card, "" without one."""
        return self.edition.wild

    def rule(self, *names: str) -> str:
        """The first of these rule ids that the edition has."""
        return next((name for name in names if name in self.edition.rules), "")


def resolved(hand: Hand, one: ClaimedSet) -> ClaimedSet:
    """The set with what each wild counts as: the choice with the fewest objections, of these the
    declared one, else that of the best arrangement, else the best paid."""
    free = one.cards.count(hand.wild)
    if not free or one.group is None or free > hand.edition.deck[hand.wild]:
        return one
    rest = tuple(card for card in one.cards if card != hand.wild)
    allowed = may_stand_for(hand.edition)
    roles = hand.edition.cards
    kinds = [
        card
        for card in (
            *hand.edition.group(one.group).cards,
            *roles["houses"],
            roles["hotel"],
            roles["token"],
        )
        if card in allowed
    ]
    best: tuple[int, int, int, int] | None = None
    chosen = one
    for stands in combinations_with_replacement(kinds, free):
        tried = ClaimedSet(one.group, rest, tuple(hand.edition.sort([*one.wilds, *stands])))
        wrong = len(list(faults(hand, tried)))
        as_declared, as_best = (
            (Counter(tried.wilds) & Counter(cards)).total() for cards in (hand.declared, hand.wilds)
        )
        worth = 0 if wrong else sum(amounts(hand.edition, tried))
        key = (-wrong, as_declared, as_best, worth)
        if best is None or key > best:
            best, chosen = key, tried
    return chosen


def parts_of(edition: Edition, one: ClaimedSet) -> Parts:
    """The set taken apart."""
    group = edition.group(one.group).cards if one.group else ()
    roles = edition.cards
    counts = Counter([*one.cards, *one.wilds])
    houses = {card: counts[card] for card in roles.get("houses", ()) if counts[card]}
    hotel, token = roles.get("hotel", ""), roles.get("token", "")
    known = {*group, *houses, hotel, token, edition.wild}
    return Parts(
        properties=Counter({card: counts[card] for card in group if counts[card]}),
        houses=Counter(houses),
        hotels=counts[hotel],
        tokens=counts[token],
        rest=tuple(edition.sort([card for card in counts if card not in known])),
    )


def faults(hand: Hand, one: ClaimedSet) -> Iterator[Objection]:
    """What is wrong with a set by itself, whatever else is claimed."""
    edition = hand.edition
    yield from _cards_there(hand, one)
    if one.group is None:
        yield _on_nothing(hand, one)
        return
    group = edition.group(one.group)
    parts = parts_of(edition, one)
    incomplete = hand.rule("incomplete-group", "not-a-monopoly")
    for card in parts.rest:
        others = listed([edition.group(other).name for other in edition.group_of.get(card, ())])
        what = f"belongs to {others}, not to {group.name}" if others else "is part of no set"
        yield Objection(incomplete, f"{edition.label(card)} {what}.")
    needed = len(group.cards) if group.kind != "run" else 2
    if len(parts.properties) < needed:
        if group.kind == "run":
            message = f"{group.name} need two or more cards."
        else:
            lacking = [edition.label(card) for card in group.cards if not parts.properties[card]]
            missing = f"{listed(lacking)} missing"
            message = f"{group.name} {is_or_are(group.name)} not complete: {missing}."
        yield Objection(incomplete, message)
    elif not {*one.cards} & {*group.cards} and not edition.options["wild_only_sets"]:
        message = (
            f"A set needs at least one real card. {group.name} has only {edition.label(hand.wild)}."
        )
        yield Objection(hand.rule(hand.wild), message)
    yield from _improvements(hand, group, parts)


def _cards_there(hand: Hand, one: ClaimedSet) -> Iterator[Objection]:
    """Objects to cards that the hand does not have, and to wilds as cards that they may not be."""
    edition = hand.edition
    for card, number in Counter(one.cards).items():
        held = hand.cards[card]
        if number > held:
            much = "is not in this hand" if not held else f"is in this hand only {_times(held)}"
            name = edition.label(card)
            yield Objection("", f"{name} {much}.{_as_wild(hand, card)}")
    if not one.wilds:
        return
    wild, rule = edition.label(hand.wild), hand.rule(hand.wild)
    used = len(one.wilds) + one.cards.count(hand.wild)
    if used > hand.cards[hand.wild]:
        held = hand.cards[hand.wild]
        there = "there is none" if not held else f"there is only {held}"
        message = f"{wild} is used {_times(used)} here, but {there} in this hand."
        yield Objection(rule, message)
    for card in dict.fromkeys(one.wilds):
        if card not in may_stand_for(edition):
            yield Objection(rule, f"{wild} may not count as {edition.label(card)}.")
        elif edition.variant.fills_gaps and card in edition.group_of:
            if hand.cards[card]:
                message = f"{edition.label(card)} is there already, so {wild} cannot count as it."
                yield Objection(rule, message)
            elif one.wilds.count(card) > 1:
                message = f"Only one {wild} can count as {edition.label(card)}."
                yield Objection(rule, message)


def _as_wild(hand: Hand, card: str) -> str:
    """How to claim a card that a wild counts as; "" where none does."""
    if card not in (*hand.declared, *hand.wilds):
        return ""
    wild, name = hand.edition.label(hand.wild), hand.edition.label(card)
    how = "was declared as it" if card in hand.declared else "counts as it"
    return f" {wild} {how}: write “{wild} = {name}”."


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _on_nothing(hand: Hand, one: ClaimedSet) -> Objection:
    """The objection to cards that are claimed without a set."""
    edition = hand.edition
    parts = parts_of(edition, one)
    if parts.houses:
        kind = "house-without-set"
    else:
        kind = "hotel-without-set" if parts.hotels else edition.cards.get("token", "")
    cards = tuple(dict.fromkeys((*one.cards, *one.wilds)))
    names = listed([edition.label(card) for card in cards])
    are = "is" if len(cards) == 1 else "are"
    message = f"{names} {are} on no set. Write the set and a colon first."
    return Objection(hand.rule(kind, "not-a-monopoly"), message)


def _improvements(hand: Hand, group: Group, parts: Parts) -> Iterator[Objection]:
    """What is wrong with the houses, hotels and tokens of a set."""
    edition = hand.edition
    if not parts.improved:
        return
    numbered = edition.variant.numbered_houses
    if not numbered and not hand.goer:
        message = "Houses, hotels and tokens pay only the player who went out."
        yield Objection(hand.rule("set-value"), message)
        return
    if group.kind != "colour":
        laid = (*parts.houses, *((edition.cards["hotel"],) if parts.hotels else ()))
        if laid:
            rule = hand.rule("house-without-set" if parts.houses else "hotel-without-set")
            off = f"Take off {cards_said(edition, laid)}."
            yield Objection(rule, f"{group.name} take no houses and no hotel. {off}")
        if not numbered and parts.tokens:
            message = f"A token goes on a colour set, not on {group.name}."
            yield Objection(hand.rule(edition.cards["token"]), message)
        return
    yield from (_houses_in_order if numbered else _houses_in_total)(hand, group, parts)


def _houses_in_order(hand: Hand, group: Group, parts: Parts) -> Iterator[Objection]:
    edition = hand.edition
    houses = tuple(edition.cards["houses"])
    twice = [edition.label(card) for card in houses if parts.houses[card] > 1]
    if twice:
        message = f"{listed(twice)}: a set takes one house of each number."
        yield Objection(hand.rule("too-many-houses"), message)
    highest = max((level for level, card in enumerate(houses) if parts.houses[card]), default=-1)
    gap = [card for card in houses[: highest + 1] if not parts.houses[card]]
    if gap:
        above = tuple(card for card in houses[houses.index(gap[0]) :] if parts.houses[card])
        message = not_in_order(edition, above, tuple(gap))
        yield Objection(hand.rule("house-out-of-sequence"), message)
    if parts.hotels and len(parts.houses) < len(houses):
        message = f"A hotel needs all four houses below it; {group.name} has {len(parts.houses)}."
        yield Objection(hand.rule("hotel-without-four-houses"), message)
    if parts.hotels > 1:
        message = f"{group.name} takes one hotel, not {parts.hotels}."
        yield Objection(hand.rule("too-many-hotels"), message)


def _houses_in_total(hand: Hand, group: Group, parts: Parts) -> Iterator[Objection]:
    edition = hand.edition
    limit = edition.policies["house_limit"]
    houses = house_count(edition, parts)
    if houses > limit:
        message = f"The house cards make {houses} houses. The most is {limit}."
        yield Objection(hand.rule("too-many-houses"), message)
    if parts.hotels and houses != limit:
        message = f"A hotel needs exactly {limit} houses; {group.name} has {houses}."
        yield Objection(hand.rule("hotel-without-four-houses"), message)
    if parts.hotels > 1:
        message = f"There may be one hotel, not {parts.hotels}."
        yield Objection(hand.rule("too-many-hotels"), message)


def house_count(edition: Edition, parts: Parts) -> int:
    """How many houses the house cards of a set make."""
    if edition.variant.numbered_houses:
        return len(parts.houses)
    sizes = edition.cards["houses"]
    return sum(sizes[card] * number for card, number in parts.houses.items())


def amounts(edition: Edition, one: ClaimedSet) -> tuple[int, int]:
    """What a set without fault pays: with houses and hotel, and what its tokens add."""
    assert one.group is not None
    parts = parts_of(edition, one)
    value = bare(edition, one)
    if not parts.improved:
        return value, 0
    houses = house_count(edition, parts)
    if houses:  # stations and utilities have tokens only
        value += houses * edition.house_value(one.group)
    value += parts.hotels * edition.price("hotel")
    token = value if edition.variant.numbered_houses else edition.price("token")
    return value, parts.tokens * token


def bare(edition: Edition, one: ClaimedSet | SetLaid) -> int:
    """What a set pays without improvements."""
    assert one.group is not None
    value = edition.values[one.group]
    return int(value[str(properties(edition, one))] if isinstance(value, Mapping) else value)


def properties(edition: Edition, one: ClaimedSet | SetLaid) -> int:
    """How many different cards of its group a set has, wilds among them."""
    group = edition.group(one.group or "").cards
    return len({*one.cards, *one.wilds} & {*group})
