"""The phone alone next to a bare start of Pyodide, and its taps next to those of a server.

Both run under node, with the same engine as Chromium, in turn.
"""

import json
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from bench.figures import Figures
from bench.phone_taps import median_tap
from release.phone import build
from release.phone.bridge import Bridge
from release.pyz import CannotBuild

SCRIPT, TAPS = Path(__file__).with_name("phone.mjs"), Path(__file__).with_name("phone_taps.py")
START_GOAL, TAP_GOAL, SENT_GOAL = 2.5, 8.0, 9_500_000
"""The most that a start may take, times a bare one; a tap, times one here; and what is sent once,
in bytes."""


def print_table(rounds: int, seed: str, figures: Figures) -> None:
    """Starts both this often, and prints the middle ones. Says so where it cannot be built."""
    with tempfile.TemporaryDirectory() as folder:
        made, sealed = Path(folder) / "made", Path(folder) / "sealed"
        made.mkdir()
        try:
            build.gather(made)
        except (CannotBuild, subprocess.CalledProcessError) as problem:
            print(f"the phone alone cannot be built here, so it is not measured: {problem}")
            return
        bare = build.unpacked(Path(folder))
        starts = [(_run(bare), _run(made, str(TAPS))) for _ in range(rounds)]
        with tempfile.TemporaryDirectory() as data:
            here = median_tap(Bridge(data, "http", "localhost", "/")) * 1000
        sent = sum(build.seal(made, sealed).values())
    plain = median(first["start"] for first, _ in starts)
    start, tap, memory = (
        median(ours[name] for _, ours in starts) for name in ("start", "tap", "memory")
    )
    print("the phone alone")
    print(f"  a bare start of Pyodide  {plain:8,.0f} ms")
    print(f"  start to the first page  {start:8,.0f} ms  {start / plain:5.2f} times  "
          f"{figures.judge('a start of the phone alone', start / plain, START_GOAL)}")  # fmt: skip
    print(f"  a tap                    {tap:8.1f} ms  {tap / here:5.2f} times  "
          f"{figures.judge('a tap on the phone alone', tap / here, TAP_GOAL)}")  # fmt: skip
    print(f"  sent once                {sent / 1e6:8.2f} MB               "
          f"{figures.judge('what the phone alone loads', sent, SENT_GOAL)}")  # fmt: skip
    print(f"  memory after the taps    {memory / 1e6:8.0f} MB")


def _run(*words: Path | str) -> Any:
    said = subprocess.run(["node", SCRIPT, *words], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(said.stdout.splitlines()[-1])
