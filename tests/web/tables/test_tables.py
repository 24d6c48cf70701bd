"""The list of tables, a new table, the set-up card and the rematch."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules import texts
from companion.rules.deal import Deal
from companion.rules.edition_file import edition_ids, load
from companion.rules.settlement import Jackpot
from companion.store import Store, Table, games
from tests.stored import settlement_of
from tests.web.conftest import FRAGMENT, MakeTable, Post
from tests.web.pages import field
from tests.web.visitors import People

ODD = ("<script>alert(1)</script>", "👩‍👩‍👧 Zoë", 'O\'Neil "Bob" & co', "אבי כהן")
"""Names that are markup, more than one code point a sign, quotes, and right to left."""


def new(**given: str) -> dict[str, str]:
    """A form of a new table; ``player_0`` stands for ``player-0``."""
    form = {"edition": "classic-uk", "player_0": "Ann", "player_1": "Bob", "do": "make", **given}
    return {re.sub("_([0-9])", r"-\1", name): value for name, value in form.items()}


def rows(text: str) -> list[str]:
    """The players' names in the form."""
    return [unescape(value) for value in re.findall(r'name="player-\d"[^>]* value="([^"]*)"', text)]


def chosen(text: str, name: str) -> str:
    return str(re.findall(rf'name="{name}" value="(\d)" checked', text)[0])


def close(store: Store, table: Table, went_out: str | None = None, **payouts: int) -> None:
    """A closed deal with these payouts."""
    paid = {player: payouts.get(player, 0) for player in table.players}
    jackpot = Jackpot(None, 0, 1000) if "2017" in table.edition_id else None
    store.close_deal(
        table,
        entry=Deal(dict.fromkeys(table.players, ()), went_out),
        settlement=settlement_of(paid, jackpot),
        let_stand=False,
        token=f"{table.code} {len(store.deals(table))}",
        version=store.draft(table).version,
    )


# --- the list ------------------------------------------------------------------------------------


def test_the_first_page_says_what_it_is_and_where_to_begin(client: FlaskClient) -> None:
    text = client.get("/").text
    main = text[text.index("<main") : text.index("</main")]
    for door in ("New game", "Settle a dispute", "Games", "Join"):
        assert main.count(door) == 1  # every label says something else
    assert 'href="/tables/new"' in main


def test_the_game_that_is_on_comes_first_with_who_leads(
    client: FlaskClient, make_table: MakeTable, store: Store
) -> None:
    over, going = make_table(players=["Eve", "Fay"]), make_table()
    close(store, going, Ann=300, Cem=300)
    close(store, over, Eve=12000)
    still, past = client.get("/").text.split(">Games</h2>")
    assert f'href="/t/{going.code}/"' in still
    assert over.code not in still
    assert re.search(r"Ann</bdi> and <bdi.*Cem</bdi> lead with\s.*£300", still, re.S)
    assert re.search(r"small.*Ann</bdi>, .*Dee</bdi>&nbsp;· 1 deal&nbsp;· table", still)
    assert f'href="/t/{over.code}/"' in past
    assert re.search(r"Eve</bdi> won with .*£12,000", past)


def test_three_past_games_and_the_way_to_all(client: FlaskClient, make_table: MakeTable) -> None:
    assert "All games" not in client.get("/").text
    codes = [make_table().code for _ in range(6)]
    text = client.get("/").text
    shown = re.findall(r"table (\w{5})</(?:p|span)>", text)
    assert len(shown) == 4
    assert {*shown} <= {*codes}
    assert "All games" in text


def test_the_list_has_those_that_were_played_at_last(
    client: FlaskClient, make_table: MakeTable, store: Store
) -> None:
    """Whenever they were made. It costs the same with 300 tables and with 30,000."""
    first, *_ = [make_table() for _ in range(20)]
    close(store, first, Ann=300)
    with store.writing() as db:  # the clock of the tests may stand still
        db.execute("UPDATE tables SET last_at = '2999-01-01T00:00:00Z' WHERE id = ?", [first.id])
    assert f"table {first.code}" in client.get("/").text.split(">Games</h2>")[0]
    for sql in ("deleted_at IS NOT NULL", "deleted_at <= '2026'"):
        (plan,) = store.rows(f"EXPLAIN QUERY PLAN SELECT id FROM tables WHERE {sql}")
        assert "tables_deleted" in plan["detail"]


