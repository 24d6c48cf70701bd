"""What every answer has: fragments, tokens, headers, gzip, caching; and no mishap is a 500."""

import gzip
import os
import re
import sqlite3
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion import create_app, settings
from companion.rules.edition_file import all_editions
from companion.settings import data_folder
from companion.store import Store
from companion.web.site import assets
from tests.web.conftest import FRAGMENT, MakeTable
from tests.web.play import close

NAMES = (
    "👩‍👩‍👧",
    "<script>alert(1)</script>",
    "<b>Bob</b> {{1234*1234}}",
    'O\'Neil "Cem" & co',
    "אבי\u202e",
)


# --- page or fragment ----------------------------------------------------------------------------


PARTS = {
    "/": "tables",
    "/tables/new": "new",
    "/tables/new?edition=deluxe": "new",
    "/games": "games",
    "/players": "players",
    "/player?name=Ann": "player",
    "/player/rename?name=Ann": "rename",
    "/rules/": "rulebooks",
    "/referee": "referee",
    "/referee?edition=x": "referee",
    "/t/CODE/": "sheet",
    "/t/CODE/setup": "setup",
    "/t/CODE/deal": "deal",
    "/t/CODE/deals/1": "deal-page",
    "/t/CODE/deals/1/correct": "deal",
    "/t/CODE/deals/1/correct?do=strike": "preview",
    "/t/CODE/summary": "summary",
    "/t/CODE/phones": "phones",
    "/t/CODE/tv": "tv",
    **{f"/rules/{box.id}": "rules" for box in all_editions()},
    **{f"/referee?edition={box.id}": "referee" for box in all_editions()},
    **{
        f"/referee?edition={box.id}&cards={next(iter(box.deck))}": "referee"
        for box in all_editions()
    },
}
"""The addresses of pages, and the id of the part that htmx gets."""
MAY_DIFFER = re.compile('<input type="hidden"[^>]*>|<noscript>.*?</noscript>')
"""Tokens, and what only a whole page has."""


@pytest.mark.parametrize("address", PARTS)
def test_htmx_gets_a_part_of_the_page_with_one_root(
    client: FlaskClient, store: Store, make_table: MakeTable, address: str
) -> None:
    table = make_table()
    close(store, table, "Ann", {"Ann": "red"})
    page = address.replace("CODE", table.code)
    whole, part = client.get(page), client.get(page, headers=FRAGMENT)
    assert whole.text.startswith("<!doctype html>")
    assert "<html" not in part.text
    root = re.match(rf'\s*<(\w+) id="{PARTS[address]}"', part.text)
    assert root is not None
    assert part.text.rstrip().endswith(f"</{root[1]}>")
    for answer in (whole, part):
        assert answer.status_code == (422 if address == "/referee?edition=x" else 200)
        assert "HX-Request" in answer.headers["Vary"]
    same = [MAY_DIFFER.sub("", answer.text).strip() for answer in (part, whole)]
    assert same[0] in same[1]


# --- headers -------------------------------------------------------------------------------------


def test_every_answer_is_safe(client: FlaskClient, make_table: MakeTable) -> None:
    code = make_table().code
    for address in [*PARTS, "/nowhere", "/static/css/base.css"]:
        with client.get(address.replace("CODE", code)) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "same-origin"


