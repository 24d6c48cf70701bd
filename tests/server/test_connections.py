"""Connections that send nothing keep nobody out, nor do wrong codes from the same address."""

import asyncio
import socket
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import create_app
from companion.server import connections
from companion.server.connections import Channel, make_room
from companion.server.serve import listen
from companion.server.tls import tls_context
from load.phone import Phone, Target
from load.table import Noted, Pace, Table

QUICK = Pace(play=0.1, tap=0.01)
IDLE, WRONG_CODES = 150, 40


@pytest.fixture(params=["http"])
def target(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Target]:
    """A companion as `companion serve` runs it, in a thread."""
    context = None
    if request.param == "https":
        folder = request.getfixturevalue("made")
        context = tls_context(folder / "companion.crt", folder / "companion.key")
    app = create_app(tmp_path)
    server = listen(app, "127.0.0.1", 0, ipv6=False, context=context)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Target(int(server.effective_port), tls=context is not None)
    server.asyncore.close_all(server._map)
    server.task_dispatcher.shutdown()
    thread.join()
    app.extensions["store"].close()


@pytest.mark.parametrize(
    "target", ["http", pytest.param("https", marks=pytest.mark.long)], indirect=True
)
def test_a_table_plays_beside_idle_connections_and_wrong_codes_from_its_address(
    target: Target,
) -> None:
    log: list[Noted] = []
    table = Table(target, 0, QUICK, log)
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
