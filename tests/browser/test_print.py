"""The summary and the score pad on paper, A4 and Letter, and on a phone."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from companion.game import correction
from companion.rules.edition_file import edition_ids, load
from companion.store import Entry, Store, Table
from companion.store.rulings import record
from tests.browser.conftest import PICTURES, SMALL, NewPhone, Server
from tests.browser.test_pages import check
from tests.paper import Paper, as_printed, smallest
from tests.web.play import close, sheet_of

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


class Played(NamedTuple):
    """A game to print: its table, and how many sheets it takes."""

    code: str
    table: Table
    sheets: int


def _classic(store: Store, table: Table, deals: int) -> None:
    """Deals in which everybody goes out in turn; the first hand is as full as hands get."""
    players, edition = table.players, load(table.edition)
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


def _corrected_and_ruled(store: Store, table: Table) -> None:
    """Two corrections and two rulings, as far as a quarrelsome evening goes."""
    for number in (2, 5):
        deals = store.deals(table)
        entry: dict[str, Any] = {**deals[number - 1].entry.json}
        goer = entry["went_out"]
        entry["hands"] = {**entry["hands"], goer: [*entry["hands"][goer], "hotel"]}
        plan = correction.plan(table, deals, number, Entry(entry), let_stand=True)
        store.correct(
            table,
            number=number,
            reason="the hotel had slid under the board and nobody saw it",
            changes=plan.changes,
            token=f"correct {number}",
        )
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


@pytest.fixture(scope="module")
def games(server: Server) -> dict[str, Played]:
    """The games that are printed. From 23 lines of players, deals and notes on the deals have a
    sheet of their own, which has room for 30."""
    store = Store(server.folder / "companion.db")

    def made(edition: str, players: Sequence[str], **options: Any) -> Table:
        return store.create_table(
            edition=edition,
            options=options,
            players=players,
            first_dealer=players[0],
            banker=players[0],
        )

    two = made("classic-uk", ["Ann", "Ben"])
    six = made("classic-us", LONG, tie="play-on", values={"orange": 250, "go": 100})
    four = made("deluxe", ["Ann", "Ben", "Cem", "Dee"], target=1000000)
    racks = made("deluxe", ["Ann", "Ben", "Cem", "Dee"], target=None, deals=5)
    _classic(store, racks, 5)
    jackpot = made("winning-moves-2017", ["Ann", "Ben", "Cem"], target=None, deals=5)
    for number, goer in enumerate(("Ann", "Cem", "Ben", "Ann", "Cem")):
        cards = ("red orange one-house go", "dark-blue two-houses hotel token go")[number % 2]
        caught = {"Ben": "go-to-jail"} if goer != "Ben" else {}
        close(store, jackpot, goer, {goer: cards, **caught})
    rounds = made("express", ["Ann", "Ben", "Cem", "Dee"], target=1000)
    _classic(store, two, 4)
    large = made("classic-uk", ["Ann", "Ben", "Cem"])
    for goer in ("Ann", "Ben", "Cem", "Ann"):
        hand = {goer: "dark-blue h1 h2 h3 h4 hotel token*3 go*4 chance"}
        close(store, large, goer, hand)
    _classic(store, six, 8)
    _corrected_and_ruled(store, six)
    _classic(store, four, 30)
    _express(store, rounds, 20)
    with store.writing() as db:
        db.execute("UPDATE tables SET place = 'Grandma’s kitchen, Leeds'")
    long = made("classic-us", LONGEST, target=None, tie="play-on", values={"orange": 250})
    _classic(store, long, 8)
    _corrected_and_ruled(store, long)
    with store.writing() as db:
        place = "Grandmother’s and Grandfather’s kitchen in Leeds, upstairs"
        db.execute("UPDATE tables SET place = ? WHERE id = ?", [place, long.id])
    wide = made("classic-uk", ["W" * 40, "M" * 40], deals=1)
    close(store, wide, "W" * 40, {"W" * 40: "orange"})
    found = {
        "4 deals and 2 players": Played(two.code, two, 1),
        "4 deals and 3 players": Played(large.code, large, 1),
        "8 deals and 6 players": Played(six.code, six, 1),
        "8 deals and the longest names": Played(long.code, long, 1),
        "the widest letters": Played(wide.code, wide, 1),
        "5 rounds of 2017": Played(jackpot.code, jackpot, 1),
        "5 deals of Deluxe": Played(racks.code, racks, 1),
        "30 deals and 4 players": Played(four.code, four, 2),
        "20 rounds of Express": Played(rounds.code, rounds, 2),
    }
    store.close()
    return found


GAMES = (
    "4 deals and 2 players",
    "4 deals and 3 players",
    "8 deals and 6 players",
    "8 deals and the longest names",
    "5 rounds of 2017",
    "5 deals of Deluxe",
    "30 deals and 4 players",
    "20 rounds of Express",
)
MOST_EMPTY = 0.14
"""The share of the height of the sheet for the wall that may be empty in one piece."""
MOST_EMPTY_BEHIND = 0.28
"""The same of a sheet behind it, which has all the deals of a long game."""
LEAST_PT = 7
CUT_OFF = """() => [...document.querySelectorAll(".paper .scroll, .card-faces li, .banner")]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => one.textContent)"""
CARDS = """() => [...document.querySelectorAll(".card-faces li")].map(one => {
  const box = one.getBoundingClientRect();
  return [box.width / 96 * 25.4, box.height / 96 * 25.4];
})"""
"""Width and height of the cards of the hand of the night, in mm."""
ROWS = """() => Object.values(Object.groupBy([...document.querySelectorAll(".card-faces li")],
  one => Math.round(one.getBoundingClientRect().top))).map(row => row.length)"""
"""How many cards of the hand of the night lie in each row."""


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


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_on_paper(
    server: Server, games: dict[str, Played], printer: Page, name: str, size: str
) -> None:
    """As few sheets as the content takes, every row whole and on one of them, below its head."""
    game = games[name]
    printer.goto(f"{server.url}/t/{game.code}/summary")
    paper = Paper(printer, size)
    paper.keep(PICTURES, f"summary-{name.replace(' ', '-')}")
    assert len(paper) == game.sheets
    assert paper.beyond() == []
    assert paper.empty(0) < MOST_EMPTY
    assert all(paper.empty(behind) < MOST_EMPTY_BEHIND for behind in range(1, len(paper)))
    store = Store(server.folder / "companion.db")
    sheet = sheet_of(store, game.table)
    store.close()
    last = len(sheet.rows)
    for row in sheet.rows:
        cells = [f"{row.payouts[one]:,} {row.totals[one]:,}" for one in sheet.players]
        line = " ".join(cells)
        on = [text for text in paper.texts if line in text]
        assert len(on) == 1, line
        assert on[0].index("Dealt") < on[0].index(line)
        before = on[0][: on[0].index(line)].split()[-8:]
        assert any(str(row.number) in word for word in before), (row.number, before)
        if not name.startswith("8 deals"):  # whose names are cut to their columns
            assert row.dealer in before
            assert row.went_out is None or row.went_out in before
    assert last
    letters = re.sub("[ -]", "", paper.text)  # a long name may be divided
    for player in sheet.players:
        assert re.sub("[ -]", "", player) in letters
    for words in ("of the night", "Running totals", "Rules in force", "Leeds"):
        assert words in paper.text
    for button in ("Print this page", "Keep this game", "A picture to send", "Set-up", "←"):
        assert button not in paper.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_the_hand_is_large_and_everything_legible(
    server: Server, games: dict[str, Played], printer: Page, name: str, size: str
) -> None:
    printer.goto(f"{server.url}/t/{games[name].code}/summary")
    with as_printed(printer, size):
        assert printer.evaluate(CUT_OFF) == []
        assert smallest(printer, ".rules-in-force, .visually-hidden") >= LEAST_PT
        cards = printer.evaluate(CARDS)
        least = (27, 22) if name[0] in "23" else (20, 17)
        assert all(wide >= least[0] and high >= least[1] for wide, high in cards), cards


@pytest.mark.parametrize("size", SIZES)
def test_the_cards_lie_in_even_rows(
    server: Server, games: dict[str, Played], printer: Page, size: str
) -> None:
    printer.goto(f"{server.url}/t/{games['5 rounds of 2017'].code}/summary")
    with as_printed(printer, size):
        assert printer.evaluate(ROWS) == [3, 3]


@pytest.mark.parametrize("size", SIZES)
def test_corrections_rulings_and_rules_are_on_paper(
    server: Server, games: dict[str, Played], printer: Page, size: str
) -> None:
    printer.goto(f"{server.url}/t/{games[GAMES[2]].code}/summary")
    text = Paper(printer, size).text
    for words in (
        "Deal 2: corrected",
        "Deal 5: corrected",
        "the hotel had slid under the board",
        "the table agreed otherwise",
        "Orange: $250.",
        "After a tie at the end, everyone plays on until one is ahead.",
    ):
        assert words in text


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("size", SIZES)
def test_a_blank_pad_is_one_sheet(server: Server, printer: Page, edition: str, size: str) -> None:
    printer.goto(f"{server.url}/pad/{edition}")
    paper = Paper(printer, size)
    paper.keep(PICTURES, f"pad-{edition}")
    assert len(paper) == 1
    assert "Print this page" not in paper.text
    assert "Put names on it" not in paper.text
    for group in load(edition).groups:
        assert group.name in paper.text


@pytest.mark.parametrize("size", SIZES)
def test_the_pad_of_long_names_is_one_sheet(
    server: Server, games: dict[str, Played], printer: Page, size: str
) -> None:
    printer.goto(f"{server.url}/t/{games[GAMES[2]].code}/pad")
    assert len(Paper(printer, size)) == 1


@pytest.mark.parametrize("what", ["summary", "pad"])
def test_ink_for_the_banner_and_the_strips_only(
    server: Server, games: dict[str, Played], browser: Browser, what: str
) -> None:
    """Black on white from a phone in the dark too; the banner and the strips of the cards are all
    that has a background, asked for or not. And scripts change nothing."""
    address = f"{server.url}/t/{games[GAMES[2]].code}/{what}"
    printed = []
    for scheme, scripts, backgrounds in (
        ("light", True, True),
        ("light", True, False),
        ("dark", True, False),
        ("light", False, False),
    ):
        context = browser.new_context(
            color_scheme="dark" if scheme == "dark" else "light", java_script_enabled=scripts
        )
        page = context.new_page()
        page.goto(address)
        paper = Paper(page, "A4", backgrounds=backgrounds)
        shades = paper.shades(0)
        assert sum(shades) / len(shades) > (215 if what == "summary" else 235)
        printed.append((paper.text, shades))
        context.close()
    assert all(one == printed[0] for one in printed)


def test_the_print_button_prints(server: Server, games: dict[str, Played], page: Page) -> None:
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto(f"{server.url}/t/{games[GAMES[0]].code}/summary")
    page.get_by_role("button", name="Print this page").click()
    assert page.title() == "printed"


def test_the_picture_is_saved_as_png(
    server: Server, games: dict[str, Played], page: Page, tmp_path: Path
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{server.url}/t/{games[GAMES[2]].code}/summary")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="as PNG").click()
    assert waiting.value.suggested_filename.endswith(".png")
    waiting.value.save_as(tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / "picture.png").write_bytes((tmp_path / "sheet.png").read_bytes())
    assert said == []


@pytest.mark.parametrize("name", [GAMES[2], "the widest letters"])
def test_the_picture_holds_all_its_text(
    server: Server, games: dict[str, Played], printer: Page, name: str
) -> None:
    printer.goto(f"{server.url}/t/{games[name].code}/sheet.svg")
    wide, ends = printer.evaluate(
        """() => [document.documentElement.viewBox.baseVal.width,
                  [...document.querySelectorAll('text')].map(one => {
                      const box = one.getBBox();
                      const x = one.getCTM().e + box.x;
                      return [one.textContent, x, x + box.width];
                  })]"""
    )
    assert [one for one in ends if one[1] < 40 or one[2] > wide - 40] == []


@pytest.mark.parametrize(
    ("name", "address"), [*((name, "summary") for name in GAMES), (GAMES[2], "pad")]
)
def test_on_a_phone(
    server: Server,
    new_phone: NewPhone,
    games: dict[str, Played],
    name: str,
    address: str,
) -> None:
    phone = new_phone(server, SMALL)
    phone.go(f"/t/{games[name].code}/{address}")
    check(phone)


def test_a_pad_for_nobody_yet_on_a_phone(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL)
    phone.page.goto(f"{server.url}/pad/winning-moves-2017?players=Ann&players=ann")  # 422
    check(phone)


def test_without_scripts_nothing_is_offered_that_needs_them(
    server: Server, new_phone: NewPhone, games: dict[str, Played]
) -> None:
    phone = new_phone(server, SMALL, scripts=False)
    phone.go(f"/t/{games[GAMES[0]].code}/summary")
    assert phone.page.locator("[data-does]").count() == 2
    assert phone.page.locator("[data-does]:visible").count() == 0
    phone.go("/pad/classic-uk")
    phone.page.locator("summary").tap()
    phone.page.locator("#players-1").fill("Ann")
    phone.page.locator("#players-2").fill("Ben")
    phone.press(phone.page.get_by_role("button", name="Show it with these names"))
    phone.page.wait_for_url("**/pad/classic-uk?players=Ann*")
    assert phone.page.locator(".pad-lines thead .who").all_inner_texts() == ["Ann", "Ben"]


# --- other pages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_ruling_is_one_sheet_without_the_frame_of_the_site(
    server: Server, printer: Page, size: str
) -> None:
    case = "edition=classic-uk&cards=red,mayfair,house-1,house-3,token,go&went_out=1"
    printer.goto(f"{server.url}/referee?{case}")
    paper = Paper(printer, size)
    assert len(paper) == 1
    assert paper.beyond() == []
    assert "may not go out" in paper.text
    assert "To fix it" in paper.text
    for words in ("Companion", "Settle a dispute", "Change the cards", "Unofficial", "Share"):
        assert words not in paper.text


@pytest.mark.parametrize(("address", "told"), [("", "Ann wins!"), ("deals/2", "Ben went out")])
def test_the_sheet_and_a_deal_print_without_what_is_tapped(
    server: Server, games: dict[str, Played], printer: Page, address: str, told: str
) -> None:
    printer.goto(f"{server.url}/t/{games[GAMES[0]].code}/{address}")
    paper = Paper(printer, "A4")
    assert told in paper.text
    for words in ("Set-up", "Play again", "Share the picture", "Tap a", "Tick everyone", "Undo"):
        assert words not in paper.text


# --- the rules at a glance ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["/rules/", *(f"/rules/{edition}" for edition in edition_ids())]
)
def test_rules_page(server: Server, new_phone: NewPhone, address: str) -> None:
    phone = new_phone(server, SMALL)
    phone.go(address)
    check(phone)


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("edition", edition_ids())
def test_it_prints_on_two_pages(
    server: Server, new_phone: NewPhone, edition: str, size: str
) -> None:
    phone = new_phone(server, SMALL)
    phone.go(f"/rules/{edition}")
    printed = Paper(phone.page, size)
    assert len(printed) <= 2
    assert "at a glance" in printed.text
    assert "Short names" not in printed.text
    assert "Settle a dispute" not in printed.text  # the ways about the program are not printed


def test_a_finding_leads_to_its_rule(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL, scripts=False)
    phone.go("/rules/classic-uk#rule-house-out-of-sequence")
    place = phone.page.locator("#rule-house-out-of-sequence")
    assert place.is_visible()
    box = place.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < SMALL["height"]
