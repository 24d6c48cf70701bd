"""``companion-X.Y.Z.pyz``: what is in it, and a deal played from it.

`make release` names the file in COMPANION_PYZ; without it these tests are skipped.
COMPANION_PYTHONS names Pythons to start it with, with spaces between them.
"""

import email
import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bench.hands import going_out
from companion import __version__
from companion.rules.edition_file import load
from tests.browser.conftest import NewPhone, Server
from tests.browser.phone import Entry
from tests.settling import settle_cards

PYTHONS = os.environ.get("COMPANION_PYTHONS", sys.executable).split()
PLAYERS = ["Ann", "Bob", "Cem"]
SYSTEMS = (("linux", "Linux"), ("android", "Android"), ("win32", "Windows"), ("darwin", "Darwin"))
"""As Python names them: sys.platform and platform.system()."""
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
LEFT_OUT = {"pip"}
"""sqlite-utils only needs it for a command of its own."""


@pytest.fixture
def pyz() -> Path:
    named = os.environ.get("COMPANION_PYZ")
    if not named:
        pytest.skip("make release makes the file and names it in COMPANION_PYZ")
    return Path(named)


def test_nothing_in_it_is_for_one_system_only(pyz: Path) -> None:
    with zipfile.ZipFile(pyz) as archive:
        names = archive.namelist()
    assert [name for name in names if re.search(r"\.(so|pyd|dll|dylib|pyc)$", name)] == []
    package = "site-packages/companion/"
    for name in ("templates/base.html", "static/css/base.css", "rules/editions/express.toml"):
        assert f"{package}{name}" in names


def about(pyz: Path) -> tuple[dict[str, str], list[Requirement]]:
    """The version of each distribution in the file, and what they need."""
    there: dict[str, str] = {}
    needed: list[Requirement] = []
    with zipfile.ZipFile(pyz) as archive:
        for name in archive.namelist():
            if name.endswith(".dist-info/METADATA"):
                said = email.message_from_bytes(archive.read(name))
                there[canonicalize_name(said["Name"])] = said["Version"]
                needed += [Requirement(one) for one in said.get_all("Requires-Dist") or []]
    return there, needed


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("system", "platform"), SYSTEMS, ids=[one for one, _ in SYSTEMS])
def test_all_that_this_system_needs_is_in_it(
    pyz: Path, system: str, platform: str, version: str
) -> None:
    there, needed = about(pyz)
    here = {
        "sys_platform": system,
        "platform_system": platform,
        "os_name": "nt" if system == "win32" else "posix",
        "python_version": version,
        "python_full_version": f"{version}.0",
        "extra": "",
    }
    assert there["card-table-companion"] == __version__
    for one in needed:
        name = canonicalize_name(one.name)
        if name not in LEFT_OUT and (one.marker is None or one.marker.evaluate(here)):
            assert there.get(name, "0") in one.specifier, f"{one} is missing"


class FromPyz(Server):
    """The one file, started without words in an empty folder, with an empty home."""

    def __init__(self, folder: Path, pyz: Path, python: str) -> None:
        super().__init__(folder)
        self.pyz, self.python = pyz, python

    def start(self) -> None:
        """Starts it and waits until it answers."""
        home, here = self.folder / "home", self.folder / "here"
        home.mkdir()
        here.mkdir()
        self.program = subprocess.Popen(
            [self.python, "-I", str(self.pyz)],
            cwd=here,
            env={"HOME": str(home), "HOST": "127.0.0.1", "PORT": str(self.port)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.program.stdout is not None
        printed = ""
        while "Ctrl+C" not in printed:
            line = self.program.stdout.readline()
            assert line, f"it ended: {printed}"
            printed += line
        assert str(home) in printed
        assert [*here.iterdir()] == []


@pytest.fixture(params=PYTHONS)
def from_pyz(tmp_path: Path, pyz: Path, request: pytest.FixtureRequest) -> Iterator[FromPyz]:
    server = FromPyz(tmp_path, pyz, request.param)
    server.start()
    yield server
    server.program.send_signal(signal.SIGINT)
    server.program.communicate(timeout=20)


def test_a_deal_is_scored_by_taps(from_pyz: FromPyz, new_phone: NewPhone) -> None:
    edition = load("classic-uk")
    hands = {"Ann": going_out(Random("one file"), edition, 1), "Bob": ["go"], "Cem": []}
    entry: Entry = {"went_out": "Ann", "hands": hands, "reward": []}
    phone = new_phone(from_pyz)
    code = phone.new_table("classic-uk", PLAYERS)
    phone.enter(code, "classic-uk", PLAYERS, entry)
    settled = settle_cards(edition, players=PLAYERS, hands=hands, went_out="Ann")
    assert phone.totals(code) == settled.payouts
