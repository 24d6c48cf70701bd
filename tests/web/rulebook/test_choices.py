"""A table reads only its own choices, amounts and number of players, on every page."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.edition import Edition, Sentence
from companion.rules.edition_file import edition_ids, load
from companion.rules.options import with_options
from companion.rules.texts import Told
from companion.store import Store, Table
from companion.web.parts.options import house_rules
from tests.web.conftest import MakeTable, plain_text
from tests.web.play import close

OTHERWISE: dict[str, tuple[Any, ...]] = {
    "nobody_out": ("void", "score"),
    "wild_only_sets": (False, True),
    "wiped_out_count": (False, True),
    "jackpot_grows_when_none_held": (False, True),
    "tie": ("shared", "play-on"),
    "jackpot_start": (500, 1500),
    "jackpot_step": (500, 1000),
    "target": (None, 3000),
    "deals": (None, 2),
}
"""Both values of every option."""


def hands(edition: Edition) -> tuple[str, str]:
    """Hands of a deal in which decisions matter: a set and cards with a part of their own; and what
    catches the other player, who has as many of the card for the majority."""
    first, *_, last = edition.groups
    if not edition.way.has_goer:
        return f"{first.id}, {edition.groups[1].id}", last.id
    roles = edition.roles
    colour = [group.id for group in edition.groups if group.kind == "colour"][-1]
    goer = (colour, roles["most_of"], roles["go"], edition.wild)
    return ", ".join(goer), ", ".join((first.id, roles["most_of"], edition.caught_with))


def sentences(edition: Edition) -> Iterator[Sentence]:
    """Every sentence of an edition's file that is for some tables only."""
    for rule in edition.rules.values():
        yield from rule.text
    for decision in edition.decisions.values():
        yield from decision.here
    yield from edition.notes
    yield from edition.unverified


