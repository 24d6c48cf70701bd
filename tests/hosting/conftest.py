"""A folder for servers, where what they need is installed.

Where something is not installed (Debian's nginx-light, openssl and caddy, the `host` extra) the
tests are skipped and say so; with COMPANION_HOSTING=required, as in CI, that is a failure.
"""

import os
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.servers import program


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """A folder for servers. Not pytest's own: the path of a socket must be short."""
    lacking = [name for name in ("nginx", "openssl", "caddy") if program(name) is None]
    lacking += [] if find_spec("gunicorn") else ["gunicorn"]
    if lacking:
        reason = f"not installed here: {', '.join(lacking)}"
        if os.environ.get("COMPANION_HOSTING") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with tempfile.TemporaryDirectory(prefix="hosting-") as made:
        yield Path(made)
