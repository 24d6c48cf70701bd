"""Dates, counts and short phrases that several pages use."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.game.correction import same_entry
from companion.game.times import local_time
from companion.names import one_line, plain_name
from companion.rules import bank
from companion.rules.deal import Deal
from companion.rules.edition import Edition, Rule
from companion.rules.entries import Entry
from companion.rules.findings.finding import Finding
from companion.rules.ledger import Sheet
from companion.rules.rank.hand_rank import HandRank
from companion.rules.texts import rule as rule_told
from companion.rules.words import capital, isolated, listed, number_word, plural
from companion.rules.written import slug
from companion.store import ClosedDeal, Table
from companion.store.games import purge_time
from companion.store.rulings import StoredRuling
from companion.web.parts.text_width import in_two_lines

NONE = "–"
"""In an empty cell of a table."""

LONGEST_FILE_NAME = 60

OUTCOMES = {
    "upheld": "The ruling stands",
    "corrected": "The hand was corrected",
    "agreed": "The table agreed otherwise",
}
"""The outcomes of a challenge, in words."""


def outcome_of(edition: Edition, ruling: StoredRuling) -> str:
    """What came of a challenge, in words."""
    if ruling.struck:
        return f"The {edition.deal_word} was struck out"
    return OUTCOMES[ruling.outcome]


def remark(stored: str | None) -> str:
    """A reason or a note as pages show it, whoever brought it; "" when there is nothing to read."""
    return one_line(stored or "")


def several_at_once(edition: Edition) -> str:
    """How to type more than one card in few words."""
    card = edition.roles.get("token") or max(edition.deck, key=edition.deck.__getitem__)
    cards = edition.plurals.get(card, f"{edition.label(card).lower()}s")
    return f"A colour means the whole set; “2 {cards}” means two."


def unit(edition: Edition) -> str:
    """What the amounts of an edition are in; only amounts in the same unit are added up."""
    return "points" if edition.money == "points" else edition.currency


def amounts_in(edition: Edition) -> str:
    """What stands above a table of amounts: ``Points``, ``Amounts in £``."""
    return "Points" if edition.money == "points" else f"Amounts in {edition.currency}"


def wiped_out(edition: Edition) -> str:
    """The head of a column about hands that paid nothing."""
    return "In jail" if "jail" in edition.roles else "Wiped out"


def goal(edition: Edition, sheet: Sheet) -> str:
    """What ends the game, in a few words."""
    money = None if sheet.target is None else f"somebody has {edition.amount(sheet.target)}"
    deals = None
    if sheet.deals is not None:
        left = sheet.deals - len(sheet.rows)
        deals = plural(sheet.deals, edition.deal_word)
        if left > 0 and sheet.rows and not sheet.over:
            deals += f" ({left} to go)"
    if money:
        return f"Play until {money}, at most {deals}" if deals else f"Play until {money}"
    return f"Play {deals}" if deals else "Play as long as you like"


def first_to(edition: Edition, sheet: Sheet) -> str:
    """What ends the game, as the head of its scores: ``First to £10,000``, ``4 rounds``."""
    deals = None if sheet.deals is None else plural(sheet.deals, edition.deal_word)
    if sheet.target is None:
        return deals or "As long as you like"
    target = f"First to {edition.amount(sheet.target)}"
    return f"{target}, at most {deals}" if deals else target


def number(amount: int) -> str:
    """An amount without its unit: ``3,600``, ``−50``."""
    return f"{amount:,}".replace("-", "−")


def entry_told(edition: Edition, entry: Entry) -> str:
    """What was written down between deals, in a sentence without its full stop."""
    player = isolated(entry.player or "")
    if entry.kind == "adjustment":
        sign = "+" if entry.amount > 0 else ""
        return f"{player}: {sign}{edition.amount(entry.amount)} ({isolated(entry.reason)})"
    if entry.kind == "name":
        return f"{isolated(entry.was)} is now called {isolated(entry.name)}"
    if entry.kind == "dealer":
        drawn = ", drawn at random" if entry.drawn else ""
        return f"{player} deals {edition.deal_word} {entry.after + 1}{drawn}"
    if entry.kind == "end":
        return f"The end is now: {end_told(edition, entry.end)}"
    where = "went on at" if entry.kind == "went-on" else "came from"
    return f"The game {where} table {entry.code}"


def end_told(edition: Edition, end: Mapping[str, Any]) -> str:
    """What ends a game, in a few words: ``somebody has £8,000, or 6 deals. A tie is shared``."""
    target, deals = end["target"], end["deals"]
    ends = [] if target is None else [f"somebody has {edition.amount(target)}"]
    ends += [] if deals is None else [f"{plural(deals, edition.deal_word)} are played"]
    tie = "they win together" if end["tie"] == "shared" else "play on"
    return f"{listed(ends, 'or') or 'play as long as you like'}; on a tie {tie}"


def who_went_out(edition: Edition, deal: Deal) -> str:
    """How the deal ended, in a few words."""
    if edition.way.has_goer:
        return "Nobody went out" if deal.went_out is None else f"{deal.went_out} went out"
    if deal.stopped_early:
        return "Stopped early"
    if deal.amounts:
        return "Points as the table said"
    return f"All {number_word(len(edition.groups))} monopolies were made"


def deals_played(edition: Edition, number: int) -> str:
    """``3 deals``, ``no deal yet``."""
    return plural(number, edition.deal_word) if number else f"no {edition.deal_word} yet"


UNCOUNTED_BOX = (
    "No rank and no luck are told: they were counted for a box with the usual house cards, and "
    "this one holds others."
)


def rank_told(rank: HandRank | None, reward: Sequence[str]) -> str:
    """How good a hand was that went out, in a sentence; empty for a hand without a rank. `reward`
    are the cards of its reward, which the rank leaves out."""
    if rank is None:
        return ""
    said = rank.sentence
    return f"Before the reward: {said[0].lower()}{said[1:]}" if reward else said


def leads(sheet: Sheet) -> str:
    """Who leads: ``Ann leads``, ``Ann and Bob lead``."""
    return f"{listed(sheet.leaders)} {'lead' if len(sheet.leaders) > 1 else 'leads'}"


def result(sheet: Sheet) -> str:
    """Who won."""
    names = listed(sheet.winners)
    return f"{names} win together!" if len(sheet.winners) > 1 else f"{names} wins!"


def once_more(edition: Edition, sheet: Sheet) -> str | None:
    """Says that a tie at the end is played on."""
    if not sheet.playing_on:
        return None
    top = edition.amount(max(sheet.totals.values()))
    names = listed(sheet.leaders or sheet.players)  # nobody leads while nobody was paid
    return f"{names} are tied at the top with {top}. Play one more {edition.deal_word}."


def whose_phone(table: Table, seat: int | None) -> str:
    """Names a phone by who sits in its seat: ``Ann’s phone``."""
    return "Another phone" if seat is None else f"{table.players[seat]}’s phone"


def local_day(at: str, zone: str) -> str:
    """The day of a stored time in this zone: ``3 Mar 2026``."""
    return _moment(local_time(at, zone), "%b %Y")


def local_moment(at: str, zone: str) -> str:
    """A stored time in this zone: ``21 Nov, 19:02``."""
    return _moment(local_time(at, zone), "%b, %H:%M")


def file_name(table: Table) -> str:
    """``companion-2026-11-21-anna-ben``: letters, digits and hyphens only, whatever the names."""
    day = local_time(table.created_at, table.zone)
    names = slug(plain_name(" ".join(table.players)))
    return f"companion-{day:%Y-%m-%d}-{names}"[:LONGEST_FILE_NAME].rstrip("-")


def when_ruled(zone: str, edition: Edition, ruling: StoredRuling, counts: int) -> str:
    """When a challenge was answered, and whether its deal was changed since; `counts` is the id of
    the deal's row that counts now."""
    when = local_moment(ruling.at, zone)
    since = ruling.deal_id != counts
    return f"{when}, before the {edition.deal_word} was changed" if since else when


