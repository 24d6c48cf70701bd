"""The lines of a sum as a ledger."""

import pytest

from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
from companion.web.parts.words import LedgerLine, ledger
from tests.settling import settle_cards


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Red set: £250.", ("Red set:", "£250")),
        ("2 GO cards: 2 × £200 = £400.", ("2 GO cards: 2\u00a0×\u00a0£200\u00a0=", "£400")),
        ("Orange set: 4 points.", ("Orange set:", "4 points")),
        ("Chance counts as a token.", ("Chance counts as a token.", "")),
        ("Ann: Total: 7 points", ("Ann: Total:", "7 points")),
    ],
    ids=[
        "set",
        "product",
        "points",
        "no-amount",
        "total",
    ],
)
def test_a_line_and_its_amount(line: str, shown: tuple[str, str]) -> None:
    assert ledger([line]) == [LedgerLine(*shown, total="Total" in line)]


def test_a_set_with_houses_adds_up_what_is_above_it() -> None:
    edition = load("classic-uk")
    hand = parse(edition, "dark-blue h1 h2 h3 red token go*2 mr-monopoly")
    settled = settle_cards(edition, players=["Ann", "Bob"], hands={"Ann": hand}, went_out="Ann")
    lines = ledger(settled.steps("Ann"))
    amounts = [int(one.amount[1:].replace(",", "")) for one in lines if not one.part]
    assert [one.what for one in lines if one.part] == ["Dark Blue with houses:"]
    assert sum(amounts[:-1]) == amounts[-1] == settled.payouts["Ann"]
