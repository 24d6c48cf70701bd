"""The enumeration behind `make prove`, a fixed sample of it, and the record of the last run."""

import json
from math import comb
from pathlib import Path

import pytest

from tests.proof.classes import DECKS, HANDS, class_at, weight
from tests.proof.prove import compare, sample_indexes

RECORD = Path(__file__).parent / "prove_totals.json"
TEN = range(11)
CLASSES = {"classic": 9_327_812, "2017": 10_318_895}


@pytest.mark.parametrize("name", CLASSES)
def test_number_of_classes(name: str) -> None:
    classes, hands = [1] + [0] * 10, [1] + [0] * 10  # by number of cards, kind after kind
    for size in DECKS[name].sizes:
        classes = [sum(classes[cards - k] for k in range(min(size, cards) + 1)) for cards in TEN]
        hands = [
            sum(comb(size, k) * hands[cards - k] for k in range(min(size, cards) + 1))
            for cards in TEN
        ]
    assert classes[10] == DECKS[name].classes == CLASSES[name]
    assert hands[10] == comb(60, 10) == HANDS == 75_394_027_566


@pytest.mark.parametrize("name", CLASSES)
def test_sample_of_the_enumeration(name: str) -> None:
    deck = DECKS[name]
    vectors = [class_at(deck, index) for index in sample_indexes(deck, 5_000)]
    total = compare(deck, [(vector, weight(deck, vector)) for vector in vectors])
    assert total["classes"] == 5_000
    assert total["legal_classes"] > 0
    assert total["disagreements"] == 0, total["smallest"]


@pytest.mark.parametrize("name", CLASSES)
def test_record_of_the_last_full_run(name: str) -> None:
    """Every class was compared, none disagreed; `make prove` repeats it."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert record["sample"] is None
    deck = record["decks"][name]
    assert deck["classes"] == CLASSES[name]
    assert deck["hands"] == comb(60, 10)
    assert deck["disagreements"] == 0


@pytest.mark.parametrize("name", CLASSES)
def test_best_hand_of_the_record_pays_that_much(name: str) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))["decks"][name]
    deck = DECKS[name]
    vector = tuple(sum(card in ids for card in record["best_hand"]) for _, ids in deck.cards)
    total = compare(deck, [(vector, weight(deck, vector))])
    assert (total["best"], total["legal_classes"], total["disagreements"]) == (
        record["best"],
        1,
        0,
    )
