"""Everything fits: on the smallest phone and on a usual one, in large text, with the longest names
and amounts. One law for all pages, in place of a test for each thing that once did not."""

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import pytest

from companion.rules.entries import Entry
from companion.store import Store
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, seat, tapped
from tests.browser.phone import Phone
from tests.browser.test_games import TOO_WIDE
from tests.browser.test_pages import BEYOND, BROKEN, LARGE_TEXT
from tests.web.play import close

LONG = (
    "Bartholomew-Maximilian von Hohenzollern",
    "Wilhelmina-Theodora Grossmutter Katharin",
    "Theodora-Alexandrina Wolkenstein-Trostbu",
    "Friedrich-Leopold Schwarzenberg-Klettgau",
)
"""Names of 39 and 40 letters."""
ONE_WORD = ("A" * 40, "Wilhelminadorotheaelisabethana", "諸葛亮" * 13, "Bob")
SIX = tuple(f"Wilhelmina-Charlotte of Quite-Far-Away {letter}" for letter in "ABCDEF")
CUT_OFF = "all => all.map(one => Math.max(0, one.scrollHeight - one.clientHeight))"
"""How much of each is not seen."""
SPILLS = """all => all.filter(one => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return text.getBoundingClientRect().left < one.closest("td").getBoundingClientRect().left;
}).map(one => one.innerText)"""
"""The amounts that begin left of their column."""

Made = tuple[Sequence[str], str, dict[str, Any], Sequence[str]]
"""Players, box, options, and the hand of everybody who goes out in turn."""

GAMES: dict[str, Made] = {
    "the longest names": (LONG, "classic-uk", {"target": 90000}, ["red go"] * 2),
    "names of one word": (ONE_WORD, "classic-uk", {}, ["red go"] * 2),
    "six players and large amounts": (
        SIX,
        "classic-uk",
        {"target": 90000},
        ["dark-blue h1 h2 h3 h4 token*2 go*2"] * 2,
    ),
    "a jackpot, and played on after the end": (
        LONG,
        "winning-moves-2017",
        {"target": 2500},
        ["dark-blue h1 token*4 go*4"] * 12,
    ),
    "racks": (LONG, "deluxe", {"target": 50}, ["green h1 token*2"] * 12),
}
PAGES = ("", "deal", "setup", "phones", "tv", "deals/1", "deals/1/correct", "summary", "pad")


@pytest.fixture(scope="module")
def code_of(server: Server) -> Callable[[str], str]:
    """``code_of(name)``: the code of one of the games, made when it is first asked for."""
    codes: dict[str, str] = {}

    def code(name: str) -> str:
        if name not in codes:
            players, box, options, hands = GAMES[name]
            table = seat(server, players, box, options)
            with closing(Store(server.folder / "companion.db")) as store:
                for number, hand in enumerate(hands):
                    goer = players[number % len(players)]
                    close(store, table, goer, {goer: hand}, let_stand=True)
                    fine = Entry("adjustment", 0, player=goer, amount=-50, reason="a long story")
                    store.write_down(table, [fine], token=str(number))
            codes[name] = table.code
        return codes[name]

    return code


def fits(phone: Phone, where: object, text: str = "100%") -> None:
    """Nothing on the page is wider than it may be, and no short word goes on in the next line."""
    phone.page.evaluate(LARGE_TEXT, text)
    assert phone.page.evaluate(TOO_WIDE) <= 0, (where, text)
    if text == "100%":
        assert phone.page.evaluate(BEYOND) == [], where
    assert phone.measure(".sheet :is(b, td > span)", SPILLS) == [], (where, text)
    assert phone.measure("main", BROKEN, 6) == [], (where, text)


def fits_everywhere(phone: Phone, page: str) -> None:
    """The page fits in every size of screen and text. It is opened once, for each size is a matter
    of the style sheet only."""
    phone.go(page)
    phone.unfold()
    for size, text in ((SMALL, "100%"), (SMALL, "200%"), (TALL, "130%")):
        phone.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        fits(phone, page, text)
    phone.page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})


