"""Screens follow each other: an empty answer while nothing changed, the fragment when it did."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape

import pytest
from flask import Flask

from companion.store import Store, Table, phones
from tests.web.conftest import MakeTable
from tests.web.play import close
from tests.web.visitors import People, Phone

PAGES = ("", "setup", "deal", "deals/1", "phones", "tv")


@pytest.fixture
def table(make_table: MakeTable, store: Store) -> Table:
    table = make_table()
    close(store, table, "Ann", {"Ann": "orange", "Bob": "token"})
    return table


def polls(html: str) -> str:
    """The address that the page asks every two seconds."""
    found = re.search(
        r'<span id="live" hidden hx-get="([^"]+)" hx-trigger="every 1900ms, look"', html
    )
    assert found is not None
    return unescape(found[1])


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    asked: list[str] = []
    store.db.conn.set_trace_callback(asked.append)
    try:
        yield asked
    finally:
        store.db.conn.set_trace_callback(None)


def phone_of(people: People, role: str) -> Phone:
    phone: Phone = people.players[1] if role == "player" else getattr(people, role)
    return phone


@pytest.mark.parametrize("role", ["keeper", "player", "watcher", "visitor"])
@pytest.mark.parametrize("page", PAGES)
def test_while_nothing_changes_the_answer_is_empty(
    people: People, store: Store, table: Table, page: str, role: str
) -> None:
    phone = phone_of(people, role)
    address = polls(phone.get(f"/t/{table.code}/{page}").text)
    with statements(store) as asked:
        answer = phone.get(address, fragment=True)
    assert (answer.status_code, answer.data) == (204, b"")
    assert [one.split()[0] for one in asked].count("SELECT") == 1
    plan = [row["detail"] for row in store.rows("EXPLAIN QUERY PLAN " + asked[0])]
    assert not [line for line in plan if line.startswith("SCAN") and "CONSTANT" not in line]
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("role", ["keeper", "player", "watcher", "visitor"])
@pytest.mark.parametrize("page", PAGES)
def test_a_change_brings_the_fragment_and_then_all_is_quiet(
    people: People, store: Store, table: Table, page: str, role: str
) -> None:
    phone = phone_of(people, role)
    shown = polls(phone.get(f"/t/{table.code}/{page}").text)
    tap = {"tap": "out:0", "version": str(store.draft(table).version)}
    people.keeper.post(f"/t/{table.code}/deal", tap)
    answer = phone.get(shown, fragment=True)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith("<div id=")
    again = polls(answer.text)
    assert again != shown
    assert phone.get(again, fragment=True).status_code == 204


def test_a_phone_that_only_asks_is_seen_all_the_same(
    people: People, store: Store, table: Table
) -> None:
    bob = people.players[1]
    address = polls(bob.get(f"/t/{table.code}/").text)
    with store.writing() as db:
        db.execute("UPDATE phones SET seen_at = '2026-01-01T00:00:00Z'")
    assert bob.get(address, fragment=True).status_code == 204
    seen = [one.seen_at for one in phones.present(store, table) if one.phone == bob.id]
    assert seen > ["2026-01-02"]
    with statements(store) as asked:
        assert bob.get(address, fragment=True).status_code == 204
    assert [one.split()[0] for one in asked].count("SELECT") == 1


def test_a_tap_of_ones_own_is_not_asked_for_again(
    people: People, store: Store, table: Table
) -> None:
    tap = {"tap": "out:0", "version": str(store.draft(table).version)}
    answer = people.keeper.post(f"/t/{table.code}/deal", tap, fragment=True)
    assert people.keeper.get(polls(answer.text), fragment=True).status_code == 204


def test_a_tap_that_meets_another_one_is(
    people: People, store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is done by others while a tap is answered is seen by the next question."""
    deal = f"/t/{table.code}/deal"
    version = str(store.draft(table).version)
    people.keeper.post(deal, {"tap": "out:0", "version": version})
    save = store.save_draft

    def meets(*args: object) -> object:
        saved = save(*args)  # type: ignore[arg-type]
        phones.lock(store, table, True)
        return saved

    monkeypatch.setattr(store, "save_draft", meets)
    version = str(store.draft(table).version)
    answer = people.players[1].post(deal, {"tap": "nothing:1", "version": version}, fragment=True)
    assert people.players[1].get(polls(answer.text), fragment=True).status_code == 200


