"""``make load``: two tables that play three deals in a hurry."""

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from companion.settings import CHECKOUT


def test_tables_play_and_nothing_is_refused() -> None:
    lacking = [name for name in ("locust", "gunicorn") if find_spec(name) is None]
    if lacking:
        pytest.skip(f"not installed here: {', '.join(lacking)}")
    options = "-f load/locustfile.py --headless --only-summary --users 2 --run-time 1m"
    done = subprocess.run(
        [sys.executable, "-m", "locust", *options.split()],
        cwd=CHECKOUT,
        env={**os.environ, "PLAY": "0", "TAP": "0", "LAST": "3"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    for kind in ("tap", "close", "is there anything new?"):
        assert kind in done.stderr + done.stdout
