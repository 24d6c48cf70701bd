"""Who is who: renaming, merging two spellings, taking it back; sheets are never touched."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import correction
from companion.names import Aliases, Renaming, name_key
from companion.store import Store, Table, games, people
from companion.store.file import utc_text
from companion.store.people import EarlierName, SatTogether
from tests.stored import Clock, known_table
from tests.web.conftest import table_maker
from tests.web.play import close as closed


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(":memory:", clock=Clock())
    yield store
    store.close()


def seat(store: Store, *players: str) -> str:
    """A table with these players; its code."""
    return table_maker(store)("classic-uk", players).code


def who(store: Store) -> Aliases:
    return Aliases(people.renamings(store))


def moves(*pairs: tuple[str, str]) -> Aliases:
    return Aliases(
        Renaming(number, old, new, "") for number, (old, new) in enumerate(pairs, start=1)
    )


# --- following names -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "written", "name"),
    [
        pytest.param([], "Ann", "Ann", id="nothing changed"),
        pytest.param([("Ann", "Anna")], "Ann", "Anna", id="renamed"),
        pytest.param([("Ann", "Anna")], "ANN", "Anna", id="capitals"),
        pytest.param([("Ann", "Anna")], "  Ann ", "Anna", id="blanks"),
        pytest.param([("José", "Pepe")], "Jose\u0301", "Pepe", id="coded in another way"),
        pytest.param([("Ann", "Anna")], "Annabel", "Annabel", id="somebody else"),
        pytest.param([("Ann", "Anna")], "anna", "Anna", id="merged, spelt as renamed"),
        pytest.param([("Ann", "Anna"), ("Anna", "Hanna")], "Ann", "Hanna", id="chain"),
        pytest.param([("Ann", "Anna"), ("Anna", "Ann")], "Ann", "Ann", id="there and back"),
        pytest.param([("Ann", "Anna"), ("Anna", "Ann")], "Anna", "Ann", id="back, the other too"),
        pytest.param([("ann", "Ann")], "ANN", "Ann", id="spelling only"),
    ],
)
def test_a_name_means(pairs: Sequence[tuple[str, str]], written: str, name: str) -> None:
    assert moves(*pairs).name(written) == name


names = st.sampled_from(["Ann", "ann", "Bob", "Cem", "Dee", "Eve"])


@given(st.lists(st.tuples(names, names), max_size=12), names)
def test_no_loop_whatever_was_renamed(pairs: list[tuple[str, str]], name: str) -> None:
    everybody = moves(*pairs)
    assert everybody.person(name) == name_key(everybody.name(name))
    assert everybody.person(name) == everybody.person(name.upper())


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (("Ann", "Bob"), ("anna", "bob")),
        (("Ann", "Anna"), (None, "anna")),
        (("Anna", "Bob", "Ann"), ("anna", "bob", None)),
        (("Annie", "Ann"), ("anna", None)),
    ],
)
def test_nobody_has_two_seats(players: Sequence[str], seats: Sequence[str | None]) -> None:
    """A later table may seat both spellings of one person: the name of today counts."""
    assert moves(("Ann", "Anna"), ("Annie", "Anna")).seats(tuple(players)) == tuple(seats)


# --- renaming and merging ------------------------------------------------------------------------


def test_a_renaming_changes_no_sheet(store: Store) -> None:
    code = seat(store, "Ann", "Bob")
    people.rename(store, "Ann", "Anna")
    table = store.table(code)
    assert table is not None
    assert table.players == ("Ann", "Bob")
    assert who(store).name("Ann") == "Anna"


def test_two_spellings_become_one_and_can_be_told_apart_again(store: Store) -> None:
    seat(store, "Ann", "Bob")
    seat(store, "Anna", "Cem")
    people.rename(store, "Ann", "Anna")
    assert who(store).person("Ann") == who(store).person("Anna") == "anna"
    (one,) = people.renamings(store)
    assert people.undo(store, one.id) == one
    assert who(store).person("Ann") == "ann"
    assert people.undo(store, one.id) is None
    assert people.renamings(store) == ()


def test_two_who_sat_at_one_table_are_two(store: Store) -> None:
    seat(store, "Ann", "Cem")
    codes = [seat(store, "Ann", "Bob"), seat(store, "bob", "Cem", "ANN")]
    with pytest.raises(SatTogether) as refused:
        people.rename(store, "Ann", "Bob")
    assert refused.value.codes == (codes[1], codes[0])
    assert people.renamings(store) == ()


def test_nor_over_a_name_in_between(store: Store) -> None:
    seat(store, "Ann", "Bob")
    seat(store, "Bobby", "Cem")
    people.rename(store, "Bobby", "Bob")
    with pytest.raises(SatTogether):
        people.rename(store, "Ann", "Bob")
    people.rename(store, "Cem", "Cemal")
    with pytest.raises(SatTogether):
        people.rename(store, "Cemal", "Bob")


def test_a_deleted_table_may_come_back_so_it_still_tells_people_apart(store: Store) -> None:
    code = seat(store, "Ann", "Bob")
    seat(store, "Ann", "Cem")
    with store.writing() as db:
        db.execute("UPDATE tables SET deleted_at = ? WHERE code = ?", [store.now(), code])
    with pytest.raises(SatTogether):
        people.rename(store, "Ann", "Bob")


def test_an_earlier_name_of_somebody_is_not_free(store: Store) -> None:
    """Else a sheet with that name would mean two people."""
    seat(store, "Ann", "Cem")
    seat(store, "Bob", "Dee")
    people.rename(store, "Ann", "Anna")
    with pytest.raises(EarlierName) as refused:
        people.rename(store, "Bob", "ann")
    assert refused.value.now == "Anna"
    people.rename(store, "Anna", "Ann")  # but she may have it back
    assert who(store).name("Anna") == "Ann"


@pytest.mark.parametrize("old", ["Zed", "Ann", ""])
def test_nobody_of_that_name(store: Store, old: str) -> None:
    seat(store, "Ann", "Cem")
    people.rename(store, "Ann", "Anna")
    with pytest.raises(LookupError):
        people.rename(store, old, "Eve")


def test_the_same_again_changes_nothing(store: Store) -> None:
    seat(store, "Ann", "Cem")
    people.rename(store, "Ann", "Anna")
    people.rename(store, "Ann", "Anna")
    people.rename(store, "Anna", "Anna")
    assert len(people.renamings(store)) == 1


def test_only_the_last_change_of_a_person_is_undone(store: Store) -> None:
    seat(store, "Ann", "Cem")
    people.rename(store, "Ann", "Anna")
    people.rename(store, "Cem", "Cemal")
    people.rename(store, "Anna", "Hanna")
    first, cem, last = people.renamings(store)
    assert people.undo(store, first.id) is None
    assert people.undo(store, cem.id) == cem  # somebody else's does not stand in the way
    assert people.undo(store, last.id) == last
    assert people.undo(store, first.id) == first
    assert people.undo(store, 0) is None


def test_suggestions_are_the_names_of_today(store: Store) -> None:
    seat(store, "ann", "Bob")
    seat(store, "Anna", "Cem")
    seat(store, "Dee", "bob")
    people.rename(store, "ann", "Anna")
    people.rename(store, "bob", "Robert")
    assert people.names(store) == ["Robert", "Dee", "Anna", "Cem"]


def test_deleted_tables_are_not_listed(store: Store) -> None:
    old, new = seat(store, "Ann", "Cem"), seat(store, "Bob", "Dee")
    found = people.tables_of(store, people.Which())
    assert [table.code for table in found] == [new, old]
    assert people.tables_of(store, people.Which(ids=[found[1].id])) == found[1:]
    with store.writing() as db:
        db.execute("UPDATE tables SET deleted_at = ? WHERE code = ?", [store.now(), old])
    assert people.tables_of(store, people.Which()) == found[:1]
    assert people.count_tables(store, people.Which()) == 1
    assert people.count_tables(store, people.Which(keys={"ann"})) == 0


def known(store: Store, **which: Any) -> list[tuple[str, int]]:
    return [(one.name, one.games) for one in people.known_names(store, **which)]


@pytest.mark.parametrize("mine", [False, True], ids=["all tables", "these tables"])
@pytest.mark.parametrize("search", ["zoe", "ZOË", "oé"])
def test_a_search_for_a_name_needs_no_accents(store: Store, search: str, mine: bool) -> None:
    code = seat(store, "Zoë", "Bob")
    ids = [known_table(store, code).id] if mine else None
    assert known(store, search=search, ids=ids) == [("Zoë", 1)]


def test_names_are_counted_whatever_becomes_of_the_tables(store: Store) -> None:
    """A table made, deleted, brought back, removed for good."""
    first, second = seat(store, "Ann", "Bob"), seat(store, "ANN", "Cem")
    assert known(store) == [("ANN", 2), ("Cem", 1), ("Bob", 1)]
    assert known(store, search="N") == [("ANN", 2)]
    assert known(store, search="N", also={"bob"}) == [("ANN", 2), ("Bob", 1)]
    ids = [known_table(store, first).id]
    assert known(store, ids=ids) == [("Ann", 1), ("Bob", 1)]
    games.delete(store, known_table(store, second))
    assert known(store) == [("Ann", 1), ("Bob", 1)]
    games.bring_back(store, known_table(store, second))
    assert dict(known(store)) == {"ANN": 2, "Cem": 1, "Bob": 1}
    games.delete(store, known_table(store, first))
    later = store.clock() + timedelta(days=2)
    store.clock = lambda: later
    assert games.purge_expired(store) == 1
    assert dict(known(store)) == {"ANN": 1, "Cem": 1}
    copy = games.history(store, known_table(store, second))
    games.bring_in(store, replace(copy, uid="f" * 32))
    assert dict(known(store)) == {"ANN": 2, "Cem": 2}


DONE: dict[str, Callable[[Store, Table], object]] = {
    "close": lambda store, table: closed(store, table, "Ann", {"Ann": "orange"}),
    "correct": lambda store, table: corrected(store, table, 1, struck=False),
    "strike": lambda store, table: corrected(store, table, 1, struck=True),
    "undo": lambda store, table: store.undo(table, token=store.now()),
    "redo": lambda store, table: store.redo(table, getattr(store.last_undone(table), "id", 0)),
}


def corrected(store: Store, table: Table, number: int, *, struck: bool) -> None:
    deals = store.deals(table)
    plan = correction.plan(table, deals, number, None if struck else deals[0].entry)
    store.correct(table, number=number, reason="", changes=plan.changes, token=store.now())


@pytest.mark.parametrize(
    ("done", "day"),
    [
        pytest.param("", 0, id="no deal"),
        pytest.param("close", 1, id="a deal"),
        pytest.param("close close", 2, id="two deals"),
        pytest.param("close correct", 1, id="corrected next day"),
        pytest.param("close strike", 1, id="struck out next day"),
        pytest.param("close undo", 0, id="undone"),
        pytest.param("close close undo", 1, id="the last one undone"),
        pytest.param("close close undo redo", 2, id="undone and redone"),
        pytest.param("close correct undo", 1, id="a correction undone"),
        pytest.param("close correct undo close", 4, id="played on days later"),
    ],
)
def test_a_game_was_played_on_the_day_of_its_last_deal(store: Store, done: str, day: int) -> None:
    """A correction days later moved it to that day: in the lists, and on its players' pages."""
    clock = store.clock
    assert isinstance(clock, Clock)
    start = clock.now
    code = seat(store, "Ann", "Bob")
    for what in done.split():
        clock.now += timedelta(days=1)
        DONE[what](store, known_table(store, code))
    at = utc_text(start + timedelta(days=day))[:10]
    assert known_table(store, code).last_at[:10] == at
    assert [one.last_at[:10] for one in people.known_names(store)] == [at, at]
    copy = replace(games.history(store, known_table(store, code)), uid="f" * 32)
    clock.now += timedelta(days=9)
    assert games.bring_in(store, copy).last_at == known_table(store, code).last_at


