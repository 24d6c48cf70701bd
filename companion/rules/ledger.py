"""The ledger: the settled deals of one game, folded into its running sheet.

Nothing is stored and nothing is scored here: what was paid in a deal is taken as it is (so an old
deal stays paid whatever the program does today), and every total, rack and winner follows from the
deals in order, with what was written down between them. So does every dealer, but where a deal was
corrected or struck out after the next one was dealt: see `who_dealt`. The same deals and entries
always give the same sheet. Amounts are whole money, points in Express.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Literal, Protocol

from companion.rules.bank import Exchange, Line, Rack, exchange, notes, pay, slip
from companion.rules.deal import clockwise
from companion.rules.edition import Edition
from companion.rules.entries import Entry
from companion.rules.settlement import Jackpot

Reason = Literal["target", "deals"]


class SettledDeal(Protocol):
    """What the ledger reads of one closed deal; a Settlement has all of it.

    `payouts` include the jackpot; a player who is not in it was paid nothing. `jackpot` is None
    where the deal had none to decide. `went_out` is None when nobody did, and in Express.
    """

    @property
    def payouts(self) -> Mapping[str, int]: ...
    @property
    def jackpot(self) -> Jackpot | None: ...
    @property
    def went_out(self) -> str | None: ...


class StoredDeal(SettledDeal, Protocol):
    """A settled deal as it was stored: one of the versions of the deal with this number."""

    @property
    def number(self) -> int: ...
    @property
    def struck(self) -> bool: ...


@dataclass(frozen=True)
class Settled:
    """A `SettledDeal` as plain data, for deals read back from where they were kept."""

    payouts: Mapping[str, int]
    went_out: str | None = None
    jackpot: Jackpot | None = None


@dataclass(frozen=True)
class Row:
    """One deal on the sheet. Every mapping has every player, in seating order.

    `position` is its place on the sheet, from 1. A deal that is struck out has none, so it need not
    be the number of the deal.

    `totals` have the adjustments that were made before the deal. `jackpot_after` is the jackpot
    after the deal, None in an edition without jackpot; `jackpot_to` took `jackpot_paid` of it.
    `slips` are empty in points, `racks` (after the exchanges, proposed ones too) and `exchanges`
    are filled in Deluxe only. `target` and `deals` were the end of the game when it was closed.
    `after_end`: the game was already decided when this was dealt.
    """

    position: int
    dealer: str
    payouts: Mapping[str, int]
    totals: Mapping[str, int]
    jackpot_after: int | None
    racks: Mapping[str, Rack]
    went_out: str | None = None
    jackpot_to: str | None = None
    jackpot_paid: int = 0
    slips: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    exchanges: Mapping[str, tuple[Exchange, ...]] = field(default_factory=dict)
    target: int | None = None
    deals: int | None = None
    after_end: bool = False


@dataclass(frozen=True)
class Noted:
    """An entry on the sheet: it stands below the first `rows` rows. `totals` are those with it."""

    entry: Entry
    rows: int
    totals: Mapping[str, int]


@dataclass(frozen=True)
class Sheet:
    """The running sheet of a game after its deals.

    `notes` are the entries between the deals, in order; `adjusted` what they add to each player.
    `totals`, `leaders`, `racks` and `jackpot` are those of the moment. `leaders` are all with the
    highest total, nobody while nobody has been paid anything. `to_target` is what each is short
    of the target (0 when reached), None without one. `next_dealer` is given even when the game
    is over, for those who go on.

    `over` with `reason`, `winners` (seating order) and `over_after`, the position of the row that
    decided it; later rows change totals, never the winners. While the end is reached but the
    top is tied and the table plays on, `playing_on` is true and `reason` is what was reached.
    """

    players: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: Mapping[str, int]
    leaders: tuple[str, ...]
    next_dealer: str
    target: int | None
    deals: int | None
    to_target: Mapping[str, int] | None
    jackpot: int | None
    racks: Mapping[str, Rack]
    over_after: int | None
    reason: Reason | None
    winners: tuple[str, ...]
    notes: tuple[Noted, ...] = ()

    @property
    def adjusted(self) -> dict[str, int]:
        """What the adjustments come to, by player."""
        found = dict.fromkeys(self.players, 0)
        for noted in self.notes:
            if noted.entry.player is not None:
                found[noted.entry.player] += noted.entry.amount
        return found

    @property
    def over(self) -> bool:
        """Whether the game is decided."""
        return self.over_after is not None

    @property
    def jackpot_left(self) -> int | None:
        """What lies under the Bank when the last row is paid; None in an edition without a jackpot.
        Nothing where the game ends with the deal that took it: what is put there is for the next.
        """
        taken = bool(self.rows) and self.rows[-1].jackpot_to is not None
        return 0 if self.over and taken else self.jackpot

    @property
    def playing_on(self) -> bool:
        """Whether the end is reached, and a tie is played on."""
        return self.reason is not None and not self.over


def sheet(
    edition: Edition,
    players: Sequence[str],
    settled_deals: Iterable[SettledDeal],
    first_dealer: str,
    dealers: Iterable[str | None] = (),
    entries: Mapping[int, Sequence[Entry]] = {},
) -> Sheet:
    """The sheet of a game: its players clockwise, its deals in order, who dealt the first, who
    dealt each, where that does not follow from the deal before, and the entries by how many of the
    deals come before them. `edition` has the options that the game began with.

    The game ends after the deal in which a player has the target or the last agreed deal is played;
    when one deal does both, the target ended it. The highest total wins. On a tie all the tied win,
    or with option ``tie`` = ``play-on`` deals go on until one is ahead. Deals and entries after the
    end are on the sheet, and they change no winner. An adjustment ends no game: the end is looked
    at when a deal is closed.
    ValueError, naming the deal, for a player twice, a first dealer, a goer, a payout or an entry of
    somebody who is not at the table, a payout below zero or one the notes cannot make, and a
    jackpot above the payout of its winner. The number of players must be one of the edition.
    """
    fold = _Fold(edition, tuple(players), first_dealer)
    fold.note(entries.get(0, ()))
    for deal, known in zip(settled_deals, chain(dealers, repeat(None)), strict=False):
        fold.close(deal, known)
        fold.note(entries.get(len(fold.rows), ()))
    last, target = fold.last, fold.target
    return Sheet(
        players=fold.seats,
        rows=tuple(fold.rows),
        totals=last.totals,
        leaders=_ahead(last.totals),
        next_dealer=fold.dealer,
        target=target,
        deals=fold.deals,
        to_target=_to_target(target, last.totals),
        jackpot=last.jackpot_after,
        racks=last.racks,
        over_after=fold.over_after,
        reason=fold.reason,
        winners=fold.winners,
        notes=tuple(fold.notes),
    )


class _Fold:
    """A game while it is added up: `last` is how things stand, `dealer` who deals next."""

    def __init__(self, edition: Edition, seats: tuple[str, ...], first_dealer: str) -> None:
        self.edition, self.seats, self.dealer = edition, seats, first_dealer
        self.last = _opening(edition, seats, first_dealer)
        self.target, self.deals = edition.ending(len(seats))
        self.tie = edition.options["tie"]
        self.rows: list[Row] = []
        self.notes: list[Noted] = []
        self.over_after: int | None = None
        self.reason: Reason | None = None
        self.winners: tuple[str, ...] = ()

    def note(self, entries: Iterable[Entry]) -> None:
        """Adds what was written down here."""
        for entry in entries:
            if entry.player is not None:
                _seated(entry.player, self.seats, "A player of an entry")
            if entry.kind == "end":
                self.target, self.deals = entry.end["target"], entry.end["deals"]
                self.tie = entry.end["tie"]
            elif entry.kind == "dealer" and entry.player is not None:
                self.dealer = entry.player
            elif entry.kind == "adjustment" and entry.player is not None:
                self.last = _adjusted(self.last, entry.player, entry.amount)
            self.notes.append(Noted(entry, len(self.rows), self.last.totals))

    def close(self, deal: SettledDeal, known: str | None) -> None:
        """Adds a deal, which `known` dealt if it is given."""
        dealer = known or self.dealer
        row = _row(self.edition, self.last, deal, dealer)
        over = self.over_after is not None
        row = replace(row, target=self.target, deals=self.deals, after_end=over)
        self.last = row
        self.rows.append(row)
        if not over:
            self._look_at_end(row)
        self.dealer = _next_dealer(self.edition.dealer, dealer, self.seats, row.payouts)

    def _look_at_end(self, row: Row) -> None:
        """Whether the deal of this row ends the game. While a tie is played on, what was reached
        first stays the reason as long as it holds."""
        reached = _ends_reached(row)
        if self.reason not in reached:
            self.reason = reached[0] if reached else None
        top = _ahead(row.totals) or self.seats
        if self.reason and (len(top) == 1 or self.tie == "shared"):
            self.winners, self.over_after = top, row.position


def who_dealt(
    edition: Edition,
    players: Sequence[str],
    rows: Iterable[StoredDeal],
    first_dealer: str,
    entries: Sequence[Entry] = (),
) -> dict[int, str]:
    """Who dealt each deal, by its number: whose turn it was when the deal was closed, or who was
    set to deal it. What is corrected or struck out later changes who deals next, never who has
    dealt.

    `rows` are all versions of all deals that were not undone, in the order they were stored. The
    first one of a number is the deal as it was closed. `entries` are those in force, in order.
    """
    seats = tuple(players)
    chosen = [entry for entry in entries if entry.kind == "dealer"]
    dealt: dict[int, str] = {}
    counts: dict[int, StoredDeal] = {}
    for row in rows:
        if row.number not in dealt:
            dealer, last = first_dealer, max(counts, default=0)
            if counts:
                payouts = dict.fromkeys(seats, 0) | dict(counts[last].payouts)
                dealer = _next_dealer(edition.dealer, dealt[last], seats, payouts)
            for entry in chosen:
                if last <= entry.after < row.number:
                    dealer = entry.player or dealer
            dealt[row.number] = dealer
        if row.struck:
            counts.pop(row.number, None)
        else:
            counts[row.number] = row
    return dealt


def _opening(edition: Edition, seats: Sequence[str], dealer: str) -> Row:
    """How things stand before the first deal, as the row that the first one follows.

    ValueError for a player twice, and for a dealer who is not at the table.
    """
    if len(set(seats)) != len(seats):
        raise ValueError(f"A player is at the table twice: {', '.join(seats)}.")
    _seated(dealer, seats, "The first dealer")
    with_racks = edition.money == "racks"
    jackpot = edition.options.get("jackpot_start")
    nothing = dict.fromkeys(seats, 0)
    return Row(
        position=0,
        dealer=dealer,
        payouts=nothing,
        totals=nothing,
        jackpot_after=jackpot,
        racks=dict.fromkeys(seats, ()) if with_racks else {},
    )


def _adjusted(last: Row, player: str, amount: int) -> Row:
    """How things stand after an adjustment. A rack is laid out anew with the new total."""
    totals = {**last.totals, player: last.totals[player] + amount}
    racks = {**last.racks, player: _laid_out(totals[player])} if last.racks else last.racks
    return replace(last, totals=totals, racks=racks)


def _laid_out(total: int) -> Rack:
    """A rack with this total in the fewest notes; an empty one for a total below zero."""
    return exchange(notes(max(0, total)))[0]


def _row(edition: Edition, last: Row, deal: SettledDeal, dealer: str) -> Row:
    """The row of a deal that follows the row `last`. Whose total was below zero keeps of a payout
    what is above it."""
    number, seats = last.position + 1, tuple(last.totals)
    _check(number, deal, seats)
    payouts = {player: deal.payouts.get(player, 0) for player in seats}
    taken_by, taken, jackpot = None, 0, last.jackpot_after
    if deal.jackpot is not None:
        jackpot = deal.jackpot.next
        if deal.jackpot.paid_to is not None:
            taken_by, taken = deal.jackpot.paid_to, deal.jackpot.amount
    slips: dict[str, tuple[Line, ...]] = dict.fromkeys(seats, ())
    exchanges: dict[str, tuple[Exchange, ...]] = dict.fromkeys(seats, ())
    totals = {player: last.totals[player] + payouts[player] for player in seats}
    racks = dict(last.racks)
    try:
        for player in seats:
            if edition.money != "points":
                slips[player] = slip(payouts[player], taken if player == taken_by else 0)
            if racks and last.totals[player] < 0:
                racks[player] = _laid_out(totals[player])
            elif racks:
                rack = pay(racks[player], payouts[player])
                racks[player], exchanges[player] = exchange(rack)
    except ValueError as error:
        raise ValueError(f"Deal {number}: {error}") from error
    return Row(
        position=number,
        dealer=dealer,
        went_out=deal.went_out,
        payouts=payouts,
        totals=totals,
        jackpot_after=jackpot,
        jackpot_to=taken_by,
        jackpot_paid=taken,
        slips=slips,
        exchanges=exchanges,
        racks=racks,
    )


def decided(sheet: Sheet) -> Sheet:
    """The sheet as it was when the game was won; before the end, and when nothing was played or
    written down afterwards, the sheet itself. Deals and entries after the end are not in it."""
    end = sheet.over_after
    if end is None or (end == len(sheet.rows) and not any(one.rows >= end for one in sheet.notes)):
        return sheet
    rows = sheet.rows[:end]
    last = rows[-1]
    return replace(
        sheet,
        rows=rows,
        notes=tuple(one for one in sheet.notes if one.rows < end),
        totals=last.totals,
        leaders=_ahead(last.totals),
        next_dealer=sheet.rows[end].dealer if end < len(sheet.rows) else sheet.next_dealer,
        target=last.target,
        deals=last.deals,
        to_target=_to_target(last.target, last.totals),
        jackpot=last.jackpot_after,
        racks=last.racks,
    )


def deciding(sheet: Sheet, deals: Sequence[StoredDeal]) -> int | None:
    """The number of the deal that decided the game, of the deals that the sheet was made of; None
    before its end. Deals may follow it."""
    return None if sheet.over_after is None else deals[sheet.over_after - 1].number


def _to_target(target: int | None, totals: Mapping[str, int]) -> dict[str, int] | None:
    """What each is short of the target."""
    if target is None:
        return None
    return {player: max(0, target - total) for player, total in totals.items()}


def _seated(player: str, seats: Sequence[str], what: str) -> None:
    if player not in seats:
        raise ValueError(f"{what}, “{player}”, is not at the table: {', '.join(seats)}.")


def _check(number: int, deal: SettledDeal, seats: Sequence[str]) -> None:
    """The deal names only people at the table and takes money from nobody; else ValueError."""
    if deal.went_out is not None:
        _seated(deal.went_out, seats, f"Deal {number}: the player who went out")
    for player, amount in deal.payouts.items():
        _seated(player, seats, f"Deal {number}: a player who was paid")
        if amount < 0:
            raise ValueError(f"Deal {number}: {player} cannot be paid {amount:,}.")
    if deal.jackpot is not None and deal.jackpot.paid_to is not None:
        _seated(deal.jackpot.paid_to, seats, f"Deal {number}: who took the jackpot")


def rank(totals: Mapping[str, int], player: str) -> int:
    """1 for the highest total. Equal totals share a rank, and the next rank is left out."""
    return 1 + sum(total > totals[player] for total in totals.values())


def _ends_reached(row: Row) -> list[Reason]:
    """Which ends of the game are reached with the deal of this row; the target comes first."""
    ends: list[Reason] = []
    if row.target is not None and max(row.totals.values()) >= row.target:
        ends.append("target")
    if row.deals is not None and row.position >= row.deals:
        ends.append("deals")
    return ends


def _ahead(totals: Mapping[str, int]) -> tuple[str, ...]:
    """All with the highest total, in seating order; nobody while nobody has more or less than
    nothing."""
    most = max(totals.values())
    return tuple(name for name in totals if totals[name] == most) if any(totals.values()) else ()


def _next_dealer(
    policy: Literal["left", "top-scorer"],
    last: str,
    seats: Sequence[str],
    payouts: Mapping[str, int],
) -> str:
    """Who deals after this deal.

    ``left``: the next player clockwise (Deluxe, Collect the cards; Winning Moves 2017, Next
    round). ``top-scorer``: who scored most in the round; of several, the first to the left of
    the last dealer, who comes last (Express, Scoring a round).
    """
    _, *others = clockwise(seats, last)
    from_the_left = [*others, last]
    if policy == "left":
        return from_the_left[0]
    return max(from_the_left, key=payouts.__getitem__)  # max keeps the first of equals
