"""The large view on a TV: how to join, and a screen that follows its table."""

import re

import pytest
from flask import Flask

from companion.store import Store, Table, phones
from tests.web.conftest import MakeTable
from tests.web.visitors import People, Phone


@pytest.fixture
def table(make_table: MakeTable) -> Table:
    return make_table()


@pytest.fixture
def people(app: Flask, store: Store, table: Table) -> People:
    return People(app, store, table)


def test_a_tv_says_where_to_type_the_code(people: People, table: Table) -> None:
    html = people.visitor.get(f"/t/{table.code}/tv").text
    said = " ".join(re.sub(r"<[^>]*>", " ", html).split())
    assert re.search(rf"open \S+/join and type {table.code}", said)


def test_a_tv_follows_to_a_new_code(people: People, store: Store, table: Table) -> None:
    tv = people.visitor
    assert tv.get(f"/t/{table.code}/tv").status_code == 200
    now = phones.renew(store, table)
    answer = tv.get(f"/t/{table.code}/tv")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{now}/tv"


def test_a_screen_that_was_removed_does_not_come_back_by_itself(
    people: People, store: Store, table: Table
) -> None:
    tv, before = people.visitor, len(phones.present(store, table))
    tv.get(f"/t/{table.code}/tv")
    newest = max(phones.present(store, table), key=lambda one: one.id)
    assert (newest.role, newest.seat) == ("watcher", None)
    phones.remove(store, table, newest.id)
    tv.get(f"/t/{table.code}/tv", fragment=True)
    assert len(phones.present(store, table)) == before


def test_where_nobody_keeps_the_score_the_first_phone_still_may(
    app: Flask, store: Store, make_table: MakeTable
) -> None:
    """A phone that looked at the large view is not a watcher of a table that nobody keeps."""
    table = make_table()
    phone = Phone(app, 1)
    phone.get(f"/t/{table.code}/tv")
    assert phones.present(store, table) == []
