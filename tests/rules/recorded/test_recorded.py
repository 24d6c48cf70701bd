"""What the rules say of 160 made-up deals, as data and without the words, deal by deal.

The other tests say why an answer is right. This one notices when any answer changes. After a change
that is meant, look at what differs and record the answers anew::

    python -m tests.rules.recorded.test_recorded
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.rules.deal import read
from companion.rules.dispute.miscounts import slips
from companion.rules.dispute.one_card_away import one_card_away
from companion.rules.payout import settle
from tests.deals import ME, Line
from tests.made_up import made_up_deal

FILE = Path(__file__).with_name("deals.jsonl")
NUMBERS = {
    "classic-uk": 50,
    "winning-moves-2017": 60,
    "express": 20,
    "classic-us": 20,
    "deluxe": 10,
}


def answer(line: Line) -> dict[str, Any]:
    """The ruling on a deal, what is one card away from Ann's hand and what slips would give."""
    settlement = settle(*read(line))
    whole = settlement.as_json()
    for problem in whole["problems"]:
        del problem["message"], problem["fix"]["text"]
    for hand in whole["hands"].values():
        del hand["steps"]
    near = one_card_away(settlement, ME)
    changes = [[one.add, one.discard, one.pays] for one in near.changes]
    said = sorted({amount for _, amount in slips(settlement, ME)})
    return {**whole, "near": changes, "others": near.left_out, "slips": said}


def recorded() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("edition_id", NUMBERS)
def test_every_answer_is_as_it_was_recorded(edition_id: str) -> None:
    rows = [row for row in recorded() if row["deal"]["edition"] == edition_id]
    assert len(rows) == NUMBERS[edition_id]
    for row in rows:
        assert json.loads(json.dumps(answer(row["deal"]))) == row["answer"], row["deal"]


def record() -> None:
    """Writes the answers anew; the deals stay what they are once they are written."""
    if FILE.exists():
        lines = [row["deal"] for row in recorded()]
    else:
        random = Random("recorded")
        lines = [made_up_deal(edition, random) for edition, n in NUMBERS.items() for _ in range(n)]
    rows = [{"deal": line, "answer": answer(line)} for line in lines]
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    record()
