"""Proxies and servers take addresses of 8 kB; deploy/nginx.conf more. No legal input is longer."""

import re
from html import unescape
from urllib.parse import quote_plus, urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.names import LONGEST_NAME, LONGEST_REMARK
from companion.store import Store, Table, phones
from tests.stored import known_table
from tests.web.conftest import MakeTable, Post
from tests.web.pages import field
from tests.web.play import close
from tests.web.visitors import People

MOST_HEADERS = 9_000
"""Bytes of the headers of an answer, which may be an address."""
NAMES = [
    "".join(chr(0x1F300 + (seat * 41 + letter * 7) % 640) for letter in range(LONGEST_NAME))
    for seat in range(6)
]
"""Six names of the longest kind, of which none is like another."""
REASON = "".join(chr(0x1F300 + letter * 3 % 640) for letter in range(LONGEST_REMARK))


@pytest.fixture
def long_table(make_table: MakeTable, store: Store) -> Table:
    """A table with a closed deal, of players with the longest names."""
    table = make_table("classic-uk", NAMES)
    close(store, table, NAMES[0], {NAMES[0]: "dark-blue, h1, token, go", NAMES[1]: "red, mm"})
    return table


def headers_fit(answer: TestResponse) -> bool:
    return sum(len(f"{name}: {value}\r\n") for name, value in answer.headers) <= MOST_HEADERS


def form_of(page: TestResponse, form: str) -> str:
    """Where a form of the page leads to."""
    found = re.search(rf'<form {form}[^>]*action="([^"]*)"', page.text)
    assert found is not None, form
    return unescape(found[1])


@pytest.mark.parametrize("fragment", [True, False], ids=["htmx", "no scripts"])
def test_a_long_correction_is_entered_to_its_end(
    client: FlaskClient, store: Store, post: Post, long_table: Table, fragment: bool
) -> None:
    """What was tapped and the reason are in its address."""

    def sent(address: str, data: dict[str, str]) -> TestResponse:
        answer = post(address, data, fragment=fragment)
        assert headers_fit(answer)
        leads = answer.headers.get("Location") or answer.headers.get("HX-Redirect")
        answer = client.get(leads) if leads else answer
        assert answer.status_code == 200
        return answer

    here = f"/t/{long_table.code}/deals/1/correct?{urlencode({'reason': REASON})}"
    page = client.get(here)
    for seat, tap in (("2", "take:orange"), ("3", "take:yellow"), ("4", "n:go:2")):
        taps = form_of(page, 'id="taps" method="post"')
        assert len(taps) > 3_000
        page = sent(taps, {"tap": tap, "at": seat})
    preview = sent(form_of(page, 'id="taps" method="post"'), {"tap": "look", "at": "4"})
    assert "These payouts change" in preview.text
    asked = form_of(preview, 'method="post"')
    assert "See what changes" in sent(asked, {"do": "back", "reason": REASON}).text
    form = {name: field(preview, name) for name in ("token", "seen")}
    assert post(asked, {"do": "change", "reason": REASON, **form}).status_code == 303
    (deal,) = store.deals(long_table)
    assert deal.reason == REASON
    assert deal.payouts[NAMES[4]] == 400


def test_a_correction_goes_on_after_the_table_got_a_new_code(
    people: People, store: Store, long_table: Table
) -> None:
    phones.claim(store, long_table.id, people.keeper.id)
    here = f"/t/{long_table.code}/deals/1/correct?{urlencode({'reason': REASON})}"
    taps = form_of(people.keeper.get(here), 'id="taps" method="post"')
    code = phones.renew(store, known_table(store, long_table.code))
    for page, status in (
        (people.keeper.post(taps, {"tap": "take:orange", "at": "2"}), 307),
        (people.keeper.get(taps), 303),
    ):
        assert (page.status_code, headers_fit(page)) == (status, True)
        leads = page.headers["Location"]
        assert leads.startswith(f"/t/{code}/deals/1/correct?")
        assert people.keeper.get(leads).status_code == 200
    assert people.visitor.get(taps).status_code == 404


SETS = "; ".join(f"{group}: h1, h2, h3, h4, hotel, token" for group in ("red", "yellow") * 6)
CASE = {"edition": "classic-uk", "cards": "red, yellow", "went_out": "1", "sets": SETS}


