"""The example file for https at home: nginx before `companion serve`."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from load.phone import Target
from load.server import DEPLOY, certify, changed, free_port, run_nginx
from load.table import Noted, Pace, Table
from tests.browser.conftest import Server

NAME = "localhost"


@pytest.fixture
def target(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    here = folder / "home"
    here.mkdir()
    monkeypatch.setenv("COMPANION_PROXY", "1")
    monkeypatch.setenv("COMPANION_HOSTS", NAME)
    companion = Server(here / "data")
    certify(here / "cert.pem", here / "key.pem")
    port = free_port()
    places = {
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "server_name 192.168.1.20;": f"server_name {NAME};",
        "/etc/companion/companion.crt": str(here / "cert.pem"),
        "/etc/companion/companion.key": str(here / "key.pem"),
        "http://127.0.0.1:8000": companion.url,
    }
    text = changed((DEPLOY / "nginx-home.conf").read_text("utf-8"), places)
    companion.start()
    nginx = run_nginx(here, text, port)
    yield Target(port, tls=True)
    nginx.terminate()
    nginx.wait()
    companion.kill()


def test_a_table_is_made_over_https(target: Target) -> None:
    log: list[Noted] = []
    table = Table(target, 0, Pace(play=0, tap=0.01), log)

    async def played() -> None:
        await table.sit_down()
        await table.play(asyncio.get_running_loop().time() + 1)
        assert await table.shown() == table.expected()
        await table.leave()

    with ThreadPoolExecutor(1) as own_loop:  # the browser of other tests has this thread's
        own_loop.submit(asyncio.run, asyncio.wait_for(played(), 60)).result()
    assert table.problems == []
    assert table.confirmed
