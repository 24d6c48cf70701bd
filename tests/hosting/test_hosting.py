"""The example files of ``deploy/`` for many tables: gunicorn with several workers, then nginx."""

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.store import Store
from tests.servers import (
    DEPLOY,
    Answer,
    Visitor,
    changed,
    gunicorn,
    nginx,
    score,
    seat,
)


@dataclass
class Server:
    """gunicorn behind nginx: its folder, the socket between them, and nginx's two ports."""

    folder: Path
    socket_file: Path
    plain: int
    secure: int


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    here = folder / "one"
    here.mkdir()
    with gunicorn(here) as socket_file, nginx(here, socket_file) as (plain, secure):
        yield Server(here, socket_file, plain, secure)


def ask(port: int, *addresses: str, here: str = "127.0.0.1", **headers: str) -> list[Answer]:
    """What a visitor gets for these addresses, one after the other."""
    visitor = Visitor(port, here)
    return [visitor.ask(address, None, **headers) for address in addresses]


def test_tables_play_through_nginx_with_several_workers(server: Server) -> None:
    seated = [seat(server.secure) for _ in range(3)]
    for table in seated:
        score(*table)
    with closing(Store(server.folder / "data" / "companion.db")) as store:
        tables = store.tables()
        assert {table.code for table in tables} == {code for code, *_ in seated}
        assert [len(store.deals(table)) for table in tables] == [1, 1, 1]


def test_one_key_and_one_database_for_all_workers(server: Server) -> None:
    ask(server.secure, "/", "/", "/")  # gunicorn listens before a worker has begun
    assert sorted(file.name for file in (server.folder / "data").glob("secret.key*")) == [
        "secret.key"
    ]
    log = (server.folder / "output").read_text()
    assert "rror" not in log, log


def test_plain_http_is_led_to_https(server: Server) -> None:
    answer = Visitor(server.plain, tls=False).ask("/t/ABCDE/?x=1")
    assert answer.status == 301
    assert answer.headers["location"] == "https://localhost/t/ABCDE/?x=1"


def test_a_name_that_is_not_this_servers_gets_no_answer(server: Server) -> None:
    """By plain http nothing comes back, by https not even a certificate."""
    with socket.create_connection(("127.0.0.1", server.plain), timeout=10) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        assert plain.recv(1) == b""
    unchecked = ssl.create_default_context()
    unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", server.secure), timeout=10) as secure,
        pytest.raises(ssl.SSLError, match="UNRECOGNIZED_NAME"),
    ):
        unchecked.wrap_socket(secure, server_hostname="evil.example")


def test_imports_from_one_address_are_limited(server: Server) -> None:
    answers = ask(server.secure, *["/games/import"] * 20, "/offline", here="127.9.6.6")
    assert [answer.status for answer in answers[:10]] == [200] * 10
    assert (answers[-2].status, answers[-1].status) == (429, 200)


def test_the_cookie_keeps_to_https(server: Server) -> None:
    page = ask(server.secure, "/tables/new?edition=deluxe")[0]
    cookie = page.headers["set-cookie"]
    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Lax"))
    assert page.headers["strict-transport-security"]
    assert "default-src 'self'" in page.headers["content-security-policy"]


def test_pages_are_packed_once_and_static_files_kept_for_long(server: Server) -> None:
    page = ask(server.secure, "/", Accept_Encoding="gzip")[0]
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "private, no-cache"
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    for answer, address in zip(ask(server.secure, *addresses), addresses, strict=True):
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"], address
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in answer.headers
    bare = ask(server.secure, addresses[0].partition("?")[0])[0]
    assert bare.headers["cache-control"] == "no-cache"


def test_guesses_are_counted_by_the_visitors_address_and_no_other(server: Server) -> None:
    """A visitor cannot claim to be another one with a header."""
    visitor = Visitor(server.secure, "127.9.9.9")
    statuses = [
        visitor.ask(f"/t/WRNG{letter}/", X_Forwarded_For=f"203.0.113.{number}").status
        for number, letter in enumerate("34679CDFGHJKMNPQRTWXY" * 3)
    ]
    assert statuses[0] == 404
    assert 429 in statuses  # enough, although they may fall into two of the counted ten minutes
    assert ask(server.secure, "/t/WRNGX/", here="127.9.8.8")[0].status == 404


def test_too_much_is_refused_before_it_reaches_the_companion(server: Server) -> None:
    answer = Visitor(server.secure).ask("/tables/new", {"player-0": "x" * 70_000})
    assert answer.status == 413


def test_too_many_hands_from_one_address_are_told_in_plain_words(server: Server) -> None:
    """Hands are limited by themselves: the rest of the companion answers on. A slow machine asks
    for long, in which more are allowed."""
    here = "127.9.7.7"
    answers = ask(server.secure, *["/referee.txt"] * 200, "/offline", here=here)
    *hands, other = answers
    assert hands[0].status != 429
    assert hands[-1].status == 429
    assert hands[-1].headers["content-type"] == "text/html; charset=utf-8"
    assert "Go back in a minute" in hands[-1].text
    assert other.status == 200


def test_an_address_that_is_named_is_not_limited(server: Server, folder: Path) -> None:
    here, before = "127.9.7.8", folder / "named"
    before.mkdir()
    places = {"# 203.0.113.7 1;": f"{here} 1;"}
    with nginx(before, server.socket_file, **places) as (_, secure):
        answers = ask(secure, *["/referee.txt"] * 80, here=here)
    assert 429 not in {answer.status for answer in answers}


@pytest.mark.parametrize("name", ["gunicorn.conf.py", "nginx.conf", "companion.service"])
def test_the_examples_speak_of_the_same_places(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert "/run/companion" in text or "RuntimeDirectory=companion" in text


def test_a_place_that_is_no_longer_in_an_example_is_told() -> None:
    with pytest.raises(ValueError, match="not in the example"):
        changed("listen 80;", {"listen 81;": ""})