# --- choosing the box ----------------------------------------------------------------------------


def test_the_box_is_chosen_first(client: FlaskClient) -> None:
    text = client.get("/tables/new").text
    for edition in map(load, edition_ids()):
        assert f'value="{edition.id}"' in text
        assert edition.name in text
    assert "player-0" not in text
    known = ("Chance cards, £ notes", "Chance cards, $ notes")
    for words in (*known, "Racks and gold bars", "Free Parking jackpot", "Points instead of money"):
        assert words in text


@pytest.mark.parametrize("edition", ["chess", "<b>", "x" * 3000, "\x00"])
def test_another_box_is_refused_and_the_names_kept(
    client: FlaskClient, post: Post, edition: str, store: Store
) -> None:
    asked = client.get("/tables/new", query_string={"edition": edition, "player-0": "Ann"})
    sent = post("/tables/new", new(edition=edition))
    for answer in (asked, sent):
        assert answer.status_code == 422
        assert "There is no such box" in answer.text
        assert 'value="Ann"' in answer.text
    assert store.tables() == []


def test_another_box_keeps_who_deals_first_and_who_is_banker(
    client: FlaskClient, post: Post
) -> None:
    """The house rules are those of the box, and the page says so."""
    form = new(player_0="", player_2="Cem", dealer="2", banker="1", target="7000", do="edition")
    choice = client.get(post("/tables/new", form).headers["Location"])
    assert "House rules and amounts start as in the box." in choice.text
    hidden = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', choice.text))
    made = client.get(post("/tables/new", {**hidden, "edition": "deluxe"}).headers["Location"])
    assert rows(made.text) == ["Bob", "Cem", "", ""]
    assert (chosen(made.text, "dealer"), chosen(made.text, "banker")) == ("1", "0")
    assert 'value="7000"' not in made.text


# --- the form ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_form_shows_every_option_with_the_boxs_own(
    client: FlaskClient, edition_id: str
) -> None:
    edition = load(edition_id)
    text = client.get(f"/tables/new?edition={edition_id}").text
    for name in edition.option_defaults:
        assert f'name="{name}"' in text
    for group in edition.groups:
        assert f'name="value-{group.id}' in text
    assert rows(text) == [""] * 4
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for label in re.findall(r'<label[^>]* for="([^"]+)"', text):
        assert label in ids


@pytest.mark.parametrize("edition_id", ["winning-moves-2017", "express"])
def test_amounts_that_no_leaflet_gives_are_open_to_be_checked(
    client: FlaskClient, edition_id: str
) -> None:
    text = client.get(f"/tables/new?edition={edition_id}").text
    assert re.search(r"<details[^>]* open>\s*<summary>Check the amounts", text)
    assert texts.Told(load(edition_id)).unverified[0] in unescape(text)


@pytest.mark.parametrize(
    ("edition", "pays"),
    [("classic-uk", True), ("winning-moves-2017", True), ("express", False)],
)
def test_points_need_no_banker(
    client: FlaskClient, make_table: MakeTable, edition: str, pays: bool
) -> None:
    table = make_table(edition, ["Ann", "Bob"])
    assert ("banker" in client.get(f"/tables/new?edition={edition}").text) is pays
    assert (">banker<" in client.get(f"/t/{table.code}/setup").text) is pays


@pytest.mark.parametrize("fragment", [False, True])
def test_rows_are_added_and_moved_without_javascript(
    post: Post, fragment: bool, store: Store
) -> None:
    def tap(form: dict[str, str], do: str) -> str:
        answer = post("/tables/new", {**form, "do": do}, fragment=fragment)
        assert answer.status_code == 200
        assert ("<html" in answer.text) is not fragment
        return answer.text

    form = new(dealer="1", banker="0", target="5000")
    added = tap(form, "add")
    assert rows(added) == ["Ann", "Bob", ""]
    assert re.search(r'<input[^>]* autofocus[^>]* name="player-2"[^>]* value=""', added)
    assert 'value="5000"' in added
    moved = tap(form, "up-1")
    assert rows(moved) == ["Bob", "Ann"]
    assert (chosen(moved, "dealer"), chosen(moved, "banker")) == ("0", "1")
    assert store.tables() == []


