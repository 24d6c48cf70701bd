"""Who may do what: every route with every role, and thousands of posts that nobody's page makes."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion import create_app
from companion.store import Store, Table, phones, rulings
from companion.web.site.access import Who, allowed
from tests.often import made_up_by, times
from tests.web.conftest import MakeTable
from tests.web.play import close
from tests.web.visitors import People, Phone

ANYBODY, READER, PLAYER, SCOREKEEPER = "anybody", "reader", "player", "scorekeeper"

ROUTES: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "static": (ANYBODY, "GET", "/static/css/base.css", {}),
    "install.manifest": (ANYBODY, "GET", "/manifest.webmanifest", {}),
    "install.worker": (ANYBODY, "GET", "/sw.js", {}),
    "install.offline": (ANYBODY, "GET", "/offline", {}),
    "tables.index": (ANYBODY, "GET", "/", {}),
    "tables.new": (ANYBODY, "GET", "/tables/new", {}),
    "tables.make": (ANYBODY, "POST", "/tables/new", {"edition": "classic-uk"}),
    "phones.code": (ANYBODY, "GET", "/join", {}),
    "tables.setup": (READER, "GET", "/t/{code}/setup", {}),
    "tables.amounts": (READER, "GET", "/t/{code}/amounts", {}),
    "tables.change_amounts": (SCOREKEEPER, "POST", "/t/{code}/amounts", {"value-go": "300"}),
    "tables.rematch": (SCOREKEEPER, "POST", "/t/{code}/rematch", {}),
    "deal.deal": (READER, "GET", "/t/{code}/deal", {}),
    "deal.tap": (PLAYER, "POST", "/t/{code}/deal", {"tap": "open:", "version": "1"}),
    "deal.close": (SCOREKEEPER, "POST", "/t/{code}/deal/close", {}),
    "sheet.sheet": (READER, "GET", "/t/{code}/", {}),
    "sheet.undo": (SCOREKEEPER, "POST", "/t/{code}/undo", {"action": "1"}),
    "sheet.redo": (SCOREKEEPER, "POST", "/t/{code}/redo", {"action": "1"}),
    "closed_deal.deal": (READER, "GET", "/t/{code}/deals/1", {}),
    "closed_deal.luck": (READER, "GET", "/t/{code}/deals/1/luck", {}),
    "closed_deal.paid": (
        SCOREKEEPER,
        "POST",
        "/t/{code}/deals/1/paid",
        {"deal": "1", "paid": "0"},
    ),
    "correct.correct": (SCOREKEEPER, "GET", "/t/{code}/deals/1/correct", {}),
    "correct.change": (SCOREKEEPER, "POST", "/t/{code}/deals/1/correct", {"tap": "out:1"}),
    "challenge.challenge": (READER, "GET", "/t/{code}/deals/1/challenge/0", {}),
    "challenge.claim": (READER, "POST", "/t/{code}/deals/1/challenge/0/claim", {"claim": "500"}),
    "challenge.outcome": (
        PLAYER,
        "POST",
        "/t/{code}/deals/1/challenge/0",
        {"outcome": "upheld", "deal": "1"},
    ),
    "challenge.back": (SCOREKEEPER, "POST", "/t/{code}/deals/1/rulings/1/back", {}),
    "referee.page": (ANYBODY, "GET", "/referee", {}),
    "referee.read": (ANYBODY, "POST", "/referee?edition=classic-uk", {"text": "brown"}),
    "referee.text": (ANYBODY, "GET", "/referee.txt?edition=classic-uk&cards=brown", {}),
    "referee.qr": (ANYBODY, "GET", "/referee/qr.svg?edition=classic-uk&cards=brown", {}),
    "referee.may_i": (READER, "GET", "/t/{code}/may-i", {}),
    "rulebook.colours": (ANYBODY, "GET", "/colours.css", {}),
    "rulebook.index": (ANYBODY, "GET", "/rules/", {}),
    "rulebook.rules": (ANYBODY, "GET", "/rules/deluxe", {}),
    "rulebook.of_table": (READER, "GET", "/t/{code}/rules", {}),
    "summary.summary": (READER, "GET", "/t/{code}/summary", {}),
    "summary.luck": (READER, "GET", "/t/{code}/summary/luck", {}),
    "summary.sheet_svg": (READER, "GET", "/t/{code}/sheet.svg", {}),
    "summary.blank_pad": (ANYBODY, "GET", "/pad/deluxe", {}),
    "summary.pad_of_table": (READER, "GET", "/t/{code}/pad", {}),
    "files.game_json": (READER, "GET", "/t/{code}/game.json", {}),
    "files.deals": (READER, "GET", "/t/{code}/deals.csv", {}),
    "files.totals": (READER, "GET", "/t/{code}/totals.csv", {}),
    "files.bg_stats": (READER, "GET", "/t/{code}/bgstats", {}),
    "files.place": (SCOREKEEPER, "GET", "/t/{code}/place", {}),
    "files.set_place": (SCOREKEEPER, "POST", "/t/{code}/place", {"place": "Leeds"}),
    "files.ask": (SCOREKEEPER, "GET", "/t/{code}/delete", {}),
    "files.still_deleted": (READER, "GET", "/t/{code}/deleted", {}),
    "files.delete": (SCOREKEEPER, "POST", "/t/{code}/delete", {}),
    "files.bring_back": (SCOREKEEPER, "POST", "/t/{code}/bring-back", {}),
    "files.bring": (ANYBODY, "GET", "/games/import", {}),
    "files.bring_in": (ANYBODY, "POST", "/games/import", {}),
    "people.games": (ANYBODY, "GET", "/games", {}),
    "people.players": (ANYBODY, "GET", "/players", {}),
    "people.player": (ANYBODY, "GET", "/player?name=Ann", {}),
    "people.rename": (ANYBODY, "GET", "/player/rename?name=Ann", {}),
    "people.renamed": (ANYBODY, "POST", "/player/rename", {"name": "Ann", "new": "Anna"}),
    "people.undo": (ANYBODY, "POST", "/player/undo", {"name": "Ann", "renaming": "1"}),
    "phones.join": (READER, "GET", "/t/{code}/join", {}),
    "phones.sit": (READER, "POST", "/t/{code}/join", {"seat": "watch"}),
    "phones.take": (READER, "POST", "/t/{code}/take", {"key": "3333-3333"}),
    "phones.phones_page": (READER, "GET", "/t/{code}/phones", {}),
    "phones.qr": (READER, "GET", "/t/{code}/qr.svg", {}),
    "tv.tv": (READER, "GET", "/t/{code}/tv", {}),
    "phones.hand_over": (SCOREKEEPER, "POST", "/t/{code}/phones/hand-over", {"phone": "3"}),
    "phones.remove": (SCOREKEEPER, "POST", "/t/{code}/phones/remove", {"phone": "3"}),
    "phones.let_in": (SCOREKEEPER, "POST", "/t/{code}/phones/let-in", {"phone": "3"}),
    "phones.remove_watching": (SCOREKEEPER, "POST", "/t/{code}/phones/remove-watching", {}),
    "phones.lock": (SCOREKEEPER, "POST", "/t/{code}/phones/lock", {"locked": "1"}),
    "between.more": (SCOREKEEPER, "GET", "/t/{code}/more", {}),
    "between.adjust": (SCOREKEEPER, "GET", "/t/{code}/adjust", {}),
    "between.write_adjustment": (SCOREKEEPER, "POST", "/t/{code}/adjust", {}),
    "between.names": (SCOREKEEPER, "GET", "/t/{code}/names", {}),
    "between.correct_names": (SCOREKEEPER, "POST", "/t/{code}/names", {}),
    "between.end": (SCOREKEEPER, "GET", "/t/{code}/end", {}),
    "between.change_end": (SCOREKEEPER, "POST", "/t/{code}/end", {}),
    "between.dealer": (SCOREKEEPER, "GET", "/t/{code}/dealer", {}),
    "between.set_dealer": (SCOREKEEPER, "POST", "/t/{code}/dealer", {}),
    "between.go_on": (SCOREKEEPER, "GET", "/t/{code}/go-on", {}),
    "between.open_next_table": (SCOREKEEPER, "POST", "/t/{code}/go-on", {}),
    "phones.renew": (SCOREKEEPER, "POST", "/t/{code}/phones/renew", {"of": "{code}"}),
}
"""Every endpoint: who may ask for it, how, where, with what. A new route belongs here too."""

EVERYBODY = {ANYBODY, READER}
MAY = {
    "visitor": EVERYBODY,
    "watcher": EVERYBODY,
    "player": {*EVERYBODY, PLAYER},
    "scorekeeper": {*EVERYBODY, PLAYER, SCOREKEEPER},
    "stranger": EVERYBODY,
    "locked": EVERYBODY,
}
"""What each role may ask for. A stranger is the scorekeeper of another table; `locked` a player of
a locked one."""
CHANGES = ("actions", "deals", "drafts", "rulings", "tables")


@pytest.fixture
def table(make_table: MakeTable, store: Store) -> Table:
    """A table with one deal closed and ruled on, and another begun; nobody has joined it."""
    table = make_table()
    first = close(store, table, "Ann", {"Ann": "orange", "Bob": "token"})
    rulings.record(
        store,
        table,
        deal_id=first.id,
        player="Ann",
        outcome="upheld",
        note="",
        ruling="May go out.",
        token="r",
    )
    hands = {"went_out": "Bob", "hands": {"Bob": ["token"]}, "done": {}, "since": 1}
    store.save_draft(table, store.draft(table).version, hands)
    return table


def phones_of(app: Flask, store: Store, table: Table) -> dict[str, Phone]:
    """A phone of each role, everybody being at the table."""
    people = People(app, store, table)
    other = store.create_table(
        edition="classic-uk", options={}, players="AB", first_dealer="A", banker="A"
    )
    return {
        "visitor": people.visitor,
        "watcher": people.watcher,
        "player": people.players[1],
        "scorekeeper": people.keeper,
        "stranger": People(app, store, other, first=50).keeper,
        "locked": people.players[1],
    }


def kept(store: Store) -> str:
    """All that a game is made of, as text."""
    return json.dumps({name: store.rows(f"SELECT * FROM {name}") for name in CHANGES})


def test_every_route_is_in_the_table_above(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert endpoints == set(ROUTES)
    assert {one: allowed(app, one) for one in endpoints} == {
        name: Who[route[0].upper()] for name, route in ROUTES.items()
    }
    for rule in app.url_map.iter_rules():
        assert ("code" in rule.arguments) is (ROUTES[rule.endpoint][0] != ANYBODY)


def test_a_route_that_nobody_thought_of_is_refused(tmp_path: Path) -> None:
    app = create_app(tmp_path, TESTING=True)
    app.add_url_rule("/new", "new", lambda: "secret")
    answer = app.test_client().get("/new")
    assert answer.status_code == 403
    assert "secret" not in answer.text
    app.extensions["store"].close()


@pytest.mark.parametrize("endpoint", ROUTES)
def test_route(endpoint: str, app: Flask, store: Store, table: Table) -> None:
    """Every role asks for it. After one that may change something, all is as it was again."""
    who, method, address, data = ROUTES[endpoint]
    address = address.format(code=table.code)
    data = {name: value.format(code=table.code) for name, value in data.items()}
    by_role = phones_of(app, store, table)
    with closing(sqlite3.connect(":memory:")) as start:
        store.db.conn.backup(start)
        for role, phone in by_role.items():
            if role == "locked":
                phones.lock(store, table, True)
            before = kept(store)
            with phone.get(address) if method == "GET" else phone.post(address, data) as answer:
                status = answer.status_code
            may = who in MAY[role]
            assert status in ((200, 303, 400, 422) if may else (403,)), (role, status)
            if not may or method == "GET" or who == READER:
                # Joining and guessing at the recovery code are no change of the game.
                assert without_version(kept(store)) == without_version(before), role
            if may and method == "POST":
                start.backup(store.db.conn)


def test_a_question_what_a_page_can_do_makes_no_scorekeeper(app: Flask, store: Store) -> None:
    """Browsers ask it by themselves, without a cookie, for a form of another site."""
    table = store.create_table(
        edition="classic-uk", options={}, players=["Ann", "Bob"], first_dealer="Ann", banker="Ann"
    )
    assert app.test_client().options(f"/t/{table.code}/undo").status_code == 200
    assert phones.present(store, table) == []


def test_every_route_of_a_table_that_is_not_there_says_so(
    app: Flask, store: Store, table: Table
) -> None:
    phone = People(app, store, table).keeper
    before = kept(store)
    for number, (who, method, address, data) in enumerate(ROUTES.values()):
        if who != ANYBODY:  # wrong codes are counted by address
            here: dict[str, Any] = {"environ_overrides": {"REMOTE_ADDR": f"192.0.2.{number}"}}
            at = address.format(code="NOPE")
            answer = phone.get(at, **here) if method == "GET" else phone.post(at, data, **here)
            assert (answer.status_code, "no table “NOPE”" in answer.text) == (404, True), at
    assert kept(store) == before


def without_version(text: str) -> Any:
    game = json.loads(text)
    for row in game["tables"]:
        del row["version"]
    return game


# --- a table that nobody keeps -------------------------------------------------------------------


def test_the_first_phone_that_does_something_keeps_the_score(
    app: Flask, store: Store, table: Table
) -> None:
    first, second = Phone(app, 1), Phone(app, 2)
    deal = f"/t/{table.code}/deal"
    data = {"tap": "nothing:2", "version": str(store.draft(table).version)}
    assert first.get(f"/t/{table.code}/").status_code == 200
    assert phones.present(store, table) == []
    assert first.post(deal, data).status_code == 303
    assert [one.role for one in phones.present(store, table)] == ["scorekeeper"]
    assert second.post(deal, data).status_code == 403
    assert first.post(deal, data).status_code == 303


def test_whoever_makes_a_table_keeps_its_score(app: Flask, store: Store) -> None:
    phone, other = Phone(app, 1), Phone(app, 2)
    form = {"edition": "classic-uk", "player-0": "Ann", "player-1": "Bob", "do": "make"}
    assert phone.post("/tables/new", form).status_code == 303
    (table,) = store.tables()
    assert [(one.phone, one.role) for one in phones.present(store, table)] == [
        (phone.id, "scorekeeper")
    ]
    assert phone.get(f"/t/{table.code}/").text.count("Score deal 1") == 1
    assert "You are watching" in other.get(f"/t/{table.code}/").text


# --- posts that no page makes --------------------------------------------------------------------

POSTS = times(6_000)
WORDS = (
    *("out:0", "out:1", "out:2", "out:-", "out:9", "in:0", "in:1", "in:2", "in:x", "lay", "unlay"),
    *("open:", "open:0", "open:1", "open:r", "open:1.0", "nothing:0", "nothing:1", "nothing:2"),
    *("catch:0", "catch:2", "caught:0:0", "caught:1:2", "caught:2:9", "again:0", "again:1"),
    *("take:orange", "take:x"),
    *("take:mayfair", "give:orange", "n:token:3", "n:chance:2", "up:1:house-3", "down:1:house-1"),
    *("line:red", "wilds:1:token", "wilds:0:", "wilds:r:token", "made:brown:1", "early:1", ""),
    "x:y:z",
)
VALUES = ("", "0", "1", "2", "3", "-", "r", "1.0", "all", "watch", "x", "9" * 30, "‮אב", "token*2")
FIELDS = (
    *(
        "tap",
        "at",
        "version",
        "token",
        "seat",
        "deal",
        "paid",
        "unpaid",
        "undone",
        "phone",
        "locked",
        "of",
    ),
    *("key", "action", "reason", "do", "let_stand", "seen", "edition", "player-0", "player-1"),
)


def made_up(random: Random, store: Store, table: Table) -> dict[str, str]:
    """A form that may make sense, or not."""
    data = {name: random.choice(VALUES) for name in FIELDS if random.random() < 0.4}
    if random.random() < 0.8:
        data["tap"] = random.choice(WORDS)
    if random.random() < 0.7:
        data["at"] = random.choice(("", "0", "1", "1", "2", "r", "1.0"))
    if random.random() < 0.8:
        data["version"] = str(store.draft(table).version)
    return data


def others_of(store: Store, table: Table) -> list[Any]:
    """What the second player's phone may not change in the open deal."""
    data = store.draft(table).data
    left: list[Any] = [
        {name: what for name, what in data.get(kind, {}).items() if name != "Bob"}
        for kind in ("hands", "done", "wilds")
    ]
    if data.get("went_out") != "Bob":
        left += [data.get("reward"), data.get("laid_down")]
    return [*left, data.get("stopped_early"), bool(data.get("nobody"))]


