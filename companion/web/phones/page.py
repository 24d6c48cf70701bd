"""What the pages of joining and of the phones show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.rules.words import plural
from companion.store.phones import Phone


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat to choose: its player, which other phones hold it, and whether this one does."""

    number: int
    name: str
    held: str
    mine: bool


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """A phone of the table: whose hand it enters (None: it watches), its role, when it was seen."""

    id: int
    name: str | None
    keeps: bool
    mine: bool
    seen: str


def seats(players: Sequence[str], phones: Sequence[Phone], me: str) -> tuple[SeatChoice, ...]:
    """The seats of a table in order."""
    held = [one.seat for one in phones if one.phone != me]
    mine = [one.seat for one in phones if one.phone == me]
    return tuple(
        SeatChoice(
            number,
            name,
            plural(held.count(number), "phone", "phones") if number in held else "",
            number in mine,
        )
        for number, name in enumerate(players)
    )


def phone_lines(
    players: Sequence[str], phones: Sequence[Phone], me: str, now: str
) -> tuple[PhoneLine, ...]:
    """The phones of a table."""
    return tuple(
        PhoneLine(
            one.id,
            players[one.seat] if one.seat is not None and one.seat < len(players) else None,
            one.role == "scorekeeper",
            one.phone == me,
            ago(one.seen_at, now),
        )
        for one in phones
    )


def ago(then: str, now: str) -> str:
    """How long ago a phone was seen, no finer than it is kept."""
    minutes = int((datetime.fromisoformat(now) - datetime.fromisoformat(then)).total_seconds() / 60)
    if minutes < 12:
        return "here now"
    if minutes < 90:
        return f"here {minutes // 10 * 10} minutes ago"
    hours = minutes // 60
    if hours < 48:
        return f"here {plural(hours, 'hour', 'hours')} ago"
    return f"here {hours // 24} days ago"
