"""Taps in an open deal by way of the bridge: run by Python here and by Python in a browser."""

import re
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

FORM = [("Content-Type", "application/x-www-form-urlencoded")]
TAPS = 40


def field(page: bytes, name: str) -> str:
    """The value of a field of the page's forms."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page.decode())
    assert found is not None, name
    return found[1]


def post(bridge: Any, path: str, fields: dict[str, str], *, htmx: bool = False) -> Any:
    """The answer to a form."""
    headers = [*FORM, ("HX-Request", "true")] if htmx else FORM
    return bridge.answer("POST", path, "", headers, urlencode(fields).encode())


def median_tap(bridge: Any) -> float:
    """Makes a table and taps a card there again and again; the seconds of the middle tap."""
    new = bridge.answer("GET", "/app/tables/new", "edition=classic-uk", [], b"")[2]
    names = {"player-0": "Ann", "player-1": "Ben", "first_dealer": "0", "banker": "0"}
    fields = {"csrf_token": field(new, "csrf_token"), "edition": "classic-uk", "do": "make"}
    _, headers, _ = post(bridge, "/app/tables/new", {**fields, **names})
    deal_page = re.sub(r"/t/(\w+)/.*", r"/t/\1/deal", dict(headers)["Location"])
    deal = bridge.answer("GET", deal_page, "", [], b"")[2]
    fields = {name: field(deal, name) for name in ("csrf_token", "at", "version")}
    page = post(bridge, deal_page, {**fields, "tap": "out:0"}, htmx=True)[2]
    times = []
    for number in range(TAPS):
        fields |= {name: field(page, name) for name in ("at", "version")}
        tap = "take:mayfair" if number % 2 == 0 else "give:mayfair"
        begun = perf_counter()
        status, _, page = post(bridge, deal_page, {**fields, "tap": tap}, htmx=True)
        times.append(perf_counter() - begun)
        assert status == 200, page
    return sorted(times)[TAPS // 2]
