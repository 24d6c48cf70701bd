"""Games saved and brought in, BG Stats, deleting and bringing back, the place."""

import csv
import io
import json
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.export.game import LARGEST_FILE, written
from companion.export.read_game import read_game
from companion.store import Store, Table, games, phones
from companion.web.parts.words import file_name
from companion.web.site import access
from tests.stored import as_it_is_now
from tests.web.conftest import MakeTable, Post, plain_text
from tests.web.play import close
from tests.web.visitors import People, Phone

START = datetime(2026, 11, 21, 17, 0, tzinfo=UTC)


@pytest.fixture
def played(store: Store, make_table: MakeTable) -> Table:
    """A table with two deals."""
    table = make_table("classic-us", ["Ann", "Bob", "=1+1"])
    close(store, table, "Ann", {"Ann": "red, h1, token", "Bob": "go", "=1+1": "mr-monopoly"})
    close(store, table, "Bob", {"Bob": "orange", "Ann": "chance"})
    return as_it_is_now(store, table)


def file_of(store: Store, table: Table) -> bytes:
    return written(games.history(store, table))


@pytest.fixture
def upload(client: FlaskClient, csrf: str) -> Any:
    """``upload(data, name="game.json")``: sends a file to be brought in; None for no file."""

    def send(data: bytes | None, name: str = "game.json") -> TestResponse:
        # By hand: the client's own way leaves a temporary file open when there is much of it.
        parts = [b'name="csrf_token"\r\n\r\n' + csrf.encode()]
        if data is not None:
            parts.append(f'name="file"; filename="{name}"\r\n\r\n'.encode() + data)
        body = b"".join(b"--part\r\nContent-Disposition: form-data; " + x + b"\r\n" for x in parts)
        return client.post(
            "/games/import",
            data=body + b"--part--\r\n",
            content_type="multipart/form-data; boundary=part",
        )

    return send


# --- saving --------------------------------------------------------------------------------------


def test_the_whole_game_is_a_file(client: FlaskClient, store: Store, played: Table) -> None:
    answer = client.get(f"/t/{played.code}/game.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.data == file_of(store, played)
    day = datetime.fromisoformat(played.created_at).astimezone()
    name = f"companion-{day:%Y-%m-%d}-ann-bob-1-1.json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert played.code not in answer.text


@pytest.mark.parametrize(
    ("players", "name"),
    [
        pytest.param(["Ann", "Zoë"], "companion-2026-11-21-ann-zoe", id="accents"),
        pytest.param(["李", "שרה"], "companion-2026-11-21", id="no Latin letter"),
        pytest.param(["../../etc", 'a"; x="'], "companion-2026-11-21-etc-a-x", id="tricks"),
        pytest.param(["A" * 40, "B" * 40], f"companion-2026-11-21-{'a' * 39}", id="long", marks=()),
    ],
)
def test_a_file_has_a_plain_name(make_table: MakeTable, players: list[str], name: str) -> None:
    table = make_table("classic-us", players)
    object.__setattr__(table, "created_at", "2026-11-21T12:00:00Z")
    assert file_name(table) == name


@pytest.mark.parametrize(("what", "lines"), [("deals", 7), ("totals", 4)])
@pytest.mark.parametrize("asked", ["", "?semicolons=1"])
def test_deals_and_totals_are_spreadsheets(
    client: FlaskClient, played: Table, what: str, lines: int, asked: str
) -> None:
    answer = client.get(f"/t/{played.code}/{what}.csv{asked}")
    assert answer.mimetype == "text/csv"
    ending = f"-{what}-semicolons.csv" if asked else f"-{what}.csv"
    assert answer.headers["Content-Disposition"].endswith(f'{ending}"')
    text = io.StringIO(answer.data.decode("utf-8-sig"), newline="")
    rows = list(csv.reader(text, delimiter=";" if asked else ","))
    assert len(rows) == lines
    assert [row[rows[0].index("player")] for row in rows[1:4]] == ["Ann", "Bob", "'=1+1"]


def test_a_game_without_a_deal_is_saved_too(client: FlaskClient, make_table: MakeTable) -> None:
    code = make_table("express", ["Ann", "Bob"]).code
    assert json.loads(client.get(f"/t/{code}/game.json").data)["actions"] == []
    assert client.get(f"/t/{code}/deals.csv").text.count("\r\n") == 1
    assert client.get(f"/t/{code}/totals.csv").text.count("\r\n") == 3
    answer = client.get(f"/t/{code}/bgstats")
    assert "nothing to send" in answer.text
    assert "bgstatsapp.com" not in answer.text


# --- BG Stats ------------------------------------------------------------------------------------


def test_bg_stats_gets_a_link_and_a_code(client: FlaskClient, played: Table) -> None:
    answer = client.get(f"/t/{played.code}/bgstats")
    assert answer.status_code == 200
    link = re.search(
        r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]+)"', answer.text
    )
    assert link is not None
    play = json.loads(unquote(link[1].split("data=")[1]))
    assert play["game"]["bggId"] == 684
    assert "<svg" in answer.text
    assert "style=" not in answer.text


