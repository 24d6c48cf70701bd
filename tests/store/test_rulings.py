"""Rulings in the store: they count once, can be taken back, and follow the deal they are about."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.names import LONGEST_REMARK
from companion.rules.deal import Deal
from companion.store import ClosedDeal, ScoredDeal, Store, Table
from companion.store.rulings import AlreadyRecorded, record, rulings, take_back
from tests.stored import settlement_of
from tests.web.conftest import table_maker

ENTRY = Deal({"Ann": ["go"], "Bob": []}, "Ann")
PAID = settlement_of({"Ann": 200, "Bob": 0})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "companion.db")
    yield store
    store.close()


def seat(store: Store) -> Table:
    return table_maker(store)("classic-uk", ["Ann", "Bob"])


@pytest.fixture
def table(store: Store) -> Table:
    return seat(store)


@pytest.fixture
def deal(store: Store, table: Table) -> ClosedDeal:
    return close(store, table)


def close(store: Store, table: Table) -> ClosedDeal:
    version = store.draft(table).version
    return store.close_deal(
        table, entry=ENTRY, settlement=PAID, let_stand=False, token=f"d{version}", version=version
    )


def rule(store: Store, table: Table, deal_id: int, token: str = "t", **more: Any) -> Any:
    given = {"player": "Ann", "outcome": "upheld", "note": "", "ruling": "May go out."}
    return record(store, table, deal_id=deal_id, token=token, **{**given, **more})


def test_a_ruling_is_kept(store: Store, table: Table, deal: ClosedDeal) -> None:
    made = rule(store, table, deal.id, note="Read the box", ruling="£200")
    assert rulings(store, table) == [made]
    assert (made.deal_id, made.number, made.player) == (deal.id, 1, "Ann")
    assert (made.outcome, made.note, made.ruling) == ("upheld", "Read the box", "£200")


def test_a_token_counts_once(store: Store, table: Table, deal: ClosedDeal) -> None:
    made = rule(store, table, deal.id)
    assert rule(store, table, deal.id) == made
    assert rulings(store, table) == [made]


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        pytest.param({}, 1, id="the same"),
        pytest.param({"note": "We looked"}, 2, id="with a note"),
        pytest.param({"ruling": "May go out. Claimed: £500."}, 2, id="about another claim"),
        pytest.param({"player": "Bob"}, 2, id="another hand"),
    ],
)
def test_the_same_answer_from_a_new_page_is_kept_once(
    store: Store, table: Table, deal: ClosedDeal, other: dict[str, str], kept: int
) -> None:
    """A page that comes with "Back" may have a token of its own."""
    made = rule(store, table, deal.id)
    again = rule(store, table, deal.id, "new page", **other)
    assert rulings(store, table) == [made, again][:kept]
    assert (again == made) is (kept == 1)


def test_the_same_answer_counts_anew_when_the_first_was_taken_back(
    store: Store, table: Table, deal: ClosedDeal
) -> None:
    take_back(store, table, rule(store, table, deal.id).id, "b")
    again = rule(store, table, deal.id, "new page")
    assert rulings(store, table) == [again]


def test_taken_back_once(store: Store, table: Table, deal: ClosedDeal) -> None:
    first, second = rule(store, table, deal.id), rule(store, table, deal.id, "u", player="Bob")
    take_back(store, table, first.id, "b")
    take_back(store, table, first.id, "b")
    take_back(store, table, first.id, "another tap")
    assert rulings(store, table) == [second]
    rows = store.rows("SELECT outcome, takes_back FROM rulings ORDER BY id")
    assert [row["takes_back"] for row in rows] == [None, None, first.id]
    with pytest.raises(AlreadyRecorded) as again:  # the old form brings nothing back, and says so
        rule(store, table, deal.id)
    assert again.value.taken_back
    assert rulings(store, table) == [second]


def test_an_undone_deal_takes_its_rulings_along(
    store: Store, table: Table, deal: ClosedDeal
) -> None:
    rule(store, table, deal.id)
    store.undo(table, token="undo")
    assert rulings(store, table) == []
    with pytest.raises(LookupError):
        rule(store, table, deal.id, "later")


def test_a_corrected_deal_keeps_them(store: Store, table: Table, deal: ClosedDeal) -> None:
    made = rule(store, table, deal.id)
    (now,) = store.correct(
        table, number=1, reason="x", changes=[ScoredDeal(1, ENTRY, PAID)], token="correct"
    )
    later = rule(store, table, now.id, "u", outcome="corrected")
    assert rulings(store, table) == [made, later]
    store.undo(table, token="undo")  # with the correction goes what was said of it
    assert rulings(store, table) == [made]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        pytest.param({"outcome": "taken-back"}, ValueError, id="no outcome"),
        pytest.param({"note": "x" * (LONGEST_REMARK + 1)}, ValueError, id="long note"),
        pytest.param({"outcome": "agreed"}, ValueError, id="agreed without a note"),
        pytest.param({"player": "Cem"}, LookupError, id="somebody else"),
        pytest.param({"deal_id": 99}, LookupError, id="no such deal"),
    ],
)
def test_what_is_refused(
    store: Store, table: Table, deal: ClosedDeal, wrong: dict[str, Any], error: type[Exception]
) -> None:
    given = {"deal_id": deal.id, **wrong}
    with pytest.raises(error):
        rule(store, table, given.pop("deal_id"), **given)
    assert rulings(store, table) == []


def test_another_table_is_out_of_reach(store: Store, table: Table, deal: ClosedDeal) -> None:
    made = rule(store, table, deal.id)
    other = seat(store)
    assert rulings(store, other) == []
    with pytest.raises(LookupError):
        rule(store, other, deal.id)
    with pytest.raises(LookupError):
        take_back(store, other, made.id, "b")
    assert rulings(store, table) == [made]


@pytest.mark.parametrize("outcome", ["agreed", "upheld"])
def test_another_answer_under_the_same_token_is_refused(
    store: Store, table: Table, deal: ClosedDeal, outcome: str
) -> None:
    made = rule(store, table, deal.id)
    with pytest.raises(AlreadyRecorded) as again:
        rule(store, table, deal.id, outcome=outcome, note="half each")
    assert (again.value.outcome, again.value.taken_back) == ("upheld", False)
    assert rulings(store, table) == [made]
