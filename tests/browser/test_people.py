"""Games and players on a phone: accessible, 320 px wide, and with JavaScript off."""

from collections.abc import Sequence

import pytest

from companion.rules.edition_file import load
from companion.store import Store, people
from tests.browser.conftest import SMALL, NewPhone, Server
from tests.browser.phone import Phone
from tests.browser.test_pages import check
from tests.web.play import close

LONG = "Wilhelmina-Charlotte of Quite-Far-Away A"
GAMES: Sequence[tuple[str, Sequence[str], Sequence[str]]] = (
    ("classic-uk", ("Ann", "Bob", LONG), ("Ann", "Bob", "Ann")),
    ("classic-uk", ("Ann", "<b>Bo</b>"), ("Ann",)),
    ("classic-us", ("אבי", "Ann", "Bob", "Cem", "Dee", "Eve"), ("Ann", "Dee")),
    ("winning-moves-2017", ("Ann", "Bob"), ("Bob", "Bob", "Ann", "Ann")),
    ("express", ("Bob", "Ann"), ("", "")),
    ("classic-uk", ("Annie", "Featherstonehaugh"), ("Annie",)),
)


@pytest.fixture(scope="module")
def games(file_server: Server) -> Server:
    """A server with games of several boxes, some finished, and a name that was changed."""
    store = Store(file_server.folder / "companion.db")
    for edition, players, goers in (*GAMES, GAMES[0], GAMES[4]):
        table = store.create_table(
            edition=edition,
            options={"deals": len(goers)},
            players=players,
            first_dealer=players[0],
            banker=players[0],
        )
        card = load(edition).roles.get("most_of", "")
        for goer in goers:
            first, *others = (goer or players[0], *(one for one in players if one != goer))
            hands = {first: f"red {card}", others[-1]: "dark-blue railroads"}
            more = {} if goer else {"stopped_early": True}
            close(store, table, goer or None, hands, **more)
    people.rename(store, "Cem", "Cemal")
    store.close()
    return file_server


def test_pages(games: Server, new_phone: NewPhone) -> None:
    phone = new_phone(games, SMALL)
    for address in (
        "/games",
        "/games?player=Ann&edition=express",
        "/players",
        "/player?name=Ann",
        "/player?name=Cem",
        f"/player?name={LONG}",
        "/player/rename?name=Ann",
        "/player/rename?name=Ann&new=Annie",
    ):
        phone.go(address)
        phone.unfold()
        check(phone)
    phone.page.goto(f"{games.url}/player/rename?name=Ann&new=Bob")
    check(phone)
    phone.page.goto(f"{games.url}/games?player=Nobody")
    check(phone)


def big(phone: Phone, label: str) -> str:
    """One of the big figures."""
    return phone.page.locator(f'.figures div:has(dt:text-is("{label}")) b').first.inner_text()


@pytest.mark.parametrize(
    "scripts",
    [
        pytest.param(True, id="scripts", marks=pytest.mark.long),
        pytest.param(False, id="no scripts"),
    ],
)
def test_two_spellings_are_joined_and_parted(
    games: Server, new_phone: NewPhone, scripts: bool
) -> None:
    """From the foot of a page to the player, there and back again."""
    phone = new_phone(games, SMALL, scripts=scripts)
    page = phone.page

    def press(what: str, there: str) -> None:
        phone.press(page.locator(what))
        page.wait_for_url(f"{games.url}{there}")

    phone.go("/")
    press(".site-footer a:has-text('Games')", "/games")
    page.locator("#by-player").fill("Annie")
    press("#games form button", "/games?player=Annie&edition=")
    assert page.locator("#games li").count() == 1
    press("#games a:has-text('Players')", "/players")
    press("#players a:has-text('Annie')", "/player?name=Annie")
    assert big(phone, "Games") == "1"
    press("a:has-text('Change the name')", "/player/rename?name=Annie")
    page.locator("#new").fill("Ann")
    press("button:has-text('See what changes')", "/player/rename?name=Annie&new=Ann")
    press("button:has-text('Yes, they are one person')", "/player?name=Ann")
    assert page.locator("h1").inner_text() == "Ann"
    assert big(phone, "Games") == "8"
    press("button:has-text('Undo this')", "/player?name=Annie")
    assert page.locator("h1").inner_text() == "Annie"
    assert big(phone, "Games") == "1"
