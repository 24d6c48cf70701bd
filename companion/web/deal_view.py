"""What the page of one deal shows, its history, and the preview of a correction. Frozen; pure.

Amounts, sums and problems come from the settlement that was kept when the deal was closed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from companion.rules.bank import BARS, Exchange, Line, Rack, notes, words
from companion.rules.edition import Edition
from companion.rules.ledger import Row
from companion.rules.referee import WARNINGS
from companion.rules.words import listed
from companion.web.corrections import Plan, same_entry
from companion.web.sheet_view import Kept, result, who_went_out


class Past(Kept, Protocol):
    """What is read of a row of a deal's history."""

    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def struck(self) -> bool: ...
    @property
    def undone(self) -> bool: ...
    @property
    def replaces(self) -> int | None: ...


def day(at: str) -> str:
    """When something was done, for people: ``21 Nov 2025, 18:05`` (UTC, as it is kept)."""
    moment = datetime.fromisoformat(at)
    return f"{moment.day} {moment:%b %Y, %H:%M} UTC"


# --- one deal ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """One card as it is drawn: its name, the two letters of its group or ``""``."""

    name: str
    mark: str
    more: int = 1


@dataclass(frozen=True)
class Pile:
    """Cards that lie together: a set, the bonus cards, or what is left over."""

    name: str
    mark: str
    amount: str | None
    cards: tuple[Card, ...]
    note: str | None = None


@dataclass(frozen=True)
class SlipLine:
    """One line of the banker's slip."""

    label: str
    text: str


@dataclass(frozen=True)
class Slip:
    """What the banker does for one player; without lines there is nothing to pay."""

    deal_id: int
    number: int
    seat: int
    player: str
    amount: str
    lines: tuple[SlipLine, ...]
    exchanges: tuple[str, ...]
    rack: str | None
    paid: bool


@dataclass(frozen=True)
class HandShown:
    """One player of a deal."""

    seat: int
    name: str
    amount: str
    total: str
    out: bool
    caught: str | None
    piles: tuple[Pile, ...]
    steps: tuple[str, ...]
    result: str
    slip: Slip | None


@dataclass(frozen=True)
class Problem:
    """Why the hand should not have gone out, or a warning; with the rule and where it stands."""

    message: str
    fix: str
    rule: str
    cite: str


@dataclass(frozen=True)
class Entry:
    """One entry of a deal's history, readable for ever. `lines` are, by player, the name, what
    was paid, and the cards in words; empty when it was struck out."""

    title: str
    at: str
    when: str
    reason: str | None
    undone: bool
    now: bool
    lines: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class DealPage:
    """One deal. `majority` explains who was paid for the most cards, or took the jackpot, and why.
    `pay_all` is the id of the deal when several are still to be paid."""

    number: int
    struck: bool
    text: str
    dealer: str | None
    hands: tuple[HandShown, ...]
    majority: str | None
    problems: tuple[Problem, ...]
    let_stand: bool
    pay_all: int | None
    bars: str | None
    reason: str | None
    history: tuple[Entry, ...]
    before: int | None = None
    after: int | None = None


def deal_page(
    edition: Edition,
    deal: Kept,
    row: Row,
    history: Sequence[Entry] = (),
    *,
    before: int | None = None,
    after: int | None = None,
) -> DealPage:
    """A deal that counts; `row` is its row of the sheet, `before` and `after` its neighbours."""
    hands = tuple(
        _hand(edition, deal, row, seat, player) for seat, player in enumerate(row.payouts)
    )
    unpaid = [hand for hand in hands if hand.slip and hand.slip.lines and not hand.slip.paid]
    return DealPage(
        number=deal.number,
        struck=False,
        text=who_went_out(edition, deal.entry),
        dealer=row.dealer,
        hands=hands,
        majority=majority(edition, deal.entry, deal.settlement),
        problems=problems(edition, deal.settlement),
        let_stand=deal.let_stand,
        pay_all=deal.id if len(unpaid) > 1 else None,
        bars=None if row.bars_left is None else f"{row.bars_left} of {BARS}",
        reason=deal.reason if deal.corrected else None,
        history=tuple(history),
        before=before,
        after=after,
    )


