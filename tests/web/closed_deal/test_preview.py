"""What a correction would change, before it is confirmed: who gets or gives back what then."""

from collections.abc import Mapping

import pytest

from companion.game import correction
from companion.store import Entry, Store
from companion.web.closed_deal.pay import PayList
from companion.web.closed_deal.preview import preview
from tests.web.conftest import MakeTable
from tests.web.play import close, entry_of

PAID = {"Ann": "red, go", "Bob": "brown"}
"""£450 and £50."""
CASES = {
    "what was ticked counts: more": (
        "Ann",
        {"Ann": "red, go, go", "Bob": "brown"},
        ["Ann gets £200 more (2 × £100)."],
    ),
    "what was ticked counts: less": (
        "Ann",
        {"Ann": "red", "Bob": "brown"},
        ["Ann gives £200 back to the bank (2 × £100)."],
    ),
    "nothing was ticked: the whole amount": (
        "",
        {"Ann": "red, go, go", "Bob": "brown"},
        [
            "Ann gets £650 (£500, £100, £50). "
            "If the old £450 was paid without a tick, Ann gets £200 more (2 × £100)."
        ],
    ),
    "nothing was paid before": (
        "",
        {"Ann": "red, go", "Bob": "brown", "Cem": "go"},
        ["Cem gets £200 (2 × £100)."],
    ),
    "each as it was ticked": (
        "Bob",
        {"Ann": "red", "Bob": "light-blue"},
        [
            "Ann gets £250 (2 × £100, £50). If the old £450 was paid without a tick, "
            "Ann gives £200 back to the bank (2 × £100).",
            "Bob gets £50 more.",
        ],
    ),
    "struck out, ticked and not": (
        "Bob",
        None,
        [
            "If the old £450 was paid without a tick, "
            "Ann gives £450 back to the bank (4 × £100, £50).",
            "Bob gives £50 back to the bank.",
        ],
    ),
}


@pytest.mark.parametrize(
    ("ticked", "hands", "told"), [pytest.param(*one, id=name) for name, one in CASES.items()]
)
def test_who_is_to_be_handed_over_what(
    store: Store,
    make_table: MakeTable,
    ticked: str,
    hands: Mapping[str, str] | None,
    told: list[str],
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob", "Cem"])
    deal = close(store, table, "Ann", PAID, let_stand=True)
    if ticked:
        store.set_paid(table, deal.id, ticked, True)
    entry = None if hands is None else Entry(entry_of(store, table, "Ann", hands))
    plan = correction.plan(table, store.deals(table), 1, entry, let_stand=True)
    assert list(preview(table.edition, plan, store.handed(table))["hand_over"]) == told
    # The pay list asks for the same, once the correction is made.
    store.correct(table, number=1, reason="x", changes=plan.changes, token="x")
    row = None if entry is None else plan.after.rows[0]
    rows = PayList(table, store.handed(table)).rows(1, row)
    asked = {row.name: row.amount for row in rows if row.paid is False}
    for name in {one.player for one in plan.payouts}:
        first = next((text for text in told if text.startswith(f"{name} g")), "")
        amount = asked.get(name, "").removesuffix(" more").removesuffix(" back")
        assert (amount in first) if first else (amount == "")


def test_ticks_of_each_deal_count_by_themselves(store: Store, make_table: MakeTable) -> None:
    """A later jackpot that is worked out again changes a second deal."""
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    first = close(store, table, "Ann", {"Ann": "red", "Bob": ""})
    close(store, table, "Ann", {"Ann": "red", "Bob": "free-parking"})
    store.set_paid(table, first.id, "Ann", True)
    entry = Entry(entry_of(store, table, "Ann", {"Ann": "red, free-parking", "Bob": ""}))
    plan = correction.plan(table, store.deals(table), 1, entry, let_stand=True)
    assert list(preview(table.edition, plan, store.handed(table))["hand_over"]) == [
        "Ann gets $500 more.",
        "Bob gets $500. If the old $1,000 was paid without a tick, "
        "Bob gives $500 back to the bank.",
    ]
