"""A proxy takes 4 kB of headers and 8 kB of a request line. No legal input gets past either."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.names import LONGEST_NAME, LONGEST_REMARK
from companion.store import Store, Table, phones
from tests.web.conftest import MakeTable, Post
from tests.web.pages import field
from tests.web.play import close
from tests.web.visitors import People

MOST_HEADERS = 4_000
"""Bytes of the headers of an answer: nginx answers 502 for more than 4 kB."""
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
    """What was tapped and the reason are in its address. Where that is too long for a header, the
    answer to a tap is the page itself."""
    here = f"/t/{long_table.code}/deals/1/correct?{urlencode({'reason': REASON})}"
    page = client.get(here)
    for seat, tap in (("2", "take:orange"), ("3", "take:yellow"), ("4", "n:go:2")):
        taps = form_of(page, 'id="taps" method="post"')
        assert len(taps) > 3_000
        page = post(taps, {"tap": tap, "at": seat}, fragment=fragment)
        assert (page.status_code, headers_fit(page)) == (200, True)
    taps = form_of(page, 'id="taps" method="post"')
    preview = post(taps, {"tap": "look", "at": "4"}, fragment=fragment)
    assert (preview.status_code, headers_fit(preview)) == (200, True)
    assert "These payouts change" in preview.text
    assert ("HX-Retarget" in preview.headers) == fragment
    asked = form_of(preview, 'method="post"')
    back = post(asked, {"do": "back", "reason": REASON})
    assert (back.status_code, headers_fit(back)) == (200, True)
    assert "See what changes" in back.text
    sent = {name: field(preview, name) for name in ("token", "seen")}
    assert post(asked, {"do": "change", "reason": REASON, **sent}).status_code == 303
    (deal,) = store.deals(long_table)
    assert deal.reason == REASON
    assert deal.payouts[NAMES[4]] == 400


def test_a_correction_goes_on_after_the_table_got_a_new_code(
    people: People, store: Store, make_table: MakeTable, long_table: Table
) -> None:
    """Its address is too long to be led on to the new code, so it is answered under the old one."""
    phones.claim(store, long_table.id, people.keeper.id)
    here = f"/t/{long_table.code}/deals/1/correct?{urlencode({'reason': REASON})}"
    taps = form_of(people.keeper.get(here), 'id="taps" method="post"')
    code = phones.renew(store, store.known_table(long_table.code))
    for page in (
        people.keeper.post(taps, {"tap": "take:orange", "at": "2"}),
        people.keeper.get(taps),
    ):
        assert (page.status_code, headers_fit(page)) == (200, True)
        assert f"/t/{code}/deals/1/correct?" in page.text
    assert people.visitor.get(taps).status_code == 404
    short = f"/t/{long_table.code}/deals/1/correct"
    assert people.keeper.get(short).headers["Location"] == f"/t/{code}/deals/1/correct"


SETS = "; ".join(f"{group}: h1, h2, h3, h4, hotel, token" for group in ("red", "yellow") * 6)
CASE = {"edition": "classic-uk", "cards": "red, yellow", "went_out": "1", "sets": SETS}


def without_token(page: TestResponse) -> str:
    return re.sub('name="csrf_token" value="[^"]*"', "", page.text)


@pytest.mark.parametrize("fragment", [True, False], ids=["htmx", "no scripts"])
@pytest.mark.parametrize("tap", ["take:orange", "look"])
def test_a_tap_on_a_long_case_is_answered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tap: str, fragment: bool
) -> None:
    """Where the address is too long, the answer is the page that it is of."""
    asked = {**CASE, "enter": "1", "at": "0", "tap": tap}
    headers = {"HX-Request": "true"} if fragment else {}
    moved = client.get(f"/referee?{urlencode(asked)}", headers=headers)
    monkeypatch.setattr("companion.web.site.http.LONGEST_ADDRESS", 300)
    answer = client.get(f"/referee?{urlencode(asked)}", headers=headers)
    assert answer.status_code == 200
    assert not {"HX-Replace-Url", "HX-Redirect", "Location"} & {*answer.headers.keys()}
    if leads := moved.headers.get("Location") or moved.headers.get("HX-Redirect"):
        there = client.get(leads, headers=headers)
        assert without_token(answer) == without_token(there)


def test_a_player_that_nobody_heard_of_is_not_led_to(client: FlaskClient, post: Post) -> None:
    answer = post("/player/undo", {"name": "\N{FOX FACE}" * 5_000, "renaming": "1"})
    assert headers_fit(answer)
