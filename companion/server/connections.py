"""Connections of phones: how many there may be, and which one goes when there is one too many.

A connection that asks for nothing costs almost nothing, but waitress accepts no more than a fixed
number, and then leaves everybody outside. Here the one that was silent for longest makes room.

A page asks over its connection whether anything is new, with the same bytes until something is. The
second time they come, they are answered at once: without a thread, and without reading them again.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge, build_http_date

from companion.export.reading import TOO_LARGE
from companion.store.phones import network_of
from companion.web.site.polls import NOTHING_NEW, STATUS, STILL_CURRENT, StillCurrent

MOST = 400
"""Connections at once. A phone has up to six, and opens a closed one again by itself."""
MOST_FROM_ONE = 48
"""From one network; not behind a proxy, which has them all."""
SPARE = 100
"""More that waitress may accept: until the next turn of its loop a closed one still counts."""
FILES = 1024
"""Files and connections that the program may have open; macOS allows 256 at first."""

END_OF_HEAD = b"\r\n\r\n"
NOTHING_NEW_HEAD = "\r\n".join([f"HTTP/1.1 {STATUS}", *map(": ".join, NOTHING_NEW), "Date: "])
"""The answer to a poll, up to the time."""


class Task(WSGITask):
    """An answer after which the connection stays open, also when it has no body (204, 304).
    waitress closes it then, and nine of ten requests are phones that are told "nothing new"."""

    def set_close_on_finish(self) -> None:
        """Closes the connection after this answer, unless all that speaks for it is that the answer
        has no length: without a body it needs none."""
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or asked == "close":
            super().set_close_on_finish()

    def finish(self) -> None:
        """Ends the answer. If it said that nothing is new, the connection remembers the poll."""
        super().finish()
        still_current = (self.environ or {}).get(STILL_CURRENT)
        if still_current is not None and not self.close_on_finish:
            self.channel.poll = self.channel.heard, still_current


class TooLarge(RequestEntityTooLarge):
    """Told to somebody who chose a video as the file of a game: no other form takes a file."""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """The status, the headers and a page in plain words."""
        page = (
            "<!doctype html><html lang=en><meta charset=utf-8>"
            "<meta name=viewport content='width=device-width, initial-scale=1'>"
            f"<title>Too large</title><h1>Too large</h1><p>{TOO_LARGE}</p>"
            "<p>Nothing was changed. Go back and choose another file.</p>"
        )
        headers = [("Content-Type", "text/html; charset=utf-8")]
        return f"{self.code} {self.reason}", headers, page.encode()


class RefusedTask(ErrorTask):
    """An answer to what waitress itself refuses."""

    def execute(self) -> None:
        """Answers; what is too large in plain words, for people see that page."""
        if isinstance(self.request.error, RequestEntityTooLarge):
            self.request.error = TooLarge("")
        super().execute()


class Channel(HTTPChannel):
    """A connection that makes room for itself before it is added to the others.

    `heard` is the request that came last, if it came in one piece and has no body. `poll` is the
    last one that was told "nothing new", and whether that is still so.
    """

    task_class = Task
    error_task_class = RefusedTask
    most_from_one = MOST_FROM_ONE
    heard = b""
    poll: tuple[bytes, StillCurrent] | None = None

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, **more: Any) -> None:
        make_room(more.get("map") or {}, network_of(str(addr[0])), self.most_from_one)
        super().__init__(server, sock, addr, adj, **more)

    def received(self, data: bytes) -> bool:
        """Takes what came. waitress reads nothing while a request is being answered, so this is a
        new one, unless a part of one came before."""
        is_new = self.request is None and data.startswith(b"GET ")
        is_whole = data.find(END_OF_HEAD) == len(data) - len(END_OF_HEAD)
        self.heard = data if is_new and is_whole else b""
        if self.heard and self.poll is not None:
            before, still_current = self.poll
            if self.heard == before and still_current():
                now = build_http_date(time.time())
                self._send_at_once(f"{NOTHING_NEW_HEAD}{now}\r\n\r\n".encode())
                return True
        return bool(super().received(data))

    def _send_at_once(self, answer: bytes) -> None:
        """Sends a short answer while no other is on its way, past the buffers that waitress keeps
        for long ones; they get what the network does not take now."""
        sent = self.send(answer)
        if self.connected and sent < len(answer):
            self.write_soon(answer[sent:])


class ProxyChannel(Channel):
    """A connection of the proxy before the companion."""

    most_from_one = MOST


def make_room(connections: Mapping[int, Any], network: str, most_from_one: int) -> None:
    """Closes the connection that was silent for longest, of those from this network or of all, when
    there are as many as there may be. One whose request is being answered stays."""
    here = [one for one in connections.values() if isinstance(one, Channel) and not one.will_close]
    same = [one for one in here if network_of(str(one.addr[0])) == network]
    among = same if len(same) >= most_from_one else here if len(here) >= MOST else []
    idle = [one for one in among if not one.requests]
    if idle:
        min(idle, key=lambda one: float(one.last_activity)).will_close = True


def allow_files() -> None:
    """Lets the program have FILES files and connections open, where the system can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows, which has no such limit

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= soft < FILES:  # less than 0: there is no limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))
