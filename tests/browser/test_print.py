"""The summary and the score pad on paper, A4 and Letter, and on a phone."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route

from companion.game import correction
from companion.rules.edition_file import edition_ids, load
from companion.rules.ledger import Sheet
from companion.store import Store, Table
from companion.store.rulings import record
from companion.store.sheets import sheet_of
from tests.browser.conftest import PICTURES, SMALL, NewPhone, Server
from tests.browser.test_pages import check
from tests.often import in_prove
from tests.paper import Paper, as_printed, smallest
from tests.web import planner
from tests.web.play import close, close_entry

SIZES = ("A4", "Letter")
LONG = (
    "Alexandra-Wilhelmina of the Hills",
    "Bartholomäus Öztürk-Łukasiewicz",
    "Cem",
    "Éloïse Montgomery-Smythe",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Zoë",
)
LONGEST = (
    "Alexandra-Wilhelmina of the Seven Hills",
    "Bartholomäus Öztürk-Łukasiewicz-Smithers",
    "Christopher-Emmanuel of Montgomeryshire",
    "Éloïse Montgomery-Smythe de la Fontaine",
    "Wolfeschlegelsteinhausenbergerdorffs",
    "Zoë-Katharina Featherstonehaugh-Brown",
)
FOUR = ("Ann", "Ben", "Cem", "Dee")
LONGEST_PLACE = "Grandmother’s and Grandfather’s kitchen in Leeds, upstairs"


class Played(NamedTuple):
    """A game to print: its table, and how many sheets it takes."""

    code: str
    table: Table
    sheets: int
    corrected: bool


Game = Callable[[str], Played]


def _classic(store: Store, table: Table, deals: int) -> None:
    """Deals in which everybody goes out in turn; the first hand is as full as hands get."""
    players, edition = table.players, table.edition
    full = "green h1 h2 h3 h4 hotel token" + ("" if len(players) > 4 else " mm")
    trains, light = edition.group("railroads").cards, edition.group("light-blue").cards
    reward = ", ".join([*trains[:2], light[0], "go", "chance"])
    hands = ("dark-blue h1 token", "red h1 h2 go", "yellow token*2", "orange h1 h2 h3")
    for number in range(deals):
        at = number % len(players)
        goer, next_one, last = players[at], players[at - 1], players[at - 2]
        if number == 0:
            close(store, table, goer, {goer: full, next_one: "utilities go*2"}, reward=reward)
            continue
        others = {next_one: "brown go*2"}
        if len(players) > 2:
            others[last] = "chance mm" if number % 3 else "light-blue"
        close(store, table, goer, {goer: hands[number % len(hands)], **others})


def _express(store: Store, table: Table, rounds: int) -> None:
    """Rounds in which the ten monopolies fall to anybody."""
    for number in range(rounds):
        lot = Random(number)
        hands: dict[str, list[str]] = {player: [] for player in table.players}
        for group in load("express").groups:
            hands[lot.choice(table.players)].append(group.id)
        close(store, table, None, {player: " ".join(made) for player, made in hands.items()})


def _hotel_forgotten(store: Store, table: Table, *numbers: int) -> None:
    """In these deals the goer gets a hotel, which the table allows."""
    for number in numbers:
        deals = store.deals(table)
        entry = deals[number - 1].entry
        goer = str(entry.went_out)
        entry = replace(entry, hands={**entry.hands, goer: [*entry.hands[goer], "hotel"]})
        plan = correction.plan(table, deals, number, entry, let_stand=True)
        store.correct(
            table,
            number=number,
            reason="the hotel had slid under the board and nobody saw it",
            changes=plan.changes,
            token=f"correct {number}",
        )


def _corrected_and_ruled(store: Store, table: Table) -> None:
    """Two corrections and two rulings, more than most evenings have."""
    _hotel_forgotten(store, table, 2, 5)
    for player in table.players[:2]:
        record(
            store,
            table,
            deal_id=store.deals(table)[3].id,
            player=player,
            outcome="agreed",
            note="it was late and nobody minded",
            ruling="May not go out: a hotel stands only on four houses.",
            token=f"rule {player}",
        )


def _two(store: Store) -> Table:
    table = _made(store, "classic-uk", ["Ann", "Ben"])
    _classic(store, table, 4)
    return table


def _large(store: Store) -> Table:
    table = _made(store, "classic-uk", ["Ann", "Ben", "Cem"])
    for goer in ("Ann", "Ben", "Cem", "Ann"):
        close(store, table, goer, {goer: "dark-blue h1 h2 h3 h4 hotel token*3 go*4 chance"})
    return table


def _six(store: Store) -> Table:
    values = {"orange": 250, "go": 100}
    table = _made(store, "classic-us", LONG, tie="play-on", values=values)
    _classic(store, table, 8)
    _corrected_and_ruled(store, table)
    return table


def _longest(store: Store) -> Table:
    rules: Any = {"target": None, "tie": "play-on", "values": {"orange": 250}}
    table = _made(store, "classic-us", LONGEST, **rules)
    _classic(store, table, 8)
    _corrected_and_ruled(store, table)
    return table


def _widest(store: Store) -> Table:
    table = _made(store, "classic-uk", ["W" * 40, "M" * 40], deals=1)
    close(store, table, "W" * 40, {"W" * 40: "orange"})
    return table


def _jackpot(store: Store) -> Table:
    table = _made(store, "winning-moves-2017", ["Ann", "Ben", "Cem"], target=None, deals=5)
    for number, goer in enumerate(("Ann", "Cem", "Ben", "Ann", "Cem")):
        cards = ("red orange one-house go", "dark-blue two-houses hotel token go")[number % 2]
        caught = {"Ben": "go-to-jail"} if goer != "Ben" else {}
        close(store, table, goer, {goer: cards, **caught})
    return table


def _racks(store: Store) -> Table:
    table = _made(store, "deluxe", FOUR, target=None, deals=5)
    _classic(store, table, 5)
    return table


def _long_racks(store: Store) -> Table:
    table = _made(store, "deluxe", LONGEST[:4], target=None, deals=6)
    _classic(store, table, 5)
    return table


def _after_the_end(store: Store) -> Table:
    table = _made(store, "winning-moves-2017", LONGEST[:4], target=None, deals=4)
    for seat in (0, 1, 0, 2, 1):
        close(store, table, LONGEST[seat], {LONGEST[seat]: "green three-houses token go*5"})
    return table


def _most_after_the_end(store: Store) -> Table:
    table = _made(store, "classic-uk", LONG, target=1000)
    _classic(store, table, 16)
    return table


def _corrected_after_the_end(store: Store) -> Table:
    table = _made(store, "classic-uk", FOUR[:2], target=1000)
    _classic(store, table, 12)
    _hotel_forgotten(store, table, 10, 12)
    return table


def _many(deals: int) -> Callable[[Store], Table]:
    def made(store: Store) -> Table:
        table = _made(store, "deluxe", FOUR, target=1000000)
        _classic(store, table, deals)
        return table

    return made


def _rounds(rounds: int, players: Sequence[str] = FOUR) -> Callable[[Store], Table]:
    def made(store: Store) -> Table:
        table = _made(store, "express", players, target=10000)
        _express(store, table, rounds)
        return table

    return made


def _typical(edition: str, players: Sequence[str], deals: int) -> Callable[[Store], Table]:
    """Deals as they come: cards of every kind, so that the luck of the game has all its columns."""

    def made(store: Store) -> Table:
        table = _made(store, edition, players, target=None, deals=deals)
        lot = Random(deals)
        for _ in range(deals):
            deal = planner.typical(lot, table.edition, len(players))
            hands = {player: [*deal.hands[seat]] for seat, player in enumerate(players)}
            entry: dict[str, Any] = {"went_out": players[deal.went_out], "hands": hands}
            close_entry(store, table, {**entry, "reward": [*deal.reward]} if deal.reward else entry)
        return table

    return made


def _large_amounts(store: Store) -> Table:
    dear = dict.fromkeys(("dark-blue", "red", "yellow", "orange", "hotel", "go"), 1_000_000)
    table = _made(store, "classic-uk", LONGEST[:4], target=None, deals=5, values=dear)
    _classic(store, table, 5)
    return table


def _made(store: Store, edition: str, players: Sequence[str], **options: Any) -> Table:
    first = players[0]
    return store.create_table(
        edition=edition, options=options, players=players, first_dealer=first, banker=first
    )


GAMES: dict[str, tuple[Callable[[Store], Table], int]] = {
    "4 deals and 2 players": (_two, 1),
    "4 deals and 3 players": (_large, 1),
    "8 deals and 6 players": (_six, 1),
    "8 deals and the longest names": (_longest, 1),
    "5 rounds of 2017": (_jackpot, 1),
    "5 deals of Deluxe": (_racks, 1),
    "5 deals of Deluxe and the longest names": (_long_racks, 1),
    "5 rounds of 2017 and the longest names, one after the end": (_after_the_end, 1),
    "16 deals and 6 players, most after the end": (_most_after_the_end, 1),
    "12 deals and 2 players, two corrected after the end": (_corrected_after_the_end, 1),
    "8 deals and 4 players, as they come": (_typical("classic-uk", FOUR, 8), 1),
    "10 deals and 4 players, as they come": (_typical("classic-uk", FOUR, 10), 1),
    "17 deals and 4 players, as they come": (_typical("classic-uk", FOUR, 17), 1),
    "12 deals and 2 players, as they come": (_typical("classic-us", FOUR[:2], 12), 1),
    "20 deals and 2 players, as they come": (_typical("classic-uk", FOUR[:2], 20), 2),
    "9 rounds of 2017 and 4 players, as they come": (_typical("winning-moves-2017", FOUR, 9), 1),
    "5 deals of a million and the longest names": (_large_amounts, 1),
    "30 deals and 4 players": (_many(30), 2),
    "40 deals and 4 players": (_many(40), 2),
    "50 deals and 4 players": (_many(50), 2),
    "20 rounds of Express": (_rounds(20), 2),
    "40 rounds of Express and the longest names": (_rounds(40, LONGEST[:4]), 2),
}
"""The games that are printed, and how many sheets they take. From 18 lines of deals and notes
on the deals have a sheet of their own, which has room for 50."""
WIDEST = "the widest letters"
FEW, SIX = "4 deals and 2 players", "8 deals and 6 players"
SELDOM = (
    *("5 deals of Deluxe", "40 deals and 4 players", "50 deals and 4 players"),
    "40 rounds of Express and the longest names",
    *("17 deals and 4 players, as they come", "20 deals and 2 players, as they come"),
    *("9 rounds of 2017 and 4 players, as they come", "12 deals and 2 players, as they come"),
    "5 deals of a million and the longest names",
)
"""Other games print the same parts. These are printed in `make prove`."""
SAME_ON_A_PHONE = (
    *("4 deals and 2 players", "4 deals and 3 players", "5 rounds of 2017", *SELDOM),
    "16 deals and 6 players, most after the end",
    "12 deals and 2 players, two corrected after the end",
    *("8 deals and 6 players", "30 deals and 4 players"),
)
"""On a phone they are a longer game's page with fewer lines of the same kind."""


