"""What is kept between requests: addresses are those that Flask makes, parts are whole."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, url_for
from jinja2 import filters, meta, nodes

from companion.web.site.assets import folder_of
from companion.web.site.http import ANY_CODE, address_of, rendered_once


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


TEMPLATES = Path(folder_of("templates"))
ONCE = sorted(
    {
        name
        for file in TEMPLATES.rglob("*.html")
        for name in re.findall(r'rendered_once\("([^"]+)"', file.read_text(encoding="utf-8"))
    }
)


@pytest.mark.parametrize("name", ONCE)
def test_a_part_that_is_rendered_once_depends_on_its_values_alone(app: Flask, name: str) -> None:
    tree = app.jinja_env.parse((TEMPLATES / name).read_text(encoding="utf-8"))
    names = meta.find_undeclared_variables(tree)
    assert names & app.jinja_env.globals.keys() <= {"asset", "url_for"}
    assert {one.name for one in tree.find_all(nodes.Filter)} <= filters.FILTERS.keys()
    assert not [*tree.find_all((nodes.Include, nodes.FromImport, nodes.Import))]


def test_a_part_is_rendered_for_each_of_its_values(app: Flask) -> None:
    def header(root: str, **values: str) -> str:
        with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": root}):
            return rendered_once("site/_header.html", **values)

    table = {"code": "ABCDE", "word": "deal", "here": "deal"}
    changed = ({"code": "FGHJK"}, {"word": "round"}, {"here": "sheet"})
    every = [table, {"back": "ABCDE"}, {}, *({**table, **one} for one in changed)]
    assert len({header(root, **one) for root in ("", "/club") for one in every}) == 2 * len(every)


def test_the_frame_of_a_page_is_rendered_for_all_tables_together(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {"word": "deal of this test", "here": ""}
    with app.test_request_context("/"):
        ours = rendered_once("site/_header.html", code="ABCD", **values)
        monkeypatch.setattr(app.jinja_env, "get_template", None)  # nothing is rendered any more
        theirs = rendered_once("site/_header.html", code="EFGH", **values)
    assert "/t/EFGH/deal" in theirs
    assert theirs.replace("EFGH", "ABCD") == ours
    assert ANY_CODE not in ours
