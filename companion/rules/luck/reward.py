"""What every reward that could have been drawn would have paid, counted and not sampled.

The goer draws from the cards that nobody laid down: some 50 cards, two million draws of five. They
need not be scored one by one, for what a draw pays depends on a few numbers only:

- The search of an arrangement (`best_readings`) asks how many cards of each group are held, really
  and with those that a Chance counts as, how many houses, hotels and tokens, and how many Chances
  are free. Draws that agree in these numbers pay the same.
- A group that is no set, and that the free Chances cannot make one, pays nothing however many of
  its cards are held. So it counts as empty, and most draws of properties become one.
- GO and Mr. Monopoly pay the same whatever else is drawn, so they are added at the end.

So a draw is split into properties, improvements (houses, hotels, tokens), Chances, and GO with Mr.
Monopoly. The number of draws of each part is a product of binomials. The search runs once for each
combination of parts that differ; it is the same that settles a deal.

A Chance is free again when the very card that it counts as is drawn. So each of these cards is told
apart from the others of its group. Where a Chance was not declared, and several cards paid the same
before the reward, each of them is tried, and the one that pays most after the draw is taken.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import comb
from operator import add, sub
from typing import NamedTuple

from companion.rules.arrange.sequence import (
    Search,
    best_readings,
    count,
    tables,
    tied_readings,
)
from companion.rules.arrange.sets import GroupCounts, GroupFacts
from companion.rules.edition import Edition
from companion.rules.majority import counted_for_most, holder
from companion.rules.payout import settle
from companion.rules.settlement import Settlement
from companion.rules.words import average, rounded_down

Ways = dict[int, int]
"""Amount -> in how many draws."""

EMPTY = (False, 0)


class GroupsHeld(NamedTuple):
    """Of each group whether a real card is held, and how many with those that Chances count as; a
    group that pays nothing is `EMPTY`. `free` Chances may count as anything missing. A tuple, for
    it is looked up very often."""

    groups: tuple[tuple[bool, int], ...]
    free: int


@dataclass(frozen=True, slots=True)
class RewardLuck:
    """A reward among all that could have been drawn.

    `brought` is what the goer was paid more with it than without, Mr. Monopoly included, in whole
    money. `draws` counts all draws of five cards, `less` and `same` those that bring less and as
    much; `total` is what all of them bring together.
    """

    brought: int
    draws: int
    less: int
    same: int
    total: int

    @property
    def sentence(self) -> str:
        """``Better than 64% of all 2,118,760 rewards that could have been drawn.``

        Rounded down, so it is never more than true.
        """
        rewards = f"{self.draws:,} rewards that could have been drawn"
        if not self.less:
            return f"None of the {rewards} brings less."
        if self.less + self.same == self.draws:
            return f"None of the {rewards} brings more."
        return f"Better than {rounded_down(self.less, self.draws)} of all {rewards}."

    @property
    def average(self) -> int:
        """What a reward brings on average, rounded to whole money."""
        return average(self.total, self.draws)


def reward_luck(settlement: Settlement) -> RewardLuck | None:
    """How lucky the reward of this deal was.

    None where the rules have no such draw (2017, Express, and five or six players, who choose among
    open cards), where nobody went out, where the hand may not go out, where more cards were taken
    than the rules allow, and where the cards of a hand are not known.
    """
    edition, deal = settlement.edition, settlement.deal
    goer, seat = deal.went_out, edition.seats[len(deal.players)]
    if goer is None or not seat.reward or not seat.draw_pile:
        return None
    if deal.amounts or not settlement.legal or len(deal.reward) > seat.reward:
        return None
    without = settle(edition, replace(deal, reward=(), reward_wilds=()))
    before, paid = without.payouts[goer], settlement.payouts[goer]
    amounts = payouts_of_draws(without, seat.reward)
    return RewardLuck(
        brought=paid - before,
        draws=sum(amounts.values()),
        less=sum(ways for amount, ways in amounts.items() if amount < paid),
        same=amounts.get(paid, 0),
        total=sum((amount - before) * ways for amount, ways in amounts.items()),
    )


def payouts_of_draws(without: Settlement, size: int) -> Ways:
    """What the goer is paid after each draw of `size` of the cards that nobody laid down: amount ->
    in how many draws. `without` is the deal settled without a reward, with a hand that may go out.
    The draws are smaller where fewer cards are left."""
    draws = _Draws(without, size)
    bonuses = _bonuses(draws)
    paid: Ways = defaultdict(int)
    for (amount, number), ways in _sets(draws).items():
        for more, more_ways in bonuses[number].items():
            paid[amount + more] += ways * more_ways
    return dict(paid)


@dataclass(frozen=True, slots=True)
class _Choice:
    """Cards that the Chances of the hand count as: properties, and numbers of improvements."""

    properties: frozenset[str]
    improvements: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _CardsDrawn:
    """Part of a draw: the number of cards of each kind, the sum of these, and in how many ways."""

    numbers: tuple[int, ...]
    size: int
    ways: int


class _Draws:
    """What is known of the draws of one deal.

    `left` are the cards that nobody laid down, `held` the numbers of the goer's cards, `choices`
    what the Chances of the hand may count as, and `named` those of these properties that may be
    drawn.
    """

    def __init__(self, without: Settlement, size: int) -> None:
        deal, goer = without.deal, without.went_out
        assert goer is not None
        self.edition, self.goer, self.without = without.edition, goer, without
        self.left = Counter(self.edition.deck)
        for cards in deal.hands.values():
            self.left.subtract(cards)
        self.size = min(size, self.left.total())
        self.tables = tables(self.edition)
        self.held = count(self.tables, deal.hands[goer])
        self.choices = _choices(self.edition, deal.hands[goer], tuple(deal.wilds.get(goer, ())))
        named = {card for choice in self.choices for card in choice.properties if self.left[card]}
        self.named = tuple(self.edition.sort(list(named)))

    def parts(self, stock: Sequence[int]) -> list[_CardsDrawn]:
        """Every way to draw cards of some kinds, the fewest cards first. `stock` are the copies
        left of each kind."""
        found = [_CardsDrawn((), 0, 1)]
        for copies in stock:
            found = [
                _CardsDrawn(
                    (*part.numbers, number), part.size + number, part.ways * comb(copies, number)
                )
                for part in found
                for number in range(min(copies, self.size - part.size) + 1)
            ]
        return sorted(found, key=lambda part: part.size)


def _choices(
    edition: Edition, hand: Sequence[str], declared: tuple[str, ...]
) -> tuple[_Choice, ...]:
    """What the Chances of a hand may count as when it is laid down: as declared, and the others as
    any cards that pay most before the reward."""
    improvements = tables(edition).improvements
    every = [declared]
    if hand.count(edition.wild) > len(declared):
        every = [(*declared, *more) for more in tied_readings(edition, hand, declared)]
    return tuple(
        dict.fromkeys(
            _Choice(
                frozenset(cards).difference(improvements), tuple(map(cards.count, improvements))
            )
            for cards in every
        )
    )


def _sets(draws: _Draws) -> dict[tuple[int, int], int]:
    """What the sets pay at the most: (amount, how many cards of the draw are GO or Mr. Monopoly)
    -> in how many ways the others are drawn.

    One draw of five: a 2nd House, a Chance, Strand, two GO. The hand has a Chance declared as
    Strand.

    - The improvements are one 2nd House. With four of it left that is so in 4 ways.
    - One Chance is drawn, the last that is left: in 1 way. So 3 cards are still to be drawn.
    - The properties are Strand alone, in 1 way. It sets free the Chance that was Strand, so two
      Chances are free, and `search` says what the sets pay at the most.
    - The other 2 cards are GO or Mr. Monopoly. So (amount, 2) has 4 × 1 × 1 ways more. What these
      two cards pay, and in how many ways they are drawn, is in `_bonuses`.
    """
    kinds, groups = draws.tables.improvements, draws.tables.facts.total
    own = draws.held[groups : groups + len(kinds)]
    chances = draws.left[draws.edition.wild]
    properties, search = _Properties(draws), _search(draws)
    paid: dict[tuple[int, int], int] = defaultdict(int)
    for improvements in draws.parts([draws.left[card] for card in kinds]):
        built = list(map(add, own, improvements.numbers))
        # For each choice: the improvements whose Chance is free again, for the card itself is
        # drawn; and how many of each improvement the hand has then.
        freed = [
            tuple(map(min, choice.improvements, improvements.numbers)) for choice in draws.choices
        ]
        improved = [
            tuple(map(sub, map(add, built, choice.improvements), back))
            for choice, back in zip(draws.choices, freed, strict=True)
        ]
        for drawn in range(min(chances, draws.size - improvements.size) + 1):
            room = draws.size - improvements.size - drawn
            ways = improvements.ways * comb(chances, drawn)
            for part in properties.held_with(tuple(drawn + sum(back) for back in freed)):
                if part.size > room:
                    break
                amount = max(map(search, part.held, improved))
                paid[amount, room - part.size] += ways * part.ways
    return paid


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A number of properties in a draw, what is held then with each choice, and in how many draws
    of properties that is so."""

    size: int
    held: tuple[GroupsHeld, ...]
    ways: int


