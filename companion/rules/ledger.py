"""The ledger: the settled deals of one game, folded into its running sheet.

Nothing is stored and nothing is scored here: what was paid in a deal is taken as it is (so an old
deal stays paid whatever the program does today), and every total, rack and winner follows from the
deals in order. So does every dealer, but where a deal was corrected or struck out after the next
one was dealt: see `who_dealt`. The same deals always give the same sheet. Amounts are whole money,
points in Express.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Literal, Protocol

from companion.rules.bank import Exchange, Line, Rack, exchange, pay, slip
from companion.rules.deal import clockwise
from companion.rules.edition import Edition
from companion.rules.majority import with_most
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

    `jackpot_after` is the jackpot after the deal, None in an edition without jackpot;
    `jackpot_to` took `jackpot_paid` of it. `slips` are empty in points, `racks` (after the
    exchanges, proposed ones too) and `exchanges` are filled in Deluxe only. `after_end`: the game
    was already decided when this was dealt.
    """

    number: int
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
    after_end: bool = False


@dataclass(frozen=True)
class Sheet:
    """The running sheet of a game after its deals.

    `totals`, `leaders`, `racks` and `jackpot` are those of the moment. `leaders` are all with the
    highest total, nobody while nobody has been paid anything. `to_target` is what each is short
    of the target (0 when reached), None without one. `next_dealer` is given even when the game
    is over, for those who go on.

    `over` with `reason`, `winners` (seating order) and `over_after`, the number of the row that
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

    @property
    def over(self) -> bool:
        """Whether the game is decided."""
        return self.over_after is not None

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
) -> Sheet:
    """The sheet of a game: its players clockwise, its deals in order, who dealt the first, and who
    dealt each, where that does not follow from the deal before.

    The game ends after the deal in which a player reaches the target or the last agreed deal is
    played; when one deal does both, the target ended it. The highest total wins. On a tie all the
    tied win, or with option ``tie`` = ``play-on`` deals go on until one is ahead. Deals after the
    end are flagged `after_end`: the sheet shows them, and they change no winner.
    ValueError, naming the deal, for a player twice, a first dealer, a goer or a payout of
    somebody who is not at the table, a payout below zero or one the notes cannot make, and a
    jackpot above the payout of its winner. The number of players must be one of the edition.
    """
    seats = tuple(players)
    target, deals = edition.ending(len(seats))
    rows: list[Row] = []
    over_after: int | None = None
    reason: Reason | None = None
    winners: tuple[str, ...] = ()
    dealer = first_dealer
    last = _opening(edition, seats, first_dealer)
    for deal, known in zip(settled_deals, chain(dealers, repeat(None)), strict=False):
        dealer = known or dealer
        last = _row(edition, last, deal, dealer, after_end=over_after is not None)
        rows.append(last)
        if over_after is None:
            # Totals never fall, so an end once reached stays reached while a tie is played on.
            reason = reason or _end_reached(max(last.totals.values()), last.number, target, deals)
            winners = _winners(edition, last.totals) if reason else ()
            over_after = last.number if winners else None
        dealer = _next_dealer(edition.dealer, dealer, seats, last.payouts)
    return Sheet(
        players=seats,
        rows=tuple(rows),
        totals=last.totals,
        leaders=with_most(last.totals),
        next_dealer=dealer,
        target=target,
        deals=deals,
        to_target=_to_target(target, last.totals),
        jackpot=last.jackpot_after,
        racks=last.racks,
        over_after=over_after,
        reason=reason,
        winners=winners,
    )


def who_dealt(
    edition: Edition, players: Sequence[str], rows: Iterable[StoredDeal], first_dealer: str
) -> dict[int, str]:
    """Who dealt each deal, by its number: whose turn it was when the deal was closed. What is
    corrected or struck out later changes who deals next, never who has dealt.

    `rows` are all versions of all deals that were not undone, in the order they were stored. The
    first one of a number is the deal as it was closed.
    """
    seats = tuple(players)
    dealt: dict[int, str] = {}
    counts: dict[int, StoredDeal] = {}
    for row in rows:
        if row.number not in dealt:
            dealer = first_dealer
            if counts:
                last = max(counts)
                payouts = dict.fromkeys(seats, 0) | dict(counts[last].payouts)
                dealer = _next_dealer(edition.dealer, dealt[last], seats, payouts)
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
        number=0,
        dealer=dealer,
        payouts=nothing,
        totals=nothing,
        jackpot_after=jackpot,
        racks=dict.fromkeys(seats, ()) if with_racks else {},
    )


def _row(edition: Edition, last: Row, deal: SettledDeal, dealer: str, *, after_end: bool) -> Row:
    """The row of a deal that follows the row `last`."""
    number, seats = last.number + 1, tuple(last.totals)
    _check(number, deal, seats)
    payouts = {player: deal.payouts.get(player, 0) for player in seats}
    taken_by, taken, jackpot = None, 0, last.jackpot_after
    if deal.jackpot is not None:
        jackpot = deal.jackpot.next
        if deal.jackpot.paid_to is not None:
            taken_by, taken = deal.jackpot.paid_to, deal.jackpot.amount
    slips: dict[str, tuple[Line, ...]] = dict.fromkeys(seats, ())
    exchanges: dict[str, tuple[Exchange, ...]] = dict.fromkeys(seats, ())
    racks = dict(last.racks)
    try:
        for player in seats:
            if edition.money != "points":
                slips[player] = slip(payouts[player], taken if player == taken_by else 0)
            if racks:
                rack = pay(racks[player], payouts[player])
                racks[player], exchanges[player] = exchange(rack)
    except ValueError as error:
        raise ValueError(f"Deal {number}: {error}") from error
    return Row(
        number=number,
        dealer=dealer,
        went_out=deal.went_out,
        payouts=payouts,
        totals={player: last.totals[player] + payouts[player] for player in seats},
        jackpot_after=jackpot,
        jackpot_to=taken_by,
        jackpot_paid=taken,
        slips=slips,
        exchanges=exchanges,
        racks=racks,
        after_end=after_end,
    )


def decided(sheet: Sheet) -> Sheet:
    """The sheet as it was when the game was won; before the end, and when nothing was played on
    afterwards, the sheet itself. Deals after the end are not in it."""
    if sheet.over_after is None or sheet.over_after == sheet.rows[-1].number:
        return sheet
    rows = sheet.rows[: sheet.over_after]
    last = rows[-1]
    return replace(
        sheet,
        rows=rows,
        totals=last.totals,
        leaders=with_most(last.totals),
        next_dealer=sheet.rows[sheet.over_after].dealer,
        to_target=_to_target(sheet.target, last.totals),
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


def _end_reached(most: int, number: int, target: int | None, deals: int | None) -> Reason | None:
    if target is not None and most >= target:
        return "target"
    if deals is not None and number >= deals:
        return "deals"
    return None


def _winners(edition: Edition, totals: Mapping[str, int]) -> tuple[str, ...]:
    """Who wins with these totals when the end is reached; nobody while a tie is played on."""
    top = with_most(totals) or tuple(totals)
    return top if len(top) == 1 or edition.options["tie"] == "shared" else ()


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