@pytest.fixture(scope="module")
def game(server: Server) -> Game:
    """``game(name)``: one of the games, made when it is first asked for."""

    @cache
    def played(name: str) -> Played:
        make, sheets = GAMES.get(name, (_widest, 1))
        with closing(Store(server.folder / "companion.db")) as store:
            table = make(store)
            place = LONGEST_PLACE if make is _longest else "Grandma’s kitchen, Leeds"
            with store.writing() as db:
                db.execute("UPDATE tables SET place = ? WHERE id = ?", [place, table.id])
        return Played(table.code, table, sheets, make is _six)

    return played


MOST_EMPTY = 0.14
"""The share of the height of the sheet for the wall that may be empty in one piece."""
MOST_EMPTY_BEHIND = 0.28
"""The same of a sheet behind it, which has all the deals of a long game."""
LEAST_PT = 7
LEAST_CARD_MM = 12.5
WHOLE = 18
"""Longer words of a name may be broken where the whole name has to be read."""
CUT_OFF = """() => [...document.querySelectorAll(".paper .scroll, .playing-card, .banner")]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => one.textContent)"""
CARDS = """() => [...document.querySelectorAll(".playing-card")].map(one => {
  const box = one.getBoundingClientRect();
  return [box.width / 96 * 25.4, box.height / 96 * 25.4];
})"""
"""Width and height of the cards of the hand of the night, in mm."""
BROKEN_NUMBERS = """() => [...document.querySelectorAll(".every-deal tbody th")].filter(one => {
  const text = document.createRange();
  text.selectNodeContents(one);
  const lines = [...text.getClientRects()].filter(line => line.width > 1).map(line => line.bottom);
  return Math.max(...lines) - Math.min(...lines) > 6;
}).map(one => one.textContent)"""
"""The numbers of deals that have more than one line, with their signs."""
ROWS = """() => Object.values(Object.groupBy([...document.querySelectorAll(".card-faces li")],
  one => Math.round(one.getBoundingClientRect().top))).map(row => row.length)"""