def test_no_page_has_style_or_script_within_it_whatever_the_names_are(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table(players=("Ann", *NAMES))
    for name in NAMES:
        close(store, table, name, {name: "utilities, chance", "Ann": "mm"}, let_stand=True)
    for address in PARTS:
        text = client.get(address.replace("CODE", table.code)).text
        assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son\w+=|javascript:", text)
        assert "<b>Bob" not in text
        assert "1522756" not in text
    sheet = unescape(client.get(f"/t/{table.code}/").text)
    assert all(name in sheet for name in NAMES)


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(client: FlaskClient) -> None:
    cookie = client.get("/tables/new?edition=deluxe").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    expires = re.search(r"Expires=([^;]+)", cookie)
    assert expires is not None
    assert (parsedate_to_datetime(expires[1]) - datetime.now(UTC)).days >= 399


# --- gzip and caching ----------------------------------------------------------------------------


def test_answers_are_packed_for_those_who_take_it(client: FlaskClient) -> None:
    plain = client.get("/tables/new?edition=deluxe")
    packed = client.get("/tables/new?edition=deluxe", headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "<h1>New game</h1>" in gzip.decompress(packed.data).decode()
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("taken", ["", "identity", "gzip;q=0", "br"])
def test_answers_are_plain_for_those_who_do_not(client: FlaskClient, taken: str) -> None:
    answer = client.get("/tables/new", headers={"Accept-Encoding": taken})
    assert "Content-Encoding" not in answer.headers


def test_static_files_are_packed_and_kept_for_long_by_version(client: FlaskClient) -> None:
    text = client.get("/").text
    addresses = {*re.findall(r'(?:href|src)="(/static/[^"#]+)', text)}
    assert len(addresses) == 8
    for address in addresses:
        assert re.search(r"\?v=[0-9a-f]{10}$", address)
        with client.get(address, headers={"Accept-Encoding": "gzip"}) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
            if "Content-Encoding" in answer.headers:
                name = address.split("?")[0].removeprefix("/static/")
                file = Path(assets.folder_of("static")) / name
                assert gzip.decompress(answer.data) == file.read_bytes()
        with client.get(address.split("?")[0]) as answer:
            assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "page",
    [
        "/",
        "/t/{}/",
        "/t/{}/deal",
        "/t/{}/deals/1",
        "/t/{}/tv",
        "/t/{}/summary",
        "/referee?edition=classic-uk&cards=red&enter=1",
        "/referee?edition=winning-moves-2017&cards=red&enter=1",
        "/referee?edition=classic-uk&cards=red,mayfair,house-1,token&went_out=1&claim=900",
    ],
)
def test_a_first_load_is_light(
    client: FlaskClient, store: Store, make_table: MakeTable, page: str
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"], {"target": 500})
    close(store, table, "Ann", {"Ann": "dark-blue, h1, token", "Bob": "red"}, let_stand=True)
    store.save_draft(table, store.draft(table).version, {"went_out": "Ann"})  # its hand is open
    first = page.format(table.code)
    text = client.get(first).text
    sizes = []
    for address in {first, *re.findall(r'(?:href|src)="(/static/[^"#]+)', text)}:
        if "apple-touch-icon" in address:  # loaded only when the page is put on the home screen
            continue
        with client.get(address, headers={"Accept-Encoding": "gzip"}) as answer:
            sizes.append(len(answer.data))
    assert sum(sizes) <= 40_000


def test_the_font_of_the_style_sheet_is_the_one_that_pages_load_early(client: FlaskClient) -> None:
    (early,) = re.findall(r'rel="preload" href="/static/([^"]+)"', client.get("/").text)
    styles = (Path(assets.folder_of("static")) / "css" / "base.css").read_text("utf-8")
    assert f'url("../{early}")' in styles


def test_pages_are_asked_for_again(client: FlaskClient) -> None:
    assert client.get("/").headers["Cache-Control"] == "private, no-cache"


# --- the token -----------------------------------------------------------------------------------


def test_a_lost_token_keeps_the_entry_and_asks_again(
    client: FlaskClient, store: Store, csrf: str
) -> None:
    entry = {
        "edition": "classic-uk",
        "player-0": "<b>Ann</b>",
        "player-1": "two\nlines",
        "player-2": "Bob",
        "do": "make",
    }
    answer = client.post("/tables/new?x=1", data={**entry, "csrf_token": "stale"})
    assert answer.status_code == 400
    assert "Send again" in answer.text
    assert 'action="/tables/new?x=1"' in answer.text
    for name, value in entry.items():
        assert f'name="{name}"' in answer.text
        assert value in answer.text or "&lt;b&gt;Ann&lt;/b&gt;" in answer.text
    assert "stale" not in answer.text
    assert store.tables() == []
    token = re.search(r'name="csrf_token" value="([^"]+)"', answer.text)
    assert token is not None
    sent = client.post("/tables/new", data={**entry, "player-1": "Cem", "csrf_token": token[1]})
    assert sent.status_code == 303
    assert [table.players for table in store.tables()] == [("<b>Ann</b>", "Cem", "Bob")]


@pytest.mark.parametrize("token", [None, "", "x", "ü" * 50, "a.b.c", "\x00"])
def test_no_token_no_change(client: FlaskClient, token: str | None, store: Store) -> None:
    data = {"edition": "classic-uk", "player-0": "Ann", "player-1": "Bob"}
    answer = client.post(
        "/tables/new", data=data if token is None else {**data, "csrf_token": token}
    )
    assert answer.status_code == 400
    assert store.tables() == []


def test_a_form_of_another_site_is_not_offered_again(client: FlaskClient) -> None:
    answer = client.post(
        "/tables/new", data={"player-0": "Mallory"}, headers={"Origin": "http://evil.example"}
    )
    assert answer.status_code == 400
    assert "Mallory" not in answer.text
    assert "Send again" not in answer.text


def test_a_lost_token_within_a_page_asks_within_it(client: FlaskClient) -> None:
    answer = client.post("/tables/new", data={"player-0": "Ann"}, headers=FRAGMENT)
    assert answer.status_code == 400
    assert answer.text.lstrip().startswith('<section id="csrf-lost"')


# --- mishaps -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "/nowhere",
        "/t/",
        "/t/NOPE/",
        "/t/%00/",
        "/t/%ff%fe/setup",
        "/t/<script>/",
        "/t/" + "x" * 5000 + "/",
        "/t/..%2f..%2fetc/",
        "/static/../companion.db",
        "/static/nothing.css",
        "/.env",
    ],
)
def test_what_is_not_there_is_a_404_page(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert ">Home</a>" in answer.text
    assert "<script>" not in answer.text


@pytest.mark.parametrize("number", ["0", "-1", "01", "1.5", "x", "²", "9" * 10, "9" * 5000])
def test_no_number_of_a_deal_breaks_anything(
    client: FlaskClient, make_table: MakeTable, number: str
) -> None:
    code = make_table().code
    for way in ("", "/correct"):
        assert client.get(f"/t/{code}/deals/{number}{way}").status_code == 404


def test_a_method_that_a_page_does_not_take(client: FlaskClient, make_table: MakeTable) -> None:
    code = make_table().code
    answer = client.get(f"/t/{code}/rematch")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert client.put("/").status_code == 405


def test_too_much_at_once_is_told(client: FlaskClient, csrf: str) -> None:
    data = {"csrf_token": csrf, "player-0": "x" * 70_000}
    assert client.post("/tables/new", data=data).status_code == 413
    answer = client.post(
        "/tables/new", data=b"x" * 70_000, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 413
    assert "Nothing was changed" in answer.text


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe%%%=&&&", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"--x\r\n\r\n", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
        (b"player-0=%00%ff", "text/plain"),
    ],
)
def test_a_body_that_is_no_form_is_refused(client: FlaskClient, body: bytes, kind: str) -> None:
    assert client.post("/tables/new", data=body, content_type=kind).status_code == 400


