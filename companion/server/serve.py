"""Runs the pages in one process, and prints the addresses where they are."""

import errno
import logging
import select
import socket
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

import segno
from waitress import create_server

from companion import create_app
from companion.export.game import LARGEST_FILE
from companion.nearby import is_loopback, nearby_address
from companion.rules.refusal import shortened
from companion.settings import data_folder
from companion.store import OtherVersion, is_about_disk
from companion.web.site.hosts import BadSetting, names, proxies

SETTINGS = {
    "threads": 8,
    # Connections that ask for nothing keep nobody out: there may be many, and each is closed after
    # half a minute. A phone opens a closed one again by itself.
    "connection_limit": 500,
    "channel_timeout": 30,
    "cleanup_interval": 5,
    "asyncore_use_poll": hasattr(select, "poll"),  # `select` knows no file above 1023
    "max_request_body_size": 2 * LARGEST_FILE,  # no page takes more
    # What a proxy says of address and scheme is read by web/site/hosts.py, or by nobody.
    "clear_untrusted_proxy_headers": False,
    "ident": None,
}
"""The settings of waitress."""
EVERYWHERE = ("", "*", "0.0.0.0", "::")


class CannotServe(Exception):
    """The server cannot start. The message says why and what to do."""


class QrStyle(StrEnum):
    """How a QR code is printed."""

    COLOUR = "colour"
    """With the escape codes of a terminal."""
    BLOCKS = "blocks"
    """Block characters only."""


def run(host: str, port: str, out: TextIO | None) -> None:
    """Serves until it is interrupted, and prints the addresses to `out`, if there is one. An empty
    host means all addresses of this machine. CannotServe if the host, the port or the data folder
    cannot be used.
    """
    number = _port_number(port)
    try:
        folder = data_folder()
    except OSError as error:
        raise _unusable(Path(error.filename), error) from None
    server = _server(_application(folder, host), host, number)
    # A server with several sockets has a list of them, and no port of its own.
    number = int(getattr(server, "effective_port", 0) or server.effective_listen[0][1])
    if out is not None:
        behind = sorted(names()) if proxies() else None
        out.write(announcement(host, number, folder, nearby_address(), qr_style(out), behind))
        out.flush()
    try:
        server.run()
    finally:
        server.close()


def _application(folder: Path, host: str) -> Any:
    """The pages with their data in the folder. CannotServe if it cannot be used."""
    try:
        return create_app(folder, LISTENS_ON=host)
    except BadSetting as problem:
        raise CannotServe(str(problem)) from None
    except OSError as error:
        raise _unusable(folder, error) from None
    except OtherVersion:
        raise CannotServe(
            f"the tables in {folder} were made by another version of the companion, and this one "
            "leaves them as they are. Start the version that made them, or set COMPANION_INSTANCE "
            "to another folder."
        ) from None
    except sqlite3.Error as error:
        if is_about_disk(error):
            raise CannotServe(
                f"the tables in {folder} cannot be written ({error}): the disk is full, or cannot "
                "be written. Make room, then start again. No scores are lost."
            ) from None
        raise CannotServe(
            f"the tables in {folder} cannot be read ({error}): put a backup of companion.db there, "
            "or set COMPANION_INSTANCE to another folder."
        ) from None


def _unusable(folder: Path, error: OSError) -> CannotServe:
    why = f"cannot be used ({error.strerror or error})"
    file = Path(error.filename) if isinstance(error.filename, str) else folder
    if isinstance(error, PermissionError) and file.parent == folder and file.exists():
        return CannotServe(f"{file} {why}: start the companion as the user who owns that file.")
    return CannotServe(f"the data folder {folder} {why}: set COMPANION_INSTANCE to another one.")


def _port_number(text: str) -> int:
    """The port that was typed; 0 lets the machine choose one."""
    if text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536:
        return int(text)
    raise CannotServe(
        f"the port is “{shortened(text)}”: use a whole number up to 65535, such as 8000."
    )


