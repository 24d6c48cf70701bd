"""Which groups are sets, what a run is worth, and where wilds can complete or lengthen one."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from companion.rules.arrange.laid import SetBeingLaid
from companion.rules.edition import Edition

Plan = tuple[tuple[int, int], ...]
"""(group number, how many wilds count as properties of it), each group once."""


NEVER = 99
"""More cards than any hand has."""


class GroupFacts(NamedTuple):
    """An edition's groups by number. `worth`: a colour's base, a whole's value, of a run a table
    [cards that must be in it][cards that can be in it] -> value. `enough`: [group][cards held] ->
    whether that number of different cards is a set. `short`: [group][cards held] -> the fewest
    cards that complete or lengthen a set. `bit`: the group's place in a mask of colour sets, 0 for
    a group that is no colour."""

    total: int
    colours: tuple[int, ...]
    sizes: tuple[int, ...]
    runs: tuple[bool, ...]
    worth: tuple[Any, ...]
    enough: tuple[tuple[bool, ...], ...]
    short: tuple[tuple[int, ...], ...]
    bit: tuple[int, ...]
    group_at: dict[str, int]  # a property's group
    bit_at: dict[str, int]  # its place in a mask of its group's cards
    wild_only: bool
    needs_colour: bool  # to go out: a colour set, not just any set

    def is_set(self, g: int, real: int, held: int) -> bool:
        """Whether `held` different cards of a group, `real` of them no wilds, are a set."""
        return self.enough[g][held] and (real > 0 or self.wild_only)


def group_facts(edition: Edition) -> GroupFacts:
    """The facts of an edition's groups, with its values and options in force; made at the first
    use."""
    known: GroupFacts | None = edition.memo.get("groups")
    if known is not None:
        return known
    groups = edition.groups
    made = edition.memo["groups"] = GroupFacts(
        total=len(groups),
        colours=tuple(g for g, group in enumerate(groups) if group.kind == "colour"),
        sizes=tuple(len(group.cards) for group in groups),
        runs=tuple(group.kind == "run" for group in groups),
        worth=tuple(
            run_values(edition.values[group.id], len(group.cards))
            if group.kind == "run"
            else edition.values[group.id]
            for group in groups
        ),
        enough=tuple(
            tuple(
                held >= 2 if group.kind == "run" else held == len(group.cards)
                for held in range(len(group.cards) + 1)
            )
            for group in groups
        ),
        short=tuple(
            tuple(
                NEVER if held == size else max(1, 2 - held) if group.kind == "run" else size - held
                for held in range(size + 1)
            )
            for group, size in ((group, len(group.cards)) for group in groups)
        ),
        group_at={card: g for g, group in enumerate(groups) for card in group.cards},
        bit_at={c: 1 << place for group in groups for place, c in enumerate(group.cards)},
        bit=tuple(1 << g if group.kind == "colour" else 0 for g, group in enumerate(groups)),
        wild_only=edition.options["wild_only_sets"],
        needs_colour=edition.policies["going_out_needs"] == "colour-set",
    )
    return made


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


class SetsStanding(NamedTuple):
    """The sets of a hand once some of its wilds are properties.

    `plan`: those wilds, `left`: how many others there are; `stray`: groups with a card that has to
    be in a set and is in none; `colours`: the colour sets as a mask; `other` and `top`: sum and
    best of the other sets.
    """

    plan: Plan
    left: int
    stray: int
    colours: int
    other: int
    top: int


def standings(
    facts: GroupFacts,
    real: Sequence[int],
    have: Sequence[int],
    must: Sequence[int],
    least: Sequence[int] | None,
    free: int,
) -> list[SetsStanding]:
    """The sets for every way to spend up to `free` wilds on properties that complete or lengthen
    one. Those that spend wilds on fewer groups come first, then by the order of the groups.

    `real` and `have`: different cards held of each group, without and with wilds already fixed;
    `must`: those that have to be in a set to go out; `least`: how many of a run are laid at least,
    None where all are.

    The groups are looked at once. After that a plan only adds what its groups add to the sets that
    stand without any wild, for no group takes a card from another.
    """
    stray = colours = other = top = 0
    enough, wild_only = facts.enough, facts.wild_only
    for g, held in enumerate(have):
        if not held:
            continue
        if not (enough[g][held] and (wild_only or real[g])):
            stray += must[g] > 0
        elif facts.bit[g]:
            colours += facts.bit[g]
        else:
            worth = facts.worth[g]
            if facts.runs[g]:
                worth = worth[held if least is None else least[g]][held]
            other += worth
            if worth > top:
                top = worth
    first = SetsStanding((), free, stray, colours, other, top)
    return _spent(first, list(_steps(facts, real, have, must, least, free))) if free else [first]


def _spent(first: SetsStanding, steps: Sequence["_Step"]) -> list[SetsStanding]:
    """The sets without any step and with any of them together, a group once at most. The groups in
    `steps` are in order, so a step has to be compared with the one before only."""
    found, level = [first], [(0, first)]
    while level:
        longer = []
        for start, (plan, left, stray, colours, other, top) in level:
            for n in range(start, len(steps)):
                g, wilds, adds, worth, colour, mends = steps[n]
                if wilds <= left and (not plan or g != plan[-1][0]):
                    one = SetsStanding(
                        (*plan, (g, wilds)),
                        left - wilds,
                        stray - mends,
                        colours + colour,
                        other + adds,
                        worth if worth > top else top,
                    )
                    found.append(one)
                    if left > wilds:
                        longer.append((n + 1, one))
        level = longer
    return found


class _Step(NamedTuple):
    """Wilds spent on one group: what that adds to the other sets, the set's value if it is no
    colour, its place in the mask if it is one, and whether a stray card is in a set by it."""

    group: int
    wilds: int
    adds: int
    worth: int
    colour: int
    mends: bool


def _steps(
    facts: GroupFacts,
    real: Sequence[int],
    have: Sequence[int],
    must: Sequence[int],
    least: Sequence[int] | None,
    free: int,
) -> Iterator[_Step]:
    """Every way to complete or lengthen one group with up to `free` wilds."""
    short = facts.short
    for g, held in enumerate(have):
        wilds = short[g][held]
        if wilds > free or not (real[g] or facts.wild_only):
            continue
        if not facts.runs[g]:
            worth = 0 if facts.bit[g] else facts.worth[g]
            yield _Step(g, wilds, worth, worth, facts.bit[g], must[g] > 0)
            continue
        was_set = facts.enough[g][held]
        values = facts.worth[g]
        before = values[held if least is None else least[g]][held] if was_set else 0
        for then in range(held + wilds, min(held + free, facts.sizes[g]) + 1):
            worth = values[then if least is None else least[g]][then]
            yield _Step(g, then - held, worth - before, worth, 0, not was_set and must[g] > 0)


def going_out(facts: GroupFacts, found: Sequence[SetsStanding]) -> list[SetsStanding]:
    """Those of the standings with which a hand may go out, houses aside: the set that is needed is
    there, and no property is stray."""
    return [
        one
        for one in found
        if not one.stray and (one.colours or (one.other and not facts.needs_colour))
    ]


def may_go_out(facts: GroupFacts, made: Collection[int], left: Sequence[str]) -> bool:
    """Whether a hand may go out with these sets, and with these cards left over that have to be in
    or on one."""
    return not left and any(not facts.needs_colour or facts.bit[g] for g in made)


def missing(edition: Edition, g: int, held: Sequence[str]) -> list[str]:
    """The cards of a group that are not among `held`, in deck order."""
    return [card for card in edition.groups[g].cards if card not in held]


def cards_of(edition: Edition, plan: Plan, held: Sequence[str]) -> tuple[str, ...]:
    """The properties a plan's wilds count as: of each group the first missing ones."""
    return tuple([card for g, more in plan for card in missing(edition, g, held)[:more]])


