"""Addresses that are remembered are those that Flask makes."""

from typing import Any

import pytest
from flask import Flask, url_for

from companion.web.site.http import ANY_CODE, address_of


@pytest.mark.parametrize(
    ("endpoint", "values"),
    [
        pytest.param("sheet.sheet", {"code": "ABCD"}, id="a-page-of-a-table"),
        pytest.param("sheet.sheet", {"code": "EFGH"}, id="the-same-page-of-another-table"),
        pytest.param("closed_deal.deal", {"code": "ABCD", "number": 3}, id="a-deal"),
        pytest.param("sheet.sheet", {"code": "ABCD", "q": ANY_CODE}, id="words-like-no-code"),
        pytest.param("sheet.sheet", {"code": "é?"}, id="no-code-at-all"),
        pytest.param("tables.index", {}, id="no-table"),
        pytest.param("tables.index", {"from": 40}, id="a-number"),
        pytest.param("tables.index", {"from": "40"}, id="the-same-as-a-text"),
    ],
)
def test_an_address_is_that_of_flask(app: Flask, endpoint: str, values: dict[str, Any]) -> None:
    for root in ("", "/club"):
        with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": root}):
            made = url_for(endpoint, **values)
            assert [address_of(endpoint, **values) for _ in range(2)] == [made, made]


def test_every_address_with_a_code_begins_with_it(app: Flask) -> None:
    with_code = [rule.rule for rule in app.url_map.iter_rules() if "code" in rule.arguments]
    assert with_code
    assert not [rule for rule in with_code if not rule.startswith("/t/<code>")]
