"""A sheet that goes on from the one that was looked at before is the sheet made anew."""

import gzip
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.sheet import jackpot_of
from companion.store import ScoredDeal, Store, Table, rulings
from companion.store.ticks import set_paid
from companion.web.sheet.remembered import Sheets
from tests.web.conftest import FRAGMENT, MakeTable
from tests.web.play import close

Step = Callable[[Store, Table], object]


def _close(hand: str, out: str | None = "Ann") -> Step:
    return lambda store, table: close(store, table, out, {out: hand} if out else {})


def _undo(store: Store, table: Table) -> None:
    last = store.last_action(table)
    assert last is not None
    store.undo(table, token=f"undo-{last.id}")


def _redo(store: Store, table: Table) -> None:
    undone = store.last_undone(table)
    assert undone is not None
    store.redo(table, undone.id)


def _tapped(store: Store, table: Table) -> None:
    draft = store.draft(table)
    store.save_draft(table, draft.version, {**draft.data, "went_out": "Bob"})


def _strike(number: int) -> Step:
    def strike(store: Store, table: Table) -> None:
        old = next(deal for deal in store.deals(table) if deal.number == number)
        new = ScoredDeal(number, old.entry, old.settlement, struck=True)
        store.correct(table, number=number, reason="", changes=[new], token=f"strike-{number}")

    return strike


def _put_back(number: int) -> Step:
    def put_back(store: Store, table: Table) -> None:
        old = next(deal for deal in store.deals_and_struck(table) if deal.number == number)
        new = ScoredDeal(number, old.entry, old.settlement)
        store.correct(table, number=number, reason="", changes=[new], token=f"back-{number}")

    return put_back


def _paid(store: Store, table: Table) -> None:
    set_paid(store, table, store.deals(table)[-1].id, "Ann", True)


def _unpaid(store: Store, table: Table) -> None:
    set_paid(store, table, store.deals(table)[-1].id, "Ann", False)


def _ruled(store: Store, table: Table) -> None:
    rulings.record(
        store,
        table,
        deal_id=store.deals(table)[0].id,
        player="Ann",
        outcome="upheld",
        note="",
        ruling="May go out.",
        token="ruled",
    )


TWO, ONE = _close("red, orange"), _close("brown", "Bob")
STEPS: dict[str, list[Step]] = {
    "closed": [ONE, TWO, ONE],
    "nobody went out": [ONE, _close("", None), ONE],
    "undone and done again": [ONE, TWO, _undo, _redo, _undo, ONE, TWO],
    "undone and entered otherwise": [ONE, TWO, _undo, _tapped, _tapped, ONE, _undo, _redo],
    "struck out": [ONE, TWO, _strike(1), ONE, _strike(3), ONE, _undo],
    "ticked": [ONE, _paid, TWO, _paid, _unpaid, ONE],
    "ticked, undone and done again": [ONE, TWO, _paid, _undo, _redo],
    "ticked, undone and closed otherwise": [ONE, TWO, _paid, _undo, ONE],
    "ruled": [ONE, TWO, _ruled, ONE],
    "won and played on": [ONE, _close("red, orange, dark-blue"), ONE, TWO, _undo],
}


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        pytest.param("classic-uk", {"target": 2000}, id="money"),
        pytest.param("deluxe", {}, id="racks"),
        pytest.param("winning-moves-2017", {}, id="jackpot"),
    ],
)
@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
def test_what_is_remembered_is_what_is_made_anew(
    app: Flask,
    store: Store,
    make_table: MakeTable,
    edition: str,
    options: dict[str, int],
    steps: list[Step],
) -> None:
    made = make_table(edition, ("Ann", "Bob", "Cem"), options)
    kept = Sheets()
    with app.test_request_context():
        for step in steps:
            step(store, made)
            table = store.known_table(made.code)
            known, fresh = (one.of(store, table) for one in (kept, Sheets()))
            for part in "page", "record", "standings":
                assert getattr(known, part) == getattr(fresh, part)
            unpaid = [one.unpaid(store, table) for one in (known, fresh)]
            assert unpaid[0] == unpaid[1]
            back = [one.steps(store, table, store.draft(table)) for one in (known, fresh, known)]
            assert back == [(store.last_action(table), store.last_undone(table))] * 3
            assert jackpot_of(store, table) == fresh.sheet.jackpot


def test_who_dealt_a_deal_that_follows_one_that_was_changed_since_the_last_look(
    app: Flask, store: Store, make_table: MakeTable
) -> None:
    """Another process of the server has shown the scores meanwhile: deal 3 was dealt while deal 2
    did not count."""
    made, kept = make_table("classic-uk", ("Ann", "Bob", "Cem")), Sheets()
    with app.test_request_context():
        ONE(store, made)
        kept.of(store, store.known_table(made.code))
        for step in (TWO, _strike(2), ONE, _put_back(2)):
            step(store, made)
        table = store.known_table(made.code)
        known, fresh = (one.of(store, table) for one in (kept, Sheets()))
    assert [row.dealer for row in fresh.sheet.rows] == ["Ann", "Bob", "Bob"]
    assert known.sheet == fresh.sheet
    assert known.standings == fresh.standings


def test_after_a_deal_only_that_deal_is_read(
    app: Flask, store: Store, make_table: MakeTable, read_deals: list[int]
) -> None:
    made = make_table()
    kept = Sheets()
    with app.test_request_context():
        for step in (ONE, TWO, ONE, _undo, ONE):
            step(store, made)
            table = store.known_table(made.code)
            kept.of(store, table)
    assert read_deals == [1, 1, 1, 2, 1]


@pytest.mark.usefixtures("csrf")
def test_around_its_packed_record_a_sheet_is_the_same(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table()
    for step in (ONE, TWO):
        step(store, table)
        for headers in ({}, FRAGMENT):
            packed = client.get(f"/t/{table.code}/", headers={**headers, "Accept-Encoding": "gzip"})
            plain = client.get(f"/t/{table.code}/", headers=headers)
            assert packed.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(packed.data) == plain.data
            assert len(packed.data) < len(plain.data) / 2
