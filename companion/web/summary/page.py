"""What the summary of a game shows, on the screen and on paper.

Amounts come from the stored settlements, totals from the ledger. Times are stored in UTC and shown
in the zone of the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, timedelta
from functools import cached_property
from itertools import groupby

from companion.game.player_records import Part, facts
from companion.game.times import LONGEST_EVENING, local_time
from companion.rules.bank import words
from companion.rules.edition import Edition
from companion.rules.ledger import Sheet, decided
from companion.rules.words import isolated, number_word, plural
from companion.store import ClosedDeal
from companion.store.rulings import StoredRuling
from companion.web.closed_deal.history import change_titles
from companion.web.parts import words as parts_words
from companion.web.parts.options import rules_in_force
from companion.web.parts.win import BestHand, FinalPlace, best_hand, ranking
from companion.web.parts.words import NONE, local_day, local_moment
from companion.web.sheet import page as sheet_page
from companion.web.sheet.page import SheetPage, SheetRow
from companion.web.summary import pad
from companion.web.summary.drawn import LARGE, MOST_ROWS, SMALL, DrawnHand, drawn
from companion.web.summary.luck import LuckTable

MOST_LINES, SOME_LINES, FEW_LINES = 21, 14, 7
"""Lines to print: on a single sheet, on one with room for the luck of the game or a wide chart, and
on one with room for large cards."""
PLAYERS_LINES = 4
"""Lines that the players count as: the chart beside fewer is as high, and of more the letters are
smaller."""
LONG_NOTE = 110
"""About as many characters of a note are as high as a deal."""
LONG_NAME = 24
"""A name with more characters takes up to three lines in the printed standing."""
MOST_FIGURES = 12
"""A payout and the total after it with more characters may take two lines in their column."""
TITLE_LENGTHS = (14, 24, 36)
"""The longest titles of the first three sizes, in characters."""


# --- the parts -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Ranked(FinalPlace):
    """One player of the ranking; `facts` are below `Summary.heads`. The first of them was paid in
    the deal with the number `best_deal`."""

    rack: str | None
    facts: tuple[str, ...]
    best_deal: int | None = None


@dataclass(frozen=True)
class DealLine:
    """One deal: the row of the sheet, the dealer, and how it ended; both are None when it was
    struck out. `dealt` and `out` are the seats of the dealer and of the player who went out, for
    their shapes, because names may be cut."""

    row: SheetRow
    dealer: str | None
    ended: str | None
    dealt: int | None = None
    out: int | None = None

    @property
    def lines_printed(self) -> int:
        """Two where a payout and the total after it do not stand beside each other."""
        figures = [len(cell.amount) + len(cell.total) for cell in self.row.cells]
        return 2 if max(figures, default=0) > MOST_FIGURES else 1


@dataclass(frozen=True)
class DisputeNote:
    """A correction or a ruling: what it is about, when, why, and the outcome."""

    title: str
    at: str
    when: str
    why: str
    lines: tuple[str, ...]

    @property
    def lines_printed(self) -> int:
        """How many lines of deals it is as high as: two, or more where it is long."""
        said = sum(map(len, (self.title, self.why, *self.lines, self.when)))
        return max(2, -(-said // LONG_NOTE))


@dataclass(frozen=True)
class PlayedTime:
    """When it was played: the day it began, and both where it ended on another. `lasted` is None
    when it was interrupted for a long time."""

    date: str
    days: str
    at: str
    span: str | None
    lasted: str | None


@dataclass(frozen=True)
class Summary:
    """The whole summary. `because` says why the game is over, before that what ends it. `sheet` is
    the page of the sheet, for the chart and the goal; `money` are sentences about the jackpot and
    the gold bars; `after` is about deals that were played after the end. Before the first deal that
    counts there are no `heads`."""

    title: str
    because: str
    edition: Edition
    place: str
    played: PlayedTime
    sheet: SheetPage
    heads: tuple[str, ...]
    ranking: tuple[Ranked, ...]
    players: tuple[str, ...]
    deals: tuple[DealLine, ...]
    best: BestHand | None
    money: tuple[str, ...]
    after: str | None
    rules: tuple[str, ...]
    amounts: tuple[str, ...]
    corrections: tuple[DisputeNote, ...]
    rulings: tuple[DisputeNote, ...]
    luck: LuckTable | None = None

    @property
    def disputed(self) -> bool:
        """Whether there are corrections or rulings."""
        return bool(self.corrections or self.rulings)

    @property
    def lines(self) -> int:
        """How many lines of players, deals and notes there are to print."""
        racks = sum(one.rack is not None for one in self.ranking)
        notes = sum(one.lines_printed for one in (*self.corrections, *self.rulings))
        deals = sum(one.lines_printed for one in self.deals)
        return len(self.ranking) + deals + len(self.money) + racks + notes

    @property
    def two_sheets(self) -> bool:
        """Whether the deals have a sheet of their own, behind the one for the wall."""
        return self.lines - len(self.ranking) + PLAYERS_LINES > MOST_LINES

    @property
    def luck_printed(self) -> bool:
        """Whether the sheet for the wall has room for the luck of the game."""
        return self.luck is not None and (self._lines_wrapped <= SOME_LINES or self.two_sheets)

    @property
    def wide_chart(self) -> bool:
        """Whether there is room for a chart as wide as the standing."""
        return self.two_sheets or self._printed <= SOME_LINES

    @cached_property
    def hand(self) -> DrawnHand | None:
        """The hand of the night, drawn."""
        if self.best is None:
            return None
        large = self.two_sheets or self._printed <= FEW_LINES
        hand = drawn(self.best.piles, LARGE if large else SMALL)
        return hand if hand.rows <= MOST_ROWS else drawn(self.best.piles, SMALL)

    @property
    def _lines_wrapped(self) -> int:
        """The lines, and the further ones of long names and of deals that came after the end."""
        names = 2 * sum(len(one.name) > LONG_NAME for one in self.ranking)
        return self.lines + names + (2 if self.after else 0)

    @property
    def _printed(self) -> int:
        """The wrapped lines together with those of the luck of the game."""
        return self._lines_wrapped + (len(self.ranking) + 1 if self.luck_printed else 0)

    @property
    def winner(self) -> int | None:
        """The seat of the only winner, whose colour the banner has."""
        winners = [one.seat for one in self.ranking if one.wins]
        return winners[0] if len(winners) == 1 else None

    @property
    def title_size(self) -> int:
        """How long the title is, from 1 for a short one to 4."""
        return 1 + sum(len(self.title) > most for most in TITLE_LENGTHS)


def summary(
    edition: Edition,
    sheet: Sheet,
    deals: Sequence[ClosedDeal],
    struck: Sequence[int],
    histories: Mapping[int, Sequence[ClosedDeal]],
    rulings: Sequence[StoredRuling],
    *,
    made_at: str,
    closed_at: str | None,
    zone: str = "",
    place: str = "",
) -> Summary:
    """The summary of a game as it stands.

    `deals` are those in force, in the order of the rows of `sheet`; `struck` are the numbers of
    struck-out deals. `histories` has every row of the deals that were corrected or struck out.
    `made_at` and `closed_at` are when the table was made and the deal closed that decided the game,
    or the last one, in its `zone`.
    Deals played after the end are in the list of deals and in `after`, and nowhere else.
    """
    whole = sheet_page.sheet_page(edition, sheet, deals, struck)
    final = decided(sheet)
    counted = deals[: len(final.rows)]
    parts = facts(edition, final, counted).parts
    page = whole
    if final is not sheet:
        at_the_end = sheet_page.sheet_page(edition, final, counted, struck)
        page = replace(at_the_end, rows=whole.rows, signs=whole.signs, after=whole.after)
    return Summary(
        title=title(edition, sheet) if whole.rows else f"No {edition.deal_word} yet",
        because=page.win.because if page.win else page.once_more or f"{page.goal}.",
        edition=edition,
        place=place,
        played=played(made_at, closed_at, zone),
        sheet=page,
        heads=tuple(_facts(edition, parts[0])) if final.rows else (),
        ranking=_ranking(edition, final, parts),
        players=sheet.players,
        deals=_deal_lines(edition, sheet, deals, page),
        best=page.win.best if page.win else best_hand(edition, counted),
        money=tuple(_money(edition, page)),
        after=_after(edition, sheet, page),
        rules=(f"{page.goal}.", *rules_in_force(edition)),
        amounts=pad.amounts(edition),
        corrections=corrections(edition, sheet.players, histories, zone),
        rulings=tuple(_rulings(edition, rulings, histories, zone)),
    )


def title(edition: Edition, sheet: Sheet) -> str:
    """Who won; before the end, who leads."""
    if sheet.over:
        return parts_words.result(sheet)
    if not sheet.leaders:
        return "Nobody is ahead yet"
    most = edition.amount(sheet.totals[sheet.leaders[0]])
    return f"{parts_words.leads(sheet)} so far with {most}"


def played(made_at: str, closed_at: str | None, zone: str) -> PlayedTime:
    """The time from making the table to closing its last deal, from minute to minute."""
    first = local_day(made_at, zone)
    if closed_at is None:
        return PlayedTime(first, first, made_at, None, None)
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
    return PlayedTime(first, days, made_at, span, _lasted(lasted) if short else None)


def _lasted(time: timedelta) -> str:
    hours, minutes = divmod(int(time.total_seconds()) // 60, 60)
    told = [plural(hours, "hour")] if hours else []
    if minutes:
        told.append(plural(minutes, "minute"))
    return " ".join(told)


# --- who -----------------------------------------------------------------------------------------


def _facts(edition: Edition, part: Part) -> dict[str, str]:
    """The facts about one player, by the heads of their columns."""
    best = edition.amount(part.best) if part.best else NONE
    if not edition.variant.has_goer:
        return {"Best round": best, "Monopolies": str(len(part.sets) or NONE)}
    jackpot = edition.has_jackpot
    award = "Jackpots" if jackpot else edition.label(edition.cards["most_of"])
    return {
        "Best hand": best,
        "Went out": str(part.out or NONE),
        parts_words.wiped_out(edition): str(part.wiped_out or NONE),
        award: str((part.jackpots if jackpot else part.awards) or NONE),
    }


def _ranking(edition: Edition, sheet: Sheet, parts: Sequence[Part]) -> tuple[Ranked, ...]:
    part_of = {part.name: part for part in parts}
    return tuple(
        Ranked(
            **vars(place),
            rack=words(sheet.racks[place.name], edition.currency) if sheet.racks else None,
            facts=tuple(_facts(edition, part_of[place.name]).values()) if sheet.rows else (),
            best_deal=part_of[place.name].best_deal if part_of[place.name].best else None,
        )
        for place in ranking(edition, sheet)
    )


# --- the deals -----------------------------------------------------------------------------------


def _deal_lines(
    edition: Edition, sheet: Sheet, deals: Sequence[ClosedDeal], page: SheetPage
) -> tuple[DealLine, ...]:
    kept = {deal.number: (deal, row) for deal, row in zip(deals, sheet.rows, strict=True)}
    seats = {player: seat for seat, player in enumerate(sheet.players)}
    lines = []
    for shown in page.rows:
        if shown.number not in kept:
            lines.append(DealLine(shown, None, None))
            continue
        deal, row = kept[shown.number]
        if edition.variant.has_goer:
            ended = row.went_out or "nobody"
        elif deal.entry.stopped_early:
            ended = "stopped"
        else:
            ended = f"all {number_word(len(edition.groups))} made"
        goer = seats.get(row.went_out or "")
        lines.append(DealLine(shown, row.dealer, ended, seats[row.dealer], goer))
    return tuple(lines)


def _money(edition: Edition, page: SheetPage) -> list[str]:
    """What is left at the end and belongs to nobody."""
    lines = []
    if page.jackpot not in (None, edition.amount(0)):
        lines.append(f"The jackpot under the Bank is {page.jackpot}.")
    if page.bars is not None:
        lines.append(f"Gold bars left in the bank: {page.bars}.")
    return lines


def _after(edition: Edition, sheet: Sheet, page: SheetPage) -> str | None:
    """Which deals were played after the end, and the totals with them."""
    if not page.after:
        return None
    totals = sheet.totals.items()
    more = ", ".join(f"{isolated(name)} {edition.amount(total)}" for name, total in totals)
    return f"{page.after} {more}."


# --- corrections and rulings ---------------------------------------------------------------------


def corrections(
    edition: Edition,
    players: Sequence[str],
    histories: Mapping[int, Sequence[ClosedDeal]],
    zone: str,
) -> tuple[DisputeNote, ...]:
    """Every correction that was not undone, the oldest first."""
    rows = {row.id: row for history in histories.values() for row in history}
    titles: dict[int, str] = {}
    for history in histories.values():
        titles |= change_titles(history)

    def change(row: ClosedDeal) -> str:
        return _change(edition, players, row, rows[row.replaces or 0])

    changes = [row for row in rows.values() if row.replaces in rows and not row.undone]
    changes.sort(key=lambda row: row.id)
    notes = []
    word = edition.deal_word.capitalize()
    for _, together in groupby(changes, key=lambda row: row.action_id):
        row, *others = together
        notes.append(
            DisputeNote(
                title=f"{word} {row.number}: {titles[row.id].lower()}",
                at=row.at,
                when=local_moment(row.at, zone),
                why=parts_words.remark(row.reason),
                lines=(
                    change(row),
                    *(f"{word} {other.number}: {change(other)}" for other in others),
                ),
            )
        )
    return tuple(notes)


def _change(edition: Edition, players: Sequence[str], row: ClosedDeal, old: ClosedDeal) -> str:
    """What a new row changes: every payout that differs."""
    if row.struck:
        return "It does not count."
    if old.struck:
        return "It counts again."
    amount = edition.amount
    changed = [
        f"{isolated(player)} {amount(old.owed(player))} → {amount(row.owed(player))}"
        for player in players
        if old.owed(player) != row.owed(player)
    ]
    return f"{', '.join(changed)}." if changed else "Everyone is paid the same."


def _rulings(
    edition: Edition,
    rulings: Sequence[StoredRuling],
    histories: Mapping[int, Sequence[ClosedDeal]],
    zone: str,
) -> Iterator[DisputeNote]:
    """Every ruling in force; it says so where its deal was changed since."""
    word = edition.deal_word.capitalize()
    for one in rulings:
        said = one.ruling.strip().splitlines()
        rows = [row.id for row in histories.get(one.number, ()) if not row.undone]
        outcome = parts_words.outcome_of(edition, one).lower()
        yield DisputeNote(
            title=f"{word} {one.number}, {one.player}’s hand: {outcome}",
            at=one.at,
            when=parts_words.when_ruled(zone, edition, one, max(rows, default=one.deal_id)),
            why=parts_words.remark(one.note),
            lines=(said[0],) if said else (),
        )