def test_bg_stats_with_names_too_long_for_a_code_still_has_the_link(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table("classic-us", [letter * 40 for letter in "李漢字山川海"])
    close(store, table, table.players[0], {table.players[0]: "red"})
    answer = client.get(f"/t/{table.code}/bgstats")
    assert "too long for a QR code" in answer.text
    assert "https://app.bgstatsapp.com" in answer.text


# --- bringing in ---------------------------------------------------------------------------------


def test_a_game_of_another_server_becomes_a_table(
    client: FlaskClient, store: Store, upload: Any
) -> None:
    other = Store(":memory:")
    table = other.create_table(
        edition="classic-uk",
        options={"target": 5000},
        players=["Ann", "Bob"],
        first_dealer="Bob",
        banker="Ann",
    )
    close(other, table, "Ann", {"Ann": "red, token"})
    data = file_of(other, table)
    answer = upload(data)
    assert answer.status_code == 303
    (here,) = store.tables()
    assert answer.location == f"/t/{here.code}/"
    assert client.get(f"/t/{here.code}/game.json").data == data
    assert "Score deal 2" in client.get(answer.location).text
    # and it is played on like any other
    close(store, here, "Bob", {"Bob": "red"})
    assert store.count_deals(here) == 2


def test_a_game_that_is_here_is_not_doubled_and_the_sheet_says_so(
    client: FlaskClient, store: Store, played: Table, upload: Any
) -> None:
    answer = upload(file_of(store, played))
    assert (answer.status_code, answer.location) == (303, f"/t/{played.code}/?note=here")
    assert len(store.tables()) == 1
    assert "This game was already here. Nothing was changed." in client.get(answer.location).text


def test_a_longer_game_is_told_from_the_one_here(
    client: FlaskClient, post: Post, store: Store, played: Table, upload: Any
) -> None:
    """It is refused with what to do; what then is deleted here can still be brought back."""
    short = file_of(store, played)
    close(store, played, "Bob", {"Bob": "red"})
    long = file_of(store, played)
    answer = upload(short)
    assert answer.status_code == 422
    assert "Here it has 3 deals, in the file 2." in answer.text
    assert f'href="/t/{played.code}/delete"' in answer.text
    assert file_of(store, as_it_is_now(store, played)) == long
    post(f"/t/{played.code}/delete")
    answer = upload(short)
    assert answer.status_code == 303
    assert answer.location != f"/t/{played.code}/"
    assert client.get(f"{answer.location}game.json").data == short
    post(f"/t/{played.code}/bring-back")
    assert sorted(store.count_deals(table) for table in store.tables()) == [2, 3]


def test_a_deleted_game_comes_back_with_its_file(
    client: FlaskClient, post: Post, store: Store, played: Table, upload: Any
) -> None:
    data = file_of(store, played)
    post(f"/t/{played.code}/delete")
    answer = upload(data)
    assert answer.location == f"/t/{played.code}/?note=back"
    assert "This game was here, but deleted. Now it is back." in client.get(answer.location).text
    assert [table.code for table in store.tables()] == [played.code]


def bring(phone: Phone, data: bytes) -> TestResponse:
    """Sends a file of a game from a phone."""
    with io.BytesIO(data) as file:
        return phone.post("/games/import", {"file": (file, "game.json")})


def test_who_does_not_keep_the_score_brings_no_deleted_game_back(
    app: Flask, store: Store, played: Table
) -> None:
    """It comes in beside it; the deleted one is still the scorekeeper’s to bring back."""
    people, data = People(app, store, played), file_of(store, played)
    people.keeper.post(f"/t/{played.code}/delete")
    gone = as_it_is_now(store, played)
    answer = bring(people.players[0], data)
    assert answer.status_code == 303
    assert answer.location != f"/t/{played.code}/"
    assert as_it_is_now(store, played) == gone
    (own,) = store.tables()
    assert phones.present(store, own)[0].phone == people.players[0].id
    assert file_of(store, own) == data
    assert bring(people.players[0], data).location == f"{answer.location}?note=here"
    assert people.keeper.post(f"/t/{played.code}/bring-back").status_code == 303
    assert {store.count_deals(one) for one in store.tables()} == {2}


def test_only_who_can_delete_the_other_copy_is_sent_to_do_it(
    app: Flask, store: Store, played: Table
) -> None:
    people, short = People(app, store, played), file_of(store, played)
    close(store, played, "Bob", {"Bob": "red"})
    for phone, may in ((people.keeper, True), (people.players[0], False)):
        answer = bring(phone, short)
        assert answer.status_code == 422
        assert (f'href="/t/{played.code}/delete"' in answer.text) is may
        assert ("ask the scorekeeper of the one here" in answer.text) is not may


# --- on a server for strangers -------------------------------------------------------------------


@pytest.fixture
def theirs(hosted: Flask) -> Table:
    """A table of strangers with one deal."""
    store: Store = hosted.extensions["store"]
    table = store.create_table(
        edition="classic-us", options={}, players=["Ann", "Bob"], first_dealer="Ann", banker="Ann"
    )
    close(store, table, "Ann", {"Ann": "red"})
    return as_it_is_now(store, table)


@pytest.mark.parametrize("grown", [False, True], ids=["the same", "another copy"])
@pytest.mark.parametrize("deleted", [False, True], ids=["there", "deleted"])
def test_the_file_of_a_game_leads_no_stranger_to_its_table(
    hosted: Flask, theirs: Table, deleted: bool, grown: bool
) -> None:
    store: Store = hosted.extensions["store"]
    people, data = People(hosted, store, theirs), file_of(store, theirs)
    if grown:
        close(store, theirs, "Bob", {"Bob": "red"})
    bob = next(one for one in phones.present(store, theirs) if one.seat == 1)
    phones.remove(store, theirs, bob.id)  # with the file in the pocket
    code = phones.renew(store, as_it_is_now(store, theirs))
    if deleted:
        people.keeper.post(f"/t/{code}/delete")
    before = store.table(code)
    for phone in (people.players[1], people.visitor):
        answer = bring(phone, data)
        assert answer.status_code == 303
        assert code not in answer.text + answer.location
        assert phone.get(f"{answer.location}game.json").data == data
        assert bring(phone, data).location == f"{answer.location}?note=here"  # not doubled
    assert store.table(code) == before


def test_a_copy_tells_nothing_of_the_recovery_code(hosted: Flask, theirs: Table) -> None:
    store: Store = hosted.extensions["store"]
    people = People(hosted, store, theirs)
    data = people.visitor.get(f"/t/{theirs.code}/game.json").data
    assert theirs.secret.encode() not in data
    copy = bring(people.visitor, data).location
    keys = [
        re.findall(r'class="code key">([^<]*)', phone.get(f"{address}phones").text)
        for phone, address in ((people.visitor, copy), (people.keeper, f"/t/{theirs.code}/"))
    ]
    assert len(keys[0]) == len(keys[1]) == 1
    assert keys[0] != keys[1]
    answer = people.visitor.post(f"/t/{theirs.code}/take", {"key": keys[0][0]})
    assert answer.status_code == 422
    # Deleted and brought back the table has the code that was written down.
    people.keeper.post(f"/t/{theirs.code}/delete")
    bring(people.visitor, data)
    people.keeper.post(f"/t/{theirs.code}/bring-back")
    address = f"/t/{theirs.code}/take"
    assert people.players[0].post(address, {"key": keys[1][0]}).status_code == 303


def test_two_phones_that_bring_a_game_in_at_once(
    app: Flask, store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = file_of(store, played)
    with store.writing() as db:
        db.execute("UPDATE tables SET uid = 'other' WHERE id = ?", [played.id])
    quick, bring_in = Phone(app, 1), games.bring_in

    def late(*args: Any, **more: Any) -> Table:
        monkeypatch.setattr(games, "bring_in", bring_in)
        bring(quick, data)
        return bring_in(*args, **more)

    monkeypatch.setattr(games, "bring_in", late)
    answer = bring(Phone(app, 2), data)
    assert answer.status_code == 303
    assert len(store.tables()) == 2


def test_tables_are_not_made_without_end(
    hosted: Flask, theirs: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "TABLES", 3)
    store: Store = hosted.extensions["store"]
    people = People(hosted, store, theirs)
    phone, data = people.keeper, file_of(store, theirs)
    form = {"edition": "classic-uk", "player-0": "Ann", "player-1": "Bob", "do": "make"}
    for number in range(3):
        answer = phone.post("/tables/new", {**form, "player-1": f"Bob {number}"})
        assert answer.status_code == 303
    for answer in (
        phone.post("/tables/new", form),
        phone.post(f"/t/{theirs.code}/rematch"),
        bring(people.visitor, data),
    ):
        assert answer.status_code == 429
        assert "Many tables were made from here." in answer.text
    assert len(store.tables()) == 4
    elsewhere = {"REMOTE_ADDR": "192.0.2.77"}
    assert phone.post("/tables/new", form, environ_overrides=elsewhere).status_code == 303


DEEP = b"[" * 100_000 + b"]" * 100_000
"""On a phone alone, to read it would end Python."""


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param(None, "Choose a file first.", id="no file"),
        pytest.param(b"", "This file is empty.", id="empty"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\xff", "not a game of the companion", id="a picture"),
        pytest.param(
            b'{"format": "companion-game", "version": 3}',
            "another version of the companion",
            id="another version",
        ),
        pytest.param(b'{"a": 1, "a": 2}', "“a” is given twice", id="a key twice"),
        pytest.param(DEEP, "not a game of the companion", id="nested deeply"),
        pytest.param(
            b'{"format": "companion-game", "a": ' + DEEP + b"}",
            "not whole",
            id="ours, nested deeply",
        ),
    ],
)
def test_a_foreign_file_is_refused(
    store: Store, upload: Any, data: bytes | None, told: str
) -> None:
    answer = upload(data)
    assert answer.status_code == 422
    assert told in answer.text
    assert 'aria-describedby="oops-file" aria-invalid="true"' in answer.text
    assert store.tables() == []


CHANGED = "so nothing was imported. Save the game again"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param(b' "banker": "Ann",\n', b"", [CHANGED, "“banker” is missing."], id="missing"),
        pytest.param(b'"banker": "Ann"', b'"banker": "Zoe"', [CHANGED, "banker: "], id="wrong"),
        pytest.param(b'"Total: ', b'"\\u0007Total: ', ["cannot be shown"], id="a bell"),
        pytest.param(b"\n}\n", b"", ["This game is not whole"], id="cut off"),
    ],
)
def test_a_file_that_somebody_changed_says_what_to_do(
    store: Store, played: Table, upload: Any, old: bytes, new: bytes, told: list[str]
) -> None:
    data = file_of(store, played)
    assert old in data
    answer = upload(data.replace(old, new))
    assert answer.status_code == 422
    assert all(text in plain_text(answer.text) for text in told)


