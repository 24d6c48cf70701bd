"""The example files of ``deploy/`` for many tables: gunicorn with several workers, then nginx."""

import asyncio
import re
import socket
import ssl
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.codes import CODE_LETTERS, LOOK_ALIKES, readings
from companion.store import Store
from load.phone import Answer, Phone, Target
from load.server import DEPLOY, SOCKET, Server, changed, free_port, start_nginx
from load.table import Noted, Pace, Table, differences

Result = TypeVar("Result")


def run(asked: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine gives, run in a thread: the browser of other tests has this one's loop.
    Tables ask until they are answered, which a server that has ended would keep up for ever."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(asked, 300)).result()


def ask(server: Server, *addresses: str, here: str = "127.0.0.1", **headers: str) -> list[Answer]:
    """What a phone gets for these addresses, one after the other."""
    return asked_at(server.target, addresses, here, **headers)


def asked_at(
    target: Target, addresses: Sequence[str], here: str = "127.0.0.1", **headers: str
) -> list[Answer]:
    async def asked() -> list[Answer]:
        phone = Phone(target, here)
        phone.headers = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        answers = [await phone.ask(address) for address in addresses]
        await phone.close()
        return answers

    return run(asked())


def play(tables: list[Table], seconds: float) -> list[dict[str, int]]:
    """The tables play for a while; the totals that their sheets show then."""

    async def played() -> list[dict[str, int]]:
        await asyncio.gather(*(table.sit_down() for table in tables))
        until = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(table.play(until) for table in tables))
        shown = [await table.shown() for table in tables]
        await asyncio.gather(*(table.leave() for table in tables))
        return shown

    return run(played())


QUICK = Pace(play=0.3, tap=0.02)


def test_tables_play_through_nginx_with_several_workers(server: Server) -> None:
    log: list[Noted] = []
    tables = [Table(server.target, number, QUICK, log) for number in range(3)]
    shown = play(tables, 2)
    with closing(Store(server.data / "companion.db")) as store:
        for table, totals in zip(tables, shown, strict=True):
            assert table.problems == []
            assert len(table.confirmed) > 0
            kept = store.table(table.code)
            assert kept is not None
            assert differences(store.deals(kept), table.confirmed) == []
            assert totals == table.expected()
    assert {note.status for note in log} <= {200, 204, 302, 303, 308, 409}
    assert {note.status for note in log if note.kind == "look"} <= {200, 204}


def test_a_server_has_started_when_all_workers_are_ready(folder: Path) -> None:
    """Each removes the files of current versions, so a test must not begin before the last."""
    app = "tests.hosting.one_by_one:app()"
    server = Server(folder / "ready", nginx=True, workers=3, app=app)
    try:
        server.start()
        assert len([*server.data.glob("ready-*")]) == 3
    finally:
        server.stop()


def test_one_key_and_one_database_for_all_workers(server: Server) -> None:
    assert sorted(file.name for file in server.data.glob("secret.key*")) == ["secret.key"]
    log = (server.folder / "server.log").read_text()
    assert "rror" not in log, log


def test_plain_http_is_led_to_https(server: Server) -> None:
    async def asked() -> Answer:
        phone = Phone(server.target._replace(port=server.port, tls=False))
        answer = await phone.ask("/t/ABCDE/?x=1")
        await phone.close()
        return answer

    answer = run(asked())
    assert answer.status == 301
    assert answer.headers["location"] == "https://localhost/t/ABCDE/?x=1"


