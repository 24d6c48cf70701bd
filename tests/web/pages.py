"""Pages of a table, as a test looks at them."""

import re
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store import Store, Table
from tests.web.conftest import Post, plain_text


def text_of(response: TestResponse) -> str:
    """What a page says, without tags."""
    body = re.sub(r"<(style|script|title|desc).*?</\1>", " ", response.text, flags=re.S)
    return plain_text(body)


def field(response: TestResponse, name: str) -> str:
    """The value of a field of the page's form."""
    found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', response.text)
    assert found is not None, name
    return unescape(found[1])


def show(client: FlaskClient, table: Table, rest: str = "", **more: Any) -> TestResponse:
    response = client.get(f"/t/{table.code}/{rest}", **more)
    assert response.status_code == 200
    return response


def undo(client: FlaskClient, post: Post, table: Table) -> TestResponse:
    page = show(client, table)
    return post(f"/t/{table.code}/undo", {"action": field(page, "action")})


def tick(
    store: Store, table: Table, post: Post, seat: object = 0, paid: object = 1, **more: Any
) -> TestResponse:
    """Ticks the payout of a seat in the first deal, or takes the tick back."""
    deal = store.deals(table)[0].id
    data = {"deal": more.pop("deal", deal), "paid" if paid else "unpaid": seat}
    return post(f"/t/{table.code}/deals/1/paid", data, **more)
