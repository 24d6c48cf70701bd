"""A certificate made by the recipe of docs/home.md."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2] / "docs" / "home.md"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with companion.crt, companion.key and companion-ca.crt."""
    if shutil.which("openssl") is None:
        assert os.environ.get("COMPANION_HOSTING") != "required", "openssl is not installed"
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    (recipe,) = re.findall(r"^```sh certificate\n(.*?)^```$", HOME.read_text("utf-8"), re.M | re.S)
    subprocess.run(["sh", "-ec", recipe], cwd=folder, check=True, capture_output=True)
    return folder
