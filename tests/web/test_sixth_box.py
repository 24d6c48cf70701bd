"""A sixth box, known by its TOML file alone, is played through every page.

``boxes/hafenlichter.toml`` is invented: no card, group or amount of it is in a real box, its rules
are a mix of what the real ones have. It is in German, with letters and long words that no real box
has. No page may fail, or name a card that only another box has.
"""

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cli import main
from companion.export.game import written
from companion.export.read_game import read_game
from companion.game.taps import read_amount
from companion.rules import edition_file
from companion.rules.amounts import amounts_of
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.reader import parse
from companion.store import Store, Table
from companion.store.games import bring_in, history
from tests.settling import settle_cards
from tests.web.conftest import FRAGMENT, Post, plain_text

BOX = "hafenlichter"
PLAYERS = ("Ann", "Bob", "Cem")
CARDS = "Bergwerksschlucht, 1. Hütte, 2. Hütte, Laterne, Zahltag, Käpt’n"


@pytest.fixture(autouse=True)
def box(monkeypatch: pytest.MonkeyPatch) -> Iterator[Edition]:
    """The box lies in a folder of its own, and is gone after the test."""
    if BOX not in edition_ids():
        folders = [*edition_file.FOLDERS, Path(__file__).parent / "boxes"]
        monkeypatch.setattr(edition_file, "FOLDERS", folders)
        edition_ids.cache_clear()
    yield load(BOX)
    monkeypatch.undo()
    edition_ids.cache_clear()


def foreign() -> re.Pattern[str]:
    """The printed names of cards that are only in other boxes, and what sentences call them."""
    others = {name for one in edition_ids() if one != BOX for name in load(one).names.values()}
    names = sorted(others - set(load(BOX).names.values()), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))}|(?i:tokens?|hotels?))\b")


CHOICES = ("/tables/new", "/referee", "/rules/")
"""The pages that say of each box what only that box has."""


class Visitor:
    """Gets and posts, and looks at every page that comes back."""

    def __init__(self, client: FlaskClient, post: Post) -> None:
        self.client, self._post, self.seen = client, post, 0
        self._foreign = foreign()

    def get(self, address: str, **headers: str) -> str:
        return self._look(address, self.client.get(address, headers=headers))

    def post(self, address: str, data: dict[str, Any], status: int = 303) -> str:
        answer = self._post(address, data)
        assert answer.status_code == status, (address, data, answer.status_code)
        if status == 303:
            return self.get(answer.headers["Location"])
        return self._look(address, answer)

    def _look(self, address: str, answer: Any) -> str:
        if answer.status_code in (302, 303):
            return self.get(answer.headers["Location"])
        assert answer.status_code in (200, 204), (address, answer.status_code)
        text: str = answer.get_data(as_text=True)
        if answer.mimetype in ("text/html", "text/plain", "text/csv") and address not in CHOICES:
            read = plain_text(text) if answer.mimetype == "text/html" else text
            found = self._foreign.search(read)
            assert found is None, (address, read[max(0, found.start() - 200) : found.end() + 20])
        self.seen += 1
        return text


@pytest.fixture
def visitor(client: FlaskClient, post: Post) -> Visitor:
    return Visitor(client, post)


