"""What the JSON of a deal must have: a value that is missing, of another kind, or not of the box or
the players is found, and money most of all."""

import copy
import json
from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules.deal import read
from companion.rules.hand import Refusal
from companion.rules.payout import settle
from companion.rules.shape import Damaged
from companion.store.columns import checks
from companion.store.columns.checks import Expected
from companion.store.columns.stored import Entry, Owner, StoredSettlement, Unreadable
from companion.store.columns.sums import DealSums

BOX, PLAYERS = "winning-moves-2017", ("Ann", "Bob")
ANN = ["indiana-avenue", "illinois-avenue", "kentucky-avenue", "one-house", "token", "go"]
ENTRY = {
    "hands": {"Ann": [*ANN, "free-parking"], "Bob": ["wild", "go-to-jail"]},
    "went_out": "Ann",
    "wilds": {"Bob": ["go"]},
    "jackpot": 500,
}
SETTLEMENT = settle(*read({"edition": BOX, "players": list(PLAYERS), **ENTRY})).as_json()
SUMS = json.loads(DealSums.of(Entry(ENTRY), StoredSettlement(SETTLEMENT), worth=1700).text())
DRAFT = {
    **ENTRY,
    "done": {"Ann": "laid_down"},
    "entering": ["Bob"],
    "since": 3,
    "marks": {"0": [2, "a"]},
    "nobody": False,
    "laid_down": True,
    "allowed": False,
    "reward_open": False,
}
KINDS: Mapping[str, tuple[Expected, Mapping[str, Any]]] = {
    "entry": (checks.of_entry, ENTRY),
    "settlement": (checks.of_settlement, SETTLEMENT),
    "sums": (checks.of_sums, SUMS),
    "draft": (checks.of_draft, DRAFT),
}


def changed(kind: str, way: str, value: object) -> Any:
    """The JSON of this kind with another value at the place; ... takes it out."""
    data = copy.deepcopy(KINDS[kind][1])
    *before, last = way.split(".")
    at: Any = data
    for step in before:
        at = at[int(step)] if isinstance(at, list) else at[step]
    place: Any = int(last) if isinstance(at, list) else last
    if value is ...:
        del at[place]
    else:
        at[place] = value
    return data


@pytest.mark.parametrize("kind", KINDS)
def test_what_this_version_writes_passes(kind: str) -> None:
    check, data = KINDS[kind]
    check(BOX, PLAYERS)(json.loads(json.dumps(data)), ())


@pytest.mark.parametrize(
    ("kind", "way", "value"),
    [
        pytest.param("entry", "went_out", ..., id="an entry without who went out"),
        pytest.param("entry", "later", 1, id="an entry with a field of a later version"),
        pytest.param("settlement", "hands.Ann.sets.0.cards", ..., id="a set without its cards"),
        pytest.param("settlement", "jackpot", None, id="a settlement without a jackpot"),
        pytest.param("settlement", "later", 1, id="a settlement with a field of a later version"),
        pytest.param("sums", "worth", None, id="sums of a hand that is not compared"),
        pytest.param("draft", "marks", ..., id="a draft that does not say who changed what"),
    ],
)
def test_what_other_versions_write_passes(kind: str, way: str, value: object) -> None:
    KINDS[kind][0](BOX, PLAYERS)(changed(kind, way, value), ())