@pytest.mark.parametrize("name", GAMES)
def test_the_pages_of_a_game_fit(
    server: Server, new_phone: NewPhone, code_of: Callable[[str], str], name: str
) -> None:
    phone = new_phone(server, SMALL)
    for page in PAGES:
        fits_everywhere(phone, f"/t/{code_of(name)}/{page}")


def test_the_other_pages_fit(
    server: Server, new_phone: NewPhone, code_of: Callable[[str], str]
) -> None:
    code = code_of("names of one word")
    phone = new_phone(server, SMALL)
    written_down = ("more", "adjust", "names", "end", "dealer", "go-on")
    for page in (
        *(f"/t/{code}/{page}" for page in written_down),
        "/",
        "/games",
        "/players",
        f"/player?name={ONE_WORD[1]}",
        "/tables/new?edition=classic-uk",
        "/rules/classic-us",
        "/pad/deluxe",
        "/referee?edition=classic-uk&went_out=1&cards=strand&enter=1",
    ):
        fits_everywhere(phone, page)


GOER = ("out:0", "=orange yellow h1 h2 token chance")
FREED = ("out:0", "=yellow h1 h2 token*2 go chance*2")
JAILED = ("open:0", "n:go-to-jail:1", "open:")
DEALS: dict[str, tuple[Sequence[str], str, Sequence[str]]] = {
    "who went out, of six": (SIX, "classic-uk", ()),
    "a card cannot be placed": (LONG, "classic-uk", ("out:0", "=dark-blue h1 h3 token*2 go*2 mm")),
    "allowed": (LONG, "classic-uk", ("out:0", "=dark-blue h1 h3 token*2 go*2 mm", "lay")),
    "waiting for all": (LONG, "classic-uk", (*GOER, "lay", "open:")),
    "asked what a Chance is": (LONG, "classic-uk", ("out:0", "=red h1 h2 chance token*2 go*2")),
    "two Chances": (LONG, "classic-uk", ("out:0", "=red h1 h2 chance*2 token*2 go")),
    "a Chance in the reward": (LONG, "classic-uk", (*GOER, "lay")),
    "a token drawn": (LONG, "classic-uk", (*GOER, "lay", "n:token:2")),
    "one of two Chances is free": (LONG, "classic-uk", (*FREED, "lay", "n:token:1")),
    "what another hand is paid": (
        LONG,
        "classic-uk",
        ("out:0", "=orange yellow h1 h2 token*2", "lay", "open:1", "take:red", "take:green"),
    ),
    "two wilds of another hand": (
        LONG,
        "winning-moves-2017",
        ("out:0", "=dark-blue h1 token*3 go*2 fp*2", "open:1", "take:red", "n:wild:2"),
    ),
    "who has the card that catches": (
        ("Maximiliane", "Friedericke", "Ann"),
        "winning-moves-2017",
        ("out:1", "take:red", "open:", *JAILED),
    ),
    "who has other cards": (
        ONE_WORD,
        "classic-uk",
        ("out:1", "=red h1 token*2 go*2", "lay", "open:0"),
    ),
    "who made each monopoly": (LONG, "express", ("made:brown:0", "made:light-blue:1")),
    "who made each, one word": (ONE_WORD, "express", ("made:brown:0", "made:light-blue:1")),
}


@pytest.mark.parametrize("state", DEALS)
def test_the_open_deal_fits(server: Server, new_phone: NewPhone, state: str) -> None:
    """All of the bar is in sight, too, and those who are asked about have their whole names."""
    players, box, taps = DEALS[state]
    phone = new_phone(server, SMALL)
    phone.go(tapped(server, seat(server, players, box), *taps))
    assert phone.measure("#bar", CUT_OFF) in ([0], [])
    assert {*phone.measure("#out bdi", CUT_OFF)} <= {0}
    phone.unfold()
    fits(phone, state)
