"""What players of a closed deal should have, and what its payouts rest on."""

from dataclasses import replace

import pytest

from companion.game.closed_deal import open_questions
from companion.store import Store
from companion.store.sheets import sheet_of
from tests.stored import paid_otherwise
from tests.web.conftest import MakeTable
from tests.web.play import close


@pytest.mark.parametrize(
    ("paid", "decisions"),
    [
        pytest.param({"Ann": 250, "Bob": 0}, ["wiped_out_count"], id="as it would be paid today"),
        pytest.param({"Ann": 1250, "Bob": 0}, [], id="otherwise"),
    ],
)
def test_what_is_open_is_told_of_a_deal_that_is_paid_as_today(
    store: Store, make_table: MakeTable, paid: dict[str, int], decisions: list[str]
) -> None:
    table = make_table(players=("Ann", "Bob"))
    deal = close(store, table, "Ann", {"Ann": "red mm", "Bob": "mm c"})
    (row,) = sheet_of(store, table).rows
    found = open_questions(table, paid_otherwise(deal, "Ann", paid["Ann"]), row)
    assert [one.decision for one in found] == decisions


def test_of_a_deal_that_was_struck_out_nobody_should_have_anything(
    store: Store, make_table: MakeTable
) -> None:
    deal = close(store, make_table(players=("Ann", "Bob")), "Ann", {"Ann": "red"})
    assert [deal.owed(name) for name in ("Ann", "Bob", "Cem")] == [250, 0, 0]
    assert replace(deal, struck=True).owed("Ann") == 0
