"""The referee's page in a real browser: by taps, by keyboard, sent on, and from a table."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from companion.rules.edition_file import load
from companion.rules.reading.reader import parse
from tests.browser.conftest import SMALL, TALL, NewPhone, Server, score, seat
from tests.browser.phone import Phone, amount, steps
from tests.browser.test_pages import FEW_BOXES, check, stored

SIZES = pytest.mark.parametrize(
    "size", [pytest.param(TALL, id="390", marks=pytest.mark.long), pytest.param(SMALL, id="320")]
)
SCRIPTS = pytest.mark.parametrize(
    "scripts",
    [pytest.param(True, id="htmx"), pytest.param(False, id="plain", marks=pytest.mark.long)],
)

HANDS = {
    "classic-uk": "dark-blue, red, h1, h3, token*2, chance",
    "deluxe": "park-place, go*2, token",
    "winning-moves-2017": "brown, three-houses, one-house, hotel, go*5",
}


def tap(phone: Phone, value: str) -> None:
    """One tap on a control of the page that has this value."""
    phone.press(f'button[name="tap"][value="{value}"]')


def query(phone: Phone) -> dict[str, list[str]]:
    return parse_qs(urlsplit(phone.page.url).query)


def judged(phone: Phone) -> None:
    """The page as axe and a ruler see it; both are scripts."""
    if phone.scripts:
        check(phone)


def verdict(phone: Phone) -> str:
    return phone.page.locator("#verdict h1").inner_text()


def line_of(edition: str, cards: list[str]) -> dict[str, Any]:
    return {"edition": edition, "players": ["A", "B", "C", "D"], "hands": {"A": cards}} | {
        "went_out": "A"
    }


@SIZES
@pytest.mark.parametrize(
    ("box", "scripts"),
    [
        pytest.param("classic-uk", True, id="classic-uk-htmx"),
        pytest.param("classic-uk", False, id="classic-uk-plain"),
        pytest.param("winning-moves-2017", True, id="winning-moves-2017-htmx"),
        *(
            pytest.param(box, scripts, id=name, marks=pytest.mark.long)
            for box, scripts, name in (
                ("deluxe", True, "deluxe-htmx"),
                ("deluxe", False, "deluxe-plain"),
                ("winning-moves-2017", False, "winning-moves-2017-plain"),
            )
        ),
    ],
)
def test_a_ruling_by_taps(
    server: Server, new_phone: NewPhone, box: str, size: dict[str, int], scripts: bool
) -> None:
    """From the foot of the first page to the ruling; it is the one that `companion score` gives."""
    phone = new_phone(server, size, scripts=scripts)
    edition = load(box)
    cards = parse(edition, HANDS[box])
    phone.go("/")
    phone.press(phone.page.get_by_role("link", name="Settle a dispute", exact=True).last)
    phone.press(f'button[name="edition"][value="{box}"]')
    for value in steps(edition, cards):
        tap(phone, value)
        assert query(phone)["enter"] == ["1"]
    tap(phone, "look")
    phone.page.wait_for_url(re.compile(r"/referee\?(?!.*enter=)"))
    (scored,) = score([line_of(box, cards)])
    says = "Yes, this hand may go out" if scored["legal"] else "No, this hand may not go out"
    assert verdict(phone) == says
    assert amount(phone.page.locator("#verdict .pays").inner_text()) == scored["payouts"]["A"]
    assert phone.page.locator("#why-not .finding").count() == sum(
        problem["rule"] != "hand-size" for problem in scored["problems"]
    )
    address = phone.page.url
    assert phone.page.locator("#share-address").input_value() == address
    phone.go(address.removeprefix(phone.url))  # as somebody else would open it
    assert verdict(phone) == says


@SCRIPTS
def test_a_typed_case(server: Server, new_phone: NewPhone, scripts: bool) -> None:
    phone = new_phone(server, SMALL, scripts=scripts)
    phone.go("/referee?edition=classic-us")
    page = phone.page
    phone.press("#as-text")
    page.locator("#case-cards").fill("boardwalk, park-place, h1, zebra")
    page.locator("#case-went_out").select_option("1")
    page.locator("#typed form > button").tap()
    page.wait_for_selector("#oops-case-cards")
    assert "zebra" in page.locator("#case-cards").input_value()
    judged(phone)
    page.locator("#case-cards").fill("boardwalk, park-place, h1")
    page.locator("#typed form > button").tap()
    page.wait_for_selector("#verdict")
    assert verdict(phone) == "Count the cards: this hand has 3, the rule is 10"
    page.locator("#claim summary").tap()
    page.locator("#claim-amount").fill("1000")
    page.locator("#claim form button").tap()
    page.wait_for_url(re.compile("claim=1000"))
    assert "800" in page.locator("#claim .note").inner_text()


def test_a_claim_that_is_no_amount_is_mended_where_it_stands(
    server: Server, new_phone: NewPhone
) -> None:
    """With the keyboard alone, and beside the ruling."""
    phone = new_phone(server, SMALL)
    phone.go("/referee?edition=classic-uk&cards=red&went_out=1")
    page = phone.page
    page.locator("#claim summary").focus()
    for key in ("Enter", "Tab", "x", "Enter"):
        page.keyboard.press(key)
    field = page.locator("#claim-amount")
    expect(field).to_have_attribute("aria-invalid", "true")  # the next page is there
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("250")
    page.keyboard.press("Enter")
    expect(page.locator("#claim .note")).to_contain_text("250")


def test_back_leads_from_the_ruling_to_the_cards(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server)
    phone.go("/referee?edition=classic-uk&went_out=1")
    tap(phone, "take:red")
    tap(phone, "n:go:2")
    tap(phone, "look")
    phone.page.wait_for_selector("#verdict")
    phone.page.go_back()
    phone.page.wait_for_selector("#cards")
    pressed = phone.page.locator('#red[aria-pressed="true"]')
    assert pressed.count() == 1
    assert query(phone)["cards"] == ["strand,fleet-street,trafalgar-square,go*2"]


def test_it_can_be_sent_on(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server)
    phone.go("/referee?edition=classic-uk&cards=red,h1&went_out=1")
    page = phone.page
    page.locator("#share > summary").tap()
    phone.show(page.locator(".qr"))
    page.wait_for_function("() => document.querySelector('.qr').naturalWidth > 0")
    page.locator('[data-copy="share-text"]').tap()
    page.wait_for_function("() => document.getElementById('copied').textContent")
    assert page.evaluate("() => getSelection().toString()").startswith("Classic UK: Count")


def test_without_scripts_there_is_no_button_that_does_nothing(
    server: Server, new_phone: NewPhone
) -> None:
    phone = new_phone(server, scripts=False)
    phone.go("/referee?edition=classic-uk&cards=red,h1&went_out=1")
    phone.page.locator("#share > summary").tap()
    assert not phone.page.locator("[data-copy]").first.is_visible()
    assert phone.page.locator("#share-address").is_visible()


@SCRIPTS
@SIZES
def test_a_challenge(
    server: Server, new_phone: NewPhone, size: dict[str, int], scripts: bool
) -> None:
    """From the deal to the outcome, which stands on the deal and on the sheet."""
    phone = new_phone(server, size, scripts=scripts)
    cards = parse(load("classic-uk"), "dark-blue, red, h1, h2, h3, token, go")
    code = stored(server, [{"went_out": "Ann", "hands": {"Ann": cards}}])
    phone.go(f"/t/{code}/deals/1")
    phone.unfold("main")
    phone.press('#p0 a[href$="challenge/0"]')
    assert verdict(phone) == "Yes, Ann may go out"
    judged(phone)
    phone.page.locator("#note").fill("Bob had forgotten the token")
    phone.press('button[value="upheld"]')
    phone.page.wait_for_selector("#rulings")
    assert "Bob had forgotten the token" in phone.page.locator("#rulings").inner_text()
    judged(phone)
    phone.go(f"/t/{code}/")
    expect(phone.page.locator("#sheet")).to_contain_text("challenged")
    judged(phone)


def test_may_i_go_out(server: Server, new_phone: NewPhone) -> None:
    phone = new_phone(server, SMALL)
    code = seat(server, ["Ann", "Bob", "Cem"], "winning-moves-2017").code
    phone.go(f"/t/{code}/")
    phone.press(phone.page.get_by_role("link", name="May I go out?"))
    assert query(phone) == {
        "edition": ["winning-moves-2017"],
        "players": ["3"],
        "went_out": ["1"],
        "table": [code],
    }
    tap(phone, "take:brown")
    assert "2 of 10 cards" in phone.page.locator("#bar").inner_text()
    phone.go(f"/t/{code}/deal")
    assert phone.page.locator('#out [aria-pressed="true"]').count() == 0


CASES = (
    "",
    "?edition=deluxe&players=6",
    *(f"?edition={box}&went_out=1&enter=1" for box in FEW_BOXES),
    pytest.param("?edition=deluxe&went_out=1&enter=1", marks=pytest.mark.long),
    "?edition=classic-uk&went_out=1&cards=dark-blue,red,h1,h3,token*2,chance&claim=3200"
    "&sets=red:token;dark-blue:chance%3Dh2,h1,h3",
    "?edition=classic-uk&went_out=1&cards=park-lane,red,h3,go&reward=token*6&claim=7",
    "?edition=winning-moves-2017&went_out=1&cards=brown,two-houses,wild*2,go-to-jail",
    "?edition=winning-moves-2017&cards=wild*2,go-to-jail,free-parking&sets=brown",
    "?edition=express&cards=short-line,brown&stopped_early=0",
    "?edition=classic-us&cards=chance,mr-monopoly",
)


@pytest.mark.parametrize("case", CASES)
def test_nobody_is_shut_out(server: Server, new_phone: NewPhone, case: str) -> None:
    """Every face of the page with everything folded out."""
    phone = new_phone(server, SMALL)
    phone.page.goto(f"{phone.url}/referee{case}")
    phone.unfold()
    check(phone)


GAPS = """all => all.map(one => Math.round(one.getBoundingClientRect().top
    - one.previousElementSibling.getBoundingClientRect().bottom))"""
"""How far each stands below what comes before it."""


def test_nothing_touches_what_stands_above_it(server: Server, new_phone: NewPhone) -> None:
    """The note below the cards of a pile, and what follows a rule."""
    phone = new_phone(server, SMALL)
    phone.go(
        "/referee?edition=classic-uk&went_out=1&cards=strand,fleet-street,chance,token,mr-monopoly"
    )
    phone.unfold()
    expect(phone.page.locator(".pile p")).to_have_text("Chance counts as Trafalgar Square.")
    gaps = phone.measure(".pile p, .other-edition .rule + *", GAPS)
    assert len(gaps) > 1
    assert min(gaps) >= 4
