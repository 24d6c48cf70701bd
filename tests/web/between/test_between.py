"""What is written down between deals, by its pages: as a browser without JavaScript sends it."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store import Store, Table
from companion.store.sheets import sheet_of
from tests.boxes import BOXES
from tests.stored import as_it_is_now, known_table
from tests.web.conftest import MakeTable, Post
from tests.web.pages import field, show, text_of, undo
from tests.web.play import close


def send(client: FlaskClient, post: Post, table: Table, page: str, **data: Any) -> TestResponse:
    """Fills in the form of a page and sends it."""
    token = field(show(client, table, page), "token")
    named = {name.replace("_", "-"): value for name, value in data.items()}
    return post(f"/t/{table.code}/{page}", {"token": token, **named})


def adjustment(**more: str) -> dict[str, str]:
    """The fields of an adjustment."""
    return {"player": "1", "sign": "-", "amount": "300", "reason": "a penalty", **more}


@pytest.mark.parametrize("box", BOXES)
def test_an_adjustment_is_on_the_scores_and_can_be_undone(
    client: FlaskClient, post: Post, store: Store, make_table: MakeTable, box: str
) -> None:
    table = make_table(box)
    assert send(client, post, table, "adjust", **adjustment()).status_code == 303
    told = table.edition.amount(-300)
    assert sheet_of(store, table).totals["Bob"] == -300
    for page in ("", "summary", "more"):
        assert told in text_of(show(client, table, page))
        assert "a penalty" in text_of(show(client, table, page))
    undo(client, post, table)
    assert sheet_of(store, table).totals["Bob"] == 0
    assert f"Undone: Bob: {told} (a penalty)." in text_of(show(client, table))
    undone = re.search(r'name="undone" value="([0-9]+)"', show(client, table).text)
    assert undone is not None
    post(f"/t/{table.code}/redo", {"undone": undone[1]})
    assert sheet_of(store, table).totals["Bob"] == -300


@pytest.mark.parametrize("options", [{"deals": 5}, {}], ids=["a number of deals", "no end"])
def test_a_start_before_the_first_deal_stands_on_the_lane(
    client: FlaskClient,
    post: Post,
    make_table: MakeTable,
    options: dict[str, Any],
) -> None:
    table = make_table("winning-moves-2017", options=options)
    send(client, post, table, "adjust", **adjustment(sign="+"))
    shares = re.findall(r'class="run" x2="([0-9.]+)%"', show(client, table).text)
    assert len(shares) == 4
    assert 0 < max(map(float, shares)) <= 100


def test_the_same_form_twice_counts_once(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    token = field(show(client, table, "adjust"), "token")
    for _ in range(2):
        post(f"/t/{table.code}/adjust", {"token": token, **adjustment()})
    assert sheet_of(store, table).totals["Bob"] == -300


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        pytest.param({"player": ""}, "Choose a player.", id="nobody"),
        pytest.param({"sign": ""}, "Choose plus or minus.", id="no sign"),
        pytest.param({"amount": ""}, "multiple of 50", id="no amount"),
        pytest.param({"amount": "75"}, "multiple of 50", id="no such notes"),
        pytest.param({"amount": "0"}, "multiple of 50", id="nothing"),
        pytest.param({"amount": "2,000,000"}, "50 up to £1,000,000", id="too much"),
        pytest.param({"amount": "lots"}, "multiple of 50", id="no number"),
        pytest.param({"reason": " "}, "Write why", id="no reason"),
        pytest.param({"reason": "x" * 201}, "at most 200", id="a long reason"),
    ],
)
def test_a_wrong_adjustment_is_told_beside_the_field_and_nothing_is_lost(
    client: FlaskClient, post: Post, store: Store, table: Table, wrong: dict[str, str], told: str
) -> None:
    answer = send(client, post, table, "adjust", **adjustment(**wrong))
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert store.entries(table) == []
    if "amount" not in wrong:
        assert 'value="300"' in answer.text
    if "reason" not in wrong:
        assert 'value="a penalty"' in answer.text


@pytest.fixture(params=BOXES)
def each(request: pytest.FixtureRequest, store: Store, make_table: MakeTable) -> Table:
    """A table of every box, after a deal."""
    table = make_table(request.param)
    goer = "Ann" if table.edition.way.has_goer else None
    close(store, table, goer, {"Ann": "dark-blue, go", "Dee": "brown"})
    return table


def test_a_name_is_corrected_everywhere(
    client: FlaskClient, post: Post, store: Store, each: Table
) -> None:
    names = {f"player-{seat}": name for seat, name in enumerate(each.players)}
    was = {f"was-{seat}": name for seat, name in enumerate(each.players)}
    answer = send(client, post, each, "names", **{**names, **was, "player-0": " Anna "})
    assert answer.status_code == 303
    now = as_it_is_now(store, each)
    assert now.players == ("Anna", "Bob", "Cem", "Dee")
    for page in ("", "summary", "deals/1", "setup", "tv"):
        told = text_of(show(client, each, page))
        assert "Anna" in told
    assert "is now called" in text_of(show(client, each))
    undo(client, post, each)
    assert as_it_is_now(store, each).players[0] == "Ann"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        pytest.param("", "Everyone needs a name.", id="none"),
        pytest.param("bob", "has this name too", id="another player's"),
        pytest.param("Nobody", "type another name", id="no player"),
        pytest.param("x" * 41, "at most 40", id="too long"),
    ],
)
def test_a_name_that_cannot_be_given_is_told(
    client: FlaskClient, post: Post, store: Store, table: Table, name: str, told: str
) -> None:
    names = {f"player-{seat}": one for seat, one in enumerate(table.players)}
    was = {f"was-{seat}": one for seat, one in enumerate(table.players)}
    answer = send(client, post, table, "names", **{**was, **names, "player-0": name})
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert as_it_is_now(store, table).players == table.players


def test_the_end_is_changed_from_the_next_deal_on(
    client: FlaskClient, post: Post, store: Store, each: Table
) -> None:
    target = 60 if each.edition_id == "express" else 5_000
    assert not sheet_of(store, each).over
    send(client, post, each, "end", target=str(target), deals="", tie="shared")
    sheet = sheet_of(store, each)
    assert (sheet.over, sheet.target) == (False, target)
    told = text_of(show(client, each))
    assert f"The end is now: somebody has {each.edition.amount(target)}" in told
    assert f"First to {each.edition.amount(target)}" in told
    answer = send(client, post, each, "end", target="12.5", deals="none", tie="shared")
    assert answer.status_code == 422


def test_who_deals_is_set_or_drawn(
    client: FlaskClient, post: Post, store: Store, each: Table
) -> None:
    send(client, post, each, "dealer", player="3")
    assert sheet_of(store, each).next_dealer == "Dee"
    word = each.edition.deal_word.capitalize()
    assert f"{word} 2: Dee deals" in text_of(show(client, each, "setup"))
    send(client, post, each, "dealer", draw="1")
    assert store.entries(each)[-1].drawn
    assert "was drawn" in text_of(show(client, each, "dealer"))


@pytest.mark.parametrize("box", BOXES)
def test_a_game_goes_on_with_other_players(
    client: FlaskClient, post: Post, store: Store, make_table: MakeTable, box: str
) -> None:
    old = make_table(box, ["Ann", "Bob", "Cem"])
    send(client, post, old, "adjust", **adjustment(sign="+"))
    answer = send(
        client, post, old, "go-on", stay_1="y", stay_2="y", new_0="Zoe", with_0="100", new_1=""
    )
    assert answer.status_code == 303
    new = known_table(store, answer.location.split("/")[2])
    assert new.players == ("Zoe", "Bob", "Cem")
    assert dict(sheet_of(store, new).totals) == {"Zoe": 100, "Bob": 300, "Cem": 0}
    assert sheet_of(store, new).next_dealer == "Bob"
    assert f"The game went on at table {new.code}" in text_of(show(client, old))
    assert f"carried over from {old.code}" in text_of(show(client, new))
    assert f"The game came from table {old.code}" in text_of(show(client, new, "summary"))
    home = text_of(client.get("/"))
    assert home.index(new.code) < home.index("Went on with other players") < home.index(old.code)


@pytest.mark.parametrize("start", ["", "0"])
def test_who_joins_may_begin_with_nothing(
    client: FlaskClient, post: Post, store: Store, table: Table, start: str
) -> None:
    answer = send(client, post, table, "go-on", stay_0="y", new_0="Zoe", with_0=start)
    assert answer.status_code == 303
    new = known_table(store, answer.location.split("/")[2])
    assert sheet_of(store, new).totals["Zoe"] == 0
    assert [entry.player for entry in store.entries(new) if entry.kind == "adjustment"] == []


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param({"stay_0": "y"}, "2 to 6 players, not 1", id="too few"),
        pytest.param({"stay_0": "y", "stay_1": "y", "new_0": "BOB"}, "this name too", id="twice"),
        pytest.param(
            {"stay_0": "y", "stay_1": "y", "new_0": "Zoe", "with_0": "7"},
            "multiple of 50",
            id="no such notes",
        ),
    ],
)
def test_people_who_cannot_go_on_are_told(
    client: FlaskClient, post: Post, store: Store, table: Table, data: dict[str, str], told: str
) -> None:
    answer = send(client, post, table, "go-on", **data)
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert len(store.tables()) == 1


def test_what_was_agreed_otherwise_can_be_written_down(
    client: FlaskClient, post: Post, played: Table
) -> None:
    here = "deals/1/challenge/1"
    token = field(show(client, played, here), "token")
    deal = field(show(client, played, here), "deal")
    data = {"token": token, "deal": deal, "note": "half of it", "outcome": "agreed"}
    assert post(f"/t/{played.code}/{here}", data).status_code == 303
    offered = re.search(r'href="([^"]*/adjust\?[^"]*)"', show(client, played, "deals/1").text)
    assert offered is not None
    form = client.get(unescape(offered[1])).text
    assert 'value="half of it"' in form
    assert re.search(r'<input checked id="player-1"[^>]*>', form)


def test_who_deals_first_can_be_drawn_for_a_new_table(client: FlaskClient, post: Post) -> None:
    names = {"player-0": "Ann", "player-1": "", "player-2": "Bob"}
    page = post("/tables/new", {"edition": "classic-uk", "do": "draw", **names})
    drawn = re.search(r'name="dealer" value="([0-9])" checked', page.text)
    assert drawn is not None
    name = names[f"player-{drawn[1]}"]
    assert name
    assert f"{name} was drawn and deals first." in text_of(page)


def test_totals_larger_than_any_adjustment_are_carried_over(
    client: FlaskClient, post: Post, store: Store, make_table: MakeTable
) -> None:
    old = make_table("express", ["Ann", "Bob"])
    for _ in range(2):
        send(client, post, old, "adjust", **adjustment(sign="+", amount="999"))
    answer = send(client, post, old, "go-on", stay_0="y", stay_1="y")
    new = known_table(store, answer.location.split("/")[2])
    assert sheet_of(store, new).totals["Bob"] == 1998


@pytest.mark.parametrize("amount", ["9" * 5000, "-1", "x", "\u0665"])
def test_an_address_may_say_anything(client: FlaskClient, table: Table, amount: str) -> None:
    rest = f"adjust?player=7&sign=*&amount={amount}&reason=%00"
    assert "Adjust" in show(client, table, rest).text or "start" in show(client, table, rest).text


def test_a_rack_below_zero_keeps_only_what_is_above_it(
    client: FlaskClient, post: Post, store: Store, make_table: MakeTable
) -> None:
    table = make_table("deluxe", ["Ann", "Bob"])
    send(client, post, table, "adjust", **adjustment(player="0", amount="300"))
    close(store, table, "Ann", {"Ann": "dark-blue, go"})
    paid = text_of(show(client, table, "deals/1"))
    assert "The total was below zero: $300 of it goes back." in paid
    assert "Rack: nothing; beside it: 3 × $100" in paid