def change_titles(rows: Sequence[ClosedDeal]) -> dict[int, str]:
    """What each row of a deal's history did to the deal, by the row's id."""
    by_id = {row.id: row for row in rows}
    return {row.id: _title(row, by_id.get(row.replaces or 0)) for row in rows}


def _title(row: ClosedDeal, old: ClosedDeal | None) -> str:
    if old is None:
        return "Entered"
    if row.struck:
        return "Struck out"
    if old.struck:
        return "Put back"
    if same_entry(old.entry, row.entry):
        return "Paid anew, because the jackpot changed"
    return "Corrected"


def local_purge_time(table: Table) -> str:
    """When a deleted table is removed, in its zone: ``22 Nov, 18:05``."""
    goes = purge_time(table.deleted_at or "")
    return _moment(local_time(goes.isoformat(), table.zone), "%b, %H:%M")


def _moment(moment: datetime, rest: str) -> str:
    """The day of the month without a zero before it, and the rest as `strftime` writes it."""
    return f"{moment.day} {moment:{rest}}"


# --- the lines of a sum --------------------------------------------------------------------------


@dataclass(frozen=True)
class LedgerLine:
    """A line of a sum: what it is for stands at the left (``3 houses on Red: 3 × £250 =``), the
    `amount` at the right (``£750``). Without an amount the text is the whole line. `part` says that
    it adds up lines above it: the set with its houses; `total` that it is the sum of a whole
    hand."""

    what: str
    amount: str = ""
    part: bool = False
    total: bool = False