class _Properties:
    """The properties of all draws, and what is held with them."""

    def __init__(self, draws: _Draws) -> None:
        self.draws = draws
        left, groups = draws.left, draws.edition.groups
        unnamed = [sum(left[c] for c in group.cards if c not in draws.named) for group in groups]
        self.parts = draws.parts([*unnamed, *(left[card] for card in draws.named)])
        self._known: dict[tuple[int, ...], list[_Drawn]] = {}

    def held_with(self, free: tuple[int, ...]) -> list[_Drawn]:
        """What is held, the fewest properties first. `free`: how many Chances are free with each
        choice, without those that a drawn property sets free."""
        known = self._known.get(free)
        if known is None:
            found: dict[tuple[int, tuple[GroupsHeld, ...]], int] = defaultdict(int)
            for part in self.parts:
                found[part.size, tuple(self._by_choice(part.numbers, free))] += part.ways
            known = self._known[free] = [_Drawn(*one, ways) for one, ways in found.items()]
        return known

    def _by_choice(self, numbers: Sequence[int], free: Sequence[int]) -> Iterator[GroupsHeld]:
        """What is held with these properties, for one choice after another."""
        draws, facts, place = self.draws, self.draws.tables.facts, self.draws.tables.place
        real = list(map(add, draws.held, numbers[: facts.total]))
        drawn = [card for card, n in zip(draws.named, numbers[facts.total :], strict=True) if n]
        for card in drawn:
            real[place[card]] += 1
        for choice, before in zip(draws.choices, free, strict=True):
            have = real.copy()
            for card in choice.properties.difference(drawn):
                have[place[card]] += 1
            now = before + len(choice.properties.intersection(drawn))
            yield GroupsHeld(
                tuple(
                    (one > 0, number) if _matters(facts, g, one, number, now) else EMPTY
                    for g, (one, number) in enumerate(zip(real, have, strict=True))
                ),
                now,
            )


