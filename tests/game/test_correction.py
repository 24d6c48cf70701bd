"""What a correction or a strike changes: later jackpots, payouts, racks, dealers, winners."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game.correction import Plan, plan, same_entry
from companion.rules.bank import by_value
from companion.rules.deal import Deal
from companion.rules.refusal import Refusal
from companion.store import Store, Table
from companion.store.sheets import sheet_of
from tests.stored import paid_otherwise, struck_out
from tests.web.conftest import MakeTable
from tests.web.play import cards, close


def changed(table: Table, entry: Deal, **hands: str) -> Deal:
    """The entry with other hands for some players."""
    new = {player: cards(table, text) for player, text in hands.items()}
    return replace(entry, hands={**entry.hands, **new})


def payouts(one: Plan) -> list[tuple[int, str, int | None, int | None]]:
    return [(each.number, each.player, each.before, each.after) for each in one.payouts]


def keep(store: Store, table: Table, one: Plan) -> None:
    store.correct(
        table,
        number=one.changes[0].number,
        reason="test",
        changes=one.changes,
        token=f"correction-{store.last_action(table)}",
    )


@pytest.fixture
def wm(make_table: MakeTable) -> Table:
    return make_table("winning-moves-2017", ["Ann", "Bob", "Cem"])


@pytest.fixture
def three(store: Store, wm: Table) -> list[Any]:
    """Three deals of 2017: the jackpot grows, is taken by Ann, grows."""
    close(store, wm, "Bob", {"Bob": "brown", "Ann": "free-parking", "Cem": "free-parking"})
    close(store, wm, "Bob", {"Bob": "red", "Ann": "free-parking*2"})
    close(store, wm, "Cem", {"Cem": "green"})
    return store.deals(wm)


def test_the_jackpots_of_the_three_deals(store: Store, wm: Table, three: list[Any]) -> None:
    rows = sheet_of(store, wm).rows
    assert [row.jackpot_after for row in rows] == [1000, 500, 1000]


def test_a_later_jackpot_is_settled_again(wm: Table, three: list[Any]) -> None:
    # Ann had both Free Parking in deal 1: she takes 500 there, and only 500 in deal 2.
    entry = changed(wm, three[0].entry, Ann="free-parking*2", Cem="")
    one = plan(wm, three, 1, entry)
    assert payouts(one) == [(1, "Ann", 0, 500), (2, "Ann", 1000, 500)]
    assert one.settled_again == (2,)
    assert [change.number for change in one.changes] == [1, 2]
    assert one.changes[1].entry.jackpot == 500


def test_a_deal_whose_jackpot_stays_is_not_touched(wm: Table, three: list[Any]) -> None:
    one = plan(wm, three, 1, changed(wm, three[0].entry, Bob="light-blue"))
    assert payouts(one) == [(1, "Bob", 50, 100)]
    assert one.settled_again == ()


def test_what_was_paid_stays_paid(wm: Table, three: list[Any]) -> None:
    # An older program had paid otherwise: a correction of another deal does not change that.
    three[2] = paid_otherwise(three[2], "Cem", 12_350)
    one = plan(wm, three, 2, changed(wm, three[1].entry, Bob="yellow"))
    assert payouts(one) == [(2, "Bob", 250, 300)]
    assert one.after.totals["Cem"] == 12_350


def test_striking_out_settles_the_later_jackpots_again(wm: Table, three: list[Any]) -> None:
    one = plan(wm, three, 1, None)
    assert payouts(one) == [(1, "Bob", 50, None), (2, "Ann", 1000, 500)]
    assert one.changes[0].struck
    assert one.settled_again == (2,)
    assert one.after.rows[0].position == 1  # the fold knows rows, the page their numbers
    assert one.faults == ()


def test_a_struck_deal_can_be_put_back(store: Store, wm: Table, three: list[Any]) -> None:
    before = sheet_of(store, wm)
    keep(store, wm, plan(wm, three, 1, None))
    assert [deal.number for deal in store.deals(wm)] == [2, 3]
    struck = struck_out(store, wm)[0]
    one = plan(wm, store.deals(wm), 1, struck.entry, struck=struck)
    assert payouts(one) == [(1, "Bob", None, 50), (2, "Ann", 500, 1000)]
    keep(store, wm, one)
    assert sheet_of(store, wm) == before


def test_the_jackpot_of_the_entry_is_not_believed(wm: Table, three: list[Any]) -> None:
    one = plan(wm, three, 2, replace(three[1].entry, jackpot=50_000))
    assert one.changes[0].entry.jackpot == 1000
    assert payouts(one) == []


def test_nothing_is_changed_by_planning(store: Store, wm: Table, three: list[Any]) -> None:
    plan(wm, three, 1, None)
    assert store.deals(wm) == three


def test_the_plan_is_what_the_store_then_has(store: Store, wm: Table, three: list[Any]) -> None:
    one = plan(wm, three, 1, changed(wm, three[0].entry, Ann="free-parking*2", Cem=""))
    keep(store, wm, one)
    assert sheet_of(store, wm) == one.after
    store.undo(wm, token="u")
    assert sheet_of(store, wm) == one.before


def test_racks_and_exchanges_follow_from_the_fold(store: Store, make_table: MakeTable) -> None:
    table = make_table("deluxe", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "yellow, h1, h2"})
    close(store, table, "Ann", {"Ann": "yellow"})
    deals = store.deals(table)
    one = plan(table, deals, 1, changed(table, deals[0].entry, Ann="yellow, h1, token*2, go"))
    assert payouts(one) == [(1, "Ann", 900, 2000)]
    assert by_value(one.before.racks["Ann"])[1000] == 1
    assert by_value(one.after.racks["Ann"])[1000] == 2
    assert one.settled_again == ()


def test_the_dealer_of_express_follows_the_points(store: Store, make_table: MakeTable) -> None:
    table = make_table("express", ["Ann", "Bob", "Cem"])
    close(store, table, None, {"Ann": "railroads", "Bob": "corners"}, stopped_early=True)
    deals = store.deals(table)
    one = plan(table, deals, 1, changed(table, deals[0].entry, Ann=""))
    assert (one.before.next_dealer, one.after.next_dealer) == ("Bob", "Bob")
    one = plan(
        table, deals, 1, changed(table, deals[0].entry, Bob="", Cem="corners, railroads", Ann="")
    )
    assert one.after.next_dealer == "Cem"


def test_a_win_can_come_and_go(store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"], options={"target": 500})
    close(store, table, "Ann", {"Ann": "utilities"})
    deals = store.deals(table)
    assert plan(table, deals, 1, None).before.winners == ("Ann",)
    assert not plan(table, deals, 1, None).after.over


def test_a_hand_that_may_not_go_out_is_said(store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "utilities"})
    deals = store.deals(table)
    bad = changed(table, deals[0].entry, Ann="utilities, mayfair")
    one = plan(table, deals, 1, bad, let_stand=True)
    assert [finding.rule for finding in one.faults] == ["incomplete-group"]
    assert one.changes[0].let_stand
    fine = plan(table, deals, 1, changed(table, deals[0].entry, Ann="orange"), let_stand=True)
    assert not fine.changes[0].let_stand


def test_impossible_cards_are_refused(store: Store, make_table: MakeTable) -> None:
    table = make_table(players=["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "utilities"})
    deals = store.deals(table)
    with pytest.raises(Refusal, match="only one Electric Company"):
        plan(table, deals, 1, changed(table, deals[0].entry, Bob="utilities"))


def test_a_deal_that_is_not_there(wm: Table, three: list[Any]) -> None:
    with pytest.raises(ValueError, match="no deal 4"):
        plan(wm, three, 4, None)


def test_the_fingerprint_is_of_what_is_shown(wm: Table, three: list[Any]) -> None:
    entry = changed(wm, three[0].entry, Bob="light-blue")
    seen = plan(wm, three, 1, entry).fingerprint
    assert plan(wm, three, 1, entry).fingerprint == seen
    assert plan(wm, three, 1, None).fingerprint != seen
    assert plan(wm, three[:2], 1, entry).fingerprint == seen  # deal 3 is not touched by it
    three[0] = paid_otherwise(three[0], "Bob", 100)
    assert plan(wm, three, 1, entry).fingerprint != seen


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({"went_out": "Ann", "hands": {"Ann": ["b", "a"]}}, True),
        ({"went_out": "Ann", "hands": {"Ann": ["a", "b"], "Bob": []}, "reward": []}, True),
        ({"went_out": "Ann", "hands": {"Ann": ["a", "b"]}, "jackpot": 500}, True),
        ({"went_out": "Ann", "hands": {"Ann": ["a", "b"]}, "stopped_early": False}, True),
        ({"went_out": "Bob", "hands": {"Ann": ["a", "b"]}}, False),
        ({"went_out": None, "hands": {"Ann": ["a", "b"]}}, False),
        ({"went_out": "Ann", "hands": {"Ann": ["a", "b", "b"]}}, False),
        ({"went_out": "Ann", "hands": {"Bob": ["a", "b"]}}, False),
        ({"went_out": "Ann", "hands": {"Ann": ["a", "b"]}, "reward": ["a"]}, False),
        ({"went_out": "Ann", "hands": {"Ann": ["a", "b"]}, "wilds": {"Ann": ["c"]}}, False),
    ],
    ids=[
        "order",
        "empty",
        "jackpot",
        "not-stopped",
        "goer",
        "nobody",
        "copies",
        "holder",
        "reward",
        "wilds",
    ],
)
def test_entries_that_say_the_same(other: dict[str, Any], same: bool) -> None:
    entry = Deal({"Ann": ["a", "b"]}, "Ann")
    assert same_entry(entry, Deal(**other)) == same