def test_somebody_played_last_when_any_of_the_games_was(store: Store) -> None:
    """Whatever is undone, corrected or deleted."""
    clock = store.clock
    assert isinstance(clock, Clock)
    first, second = seat(store, "Ann", "Bob"), seat(store, "Ann", "Cem")
    steps = [("close", first), ("close", second), ("correct", first), ("undo", first)]
    steps += [("close", first), ("undo", first), ("undo", second), ("undo", first)]
    for what, code in steps:
        clock.now += timedelta(days=1)
        DONE[what](store, known_table(store, code))
        at = {one: known_table(store, one).last_at for one in (first, second)}
        found = {one.key: one.last_at for one in people.known_names(store)}
        assert found == {"ann": max(at.values()), "bob": at[first], "cem": at[second]}, (what, code)


# --- whatever people do --------------------------------------------------------------------------


@given(
    tables=st.lists(st.lists(names, min_size=2, max_size=3, unique_by=str.casefold), min_size=1),
    steps=st.lists(st.tuples(st.booleans(), names, st.integers(0, 5)), max_size=8),
)
def test_names_always_mean_one_person(
    tables: list[list[str]], steps: list[tuple[bool, str, int]]
) -> None:
    """After any renamings and undoings nobody sits twice at a table, and the name that a person has
    means that person."""
    store = Store(":memory:", clock=Clock())
    for players in tables:
        seat(store, *players)
    for back, name, number in steps:
        known = people.names(store)
        try:
            if back:
                last = people.renamings(store)[number % 6 : number % 6 + 1]
                people.undo(store, last[0].id if last else 0)
            else:
                people.rename(store, known[number % len(known)], name)
        except (SatTogether, EarlierName):
            continue
        everybody = who(store)
        for players in tables:
            assert None not in everybody.seats(tuple(players))
        for one in people.names(store):
            assert everybody.name(one) == one
    store.close()
