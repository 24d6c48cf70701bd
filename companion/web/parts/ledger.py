"""The lines of a sum as a ledger: what it is for at the left, the amount at the right."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_LINE = re.compile(r"(?P<what>.*[:=]) (?P<amount>[^\w\s]?[\d,]+(?: points?)?)\.?")
_SET, _TOTAL = " set:", "Total:"


class LedgerLine(NamedTuple):
    """A line of a sum: ``3 houses on Red: 3 × £250 =`` and ``£750``. Without an amount the text is
    the whole line. `part` says that it adds up lines above it: the set with its houses; `total`
    that it is the sum of a whole hand."""

    what: str
    amount: str = ""
    part: bool = False
    total: bool = False


@lru_cache(maxsize=4096)
def _parted(line: str) -> tuple[str, str]:
    """What an amount is for, and the amount, "" without one; every tap shows most lines again."""
    match = _LINE.fullmatch(line)
    if match is None:
        return line, ""
    what, amount = match["what"], match["amount"]
    return unbroken(what).replace(" =", "\u00a0="), amount


def unbroken(text: str) -> str:
    """The text, whose products stay on one line: ``4 × £100``."""
    return text.replace(" × ", "\u00a0×\u00a0")


def ledger(lines: Iterable[str]) -> tuple[LedgerLine, ...]:
    """The lines of `rules.words.steps`, each with its amount apart."""
    found, name = [], None
    for line in lines:
        what, amount = _parted(line)
        if not amount:
            found.append(LedgerLine(line))
            continue
        part = name is not None and what.startswith(f"{name} with ")
        name = what.removesuffix(_SET) if what.endswith(_SET) else name
        found.append(LedgerLine(what, amount, part, what.endswith(_TOTAL)))
    return tuple(found)
