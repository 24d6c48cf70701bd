"""CSV for spreadsheets, and the play for BG Stats."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.export import bgstats
from companion.export.game import deals_in_force, sheet_of, written
from companion.export.game_csv import DEALS, TOTALS, as_csv, deals_csv, totals_csv
from companion.rules.ledger import decided
from companion.store import Store, Table
from companion.store.games import Game, history, set_place
from tests import games as plans
from tests.games import games
from tests.often import times
from tests.stored import Clock
from tests.web.play import close


def read(data: bytes) -> list[dict[str, str]]:
    """The lines of a CSV as any program reads it."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


# --- CSV -----------------------------------------------------------------------------------------


@settings(max_examples=times(80), deadline=None)
@given(games())
def test_the_sheets_say_what_the_deals_say(plan: plans.Game) -> None:
    store = Store(":memory:", clock=Clock())
    game = history(store, plan.play(store))
    sheet, counted = sheet_of(game), deals_in_force(game)
    deals, totals = read(deals_csv(game)), read(totals_csv(game))
    money = ("payout", "total", "jackpot")
    adjusted = [line for line in deals if not line["deal"]]
    deals = [line for line in deals if line["deal"]]
    assert [int(line["payout"]) for line in adjusted] == [
        noted.entry.amount for noted in sheet.notes if noted.entry.kind == "adjustment"
    ]
    assert [int(line["adjusted"]) for line in totals] == [*decided(sheet).adjusted.values()]
    assert [(int(line["deal"]), *(int(line[one]) for one in money)) for line in deals] == [
        (
            deal.number,
            row.payouts[player],
            row.totals[player],
            row.jackpot_paid * (row.jackpot_to == player),
        )
        for deal, row in zip(counted, sheet.rows, strict=True)
        for player in game.players
    ]
    won = decided(sheet)
    assert [line["total"] for line in totals] == [str(won.totals[one]) for one in game.players]
    assert all(line["rank"] == "1" for line in totals if line["winner"] == "yes")
    assert {int(line["deals"]) + int(line["deals_after"]) for line in totals} == {len(sheet.rows)}
    late = {line["deal"] for line in deals if line["after_end"] == "yes"}
    assert len(late) == len(sheet.rows) - len(won.rows)
    assert [line["winner"] == "yes" for line in totals] == [
        player in sheet.winners for player in game.players
    ]
    for line in [*deals, *totals]:
        assert line["player"].lstrip("'") in {player.lstrip("'") for player in game.players}
        assert line["game"] == game.uid
    store.close()


def test_a_sheet_is_of_the_form_every_spreadsheet_reads() -> None:
    """RFC 4180: CR LF, quotes doubled; a byte order mark, without which Excel garbles it."""
    data = as_csv(("a", "b"), [['say "hi", all', 5], ["é", ""]])
    assert data == b'\xef\xbb\xbfa,b\r\n"say ""hi"", all",5\r\n\xc3\xa9,\r\n'
    assert (len(DEALS), len(TOTALS)) == (18, 17)


def test_cells_parted_by_semicolons_are_the_same_cells() -> None:
    store, table = evening(target=2000)
    close(store, table, "Ann", {"Ann": "red, token*2, h1, brown"})  # sets have semicolons, too
    game = game_of(store, table)
    for sheet in (deals_csv, totals_csv):
        parted = list(csv.reader(io.StringIO(sheet(game, ";").decode("utf-8-sig")), delimiter=";"))
        assert parted == list(csv.reader(io.StringIO(sheet(game).decode("utf-8-sig"))))
    store.close()


def test_a_game_does_not_end_before_it_began_where_the_clocks_go_back() -> None:
    """The times carry how far they are from UTC."""
    start = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)
    store = Store(":memory:", clock=Clock(start, minutes=10))
    table = store.create_table(
        edition="classic-uk",
        options={"target": 1000},
        players=["Ann", "Bob"],
        first_dealer="Ann",
        banker="Bob",
        zone="Europe/London",
    )
    for _ in range(9):
        close(store, table, "Ann", {"Ann": "brown"})
    game = history(store, store.table_of_id(table.id))
    times_told = [line["date"] for line in read(deals_csv(game))]
    moments = [datetime.fromisoformat(told) for told in times_told]
    assert moments == sorted(moments)
    assert {told[-6:] for told in times_told} == {"+01:00", "+00:00"}
    store.close()


