"""How hypothesis runs, the order of the tests, and what is done only once.

Hypothesis runs without deadlines, for no test may depend on how busy the machine is.

Python's byte code is kept even where the environment says that none is to be written, for the tests
start many programs: compiling all their modules anew would be most of the work of each.
"""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import segno
from hypothesis import HealthCheck, is_hypothesis_test, settings

from tests.often import OFTEN, times
from tests.server import compiled

settings.register_profile(
    "companion",
    deadline=None,
    max_examples=times(100),
    derandomize=not OFTEN,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("companion")


sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

MEMORY = Path("/dev/shm")
if (
    MEMORY.is_dir()
    and os.access(MEMORY, os.W_OK)
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC  # tests start programs from their folders
    and shutil.disk_usage(MEMORY).free > 2**30
):
    # The store waits until every write is on the disk. The tests write so often that this would be
    # most of their time, so their folders are in memory where that can be.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts so what runs in the background, and programs that tests interrupt inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# All modules and ten thousand tests stay until the end. Without this the garbage collector goes
# through them again and again, which is a tenth of the work of the tests that need no browser.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    # Looking every 700 objects was a tenth of the work of most tests.
    gc.set_threshold(10_000)
    gc.enable()


compiled.keep()


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """A code for phones gets the first of the eight masks, of which the best is taken outside of
    tests: readers can read all, and weighing them is most of the work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segno, "make", partial(segno.make, mask=0))
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what `make prove` tries more often, and puts what takes longest first.

    The workers take tests from the front; a long one at the end would keep one worker busy while
    the others have nothing left to do.
    """
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker("tries")
    items.sort(key=_turn)  # stable: within a part the order is that of the files


def _turn(item: pytest.Item) -> int:
    """Hosting, then the browser, then the rest: the longest tests begin first."""
    folders = item.path.parts
    return next((turn for turn, one in enumerate(("hosting", "browser")) if one in folders), 2)
