"""Random whole games, with amounts, adjustments, names, ends and dealers, against an independent
count: it reads the saved file alone, and knows nothing of the ledger."""

import csv
import io
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import given, settings

import companion
from companion.export.game import written
from companion.export.game_csv import deals_csv
from companion.rules.bank import worth
from companion.store import Store
from companion.store.games import history
from companion.store.sheets import sheet_of
from tests.games import Game, games
from tests.often import OFTEN
from tests.stored import Clock

NEXT = 10**9
"""The number of the deal that is still to come."""
BOXES = Path(companion.__file__).parent / "rules" / "editions"


class Counted(NamedTuple):
    """What came of a game: totals of the moment, who dealt each deal in force and who deals next,
    who won after how many deals, and the jackpot."""

    totals: dict[str, int]
    dealers: list[str]
    next_dealer: str
    winners: list[str]
    over_after: int | None
    jackpot: int | None


def end_of(file: Mapping[str, Any], box: Mapping[str, Any]) -> tuple[Any, Any, str]:
    """Target, number of deals, and what happens on a tie, as agreed at the start."""
    options = {**box["options"], **file["options"]}
    (seat,) = [seat for seat in box["seats"] if seat["players"] == len(file["players"])]
    told = options["target"]
    target = {"by-players": seat.get("target"), "none": None}.get(told, told)
    deals = None if options["deals"] == "none" else options["deals"]
    said = file["options"]
    if said.get("target") is not None and "deals" not in said:
        deals = None
    return target, deals, options["tie"]


def next_to_deal(file: Mapping[str, Any], box: Mapping[str, Any], last: str, row: Any) -> str:
    """Who deals after this deal."""
    seats: list[str] = file["players"]
    left = seats[seats.index(last) + 1 :] + seats[: seats.index(last) + 1]
    if box["dealer"] == "left":
        return left[0]
    best = max(row["settlement"]["payouts"].values())
    return next(name for name in left if row["settlement"]["payouts"][name] == best)


def in_force_and_dealt(
    file: Mapping[str, Any], box: Mapping[str, Any], live: list[Any], entries: list[Any]
) -> tuple[dict[int, Any], dict[int, str]]:
    """The rows that count by number, and who dealt each number; the next one is `NEXT`."""
    chosen = [entry for entry in entries if entry["kind"] == "dealer"]
    in_force: dict[int, Any] = {}
    dealt: dict[int, str] = {}

    def whose_turn(number: int) -> str:
        before = max(in_force, default=0)
        turn = file["first_dealer"]
        if before:
            turn = next_to_deal(file, box, dealt[before], in_force[before])
        for entry in chosen:
            if before <= entry["after"] < number:
                turn = entry["player"]
        return str(turn)

    for row in (row for action in live for row in action["deals"]):
        number = row["number"]
        if number not in dealt:
            dealt[number] = whose_turn(number)
        in_force.pop(number, None)
        if not row["struck"]:
            in_force[number] = row
    dealt[NEXT] = whose_turn(NEXT)
    return in_force, dealt


def counted(file: Mapping[str, Any]) -> Counted:
    """The game of a file, counted from its live actions."""
    box = tomllib.loads((BOXES / f"{file['edition']}.toml").read_text(encoding="utf-8"))
    undone = {action["undoes"] for action in file["actions"]}
    live = [action for at, action in enumerate(file["actions"]) if at not in undone]
    entries = [entry for action in live for entry in action.get("entries", [])]
    in_force, dealt = in_force_and_dealt(file, box, live, entries)
    target, deals, tie = end_of(file, box)
    totals = dict.fromkeys(file["players"], 0)
    winners: list[str] = []
    over_after = None
    jackpot = {**box["options"], **file["options"]}.get("jackpot_start")
    for played, number in enumerate([*sorted(in_force), NEXT], 1):
        while entries and entries[0]["after"] < number:
            entry = entries.pop(0)
            if entry["kind"] == "adjustment":
                totals[entry["player"]] += entry["amount"]
            if entry["kind"] == "end":
                target, deals, tie = (entry["end"][name] for name in ("target", "deals", "tie"))
        if number == NEXT:
            break
        paid = in_force[number]["settlement"]
        totals = {name: total + paid["payouts"][name] for name, total in totals.items()}
        jackpot = paid["jackpot"]["next"] if paid["jackpot"] else jackpot
        first = [name for name in totals if totals[name] == max(totals.values())]
        ended = max(totals.values()) >= (target or 10**9) or played >= (deals or 10**9)
        if over_after is None and ended and (len(first) == 1 or tie == "shared"):
            winners, over_after = first, played
    dealers = [dealt[number] for number in sorted(in_force)]
    return Counted(totals, dealers, dealt[NEXT], winners, over_after, jackpot)


@settings(max_examples=20_000 if OFTEN else 10, deadline=None)
@given(games())
def test_a_whole_game_is_as_an_independent_count_says(plan: Game) -> None:
    store = Store(":memory:", clock=Clock())
    table = plan.play(store)
    file, sheet = history(store, table), sheet_of(store, table)
    count = counted(json.loads(written(file)))
    assert count == Counted(
        dict(sheet.totals),
        [row.dealer for row in sheet.rows],
        sheet.next_dealer,
        [*sheet.winners],
        sheet.over_after,
        sheet.jackpot,
    )
    for name, rack in sheet.racks.items():
        assert worth(rack) == max(0, count.totals[name])
    lines = list(csv.DictReader(io.StringIO(deals_csv(file).decode("utf-8-sig"), newline="")))
    amounts = dict.fromkeys((name.lstrip("'") for name in sheet.players), 0)
    for line in lines:
        amounts[line["player"].lstrip("'")] += int(line["payout"])
    assert [*amounts.values()] == [*count.totals.values()]
    parts = store.table_of_id(table.id).result.parts
    assert sheet.over or [part.final for part in parts] == [*count.totals.values()]
    store.close()