FORM = re.compile(r"<form(?P<attributes>[^>]*)>(?P<inside>.*?)</form>", re.S)
CONTROL = re.compile(r"<(input|textarea|select|button)\b([^>]*)>", re.S)
WIDEST = 9
"""Bytes in an address of each unit that `maxlength` counts, as of a Chinese letter."""
ASKS = (
    *("/", "/join", "/games", "/players", "/tables/new", "/pad/express", "/referee"),
    f"/tables/new?{urlencode({f'player-{row}': chr(0x1F98A) * 45 for row in range(8)})}",
    f"/player/rename?{urlencode({'name': NAMES[0]})}",
    f"/referee?{urlencode(CASE)}",
    f"/referee?{urlencode({**CASE, 'enter': '1'})}",
    f"/referee?{urlencode({**CASE, 'enter': 'text'})}",
    *("/t/{code}/", "/t/{code}/pad", "/t/{code}/deals/1/challenge/0", "/t/{code}/join"),
)
"""Pages with forms that ask: what is entered there is in an address afterwards."""


def attribute(tag: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return "" if found is None else unescape(found[1])


def longest(form: re.Match[str]) -> int:
    """Bytes of the address that a form leads to, with every field as long as it may be. At most one
    button is pressed, and of several choices one is taken."""
    length = len(attribute(form["attributes"], "action"))
    for kind, tag in CONTROL.findall(form["inside"]):
        if kind == "button" or attribute(tag, "form") or not attribute(tag, "name"):
            continue
        value = len(quote_plus(attribute(tag, "value"))) or 20
        if kind == "textarea" or (
            kind == "input" and attribute(tag, "type") in ("", "text", "search")
        ):
            assert attribute(tag, "maxlength"), tag
            value = WIDEST * int(attribute(tag, "maxlength"))
        length += len(attribute(tag, "name")) + value + 2
    return length


@pytest.mark.parametrize("page", ASKS)
def test_no_form_that_asks_leads_to_an_address_that_is_too_long(
    client: FlaskClient, long_table: Table, page: str
) -> None:
    """Servers take 8 kB of a request line."""
    answer = client.get(page.format(code=long_table.code))
    assert answer.status_code == 200
    forms = [form for form in FORM.finditer(answer.text) if "post" not in form["attributes"]]
    assert [form["attributes"] for form in forms if longest(form) > 8_000] == []


TYPED = {"edition": "classic-uk", "went_out": "1", "cards": "red yellow", "players": "4"}


@pytest.mark.parametrize("who", ["keeper", "watcher", "visitor"])
def test_everyone_who_may_look_may_claim(people: People, long_table: Table, who: str) -> None:
    page = f"/t/{long_table.code}/deals/1/challenge/0"
    phone = getattr(people, who)
    right = phone.post(f"{page}/claim", {"claim": "1800", "sets": "dark-blue: h1, token"})
    assert right.headers["Location"] == (f"{page}?claim=1800&sets=dark-blue%3A+h1%2C+token#claim")
    assert "Dark Blue: allowed" in phone.get(right.headers["Location"]).text
    for sets, told in (("李" * 1_000, "No card is called"), ("go," * 4_000, "This is too long")):
        wrong = phone.post(f"{page}/claim", {"sets": sets})
        assert wrong.status_code == 422
        assert told in wrong.text
        assert sets in unescape(wrong.text)
        assert f'action="{page}"' in wrong.text or who != "keeper"


def test_another_box_keeps_the_longest_names(client: FlaskClient, post: Post) -> None:
    names = {f"player-{row}": chr(0x1F98A) * 45 for row in range(8)}
    chooser = post("/tables/new", {"edition": "classic-uk", "do": "edition", **names})
    assert client.get(chooser.headers["Location"]).status_code == 200
    form = post("/tables/new", {"edition": "deluxe", "do": "box", **names})
    page = client.get(form.headers["Location"])
    assert page.text.count(f'value="{names["player-0"]}"') == 8
    short = post("/tables/new", {"edition": "deluxe", "do": "box", "player-0": "Ann"})
    assert short.status_code == 303
    assert 'value="Ann"' in client.get(short.headers["Location"]).text


@pytest.mark.parametrize(
    ("text", "too_long"),
    [pytest.param("李" * 700, False, id="no card"), pytest.param("go, " * 2_100, True, id="long")],
)
def test_a_case_that_is_wrong_is_shown_again(post: Post, text: str, too_long: bool) -> None:
    """With all that was typed, which no address has room for."""
    answer = post("/referee", {**TYPED, "sets": text})
    assert answer.status_code == 422
    assert text[:7_000] in answer.text
    assert ("This is too long: 8,000 characters" in answer.text) == too_long
