"""Every statement of the five rulebooks has an answer, and the answer is really there.

`statements.toml` says what answers there are; `ANSWERS` looks each of them up.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from companion.rules.contract import read
from companion.rules.edition import Edition
from companion.rules.edition_file import load
from companion.rules.payout import settle
from companion.rules.reading.reader import parse
from companion.rules.texts import Told
from tests.boxes import BOXES
from tests.rules.books.conftest import TextOf

ROOT = Path(__file__).resolve().parents[3]
EDITION_OF = {**{box: box for box in BOXES if box != "classic-us"}, "description": "classic-us"}
"""The edition that each book is about."""
BOOKS = tomllib.loads(Path(__file__).with_name("statements.toml").read_text(encoding="utf-8"))
WARNINGS = {"hand-size", "reward-size"}


@dataclass(frozen=True)
class Statement:
    """What a book says, and what answers it, by the kind of answer."""

    book: str
    says: str
    players: tuple[int, ...]
    answers: dict[str, list[str]]

    @property
    def edition(self) -> Edition:
        return load(EDITION_OF[self.book])


def statements() -> list[Any]:
    """All statements, named by book, place and first words."""
    found = []
    for book, places in BOOKS.items():
        numbers = tuple(load(EDITION_OF[book]).seats)
        for place, lines in places.items():
            for line in lines:
                answers = {
                    kind: [value] if isinstance(value, str) else value
                    for kind, value in line.items()
                    if kind not in ("says", "players")
                }
                says, players = line["says"], tuple(line.get("players", numbers))
                name = f"{book}: {place}: {' '.join(says.split()[:5])}"
                statement = Statement(book, says, players, answers)
                found.append(pytest.param(statement, id=name))
    return found


# --- what each kind of answer is looked up in -----------------------------------------------------


def is_note(statement: Statement, answer: str) -> None:
    """It is told with just these numbers of players."""
    told = [
        number
        for number in statement.edition.seats
        if answer in " ".join(chain(*Told(statement.edition, number).notes.values()))
    ]
    assert told == list(statement.players)


def is_rule(statement: Statement, answer: str) -> None:
    rule, _, piece = answer.partition(": ")
    for number in statement.players:
        assert piece in Told(statement.edition, number).rules[rule].text


def is_decision(statement: Statement, answer: str) -> None:
    decision, _, piece = answer.partition(": ")
    for number in statement.players:
        assert piece in Told(statement.edition, number).decisions[decision]


def is_check(statement: Statement, answer: str) -> None:
    for number in statement.players:
        assert answer in " ".join(Told(statement.edition, number).unverified)


def is_test(_statement: Statement, answer: str) -> None:
    """The function is in the file, and so is the name of a row in brackets."""
    path, _, node = answer.partition("::")
    name, _, row = node.removesuffix("]").partition("[")
    text = (ROOT / path).read_text(encoding="utf-8")
    assert f"\ndef {name}(" in text
    assert row in text


def is_deal(statement: Statement, answer: str) -> None:
    """``Ann goes out: brown = 50; Bob: go = 200``, and what else there is: ``reward``, ``wilds`` of
    Ann, the ``jackpot`` with what lies there next, ``problems``. Warnings need not be named."""
    edition = statement.edition
    line: dict[str, Any] = {"edition": edition.id, "players": ["Ann", "Bob"], "hands": {}}
    if edition.arrangement == "piles":
        line["stopped_early"] = "to the end" not in answer
    paid: dict[str, int] = {}
    problems: set[str] = set()
    next_jackpot = None
    for part in answer.split("; "):
        what, _, text = part.partition(": ")
        if what == "problems":
            problems = set(text.split())
        elif what == "jackpot":
            line["jackpot"], next_jackpot = map(int, text.split(", next "))
        elif what == "wilds":
            line["wilds"] = {"Ann": parse(edition, text)}
        elif what == "reward":
            line["reward"] = parse(edition, text)
        elif what != "to the end":
            player = what.removesuffix(" goes out")
            if player != what:
                line["went_out"] = player
            cards, amount = text.split(" = ")
            line["hands"][player] = parse(edition, cards)
            paid[player] = int(amount)
    deal = settle(*read(line))
    assert {player: deal.payouts[player] for player in paid} == paid
    assert {finding.rule for finding in deal.findings} - (WARNINGS - problems) == problems
    if next_jackpot is not None:
        assert deal.jackpot is not None
        assert deal.jackpot.next == next_jackpot


ANSWERS: dict[str, Callable[[Statement, str], None]] = {
    "note": is_note,
    "rule": is_rule,
    "decision": is_decision,
    "check": is_check,
    "test": is_test,
    "deal": is_deal,
}


@pytest.mark.parametrize("statement", statements())
def test_a_statement_is_answered(statement: Statement, text_of: TextOf) -> None:
    assert statement.says
    assert any(statement.answers.values()), "nothing answers it"
    for kind, answers in statement.answers.items():
        for answer in answers:
            if kind == "page":
                assert answer in text_of(f"/rules/{statement.edition.id}")
            else:
                ANSWERS[kind](statement, answer)


def test_all_five_books_are_there() -> None:
    assert BOOKS.keys() == EDITION_OF.keys()
    assert len(statements()) > 120
