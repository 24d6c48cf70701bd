"""A program that is killed while it closes, corrects, adjusts, goes on and imports loses nothing
that it has acknowledged, and does nothing twice."""

import json
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.store import Store, people
from tests.store.worker import ADJUSTED, CLOSED, IMPORTED, WENT_ON
from tests.web.conftest import table_maker


def killed_after(path: Path, run: int, seconds: float) -> list[tuple[str, str]]:
    """What a worker said it had done, as pairs of kind and token, before it was killed."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.worker", str(path), str(run)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as worker:
        assert worker.stdout is not None
        assert worker.stderr is not None
        first = worker.stdout.readline()
        time.sleep(seconds)  # the kill comes wherever the worker is then
        worker.kill()
        # Not `communicate`: it does not see the lines that came along with the first one.
        lines = [first, *worker.stdout]
        assert worker.stderr.read() == ""
    # The last line may have been cut off.
    return [(kind, token) for kind, token in (one.split() for one in lines if one.endswith("\n"))]


@pytest.mark.parametrize(
    "kills", [2, pytest.param(100, marks=pytest.mark.long)], ids=["a sample", "100 times"]
)
def test_what_was_acknowledged_is_there_once_after_a_kill(tmp_path: Path, kills: int) -> None:
    path, random = tmp_path / "companion.db", Random(kills)
    with closing(Store(path)) as store:
        table_maker(store)()
    acknowledged = []
    for run in range(kills):
        done = killed_after(path, run, random.uniform(0.0, 0.2))
        assert done
        acknowledged += done
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        tokens = [token for (token,) in db.execute("SELECT token FROM actions WHERE table_id = 1")]
        made = "SELECT table_id FROM actions WHERE token = 'go on'"
        uids = [
            uid
            for (uid,) in db.execute(f"SELECT uid FROM tables WHERE id > 1 AND id NOT IN ({made})")
        ]
        written = [json.loads(entry) for (entry,) in db.execute("SELECT entry FROM entries")]
        begun = {uid for (uid,) in db.execute(f"SELECT uid FROM tables WHERE id IN ({made})")}
        half_done = db.execute(
            "SELECT count(*) FROM actions WHERE kind != 'undo'"
            " AND NOT EXISTS (SELECT 1 FROM deals WHERE deals.action_id = actions.id)"
            " AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.action_id = actions.id)"
        ).fetchone()
    assert half_done == (0,)
    for found, kind in ((tokens, CLOSED), (uids, IMPORTED)):
        said = {token for what, token in acknowledged if (what == IMPORTED) == (kind == IMPORTED)}
        assert len(found) == len({*found})
        assert said <= {*found}
        assert len(found) <= len(said) + kills  # what was done but not said any more
    reasons = Counter(entry["reason"] for entry in written if entry["kind"] == "adjustment")
    times = {ADJUSTED: 1, WENT_ON: 2}
    for what, token in acknowledged:
        assert what not in times or reasons[token] >= times[what]
    led = [entry["game"] for entry in written if entry["kind"] == "went-on"]
    assert begun == {*led}
    with closing(Store(path)) as store:
        tables = len(store.tables())
        assert {one.games for one in people.known_names(store)} == {tables}
