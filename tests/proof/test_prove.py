"""The enumeration behind `make prove`, a fixed sample of it, and the record of the last run."""

import json
from collections.abc import Iterator
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.rules.rank.hand_rank import hand_counts
from tests.house.test_imports import PACKAGE, RULES, imported
from tests.proof import brute, counts, rewards, run
from tests.proof.brute_rewards import paid_with_reward
from tests.proof.classes import CLASSIC, DECKS, class_at, hand_of, weight
from tests.proof.hands import compare, legal_classes, sample_indexes

RECORD = json.loads((Path(__file__).parent / "prove_totals.json").read_text(encoding="utf-8"))
CLASSES = {
    "classic": 9_327_812,
    "2017": 10_318_895,
    "classic-9": 3_641_725,
    "classic-11": 22_152_058,
}


@pytest.mark.parametrize("name", CLASSES)
def test_number_of_classes(name: str) -> None:
    hand = DECKS[name].hand
    sizes = range(hand + 1)
    classes, hands = [1] + [0] * hand, [1] + [0] * hand  # by number of cards, kind after kind
    for size in DECKS[name].sizes:
        classes = [sum(classes[cards - k] for k in range(min(size, cards) + 1)) for cards in sizes]
        hands = [
            sum(comb(size, k) * hands[cards - k] for k in range(min(size, cards) + 1))
            for cards in sizes
        ]
    assert classes[hand] == DECKS[name].classes == CLASSES[name]
    assert hands[hand] == comb(60, hand) == DECKS[name].hands


@pytest.mark.parametrize("name", CLASSES)
def test_sample_of_the_enumeration(name: str) -> None:
    deck = DECKS[name]
    vectors = [class_at(deck, index) for index in sample_indexes(deck, 1_000)]
    total = compare(deck, [(vector, weight(deck, vector)) for vector in vectors])
    assert total["classes"] == 1_000
    assert total["legal_classes"] > 0
    assert sum(number for _, number in total["amounts"]) == total["legal_hands"]
    assert total["disagreements"] == 0, total["smallest"]


@pytest.mark.parametrize("name", RECORD["decks"])
def test_record_of_the_last_full_run(name: str) -> None:
    """Every class was compared, none disagreed; `make prove` repeats it."""
    deck, total = DECKS[name], RECORD["decks"][name]
    assert total["classes"] == CLASSES[name]
    assert total["hands"] == deck.hands
    assert total["disagreements"] == 0
    assert hand_counts(deck.edition)[deck.hand].hands == total["legal_hands"]


@pytest.mark.parametrize("name", RECORD["decks"])
def test_best_hand_of_the_record_pays_that_much(name: str) -> None:
    record, deck = RECORD["decks"][name], DECKS[name]
    vector = tuple(sum(card in ids for card in record["best_hand"]) for _, ids in deck.cards)
    total = compare(deck, [(vector, weight(deck, vector))])
    assert (total["best"], total["legal_classes"], total["disagreements"]) == (
        record["best"],
        1,
        0,
    )


def test_record_of_all_rewards() -> None:
    """Every class of rewards of every hand was compared, none disagreed."""
    total = RECORD["rewards"]
    assert total["hands"] == sum(rewards.HANDS.values()) == 200
    assert total["rewards"] == 200 * rewards.REWARDS == 200 * comb(50, 5)
    assert total["disagreements"] == 0


def made_up_rewards(number: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Hands that may go out, with and without Chances, and five cards drawn for each."""
    random = Random(5)
    for _, hand in zip(range(number), legal_classes(CLASSIC, random), strict=False):
        left = rewards.left_by(hand)
        kinds = [kind for kind, cards in enumerate(left) for _ in range(cards)]
        drawn = random.sample(kinds, rewards.REWARD)
        yield hand, tuple(map(drawn.count, range(len(left))))


def test_rewards_by_class_are_those_of_the_slow_scorer() -> None:
    for hand, drawn in made_up_rewards(25):
        line = {
            "edition": CLASSIC.edition,
            "players": ["A", "B"],
            "hands": {"A": hand_of(CLASSIC, hand)},
            "went_out": "A",
            "reward": rewards.cards_drawn(hand, drawn),
        }
        paid = brute.score(line)["payouts"]["A"]
        assert paid_with_reward(hand, drawn) == rewards.engine_paid(hand, drawn) == paid, line


def engine_files() -> Iterator[tuple[Path, bool]]:
    """The engine's modules in the fingerprint, and whether they are in it as a whole."""
    for pattern, definitions in run.ENGINE.items():
        found = list(RULES.glob(pattern))
        assert found, pattern
        yield from ((path, not definitions) for path in found)


def done(number: int) -> run.Result:
    return {"classes": 10 * number, "disagreements": 0}


def refused(number: int) -> run.Result:
    raise KeyboardInterrupt


def test_finished_parts_are_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "RESULTS", tmp_path)

    def ran(part: Any, mark: str) -> list[int]:
        job = run.Job("tried", (5, 7, 6), part, lambda: mark)
        return [result["classes"] for result in run.run(job, 1, keep_going=False)]

    with pytest.raises(KeyboardInterrupt):
        ran(lambda number: done(number) if number == 1 else refused(number), "first")
    file = tmp_path / "tried.jsonl"
    assert [json.loads(line)["shard"] for line in file.read_text().splitlines()] == [1]
    with file.open("a") as torn:
        torn.write('{"fingerprint": "fir')
    assert ran(lambda number: refused(number) if number == 1 else done(number), "first") == [
        0,
        10,
        20,
    ]
    assert ran(refused, "first") == [0, 10, 20]
    with pytest.raises(KeyboardInterrupt):
        ran(refused, "the sources changed")


def test_fingerprint_has_every_module_that_an_amount_comes_from() -> None:
    """What these modules import is digested too, except what only words come from."""
    files = list(engine_files())
    known = {".".join(path.relative_to(RULES).with_suffix("").parts) for path, _ in files}
    known |= {"plain", "words"}
    for path in (path for path, whole in files if whole):
        names = {name for name in imported(path.read_text()) if name.startswith(PACKAGE)}
        found = {name.removeprefix(f"{PACKAGE}.") for name in names}
        assert {name for name in found if not name.startswith("findings.")} <= known, path.name


def test_fingerprint_changes_with_the_box_and_with_the_proof() -> None:
    """Parts that were finished count only for the same of both."""
    boxes = {deck.edition for deck in DECKS.values()}
    marks = {run.fingerprint([box], ["brute"]) for box in boxes}
    assert len(marks | {run.fingerprint(boxes, ["classes"])}) == len(boxes) + 1


@pytest.mark.parametrize("edition_id", counts.EDITIONS)
def test_counts_are_written_as_they_are_read(edition_id: str, tmp_path: Path) -> None:
    for deck in DECKS.values():
        if deck.edition == edition_id and deck.hand in hand_counts(edition_id):
            counts.write(deck, hand_counts(edition_id)[deck.hand].amounts, tmp_path)
    name = f"{edition_id}.json"
    assert (tmp_path / name).read_text() == (counts.FOLDER / name).read_text()


@pytest.mark.parametrize("name", RECORD["decks"])
def test_ranks_are_those_of_a_recount(name: str) -> None:
    """Ten hands; `make prove` does 500 of each deck."""
    deck = DECKS[name]
    amounts = hand_counts(deck.edition)[deck.hand].amounts
    assert counts.up_to_date(deck, amounts)
    assert counts.wrong_ranks(deck, amounts, 10) == []