def test_a_broken_cookie_is_a_new_session(client: FlaskClient) -> None:
    for name in ("companion", str(client.application.config["SESSION_COOKIE_NAME"])):
        client.set_cookie(name, "ü.broken.\x7f")
    assert client.get("/tables/new?edition=deluxe").status_code == 200


def test_a_busy_database_is_told_and_tried_again(
    client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise sqlite3.OperationalError("database is locked")

    monkeypatch.setattr(Store, "find_tables", locked)
    answer = client.get("/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"


def test_what_nobody_foresaw_is_a_plain_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(tmp_path)  # as it is served, not as it is tested

    def broken(*_: object) -> None:
        raise RuntimeError("<secret>")

    monkeypatch.setattr(Store, "find_tables", broken)
    answer = app.test_client().get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "secret" not in answer.text
    app.extensions["store"].close()


# --- the data folder -----------------------------------------------------------------------------


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    first, again = create_app(folder), create_app(folder)
    assert first.secret_key == again.secret_key
    assert len(str(first.secret_key)) == 64
    if os.name == "posix":
        assert (folder / "secret.key").stat().st_mode & 0o777 == 0o600
    assert create_app(tmp_path / "other").secret_key != first.secret_key
    assert sorted(file.name for file in folder.iterdir() if file.suffix == ".key") == ["secret.key"]


@pytest.mark.parametrize("damage", [b"", b"short", b"\xff" * 64])
def test_a_damaged_key_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(damage)
    assert len(str(create_app(tmp_path).secret_key)) == 64


def test_the_data_folder_is_the_one_that_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "here"))
    assert data_folder() == tmp_path / "here"
    monkeypatch.setenv("COMPANION_INSTANCE", "")
    assert data_folder() == settings.CHECKOUT / "instance"
    monkeypatch.delenv("COMPANION_INSTANCE")
    assert data_folder() == settings.CHECKOUT / "instance"


def test_without_a_checkout_it_is_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    monkeypatch.setattr(settings, "CHECKOUT", tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    found = data_folder()
    assert found.name == "companion"
    assert found != settings.CHECKOUT / "instance"


def test_two_applications_share_one_folder(tmp_path: Path) -> None:
    one, two = create_app(tmp_path, TESTING=True), create_app(tmp_path, TESTING=True)
    made = one.extensions["store"].create_table(
        edition="deluxe",
        options={},
        players=["Ann", "Bob"],
        first_dealer="Ann",
        banker="Bob",
        token=None,
    )
    assert made.code in two.test_client().get("/").text
    for app in (one, two):
        app.extensions["store"].close()


def test_the_rules_and_the_command_do_without_the_web() -> None:
    import subprocess
    import sys

    code = "import sys, companion.cli; sys.exit('flask' in sys.modules or 'sqlite3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