"""How many cards of the hand of the night lie in each row."""


BROKEN = """names => names.flatMap(name => name.textContent.split(/[ -]+/).filter(word => {
    const text = document.createRange(), at = name.textContent.indexOf(word);
    text.setStart(name.firstChild, at);
    text.setEnd(name.firstChild, at + word.length);
    return new Set([...text.getClientRects()].map(line => line.top)).size > 1;
}))"""
"""The words of names that stand on two lines."""


@pytest.fixture(scope="module")
def printer(browser: Browser) -> Iterator[Page]:
    """A page to print from. A test that leaves more on it than an address takes `page`."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", in_prove(GAMES, SELDOM))
def test_a_game_on_paper(server: Server, game: Game, printer: Page, name: str) -> None:
    """Its summary, opened once and printed on either paper."""
    played = game(name)
    with closing(Store(server.folder / "companion.db")) as store:
        sheet = sheet_of(store, played.table)
    printer.goto(f"{server.url}/t/{played.code}/summary")
    for size in SIZES:
        paper = Paper(printer, size)
        paper.save(PICTURES, f"summary-{name.replace(' ', '-')}")
        fits(paper, played.sheets)
        has_every_row_whole(paper, sheet, names=played.table.players[0] == "Ann")
        has_what_belongs_on_it(paper, sheet)
        if played.corrected:
            tells_corrections_rulings_and_rules(paper)
        with as_printed(printer, size):
            assert printer.evaluate(BROKEN_NUMBERS) == [], size
            names = printer.locator(".figures-table .who")
            assert [word for word in names.evaluate_all(BROKEN) if len(word) <= WHOLE] == [], size
            is_legible(printer, size)
            if name == "5 rounds of 2017":
                assert printer.evaluate(ROWS) == [3, 3], size


def test_a_name_over_a_column_that_is_cut_ends_in_an_ellipsis(
    server: Server, game: Game, printer: Page
) -> None:
    """All six have more than two lines. An ellipsis beyond the edge is not printed."""
    printer.goto(f"{server.url}/t/{game('8 deals and the longest names').code}/summary")
    for size in SIZES:
        head = Paper(printer, size).text.partition("Dealt Alexandra")[2].partition(" 1 ")[0]
        assert head.count("…") == len(LONGEST), (size, head)


def fits(paper: Paper, sheets: int) -> None:
    """As few sheets as the content takes, without large gaps and with nothing in the margins."""
    assert len(paper) == sheets, paper.size
    assert paper.beyond() == [], paper.size
    assert paper.empty(0) < MOST_EMPTY, paper.size
    behind = [paper.empty(number) for number in range(1, len(paper))]
    assert all(empty < MOST_EMPTY_BEHIND for empty in behind), (paper.size, behind)


def has_every_row_whole(paper: Paper, sheet: Sheet, *, names: bool) -> None:
    """Every deal is on one sheet, below its head; with the `names` of who dealt, where they are
    not cut to their columns."""
    assert sheet.rows
    for row in sheet.rows:
        paid = {one: f"{amount:,}" if amount else "–" for one, amount in row.payouts.items()}
        cells = [f"{paid[one]} {row.totals[one]:,}" for one in sheet.players]
        line = " ".join(cells)
        on = [text for text in paper.texts if line in text]
        assert len(on) == 1, (paper.size, line)
        assert on[0].index("Dealt") < on[0].index(line), (paper.size, line)
        before = on[0].partition(line)[0].split()[-8:]
        assert any(str(row.position) in word for word in before), (paper.size, row.position, before)
        if names:
            assert row.dealer in before, (paper.size, before)


def has_what_belongs_on_it(paper: Paper, sheet: Sheet) -> None:
    """The players and the parts of a summary, and nothing that is tapped."""
    letters = re.sub("[ -]", "", paper.text)  # a long name may be divided
    for player in sheet.players:
        assert re.sub("[ -]", "", player) in letters, paper.size
    for words in ("of the night", "Running totals", "Rules in force", "Leeds"):
        assert words in paper.text, paper.size
    for button in ("Print this page", "Keep this game", "A picture to send", "Set-up", "←"):
        assert button not in paper.text, paper.size


def tells_corrections_rulings_and_rules(paper: Paper) -> None:
    for words in (
        "Deal 2: corrected",
        "Deal 5: corrected",
        "the hotel had slid under the board",
        "the table agreed otherwise",
        "Orange: $250.",
        "After a tie at the end, everyone plays on until one is ahead.",
    ):
        assert words in paper.text, paper.size


def is_legible(page: Page, size: str) -> None:
    """Nothing is cut off or small, or for a screen only; the cards of the best hand have the shape
    of real ones, and room for their names."""
    assert page.locator(".screen-only:visible").all_text_contents() == [], size
    assert page.evaluate(CUT_OFF) == [], size
    assert smallest(page, ".rules-in-force, .visually-hidden") >= LEAST_PT, size
    cards = page.evaluate(CARDS)
    assert all(wide >= LEAST_CARD_MM for wide, _ in cards), (size, cards)
    assert all(high / wide == pytest.approx(7 / 5, abs=0.02) for wide, high in cards), (size, cards)


@pytest.mark.parametrize("edition", edition_ids())
def test_a_blank_pad_is_one_sheet(server: Server, printer: Page, edition: str) -> None:
    printer.goto(f"{server.url}/pad/{edition}")
    head = load(edition).deal_word.capitalize()
    for size in SIZES:
        paper = Paper(printer, size)
        paper.save(PICTURES, f"pad-{edition}")
        assert len(paper) == 1, size
        assert head in paper.text, size  # in one piece, in a narrow column
        assert "Print this page" not in paper.text, size
        assert "Put names on it" not in paper.text, size
        for group in load(edition).groups:
            assert group.name in paper.text, size


def test_the_pad_of_long_names_is_one_sheet(server: Server, game: Game, printer: Page) -> None:
    printer.goto(f"{server.url}/t/{game(SIX).code}/pad")
    assert {size: len(Paper(printer, size)) for size in SIZES} == dict.fromkeys(SIZES, 1)


def _knows_no_name_without_prefix(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace(" print-color-adjust", " unknown"))


@pytest.mark.parametrize("what", in_prove(["summary", "pad"], ["pad"]))
def test_ink_for_the_banner_and_the_strips_only(
    server: Server, game: Game, browser: Browser, page: Page, what: str
) -> None:
    """Black on white from a phone in the dark too; the banner and the strips of the cards are all
    that has a background, asked for or not, in Chrome before 136, too. And scripts change
    nothing."""
    address = f"{server.url}/t/{game(SIX).code}/{what}"
    page.goto(address)
    first = Paper(page, "A4", backgrounds=True)
    printed = {"backgrounds asked for": first, "no backgrounds": Paper(page, "A4")}
    page.emulate_media(color_scheme="dark")
    printed["in the dark"] = Paper(page, "A4")
    without = browser.new_context(java_script_enabled=False)
    plain = without.new_page()
    plain.goto(address)
    printed["no scripts"] = Paper(plain, "A4")
    plain.route("**/base.css*", _knows_no_name_without_prefix)
    plain.goto(address)
    printed["an old browser"] = Paper(plain, "A4")
    without.close()
    for how, paper in printed.items():
        shades = paper.shades(0)
        assert sum(shades) / len(shades) > (215 if what == "summary" else 235), how
        assert (paper.text, shades) == (first.text, first.shades(0)), how


def test_the_print_button_prints(server: Server, game: Game, page: Page) -> None:
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto(f"{server.url}/t/{game(FEW).code}/summary")
    page.get_by_role("button", name="Print this page").click()
    assert page.title() == "printed"


def test_the_picture_is_saved_as_png(
    server: Server, game: Game, page: Page, tmp_path: Path
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{server.url}/t/{game(SIX).code}/summary")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Share the picture").click()
    assert waiting.value.suggested_filename.endswith(".png")
    waiting.value.save_as(tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / "picture.png").write_bytes((tmp_path / "sheet.png").read_bytes())
    assert said == []


BELOW = """() => {
  const main = document.querySelector("main");
  const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const ends = [...main.querySelectorAll("svg")].map(one => one.getBoundingClientRect().bottom);
  const text = document.createRange();
  while (walk.nextNode()) {
    text.selectNodeContents(walk.currentNode);
    if (walk.currentNode.data.trim()) ends.push(text.getBoundingClientRect().bottom);
  }
  return main.getBoundingClientRect().bottom - Math.max(...ends);
}"""
"""How much room there is below the last words or drawing of a page."""


@pytest.mark.parametrize(
    "page_of", ["/t/{over}/", "/t/{on}/", "/t/{on}/setup", "/games", "/players"]
)
def test_nothing_below_the_last_words_needs_another_sheet(
    server: Server, game: Game, printer: Page, page_of: str
) -> None:
    """The room for a bar that is not printed, and lines of buttons, printed an empty sheet."""
    over, on = game("5 rounds of 2017").code, game("30 deals and 4 players").code
    printer.goto(server.url + page_of.format(over=over, on=on))
    with as_printed(printer, "A4"):
        assert printer.evaluate(BELOW) < 30  # the padding of a card, and below a list


@pytest.mark.parametrize("name", [SIX, WIDEST])
def test_the_picture_holds_all_its_text(
    server: Server, game: Game, printer: Page, name: str
) -> None:
    printer.goto(f"{server.url}/t/{game(name).code}/sheet.svg")
    wide, ends = printer.evaluate(
        """() => [document.documentElement.viewBox.baseVal.width,
                  [...document.querySelectorAll('text')].map(one => {
                      const box = one.getBBox();
                      const x = one.getCTM().e + box.x;
                      return [one.textContent, x, x + box.width];
                  })]"""
    )
    assert [one for one in ends if one[1] < 40 or one[2] > wide - 40] == []


@pytest.mark.parametrize("name", in_prove(GAMES, SAME_ON_A_PHONE))
def test_on_a_phone(server: Server, new_phone: NewPhone, game: Game, name: str) -> None:
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{game(name).code}/summary")
    check(phone)


def test_a_pad_with_names_on_a_phone(server: Server, new_phone: NewPhone, game: Game) -> None:
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{game(SIX).code}/pad")
    check(phone)


def test_over_the_columns_on_a_phone_names_are_cut_not_broken(
    server: Server, new_phone: NewPhone, game: Game
) -> None:
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{game(SIX).code}/summary")
    assert phone.measure(".every-deal thead .who", BROKEN) == []


def test_a_pad_for_nobody_yet_on_a_phone(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL)
    phone.page.goto(f"{server.url}/pad/winning-moves-2017?players=Ann&players=ann")  # 422
    check(phone)


def test_without_scripts_nothing_is_offered_that_needs_them(
    server: Server, new_phone: NewPhone, game: Game
) -> None:
    phone = new_phone(server, SMALL, scripts=False)
    phone.go(f"/t/{game(FEW).code}/summary")
    assert phone.page.locator(".needs-script").count() == 2
    assert phone.page.locator(".needs-script:visible").count() == 0
    phone.go("/pad/classic-uk")
    phone.page.locator("summary").tap()
    phone.page.locator("#players-1").fill("Ann")
    phone.page.locator("#players-2").fill("Ben")
    phone.press(phone.page.get_by_role("button", name="Show it with these names"))
    phone.page.wait_for_url("**/pad/classic-uk?players=Ann*")
    assert phone.page.locator(".pad-lines thead .who").all_inner_texts() == ["Ann", "Ben"]


# --- other pages ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "kept", "left"),
    [
        ("/player?name=Zoë", "Against the others", "The name"),
        ("/players", "1 game", "Name"),
        ("/games", "the newest first", "All boxes"),
    ],
    ids=["a player", "players", "games"],
)
def test_records_are_printed_without_what_is_only_tapped(
    server: Server, game: Game, printer: Page, address: str, kept: str, left: str
) -> None:
    game(SIX)
    printer.goto(f"{server.url}{address}")
    text = Paper(printer, "A4").text
    assert kept in text
    assert left not in text


def test_a_ruling_is_one_sheet_without_the_frame_of_the_site(server: Server, printer: Page) -> None:
    case = "edition=classic-uk&cards=red,mayfair,house-1,house-3,token,go&went_out=1"
    printer.goto(f"{server.url}/referee?{case}")
    for size in SIZES:
        paper = Paper(printer, size)
        assert len(paper) == 1, size
        assert paper.beyond() == [], size
        assert "may not go out" in paper.text, size
        assert "To fix it" in paper.text, size
        for words in ("Companion", "Settle a dispute", "Change the cards", "Unofficial", "Share"):
            assert words not in paper.text, size


@pytest.mark.parametrize(("address", "told"), [("", "Ann wins!"), ("deals/2", "Ben went out")])
def test_the_sheet_and_a_deal_print_without_what_is_tapped(
    server: Server, game: Game, printer: Page, address: str, told: str
) -> None:
    printer.goto(f"{server.url}/t/{game(FEW).code}/{address}")
    paper = Paper(printer, "A4")
    assert told in paper.text
    tapped = "Set-up", "Play again", "Share the picture", "Tap a", "Tick everyone", "Undo"
    folded = "Hands and sums", "What was entered", "How this is counted"
    for words in (*tapped, *folded):
        assert words not in paper.text


@pytest.mark.parametrize(("address", "part"), [("/", "h1"), ("/t/{}/", ".win-head")])
def test_the_green_of_the_screen_is_not_printed(
    server: Server, game: Game, printer: Page, address: str, part: str
) -> None:
    """White letters on it were pale grey where a browser prints no backgrounds."""
    printer.goto(f"{server.url}{address.format(game(FEW).code)}")
    printer.emulate_media(media="print")
    look = """one => {
        const { color, backgroundColor, boxShadow } = getComputedStyle(one);
        return [color, backgroundColor, boxShadow];
    }"""
    letters, ground, beside = printer.locator(part).evaluate(look)
    printer.emulate_media(media="null")
    green = "rgb(14, 90, 67)"
    assert letters in {"rgb(0, 0, 0)", green}
    assert green not in ground + beside


@pytest.mark.parametrize("last", in_prove(range(1, 10), {one for one in range(1, 10) if one % 4}))
def test_the_hands_of_a_deal_are_followed_by_no_empty_sheet(
    server: Server, printer: Page, last: int
) -> None:
    """What is not printed left room at the end, at times on a sheet of its own."""
    groups = [group.id for group in load("express").groups]
    with closing(Store(server.folder / "companion.db")) as store:
        table = _made(store, "express", FOUR[:3])
        hands = {"Ann": groups[:last], "Ben": groups[last:]}
        made = {player: " ".join(cards) for player, cards in hands.items()}
        close(store, table, None, made)
    printer.goto(f"{server.url}/t/{table.code}/deals/1?hand")
    for size in SIZES:
        assert all(Paper(printer, size).texts), size


def test_the_scores_of_an_evening_are_one_sheet(server: Server, printer: Page) -> None:
    """The chart stood alone on a second one."""
    with closing(Store(server.folder / "companion.db")) as store:
        table = _made(store, "classic-uk", FOUR, target=1000000)
        _classic(store, table, 12)
    printer.goto(f"{server.url}/t/{table.code}/")
    for size in SIZES:
        paper = Paper(printer, size)
        assert len(paper) == 1, size
        assert "Running totals" in paper.text, size


# --- the rules at a glance ------------------------------------------------------------------------


@pytest.mark.parametrize("edition", edition_ids())
def test_how_to_deal_is_one_sheet(server: Server, printer: Page, edition: str) -> None:
    """With as many players as the box has room for, and with two, who play with empty seats."""
    for players in (LONGEST[: max(load(edition).seats)], FOUR[:2]):
        with closing(Store(server.folder / "companion.db")) as store:
            table = _made(store, edition, players)
        printer.goto(f"{server.url}/t/{table.code}/setup")
        for size in SIZES:
            assert len(Paper(printer, size)) == 1, (size, len(players))


def test_the_page_of_all_rules(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL)
    phone.go("/rules/")
    check(phone)


@pytest.mark.parametrize("edition", in_prove(edition_ids(), ["classic-us", "deluxe"]))
def test_the_rules_of_a_box(server: Server, new_phone: NewPhone, edition: str) -> None:
    """On a phone, and on two pages of either paper; Express has fewer rules."""
    phone = new_phone(server, SMALL)
    phone.go(f"/rules/{edition}")
    check(phone)
    for size in SIZES:
        printed = Paper(phone.page, size)
        assert len(printed) <= (1 if edition == "express" else 2), size
        assert "at a glance" in printed.text, size
        assert "Short names" not in printed.text, size
        assert "Settle a dispute" not in printed.text, size  # the ways about the program


def test_a_finding_leads_to_its_rule(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL, scripts=False)
    phone.go("/rules/classic-uk#rule-house-out-of-sequence")
    place = phone.page.locator("#rule-house-out-of-sequence")
    assert place.is_visible()
    box = place.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < SMALL["height"]
