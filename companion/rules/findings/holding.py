"""A goer's hand as the findings see it: what it holds of each group, its houses, and its faults."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from companion.rules.edition import Edition, Group
from companion.rules.findings.improvements import Fault
from companion.rules.findings.wording import Cards, incomplete
from companion.rules.remember import remembered


@dataclass(eq=False, slots=True)
class GroupHeld:
    """What a hand holds of one group.

    `own` are its cards in the hand, `lacking` those that are neither there nor declared; the first
    `spare` of these can be added, the others lie in other hands. `short` is how many cards it lacks
    to be a set, 0 for a set. `colour`: houses can stand on it. `bound`: announced wilds have to be
    in a set with it. `fault`: what is wrong with it; None for nothing.
    """

    edition: Edition
    g: int
    own: Cards
    lacking: Cards
    spare: int
    short: int
    colour: bool
    bound: bool
    fault: Fault | None

    @property
    def group(self) -> Group:
        """The group."""
        return self.edition.groups[self.g]

    @property
    def may_be_set(self) -> bool:
        """Whether it can be a set with wilds alone added."""
        return bool(self.own) or self.edition.options["wild_only_sets"]


Some = frozenset[str]


@remembered  # few such come back in all hands; without it a hand takes twice as long
def _group_held(
    edition: Edition, g: int, own: Some, said: Some, elsewhere: Some, announced: bool
) -> GroupHeld:
    """What is held of a group: the cards of a hand, those that wilds are declared as, those that
    lie elsewhere."""
    group = edition.groups[g]
    cards = tuple([card for card in group.cards if card in own])
    lacking = tuple([card for card in group.cards if card not in own and card not in said])
    short = len(lacking) - (len(group.cards) - 2 if group.kind == "run" else 0)
    short = max(short, 0 if own or edition.options["wild_only_sets"] else 1)
    colour, bound = group.kind == "colour", announced and bool(said)
    fault = None
    if short and (own or bound):
        about = cards or (edition.wild,)
        message = incomplete(edition, group, about, lacking)
        fault = Fault("incomplete-group", about, message, g)
    spare = len(lacking) - len(elsewhere.intersection(lacking))
    lacking = tuple(sorted(lacking, key=elsewhere.__contains__))
    return GroupHeld(edition, g, cards, lacking, spare, short, colour, bound, fault)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the wilds of a hand that may be anything are read as: how many of them complete or
    lengthen each group, and the cards of the others."""

    groups: tuple[tuple[GroupHeld, int], ...] = ()
    singles: Cards = ()

    @property
    def cards(self) -> Cards:
        """The cards that the wilds count as."""
        properties = [held.lacking[:wilds] for held, wilds in self.groups]
        return (*chain.from_iterable(properties), *self.singles)


class Holding:
    """A goer's hand with its declared wilds, group by group, and its `improvements`. `elsewhere`
    are the cards in other hands. `free` wilds may be anything."""

    def __init__(
        self,
        edition: Edition,
        cards: Sequence[str],
        declared: Sequence[str] = (),
        elsewhere: Sequence[str] = (),
    ) -> None:
        """Counts the hand."""
        self.edition, self.cards = edition, list(cards)
        self.declared, self.elsewhere = list(declared), list(elsewhere)
        self.free = self.cards.count(edition.wild) - len(declared)
        self.needs_colour = edition.policies["going_out_needs"] == "colour-set"
        self.improvements = edition.way.improvements.of(
            edition, self.cards, self.declared, self.elsewhere
        )
        held, said, gone = frozenset(cards), frozenset(declared), frozenset(elsewhere)
        self.groups = [
            _group_held(
                edition,
                g,
                held.intersection(group.cards),
                said.intersection(group.cards),
                gone.intersection(group.cards),
                edition.way.announces_wilds,
            )
            for g, group in enumerate(edition.groups)
        ]

    def faults(self, reading: Reading) -> list[Fault]:
        """What is wrong with the hand when its free wilds are read so."""
        completed = [held.g for held, _ in reading.groups]
        sets = [held for held in self.groups if not held.short or held.g in completed]
        colours = sum([held.colour for held in sets])
        faults = []
        if not sets:
            what = "colour set" if self.needs_colour else "set"
            faults.append(Fault("no-set", (), f"There is no complete {what} in this hand."))
        elif self.needs_colour and not colours:
            laid = tuple(chain.from_iterable([held.own for held in sets]))
            text = "There are sets, but no colour set. You need one."
            faults.append(Fault("needs-colour-group", laid, text))
        faults += [held.fault for held in self.groups if held.fault and held.g not in completed]
        return [*faults, *self.improvements.faults(colours, reading.singles)]

    def fewest_faults(self) -> tuple[Reading, list[Fault]]:
        """The reading with the fewest faults, among equals the best paid, then the first, and its
        faults."""
        readings = [(reading, self.faults(reading)) for reading in self._readings()]
        fewest = min([len(faults) for _, faults in readings])
        readings = [(reading, faults) for reading, faults in readings if len(faults) == fewest]
        return readings[0] if len(readings) == 1 else max(readings, key=self._pays)

    def _readings(self) -> Iterator[Reading]:
        """Every reading of the free wilds that may have the fewest faults; those in which they are
        in fewer groups come first."""
        if not self.free:
            yield Reading()
            return
        completions = [
            (held, wilds)
            for held in self.groups
            if held.may_be_set
            for wilds in self._wilds_for(held)
        ]
        sets = {held.g for held in self.groups if held.colour and not held.short}
        for number in range(self.free + 1):
            for groups in combinations(completions, number):
                left = self.free - sum([wilds for _, wilds in groups])
                if left >= 0 and len({held.g for held, _ in groups}) == number:
                    colours = len(sets.union([held.g for held, _ in groups if held.colour]))
                    for singles in self.improvements.readings(colours, left):
                        yield Reading(groups, singles)

    def _wilds_for(self, held: GroupHeld) -> Iterable[int]:
        """With how many wilds this group can be completed, or a run lengthened."""
        most = len(held.lacking) if held.group.kind == "run" else held.short
        return range(max(held.short, 1), min(most, self.free) + 1)

    def _pays(self, reading: tuple[Reading, Sequence[Fault]]) -> int:
        """What the hand pays, read so, at a table that allows it."""
        declared = (*self.declared, *reading[0].cards)
        return self.edition.arrange(self.cards, goer=True, declared=declared).total
