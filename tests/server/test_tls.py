"""``companion serve --cert``: https by the recipe of docs/home.md, and what is said without it."""

import http.client
import io
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.server.serve import CannotServe, QrStyle, announcement, listen, run
from companion.server.tls import tls_context
from tests.server.conftest import running

LONG = b"0123456789abcdef" * 200_000
"""3.2 MB: more than any buffer takes at once."""


def echo(environ: dict[str, object], start: object) -> list[bytes]:
    """The body that was posted, else the scheme."""
    body = environ["wsgi.input"].read()  # type: ignore[attr-defined]
    start("200 OK", [("Content-Type", "text/plain")])  # type: ignore[operator]
    return [body or str(environ["wsgi.url_scheme"]).encode()]


@pytest.fixture(scope="module")
def port(made: Path) -> Iterator[int]:
    context = tls_context(made / "companion.crt", made / "companion.key")
    server = listen(echo, "127.0.0.1", 0, ipv6=False, context=context)
    with running(server) as port:
        yield port


def browser(made: Path, port: int) -> http.client.HTTPSConnection:
    """A connection that trusts only what the recipe says to install on phones."""
    trust = ssl.create_default_context(cafile=str(made / "companion-ca.crt"))
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=20, context=trust)


def test_a_phone_that_trusts_the_certificate_is_answered(made: Path, port: int) -> None:
    phone = browser(made, port)
    for body, answer in ((b"", b"https"), (LONG, LONG), (b"", b"https")):  # on one connection
        phone.request("POST", "/", body)
        assert phone.getresponse().read() == answer
    phone.close()


def test_a_certificate_has_a_number_of_its_own(made: Path) -> None:
    """Firefox shows no page of the second one with the issuer and the number of the first."""
    said = subprocess.run(
        ["openssl", "x509", "-noout", "-serial", "-in", made / "companion.crt"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert len(said.stdout.strip().removeprefix("serial=")) > 10


def test_connections_that_never_finish_the_handshake_hold_nobody_up(made: Path, port: int) -> None:
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
    for one in sockets[::2]:
        one.send(b"\x16\x03\x01")
    phone = browser(made, port)
    phone.request("GET", "/")
    assert phone.getresponse().read() == b"https"
    phone.close()
    for silent in sockets:
        silent.close()


def test_many_long_answers_at_once(made: Path, port: int) -> None:
    phones = [browser(made, port) for _ in range(6)]
    for phone in phones:
        phone.request("POST", "/", LONG)
    assert all(phone.getresponse().read() == LONG for phone in phones)
    for phone in phones:
        phone.close()


def test_plain_http_is_told_what_to_type(port: int) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    phone.request("GET", "/")
    answer = phone.getresponse()
    assert (answer.status, answer.read()) == (
        400,
        b"This companion speaks https: write https:// before the address.\n",
    )
    phone.close()


def test_the_addresses_and_the_qr_code_begin_with_https() -> None:
    text = announcement("", 8000, Path(), "192.168.1.20", QrStyle.BLOCKS, "https")
    assert "https://localhost:8000/" in text
    assert "https://192.168.1.20:8000/" in text
    assert "http://" not in text


@pytest.mark.parametrize(
    ("cert", "key", "told"),
    [
        pytest.param(None, "companion.key", "name the certificate too", id="no certificate"),
        pytest.param("companion.crt", None, "file with --key", id="no key in the file"),
        pytest.param("companion-ca.crt", "companion.key", "no certificate and its key", id="other"),
        pytest.param("names.txt", "companion.key", r"names\.txt cannot be read", id="no file"),
        pytest.param("n" * 300, None, r"n cannot be read", id="name too long"),
        pytest.param("companion.crt", ".", r"(?<!\.crt) cannot be read", id="folder"),
        pytest.param("companion.crt", "locked.key", "the key has a password", id="password"),
    ],
)
def test_a_wrong_certificate_is_told(
    made: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cert: str | None,
    key: str | None,
    told: str,
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    lock = "openssl rsa -aes128 -passout pass:x -in companion.key -out locked.key"
    if key == "locked.key":
        subprocess.run(["sh", "-ec", lock], cwd=made, check=True, capture_output=True)
    with pytest.raises(CannotServe, match=told):
        run(
            "127.0.0.1",
            "0",
            io.StringIO(),
            *(None if one is None else made / one for one in (cert, key)),
        )


def test_behind_a_proxy_the_certificate_is_the_proxys(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PROXY", "1")
    with pytest.raises(CannotServe, match="leave out --cert"):
        run("127.0.0.1", "0", io.StringIO(), made / "companion.crt", made / "companion.key")
