"""The bank: amounts into notes, the banker's slip, and the Deluxe racks with their gold bars.

Amounts are whole money (the bank does not know the currency; texts are given it). Nothing here
makes or loses money: what goes in as an amount comes out as notes of the same worth. An amount
that cannot be paid is an error (ValueError), never rounded.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

NOTES = (1000, 500, 100, 50)
"""The notes of every edition with money."""

BAR = 5000
"""What a gold bar is worth (Deluxe, Money and gold bars)."""

THOUSAND = 1000
THOUSANDS_FOR_A_BAR = 5
JACKPOT_NOTE = 500


def step_of(money: str) -> int:
    """What every amount of this kind (`Edition.money`) is a multiple of: the smallest note, or a
    point."""
    return 1 if money == "points" else min(NOTES)


def most_said(money: str) -> int:
    """The most of this kind that a table may say that a hand pays, or adjust a total by."""
    return 999 if money == "points" else 1_000_000


@dataclass(frozen=True)
class Note:
    """A number of notes of one value; a gold bar is a note of 5,000. The count is 1 or more."""

    value: int
    count: int


def worth(held: Iterable[Note]) -> int:
    """What notes and bars come to together."""
    return sum(note.value * note.count for note in held)


def notes(amount: int) -> tuple[Note, ...]:
    """The fewest notes that make the amount, the largest first, none with a count of 0.

    Each note divides the next larger one, so taking the largest first needs the fewest. Zero takes
    no notes. ValueError for an amount below zero, and for one that is no multiple of 50.
    Source: the banker pays all winnings (Classic UK, The deal; Next hand).
    """
    if amount < 0 or amount % NOTES[-1]:
        known = ", ".join(f"{value:,}" for value in NOTES)
        raise ValueError(f"{amount:,} cannot be paid in notes of {known}.")
    paid = []
    for value in NOTES:
        count, amount = divmod(amount, value)
        if count:
            paid.append(Note(value, count))
    return tuple(paid)


def notes_said(held: Iterable[Note], currency: str) -> str:
    """Notes as people say them: ``2 × $500, $100``; nothing at all is ``nothing``."""
    parts = []
    for note in held:
        name = f"{currency}{note.value:,}"
        is_bar = note.value == BAR
        one, many = (f"a {name} gold bar", f"{name} gold bars") if is_bar else (name, name)
        parts.append(one if note.count == 1 else f"{note.count} × {many}")
    return ", ".join(parts) or "nothing"


@dataclass(frozen=True)
class Line:
    """One line of a slip: what it is for, and the notes."""

    kind: Literal["winnings", "jackpot"]
    notes: tuple[Note, ...]


def slip(amount: int, jackpot: int = 0) -> tuple[Line, ...]:
    """What the banker hands to one player: the winnings, then the jackpot on a line of its own.

    `amount` is the whole payout, `jackpot` the part of it that lay under the Bank. The jackpot
    is paid in the 500s it was laid out in; what is left of one that is no multiple of 500, in
    the fewest notes. A line of nothing is left out, so a payout of 0 has no lines. ValueError
    for an amount that cannot be paid and for a jackpot below zero or above the payout.
    Source: Winning Moves 2017, Set up; Free Parking card.
    """
    if not 0 <= jackpot <= amount:
        raise ValueError(f"A jackpot of {jackpot:,} cannot be part of a payout of {amount:,}.")
    lines: list[Line] = []
    if amount > jackpot:
        lines.append(Line("winnings", notes(amount - jackpot)))
    if jackpot:
        count, rest = divmod(jackpot, JACKPOT_NOTE)
        large = (Note(JACKPOT_NOTE, count),) if count else ()
        lines.append(Line("jackpot", large + notes(rest)))
    return tuple(lines)


Rack = tuple[Note, ...]
"""What one player of Deluxe has been paid and holds: bars and 1,000s for all to see, and the small
notes beside the rack; the largest first."""


def by_value(held: Iterable[Note]) -> Counter[int]:
    """How many notes there are of each value."""
    return Counter({note.value: note.count for note in held})


def noted(held: Counter[int]) -> tuple[Note, ...]:
    """These counts as notes, the largest first. A count of 0 is left out."""
    return tuple(Note(value, count) for value, count in sorted(held.items(), reverse=True) if count)


@dataclass(frozen=True)
class Exchange:
    """One exchange of a player with the bank; `hand_in` and `take` are worth the same.

    `kind`: ``thousands``, small notes for 1,000s; ``bar``, five 1,000s for a gold bar. `required`
    is False for what the player may leave: the change of exactly 1,000, and a bar whose fifth 1,000
    comes from that change only.
    """

    kind: Literal["thousands", "bar"]
    hand_in: tuple[Note, ...]
    take: tuple[Note, ...]
    required: bool

    def text(self, currency: str) -> str:
        """The exchange as an instruction: ``hand in 2 × $500, take $1,000``."""
        told = (
            f"hand in {notes_said(self.hand_in, currency)}, take {notes_said(self.take, currency)}"
        )
        if self.required:
            return told
        return f"then {told}" if self.kind == "bar" else f"{told} (if you like)"


def on_rack(rack: Rack, currency: str) -> str:
    """What stands on a rack for all to see, and the small notes beside it:
    ``2 × $1,000; beside it: $500``."""
    shown = [note for note in rack if note.value >= THOUSAND]
    beside = [note for note in rack if note.value < THOUSAND]
    told = notes_said(shown, currency)
    return f"{told}; beside it: {notes_said(beside, currency)}" if beside else told


def pay(rack: Rack, amount: int) -> Rack:
    """The rack after a payout in the fewest notes, before any exchange.

    Its total grows by just the amount. ValueError for an amount that cannot be paid.
    """
    return noted(by_value(rack) + by_value(notes(amount)))


def exchange(rack: Rack) -> tuple[Rack, tuple[Exchange, ...]]:
    """The rack after a player's exchanges, and the exchanges in order.

    Small notes worth more than 1,000 must be changed for as many 1,000s as they make; at exactly
    1,000 the player may, and it is proposed. The notes to hand in are the largest first. Then a
    player without a bar changes the first five 1,000s for one. A player has one bar at most, and
    keeps it; so the six bars of the box are enough for its four players.

    The rack is the one after *all* exchanges, those that are only proposed too, because most
    players make them. A player who declines has the same money in other notes.

    Guaranteed: the total does not change; the small notes come to less than 1,000 afterwards; a
    rack just exchanged has nothing left to exchange. Source: Deluxe, Displaying your score.
    """
    done: list[Exchange] = []
    held = by_value(rack)
    thousands, small = held[THOUSAND], worth(note for note in rack if note.value < THOUSAND)
    if small >= THOUSAND:
        changed = small // THOUSAND
        hand_in = _largest_first(rack, THOUSAND * changed)
        take = (Note(THOUSAND, changed),)
        done.append(Exchange("thousands", hand_in, take, required=small > THOUSAND))
        held.subtract(by_value(hand_in))
        held[THOUSAND] += changed
    if held[THOUSAND] >= THOUSANDS_FOR_A_BAR and not held[BAR]:
        hand_in, take = (Note(THOUSAND, THOUSANDS_FOR_A_BAR),), (Note(BAR, 1),)
        proposed = small == THOUSAND and thousands < THOUSANDS_FOR_A_BAR
        done.append(Exchange("bar", hand_in, take, required=not proposed))
        held[THOUSAND] -= THOUSANDS_FOR_A_BAR
        held[BAR] += 1
    return noted(held), tuple(done)


def _largest_first(rack: Rack, amount: int) -> tuple[Note, ...]:
    """The largest small notes of the rack that make exactly this amount: a multiple of 1,000, and
    not more than all of its small notes are worth.

    There always are such notes. Each value divides the next larger one, so the rest that is still
    to be made is a multiple of every value when its turn comes.
    """
    picked = []
    for note in rack:
        taken = min(note.count, amount // note.value) if note.value < THOUSAND else 0
        if taken:
            picked.append(Note(note.value, taken))
            amount -= note.value * taken
    return tuple(picked)
