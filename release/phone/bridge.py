"""Answers the requests of the service worker, inside the browser: there is no server.

It goes into the phone's folder as it is, and runs in Pyodide. Cookies are kept here, for an answer
that a service worker makes up cannot set any; they end with the page around the application.
"""

import sys
from io import BytesIO
from secrets import token_hex
from typing import Any
from urllib.parse import unquote

from companion.web.app import make_app

Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]
"""The status, the headers and the body."""


class Bridge:
    """The application with its data in the folder `data`, for the shell at `path` of this host: its
    pages stand below ``app`` there. The path is as the browser writes it, such as
    ``/my%20games/``."""

    def __init__(self, data: str, scheme: str, host: str, path: str) -> None:
        self.scheme, self.host, self.root = scheme, host, f"{path}app"
        self.cookies: dict[str, str] = {}
        address = f"{scheme}://{host}{path}"
        # Each start has a key of its own: no page of an earlier one is open any more.
        self.app = make_app(data, ALONE=address, SECRET_KEY=token_hex(32))

    def answer(
        self, method: str, path: str, query: str, headers: Headers, body: bytes | memoryview
    ) -> Answer:
        """The application's answer to a request; `path` begins with the root of its pages."""
        asked = self._environ(method, path, query, headers, body)
        said: list[Any] = []

        def start(status: str, given: Any, _: Any = None) -> Any:
            said[:] = status, given

        chunks = self.app(asked, start)
        try:
            whole = b"".join(chunks)
        finally:
            close = getattr(chunks, "close", None)
            if close is not None:
                close()
        status, given = said
        for name, value in given:
            if name.lower() == "set-cookie":
                self._keep(value)
        shown = [(name, value) for name, value in given if name.lower() != "set-cookie"]
        return int(status[:3]), shown, whole

    def _environ(
        self, method: str, path: str, query: str, headers: Headers, body: bytes | memoryview
    ) -> dict[str, Any]:
        port = self.host.rpartition(":")[2] if ":" in self.host else ""
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": self.root,
            # WSGI wants the bytes of the path, each as a letter.
            "PATH_INFO": unquote(path.removeprefix(self.root), encoding="latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": self.host.rpartition(":")[0] or self.host,
            "SERVER_PORT": port or ("443" if self.scheme == "https" else "80"),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": self.host,
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers:
            key = name.upper().replace("-", "_")
            if key == "CONTENT_TYPE":
                environ[key] = value
            elif key not in ("CONTENT_LENGTH", "ACCEPT_ENCODING", "COOKIE"):
                environ[f"HTTP_{key}"] = value
        if self.cookies:
            environ["HTTP_COOKIE"] = "; ".join(f"{one}={it}" for one, it in self.cookies.items())
        return environ

    def _keep(self, cookie: str) -> None:
        """Keeps a cookie, or drops it where its time is over."""
        pair, _, rest = cookie.partition(";")
        name, _, value = pair.partition("=")
        if "max-age=0" in rest.lower().replace(" ", ""):
            self.cookies.pop(name, None)
        else:
            self.cookies[name] = value
