"""Every page: no violation that axe finds, light and dark; it fits 320 px; controls are 44 px."""

import os
import re
from collections.abc import Sequence
from contextlib import closing
from typing import Any, Literal
from zlib import crc32

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from companion.game.closed_deal import settled
from companion.rules.edition_file import load
from companion.store import Store
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, seat, tapped
from tests.browser.phone import Phone
from tests.browser.test_games import TOO_WIDE, UK, UK_DEALS, deal
from tests.often import in_prove
from tests.stored import deal_of
from tests.web.play import close

FEW_BOXES = ("classic-uk", "winning-moves-2017", "express")
EACH_BOX = (*FEW_BOXES, pytest.param("deluxe", marks=pytest.mark.long))
"""Deluxe is entered as Classic is, so its pages of that are looked at in `make prove`."""
TOO_SMALL = """() => [...document.querySelectorAll('a, button, summary, select, input, label.tick')]
    .filter(one => one.checkVisibility() && !one.closest('.skip-link, .visually-hidden')
        && one.type !== 'hidden' && one.tabIndex >= 0)
    .map(one => {
        const label = ['checkbox', 'radio'].includes(one.type) && one.closest('label');
        const box = (label || one).getBoundingClientRect();
        return [one.outerHTML.slice(0, 90), Math.round(box.width), Math.round(box.height)];
    })
    .filter(([, width, height]) => width > 2 && height > 2 && (width < 43.5 || height < 43.5))"""

STILL = "() => document.getAnimations().forEach(one => one.finish())"
"""Brings colours that still change to their end. Waiting for it would take for ever where they are
folded away."""
BROKEN = """(parts, longest) => {
    const broken = [], range = document.createRange();
    const words = new RegExp(`(?<![\\\\p{L}\\u00ad])\\\\p{L}{2,${longest}}(?!\\\\p{L})`, 'gu');
    for (const part of parts) {
        const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const text = texts.currentNode;
            if (text.parentElement.closest('script, .visually-hidden, :is(th, td) bdi')) continue;
            if (!text.parentElement.checkVisibility()) continue; // in a layer that is closed
            for (const found of text.data.matchAll(words)) {
                range.setStart(text, found.index);
                range.setEnd(text, found.index + found[0].length);
                if (new Set([...range.getClientRects()].map(line => line.top)).size > 1)
                    broken.push(found[0]);
            }
        }
    }
    return broken;
}"""
"""The words of at most so many letters that go on in the next line; a name may, in a table."""
MEASURED = f"""() => [
    ({TOO_WIDE})(), ({TOO_SMALL})(), ({BROKEN})([document.body], 12), 'axe' in window]"""
SCHEMES: tuple[Literal["light"], Literal["dark"]] = "light", "dark"
OF_EACH_LOOK = """() => {
    const all = [...document.querySelectorAll('body, body *')].filter(one => one.checkVisibility());
    const styles = new Map(all.map(one => [one, getComputedStyle(one)]));
    const boxes = new Map(all.map(one => [one, one.getBoundingClientRect()]));
    const coloured = all.filter(one => styles.get(one).backgroundImage !== 'none'
        || styles.get(one).backgroundColor !== 'rgba(0, 0, 0, 0)');
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1; // borders may share a line
    const lies_over = one => coloured.some(other => meet(boxes.get(one), boxes.get(other))
        && !other.contains(one) && !one.contains(other));
    const speaks = one => one.matches('input, select, textarea')
        || [...one.childNodes].some(part => part.nodeType === Node.TEXT_NODE && part.data.trim());
    const numbers = new Map(), looks = new Map(), firsts = new Map();
    for (const one of all) {
        const of = styles.get(one);
        const look = [looks.get(one.parentElement), one.localName, one.className, one.disabled,
            of.color, of.backgroundColor, of.backgroundImage, of.opacity, of.fontSize,
            of.fontWeight, of.textShadow, of.filter, of.mixBlendMode].join();
        if (!numbers.has(look)) numbers.set(look, numbers.size);
        looks.set(one, numbers.get(look));
        const kind = lies_over(one) ? one : looks.get(one);
        if (speaks(one) && !firsts.has(kind)) firsts.set(kind, one);
    }
    return [...firsts.values()];
}"""
"""The first text of each look. Texts look alike when they have the same styles, and so have all the
elements around them. A text over something coloured that is not around it is a look of its own."""
OTHER_RULES = """async () => (await axe.run({
    resultTypes: ['violations'],
    rules: {'color-contrast': {enabled: false}},
})).violations"""
CONTRAST = f"""async () => (await axe.run({{include: ({OF_EACH_LOOK})()}}, {{
    resultTypes: ['violations'],
    runOnly: ['color-contrast'],
}})).violations"""
"""What axe finds; only that comes back, for all that it looked at is a great deal. Contrast is most
of its work: it takes three times as long as all its other rules together."""


