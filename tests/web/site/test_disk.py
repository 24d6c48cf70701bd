"""A disk that is full or cannot be written: everything can be read, and every tap says so."""

import logging
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from companion import create_app
from companion.server.serve import CannotServe, run
from companion.store import ClosedDeal, Store, Table, games, ticks
from tests.web.conftest import MakeTable
from tests.web.play import close
from tests.web.visitors import People


@pytest.fixture
def table(make_table: MakeTable, store: Store) -> Table:
    table = make_table()
    close(store, table, "Ann", {"Ann": "orange"})
    return table


def read_only(store: Store) -> None:
    store.db.conn.execute("PRAGMA query_only = ON").close()


PAGES = ("", "deal", "deals/1", "setup", "summary", "tv", "phones", "join", "game.json")


@pytest.mark.parametrize("page", PAGES)
def test_reading_goes_on_for_ever(people: People, store: Store, table: Table, page: str) -> None:
    """After ten minutes it is to be stored that the phone was here."""
    read_only(store)
    now = store.clock() + timedelta(minutes=11)
    store.clock = lambda: now
    for phone in (people.keeper, people.players[0], people.watcher, people.visitor):
        assert phone.get(f"/t/{table.code}/{page}").status_code == 200


def test_reading_goes_on_where_a_deleted_table_cannot_be_removed(
    people: People, store: Store, table: Table, make_table: MakeTable
) -> None:
    """A day after it was deleted, the first page tried to."""
    gone = make_table()
    games.delete(store, gone)
    now = store.clock() + timedelta(days=2)
    store.clock = lambda: now
    read_only(store)
    for page in ("/", "/games", "/players", f"/t/{table.code}/"):
        assert people.keeper.get(page).status_code == 200, page
    assert people.keeper.get(f"/t/{gone.code}/").status_code == 410


@pytest.mark.parametrize("fragment", [True, False], ids=["fragment", "page"])
def test_a_tap_on_a_disk_that_cannot_be_written(
    people: People, store: Store, table: Table, fragment: bool
) -> None:
    read_only(store)
    tap = {"tap": "out:1", "version": f"{store.draft(table).version}"}
    answer = people.keeper.post(f"/t/{table.code}/deal", tap, fragment=fragment)
    assert answer.status_code == 507
    assert "The disk cannot be written" in answer.text
    assert "Nothing was taken." in answer.text


def test_on_a_full_disk_no_table_is_made(people: People, store: Store, table: Table) -> None:
    (pages,) = store.db.conn.execute("PRAGMA page_count").fetchone()
    store.db.conn.execute(f"PRAGMA max_page_count = {pages}").close()
    statuses, form = set[int](), {"edition": "classic-uk", "do": "make", "player-1": "B" * 40}
    for number in range(300):  # until the last page is full
        answer = people.keeper.post("/tables/new", {**form, "player-0": f"Ann {number}"})
        statuses.add(answer.status_code)
        if answer.status_code == 507:
            break
    assert statuses == {303, 507}
    assert "The disk is full" in answer.text
    assert people.keeper.get(f"/t/{table.code}/").status_code == 200


def test_a_tap_after_the_data_folder_was_deleted(
    people: People, store: Store, table: Table
) -> None:
    shutil.rmtree(store.path.parent)
    tap = {"tap": "out:1", "version": f"{store.draft(table).version}"}
    answer = people.keeper.post(f"/t/{table.code}/deal", tap)
    assert answer.status_code == 507
    assert "The tables are gone" in answer.text


@pytest.mark.parametrize(
    ("where", "moment"),
    [(Store, "deals_and_struck"), (Store, "history"), (ticks, "paid_ticks")],
    ids=lambda one: one if isinstance(one, str) else "",
)
@pytest.mark.parametrize("change", ["closed", "undone"])
def test_a_deal_that_is_closed_or_undone_while_its_page_is_made(
    people: People,
    store: Store,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    where: object,
    moment: str,
    change: str,
) -> None:
    other = Store(store.path)
    number, asked = (2, 404) if change == "closed" else (1, 200)
    read: Callable[..., list[ClosedDeal]] = getattr(where, moment)

    def reading(here: Store, *about: object) -> list[ClosedDeal]:
        found = read(here, *about)
        if here is store and len(other.deals(table)) == 1:
            if change == "closed":
                close(other, table, "Bob", {"Bob": "red"})
            else:
                other.undo(table, token="undo")
        return found

    monkeypatch.setattr(where, moment, reading)
    answer = people.keeper.get(f"/t/{table.code}/deals/{number}")
    assert answer.status_code == asked
    other.close()


def test_serve_refuses_tables_of_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "companion.db")
    with store.writing() as db:
        db.execute("PRAGMA user_version = 3")
    store.close()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    with pytest.raises(CannotServe, match="another version of the companion"):
        run("127.0.0.1", "0", None)


@pytest.mark.parametrize("file", ["empty", "missing"])
def test_a_key_without_tables_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, file: str
) -> None:
    create_app(tmp_path).extensions["store"].close()
    assert caplog.messages == []
    (tmp_path / "companion.db").unlink()
    if file == "empty":
        (tmp_path / "companion.db").touch()
    with caplog.at_level(logging.WARNING):
        create_app(tmp_path).extensions["store"].close()
    assert "there are no tables" in caplog.messages[0]