def hidden(page: str) -> dict[str, str]:
    """What the forms of a page carry along."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return {name: unescape(value) for name, value in found if name != "csrf_token"}


def field(page: str, name: str) -> str:
    found = re.search(f'name="{name}" value="([^"]*)"', page)
    assert found is not None, name
    return unescape(found[1])


def action(page: str) -> str:
    """Where the first form of a page is posted to."""
    found = re.search(r'<form[^>]* method="post" action="([^"]+)"', page)
    assert found is not None
    return unescape(found[1])


def enter(visitor: Visitor, table: Table, *taps: str) -> str:
    """Taps buttons of the open deal that are there, one after the other; the page afterwards."""
    address = f"/t/{table.code}/deal"
    page = visitor.get(address)
    for tap in taps:
        assert f'value="{tap}"' in page, (tap, re.findall('<button[^>]* value="([^"]+)"', page))
        data = {"tap": tap, "version": field(page, "version"), "at": field(page, "at")}
        page = visitor.post(address, data)
    return page


def close(visitor: Visitor, table: Table, *taps: str) -> None:
    """Enters a deal and closes it."""
    page = enter(visitor, table, *taps)
    data = {"version": field(page, "version"), "token": field(page, "token")}
    visitor.post(f"/t/{table.code}/deal/close", data)


CANYON = ("out:0", "take:schlucht", "up:1:huette-2", "n:laterne:1", "n:zahltag:1")
REWARD = ("open:??", "lay", "up:1:huette-3", "open:")
LAST = ("n:kapitaen:1", "open:")


def made(visitor: Visitor, store: Store) -> Table:
    """A table of this box, made with the form and its names, and a house rule."""
    assert "Hafenlichter" in visitor.get(CHOICES[0])
    visitor.get(f"/tables/new?edition={BOX}")
    names = {f"player-{row}": name for row, name in enumerate(PLAYERS)}
    data = {"edition": BOX, "dealer": "0", "banker": "0", **names}
    visitor.post("/tables/new", {**data, "do": "make", "value-kapitaen": "900"})
    (table,) = store.tables()
    assert (table.edition_id, table.players) == (BOX, PLAYERS)
    return table


def test_it_is_in_the_list_of_editions() -> None:
    assert edition_ids()[-1] == BOX


ASKED: dict[str, dict[str, Any]] = {
    "referee.text": {"edition": BOX, "cards": CARDS, "went_out": "yes"},
    "referee.qr": {"edition": BOX, "cards": CARDS, "went_out": "yes"},
    "people.player": {"name": "Ann"},
    "people.rename": {"name": "Ann"},
}
"""What an address has to say that is nothing without it."""


def addresses(app: Flask, table: Table) -> Iterator[str]:
    """Every page that can be asked for, about this box and this table."""
    values: dict[str, Any] = {"code": table.code, "number": 1, "seat": 1, "edition": BOX}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.endpoint != "static":
                needed = {one: values[one] for one in rule.arguments}
                yield app.url_for(rule.endpoint, **needed, **ASKED.get(rule.endpoint, {}))
    yield f"/tables/new?edition={BOX}"
    yield f"/games?edition={BOX}"
    yield f"/t/{table.code}/deals/1/correct?at=0"
    yield f"/t/{table.code}/deals/1/correct?do=strike"
    for sets in ("", "&sets=schlucht:", "&claim=900"):
        yield f"/t/{table.code}/deals/1/challenge/0?{sets}"
    for case in (
        f"went_out=yes&cards={CARDS}, Wasserwirtschaftsbetriebe, Närrin",
        f"went_out=yes&cards={CARDS}, Fährschiffe, Perlenbucht, 4. Hütte",
        f"went_out=yes&cards={CARDS}&wilds=&sets=schlucht: h1&claim=1000",
        "went_out=no&cards=Joker, Kapitän, Äußere Gipfel",
        "went_out=yes&cards=Windmühlengenossenschaft, fähre, joker&wilds=Salzgewinnungsanlage",
        f"went_out=yes&cards={CARDS}&reward=joker",
    ):
        yield f"/referee?edition={BOX}&{case}"
        yield f"/referee.txt?edition={BOX}&{case}"
    yield f"/referee?edition={BOX}&went_out=yes&cards={CARDS}&enter="


def test_a_game_is_played_through_every_page(
    app: Flask, visitor: Visitor, store: Store, client: FlaskClient, csrf: str
) -> None:
    """A new table, three deals by taps, a correction, a challenge, the end, saved and brought in
    again; and every page there is."""
    table = made(visitor, store)
    here = f"/t/{table.code}"
    close(visitor, table, *CANYON, *REWARD, "catch:1", "nothing:2")
    close(
        visitor,
        table,
        "out:1",
        "take:gipfel",
        "open:??",
        "lay",
        "open:",
        "nothing:0",
        "open:2",
        *LAST,
    )
    page = visitor.get(f"{here}/deals/1/correct?at=0")
    for tap in ("again:2", "open:2", "take:werke", "look"):
        page = visitor.post(action(page), {**hidden(page), "tap": tap})
    change = {**hidden(page), "do": "change", "reason": "Miscounted"}
    visitor.post(action(page), change)
    page = visitor.get(f"{here}/deals/1/challenge/0")
    outcome = {**hidden(page), "outcome": "upheld", "note": "Looked at the box"}
    visitor.post(f"{here}/deals/1/challenge/0", outcome)
    visitor.post(f"{here}/place", {"place": "Am Hafen"})
    close(visitor, table, "out:-", "nothing:0", "nothing:1", "open:2", "take:werke", "open:")
    assert [deal.number for deal in store.deals(table)] == [1, 2, 3]
    for address in addresses(app, table):
        visitor.get(address)
        if "text/html" in client.get(address).content_type:
            visitor.get(address, **FRAGMENT)
    saved = visitor.get(f"{here}/game.json").encode()
    assert json.loads(saved)["edition"] == BOX
    other = Store(":memory:")
    assert written(history(other, bring_in(other, read_game(saved)))) == saved
    visitor.post(f"{here}/rematch", {"token": "again"})
    assert visitor.seen > 100


def test_the_commands_know_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """editions, check and score."""
    assert main(["editions"]) == 0
    assert main(["editions", BOX]) == 0
    assert main(["check", "--edition", BOX, "--went-out", CARDS]) == 0
    assert main(["check", "--edition", BOX, "--went-out", "werke, faehren"]) == 1
    line = {"edition": BOX, "players": PLAYERS, "hands": {"Ann": ["narr"]}, "went_out": "Bob"}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(line).encode())))
    assert main(["score"]) == 0
    out = capsys.readouterr().out
    assert '"wiped_out":"narr"' in out
    assert foreign().search(out.split(BOX, 1)[1]) is None


def test_the_rules_of_its_file_decide(box: Edition) -> None:
    """A colour set is needed to go out, wild cards alone may be one, and three deals are a game."""

    def settled(text: str, **more: Any) -> Any:
        hands = {"Ann": parse(box, text)}
        return settle_cards(box, players=PLAYERS, hands=hands, went_out="Ann", **more)

    assert settled("schlucht, zahltag").payouts["Ann"] == 350
    works = settled("werke, faehren")
    assert [one.rule for one in works.findings] == ["needs-colour-group", "hand-size"]
    assert settled("werke, narr*2").legal
    houses = [f"huette-{number}" for number in (1, 2, 3)]
    assert parse(box, ",".join(houses)) == houses  # no numbers of a list
    assert read_amount(box, "€ 1,500") == 1500
    assert amounts_of(box, "Lagune: €150") == {"lagune": 150}
    assert box.ending(3) == (4000, 3)