def check(phone: Phone, *, both: bool = False) -> None:
    """The page that is open now, in the light or in the dark: one test looks at a page in one of
    them, another in the other. `both`: in the one after the other. Axe then looks at the colours
    only, for all else is the same page."""
    page = phone.page
    phone.settle()
    where = page.url.removeprefix(phone.url)
    first = SCHEMES.index(one_scheme(where))
    page.emulate_media(color_scheme=SCHEMES[first])
    page.evaluate(STILL)
    wide, small, broken, there = page.evaluate(MEASURED)
    assert wide <= 0, f"{where} scrolls sideways"
    assert small == [], where
    assert broken == [], where
    if not there:
        page.evaluate(AXE_SCRIPT)
    assert violations(phone, OTHER_RULES) == [], where
    assert violations(phone, CONTRAST) == [], (where, SCHEMES[first])
    if both:
        page.emulate_media(color_scheme=SCHEMES[not first])
        page.evaluate(STILL)
        assert violations(phone, CONTRAST) == [], (where, SCHEMES[not first])


def one_scheme(where: str) -> Literal["light", "dark"]:
    """Always the same one for a test and an address, the code of the table aside."""
    name = os.environ["PYTEST_CURRENT_TEST"] + re.sub("/t/[^/]+", "/t", where)
    return SCHEMES[crc32(name.encode()) % 2]


def violations(phone: Phone, question: str) -> list[str]:
    """What axe finds on the page."""
    found: list[dict[str, Any]] = phone.page.evaluate(question)
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
        for one in found
        for node in one["nodes"]
    ]


STYLES = {
    "black on white": ("", []),
    "all": ("li { color: #999 }", ["one"]),
    "the second": ("li:nth-child(2) { color: #999 }", ["two"]),
    "the last": ("li:last-child { opacity: 0.4 }", ["three"]),
    "its background": ("li:nth-child(2) { background: #444 }", ["two"]),
    "a neighbour behind it": (
        "div { background: #444; height: 22px; margin-top: -20px }",
        ["three"],
    ),
}


def test_a_text_of_each_look_is_judged(server: Server, new_phone: NewPhone) -> None:
    """Of texts that are drawn alike the first stands for all; no other stands for them."""
    phone = new_phone(server, SMALL)
    phone.page.goto("about:blank")
    rows = "".join(f"<li>{word}</li>" for word in ("one", "two", "three"))
    phone.page.set_content(
        "<style>body { background: #fff } ul { margin: 0 }</style><style></style>"
        f"<ul>{rows}</ul><div style='position: relative; z-index: -1'></div>"
    )
    phone.page.evaluate(AXE_SCRIPT)
    for name, (style, wrong) in STYLES.items():
        phone.page.evaluate(
            "style => document.querySelectorAll('style')[1].textContent = style", style
        )
        found = " ".join(violations(phone, CONTRAST))
        assert [word for word in ("one", "two", "three") if f">{word}<" in found] == wrong, name


