"""The server as it is hosted: gunicorn, and nginx if wanted, with the example files of ``deploy/``.

Only the places in the files are changed, to a folder of one's own and ports of this machine that
are free; everything listens on 127.0.0.1.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path

from load.phone import Target

CHECKOUT = Path(__file__).resolve().parent.parent
DEPLOY = CHECKOUT / "deploy"
SOCKET = "unix:/run/companion/companion.sock"
PATIENCE = 30.0
"""Seconds until a server must answer."""


def missing(*, nginx: bool) -> str:
    """What is not installed here, in words; empty when all is."""
    lacking = [] if find_spec("gunicorn") else ["gunicorn (pip install '.[host]')"]
    if nginx:
        lacking += [
            f"{name} (apt-get install {package})"
            for name, package in (("nginx", "nginx-light"), ("openssl", "openssl"))
            if _program(name) is None
        ]
    return ", ".join(lacking)


def _program(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def changed(text: str, places: Mapping[str, str]) -> str:
    """The text of an example file with other places. ValueError for one that is not in it."""
    for old, new in places.items():
        if old not in text:
            raise ValueError(f"“{old}” is not in the example any more.")
        text = text.replace(old, new)
    return text


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Server:
    """gunicorn, or waitress where there is none, on a data folder that outlives it."""

    def __init__(
        self,
        folder: Path,
        *,
        nginx: bool = False,
        tls: bool = True,
        settings: Mapping[str, str] | None = None,
        checkout: Path = CHECKOUT,
        workers: int = 0,
        app: str = "companion:create_app()",
    ) -> None:
        """`tls`: nginx speaks it; `checkout` is where the program and its example files are taken
        from; `workers` 0: as the example file has it; `app` is what gunicorn serves."""
        self.folder, self.nginx, self.tls = folder, nginx, tls
        self.checkout, self.app = checkout, app
        self.workers = workers or os.cpu_count() or 1  # the example file has one a core
        self.data = folder / "data"
        self.port = free_port()
        self.target = Target(self.port)
        self._own: list[subprocess.Popen[bytes]] = []
        self._environment = {
            **os.environ,
            "COMPANION_INSTANCE": str(self.data),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            **({"COMPANION_PROXY": "1"} if nginx else {}),
            **(settings or {}),
        }
        self._proxy: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts all and waits until it answers. RuntimeError when it does not."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._start_program()
        if self.nginx:
            self._start_nginx()
        self._wait()

    def restart(self) -> None:
        """Starts the program again, after a `kill`; nginx has gone on."""
        self._start_program()
        self._wait()

    def kill(self) -> None:
        """SIGKILL to the program, all its processes at once: no time to say goodbye."""
        for process in self._own:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._own.clear()

    def stop(self) -> None:
        """Ends everything that was started."""
        if self._proxy is not None:
            self._proxy.terminate()
            self._proxy.wait()
            self._proxy = None
        for process in self._own:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self._own.clear()

    def busy(self) -> dict[str, float]:
        """Seconds of processor time that the program and nginx have used so far, by name, each with
        all its processes; empty where the system does not say (it does on Linux)."""
        groups = {process.pid: self.program for process in self._own}
        if self._proxy is not None:
            groups[self._proxy.pid] = "nginx"
        ticks: Counter[str] = Counter()
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = file.read_text(encoding="utf-8").rpartition(")")[2].split()
                if int(fields[2]) in groups:
                    ticks[groups[int(fields[2])]] += int(fields[11]) + int(fields[12])
        return {name: number / os.sysconf("SC_CLK_TCK") for name, number in ticks.items()}

    # --- the program

    def _start_program(self) -> None:
        if not find_spec("gunicorn"):
            self._start("companion", "serve")
            return
        config = self.folder / "gunicorn.conf.py"
        place = self._socket if self.nginx else f"127.0.0.1:{self.port}"
        text = (self.checkout / "deploy" / "gunicorn.conf.py").read_text(encoding="utf-8")
        config.write_text(changed(text, {SOCKET: place}), encoding="utf-8")
        command = ["gunicorn", "--config", str(config), self.app]
        if self.nginx:
            self._start(*command, "--workers", str(self.workers))
            return
        # nginx gives each request to a process that is free. Without it a connection stays with
        # the process that took it, and one took nearly all of them; so here each has a socket of
        # its own on the same port, and the system shares the connections out.
        for _ in range(self.workers):
            self._start(*command, "--workers", "1", "--reuse-port")

    def _start(self, *command: str) -> None:
        with open(self.folder / "server.log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=self.checkout,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._own.append(process)

    @property
    def program(self) -> str:
        """What serves, for people."""
        return "gunicorn" if find_spec("gunicorn") else "waitress"

    @property
    def _socket(self) -> str:
        return f"unix:{self.folder / 'companion.sock'}"

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if any(process.poll() is not None for process in self._own):
                break
            with suppress(OSError, HTTPException):
                if self._answers():
                    return
            time.sleep(0.02)
        log = (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")
        raise RuntimeError(f"The server does not answer.\n{log[-2000:]}")

    def _answers(self) -> bool:
        """Whether the program itself answers, not only nginx.

        With nginx every process must be ready, for each removes the files of current versions when
        it starts. One that has taken a connection waits for what comes: so while one less than all
        wait, the answer is that of the last.
        """
        if self.nginx:
            with ExitStack() as connections:
                for _ in range(self.workers):
                    knock = connections.enter_context(socket.socket(socket.AF_UNIX))
                    knock.settimeout(PATIENCE)
                    knock.connect(self._socket.removeprefix("unix:"))
                knock.sendall(b"GET /offline HTTP/1.0\r\nHost: localhost\r\n\r\n")
                return b" 200 " in knock.recv(64)
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
            connection.request("GET", "/offline")
            return connection.getresponse().status < 500

    # --- nginx

    def _start_nginx(self) -> None:
        self.target = Target(free_port(), tls=self.tls)
        places = {SOCKET: self._socket}
        self._proxy = start_nginx(
            self.folder, self.port, self.target, places, checkout=self.checkout
        )


def start_nginx(
    folder: Path,
    plain: int,
    target: Target,
    places: Mapping[str, str],
    *,
    checkout: Path = CHECKOUT,
) -> subprocess.Popen[bytes]:
    """nginx with the example file, on one port for plain http that leads to the other and on the
    target's, and with these other places; it writes into the folder. RuntimeError when it does not
    start."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    certify(certificate, key)
    live = "/etc/letsencrypt/live/scores.example.org"
    text = (checkout / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    ours = f"listen 127.0.0.1:{target.port}{' ssl' if target.tls else ''}"
    text = changed(
        text,
        {
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl;": f"{ours};",
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl;\n": "",
            "listen 80 default_server;": f"listen 127.0.0.1:{plain} default_server;",
            "listen 443 ssl default_server;": f"{ours} default_server;",
            "    listen [::]:80 default_server;\n": "",
            "    listen [::]:443 ssl default_server;\n": "",
            "scores.example.org;": "localhost;",
            f"{live}/fullchain.pem": str(certificate),
            f"{live}/privkey.pem": str(key),
            "/srv/companion/static/": f"{checkout / 'static'}/",
            "/var/log/nginx/companion.log": str(folder / "access.log"),
            **places,
        },
    )
    return run_nginx(folder, text, target.port)


def run_nginx(folder: Path, text: str, port: int) -> subprocess.Popen[bytes]:
    """nginx with this file of a site, which listens on the port; it writes into the folder.
    RuntimeError when it does not start."""
    (folder / "companion.conf").write_text(text, encoding="utf-8")
    _write_settings(folder)
    with open(folder / "nginx.out", "ab") as log:
        nginx = subprocess.Popen(
            [str(_program("nginx")), "-p", str(folder), "-c", "nginx.conf"],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and nginx.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return nginx
        time.sleep(0.02)
    nginx.kill()
    nginx.wait()
    said = (folder / "nginx.out").read_text(encoding="utf-8", errors="replace")
    raise RuntimeError(f"nginx does not answer.\n{said[-2000:]}")


def _write_settings(folder: Path) -> None:
    """Writes nginx's own settings, which include the site's and keep every file in the folder."""
    temporary = "\n".join(
        f"{kind}_temp_path {folder / kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    types = Path("/etc/nginx/mime.types")
    # A connection for each phone and one to the program: with too few, nginx hangs up on phones.
    (folder / "nginx.conf").write_text(
        f"""{"user root;" if os.geteuid() == 0 else ""}
        daemon off;
        worker_processes 1;
        pid {folder / "nginx.pid"};
        error_log {folder / "nginx.log"};
        events {{ worker_connections 16384; }}
        http {{
            {f"include {types};" if types.is_file() else ""}
            {temporary}
            include {folder / "companion.conf"};
        }}
        """,
        encoding="utf-8",
    )


def certify(certificate: Path, key: Path) -> None:
    """A certificate that nobody signed, for a day."""
    subprocess.run(
        [
            *(str(_program("openssl")), "req", "-x509", "-newkey", "ec"),
            *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"),
            *("-subj", "/CN=localhost", "-out", str(certificate), "-keyout", str(key)),
        ],
        check=True,
        capture_output=True,
    )
