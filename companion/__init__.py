"""The companion: an unofficial referee and scorekeeper for Monopoly: The Card Game."""

# An older Python can read this file with it, so that `one_file` can say which Python is needed.
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

__version__ = "1.0.0"


def create_app(instance: str | Path | None = None, **config: Any) -> Flask:
    """The web application with its data in the folder `instance`; see `companion.web.app`.

    The web is imported only here: the command line and the rules do without it.
    """
    from companion.web.app import make_app

    return make_app(instance, **config)
