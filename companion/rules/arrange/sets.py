"""Which groups are sets, what a run is worth, and where wilds can complete or lengthen one.

A hand is counted in slots: of each group the mask of its cards, of any other card the number. On
these numbers every reading of the wilds is tried (`standings`); the cards are laid out once, for
the reading that is taken (`lay_sets`).

An example, from Classic UK: two of the three Reds, the three Greens, and a Chance. The masks of the
ten groups are 0 0 0 0 5 0 7 0 0 0: the first and third card of Red (binary 101), all three of Green
(111). `standings` gives two possibilities:

- no wild is a property: Green is the only set, and Red is stray, so the hand may not go out;
- one wild is the Red that lacks (`plan` is ``((4, 1),)``): Red and Green are sets, none is stray.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.arrange.laid import SetLaid
from companion.rules.edition import Edition, Group
from companion.rules.remember import once_an_edition, remembered

Plan = tuple[tuple[int, int], ...]
"""(group number, how many wilds count as properties of it), each group once."""


NEVER = 99
"""More cards than any hand has."""


@dataclass(frozen=True, eq=False, slots=True)
class GroupFacts:
    """An edition's groups by number. `worth`: a colour's base, a whole's value, 0 for a run.
    `run_worth`: of a run a table [cards that must be in it][cards that can be in it] -> value.
    `enough`: [group][cards held] -> whether that number of different cards is a set. `short`:
    [group][cards held] -> the fewest cards that complete or lengthen a set. `bit`: the group's
    place in a mask of colour sets, 0 for a group that is no colour.

    Of the three Reds only all are enough; with 0 to 3 of them a set is 3, 2 and 1 cards short, and
    then there is nothing to lengthen (`NEVER`). Two of the four Railroads are enough; with 0 to 4
    of them it takes 2 cards to make a set, then 1, 1 and 1 to make or lengthen one.
    """

    total: int
    colours: tuple[int, ...]
    sizes: tuple[int, ...]
    runs: tuple[bool, ...]
    worth: tuple[int, ...]
    run_worth: tuple[tuple[tuple[int, ...], ...], ...]
    enough: tuple[tuple[bool, ...], ...]
    short: tuple[tuple[int, ...], ...]
    bit: tuple[int, ...]
    bit_at: dict[str, int]  # a property's place in a mask of its group's cards
    wild_only: bool
    needs_colour: bool  # to go out: a colour set, not just any set

    def is_set(self, g: int, real: int, held: int) -> bool:
        """Whether `held` different cards of a group, `real` of them no wilds, are a set."""
        return self.enough[g][held] and (real > 0 or self.wild_only)


@once_an_edition
def group_facts(edition: Edition) -> GroupFacts:
    """The facts of an edition's groups, with its values and options in force."""
    groups = edition.groups
    return GroupFacts(
        total=len(groups),
        colours=tuple(g for g, group in enumerate(groups) if group.kind == "colour"),
        sizes=tuple(len(group.cards) for group in groups),
        runs=tuple(group.kind == "run" for group in groups),
        worth=tuple(0 if group.kind == "run" else edition.values[group.id] for group in groups),
        run_worth=tuple(
            run_values(edition.values[group.id], len(group.cards)) if group.kind == "run" else ()
            for group in groups
        ),
        enough=tuple(map(_enough, groups)),
        short=tuple(map(_short, groups)),
        bit=tuple(1 << g if group.kind == "colour" else 0 for g, group in enumerate(groups)),
        bit_at={c: 1 << place for group in groups for place, c in enumerate(group.cards)},
        wild_only=edition.options["wild_only_sets"],
        needs_colour=edition.policies["going_out_needs"] == "colour-set",
    )


def _enough(group: Group) -> tuple[bool, ...]:
    """Whether this number of different cards of a group is a set."""
    size = len(group.cards)
    least = 2 if group.kind == "run" else size
    return tuple(held >= least for held in range(size + 1))


def _short(group: Group) -> tuple[int, ...]:
    """The fewest cards that complete or lengthen a set, with this number of different cards."""
    size = len(group.cards)
    if group.kind == "run":
        return (*(max(1, 2 - held) for held in range(size)), NEVER)
    return (*(size - held for held in range(size)), NEVER)


def run_values(values: dict[str, int], size: int) -> tuple[tuple[int, ...], ...]:
    """What a run is worth: [cards that must be in it][cards that can be in it] -> amount.

    All that were laid down count; where a table prints a longer run at less than a shorter one, a
    wild or a drawn card is left out.
    """
    exact = [0, 0, *(values[str(held)] for held in range(2, size + 1))]
    return tuple(
        tuple(
            max((exact[k] for k in range(max(least, 2), held + 1)), default=0)
            for held in range(size + 1)
        )
        for least in range(size + 1)
    )


