"""Names the companion answers to, and forms that come over https."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from companion import create_app
from companion.web.site.hosts import is_known
from tests.web.conftest import MakeTable, table_maker
from tests.web.visitors import Phone

LISTED = frozenset({"scores.example.org"})
PAGES = ("/t/{}/phones", "/t/{}/tv", "/t/{}/qr.svg", "/referee?edition=classic-uk&cards=go", "/")


@pytest.mark.parametrize(
    ("host", "listed", "proxied", "known"),
    [
        pytest.param("192.168.0.7:8000", frozenset(), False, True, id="an address"),
        pytest.param("Raspberry", frozenset(), False, True, id="a name without a dot"),
        pytest.param("pi.local", frozenset(), False, True, id="a name at home"),
        pytest.param("scores.example.org", LISTED, False, True, id="a listed name"),
        pytest.param("Scores.Example.org.:443", LISTED, True, True, id="the same, written oddly"),
        pytest.param("evil.example", frozenset(), False, False, id="a stranger's name"),
        pytest.param("evil.example", LISTED, False, False, id="not listed"),
        pytest.param("192.0.2.1", LISTED, True, False, id="not listed, behind a proxy"),
        pytest.param("any.example", frozenset(), True, True, id="the proxy decides"),
        pytest.param("xn--a", frozenset(), False, False, id="no name at all"),
        pytest.param("xn--a.example", frozenset(), True, False, id="the same behind a proxy"),
        pytest.param("1.2.3.4.evil.example", frozenset(), False, False, id="like an address"),
    ],
)
def test_names_that_are_answered(
    host: str, listed: frozenset[str], proxied: bool, known: bool
) -> None:
    assert is_known(host, listed, proxied=proxied) is known


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("host", ["xn--a", "evil.example"])
def test_a_wrong_name_gets_no_page(app: Flask, make_table: MakeTable, page: str, host: str) -> None:
    environ = create_environ(page.format(make_table().code))
    environ["HTTP_HOST"] = host
    # The test client would fail at such a name itself.
    body, status, headers = run_wsgi_app(app, environ)
    assert status == "421 MISDIRECTED REQUEST"
    assert b"COMPANION_HOSTS" in b"".join(body)
    assert "Set-Cookie" not in headers


def test_a_name_can_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_HOSTS", "one.example, Two.example")
    app = create_app(tmp_path, TESTING=True)
    for host, status in (("two.example", 200), ("localhost", 200), ("three.example", 421)):
        assert app.test_client().get("/", headers={"Host": host}).status_code == status
    app.extensions["store"].close()


# --- forms over https ----------------------------------------------------------------------------


@pytest.fixture
def secure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("COMPANION_PROXY", "1")
    app = create_app(tmp_path, TESTING=True)
    yield app
    app.extensions["store"].close()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Origin": "https://x.example"}, 303, id="this site"),
        pytest.param({"Origin": "https://X.Example"}, 303, id="this site, written oddly"),
        pytest.param({}, 303, id="it says nothing"),
        pytest.param({"Origin": "null"}, 400, id="a hidden origin"),
        pytest.param({"Origin": "https://evil.example"}, 400, id="another site"),
        pytest.param({"Origin": "http://x.example"}, 400, id="not by https"),
        pytest.param({"Origin": "http://["}, 400, id="no address"),
        pytest.param({"Origin": "https://x.example.evil"}, 400, id="begins alike"),
    ],
)
def test_a_form_over_https_says_where_it_is_from(
    secure: Flask, headers: dict[str, str], status: int
) -> None:
    table = table_maker(secure.extensions["store"])()
    phone = Phone(secure, 1)
    over = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "x.example"}
    answer = phone.client.post(
        f"/t/{table.code}/join",
        data={"csrf_token": phone.token, "seat": "0"},
        headers={**over, **headers},
    )
    assert answer.status_code == status
