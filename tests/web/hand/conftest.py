"""Pages of open deals without a table."""

from collections.abc import Callable
from functools import partial

import pytest
from flask import Flask

from tests.web.hand.seen import Seen, seen

See = Callable[..., Seen]


@pytest.fixture
def see(kept_app: Flask) -> See:
    """``see(deal, at, own)``: the page of the open deal on a phone of these seats, read."""
    return partial(seen, kept_app)