@pytest.mark.tries
@pytest.mark.parametrize("edition", ["classic-uk", "winning-moves-2017", "express"])
@pytest.mark.parametrize("role", ["visitor", "watcher", "locked", "player", "stranger"])
def test_nobody_changes_what_is_not_theirs(
    app: Flask, store: Store, make_table: MakeTable, role: str, edition: str
) -> None:
    """With the scorekeeper below some 600 posts, and no 500 among them; in `make prove` 30,000."""
    table = make_table(edition, players=("Ann", "Bob", "Cem"))
    by_role = phones_of(app, store, table)
    phone, keeper = by_role[role], by_role["scorekeeper"]
    if role == "locked":
        phones.lock(store, table, True)
    random = made_up_by(f"{role} {edition}")
    posts = [route for route in ROUTES.items() if route[1][1] == "POST"]
    for turn in range(POSTS // 20):
        endpoint, (_, _, address, _) = random.choice(posts)
        if role == "player" and random.random() < 0.6:
            endpoint, address = "deal.tap", "/t/{code}/deal"
        if endpoint in ("tables.make", "phones.sit"):  # what everybody may do
            continue
        if turn % 10 == 0:  # the game goes on meanwhile
            data = {"tap": random.choice(WORDS), "version": str(store.draft(table).version)}
            keeper.post(f"/t/{table.code}/deal", data)
        before, rest = kept(store), others_of(store, table)
        answer = phone.post(
            address.format(code=table.code),
            made_up(random, store, table),
            fragment=random.random() < 0.5,
        )
        assert answer.status_code < 500, (endpoint, answer.status_code)
        if role == "player" and endpoint == "deal.tap":
            went_out = store.draft(table).data.get("went_out")
            assert others_of(store, table)[:3] == rest[:3]
            assert went_out in (json.loads(before)["drafts"] and draft_in(before), "Bob", None)
        else:
            assert kept(store) == before, endpoint


def draft_in(text: str) -> Any:
    return json.loads(json.loads(text)["drafts"][0]["data"]).get("went_out")


@pytest.mark.tries
@pytest.mark.parametrize("edition", ["classic-uk", "winning-moves-2017", "express"])
def test_no_post_of_the_scorekeeper_is_a_500(
    app: Flask, store: Store, make_table: MakeTable, edition: str
) -> None:
    table = make_table(edition, players=("Ann", "Bob", "Cem"))
    close(store, table, None, {})
    people = People(app, store, table)
    random = made_up_by(f"scorekeeper {edition}")
    posts = [route[2] for route in ROUTES.values() if route[1] == "POST"]
    code = table.code
    for _ in range(POSTS // 12):
        data = made_up(random, store, table)
        address = random.choice(posts).format(code=code)
        answer = people.keeper.post(address, data, fragment=random.random() < 0.5)
        assert answer.status_code < 500, (address, data)
        code = store.table_of_id(table.id).code
        if people.keeper.id != next(one.phone for one in phones.present(store, table)):
            now = store.table(code)
            assert now is not None
            phones.take_over(store, now, people.keeper.id)
