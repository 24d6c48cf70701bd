"""A folder for servers, where what they need is installed.

Where something is not installed (Debian's nginx-light and openssl, the `host` extra) the tests are
skipped and say so; with COMPANION_HOSTING=required, as in CI, that is a failure.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from load.server import Server, missing


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """A folder for servers. Not pytest's own: the path of a socket must be short."""
    lacking = missing(nginx=True)
    if lacking:
        reason = f"not installed here: {lacking}"
        if os.environ.get("COMPANION_HOSTING") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with tempfile.TemporaryDirectory(prefix="hosting-") as made:
        yield Path(made)


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Server]:
    """gunicorn with several workers behind nginx, as in the example files."""
    server = Server(folder / "one", nginx=True, settings={"COMPANION_HOSTED": "1"})
    try:
        server.start()
        yield server
    finally:
        server.stop()