def struck_page(edition: Edition, number: int, deal: Kept, history: Sequence[Entry]) -> DealPage:
    """A deal that was struck out: nobody is paid; what was entered is in the history."""
    return DealPage(
        number=number,
        struck=True,
        text=who_went_out(edition, deal.entry),
        dealer=None,
        hands=(),
        majority=None,
        problems=(),
        let_stand=False,
        pay_all=None,
        bars=None,
        reason=deal.reason,
        history=tuple(history),
    )


def _hand(edition: Edition, deal: Kept, row: Row, seat: int, player: str) -> HandShown:
    detail = deal.settlement["hands"][player]
    *steps, result = detail["steps"]
    caught = detail["wiped_out"]
    return HandShown(
        seat=seat,
        name=player,
        amount=edition.amount(row.payouts[player]),
        total=edition.amount(row.totals[player]),
        out=player == row.went_out,
        caught=None if caught is None else edition.label(caught),
        piles=piles(edition, deal.entry, player, detail),
        steps=tuple(steps),
        result=result,
        slip=None if edition.money == "points" else _slip(edition, row, seat, player, deal),
    )


def _slip(edition: Edition, row: Row, seat: int, player: str, deal: Kept) -> Slip | None:
    lines, exchanges = row.slips[player], row.exchanges[player]
    if not lines and not exchanges:
        return None
    return Slip(
        deal_id=deal.id,
        number=deal.number,
        seat=seat,
        player=player,
        amount=edition.amount(row.payouts[player]),
        lines=tuple(slip_line(edition, line) for line in lines),
        exchanges=tuple(exchange_text(edition, one) for one in exchanges),
        rack=rack_text(edition, row.racks.get(player)),
        paid=player in deal.paid,
    )


def slip_line(edition: Edition, line: Line) -> SlipLine:
    """A line of the slip: what it is for, and the notes."""
    label = "Jackpot" if line.kind == "jackpot" else "Hand over"
    return SlipLine(label, line.text(edition.currency))


def exchange_text(edition: Edition, one: Exchange) -> str:
    """An exchange as a sentence."""
    text = one.text(edition.currency)
    return f"{text[0].upper()}{text[1:]}."


def rack_text(edition: Edition, rack: Rack | None) -> str | None:
    """What a rack shows (Deluxe)."""
    return None if rack is None else words(rack.notes, edition.currency)


def card_shown(edition: Edition, card: str, more: int = 1) -> Card:
    """A card with the mark of its group; cards of several groups or of none have no mark."""
    groups = edition.group_of.get(card, ())
    return Card(
        edition.label(card), edition.group(groups[0]).mark if len(groups) == 1 else "", more
    )


def _drawn(edition: Edition, cards: Iterable[str]) -> tuple[Card, ...]:
    counts = Counter(cards)
    return tuple(card_shown(edition, card, counts[card]) for card in edition.sort(list(counts)))


def piles(
    edition: Edition, entry: Mapping[str, Any], player: str, detail: Mapping[str, Any]
) -> tuple[Pile, ...]:
    """A hand as it lies on the table: the sets, the bonus cards, what is left over."""
    reward = entry.get("reward", ()) if entry.get("went_out") == player else ()
    rest = Counter([*entry["hands"].get(player, ()), *reward])
    loose = Counter(detail["wilds"])
    shown = []
    for one in detail["sets"]:
        group = edition.group(one["group"])
        cards = one.get("cards") or [card for card in group.cards if rest[card]]
        rest.subtract(cards)
        loose -= Counter(one["wilds"])
        shown.append(
            Pile(
                name=group.name,
                mark=group.mark,
                amount=edition.amount(one["value"] + one["tokens_value"]),
                cards=_drawn(edition, cards),
                note=_stand_for(edition, one["wilds"]),
            )
        )
    unused = Counter(detail["unused"])
    bonus = +(rest - unused)
    # A majority that is not paid is left over, and the wilds that stand for it with it.
    alone = sorted(loose.elements(), key=lambda card: card == edition.cards.get("most_of"))
    counted = bonus[edition.wild or ""]
    if bonus:
        note = _stand_for(edition, alone[:counted])
        shown.append(Pile("Bonus cards", "", None, _drawn(edition, bonus.elements()), note))
    if unused:
        name = "Caught: these cards pay nothing" if detail["wiped_out"] else "Pays nothing"
        note = _stand_for(edition, alone[counted:])
        shown.append(Pile(name, "", None, _drawn(edition, unused.elements()), note))
    return tuple(shown)


def _stand_for(edition: Edition, cards: Iterable[str]) -> str | None:
    stands = [edition.label(card) for card in cards]
    return f"{edition.label(edition.wild or '')} stands for {listed(stands)}." if stands else None


