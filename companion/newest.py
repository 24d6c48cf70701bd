"""What was worked out and is asked for again: the newest values are remembered, in all threads."""

from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Newest(Generic[K, V]):
    """The values that were kept last, up to `most` of them, by their keys."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._known: dict[K, V] = {}
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value that was kept under this key; None once newer ones took its place."""
        return self._known.get(key)

    def keep(self, key: K, value: V) -> None:
        """Remembers a value as the newest."""
        with self._lock:  # else another thread changes it between `iter` and `next`
            self._known.pop(key, None)
            while len(self._known) >= self.most:
                del self._known[next(iter(self._known))]
            self._known[key] = value
