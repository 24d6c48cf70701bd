"""The server is killed in the middle: what was answered is there, and nothing twice or half."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from html import unescape
from http.client import HTTPException
from http.cookiejar import CookieJar
from random import Random
from threading import Timer
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from companion.store import ClosedDeal, Store, Table
from tests.browser.conftest import Server, seat
from tests.often import times

KILLS = times(25)
BOUNDARY = "a-line-that-is-in-no-file"
PLAYERS = ["Ann", "Bob"]


class Web:
    """Just enough of a browser: cookies, forms, no scripts."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, address: str) -> str:
        with self.opener.open(self.url + address, timeout=120) as answer:
            return str(answer.read().decode())

    def post(self, address: str, fields: Mapping[str, str]) -> int | None:
        """The status; None when the server went away first."""
        return self._status(Request(self.url + address, urlencode(fields).encode()))

    def _status(self, request: Request) -> int | None:
        try:
            with self.opener.open(request, timeout=120) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code
        except (URLError, HTTPException, OSError):
            return None

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


def deals(server: Server, table: Table) -> list[ClosedDeal]:
    store = Store(server.folder / "companion.db")
    found = store.deals(table)
    assert store.db.execute("pragma integrity_check").fetchone()[0] == "ok"
    store.close()
    return found


def kill_during(
    server: Server, web: Web, address: str, data: Mapping[str, str], wait: float
) -> bool:
    """Posts and kills the server meanwhile; whether the post was answered as done."""
    return killed_while(server, lambda: web.post(address, data), wait)


def killed_while(server: Server, post: Callable[[], int | None], wait: float) -> bool:
    """Kills the server while it answers a post; whether that was answered as done."""
    killer = Timer(wait, server.kill)
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
        held = f'id="{card}" name="tap" value="give:{card}"' in page
        tap = f"{'give' if held else 'take'}:{card}"
        data = fields(page, "taps") | {"tap": tap}
        done = kill_during(own_server, web, address, data, random.uniform(0, 0.03))
        after = web.get(address)
        now = f'id="{card}" name="tap" value="give:{card}"' in after
        if done:
            assert now is not held  # answered, so it is there
        if now is held:  # it was lost before it was answered: the same tap once more
            assert web.post(address, fields(after, "taps") | {"tap": tap}) == 200
        else:  # it was kept: the same post again (a reload) changes nothing
            assert web.post(address, data) == 200
        again = web.get(address)
        assert (f'id="{card}" name="tap" value="give:{card}"' in again) is not held


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
        done = kill_during(own_server, web, f"{address}/close", closing, random.uniform(0, 0.03))
        if done:
            assert len(deals(own_server, table)) == number + 1
        # The double tap, or the reload, after the server is back.
        assert web.post(f"{address}/close", closing) == 200
        assert web.post(f"{address}/close", closing) == 200
        found = deals(own_server, table)
        assert [deal.number for deal in found] == list(range(1, number + 2))


def state(server: Server) -> tuple[int, list[tuple[int, bool]]]:
    """How many tables there are, and the deals of the first one: those that count, and whether each
    is struck out."""
    store = Store(server.folder / "companion.db")
    tables = store.tables()
    rows = [(deal.number, False) for deal in store.deals(tables[-1])]
    rows += [(deal.number, True) for deal in store.struck(tables[-1])]
    assert store.db.execute("pragma integrity_check").fetchone()[0] == "ok"
    store.close()
    return len(tables), sorted(rows)


@pytest.mark.tries
def test_killed_in_the_middle_of_an_undo_a_correction_or_an_import(own_server: Server) -> None:
    """Whatever was answered is there, once; the same post again leaves it at that."""
    table = seat(own_server, PLAYERS)
    web, random = Web(own_server.url), Random("changes")
    here = f"/t/{table.code}"
    for tap in ("out:-", "nothing:0", "nothing:1"):
        assert web.post(f"{here}/deal", fields(web.get(f"{here}/deal"), "taps") | {"tap": tap})
    assert web.post(f"{here}/deal/close", fields(web.get(f"{here}/deal"), "closing")) == 200
    file = web.get(f"{here}/game.json")
    uid = re.search(r'"game": ?"([0-9a-f]{32})"', file)
    assert uid is not None
    for number in range(KILLS):
        before = state(own_server)
        counts = bool(before[1])
        kind = random.choice(("import", "strike", "undo") if counts else ("import", "redo"))
        token = fields(web.get("/games/import"), "import")["csrf_token"]
        if kind == "import":
            another = file.replace(uid[1], f"{number:032x}")
            after = before[0] + 1, before[1]
            post = partial(web.upload, "/games/import", token, another)
        else:
            if before[1] == [(1, True)]:
                kind = "undo"
            address, data, after = change(web, here, kind, before)
            post = partial(web.post, address, {"csrf_token": token, **data})
        done = killed_while(own_server, post, random.uniform(0, 0.04))
        now = state(own_server)
        assert now in ((after,) if done else (before, after)), kind
        assert post() == 200
        assert post() == 200
        assert state(own_server) == after, kind


def change(
    web: Web, here: str, kind: str, before: tuple[int, list[tuple[int, bool]]]
) -> tuple[str, dict[str, str], tuple[int, list[tuple[int, bool]]]]:
    """Address and fields of a change to the only deal, and the state after it."""
    if kind == "strike":
        page = web.get(f"{here}/deals/1/correct?do=strike")
        data = fields(page, "preview") | {"do": "strike", "reason": "Counted wrong"}
        return f"{here}/deals/1/correct", data, (before[0], [(1, True)])
    name = "action" if kind == "undo" else "undone"
    action = re.search(rf'name="{name}" value="(\d+)"', web.get(f"{here}/"))
    assert action is not None
    if kind == "redo":
        rows = [(1, False)]
    else:
        rows = [(1, False)] if before[1] == [(1, True)] else []
    return f"{here}/{kind}", {name: action[1]}, (before[0], rows)
