"""The store: nothing is overwritten, nothing counts twice, and two phones never cross."""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.codes import CODE_LETTERS
from companion.rules.deal import Deal
from companion.rules.settlement import PaidDeal
from companion.store import (
    Action,
    ClosedDeal,
    Conflict,
    Draft,
    ScoredDeal,
    Store,
    Table,
    games,
    people,
)
from companion.store.rulings import record as record_ruling
from companion.store.rulings import rulings
from companion.store.ticks import set_paid
from tests.stored import (
    Clock,
    checkpoint,
    paid_in,
    payments,
    settlement_of,
    struck_out,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "companion.db", clock=Clock())
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Table:
    return make(store)


def make(store: Store, *players: str, token: str | None = None) -> Table:
    seats = players or ("Ann", "Bob")
    return store.create_table(
        edition="classic-uk",
        options={"target": 5000},
        players=seats,
        first_dealer=seats[0],
        banker=seats[-1],
        token=token,
    )


def entry(**hands: list[str]) -> Deal:
    return Deal({name: tuple(hands.get(name, ())) for name in ("Ann", "Bob")}, "Ann")


def paid(**payouts: int) -> PaidDeal:
    return settlement_of(payouts)


def close(
    store: Store,
    table: Table,
    token: str,
    ann: int = 100,
    bob: int = 0,
    *,
    version: int | None = None,
    let_stand: bool = False,
) -> ClosedDeal:
    return store.close_deal(
        table,
        entry=entry(Ann=["go"], Bob=[]),
        settlement=paid(Ann=ann, Bob=bob),
        let_stand=let_stand,
        token=token,
        version=store.draft(table).version if version is None else version,
    )