@pytest.mark.parametrize(
    ("given", "focused"),
    [
        pytest.param({"player_1": "Ann"}, 'name="player-1"', id="name"),
        pytest.param({"player_0": ""}, "Please fix", id="too-few"),
        pytest.param({"deals": "0", "value-brown": "75"}, 'name="deals"', id="house-rule"),
        pytest.param({"player_1": "Ann", "deals": "0"}, 'name="player-1"', id="name-and-rule"),
    ],
)
def test_start_leads_to_the_first_mistake(post: Post, given: dict[str, str], focused: str) -> None:
    """It may be a screen above "Start", or far below the top of the page."""
    answer = post("/tables/new", new(**given))
    assert answer.status_code == 422
    found = re.findall(r"<[^>]* autofocus[^>]*>[^<]*", answer.text)
    assert len(found) == 1
    assert focused in found[0]


# --- making the table ----------------------------------------------------------------------------


def test_a_table_is_made_with_its_people_and_rules(
    client: FlaskClient, post: Post, store: Store
) -> None:
    form = new(player_2="Cem", dealer="2", banker="1", target="5,000", tie="play-on")
    answer = post("/tables/new", form)
    assert answer.status_code == 303
    table = store.tables()[0]
    assert answer.headers["Location"] == f"/t/{table.code}/setup"
    assert table.edition_id == "classic-uk"
    assert table.players == ("Ann", "Bob", "Cem")
    assert (table.first_dealer, table.banker) == ("Cem", "Bob")
    assert table.options == {"target": 5000, "tie": "play-on"}
    assert client.get(f"/t/{table.code.lower()}/setup").status_code == 200


def test_blank_rows_are_left_out(post: Post, store: Store) -> None:
    form = new(player_0="", player_1="  ", player_2="Cem", player_3=" Dee ", dealer="3", banker="2")
    assert post("/tables/new", form).status_code == 303
    table = store.tables()[0]
    assert table.players == ("Cem", "Dee")
    assert (table.first_dealer, table.banker) == ("Dee", "Cem")
    post("/tables/new", {**form, "dealer": "0", "banker": "1"})
    assert {(one.first_dealer, one.banker) for one in store.tables()} == {
        ("Dee", "Cem"),
        ("Cem", "Cem"),  # the first, where the row is blank
    }


def test_the_same_form_sent_twice_makes_one_table(post: Post, store: Store) -> None:
    """Also after the browser's Back, which asks for the form anew."""
    first, again = (post("/tables/new", new(tie="play-on")) for _ in range(2))
    assert first.headers["Location"] == again.headers["Location"]
    assert len(store.tables()) == 1


def test_the_same_form_after_amounts_were_changed_leads_to_its_table(
    post: Post, store: Store
) -> None:
    """The table is no longer as the form asked for, but the form made it."""
    first = post("/tables/new", new()).headers["Location"]
    post(first.replace("setup", "amounts"), {"value-go": "300"})
    assert post("/tables/new", new()).headers["Location"] == first
    (table,) = store.tables()
    assert table.options == {"values": {"go": 300}}


def test_a_table_with_cards_in_it_is_not_begun_again_without_a_word(
    post: Post, store: Store
) -> None:
    """An open deal with nine monopolies came back with the names of a new game."""
    first = post("/tables/new", new())
    (table,) = store.tables()
    store.save_draft(table, 0, {"went_out": "Ann", "hands": {"Ann": ["park-lane"]}})
    asked = post("/tables/new", new())
    assert asked.status_code == 200
    assert "Continue it, or begin a new one?" in asked.text
    assert len(store.tables()) == 1
    token = re.findall(r'name="token" value="([^"]+)"', asked.text)[0]
    anew = [post("/tables/new", new(do="anew", token=token)) for _ in range(2)]
    assert len(store.tables()) == 2
    assert {one.headers["Location"] for one in anew} == {anew[0].headers["Location"]}
    assert anew[0].headers["Location"] != first.headers["Location"]