def test_a_player_sees_the_deal_closed_and_opened_again(
    people: People, store: Store, table: Table
) -> None:
    bob = people.players[1]
    shown = polls(bob.get(f"/t/{table.code}/deal").text)
    close(store, table, None, {})
    answer = bob.get(shown, fragment=True)
    assert answer.headers["HX-Redirect"] == f"/t/{table.code}/deals/2"
    shown = polls(bob.get(f"/t/{table.code}/deal").text)
    store.undo(table, token="undo")
    answer = bob.get(shown, fragment=True)
    assert answer.headers["HX-Redirect"] == f"/t/{table.code}/deal"


@pytest.mark.parametrize(("undone", "leads_to"), [(1, "deal"), (2, "")], ids=["it", "one more"])
def test_who_looks_at_a_deal_that_is_undone_is_led_on(
    people: People, store: Store, table: Table, undone: int, leads_to: str
) -> None:
    for _ in range(2):
        close(store, table, None, {})
    shown = polls(people.players[1].get(f"/t/{table.code}/deals/3").text)
    for number in range(undone):
        store.undo(table, token=f"undo-{number}")
    answer = people.players[1].get(shown, fragment=True)
    assert answer.headers["HX-Redirect"] == f"/t/{table.code}/{leads_to}"


def test_a_phone_without_scripts_has_a_link_instead(people: People, table: Table) -> None:
    for page in PAGES:
        html = people.watcher.get(f"/t/{table.code}/{page}").text
        link = re.search(r'<noscript>.*?href="([^"]+)">Refresh', html)
        assert link is not None
        assert people.watcher.get(unescape(link[1])).status_code == 200
        assert "<noscript>" not in people.watcher.get(link[1], fragment=True).text


def test_a_correction_does_not_follow_the_open_deal(people: People, table: Table) -> None:
    html = people.keeper.get(f"/t/{table.code}/deals/1/correct").text
    assert 'id="live"' not in html


@pytest.mark.parametrize("fragment", [True, False], ids=["fragment", "page"])
def test_who_was_quicker_is_named(
    app: Flask, people: People, store: Store, table: Table, fragment: bool
) -> None:
    """Of two phones on one hand the second does not overwrite unseen what the first entered."""
    deal = f"/t/{table.code}/deal"
    bob, second = people.players[1], Phone(app, 30)
    phones.join(store, table.id, second.id, 1)
    bob.post(deal, {"tap": "out:1", "version": str(store.draft(table).version)})
    old = {"version": str(store.draft(table).version), "at": "1"}
    bob.post(deal, {"tap": "take:orange", **old})
    answer = second.post(deal, {"tap": "take:red", **old}, fragment=fragment)
    if not fragment:
        assert (answer.status_code, answer.headers["Location"]) == (
            303,
            f"{deal}?at=1&note=hand#red",
        )
        answer = second.get(answer.headers["Location"])
    else:
        assert answer.status_code == 409
    assert "Bob’s phone has changed this hand in the meantime." in answer.text
    assert "strand" not in store.draft(table).data["hands"]["Bob"]
    again = {"tap": "take:red", "at": "1", "version": str(store.draft(table).version)}
    assert second.post(deal, again, fragment=True).status_code == 200
    # What a phone sees is no change of another hand: both go on at once.
    old["at"] = "2"
    tap = {"tap": "nothing:2", **old}
    assert people.players[2].post(deal, tap, fragment=True).status_code == 200