@pytest.mark.parametrize(
    ("zone", "date", "told"),
    [
        pytest.param("Asia/Kolkata", "2026-11-22 00:00:00+05:30", "Asia/Kolkata", id="ahead"),
        pytest.param(
            "America/New_York", "2026-11-21 13:30:00-05:00", "America/New_York", id="behind"
        ),
    ],
)
def test_times_are_those_of_the_zone_which_is_named(zone: str, date: str, told: str) -> None:
    store, table = evening()
    close(store, table, "Ann", {"Ann": "red"})
    game = replace(game_of(store, table), zone=zone)
    for line in read(deals_csv(game)):
        assert (line["date"], line["zone"]) == (date, told)
    for line in read(totals_csv(game)):
        assert (line["ended"], line["zone"]) == (date, told)
    store.close()


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\tAnn", "'\tAnn"),
        ("\rAnn", "'\rAnn"),
        ("  =1", "'  =1"),
        ("\u00a0=1", "'\u00a0=1"),
        ("\u202e=1\u202c", "'\u202e=1\u202c"),
        ("\ufeff=1", "'\ufeff=1"),
        ("\uff1d1", "'\uff1d1"),
        ("\uff0b1", "'\uff0b1"),
        ("\uff0d1", "'\uff0d1"),
        ("\uff20a", "'\uff20a"),
        ("Ann\n=1", "Ann\n'=1"),
        ("x;=1+1;y", "x;'=1+1;y"),
        ('a";=1+1', "a\";'=1+1"),
        ("B;@SUM(1)", "B;'@SUM(1)"),
        ('x;"=1+1"', 'x;\'"=1+1"'),
        ("x\t=1", "x\t'=1"),
        ("Orange; Red with 3 houses", "Orange; Red with 3 houses"),
        ("Ann", "Ann"),
        ("Ann=Bob", "Ann=Bob"),
        ("2 - 1", "2 - 1"),
        ("", ""),
        ("'quoted", "'quoted"),
    ],
    ids=repr,
)
def test_no_cell_becomes_a_formula(text: str, harmless: str) -> None:
    (line,) = csv.reader(io.StringIO(as_csv(("a",), [[text]]).decode("utf-8-sig")[3:], newline=""))
    assert line == [harmless]


@given(st.text())
def test_no_text_becomes_a_formula(text: str) -> None:
    cell = next(
        csv.reader(io.StringIO(as_csv((), [[text, "x"]]).decode("utf-8-sig")[2:], newline=""))
    )
    assert cell[0].lstrip()[:1] not in tuple("=+-@")


@given(st.text(alphabet=';,"\t =+-@ab', max_size=12))
def test_no_text_becomes_a_formula_when_the_cells_are_parted_otherwise(text: str) -> None:
    line = as_csv((), [["x", text, "x"]]).decode("utf-8-sig")[2:]
    for mark in ";\t":
        for cell in next(csv.reader(io.StringIO(line, newline=""), delimiter=mark)):
            assert cell.lstrip(' "')[:1] not in tuple("=+-@")


# --- BG Stats ------------------------------------------------------------------------------------


def evening(
    edition: str = "classic-us", players: tuple[str, ...] = ("Ann", "Bob", "Cem"), **more: Any
) -> tuple[Store, Table]:
    start = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    store = Store(":memory:", clock=Clock(start, minutes=10))
    table = store.create_table(
        edition=edition,
        options=more,
        players=players,
        first_dealer=players[-1],
        banker=players[0],
    )
    return store, table


def game_of(store: Store, table: Table) -> Game:
    found = store.table(table.code)
    assert found is not None
    return history(store, found)


def test_a_play_has_every_key_as_the_app_reads_it() -> None:
    store, table = evening(target=2000)
    close(store, table, "Ann", {"Ann": "red, token*2, h1"})
    close(store, table, "Bob", {"Bob": "orange", "Ann": "red"})
    set_place(store, table, "Grandma’s")
    game = game_of(store, table)
    assert bgstats.play(game) == {
        "sourceName": "Companion",
        "sourcePlayId": game.uid,
        "playDate": "2026-11-21 18:50:00",
        "durationMin": 40,
        "comments": "Stopped after 2 deals. Went out: Ann 1 and Bob 1.",
        "location": "Grandma’s",
        "board": "Classic US",
        "game": {
            "name": "Monopoly: The Card Game",
            "sourceGameId": "classic-us",
            "bggId": 684,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": bgstats.player_id(name),
                "startPlayer": name == "Ann",
                "winner": name == "Ann",
                "score": score,
                "rank": rank,
            }
            for name, score, rank in (("Ann", 1750, 1), ("Bob", 200, 2), ("Cem", 0, 3))
        ],
    }
    store.close()


def test_a_player_has_the_same_id_in_every_game() -> None:
    """The app keeps these ids, so they may never change."""
    assert bgstats.player_id("Ann") == bgstats.player_id("ANN") == "49915e0d7d4b402e"
    assert bgstats.player_id("Ann") != bgstats.player_id("Anne")


