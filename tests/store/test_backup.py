"""Backup and restore: nothing that was confirmed is missing, nothing that was there is lost."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.settings import secret_key
from companion.store import Store, Table, games
from companion.store.backup import CannotCopy, Copied, InTheWay, backup, restore
from companion.store.games import delete
from companion.store.sheets import sheet_of
from tests.web.conftest import table_maker
from tests.web.play import close

ROOT = Path(__file__).resolve().parents[2]

WRITER = """
import sys
from companion.store import Store
from tests.web.play import close
store = Store(sys.argv[1])
table = store.table(sys.argv[2])
while True:
    deal = close(store, table, "Ann", {"Ann": "red, token", "Bob": "go"})
    print(deal.number, flush=True)
"""


def make(store: Store) -> Table:
    return table_maker(store)("classic-uk", ["Ann", "Bob"], {"target": None})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A database with a table of two deals that nobody has open."""
    path = tmp_path / "data" / "companion.db"
    path.parent.mkdir()
    fill(path, 2)
    return path


def fill(path: Path, deals: int) -> None:
    store = Store(path)
    table = make(store)
    for _ in range(deals):
        close(store, table, "Ann", {"Ann": "red"})
    store.close()


def deals_in(path: Path) -> int:
    store = Store(path)
    count = sum(store.count_deals(table) for table in store.tables())
    store.close()
    return count


# --- under load ----------------------------------------------------------------------------------


def test_a_backup_while_others_write_has_every_confirmed_deal(tmp_path: Path) -> None:
    """Two processes close deals as fast as they can, and say so only when a deal is confirmed."""
    path = tmp_path / "companion.db"
    store = Store(path)
    tables = [make(store) for _ in range(2)]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), table.code],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for table in tables
    ]
    confirmed = [0] * len(writers)

    def listen(number: int) -> None:
        for line in writers[number].stdout or ():
            confirmed[number] = int(line)

    listeners = [threading.Thread(target=listen, args=(number,)) for number in range(len(writers))]
    for listener in listeners:
        listener.start()
    taken = []
    try:
        for number in range(4):
            while min(confirmed) < 3 * (number + 1):
                assert all(writer.poll() is None for writer in writers)
            before = list(confirmed)
            copy = tmp_path / f"backup-{number}.db"
            backup(path, copy)
            taken.append((copy, before))
    finally:
        for writer in writers:
            writer.kill()
            writer.wait()
            assert writer.stdout is not None
        for listener in listeners:
            listener.join()
        for writer in writers:
            assert writer.stdout is not None
            writer.stdout.close()
    for number, (copy, before) in enumerate(taken):
        elsewhere = tmp_path / f"elsewhere-{number}" / "companion.db"
        restore(copy, elsewhere)
        restored = Store(elsewhere)
        for table, least in zip(tables, before, strict=True):
            found = restored.deals(table)
            assert [deal.number for deal in found] == list(range(1, len(found) + 1))
            assert len(found) >= least
            assert found == store.deals(table)[: len(found)]
            assert len(sheet_of(restored, table).rows) == len(found)
        restored.close()
    store.close()


# --- backup --------------------------------------------------------------------------------------


