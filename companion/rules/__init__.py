"""The rules of the game: cards in, rulings and payouts out. Standard library only.

Nothing in here knows of the web, a database, a clock or random numbers. The same input always
gives the same answer. The names below are for other programs: see docs/library.md.
"""

from companion.rules.contract import read, read_line
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.findings.finding import Finding
from companion.rules.ledger import Settled, Sheet, sheet
from companion.rules.options import with_options
from companion.rules.payout import settle
from companion.rules.reading.reader import CardReading, parse, read_cards
from companion.rules.refusal import Refusal
from companion.rules.settlement import Jackpot, Settlement
from companion.rules.texts import rule

__all__ = [
    "CardReading",
    "Deal",
    "Edition",
    "Finding",
    "Jackpot",
    "Refusal",
    "Settled",
    "Settlement",
    "Sheet",
    "edition_ids",
    "load",
    "parse",
    "read",
    "read_cards",
    "read_line",
    "rule",
    "settle",
    "sheet",
    "with_options",
]
