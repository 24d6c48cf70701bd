"""What is remembered, and what makes room for newer values."""

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


def test_large_values_leave_room_for_fewer() -> None:
    newest: Newest[str, str] = Newest(5, len)
    for key, value in (("a", "12"), ("b", "123"), ("a", "1"), ("c", "1"), ("d", "12")):
        newest.keep(key, value)
    assert [newest.get(key) for key in "abcd"] == ["1", None, "1", "12"]


def test_a_value_that_is_too_large_is_kept_alone() -> None:
    newest: Newest[str, str] = Newest(5, len)
    for key, value in (("a", "12"), ("b", "123456"), ("b", "1234567")):
        newest.keep(key, value)
    assert [newest.get(key) for key in "ab"] == [None, "1234567"]
    newest.keep("c", "12345")
    assert [newest.get(key) for key in "bc"] == [None, "12345"]


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