@pytest.mark.parametrize(
    ("kind", "way", "value", "told"),
    [
        ("entry", "hands", ..., "“hands” is missing."),
        ("entry", "hands.Cem", [], "hands: “Cem” is not known here."),
        ("entry", "hands.Ann.0", "park-lane", "hands, Ann 1: must be a card of"),
        ("entry", "went_out", "Cem", "went_out: must be somebody at the table."),
        ("entry", "jackpot", True, "jackpot: must be a whole number"),
        ("entry", "stopped_early", 0, "stopped_early: must be true or false."),
        ("settlement", "legal", 1, "legal: must be true or false."),
        ("settlement", "payouts.Bob", ..., "payouts: “Bob” is missing."),
        ("settlement", "payouts.Ann", -50, "payouts, Ann: must be a multiple of 50"),
        ("settlement", "payouts.Ann", 33, "payouts, Ann: must be a multiple of 50"),
        ("settlement", "payouts.Ann", 50.0, "payouts, Ann: must be a multiple of 50"),
        ("settlement", "payouts.Ann", 450, "jackpot: must be part of a payout."),
        ("settlement", "jackpot.paid_to", "Cem", "paid_to: must be somebody at the table."),
        ("settlement", "jackpot.paid_to", "Bob", "jackpot: must be part of a payout."),
        ("settlement", "jackpot.next", ..., "jackpot: “next” is missing."),
        ("settlement", "jackpot.next", 33, "jackpot, next: must be a multiple of 50"),
        ("settlement", "jackpot.amount", "500", "jackpot, amount: must be a multiple of 50"),
        ("settlement", "problems.0.fix.add", ..., "problems 1, fix: “add” is missing."),
        ("settlement", "problems.0.player", 1, "problems 1, player: must be a text"),
        ("settlement", "hands.Cem", {}, "hands: “Cem” is not known here."),
        ("settlement", "hands.Ann.sets.0.group", "mauve", "sets 1, group: must be a group of"),
        ("settlement", "hands.Ann.sets.0.value", "1", "sets 1, value: must be a whole number"),
        ("settlement", "hands.Ann.bonuses.0.amount", ..., "bonuses 1: “amount” is missing."),
        ("settlement", "hands.Ann.steps", [], "steps: must be a list of 1 to"),
        ("sums", "payouts.Ann", 450, "jackpot: must be part of a payout."),
        ("sums", "payouts.Bob", None, "payouts, Bob: must be a multiple of 50"),
        ("sums", "jackpot", ["Ann", 500], "jackpot: must be a list of 3."),
        ("sums", "jackpot.0", "Cem", "jackpot: must be somebody at the table."),
        ("sums", "jackpot.2", 33, "jackpot: must be a multiple of 50"),
        ("sums", "went_out", "Cem", "went_out: must be somebody at the table."),
        ("sums", "hands.Ann.0", 1, "hands, Ann: must be true or false."),
        ("sums", "hands.Ann.2", ["mauve"], "hands, Ann 1: must be a group of"),
        ("sums", "worth", "1700", "worth: must be a whole number"),
        ("draft", "done.Ann", 1, "done, Ann: must be a text"),
        ("draft", "entering", "Bob", "entering: must be a list."),
        ("draft", "since", "3", "since: must be a whole number"),
        ("draft", "marks", [], "marks: must be an object."),
        ("draft", "marks.0", [2], "marks, 0: must be a list of 2."),
        ("draft", "reward_open", None, "reward_open: must be true or false."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_damage_is_found(kind: str, way: str, value: object, told: str) -> None:
    with pytest.raises(Damaged) as damaged:
        KINDS[kind][0](BOX, PLAYERS)(changed(kind, way, value), ())
    assert told in str(damaged.value)


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_box_is_refused(kind: str) -> None:
    with pytest.raises(Refusal):
        KINDS[kind][0]("classic-fr", PLAYERS)


@pytest.mark.parametrize(
    ("owner", "text"),
    [
        pytest.param(Owner("ABCDE", BOX, PLAYERS), '{"hands":{"An', id="no JSON"),
        pytest.param(Owner("ABCDE", BOX, PLAYERS), "[" * 100_000, id="lists in lists"),
        pytest.param(Owner("ABCDE", BOX, PLAYERS), "[]", id="no object"),
        pytest.param(Owner("ABCDE", "classic-fr", PLAYERS), '{"hands":{}}', id="an unknown box"),
        pytest.param(Owner("ABCDE", BOX, ("Bob",)), json.dumps(ENTRY), id="other players"),
        pytest.param(Owner("ABCDE", BOX, PLAYERS), b"[A\xff]", id="bytes"),
    ],
)
def test_a_damaged_text_names_its_table_when_it_is_read(owner: Owner, text: str) -> None:
    entry = Entry(text, owner)
    with pytest.raises(Unreadable) as unreadable:
        _ = entry.hands
    assert unreadable.value.code == "ABCDE"
