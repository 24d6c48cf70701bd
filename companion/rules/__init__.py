"""The rules of the game: cards in, rulings and payouts out. Standard library only.

Nothing in here knows of the web, a database, a clock or random numbers. The same input always
gives the same answer. The names below are for other programs: see docs/library.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.rules.contract import read, read_line
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.findings.finding import Finding
from companion.rules.hand import Refusal
from companion.rules.options import with_options
from companion.rules.payout import settle
from companion.rules.settlement import Jackpot, Settlement
from companion.rules.texts import rule

if TYPE_CHECKING:
    from companion.rules.ledger import Settled, Sheet, sheet
    from companion.rules.reading.reader import CardReading, parse, read_cards

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

_LATER = {
    **dict.fromkeys(("Settled", "Sheet", "sheet"), "companion.rules.ledger"),
    **dict.fromkeys(("CardReading", "parse", "read_cards"), "companion.rules.reading.reader"),
}
"""Names that are not needed to score a deal, and their modules. These are imported at the first
use: that saves an eighth of the time before the first line of `companion score`."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
