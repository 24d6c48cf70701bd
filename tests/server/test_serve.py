"""``companion serve``: what it prints, and what it says when it cannot start."""

import io
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import segno

from companion import cli
from companion.nearby import nearby_address
from companion.server.serve import (
    CannotServe,
    QrStyle,
    announcement,
    qr_style,
    run,
    url,
)
from tests.servers import Visitor, free_port, running, score, seat


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "data"))
    return tmp_path / "data"


# --- what it prints ------------------------------------------------------------------------------


def test_it_names_the_address_here_and_for_phones(data: Path) -> None:
    text = announcement("", 8000, data, "192.168.1.20", QrStyle.BLOCKS)
    assert "http://localhost:8000/" in text
    assert "http://192.168.1.20:8000/" in text
    assert str(data) in text


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_on_this_machine_alone_there_is_nothing_for_phones(host: str, data: Path) -> None:
    text = announcement(host, 8000, data, "192.168.1.20", QrStyle.BLOCKS)
    assert url(host, 8000) in text
    assert f"not now, HOST is {host}" in text
    assert "192.168" not in text
    assert "█" not in text


def test_without_a_network_it_says_so(data: Path) -> None:
    assert "not now, it is on no network" in announcement("", 8000, data, None, QrStyle.BLOCKS)


def test_a_named_host_is_the_address_for_all(data: Path) -> None:
    text = announcement("192.168.1.20", 80, data, None, QrStyle.BLOCKS)
    assert text.count("http://192.168.1.20/") == 2


@pytest.mark.parametrize(
    ("host", "address"),
    [("pi.local", "http://pi.local:8000/"), ("fe80::1", "http://[fe80::1]:8000/")],
)
def test_addresses_are_written_as_browsers_take_them(host: str, address: str) -> None:
    assert url(host, 8000) == address


@pytest.mark.parametrize(
    ("behind", "told"),
    [
        ([], "Behind the proxy: open the address of the proxy"),
        (["192.168.1.20", "x.org"], "Behind the proxy: https://192.168.1.20/"),
    ],
)
def test_behind_a_proxy_it_names_the_address_of_the_proxy(
    behind: list[str], told: str, data: Path
) -> None:
    text = announcement("127.0.0.1", 8000, data, "192.168.1.9", QrStyle.BLOCKS, behind)
    assert told in text
    assert "8000" not in text
    assert ("█" in text) is bool(behind)


