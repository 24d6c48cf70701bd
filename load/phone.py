"""A phone without a screen: one connection that stays open, a cookie, the page it shows.

Just enough HTTP/1.1 to be cheap, so that the time measured is the server's: requests are written as
bytes, and no more of the answer is looked at than is needed.
"""

import asyncio
import re
import ssl
import zlib
from asyncio import StreamReader, StreamWriter
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from html import unescape
from time import monotonic, perf_counter
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

LIVE = re.compile(r'id="live"[^>]* hx-get="([^"]+)"')
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
LATE = 30.0
"""Seconds without an answer; after that the connection is given up."""


class Gone(Exception):
    """The server went away before it answered."""


class Answer(NamedTuple):
    """What came back, and how long it took in seconds, first byte out to last byte in."""

    status: int
    headers: Mapping[str, str]
    text: str
    took: float


class Target(NamedTuple):
    """Where the server listens. `tls` where the proxy speaks it, with whatever certificate."""

    port: int
    tls: bool = False
    host: str = "127.0.0.1"

    @property
    def base(self) -> str:
        return f"{'https' if self.tls else 'http'}://localhost:{self.port}"


@cache
def _unchecked() -> ssl.SSLContext:
    """TLS with whatever certificate; the authorities that nobody asks take long to load."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Phone:
    """One phone. Its requests follow each other, as those of one connection do."""

    def __init__(self, target: Target, here: str = "127.0.0.1") -> None:
        """`here` is the phone's own address, any of 127.0.0.0/8."""
        self.target, self.here = target, here
        self.cookie = ""
        self.headers: list[str] = []
        self.page = "/"
        self.text = ""
        self.live = ""
        self.shown_at = 0.0
        self._lock = asyncio.Lock()
        self._streams: tuple[StreamReader, StreamWriter] | None = None

    async def close(self) -> None:
        """Hangs up."""
        if self._streams is not None:
            _, writer = self._streams
            self._streams = None
            writer.close()
            with suppress(OSError):
                await asyncio.wait_for(writer.wait_closed(), 1)

    # --- one request

    async def ask(
        self, address: str, form: Mapping[str, str] | None = None, *, part: bool = False
    ) -> Answer:
        """GET, or POST with a form; `part`: as htmx asks. Gone when no answer came."""
        async with self._lock:
            start = perf_counter()
            for attempt in (1, 2):
                fresh = self._streams is None
                try:
                    async with asyncio.timeout(LATE):
                        status, headers, body = await self._exchange(address, form, part)
                except (OSError, EOFError, ValueError) as error:
                    await self.close()
                    # A connection that was idle may have been closed by the server meanwhile; a
                    # browser then asks again on a new one. Every post can be sent twice.
                    if fresh or attempt == 2:
                        raise Gone(f"{type(error).__name__} {error}") from None
                else:
                    break
            took = perf_counter() - start
        if "gzip" in headers.get("content-encoding", ""):
            body = zlib.decompress(body, 31)
        return Answer(status, headers, body.decode(errors="replace"), took)

    async def _exchange(
        self, address: str, form: Mapping[str, str] | None, part: bool
    ) -> tuple[int, dict[str, str], bytes]:
        if self._streams is None:
            secure = _unchecked() if self.target.tls else None
            self._streams = await asyncio.open_connection(
                self.target.host,
                self.target.port,
                ssl=secure,
                server_hostname="localhost" if secure else None,
                local_addr=(self.here, 0),
            )
        reader, writer = self._streams
        writer.write(self._request(address, form, part))
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in filter(None, lines):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        status = int(first.split(" ", 2)[1])
        body = b""
        if headers.get("transfer-encoding") == "chunked":
            while size := int(await reader.readline(), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readline()
        elif status not in (204, 304):
            body = await reader.readexactly(int(headers["content-length"]))
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        if headers.get("connection", "").lower() == "close":
            await self.close()
        return status, headers, body

    def _request(self, address: str, form: Mapping[str, str] | None, part: bool) -> bytes:
        lines = [
            f"{'GET' if form is None else 'POST'} {address} HTTP/1.1",
            f"Host: localhost:{self.target.port}",
            "Accept-Encoding: gzip",
            *self.headers,
        ]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if part:
            lines.append("HX-Request: true")
        body = b""
        if form is not None:
            body = urlencode(form).encode()
            lines += [
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
                f"Origin: {self.target.base}",
                f"Referer: {self.target.base}{self.page}",
            ]
        return "\r\n".join([*lines, "", ""]).encode() + body

    # --- the page it shows

    def shows(self, address: str, answer: Answer) -> None:
        """The phone shows this answer: a page, or the part of it that has changed."""
        self.page, self.text = address, answer.text
        self.shown_at = monotonic()
        found = LIVE.search(answer.text)
        self.live = unescape(found[1]) if found else ""

    def fields(self, form: str) -> dict[str, str]:
        """The hidden fields of a form, by the form's id or the end of its address."""
        start = re.search(rf'<form[^>]*(?:id="{form}"|action="[^"]*{form}")', self.text)
        if start is None:
            return {}
        inside = self.text[start.start() :].partition("</form>")[0]
        return {name: unescape(value) for name, value in FIELD.findall(inside)}


def path_of(location: str) -> str:
    """The path of an address, absolute or not."""
    return urlsplit(location).path
