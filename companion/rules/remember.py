"""Remembering what a function gave, where a hand would take too long without that."""

from functools import lru_cache

remembered = lru_cache(maxsize=4096)
"""Remembers what a function gave for a few numbers or cards that come back in all hands. It is
there where a hand would take longer without it than the goal allows (`make bench`)."""

once_an_edition = lru_cache(maxsize=128)
"""Remembers what a function made of an edition with a table's options. Those asked for last are
kept, and `options` keeps fewer editions than that."""
