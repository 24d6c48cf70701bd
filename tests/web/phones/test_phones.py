"""Joining, the phones of a table, handing over, recovery, new codes, and guesses at codes."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.codes import CODE_LETTERS, recovery_code
from companion.store import Store, Table, games, phones
from companion.web.parts import join
from companion.web.phones import routes as phones_routes
from companion.web.phones.routes import ago
from companion.web.site import access
from tests.stored import START, as_it_is_now
from tests.web.conftest import MakeTable, plain_text
from tests.web.play import close
from tests.web.visitors import People, Phone

NAMES = ("<b>Ann</b>", "אבי\u202e", "Cem", "D" * 40)


def roles(store: Store, table: Table) -> dict[str, tuple[str, int | None]]:
    return {one.phone: (one.role, one.seat) for one in phones.present(store, table)}


def id_of(store: Store, table: Table, phone: Phone) -> str:
    return next(str(one.id) for one in phones.present(store, table) if one.phone == phone.id)


# --- the code typed in ---------------------------------------------------------------------------


def test_a_code_leads_to_its_table(app: Flask, table: Table) -> None:
    phone = Phone(app, 1)
    assert "Code of the table" in phone.get("/join").text
    answer = phone.get("/join", query_string={"code": f" {table.code.lower()} "})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/t/{table.code}/join"
    answer = phone.get("/join", query_string={"code": '"><i>NOPE'})
    assert answer.status_code == 422
    assert "There is no table with this code here." in plain_text(answer.text)
    assert "<i>" not in answer.text


# --- who are you? --------------------------------------------------------------------------------


@pytest.mark.parametrize("fragment", [True, False], ids=["fragment", "page"])
def test_joining(app: Flask, store: Store, make_table: MakeTable, fragment: bool) -> None:
    table = make_table(players=NAMES)
    phone = Phone(app, 1)
    Phone(app, 2).post(f"/t/{table.code}/take")  # nobody keeps it yet
    page = phone.get(f"/t/{table.code}/join", fragment=fragment)
    assert "<b>Ann</b>" not in page.text
    assert page.text.count('name="seat"') == 5
    for seat, role in (("0", ("player", 0)), ("3", ("player", 3)), ("watch", ("watcher", None))):
        answer = phone.post(f"/t/{table.code}/join", {"seat": seat}, fragment=fragment)
        assert answer.status_code == (200 if fragment else 303)
        assert roles(store, table)[phone.id] == role
        page = phone.get(f"/t/{table.code}/join", fragment=fragment)
        assert page.text.count('aria-pressed="true"') == 1
    for seat in ("", "4", "-1", "x", "²", "9" * 99):
        answer = phone.post(f"/t/{table.code}/join", {"seat": seat}, fragment=fragment)
        assert answer.status_code == 422
        assert "Tap your name" in answer.text
    assert roles(store, table)[phone.id] == ("watcher", None)


def test_who_are_you_says_which_name_is_this_phones_and_which_others_have(
    people: People, table: Table
) -> None:
    texts = {
        phone: plain_text(phone.get(f"/t/{table.code}/join").text)
        for phone in (people.players[1], people.visitor)
    }
    assert "Bob ✓" in texts[people.players[1]]
    assert "Cem 1 phone already" in texts[people.players[1]]
    assert "Bob 1 phone already" in texts[people.visitor]
    assert "✓" not in texts[people.visitor]


def test_a_seat_that_another_phone_holds_needs_the_scorekeeper(
    people: People, store: Store, table: Table
) -> None:
    """Else a player could change somebody else’s hand by changing the seat."""
    people.keeper.post(f"/t/{table.code}/deal", {"tap": "out:0", "version": "0"})
    bob, address = people.players[1], f"/t/{table.code}/join"
    for phone in (bob, people.watcher, people.visitor):
        for fragment in (True, False):
            answer = phone.post(address, {"seat": "2"}, fragment=fragment)
            assert answer.status_code == 403
            assert "Another phone enters this hand." in answer.text
            assert "ask the scorekeeper to remove it" in answer.text
    assert roles(store, table)[bob.id] == ("player", 1)
    assert people.visitor.id not in roles(store, table)
    data = {"phone": id_of(store, table, people.players[2])}
    people.keeper.post(f"/t/{table.code}/phones/remove", data)
    assert people.visitor.post(address, {"seat": "2"}).status_code == 303
    # The scorekeeper enters all hands anyway.
    assert people.keeper.post(address, {"seat": "3"}).status_code == 303
    assert roles(store, table)[people.keeper.id] == ("scorekeeper", 3)


def test_a_table_that_is_full_says_so(
    app: Flask, people: People, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phones that enter, four and the scorekeeper's, and those that watch count apart."""
    address, scorekeeper = f"/t/{table.code}/join", people.keeper
    for most, seat, status in ((5, "1", 403), (5, "watch", 303), (1, "watch", 403)):
        monkeypatch.setattr(phones, "MOST_PHONES", most)
        answer = people.visitor.post(address, {"seat": seat})
        assert answer.status_code == status
        people.visitor = Phone(app, 50)
    assert "there is no room for one more" in answer.text
    monkeypatch.setattr(phones, "MOST_PHONES", 3)
    assert people.players[1].post(address, {"seat": "watch"}).status_code == 303
    assert scorekeeper.post(address, {"seat": "1"}).status_code == 303


