"""A certificate made by the recipe of docs/home.md, and a server in a thread."""

import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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


@contextmanager
def running(server: Any) -> Iterator[int]:
    """Runs a server in a thread until the block ends; its port. A long answer lies in a file, which
    waitress closes when the phone hangs up: that may not have been seen yet, so it is done here."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield int(server.effective_port)
    connections = [*server.active_channels.values()]
    server.asyncore.close_all(server._map)
    server.task_dispatcher.shutdown()
    thread.join()
    for connection in connections:
        for answer in connection.outbufs:
            answer.close()
