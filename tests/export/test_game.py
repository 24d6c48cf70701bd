"""A game as a file: written, read and written again it is the same, and damage is found."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import create_app
from companion.export.game import sheet_of, written
from companion.export.read_game import read_game
from companion.rules.edition_file import edition_ids
from companion.rules.entries import Entry
from companion.rules.plain import Damaged
from companion.store import Store, Table
from companion.store.games import bring_in, history
from companion.store.sheets import sheet_of as folded
from companion.store.ticks import set_paid
from tests import games as plans
from tests.games import NAMES, Step, games
from tests.often import times
from tests.stored import Clock, as_it_is_now, payments, struck_out
from tests.web.play import close

DOCS = Path(__file__).resolve().parents[2] / "docs" / "game-format.md"


# --- there and back ------------------------------------------------------------------------------


@settings(max_examples=times(100), deadline=None)
@given(games())
def test_a_game_written_read_and_written_again_is_the_same(game: plans.Game) -> None:
    """And it can be played on, undone and corrected as the one it came from."""
    here, there = Store(":memory:", clock=Clock()), Store(":memory:", clock=Clock())
    table = game.play(here)
    file = written(history(here, table))
    brought = bring_in(there, read_game(file))
    assert written(history(there, brought)) == file
    assert folded(there, brought) == folded(here, table)
    assert payments(there, brought) == payments(here, table)
    assert [deal.number for deal in struck_out(there, brought)] == [
        deal.number for deal in struck_out(here, table)
    ]
    assert there.count_deals(brought) == here.count_deals(table)
    while (last := here.undo(table, token=f"u{len(history(here, table).actions)}")) is not None:
        other = there.undo(brought, token=f"u{len(history(there, brought).actions)}")
        assert other is not None
        assert (other.kind, other.number, other.reason) == (last.kind, last.number, last.reason)
        table, brought = as_it_is_now(here, table), as_it_is_now(there, brought)
        assert folded(there, brought) == folded(here, table)
        assert payments(there, brought) == payments(here, table)
        assert sheet_of(history(there, brought)) == folded(there, brought)
    here.close()
    there.close()


def test_every_key_of_the_file_is_described_in_its_order() -> None:
    store = Store(":memory:")
    game = json.loads(written(history(store, played(store))))
    action, ruling = game["actions"][0], game["rulings"][0]
    entry = [one.name for one in fields(Entry)]
    keys = [*game, *action, "entries", *action["deals"][0], *entry, *ruling]
    tables = re.findall(r"^\| (`.*?) \|", DOCS.read_text(encoding="utf-8"), re.M)
    assert [key for cell in tables for key in re.findall(r"`(\w+)`", cell)] == keys
    store.close()


def test_nothing_of_the_server_is_in_a_file() -> None:
    store = Store(":memory:")
    table = played(store)
    store.save_draft(
        table, store.draft(table).version, {"went_out": "Ann", "marks": {"0": [1, "secret"]}}
    )
    file = written(history(store, table)).decode()
    for told in (table.code, "token-", "secret", '"id"', "draft"):
        assert told not in file
    store.close()


# --- one file to damage --------------------------------------------------------------------------


def played(store: Store) -> Table:
    """Every kind of action, ruling and value in one game of 2017, which has a jackpot."""
    entry = {"hands": {"Ann": [], "Bob": []}, "went_out": "Ann"}
    game = plans.Game(
        edition="winning-moves-2017",
        players=("Ann", "Bob"),
        options={"values": {"red": 400}},
        place="the hut",
        steps=(
            Step("close", entry=entry),
            Step("correct", entry=entry, text="the Hotel was missing"),
            Step("strike", text="twice"),
            Step("undo"),
        ),
    )
    table = game.play(store)
    close(store, table, "Ann", {"Ann": "red, token, free-parking", "Bob": "go-to-jail, light-blue"})
    close(store, table, "Bob", {"Bob": "h1, kentucky, go", "Ann": "go"}, let_stand=True)
    set_paid(store, table, store.deals(table)[1].id, "Ann", True)
    plans.rule(store, table, Step("rule", 1, seat=1, text="we looked it up"))
    plans.take_back(store, table, Step("take-back"))
    found = store.table(table.code)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def whole() -> Iterator[dict[str, Any]]:
    store = Store(":memory:", clock=Clock())
    yield json.loads(written(history(store, played(store))))
    store.close()


def refused(data: object) -> str:
    with pytest.raises(Damaged) as damaged:
        read_game(json.dumps(data).encode())
    return str(damaged.value)


def changed(whole: dict[str, Any], way: str, value: object) -> dict[str, Any]:
    """The file with one value changed: ``actions.0.kind``; ``-`` takes it out."""
    data = copy.deepcopy(whole)
    *before, last = [int(step) if step.isdigit() else step for step in way.split(".")]
    inner: Any = data
    for step in before:
        inner = inner[step]
    if value == "-":
        del inner[last]
    else:
        inner[last] = value
    return data


def test_the_file_that_is_damaged_below_is_sound(whole: dict[str, Any]) -> None:
    assert len(read_game(json.dumps(whole).encode()).actions) == 6


SET = "actions.4.deals.0.settlement.hands.Ann.sets.0"
DEAL = "actions.4.deals.0"


@pytest.mark.parametrize(
    ("way", "value", "told"),
    [
        ("format", "chess", "This is not a game of the companion"),
        (
            "version",
            3,
            "by another version of the companion (its file is of version 3, this one reads",
        ),
        ("version", 0, "(its file is of version 0, this one reads"),
        ("version", "-", "“version” is missing."),
        ("zone", "-", "“zone” is missing."),
        ("zone", "../etc", "zone: must be a time zone such as Europe/London, or empty."),
        ("zone", 1, "zone: must be a text."),
        ("version", True, "version: must be"),
        ("version", "1", "version: must be"),
        ("game", "0" * 31, "game: must be 32 hexadecimal digits."),
        ("game", "-", "“game” is missing."),
        ("edition", "junior", "edition: must be one of classic-us"),
        ("edition", None, "edition: must be a text."),
        ("edition", "express", "options: "),
        ("options", [], "options: must be an object."),
        ("options.speed", 3, "options: Winning Moves 2017 has no option “speed”"),
        ("options.values.red", 33, "options: The option “values” takes for “red”"),
        ("options.values.red", "\ud800", "options: "),
        ("players", ["Ann"], "players: must be a list of 2 to 8."),
        ("players", ["Ann", "ann"], "players 2: Player 1 has this name too"),
        ("players.1", "", "players 2: must have 1 to"),
        ("players.1", " Bob", "players 2: This name is not written"),
        ("players.1", "Bob\u202e", "players 2: This name is not written"),
        ("players.1", "B\x00b", "players 2: This name has a character in it"),
        ("players.1", "x" * 41, "players 2: Use at most 40 characters. This name has 41."),
        ("players.1", 7, "players 2: must be a text."),
        ("players.1", "\ud800", "players 2: This name has a character in it"),
        ("first_dealer", "Cem", "first_dealer: must be one of the players."),
        ("banker", ["Ann"], "banker: must be a text."),
        ("place", "x" * 61, "place: Use at most 60 characters. This has 61."),
        ("place", " the  hut", "place: This is not written"),
        ("created_at", "yesterday", "created_at: must be a time such as"),
        ("created_at", "2026-13-21T18:05:00Z", "created_at: must be a time"),
        ("created_at", "2026-11-21T18:05:00+01:00", "created_at: must be a time"),
        ("created_at", "0001-01-01T00:00:00Z", "created_at: must be a time"),
        ("created_at", "2026-W47-6T18:05:00Z", "created_at: must be a time"),
        ("created_at", "2026-11-21T180500.5Z", "created_at: must be a time"),
        ("created_at", "9999-12-31T23:59:59-14:00", "created_at: must be a time"),
        ("created_at", 20261121, "created_at: must be a text."),
        ("actions", {}, "actions: must be a list."),
        ("actions.0.kind", "cheat", "actions 1, kind: must be one of close"),
        ("actions.0.kind", "correct", "actions 1, reason: must not be null."),
        ("actions.1.kind", "close", "actions 2, reason: must be null."),
        ("actions.1.reason", "", "actions 2, reason: must have 1 to 200"),
        ("actions.1.undoes", 0, "actions 2, undoes: must be null"),
        ("actions.3.undoes", 0, "actions 4, undoes: must be the last action that still counts."),
        ("actions.3.undoes", 9, "actions 4, undoes: must be the last"),
        ("actions.3.undoes", None, "actions 4, undoes: must be the last"),
        ("actions.0.at", 5, "actions 1, at: must be a text."),
        ("actions.0.deals", [], "actions 1, deals: must be deals, each once"),
        ("actions.0.deals", None, "actions 1, deals: must be a list."),
        ("actions.0.who", "me", "actions 1: “who” is not known here."),
        (
            "actions.0",
            "-",
            "actions 1, deals 1, replaces: must be the row that counted until",
        ),
        ("actions.2.deals.0.struck", False, "actions 3, deals 1, struck: must be true for"),
        ("actions.1.deals.0.struck", True, "actions 2, deals 1, struck: must be true for"),
        ("actions.1.deals.0.replaces", None, "actions 2, deals 1, replaces: must be the row"),
        ("actions.1.deals.0.replaces", 0.0, "actions 2, deals 1, replaces: must be a whole"),
        ("actions.1.deals.0.number", 2, "actions 2, deals 1, replaces: must be the row"),
        (f"{DEAL}.number", 3, "actions 5, deals: must be one deal, with the next number."),
        (f"{DEAL}.number", 1, "actions 5, deals: must be one deal, with the next number."),
        (f"{DEAL}.replaces", False, "actions 5, deals 1, replaces: must be a whole"),
        (f"{DEAL}.let_stand", 1, "actions 5, deals 1, let_stand: must be true or false."),
        (f"{DEAL}.paid", ["Cem"], "actions 5, deals 1, paid 1: must be one of the players."),
        (f"{DEAL}.paid", ["Ann", "Ann"], "actions 5, deals 1, paid: must name everybody once"),
        (f"{DEAL}.entry", [], "actions 5, deals 1, entry: must be an object."),
        (f"{DEAL}.entry.players", ["Ann"], "actions 5, deals 1, entry: “players” is not known"),
        (f"{DEAL}.entry.hands", "-", "actions 5, deals 1, entry: “hands” is missing."),
        (
            f"{DEAL}.entry.went_out",
            "-",
            "entry: “went_out” is missing.",
        ),
        (f"{DEAL}.entry.went_out", "Cem", "entry, went_out: must be one of the players."),
        (f"{DEAL}.entry.hands.Cem", [], "entry, hands: “Cem” is not known here."),
        (f"{DEAL}.entry.hands.Ann", ["park-lane"], "hands, Ann 1: must be a card of Winning"),
        (f"{DEAL}.entry.hands.Ann", ["hotel"] * 9, "The deck has only"),
        (f"{DEAL}.entry.jackpot", 30, "entry, jackpot: must be a multiple of 50 from 0"),
        (f"{DEAL}.entry.jackpot", -50, "entry, jackpot: must be a multiple"),
        (f"{DEAL}.settlement", None, "actions 5, deals 1, settlement: must be an object."),
        (f"{DEAL}.settlement.payouts.Bob", 50, "hands, Bob, payout: is not what stands under"),
        (f"{DEAL}.settlement.payouts.Ann", -50, "payouts, Ann: must be a whole number"),
        (f"{DEAL}.settlement.payouts.Ann", 1e3, "payouts, Ann: must be a whole number"),
        (f"{DEAL}.settlement.payouts", {"Ann": 0}, "payouts: “Bob” is missing."),
        (f"{DEAL}.settlement.hands.Cem", {}, "hands: “Cem” is not known here."),
        (f"{DEAL}.settlement.jackpot", None, "jackpot: must be an object in Winning Moves 2017."),
        (f"{DEAL}.settlement.jackpot.next", 10**12, "jackpot, next: must be a whole number from 0"),
        (f"{DEAL}.settlement.jackpot.paid_to", "Cem", "jackpot, paid_to: must be one of the"),
        (f"{DEAL}.settlement.jackpot.amount", 0, "payout: is not what the sets, bonuses and"),
        (f"{SET}.group", "mauve", "sets 1, group: must be a group of Winning Moves 2017."),
        (f"{SET}.houses", 5, "sets 1, houses: must be a whole number from 0 to 4."),
        (f"{SET}.value", 10_000_050, "payout: is not what the sets, bonuses and jackpot make."),
        (f"{SET}.cards", ["park-lane"], "sets 1, cards 1: must be a card of Winning Moves"),
        (f"{SET}.colour", "red", "sets 1: “colour” is not known here."),
        (
            f"{DEAL}.settlement.hands.Bob.wiped_out",
            "chance",
            "wiped_out: must be go-to-jail or null.",
        ),
        (f"{DEAL}.settlement.hands.Ann.wiped_out", "go-to-jail", "sets: must be empty for a hand"),
        (f"{DEAL}.settlement.hands.Ann.steps", [], "steps: must be a list of 1 to 100."),
        (f"{DEAL}.settlement.hands.Ann.steps.0", "", "steps 1: must have 1 to"),
        ("actions.5.deals.0.settlement.problems.0.fix", None, "problems 1, fix: must be an object"),
        ("actions.5.deals.0.settlement.problems.0.rule", "", "problems 1, rule: must have 1 to"),
        ("actions.5.deals.0.settlement.problems.0.player", "Cem", "player: must be one of"),
        ("rulings.0.deal", 99, "rulings 1, deal: must be a position from 0 to 4."),
        ("rulings.0.outcome", "lost", "rulings 1, outcome: must be one of upheld"),
        ("rulings.0.outcome", "taken-back", "rulings 1, takes_back: must be"),
        ("rulings.0.takes_back", 0, "rulings 1, takes_back: must be null for this outcome."),
        ("rulings.0.note", "x" * 201, "rulings 1, note: must have 0 to 200"),
        ("rulings.1.takes_back", 1, "rulings 2, takes_back: must be a ruling about this"),
        ("rulings.1.player", "Ann", "rulings 2, takes_back: must be a ruling about this hand"),
        ("totals.Ann", 50, "totals: are not what the deals add up to."),
        ("totals.Ann", "1", "totals, Ann: must be a whole number"),
        ("winners", ["Ann"], "winners: are not who won by these deals."),
        ("winners", None, "winners: must be a list."),
        ("totals", "-", "“totals” is missing."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_damage_is_told_with_its_place(
    whole: dict[str, Any], way: str, value: object, told: str
) -> None:
    assert told in refused(changed(whole, way, value))


def test_a_payout_that_no_notes_make_is_refused(whole: dict[str, Any]) -> None:
    data = changed(whole, f"{DEAL}.settlement.payouts.Ann", 33)
    hand = data["actions"][4]["deals"][0]["settlement"]["hands"]["Ann"]
    hand |= {"payout": 33, "sets": [], "bonuses": [{"kind": "go", "count": 1, "amount": 33}]}
    data["actions"][4]["deals"][0]["settlement"]["jackpot"] |= {"paid_to": None, "amount": 0}
    assert "payouts, Ann: must be a multiple of 50." in refused(data)


def test_an_express_deal_has_nobody_who_went_out() -> None:
    store = Store(":memory:")
    table = store.create_table(
        edition="express", options={}, players=["Ann", "Bob"], first_dealer="Ann", banker="Ann"
    )
    close(store, table, None, {"Ann": "red"}, stopped_early=True)
    data = json.loads(written(history(store, table)))
    entry = data["actions"][0]["deals"][0]["entry"]
    assert read_game(json.dumps(data).encode()).actions
    entry["went_out"] = "Ann"
    assert "nobody goes out in Express" in refused(data)
    store.close()


# --- damage of every kind ------------------------------------------------------------------------


def places(data: object, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values of a file."""
    yield way
    inner = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for name, value in inner:
        yield from places(value, (*way, name))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(-2, 6),
    st.sampled_from([50, 100, 500, 1000, 1e3, 1e400, -0.0, 10**4000]),
    st.text(max_size=4),
    st.sampled_from(["\ud800", "\x00", "Ann", "Bob", "red", "go", "x" * 5000, *NAMES]),
    st.sampled_from([[], {}, [[]], {"": None}, ["Ann"], {"Ann": 0}, [None] * 300]),
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A sound file of any edition with one to three places damaged, or bytes of it."""
    store = Store(":memory:", clock=Clock())
    game = draw(games(most=5))
    data = json.loads(written(history(store, game.play(store))))
    store.close()
    for _ in range(draw(st.integers(1, 3))):
        ways = list(places(data))
        way = ways[draw(st.integers(0, len(ways) - 1))]
        inner: Any = data
        for step in way[:-1]:
            inner = inner[step]
        how = draw(st.sampled_from(["change", "take out", "double", "swap"]))
        if not way or how == "change":
            if way:
                inner[way[-1]] = draw(JUNK)
        elif how == "take out" or isinstance(inner, dict):
            del inner[way[-1]]
        elif how == "double":
            inner.insert(way[-1], copy.deepcopy(inner[way[-1]]))
        else:
            inner.reverse()
    file = json.dumps(data).encode()
    if draw(st.integers(0, 4)) == 0:
        at = draw(st.integers(0, len(file)))
        file = file[:at] + draw(st.binary(max_size=3)) + file[at + draw(st.integers(0, 50)) :]
    return file


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """With its database in memory, which takes one thread and a fraction of the time."""
    app = create_app(tmp_path_factory.mktemp("data"), TESTING=True)
    app.extensions["store"].close()
    app.extensions["store"] = Store(":memory:")
    yield app
    app.extensions["store"].close()


PAGES = (
    "",
    "deal",
    "setup",
    "summary",
    "game.json",
    "deals.csv",
    "totals.csv",
    "bgstats",
    "delete",
)


def look_at_everything(client: FlaskClient, table: Table, numbers: set[int]) -> None:
    """Every page of a table answers; with testing on, a page that breaks raises."""
    for page in PAGES:
        assert client.get(f"/t/{table.code}/{page}").status_code == 200, page
    for number in numbers:
        for page in ("", "/correct", "/correct?do=look", "/correct?do=strike"):
            answer = client.get(f"/t/{table.code}/deals/{number}{page}")
            assert answer.status_code in (200, 404, 422), page
    assert client.get("/").status_code == 200


@settings(max_examples=times(120), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(file=damaged())
def test_a_damaged_file_is_refused_or_does_no_harm(app: Flask, file: bytes) -> None:
    """It is refused with nothing brought in, or what was left of it is a game like any other."""
    store: Store = app.extensions["store"]
    before = store.rows("SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM deals) AS n")
    try:
        game = read_game(file)
    except Damaged as why:
        told = str(why).encode()
        assert told
        assert before == store.rows(
            "SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM deals) AS n"
        )
        return
    if store.rows("SELECT 1 FROM tables WHERE uid = ?", [game.uid]):
        return
    table = bring_in(store, game)
    assert read_game(written(history(store, table))) == game
    numbers = {deal.number for action in game.actions for deal in action.deals}
    look_at_everything(app.test_client(), table, numbers)


@settings(max_examples=times(30), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(game=games())
def test_every_page_of_a_game_that_was_brought_in_renders(app: Flask, game: plans.Game) -> None:
    other = Store(":memory:", clock=Clock())
    file = written(history(other, game.play(other)))
    other.close()
    store: Store = app.extensions["store"]
    table = bring_in(store, read_game(file))
    numbers = {deal.number for action in history(store, table).actions for deal in action.deals}
    look_at_everything(app.test_client(), table, numbers)


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_that_fails_halfway_is_not_there_at_all(edition: str) -> None:
    """The rows go in together: a row the database does not take leaves none of the others."""
    here, there = Store(":memory:"), Store(":memory:")
    table = here.create_table(
        edition=edition, options={}, players=["Ann", "Bob"], first_dealer="Ann", banker="Ann"
    )
    more = {"stopped_early": True} if edition == "express" else {}
    close(here, table, None if more else "Ann", {}, **more)
    game = history(here, table)
    (action,) = game.actions
    object.__setattr__(action, "deals", (*action.deals, "not a row"))
    with pytest.raises(AttributeError):
        bring_in(there, game)
    for name in ("tables", "actions", "deals"):
        assert there.rows(f"SELECT * FROM {name}") == []
    here.close()
    there.close()


def test_times_are_kept_as_they_were() -> None:
    here = Store(":memory:", clock=lambda: datetime(2026, 3, 1, 19, tzinfo=UTC))
    there = Store(":memory:")
    table = bring_in(there, history(here, played(here)))
    assert table.created_at == "2026-03-01T19:00:00Z"
    assert {deal.at for deal in there.deals(table)} == {"2026-03-01T19:00:00Z"}
    here.close()
    there.close()


def test_a_key_that_stands_twice_among_very_many_is_found_in_one_pass() -> None:
    """Looking each of them up in all the others would take hours."""
    many = [f"p{number}" for number in range(200_000)]
    file = "{" + ",".join(f'"{name}":1' for name in [*many, many[-1]]) + "}"
    with pytest.raises(Damaged, match="“p199999” is given twice"):
        read_game(file.encode())
