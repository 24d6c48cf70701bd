"""A correction to just the amount, and from it back to cards."""

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store import Store, Table
from tests.web.conftest import Post, plain_text
from tests.web.play import close


@pytest.fixture
def address(store: Store, table: Table) -> str:
    """The page that corrects a deal in which Ann went out with Dark Blue."""
    close(store, table, "Ann", {"Ann": "dark-blue", "Bob": "red, mr-monopoly"})
    return f"/t/{table.code}/deals/1/correct"


def tap(post: Post, address: str, words: str, at: str = "", **fields: str) -> TestResponse:
    """One tap without scripts, and the page it leads to."""
    return post(address, {"tap": words, "at": at, **fields})


def test_cards_become_an_amount(
    client: FlaskClient, post: Post, store: Store, table: Table, address: str
) -> None:
    here = address
    for words, at, fields in (
        ("unlay", "", {}),
        ("open:0.a", "0", {}),
        ("say:0:", "0.a", {"amount": "£2,000"}),
        ("most:1", "", {}),
    ):
        answer = tap(post, here, words, at, **fields)
        assert answer.status_code == 303, plain_text(answer.text)
        here = answer.headers["Location"].partition("#")[0]
    page = client.get(here).text
    assert "See what changes" in page
    assert "As the table said" in page
    preview = client.get(tap(post, here, "look").headers["Location"]).text
    assert "£2,000" in preview
    seen = re.findall(r'name="(token|seen)" value="([^"]+)"', preview)
    done = post(here, {**dict(seen), "do": "change", "reason": "too long to type"})
    assert done.status_code == 303, plain_text(done.text)
    (deal,) = store.deals(table)
    assert (deal.entry.amounts, deal.entry.majority_to) == ({"Ann": 2000}, "Bob")
    assert deal.payouts == {"Ann": 2000, "Bob": 1250, "Cem": 0, "Dee": 0}
    store.undo(table, token="u")
    assert store.deals(table)[0].payouts["Ann"] == 400


def test_a_wrong_amount_keeps_what_was_typed(client: FlaskClient, post: Post, address: str) -> None:
    answer = post(address, {"tap": "say:1:", "at": "1.a", "amount": "77"}, fragment=True)
    assert answer.status_code == 422
    assert 'value="77"' in answer.text
    assert "Amounts go in steps of 50" in answer.text
    page = client.get(f"{address}?at=1.a").text
    assert "What is Bob paid?" in page
    assert "See what changes" not in page
