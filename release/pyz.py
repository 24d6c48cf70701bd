"""The companion and all it needs in one file, which Python runs without installing anything.

shiv puts the unpacked wheels into a zip file with a few lines that unpack it at the first start.
The same file must run on every system, so what is compiled is left out.
"""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

PINS = Path(__file__).with_name("wheels.txt")
TARGET = ("--only-binary=:all:", "--platform=manylinux2014_x86_64", "--python-version=3.11")
"""Every machine takes the same wheels. Python 3.11 is the oldest that is supported."""
COMPILED = re.compile(r"markupsafe/_speedups\.")
"""MarkupSafe has the same functions in Python, for where there are no compiled ones."""
NEEDLESS = re.compile(r"\.dist-info/RECORD$|\.data/data/share/man/")
MAY_BE_COMPILED = (".so", ".pyd", ".dll", ".dylib")
NOT_WANTED = frozenset({"pip"})
"""sqlite-utils only needs it for a command of its own that installs plug-ins."""
ALSO_WANTED = ("colorama>=0.4.6,<0.5",)
"""click needs it on Windows."""


class CannotBuild(Exception):
    """The file cannot be made. The message says why."""


def make(own_wheel: Path, target: Path, folder: Path) -> None:
    """Makes the file `target` of this wheel and of the pinned ones, by way of the empty `folder`.

    The time in it is SOURCE_DATE_EPOCH. CannotBuild if something in it would not run everywhere.
    """
    unpacked = folder / "unpacked"
    for wheel in [own_wheel, *wheels(folder / "wheels")]:
        unpack(wheel, unpacked)
    _run("shiv", "--reproducible", "--entry-point=companion.one_file:main",
         "--python=/usr/bin/env python3", f"--site-packages={unpacked}",
         f"--output-file={target}")  # fmt: skip


def wheels(folder: Path) -> list[Path]:
    """The pinned wheels, fetched into the folder unless they are there already."""
    _run("pip", "download", "-qq", "--no-deps", "--require-hashes", *TARGET,
         f"--dest={folder}", f"--requirement={PINS}")  # fmt: skip
    return sorted(folder.iterdir())


def pin(requirements: Sequence[str]) -> None:
    """Writes PINS anew: the newest versions that these requirements allow, with their checksums."""
    said = _run("pip", "install", "-qq", "--dry-run", "--ignore-installed", *TARGET,
                "--target=unused", "--report=-", *requirements, *ALSO_WANTED)  # fmt: skip
    found = {
        one["metadata"]["name"].lower(): (
            one["metadata"]["version"],
            one["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for one in json.loads(said)["install"]
    }
    lines = [
        f"{name}=={version} --hash=sha256:{digest}"
        for name, (version, digest) in sorted(found.items())
        if name not in NOT_WANTED
    ]
    head = "# What is in companion-X.Y.Z.pyz. Written by: make release ARGS=--newest\n"
    PINS.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def unpack(wheel: Path, target: Path) -> None:
    """Unpacks a wheel into the folder `target`, without what is compiled. CannotBuild if something
    in it would not run everywhere."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith("/") or COMPILED.match(name) or NEEDLESS.search(name):
                continue
            if name.endswith(MAY_BE_COMPILED) or ".data/" in name:
                raise CannotBuild(f"{wheel.name} has {name}, which may not run on every system.")
            file = target / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(archive.read(name))
            file.chmod(0o644)


def _run(module: str, *words: str) -> str:
    """What this Python's module prints when it runs with these words."""
    return subprocess.run(
        [sys.executable, "-m", module, *words], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