def test_those_who_just_watch_can_be_removed_together(
    app: Flask, people: People, store: Store, table: Table
) -> None:
    for number in range(phones.MOST_PHONES - 1):
        Phone(app, 100 + number).post(f"/t/{table.code}/join", {"seat": "watch"})
    full = people.visitor.post(f"/t/{table.code}/join", {"seat": "watch"})
    assert full.status_code == 403
    assert "Remove all who just watch" in people.keeper.get(f"/t/{table.code}/phones").text
    address = f"/t/{table.code}/phones/remove-watching"
    assert people.keeper.post(address).status_code == 303
    assert [role for role, _ in roles(store, table).values()] == ["scorekeeper"] + ["player"] * 4
    assert people.watcher.post(f"/t/{table.code}/join", {"seat": "watch"}).status_code == 303
    assert "Remove all who" not in people.keeper.get(f"/t/{table.code}/phones").text


def test_each_sees_what_its_phone_is(people: People, table: Table, store: Store) -> None:
    sheet = f"/t/{table.code}/"
    assert "You are watching. Are you playing? Join" in plain_text(people.visitor.get(sheet).text)
    assert "This phone is just watching." in people.watcher.get(sheet).text
    assert "This phone is for Bob ." in plain_text(people.players[1].get(sheet).text)
    assert 'id="role"' not in people.keeper.get(sheet).text
    phones.lock(store, table, True)
    assert "The table is locked" in people.players[1].get(sheet).text
    assert 'id="role"' not in people.keeper.get(sheet).text


FORBIDDEN = ("undo", "rematch", "/paid", "/close", "/correct", "phones/remove", "phones/lock")


@pytest.mark.parametrize("page", ["", "setup", "deal", "deals/1", "phones", "join", "tv"])
def test_nobody_is_offered_what_the_phone_may_not_do(
    people: People, store: Store, table: Table, page: str
) -> None:
    close(store, table, "Ann", {"Ann": "orange"})
    people.keeper.post(f"/t/{table.code}/deal", {"tap": "out:1", "version": "1"})
    address = f"/t/{table.code}/{page}"
    for phone in (people.players[2], people.watcher, people.visitor):
        for fragment in (True, False):
            html = phone.get(address, fragment=fragment).text
            forms = re.findall(r'(?:action|hx-post|href)="([^"]*)"', html)
            assert not [one for one in forms if one.endswith(FORBIDDEN)]
            assert recovery_code("", "", 0)[4] not in re.findall(r'class="code key">([^<]*)', html)
    watched = people.watcher.get(f"/t/{table.code}/deal").text
    assert not re.findall(r'name="tap" value="([^"]+)"', watched)


# --- the scorekeeper's page ----------------------------------------------------------------------


def test_the_phones_are_listed_with_what_can_be_done(
    people: People, store: Store, table: Table
) -> None:
    page = people.keeper.get(f"/t/{table.code}/phones").text
    said = plain_text(page)
    assert "Just keeping the score this phone here now" in said
    assert said.count("Let it keep the score") == 5
    for button in ("Let it keep the score", "Yes, hand it over", "Remove"):
        of = re.findall(f"{button}<span [^>]*>: (.*?)</span>", page)
        assert sorted(map(plain_text, of)) == ["Ann", "Bob", "Cem", "Dee", "Just watching"]
    assert "Just watching here now" in said
    assert key_of(people, table) in said
    assert "Let it keep the score" not in people.players[0].get(f"/t/{table.code}/phones").text


