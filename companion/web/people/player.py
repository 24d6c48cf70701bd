"""What a player's page shows of their games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.player_records import Career, Played, Record, Tally
from companion.rules.edition import Edition, Group
from companion.rules.edition_file import edition_ids, load
from companion.rules.ledger import rank
from companion.rules.words import listed
from companion.web.parts.words import NONE, unit

LAST_GAMES = 16
"""Games that are drawn and listed one by one."""


@dataclass(frozen=True)
class InUnit:
    """What games of some boxes paid in one unit: all of them together, the last ones, and those of
    them that are drawn, the oldest first."""

    unit: str
    boxes: Sequence[Edition]
    tally: Tally
    last: Sequence[Played]
    drawn: Sequence[Played]


def player_page(career: Career) -> dict[str, Any]:
    """What the page of somebody who played shows. `boxes` and `units` are in the order of the
    boxes; in `latest` the unit that was played last is first, in `against` who played along
    most."""
    record = career.record
    boxes = [load(box) for box in edition_ids() if box in record.editions]
    shared_with = dict.fromkeys(person for others in record.shared for person in others)
    awarded = [box for box in boxes if "most_of" in box.roles and not box.has_jackpot]
    units = list(_units(boxes, career))
    latest = sorted(
        (one for one in units if one.last), key=lambda one: career.games.index(one.last[0])
    )
    against = sorted(record.against.items(), key=lambda one: (-one[1].games, one[0]))
    return {
        "career": career,
        "record": record,
        "boxes": [(box, record.editions[box.id]) for box in boxes],
        "shared_with": [career.names.get(person, person) for person in shared_with],
        "out_word": deal_word(box for box in boxes if box.way.has_goer),
        "award": listed(dict.fromkeys(box.label(box.roles["most_of"]) for box in awarded)),
        "units": units,
        "latest": latest,
        "sets": _sets(record),
        "against": [(career.names[person], beside) for person, beside in against],
        "more": len(career.games) > LAST_GAMES,
    }


def _units(boxes: Iterable[Edition], career: Career) -> Iterator[InUnit]:
    """The games by the unit of their amounts, for those are never added up."""
    of_unit: dict[str, list[Edition]] = {}
    for box in boxes:
        of_unit.setdefault(unit(box), []).append(box)
    for name, theirs in of_unit.items():
        tallies = [career.record.editions[box.id] for box in theirs]
        tally = Tally(
            deals=sum(one.deals for one in tallies), paid=sum(one.paid for one in tallies)
        )
        best = max(tallies, key=lambda one: (one.best_at is not None, one.best))
        tally.best, tally.best_at = best.best, best.best_at
        last = [game for game in career.games[:LAST_GAMES] if unit(game.table.edition) == name]
        drawn = [game for game in reversed(last) if game.result.deals]
        yield InUnit(name, theirs, tally, last, drawn)


def deal_word(boxes: Iterable[Edition]) -> str:
    """What these boxes call a deal; ``deal`` where they have two words."""
    words = {box.deal_word for box in boxes}
    return words.pop() if len(words) == 1 else "deal"


def place_of(game: Played) -> str:
    """Where a player came in, in words: ``2 of 4``."""
    if not game.result.over:
        return "still playing"
    finals = {part.name: part.final for part in game.result.parts}
    return f"{rank(finals, game.part.name)} of {len(finals)}"


def share(part: int, whole: int) -> str:
    """``31%``; ``–`` of nothing."""
    return f"{round(100 * part / whole)}%" if whole else NONE


def _sets(record: Record) -> list[tuple[Group, int]]:
    """How often each group was a set, the most often first; equals in the order of the board. The
    groups' names are those of the box that was played most often."""
    boxes = sorted(
        (box for box in edition_ids() if box in record.editions),
        key=lambda box: -record.editions[box].games,
    )
    groups: dict[str, Group] = {}
    for box in boxes:
        for group in load(box).groups:
            groups.setdefault(group.id, group)
    board = [group.id for group in load(edition_ids()[0]).groups]
    order = {group: place for place, group in enumerate([*board, *groups])}
    often = sorted(record.sets, key=lambda group: (-record.sets[group], order[group]))
    return [(groups[group], record.sets[group]) for group in often]