@pytest.mark.parametrize("asked", ["http://elsewhere.example", "http://192.0.2.1"])
def test_what_a_page_asks_of_another_machine_is_noticed(
    server: Server, new_phone: NewPhone, asked: str
) -> None:
    phone = new_phone(server)
    phone.page.goto("about:blank")
    with phone.page.expect_event("console"):
        phone.page.set_content(f"<img src='{asked}/a-picture.png'>")
    assert phone.wrong != []
    phone.wrong.clear()


@pytest.fixture(scope="module")
def game(server: Server) -> str:
    return stored(server, UK_DEALS)


def stored(server: Server, deals: Sequence[dict[str, Any]]) -> str:
    """A table with deals closed straight in the store; its code."""
    table = seat(server, UK)
    store = Store(server.folder / "companion.db")
    for number, entry in enumerate(deals):
        deal = deal_of(table, entry)
        draft = store.draft(table)
        store.close_deal(
            table,
            entry=deal,
            settlement=settled(table, deal).paid(),
            let_stand=False,
            token=f"game-{number}",
            version=draft.version,
        )
    store.close()
    return table.code


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/tables/new",
        *(f"/tables/new?edition={box}" for box in FEW_BOXES),
        pytest.param("/tables/new?edition=deluxe", marks=pytest.mark.long),
        "/t/{code}/",
        "/t/{code}/setup",
        "/t/{code}/deal",
        "/t/{code}/deals/1",
        "/t/{code}/deals/2/correct",
        "/t/{code}/deals/2/correct?do=strike",
        "/join",
        "/t/{code}/join",
        "/t/{code}/phones",
        "/t/{code}/tv",
    ],
)
def test_page(server: Server, new_phone: NewPhone, game: str, address: str) -> None:
    phone = new_phone(server, SMALL)
    phone.go(address.format(code=game))
    check(phone, both=True)


def test_the_scores_after_an_undo(server: Server, new_phone: NewPhone) -> None:
    table = seat(server, UK)
    with closing(Store(server.folder / "companion.db")) as store:
        close(store, table, "Ann", {"Ann": "red"}, let_stand=True)
        store.undo(table, token="undo")
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{table.code}/")
    expect(phone.page.get_by_role("button", name="Redo")).to_be_visible()
    check(phone)


def test_what_a_field_asks_for_is_readable_in_the_dark(server: Server, new_phone: NewPhone) -> None:
    """A browser's own colour for it is the same by day and by night; axe does not look at it."""
    phone = new_phone(server, SMALL, scheme="dark")
    phone.go("/tables/new?edition=classic-uk")
    asks = phone.measure("#player-0", PLACEHOLDER)
    assert asks == ["rgb(207, 230, 218)", "1"]  # --soft on the felt


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_open_game_is_seen_to_have_the_focus(
    server: Server, new_phone: NewPhone, scheme: Literal["light", "dark"]
) -> None:
    """The line round it lies on the green of the first page; by day it was nearly black."""
    seat(server, ["Ann", "Ben"])
    phone = new_phone(server, scheme=scheme)
    phone.go("/")
    phone.page.keyboard.press("Tab")
    game = phone.page.locator(".carry-on")
    game.focus()
    line = game.evaluate("one => getComputedStyle(one).outlineColor")
    assert line == "rgb(251, 246, 232)"


def test_the_name_in_the_header_is_a_whole_word(server: Server, new_phone: NewPhone) -> None:
    """Also with large text on the smallest phone, where the form of the games is no wider."""
    phone = new_phone(server, SMALL)
    seat(server, ["Ann", "Bob"])
    phone.go("/games")
    phone.page.evaluate(LARGE_TEXT, "200%")
    for part in (".home-link span", ".logo"):
        assert phone.measure(part, f"all => all.map({LINES})") == [1], part
    assert phone.page.evaluate(TOO_WIDE) <= 0


