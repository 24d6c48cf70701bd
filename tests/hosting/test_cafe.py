"""The box in the corner: its units are right; what they start serves and copies tables."""

import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.rules.edition_file import edition_ids
from companion.store import Store
from tests.servers import DEPLOY, changed, free_port
from tests.web.conftest import table_maker

ROOT = DEPLOY.parent
UNITS = {
    "companion-cafe.service": "companion.service",
    "companion-backup.service": "companion-backup.service",
    "companion-backup.timer": "companion-backup.timer",
}
"""The example files, and their names in /etc/systemd/system."""


def test_systemd_finds_no_mistake_in_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    for name, installed in UNITS.items():
        shutil.copy(DEPLOY / name, tmp_path / installed)
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *UNITS.values()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    assert (said.returncode, said.stderr) == (0, "")


class Unit:
    """What a unit starts, with other places: this checkout in place of the one file."""

    def __init__(self, name: str, folder: Path, port: int) -> None:
        text = changed(
            (DEPLOY / name).read_text("utf-8"),
            {
                "/usr/bin/python3 /opt/companion/companion.pyz": f"{sys.executable} -m companion",
                "/var/lib/companion": str(folder / "data"),
            },
        )
        text = text.replace("/var/backups/companion", str(folder / "backups"))
        text = text.replace("PORT=8000", f"PORT={port}\nEnvironment=HOST=127.0.0.1")
        settings = [line.partition("=") for line in text.splitlines() if line[:1] not in "#["]
        pairs = [value.partition("=") for name, _, value in settings if name == "Environment"]
        self.environment = {**os.environ, **{name: value for name, _, value in pairs}}
        (command,) = [value for name, _, value in settings if name == "ExecStart"]
        self.words = shlex.split(command.replace("%%", "%").replace("$$", "$"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The places of a box that ran an older version."""
    (tmp_path / "backups").mkdir()
    (tmp_path / "data").mkdir()
    with closing(Store(tmp_path / "data" / "companion.db")) as store:
        for edition in edition_ids():
            table_maker(store)(edition)
    return tmp_path


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    port = free_port()
    unit = Unit("companion-cafe.service", folder, port)
    box = subprocess.Popen(
        unit.words, env=unit.environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert box.stdout is not None
    assert any("Ctrl+C" in line for line in iter(box.stdout.readline, ""))
    yield f"http://127.0.0.1:{port}"
    box.terminate()
    box.communicate(timeout=20)


def test_it_opens_the_tables_and_copies_them(address: str, folder: Path) -> None:
    with closing(sqlite3.connect(folder / "data" / "companion.db")) as db:
        codes = [code for (code,) in db.execute("SELECT code FROM tables ORDER BY code")]
    for code in codes:
        with urllib.request.urlopen(f"{address}/t/{code}/") as page:
            assert page.status == 200
    unit = Unit("companion-backup.service", folder, 0)
    subprocess.run(unit.words, env=unit.environment, cwd=ROOT, check=True, capture_output=True)
    (copy,) = (folder / "backups").iterdir()
    with closing(sqlite3.connect(copy)) as db:
        assert [code for (code,) in db.execute("SELECT code FROM tables ORDER BY code")] == codes