@settings(max_examples=times(80), deadline=None)
@given(games())
def test_every_play_can_be_sent(plan: plans.Game) -> None:
    store = Store(":memory:", clock=Clock())
    game = history(store, plan.play(store))
    address = bgstats.address(game)
    if not deals_in_force(game):
        assert address is None
        return
    assert address is not None
    assert len(address) <= bgstats.LONGEST_ADDRESS
    assert address.isascii()
    play = json.loads(unquote(address.removeprefix(bgstats.ADDRESS)))
    assert play["game"].get("bggId") == {"classic-us": 684, "express": 5166}.get(game.edition_id)
    assert play["game"]["sourceGameId"] == game.edition_id
    assert (play["game"]["highestWins"], play["game"]["noPoints"]) == (True, False)
    assert [type(one["winner"]) for one in play["players"]] == [bool] * len(game.players)
    assert [one["startPlayer"] for one in play["players"]].count(True) == 1
    assert (
        any(one["winner"] for one in play["players"])
        == any(one["score"] for one in play["players"])
        or sheet_of(game).over
    )
    assert all(one["rank"] == 1 for one in play["players"] if one["winner"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    store.close()


def test_a_game_that_was_decided_is_told_as_it_was_decided() -> None:
    """What was played on afterwards changes nobody's result, nor when the game ended."""
    store, table = evening(deals=1)
    close(store, table, "Ann", {"Ann": "red"})
    before = bgstats.play(game_of(store, table))
    store.clock = Clock(datetime(2026, 11, 22, 18, 0, tzinfo=UTC))
    close(store, table, "Bob", {"Bob": "dark-blue, h1, h2, h3"})
    play = bgstats.play(game_of(store, table))
    assert play is not None
    assert play == before
    assert [(one["score"], one["winner"]) for one in play["players"]] == [
        (250, True),
        (0, False),
        (0, False),
    ]
    assert play["comments"] == "1 deal played. Went out: Ann 1."


def test_the_totals_are_those_the_game_was_won_with() -> None:
    """Else the winner could be second. And they are of the day it was won on."""
    store, table = evening(deals=1)
    close(store, table, "Ann", {"Ann": "red"})
    (ended,) = {line["ended"] for line in read(totals_csv(game_of(store, table)))}
    store.clock = Clock(datetime(2026, 11, 22, 18, 0, tzinfo=UTC))
    close(store, table, "Bob", {"Bob": "dark-blue, h1, h2, h3"})
    lines = read(totals_csv(game_of(store, table)))
    keys = ("player", "total", "rank", "winner", "deals", "deals_out", "deals_after")
    assert [[line[key] for key in keys] for line in lines] == [
        ["Ann", "250", "1", "yes", "1", "1", "1"],
        ["Bob", "0", "2", "no", "1", "0", "1"],
        ["Cem", "0", "2", "no", "1", "0", "1"],
    ]
    assert {line["ended"] for line in lines} == {ended}
    store.close()


def test_a_game_that_was_interrupted_does_not_say_how_long_it_took() -> None:
    store, table = evening()
    close(store, table, "Ann", {"Ann": "red"})
    store.clock = Clock(datetime(2026, 11, 22, 18, 0, tzinfo=UTC))
    close(store, table, "Ann", {"Ann": "red"})
    play = bgstats.play(game_of(store, table))
    assert play is not None
    assert "durationMin" not in play
    assert play["playDate"].startswith("2026-11-22 18:")
    store.close()


def test_an_undone_deal_and_a_late_correction_do_not_change_when_it_ended() -> None:
    store, table = evening()
    close(store, table, "Ann", {"Ann": "red"})
    ended = bgstats.play(game_of(store, table))
    close(store, table, "Bob", {"Bob": "red"})
    store.undo(table, token="u")
    store.clock = lambda: datetime(2026, 11, 21, 18, 0, tzinfo=UTC) + timedelta(days=3)
    plans.correct(store, table, plans.Step("strike"))
    plans.correct(store, table, plans.Step("put-back"))
    now = bgstats.play(game_of(store, table))
    assert ended is not None
    assert now == ended
    store.close()


def test_comments_and_place_give_way_before_a_link_is_too_long() -> None:
    store, table = evening(players=tuple(letter * 36 for letter in "李漢字山川海"))
    close(store, table, table.players[0], {table.players[0]: "red"})
    set_place(store, table, "川" * 60)
    address = bgstats.address(game_of(store, table))
    assert address is not None
    play = json.loads(unquote(address.removeprefix(bgstats.ADDRESS)))
    assert "comments" not in play
    assert [one["name"] for one in play["players"]] == list(table.players)
    store.close()


def test_exports_leave_the_game_as_it_is() -> None:
    store, table = evening()
    close(store, table, "Ann", {"Ann": "red"})
    before = store.db.conn.total_changes
    game = game_of(store, table)
    for make in (written, deals_csv, totals_csv, bgstats.address):
        assert make(game)
    assert store.db.conn.total_changes == before
    store.close()
