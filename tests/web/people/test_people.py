"""The games of this server, its players, and one person under one name."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from companion.rules.edition_file import load
from companion.store import ScoredDeal, Store, Table, games, people, phones
from tests.web.conftest import FRAGMENT, MakeTable, Post, plain_text
from tests.web.play import close

ODD = (
    "<script>alert(1)</script>",
    "a/b?c=d&e#f%2F",
    "👩‍👩‍👧 Zoë",
    'O\'Neil "Bob" & co',
    "אבי כהן",
    "..",
    "100%",
    "+1 & +2",
    "\u202eturned\u202c",
)
"""Names that are markup, parts of addresses, more than one code point a sign, right to left."""


def played(store: Store, table: Table, *goers: str) -> Table:
    """Deals in which these went out with a red set and somebody else has a brown one."""
    for goer in goers:
        other = next(one for one in table.players if one != goer)
        close(store, table, goer, {goer: "red", other: "brown"})
    return table


def figure(page: str, label: str) -> str:
    """The number and the note of one of the big figures."""
    found = re.search(rf"<dt>{label}</dt><dd>(.*?)</dd>", page, re.S)
    assert found, label
    return plain_text(found[1])


# --- the list of games ---------------------------------------------------------------------------


def test_an_empty_server(client: FlaskClient) -> None:
    games = client.get("/games").text
    assert "No game yet" in games
    assert '<a class="button main wide" href="/tables/new">Start the first game</a>' in games
    assert "Nobody has played yet" in client.get("/players").text
    assert 'href="/games"' in client.get("/").text  # the foot of every page


def test_games_of_the_server(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    over = played(store, make_table(players=["Ann", "Bob"], options={"deals": 1}), "Bob")
    on = played(store, make_table(players=["Cem", "Ann"]), "Ann")
    text = client.get("/games").text
    assert f'href="/t/{over.code}/"' in text
    assert f'href="/t/{on.code}/"' in text
    assert f'href="/t/{over.code}/summary"' in text
    assert f'href="/t/{on.code}/summary"' not in text
    words = plain_text(text)
    assert "★ Bob won with £250 · Classic UK · 1 deal ·" in words
    assert "Still playing: Ann leads with £250" in words
    assert "2 games, the newest first." in words


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        pytest.param({}, {"a", "b", "c"}, id="all"),
        pytest.param({"player": "Bob"}, {"a", "b"}, id="player"),
        pytest.param({"player": "bOB "}, {"a", "b"}, id="in capitals"),
        pytest.param({"edition": "express"}, {"b"}, id="box"),
        pytest.param({"player": "Cem", "edition": "classic-uk"}, {"c"}, id="both"),
        pytest.param({"player": "Ann", "edition": "express"}, set(), id="nothing fits"),
        pytest.param({"player": "", "edition": "", "from": ""}, {"a", "b", "c"}, id="blank"),
    ],
)
def test_filters(
    client: FlaskClient, make_table: MakeTable, query: dict[str, str], shown: set[str]
) -> None:
    codes = {
        "a": make_table(players=["Ann", "Bob"]).code,
        "b": make_table("express", players=["Bob", "Cem"]).code,
        "c": make_table(players=["Cem", "Dee"]).code,
    }
    answer = client.get("/games", query_string=query)
    assert answer.status_code == 200
    found = {name for name, code in codes.items() if f"t/{code}/" in answer.text}
    assert found == shown


@pytest.mark.parametrize("field", ["player", "edition"])
@pytest.mark.parametrize("junk", ["x", "\x00", "<b>", "\ud800"])
def test_a_filter_that_cannot_be_says_so(
    client: FlaskClient, make_table: MakeTable, field: str, junk: str
) -> None:
    make_table()
    address = f"/games?{urlencode({field: junk}, errors='surrogatepass')}"
    answer = client.get(address)
    assert answer.status_code == 422
    assert f'aria-describedby="oops-{field}"' in answer.text
    assert client.get(address, headers=FRAGMENT).status_code == 422


def test_a_long_list_has_pages_and_keeps_its_filter(
    client: FlaskClient, make_table: MakeTable
) -> None:
    codes = {make_table(players=["Ann", "B&b"]).code for _ in range(55)}
    make_table(players=["Cem", "Dee"])
    first = client.get("/games?player=b%26b").text
    address = unescape(re.findall(r'href="([^"]*from=[^"]*)"', first)[0])
    second = client.get(address).text
    assert "Newer games" not in first
    assert "Newer games" in second
    assert "Older games" not in second
    assert set(re.findall(r"\bt/(\w+)/", first + second)) == codes


def test_many_games_are_not_counted(
    client: FlaskClient, make_table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a page costs the same with 300 games and with 30,000."""
    monkeypatch.setattr("companion.web.people.routes.MOST_COUNTED", 55)
    codes = {make_table().code for _ in range(55)}
    assert "55 games, the newest" in client.get("/games").text
    codes |= {make_table().code for _ in range(5)}
    pages = [client.get("/games", query_string={"from": start}).text for start in ("0", "50")]
    assert set(re.findall(r"\bt/(\w+)/", "".join(pages))) == codes
    assert ["Older games" in page for page in pages] == [True, False]
    for page in (*pages, client.get("/games?from=999999").text):
        assert "More than 55 games, the newest first" in page