def test_a_name_that_is_not_this_servers_gets_no_answer(server: Server) -> None:
    """By plain http nothing comes back, by https not even a certificate."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        assert plain.recv(1) == b""
    unchecked = ssl.create_default_context()
    unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", server.target.port), timeout=10) as secure,
        pytest.raises(ssl.SSLError, match="UNRECOGNIZED_NAME"),
    ):
        unchecked.wrap_socket(secure, server_hostname="evil.example")


def test_imports_from_one_address_are_limited(server: Server) -> None:
    answers = ask(server, *["/games/import"] * 20, "/offline", here="127.9.6.6")
    assert [answer.status for answer in answers[:10]] == [200] * 10
    assert (answers[-2].status, answers[-1].status) == (429, 200)


def test_the_cookie_keeps_to_https(server: Server) -> None:
    page = ask(server, "/tables/new?edition=deluxe")[0]
    cookie = page.headers["set-cookie"]
    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Lax"))
    assert page.headers["strict-transport-security"]
    assert "default-src 'self'" in page.headers["content-security-policy"]


def test_pages_are_packed_once_and_static_files_kept_for_long(server: Server) -> None:
    page = ask(server, "/")[0]
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "private, no-cache"
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    for answer, address in zip(ask(server, *addresses), addresses, strict=True):
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"], address
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in answer.headers
    bare = ask(server, addresses[0].partition("?")[0])[0]
    assert bare.headers["cache-control"] == "no-cache"


def test_guesses_are_counted_by_the_visitors_address_and_no_other(server: Server) -> None:
    """A visitor cannot claim to be another one with a header."""

    async def guessed() -> list[int]:
        phone, statuses = Phone(server.target, "127.9.9.9"), []
        for number, letter in enumerate("34679CDFGHJKMNPQRTWXY" * 3):
            phone.headers = [f"X-Forwarded-For: 203.0.113.{number}"]
            statuses.append((await phone.ask(f"/t/WRNG{letter}/")).status)
        await phone.close()
        return statuses

    statuses = run(guessed())
    assert statuses[0] == 404
    assert 429 in statuses  # enough, although they may fall into two of the counted ten minutes
    assert ask(server, "/t/WRNGX/", here="127.9.8.8")[0].status == 404


def test_too_much_is_refused_before_it_reaches_the_companion(server: Server) -> None:
    async def asked() -> Answer:
        phone = Phone(server.target)
        answer = await phone.ask("/tables/new", {"player-0": "x" * 70_000})
        await phone.close()
        return answer

    assert run(asked()).status == 413


def test_too_many_hands_from_one_address_are_told_in_plain_words(server: Server) -> None:
    """Hands are limited by themselves: the rest of the companion answers on."""
    here = "127.9.7.7"
    answers = ask(server, *["/referee.txt"] * 80, "/offline", here=here)
    *hands, other = answers
    assert hands[0].status != 429
    assert hands[-1].status == 429
    assert hands[-1].headers["content-type"] == "text/html; charset=utf-8"
    assert "Go back in a minute" in hands[-1].text
    assert other.status == 200


def test_an_address_that_is_named_is_not_limited(server: Server, folder: Path) -> None:
    here = "127.9.7.8"
    before = folder / "named"
    before.mkdir()
    target = Target(free_port(), tls=True)
    places = {
        SOCKET: f"unix:{server.folder / 'companion.sock'}",
        "# 203.0.113.7 1;": f"{here} 1;",
    }
    nginx = start_nginx(before, free_port(), target, places)
    try:
        answers = asked_at(target, ["/referee.txt"] * 80, here)
    finally:
        nginx.terminate()
        nginx.wait()
    assert 429 not in {answer.status for answer in answers}


def test_a_code_that_is_typed_finds_its_machine() -> None:
    """Whatever a code looks like in `/join?code=…`, its likeliest reading is on that machine."""
    example = (DEPLOY / "nginx-spread.conf").read_text(encoding="utf-8")
    letters = dict(zip("ab", re.findall("COMPANION_CODES=([A-Z0-9]+)", example), strict=True))
    rules = re.findall(r'"~\*(.+)"\s+companion_(.);', example)
    assert len(rules) == 2
    for letter in [*CODE_LETTERS, *LOOK_ALIKES]:
        for typed in (letter, letter.lower(), f"+{letter}", f"%20-{letter.lower()}"):
            address = f"/join?code={typed}7GKQ"
            found = [name for rule, name in rules if re.search(rule, address, re.IGNORECASE)]
            assert len(found) == 1, address
            assert readings(f"{letter}7GKQ")[0][0] in letters[found[0]], address


def test_two_machines_share_the_tables_by_their_codes(folder: Path) -> None:
    letters = ("34679CDFGH", "JKMNPQRTWXY")
    example = (DEPLOY / "nginx-spread.conf").read_text(encoding="utf-8")
    with ExitStack() as stack:
        machines = []
        for number, mine in enumerate(letters):
            assert f"COMPANION_CODES={mine}" in example
            settings = {"COMPANION_CODES": mine, "COMPANION_PROXY": "1", "COMPANION_HOSTED": "1"}
            machine = Server(folder / f"machine{number}", settings=settings, workers=1)
            machine.data.mkdir(parents=True)
            (machine.data / "secret.key").write_text("the same key on both machines " * 2)
            stack.callback(machine.stop)
            machine.start()
            machines.append(machine)
        spread = changed(
            example,
            {
                "10.0.0.1:8000": f"127.0.0.1:{machines[0].port}",
                "10.0.0.2:8000": f"127.0.0.1:{machines[1].port}",
            },
        )
        one = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        upstream = one[one.index("upstream companion") : one.index("}\n") + 2]
        target = Target(free_port(), tls=True)
        before = folder / "before"
        before.mkdir()
        nginx = start_nginx(
            before,
            free_port(),
            target,
            {upstream: spread, "http://companion": "http://$companion"},
        )
        stack.callback(nginx.wait)
        stack.callback(nginx.terminate)
        tables = [Table(target, 250 * number, QUICK, []) for number in range(4)]
        shown = play(tables, 1)
        assert [table.problems for table in tables] == [[]] * len(tables)
        assert shown == [table.expected() for table in tables]
        codes = [table.code for table in tables]
        for code in codes:
            typed = asked_at(target, [f"/join?code=+{code[:2].lower()}-{code[2:].lower()}"])[0]
            assert typed.headers["location"] == f"/t/{code}/join"
        for machine, mine in zip(machines, letters, strict=True):
            with closing(Store(machine.data / "companion.db")) as store:
                there = {table.code for table in store.tables()}
            assert there == {code for code in codes if code[0] in mine}
            assert there


@pytest.mark.parametrize("name", ["gunicorn.conf.py", "nginx.conf", "companion.service"])
def test_the_examples_speak_of_the_same_places(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert "/run/companion" in text or "RuntimeDirectory=companion" in text


def test_a_place_that_is_no_longer_in_an_example_is_told() -> None:
    with pytest.raises(ValueError, match="not in the example"):
        changed("listen 80;", {"listen 81;": ""})
