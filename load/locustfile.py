"""Many tables of four phones at once, for locust: ``make load``, or fewer and shorter with
``make load ARGS="--users 20 --run-time 1m"``. A user of locust is a table here.

Starts a server of its own on 127.0.0.1, gunicorn as in ``deploy/gunicorn.conf.py``, with its data
in a folder of its own. Every phone asks every two seconds whether anything is new; that of the
scorekeeper enters deal after deal. locust prints how many requests there were and how long they
took, and fails where one was refused or a deal was lost or closed twice.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import gevent
from locust import FastHttpUser, events, task
from locust.contrib.fasthttp import FastHttpSession

CHECKOUT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(CHECKOUT))

from companion.game.seats import Seats  # noqa: E402
from companion.rules.edition_file import load  # noqa: E402
from tests.web import planner  # noqa: E402

EDITION, PLAYERS = "classic-uk", ("Ann", "Bob", "Cem", "Dee")
EVERY = 1.9
"""Seconds from one poll of a phone to the next."""
PLAY, TAP = (float(os.environ.get(name, usual)) for name, usual in (("PLAY", 60), ("TAP", 2)))
"""Seconds that a deal takes with cards, and from tap to tap; half of it to half more."""
LAST = int(os.environ.get("LAST", 0))
"""All ends after this deal of a table; 0: when the time is over."""
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
FOLLOWS = re.compile(r'id="live"[^>]* hx-get="([^"]+)"')


class Phone:
    """One phone at a table, with a cookie of its own."""

    def __init__(self, table: "Table") -> None:
        environment = table.environment
        self.web = FastHttpSession(environment.host, environment.events.request, table)
        self.poll = ""

    def ask(
        self, kind: str, address: str, form: dict[str, str] | None = None, *, htmx: bool = False
    ) -> Any:
        """The answer to a GET, or to a POST with this form."""
        answer = self.web.request(
            "GET" if form is None else "POST",
            address,
            name=kind,
            data=form,
            headers={"HX-Request": "true"} if htmx else {},
            allow_redirects=False,
        )
        if found := FOLLOWS.search(answer.text or ""):
            self.poll = unescape(found[1])
        return answer

    def fields(self, page: Any, form: str) -> dict[str, str]:
        """The hidden fields of a form of the page, by the form's id or the end of its address."""
        start = re.search(rf'<form[^>]*(?:id="{form}"|action="[^"]*{form}")', page.text)
        inside = page.text[start.start() :].partition("</form>")[0] if start else ""
        return {name: unescape(value) for name, value in FIELD.findall(inside)}


class Table(FastHttpUser):
    """Four phones that play deal after deal at the pace of people."""

    def on_start(self) -> None:
        """The table is made, and all have joined it; from now on every phone polls."""
        self.random, self.deals = Random(), 0
        self.phones = [Phone(self) for _ in PLAYERS]
        self.keeper = self.phones[0]
        new = self.keeper.ask("page", f"/tables/new?edition={EDITION}")
        form = self.keeper.fields(new, "/tables/new") | {"do": "make", "edition": EDITION}
        form |= {f"player-{place}": name for place, name in enumerate(PLAYERS)}
        made = self.keeper.ask("page", "/tables/new", {**form, "no-target": "y"})
        self.address = "/".join(made.headers["Location"].split("/")[:3])
        for place, phone in enumerate(self.phones):
            joining = phone.ask("page", f"{self.address}/join")
            form = phone.fields(joining, "/join") | {"seat": str(place)}
            phone.ask("page", f"{self.address}/join", form)
            phone.ask("page", f"{self.address}/deal")
        self.polls = [gevent.spawn(self.follow, phone) for phone in self.phones]

    def on_stop(self) -> None:
        """Nobody asks any more."""
        gevent.killall(self.polls)

    def follow(self, phone: Phone) -> None:
        """Asks again and again whether what the phone shows has changed."""
        gevent.sleep(self.random.uniform(0, EVERY))
        while True:
            answer = phone.ask("is there anything new?", phone.poll, htmx=True)
            if led := answer.headers.get("HX-Redirect"):
                phone.ask("page", led)
            gevent.sleep(EVERY)

    def wait(self, seconds: float) -> None:
        """Waits about this long."""
        gevent.sleep(self.random.uniform(0.5, 1.5) * seconds)

    @task  # type: ignore[untyped-decorator]
    def deal(self) -> None:
        """A deal with cards, which the scorekeeper's phone then enters and closes."""
        self.wait(PLAY)
        seats = Seats(load(EDITION), PLAYERS)
        page = self.keeper.ask("page", f"{self.address}/deal")
        for words in planner.deal(seats, planner.typical(self.random, seats.edition)):
            form = {**self.keeper.fields(page, "taps"), "tap": words}
            page = self.keeper.ask("tap", f"{self.address}/deal", form, htmx=True)
            self.wait(TAP)
        form = self.keeper.fields(page, "closing")
        closed = self.keeper.ask("close", f"{self.address}/deal/close", form)
        self.deals += 1
        wanted = f"{self.address}/deals/{self.deals}"
        # Without a status there was no answer, which locust counts by itself, or all ends just now.
        if closed.status_code and closed.headers.get("Location") != wanted:
            self.environment.events.request.fire(
                request_type="POST",
                name="a deal that is lost, or closed twice",
                response_time=0,
                response_length=0,
                exception=AssertionError(f"{wanted} is {closed.headers.get('Location')}"),
            )
        self.keeper.ask("page", wanted)
        if self.deals == LAST:
            gevent.spawn(self.environment.runner.quit)  # which ends this very table, too


class Server:
    """gunicorn with its data in a folder that is removed afterwards."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        place = f"127.0.0.1:{self.port}"
        words = ["-c", "deploy/gunicorn.conf.py", "--bind", place, "companion:create_app()"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *words],
            cwd=CHECKOUT,
            env={**os.environ, "COMPANION_INSTANCE": self.folder.name},
        )
        self.url = f"http://{place}"

    def wait(self) -> None:
        """Returns when it answers. RuntimeError when it does not."""
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.1)
        raise RuntimeError("The server does not answer.")

    def stop(self) -> None:
        """Ends it."""
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


@events.init.add_listener  # type: ignore[untyped-decorator]
def start(environment: Any, **_: Any) -> None:
    """Starts the server, to which all tables go, and nowhere else."""
    server = Server()
    environment.events.quitting.add_listener(lambda **_: server.stop())
    server.wait()
    environment.host = server.url
