"""The fix of each problem: its share of the fewest cards that mend the hand.

`mend.fewest` looks at the hand as a whole; here what it asks for is given to the problems. Each
card to discard goes to one problem only. A card to add may be named by two (having no set, and the
group that it completes); it is one card all the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.rules.arrange.best import arrange
from companion.rules.edition import Edition
from companion.rules.findings import sequence, total
from companion.rules.findings.finding import Fault, Fix
from companion.rules.findings.mend import Mend, fewest, mended
from companion.rules.words import cards_listed, cards_said, listed

_HOLDING = {"sequence": sequence.holding, "total": total.holding}
NEEDS_A_SET = frozenset({"no-set", "needs-colour-group"})
_WITHOUT_SET = frozenset({"house-without-set", "hotel-without-set"})
_TAKES_HOUSES = (
    "house-out-of-sequence",
    "house-without-set",
    "hotel-without-four-houses",
    "hotel-without-set",
    "too-many-houses",
)


class _Share(NamedTuple):
    """What of the mend one problem asks for: groups to complete, and house cards."""

    groups: tuple[int, ...]
    add: tuple[str, ...]
    discard: tuple[str, ...]


def fixes(
    edition: Edition,
    cards: Sequence[str],
    declared: Sequence[str],
    faults: Sequence[Fault],
    read: tuple[str, ...],
) -> list[Fix]:
    """One fix for each fault of a hand that may not go out; all together let it go out, and ask for
    as few cards as any change of it. `read` is what its free wilds are read as in the faults.

    Declared wilds stay what they are, unless counting as other cards saves a card: every fix then
    says what they are to count as (`stand_in`).
    """
    holding = _HOLDING[edition.arrangement]
    mend = fewest(edition, holding(edition, cards, declared, read), {*cards, *declared})
    stands: tuple[str, ...] = ()
    if declared:
        free = fewest(edition, holding(edition, cards, (), ()), {*cards})
        assert free is not None  # wilds that are free keep no hand from going out
        if mend is None or free.cards < mend.cards:
            mend = free
            stands = arrange(edition, mended(edition, cards, mend), goer=True).readings
    assert mend is not None
    shares = _shared(edition, mend, cards, faults)
    return [
        _fix(edition, fault, share, mend, stands)
        for fault, share in zip(faults, shares, strict=True)
    ]


def _shared(
    edition: Edition, mend: Mend, cards: Sequence[str], faults: Sequence[Fault]
) -> list[_Share]:
    """The mend, divided among the faults; what belongs to none of them goes to the first."""
    away = list(mend.built.discard)
    for g in mend.gone:
        away += [card for card in edition.groups[g].cards if card in cards]
    groups, more = _groups_of(edition, mend, faults)
    discards: list[list[str]] = []
    for fault in faults:
        own = []
        for card in fault.cards if away else ():
            if card in away:
                away.remove(card)
                own.append(card)
        discards.append(edition.sort(own))
    if more:
        groups[0] = tuple(sorted({*groups[0], *more}))
    discards[0] += edition.sort(away)
    houses = [()] * len(faults)  # type: list[tuple[str, ...]]
    if mend.built.add:
        rules = [fault.rule for fault in faults]
        builder = next((rules.index(rule) for rule in _TAKES_HOUSES if rule in rules), 0)
        houses[builder] = mend.built.add
    return [*map(_Share, groups, houses, map(tuple, discards))]


def _groups_of(
    edition: Edition, mend: Mend, faults: Sequence[Fault]
) -> tuple[list[tuple[int, ...]], list[int]]:
    """The groups that each fault asks to complete, and those that none asks for. Having no set asks
    for the one that pays most; sets that only houses need are asked for by the houses."""
    told: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for fault in faults:
        groups: tuple[int, ...] = ()
        if fault.group is not None:
            if fault.group in mend.made:
                groups = (fault.group,)
        elif fault.rule in NEEDS_A_SET:
            colours = [g for g in mend.made if edition.groups[g].kind == "colour"]
            groups = (max(colours or mend.made),)
        elif fault.rule == "too-many-houses":
            own = {other.group for other in faults}
            groups = tuple([g for g in mend.made if g not in own and g not in taken])
        told.append(groups)
        taken.update(groups)
    return told, [g for g in mend.made if g not in taken]


def _fix(edition: Edition, fault: Fault, share: _Share, mend: Mend, stands: tuple[str, ...]) -> Fix:
    groups, houses, discard = share
    if stands and not mend.cards:
        text = f"Let {edition.label(edition.wild)} count as {cards_said(edition, stands)} instead."
        return Fix((), (), stands, text)
    rest = ""
    if not (groups or houses or discard) or (
        fault.rule in _WITHOUT_SET and len(discard) < len(fault.cards)
    ):
        rest = _the_rest(edition, fault, share, mend)
    made = tuple([(g, mend.add.get(g, ()), mend.made[g]) for g in groups])
    return _in_words(edition, fault.rule, made, houses, discard, rest, stands)


@lru_cache(maxsize=4096)  # the same few cards of a group come back all the time
def _in_words(
    edition: Edition,
    rule: str,
    made: tuple[tuple[int, tuple[str, ...], int], ...],
    houses: tuple[str, ...],
    discard: tuple[str, ...],
    rest: str,
    stands: tuple[str, ...],
) -> Fix:
    """The fix of one problem. `made`: the groups to complete, the cards to add to each and the
    wilds in it; `rest`: a sentence for a problem that asks for no card."""
    add: tuple[str, ...] = ()
    texts = []
    for g, lacking, wilds in made:
        add += lacking
        texts.append(_completed(edition, g, lacking, wilds))
    if houses:
        add += houses
        texts.append(f"Add {cards_said(edition, houses)}.")
    if discard:
        texts.append(_discarded(edition, rule, discard))
    if rest:
        texts.append(rest)
    if stands:
        wild = edition.label(edition.wild)
        texts.append(f"Let {wild} count as {cards_said(edition, stands)} then.")
    return Fix(add, discard, stands, " ".join(texts))


def _discarded(edition: Edition, rule: str, cards: tuple[str, ...]) -> str:
    out = edition.cards.get("out_of_jail")
    also = f", or add {edition.label(out)}" if out and rule == "jail" else ""
    return f"Discard {cards_said(edition, cards)}{also}."


def _completed(edition: Edition, g: int, add: tuple[str, ...], wilds: int) -> str:
    """What completes a group: the cards in `add`, and this number of wilds."""
    group, wild = edition.groups[g], edition.label(edition.wild)
    if not add:
        return f"{wild} completes {group.name} once the rest is fixed."
    names = cards_listed(edition, add)
    short = "One card" if len(add) == 1 else f"{len(add)} cards"
    helped = f" with {wild}" if wilds else ""
    if group.kind == "run":
        return f"{short} short: {names} would make a pair{helped}."
    return f"{short} short: {names} would complete {group.name}{helped}."


def _the_rest(edition: Edition, fault: Fault, share: _Share, mend: Mend) -> str:
    """What solves a problem that asks for no card of its own, or for fewer than it is about."""
    colours = [edition.groups[g].name for g in mend.made if edition.groups[g].kind == "colour"]
    if fault.rule not in _WITHOUT_SET or not colours:
        return "No extra card needed. The other fixes solve this too."
    sets = listed(colours, "and" if edition.variant.numbered_houses else "or")
    if share.discard or share.add:
        return f"{sets} can take the rest then."
    them = "it" if len(fault.cards) == 1 else "them"
    no_more = "" if share.groups else "No extra card needed. "
    return f"{no_more}{sets} can take {them} then."
