"""What the summary of a game shows, on the screen and on paper.

Amounts come from the stored settlements, totals from the ledger. Times are stored in UTC and shown
in the zone of the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from functools import cached_property
from itertools import groupby
from typing import Any

from companion.game.times import LONGEST_EVENING, local_time
from companion.rules.edition import Edition
from companion.rules.words import isolated, plural
from companion.store import ClosedDeal, Table
from companion.store.results import Part, result_of
from companion.store.rulings import StoredRuling
from companion.web.parts.options import rules_in_force
from companion.web.parts.scores import Scores
from companion.web.parts.words import (
    NONE,
    change_titles,
    goal,
    leads,
    local_day,
    local_moment,
    once_more,
    outcome_of,
    remark,
    result,
    when_ruled,
    wiped_out,
)

TITLE_LENGTHS = (14, 24, 36)
"""The longest titles of the first three sizes, in characters."""


@dataclass(frozen=True)
class PlayedTime:
    """When it was played: on which day, or on which two; from when to when. `lasted` is None when
    it was interrupted for a long time."""

    days: str
    span: str | None
    lasted: str | None


@dataclass(frozen=True)
class DisputeNote:
    """A correction or a ruling: what it is about, when, why, and the outcome."""

    title: str
    at: str
    when: str
    why: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Summary:
    """A game on one page. Deals that were played after its end are in the list of deals and in
    `after`, and nowhere else."""

    scores: Scores
    played: PlayedTime
    corrections: tuple[DisputeNote, ...]
    rulings: tuple[DisputeNote, ...]
    luck: Mapping[str, Any] | None = None

    @property
    def final(self) -> Scores:
        """The game as it was when it was won; before its end as it is now."""
        return self.scores.decided

    @property
    def edition(self) -> Edition:
        """The edition as the table plays it."""
        return self.scores.edition

    # --- the words -------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """Who won; before the end, who leads."""
        sheet = self.scores.sheet
        if not self.scores.deals:
            return f"No {self.edition.deal_word} yet"
        if sheet.over:
            return result(sheet)
        if not sheet.leaders:
            return "Nobody is ahead yet"
        return f"{leads(sheet)} so far with {self.scores.most}"

    @property
    def because(self) -> str:
        """Why the game is over; before that what ends it."""
        sheet = self.scores.sheet
        if sheet.over:
            return self.scores.because
        return once_more(self.edition, sheet) or f"{goal(self.edition, sheet)}."

    @property
    def money(self) -> list[str]:
        """What is left at the end and belongs to nobody."""
        lines, sheet = [], self.final.sheet
        if sheet.jackpot_left:
            amount = self.edition.amount(sheet.jackpot_left)
            told = (
                "Nobody took the last jackpot:" if sheet.over else "The jackpot under the Bank is"
            )
            lines.append(f"{told} {amount}.")
        return lines

    @property
    def after(self) -> str:
        """Which deals were played after the end, and the totals with them; empty without any."""
        after, totals = self.scores.after_end, self.scores.sheet.totals.items()
        more = [f"{isolated(name)} {self.edition.amount(total)}" for name, total in totals]
        return f"{after} {', '.join(more)}." if after else ""

    @property
    def rules(self) -> list[str]:
        """What ends the game, and the rules in force."""
        return [f"{goal(self.edition, self.final.sheet)}.", *rules_in_force(self.edition)]

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """What each player did, by name."""
        final = self.final
        return {
            part.name: part for part in result_of(self.edition, final.sheet, final.standing).parts
        }

    @property
    def best_head(self) -> str:
        """The head of the column of the best hand."""
        return "Best hand" if self.edition.way.has_goer else "Best round"

    def facts(self, name: str) -> dict[str, str]:
        """What a player did, by the heads of the columns; empty before the first deal."""
        if not self.final.standing:
            return {}
        edition, part = self.edition, self.parts[name]
        best = edition.amount(part.best) if part.best else NONE
        if not edition.way.has_goer:
            return {self.best_head: best, "Monopolies": str(sum(part.sets.values()) or NONE)}
        jackpot = edition.has_jackpot
        award = "Jackpots" if jackpot else edition.label(edition.roles["most_of"])
        return {
            self.best_head: best,
            "Went out": str(part.out or NONE),
            wiped_out(edition): str(part.wiped_out or NONE),
            award: str((part.jackpots if jackpot else part.awards) or NONE),
        }

    @property
    def winner(self) -> int | None:
        """The seat of the only winner, whose colour the banner has."""
        sheet = self.scores.sheet
        return sheet.players.index(sheet.winners[0]) if len(sheet.winners) == 1 else None

    @property
    def title_size(self) -> int:
        """How long the title is, from 1 for a short one to 4."""
        return 1 + sum(len(self.title) > most for most in TITLE_LENGTHS)


def played(made_at: str, closed_at: str | None, zone: str) -> PlayedTime:
    """The time from making the table to closing its last deal, from minute to minute."""
    first = local_day(made_at, zone)
    if closed_at is None:
        return PlayedTime(first, None, None)
    closed_at = max(made_at, closed_at)
    start, end = (
        local_time(at, zone).replace(second=0, microsecond=0) for at in (made_at, closed_at)
    )
    lasted = end.astimezone(UTC) - start.astimezone(UTC)  # the clocks may change meanwhile
    short = timedelta(minutes=1) <= lasted <= LONGEST_EVENING
    began, ended = f"{start:%H:%M}", f"{end:%H:%M}"
    if start.date() == end.date():
        span, days = began if began == ended else f"{began} to {ended}", first
    else:
        last = local_day(closed_at, zone)
        span, days = f"{began} to {last}, {ended}", f"{first} to {last}"
    return PlayedTime(days, span, _lasted(lasted) if short else None)


def _lasted(time: timedelta) -> str:
    hours, minutes = divmod(int(time.total_seconds()) // 60, 60)
    told = [plural(hours, "hour")] if hours else []
    if minutes:
        told.append(plural(minutes, "minute"))
    return " ".join(told)


# --- corrections and rulings ---------------------------------------------------------------------

Histories = Mapping[int, Sequence[ClosedDeal]]
"""Every row of the deals that were corrected or struck out, by the number of the deal."""


def corrections(table: Table, histories: Histories) -> tuple[DisputeNote, ...]:
    """Every correction that was not undone, the oldest first."""
    rows = {row.id: row for history in histories.values() for row in history}
    titles: dict[int, str] = {}
    for history in histories.values():
        titles |= change_titles(history)

    def change(row: ClosedDeal) -> str:
        return _change(table, row, rows[row.replaces or 0])

    changes = [row for row in rows.values() if row.replaces in rows and not row.undone]
    changes.sort(key=lambda row: row.id)
    notes = []
    word = table.edition.deal_word.capitalize()
    for _, together in groupby(changes, key=lambda row: row.action_id):
        row, *others = together
        also = (f"{word} {other.number}: {change(other)}" for other in others)
        notes.append(
            DisputeNote(
                title=f"{word} {row.number}: {titles[row.id].lower()}",
                at=row.at,
                when=local_moment(row.at, table.zone),
                why=remark(row.reason),
                lines=(change(row), *also),
            )
        )
    return tuple(notes)


def _change(table: Table, row: ClosedDeal, old: ClosedDeal) -> str:
    """What a new row changes: every payout that differs."""
    if row.struck:
        return "It does not count."
    if old.struck:
        return "It counts again."
    amount = table.edition.amount
    changed = [
        f"{isolated(player)} {amount(old.owed(player))} → {amount(row.owed(player))}"
        for player in table.players
        if old.owed(player) != row.owed(player)
    ]
    return f"{', '.join(changed)}." if changed else "Everyone is paid the same."


def rulings_told(
    table: Table, rulings: Sequence[StoredRuling], histories: Histories
) -> Iterator[DisputeNote]:
    """Every ruling in force; it says so where its deal was changed since."""
    edition = table.edition
    for ruling in rulings:
        said = ruling.ruling.strip().splitlines()
        rows = [row.id for row in histories.get(ruling.number, ()) if not row.undone]
        now = max(rows, default=ruling.deal_id)
        hand = f"{edition.deal_word.capitalize()} {ruling.number}, {ruling.player}’s hand"
        yield DisputeNote(
            title=f"{hand}: {outcome_of(edition, ruling).lower()}",
            at=ruling.at,
            when=when_ruled(table.zone, edition, ruling, now),
            why=remark(ruling.note),
            lines=(said[0],) if said else (),
        )