def run_length(values: dict[str, int], least: int, held: int) -> int:
    """How many of `held` cards of a run are laid: the best paid number, at least `least`."""
    return max(range(max(least, 2), held + 1), key=lambda used: (values[str(used)], used))


# --- a hand in slots -----------------------------------------------------------------------------


def weights(facts: GroupFacts, place: Mapping[str, int]) -> dict[str, int]:
    """What each card adds to the number of a hand (`tally`), by the slot of each card."""
    return {card: facts.bit_at.get(card, 1) << 8 * slot for card, slot in place.items()}


def tally(weight: Mapping[str, int], cards: Iterable[str], slots: int) -> bytes:
    """What a hand has in each slot: of a group the mask of its cards, of all else the number.

    One number for the whole hand is added up, a byte a slot: Strand, the first Red, adds 1 in the
    byte of slot 4, the third Red 4, and each Chance adds 1 in a byte of its own. So to count a hand
    is one sum, whatever is in it. No byte runs over: a group has eight
    cards at most, each of them once in a hand (`deal.check_cards`), and of any other card there are
    far fewer than 256 (`edition_file`).
    """
    return sum(map(weight.__getitem__, cards)).to_bytes(slots, "little")


# --- which sets there can be ---------------------------------------------------------------------


@dataclass(slots=True)
class SetsStanding:
    """The sets of a hand once some of its wilds are properties.

    `plan`: those wilds, `left`: how many others there are; `stray`: how many groups have a card
    that has to be in a set and is in none; `colours`: the colour sets as a mask (bit 4 is group 4);
    `other` and `top`: what the other sets pay together, and the best of them.
    """

    plan: Plan
    left: int
    stray: int = 0
    colours: int = 0
    other: int = 0
    top: int = 0


@dataclass(slots=True)
class GroupCounts:
    """How many different cards a hand has of each group, by the number of the group.

    `real`: without wilds. `have`: with the wilds that are fixed. `must`: how many of them have to
    be in a set before the hand may go out. `least`: how many a run is laid with at least (a reward
    takes nothing away from what was laid down); None where all are laid.

    Two of three Reds, the third a declared Chance: 2, 3, 2, 2 at Red in Classic, where only real
    cards must be in a set; 2, 3, 3, None in 2017, where announced wilds must be, too.
    """

    real: Sequence[int]
    have: Sequence[int]
    must: Sequence[int]
    least: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class _Completion:
    """Wilds that complete or lengthen the set of one group: the group and how many; whether they
    put a stray card in a set (`mends`); what that adds to the other sets and what this one is then
    worth, if it is no colour; its place in the mask if it is one."""

    g: int
    wilds: int
    mends: bool
    adds: int = 0
    worth: int = 0
    colour: int = 0


@dataclass(frozen=True, slots=True)
class _Held:
    """What is held of one group: whether it is stray, its place in the mask if it is a colour set,
    the value of another set, and every way to spend wilds on it (`completions`)."""

    stray: bool = False
    colour: int = 0
    worth: int = 0
    completions: tuple[_Completion, ...] = ()


def standings(facts: GroupFacts, counts: GroupCounts, free: int) -> list[SetsStanding]:
    """The sets for every way to spend up to `free` wilds on properties that complete or lengthen
    one. Those that spend wilds on fewer groups come first, then by the order of the groups.

    The groups are looked at once. After that a plan only adds what its groups add to the sets that
    stand without any wild, for no group takes a card from another.
    """
    first = SetsStanding((), free)
    completions: list[_Completion] = []
    for g, number in enumerate(counts.have):
        if number or facts.wild_only:  # else nothing is held, and wilds alone make no set
            least = None if counts.least is None else counts.least[g]
            held = _held(facts, g, counts.real[g], number, counts.must[g] > 0, least, free)
            first.stray += held.stray
            first.colours += held.colour
            first.other += held.worth
            if held.worth > first.top:
                first.top = held.worth
            completions += held.completions
    return _combined(first, completions) if completions else [first]


@remembered  # few groups of few cards come back in all hands; without it a hand takes twice as long
def _held(
    facts: GroupFacts, g: int, real: int, held: int, must: bool, least: int | None, free: int
) -> _Held:
    """What one group comes to."""
    stray, worth = False, 0
    if held:
        if not facts.is_set(g, real, held):
            stray = must
        elif facts.bit[g]:
            return _Held(colour=facts.bit[g])
        else:
            worth = _worth(facts, g, held, least)
    completions: Sequence[_Completion] = ()
    if facts.short[g][held] <= free and (real or facts.wild_only):
        completions = _completions(facts, g, held, must, least, free)
    return _Held(stray=stray, worth=worth, completions=tuple(completions))