def test_a_backup_is_one_private_file_with_everything(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "saved.db"
    made = backup(data, target)
    assert (made.tables, made.deals, made.aside) == (1, 2, None)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(name.name for name in tmp_path.iterdir()) == ["data", "saved.db"]
    target.chmod(0o400)  # as on a stick that is write-protected
    assert restore(target, tmp_path / "new" / "companion.db").deals == 2
    here, there = Store(data), Store(tmp_path / "new" / "companion.db")
    (table,) = here.tables()
    assert games.history(there, table) == games.history(here, table)
    here.close()
    there.close()


def test_what_is_only_in_the_log_is_in_the_backup(data: Path, tmp_path: Path) -> None:
    store = Store(data)
    close(store, store.tables()[0], "Ann", {"Ann": "red"})
    assert data.with_name("companion.db-wal").stat().st_size > 0
    assert backup(data, tmp_path / "saved.db").deals == 3
    assert not (tmp_path / "saved.db-wal").exists()
    store.close()


def test_a_backup_overwrites_nothing(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "saved.db"
    target.write_text("a letter")
    with pytest.raises(InTheWay, match="is there already"):
        backup(data, target)
    assert target.read_text() == "a letter"


def test_a_folder_needs_a_name_for_the_file(data: Path, tmp_path: Path) -> None:
    with pytest.raises(InTheWay, match="is a folder: add a name for the file"):
        backup(data, tmp_path)


def test_there_must_be_something_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(CannotCopy, match="there are no tables"):
        backup(tmp_path / "companion.db", tmp_path / "saved.db")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database_is_not_backed_up_as_if_it_were_sound(
    data: Path, tmp_path: Path
) -> None:
    damage(data)
    with pytest.raises(CannotCopy, match="is damaged"):
        backup(data, tmp_path / "saved.db")
    assert [name.name for name in tmp_path.iterdir()] == ["data"]


def damage(path: Path) -> None:
    """Overwrites the middle of a file with nonsense."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 3)
        file.write(b"\xa5" * (size // 3))


# --- restore -------------------------------------------------------------------------------------


def test_restore_refuses_where_there_is_data(data: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    backup(data, saved)
    fill(data, 1)
    with pytest.raises(InTheWay, match="--force"):
        restore(saved, data)
    assert deals_in(data) == 3


def test_restore_with_force_keeps_what_was_there(data: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    backup(data, saved)
    fill(data, 1)
    first = restore(saved, data, force=True)
    second = restore(saved, data, force=True)
    assert deals_in(data) == 2
    assert first.aside == data.with_name("companion.db.before-restore")
    assert second.aside == data.with_name("companion.db.before-restore-2")
    assert deals_in(first.aside) == 3
    assert saved.is_file()


def test_restore_refuses_while_a_server_has_it_open(data: Path, tmp_path: Path) -> None:
    """An idle one as well."""
    saved = tmp_path / "saved.db"
    backup(data, saved)
    store = Store(data)
    assert store.tables()
    with pytest.raises(CannotCopy, match="stop it first"):
        restore(saved, data, force=True)
    close(store, store.tables()[0], "Ann", {"Ann": "red"})
    store.close()
    assert deals_in(data) == 3


def test_what_a_killed_server_left_in_the_log_is_kept_aside(data: Path, tmp_path: Path) -> None:
    saved, killed = tmp_path / "saved.db", tmp_path / "killed" / "companion.db"
    backup(data, saved)
    store = Store(data)
    close(store, store.tables()[0], "Ann", {"Ann": "red"})
    shutil.copytree(data.parent, killed.parent)  # with the log, as a power cut leaves it
    store.close()
    assert killed.with_name("companion.db-wal").stat().st_size > 0
    made = restore(saved, killed, force=True)
    assert deals_in(killed) == 2
    assert made.aside is not None
    assert deals_in(made.aside) == 3


def test_a_log_without_its_database_does_not_get_into_the_restored_one(
    data: Path, tmp_path: Path
) -> None:
    saved, lost = tmp_path / "saved.db", tmp_path / "lost" / "companion.db"
    backup(data, saved)
    lost.parent.mkdir()
    for end in ("-wal", "-shm"):
        lost.with_name(lost.name + end).write_bytes(os.urandom(4096))
    restore(saved, lost)
    assert deals_in(lost) == 2


@pytest.mark.skipif(not hasattr(os, "chown"), reason="files have no such owner here")
@pytest.mark.parametrize("there", [True, False], ids=["old data", "a folder"])
def test_what_root_restores_belongs_to_whom_the_data_belongs(
    data: Path, tmp_path: Path, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's user could not open it."""
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "chown", lambda file, *owner: given.append(owner))
    file = tmp_path / "tables.db"
    backup(data, file)
    target = data if there else tmp_path / "new" / "companion.db"
    target.parent.mkdir(exist_ok=True)
    owner = (data if there else target.parent).stat()
    restore(file, target, force=True)
    assert given == [(owner.st_uid, owner.st_gid)]


def test_data_on_a_disk_that_cannot_be_written_is_copied(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite makes a file beside it to read it, else."""

    class ReadOnly(sqlite3.Connection):
        def execute(self, *_: object) -> sqlite3.Cursor:
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorname = "SQLITE_CANTOPEN"
            raise error

    def connect(name: str, **more: Any) -> sqlite3.Connection:
        if name == f"file:{data}?mode=ro":
            return openly(":memory:", factory=ReadOnly)
        return openly(name, **more)

    openly: Callable[..., sqlite3.Connection] = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    monkeypatch.setattr("companion.store.backup._purge", lambda path: None)
    assert backup(data, tmp_path / "tables.db") == Copied(1, 2)
    data.with_name("companion.db-wal").write_bytes(b"")
    with pytest.raises(CannotCopy, match=r"copy it and companion\.db-wal to another one first"):
        backup(data, tmp_path / "again.db")


def test_a_locked_database_is_not_waited_for_without_end(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.backup.PATIENCE", 0)
    monkeypatch.setattr("companion.store.backup._purge", lambda path: None)
    with closing(sqlite3.connect(data, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE").close()
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CannotCopy, match="locked"):
            backup(data, tmp_path / "tables.db")
        other.execute("ROLLBACK")
    assert backup(data, tmp_path / "tables.db").deals == 2


def test_only_a_file_that_may_be_written_is_written_to_the_disk(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses any other one, and no backup could be made there."""
    fcntl = pytest.importorskip("fcntl")
    fsync = os.fsync

    def on_windows(handle: int) -> None:
        folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        if not folder and fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(9, "Bad file descriptor")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", on_windows)
    assert backup(data, tmp_path / "tables.db") == Copied(1, 2)
    assert restore(tmp_path / "tables.db", data, force=True).deals == 2


def test_a_damaged_database_can_be_replaced(data: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    backup(data, saved)
    data.write_bytes(b"not a database" * 1000)
    made = restore(saved, data, force=True)
    assert deals_in(data) == 2
    assert made.aside is not None
    assert made.aside.read_bytes().startswith(b"not a database")


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        pytest.param("missing", "there is no file", id="missing"),
        pytest.param("text", "damaged, or no database", id="a text"),
        pytest.param("empty", "not one of the companion", id="an empty file"),
        pytest.param("folder", "is a folder: name the file", id="a folder"),
        pytest.param("damaged", "damaged", id="damaged"),
        pytest.param("cut", "damaged", id="cut short"),
        pytest.param("other", "another version of the companion", id="another program's"),
        pytest.param("newer", "another version of the companion", id="newer"),
        pytest.param("without", "tables are missing", id="a table is missing"),
        pytest.param("itself", "the data itself", id="itself"),
    ],
)
@pytest.mark.parametrize("force", [False, True])
def test_what_is_no_good_backup_changes_nothing(
    data: Path, tmp_path: Path, kind: str, told: str, force: bool
) -> None:
    saved = tmp_path / "saved.db"
    backup(data, saved)
    if kind in ("missing", "folder"):
        saved.unlink()
    if kind == "folder":
        saved.mkdir()
    if kind == "text":
        saved.write_text("Dear Ann, " * 1000)
    if kind == "empty":
        saved.write_bytes(b"")
    if kind == "damaged":
        damage(saved)
    if kind == "cut":
        saved.write_bytes(saved.read_bytes()[:-5000])
    if kind == "other":
        saved.unlink()
        with closing(sqlite3.connect(saved)) as db:
            db.execute("CREATE TABLE notes (text)")
    if kind == "without":
        with closing(sqlite3.connect(saved)) as db:
            db.execute("DROP TABLE rulings")
    if kind == "newer":
        with closing(sqlite3.connect(saved)) as db:
            db.execute("PRAGMA user_version = 3")
    before = sorted(data.parent.iterdir()), data.read_bytes()
    target = data if force or kind == "itself" else tmp_path / "new" / "companion.db"
    with pytest.raises(CannotCopy, match=told):
        restore(data if kind == "itself" else saved, target, force=force)
    assert (sorted(data.parent.iterdir()), data.read_bytes()) == before
    assert not (tmp_path / "new" / "companion.db").exists()


def test_what_was_deleted_or_undone_is_not_counted(data: Path, tmp_path: Path) -> None:
    store = Store(data)
    gone, undone = make(store), make(store)
    close(store, gone, "Ann", {"Ann": "red"})
    for _ in range(2):
        close(store, undone, "Ann", {"Ann": "red"})
    store.undo(undone, token="undo")
    delete(store, gone)
    store.close()
    assert backup(data, tmp_path / "saved.db") == Copied(2, 3)


def test_a_backup_keeps_no_table_whose_day_is_over(data: Path, tmp_path: Path) -> None:
    store = Store(data, clock=lambda: datetime.now(UTC) - timedelta(days=2))
    delete(store, store.tables()[0])
    store.close()
    assert backup(data, tmp_path / "saved.db") == Copied(0, 0)
    with closing(sqlite3.connect(tmp_path / "saved.db")) as db:
        assert db.execute("SELECT count(*) FROM deals").fetchone() == (0,)
        assert "Ann" not in str(db.execute("SELECT * FROM tables").fetchall())


# --- the command ---------------------------------------------------------------------------------


def test_the_command(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "saved.db"
    monkeypatch.setenv("COMPANION_INSTANCE", str(data.parent))
    assert main(["backup", str(saved)]) == 0
    assert capsys.readouterr().out == f"1 table, 2 deals saved in {saved}\n"
    assert main(["backup", str(saved)]) == 1
    assert "is there already" in capsys.readouterr().err
    assert main(["restore", str(saved)]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["restore", "--force", str(saved)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"1 table, 2 deals restored to {data}; what was there is kept as ")
    assert main(["restore", str(tmp_path / "nothing.db")]) == 2
    assert main(["backup", str(tmp_path / "no" / "folder.db")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 2
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "elsewhere"))
    assert main(["restore", str(saved)]) == 0
    assert "There is no secret.key beside it." in capsys.readouterr().out
    assert deals_in(tmp_path / "elsewhere" / "companion.db") == 2
    secret_key(tmp_path / "elsewhere", Store(tmp_path / "elsewhere" / "companion.db"))
    assert main(["restore", "--force", str(saved)]) == 0
    assert "secret.key" not in capsys.readouterr().out


def test_the_command_names_the_file_that_it_may_not_touch(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Path) -> Copied:
        raise PermissionError(13, "Permission denied", str(data))

    monkeypatch.setenv("COMPANION_INSTANCE", str(data.parent))
    monkeypatch.setattr("companion.store.backup.backup", refused)
    assert main(["backup", str(tmp_path / "saved.db")]) == 2
    told = f"Error: cannot use {data} (Permission denied).\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize("words", [["backup"], ["restore"], ["backup", "--force", "x"]])
def test_words_the_command_does_not_take(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert f"companion {words[0]} --help" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_help_says_what_is_in_it_and_how_it_ends(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help"]) == 0
    told = capsys.readouterr().out
    assert "Exit status: 0 done, 1" in " ".join(told.split())
    assert ("secret.key" in told) == (command == "backup")
