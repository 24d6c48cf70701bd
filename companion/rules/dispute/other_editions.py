"""The same hand in the other editions: the same cards scored there, and what makes a difference."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from operator import mul
from typing import Any, NamedTuple

from companion.rules.deal import Deal, is_possible
from companion.rules.dispute.claimed_set import bare
from companion.rules.dispute.hand import Hand
from companion.rules.edition import Edition
from companion.rules.edition_file import all_editions
from companion.rules.findings.finding import blocking
from companion.rules.majority import counted_for_most
from companion.rules.options import with_options
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.rules.words import called, capital, cards_said


@dataclass(frozen=True)
class RuleAtWork:
    """A rule that makes the difference: in which of the two rulings it is at work, its id, and what
    it does here, in one line."""

    ruled: Hand
    rule: str
    here: str


@dataclass(frozen=True)
class RulingElsewhere:
    """Another edition that rules otherwise. `legal` is None for a hand that did not go out.
    `left_out` are the cards of this hand (ids of the edition asked about) that have no counterpart
    there."""

    edition: Edition
    legal: bool | None
    pays: int
    why: tuple[RuleAtWork, ...]
    left_out: tuple[str, ...]


def elsewhere(settlement: Settlement, player: str) -> tuple[RulingElsewhere, ...]:
    """The editions in which this hand would be ruled on otherwise, and the rules that make it so.

    Cards are matched by what they are for: properties by their place in the group, a house card of
    2017 by its number of houses, Chance as Wild. The table's options go along where the other
    edition has them. Amounts are compared as numbers. Two rulings that a hand may not go out are
    the same. Empty where nobody goes out, which is another game, and where a hand of the deal is an
    amount: another box might have paid its cards otherwise.
    """
    if settlement.deal.amounts:
        return ()
    here, home = Hand(settlement, player), settlement.edition
    found = []
    for box in all_editions():
        if box.id == home.id or _board(box) != _board(home) or not home.way.has_goer:
            continue
        there, left_out = _there(here, box)
        may = [hand.settlement.legal or not here.goer for hand in (here, there)]
        if not any(may) or (all(may) and here.pays == there.pays):
            continue
        legal = there.settlement.legal if here.goer else None
        found.append(RulingElsewhere(there.edition, legal, there.pays, _why(here, there), left_out))
    return tuple(found)


def _board(edition: Edition) -> list[tuple[str, int]]:
    """Kind and size of every group. Where they are the same, hands can be compared."""
    return [(group.kind, len(group.cards)) for group in edition.groups]


# --- the same cards there ------------------------------------------------------------------------


class _Counterparts:
    """The cards of the other box that are for the same. Houses only where they are of a kind; what
    pays for the most, and what jails, only where one plays the same way. `left` are the cards of
    that box that are in no hand yet."""

    def __init__(self, home: Edition, away: Edition) -> None:
        self.home, self.away, self.left = home, away, Counter(away.deck)
        roles = ["hotel", "token", "wild", "go"]
        self.same = {
            card: other
            for mine, theirs in zip(home.groups, away.groups, strict=True)
            for card, other in zip(mine.cards, theirs.cards, strict=True)
        }
        if home.way is away.way:
            roles += ["most_of", "jail", "out_of_jail"]
            self.same |= dict(zip(home.roles["houses"], away.roles["houses"], strict=True))
        both = [role for role in roles if role in home.roles and role in away.roles]
        self.same |= {home.roles[role]: away.roles[role] for role in both}

    def take(self, cards: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The counterparts of these cards, which are taken from those that are left, and the cards
        that have none. Houses of another kind are as many houses there."""
        houses = self.home.way.houses(self.home)
        found: list[str] = []
        built: list[str] = []
        without: list[str] = []
        number = 0
        for card in self.home.sort(cards):
            other = self.same.get(card)
            if other is not None and self.left[other] > found.count(other):
                found.append(other)
            elif (
                other is None and card in houses and (there := self._houses(number + houses[card]))
            ):
                number, built = number + houses[card], there
            else:
                without.append(card)
        self.left.subtract([*found, *built])
        return (*found, *built), tuple(without)

    def _houses(self, number: int) -> list[str]:
        """The house cards that make this number of houses, as many cards as can be; none where
        those that are left cannot make it."""
        houses = self.away.way.houses(self.away)
        if self.away.way.ladder(self.away):
            in_turn = (list(houses) * number)[:number]
            return in_turn if Counter(in_turn) <= self.left else []
        ways = product(*(range(self.left[card] + 1) for card in houses))
        fitting = [way for way in ways if sum(map(mul, way, houses.values())) == number]
        best = max(fitting, key=sum, default=())
        return [card for card, copies in zip(houses, best, strict=False) for _ in range(copies)]

    def stands(self, cards: Sequence[str]) -> tuple[str, ...]:
        """What declared wilds count as there; one that has no single counterpart is undeclared. A
        house is one house, where that need not be the 1st or 2nd."""
        same = self.same
        if not self.away.way.ladder(self.away):
            one_house = next(iter(self.away.roles["houses"]))
            same = dict.fromkeys(self.home.roles["houses"], one_house) | same
        return tuple(same[card] for card in cards if card in same)