def _matters(facts: GroupFacts, g: int, real: int, have: int, free: int) -> bool:
    """Whether a group is a set, or can be made one by the free Chances."""
    return (real > 0 or facts.wild_only) and (facts.enough[g][have] or facts.short[g][have] <= free)


def _search(draws: _Draws) -> Callable[[GroupsHeld, tuple[int, ...]], int]:
    """What the sets pay at the most, for what is held and the improvements; each case once."""
    t = draws.tables
    laid_down = draws.held[: t.facts.total]

    @cache
    def pays(held: GroupsHeld, improved: tuple[int, ...]) -> int:
        real = [int(is_real) for is_real, _ in held.groups]
        have = [number for _, number in held.groups]
        groups = GroupCounts(real, have, must=real, least=laid_down)
        return best_readings(t, Search(groups, improved, improved, held.free))[0]

    return pays


def _bonuses(draws: _Draws) -> list[Ways]:
    """What GO and Mr. Monopoly pay: for each number of them that is drawn, amount -> in how many
    ways."""
    edition, left, goer = draws.edition, draws.left, draws.goer
    go, most_of = edition.roles["go"], edition.roles["most_of"]
    own = draws.without.deal.hands[goer].count(go)
    held = counted_for_most(edition, draws.without.laid)
    found: list[Ways] = [defaultdict(int) for _ in range(draws.size + 1)]
    for part in draws.parts([left[go], left[most_of]]):
        more_go, more_most = part.numbers
        amount = (own + more_go) * edition.price("go")
        if holder({**held, goer: held[goer] + more_most}) == goer:
            amount += edition.price("most_of")
        found[part.size][amount] += part.ways
    return found
