"""The files that tell a proxy which version of a table is current: never an older one."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.store import Store, Table, backup, games, phones
from companion.store.archive import unarchive
from companion.store.current import CannotTell, key_of
from tests.web.conftest import table_maker

ONE = "1" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "memory" / "current"


@pytest.fixture
def store(tmp_path: Path, folder: Path) -> Iterator[Store]:
    store = Store(tmp_path / "companion.db")
    store.begin_current(folder)
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Table:
    """A table with a phone, and so with a file."""
    table = table_maker(store)()
    phones.join(store, table.id, ONE, 1)
    return table


def files(folder: Path, table: Table) -> list[str]:
    found = folder / key_of(table.secret)
    return sorted(file.name for file in found.iterdir()) if found.is_dir() else []


def version(store: Store, table: Table) -> str:
    here = phones.standing(store, store.code_of(table.id), ONE, "")
    assert here is not None
    return str(here.version)


def _undone(store: Store, table: Table) -> None:
    with suppress(KeyError), store.writing() as db:
        db.execute("UPDATE tables SET locked = 1")
        raise KeyError


def _seen(store: Store, table: Table) -> None:
    with store.writing() as db:
        db.execute("UPDATE phones SET seen_at = '2026-01-01T00:00:00Z'")


Change = Callable[[Store, Table], object]
CHANGES = [
    pytest.param(lambda *of: phones.lock(of[0], of[1], True), id="locked"),
    pytest.param(lambda *of: phones.join(of[0], of[1].id, "2" * 32, 2), id="one more phone"),
    pytest.param(lambda *of: of[0].save_draft(of[1], 0, {"went_out": "Ann"}), id="a tap"),
    pytest.param(phones.renew, id="a new code"),
    pytest.param(games.delete, id="deleted"),
    pytest.param(lambda *of: unarchive(of[0], of[1].code), id="put back"),
    pytest.param(_undone, id="rolled back"),
    pytest.param(_seen, id="a phone was seen"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_only_the_current_version_has_a_file(
    store: Store, table: Table, folder: Path, change: Change
) -> None:
    change(store, table)
    assert files(folder, table) == [version(store, table)]


@pytest.mark.parametrize("change", CHANGES)
def test_a_program_without_the_setting_keeps_the_files_too(
    store: Store, table: Table, folder: Path, change: Change
) -> None:
    other = Store(store.path)
    change(other, table)
    other.close()
    assert files(folder, table) == [version(store, table)]


def test_a_commit_that_fails_leaves_no_older_version(
    store: Store, table: Table, folder: Path
) -> None:
    def fails() -> None:
        with store.writing() as db:
            db.execute("PRAGMA defer_foreign_keys = ON")
            db.execute("UPDATE tables SET locked = 1")
            db.execute("INSERT INTO drafts VALUES (999, 0, '', '')")

    before = version(store, table)
    with pytest.raises(sqlite3.IntegrityError):
        fails()
    assert files(folder, table) == [str(int(before) + 1)]  # of a version that no phone shows
    _seen(store, table)
    assert files(folder, table) == [before]


def test_a_table_that_is_removed_takes_its_file_along(
    store: Store, table: Table, folder: Path
) -> None:
    table_maker(store)()  # the newest table's row would stay
    games.delete(store, table)
    with store.writing() as db:
        db.execute("UPDATE tables SET deleted_at = '2026-01-01T00:00:00Z' WHERE id = ?", [table.id])
    assert games.purge_expired(store) == 1
    assert not (folder / key_of(table.secret)).exists()


@pytest.mark.parametrize("setting", [True, False], ids=["with", "without"])
def test_a_start_begins_without_files(
    store: Store, table: Table, folder: Path, setting: bool
) -> None:
    (folder / "of somebody else").mkdir()
    again = Store(store.path)
    again.begin_current(folder if setting else None)
    again.close()
    assert [file.name for file in folder.iterdir()] == ["of somebody else"]


def test_another_folder_takes_over(
    store: Store, table: Table, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    store.begin_current(tmp_path / "other")
    phones.lock(store, table, True)
    assert files(folder, table) == []
    assert files(tmp_path / "other", table) == [version(store, table)]


def test_what_is_restored_has_no_files_of_later_versions(
    store: Store, table: Table, folder: Path, tmp_path: Path
) -> None:
    backup.backup(store.path, tmp_path / "copy.db")
    phones.lock(store, table, True)
    store.close()
    backup.restore(tmp_path / "copy.db", store.path, force=True)
    assert files(folder, table) == []


def _no_room(folder: Path, mine: Path) -> None:
    shutil.rmtree(mine)
    mine.touch()  # no folder can be made there


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param(_no_room, id="no file can be made"),
        pytest.param(lambda folder, mine: shutil.rmtree(folder), id="the folder is gone"),
    ],
)
def test_without_files_everything_is_stored(
    store: Store, table: Table, folder: Path, harm: Callable[[Path, Path], None]
) -> None:
    before = version(store, table)
    harm(folder, folder / key_of(table.secret))
    phones.lock(store, table, True)
    assert version(store, table) != before
    assert files(folder, table) == []


def test_nothing_is_stored_while_an_older_file_cannot_be_removed(
    store: Store, table: Table, folder: Path
) -> None:
    before = version(store, table)
    (folder / key_of(table.secret) / "0").mkdir()  # which no `unlink` removes
    with pytest.raises(CannotTell):
        phones.lock(store, table, True)
    assert version(store, table) == before


def test_the_key_says_nothing_of_the_table(store: Store, table: Table) -> None:
    other = table_maker(store)()
    keys = {key_of(one.secret) for one in (table, other)}
    assert len(keys) == 2
    assert all(len(key) == 16 for key in keys)
