"""WebKitGTK's MiniBrowser on a screen in memory, driven by WebKitWebDriver: as near to an iPhone as
Linux comes."""

import base64
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.browser.engines.screen import HIGH, WIDE
from tests.browser.phone import PATIENCE

NARROW = (
    "toolbar, toolbar *, entry, button { min-width: 0; margin: 0; padding: 0; border-width: 0; }"
)
"""The window's own bar would keep it wider than a phone."""
LOUD = ("CONSOLE WARN", "CONSOLE ERROR", "CONSOLE JS ERROR", "CONSOLE SECURITY ERROR")


class WebKit:
    """One window of the size of a phone. It has no touch: a finger is a mouse here."""

    def __init__(self, folder: Path, driver: str, browser: str, screen: str) -> None:
        (folder / "gtk-3.0").mkdir()
        (folder / "gtk-3.0" / "gtk.css").write_text(NARROW)
        reading, writing = os.pipe()
        self.screen = subprocess.Popen(
            [screen, "-displayfd", str(writing), "-screen", "0", "800x1000x24"],
            pass_fds=[writing],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            display = f":{told.readline().strip()}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [driver, f"--port={port}"],
                env={**os.environ, "DISPLAY": display, "XDG_CONFIG_HOME": str(folder)},
                stdout=log,
                stderr=log,
            )
        self.base = f"http://127.0.0.1:{port}/session"
        loud = "--enable-write-console-messages-to-stdout=true"
        options = {"binary": browser, "args": ["--automation", loud]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.base += "/" + self._begun({"capabilities": wanted})["sessionId"]
        self._ask("/window/rect", width=WIDE, height=HIGH)
        bars = HIGH - self.run("innerHeight")
        self._ask("/window/rect", width=WIDE, height=HIGH + bars)

    def _begun(self, wanted: dict[str, Any]) -> Any:
        """The new session, as soon as the driver answers."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                return self._ask("", **wanted)
            except urllib.error.URLError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise

    def _ask(self, what: str, **params: Any) -> Any:
        request = urllib.request.Request(
            self.base + what,
            data=json.dumps(params).encode(),
            headers={"Content-Type": "application/json"},
        )
        return self._answer(request)

    def _answer(self, request: urllib.request.Request) -> Any:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise RuntimeError(error.read().decode()) from error

    @property
    def said(self) -> list[str]:
        return [line for line in self.log.read_text().splitlines() if line.startswith(LOUD)]

    def open(self, address: str) -> None:
        self._ask("/url", url=address)

    def run(self, script: str) -> Any:
        return self._ask("/execute/sync", script=f"return {script}", args=[])

    def touch(self, x: int, y: int) -> None:
        mouse = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": [
                {"type": "pointerMove", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }
        self._ask("/actions", actions=[mouse])

    def picture(self) -> bytes:
        shot = self._answer(urllib.request.Request(f"{self.base}/screenshot"))
        return base64.b64decode(shot)

    def close(self) -> None:
        self._answer(urllib.request.Request(self.base, method="DELETE"))
        for process in (self.process, self.screen):
            process.terminate()
            process.wait()