def _worth(facts: GroupFacts, g: int, held: int, least: int | None) -> int:
    """What a set that is no colour pays with this number of cards."""
    if facts.runs[g]:
        return facts.run_worth[g][held if least is None else least][held]
    return facts.worth[g]


def _completions(
    facts: GroupFacts, g: int, held: int, must: bool, least: int | None, free: int
) -> list[_Completion]:
    """Every way to complete or lengthen this group, of which different cards are `held`, with up to
    `free` wilds, which are enough for one way at least."""
    wilds, bit = facts.short[g][held], facts.bit[g]
    if bit:
        return [_Completion(g, wilds, must, colour=bit)]
    if not facts.runs[g]:
        worth = facts.worth[g]
        return [_Completion(g, wilds, must, adds=worth, worth=worth)]
    was_set = facts.enough[g][held]
    before = _worth(facts, g, held, least) if was_set else 0
    found = []
    for then in range(held + wilds, min(held + free, facts.sizes[g]) + 1):
        worth, mends = _worth(facts, g, then, least), must and not was_set
        found.append(_Completion(g, then - held, mends, adds=worth - before, worth=worth))
    return found


def _combined(first: SetsStanding, completions: Sequence[_Completion]) -> list[SetsStanding]:
    """The sets without any completion and with any of them together, a group once at most. They are
    in the order of the groups, so each has to be compared with the one before only."""
    found, level = [first], [(0, first)]
    while level:
        longer = []
        for start, before in level:
            for n in range(start, len(completions)):
                more = completions[n]
                if more.wilds > before.left or (before.plan and more.g == before.plan[-1][0]):
                    continue
                then = SetsStanding(
                    (*before.plan, (more.g, more.wilds)),
                    before.left - more.wilds,
                    before.stray - more.mends,
                    before.colours + more.colour,
                    before.other + more.adds,
                    more.worth if more.worth > before.top else before.top,
                )
                found.append(then)
                if then.left:
                    longer.append((n + 1, then))
        level = longer
    return found


def going_out(facts: GroupFacts, found: Sequence[SetsStanding]) -> list[SetsStanding]:
    """Those of the standings with which a hand may go out, houses aside: the set that is needed is
    there, and no property is stray."""
    return [
        sets
        for sets in found
        if not sets.stray and (sets.colours or (sets.other and not facts.needs_colour))
    ]


def may_go_out(facts: GroupFacts, made: Collection[int], left: Sequence[str]) -> bool:
    """Whether a hand may go out with these sets, and with these cards left over that have to be in
    or on one."""
    return not left and any(not facts.needs_colour or facts.bit[g] for g in made)


# --- the cards of a reading ----------------------------------------------------------------------


def missing(edition: Edition, g: int, held: Sequence[str]) -> list[str]:
    """The cards of a group that are not among `held`, in deck order."""
    return [card for card in edition.groups[g].cards if card not in held]


def cards_of(edition: Edition, plan: Plan, held: Sequence[str]) -> tuple[str, ...]:
    """The properties a plan's wilds count as: of each group the first missing ones."""
    return tuple([card for g, more in plan for card in missing(edition, g, held)[:more]])


def cards_in(group: Group, mask: int) -> list[str]:
    """The cards of a group that are in a mask."""
    return [card for place, card in enumerate(group.cards) if mask >> place & 1] if mask else []


def lay_sets(
    edition: Edition, own: Sequence[int], known: Sequence[int], least: Sequence[int] | None
) -> tuple[dict[int, SetLaid], list[str]]:
    """The sets of a hand by group number, without improvements, and its properties left over.

    `own` and `known`: the masks of each group, without and with the cards that wilds count as;
    `least`: how many of a run are laid at least, None where all are.
    """
    facts = group_facts(edition)
    rows: dict[int, SetLaid] = {}
    left_out: list[str] = []
    for g, mask in enumerate(known):
        if not mask:
            continue
        group, number = edition.groups[g], mask.bit_count()
        cards = cards_in(group, own[g])
        if not facts.is_set(g, len(cards), number):
            left_out += cards
            continue
        lent = cards_in(group, mask & ~own[g])
        value = facts.worth[g]
        if facts.runs[g]:
            values = edition.values[group.id]
            used = run_length(values, number if least is None else least[g], number)
            for _ in range(number - used):  # left out: a wild before a real card
                if lent:
                    lent.pop()
                else:
                    left_out.append(cards.pop())
            value = values[str(used)]
        lying = (*cards, *[edition.wild] * len(lent))
        rows[g] = SetLaid(group.id, 0, False, 0, value, 0, tuple(lent), lying)
    return rows, left_out