def addresses(app: Flask, table: Table) -> Iterator[str]:
    """Every page of a table, of its first deal, and of a case that is opened from it."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.rule.startswith("/t/<code>"):
            needed = rule.arguments - {"code"}
            if needed <= {"number"}:
                yield rule.rule.replace("<code>", table.code).replace("<int:number>", "1")
    yield f"/t/{table.code}/deals/1/challenge/0"


def pages(client: FlaskClient, app: Flask, table: Table) -> dict[str, str]:
    """The text of every page by its address; rules and rulings that they lead to are among them."""
    found: dict[str, str] = {}
    todo = list(addresses(app, table))
    while todo:
        address = todo.pop()
        answer = client.get(address, follow_redirects=True)
        if answer.status_code != 200 or not (answer.mimetype or "").startswith("text"):
            continue
        found[address] = plain_text(answer.text)
        for link in re.findall(r'href="(/(?:rules|referee)[^"#]*)', answer.text):
            link = unescape(link)
            # The case with the option the other way is another table's.
            case = link.startswith(f"/rules/{table.edition_id}?") or "/may-i" in link
            if case and link not in found:
                todo.append(link)
    return found


def played(
    store: Store, make_table: MakeTable, edition_id: str, players: int, options: Mapping[str, Any]
) -> Table:
    names = ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"][:players]
    table = make_table(edition_id, names, options=options)
    edition = load(edition_id)
    held = dict(zip(names, hands(edition), strict=False))
    goer = names[0] if edition.way.has_goer else None
    close(store, table, goer, held, stopped_early=goer is None)
    return table


def choices(edition_id: str) -> Iterator[Any]:
    """All options as in the box and all otherwise; in `make prove` also each by itself."""
    known = {name: OTHERWISE[name] for name in load(edition_id).options}
    for turn, label in enumerate(("one way", "the other way")):
        options = {name: values[turn] for name, values in known.items()}
        yield pytest.param(edition_id, options, id=f"{edition_id}-{label}")
    for name, values in known.items():
        for value in values:
            label = f"{edition_id}-{name}-{value}"
            yield pytest.param(edition_id, {name: value}, id=label, marks=pytest.mark.long)


ROWS = [row for edition_id in edition_ids() for row in choices(edition_id)]


@pytest.mark.parametrize(("edition_id", "options"), ROWS)
def test_no_page_of_a_table_tells_the_other_choice(
    client: FlaskClient,
    app: Flask,
    store: Store,
    make_table: MakeTable,
    edition_id: str,
    options: dict[str, Any],
) -> None:
    edition = load(edition_id, options)
    players = max(edition.seats)
    table = played(store, make_table, edition_id, players, options)
    other = with_options(
        load(edition_id),
        {
            name: next(one for one in OTHERWISE[name] if one != value)
            for name, value in options.items()
        },
    )
    mine, theirs = Told(edition, players), Told(other, players)
    wrong = {*theirs.decisions.values()} - {*mine.decisions.values()}
    wrong |= {rule.text for rule in theirs.rules.values()} - {
        rule.text for rule in mine.rules.values()
    }
    wrong |= {line for lines in theirs.notes.values() for line in lines} - {
        line for lines in mine.notes.values() for line in lines
    }
    wrong |= {*house_rules(other)} - {*house_rules(edition)}
    own = " ".join(mine.decisions.values())
    wrong = {sentence for sentence in wrong if sentence not in own}
    shown = pages(client, app, table)
    assert any("/setup" in address for address in shown)
    assert any("/rules" in address for address in shown)
    for address, text in shown.items():
        for sentence in wrong:
            assert sentence not in text, address


@pytest.mark.parametrize(
    ("edition_id", "players"),
    [(one, number) for one in edition_ids() for number in load(one).seats],
)
def test_no_page_of_a_table_tells_what_holds_for_other_numbers(
    client: FlaskClient,
    app: Flask,
    store: Store,
    make_table: MakeTable,
    edition_id: str,
    players: int,
) -> None:
    edition = load(edition_id)
    table = played(store, make_table, edition_id, players, {})
    others = [
        sentence.text.split("{")[0]
        for sentence in sentences(edition)
        if sentence.players and players not in sentence.players
    ]
    mine = Told(edition, players)
    own = " ".join(line for lines in mine.notes.values() for line in lines)
    others = [text for text in others if text not in own]
    setup = client.get(f"/t/{table.code}/setup")
    for line in (
        *mine.decisions.values(),
        *(line for lines in mine.notes.values() for line in lines),
    ):
        assert line in plain_text(setup.text)
    for address, text in pages(client, app, table).items():
        for sentence in others:
            assert sentence not in text, address
        for number in {2, 3, 4, 5, 6} - {players}:
            assert f"With {number} players" not in text, address
        assert "with five" not in text, address
        assert players > 4 or "five or six" not in text, address


A_DEAL = re.compile(
    r"\b(?:a|the|this|that|every|each|no|next|last|one|more|of|per) deals?\b|(?<!to )\bdeal \d",
    re.I,
)


@pytest.mark.parametrize(
    ("edition_id", "word"), [("winning-moves-2017", "round"), ("express", "round")]
)
def test_every_page_calls_a_deal_what_the_box_calls_it(
    client: FlaskClient,
    app: Flask,
    store: Store,
    make_table: MakeTable,
    edition_id: str,
    word: str,
) -> None:
    fresh = make_table(edition_id, ["Ann", "Bob"], options={"deals": 1})
    table = played(store, make_table, edition_id, 2, {"deals": 1})
    assert f"{word.capitalize()} 1" in pages(client, app, table)[f"/t/{table.code}/deals/1"]
    for one in (table, fresh):
        for address, text in pages(client, app, one).items():
            assert not A_DEAL.findall(text), address


NOTHING = re.compile(
    r"(?:grows? by|jackpot of|begins with|puts|get|here it is) \$?0\b|it grows|and grows by \$",
    re.I,
)


@pytest.mark.parametrize(
    ("edition_id", "options"),
    [
        ("winning-moves-2017", {"jackpot_start": 0, "jackpot_step": 0}),
        ("winning-moves-2017", {"jackpot_start": 0, "jackpot_step": 0, "wiped_out_count": False}),
        ("express", {"values": {"bonus": 0, "brown": 0}}),
    ],
)
def test_no_page_says_that_nothing_is_paid_or_grows_as_an_amount(
    client: FlaskClient,
    app: Flask,
    store: Store,
    make_table: MakeTable,
    edition_id: str,
    options: dict[str, Any],
) -> None:
    table = played(store, make_table, edition_id, 2, options)
    for address, text in pages(client, app, table).items():
        assert not NOTHING.findall(text), address


AMOUNTS = {
    "classic-uk": {"go": 250, "mr-monopoly": 1500, "hotel": 700},
    "winning-moves-2017": {"token": 1500, "go-four": 2000, "hotel": 700},
    "express": {"bonus": 9},
}


@pytest.mark.parametrize("edition_id", AMOUNTS)
def test_rules_have_the_amounts_of_the_table(
    client: FlaskClient, app: Flask, store: Store, make_table: MakeTable, edition_id: str
) -> None:
    options = {"values": AMOUNTS[edition_id]}
    edition = load(edition_id, options)
    table = played(store, make_table, edition_id, 3, options)
    shown = pages(client, app, table)
    rules = shown[f"/t/{table.code}/rules"]
    for key, amount in AMOUNTS[edition_id].items():
        assert edition.amount(amount) in rules, key
    box = Told(load(edition_id), 3).rules
    own = Told(edition, 3).rules
    changed = [rule for rule in box if box[rule].text != own[rule].text]
    assert changed
    for address, text in shown.items():
        for rule in changed:
            assert box[rule].text not in text, address


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_option_with_two_values_is_walked(edition_id: str) -> None:
    assert set(load(edition_id).options) <= set(OTHERWISE)
