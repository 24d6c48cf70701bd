"""What was worked out and is asked for again: the newest values are remembered, in all threads."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Newest(Generic[K, V]):
    """The values that were kept last, by their keys. Together their sizes are `most` at the most;
    each counts as one where no `size` is given. The newest is kept however large it is."""

    def __init__(self, most: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self.most = most
        self._size = size
        self._known: dict[K, tuple[V, int]] = {}
        self._total = 0
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value that was kept under this key; None once newer ones took its place."""
        value, _ = self._known.get(key, (None, 0))
        return value

    def keep(self, key: K, value: V) -> None:
        """Remembers a value as the newest."""
        size = self._size(value)
        with self._lock:  # else another thread changes it between `iter` and `next`
            self._forget(key)
            while self._known and self._total + size > self.most:
                self._forget(next(iter(self._known)))
            self._known[key] = value, size
            self._total += size

    def _forget(self, key: K) -> None:
        _, size = self._known.pop(key, (None, 0))
        self._total -= size
