"""What a table writes down between deals, beside what the rules pay (docs/rules.md, section 9).

One kind of row for all of it: an adjustment of somebody's total, a name that is corrected, another
end of the game, who deals next, and where a game went on or came from.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Protocol

from companion.rules.bank import most_said, step_of
from companion.rules.edition import Edition
from companion.rules.options import with_options
from companion.rules.plain import Damaged, Player, length, shown, whole
from companion.rules.refusal import Refusal

EntryKind = Literal["adjustment", "name", "end", "dealer", "went-on", "came-from"]
END = ("target", "deals", "tie")
"""The options that an entry of the kind ``end`` has, all of them."""
MOST_CARRIED = 10**9
"""No total that is carried over is larger."""
LONGEST_NAME = 80
LONGEST_REASON = 200


@dataclass(frozen=True)
class Entry:
    """Something that was written down after the deal with the number `after`, 0 before the first.

    `player` is whose total, name or turn to deal it is about. An adjustment has `amount`, plus or
    minus, and `reason`; a name has what it `was` and the new `name`; an end has `end`, the options
    of `END`; a dealer may have been `drawn` at random. Where a game went on, or came from, `game`
    is the uid of the other game, and `code` that of its table then.
    """

    kind: EntryKind
    after: Annotated[int, whole(0, 2000)]
    player: Player | None = None
    amount: int = 0
    reason: Annotated[str, length(0, LONGEST_REASON), shown] = ""
    was: Annotated[str, length(0, LONGEST_NAME), shown] = ""
    name: Annotated[str, length(0, LONGEST_NAME), shown] = ""
    end: Mapping[str, Any] = field(default_factory=dict)
    drawn: bool = False
    game: Annotated[str, length(0, 32), shown] = ""
    code: Annotated[str, length(0, 16), shown] = ""

    def check(self, edition: Edition) -> None:
        """Damaged for an entry that no table of this box can write."""
        needs = HAS[self.kind]
        for name in ("player", "amount", "reason", "was", "name", "end", "game", "code"):
            if bool(getattr(self, name)) != (name in needs):
                there = "must be given" if name in needs else "must be left out"
                raise Damaged(f"{there} for this kind of entry.", name)
        if self.drawn and self.kind != "dealer":
            raise Damaged("must be left out for this kind of entry.", "drawn")
        if self.amount:
            whole(-MOST_CARRIED, MOST_CARRIED, step_of(edition.money))(self.amount)
        if self.kind == "end":
            check_end(edition, self.end)


HAS: Mapping[EntryKind, tuple[str, ...]] = {
    "adjustment": ("player", "amount", "reason"),
    "name": ("player", "was", "name"),
    "end": ("end",),
    "dealer": ("player",),
    "went-on": ("game", "code"),
    "came-from": ("game", "code"),
}
"""What each kind of entry has."""


def may_be_adjusted(edition: Edition, amount: int) -> bool:
    """Whether a table may adjust a total by this amount, plus or minus."""
    step, most = step_of(edition.money), most_said(edition.money)
    return amount != 0 and amount % step == 0 and abs(amount) <= most


def check_end(edition: Edition, end: Mapping[str, Any]) -> None:
    """Damaged where this is no end of a game of this box."""
    if set(end) != set(END):
        raise Damaged(f"must have {', '.join(END)}.", "end")
    try:
        with_options(edition, end)
    except Refusal as refusal:
        raise Damaged(refusal.message, "end") from None


def called(written: Sequence[str], entries: Iterable[Entry]) -> tuple[str, ...]:
    """What players are called after these entries. `written` are the names that the game began
    with, and that the entries have for `player`."""
    now = dict(zip(written, written, strict=True))
    for entry in entries:
        if entry.kind == "name" and entry.player is not None:
            now[entry.player] = entry.name
    return tuple(now.values())


def first_names(players: Sequence[str], entries: Iterable[Entry]) -> tuple[str, ...]:
    """The names that the game began with. `players` are those of today, which the entries have for
    `player`; they are all that were ever made, in order, those that were undone among them."""
    first: dict[str | None, str] = {}
    for entry in entries:
        if entry.kind == "name":
            first.setdefault(entry.player, entry.was)
    return tuple(first.get(player, player) for player in players)


class Numbered(Protocol):
    """A deal with its number."""

    @property
    def number(self) -> int: ...


def placed(deals: Sequence[Numbered], entries: Iterable[Entry]) -> dict[int, list[Entry]]:
    """The entries by how many of these deals come before them."""
    found: dict[int, list[Entry]] = {}
    for entry in entries:
        before = sum(deal.number <= entry.after for deal in deals)
        found.setdefault(before, []).append(entry)
    return found
