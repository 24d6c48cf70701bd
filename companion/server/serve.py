"""``companion serve``: the server, and where to find it."""

import errno
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

import segno
from waitress.server import create_server

from companion import create_app
from companion.nearby import is_loopback, nearby_address
from companion.settings import data_folder
from companion.web.files.routes import LARGEST_FILE
from companion.web.site.proxy import BadSetting, proxies

THREADS = 8
EVERYWHERE = ("", "*", "0.0.0.0", "::")


class CannotServe(Exception):
    """The server cannot start; the message says why and what to do."""


def run(environment: Mapping[str, str], out: TextIO) -> None:
    """Serves until it is interrupted. CannotServe when the port, the host or the folder is no
    good."""
    host = environment.get("HOST", "").strip()
    port = _port(environment.get("PORT", "").strip() or "8000")
    folder = data_folder()
    try:
        app = create_app(folder)
    except BadSetting as problem:
        raise CannotServe(str(problem)) from None
    except OSError as error:
        raise CannotServe(
            f"the data folder {folder} cannot be used ({error.strerror or error}): "
            "set COMPANION_INSTANCE to another one."
        ) from None
    except sqlite3.Error as error:
        raise CannotServe(
            f"the tables in {folder} cannot be read ({error}): put a backup of companion.db there, "
            "or set COMPANION_INSTANCE to another folder."
        ) from None
    server = _server(app, host, port)
    taken = int(getattr(server, "effective_port", 0) or server.effective_listen[0][1])
    out.write(announcement(host, taken, folder, nearby_address(), _drawing(out)))
    out.flush()
    try:
        server.run()
    finally:
        server.close()


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536:
        return int(text)
    raise CannotServe(f"PORT is “{text[:40]}”: use a whole number up to 65535, such as 8000.")


def _server(app: object, host: str, port: int) -> Any:
    everywhere = host in EVERYWHERE
    try:
        try:
            return _listen(app, "*" if everywhere else host, port, ipv6=True)
        except OSError as error:
            # A machine whose IPv6 is switched off still names it.
            if not everywhere or error.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                raise
            return _listen(app, "0.0.0.0", port, ipv6=False)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"port {port} is in use, perhaps by another companion: stop that one, or choose "
                f"another port, such as PORT={port + 1 if port < 65535 else 8000}."
            ) from None
        if error.errno == errno.EACCES:
            raise CannotServe(
                f"port {port} is not allowed here: choose one from 1024 on, such as PORT=8000."
            ) from None
        if error.errno == errno.EADDRNOTAVAIL:
            raise _no_such(host) from None
        raise CannotServe(f"cannot listen on {host}:{port} ({error.strerror or error}).") from None
    except ValueError:
        raise _no_such(host) from None


def _no_such(host: str) -> CannotServe:
    return CannotServe(f"HOST is “{host[:60]}”, which is no address of this machine.")


def _listen(app: object, host: str, port: int, *, ipv6: bool) -> Any:
    """The server, listening; when one of its sockets fails, none is left open."""
    sockets: dict[int, Any] = {}
    try:
        return create_server(
            app,
            map=sockets,
            host=host,
            port=port,
            ipv6=ipv6,
            threads=THREADS,
            ident=None,
            max_request_body_size=2 * LARGEST_FILE,  # the pages themselves take less
            # Behind a proxy they are read by `hosting`; from anybody else they are lies.
            clear_untrusted_proxy_headers=not proxies(),
        )
    except BaseException:
        for one in list(sockets.values()):
            one.close()
        raise


def url(host: str, port: int) -> str:
    """The address of the server as a browser takes it."""
    if ":" in host:
        host = f"[{host}]"
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def _drawing(out: TextIO) -> str | None:
    """How a QR code can be drawn there: in ``colour``, in ``blocks``, or not at all."""
    try:
        "█▀▄".encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return None
    return "colour" if out.isatty() else "blocks"


def announcement(
    host: str, port: int, folder: Path, nearby: str | None, drawing: str | None
) -> str:
    """What is printed at the start: the addresses, a QR code for phones, where the data is."""
    everywhere = host in EVERYWHERE
    here = "localhost" if everywhere else host
    phones = nearby if everywhere else None if is_loopback(host) else host
    lines = ["The companion is ready.", "", f"  On this machine:  {url(here, port)}"]
    if phones is None:
        why = "it is on no network" if everywhere else f"HOST is {host}"
        lines.append(f"  On phones:        not now, {why}")
    else:
        address = url(phones, port)
        lines += [f"  On phones:        {address}  (same Wi-Fi)"]
        if drawing is not None:
            lines += ["", *_qr(address, colour=drawing == "colour")]
    lines += ["", f"  The data is in {folder}", "  Stop it with Ctrl+C.", ""]
    return "\n".join(lines)


def _qr(address: str, *, colour: bool) -> list[str]:
    """The address as a QR code, two of its rows in a line.

    In colour it is black on white whatever the terminal looks like; without, it is drawn for
    light letters on a dark ground, and most phones read it the other way round too.
    """
    rows = [list(row) for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    inked = 1 if colour else 0  # which of the two the terminal has to draw
    blocks = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        line = "".join(
            blocks[bool(above) == inked, bool(below) == inked]
            for above, below in zip(upper, lower, strict=True)
        )
        lines.append(f"  \x1b[30;107m{line}\x1b[0m" if colour else f"  {line}")
    return lines
