"""Runs the pages in one process, and prints the addresses where they are."""

import errno
import gc
import logging
import select
import socket
import sqlite3
import ssl
import sys
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

import segno
from waitress.server import TcpWSGIServer, create_server

from companion import create_app
from companion.export.game import LARGEST_FILE
from companion.nearby import is_loopback, nearby_address
from companion.rules.hand import shortened
from companion.server.connections import MOST, SPARE, Channel, ProxyChannel, allow_files
from companion.server.tls import BadCertificate, TlsChannel, tls_context
from companion.settings import data_folder
from companion.store import OtherVersion, is_about_disk
from companion.web.site.hosts import names
from companion.web.site.proxy import BadSetting, proxies

THREADS = 8
SILENT = 30
"""Seconds after which a connection is closed on which nothing is sent."""
EVERYWHERE = ("", "*", "0.0.0.0", "::")
EXCLUSIVE: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
"""The option of a socket that claims its port for one program; only Windows has it, and needs it:
there a port whose socket has SO_REUSEADDR, as waitress sets it, is given to others as well."""
COLLECT_AFTER = 10_000
"""Objects made after which the garbage collector looks at the newest ones; it is 700 by default."""


class CannotServe(Exception):
    """The server cannot start. The message says why and what to do."""


class QrStyle(StrEnum):
    """How a QR code is printed."""

    COLOUR = "colour"
    """With the escape codes of a terminal."""
    BLOCKS = "blocks"
    """Block characters only."""


def run(
    host: str, port: str, out: TextIO | None, cert: Path | None = None, key: Path | None = None
) -> None:
    """Serves until it is interrupted, and prints the addresses to `out`, if there is one. An empty
    host means all addresses of this machine. With a certificate it serves https. CannotServe if the
    host, the port, the certificate or the data folder cannot be used.
    """
    number = _port_number(port)
    try:
        folder = data_folder()
    except OSError as error:
        raise _unusable(Path(error.filename), error) from None
    try:
        context = _certificate(cert, key)
        app = _application(folder, host)
    except BadSetting as problem:
        raise CannotServe(str(problem)) from None
    server = _server(app, host, number, context)
    # A server with several sockets has a list of them, and no port of its own.
    number = int(getattr(server, "effective_port", 0) or server.effective_listen[0][1])
    scheme = "http" if context is None else "https"
    if out is not None:
        qr, behind = qr_style(out), sorted(names()) if proxies() else None
        out.write(announcement(host, number, folder, nearby_address(), qr, scheme, behind))
        out.flush()
    keep_started()
    try:
        server.run()
    finally:
        server.close()


def keep_started() -> None:
    """Spares the garbage collector what stays until the end: the program and the data of the boxes.

    Going through all of it takes up to a tenth of a second, in the middle of somebody's page.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


def _certificate(cert: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """TLS with the certificate and the key that were named; None when none was."""
    if cert is None:
        if key is not None:
            raise CannotServe("a key alone is not enough: name the certificate too, with --cert.")
        return None
    if proxies():
        raise CannotServe("with COMPANION_PROXY the proxy has the certificate: leave out --cert.")
    try:
        return tls_context(cert, key)
    except BadCertificate as problem:
        raise CannotServe(str(problem)) from None


def _application(folder: Path, host: str) -> Any:
    """The pages with their data in the folder. CannotServe if it cannot be used."""
    try:
        return create_app(folder, LISTENS_ON=host)
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
    told = f"cannot be used ({error.strerror or error})"
    file = Path(error.filename) if isinstance(error.filename, str) else folder
    if isinstance(error, PermissionError) and file.parent == folder and file.exists():
        return CannotServe(f"{file} {told}: start the companion as the user who owns that file.")
    return CannotServe(f"the data folder {folder} {told}: set COMPANION_INSTANCE to another one.")


def _port_number(text: str) -> int:
    """The port that was typed; 0 lets the machine choose one."""
    if text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536:
        return int(text)
    raise CannotServe(
        f"the port is “{shortened(text)}”: use a whole number up to 65535, such as 8000."
    )


def _server(app: object, host: str, port: int, context: ssl.SSLContext | None) -> Any:
    """The server, listening at host and port. CannotServe if it cannot listen there."""
    everywhere = host in EVERYWHERE
    try:
        try:
            return listen(app, "*" if everywhere else host, port, ipv6=True, context=context)
        except OSError as error:
            # With IPv6 switched off, a machine may still list IPv6 addresses.
            if not everywhere or error.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                raise
            return listen(app, "0.0.0.0", port, ipv6=False, context=context)
    except OSError as error:
        raise _cannot_listen(host, port, error) from None
    except ValueError:
        raise _unknown_host(host) from None


def _cannot_listen(host: str, port: int, error: OSError) -> CannotServe:
    # Windows says so of a port that another program has for itself.
    forbidden = error.errno == errno.EACCES and EXCLUSIVE is not None
    if error.errno == errno.EADDRINUSE or forbidden:
        other = port + 1 if port < 65535 else 8000
        return CannotServe(
            f"port {port} is in use, perhaps by another companion: stop that one, or choose "
            f"another one: serve --port {other}, or PORT={other} with make."
        )
    if error.errno == errno.EACCES:
        return CannotServe(
            f"port {port} is not allowed here: choose one from 1024 on, such as 8000."
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return _unknown_host(host)
    return CannotServe(f"cannot listen on {host}:{port} ({error.strerror or error}).")


def _unknown_host(host: str) -> CannotServe:
    return CannotServe(
        f"HOST is “{shortened(host)}”, which is no address of this machine: leave it out for all "
        "addresses, or use 127.0.0.1 for this machine alone."
    )


def listen(
    app: object, host: str, port: int, *, ipv6: bool, context: ssl.SSLContext | None = None
) -> Any:
    """The server, listening; with `context` over TLS. If one of its sockets fails, all of them are
    closed."""
    sockets: dict[int, Any] = {}
    allow_files()
    if EXCLUSIVE is not None:
        TcpWSGIServer.set_reuse_addr = _claim_port
    # It warns whenever a request waits a moment for a thread. That helps nobody who reads it.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        server = create_server(
            app,
            map=sockets,
            host=host,
            port=port,
            ipv6=ipv6,
            threads=THREADS,
            url_scheme="http" if context is None else "https",
            ident=None,
            max_request_body_size=2 * LARGEST_FILE,  # no page takes more
            # Behind a proxy web/site/proxy.py reads them. Other senders cannot be trusted.
            clear_untrusted_proxy_headers=not proxies(),
            connection_limit=MOST + SPARE,
            channel_timeout=SILENT,
            cleanup_interval=5,
            asyncore_use_poll=hasattr(select, "poll"),  # `select` knows no file above 1023
        )
        for one in sockets.values():
            if hasattr(one, "channel_class"):
                one.channel_class = _channel(context)
        return server
    except BaseException:
        for one in list(sockets.values()):
            one.close()
        raise


def _claim_port(server: Any) -> None:
    """Claims the port of a waitress server for it alone (Windows)."""
    server.socket.setsockopt(socket.SOL_SOCKET, EXCLUSIVE, 1)


def _channel(context: ssl.SSLContext | None) -> Any:
    """What makes a connection of an accepted socket."""
    if context is not None:
        return partial(TlsChannel, context=context)
    return ProxyChannel if proxies() else Channel


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
    scheme: str = "http",
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
        address = phones and url(phones, port, scheme)
        told = f"{address}  (same Wi-Fi)" if address else f"not now, {why}"
        lines += [f"  On this machine:  {url(here, port, scheme)}", f"  On phones:        {told}"]
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
