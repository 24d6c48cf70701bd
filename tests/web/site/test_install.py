"""What a phone needs to put the companion on its home screen, and to say so without a network."""

import re
import struct
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.store import Store
from companion.web.site import assets, install
from tests.web.conftest import FRAGMENT
from tests.web.play import close

STATIC = Path(assets.folder_of("static"))


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_manifest_has_all_that_a_phone_asks_for(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    said = answer.get_json(force=True)
    assert said["start_url"] == said["scope"] == "/"
    assert said["display"] == "standalone"
    assert len(said["short_name"]) <= 12
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in said["icons"]}
    for icon in said["icons"]:
        with client.get(icon["src"]) as picture:
            assert picture.mimetype == "image/png"
            assert size(picture.data) == tuple(map(int, icon["sizes"].split("x")))


def test_every_page_links_to_it(client: FlaskClient) -> None:
    text = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in text
    icon = re.search(r'<link rel="apple-touch-icon" href="([^"]+)"', text)
    assert icon is not None
    with client.get(icon[1]) as picture:
        assert size(picture.data) == (180, 180)


def test_the_browser_has_the_colours_of_the_page_and_its_header(client: FlaskClient) -> None:
    styles = (STATIC / "css" / "base.css").read_text(encoding="utf-8")
    said = client.get("/manifest.webmanifest").get_json(force=True)
    assert said["background_color"] == said["theme_color"]
    assert f"--felt: {said['theme_color']};" in styles
    assert f'<meta name="theme-color" content="{said["theme_color"]}">' in client.get("/").text


def test_the_worker_keeps_what_the_page_for_no_connection_needs(client: FlaskClient) -> None:
    script, page = client.get("/sw.js"), client.get("/offline")
    assert script.mimetype == "text/javascript"
    linked = re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text)
    for address in linked:
        assert f'"{address}"' in script.text or "apple-touch" in address
    assert "No connection" in page.text
    assert (STATIC / install.WORKER).read_text(encoding="utf-8") in script.text


def test_the_pages_that_the_worker_copies_say_when_it_is_at_the_table(
    client: FlaskClient, store: Store
) -> None:
    """All other times are in the table's zone; the note above a copy was in the phone's."""
    players = ["Ann", "Bob"]
    table = store.create_table(
        edition="classic-uk",
        options={},
        players=players,
        first_dealer="Ann",
        banker="Ann",
        token=None,
        zone="Asia/Tokyo",
    )
    close(store, table, "Ann", {"Ann": "orange"})
    store.clock = lambda: datetime(2026, 11, 21, 18, 5, tzinfo=UTC)
    for page in ("", "setup", "summary", "deals/1"):
        answer = client.get(f"/t/{table.code}/{page}")
        assert answer.headers["Table-Time"] == "22 Nov, 03:05"
    assert "Table-Time" not in client.get("/").headers
    assert "Table-Time" not in client.get(f"/t/{table.code}/", headers=FRAGMENT).headers


@pytest.mark.parametrize("address", ["/sw.js", "/manifest.webmanifest"])
def test_it_is_asked_for_again_and_answered_in_a_few_bytes(
    client: FlaskClient, address: str
) -> None:
    first = client.get(address)
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""


@pytest.mark.parametrize("address", ["/sw.js", "/manifest.webmanifest", "/offline"])
def test_it_is_the_same_for_all_and_starts_no_session(client: FlaskClient, address: str) -> None:
    assert "Set-Cookie" not in client.get(address).headers


def test_a_new_file_makes_a_new_worker(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.get("/sw.js").text.splitlines()[0]
    monkeypatch.setattr(install, "asset", lambda name: f"/static/{name}?v=new")
    assert client.get("/sw.js").text.splitlines()[0] != before


def test_the_open_deal_is_never_copied() -> None:
    text = (STATIC / install.WORKER).read_text(encoding="utf-8")
    found = re.search(r"const READ = /(.+)/;", text)
    assert found is not None
    read = re.compile(found[1].replace(r"\/", "/"))
    for path, copied in (
        ("/t/ABCDE/", True),
        ("/t/ABCDE/setup", True),
        ("/t/ABCDE/deals/3", True),
        ("/t/ABCDE/deal", False),
        ("/t/ABCDE/deals/3/correct", False),
        ("/t/ABCDE/join", False),
        ("/t/ABCDE/phones", False),
        ("/", False),
    ):
        assert bool(read.search(path)) is copied, path


def test_all_that_is_linked_is_named(client: FlaskClient) -> None:
    text = client.get(
        "/nothing-here"
    ).text  # the frame of every page, and nothing of one page's own
    linked = re.findall(r'(?:href|src)="/static/([^"?]+)', text)
    assert {*linked} == {*install.LINKED, "icons/apple-touch-icon.png"}
