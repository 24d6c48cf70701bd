"""The programs of the example files in ``deploy/``, with other places: a folder of a test, and free
ports of 127.0.0.1. And visitors, who take any certificate and keep their cookies."""

import gzip
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection, HTTPMessage, HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

from companion.settings import CHECKOUT

DEPLOY = CHECKOUT / "deploy"
SOCKET = "unix:/run/companion/companion.sock"
PATIENCE = 60.0
"""Seconds until a server must answer."""


def program(name: str) -> str | None:
    """Where a program is installed; None where it is not."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def changed(text: str, places: Mapping[str, str]) -> str:
    """The text of an example file with other places. ValueError for one that is not in it."""
    for old, new in places.items():
        if old not in text:
            raise ValueError(f"“{old}” is not in the example any more.")
        text = text.replace(old, new)
    return text


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def running(
    words: Sequence[str], folder: Path, place: int | Path, **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a program until the block ends; it writes into ``output`` in the folder. The block
    begins when the program listens at its place, a port or a socket file."""
    output = folder / "output"
    with open(output, "ab") as log:
        process = subprocess.Popen(
            words, cwd=CHECKOUT, env={**os.environ, **environment}, stdout=log, stderr=log
        )
    try:
        until = time.monotonic() + PATIENCE
        while not _listens(place):
            assert process.poll() is None, output.read_text("utf-8", "replace")
            assert time.monotonic() < until, output.read_text("utf-8", "replace")
            time.sleep(0.02)
        yield process
    finally:
        process.terminate()
        process.wait()


def _listens(place: int | Path) -> bool:
    with suppress(OSError):
        if isinstance(place, int):
            socket.create_connection(("127.0.0.1", place), 1).close()
        else:
            with socket.socket(socket.AF_UNIX) as knock:
                knock.connect(str(place))
        return True
    return False


@contextmanager
def gunicorn(folder: Path, **settings: str) -> Iterator[Path]:
    """gunicorn with two workers; its socket file."""
    socket_file, config = folder / "companion.sock", folder / "gunicorn.conf.py"
    text = (DEPLOY / "gunicorn.conf.py").read_text("utf-8")
    config.write_text(changed(text, {SOCKET: f"unix:{socket_file}"}), "utf-8")
    words = [sys.executable, "-m", "gunicorn", "--config", str(config), "--workers", "2"]
    environment = {
        "COMPANION_INSTANCE": str(folder / "data"),
        "COMPANION_PROXY": "1",
        "COMPANION_HOSTED": "1",
        **settings,
    }
    with running([*words, "companion:create_app()"], folder, socket_file, **environment):
        yield socket_file


@contextmanager
def nginx(folder: Path, socket_file: Path, **places: str) -> Iterator[tuple[int, int]]:
    """nginx before gunicorn's socket; its ports for http and https."""
    plain, secure = free_port(), free_port()
    certificate, key = folder / "cert.pem", folder / "key.pem"
    certify(certificate, key)
    live = "/etc/letsencrypt/live/scores.example.org"
    site = changed(
        (DEPLOY / "nginx.conf").read_text("utf-8"),
        {
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl;\n": "",
            "    listen [::]:80 default_server;\n": "",
            "    listen [::]:443 ssl default_server;\n": "",
            "listen 80": f"listen 127.0.0.1:{plain}",
            "listen 443": f"listen 127.0.0.1:{secure}",
            "scores.example.org;": "localhost;",
            f"{live}/fullchain.pem": str(certificate),
            f"{live}/privkey.pem": str(key),
            "/srv/companion/static/": f"{CHECKOUT / 'static'}/",
            "/var/log/nginx/companion.log": str(folder / "access.log"),
            SOCKET: f"unix:{socket_file}",
            **places,
        },
    )
    (folder / "companion.conf").write_text(site, "utf-8")
    kept = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    types = Path("/etc/nginx/mime.types")
    (folder / "nginx.conf").write_text(
        f"""{"user root;" if os.geteuid() == 0 else ""}
        daemon off;
        worker_processes 1;
        pid {folder / "nginx.pid"};
        error_log {folder / "nginx.log"};
        events {{ worker_connections 512; }}
        http {{
            {f"include {types};" if types.is_file() else ""}
            {" ".join(f"{kind}_temp_path {folder / kind};" for kind in kept)}
            include {folder / "companion.conf"};
        }}
        """,
        "utf-8",
    )
    words = [str(program("nginx")), "-p", str(folder), "-c", "nginx.conf"]
    with running(words, folder, secure):
        yield plain, secure


