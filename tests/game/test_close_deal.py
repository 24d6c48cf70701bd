"""Closing the open deal: what stands in the way, and that one form closes one deal."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game.close_deal import CannotClose, Closed, NotClosed, close_deal
from companion.game.make_tap import Unseen
from companion.game.open_deal import OpenDeal
from companion.game.seats import seats_of
from companion.store import ClosedDeal, ScoredDeal, Store, Table
from tests.web import planner
from tests.web.conftest import MakeTable
from tests.web.play import close

OUT, FAULTY = ("out:0", "take:dark-blue"), ("out:0", "take:strand")
REST = ("nothing:1", "nothing:2", "nothing:3")
LAID = ("lay", "drawn")
NOBODY = ("out:-", "nothing:0", *REST)


def enter(store: Store, table: Table, *taps: str) -> int:
    """Keeps what these taps make of an empty deal; the version of the draft."""
    deal, _ = planner.tapped(OpenDeal(seats_of(table)), *taps)
    data = {**deal.as_json(), "since": store.draft(table).version}
    return store.save_draft(table, store.draft(table).version, data).version


def closed(
    store: Store,
    table: Table,
    version: int,
    *,
    token: str | None = "form",
    let_stand: bool = True,
    reward_done: bool = False,
) -> Closed | NotClosed | Unseen | CannotClose:
    return close_deal(
        store, table, version=version, token=token, let_stand=let_stand, reward_done=reward_done
    )


@pytest.mark.parametrize(
    ("taps", "said", "outcome"),
    [
        pytest.param((*OUT, *REST, *LAID), {}, Closed(1), id="all is entered"),
        pytest.param((*FAULTY, *REST, *LAID), {}, Closed(1), id="allowed"),
        pytest.param((*FAULTY, *REST, *LAID), {"let_stand": False}, NotClosed.ASKS,
                     id="may not go out"),
        pytest.param((*FAULTY, *REST, "allow:strand", "drawn"), {"let_stand": False}, Closed(1),
                     id="allowed when it was laid down"),
        pytest.param(NOBODY, {"let_stand": False}, Closed(1), id="nobody went out"),
        pytest.param((*OUT, *REST, "lay"), {}, NotClosed.REWARD, id="the reward is open"),
        pytest.param((*OUT, *REST, "lay"), {"reward_done": True}, Closed(1),
                     id="the reward is said to be done"),
        pytest.param((*OUT, *REST[1:], *LAID), {}, NotClosed.MISSING, id="a hand is missing"),
        pytest.param((*OUT, *REST[1:], "lay"), {"reward_done": True}, NotClosed.MISSING,
                     id="a hand is missing beside the reward"),
        pytest.param((*OUT, *REST), {"reward_done": True}, NotClosed.MISSING,
                     id="nothing is laid down"),
        pytest.param((), {}, NotClosed.MISSING, id="nothing is entered"),
    ],
)  # fmt: skip
def test_a_deal_is_closed_when_everything_is_entered(
    store: Store,
    make_table: MakeTable,
    taps: tuple[str, ...],
    said: dict[str, Any],
    outcome: Closed | NotClosed,
) -> None:
    table = make_table()
    assert closed(store, table, enter(store, table, *taps), **said) == outcome
    assert len(store.deals(table)) == isinstance(outcome, Closed)


@pytest.mark.parametrize(
    ("faulty", "let_stand"), [(True, True), (False, False)], ids=["faulty", "as it must be"]
)
def test_only_a_hand_that_may_not_go_out_is_kept_as_allowed(
    store: Store, make_table: MakeTable, faulty: bool, let_stand: bool
) -> None:
    table = make_table()
    closed(store, table, enter(store, table, *((*FAULTY, *REST, *LAID) if faulty else NOBODY)))
    assert [deal.let_stand for deal in store.deals(table)] == [let_stand]


def test_the_same_form_closes_one_deal(store: Store, make_table: MakeTable) -> None:
    table = make_table()
    version = enter(store, table, *NOBODY)
    assert [closed(store, table, version) for _ in range(2)] == [Closed(1)] * 2
    assert len(store.deals(table)) == 1


@pytest.mark.parametrize(
    ("older", "token"), [(1, "form"), (0, None)], ids=["an older page", "a form without a token"]
)
def test_what_was_not_seen_is_not_closed(
    store: Store, make_table: MakeTable, older: int, token: str | None
) -> None:
    table = make_table()
    version = enter(store, table, *NOBODY)
    assert closed(store, table, version - older, token=token) == NotClosed.LOOK
    assert store.deals(table) == []


def test_a_form_whose_deal_was_undone_closes_nothing(store: Store, make_table: MakeTable) -> None:
    table = make_table()
    version = enter(store, table, *NOBODY)
    closed(store, table, version)
    store.undo(table, token="undo")
    assert closed(store, table, version) == Unseen.REOPENED
    assert store.deals(table) == []


@pytest.mark.parametrize("what", ["correct", "strike", "undo", "redo"])
def test_a_deal_whose_number_or_jackpot_changed_is_looked_at_again(
    store: Store, make_table: MakeTable, what: str
) -> None:
    """Its page said $1,800 with a jackpot that is no longer there."""
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    first = close(store, table, "Ann", {"Ann": "dark-blue"}, let_stand=True)
    version = enter(store, table, "out:1", "take:red", "nothing:0")
    if what in ("undo", "redo"):
        undone = store.undo(table, token="undo")
        assert undone is not None
        if what == "redo":
            version = store.draft(table).version
            store.redo(table, undone.id)
    else:
        changed = replace(first, struck=what == "strike")
        store.correct(table, number=1, reason="x", changes=[changed], token="correct")
    assert closed(store, table, version) == NotClosed.LOOK
    assert closed(store, table, store.draft(table).version) == Closed(1 if what == "undo" else 2)


def test_a_second_page_of_a_closed_deal_is_told_so(store: Store, make_table: MakeTable) -> None:
    """It said "tap once more", beside a deal in which nothing was entered."""
    table = make_table()
    version = enter(store, table, *NOBODY)
    closed(store, table, version)
    assert closed(store, table, version, token="another page") == Unseen.CLOSED
    assert len(store.deals(table)) == 1


def test_a_deal_gets_the_jackpot_of_what_counts_at_this_moment(
    store: Store, make_table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another phone struck a round out when its jackpot was already read."""
    table = make_table("winning-moves-2017")
    first = close(store, table, "Ann", {"Ann": ""})
    version, close_in_store = enter(store, table, *NOBODY), store.close_deal
    struck = ScoredDeal(1, first.entry, first.settlement, struck=True)

    def late(table: Table, **told: Any) -> ClosedDeal:
        store.correct(table, number=1, reason="twice", changes=[struck], token="strike")
        return close_in_store(table, **told)

    monkeypatch.setattr(store, "close_deal", late)
    assert closed(store, table, version) == NotClosed.LOOK
    assert store.deals(table) == []
    monkeypatch.undo()
    assert closed(store, table, store.draft(table).version) == Closed(2)
    assert [deal.entry.jackpot for deal in store.deals(table)] == [500]
