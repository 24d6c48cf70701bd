"""The server is killed in the middle: what was answered is there, and nothing twice or half."""

import re
from collections.abc import Mapping
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
        request = Request(self.url + address, urlencode(fields).encode())
        try:
            with self.opener.open(request, timeout=120) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code
        except (URLError, HTTPException, OSError):
            return None


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
    killer = Timer(wait, server.kill)
    killer.start()
    status = web.post(address, data)
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
