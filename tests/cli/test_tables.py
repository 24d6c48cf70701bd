"""``companion tables``: the list for whoever runs the server, and putting unused tables away."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion import create_app
from companion.cli import main
from companion.codes import recovery_code
from companion.rules.deal import Deal
from companion.store import Store, Table, phones
from companion.store.archive import archive_unused, unarchive, used
from tests.stored import Clock, as_it_is_now, settlement_of
from tests.web.conftest import table_maker
from tests.web.play import close

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW, minutes=0)


@pytest.fixture
def store(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    with closing(Store(tmp_path / "companion.db", clock)) as store:
        yield store


def seat(store: Store, *players: str) -> Table:
    return table_maker(store)("deluxe", players or ("Ann", "Bob"))


# --- the list ------------------------------------------------------------------------------------


def test_every_table_stands_on_a_line(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], clock: Clock
) -> None:
    table = seat(store, "Ann", "Bob")
    clock.now += timedelta(days=1)
    other = seat(store, "Cem", "D\x1b[31mee\n")
    app = create_app(tmp_path, TESTING=True)
    app.extensions["store"].close()
    assert main(["tables"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[0] == "TABLE"
    assert [line.split()[0] for line in lines] == [other.code, table.code]
    key = recovery_code(str(app.secret_key), table.secret, 0)
    assert lines[1].split()[1:6] == [key, "2026-03-01", "12:00", "UTC", "0"]
    assert lines[1].endswith("deluxe   Ann, Bob")
    assert "\x1b" not in lines[0]


def test_the_recovery_code_is_the_one_that_the_page_takes(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = seat(store)
    app = create_app(tmp_path, TESTING=True, WTF_CSRF_ENABLED=False)
    first, second = app.test_client(), app.test_client()
    first.post(f"/t/{table.code}/take")
    main(["tables"])
    key = capsys.readouterr().out.splitlines()[1].split()[1]
    wrong = second.post(f"/t/{table.code}/take", data={"key": "3333-3333"})
    right = second.post(f"/t/{table.code}/take", data={"key": key})
    assert (wrong.status_code, right.status_code) == (422, 303)
    app.extensions["store"].close()


def test_no_data_is_told_and_none_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "nowhere"))
    assert main(["tables"]) == 2
    assert "there are no tables in" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


def test_a_file_that_is_no_database_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "companion.db").write_bytes(b"no database at all, but long enough for a head" * 9)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    assert main(["tables"]) == 2
    assert "cannot be used" in capsys.readouterr().err


def test_a_key_that_cannot_be_read_is_told(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As for somebody else than the user of the server: the key is for its owner only."""
    (tmp_path / "secret.key").mkdir()
    assert main(["tables"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"Error: the tables in {tmp_path} cannot be used (")
    assert "secret.key" in error


def test_without_a_key_there_is_no_recovery_code(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    seat(store)
    assert main(["tables"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[1] == "-"


@pytest.mark.parametrize("value", ["X'5B41FF5D'", "CAST(X'5B41FF5D' AS TEXT)"])
@pytest.mark.parametrize("column", ["code", "edition_id", "players", "created_at", "archived_at"])
def test_a_damaged_table_keeps_no_other_from_the_list(
    store: Store, capsys: pytest.CaptureFixture[str], column: str, value: str, clock: Clock
) -> None:
    whole, damaged = seat(store), seat(store)
    with store.writing() as db:
        db.execute(f"UPDATE tables SET {column} = {value} WHERE id = ?", [damaged.id])
    assert main(["tables"]) == 0
    listed = capsys.readouterr().out
    assert whole.code in listed
    assert len(listed.splitlines()) == 3
    assert ("unknown" in listed) == (column == "created_at")
    clock.now += timedelta(days=40)
    assert main(["tables", "--archive-unused", "30"]) == 0
    assert whole.code in capsys.readouterr().out


def test_a_damaged_deal_keeps_no_table_from_the_list(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = seat(store)
    close(store, damaged, "Ann", {"Ann": "red"}, let_stand=True)
    with store.writing() as db:
        db.execute("UPDATE deals SET struck = 'seven'")
    assert main(["tables"]) == 0
    (_, line) = capsys.readouterr().out.splitlines()
    assert line.split()[5] == "unknown"


# --- putting away --------------------------------------------------------------------------------


def test_what_nobody_used_is_put_away_and_no_other(store: Store, clock: Clock) -> None:
    old, entered, looked_at = seat(store), seat(store), seat(store)
    clock.now += timedelta(days=40)
    store.save_draft(entered, 0, {"went_out": "Ann"})
    phones.join(store, looked_at.id, "a phone", None)
    new = seat(store)
    assert archive_unused(store, 30) == [old.code]
    assert archive_unused(store, 30) == []
    assert as_it_is_now(store, old).archived_at is not None
    for table in (entered, looked_at, new):
        assert as_it_is_now(store, table).archived_at is None
    assert {one.table.code for one in used(store)} == {
        table.code for table in (old, entered, looked_at, new)
    }


def test_it_comes_back_when_somebody_plays_on(store: Store, clock: Clock) -> None:
    table = seat(store)
    clock.now += timedelta(days=40)
    archive_unused(store, 30)
    store.save_draft(table, 0, {"went_out": "Ann"})
    assert as_it_is_now(store, table).archived_at is None
    clock.now += timedelta(days=40)
    archive_unused(store, 30)
    nothing = settlement_of({"Ann": 0, "Bob": 0})
    entry = Deal({"Ann": [], "Bob": []}, None)
    store.close_deal(table, entry=entry, settlement=nothing, let_stand=False, token="x", version=1)
    assert as_it_is_now(store, table).archived_at is None


def test_it_comes_back_when_it_is_told_to(
    store: Store, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    table = seat(store)
    clock.now += timedelta(days=40)
    archive_unused(store, 30)
    assert main(["tables", "--unarchive", table.code.lower()]) == 0
    assert as_it_is_now(store, table).archived_at is None
    assert main(["tables", "--unarchive", "NOPE"]) == 1
    assert "no table NOPE" in capsys.readouterr().err
    assert unarchive(store, "NOPE") is False


def test_it_leaves_the_list_and_stays_where_it_was(
    store: Store, clock: Clock, tmp_path: Path
) -> None:
    table = seat(store, "Ann", "Bob")
    clock.now += timedelta(days=40)
    archive_unused(store, 30)
    app = create_app(tmp_path, TESTING=True)
    client = app.test_client()
    assert table.code not in client.get("/").text
    sheet = client.get(f"/t/{table.code}/")
    assert sheet.status_code == 200
    assert "put away" in sheet.text
    app.extensions["store"].close()


def test_the_command_says_what_it_put_away(
    store: Store, capsys: pytest.CaptureFixture[str], clock: Clock
) -> None:
    clock.now -= timedelta(days=3650)
    table = seat(store)
    assert main(["tables", "--archive-unused", "365"]) == 0
    assert capsys.readouterr().out == f"1 table put away: {table.code}\n"
    assert main(["tables", "--archive-unused", "365"]) == 0
    assert capsys.readouterr().out == (
        "Nothing to put away: every table was used within 365 days.\n"
    )
    assert main(["tables"]) == 0
    assert "(put away)" in capsys.readouterr().out
    assert main(["tables", "--archive-unused", "999999"]) == 0  # longer than there are years


@pytest.mark.parametrize(
    "words",
    [
        ["--archive-unused", "0"],
        ["--archive-unused", "-3"],
        ["--archive-unused", "soon"],
        ["--archive-unused", "²"],
        ["--archive-unused", "30", "--unarchive", "ABCDE"],
        ["ABCDE"],
    ],
    ids=" ".join,
)
def test_words_that_it_does_not_take(words: list[str], store: Store) -> None:
    assert main(["tables", *words]) == 2


# --- where the output goes -----------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_for_the_output_is_no_fault_of_the_tables(store: Store) -> None:
    seat(store)
    words = [sys.executable, "-m", "companion", "tables"]
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            words, stdout=full, stderr=subprocess.PIPE, env=usual, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "Error: cannot write the output: No space left on device\n"