def in_threads(number: int, does: Callable[[], object]) -> None:
    threads = [threading.Thread(target=does) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def amounts(store: Store, table: Table) -> list[tuple[int, int]]:
    return [(deal.number, deal.payouts["Ann"]) for deal in store.deals(table)]


# --- the file ------------------------------------------------------------------------------------


def test_every_connection_is_set_to_lose_nothing(store: Store) -> None:
    def pragma(name: str) -> object:
        return store.db.conn.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2  # FULL
    assert pragma("foreign_keys") == 1
    assert pragma("busy_timeout") == 5000


def test_every_reference_to_another_row_has_an_index(store: Store) -> None:
    """Else SQLite looks through the whole table for each row that is removed elsewhere."""
    without = []
    for name in store.db.table_names():
        table = store.db.table(name)
        found = {index.columns[0] for index in table.indexes} | {table.pks[0]}
        without += [(name, key.column) for key in table.foreign_keys if key.column not in found]
    assert without == []


def test_a_second_start_finds_everything(store: Store, table: Table) -> None:
    close(store, table, "a")
    again = Store(store.path)
    assert again.table(table.code) == store.table(table.code)
    assert again.deals(table) == store.deals(table)
    again.close()


def test_many_starts_at_once_make_one_file(tmp_path: Path) -> None:
    made: list[Store] = []
    in_threads(6, lambda: made.append(Store(tmp_path / "companion.db")))
    assert len(made) == 6
    assert sorted(made[0].db.table_names()) == [
        "actions",
        "deals",
        "drafts",
        "entries",
        "guesses",
        "old_codes",
        "payments",
        "phones",
        "renamings",
        "reward_luck",
        "rulings",
        "seats",
        "sqlite_sequence",
        "tables",
    ]
    for one in made:
        one.close()


def test_each_thread_has_its_own_connection(store: Store) -> None:
    seen = []
    thread = threading.Thread(target=lambda: seen.append(store.db))
    thread.start()
    thread.join()
    assert seen[0] is not store.db
    assert store.db is store.db


def test_after_close_and_checkpoint_the_file_holds_it_all(store: Store, table: Table) -> None:
    checkpoint(store)
    store.close()
    with sqlite3.connect(f"file:{store.path}?immutable=1", uri=True) as conn:
        assert conn.execute("SELECT code FROM tables").fetchall() == [(table.code,)]
    conn.close()
    assert store.table(table.code) == table  # and the store opens it again


def test_a_write_that_fails_leaves_nothing_behind(store: Store, table: Table) -> None:
    unwritable: Any = object()
    with pytest.raises(TypeError):
        store.close_deal(
            table,
            entry=Deal({"Ann": [unwritable], "Bob": ()}, None),
            settlement=paid(Ann=0, Bob=0),
            let_stand=False,
            token="a",
            version=0,
        )
    assert store.deals(table) == []
    assert store.last_action(table) is None
    assert store.draft(table) == Draft()
    assert close(store, table, "a").number == 1


# --- tables --------------------------------------------------------------------------------------


def test_a_table_comes_back_as_it_was_made(store: Store) -> None:
    players = ("Zoë", "<script>", "👩‍👩‍👧", "אבי", 'O"Neil', "x" * 40)
    table = make(store, *players)
    assert store.table(table.code) == table
    assert table.players == players
    assert table.options == {"target": 5000}
    assert (table.first_dealer, table.banker) == ("Zoë", "x" * 40)
    assert table.created_at == table.last_at == "2026-11-21T17:04:00Z"
    assert store.count_deals(table) == 0


def test_a_code_is_short_and_read_in_any_case(store: Store, table: Table) -> None:
    assert len(table.code) == 5
    assert set(table.code) <= set(CODE_LETTERS)
    assert store.table(table.code.lower()) == table


@pytest.mark.parametrize("code", ["", "AAAAA", "a\x00b", "ß", "%", "x" * 1000, "' OR 1=1"])
def test_an_unknown_code_is_no_table(store: Store, table: Table, code: str) -> None:
    assert store.table(code) is None


def test_no_two_look_alike_letters_are_in_a_code() -> None:
    for alike in ("0OQ", "1IL", "2Z", "5S", "8B", "UV"):
        assert len(set(alike) & set(CODE_LETTERS)) <= 1


def test_the_same_token_makes_one_table(store: Store) -> None:
    first = make(store, token="once")
    assert make(store, token="once") == first
    assert make(store, token="other") != first
    assert len(store.tables()) == 2


def test_tables_come_newest_first_with_what_happened_there(store: Store) -> None:
    old, new = make(store), make(store)
    close(store, old, "a")
    close(store, old, "b")
    store.correct(
        old,
        number=1,
        reason="not played",
        changes=[ScoredDeal(1, entry(), paid(Ann=0, Bob=0), struck=True)],
        token="c",
    )
    listed = store.tables()
    assert [table.code for table in listed] == [new.code, old.code]
    assert [store.count_deals(table) for table in listed] == [0, 1]
    assert listed[0].last_at == new.created_at
    assert listed[1].last_at > new.created_at


def test_names_come_back_once_most_recent_first(store: Store) -> None:
    make(store, "Ann", "Bob")
    make(store, "Cem", "ann")
    assert people.names(store) == ["ann", "Cem", "Bob"]


# --- drafts --------------------------------------------------------------------------------------


def test_a_draft_is_kept_and_counts_its_versions(store: Store, table: Table) -> None:
    assert store.draft(table) == Draft(0, {})
    first = store.save_draft(table, 0, {"went_out": "Ann"})
    assert (first.version, first.data) == (1, {"went_out": "Ann"})
    second = store.save_draft(table, 1, {"went_out": "Bob", "hands": {"Bob": ["go"]}})
    assert store.draft(table) == second
    assert second.version == 2
    assert store.draft(make(store)) == Draft()


def test_of_two_phones_the_second_is_told(store: Store, table: Table) -> None:
    store.save_draft(table, 0, {"went_out": "Ann"})
    for version in (0, 2, 10**30):
        with pytest.raises(Conflict):
            store.save_draft(table, version, {"went_out": "Bob"})
    assert store.draft(table).data == {"went_out": "Ann"}


def test_taps_of_many_threads_never_cross(store: Store, table: Table) -> None:
    def tap() -> None:
        for _ in range(10):
            while True:
                draft = store.draft(table)
                taps = draft.data.get("since", 0)
                try:
                    store.save_draft(table, draft.version, {"since": taps + 1})
                except Conflict:
                    continue
                break

    in_threads(4, tap)
    assert store.draft(table).data == {"since": 40}
    assert store.draft(table).version == 40


# --- deals ---------------------------------------------------------------------------------------


def test_a_deal_is_closed_and_its_draft_cleared(store: Store, table: Table) -> None:
    store.save_draft(table, 0, {"went_out": "Ann"})
    deal = close(store, table, "a", ann=200, version=1, let_stand=True)
    assert (deal.number, deal.let_stand, deal.corrected) == (1, True, False)
    assert (deal.entry, deal.settlement) == (entry(Ann=["go"]), paid(Ann=200, Bob=0))
    assert store.deals(table) == [deal]
    assert (store.draft(table).version, store.draft(table).data) == (2, {})
    assert close(store, table, "b").number == 2


def test_closing_twice_with_one_token_counts_once(store: Store, table: Table) -> None:
    first = close(store, table, "a", ann=100)
    again = close(store, table, "a", ann=900, version=0)  # it is the first that counts
    assert again == first
    assert amounts(store, table) == [(1, 100)]


def test_closing_an_old_version_is_a_conflict(store: Store, table: Table) -> None:
    store.save_draft(table, 0, {"went_out": "Ann"})
    store.save_draft(table, 1, {"went_out": "Bob"})
    with pytest.raises(Conflict):
        close(store, table, "a", version=1)
    assert store.deals(table) == []
    assert store.draft(table).data == {"went_out": "Bob"}


def test_many_threads_close_one_deal_once(store: Store, table: Table) -> None:
    results: list[ClosedDeal] = []
    in_threads(6, lambda: results.append(close(store, table, "a", ann=50, version=0)))
    assert len(results) == 6
    assert len({deal.id for deal in results}) == 1
    assert amounts(store, table) == [(1, 50)]


def test_one_token_serves_two_tables_apart(store: Store, table: Table) -> None:
    other = make(store)
    close(store, table, "a", ann=100)
    close(store, other, "a", ann=300)
    assert amounts(store, table) == [(1, 100)]
    assert amounts(store, other) == [(1, 300)]


def test_ticks_are_set_and_taken_back(store: Store, table: Table) -> None:
    deal = close(store, table, "a")
    for player, ticked, now in (
        ("Bob", True, ["Bob"]),
        ("Ann", True, ["Ann", "Bob"]),
        ("Ann", True, ["Ann", "Bob"]),
        ("Bob", False, ["Ann"]),
        ("Bob", False, ["Ann"]),
    ):
        set_paid(store, table, deal.id, player, ticked)
        assert paid_in(store, table) == now
    log = store.rows("SELECT player, amount, takes_back FROM payments ORDER BY id")
    assert [tuple(row.values()) for row in log] == [
        ("Bob", 0, None),
        ("Ann", 100, None),
        ("Bob", 0, 1),
    ]


def test_a_tick_needs_a_deal_and_a_player_of_the_table(store: Store, table: Table) -> None:
    deal = close(store, table, "a")
    other = make(store)
    for where, number, player in (
        (table, deal.id, "Zoe"),
        (table, 10**30, "Ann"),
        (other, deal.id, "Ann"),
    ):
        with pytest.raises(LookupError):
            set_paid(store, where, number, player, True)
    assert paid_in(store, table) == []


# --- corrections ---------------------------------------------------------------------------------


def correct(store: Store, table: Table, token: str, *changes: ScoredDeal, number: int = 1) -> Any:
    return store.correct(
        table, number=number, reason="a 4th House was missed", changes=changes, token=token
    )


def test_a_correction_replaces_and_keeps_the_old_row(store: Store, table: Table) -> None:
    close(store, table, "a", ann=100)
    close(store, table, "b", ann=200)
    changes = (
        ScoredDeal(1, entry(Ann=["go", "go"]), paid(Ann=150, Bob=0)),
        ScoredDeal(2, entry(), paid(Ann=250, Bob=0)),
    )
    rows = correct(store, table, "c", *changes)
    assert amounts(store, table) == [(1, 150), (2, 250)]
    assert [row.corrected for row in store.deals(table)] == [True, True]
    assert store.deals(table) == rows
    old, new = store.history(table, 1)
    assert (old.payouts["Ann"], new.payouts["Ann"]) == (100, 150)
    assert (old.kind, new.kind) == ("close", "correct")
    assert (old.reason, new.reason) == (None, "a 4th House was missed")
    assert new.replaces == old.id
    assert new.at > old.at
    assert not old.undone
    assert not new.undone


def test_a_correction_sent_twice_counts_once(store: Store, table: Table) -> None:
    close(store, table, "a")
    first = correct(store, table, "c", ScoredDeal(1, entry(), paid(Ann=150, Bob=0)))
    again = correct(store, table, "c", ScoredDeal(1, entry(), paid(Ann=999, Bob=0)))
    assert again == first
    assert len(store.history(table, 1)) == 2


def test_ticks_stay_where_the_payout_is_the_same(store: Store, table: Table) -> None:
    deal = close(store, table, "a", ann=100, bob=50)
    set_paid(store, table, deal.id, "Ann", True)
    set_paid(store, table, deal.id, "Bob", True)
    correct(store, table, "c", ScoredDeal(1, entry(), paid(Ann=150, Bob=50)))
    assert paid_in(store, table) == ["Bob"]


def test_a_tick_taken_back_leaves_the_one_before_it(store: Store, table: Table) -> None:
    deal = close(store, table, "a", ann=100)
    set_paid(store, table, deal.id, "Ann", True)
    (new,) = correct(store, table, "c", ScoredDeal(1, entry(), paid(Ann=150, Bob=0)))
    set_paid(store, table, new.id, "Ann", True)
    store.undo(table, token="u")
    for ticked, handed in ((None, 150), (True, 100), (False, 150), (False, 150), (True, 100)):
        if ticked is not None:
            set_paid(store, table, deal.id, "Ann", ticked)
        assert payments(store, table)[0].handed == handed
    there = Store(":memory:")
    copy = games.bring_in(there, games.history(store, table))
    assert payments(there, copy) == payments(store, table)
    there.close()
    assert games.history(store, table).actions[0].deals[0].paid == ("Ann",)
    assert games.history(store, table).actions[1].deals[0].paid == ()


def test_a_struck_deal_is_gone_from_the_sheet_and_kept(store: Store, table: Table) -> None:
    close(store, table, "a", ann=100)
    close(store, table, "b", ann=200)
    correct(store, table, "c", ScoredDeal(1, entry(), paid(Ann=0, Bob=0), struck=True))
    assert amounts(store, table) == [(2, 200)]
    assert [deal.number for deal in struck_out(store, table)] == [1]
    assert [row.kind for row in store.history(table, 1)] == ["close", "strike"]
    assert close(store, table, "d").number == 3


@pytest.mark.parametrize("number", [0, 2, -1, 2**63 - 1, 2**63, 10**30])
def test_what_is_not_there_cannot_be_corrected(store: Store, table: Table, number: int) -> None:
    close(store, table, "a", ann=100)
    with pytest.raises(LookupError):
        correct(
            store,
            table,
            "c",
            ScoredDeal(number, entry(), paid(Ann=1, Bob=0)),
            number=number,
        )
    with pytest.raises(LookupError):
        correct(store, table, "d", ScoredDeal(number, entry(), paid(Ann=1, Bob=0)), number=1)
    assert amounts(store, table) == [(1, 100)]
    assert store.history(table, number) == []


# --- undo ----------------------------------------------------------------------------------------


def test_undo_takes_back_the_newest_and_then_the_one_before(store: Store, table: Table) -> None:
    close(store, table, "a", ann=100)
    close(store, table, "b", ann=200)
    correct(store, table, "c", ScoredDeal(1, entry(), paid(Ann=150, Bob=0)))
    undone = [store.undo(table, token=f"u{time}") for time in range(4)]
    assert [one and (one.kind, one.number) for one in undone] == [
        ("correct", 1),
        ("close", 2),
        ("close", 1),
        None,
    ]
    assert store.deals(table) == []
    assert store.last_action(table) is None


def test_undo_leaves_what_was_before(store: Store, table: Table) -> None:
    close(store, table, "a", ann=100)
    close(store, table, "b", ann=200)
    before = store.deals(table)
    correct(store, table, "c", ScoredDeal(1, entry(), paid(Ann=0, Bob=0), struck=True))
    assert amounts(store, table) == [(2, 200)]
    undone = undone_by(store, table, "u")
    assert undone.kind == "strike"
    assert store.deals(table) == before
    assert [row.undone for row in store.history(table, 1)] == [False, True]


def undone_by(store: Store, table: Table, token: str) -> Action:
    undone = store.undo(table, token=token)
    assert undone is not None
    return undone


@pytest.mark.parametrize("what", ["close", "correct", "strike"])
def test_redo_does_again_what_was_undone(store: Store, table: Table, what: str) -> None:
    store.save_draft(table, 0, {"went_out": "Ann", "done": {"Bob": "chance"}})
    row = close(store, table, "a", ann=100).id
    if what != "close":
        changed = ScoredDeal(1, entry(), paid(Ann=150, Bob=0), struck=what == "strike")
        row = correct(store, table, "c", changed)[0].id
    record_ruling(
        store, table, deal_id=row, player="Ann", outcome="upheld", note="", ruling="ok", token="r"
    )
    set_paid(store, table, row, "Ann", True)
    before, owed, ruled = amounts(store, table), payments(store, table), rulings(store, table)
    undone = undone_by(store, table, "u")
    assert store.last_undone(table) == undone
    for _ in range(2):  # two taps, or two phones
        store.redo(table, undone.id)
    assert (amounts(store, table), payments(store, table)) == (before, owed)
    assert [one.ruling for one in rulings(store, table)] == [one.ruling for one in ruled]
    assert store.draft(table).data == {}
    assert store.last_undone(table) is None
    again = undone_by(store, table, "again")
    assert again.kind == what


@pytest.mark.parametrize("what", ["close", "correct"])
def test_a_deal_that_is_redone_was_played_when_it_was_played(
    store: Store, table: Table, what: str
) -> None:
    """Undone and redone two days later, it had the game end then."""
    close(store, table, "a", ann=100)
    if what == "correct":
        correct(store, table, "c", ScoredDeal(1, entry(), paid(Ann=150, Bob=0)))
    before = store.deals(table)[0].at
    assert isinstance(store.clock, Clock)
    store.clock.now += timedelta(days=2)
    undone = undone_by(store, table, "u")
    store.redo(table, undone.id)
    assert store.deals(table)[0].at == before


def test_redo_waits_for_no_tap(store: Store, table: Table) -> None:
    close(store, table, "a", ann=100)
    undone = undone_by(store, table, "u")
    draft = store.draft(table)
    store.save_draft(table, draft.version, {**draft.data, "reward": ["go"]})
    assert store.last_undone(table) is None
    with pytest.raises(Conflict):
        store.redo(table, undone.id)
    assert amounts(store, table) == []


def test_redo_leaves_another_open_deal_alone(store: Store, table: Table) -> None:
    close(store, table, "a", ann=100)
    begun = {"went_out": "Bob", "hands": {"Bob": ["go"]}}
    store.save_draft(table, store.draft(table).version, begun)
    undone = undone_by(store, table, "u")
    store.redo(table, undone.id)
    assert store.draft(table).data == begun
    assert amounts(store, table) == [(1, 100)]


def test_redo_of_the_deal_before_leaves_the_one_that_an_undo_opened(
    store: Store, table: Table
) -> None:
    """Two undos and a redo threw the cards of the second deal away."""
    close(store, table, "a", ann=100)
    close(store, table, "b", ann=300)
    store.undo(table, token="u")
    opened = store.draft(table).data
    first = undone_by(store, table, "v")
    assert store.draft(table).data == opened
    store.redo(table, first.id)
    assert store.draft(table).data == opened
    assert amounts(store, table) == [(1, 100)]


def test_a_number_that_was_undone_is_given_again(store: Store, table: Table) -> None:
    close(store, table, "a", ann=100)
    store.undo(table, token="u")
    assert close(store, table, "b", ann=300).number == 1
    assert amounts(store, table) == [(1, 300)]
    assert [(row.undone, row.corrected) for row in store.history(table, 1)] == [
        (True, False),
        (False, False),
    ]


def test_an_undo_sent_twice_counts_once(store: Store, table: Table) -> None:
    close(store, table, "a")
    close(store, table, "b")
    first = store.undo(table, token="u")
    assert store.undo(table, token="u") == first
    assert amounts(store, table) == [(1, 100)]


def test_only_the_action_that_is_meant_is_undone(store: Store, table: Table) -> None:
    close(store, table, "a")
    meant = store.last_action(table)
    assert meant is not None
    close(store, table, "b")
    assert store.undo(table, token="u", only=meant.id) is None
    assert amounts(store, table) == [(1, 100), (2, 100)]
    store.undo(table, token="v")
    assert store.undo(table, token="u", only=meant.id) == meant


def test_nothing_to_undo_writes_nothing(store: Store, table: Table) -> None:
    assert store.undo(table, token="u") is None
    close(store, table, "a")
    assert store.undo(table, token="u") is not None


def test_undoing_a_close_puts_its_draft_back(store: Store, table: Table) -> None:
    data: Mapping[str, Any] = {"went_out": "Ann", "done": {"Bob": "chance"}}
    store.save_draft(table, 0, data)
    close(store, table, "a")
    store.undo(table, token="u")
    assert store.draft(table).data == {**data, "since": 3, "reopened": 1}
    assert store.draft(table).version == 3


def test_without_a_draft_the_entry_comes_back(store: Store, table: Table) -> None:
    close(store, table, "a")
    store.undo(table, token="u")
    opened = {"since": 2, "reopened": 1}
    assert store.draft(table).data == {**entry(Ann=["go"], Bob=[]).as_json(), **opened}


@pytest.mark.parametrize("cards", [["go"], []], ids=["cards", "one stray tap"])
def test_undoing_a_close_takes_no_cards_away(store: Store, table: Table, cards: list[str]) -> None:
    """Neither those of another open deal, nor for one tap those of the deal that was closed."""
    close(store, table, "a")
    begun = {"went_out": "Bob", "hands": {"Bob": cards} if cards else {}}
    store.save_draft(table, store.draft(table).version, begun)
    store.undo(table, token="u")
    assert (store.draft(table).data == begun) == bool(cards)
    assert store.draft(table).begun


def test_correction_worked_out_from_other_deals_is_refused(store: Store, table: Table) -> None:
    """Two phones correct at the same moment: the second has to look again."""
    close(store, table, "deal")
    (first,) = store.deals(table)
    change = [ScoredDeal(1, first.entry, first.settlement, struck=True)]
    store.correct(table, number=1, reason="twice", changes=change, token="one", counting=[first.id])
    with pytest.raises(Conflict):
        store.correct(
            table, number=1, reason="again", changes=change, token="two", counting=[first.id]
        )
    assert store.deals(table) == []
    assert len(store.history(table, 1)) == 2


def test_only_the_deleted_tables_asked_for_are_listed(store: Store, table: Table) -> None:
    other = make(store)
    for one in (table, other):
        close(store, one, f"close {one.id}")
        games.delete(store, one)
    assert [one.id for one in games.deleted(store)] == [other.id, table.id]
    assert [one.id for one in games.deleted(store, {table.id})] == [table.id]


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        pytest.param({}, True, id="nothing"),
        pytest.param({"paid": ("Ann",)}, True, id="a tick"),
        pytest.param({"entry": entry(Ann=["go"], Bob=["go"])}, False, id="a card"),
        pytest.param({"settlement": paid(Ann=1, Bob=0)}, False, id="a payout"),
    ],
)
def test_games_with_other_cards_are_not_the_same(
    store: Store, table: Table, changed: dict[str, Any], same: bool
) -> None:
    close(store, table, "a")
    game = games.history(store, table)
    (action,) = game.actions
    deals = (replace(action.deals[0], **changed),)
    other = replace(game, actions=(replace(action, deals=deals),))
    assert game.same_as(other) is same
