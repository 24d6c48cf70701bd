"""What a finding is, and what the ways of playing share to find one: a hand by number, its
readings and their faults."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, NamedTuple

from companion.rules.arrange.sets import GroupFacts, SetsStanding, group_facts
from companion.rules.edition import Edition
from companion.rules.findings.wording import incomplete, message
from companion.rules.hand import remembered
from companion.rules.plain import Known, Player, Text, length, shown

MANY = 99
"""More faults than any hand has."""
WARNINGS = frozenset({"hand-size", "reward-size"})
"""Findings that are recorded but never change whether a hand may go out."""


Named = tuple[Annotated[str, Known("item")], ...]
"""Ids of cards, or of groups."""


@dataclass(frozen=True)
class Fix:
    """The smallest mend: cards to add, to discard, or for wilds to count as; and in words."""

    add: Named
    discard: Named
    stand_in: Named
    text: Text


@dataclass(frozen=True)
class Problem:
    """One reason why a hand may not go out, or a warning: the rule, the cards, what that means, and
    the fix."""

    rule: str
    cards: tuple[str, ...]
    message: str
    fix: Fix


@dataclass(frozen=True)
class Finding:
    """A problem, and whose it is; None for the whole table."""

    rule: Annotated[str, length(1, 40), shown]
    player: Player | None
    cards: Named
    message: Text
    fix: Fix

    @classmethod
    def of(cls, player: str | None, problem: Problem) -> "Finding":
        """A problem of this player."""
        return cls(problem.rule, player, problem.cards, problem.message, problem.fix)


def blocking(found: Sequence[Finding]) -> Iterator[Finding]:
    """The findings that keep a hand from going out; the rest are warnings."""
    return (finding for finding in found if finding.rule not in WARNINGS)


@dataclass(frozen=True, eq=False, slots=True)
class Fault:
    """A problem without its fix: the rule, the group if it is about one, the cards in the hand, and
    what that means. `lower` are the houses that are missing below those in `cards`, or the card
    that cancels them. Each is made once, so it is looked up by identity."""

    rule: str
    group: int | None
    cards: tuple[str, ...]
    message: str
    lower: tuple[str, ...] = ()


class Reading(NamedTuple):
    """A hand with every wild read as a card: the number of its faults; its sets, the slots of the
    wilds that are no properties (`kinds`), what is wrong besides groups (`others`). `order` decides
    when two readings pay the same."""

    number: int
    sets: SetsStanding
    kinds: Sequence[int]
    others: tuple[Fault, ...]
    order: int


class Built(NamedTuple):
    """What houses, hotels and jail cards ask for: cards to add and cards to discard; and what free
    wilds count as among the houses."""

    add: tuple[str, ...]
    discard: tuple[str, ...]
    wilds: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class GroupHeld:
    """What a hand holds of one group. There are few such, so each is made once (`group_held`) and
    looked up by identity.

    `own` are its cards in the hand, `lacking` those that are neither there nor declared. The first
    `spare` of these can be added; the others lie in other hands. `real` and `have`: how many
    different ones are held without and with the declared wilds. `bound`: declared wilds have to be
    in a set with it. `fault`: what is wrong with it as it is; None for nothing.
    """

    g: int
    own: tuple[str, ...]
    lacking: tuple[str, ...]
    spare: int
    real: int
    have: int
    bound: bool
    is_set: bool
    colour: bool
    fault: Fault | None


@remembered
def group_held(
    edition: Edition, g: int, own: int, known: int, elsewhere: int, bound: bool
) -> GroupHeld:
    """The cards of a group in the masks `own` and, with the declared wilds, `known`; `elsewhere`
    are those in other hands. The first card of the group is 1 in a mask, the second 2, and so
    on."""
    facts, cards = group_facts(edition), list(enumerate(edition.groups[g].cards))
    held = tuple([card for place, card in cards if own >> place & 1])
    lacking = tuple([card for place, card in cards if not known >> place & 1])
    have = known.bit_count()
    is_set = facts.is_set(g, len(held), have)
    fault = None
    if not is_set and (held or bound):
        about = held or (edition.wild,)
        fault = Fault("incomplete-group", g, about, incomplete(edition, g, about, lacking))
    taken = [card for place, card in cards if elsewhere >> place & 1]
    lacking = tuple(sorted(lacking, key=taken.__contains__))
    spare, colour = sum(card not in taken for card in lacking), facts.bit[g] > 0
    return GroupHeld(g, held, lacking, spare, len(held), have, bound, is_set, colour, fault)


@dataclass(slots=True)
class Holding(ABC):
    """A goer's hand by number.

    `groups`: those of which it holds a card, or a wild is declared as one, by number. `free` wilds
    may be anything. `most`: more colour sets than that change nothing for the houses. `others` are
    the cards in other hands, and `elsewhere` has these by slots (`sets.tally`).
    """

    edition: Edition
    facts: GroupFacts
    groups: Mapping[int, GroupHeld]
    free: int
    most: int
    cards: Sequence[str]
    others: Sequence[str]
    elsewhere: bytes

    @abstractmethod
    def readings(self) -> Iterator[Reading]:
        """Every reading of the free wilds that may have the fewest faults."""

    @abstractmethod
    def pays(self, reading: Reading) -> int:
        """What the hand pays when it is read so."""

    @abstractmethod
    def names(self, kinds: Sequence[int]) -> tuple[str, ...]:
        """The cards in these slots."""

    @abstractmethod
    def built(self, colours: int, wilds: int, read: tuple[str, ...]) -> Built | None:
        """Which improvements to add and to discard with this number of colour sets and of free
        wilds; None where nothing helps. `read` are the cards other than properties that the wilds
        are read as in the faults."""

    @abstractmethod
    def homeless(self, colours: int) -> tuple[Fault, ...]:
        """What is wrong besides groups, with this number of colour sets and no free wild."""

    def faults(self, reading: Reading | None) -> tuple[list[Fault], tuple[str, ...]]:
        """The faults of a reading, and the cards that its free wilds are read as. A hand without a
        free wild has no readings: then it is None."""
        if reading is None:
            sets = [held.colour for held in self.groups.values() if held.is_set]
            colours = sum(sets)
            return [*self._of_groups((), colours > 0, bool(sets)), *self.homeless(colours)], ()
        made = reading.sets
        faults = self._of_groups(
            dict(made.plan), made.colours > 0, bool(made.colours or made.other)
        )
        read = [card for g, more in made.plan for card in self.held(g).lacking[:more]]
        return [*faults, *reading.others], (*read, *self.names(reading.kinds))

    def _of_groups(self, made: Collection[int], any_colour: bool, any_set: bool) -> list[Fault]:
        """What is wrong with the groups, when wilds complete those in `made`."""
        groups = self.groups
        faults = [
            held.fault for g, held in groups.items() if held.fault is not None and g not in made
        ]
        if not any_set:
            faults.insert(0, no_set_fault(self.edition))
        elif self.facts.needs_colour and not any_colour:
            laid = [one.own for g, one in groups.items() if one.is_set or g in made]
            faults.insert(0, needs_colour_fault(self.edition, tuple(chain.from_iterable(laid))))
        return faults

    def numbers(self) -> tuple[Sequence[int], Sequence[int]]:
        """Different cards of every group, without and with the declared wilds."""
        real, have = [0] * self.facts.total, [0] * self.facts.total
        for g, held in self.groups.items():
            real[g], have[g] = held.real, held.have
        return real, have

    def out_of_reach(self, faults: Sequence[Fault]) -> tuple[str, ...]:
        """Of the cards that these faults lack, those of which other hands have too many."""
        lacking = Counter([card for fault in faults for card in fault.lower])
        held = Counter([*self.cards, *self.others])
        deck = self.edition.deck
        return tuple([card for card in lacking if held[card] + lacking[card] > deck[card]])

    def held(self, g: int) -> GroupHeld:
        """What is held of a group, which may be nothing."""
        elsewhere = self.elsewhere[g]
        return self.groups.get(g) or group_held(self.edition, g, 0, 0, elsewhere, False)


def fewest_first(
    facts: GroupFacts, found: Sequence[SetsStanding]
) -> list[tuple[int, int, SetsStanding]]:
    """The standings with the fewest faults that remain whatever the houses are, and their place in
    that order; fewest faults first."""
    ranked = []
    for order, one in enumerate(found):
        enough = one.colours or (one.other and not facts.needs_colour)
        ranked.append((one.stray if enough else one.stray + 1, order, one))
    ranked.sort()  # no two have the same place
    return ranked


def groups_held(
    edition: Edition,
    own: Sequence[int],
    known: Sequence[int],
    elsewhere: Sequence[int],
    bound: Collection[int],
) -> dict[int, GroupHeld]:
    """The groups of which anything is held, by the masks (`sets.tally`) of a hand's cards without
    and with its declared wilds, and of the cards in other hands."""
    return {
        g: group_held(edition, g, own[g], known[g], elsewhere[g], g in bound)
        for g in range(len(edition.groups))
        if known[g]
    }


@remembered
def no_set_fault(edition: Edition) -> Fault:
    """There is no set at all."""
    return Fault("no-set", None, (), message(edition, "no-set"))


@remembered
def needs_colour_fault(edition: Edition, laid: tuple[str, ...]) -> Fault:
    """There are sets of these cards, but no colour set."""
    rule = "needs-colour-group"
    return Fault(rule, None, laid, message(edition, rule))
