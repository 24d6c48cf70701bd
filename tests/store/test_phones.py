"""The phones of a table: joining, the scorekeeper, codes old and new, wrong codes, the number."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from sqlite3 import IntegrityError
from threading import Barrier, Thread
from typing import Any

import pytest

from companion.rules.deal import Deal
from companion.store import Conflict, Store, Table, phones
from companion.store.phones import GUESS_MINUTES, LOOK_MINUTES, MOST_PHONES, Standing
from tests.stored import Clock, as_it_is_now, settlement_of
from tests.web.conftest import table_maker

ANN, BOB, CEM = "a" * 32, "b" * 32, "c" * 32


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime(2026, 3, 1, 20, 0, tzinfo=UTC), minutes=0)


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    store = Store(tmp_path / "companion.db", clock)
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Table:
    return make(store)


def make(store: Store) -> Table:
    return table_maker(store)("classic-uk", ["Ann", "Bob", "Cem"])


def standing(store: Store, table: Table, phone: str) -> Standing:
    found = phones.standing(store, store.table_of_id(table.id).code, phone)
    assert found is not None
    return found


def roles(store: Store, table: Table) -> dict[str, tuple[str, int | None]]:
    return {one.phone[0]: (one.role, one.seat) for one in phones.present(store, table)}


def ids(store: Store, table: Table) -> dict[str, int]:
    return {one.phone: one.id for one in phones.present(store, table)}


# --- joining and the scorekeeper -----------------------------------------------------------------


def test_a_phone_that_did_not_join_is_nothing(store: Store, table: Table) -> None:
    found = standing(store, table, ANN)
    assert (found.role, found.seat, found.has_scorekeeper, found.code) == (
        None,
        None,
        False,
        table.code,
    )
    assert phones.standing(store, "NOPE", ANN) is None


def test_the_first_claims_the_second_does_not(store: Store, table: Table) -> None:
    assert phones.claim(store, table.id, ANN)
    assert phones.claim(store, table.id, ANN)
    assert not phones.claim(store, table.id, BOB)
    assert roles(store, table) == {"a": ("scorekeeper", None)}
    assert standing(store, table, BOB).has_scorekeeper


def test_a_table_is_made_with_its_scorekeeper(store: Store) -> None:
    game: dict[str, Any] = {"edition": "classic-uk", "options": {}, "first_dealer": "Ann"}
    for phone in (ANN, BOB):  # the same form, sent again from another phone
        table = store.create_table(
            players=["Ann", "Bob"], banker="Bob", token="t", keeper=phone, **game
        )
    assert roles(store, table) == {"a": ("scorekeeper", None)}
    assert not phones.claim(store, table.id, BOB)


def test_of_many_that_claim_at_once_one_gets_it(store: Store, table: Table) -> None:
    names = [letter * 32 for letter in "abcdef"]
    ready, got = Barrier(len(names)), []

    def claim(name: str) -> None:
        ready.wait()
        got.append(phones.claim(store, table.id, name))

    threads = [Thread(target=claim, args=[name]) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == [False] * 5 + [True]


def test_a_seat_may_be_held_by_two_phones_and_changed(store: Store, table: Table) -> None:
    phones.join(store, table.id, ANN, 0)
    phones.join(store, table.id, BOB, 0)
    assert roles(store, table) == {"a": ("player", 0), "b": ("player", 0)}
    phones.join(store, table.id, BOB, None)
    assert roles(store, table)["b"] == ("watcher", None)


def test_a_seat_that_another_phone_holds_is_not_taken(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    phones.join(store, table.id, ANN, 0, beside=False)
    phones.join(store, table.id, BOB, 1, beside=False)
    phones.join(store, table.id, BOB, 1, beside=False)  # its own
    for seat in (0, 1):
        with pytest.raises(phones.Taken):
            phones.join(store, table.id, CEM, seat, beside=False)
    phones.join(store, table.id, CEM, None, beside=False)
    assert roles(store, table)["c"] == ("watcher", None)
    phones.remove(store, table, ids(store, table)[BOB])
    phones.join(store, table.id, CEM, 1, beside=False)
    assert roles(store, table)["c"] == ("player", 1)


def test_a_table_has_room_for_so_many_phones(store: Store, table: Table) -> None:
    for number in range(MOST_PHONES):
        phones.join(store, table.id, f"{number:032d}", 0)
    with pytest.raises(phones.Full):
        phones.join(store, table.id, ANN, 0)
    for number in range(MOST_PHONES):  # those who just watch count apart
        phones.join(store, table.id, f"9{number:031d}", None)
    for seat in (0, None):
        with pytest.raises(phones.Full):
            phones.join(store, table.id, BOB, seat)
    phones.join(store, table.id, f"{1:032d}", 1)  # one that is there may change
    assert phones.claim(store, table.id, ANN)  # somebody has to keep the score
    phones.remove(store, table, ids(store, table)[f"{2:032d}"])
    phones.remove(store, table, ids(store, table)[f"{3:032d}"])
    phones.join(store, table.id, BOB, 2)
    phones.remove_watchers(store, table)
    assert {role for role, _ in roles(store, table).values()} == {"scorekeeper", "player"}


def test_the_scorekeeper_may_sit_somewhere_and_stays_the_scorekeeper(
    store: Store, table: Table
) -> None:
    phones.claim(store, table.id, ANN)
    phones.join(store, table.id, ANN, 2)
    assert roles(store, table) == {"a": ("scorekeeper", 2)}
    phones.join(store, table.id, ANN, None)
    assert roles(store, table) == {"a": ("scorekeeper", None)}


def test_handing_over_keeps_both_seats(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    table = as_it_is_now(store, table)  # the code of before is used up
    phones.join(store, table.id, ANN, 0)
    phones.join(store, table.id, BOB, 1)
    phones.hand_over(store, table, ids(store, table)[BOB])
    assert roles(store, table) == {"a": ("player", 0), "b": ("scorekeeper", 1)}
    assert as_it_is_now(store, table).generation == table.generation + 1
    with pytest.raises(Conflict):  # a page that does not know that yet
        phones.hand_over(store, table, ids(store, table)[ANN])
    with pytest.raises(LookupError):
        phones.hand_over(store, as_it_is_now(store, table), 999)
    assert roles(store, table)["b"] == ("scorekeeper", 1)


def test_taking_over_spends_the_recovery_code(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    table = as_it_is_now(store, table)  # the code of before is used up
    phones.take_over(store, table, BOB)
    assert roles(store, table) == {"a": ("watcher", None), "b": ("scorekeeper", None)}
    with pytest.raises(Conflict):
        phones.take_over(store, table, CEM)
    assert "c" not in roles(store, table)


def test_a_removed_phone_is_nothing_until_it_is_let_in(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    phones.join(store, table.id, BOB, 1)
    one = ids(store, table)
    phones.remove(store, table, one[BOB])
    assert standing(store, table, BOB).role is None
    assert roles(store, table) == {"a": ("scorekeeper", None)}
    for gone in (one[BOB], one[ANN], 999):  # the scorekeeper's is not removed
        with pytest.raises(LookupError):
            phones.remove(store, table, gone)
    for seat in (1, None):
        with pytest.raises(phones.Removed):
            phones.join(store, table.id, BOB, seat)
    other = make(store)
    phones.let_in(store, other, one[BOB])
    phones.let_in(store, table, one[ANN])  # she was not removed
    assert [gone.phone for gone in phones.removed(store, table)] == [BOB]
    phones.let_in(store, table, one[BOB])
    phones.join(store, table.id, BOB, 2)
    assert roles(store, table)["b"] == ("player", 2)


def test_which_tables_are_whose(store: Store) -> None:
    mine, theirs, nobodys = make(store), make(store), make(store)
    phones.claim(store, mine.id, ANN)
    phones.claim(store, theirs.id, BOB)
    phones.join(store, theirs.id, ANN, 1)
    assert phones.joined(store, ANN) == {mine.id, theirs.id}
    assert phones.may_score(store, ANN, [one.id for one in store.tables()]) == {
        mine.code,
        nobodys.code,
    }
    assert phones.may_score(store, ANN, [mine.id, theirs.id]) == {mine.code}


def test_everybody_goes_along_to_the_rematch_once(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    phones.join(store, table.id, ANN, 0)
    phones.join(store, table.id, BOB, 1)
    phones.join(store, table.id, CEM, 2)
    phones.remove(store, table, ids(store, table)[CEM])
    assert phones.rematch(store, table) is None
    new, again = (rematch(store, table, keeper) for keeper in (BOB, ANN))
    assert new == again
    assert roles(store, new) == {"a": ("player", 0), "b": ("scorekeeper", 1)}
    assert [gone.phone for gone in phones.removed(store, new)] == [CEM]
    found = phones.rematch(store, table)
    assert found is not None
    assert found.code == new.code


def rematch(store: Store, table: Table, keeper: str) -> Table:
    return store.create_table(
        edition=table.edition_id,
        options=table.options,
        players=table.players,
        first_dealer="Ann",
        banker="Ann",
        token="again",
        keeper=keeper,
        rematch_of=table,
    )


def test_no_half_of_a_rematch_is_stored(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    store.db.execute(
        "CREATE TRIGGER breaks BEFORE INSERT ON phones BEGIN SELECT RAISE(ABORT, 'crash'); END"
    )
    with pytest.raises(IntegrityError, match="crash"):
        rematch(store, table, ANN)
    assert [one.code for one in store.tables()] == [table.code]


# --- codes ---------------------------------------------------------------------------------------


def test_a_new_code_is_known_to_those_who_joined(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    table = as_it_is_now(store, table)  # the code of before is used up
    phones.join(store, table.id, BOB, 1)
    code = phones.renew(store, table)
    assert code != table.code
    assert store.table(table.code) is None
    assert phones.moved(store, table.code.lower(), BOB) == code
    assert phones.moved(store, table.code, CEM) is None
    phones.remove(store, as_it_is_now(store, table), ids(store, table)[BOB])
    assert phones.moved(store, table.code, BOB) is None
    newest = phones.renew(store, as_it_is_now(store, table))
    assert phones.moved(store, table.code, ANN) == phones.moved(store, code, ANN) == newest


def test_a_new_code_for_the_scorekeeper_alone(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    table = as_it_is_now(store, table)  # the code of before is used up
    phones.join(store, table.id, BOB, 1)
    code = phones.renew(store, table, alone=True)
    assert roles(store, table) == {"a": ("scorekeeper", None)}
    assert phones.moved(store, table.code, ANN) == code
    assert phones.moved(store, table.code, BOB) is None


def test_an_old_code_is_not_given_away_again(
    store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones.renew(store, table)
    letters = iter(table.code + "33333")
    monkeypatch.setattr("companion.store.store.choice", lambda _: next(letters))
    assert make(store).code == "33333"


def test_a_deleted_table_takes_its_phones_and_codes_along(store: Store, table: Table) -> None:
    phones.claim(store, table.id, ANN)
    table = as_it_is_now(store, table)  # the code of before is used up
    phones.renew(store, table)
    with store.writing() as db:
        db.execute("DELETE FROM tables WHERE id = ?", [table.id])
    assert not store.rows("SELECT 1 FROM phones") + store.rows("SELECT 1 FROM old_codes")


# --- wrong codes ---------------------------------------------------------------------------------


def test_wrong_codes_are_counted_by_the_ten_minutes(store: Store, clock: Clock) -> None:
    for _ in range(3):
        phones.count(store, "code", "192.0.2.7", "")
    phones.count(store, "code", "192.0.2.8", "")
    assert phones.counted(store, "code", "192.0.2.7") == 3
    assert phones.counted(store, "code", "") == 4
    assert phones.counted(store, "key", "192.0.2.7") == 0
    clock.now += timedelta(minutes=GUESS_MINUTES)
    assert phones.counted(store, "code", "192.0.2.7") == 0
    phones.count(store, "code", "192.0.2.9", "")
    assert len(store.rows("SELECT * FROM guesses")) == 2  # what is old is forgotten


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
        ("2001:db8:1:ff::1", "2001:db8:1::/56"),
        ("2001:db8:1:100::1", "2001:db8:1:100::/56"),
        ("fe80::1%eth0", "fe80::/56"),
        ("", "?"),
        ("nonsense", "?"),
    ],
)
def test_whose_guesses_are_counted_together(address: str, whose: str) -> None:
    assert phones.network_of(address) == whose


# --- the number of what a table shows ------------------------------------------------------------

Change = Callable[[Store, Table], object]


def close(store: Store, table: Table) -> None:
    store.close_deal(
        table,
        entry=Deal(dict.fromkeys(table.players, ()), None),
        settlement=settlement_of(dict.fromkeys(table.players, 0)),
        let_stand=False,
        token=f"close-{store.draft(table).version}",
        version=store.draft(table).version,
    )


def paid(store: Store, table: Table) -> None:
    with store.writing() as db:
        db.execute(
            "INSERT INTO payments (table_id, deal_id, player, amount, at)"
            " SELECT table_id, id, 'Ann', 0, '' FROM deals WHERE table_id = ?",
            [table.id],
        )


def rule(store: Store, table: Table) -> None:
    with store.writing() as db:
        db.execute(
            "INSERT INTO rulings (table_id, deal_id, player, outcome, note, ruling, at, token)"
            " SELECT table_id, id, 'Ann', 'upheld', '', '{}', '', 'r' FROM deals"
        )


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            lambda store, table: store.save_draft(table, 1, {"went_out": "Ann"}), id="tap"
        ),
        pytest.param(close, id="a deal is closed"),
        pytest.param(paid, id="a tick"),
        pytest.param(rule, id="a ruling"),
        pytest.param(lambda store, table: store.undo(table, token="u"), id="undo"),
        pytest.param(lambda store, table: phones.join(store, table.id, CEM, 2), id="a phone joins"),
        pytest.param(lambda store, table: phones.join(store, table.id, BOB, 2), id="another seat"),
        pytest.param(lambda store, table: phones.remove(store, table, 2), id="a phone is removed"),
        pytest.param(lambda store, table: phones.hand_over(store, table, 2), id="handed over"),
        pytest.param(lambda store, table: phones.lock(store, table, True), id="locked"),
        pytest.param(lambda store, table: phones.renew(store, table), id="a new code"),
    ],
)
def test_every_change_is_numbered(store: Store, table: Table, change: Change) -> None:
    other = make(store)
    phones.claim(store, table.id, ANN)
    phones.join(store, table.id, BOB, 1)
    close(store, table)
    before, elsewhere = standing(store, table, ANN).version, standing(store, other, ANN).version
    change(store, as_it_is_now(store, table))
    assert standing(store, table, ANN).version > before
    assert standing(store, other, ANN).version == elsewhere


def test_a_tap_is_one_step_of_the_number(store: Store, table: Table) -> None:
    """`live.changed` counts on it."""
    for version in range(3):
        before = standing(store, table, ANN).version
        store.save_draft(table, version, {"went_out": "Ann"})
        assert standing(store, table, ANN).version == before + 1


def test_being_seen_is_no_change_and_kept_now_and_then(
    store: Store, table: Table, clock: Clock
) -> None:
    phones.join(store, table.id, ANN, 0)
    before = standing(store, table, ANN)
    clock.now += timedelta(minutes=LOOK_MINUTES - 1)
    phones.note_seen(store, before, ANN)
    assert standing(store, table, ANN) == before
    clock.now += timedelta(minutes=1)
    phones.note_seen(store, before, ANN)
    after = standing(store, table, ANN)
    assert after.seen_at == "2026-03-01T20:10:00Z"
    assert after.version == before.version
    phones.note_seen(store, standing(store, table, CEM), CEM)  # never joined: nothing to keep
    assert len(phones.present(store, table)) == 1