def _there(here: Hand, box: Edition) -> tuple[Hand, tuple[str, ...]]:
    """The hand in another box, with all others, and its cards that the box has not."""
    deal, edition = here.deal, _same_options(here.edition, box)
    players = _seated(here, max(edition.seats))
    goer = deal.went_out if deal.went_out in players else None
    counterparts = _Counterparts(here.edition, edition)
    mine, left_out = counterparts.take(here.laid_down)
    reward: Sequence[str] = ()
    if goer is not None and edition.seats[len(players)].reward:
        reward, without = counterparts.take(deal.reward)
        left_out += without if here.goer else ()
    others = [other for other in players if other != here.player]
    hands = {here.player: mine} | {
        other: counterparts.take(deal.hands[other])[0] for other in others
    }
    away = Deal(hands, goer, reward, jackpot=edition.options.get("jackpot_start")).seated(players)
    # Where a declaration cannot be there, the wilds are undeclared.
    for other in players:
        said = counterparts.stands(deal.wilds.get(other, ()))
        away = _if_possible(edition, away, wilds={**away.wilds, other: said})
    said = counterparts.stands(deal.reward_wilds)
    away = _if_possible(edition, away, reward_wilds=said)
    return Hand(settle(edition, away), here.player), left_out


def _if_possible(edition: Edition, deal: Deal, **changes: Any) -> Deal:
    """The deal with these changes, or as it is where they are refused."""
    changed = replace(deal, **changes)
    return changed if is_possible(edition, changed) else deal


def _same_options(home: Edition, box: Edition) -> Edition:
    """The other box with those of the table's options and amounts that it has."""
    options = {name: value for name, value in home.changed.items() if name in box.options}
    amounts = {
        key: value
        for key, value in home.changed.get("values", {}).items()
        if key in box.values and isinstance(value, Mapping) == isinstance(box.values[key], Mapping)
    }
    return with_options(box, {**options, "values": amounts} if amounts else options)


def _seated(here: Hand, most: int) -> tuple[str, ...]:
    """As many players as the other box takes: this one, the goer, then those who hold the most for
    the majority, so that this player has it there if it is so here, then those who hold cards."""
    deal = here.deal
    held = counted_for_most(here.edition, here.settlement.laid)

    def importance(name: str) -> tuple[bool, bool, int, bool]:
        return name == here.player, name == deal.went_out, held[name], bool(deal.hands[name])

    kept = sorted(deal.players, key=importance, reverse=True)[:most]
    return tuple(name for name in deal.players if name in kept)


# --- what makes the difference -------------------------------------------------------------------


def _why(here: Hand, there: Hand) -> tuple[RuleAtWork, ...]:
    """What makes the difference: the parts that differ, of which several may rest on one rule.

    Where one may go out and the other not, the amounts are not compared: one of them is what a
    table would pay that lets the hand stand.
    """
    return (
        tuple(_legality(here, there)) or tuple(_caught(here, there)) or tuple(_parts(here, there))
    )


def _legality(here: Hand, there: Hand) -> Iterator[RuleAtWork]:
    """What keeps a goer from going out in one of the two."""
    if here.goer and here.settlement.legal != there.settlement.legal:
        ruled = there if here.settlement.legal else here
        for finding in blocking(ruled.settlement.findings):
            yield RuleAtWork(ruled, finding.rule, f"{ruled.edition.name}: {finding.message}")