def an_hour_later(store: Store, table: Table) -> None:
    now = store.clock()
    store.clock = lambda: now + timedelta(minutes=61)


@pytest.mark.parametrize(
    ("done", "changed"),
    [
        pytest.param(None, {"player_1": "Cem"}, id="another name"),
        pytest.param(None, {"dealer": "1"}, id="another dealer"),
        pytest.param(None, {"target": "5000"}, id="another rule"),
        pytest.param(None, {"edition": "classic-us"}, id="another box"),
        pytest.param(close, {}, id="a deal was closed"),
        pytest.param(games.delete, {}, id="deleted"),
        pytest.param(an_hour_later, {}, id="an hour later"),
    ],
)
def test_another_table_is_another(
    post: Post,
    store: Store,
    done: Callable[[Store, Table], object] | None,
    changed: dict[str, str],
) -> None:
    post("/tables/new", new())
    (table,) = store.tables()
    if done:
        done(store, table)
    post("/tables/new", new(**changed))
    assert [one for one in store.tables() if one != table]


def test_the_same_form_from_another_phone_makes_another_table(people: People, store: Store) -> None:
    for phone in (people.keeper, people.visitor):
        phone.post("/tables/new", new())
    assert len({table.code for table in store.tables()}) == 3


def test_a_first_visit_sends_start_twice_as_one_phone(app: Flask, store: Store) -> None:
    """Both taps have the cookie of the page with the form."""
    phone = app.test_client(use_cookies=False)
    page = phone.get("/tables/new?edition=classic-uk")
    cookie = {"Cookie": page.headers["Set-Cookie"].partition(";")[0]}
    form = {**new(), "csrf_token": field(page, "csrf_token")}
    for _ in range(2):
        assert phone.post("/tables/new", data=form, headers=cookie).status_code == 303
    assert len(store.tables()) == 1


def test_what_was_chosen_stands_in_the_address(client: FlaskClient, post: Post) -> None:
    """After Back, or loaded again, the form has it; the rest is as in the box."""
    given = {"deals": "5", "no-target": "y", "tie": "play-on", "value-go": "300", "target": ""}
    usual = {"wild_only_sets": "no", "value-brown": "50", "nobody_out": "void"}
    answer = post("/tables/new", new(player_1="", **given, **usual), fragment=True)
    assert answer.status_code == 422
    address = answer.headers["HX-Replace-Url"]
    assert set(parse_qs(urlsplit(address).query)) & {*given, *usual} == {*given} - {"target"}
    page = client.get(address).text
    assert page.count(" open>") == 3  # house rules, amounts, and those of one kind
    for shown in ('value="5"', 'value="300"', "checked", 'selected value="play-on"'):
        assert shown in page
    assert re.search('id="value-brown"[^>]* value="50"', page)
    assert re.search('id="no-target"[^>]*checked|checked[^>]*id="no-target"', page)


WRONG: list[Any] = [
    pytest.param({"player_1": ""}, "players", "name at least 2", id="too few"),
    pytest.param(
        {"edition": "deluxe", **{f"player_{n}": f"P{n}" for n in range(1, 6)}},
        "players",
        "take 2 out",
        id="too many",
    ),
    pytest.param({"player_1": "ANN <&>"}, "player-1", "has this name too", id="twice"),
    pytest.param({"player_1": "Nobody"}, "player-1", "they mean no player", id="nobody"),
    pytest.param({"target": "5000", "no-target": "y"}, "target", "not both", id="both"),
    pytest.param(
        {"edition": "winning-moves-2017", "deals": "0"}, "deals", "number of rounds", id="rounds"
    ),
    pytest.param({"tie": "x"}, "tie", "Choose one", id="choice"),
    pytest.param({"value-brown": "51"}, "value-brown", "multiple of 50", id="amount"),
    pytest.param(
        {"edition": "express", "value-bonus": "five"},
        "value-bonus",
        "Write points from 0 to 99",
        id="no points",
    ),
]