def test_a_phone_that_only_keeps_the_score_is_called_so_everywhere(
    people: People, table: Table
) -> None:
    """The list said “No player chosen”, and “Who are you?” that it was just watching."""
    address = f"/t/{table.code}/join"
    chosen = r'value="watch"\s+aria-pressed="true">(.*?) ✓<'
    assert re.findall(chosen, people.keeper.get(address).text) == ["Just keeping the score"]
    assert re.findall(chosen, people.watcher.get(address).text) == ["Just watching"]
    told = people.keeper.post(address, {"seat": "9"}).text
    assert "Tap your name, or “Just keeping the score”." in plain_text(told)
    assert "Just watching" not in told
    told = people.players[0].post(address, {"seat": "9"}).text
    assert "Tap your name, or “Just watching”." in plain_text(told)

    assert people.keeper.post(address, {"seat": "0"}).status_code == 303
    said = plain_text(people.keeper.get(f"/t/{table.code}/phones").text)
    assert "Ann keeps the score this phone here now" in said
    assert "Just keeping the score" not in said


def test_the_score_is_handed_over_by_a_second_tap(people: People, table: Table) -> None:
    """It gave the scorekeeper's role away at once, beside the buttons that change little."""
    page = people.keeper.get(f"/t/{table.code}/phones").text
    forms = re.findall(r'<form[^>]*action="[^"]*/phones/hand-over".*?</form>', page, re.S)
    folds = re.findall(r"<details>(.*?)</details>", page, re.S)
    assert len(forms) == 5
    assert all(any(form in fold for fold in folds) for form in forms)
    assert "This phone then no longer keeps the score. Yes, hand it over : Ann" in plain_text(page)
    # Each with a name of its own: a fold that is open stays with its phone when others come.
    assert len(set(re.findall(r'<li id="phone(\d+)"', page))) == 6


def key_of(people: People, table: Table) -> str:
    page = people.keeper.get(f"/t/{table.code}/phones").text
    return str(re.findall(r'class="code key">([^<]*)', page)[0])


def test_handing_over(people: People, store: Store, table: Table) -> None:
    bob = people.players[1]
    address = f"/t/{table.code}/phones/hand-over"
    answer = people.keeper.post(address, {"phone": id_of(store, table, bob)})
    assert answer.status_code == 303
    assert roles(store, table)[bob.id] == ("scorekeeper", 1)
    assert roles(store, table)[people.keeper.id] == ("watcher", None)
    assert people.keeper.post(address, {"phone": "1"}).status_code == 403
    assert "Score deal 1" in bob.get(f"/t/{table.code}/").text
    assert bob.post(address, {"phone": "999"}).status_code == 422


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("page", ["", "deal", "deals/1", "setup", "phones", "tv"])
def test_a_phone_is_told_that_it_was_handed_the_score(
    people: People, store: Store, table: Table, page: str, scripts: bool
) -> None:
    """By its next look, until something is done there: the page changed without a word."""
    close(store, table, "Ann", {"Ann": "orange"})
    found = r'hx-get="([^"]+)" hx-trigger="every' if scripts else r'href="([^"]+)">Refresh'
    bob, told = people.players[1], 'role="alert">You keep the score now.'

    def look(text: str) -> str:
        return bob.get(unescape(re.findall(found, text)[0]), fragment=scripts).text

    shown = bob.get(f"/t/{table.code}/{page}").text
    games.set_place(store, table, "kitchen")
    shown = look(shown)
    assert told not in shown
    data = {"phone": id_of(store, table, bob)}
    people.keeper.post(f"/t/{table.code}/phones/hand-over", data)
    for room in ("hall", "attic"):
        shown = look(shown)
        assert shown.count(told) == 1
        games.set_place(store, table, room)
    assert told not in bob.get(f"/t/{table.code}/{page}").text
    tap = {"tap": "out:0", "version": str(store.draft(table).version)}
    assert told not in bob.post(f"/t/{table.code}/deal", tap, fragment=True).text
    assert told not in people.keeper.get(f"/t/{table.code}/{page}").text