def test_the_day_somebody_played_last_is_the_day_at_the_table(
    client: FlaskClient, store: Store
) -> None:
    """The list of players alone had the day of the server's zone."""
    store.clock = lambda: datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
    for players, zone in ((["Ann", "Bob"], "America/Los_Angeles"), (["Cem", "Dee"], "UTC")):
        table = store.create_table(
            edition="classic-uk",
            options={},
            players=players,
            first_dealer=players[0],
            banker=players[0],
            zone=zone,
        )
        played(store, table, players[0])
    page = plain_text(client.get("/players").text)
    days = dict(re.findall(r"(Ann|Cem) 1 game · last (\d+ Nov) ", page))
    assert days == {"Ann": "20 Nov", "Cem": "21 Nov"}, page


def test_whatever_is_done_the_page_of_a_player_tells_it(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    one = played(store, make_table(players=["Ann", "Bob"]), "Ann")

    def records(name: str) -> str:
        """The page up to its forms, whose token is new each time."""
        return client.get(f"/player?name={name}").text.partition('id="name"')[0]

    def strike() -> None:
        old = store.deals(one)[0]
        new = ScoredDeal(old.number, old.entry, old.settlement, struck=True)
        store.correct(one, number=old.number, reason="", changes=[new], token="s")

    steps: dict[str, Callable[[], object]] = {
        "a deal": lambda: played(store, one, "Bob"),
        "a deal that does not count": strike,
        "an undo": lambda: store.undo(one, token="u"),
        "a redo": lambda: store.redo(one, getattr(store.last_undone(one), "id", 0)),
        "a deleted game": lambda: games.delete(store, one),
        "a game that came back": lambda: games.bring_back(store, one),
        "a new code": lambda: phones.renew(store, one),
        "another's new name": lambda: people.rename(store, "Bob", "Robert"),
        "a new name": lambda: people.rename(store, "Ann", "Anna"),
        "a new game": lambda: make_table(players=["ann", "Cem"]),
    }
    before = records("Ann")
    for name, step in steps.items():
        step()
        now = records("Ann")
        assert now != before, name
        before = now


def test_a_list_opens_no_game(
    client: FlaskClient, store: Store, make_table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it costs the same however many deals there are."""
    played(store, make_table(players=["Ann", "Bob"]), "Ann", "Bob")
    for name in ("deals_and_struck", "counting_rows"):
        monkeypatch.delattr(Store, name)
    for address in ("/", "/games", "/players", "/player?name=Ann"):
        assert client.get(address).status_code == 200


# --- players -------------------------------------------------------------------------------------


def names_in(page: str) -> list[str]:
    return re.findall(r'class="row-link" href="/player\?name=([^"]*)"', page)


@pytest.mark.parametrize(
    ("asked", "games"),
    [("zoe", 2), ("ZOË", 2), ("lea", 1), ("Léa", 1), ("lukasz", 1), ("zo", 0)],
)
def test_games_of_a_name_that_is_typed_without_its_accents(
    client: FlaskClient, store: Store, make_table: MakeTable, asked: str, games: int
) -> None:
    """An exact name comes first: Lea is not Léa."""
    for name in ("Zoë", "Guest", "Lea", "Léa", "Łukasz"):
        make_table(players=["Ann", name])
    people.rename(store, "Guest", "Zoë")
    page = client.get("/games", query_string={"player": asked})
    assert page.status_code == (200 if games else 422)
    assert page.text.count('class="game-head"') == games


def test_players_have_pages_and_are_found_by_letters(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    for number in range(60):
        make_table(players=["Ann", f"Guest {number:02d}"])
    first = client.get("/players").text
    assert len(names_in(first)) == 50
    address = unescape(re.findall(r'href="([^"]*from=50[^"]*)"', first)[0])
    second = client.get(address).text
    assert "More players" not in second
    assert len({*names_in(first), *names_in(second)}) == 61
    assert "60 games" in plain_text(first + second)
    people.rename(store, "Guest 07", "Zoë")
    people.rename(store, "Guest 08", "Zoë")
    for search, found in (
        ("gUEST 1", 10),
        ("guest 07", 1),
        ("zo", 1),
        ("zoe", 1),
        ("nobody", 0),
        ("\u0301\u0308", 0),
        ("", 50),
    ):
        page = client.get("/players", query_string={"name": search})
        assert page.status_code == 200
        assert len(names_in(page.text)) == found, search
    zoe = client.get("/players?name=zo").text
    assert names_in(zoe) == ["Zo%C3%AB"]
    assert "2 games" in zoe
    assert "No name has" in plain_text(client.get("/players?name=%00%25_<i>").text)
    assert client.get("/players?from=999999").status_code == 200


@pytest.mark.parametrize("name", ODD)
def test_a_player_of_any_name(
    client: FlaskClient, store: Store, make_table: MakeTable, name: str
) -> None:
    """Every link to the page leads there, and the name stands there as it was written."""
    played(store, make_table(players=[name, "Bob"]), name)
    pages = [client.get(address).text for address in ("/players", "/player?name=Bob")]
    for text in pages:
        links = {f"/{unescape(link)}" for link in re.findall(r'href="/?(player\?[^"]*)"', text)}
        answers = [client.get(link) for link in links]
        assert {answer.status_code for answer in answers} == {200}
        assert any(headed(answer.text, name) for answer in answers)
        assert "<script>alert" not in text
    mine = client.get("/player", query_string={"name": name}).text
    (games,) = {
        unescape(link) for link in re.findall(r'href="(/games\?[^"]*)"', mine) if "player" in link
    }
    assert "1 game" in client.get(games).text


def player(name: str) -> str:
    """A name as a page has it."""
    from markupsafe import escape

    return f'<bdi class="who">{escape(name)}</bdi>'


def headed(page: str, name: str) -> bool:
    """Whether the heading of a page is a pawn and this name alone."""
    headings = re.findall(r"<h1[^>]*><svg.*?</svg> (.*?)</h1>", page, re.DOTALL)
    return headings == [player(name)]


@pytest.mark.parametrize("name", ["Zed", "", "\x00", "\ud800"])
@pytest.mark.parametrize("address", ["/player", "/player/rename"])
def test_nobody_of_that_name(
    client: FlaskClient, make_table: MakeTable, address: str, name: str
) -> None:
    make_table()
    query = urlencode({"name": name}, errors="surrogatepass")
    answer = client.get(f"{address}?{query}")
    assert answer.status_code == 404
    assert "Nobody called" in answer.text


def test_the_numbers_of_a_player(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    one = make_table(players=["Ann", "Bob"], options={"deals": 2})
    close(store, one, "Ann", {"Ann": "red mm", "Bob": "chance"})
    close(store, one, "Bob", {"Ann": "brown", "Bob": "dark-blue"})
    two = make_table("express", players=["Ann", "Cem"])
    close(store, two, None, {"Ann": "brown light-blue", "Cem": "red"}, stopped_early=True)
    text = client.get("/player?name=Ann").text
    assert figure(text, "Games") == "2 1 still playing"
    assert figure(text, "Won") == "1 of 1 finished (100%)"
    assert figure(text, "Went out") == "50% 1 of 2 deals"
    assert figure(text, "Wiped out").startswith("0")
    pays = [
        plain_text(found)
        for word in ("deal", "round")
        for found in re.findall(rf"<dt>Average per {word}</dt>(.*?)</dd>", text, re.S)
    ]
    assert [found.split(" (")[0] for found in pays] == [
        f"£{(1250 + 50) // 2:,}",
        load("express").amount(store.deals(two)[0].payouts["Ann"]),
    ]
    assert f'href="/t/{one.code}/deals/1"' in text
    rows = plain_text(text)
    assert "Brown 2" in rows
    assert "Bob 1 1 0 1 : 1" in rows
    assert figure(client.get("/player?name=Bob").text, "Wiped out").startswith("1")


def test_deals_after_the_end_are_in_no_figure(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    table = make_table(players=["Ann", "Bo"], options={"target": 500})
    close(store, table, "Ann", {"Ann": "dark-blue h1 h2"})
    pages = ("/player?name=Ann", "/player?name=Bo", "/games", "/")
    before = [plain_text(client.get(page).text) for page in pages]
    assert "£0 £0 2 of 2 1" in before[1]  # of the game: per deal, total, place, deals
    assert "1 deal ·" in before[2]
    close(store, table, "Bo", {"Bo": "dark-blue h1 h2"})
    assert [plain_text(client.get(page).text) for page in pages] == before


def test_pounds_dollars_and_points_are_never_added_up(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    for box, cards in (("classic-uk", "dark-blue"), ("classic-us", "red"), ("deluxe", "brown")):
        close(store, make_table(box, players=["Ann", "Bob"]), "Ann", {"Ann": cards})
    points = make_table("express", players=["Ann", "Bob"])
    close(store, points, None, {"Ann": "brown"}, stopped_early=True)
    text = client.get("/player?name=Ann").text
    paid = re.findall(r"<dt>Average per (\w+)</dt>(.*?)</dd>", text, re.S)
    assert [(word, plain_text(amounts)) for word, amounts in paid] == [
        ("deal", "$150 (2 deals) best $250"),
        ("deal", "£400 (1 deal) best £400"),
        ("round", "1 point (1 round) best 1 point"),
    ]
    for found in ("Last games ($)", "Last games (£)", "Last games (points)"):
        assert found in plain_text(text)


# --- another name --------------------------------------------------------------------------------


def form(name: str, new: str, merges: int = 0) -> dict[str, str]:
    return {"name": name, "new": new, "merges": str(merges)}


def test_a_player_is_renamed_and_it_is_undone(
    client: FlaskClient, store: Store, make_table: MakeTable, post: Post
) -> None:
    code = make_table(players=["Ann", "Bob"]).code
    look = client.get("/player/rename", query_string={"name": "Ann", "new": " Anna  Lee "})
    assert look.status_code == 200
    assert "Ann is called Anna Lee in the records" in plain_text(look.text)
    assert "Scores keep the name" in look.text
    assert people.renamings(store) == ()
    done = post("/player/rename", form("Ann", "Anna Lee"))
    assert (done.status_code, done.headers["Location"]) == (303, "/player?name=Anna+Lee")
    page = client.get("/player?name=ann").text  # an old link leads there too
    assert headed(page, "Anna Lee")
    assert f"also written {player('Ann')}" in page
    assert "Ann" in client.get(f"/t/{code}/").text
    assert "Anna" not in client.get(f"/t/{code}/").text
    assert "Ann became Anna Lee on" in plain_text(page)
    which = re.findall(r'name="renaming" value="(\d+)"', page)[0]
    undone = post("/player/undo", {"name": "Anna Lee", "renaming": which})
    assert (undone.status_code, undone.headers["Location"]) == (303, "/player?name=Ann")
    assert headed(client.get("/player?name=Ann").text, "Ann")
    assert post("/player/undo", {"name": "Ann", "renaming": which}).status_code == 303
    assert client.get("/player?name=Anna+Lee").status_code == 404


def test_two_spellings_are_joined(
    client: FlaskClient, store: Store, make_table: MakeTable, post: Post
) -> None:
    for name in ("Jo", "Jo", "Joe"):
        played(store, make_table(players=[name, "Bob"]), name)
    look = client.get("/player/rename?name=Jo&new=Joe")
    assert "Jo (2 games) and Joe (1 game) become one player with 3 games" in plain_text(look.text)
    assert 'name="merges" value="1"' in look.text
    assert post("/player/rename", form("Jo", "Joe", 1)).status_code == 303
    assert figure(client.get("/player?name=Joe").text, "Games") == "3 3 still playing"
    assert post("/player/rename", form("Jo", "Joe", 1)).status_code == 303  # sent twice
    assert len(people.renamings(store)) == 1
    against = plain_text(client.get("/player?name=Bob").text).split("Against the others")[1]
    assert "Joe 3 0 0 0 : 3" in against
    assert "Jo " not in against
    assert ">Jo<" not in client.get("/players").text
    offered = client.get("/tables/new?edition=classic-uk").text
    assert 'value="use:Joe"' in offered
    assert 'value="use:Jo"' not in offered


@pytest.mark.parametrize(
    ("new", "told"),
    [
        pytest.param("", "Type the new name first", id="nothing"),
        pytest.param("Ann", "That is the name already", id="the same"),
        pytest.param("A\x07nn", "cannot be shown", id="control character"),
        pytest.param("bob", "both sat at the same table", id="sat together"),
        pytest.param("Zed", "earlier name of “Zoe”", id="an earlier name"),
    ],
)
def test_a_name_that_cannot_be(
    client: FlaskClient, store: Store, make_table: MakeTable, post: Post, new: str, told: str
) -> None:
    code = make_table(players=["Ann", "Bob"]).code
    make_table(players=["Zed", "Dee"])
    people.rename(store, "Zed", "Zoe")
    look = client.get("/player/rename", query_string={"name": "Ann", "new": new})
    for answer in (look, post("/player/rename", form("Ann", new))):
        if answer.status_code == 303:  # sent twice
            assert new == "Ann"
            continue
        assert answer.status_code == 422
        assert told in unescape(answer.text)
        assert 'aria-describedby="oops-new"' in answer.text
        assert "What changes" not in answer.text
    if new == "bob":
        assert f'href="/t/{code}/"' in unescape(look.text).partition(told)[2]
    assert len(people.renamings(store)) == 1


def test_a_merge_that_was_not_shown_is_shown_first(
    client: FlaskClient, store: Store, make_table: MakeTable, post: Post
) -> None:
    """Somebody of the new name has come to play since."""
    make_table(players=["Ann", "Bob"])
    make_table(players=["Anna", "Cem"])
    answer = post("/player/rename", form("Ann", "Anna", 0))
    assert answer.status_code == 422
    assert "Something has changed in the meantime. Look again." in answer.text
    assert "become one player" in answer.text
    assert people.renamings(store) == ()


# --- bars ----------------------------------------------------------------------------------------


def test_bars_stand_within_the_drawing_and_are_told_in_words(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    for cards in ("dark-blue h1 h2 h3 h4 hotel", "brown", "red"):
        close(store, make_table(players=["Ann", "Bob"]), "Ann", {"Ann": cards})
    make_table(players=["Ann", "Bob"])  # without a deal it has no bar
    page = client.get("/player?name=Ann").text
    bars = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"\sheight="([\d.]+)"', page)
    assert len(bars) == 3
    for x, y, width, height in (map(float, bar) for bar in bars):
        assert 4 <= x <= x + width <= 296
        assert y >= 30
        assert y + height == pytest.approx(108, abs=0.2)
    told = (
        "0 of them won. What one deal paid on average: "
        "£2,500 in the best game, £250 in the last, £933 in all."
    )
    assert told in plain_text(page)
    assert figure(page, "Average per deal").startswith("£933 ")
    assert "average of all games, £933. Games without a deal are left out." in plain_text(page)


def test_two_people_of_a_deleted_table_are_told_that_it_was_deleted(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    for players in (["Ann", "Cem"], ["Bob", "Cem"]):
        make_table(players=players)
    games.delete(store, make_table(players=["Ann", "Bob"]))
    look = client.get("/player/rename", query_string={"name": "Ann", "new": "Bob"})
    assert look.status_code == 422
    assert "which was deleted today but can still be brought back" in look.text
