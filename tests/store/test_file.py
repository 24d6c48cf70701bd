"""The file itself: whose it is, of which version, and whether it is still there."""

import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import DataGone, OtherVersion, Store, Table
from tests.web.conftest import table_maker


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "companion.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    store = Store(file)
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Table:
    return table_maker(store)()


def test_the_file_is_its_owners_alone(file: Path, store: Store, table: Table) -> None:
    for one in file.parent.iterdir():  # with the write-ahead log
        assert stat.S_IMODE(one.stat().st_mode) == 0o600, one
    store.close()
    file.chmod(0o644)  # as somebody copied it
    Store(file).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


OTHERS = {
    "newer": ("PRAGMA user_version = 3",),
    "never released": ("PRAGMA user_version = 0",),
    "another program's": ("CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('Dear Ann')"),
}


@pytest.mark.parametrize("made", [pytest.param(made, id=name) for name, made in OTHERS.items()])
def test_a_file_of_another_version_is_not_touched(file: Path, made: Sequence[str]) -> None:
    if "user_version" in made[0]:
        Store(file).close()
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for statement in ("PRAGMA journal_mode = DELETE", *made):
            db.execute(statement).close()
    file.chmod(0o644)
    before = file.read_bytes(), file.stat()
    with pytest.raises(OtherVersion):
        Store(file)
    assert (file.read_bytes(), file.stat()) == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("gone", ["folder", "file", "replaced"])
def test_a_file_that_is_gone_is_noticed_before_a_write_counts(
    file: Path, store: Store, table: Table, gone: str
) -> None:
    if gone == "folder":
        shutil.rmtree(file.parent)
    elif gone == "file":
        file.unlink()
    else:
        shutil.copy(file, file.with_name("other"))
        file.with_name("other").replace(file)
    with pytest.raises(DataGone):
        store.save_draft(table, 0, {"went_out": "Ann"})


def test_a_file_that_goes_while_it_is_written_is_noticed(
    file: Path, store: Store, table: Table
) -> None:
    def written() -> None:
        with store.writing() as db:
            db.execute("UPDATE tables SET place = 'Leeds'")
            shutil.rmtree(file.parent)

    with pytest.raises(DataGone):
        written()


def test_a_write_within_a_write_is_refused_and_nothing_of_the_outer_one_is_stored(
    store: Store, table: Table
) -> None:
    def nested() -> None:
        with store.writing() as db:
            db.execute("UPDATE tables SET place = 'Leeds'")
            store.save_draft(table, 0, {"went_out": "Ann"})

    with pytest.raises(RuntimeError, match="within another"):
        nested()
    assert store.table(table.code) == table
    assert store.draft(table).version == 0


def test_a_new_thread_makes_no_empty_file(file: Path, store: Store, table: Table) -> None:
    file.unlink()
    failed = []

    def read() -> None:
        try:
            store.tables()
        except Exception as error:
            failed.append(str(error))

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert failed == ["unable to open database file"]
    assert not file.exists()
