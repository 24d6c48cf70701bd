"""Makes a release in ``dist/``: sdist, wheel, ``companion-X.Y.Z.pyz``, the phone alone as
``companion-X.Y.Z-phone.zip``, and their checksums.

Everything is made twice and compared: from one commit always come the same bytes, on the same
system and with the same Python. The wheel is built from the sdist, so nothing is missing there.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from companion import __version__
from release import pyz
from release.phone import build as phone
from release.pyz import CannotBuild

ROOT = Path(__file__).resolve().parents[1]
CHECKSUMS = "SHA256SUMS"


def main() -> int:
    """Makes the release; its exit status, 1 when it cannot be made."""
    words = argparse.ArgumentParser(prog="make release", description=__doc__)
    words.add_argument(
        "--newest", action="store_true", help="first take the newest versions of all dependencies"
    )
    given = words.parse_args()
    try:
        if given.newest:
            project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
            pyz.pin(project["dependencies"])
        _release(ROOT / "dist")
    except CannotBuild as problem:
        print(f"make release: {problem}", file=sys.stderr)
        return 1
    return 0


def _release(to: Path) -> None:
    os.environ["SOURCE_DATE_EPOCH"] = _last_change()
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        once, again = (_make(Path(folder) / name) for name in ("once", "again"))
        if once != again:
            raise CannotBuild("it was made twice, and the bytes differ.")
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(Path(folder) / "once" / "made", to)
    for file in sorted(to.iterdir()):
        print(f"{file.stat().st_size / 1e6:6.2f} MB  {file}")


def _last_change() -> str:
    """The time of the last commit, in seconds: it is the time in all archives. SOURCE_DATE_EPOCH
    where there is no repository, else that of hatchling."""
    if not (ROOT / ".git").exists():
        return os.environ.get("SOURCE_DATE_EPOCH", "1580601600")
    if _git("status", "--porcelain"):
        raise CannotBuild("there are changes that are not committed. Commit them first.")
    return _git("log", "-1", "--format=%ct")


def _git(*words: str) -> str:
    said = subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return said.stdout.strip()


def _make(folder: Path) -> str:
    """Makes everything in the new folder; the checksums of what is in its folder ``made``."""
    made, work = folder / "made", folder / "work"
    made.mkdir(parents=True)
    work.mkdir()
    sdist = _build("sdist", ROOT, made)
    shutil.unpack_archive(sdist, work)
    (unpacked,) = work.iterdir()
    wheel = _build("wheel", unpacked, made)
    pyz.make(wheel, made / f"companion-{__version__}.pyz", folder / "pyz")
    phone.build(folder / "phone")
    phone.zip_up(folder / "phone", made / f"companion-{__version__}-phone.zip")
    sums = "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in sorted(made.iterdir())
    )
    (made / CHECKSUMS).write_text(sums, encoding="ascii")
    return sums


def _build(what: str, source: Path, to: Path) -> Path:
    """Builds the sdist or the wheel of the source folder into the folder `to`; its file."""
    before = set(to.iterdir())
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", f"--target={what}", f"--directory={to}"],
        cwd=source,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (file,) = set(to.iterdir()) - before
    return file


if __name__ == "__main__":
    sys.exit(main())
