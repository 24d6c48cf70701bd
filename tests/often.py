"""How often what is made up at random is tried: seldom in `make test`, often in `make prove`.

`make test` tries the same few cases every time, so it never fails one time in ten; `make prove`
tries many, and others each time. What was ever found stays with its test as an example.
"""

import os

OFTEN = os.environ.get("COMPANION_TRIES") == "many"
"""Whether this is `make prove`."""


def times(usual: int) -> int:
    """How many cases are tried where `usual` would be a fair number."""
    return usual * 5 if OFTEN else max(usual // 5, 1)