@pytest.mark.parametrize("qr", list(QrStyle))
def test_the_qr_code_is_that_of_the_address_for_phones(qr: QrStyle, data: Path) -> None:
    text = announcement("", 8000, data, "192.168.1.20", qr)
    plain = re.sub("\x1b\\[[0-9;]*m", "", text)
    lines = [line[2:] for line in plain.splitlines() if set(line) & set("█▀▄")]
    rows = []
    for line in lines:
        rows.append([sign not in "█▀" for sign in line])
        rows.append([sign not in "█▄" for sign in line])
    code = segno.make("http://192.168.1.20:8000/", error="l", micro=False)
    wanted = [[bool(one) for one in row] for row in code.matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted


def test_where_blocks_cannot_be_printed_there_is_no_qr_code() -> None:
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert qr_style(ascii_only) is None
    assert qr_style(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")) == QrStyle.BLOCKS


def test_the_nearby_address_is_none_of_this_machine_alone() -> None:
    found = nearby_address()
    assert found is None or not found.startswith("127.")


# --- what it says when it cannot start -----------------------------------------------------------


def refused(host: str = "", port: str = "8000") -> str:
    with pytest.raises(CannotServe) as problem:
        run(host, port, io.StringIO())
    return str(problem.value)


def test_a_port_in_use_is_told_with_another_one(busy_port: int) -> None:
    told = refused(host="127.0.0.1", port=str(busy_port))
    assert f"port {busy_port} is in use" in told
    assert "PORT=" in told


def test_the_command_gives_2_and_one_line(
    busy_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setenv("PORT", str(busy_port))
    assert cli.main(["serve"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: port ")
    assert err.count("\n") == 1


def test_options_win_over_the_environment(
    busy_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOST", "no such host")
    monkeypatch.setenv("PORT", "x")
    assert cli.main(["serve", "--host", "127.0.0.1", "--port", str(busy_port)]) == 2
    assert f"port {busy_port} is in use" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["x", "-1", "65536", "8000.0", "²", "9" * 5000])
def test_a_port_that_is_none_is_told(port: str) -> None:
    assert "use a whole number" in refused(port=port)


def test_a_host_that_is_not_this_machine_is_told() -> None:
    assert "no address of this machine" in refused(host="no such host", port="0")


def test_a_data_folder_that_cannot_be_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "file"))
    assert "set COMPANION_INSTANCE" in refused(host="127.0.0.1", port="0")


@pytest.mark.parametrize("words", ["serve", "tables", "backup to.db", "restore from.db"])
def test_the_folder_of_a_user_who_is_not_there_is_told(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", "~nobody-at-all/data")
    monkeypatch.setenv("PORT", "0")
    assert cli.main(words.split()) == 2
    assert "~nobody-at-all/data" in (said := capsys.readouterr().err)
    assert "there is no such user" in said


@pytest.mark.parametrize("proxies", ["yes", "10", "9" * 5000])
def test_a_wrong_setting_is_told(
    proxies: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_PROXY", proxies)
    monkeypatch.setenv("PORT", "0")
    assert cli.main(["serve"]) == 2
    assert "COMPANION_PROXY is" in capsys.readouterr().err


@pytest.mark.parametrize("hosts", ["https://a.org", "a.org:8443", "a.org, b.org/x", "fe80::1"])
def test_a_name_that_is_never_met_is_told(
    hosts: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HOSTS", hosts)
    assert "without https:// and without a port" in refused(host="127.0.0.1", port="0")


def test_it_serves_where_nothing_can_be_printed(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A supervisor may have closed standard output; Windows has none without a window."""

    class Ended(Exception):
        pass

    def end(*_: object) -> None:
        raise Ended

    monkeypatch.setattr("waitress.server.BaseWSGIServer.run", end)
    monkeypatch.setattr("waitress.server.MultiSocketServer.run", end)
    with pytest.raises(Ended):
        run("127.0.0.1", "0", None)


@pytest.mark.parametrize("kind", ["SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_READONLY"])
def test_a_full_disk_is_not_told_as_damage(
    data: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Whoever puts a backup there then loses what came after it."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = kind

    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("companion.server.serve.create_app", fails)
    said = refused(host="127.0.0.1", port="0")
    assert "the disk is full, or cannot be written" in said
    assert "backup" not in said


def test_a_file_of_another_user_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data.mkdir()
    file = data / "companion.db"
    file.touch()

    def fails(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(file))

    monkeypatch.setattr("companion.server.serve.create_app", fails)
    said = refused(host="127.0.0.1", port="0")
    assert f"{file} cannot be used (Permission denied): start the companion as the user" in said


def test_a_broken_database_is_told(data: Path) -> None:
    data.mkdir()
    (data / "companion.db").write_bytes(b"no database at all " * 100)
    assert "cannot be read" in refused(host="127.0.0.1", port="0")


def test_words_it_does_not_take(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", "8000"]) == 2
    assert "--help" in capsys.readouterr().err


# --- and it serves -------------------------------------------------------------------------------


def test_it_serves_at_the_address_it_prints_and_stops_when_told(data: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "companion", "serve"],
        env={**os.environ, "HOST": "127.0.0.1", "PORT": "0", "COMPANION_INSTANCE": str(data)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        # Where the tests run in the background, Ctrl+C is ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert server.stdout is not None
        printed = ""
        while "Ctrl+C" not in printed:
            line = server.stdout.readline()
            assert line, server.communicate()[1]
            printed += line
        address = re.findall(r"http://127\.0\.0\.1:\d+/", printed)[0]
        with urllib.request.urlopen(address, timeout=300) as answer:
            assert "New game" in answer.read().decode()
        assert (data / "companion.db").is_file()
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=300)
        assert errors == ""
        assert server.returncode == 0
    finally:
        server.kill()
        server.communicate()


IDLE, WRONG_CODES = 150, 40


def test_idle_connections_and_wrong_codes_keep_no_table_from_an_answer(tmp_path: Path) -> None:
    """All from the same address, as those of somebody at the next table are."""
    port = free_port()
    places = {"HOST": "127.0.0.1", "PORT": str(port), "COMPANION_INSTANCE": str(tmp_path)}
    words = [sys.executable, "-m", "companion", "serve"]
    with running(words, tmp_path, port, **places), ExitStack() as idle:
        for _ in range(IDLE):
            idle.enter_context(socket.create_connection(("127.0.0.1", port), 5))
        table = seat(port, tls=False)
        guesser = Visitor(port, tls=False)
        guesses = [guesser.ask(f"/t/{number:05d}/").status for number in range(WRONG_CODES)]
        assert guesses[-1] == 429
        start = time.monotonic()
        score(*table)
        assert time.monotonic() - start < 5
