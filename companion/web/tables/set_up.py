"""What the set-up card shows: how to deal, how a turn goes, how the game ends."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules import texts
from companion.rules.bank import BAR
from companion.rules.deal import clockwise
from companion.rules.edition import Edition, Rule
from companion.rules.ledger import Sheet
from companion.rules.words import plural
from companion.store import Table
from companion.web.parts.options import house_rules
from companion.web.parts.words import result


def set_up(table: Table, sheet: Sheet, number: int) -> dict[str, Any]:
    """What the card shows for the next deal of a table, which has this number: what to deal to
    whom, what else to know before the first card, and who `won` where the game is over."""
    edition, players = table.edition, table.players
    told = texts.Told(edition, len(players))
    seat = edition.seats[len(players)]
    dealer, *others = clockwise(players, sheet.next_dealer)
    rest = sum(edition.deck.values()) - seat.dealt
    return {
        "edition": edition,
        "deal": number,
        "won": result(sheet) if sheet.over else "",
        "dealer": dealer,
        "order": [*others, dealer],
        "hand": plural(seat.hand, "card"),
        "opened": f"{seat.trade} face up" if seat.trade else "",
        "phantoms": seat.phantoms,
        "draw_pile": f"The other {plural(rest, 'card')} are the draw pile."
        if seat.draw_pile
        else "All cards are dealt. There is no draw pile.",
        "steps": tuple(_steps(edition, sheet, told.rules)),
        "ending": texts.ends(edition, len(players)),
        "notes": tuple(line for lines in told.notes.values() for line in lines),
        "options": tuple(house_rules(edition)),
        "unverified": told.unverified,
        "decisions": tuple(told.decisions.values()),
    }


def _steps(edition: Edition, sheet: Sheet, rules: Mapping[str, Rule]) -> Iterator[str]:
    """What else to know before the first card, and how the hand ends."""
    if sheet.jackpot is not None:
        if sheet.jackpot:
            yield f"The jackpot under the Bank is {edition.amount(sheet.jackpot)}."
        else:
            yield "There is no jackpot under the Bank now."
    if sheet.bars_left is not None:
        yield f"The bank has {plural(sheet.bars_left, 'gold bar')} of {edition.amount(BAR)}."
    if "reward-size" in rules:
        yield rules["reward-size"].text
