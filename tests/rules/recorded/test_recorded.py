"""What the rules say of 160 made-up deals, as data and without the words, deal by deal; and how
250 made-up texts are read, piece by piece.

The other tests say why an answer is right. This one notices when any answer changes. After a change
that is meant, look at what differs and record the answers anew::

    python -m tests.rules.recorded.test_recorded
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.reading import dictated, scanned, spoiled
from companion.rules.contract import read
from companion.rules.dispute.one_card_away import one_card_away
from companion.rules.dispute.open_questions import open_questions
from companion.rules.dispute.other_editions import RuleAtWork, elsewhere
from companion.rules.dispute.slips import slips
from companion.rules.edition_file import edition_ids, load
from companion.rules.payout import settle
from companion.rules.reading.reader import read_cards
from companion.rules.texts import rule
from tests.boxes import BOXES
from tests.deals import ME, Line
from tests.made_up import made_up_deal

DEALS = Path(__file__).with_name("deals.jsonl")
TEXTS = Path(__file__).with_name("readings.jsonl")
NUMBERS = {
    "classic-uk": 50,
    "winning-moves-2017": 60,
    "express": 20,
    "classic-us": 20,
    "deluxe": 10,
}
TEXTS_EACH = 50


def answer(line: Line) -> dict[str, Any]:
    """The ruling on a deal, what is one card away from Ann's hand and what slips would give."""
    settlement = settle(*read(line))
    whole = settlement.as_json()
    for problem in whole["problems"]:
        del problem["message"], problem["fix"]["text"]
    for hand in whole["hands"].values():
        del hand["steps"]
    near = one_card_away(settlement, ME)
    return {
        **whole,
        "near": [[one.add, one.discard, one.pays] for one in near.changes],
        "others": _numbers(" ".join(near.lines[len(near.changes) :])),
        "slips": sorted({amount for _, amount in slips(settlement, ME)}),
        "questions": [[one.decision, _numbers(one.then)] for one in open_questions(settlement, ME)],
        "elsewhere": [
            [one.edition.id, one.legal, one.pays, one.left_out]
            + [[why.rule, _numbers(_told(why))] for why in one.why]
            for one in elsewhere(settlement, ME)
        ],
    }


def _told(why: RuleAtWork) -> str:
    """The rule as the other table plays."""
    return rule(why.ruled.edition, why.rule, len(why.ruled.deal.players)).text


def _numbers(text: str) -> list[str]:
    return re.findall(r"[0-9][0-9,]*", text)


def pieces(edition_id: str, text: str) -> list[list[Any]]:
    """How a text is read: of every piece where it is and what it was taken as."""
    return [
        [one.kind, one.start, one.end, one.cards, one.sure, one.choices, one.guesses]
        for one in read_cards(load(edition_id), text).pieces
    ]


def recorded(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("edition_id", NUMBERS)
def test_every_answer_is_as_it_was_recorded(edition_id: str) -> None:
    rows = [row for row in recorded(DEALS) if row["deal"]["edition"] == edition_id]
    assert len(rows) == NUMBERS[edition_id]
    for row in rows:
        assert json.loads(json.dumps(answer(row["deal"]))) == row["answer"], row["deal"]


@pytest.mark.skipif(
    {*edition_ids()} != {*BOXES},
    reason="the names of a further box are known to be no cards of these",
)
@pytest.mark.parametrize("edition_id", BOXES)
def test_every_text_is_read_as_it_was_recorded(edition_id: str) -> None:
    rows = [row for row in recorded(TEXTS) if row["edition"] == edition_id]
    assert len(rows) == TEXTS_EACH
    for row in rows:
        assert json.loads(json.dumps(pieces(edition_id, row["text"]))) == row["pieces"], row["text"]


def _made_up_texts(edition_id: str, random: Random) -> Iterator[str]:
    """Hands as they are dictated and scanned, lists, and rows of words; some misspelled."""
    edition = load(edition_id)
    pool = [card for card, copies in edition.deck.items() for _ in range(copies)]
    marks = (" ", ", ", "\n", "; ", "-", ",", "/", " x ", " = ", "")
    said = "two 2x x2 *2 the a and no not first 2nd 3 houses house tokens ( ) . 1. 2) £400 all blue"
    names = [word for name in edition.names.values() for word in name.split()] + said.split()
    for number in range(TEXTS_EACH):
        cards = random.sample(pool, random.randint(2, 10))
        wrong = random.choice((0.05, 0.1, 0.2))
        if number % 5 == 0:
            yield spoiled(random, dictated(random, edition, cards), wrong / 2)
        elif number % 5 == 1:
            yield scanned(random, edition, cards, wrong)
        elif number % 5 == 2:
            listed = enumerate((edition.names[card] for card in cards), 1)
            yield spoiled(random, "\n".join(f"{place}. {name}" for place, name in listed), wrong)
        else:
            row = [f"{word}{random.choice(marks)}" for word in random.choices(names, k=8)]
            yield spoiled(random, "".join(row), random.choice((0, 0, 0.1)))


def record() -> None:
    """Writes the answers anew; deals and texts stay what they are once they are written."""
    random = Random("recorded")
    if DEALS.exists():
        lines = [row["deal"] for row in recorded(DEALS)]
    else:
        lines = [made_up_deal(edition, random) for edition, n in NUMBERS.items() for _ in range(n)]
    if TEXTS.exists():
        texts = [(row["edition"], row["text"]) for row in recorded(TEXTS)]
    else:
        texts = [(one, text) for one in BOXES for text in _made_up_texts(one, random)]
    _write(DEALS, [{"deal": line, "answer": answer(line)} for line in lines])
    read_as = ({"edition": one, "text": text, "pieces": pieces(one, text)} for one, text in texts)
    _write(TEXTS, list(read_as))


def _write(file: Path, rows: list[dict[str, Any]]) -> None:
    text = "".join(
        json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows
    )
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    record()
