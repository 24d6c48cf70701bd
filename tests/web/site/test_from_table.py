"""Rules and disputes that were opened from a table lead back to it."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.store import Table
from tests.web.conftest import MakeTable, Post


@pytest.fixture
def table(make_table: MakeTable) -> Table:
    return make_table("classic-uk", ["Ann", "Bob"])


def links(page: str) -> list[str]:
    """Where the links of a page lead."""
    return [unescape(one) for one in re.findall(r'<a [^>]*href="([^"]*)"', page)]


def leads_back(page: str, table: Table) -> bool:
    return f'href="/t/{table.code}/">Back to scores' in page


@pytest.mark.parametrize(
    "rest", ["", "deal", "setup", "phones", "summary", "more", "names", "bgstats"]
)
def test_more_is_in_place_of_the_footer(client: FlaskClient, table: Table, rest: str) -> None:
    """A fold that needs no script, with the same links on every page of a table."""
    page = client.get(f"/t/{table.code}/{rest}").text
    assert "site-footer" not in page
    more = links(page.partition("<summary>More</summary>")[2].partition("</details>")[0])
    own = [f"/t/{table.code}/{one}" for one in ("phones", "tv", "summary", "rules", "may-i")]
    assert {*own, "/games", "/"} <= {*more}


@pytest.mark.parametrize("rest", ["", "deal", "setup", "phones"])
def test_a_dispute_from_a_table(client: FlaskClient, table: Table, rest: str) -> None:
    page = client.get(f"/t/{table.code}/{rest}").text
    assert f"/t/{table.code}/may-i" in links(page)
    asked = client.get(f"/t/{table.code}/may-i", follow_redirects=True).text
    assert leads_back(asked, table)
    assert f'name="table" value="{table.code}"' in asked


def test_may_i_go_out_asks_for_nothing_that_is_known(client: FlaskClient, table: Table) -> None:
    """One tap from the table to the cards: its box and players are known, and the hand goes out."""
    page = client.get(f"/t/{table.code}/may-i", follow_redirects=True)
    assert "<h1>May I go out?</h1>" in page.text
    assert '<bdi dir="ltr">This hand goes out</bdi>' in page.text
    assert 'id="out"' not in page.text
    assert 'id="brown"' in page.text
    address = page.request.path + "?" + page.request.query_string.decode()
    asked = client.get(f"{address}&enter=1&at=0&tap=open:%3F%3F", follow_redirects=True)
    assert "Who goes out?" in asked.text
    assert "it pays" not in asked.text  # nothing is entered yet
    for tap, says in (("out:0", "This hand goes out"), ("out:1", "Who goes out?")):
        after = client.get(f"{address}&enter=1&at=%3F%3F&tap={tap}", follow_redirects=True).text
        assert says in after
        assert 'id="brown"' in after


def test_the_first_page_leads_a_phone_to_the_game_that_it_plays(
    client: FlaskClient, post: Post, table: Table
) -> None:
    """A dispute is about the game that is on: neither its box nor its players are asked for."""
    door = '<a class="button wide" href="{}">'
    post(f"/t/{table.code}/deal", data={"version": "0", "tap": "out:0", "at": ""})
    assert door.format(f"/t/{table.code}/may-i") in client.get("/").text
    other = client.application.test_client()  # another phone has no game
    assert door.format("/referee") in other.get("/").text


def test_every_step_of_a_dispute_leads_back(client: FlaskClient, table: Table) -> None:
    case = f"/referee?edition=classic-uk&went_out=yes&cards=mayfair&table={table.code}"
    ruling = client.get(case)
    assert ruling.status_code == 200
    assert leads_back(ruling.text, table)
    assert 'rel="canonical"' in ruling.text
    assert "table=" not in re.findall(r'rel="canonical" href="([^"]*)"', ruling.text)[0]
    within = [one for one in links(ruling.text) if one.startswith(("/referee?", "/rules/"))]
    assert len(within) > 2
    for one in within:
        assert leads_back(client.get(one.split("#")[0]).text, table), one
    entry = client.get(f"{case}&enter=1&tap=take:park-lane", follow_redirects=True)
    assert leads_back(entry.text, table)


@pytest.mark.parametrize("address", ["/t/HHHHH/", "/t/HHHHH/deals/1", "/t/HHHHH/deal"])
def test_a_page_about_no_table_does_not_lead_to_itself(client: FlaskClient, address: str) -> None:
    page = client.get(address)
    assert page.status_code == 404
    assert not [one for one in links(page.text) if "HHHHH" in one]


def test_the_page_of_a_deleted_table_does_not_lead_to_itself(
    client: FlaskClient, post: Post, table: Table
) -> None:
    post(f"/t/{table.code}/delete")
    page = client.get(f"/t/{table.code}/deal")
    assert page.status_code == 410
    asks = f"/t/{table.code}/deleted"  # whether the table is back
    assert [one for one in links(page.text) if table.code in one] == [asks]
    assert "/" in links(page.text)


@pytest.mark.parametrize("code", ["<b>", "../x", "A" * 200, "lower!", "%00"])
def test_nothing_else_is_taken_for_a_code(client: FlaskClient, code: str) -> None:
    page = client.get("/rules/deluxe", query_string={"table": code})
    assert page.status_code == 200
    assert "Back to scores" not in page.text


def test_typed_cards_stay_at_the_table(client: FlaskClient, post: Post, table: Table) -> None:
    """They led away, and the hand, which is still played, was compared with all others."""
    cards = "dark blue, first house, two tokens, three go, mr monopoly, chance"
    page = client.get(f"/t/{table.code}/may-i", follow_redirects=True).text
    sent = {"text": cards, "at": "0", "version": "0"}
    for button in ("", "take"):
        form = re.search(r'<form id="read-form" method="post" action="([^"]+)"', page)
        assert form is not None
        assert f"table={table.code}" in form[1]
        answer = post(unescape(form[1]), sent)
        page = answer.text
        if not button:
            take = re.search(r'name="take" value="([^"]+)"', page)
            assert take is not None
            sent["take"] = unescape(take[1])
    assert f"table={table.code}" in answer.location
    case = answer.location.replace("&enter=1", "")
    ruling = client.get(case).text
    assert "may go out" in ruling
    assert "hands that may go out" not in ruling