def test_a_file_that_was_sent_with_an_old_token_is_to_be_chosen_again(
    client: FlaskClient, store: Store, played: Table
) -> None:
    """It was said to be still there."""
    sent = {"csrf_token": "old", "file": (io.BytesIO(file_of(store, played)), "game.json")}
    answer = client.post("/games/import", data=sent)
    assert answer.status_code == 400
    assert "Choose the file again, please" in answer.text
    assert "still here" not in answer.text
    assert 'href="/games/import"' in answer.text


@pytest.mark.parametrize("filler", [b" ", b"\n"], ids=["one line", "many lines"])
def test_a_file_may_be_larger_than_a_form_but_not_endless(
    store: Store, played: Table, upload: Any, filler: bytes
) -> None:
    """Werkzeug reads a file in pieces, and keeps the last line of a piece for the next one."""
    padded = file_of(store, played) + filler * (1 << 20)
    assert upload(padded).status_code == 303
    answer = upload(b" " * (LARGEST_FILE + 1))
    assert answer.status_code == 422
    assert "too large" in answer.text
    assert len(store.tables()) == 1


@pytest.mark.parametrize("most", ["MOST_ROWS", "LARGEST_FILE"])
def test_a_game_that_is_too_much_is_refused_before_the_close_look(
    store: Store, played: Table, upload: Any, monkeypatch: pytest.MonkeyPatch, most: str
) -> None:
    """Else one file after the other keeps the server busy, for nothing."""
    data = file_of(store, played)
    games.delete(store, played)
    rows = sum(len(action["deals"]) for action in json.loads(data)["actions"])
    module, size, says = {
        "MOST_ROWS": ("companion.export.read_game", rows, "too long"),
        "LARGEST_FILE": ("companion.export.game", len(data), "too large"),
    }[most]
    monkeypatch.setattr(f"{module}.{most}", size)
    assert upload(data).status_code == 303
    monkeypatch.setattr(f"{module}.{most}", 1)
    monkeypatch.setattr("companion.export.read_game.read", lambda *_: pytest.fail("looked closely"))
    answer = upload(data)
    assert answer.status_code == 422
    assert says in answer.text