def _caught(here: Hand, there: Hand) -> Iterator[RuleAtWork]:
    """A card that wipes the hand out in one of the two, and what it is in the other."""
    if here.arranged.wiped_out == there.arranged.wiped_out:
        return
    for ruled, other in ((there, here), (here, there)):
        edition, caught = ruled.edition, ruled.arranged.wiped_out
        if caught is None:
            continue
        rule = "jail" if "jail" in edition.rules and ruled.goer else caught
        what = f"the hand is caught with {edition.label(caught)} and pays nothing."
        yield RuleAtWork(ruled, rule, f"{edition.name}: {what}")
        if caught == edition.wild and not other.edition.way.wild_catches:
            wild = other.edition.wild
            what = f"a {other.edition.label(wild)} counts in every hand."
            yield RuleAtWork(other, wild, f"{other.edition.name}: {what}")


def _parts(here: Hand, there: Hand) -> Iterator[RuleAtWork]:
    """The parts of the two sums that differ, and the rule the other edition has about each."""
    home, away = here.edition, there.edition
    if here.reward and not there.reward:
        text = f"{away.name} has no reward. The reward cards do not count there."
        yield RuleAtWork(here, "reward", text)
    yield from _wilds_apart(here, there)
    for mine, theirs in zip(_sum_of(here), _sum_of(there), strict=True):
        if mine.amount == theirs.amount:
            continue
        name = capital(theirs.name if theirs.amount else mine.name)
        text = f"{name}: {home.amount(mine.amount)} in {home.name}, "
        text += f"{away.amount(theirs.amount)} in {away.name}."
        ruled = [
            (hand, part.rule)
            for hand, part in ((there, theirs), (here, mine))
            if part.rule in hand.edition.rules
        ]
        # A rule that only one of them has is at work where something is paid.
        if len({rule for _, rule in ruled}) > 1 and mine.amount > theirs.amount:
            ruled.reverse()
        yield RuleAtWork(*ruled[0], text)


class _SumPart(NamedTuple):
    """A part of a sum: what it is called, the rule it rests on, and the amount."""

    name: str
    rule: str
    amount: int


def _sum_of(hand: Hand) -> list[_SumPart]:
    """The payout in parts, the same parts in every edition that can be compared."""
    edition, laid = hand.edition, hand.arranged
    paid = Counter({bonus.kind: bonus.amount for bonus in laid.bonuses})
    sets = sum(bare(edition, laid) for laid in laid.sets)
    hotel, token, go, most = (edition.roles[role] for role in ("hotel", "token", "go", "most_of"))
    out = edition.roles.get("out_of_jail", "")
    built = f"houses and {called(edition, hotel, 2)}"
    return [
        _SumPart("the sets", "set-value", sets),
        _SumPart(built, "set-value", sum(laid.value for laid in laid.sets) - sets),
        _SumPart(called(edition, token, 2), token, sum(laid.tokens_value for laid in laid.sets)),
        _SumPart(edition.label(go), go, paid[go]),
        _SumPart(f"the most {edition.label(most)} cards", most, paid[most] + hand.jackpot),
        _SumPart(edition.label(out), out, paid[out]),
    ]


def _wilds_apart(here: Hand, there: Hand) -> Iterator[RuleAtWork]:
    """Wilds that count as other cards in the other edition, where other cards pay more."""
    theirs = there.arranged.wilds
    expected = _Counterparts(here.edition, there.edition).stands(here.arranged.wilds)
    if theirs and Counter(expected) != Counter(theirs):
        told = [_counts_as(hand) for hand in (here, there) if hand.arranged.wilds]
        yield RuleAtWork(there, there.edition.wild, " ".join(told))


def _counts_as(hand: Hand) -> str:
    """What the wilds of a hand count as, and whether that was declared or is what is best."""
    edition, wilds, declared = hand.edition, hand.arranged.wilds, Counter(hand.declared)
    is_as = "counts as" if declared else "is best as"
    if Counter(wilds) <= declared:
        is_as = "was declared as"
    cards = cards_said(edition, wilds)
    return f"In {edition.name} {edition.label(edition.wild)} {is_as} {cards}."