def test_handing_over_twice_at_once(
    people: People, store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second tap is on its way while the first one is made: Bob keeps the score."""
    hand_over, (ann, bob) = phones.hand_over, people.players[:2]

    def late(store: Store, table: Table, to: int) -> None:
        hand_over(store, table, int(id_of(store, table, bob)))
        hand_over(store, table, to)

    monkeypatch.setattr(phones, "hand_over", late)
    data = {"phone": id_of(store, table, ann)}
    answer = people.keeper.post(f"/t/{table.code}/phones/hand-over", data)
    assert answer.status_code == 409
    assert "The table has changed. Look again, then tap once more." in plain_text(answer.text)
    assert roles(store, table)[bob.id] == ("scorekeeper", 1)


def test_removing_a_phone(people: People, store: Store, table: Table) -> None:
    bob = people.players[1]
    address = f"/t/{table.code}/phones/remove"
    data = {"phone": id_of(store, table, bob)}
    assert people.keeper.post(address, data).status_code == 303
    assert bob.post(f"/t/{table.code}/deal", {"tap": "out:1"}).status_code == 403
    assert "You are watching" in bob.get(f"/t/{table.code}/").text
    assert people.keeper.post(address, data).status_code == 422
    # It stays out until the scorekeeper lets it in again.
    for seat in ("0", "1", "watch"):
        answer = bob.post(f"/t/{table.code}/join", {"seat": seat})
        assert answer.status_code == 403
        assert "The scorekeeper removed this phone." in answer.text
    (gone,) = phones.removed(store, table)
    page = people.keeper.get(f"/t/{table.code}/phones").text
    assert "Let it in again" in page
    assert "Let it in again" not in people.players[0].get(f"/t/{table.code}/phones").text
    let_in = f"/t/{table.code}/phones/let-in"
    for _ in range(2):
        assert people.keeper.post(let_in, {"phone": str(gone.id)}).status_code == 303
    assert people.keeper.post(let_in, {"phone": "x"}).status_code == 303
    assert bob.post(f"/t/{table.code}/join", {"seat": "1"}).status_code == 303
    assert phones.removed(store, table) == []
    mine = {"phone": id_of(store, table, people.keeper)}
    assert people.keeper.post(address, mine).status_code == 422
    assert roles(store, table)[people.keeper.id] == ("scorekeeper", None)


def test_locking(people: People, store: Store, table: Table) -> None:
    address, tap = f"/t/{table.code}/phones/lock", {"tap": "out:1", "version": "0"}
    people.keeper.post(address, {"locked": "1"})
    assert people.players[1].post(f"/t/{table.code}/deal", tap).status_code == 403
    assert people.keeper.get(f"/t/{table.code}/deal").status_code == 200
    people.keeper.post(address, {"locked": "0"})
    assert people.players[1].post(f"/t/{table.code}/deal", tap).status_code == 303


def test_a_new_code(people: People, store: Store, table: Table) -> None:
    form = {"of": table.code}
    answer = people.keeper.post(f"/t/{table.code}/phones/renew", form)
    now = as_it_is_now(store, table).code
    assert now != table.code
    assert answer.headers["Location"] == f"/t/{now}/phones"
    # Those who joined follow, with what they were about to do.
    bob = people.players[1]
    answer = bob.get(f"/t/{table.code}/deal?at=1")
    assert answer.headers["Location"] == f"/t/{now}/deal?at=1"
    answer = bob.get(f"/t/{table.code}/deal?seen=3", fragment=True)
    assert answer.headers["HX-Redirect"] == f"/t/{now}/deal"
    answer = bob.post(f"/t/{table.code}/deal", {"tap": "out:1", "version": "0"}, fragment=True)
    assert (answer.status_code, answer.headers["Location"]) == (307, f"/t/{now}/deal")
    # The same form again, by a double tap, changes nothing more.
    answer = people.keeper.post(f"/t/{table.code}/phones/renew", form)
    assert (answer.status_code, answer.headers["Location"]) == (307, f"/t/{now}/phones/renew")
    assert people.keeper.post(answer.headers["Location"], form).status_code == 303
    assert as_it_is_now(store, table).code == now
    # For everybody else there is no such table.
    for page in ("", "deal", "join", "qr.svg"):
        assert people.visitor.get(f"/t/{table.code}/{page}").status_code == 404
    assert people.visitor.post(f"/t/{table.code}/join", {"seat": "0"}).status_code == 404


def test_with_a_new_code_everybody_may_have_to_join_again(
    people: People, store: Store, table: Table
) -> None:
    form = {"of": table.code, "alone": "1"}
    answer = people.keeper.post(f"/t/{table.code}/phones/renew", form)
    now = as_it_is_now(store, table).code
    assert answer.headers["Location"] == f"/t/{now}/phones"
    assert roles(store, table) == {people.keeper.id: ("scorekeeper", None)}
    bob = people.players[1]
    assert bob.get(f"/t/{table.code}/").status_code == 404
    assert bob.post(f"/t/{now}/join", {"seat": "1"}).status_code == 303


def test_a_removed_phone_does_not_learn_the_new_code(
    people: People, store: Store, table: Table
) -> None:
    bob = people.players[1]
    gone = {"phone": id_of(store, table, bob)}
    people.keeper.post(f"/t/{table.code}/phones/remove", gone)
    people.keeper.post(f"/t/{table.code}/phones/renew", {"of": table.code})
    assert bob.get(f"/t/{table.code}/").status_code == 404
    assert as_it_is_now(store, table).code not in bob.get(f"/t/{table.code}/join").text


# --- the recovery code ---------------------------------------------------------------------------


def test_the_recovery_code_makes_another_phone_the_scorekeeper_once(
    people: People, store: Store, table: Table
) -> None:
    key, address = key_of(people, table), f"/t/{table.code}/take"
    assert re.fullmatch(rf"[{CODE_LETTERS}]{{4}}-[{CODE_LETTERS}]{{4}}", key)
    other = people.visitor
    assert other.post(address, {"key": "3333-3333"}).status_code == 422
    assert other.post(address, {"key": f" {key.lower().replace('-', ' ')}"}).status_code == 303
    assert roles(store, table)[other.id] == ("scorekeeper", None)
    assert people.players[0].post(address, {"key": key}).status_code == 422
    people.visitor, people.keeper = people.keeper, other
    assert key_of(people, table) != key


def test_a_table_that_nobody_keeps_is_taken_without_a_code(
    app: Flask, store: Store, table: Table
) -> None:
    first, second = Phone(app, 1), Phone(app, 2)
    first.post(f"/t/{table.code}/join", {"seat": "1"})
    for page in ("", "deal", "join"):
        assert "Nobody keeps the score" in first.get(f"/t/{table.code}/{page}").text
    assert first.post(f"/t/{table.code}/take").status_code == 303
    assert roles(store, table) == {first.id: ("scorekeeper", 1)}
    assert second.post(f"/t/{table.code}/take").status_code == 422


def test_a_recovery_code_from_before_somebody_kept_the_table_is_used_up(
    app: Flask, store: Store, table: Table
) -> None:
    """Everybody with the code of a table that nobody keeps sees its recovery code there."""
    early, keeper = Phone(app, 1), Phone(app, 2)
    page = early.get(f"/t/{table.code}/phones").text
    seen = re.findall(r'class="code key">([^<]*)', page)[0]
    assert keeper.post(f"/t/{table.code}/take").status_code == 303
    assert early.post(f"/t/{table.code}/take", {"key": seen}).status_code == 422
    assert roles(store, table) == {keeper.id: ("scorekeeper", None)}


# --- a lost token --------------------------------------------------------------------------------


# --- rematch, lists ------------------------------------------------------------------------------


def test_everybody_goes_on_to_the_rematch(app: Flask, store: Store, make_table: MakeTable) -> None:
    table = make_table(options={"target": 1_000})
    people = People(app, store, table)
    close(store, table, "Ann", {"Ann": "orange house-1 house-2 house-3 token"})
    people.keeper.post(f"/t/{table.code}/rematch", {"token": "again"})
    new = next(one for one in store.tables() if one.code != table.code)
    assert roles(store, new)[people.players[2].id] == ("player", 2)
    assert roles(store, new)[people.keeper.id] == ("scorekeeper", None)
    page = people.players[2].get(f"/t/{table.code}/").text
    assert f"Open the next game ({new.code})" in page


def test_pages_of_a_finished_game_follow_its_rematch(
    app: Flask, store: Store, make_table: MakeTable
) -> None:
    """They led to a code that no table has any more, until somebody reloaded them."""
    table = make_table(options={"target": 1_000})
    people = People(app, store, table)
    close(store, table, "Ann", {"Ann": "orange house-1 house-2 house-3 token"})
    people.keeper.post(f"/t/{table.code}/rematch", {"token": "again"})
    new = next(one for one in store.tables() if one.id != table.id)

    def news(change: Callable[[], object]) -> str:
        page = people.watcher.get(f"/t/{table.code}/").text
        found = re.search(r'id="live" hidden hx-get="([^"]+)"', page)
        assert found is not None
        assert people.watcher.get(unescape(found[1]), fragment=True).status_code == 204
        change()
        answer = people.watcher.get(unescape(found[1]), fragment=True)
        assert answer.status_code == 200
        return answer.text

    renewed = news(lambda: phones.renew(store, new))
    new = store.table_of_id(new.id)
    assert f"Open the next game ({new.code})" in renewed
    assert "Open the next game" not in news(lambda: games.delete(store, new))
    assert f"Open the next game ({new.code})" in news(lambda: games.bring_back(store, new))


def test_on_a_server_for_strangers_only_those_of_the_rematch_learn_its_code(
    hosted: Flask,
) -> None:
    """It may have been renewed to keep somebody out."""
    store: Store = hosted.extensions["store"]
    table = store.create_table(
        edition="classic-uk",
        options={"target": 1_000},
        players=["Ann", "Bob", "Cem"],
        first_dealer="Ann",
        banker="Ann",
    )
    people = People(hosted, store, table)
    close(store, table, "Ann", {"Ann": "orange house-1 house-2 house-3 token"})
    people.keeper.post(f"/t/{table.code}/rematch", {"token": "again"})
    (new,) = [one for one in store.tables() if one.id != table.id]
    cem = people.players[2]
    phones.remove(store, new, int(id_of(store, new, cem)))
    code = phones.renew(store, new)
    for phone, learns in ((people.players[1], True), (cem, False), (people.visitor, False)):
        for fragment in (True, False):
            page = phone.get(f"/t/{table.code}/", fragment=fragment).text
            assert (code in page) is learns


def test_on_a_server_for_strangers_no_name_leads_to_their_tables(hosted: Flask) -> None:
    store: Store = hosted.extensions["store"]
    for number in (1, 2):
        form = {"edition": "classic-uk", "player-0": "Ann", "player-1": "Bob", "do": "make"}
        Phone(hosted, number).post("/tables/new", form)
    (theirs, mine) = (one.code for one in store.tables())
    asked = {"name": "Ann", "new": "Bob"}
    answer = Phone(hosted, 1).get("/player/rename", query_string=asked)
    assert answer.status_code == 403
    assert theirs not in answer.text
    page = Phone(hosted, 1).get("/player", query_string={"name": "Ann"})
    assert (page.status_code, mine in page.text, theirs in page.text) == (200, True, False)
    assert "/player/rename" not in page.text


def test_on_a_server_for_strangers_only_the_own_tables_are_listed(hosted: Flask) -> None:
    store: Store = hosted.extensions["store"]
    mine, other = Phone(hosted, 1), Phone(hosted, 2)
    form = {"edition": "classic-uk", "player-0": "Zoë", "player-1": "Bob", "do": "make"}
    mine.post("/tables/new", form)
    (table,) = store.tables()
    assert table.code in mine.get("/").text
    assert table.code not in other.get("/").text
    assert "Zoë" not in other.get("/tables/new?edition=classic-uk").text
    assert "Zoë" in mine.get("/tables/new?edition=classic-uk").text
    other.post(f"/t/{table.code}/join", {"seat": "1"})
    assert table.code in other.get("/").text


# --- the address to join -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "near", "address"),
    [
        ("192.0.2.5:8000", "192.0.2.9", "http://192.0.2.5:8000"),
        ("localhost:8000", "192.0.2.9", "http://192.0.2.9:8000"),
        ("127.0.0.1", "192.0.2.9", "http://192.0.2.9"),
        ("[::1]:8000", "2001:db8::9", "http://[2001:db8::9]:8000"),
        ("localhost:8000", None, "http://localhost:8000"),
        ("table.local", "192.0.2.9", "http://table.local"),
    ],
)
def test_the_address_is_one_that_other_phones_reach(
    people: People,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    near: str | None,
    address: str,
) -> None:
    monkeypatch.setattr(join, "nearby_address", lambda: near)
    page = people.keeper.client.get(f"/t/{table.code}/phones", headers={"Host": host})
    assert f"{address}/t/{table.code}/join" in page.text


@pytest.mark.parametrize(
    ("listens", "host", "can_join"),
    [
        ("127.0.0.1", "127.0.0.1:8000", False),
        ("localhost", "localhost:8000", False),
        ("127.0.0.1", "192.0.2.7", True),  # behind a proxy
        ("", "localhost:8000", True),
    ],
)
def test_no_qr_code_for_an_address_that_no_phone_reaches(
    app: Flask, people: People, table: Table, listens: str, host: str, can_join: bool
) -> None:
    app.config["LISTENS_ON"] = listens
    for page in ("phones", "tv"):
        shown = people.keeper.client.get(f"/t/{table.code}/{page}", headers={"Host": host}).text
        assert ('class="qr"' in shown) == can_join
    told = people.keeper.client.get(f"/t/{table.code}/phones", headers={"Host": host}).text
    assert ("cannot join this table yet" in told) != can_join


def test_the_qr_code_is_a_picture(people: People, table: Table) -> None:
    answer = people.visitor.get(f"/t/{table.code}/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "style=" not in answer.text


# --- guesses -------------------------------------------------------------------------------------


def test_a_thousand_guesses_from_one_address_are_cut_off(
    app: Flask, store: Store, people: People, table: Table
) -> None:
    now = store.clock()
    store.clock = lambda: now  # they are counted by the ten minutes of the clock
    guesser, answers = Phone(app, 40), []
    for number in range(1000):
        address = f"/t/{number:05d}/" if number % 2 else f"/join?code=X{number:04d}"
        answers.append(guesser.get(address).status_code)
    assert answers.count(429) == 1000 - access.CODES
    # A right code is not told from a wrong one either.
    assert guesser.get(f"/t/{table.code}/").status_code == 429
    assert guesser.get(f"/join?code={table.code}").status_code == 429
    assert guesser.post(f"/t/{table.code}/join", {"seat": "0"}).status_code == 429
    told = guesser.get("/t/NOPE/")
    assert "Wait ten minutes" in told.text
    # Whoever has joined goes on, from the same address too; other addresses are not held up.
    for phone in (people.players[1], people.watcher):
        answer = phone.get(f"/join?code={table.code}")
        assert answer.headers["Location"] == f"/t/{table.code}/join"
    assert people.players[1].get(f"/t/{table.code}/").status_code == 200
    assert people.keeper.post(f"/t/{table.code}/deal", {"tap": "out:1"}).status_code == 303
    elsewhere = {"REMOTE_ADDR": "192.0.2.77"}
    answer = guesser.get(f"/t/{table.code}/", environ_overrides=elsewhere)
    assert answer.status_code == 200
    # After the limit none costs a write.
    assert len(store.rows("SELECT * FROM guesses")) == 2


def test_a_qr_code_is_no_guess(
    app: Flask, store: Store, people: People, table: Table, make_table: MakeTable
) -> None:
    """Wrong codes from its address hold nobody up who opens the address of a QR code."""
    now = store.clock()
    store.clock = lambda: now
    page = unescape(people.keeper.get(f"/t/{table.code}/phones").text)
    address = re.findall(r"http://[^/]+(/t/\w+/join\?k=\w+)", page)[0]
    other = make_table()
    for number in range(40):
        people.visitor.get(f"/t/{number:05d}/")
    guest, forger = Phone(app, 41), Phone(app, 42)
    assert guest.get(f"/t/{table.code}/").status_code == 429
    assert guest.get(address).status_code == 200
    assert guest.get(f"/t/{table.code}/").status_code == 200
    assert guest.get(f"/t/{other.code}/").status_code == 429
    people.keeper.post(f"/t/{table.code}/phones/remove-watching")
    assert guest.post(f"/t/{table.code}/join", {"seat": "watch"}).status_code == 303
    for proof in ("", "x", "ü", address[-8:]):
        other_table = forger.get(f"/t/{other.code}/join", query_string={"k": proof})
        assert other_table.status_code == 429
    # With a new code the old address leads nowhere.
    code = phones.renew(store, as_it_is_now(store, table))
    assert forger.get(address).status_code == 429
    assert forger.get(f"/t/{code}/join?{address.partition('?')[2]}").status_code == 429


def test_an_invitation_from_before_the_wrong_codes_counts(
    app: Flask, people: People, table: Table
) -> None:
    page = unescape(people.keeper.get(f"/t/{table.code}/phones").text)
    address = re.findall(r"http://[^/]+(/t/\w+/join\?k=\w+)", page)[0]
    guest = Phone(app, 41)
    assert guest.get(address).status_code == 200
    for number in range(40):
        people.visitor.get(f"/t/{number:05d}/")
    assert guest.get(f"/t/{table.code}/").status_code == 200
    assert Phone(app, 42).get(f"/t/{table.code}/").status_code == 429


def test_each_meaning_of_a_typed_code_is_a_guess(app: Flask, store: Store) -> None:
    guesser = Phone(app, 40)
    for typed, counted in (("OBEV8", 4), ("HGPK4", 5), ("!", 6)):
        assert guesser.get("/join", query_string={"code": typed}).status_code == 422
        assert phones.counted(store, "code", "127.0.0.1") == counted
        assert phones.counted(store, "code", "") == counted


def test_guesses_from_everywhere_are_cut_off_too(
    app: Flask, store: Store, people: People, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "ALL_CODES", 50)
    statuses = [
        people.visitor.get(
            f"/t/{number:05d}/", environ_overrides={"REMOTE_ADDR": f"192.0.2.{number}"}
        ).status_code
        for number in range(70)
    ]
    assert statuses == [404] * 50 + [429] * 20
    assert people.players[0].get(f"/t/{table.code}/").status_code == 200


def test_guesses_at_the_recovery_code_are_far_fewer(
    people: People, store: Store, table: Table
) -> None:
    address, wrong = f"/t/{table.code}/take", {"key": "3333-3333"}
    statuses = [people.visitor.post(address, wrong).status_code for _ in range(8)]
    assert statuses == [422] * phones_routes.KEYS + [429] * (8 - phones_routes.KEYS)
    right = {"key": key_of(people, table)}
    assert people.visitor.post(address, right).status_code == 429
    elsewhere = {"REMOTE_ADDR": "192.0.2.77"}
    assert people.visitor.post(address, right, environ_overrides=elsewhere).status_code == 303


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (0, "here now"),
        (11, "here now"),
        (12, "here 10 minutes ago"),
        (60, "here 60 minutes ago"),
        (89, "here 80 minutes ago"),
        (90, "here 1 hour ago"),
        (47 * 60 + 59, "here 47 hours ago"),
        (48 * 60, "here 2 days ago"),
    ],
)
def test_how_long_ago_a_phone_was_seen(minutes: int, told: str) -> None:
    now = START + timedelta(minutes=minutes)
    assert ago(START.isoformat(), now.isoformat()) == told


@pytest.mark.parametrize(
    "pasted",
    ["http://192.168.1.20:8000/t/{}/", "https://x.org/t/{}/join?k=abc", "…/join?code={}", " {} "],
)
def test_a_pasted_link_leads_to_its_table(
    client: FlaskClient, make_table: MakeTable, pasted: str
) -> None:
    table = make_table()
    answer = client.get("/join", query_string={"code": pasted.format(table.code)})
    assert answer.location == f"/t/{table.code}/join"


def test_a_player_is_told_that_the_cards_were_cleared(
    people: People, store: Store, table: Table
) -> None:
    """They were gone without a word, as if the phone had lost them."""
    address, bob = f"/t/{table.code}/deal", people.players[1]

    def tap(phone: Phone, words: str, at: str = "") -> None:
        data = {"tap": words, "at": at, "version": str(store.draft(table).version)}
        assert phone.post(address, data).status_code == 303

    def told() -> list[bool]:
        pages = bob.get(f"{address}?at=1&n=1", fragment=True), bob.get(f"{address}?at=1")
        return ["What was entered was cleared." in page.text for page in pages]

    tap(bob, "out:1")
    assert told() == [False, False]
    tap(bob, "take:red", "1")
    assert told() == [False, False]
    tap(people.keeper, "notout:1")
    assert told() == [True, False]  # who opens the page anew has lost nothing
    assert "was cleared" not in bob.get(f"{address}?at=&n=1", fragment=True).text


def test_the_recovery_code_is_made_of_the_key_the_table_and_its_generation() -> None:
    codes = {
        recovery_code(secret, uid, generation)
        for secret in ("one", b"two")
        for uid in ("a", "b")
        for generation in (0, 1)
    }
    assert len(codes) == 8
    assert recovery_code("one", "a", 0) == recovery_code(b"one", "a", 0)