def test_one_game_is_brought_in_at_a_time(
    store: Store, played: Table, upload: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, beside = file_of(store, played), list[TestResponse]()

    def reading(file: bytes) -> games.Game:
        if not beside:
            beside.append(upload(data))
        return read_game(file)

    monkeypatch.setattr("companion.web.files.form.read_game", reading)
    assert upload(data).status_code == 303
    assert beside[0].status_code == 503
    assert "Choose the file again" in beside[0].text
    assert upload(data).status_code == 303


def test_a_large_post_to_another_page_is_still_refused(
    client: FlaskClient, csrf: str, played: Table
) -> None:
    data = {"csrf_token": csrf, "place": (io.BytesIO(b"x" * 100_000), "x")}
    assert client.post(f"/t/{played.code}/place", data=data).status_code == 413


# --- deleting ------------------------------------------------------------------------------------


def at(store: Store, moment: datetime) -> None:
    """From now on the store's clock stands at this moment."""
    store.clock = lambda: moment


def test_deleting_is_asked_about_first(client: FlaskClient, store: Store, played: Table) -> None:
    answer = client.get(f"/t/{played.code}/delete")
    assert answer.status_code == 200
    assert "Save this game first" in answer.text
    assert as_it_is_now(store, played).deleted_at is None


def test_a_deleted_table_is_on_no_list_and_can_be_brought_back(
    client: FlaskClient, post: Post, store: Store, played: Table
) -> None:
    at(store, START)
    before = file_of(store, played)
    assert post(f"/t/{played.code}/delete").location == f"/t/{played.code}/"
    assert f'href="/t/{played.code}/"' not in client.get("/").text
    answer = client.get(f"/t/{played.code}/")
    assert answer.status_code == 410
    there = (START + timedelta(days=1)).astimezone()
    assert f"{there.day} {there:%b, %H:%M}" in answer.text
    assert post(f"/t/{played.code}/bring-back").location == f"/t/{played.code}/"
    assert client.get(f"/t/{played.code}/").status_code == 200
    assert file_of(store, as_it_is_now(store, played)) == before


def test_only_who_may_bring_a_table_back_is_offered_it(
    app: Flask, store: Store, played: Table
) -> None:
    """On the list of tables, and on the page of the table."""
    people = People(app, store, played)
    people.keeper.post(f"/t/{played.code}/delete")
    for address in ("/", f"/t/{played.code}/"):
        assert "/bring-back" in people.keeper.get(address).text
        for phone in (people.players[0], people.watcher, people.visitor):
            page = phone.get(address).text
            assert "/bring-back" not in page
            assert "he scorekeeper can bring it back" in page
    assert "Only the scorekeeper’s phone can do that." in page


def test_every_address_of_a_deleted_table_says_so(
    app: Flask, client: FlaskClient, post: Post, played: Table
) -> None:
    post(f"/t/{played.code}/delete")
    asked = 0
    for rule in app.url_map.iter_rules():
        if "code" not in rule.arguments or rule.endpoint in (
            "files.bring_back",
            "files.still_deleted",
        ):
            continue
        values: dict[str, Any] = dict.fromkeys(rule.arguments, 1) | {"code": played.code}
        with app.test_request_context():
            address = app.url_for(rule.endpoint, **values)
        for method in rule.methods or ():
            if method in ("GET", "POST"):
                answer = client.get(address) if method == "GET" else post(address)
                assert answer.status_code == 410, (method, address)
                assert "was deleted" in answer.text
                asked += 1
    assert asked > 15
    fragment = client.get(f"/t/{played.code}/", headers={"HX-Request": "true"})
    assert fragment.text.lstrip().startswith('<section id="deleted">')


@pytest.mark.parametrize("page", ["", "deal", "tv", "summary"])
def test_open_pages_of_a_deleted_table_see_that_it_is_back(
    people: People, store: Store, table: Table, page: str
) -> None:
    """They stayed as they were until somebody loaded them again."""
    phone = people.players[0]
    games.delete(store, table)
    gone = phone.get(f"/t/{table.code}/{page}", fragment=True)
    assert gone.status_code == 410
    found = re.search(r'id="live" hidden hx-get="([^"]+)"', gone.text)
    assert found is not None
    again = unescape(found[1])
    still = phone.get(again, fragment=True)
    assert (still.status_code, "HX-Refresh" in still.headers) == (204, False)
    games.bring_back(store, as_it_is_now(store, table))
    back = phone.get(again, fragment=True)
    assert (back.status_code, back.headers["HX-Refresh"]) == (204, "true")
    assert phone.get(again).location == f"/t/{table.code}/"  # without scripts


@pytest.mark.parametrize(
    ("does", "page", "form"),
    [
        pytest.param("delete", "delete", {}, id="deleted"),
        pytest.param("bring_back", "bring-back", {}, id="brought back"),
        pytest.param("set_place", "place", {"place": "Leeds"}, id="the place"),
    ],
)
def test_a_new_code_at_this_moment_stops_no_change(
    people: People,
    store: Store,
    played: Table,
    monkeypatch: pytest.MonkeyPatch,
    does: str,
    page: str,
    form: dict[str, str],
) -> None:
    """Another tab of the scorekeeper gets the new code; the old one leads there."""
    change = getattr(games, does)
    if does == "bring_back":
        games.delete(store, played)

    def late(store: Store, table: Table, *more: str) -> None:
        phones.renew(store, table)
        change(store, table, *more)

    monkeypatch.setattr(games, does, late)
    answer = people.keeper.post(f"/t/{played.code}/{page}", form)
    now = as_it_is_now(store, played)
    assert bool(now.deleted_at) is (does == "delete")
    assert now.place == form.get("place", "")
    assert answer.status_code == 303
    assert people.keeper.get(answer.location).location == answer.location.replace(
        played.code, now.code
    )


def test_a_day_later_it_is_gone_for_good(
    client: FlaskClient, post: Post, store: Store, played: Table, make_table: MakeTable
) -> None:
    other = make_table("express", ["Ann", "Bob"])
    at(store, START)
    post(f"/t/{played.code}/delete")
    at(store, START + timedelta(hours=23, minutes=59))
    assert client.get(f"/t/{played.code}/").status_code == 410
    at(store, START + timedelta(days=1))
    assert client.get(f"/t/{played.code}/").status_code == 404
    assert post(f"/t/{played.code}/bring-back").status_code == 404
    for name in ("actions", "deals", "drafts", "rulings"):
        assert store.rows(f"SELECT * FROM {name}") == []
    assert [row["code"] for row in store.rows("SELECT code FROM tables")] == [other.code]


# --- the place -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        pytest.param("  Grandma’s   kitchen ", "Grandma’s kitchen", id="blanks"),
        pytest.param("", "", id="nothing"),
        pytest.param("<b>x</b> & \u202ey", "<b>x</b> & \u202ey\u202c", id="any text"),
        pytest.param("x" * 60, "x" * 60, id="as long as may be"),
    ],
)
def test_the_place_is_kept(
    post: Post, store: Store, played: Table, given: str, kept: str, upload: Any
) -> None:
    answer = post(f"/t/{played.code}/place", {"place": given})
    assert (answer.status_code, answer.location) == (303, f"/t/{played.code}/summary")
    assert as_it_is_now(store, played).place == kept


@pytest.mark.parametrize("given", ["x" * 61, "a\x00b"])
def test_a_place_that_cannot_be_is_refused(
    client: FlaskClient, post: Post, store: Store, played: Table, given: str
) -> None:
    answer = post(f"/t/{played.code}/place", {"place": given})
    assert answer.status_code == 422
    assert 'aria-describedby="oops-where"' in answer.text
    assert as_it_is_now(store, played).place == ""
    assert client.get(f"/t/{played.code}/place").status_code == 200


def test_nobody_is_kept_out_of_a_game_by_who_brought_it_in_first(
    hosted: Flask, theirs: Table
) -> None:
    data = file_of(hosted.extensions["store"], theirs)
    first, owner = Phone(hosted, 30), Phone(hosted, 31)
    there = bring(first, data).location
    answer = bring(owner, data)
    assert answer.status_code == 303
    assert answer.location != there
    for phone, address in ((first, there), (owner, answer.location)):
        assert "Score deal 2" in phone.get(address).text