CUT_OFF = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1)
    .map(one => one.textContent)"""
COLOUR = "all => all.map(one => getComputedStyle(one).color)"
PLACEHOLDER = """([field]) => {
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    return [color, opacity];
}"""
BEYOND = """() => [...document.querySelectorAll('main :is(a, button, .card, .note, li, h1, h2)')]
    .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth
        && getComputedStyle(one).overflowX === 'visible')
    .map(one => [one.className, one.textContent.trim().slice(0, 60)])"""
"""The boxes with something that reaches beyond their right edge."""


SPILLS = """all => all.filter(one => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return text.getBoundingClientRect().left < one.closest("td").getBoundingClientRect().left;
}).map(one => one.innerText)"""
"""The amounts that begin left of their column."""
LONGEST = "all => Math.max(...all.map(one => one.innerText.length))"


GAPS = """rows => rows.flatMap(row => {
    const text = document.createRange();
    const ends = [...row.querySelectorAll(':scope > th, b')].map(one => {
        text.selectNodeContents((one.querySelector("a") ?? one).firstChild);
        return text.getBoundingClientRect();
    });
    return ends.slice(1).map((one, at) => one.left - ends[at].right);
})"""
"""The room before each amount of a row: after the number of the deal, or the amount beside it."""


@pytest.mark.parametrize("players", [3, 4])
def test_numbers_of_the_scores_stand_apart_after_the_end(
    server: Server, new_phone: NewPhone, players: int
) -> None:
    """“(12)” ran into “15,200”, and sums of six digits into each other."""
    names = ["@home", "Bob", "Cem", "Dee"][:players]
    table = seat(server, names, "winning-moves-2017", {"target": 2500})
    hand = "dark-blue h1 token*4 go*4"
    with closing(Store(server.folder / "companion.db")) as store:
        for number in range(12):
            goer = names[number % players]
            close(store, table, goer, {goer: hand}, let_stand=True)
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{table.code}/")
    assert phone.shows(".sheet .after-end")
    assert min(phone.measure(".sheet tbody tr", GAPS)) >= 3
    assert phone.measure(".sheet thead bdi", CUT_OFF) == []


SUMMARIES = (
    ("express", 4, 320),
    ("classic-uk", 6, 390),
    ("classic-uk", 4, 320),
    ("classic-uk", 5, 320),
    ("deluxe", 4, 390),
    ("deluxe", 4, 320),
    ("winning-moves-2017", 4, 390),
    ("winning-moves-2017", 3, 320),
)


@pytest.mark.parametrize(
    ("box", "players", "width"),
    in_prove(SUMMARIES, {("classic-uk", 4, 320), ("deluxe", 4, 390)}),
)
def test_every_deal_of_the_summary_fits_on_a_phone(
    server: Server, new_phone: NewPhone, box: str, players: int, width: int
) -> None:
    names = ["Annabelle", "Wolfeschlegelstein", "Cem", "Deirdre", "Eve", "Fay"][:players]
    table = seat(server, names, box, {"target": 50})
    hands = dict(zip(names, ("brown", "red", "green"), strict=False))
    with closing(Store(server.folder / "companion.db")) as store:
        for _ in range(12):
            goer = None if box == "express" else names[1]
            early = {"stopped_early": True} if box == "express" else {"let_stand": True}
            close(store, table, goer, hands, **early)
    phone = new_phone(server, {"width": width, "height": 844})
    phone.go(f"/t/{table.code}/summary")
    assert phone.shows(".every-deal .after-end")
    wide = phone.measure(
        ".record .scroll", "all => all.map(one => one.scrollWidth - one.clientWidth)"
    )
    assert wide == [0]


@pytest.mark.parametrize("box", EACH_BOX)
def test_the_open_deal(server: Server, new_phone: NewPhone, box: str) -> None:
    """At every stage, with everything folded out."""
    phone = new_phone(server, SMALL)
    players = ["Ann", "Bob", "Cem"]
    phone.go(f"/t/{seat(server, players, box).code}/deal")
    if box == "express":
        phone.tap("made:brown:0")
        check(phone, both=True)
        return
    entry = deal(box, "Ann", {"Ann": "yellow token go"})
    phone.tap("out:0")
    check(phone, both=True)
    phone.cards(load(box), entry["hands"]["Ann"])
    phone.unfold()
    check(phone, both=True)


APPEARS = """control => {
    const { animationName, animationDuration } = getComputedStyle(control);
    return [animationName, animationDuration];
}"""


def test_what_a_second_tap_would_hit_appears_a_moment_later(
    server: Server, new_phone: NewPhone
) -> None:
    """It is hidden at first, then there by itself. Other tests do not wait for it."""
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{seat(server, UK).code}/deal")
    phone.tap("out:-")
    button = phone.page.locator("#do-close")
    assert button.evaluate(APPEARS) == ["ready", "0.4s"]
    expect(button).to_be_visible()


UNREACHED = """() => [...document.querySelectorAll('#deal :is(button, summary)')]
    .filter(one => !one.disabled && one.tabIndex >= 0)
    .filter(one => one.checkVisibility({visibilityProperty: true}))
    .filter(one => {
        one.scrollIntoView({block: 'center', inline: 'center'});
        const box = one.getBoundingClientRect();
        const middle = [box.x + box.width / 2, box.y + box.height / 2];
        return !one.contains(document.elementFromPoint(...middle));
    })
    .map(one => one.id || one.outerHTML)"""
"""What cannot be touched in its middle, wherever the page is scrolled to."""
OVERLAPPING = """() => {
    const bands = [...document.querySelectorAll('.card-group .band')];
    const meet = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom;
    return bands.filter((one, at) => bands.slice(at + 1).some(
        other => meet(one.getBoundingClientRect(), other.getBoundingClientRect())
    )).map(one => one.id);
}"""
"""Groups drawn over one another."""
BAR_HIGH = """() => [getComputedStyle(document.querySelector('#bar')).position,
    document.querySelector('#bar').offsetHeight / innerHeight]"""
LARGE_TEXT = "size => { document.documentElement.style.fontSize = size; }"
LINES = """part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return new Set([...range.getClientRects()].map(line => line.top)).size;
}"""
"""On how many lines a text stands."""


SCREENS = {
    "tall": (TALL, "100%", "fixed"),
    "small": (SMALL, "100%", "fixed"),
    "zoomed to 200 %": ({"width": 195, "height": 422}, "100%", "static"),
    "text at 200 %": (TALL, "200%", "static"),
    "on its side": ({"width": 844, "height": 390}, "100%", "static"),
}
"""The size of the screen and of the letters, and where the bar is then."""


def test_everything_on_the_open_deal_can_be_touched(server: Server, new_phone: NewPhone) -> None:
    """Nothing is covered for good; the bar takes a third of the screen at most, or is part of the
    page; the page never scrolls sideways. On every screen, at three stages of one deal."""
    phone = new_phone(server, TALL)
    table = seat(server, ["Ann", "Bob", "Cem"], "classic-us")
    cards = "red dark-blue h1 h2 token go"
    phone.go(tapped(server, table, "out:0", f"={cards}", "n:chance:1"))
    for tap in ("", "lay", "open:1"):
        if tap == "lay":
            phone.lay()
        elif tap:
            phone.tap(tap)
        for name, (size, text, where) in SCREENS.items():
            here = (name, tap)
            phone.page.set_viewport_size({"width": size["width"], "height": size["height"]})
            phone.page.evaluate(LARGE_TEXT, text)
            phone.page.evaluate(STILL)
            assert phone.page.evaluate(UNREACHED) == [], here
            assert phone.page.evaluate(OVERLAPPING) == [], here
            assert phone.page.evaluate(TOO_WIDE) <= 0, here
            position, part = phone.page.evaluate(BAR_HIGH)
            assert position == where, here
            assert position == "static" or part <= 1 / 3 + 0.01, here
            phone.page.evaluate(LARGE_TEXT, "")
        phone.page.set_viewport_size({"width": TALL["width"], "height": TALL["height"]})
