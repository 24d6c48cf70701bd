"""The example file for https at home: Caddy before `companion serve`."""

import ssl
import sys
import time
import urllib.request
from http.client import HTTPResponse
from pathlib import Path

from tests.servers import DEPLOY, PATIENCE, changed, free_port, program, running, score, seat


def opened(address: str, authority: Path) -> HTTPResponse:
    """The page at this address, on a phone that trusts this authority and no other."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            trusts = ssl.create_default_context(cafile=authority)
            page: HTTPResponse = urllib.request.urlopen(address, context=trusts)
        except OSError:  # Caddy makes its certificates once it listens
            assert time.monotonic() < until
            time.sleep(0.05)
        else:
            return page


def test_a_table_is_made_over_https(folder: Path) -> None:
    """And the certificate is trusted by whoever trusts Caddy's own authority, as phones are told
    to."""
    here = folder / "home"
    here.mkdir()
    port, secure, kept = free_port(), free_port(), here / "caddy"
    text = changed(
        (DEPLOY / "Caddyfile").read_text("utf-8"),
        {
            "skip_install_trust\n": (
                f"skip_install_trust\nadmin off\nstorage file_system {kept}\n"
                "auto_https disable_redirects\n"
            ),
            "https://192.168.1.20": f"https://127.0.0.1:{secure}, https://localhost:{secure}",
            "127.0.0.1:8000": f"127.0.0.1:{port}",
        },
    )
    (here / "Caddyfile").write_text(text, "utf-8")
    companion = {
        "COMPANION_INSTANCE": str(here / "data"),
        "COMPANION_PROXY": "1",
        "COMPANION_HOSTS": "127.0.0.1 localhost",
        "HOST": "127.0.0.1",
        "PORT": str(port),
    }
    caddy = [str(program("caddy")), "run", "--adapter", "caddyfile", "--config"]
    with (
        running([sys.executable, "-m", "companion", "serve"], here, port, **companion),
        running([*caddy, str(here / "Caddyfile")], here, secure, HOME=str(here)),
    ):
        authority = kept / "pki/authorities/local/root.crt"
        with opened(f"https://127.0.0.1:{secure}/", authority) as page:
            assert page.status == 200
        score(*seat(secure))
