"""The sheet of a table: who dealt a deal stays, whatever is corrected or struck out later."""

from dataclasses import replace
from secrets import token_hex

import pytest
from hypothesis import given, settings

from companion.export import game as export
from companion.game import correction
from companion.rules.deal import Deal
from companion.store import Store, Table
from companion.store import games as stored_games
from companion.store.sheets import dealers, sheet_of, who_dealt
from tests.games import Game, games
from tests.often import times
from tests.stored import Clock, struck_out
from tests.web.conftest import MakeTable
from tests.web.play import cards, close

WINS = {"classic-uk": "dark-blue", "express": "railroads"}


def do(store: Store, table: Table, step: str) -> None:
    """One step: ``A`` closes a deal that Ann won, ``1=B`` corrects deal 1 so that Bob won it,
    ``-1`` strikes it out and ``+1`` puts it back, ``undo`` undoes the last step."""
    names = {name[0]: name for name in table.players}
    express = table.edition_id == "express"
    if step == "undo":
        store.undo(table, token=token_hex(8))
        return
    hand = WINS[table.edition_id]
    if step in names:
        goer = None if express else names[step]
        close(
            store, table, goer, {names[step]: hand}, **({"stopped_early": True} if express else {})
        )
        return
    number = int(step.strip("+-").split("=")[0])
    (row,) = [deal for deal in store.deals_and_struck(table) if deal.number == number]
    entry: Deal | None = row.entry
    if "=" in step:
        winner = names[step[-1]]
        hands = {name: cards(table, hand if name == winner else "") for name in table.players}
        entry = replace(row.entry, hands=hands, went_out=None if express else winner)
    elif step.startswith("-"):
        entry = None
    plan = correction.plan(
        table,
        store.deals(table),
        number,
        entry,
        struck=next((one for one in struck_out(store, table) if one.number == number), None),
        dealt=who_dealt(store, table),
    )
    store.correct(table, number=number, reason="r", changes=plan.changes, token=token_hex(8))
    assert sheet_of(store, table) == plan.after


@pytest.mark.parametrize(
    ("edition", "steps", "dealt", "following"),
    [
        pytest.param("classic-uk", "A B C", "1A 2B 3C", "A", id="nothing-is-changed"),
        pytest.param("classic-uk", "A B C -1", "2B 3C", "A", id="the-first-is-struck-out"),
        pytest.param("classic-uk", "A B C -2", "1A 3C", "A", id="one-between"),
        pytest.param("classic-uk", "A B C -3", "1A 2B", "C", id="the-last"),
        pytest.param("classic-uk", "A -1 B C", "2A 3B", "C", id="before-the-next-was-dealt"),
        pytest.param("classic-uk", "A B -1 C +1", "1A 2B 3C", "A", id="put-back"),
        pytest.param("classic-uk", "A B -2 C +2", "1A 2B 3B", "C", id="dealt-once-more"),
        pytest.param("classic-uk", "A B C -1 undo", "1A 2B 3C", "A", id="strike-undone"),
        pytest.param("express", "A C 1=B", "1A 2A", "C", id="express-corrected-afterwards"),
        pytest.param("express", "A 1=B C", "1A 2B", "C", id="express-corrected-before"),
        pytest.param("express", "A 1=B", "1A", "B", id="express-the-last-is-corrected"),
        pytest.param("express", "A B 2=C A", "1A 2A 3C", "A", id="express-and-played-on"),
        pytest.param("express", "A B C -1", "2A 3B", "C", id="express-struck-out"),
        pytest.param("express", "A B undo 1=C B", "1A 2C", "B", id="express-closed-again"),
    ],
)
def test_who_dealt_a_deal_stays(
    store: Store, make_table: MakeTable, edition: str, steps: str, dealt: str, following: str
) -> None:
    table = make_table(edition, ["Ann", "Bob", "Cem"])
    for step in steps.split():
        do(store, table, step)
    sheet = sheet_of(store, table)
    numbers = [deal.number for deal in store.deals(table)]
    rows = zip(numbers, sheet.rows, strict=True)
    assert " ".join(f"{number}{row.dealer[0]}" for number, row in rows) == dealt
    assert sheet.next_dealer[0] == following
    assert export.sheet_of(stored_games.history(store, table)) == sheet


def test_a_tie_is_broken_from_who_really_dealt(store: Store, make_table: MakeTable) -> None:
    table = make_table("express", ["Ann", "Bob", "Cem"])
    do(store, table, "A")
    close(store, table, None, {"Bob": "corners", "Cem": "railroads"}, stopped_early=True)
    assert sheet_of(store, table).next_dealer == "Bob"
    do(store, table, "1=B")
    assert sheet_of(store, table).next_dealer == "Bob"


@settings(max_examples=times(50), deadline=None)
@given(games())
def test_it_is_whose_turn_it_was_when_the_deal_was_closed(game: Game) -> None:
    store = Store(":memory:", clock=Clock())
    table = game.play(store)
    deals = store.deals(table)
    dealt = who_dealt(store, table)
    sheet = sheet_of(store, table)
    assert [row.dealer for row in sheet.rows] == [dealt[deal.number] for deal in deals]
    whole = stored_games.history(store, table)
    assert export.sheet_of(whole) == sheet
    undone = {action.undoes for action in whole.actions}
    for position, action in enumerate(whole.actions):
        if action.kind == "close" and position not in undone:
            before = export.sheet_of(replace(whole, actions=whole.actions[:position]))
            assert dealt[action.deals[0].number] == before.next_dealer
    store.close()


def test_other_rows_are_read_only_where_something_was_changed(
    store: Store, make_table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob", "Cem"])
    for step in ("A", "B"):
        do(store, table, step)
    with monkeypatch.context() as patch:
        patch.delattr(Store, "counting_rows")
        assert dealers(store, table, store.deals(table)) == []
    do(store, table, "1=B")
    assert dealers(store, table, store.deals(table)) == ["Ann", "Bob"]
