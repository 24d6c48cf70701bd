"""The quick reference: every rule with its place in the leaflet, amounts as the engine pays."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.edition_file import edition_ids, load
from companion.rules.reading.reader import parse, read_cards
from companion.rules.texts import Told
from companion.rules.texts import rule as rule_told
from companion.web.rulebook import page
from tests.boxes import BOXES

SEQUENCE = {
    "no-set",
    "incomplete-group",
    "house-without-set",
    "hotel-without-set",
    "house-out-of-sequence",
    "too-many-houses",
    "hotel-without-four-houses",
    "too-many-hotels",
    "hand-size",
    "reward-size",
}
REPORTED = {
    "sequence": SEQUENCE,
    "total": SEQUENCE - {"house-out-of-sequence", "reward-size"} | {"needs-colour-group", "jail"},
    "piles": {"round-incomplete", "not-a-monopoly"},
}
"""The rule ids of CONTRACT.md that an edition may report, by its way of arranging."""


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_rule_that_may_be_reported_has_its_text_and_citation(edition_id: str) -> None:
    edition = load(edition_id)
    wipes_out = {edition.caught_with} if edition.way.has_goer else set()
    for rule in REPORTED[edition.arrangement] | wipes_out:
        text, cite = rule_told(edition, rule)
        assert text, rule
        assert cite.startswith(edition.name), rule


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_rule_has_one_place_on_the_page(client: FlaskClient, edition_id: str) -> None:
    text = client.get(f"/rules/{edition_id}").text
    shown = re.findall(r'id="rule-([\w-]+)"', text)
    edition = load(edition_id)
    assert sorted(shown) == sorted(edition.rules)
    plain = unescape(text)
    for rule in Told(edition).rules.values():
        assert rule.text in plain
        assert rule.cite in plain


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_page_has_everything_in_the_editions_file(client: FlaskClient, edition_id: str) -> None:
    edition = load(edition_id)
    text = unescape(client.get(f"/rules/{edition_id}").text)
    for name in edition.names.values():
        assert name in text
    said = Told(edition)
    notes = (line for lines in said.notes.values() for line in lines)
    for line in (*notes, *said.notes, *said.decisions.values(), *said.unverified):
        assert line in text
    for option in (*edition.option_defaults, "values"):
        assert f'id="option-{option}"' in text
    assert "<details" not in text  # what is folded away is not found on the page


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_page_has_the_short_names(client: FlaskClient, edition_id: str) -> None:
    edition = load(edition_id)
    facts = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", client.get(f"/rules/{edition_id}").text)
    shown = {unescape(name): unescape(others).split(", ") for name, others in facts}
    for alias, named in edition.aliases.items():
        assert alias in shown[edition.label(named)]


def test_a_rule_that_has_no_section_is_shown_all_the_same() -> None:
    edition = load("classic-uk")
    rules = Told(edition).rules
    *_, last = page.sections(edition, {**rules, "odd": rules["go"]}).values()
    assert list(last) == ["odd"]


# Classic UK, Scoring; Deluxe, Scoring chart: set, houses, hotel


@pytest.mark.parametrize("edition_id", ["classic-uk", "winning-moves-2017"])
def test_railroads_and_utilities(edition_id: str) -> None:
    _, railroads, utilities = page.set_tables(load(edition_id))
    assert railroads.rows[0][2] == ("250", "500", "1,000")
    assert utilities.rows[0][2] == ("500",)


def test_points_of_express() -> None:
    points, pairs = page.set_tables(load("express"))
    assert [amounts[0] for _, _, amounts in points.rows] == list("1234567855")
    assert [amounts[0] for _, _, amounts in pairs.rows] == ["8", "12", "16", "20", "15"]


# Classic UK, The deal; Winning Moves 2017, Set-up; Express, Set-up
@pytest.mark.parametrize(
    ("edition_id", "players", "dealt"),
    [
        pytest.param(
            "winning-moves-2017",
            2,
            "10 cards each and 2 face up; 2 face up at each of the empty seats 3 and 4; "
            "draw pile of 32",
            id="two-empty-seats",
        ),
        pytest.param(
            "classic-uk",
            3,
            "10 cards each and 1 face up; 1 face up at the empty seat 4; draw pile of 26; "
            "reward of up to 5 cards; play to £10,000",
            id="one-empty-seat",
        ),
        pytest.param(
            "classic-uk",
            6,
            "9 cards each and 1 face up; no draw pile; reward of up to 6 cards; play to £7,000",
            id="all-are-dealt",
        ),
    ],
)
def test_dealing_says_what_each_gets_and_what_lies_open(
    client: FlaskClient, edition_id: str, players: int, dealt: str
) -> None:
    text = client.get(f"/rules/{edition_id}").text
    assert f"<dt>{players} players</dt><dd>{dealt}</dd>" in text


def test_a_group_says_which_of_its_cards_others_have_too(client: FlaskClient) -> None:
    cards = "Mediterranean Avenue · Baltic Avenue · Income Tax · Community Chest (one of 3)"
    assert f"<dd>{cards}</dd>" in client.get("/rules/express").text


def test_a_wrong_address_shows_the_box_and_what_is_wrong(client: FlaskClient) -> None:
    answer = client.get("/rules/classic-uk?target=much")
    assert answer.status_code == 422
    assert "play to £10,000" in answer.text
    assert "target" in answer.text


def test_the_list_of_editions(client: FlaskClient) -> None:
    text = client.get("/rules/").text
    for edition in edition_ids():
        assert f'href="/rules/{edition}"' in text


@pytest.mark.parametrize("edition_id", edition_ids())
def test_what_is_said_of_short_names_is_true(client: FlaskClient, edition_id: str) -> None:
    edition = load(edition_id)
    for address in (f"/rules/{edition_id}", f"/referee?edition={edition_id}&enter=text"):
        (example,) = re.findall(r"“(2 \w+)” means two", client.get(address).text)
        assert len(parse(edition, example)) == 2
    assert not read_cards(edition, "water").cards  # an everyday word, though only one name has it
    card = edition.groups[0].cards[1]
    assert parse(edition, edition.label(card)[:6]) == [card]


@pytest.mark.parametrize("edition_id", BOXES)
def test_every_decision_has_its_other_reading_and_what_that_pays(edition_id: str) -> None:
    edition = load(edition_id)
    decided = page.decisions(Told(edition))
    assert list(decided) == list(edition.decisions)
    for name, (text, otherwise, example) in decided.items():
        assert text.startswith(edition.decisions[name].says), name
        assert bool(otherwise) != bool(example), name
        if example:
            assert edition.amount(0)[:-1] in example, name


def test_an_example_is_worked_out_with_the_amounts_of_the_table() -> None:
    edition = load("classic-uk", {"values": {"mr-monopoly": 2000}})
    _, _, example = page.decisions(Told(edition))["wiped_out_count"]
    assert example.endswith("The other way, Ann gets £2,250 instead of £250.")


def test_a_decision_that_makes_no_difference_at_this_table_has_no_example() -> None:
    edition = load("winning-moves-2017", {"jackpot_step": 0})
    assert page.decisions(Told(edition))["jackpot_grows_when_none_held"][2] == ""