def _server(app: object, host: str, port: int) -> Any:
    """The server, listening at host and port. CannotServe if it cannot listen there."""
    everywhere = host in EVERYWHERE
    if _answers("localhost" if everywhere else host, port):
        raise _in_use(port)
    try:
        return listen(app, "*" if everywhere else host, port)
    except OSError as error:
        raise _cannot_listen(host, port, error) from None
    except ValueError:
        raise _unknown_host(host) from None


def _answers(host: str, port: int) -> bool:
    """Whether a program answers at this port. Windows gives a port that waitress listens on to a
    second companion, too."""
    with suppress(OSError), socket.create_connection((host, port), timeout=0.5):
        return True
    return False


def listen(app: object, host: str, port: int) -> Any:
    """The server, listening."""
    # It warns whenever a request waits a moment for a thread. That helps nobody who reads it.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # With IPv6 switched off, a machine may still list IPv6 addresses.
    ipv6 = socket.has_dualstack_ipv6()
    return create_server(app, host=host, port=port, ipv6=ipv6, **SETTINGS)


def _cannot_listen(host: str, port: int, error: OSError) -> CannotServe:
    if error.errno == errno.EADDRINUSE:
        return _in_use(port)
    if error.errno == errno.EACCES:
        return CannotServe(
            f"port {port} is not allowed here: choose one from 1024 on, such as 8000."
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return _unknown_host(host)
    return CannotServe(f"cannot listen on {host}:{port} ({error.strerror or error}).")


def _in_use(port: int) -> CannotServe:
    other = port + 1 if port < 65535 else 8000
    return CannotServe(
        f"port {port} is in use, perhaps by another companion: stop that one, or choose another "
        f"one: serve --port {other}, or PORT={other} with make."
    )


def _unknown_host(host: str) -> CannotServe:
    return CannotServe(
        f"HOST is “{shortened(host)}”, which is no address of this machine: leave it out for all "
        "addresses, or use 127.0.0.1 for this machine alone."
    )


def url(host: str, port: int, scheme: str = "http") -> str:
    """The address of the server for a browser."""
    if ":" in host:
        host = f"[{host}]"
    usual = 443 if scheme == "https" else 80
    return f"{scheme}://{host}/" if port == usual else f"{scheme}://{host}:{port}/"


def qr_style(out: TextIO) -> QrStyle | None:
    """How a QR code can be printed on `out`; None if it cannot print block characters."""
    try:
        "█▀▄".encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return None
    # The classic console of Windows would show the escape codes.
    return QrStyle.COLOUR if out.isatty() and sys.platform != "win32" else QrStyle.BLOCKS


def announcement(
    host: str,
    port: int,
    folder: Path,
    nearby: str | None,
    qr: QrStyle | None,
    behind: Sequence[str] | None = None,
) -> str:
    """The text printed at the start; `nearby` is this machine's address on its network, `behind`
    the names that a proxy passes on."""
    lines = ["The companion is ready.", ""]
    if behind is None:
        if host in EVERYWHERE:
            here, phones, why = "localhost", nearby, "it is on no network"
        else:
            here, phones, why = host, None if is_loopback(host) else host, f"HOST is {host}"
        address = phones and url(phones, port)
        for_phones = f"{address}  (same Wi-Fi)" if address else f"not now, {why}"
        lines += [f"  On this machine:  {url(here, port)}", f"  On phones:        {for_phones}"]
    else:
        address = url(behind[0], 443, "https") if behind else None
        lines.append(f"  Behind the proxy: {address or 'open the address of the proxy'}")
    if address and qr is not None:
        lines += ["", *_qr(address, colour=qr == QrStyle.COLOUR)]
    lines += ["", f"  The data is in {folder}", "  Stop it with Ctrl+C.", ""]
    return "\n".join(lines)


def _qr(address: str, *, colour: bool) -> list[str]:
    """The lines of a QR code of the address. In colour its light squares are white on black.
    Without colour it suits light letters on a dark ground; most phones read it inverted, too."""
    out = StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
    lines = out.getvalue().splitlines()
    return [f"  \x1b[97;40m{line}\x1b[0m" if colour else f"  {line}" for line in lines]
