"""Connections that send nothing keep nobody out, nor do wrong codes from the same address."""

import asyncio
import re
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from email.utils import parsedate_to_datetime
from html import unescape
from http.client import HTTPConnection, parse_headers
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from waitress.channel import HTTPChannel

from companion import create_app
from companion.export.game import LARGEST_FILE
from companion.server import connections
from companion.server.connections import NOTHING_NEW_HEAD, Channel, make_room
from companion.server.serve import listen
from companion.server.tls import tls_context
from companion.store import Store, Table, phones
from companion.web.site.access import CODES
from load.phone import Phone, Target
from load.table import Noted, Pace
from load.table import Table as PlayedTable
from tests.server.conftest import running

LIVE = re.compile(r'id="live" hidden hx-get="([^"]+)"')
QUICK = Pace(play=0.1, tap=0.01)
IDLE, WRONG_CODES = 150, 40


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(tmp_path)
    yield made
    made.extensions["store"].close()


@pytest.fixture
def asked(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the application was asked for."""
    came: list[str] = []
    inner = app.wsgi_app

    def notes(environ: Any, start_response: Any) -> Any:
        came.append(environ["PATH_INFO"])
        return inner(environ, start_response)

    monkeypatch.setattr(app, "wsgi_app", notes)
    return came


@pytest.fixture(params=["http"])
def target(app: Flask, request: pytest.FixtureRequest) -> Iterator[Target]:
    """A companion as `companion serve` runs it, in a thread."""
    context = None
    if request.param == "https":
        folder = request.getfixturevalue("made")
        context = tls_context(folder / "companion.crt", folder / "companion.key")
    server = listen(app, "127.0.0.1", 0, ipv6=False, context=context)
    with running(server) as port:
        yield Target(port, tls=context is not None)


@pytest.mark.parametrize(
    "target", ["http", pytest.param("https", marks=pytest.mark.long)], indirect=True
)
def test_a_table_plays_beside_idle_connections_and_wrong_codes_from_its_address(
    target: Target,
) -> None:
    log: list[Noted] = []
    table = PlayedTable(target, 0, QUICK, log)
    here = table.keeper.here

    async def played() -> None:
        await table.sit_down()
        guesser = Phone(target, here)
        guesses = [await guesser.ask(f"/t/{number:05d}/") for number in range(WRONG_CODES)]
        assert guesses[-1].status == 429
        await guesser.close()
        await table.play(asyncio.get_running_loop().time() + 1)
        assert await table.shown() == table.expected()
        await table.leave()

    with ExitStack() as open_sockets:
        for _ in range(IDLE):
            silent = socket.create_connection(
                ("127.0.0.1", target.port), 5, source_address=(here, 0)
            )
            open_sockets.enter_context(silent)
        with ThreadPoolExecutor(1) as own_loop:  # the browser of other tests has this thread's
            own_loop.submit(asyncio.run, asyncio.wait_for(played(), 120)).result()
    assert table.problems == []
    assert table.confirmed


def channel(address: str, silent_since: float, **more: Any) -> Channel:
    """A connection with all that `make_room` looks at."""
    made: Channel = Channel.__new__(Channel)
    made.__dict__.update(
        addr=(address, 1), last_activity=silent_since, will_close=False, requests=(), **more
    )
    return made


def closed(here: Sequence[Channel]) -> list[int]:
    return [number for number, one in enumerate(here) if one.will_close]


@pytest.mark.parametrize(
    ("network", "gone"),
    [
        pytest.param("192.0.2.1", [2], id="one network has too many: its own goes"),
        pytest.param("192.0.2.2", [], id="another network still has room"),
    ],
)
def test_who_has_too_many_connections_loses_the_silent_one(network: str, gone: list[int]) -> None:
    here = [channel("192.0.2.2", 1), channel("192.0.2.1", 3), channel("192.0.2.1", 2)]
    make_room(dict(enumerate([*here, SimpleNamespace(addr="no channel")])), network, 2)
    assert closed(here) == gone


def test_with_too_many_in_all_the_longest_silent_goes_but_none_that_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "MOST", 3)
    here = [channel(f"192.0.2.{number}", number) for number in range(3)]
    here[0].requests = ["being answered"]
    make_room(dict(enumerate(here)), "192.0.2.9", 2)
    assert closed(here) == [1]


@pytest.mark.parametrize(
    ("asked", "stays"), [("keep-alive", True), ("close", False)], ids=["stays", "closes"]
)
def test_an_answer_without_a_body_leaves_the_connection_open(
    target: Target, asked: str, stays: bool
) -> None:
    """Phones ask every two seconds whether anything is new, and are mostly told that nothing is."""
    with closing(HTTPConnection("127.0.0.1", target.port, timeout=10)) as phone:
        phone.request("GET", "/sw.js")
        answer = phone.getresponse()
        answer.read()
        etag = {"If-None-Match": answer.headers["ETag"], "Connection": asked}
        phone.request("GET", "/sw.js", headers=etag)
        answer = phone.getresponse()
        assert (answer.status, answer.read(), answer.will_close) == (304, b"", not stays)
        phone.request("GET", "/offline")  # on a new connection when it was closed
        assert phone.getresponse().status == 200


def test_a_video_in_place_of_a_game_is_refused_in_plain_words(
    target: Target, asked: list[str]
) -> None:
    """It was “Request Entity Too Large, exceeds max_body of 16777216”, in the smallest letters."""
    with closing(HTTPConnection("127.0.0.1", target.port, timeout=10)) as phone:
        phone.putrequest("POST", "/games/import")
        phone.putheader("Content-Length", str(3 * LARGEST_FILE))
        phone.endheaders()
        answer = phone.getresponse()
        page = answer.read().decode()
    assert answer.status == 413
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "too large for a game: 8 MB are the most" in page
    assert "waitress" not in page
    assert asked == []


# --- a poll that comes again ---------------------------------------------------------------------


class Poller:
    """A phone with one plain connection, which sends what it is told to, byte by byte."""

    def __init__(self, target: Target, table: Table) -> None:
        self.socket = socket.create_connection(("127.0.0.1", target.port), 10)
        self.answers = self.socket.makefile("rb")
        self.cookie = ""
        self.ask(f"/t/{table.code}/")  # from now on the phone has a cookie
        (live,) = LIVE.findall(self.ask(f"/t/{table.code}/setup")[1])
        self.poll = unescape(live)

    def request(self, address: str, *more: str) -> bytes:
        """The bytes of a request for a fragment, or of a page where there is no `more`."""
        lines = [f"GET {address} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {self.cookie}", *more]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def ask(self, address: str, *more: str) -> tuple[int, str]:
        self.socket.sendall(self.request(address, *more))
        return self.answer()

    def answer(self) -> tuple[int, str]:
        """Status and body of the next answer."""
        status = int(self.answers.readline().split()[1])
        headers = parse_headers(self.answers)
        if "Set-Cookie" in headers:
            self.cookie = headers["Set-Cookie"].partition(";")[0]
        assert abs(time.time() - parsedate_to_datetime(headers["Date"]).timestamp()) < 60
        assert headers["X-Content-Type-Options"]
        return status, self.answers.read(int(headers.get("Content-Length", 0))).decode()

    def look(self) -> int:
        """Asks whether anything is new; the status."""
        return self.ask(self.poll, "HX-Request: true")[0]

    def close(self) -> None:
        self.answers.close()
        self.socket.close()


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["store"]
    return found


@pytest.fixture
def table(store: Store) -> Table:
    names = ("Ann", "Bob")
    return store.create_table(
        edition="classic-uk", options={}, players=names, first_dealer="Ann", banker="Ann"
    )


@pytest.fixture
def poller(target: Target, table: Table, asked: list[str]) -> Iterator[Poller]:
    with closing(Poller(target, table)) as made:
        asked.clear()
        yield made


def test_the_same_poll_again_is_answered_by_the_connection_itself(
    poller: Poller, asked: list[str]
) -> None:
    assert [poller.look() for _ in range(4)] == [204] * 4
    assert len(asked) == 1
    assert poller.ask("/offline")[0] == 200
    assert [poller.look(), len(asked)] == [204, 2]  # the connection remembers it all the same


@pytest.mark.parametrize(
    ("change", "status"),
    [
        pytest.param(
            lambda store, table: store.save_draft(table, 0, {"out": "Ann"}), 200, id="a tap"
        ),
        pytest.param(lambda store, table: phones.renew(store, table), 404, id="a new code"),
        pytest.param(
            lambda store, table: phones.guessed(store, "code", *["127.0.0.1"] * CODES),
            429,
            id="wrong codes from there",
        ),
    ],
)
def test_what_is_more_than_nothing_new_goes_to_the_application(
    poller: Poller,
    asked: list[str],
    store: Store,
    table: Table,
    change: Callable[[Store, Table], object],
    status: int,
) -> None:
    assert [poller.look(), poller.look()] == [204, 204]
    change(store, store.known_table(table.code))
    assert [poller.look(), len(asked)] == [status, 2]


@pytest.mark.parametrize(
    ("began", "data", "heard"),
    [
        pytest.param(False, b"GET / HTTP/1.1\r\n\r\n", True, id="a whole request"),
        pytest.param(False, b"GET / HTTP/1.1\r\nHost:", False, id="its beginning"),
        pytest.param(True, b"GET / HTTP/1.1\r\n\r\n", False, id="the rest of one"),
        pytest.param(False, b"\r\n", False, id="next to nothing"),
        pytest.param(False, b"GET / HTTP/1.1\r\n\r\n" * 2, False, id="two requests"),
        pytest.param(False, b"POST / HTTP/1.1\r\n\r\n", False, id="a form"),
    ],
)
def test_only_a_whole_request_is_remembered(
    monkeypatch: pytest.MonkeyPatch, began: bool, data: bytes, heard: bool
) -> None:
    taken: list[bytes] = []
    monkeypatch.setattr(HTTPChannel, "received", lambda _, data: taken.append(data))
    one = channel("192.0.2.1", 1, request="began" if began else None)
    one.poll = b"", lambda: True
    one.received(data)
    assert (one.heard, taken) == (data if heard else b"", [data])


@pytest.mark.parametrize(
    ("taken", "connected", "later"),
    [
        pytest.param(1000, True, 0, id="all of it"),
        pytest.param(10, True, 1, id="a part of it"),
        pytest.param(0, True, 1, id="nothing of it"),
        pytest.param(0, False, 0, id="the phone is gone"),
    ],
)
def test_what_the_network_does_not_take_now_is_sent_later(
    monkeypatch: pytest.MonkeyPatch, taken: int, connected: bool, later: int
) -> None:
    poll, sent, kept = b"GET / HTTP/1.1\r\n\r\n", bytearray(), list[bytes]()

    def send(_: Channel, data: bytes) -> int:
        sent.extend(data[:taken])
        return min(taken, len(data))

    monkeypatch.setattr(HTTPChannel, "send", send)
    monkeypatch.setattr(HTTPChannel, "write_soon", lambda _, data: kept.append(data))
    one = channel("192.0.2.1", 1, request=None, connected=connected)
    one.poll = poll, lambda: True
    assert one.received(poll)
    assert len(kept) == later
    if connected:
        answer = (bytes(sent) + b"".join(kept)).decode()
        assert answer.startswith(NOTHING_NEW_HEAD)
        assert answer.endswith(" GMT\r\n\r\n")


def test_two_polls_at_once_get_two_answers(poller: Poller) -> None:
    assert [poller.look(), poller.look()] == [204, 204]
    poll = poller.request(poller.poll, "HX-Request: true")
    poller.socket.sendall(poll + poll)
    assert [poller.answer()[0], poller.answer()[0]] == [204, 204]


def test_a_poll_that_wants_the_connection_closed_gets_that(poller: Poller) -> None:
    for _ in range(2):
        assert poller.look() == 204
    assert poller.ask(poller.poll, "HX-Request: true", "Connection: close")[0] == 204
    assert poller.answers.readline() == b""
