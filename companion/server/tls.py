"""https without another program: the connections of waitress, over TLS.

waitress itself has no TLS. cheroot has, but there one connection that sends nothing holds up all
the others for ten seconds (measured). Here it costs as little as over plain http.
"""

import socket
import ssl
import time
from pathlib import Path
from threading import Lock
from typing import Any

from companion.server.connections import Channel

HANDSHAKE = b"\x16"
"""The first byte of TLS; no request over plain http begins with it."""
RECORD = 16 * 1024
"""The longest piece of TLS. Reading less at a time would leave a rest that `select` cannot see."""
PLAIN = "This companion speaks https: write https:// before the address.\n"


class BadCertificate(ValueError):
    """A certificate or key that cannot be used; the message says why."""


def tls_context(cert: Path, key: Path | None) -> ssl.SSLContext:
    """TLS with this certificate; without `key`, the key is in the same file. BadCertificate if one
    of them cannot be used."""

    def refuse() -> str:
        raise BadCertificate("the key has a password: save it without one.")

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(cert, key, password=refuse)
    except ssl.SSLError:
        if key is None:
            raise BadCertificate(
                f"{cert} has no certificate with its key, as PEM: name the key's file with --key."
            ) from None
        raise BadCertificate(f"{cert} and {key} are no certificate and its key, as PEM.") from None
    except OSError as error:
        files = [str(one) for one in (cert, key) if one is not None and not _can_be_read(one)]
        raise BadCertificate(
            f"{' and '.join(files) or cert} cannot be read ({error.strerror})."
        ) from None
    return context


def _can_be_read(file: Path) -> bool:
    try:
        file.open("rb").close()
    except OSError:
        return False
    return True


class TlsChannel(Channel):
    """A connection over TLS. The handshake is part of the first reads, so it holds nobody up."""

    socket: Any

    def __init__(
        self, server: Any, sock: Any, addr: Any, adj: Any, *, context: ssl.SSLContext, **more: Any
    ) -> None:
        super().__init__(server, sock, addr, adj, **more)
        self.context = context
        self.sendbuf_len: int = RECORD
        # A thread may send while the main one reads, which OpenSSL cannot do with one connection.
        self.one_at_a_time = Lock()

    def handle_read(self) -> None:
        """Reads one piece. If it is no TLS, answers so and closes the connection."""
        try:
            if not isinstance(self.socket, ssl.SSLSocket) and not self._begin():
                return
            with self.one_at_a_time:
                data = self.socket.recv(RECORD)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError):
            return
        except OSError:
            data = b""
        if data:
            self.last_activity = time.time()
            self.received(data)
        else:
            self.handle_close()

    def _begin(self) -> bool:
        """Begins TLS on the connection, if its first byte does."""
        if self.socket.recv(1, socket.MSG_PEEK) == HANDSHAKE:
            self.socket = self.context.wrap_socket(
                self.socket, server_side=True, do_handshake_on_connect=False
            )
            return True
        if self.socket.recv(RECORD):  # what is left unread would take the answer away
            head = f"HTTP/1.1 400 Bad Request\r\nContent-Length: {len(PLAIN)}\r\n"
            self.socket.send(
                f"{head}Content-Type: text/plain\r\nConnection: close\r\n\r\n{PLAIN}".encode()
            )
        self.handle_close()
        return False

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Sends some of the data; how much. A connection that is gone is closed soon after."""
        try:
            with self.one_at_a_time:
                return int(self.socket.send(data))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0
        except OSError:
            self.will_close = True
            return 0
