"""Which groups are sets, what a run is worth, and where wilds can complete or lengthen one."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from companion.rules.arrange.laid import SetBeingLaid
from companion.rules.edition import Edition

Plan = tuple[tuple[int, int], ...]
"""(group number, how many wilds stand for properties of it), each group once."""


class GroupFacts(NamedTuple):
    """An edition's groups by number. `worth`: a colour's base, a whole's value, of a run a table
    [cards that must be in it][cards that can be in it] -> value."""

    total: int
    colours: tuple[int, ...]
    others: tuple[int, ...]
    sizes: tuple[int, ...]
    runs: tuple[bool, ...]
    worth: tuple[Any, ...]
    wild_only: bool
    needs_colour: bool  # to go out: a colour set, not just any set

    def is_set(self, g: int, real: int, held: int) -> bool:
        """Whether `held` different cards of a group, `real` of them no wilds, are a set."""
        enough = held >= 2 if self.runs[g] else held == self.sizes[g]
        return enough and (real > 0 or self.wild_only)


def group_facts(edition: Edition) -> GroupFacts:
    """The facts of an edition's groups, with its values and options in force."""
    groups = edition.groups
    return GroupFacts(
        total=len(groups),
        colours=tuple(g for g, group in enumerate(groups) if group.kind == "colour"),
        others=tuple(g for g, group in enumerate(groups) if group.kind != "colour"),
        sizes=tuple(len(group.cards) for group in groups),
        runs=tuple(group.kind == "run" for group in groups),
        worth=tuple(
            run_values(edition.values[group.id], len(group.cards))
            if group.kind == "run"
            else edition.values[group.id]
            for group in groups
        ),
        wild_only=edition.options["wild_only_sets"],
        needs_colour=edition.policies["going_out_needs"] == "colour-set",
    )


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


def plans(
    facts: GroupFacts, real: Sequence[int], have: Sequence[int], free: int
) -> Iterator[tuple[Plan, Sequence[int], int]]:
    """Every way to spend up to `free` wilds on properties that complete or lengthen a set.

    `real` and `have`: different cards held of each group, without and with wilds already fixed.
    Gives the plan, what is then held of each group, and how many wilds are left.
    """
    yield (), have, free
    if not free:
        return
    choices = []
    for g, size in enumerate(facts.sizes):
        held = have[g]
        if held == size or not (real[g] or facts.wild_only):
            continue
        if facts.runs[g]:
            longest = min(free, size - held)
            choices += [(g, more) for more in range(1, longest + 1) if held + more >= 2]
        elif size - held <= free:
            choices.append((g, size - held))
    for length in range(1, free + 1):
        for plan in combinations(choices, length):
            left = free - sum(more for _, more in plan)
            if left < 0 or (length > 1 and len({g for g, _ in plan}) < length):
                continue
            held_then = list(have)
            for g, more in plan:
                held_then[g] += more
            yield plan, held_then, left


def missing(edition: Edition, g: int, held: Sequence[str]) -> list[str]:
    """The cards of a group that are not among `held`, in deck order."""
    return [card for card in edition.groups[g].cards if card not in held]


def cards_of(edition: Edition, plan: Plan, held: Sequence[str]) -> tuple[str, ...]:
    """The properties a plan's wilds stand for: of each group the first missing ones."""
    return tuple(card for g, more in plan for card in missing(edition, g, held)[:more])


def lay_sets(
    edition: Edition,
    facts: GroupFacts,
    cards: Sequence[str],
    wilds: Sequence[str],
    held: tuple[Sequence[int], Sequence[int]],
    least: Sequence[int],
) -> tuple[dict[int, SetBeingLaid], list[str]]:
    """The sets of a hand by group number, without improvements, and the properties left over.

    `held`: different cards of each group, without and with the wilds, which stand for `wilds`.
    """
    real, have = held
    wild = edition.cards["wild"]
    rows: dict[int, SetBeingLaid] = {}
    spare: list[str] = []
    for g in range(facts.total):
        if not have[g]:
            continue
        group = edition.groups[g]
        own = [card for card in group.cards if card in cards] if real[g] else []
        if not facts.is_set(g, real[g], have[g]):
            spare += own
            continue
        value = facts.worth[g]
        lent: list[str] = []
        if have[g] > len(own):
            lent = [card for card in group.cards if card in wilds and card not in own]
        if facts.runs[g]:
            values = edition.values[group.id]
            used = run_length(values, least[g], have[g])
            for _ in range(have[g] - used):  # left out: a wild before a real card
                if lent:
                    lent.pop()
                else:
                    spare.append(own.pop())
            value = values[str(used)]
        rows[g] = SetBeingLaid(group.id, own + [wild] * len(lent), lent, value)
    return rows, spare
