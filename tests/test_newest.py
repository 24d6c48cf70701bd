"""What is remembered, and what makes room for newer."""

import sys
from collections.abc import Iterator
from threading import Thread

import pytest

from companion.newest import Newest


def test_the_oldest_makes_room() -> None:
    newest: Newest[str, int] = Newest(2)
    for key, value in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        newest.keep(key, value)
    assert [newest.get(key) for key in "abc"] == [3, None, 4]


@pytest.fixture
def quick_turns() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("quick_turns")
def test_threads_do_not_meet() -> None:
    newest: Newest[tuple[int, int], int] = Newest(5)
    done = []

    def keep(thread: int) -> None:
        for number in range(20_000):
            newest.keep((thread, number), number)
        done.append(thread)

    threads = [Thread(target=keep, args=[thread]) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [0, 1, 2, 3]