def problems(edition: Edition, settlement: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Every problem and warning that was found when the deal was settled."""
    shown = []
    for one in settlement["problems"]:
        rule = edition.rules.get(one["rule"])
        shown.append(
            Problem(
                one["message"],
                one["fix"]["text"],
                "" if rule is None else rule.text,
                "" if rule is None else rule.cite,
            )
        )
    return tuple(shown)


def _most_held(
    edition: Edition, entry: Mapping[str, Any], settlement: Mapping[str, Any]
) -> dict[str, int]:
    """How many cards for the majority everybody was counted with, wilds among them."""
    card = edition.cards["most_of"]
    held = {}
    for player, detail in settlement["hands"].items():
        cards = list(entry["hands"].get(player, ()))
        if player == entry.get("went_out"):
            cards += entry.get("reward", ())
        wilds = max(detail["wilds"].count(card), entry.get("wilds", {}).get(player, []).count(card))
        counts = edition.options["wiped_out_count"] or not detail["wiped_out"]
        held[player] = cards.count(card) + wilds if counts else 0
    return held


def majority(
    edition: Edition, entry: Mapping[str, Any], settlement: Mapping[str, Any]
) -> str | None:
    """Who had the most Mr. Monopoly or Free Parking cards, what it paid, and what becomes of the
    jackpot; None where there is nothing to tell."""
    if "most_of" not in edition.cards:
        return None
    jackpot = settlement["jackpot"]
    if entry.get("went_out") is None and edition.options["nobody_out"] == "void":
        stays = (
            "" if jackpot is None else f" The jackpot stays at {edition.amount(jackpot['next'])}."
        )
        return f"Nobody went out, so nobody is paid.{stays}"
    held = _most_held(edition, entry, settlement)
    most = max(held.values())
    card = edition.label(edition.cards["most_of"])
    first = [player for player, number in held.items() if number == most]
    prize = _prize(edition, settlement)
    if not most:
        if jackpot is None:
            return None
        told = f"Nobody has a {card} card, so nobody takes the jackpot."
    elif len(first) > 1:
        each = "1 card" if most == 1 else f"{most} cards"
        told = f"{listed(first)} tie for the most {card} ({each} each), so nobody gets it."
    else:
        number = "1 card" if most == 1 else f"{most} cards"
        caught = settlement["hands"][first[0]]["wiped_out"]
        told = f"{first[0]} has the most {card} ({number})"
        if prize is None or caught:
            why = f" but was caught with {edition.label(caught)}" if caught else ""
            told += f"{why}, so nobody gets it."
        else:
            told += f" and gets {prize}."
    if jackpot is None:
        return told
    now = edition.amount(jackpot["next"])
    if jackpot["paid_to"] is not None:
        return f"{told} {now} is laid there for the next deal."
    return f"{told} The jackpot is now {now}."


def _prize(edition: Edition, settlement: Mapping[str, Any]) -> str | None:
    """What the majority paid in this deal, None when nobody got it."""
    jackpot = settlement["jackpot"]
    if jackpot is not None:
        if jackpot["paid_to"] is None:
            return None
        return f"the jackpot of {edition.amount(jackpot['amount'])}"
    for detail in settlement["hands"].values():
        for bonus in detail["bonuses"]:
            if bonus["kind"] == edition.cards["most_of"]:
                return edition.amount(bonus["amount"])
    return None


# --- history -------------------------------------------------------------------------------------


def history(
    edition: Edition, players: Sequence[str], rows: Sequence[Past], now: int
) -> tuple[Entry, ...]:
    """Everything that was entered for one deal, the oldest first; `now` is the row that counts."""
    by_id = {row.id: row for row in rows}
    shown = []
    for row in rows:
        old = None if row.replaces is None else by_id.get(row.replaces)
        if old is None:
            title = "Entered"
        elif row.struck:
            title = "Struck out"
        elif old.struck:
            title = "Put back"
        elif same_entry(old.entry, row.entry):
            title = "Paid anew, because the jackpot changed"
        else:
            title = "Corrected"
        lines = () if row.struck else entry_lines(edition, players, row.entry, row.settlement)
        shown.append(
            Entry(title, row.at, day(row.at), row.reason, row.undone, row.id == now, lines)
        )
    return tuple(shown)


def entry_lines(
    edition: Edition,
    players: Sequence[str],
    entry: Mapping[str, Any],
    settlement: Mapping[str, Any],
) -> tuple[tuple[str, str, str], ...]:
    """An old entry, player by player: name, what was paid, the cards in words."""
    lines = []
    for player in players:
        told = _in_words(edition, entry["hands"].get(player, ())) or "no cards that count"
        wilds = list(entry.get("wilds", {}).get(player, ()))
        if player == entry.get("went_out"):
            if entry.get("reward"):
                told += f"; reward: {_in_words(edition, entry['reward'])}"
            wilds += entry.get("reward_wilds", ())
            told = f"went out with {told}"
        if wilds:
            stands = listed([edition.label(card) for card in wilds])
            told += f"; {edition.label(edition.wild or '')} as {stands}"
        lines.append((player, edition.amount(settlement["payouts"].get(player, 0)), told))
    return tuple(lines)


def _in_words(edition: Edition, cards: Sequence[str]) -> str:
    counts = Counter(cards)
    return ", ".join(
        edition.label(card) if counts[card] == 1 else f"{counts[card]} × {edition.label(card)}"
        for card in edition.sort(list(counts))
    )


# --- before a correction counts ------------------------------------------------------------------


@dataclass(frozen=True)
class Changed:
    """One payout that changes."""

    number: int
    player: str
    was: str
    now: str


@dataclass(frozen=True)
class Preview:
    """What a correction would do. `hand_over` is what then still changes hands if the old amounts
    were paid; `fingerprint` says which changes these are."""

    number: int
    strike: bool
    payouts: tuple[Changed, ...]
    hand_over: tuple[str, ...]
    notes: tuple[str, ...]
    faults: tuple[Problem, ...]
    warnings: tuple[str, ...]
    fingerprint: str


NOT_COUNTED = "does not count"


def preview(edition: Edition, plan: Plan) -> Preview:
    """The page between a correction and its confirmation."""
    return Preview(
        number=plan.changes[0].number,
        strike=plan.changes[0].struck,
        payouts=tuple(
            Changed(
                one.number,
                one.player,
                NOT_COUNTED if one.before is None else edition.amount(one.before),
                NOT_COUNTED if one.after is None else edition.amount(one.after),
            )
            for one in plan.payouts
        ),
        hand_over=tuple(
            _hand_over(edition, player, more) for player, more in plan.differences.items()
        ),
        notes=tuple(_notes(edition, plan)),
        faults=tuple(
            Problem(
                one.message,
                one.fix.text,
                edition.rules[one.rule].text,
                edition.rules[one.rule].cite,
            )
            for one in plan.faults
        ),
        warnings=()
        if plan.settlement is None
        else tuple(one.message for one in plan.settlement.findings if one.rule in WARNINGS),
        fingerprint=plan.fingerprint,
    )


def _hand_over(edition: Edition, player: str, more: int) -> str:
    amount = edition.amount(abs(more))
    if edition.money == "points":
        return f"{player} has {amount} {'more' if more > 0 else 'less'}."
    held = words(notes(abs(more)), edition.currency)
    told = "" if held == amount else f" ({held})"
    if more > 0:
        return f"{player} gets {amount} more{told}."
    return f"{player} gives {amount} back to the bank{told}."


def _notes(edition: Edition, plan: Plan) -> Iterable[str]:
    """What else is otherwise then: later jackpots, racks, dealer, winner."""
    before, after = plan.before, plan.after
    if plan.settled_again:
        deals = "Deal" if len(plan.settled_again) == 1 else "Deals"
        numbers = listed(str(number) for number in plan.settled_again)
        again = "is worked out again" if deals == "Deal" else "are worked out again"
        yield f"{deals} {numbers} {again}, because another jackpot lies there then."
    if before.jackpot is not None and after.jackpot is not None and before.jackpot != after.jackpot:
        yield (
            f"The jackpot under the Bank is then {edition.amount(after.jackpot)}, "
            f"not {edition.amount(before.jackpot)}."
        )
    for player, rack in after.racks.items():
        if rack != before.racks[player]:
            yield f"The rack of {player} then shows {words(rack.notes, edition.currency)}."
    if after.over and (not before.over or before.winners != after.winners):
        yield f"Then {result(after)}"
    elif before.over and not after.over:
        yield "Then the game is not over yet."
    if not after.over and before.next_dealer != after.next_dealer:
        yield f"Then {after.next_dealer} deals next."