_LINE = re.compile(r"(?P<what>.*[:=]) (?P<amount>[^\w\s]?[\d,]+(?: points?)?)\.?")
_SET, _TOTAL = " set:", "Total:"


def ledger(lines: Iterable[str]) -> list[LedgerLine]:
    """The lines of `rules.sum_lines.steps`, each with its amount apart. They are read from the
    text, for a closed deal and the file of a game keep the sum as it was told when it was paid."""
    found, name = [], None
    for line in lines:
        match = _LINE.fullmatch(line)
        if match is None:
            found.append(LedgerLine(line))
            continue
        what = unbroken(match["what"]).replace(" =", "\u00a0=")
        part = name is not None and what.startswith(f"{name} with ")
        name = what.removesuffix(_SET) if what.endswith(_SET) else name
        found.append(LedgerLine(what, match["amount"], part, what.endswith(_TOTAL)))
    return found


def unbroken(text: str) -> str:
    """The text, whose products stay on one line: ``4 × £100``."""
    return text.replace(" × ", "\u00a0×\u00a0")


# --- in templates --------------------------------------------------------------------------------


def cited(
    findings: Iterable[Finding], edition: Edition, players: Sequence[str]
) -> Iterator[tuple[Finding, Rule]]:
    """Each finding with its rule as these players play it; an empty one where it was cited
    before."""
    seen = set()
    for finding in findings:
        again = finding.rule in seen
        seen.add(finding.rule)
        yield finding, Rule("", "") if again else rule_told(edition, finding.rule, len(players))


FILTERS: dict[str, Callable[..., Any]] = {
    "amounts_in": amounts_in,
    "capital": capital,
    "day": local_day,
    "deals_played": deals_played,
    "cited": cited,
    "entry_told": entry_told,
    "file_name": file_name,
    "first_to": first_to,
    "goal": goal,
    "on_rack": bank.on_rack,
    "in_two_lines": in_two_lines,
    "isolated": isolated,
    "ledger": ledger,
    "listed": listed,
    "moment": local_moment,
    "number": number,
    "number_word": number_word,
    "once_more": once_more,
    "plural": plural,
    "purge_time": local_purge_time,
    "result": result,
    "several_at_once": several_at_once,
    "unbroken": unbroken,
    "who_went_out": who_went_out,
}
"""What templates say amounts, times and names with: ``{{ edition|goal(sheet) }}``."""
