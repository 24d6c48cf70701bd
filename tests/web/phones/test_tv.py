"""The large view on a TV: how to join, and a screen that follows its table."""

import re

from flask import Flask

from companion.store import Store, Table, phones
from tests.stored import as_it_is_now
from tests.web.visitors import People, Phone


def test_a_tv_says_where_to_type_the_code(people: People, table: Table) -> None:
    html = people.visitor.get(f"/t/{table.code}/tv").text
    said = " ".join(re.sub(r"<[^>]*>", " ", html).split())
    assert re.search(rf"open \S+/join and type {table.code}", said)


def test_opening_the_large_view_takes_no_place(app: Flask, store: Store, people: People) -> None:
    (table,) = store.tables()
    before = phones.present(store, table)
    for number in range(30):
        assert Phone(app, 100 + number).get(f"/t/{table.code}/tv").status_code == 200
        assert app.test_client().get(f"/t/{table.code}/tv").status_code == 200
    assert phones.present(store, table) == before
    assert people.visitor.post(f"/t/{table.code}/join", {"seat": "watch"}).status_code == 303


def test_a_tv_that_stays_with_its_table_follows_to_a_new_code(
    people: People, store: Store, table: Table
) -> None:
    tv, address = people.visitor, f"/t/{table.code}/tv"
    assert "Keep showing this table" in tv.get(address).text
    answer = tv.post(f"/t/{table.code}/join", {"seat": "watch", "to": "tv"})
    assert answer.headers["Location"] == address
    assert "Keep showing this table" not in tv.get(address).text
    now = phones.renew(store, as_it_is_now(store, table))
    answer = tv.get(address)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{now}/tv"
