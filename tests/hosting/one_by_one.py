"""The companion for a server whose processes are ready one after the other."""

import os
import time
from pathlib import Path

from flask import Flask

from companion import create_app

APART = 0.4
"""Seconds between one process and the next."""


def app() -> Flask:
    """The application; when it is ready there is one file more in its data folder."""
    data = Path(os.environ["COMPANION_INSTANCE"])
    data.mkdir(exist_ok=True)
    place = 0
    while True:
        try:
            (data / f"started-{place}").touch(exist_ok=False)
            break
        except FileExistsError:
            place += 1
    time.sleep(place * APART)
    made = create_app()
    (data / f"ready-{place}").touch()
    return made
