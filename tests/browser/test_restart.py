"""The server is killed in the middle: what was answered is there, and nothing twice or half."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from html import unescape
from http.client import HTTPException
from http.cookiejar import CookieJar
from random import Random
from threading import Timer
from time import monotonic
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from companion.store import ClosedDeal, Store, Table
from tests.browser.conftest import Server, seat
from tests.often import times

KILLS = times(20)
"""For each of the kinds below: 100 in `make prove`."""
BOUNDARY = "a-line-that-is-in-no-file"
PLAYERS = ["Ann", "Bob"]


class Web:
    """Just enough of a browser: cookies, forms, no scripts."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.took = 0.0
        """Seconds that the last answer took."""

    def get(self, address: str) -> str:
        with self.opener.open(self.url + address, timeout=120) as answer:
            return str(answer.read().decode())

    def post(self, address: str, fields: Mapping[str, str]) -> int | None:
        """The status; None when the server went away first."""
        return self._status(Request(self.url + address, urlencode(fields).encode()))

    def _status(self, request: Request) -> int | None:
        begun = monotonic()
        try:
            with self.opener.open(request, timeout=120) as answer:
                self.took = monotonic() - begun
                return int(answer.status)
        except HTTPError as error:
            return error.code
        except (URLError, HTTPException, OSError):
            return None

    def follow(self, address: str, fields: Mapping[str, str]) -> str:
        """The page that a post leads to."""
        with self.opener.open(self.url + address, urlencode(fields).encode()) as answer:
            return str(answer.read().decode())

    def upload(self, address: str, token: str, file: str) -> int | None:
        """The status of a form with a file; None when the server went away first."""
        parts = {
            '"csrf_token"': token,
            '"file"; filename="game.json"\r\nContent-Type: application/json': file,
        }
        lines = [
            f"--{BOUNDARY}\r\nContent-Disposition: form-data; name={name}\r\n\r\n{text}\r\n"
            for name, text in parts.items()
        ]
        kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        body = "".join([*lines, f"--{BOUNDARY}--\r\n"]).encode()
        return self._status(Request(self.url + address, body, kind))


def fields(page: str, form: str) -> dict[str, str]:
    """The hidden fields of a form."""
    inside = page[page.index(f'id="{form}"') :]
    inside = inside[: inside.index("</form>")]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', inside)
    return {name: unescape(value) for name, value in found}


def action(page: str, form: str) -> str:
    """Where the form with these words in its tag is posted to."""
    found = re.search(rf"<form [^>]*{form}[^>]*>", page)
    assert found is not None
    return unescape(re.sub(r'.* action="([^"]*)".*', r"\1", found[0], flags=re.S))


def deals(server: Server, table: Table) -> list[ClosedDeal]:
    store = Store(server.folder / "companion.db")
    found = store.deals(table)
    assert store.db.execute("pragma integrity_check").fetchone()[0] == "ok"
    store.close()
    return found


def killed_while(server: Server, web: Web, post: Callable[[], int | None], random: Random) -> bool:
    """Kills the server while it answers a post, or just before or after; whether that was answered
    as done. How long an answer takes is known from the last one."""
    killer = Timer(random.uniform(0, 2 * web.took), server.kill)
    killer.start()
    status = post()
    killer.join()
    server.start()
    return status in (200, 303)


@pytest.mark.tries
def test_killed_in_the_middle_of_an_entry(own_server: Server) -> None:
    table = seat(own_server, PLAYERS)
    web = Web(own_server.url)
    random = Random("entry")
    address = f"/t/{table.code}/deal"
    page = web.get(address)
    assert web.post(address, fields(page, "taps") | {"tap": "out:0"}) == 200
    cards = ["strand", "mayfair", "piccadilly", "vine-street", "whitehall"]
    for number in range(KILLS):
        card = cards[number % len(cards)]
        page = web.get(address)
        held = f'value="give:{card}"' in page
        tap = f"{'give' if held else 'take'}:{card}"
        data = fields(page, "taps") | {"tap": tap}
        done = killed_while(own_server, web, partial(web.post, address, data), random)
        after = web.get(address)
        now = f'value="give:{card}"' in after
        if done:
            assert now is not held  # answered, so it is there
        if now is held:  # it was lost before it was answered: the same tap once more
            assert web.post(address, fields(after, "taps") | {"tap": tap}) == 200
        else:  # it was kept: the same post again (a reload) changes nothing
            assert web.post(address, data) == 200
        again = web.get(address)
        assert (f'value="give:{card}"' in again) is not held


