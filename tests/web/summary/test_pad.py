"""The score pad: the amounts on it are those that the referee pays."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.names import LONGEST_NAME
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.words import called
from companion.web.summary import pad as pad_view
from tests.settling import settle_cards
from tests.web.conftest import FRAGMENT, MakeTable

CHANGED: dict[str, dict[str, Any]] = {
    "classic-uk": {"values": {"orange": 250, "hotel": 600}},
    "winning-moves-2017": {"values": {"red": 300, "house": {"red": 150}, "token": 1200}},
    "express": {"values": {"brown": 3, "bonus": 4}},
}


def as_played(edition: str, *, changed: bool) -> Edition:
    return load(edition, CHANGED.get(edition, {}) if changed else {})


def pays(edition: Edition, cards: list[str]) -> int:
    """What a player who goes out with just these cards is paid, the majority left aside."""
    players = ["Ann", "Bob"]
    settled = settle_cards(
        edition,
        players=players,
        hands={"Ann": cards, "Bob": []},
        went_out=None if edition.money == "points" else "Ann",
        stopped_early=edition.money == "points",
    )
    assert settled.jackpot is None or settled.jackpot.paid_to is None
    return settled.payouts["Ann"]


def houses(edition: Edition, number: int) -> list[str]:
    """Cards for this number of houses."""
    known = edition.roles["houses"]
    if edition.arrangement == "sequence":
        return [*known][:number]
    one, two, three = known
    return [[], [one], [two], [three], [three, one]][number]


@pytest.mark.parametrize("changed", [False, True], ids=["as in the box", "changed"])
@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_pad_says_what_the_referee_pays(edition_id: str, changed: bool) -> None:
    edition = as_played(edition_id, changed=changed)
    pad = pad_view.pad(edition, ["Ann", "Bob"])
    groups = {group.name: list(group.cards) for group in edition.groups}
    for name, _, cells in pad["values"].rows:
        cards = groups[name]
        hands = [cards]
        if edition.money != "points":
            hands += [cards + houses(edition, number) for number in range(1, 5)]
            hands += [[*hands[-1], edition.roles["hotel"]]]
        assert [f"{pays(edition, hand):,}" for hand in hands] == list(cells), name
    others = dict(pad["others"])
    if edition.money == "points":
        for one, other in edition.pairs:
            name = f"{edition.label(one)} + {edition.label(other)}"
            both = pays(edition, [*edition.group(one).cards, *edition.group(other).cards])
            bonus = both - edition.values[one] - edition.values[other]
            assert others[name] == edition.amount(bonus)
        return
    trains = next(group for group in edition.groups if group.kind == "run")
    brown = [*edition.groups[0].cards]
    base = pays(edition, brown)
    for number in range(2, len(trains.cards) + 1):
        both = pays(edition, brown + list(trains.cards[:number]))
        assert others[f"{number} {trains.name}"] == edition.amount(both - base)
    utilities = next(group for group in edition.groups if group.kind == "whole")
    both = pays(edition, [*brown, *utilities.cards])
    assert others[utilities.name] == edition.amount(both - base)
    go, token = edition.roles["go"], edition.roles["token"]
    each = pays(edition, [*brown, go]) - base
    assert others[f"Each {edition.label(go)}"] == edition.amount(each)
    if edition.arrangement == "total":
        assert others["Each token"] == edition.amount(pays(edition, [*brown, "token"]) - base)
        four = pays(edition, [*brown, *["go"] * 4]) - base
        assert others["Four GO together"] == edition.amount(four)
        free = pays(edition, [*brown, "get-out-of-jail-free"]) - base
        assert others["Get Out of Jail Free"] == edition.amount(free)
    else:
        assert pays(edition, [*brown, token]) == 2 * base
        assert others[f"Each {called(edition, token)}"] == "one set again"


@pytest.mark.parametrize(
    ("edition", "names", "goal"),
    [
        ("classic-uk", (), "Play to £10,000, £7,000 with 5 or 6 players"),
        ("classic-uk", ("A", "B", "C"), "Play until somebody has £10,000"),
        ("classic-uk", tuple("ABCDE"), "Play until somebody has £7,000"),
        ("winning-moves-2017", (), "Play 4 rounds"),
        ("winning-moves-2017", ("A", "B"), "Play 4 rounds"),
        ("express", (), "Play to 50 points"),
        ("deluxe", ("A", "B"), "Play until somebody has $10,000"),
    ],
)
def test_what_ends_the_game(edition: str, names: tuple[str, ...], goal: str) -> None:
    assert pad_view.pad(load(edition), names)["goal"] == goal


@pytest.mark.parametrize("edition", edition_ids())
def test_without_names_there_is_a_column_for_everybody_who_could_play(edition: str) -> None:
    most = max(load(edition).seats)
    for given, names in (
        ([], [""] * most),
        (["Ann"], ["Ann", *[""] * (most - 1)]),
        (["Ann", "Bob"], ["Ann", "Bob"]),
    ):
        assert pad_view.pad(load(edition), given)["names"] == names


def test_the_pad_of_a_table(client: FlaskClient, make_table: MakeTable) -> None:
    table = make_table("classic-us", ["<b>Ann</b>", "Bob"], {"values": {"orange": 250}})
    response = client.get(f"/t/{table.code}/pad")
    assert response.status_code == 200
    assert "&lt;b&gt;Ann&lt;/b&gt;" in response.text
    assert ">1,250<" in response.text
    assert "Put names on it" not in response.text
    part = client.get(f"/t/{table.code}/pad", headers=FRAGMENT)
    assert part.text.startswith('<div id="pad">')


@pytest.mark.parametrize("edition", edition_ids())
def test_a_pad_without_a_table(client: FlaskClient, edition: str) -> None:
    response = client.get(f"/pad/{edition}?players=Ann&players=&players=Ben")
    assert response.status_code == 200
    assert '<bdi class="who">Ben</bdi>' in response.text
    fields = re.findall(r'name="players"[^>]* value="([^"]*)"', response.text)
    assert fields[:3] == ["Ann", "", "Ben"]
    assert len(fields) == max(load(edition).seats)


@pytest.mark.parametrize("edition", edition_ids())
def test_a_pad_has_room_for_the_jackpot_where_there_is_one(
    client: FlaskClient, edition: str
) -> None:
    has_one = load(edition).has_jackpot
    page = client.get(f"/pad/{edition}").text
    rows = page.count('<tr><th scope="row">', 0, page.index("</table>"))
    assert page.count('<td class="jackpot">') == has_one * rows
    assert ("Jackpot: what lies under the Bank after it." in page) == has_one


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann", "ann"], "make them different"),
        (["x" * (LONGEST_NAME + 1)], "at most"),
        (["\x07"], "cannot be shown"),
    ],
)
def test_a_name_that_cannot_be(client: FlaskClient, names: list[str], told: str) -> None:
    response = client.get("/pad/classic-uk", query_string={"players": names})
    assert response.status_code == 422
    assert told in response.text
    assert 'aria-invalid="true"' in response.text
    assert "<details open>" in response.text


@pytest.mark.parametrize(("deals", "rows", "told"), [(14, 14, ""), (20, 14, "14 of 20 rounds")])
def test_a_pad_says_how_many_of_the_deals_have_a_row(deals: int, rows: int, told: str) -> None:
    """It ended at 14 with a total, as if these were all."""
    edition = load("winning-moves-2017", {"target": None, "deals": deals})
    pad = pad_view.pad(edition, ["Ann", "Bob"])
    assert len(pad["numbers"]) == rows
    assert told in pad["notes"][0]
    assert ("another sheet" in " ".join(pad["notes"])) is bool(told)
