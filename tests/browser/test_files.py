"""Files and deleting in a real browser: saved, brought in elsewhere, deleted and brought back."""

import csv
import io
import json
from pathlib import Path
from secrets import token_hex

import pytest
from playwright.sync_api import expect

from companion.store import Store
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, seat
from tests.browser.phone import Phone
from tests.browser.test_pages import check
from tests.web.play import close

PLAYERS = ["Ann", "Bob", "Zoë O’Brien-Łukasiewicz", "شهرزاد"]


@pytest.fixture
def game(file_server: Server) -> str:
    """A table with two deals; its code."""
    return played(file_server)


def played(server: Server) -> str:
    table = seat(server, PLAYERS, "classic-us")
    store = Store(server.folder / "companion.db")
    close(store, table, "Ann", {"Ann": "red, token*2, h1", "Bob": "go"})
    close(store, table, "Bob", {"Bob": "dark-blue", "Ann": "chance"})
    store.close()
    return table.code


def saved(phone: Phone, name: str, folder: Path) -> Path:
    """Taps what saves a file."""
    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name=name, exact=True).tap()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_game_goes_from_one_server_to_another(
    file_server: Server, new_phone: NewPhone, game: str, tmp_path: Path, scripts: bool
) -> None:
    """Saved, deleted here in place of another server, brought in as it was, and told apart."""
    phone = new_phone(file_server, SMALL, scripts=scripts)
    page = phone.page
    phone.go(f"/t/{game}/summary")
    file = saved(phone, "Save this game", tmp_path)
    assert file.name.startswith("companion-20")
    assert file.name.endswith("-ann-bob-zoe-obrien-lukasiewicz.json")
    lines = list(
        csv.reader(io.StringIO(saved(phone, "Every deal", tmp_path).read_text("utf-8-sig")))
    )
    assert len(lines) == 1 + 2 * len(PLAYERS)
    other = file.with_name("other.json")
    data = json.loads(file.read_text(encoding="utf-8"))
    other.write_text(json.dumps(data | {"game": token_hex(16)}), encoding="utf-8")

    phone.go("/")
    phone.press(page.get_by_role("link", name="Import a game"))
    page.locator("#file").set_input_files(other)
    phone.press(page.get_by_role("button", name="Import"))
    expect(page.locator(".lane")).to_have_count(len(PLAYERS))
    assert game not in page.url

    phone.go("/games/import")
    page.locator("#file").set_input_files(file)
    phone.press(page.get_by_role("button", name="Import"))
    expect(page).to_have_url(f"{file_server.url}/t/{game}/?note=here")

    data["actions"].pop()
    other.write_text(json.dumps(data | {"game": token_hex(16)}), encoding="utf-8")
    phone.go("/games/import")
    page.locator("#file").set_input_files(other)
    phone.press(page.get_by_role("button", name="Import"))
    expect(page.locator("#oops-file")).to_be_visible()
    check_without_scripts_too(phone)
    assert page.url.endswith("/games/import")


def check_without_scripts_too(phone: Phone) -> None:
    """axe needs scripts; without them the eye of the other test has to do."""
    if phone.scripts:
        check(phone)


@pytest.mark.parametrize(
    "scripts",
    [
        pytest.param(True, id="scripts"),
        pytest.param(False, id="no scripts", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize(
    "size", [pytest.param(SMALL, id="small"), pytest.param(TALL, id="tall", marks=pytest.mark.long)]
)
def test_a_table_is_deleted_and_brought_back(
    file_server: Server, new_phone: NewPhone, game: str, size: dict[str, int], scripts: bool
) -> None:
    phone = new_phone(file_server, size, scripts=scripts)
    page = phone.page
    phone.go(f"/t/{game}/summary")
    phone.press(page.get_by_role("link", name="Delete this table"))
    phone.press(page.get_by_role("button", name="Yes, delete it"))
    expect(page.get_by_role("heading", name=f"Table {game} was deleted")).to_be_visible()
    check_without_scripts_too(phone)
    phone.go("/")
    assert not page.locator(f'a[href="/t/{game}/"]').count()
    phone.press(f'form[action="/t/{game}/bring-back"] button')
    phone.go(f"/t/{game}/summary")
    phone.press(page.get_by_role("link", name="Delete this table"))
    phone.press(page.get_by_role("button", name="Yes, delete it"))
    page.goto(f"{file_server.url}/t/{game}/summary")
    phone.press(page.get_by_role("button", name="Bring it back"))
    expect(page).to_have_url(f"{file_server.url}/t/{game}/")
    expect(page.locator(".lane")).to_have_count(len(PLAYERS))


def test_the_place_is_told_on_the_summary(
    file_server: Server, new_phone: NewPhone, game: str
) -> None:
    phone = new_phone(file_server, SMALL)
    page = phone.page
    phone.go(f"/t/{game}/summary")
    page.get_by_label("Where did you play?").fill("Grandma’s kitchen")
    phone.press(page.get_by_role("button", name="Keep the place"))
    expect(page.get_by_text("Grandma’s kitchen").first).to_be_visible()
    assert page.url.endswith("/summary")


def test_the_pages_shut_nobody_out(file_server: Server, new_phone: NewPhone, game: str) -> None:
    phone = new_phone(file_server, SMALL)
    for address in (f"/t/{game}/bgstats", "/games/import", f"/t/{game}/delete", f"/t/{game}/place"):
        phone.go(address)
        check(phone)
