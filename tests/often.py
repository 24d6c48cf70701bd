"""How often what is made up at random is tried: seldom in `make test`, often in `make prove`.

`make test` tries the same few cases every time, so it never fails one time in ten; `make prove`
tries many, and others each time. What was ever found stays with its test as an example.
"""

import os
from collections.abc import Collection, Iterable
from random import Random
from time import time_ns

import pytest

TRIES = os.environ.get("COMPANION_TRIES", "")
"""How often: ``many`` in `make prove`, or just so many times, such as ``20000``."""
OFTEN = TRIES == "many" or TRIES.isdecimal()
"""Whether this is `make prove`, or more than a usual test."""


def times(usual: int) -> int:
    """How many cases are tried where `usual` would be a fair number. In `make test` it is a tenth;
    where that is fewer than 20, up to a fifth."""
    if TRIES.isdecimal():
        return int(TRIES)
    return usual * 5 if OFTEN else max(usual // 10, min(usual // 5, 20), 1)


def in_prove(rows: Iterable[object], seldom: Collection[object]) -> list[pytest.ParameterSet]:
    """These rows of a test, each a value or a tuple of them; the `seldom` ones are for `make prove`
    only."""
    return [
        pytest.param(
            *(row if isinstance(row, tuple) else (row,)),
            marks=pytest.mark.long if row in seldom else (),
        )
        for row in rows
    ]


def made_up_by(name: object) -> Random:
    """What makes up the cases of a test: in `make prove` others each time. A test that fails shows
    what is printed here, so the same can be tried again."""
    seed = f"{name} {time_ns()}" if OFTEN else str(name)
    print(f"made up by Random({seed!r})")
    return Random(seed)