@pytest.mark.tries
def test_killed_in_the_middle_of_a_confirmation(own_server: Server) -> None:
    table = seat(own_server, PLAYERS)
    web = Web(own_server.url)
    random = Random("confirmation")
    address = f"/t/{table.code}/deal"
    for number in range(KILLS):
        for tap in ("out:-", "nothing:0", "nothing:1"):
            page = web.get(address)
            assert web.post(address, fields(page, "taps") | {"tap": tap}) == 200
        closing = fields(web.get(address), "closing")
        post = partial(web.post, f"{address}/close", closing)
        done = killed_while(own_server, web, post, random)
        if done:
            assert len(deals(own_server, table)) == number + 1
        # The double tap, or the reload, after the server is back.
        assert web.post(f"{address}/close", closing) == 200
        assert web.post(f"{address}/close", closing) == 200
        found = deals(own_server, table)
        assert [deal.number for deal in found] == list(range(1, number + 2))


class Row(NamedTuple):
    """What became of a row of the only deal, and what Ann laid down in it."""

    struck: bool
    undone: bool
    laid: tuple[str, ...]


State = tuple[int, tuple[Row, ...]]
"""How many tables there are, and all rows of the first one's deal, the oldest first."""
Post = Callable[[], int | None]


def state(server: Server) -> State:
    store = Store(server.folder / "companion.db")
    tables = store.tables()
    rows = tuple(
        Row(row.struck, row.undone, tuple(row.entry.hands["Ann"]))
        for row in store.history(tables[-1], 1)
    )
    assert store.db.execute("pragma integrity_check").fetchone()[0] == "ok"
    store.close()
    return len(tables), rows


@pytest.mark.tries
@pytest.mark.parametrize("kind", ["correction", "undo", "import"])
def test_killed_in_the_middle_of(own_server: Server, kind: str) -> None:
    """Whatever was answered is there, once; the same post again leaves it at that."""
    table = seat(own_server, PLAYERS)
    web, random = Web(own_server.url), Random(kind)
    here = f"/t/{table.code}"
    for tap in ("out:-", "nothing:0", "nothing:1"):
        assert web.post(f"{here}/deal", fields(web.get(f"{here}/deal"), "taps") | {"tap": tap})
    assert web.post(f"{here}/deal/close", fields(web.get(f"{here}/deal"), "closing")) == 200
    file = web.get(f"{here}/game.json")
    for number in range(KILLS):
        before = state(own_server)
        if kind == "import":
            post, after = bring_in(web, file, before)
        else:
            post, after = (correction if kind == "correction" else undo)(web, here, before)
        done = killed_while(own_server, web, post, random)
        assert state(own_server) in ((after,) if done else (before, after)), number
        assert post() == 200
        assert post() == 200
        assert state(own_server) == after, number


def correction(web: Web, here: str, before: State) -> tuple[Post, State]:
    """The deal gets other cards, or is struck out, in turns; the post and the state after it."""
    tables, rows = before
    here = f"{here}/deals/1/correct"
    cards = {"take:red": ("strand", "fleet-street", "trafalgar-square"), "nothing:0": ()}
    tap = "nothing:0" if rows[-1].laid else "take:red"
    if len(rows) % 3 == 0 and not rows[-1].struck:
        page, row = web.get(f"{here}?do=strike"), rows[-1]._replace(struck=True)
    else:
        page = web.get(here)
        for words in (tap, "look"):
            data = fields(page, "taps") | {"tap": words, "at": "0"}
            page = web.follow(action(page, 'id="taps"'), data)
        row = Row(struck=False, undone=False, laid=cards[tap])
    do = "strike" if row.struck else "change"
    data = fields(page, "preview") | {"do": do, "reason": "Counted wrong"}
    return partial(web.post, action(page, 'class="card"'), data), (tables, (*rows, row))


def undo(web: Web, here: str, before: State) -> tuple[Post, State]:
    """The deal is undone, or redone if it was; the post and the state after it."""
    tables, rows = before
    *older, last = rows
    kind, name = ("redo", "undone") if last.undone else ("undo", "action")
    if last.undone:
        after = (*rows, last._replace(undone=False))
    else:
        after = (*older, last._replace(undone=True))
    step = re.search(rf'name="{name}" value="(\d+)"', web.get(f"{here}/"))
    assert step is not None
    data = {"csrf_token": token(web), name: step[1]}
    return partial(web.post, f"{here}/{kind}", data), (tables, after)


def bring_in(web: Web, file: str, before: State) -> tuple[Post, State]:
    """The file comes in as another game; the post and the state after it."""
    tables, rows = before
    another = re.sub(r'("game": ?")[0-9a-f]{32}', rf"\g<1>{tables:032x}", file)
    return partial(web.upload, "/games/import", token(web), another), (tables + 1, rows)


def token(web: Web) -> str:
    """What every form of this browser needs."""
    return fields(web.get("/games/import"), "import")["csrf_token"]
