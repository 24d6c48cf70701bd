"""Firefox, driven by WebDriver BiDi over a web socket: the few messages that a game needs."""

import base64
import json
import os
import re
import socket
import struct
import subprocess
from pathlib import Path
from threading import Thread
from typing import Any, cast

from tests.browser.engines.screen import HIGH, WIDE
from tests.browser.phone import PATIENCE

LISTENS = re.compile(r"BiDi listening on ws://127\.0\.0\.1:(\d+)")
PREFERENCES = (
    'user_pref("ui.useOverlayScrollbars", 1);',  # as on a phone
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
    'user_pref("app.update.disabledForTesting", true);',
)
FINAL, TEXT, MASKED = 0x80, 0x01, 0x80


class WebSocket:
    """Sends and receives whole texts (RFC 6455)."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE / 1000)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while self.file.readline().strip():
            pass

    def send(self, text: str) -> None:
        data, mask = text.encode(), os.urandom(4)
        if len(data) < 126:
            head = struct.pack("!BB", FINAL | TEXT, MASKED | len(data))
        else:  # no message of ours is longer than 65,535 bytes
            head = struct.pack("!BBH", FINAL | TEXT, MASKED | 126, len(data))
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def receive(self) -> str:
        data = b""
        while True:
            first, size = self.file.read(2)
            if size == 126:
                (size,) = struct.unpack("!H", self.file.read(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.file.read(8))
            data += self.file.read(size)
            if first & FINAL:
                return data.decode()

    def close(self) -> None:
        self.file.close()
        self.socket.close()


class Firefox:
    """One window of the size of a phone, with touch."""

    def __init__(self, folder: Path, program: str) -> None:
        (folder / "user.js").write_text("\n".join(PREFERENCES))
        self.said: list[str] = []
        self.number = 0
        self.process = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-remote",
                "--profile",
                folder,
                "--remote-debugging-port=0",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        found = next(filter(None, map(LISTENS.search, self.process.stderr)))
        # A full pipe would stop it.
        self.reading = Thread(target=self.process.stderr.read, daemon=True)
        self.reading.start()
        self.socket = WebSocket(int(found[1]))
        self._ask("session.new", capabilities={"alwaysMatch": {}})
        self.window = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("session.subscribe", events=["log.entryAdded"])
        viewport = {"width": WIDE, "height": HIGH}
        self._ask("browsingContext.setViewport", context=self.window, viewport=viewport)

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.number:
                break
            if answer.get("method") == "log.entryAdded":
                self._heard(answer["params"])
        if answer["type"] == "error":
            raise RuntimeError(f"{answer['error']}: {answer['message']}")
        return cast("dict[str, Any]", answer["result"])

    def _heard(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("warn", "error"):
            self.said.append(str(entry["text"]))

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def run(self, script: str) -> Any:
        target = {"context": self.window}
        answer = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({script})",
            target=target,
            awaitPromise=False,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def touch(self, x: int, y: int) -> None:
        finger = {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": "touch"},
            "actions": [
                {"type": "pointerMove", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }
        self._ask("input.performActions", context=self.window, actions=[finger])

    def picture(self) -> bytes:
        shot = self._ask("browsingContext.captureScreenshot", context=self.window)
        return base64.b64decode(shot["data"])

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.reading.join()
        assert self.process.stderr is not None
        self.process.stderr.close()
