"""The bridge between a browser's service worker and the application, as it runs in Python here."""

import re
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from release.phone.bridge import Bridge

FORM = [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", "http://localhost:8000")]


@pytest.fixture
def bridge(tmp_path: Path) -> Bridge:
    return Bridge(str(tmp_path), "http", "localhost:8000", "/below/any%20path/")


def get(bridge: Bridge, address: str, query: str = "") -> tuple[int, dict[str, str], str]:
    status, headers, body = bridge.answer("GET", f"{bridge.root}{address}", query, [], b"")
    return status, dict(headers), body.decode()


def test_pages_stand_below_the_folder(bridge: Bridge) -> None:
    status, headers, page = get(bridge, "/")
    assert status == 200
    assert headers["Content-Type"].startswith("text/html")
    assert 'href="/below/any%20path/app/tables/new"' in page
    assert "Content-Encoding" not in headers


def test_its_cookies_are_kept_here_and_shown_to_nobody(bridge: Bridge) -> None:
    _, headers, page = get(bridge, "/tables/new", "edition=classic-uk")
    assert "Set-Cookie" not in headers
    assert bridge.cookies
    token = re.search(r'name="csrf_token" value="([^"]*)"', page)
    assert token is not None
    fields = [("csrf_token", token[1]), ("edition", "classic-uk"), ("do", "make"), ("zone", "")]
    body = urlencode([*fields, *[("player", name) for name in ("Ann", "Ben")]]).encode()
    path = f"{bridge.root}/tables/new"
    status, _, said = bridge.answer("POST", path, "", FORM, body)
    assert status in (303, 422), said
    assert b"One more tap" not in said
    bridge.cookies.clear()
    assert b"One more tap" in bridge.answer("POST", path, "", FORM, body)[2]


def test_letters_of_all_kinds_arrive(bridge: Bridge) -> None:
    status, _, page = get(bridge, "/player", f"name={quote('Zoë 🎲')}")
    assert status == 404
    assert "Zoë 🎲" in page
    assert get(bridge, f"/t/{quote('Zoë')}/")[0] == 404
