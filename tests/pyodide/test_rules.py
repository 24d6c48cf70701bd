"""The tests of the rules, a tenth of them by seed, in the Python that runs on the phone alone."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from release.phone import build
from release.pyz import CannotBuild
from tests.often import made_up_by

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PURE = "hypothesis==6.155.7"
"""The last one without compiled parts."""


@pytest.mark.long
def test_the_rules_are_the_same_there(tmp_path: Path) -> None:
    try:
        pyodide = build.unpacked(tmp_path)
    except CannotBuild as problem:
        if os.environ.get("COMPANION_BROWSER") == "required":
            raise
        pytest.skip(f"Pyodide cannot be had here: {problem}")
    pip = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--only-binary=:all:"]
    target = ["--platform=any", "--python-version=3.14", f"--dest={tmp_path}"]
    subprocess.run([*pip, *target, PURE], check=True)
    for wheel in tmp_path.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tmp_path / "pure")
    folders = {"code": ROOT, "pure": tmp_path / "pure", "site": sysconfig.get_path("purelib")}
    words = ["node", *map(str, (HERE / "run.mjs", pyodide, HERE / "rules.py"))]
    seed = str(made_up_by("the phone alone").random())
    said = subprocess.run(
        [*words, *[f"{name}={folder}" for name, folder in folders.items()]],
        env={**os.environ, "COMPANION_SEED": seed},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert said.returncode == 0, said.stdout
    assert " passed" in said.stdout