@pytest.mark.parametrize(("given", "field", "told"), WRONG)
def test_what_is_wrong_stands_beside_its_field_and_the_entry_is_kept(
    post: Post, store: Store, given: dict[str, str], field: str, told: str
) -> None:
    form = new(**{"player_0": "Ann <&>", "dealer": "1", **given})
    answer = post("/tables/new", form)
    assert answer.status_code == 422
    text = unescape(answer.text)
    found = re.search(rf'<p class="oops" id="oops-{field}">([^<]*)</p>', text)
    assert found is not None
    assert told in found[1]
    assert "Please fix what is marked below." in text
    shut = re.findall(r'<details class="card">.*?</details>', text, re.DOTALL)
    assert not any(found[0] in part for part in shut)
    if field != "players":
        assert re.search(rf'aria-describedby="oops-{field}"', text)
    assert 'value="Ann <&>"' in text
    for name, value in given.items():
        name = re.sub("_([0-9])", r"-\1", name)
        if name not in ("edition", "tie", "no-target"):
            assert f'name="{name}"' in text
            assert f'value="{value}"' in text
    assert store.tables() == []


def test_every_problem_is_told_at_once(post: Post) -> None:
    answer = post("/tables/new", new(player_1="ANN", target="1", deals="0"))
    assert "Please fix what is marked below." in answer.text
    assert answer.text.count('class="oops"') == 3
    assert re.search(r"<details[^>]* open>\s*<summary>House rules", answer.text)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_odd_names_are_harmless_wherever_they_appear(
    client: FlaskClient, post: Post, store: Store, edition_id: str
) -> None:
    form = new(edition=edition_id, **{f"player_{row}": name for row, name in enumerate(ODD)})
    assert post("/tables/new", form).status_code == 303
    table = store.tables()[0]
    assert table.players == ODD
    for address in ("/", f"/t/{table.code}/setup", f"/tables/new?edition={edition_id}"):
        for headers in ({}, FRAGMENT):
            text = client.get(address, headers=headers).text
            assert "<script>" not in text.replace("<script src=", "")
            for name in ODD:
                assert name in unescape(text)


# --- the set-up card -----------------------------------------------------------------------------


def card(client: FlaskClient, table: Table) -> str:
    return unescape(re.sub(r"<[^>]+>|\s+", " ", client.get(f"/t/{table.code}/setup").text))


@pytest.mark.parametrize(("deals", "over"), [(1, True), (2, False)])
def test_the_card_of_a_game_that_is_over_says_so(
    client: FlaskClient, make_table: MakeTable, store: Store, deals: int, over: bool
) -> None:
    table = make_table(options={"deals": deals})
    close(store, table, Ann=1000)
    told = "The game is over: Ann wins! Another deal changes no place."
    assert (told in " ".join(card(client, table).split())) == over


@pytest.mark.parametrize(
    ("edition", "number", "told"),
    [
        ("classic-uk", 2, ("10 cards + 1 face up", "Empty seat 4", "36 cards are the")),
        (
            "classic-uk",
            4,
            ("10 cards + 1 face up", "16 cards are the", "£10,000", "top five"),
        ),
        (
            "classic-uk",
            5,
            ("11 cards + 1 face up", "no draw pile", "£7,000", "at most one of each"),
        ),
        ("classic-us", 6, ("9 cards + 1 face up", "no draw pile", "$7,000")),
        ("deluxe", 3, ("10 cards + 1 face up", "Empty seat 4", "six gold bars of $5,000")),
        (
            "winning-moves-2017",
            4,
            (
                "10 cards + 2 face up",
                "12 cards are",
                "the Bank is $500",
                "Play four rounds.",
            ),
        ),
        ("express", 2, ("4 cards", "34 cards are the draw pile", "50 points")),
    ],
)
def test_the_card_says_what_to_deal_to_whom(
    client: FlaskClient, make_table: MakeTable, edition: str, number: int, told: tuple[str, ...]
) -> None:
    players = ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"][:number]
    table = make_table(edition, players, first_dealer="Bob", banker="Ann")
    text = " ".join(card(client, table).split())
    box = load(edition)
    assert f"{box.deal_word.capitalize()} 1: Bob deals" in text
    for words in told:
        assert words in text
    order = [text.index(f" {player} ", text.index("How to deal")) for player in players]
    left_of_the_dealer = [*range(2, number), 0, 1]
    assert sorted(range(number), key=order.__getitem__) == left_of_the_dealer
    said = texts.Told(box, number)
    for line in (*said.notes[""], *said.unverified, *said.decisions.values()):
        assert line in text


