"""What the JSON of a deal must have: a value that is missing, of another kind, or not of the box or
the players is found, and money most of all."""

import copy
import json
from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules.contract import read
from companion.rules.deal import Deal
from companion.rules.payout import settle
from companion.rules.plain import write
from companion.store.columns import DealSums, TableTexts, Unreadable, json_text

BOX, PLAYERS = "winning-moves-2017", ("Ann", "Bob")
HERE = TableTexts("ABCDE", BOX, PLAYERS)
ANN = ["indiana-avenue", "illinois-avenue", "kentucky-avenue", "one-house", "token", "go"]
ENTRY = {
    "hands": {"Ann": [*ANN, "free-parking"], "Bob": ["wild", "go-to-jail"]},
    "went_out": "Ann",
    "wilds": {"Bob": ["go"]},
    "jackpot": 500,
}
EDITION, DEAL = read({"edition": BOX, "players": list(PLAYERS), **ENTRY})
PAID = settle(EDITION, DEAL).paid()
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
KINDS: Mapping[str, Any] = {
    "entry": (TableTexts.entry, DEAL.as_json()),
    "settlement": (TableTexts.settlement, PAID.as_json()),
    "sums": (TableTexts.sums, write(DealSums.kept(EDITION, DEAL, PAID))),
    "draft": (TableTexts.draft, DRAFT),
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


def test_what_is_written_is_read_back() -> None:
    assert HERE.entry(json_text(DEAL.as_json())) == DEAL
    assert HERE.settlement(json_text(PAID.as_json())) == PAID
    sums = DealSums.kept(EDITION, DEAL, PAID)
    assert HERE.sums(json_text(write(sums))) == sums
    assert HERE.draft(json_text(DRAFT)) == DRAFT


def test_a_draft_may_have_less_and_nothing_that_nobody_knows() -> None:
    drafts: list[Any] = [{}, changed("draft", "marks", ...)]
    for draft in drafts:
        assert HERE.draft(json_text(draft)) == draft
    with pytest.raises(Unreadable):
        HERE.draft(json_text(changed("draft", "later", 1)))


def test_an_entry_has_a_hand_for_everyone_at_the_table() -> None:
    entry = HERE.entry('{"hands":{"Bob":["go"]},"went_out":null}')
    assert entry == Deal({"Ann": (), "Bob": ("go",)}, None)


@pytest.mark.parametrize(
    ("kind", "way", "value", "told"),
    [
        ("entry", "hands", ..., "“hands” is missing."),
        ("entry", "went_out", ..., "“went_out” is missing."),
        ("entry", "later", 1, "“later” is not known here."),
        ("entry", "hands.Cem", [], "hands: “Cem” is not known here."),
        ("entry", "hands.Ann.0", "park-lane", "hands, Ann 1: must be a card of"),
        ("entry", "went_out", "Cem", "went_out: must be one of the players."),
        ("entry", "jackpot", True, "jackpot: must be a whole number"),
        ("entry", "stopped_early", 0, "stopped_early: must be true or false."),
        ("settlement", "legal", 1, "legal: must be true or false."),
        ("settlement", "payouts.Bob", ..., "payouts: “Bob” is missing."),
        ("settlement", "payouts.Ann", -50, "payouts, Ann: must be a whole number from 0"),
        ("settlement", "payouts.Ann", 33, "payouts, Ann: must be a multiple of 50"),
        ("settlement", "payouts.Ann", 50.0, "payouts, Ann: must be a whole number"),
        ("settlement", "payouts.Ann", 450, "jackpot: must be part of a payout."),
        ("settlement", "jackpot", None, "jackpot: must be an object in Winning Moves 2017."),
        ("settlement", "jackpot.paid_to", "Cem", "paid_to: must be one of the players."),
        ("settlement", "jackpot.paid_to", "Bob", "jackpot: must be part of a payout."),
        ("settlement", "jackpot.next", ..., "jackpot: “next” is missing."),
        ("settlement", "jackpot.next", 33, "jackpot, next: must be a multiple of 50"),
        ("settlement", "jackpot.amount", "500", "jackpot, amount: must be a whole number"),
        ("settlement", "problems.0.fix.add", ..., "problems 1, fix: “add” is missing."),
        ("settlement", "problems.0.player", 1, "problems 1, player: must be a text"),
        ("settlement", "hands.Cem", {}, "hands: “Cem” is not known here."),
        ("settlement", "hands.Ann.sets.0.cards", ..., "sets 1: “cards” is missing."),
        ("settlement", "hands.Ann.sets.0.group", "mauve", "sets 1, group: must be a group of"),
        ("settlement", "hands.Ann.sets.0.value", "1", "sets 1, value: must be a whole number"),
        ("settlement", "hands.Ann.bonuses.0.amount", ..., "bonuses 1: “amount” is missing."),
        ("settlement", "hands.Ann.steps", [], "steps: must be a list of 1 to"),
        ("sums", "payouts.Ann", 450, "jackpot: must be part of a payout."),
        ("sums", "payouts.Bob", None, "payouts, Bob: must be a whole number"),
        ("sums", "jackpot.paid_to", "Cem", "jackpot, paid_to: must be one of the players."),
        ("sums", "jackpot.next", 33, "jackpot, next: must be a multiple of 50"),
        ("sums", "went_out", "Cem", "went_out: must be one of the players."),
        ("sums", "hands.Bob", ..., "hands: must be those of all players."),
        ("sums", "hands.Ann.wiped_out", 1, "hands, Ann, wiped_out: must be true or false."),
        ("sums", "hands.Ann.sets", ["mauve"], "hands, Ann, sets 1: must be a group of"),
        ("sums", "worth", "1700", "worth: must be a whole number"),
        ("draft", "done.Ann", 1, "done, Ann: must be a text"),
        ("draft", "entering", "Bob", "entering: must be a list."),
        ("draft", "since", "3", "since: must be a whole number"),
        ("draft", "marks", [], "marks: must be an object."),
        ("draft", "marks.0", [2], "marks, 0: must be a version and a phone."),
        ("draft", "reward_open", None, "reward_open: must be true or false."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_damage_is_found(kind: str, way: str, value: object, told: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        KINDS[kind][0](HERE, json_text(changed(kind, way, value)))
    assert told in str(unreadable.value.__cause__)


@pytest.mark.parametrize(
    ("owner", "text"),
    [
        pytest.param(HERE, '{"hands":{"An', id="no JSON"),
        pytest.param(HERE, "[" * 100_000, id="lists in lists"),
        pytest.param(HERE, "[]", id="no object"),
        pytest.param(
            TableTexts("ABCDE", "classic-fr", PLAYERS), '{"hands":{}}', id="an unknown box"
        ),
        pytest.param(TableTexts("ABCDE", BOX, ("Bob",)), json.dumps(ENTRY), id="other players"),
        pytest.param(HERE, b"[A\xff]", id="bytes"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_text_names_its_table(kind: str, owner: TableTexts, text: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        KINDS[kind][0](owner, text)
    assert unreadable.value.code == "ABCDE"
