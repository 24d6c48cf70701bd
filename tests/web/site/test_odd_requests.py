"""Addresses and headers that no page makes: whatever comes, no answer is an error of the server."""

from random import Random
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from companion.store import Store
from tests.often import made_up_by, times
from tests.web.conftest import MakeTable
from tests.web.play import close
from tests.web.visitors import People

REQUESTS = times(2_000)
ODD = (
    *("9" * 5_000, "-1", "0", "1", "2", "1.5", "1e9", "٣", "²", "", " ", "\x00", "%00", "%ff", "ü"),
    *("<b>", "'\"", "\u202eAnn", "\ud83d", "x" * 3_000, "../..", "//", "[", "http://[", "xn--a"),
    *(
        "classic-uk",
        "nope",
        "brown, h1, token*2",
        "Ann",
        "all",
        "r",
        "1.0",
        "null",
        "{}",
        "{{7*7}}",
    ),
)
PATHS = (
    *("/", "/games", "/players", "/player", "/player/rename", "/tables/new", "/join", "/referee"),
    *("/referee.txt", "/referee/qr.svg", "/rules/{}", "/pad/{}", "/games/import", "/static/{}"),
    *("/manifest.webmanifest", "/sw.js", "/offline", "/t/{}/", "/{}", "/t/CODE/", "/t/CODE/{}"),
    *("/t/CODE/deal", "/t/CODE/deals/1", "/t/CODE/deals/{}", "/t/CODE/deals/1/correct"),
    *("/t/CODE/deals/{}/correct", "/t/CODE/deals/1/challenge/0", "/t/CODE/deals/1/challenge/{}"),
    *("/t/CODE/join", "/t/CODE/phones", "/t/CODE/tv", "/t/CODE/qr.svg", "/t/CODE/setup"),
    *("/t/CODE/summary", "/t/CODE/sheet.svg", "/t/CODE/game.json", "/t/CODE/bgstats"),
    *("/t/CODE/may-i", "/t/CODE/place", "/t/CODE/delete", "/t/CODE/take", "/t/CODE/phones/renew"),
)
NAMES = (
    *("n", "seen", "at", "k", "from", "name", "new", "player", "edition", "code", "cards", "wilds"),
    *("went_out", "reward", "reward_wilds", "claim", "sets", "target", "v", "hand", "table", "of"),
)
HEADERS = (
    *("HTTP_HOST", "HTTP_ORIGIN", "HTTP_REFERER", "HTTP_COOKIE", "HTTP_HX_REQUEST", "HTTP_RANGE"),
    *("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "CONTENT_TYPE"),
    *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "CONTENT_LENGTH", "REMOTE_ADDR"),
)
FOUND = (
    ("GET", "/t/CODE/deal", {"n": "9" * 5_000}, {}),
    ("GET", "/t/CODE/deals/1/challenge/0", {"sets": "9" * 5_000}, {}),
    ("POST", "/tables/new", {}, {"HTTP_ORIGIN": "http://["}),
    *(
        ("GET", f"/t/CODE/{page}", {}, {"HTTP_HOST": "xn--a"})
        for page in ("phones", "tv", "qr.svg")
    ),
    ("GET", "/referee", {"edition": "classic-uk", "cards": "go"}, {"HTTP_HOST": "xn--a"}),
    ("GET", "/t/CODE/deal", {"seen": "1"}, {"HTTP_HX_REQUEST": "true", "HTTP_COOKIE": "ü"}),
    ("POST", "/t/CODE/deal", {}, {"HTTP_HOST": "9" * 5_000, "HTTP_ORIGIN": "null"}),
)
"""Requests that were errors of the server once."""


def made_up(random: Random) -> tuple[str, str, dict[str, str], dict[str, str]]:
    """A method, a path, a query and headers."""
    path = random.choice(PATHS).replace("{}", quote(random.choice(ODD)[:200], errors="replace"))
    query = {name: random.choice(ODD) for name in NAMES if random.random() < 0.2}
    headers = {
        name: random.choice(ODD).encode("latin-1", "replace").decode("latin-1")
        for name in HEADERS
        if random.random() < 0.15
    }
    return random.choice(("GET", "GET", "GET", "HEAD", "POST", "PUT")), path, query, headers


def status_of(
    app: Flask, code: str, method: str, path: str, query: dict[str, str], headers: dict[str, str]
) -> int:
    """The status of the answer. The test client could not send such a Host."""
    asked = {name: value.encode("utf-8", "replace").decode() for name, value in query.items()}
    environ = create_environ(path.replace("CODE", code), method=method, query_string=asked)
    environ.update(headers)
    _, status, _ = run_wsgi_app(app, environ)
    return int(status[:3])


@pytest.mark.tries
@pytest.mark.parametrize("part", range(10))
def test_nothing_that_comes_is_an_error_of_the_server(
    app: Flask, store: Store, make_table: MakeTable, part: int
) -> None:
    """400 requests in `make test`, 10,000 in `make prove`."""
    table = make_table()
    close(store, table, "Ann", {"Ann": "orange"})
    People(app, store, table)
    random = made_up_by(part)
    requests = [made_up(random) for _ in range(REQUESTS // 10)]
    for request in [*FOUND, *requests]:
        assert status_of(app, table.code, *request) < 500, request
