"""A closed deal with hands of which the table said what they pay: told apart on every page."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.rules.deal import Deal
from companion.store import Store, Table
from tests.web.conftest import MakeTable
from tests.web.play import close, close_entry, correct, entry_of


@pytest.fixture
def table(store: Store, make_table: MakeTable) -> Table:
    """Ann went out with £1,850 by amount, Bob has Red and a Mr. Monopoly, and held the most."""
    made = make_table("classic-uk", ["Ann", "Bob"])
    entry = entry_of(store, made, "Ann", {"Bob": "red, mr-monopoly"})
    close_entry(store, made, by_amount(entry, "Bob"))
    return made


def by_amount(entry: Deal, most: str | None) -> Deal:
    """The entry with Ann’s hand by its amount, and who held the most."""
    hands = {**entry.hands, "Ann": ()}
    return replace(entry, hands=hands, amounts={"Ann": 1850}, majority_to=most)


def page(client: FlaskClient, table: Table, rest: str, status: int = 200) -> str:
    """The text of a page of the table."""
    answer = client.get(f"/t/{table.code}{rest}")
    assert answer.status_code == status
    return answer.text


def test_the_page_of_the_deal(client: FlaskClient, table: Table) -> None:
    text = page(client, table, "/deals/1")
    assert "As the table said: £1,850." in text
    assert "Bob held the most Mr. Monopoly and gets £1,000." in text
    assert "How good was the hand?" not in text
    assert "How lucky was the reward?" not in text
    assert text.count("Challenge this hand") == 1


def test_there_is_nothing_to_challenge(client: FlaskClient, table: Table) -> None:
    assert "There are no cards to rule on" in page(client, table, "/deals/1/challenge/0", 404)
    assert "£1,250" in page(client, table, "/deals/1/challenge/1")


@pytest.mark.parametrize("rest", ["/", "/summary"])
def test_the_sheet_and_the_summary_tell_it_apart(
    client: FlaskClient, store: Store, table: Table, rest: str
) -> None:
    text = page(client, table, rest)
    assert text.count("as the table said</span>") == 1
    assert "Dotted" in text
    close(store, table, "Ann", {"Ann": "dark-blue"})
    assert page(client, table, rest).count("as the table said</span>") == 1


def test_a_hand_of_the_night_has_cards(client: FlaskClient, table: Table) -> None:
    assert "Red" in page(client, table, "/summary")


def test_the_history_says_what_was_said(client: FlaskClient, store: Store, table: Table) -> None:
    entry = store.deals(table)[0].entry
    correct(store, table, replace(entry, amounts={"Ann": 1900}, majority_to=None))
    text = page(client, table, "/deals/1")
    assert "went out with £1,850, as the table said" in text
    assert "held the most Mr. Monopoly" in text
