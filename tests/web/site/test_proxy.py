"""Behind a proxy: who is believed, over what it came, and the cookie."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, request

from companion import create_app
from companion.server.serve import CannotServe, run
from companion.store import Table
from companion.web.site.hosts import BadSetting, proxies
from tests.web.visitors import People

SAID = {
    "X-Forwarded-For": "203.0.113.9, 198.51.100.7",
    "X-Forwarded-Proto": "http, https",
    "X-Forwarded-Host": "evil.example, scores.example.org",
}
MakeApp = Callable[[str], Flask]


@pytest.fixture
def make_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeApp]:
    """``make_app("1")``: an application with this COMPANION_PROXY that says who asks."""
    made = []

    def make(setting: str) -> Flask:
        monkeypatch.setenv("COMPANION_PROXY", setting)
        app = create_app(tmp_path, TESTING=True)
        made.append(app)
        app.before_request_funcs[None].insert(
            0, lambda: f"{request.remote_addr} {request.scheme} {request.host}"
        )
        return app

    yield make
    for app in made:
        app.extensions["store"].close()


@pytest.mark.parametrize(
    ("setting", "who"),
    [
        pytest.param("", "127.0.0.1 http localhost", id="none: nobody is believed"),
        pytest.param("0", "127.0.0.1 http localhost", id="0: nobody is believed"),
        pytest.param("1", "198.51.100.7 https scores.example.org", id="1: the nearest one"),
        pytest.param("2", "203.0.113.9 http evil.example", id="2: the one before it"),
    ],
)
def test_so_many_proxies_are_believed(make_app: MakeApp, setting: str, who: str) -> None:
    assert make_app(setting).test_client().get("/", headers=SAID).text == who


@pytest.mark.parametrize("setting", ["yes", "-1", "1.5", "10", "²", "127.0.0.1"])
def test_a_setting_that_cannot_be_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, setting: str
) -> None:
    monkeypatch.setenv("COMPANION_PROXY", setting)
    with pytest.raises(BadSetting, match="COMPANION_PROXY is"):
        proxies()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    with pytest.raises(CannotServe, match="COMPANION_PROXY"):
        run("127.0.0.1", "0", None)


@pytest.mark.parametrize("proxies", ["0", "1"])
def test_behind_a_proxy_the_cookie_keeps_to_https(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: str
) -> None:
    monkeypatch.setenv("COMPANION_PROXY", proxies)
    app = create_app(tmp_path, TESTING=True)
    cookie = app.test_client().get("/tables/new?edition=deluxe").headers["Set-Cookie"]
    assert ("Secure" in cookie) is (proxies == "1")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    app.extensions["store"].close()


def test_two_companions_on_one_machine_keep_their_cookies(tmp_path: Path) -> None:
    """Browsers send cookies to all ports of a machine."""
    one, two = (create_app(tmp_path / name, TESTING=True) for name in ("one", "two"))
    assert one.config["SESSION_COOKIE_NAME"] != two.config["SESSION_COOKIE_NAME"]
    again = create_app(tmp_path / "one", TESTING=True)
    assert again.config["SESSION_COOKIE_NAME"] == one.config["SESSION_COOKIE_NAME"]
    for app in (one, two, again):
        assert app.secret_key not in app.config["SESSION_COOKIE_NAME"]
        app.extensions["store"].close()


def test_a_phone_that_joined_is_known_for_400_days(
    people: People, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cookie outlives the browser. Only joining and making tables sets it again: no poll does,
    and no file that a proxy may keep."""
    page, phone = f"/t/{table.code}/phones", people.keeper
    answer = phone.post(f"/t/{table.code}/join", {"seat": "0"})
    assert "Expires=" in answer.headers["Set-Cookie"]
    for address in (page, "/static/js/offline.js", "/sw.js", "/offline"):
        with phone.get(address) as looked:
            assert "Set-Cookie" not in looked.headers, address
    now = time.time()
    for day, known in ((399, True), (401, False)):
        monkeypatch.setattr(time, "time", lambda day=day: now + day * 24 * 3600)
        assert ("Give the table a new code" in phone.get(page).text) is known


def test_programs_that_start_at_once_have_one_key_and_one_database(tmp_path: Path) -> None:
    start = r"""
import os, sys, companion.web.app
from companion import create_app
wait, go = os.pipe()
programs = []
for _ in range(6):
    programs.append(os.fork())
    if not programs[-1]:
        os.read(wait, 1)
        os.write(1, f"{create_app(sys.argv[1]).secret_key}\n".encode())
        sys.exit()
os.write(go, b"go, all")
sys.exit(any(os.waitpid(program, 0)[1] for program in programs))
"""
    done = subprocess.run(
        [sys.executable, "-c", start, str(tmp_path)], capture_output=True, check=True, text=True
    )
    keys = done.stdout.split()
    assert len(keys) == 6
    assert len({*keys}) == 1
    assert len(keys[0]) == 64