def lay_sets(
    edition: Edition,
    facts: GroupFacts,
    cards: Sequence[str],
    wilds: Sequence[str],
    held: tuple[Sequence[int], Sequence[int]],
    least: Sequence[int],
) -> tuple[dict[int, SetBeingLaid], list[str]]:
    """The sets of a hand by group number, without improvements, and the properties left over.

    `held`: different cards of each group, without and with the wilds, which count as `wilds`.
    """
    real, have = held
    wild = edition.wild
    rows: dict[int, SetBeingLaid] = {}
    left_out: list[str] = []
    stray = False
    enough, sizes, wild_only = facts.enough, facts.sizes, facts.wild_only
    for g, group in enumerate(edition.groups):
        number = have[g]
        if not number:
            continue
        if not (enough[g][number] and (wild_only or real[g])):
            stray = True
            continue
        lent: list[str] = []
        if real[g] == sizes[g]:
            own = [*group.cards]
        else:
            own = [card for card in group.cards if card in cards]
            if number > len(own):
                lent = [card for card in group.cards if card in wilds and card not in own]
        value = facts.worth[g]
        if facts.runs[g]:
            values = edition.values[group.id]
            used = run_length(values, least[g], number)
            for _ in range(number - used):  # left out: a wild before a real card
                if lent:
                    lent.pop()
                else:
                    left_out.append(own.pop())
            value = values[str(used)]
        rows[g] = SetBeingLaid(group.id, own + [wild] * len(lent) if lent else own, lent, value)
    if stray:
        group_at = facts.group_at
        left_out += [card for card in cards if card in group_at and group_at[card] not in rows]
    return rows, left_out
