"""The parts of a hand where houses go up in sequence (classic-us, classic-uk, deluxe): an edition's
facts as numbers, and how the houses and hotels of a hand come to stand.

On how many sets a 1st house stands, a 2nd one and so on, and which of them are left over, depends
only on how many there are of each and on the number of colour sets. There are few such numbers, so
it is worked out once for each (`stand`).
"""

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from companion.rules.arrange.laid import SetLaid
from companion.rules.arrange.sets import GroupFacts, group_facts, weights
from companion.rules.edition import Edition
from companion.rules.hand import once_an_edition, remembered

HOTEL, TOKEN = 4, 5  # places in the vector of improvements, behind the four houses
NONE = bytes(6)


class BuiltOn(NamedTuple):
    """What is built on one colour set: how many houses, whether a hotel; the cards as they lie
    there, a wild as itself, and what the wilds among them count as."""

    houses: int
    hotel: bool
    cards: tuple[str, ...]
    wilds: tuple[str, ...]


class HousesStand(NamedTuple):
    """What is built on the colour sets, by falling base, and the cards that are left over."""

    built: tuple[BuiltOn, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class SequenceTables:
    """An edition's facts as numbers. Made once for each edition with its options."""

    place: dict[str, int]  # card -> slot: groups first, then improvements, wild, GO, majority
    slots: int
    weight: dict[str, int]  # for `tally`
    facts: GroupFacts
    hotel: int
    improvements: tuple[str, ...]
    wild: str
    go: str
    go_pays: int
    most_of: str


@once_an_edition
def tables(edition: Edition) -> SequenceTables:
    """The tables of an edition."""
    roles = edition.cards
    improvements = (*roles["houses"], roles["hotel"], roles["token"])
    place = {c: g for g, group in enumerate(edition.groups) for c in group.cards}
    count = len(edition.groups)
    for slot, card in enumerate((*improvements, roles["wild"], roles["go"], roles["most_of"])):
        place[card] = count + slot
    facts = group_facts(edition)
    return SequenceTables(
        place=place,
        slots=count + 9,
        weight=weights(facts, place),
        facts=facts,
        hotel=edition.price("hotel"),
        improvements=improvements,
        wild=roles["wild"],
        go=roles["go"],
        go_pays=edition.price("go"),
        most_of=roles["most_of"],
    )


@remembered
def ladder(t: SequenceTables, mask: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Colour sets of a mask by falling base, and the sums of the first 0, 1, 2 ... bases."""
    worth = t.facts.worth
    order = sorted((g for g in t.facts.colours if mask >> g & 1), key=lambda g: (-worth[g], g))
    return tuple(order), tuple(accumulate((worth[g] for g in order), initial=0))


@remembered
def stand(t: SequenceTables, own: bytes, lent: bytes, sets: int) -> HousesStand:
    """How houses and hotels stand on this number of colour sets. `own` are the real cards of each
    kind, `lent` the wilds that count as one; a real one is left over before a wild is."""
    standing, levels = sets, []
    left: list[str] = []
    for level in range(HOTEL + 1):
        real = own[level]
        standing = min(standing, real + lent[level])
        levels.append(standing)
        left += [t.improvements[level]] * (real - standing)
    built = []
    for rank in range(levels[0]):
        height = sum([number > rank for number in levels])
        hotel = height > HOTEL
        cards = t.improvements[:height]
        # Real cards are on the best sets, wilds on those after.
        wilds = tuple([card for card, real in zip(cards, own, strict=False) if rank >= real])
        lying = tuple([t.wild if card in wilds else card for card in cards])
        built.append(BuiltOn(height - hotel, hotel, lying, wilds))
    return HousesStand(tuple(built), tuple(left))


def put_improvements(
    t: SequenceTables, rows: dict[int, SetLaid], own: bytes, lent: bytes
) -> list[str]:
    """Puts houses and hotels on the colour sets by falling base, the tokens on the best set; the
    cards left over.

    `own` are the real cards of each kind, `lent` the wilds that count as one.
    """
    token = t.improvements[TOKEN]
    if not rows:
        return [*stand(t, own[:TOKEN], NONE, 0).left, *[token] * own[TOKEN]]
    order, _ = ladder(t, sum([t.facts.bit[g] for g in rows]))
    built, left = stand(t, own[:TOKEN], lent[:TOKEN], len(order))
    for g, (houses, hotel, cards, wilds) in zip(order, built, strict=False):
        bare = rows[g]
        rows[g] = replace(
            bare,
            houses=houses,
            hotel=hotel,
            value=bare.value + houses * t.facts.worth[g] + hotel * t.hotel,
            wilds=bare.wilds + wilds,
            cards=bare.cards + cards,
        )
    if tokens := own[TOKEN] + lent[TOKEN]:
        best, g = max([(one.value, g) for g, one in rows.items()])
        rows[g] = replace(
            rows[g],
            tokens=tokens,
            tokens_value=tokens * best,
            wilds=rows[g].wilds + (token,) * lent[TOKEN],
            cards=rows[g].cards + (token,) * own[TOKEN] + (t.wild,) * lent[TOKEN],
        )
    return [*left]