def certify(certificate: Path, key: Path) -> None:
    """A certificate that nobody signed, for a day."""
    subprocess.run(
        [
            *(str(program("openssl")), "req", "-x509", "-newkey", "ec"),
            *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"),
            *("-subj", "/CN=localhost", "-out", str(certificate), "-keyout", str(key)),
        ],
        check=True,
        capture_output=True,
    )


# --- visitors ------------------------------------------------------------------------------------


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: HTTPMessage
    text: str

    def field(self, name: str) -> str:
        """The value of a hidden field."""
        found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', self.text)
        assert found is not None, self.text
        return unescape(found[1])

    @property
    def live(self) -> str:
        """The address at which the page asks whether anything is new."""
        found = re.search(r'id="live"[^>]* hx-get="([^"]+)"', self.text)
        assert found is not None, self.text
        return unescape(found[1])


class Visitor:
    """Somebody with a phone, at the address `here` of 127.0.0.0/8."""

    def __init__(self, port: int, here: str = "127.0.0.1", *, tls: bool = True) -> None:
        self.port, self.here, self.tls, self.cookie = port, here, tls, ""

    def ask(self, address: str, form: Mapping[str, str] | None = None, **headers: str) -> Answer:
        """GET, or POST with a form; headers by name, with _ for the dash."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        body = None if form is None else urlencode(form)
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            sent["Origin"] = f"{'https' if self.tls else 'http'}://localhost:{self.port}"
        if self.cookie:
            sent["Cookie"] = self.cookie
        with closing(self._connection()) as connection:
            connection.request("GET" if body is None else "POST", address, body, sent)
            answer = connection.getresponse()
            content = answer.read()
        if answer.headers["Content-Encoding"] == "gzip":
            content = gzip.decompress(content)
        if cookie := answer.headers["Set-Cookie"]:
            self.cookie = cookie.partition(";")[0]
        return Answer(answer.status, answer.headers, content.decode("utf-8", "replace"))

    def _connection(self) -> HTTPConnection:
        here = (self.here, 0)
        if not self.tls:
            return HTTPConnection("localhost", self.port, 30, here)
        unchecked = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
        return HTTPSConnection(
            "localhost", self.port, timeout=30, source_address=here, context=unchecked
        )


def seat(port: int, *, tls: bool = True) -> tuple[str, Visitor, Visitor]:
    """The code of a new table, its scorekeeper's phone, and another one that joined it."""
    ann, bob = Visitor(port, tls=tls), Visitor(port, tls=tls)
    token = ann.ask("/tables/new?edition=classic-uk").field("csrf_token")
    game = {"edition": "classic-uk", "player-0": "Ann", "player-1": "Bob", "do": "make"}
    made = ann.ask("/tables/new", {**game, "csrf_token": token})
    assert made.status == 303, made.text
    code = made.headers["Location"].split("/t/")[1].split("/")[0]
    token = bob.ask(f"/t/{code}/join").field("csrf_token")
    joined = bob.ask(f"/t/{code}/join", {"seat": "1", "csrf_token": token})
    assert joined.status == 303, joined.text
    return code, ann, bob


def score(code: str, ann: Visitor, bob: Visitor) -> None:
    """The scorekeeper enters a deal and closes it; the other phone sees that."""
    shown = bob.ask(f"/t/{code}/deal")
    assert bob.ask(shown.live, HX_Request="true").status == 204
    deal = ann.ask(f"/t/{code}/deal")
    for tap in ("out:0", "line:orange, brown, red", "lay", "nothing:1"):
        fields = {name: deal.field(name) for name in ("csrf_token", "version")}
        form = {**fields, "at": "0", "tap": tap}
        deal = ann.ask(f"/t/{code}/deal", form, HX_Request="true")
        assert deal.status == 200, deal.text
    fields = {name: deal.field(name) for name in ("csrf_token", "version")}
    closed = ann.ask(f"/t/{code}/deal/close", {**fields, "token": "one", "let_stand": "1"})
    assert closed.headers["Location"].endswith("/deals/1"), closed.text
    assert "deals/1" in bob.ask(shown.live, HX_Request="true").headers["HX-Redirect"]