def test_the_card_follows_the_dealer_and_the_jackpot(
    client: FlaskClient, make_table: MakeTable, store: Store
) -> None:
    table = make_table("winning-moves-2017")
    close(store, table, went_out="Ann", Ann=500)
    text = " ".join(card(client, table).split())
    assert "Round 2: Bob deals" in text
    assert "jackpot under the Bank is $1,000" in text
    assert "Score this round" in text


def test_house_rules_are_told_in_words(client: FlaskClient, make_table: MakeTable) -> None:
    table = make_table(
        "winning-moves-2017",
        options={
            "tie": "play-on",
            "nobody_out": "score",
            "wild_only_sets": False,
            "wiped_out_count": False,
            "jackpot_grows_when_none_held": False,
            "jackpot_start": 1000,
            "jackpot_step": 1000,
            "target": 5000,
            "values": {"brown": 100, "railroads": {"2": 300}, "house": {"red": 300}},
        },
    )
    text = " ".join(card(client, table).split())
    for words in (
        "After a tie at the end, everyone plays on until one is ahead.",
        "If nobody goes out, everyone scores",
        "Wild cards alone may not make a set.",
        "does not count for “most Free Parking”",
        "The jackpot does not grow when nobody holds",
        "The jackpot begins with $1,000.",
        "The jackpot grows by $1,000.",
        "Play until somebody has $5,000 at the end of a round.",
        "Brown: $100.",
        "2 Railroads: $300.",
        "House on Red: $300.",
    ):
        assert words in text


# --- rematch -------------------------------------------------------------------------------------


def test_a_rematch_keeps_people_and_rules_and_passes_the_deal(
    post: Post, make_table: MakeTable, store: Store
) -> None:
    old = make_table(options={"target": 5000}, first_dealer="Cem", banker="Dee")
    close(store, old, went_out="Ann", Ann=6000)
    answer = post(f"/t/{old.code}/rematch", {"token": "r"})
    again = store.tables()[0]
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{again.code}/setup"
    assert again.code != old.code
    assert (again.edition, again.options, again.players) == (old.edition, old.options, old.players)
    assert (again.first_dealer, again.banker) == ("Dee", "Dee")


def test_a_rematch_keeps_a_player_of_an_earlier_game_called_nobody(
    post: Post, make_table: MakeTable, store: Store
) -> None:
    old = make_table(players=["Nobody", "Bob"])
    assert post(f"/t/{old.code}/rematch").status_code == 303
    assert store.tables()[0].players == old.players


@pytest.mark.parametrize("data", [{}, {"token": "r"}, {"token": "x" * 65}])
def test_a_rematch_sent_twice_is_one(
    post: Post, make_table: MakeTable, store: Store, data: dict[str, str]
) -> None:
    old = make_table()
    first, again = (post(f"/t/{old.code}/rematch", data) for _ in range(2))
    assert first.headers["Location"] == again.headers["Location"]
    assert len(store.tables()) == 2


@pytest.mark.parametrize("data", [{}, {"token": "r"}])
def test_a_rematch_that_was_deleted_is_made_anew(
    client: FlaskClient, post: Post, make_table: MakeTable, store: Store, data: dict[str, str]
) -> None:
    """It led to the page of the deleted table. That one can still be brought back."""
    old = make_table()
    for number in range(2):
        address = post(f"/t/{old.code}/rematch", data).headers["Location"]
        assert client.get(address).status_code == 200
        assert len(store.tables()) == 2
        made = store.tables()[0]
        games.delete(store, made)
        assert len(games.deleted(store)) == number + 1
    games.bring_back(store, made)
    assert post(f"/t/{old.code}/rematch", data).headers["Location"] == address
