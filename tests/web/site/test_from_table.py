"""Rules and disputes that were opened from a table lead back to it."""

import re
from collections.abc import Callable
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
    return f'href="/t/{table.code}/">← Table {table.code}' in page


@pytest.mark.parametrize("rest", ["", "deal", "setup", "phones"])
def test_a_dispute_from_a_table(client: FlaskClient, table: Table, rest: str) -> None:
    page = client.get(f"/t/{table.code}/{rest}").text
    assert f"/t/{table.code}/may-i" in links(page)
    asked = client.get(f"/t/{table.code}/may-i", follow_redirects=True).text
    assert leads_back(asked, table)
    assert f'name="table" value="{table.code}"' in asked


@pytest.mark.parametrize("write", [str.upper, str.lower])
def test_an_address_in_lower_case_leads_back_too(
    client: FlaskClient, table: Table, write: Callable[[str], str]
) -> None:
    page = client.get(f"/t/{write(table.code)}/deals/9")
    assert page.status_code == 404
    assert f"/referee?table={table.code}" in links(page.text)


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


def test_the_rules_of_the_table(client: FlaskClient, table: Table) -> None:
    assert f"/t/{table.code}/rules" in links(client.get(f"/t/{table.code}/").text)
    assert f"/t/{table.code}/" in links(client.get(f"/t/{table.code}/rules").text)


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
    assert not [one for one in links(page.text) if table.code in one]
    assert "/" in links(page.text)


@pytest.mark.parametrize("code", ["<b>", "../x", "A" * 200, "lower!", "%00"])
def test_nothing_else_is_taken_for_a_code(client: FlaskClient, code: str) -> None:
    page = client.get("/rules/deluxe", query_string={"table": code})
    assert page.status_code == 200
    assert "← Table" not in page.text
