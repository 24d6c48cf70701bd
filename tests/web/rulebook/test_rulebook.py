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
from tests.settling import settle_cards

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
WIPES_OUT = {"sequence": {"chance"}, "total": {"go-to-jail"}, "piles": set()}


def test_every_rule_of_the_contract_is_reported_somewhere() -> None:
    assert len(set().union(*REPORTED.values())) == 14


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_rule_that_may_be_reported_has_its_text_and_citation(edition_id: str) -> None:
    edition = load(edition_id)
    for rule in REPORTED[edition.arrangement] | WIPES_OUT[edition.arrangement]:
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


def test_no_rule_is_named_in_two_sections() -> None:
    editions = [load(one) for one in edition_ids()]
    everywhere = set()
    for edition in editions:
        named = [rule for rules in page.section_rules(edition).values() for rule in rules if rule]
        assert len(named) == len(set(named))
        everywhere |= set(named)
    assert everywhere <= {rule for edition in editions for rule in edition.rules}


def test_a_rule_that_has_no_section_is_shown_all_the_same() -> None:
    edition = load("classic-uk")
    rules = Told(edition).rules
    *_, last = page.sections(edition, {**rules, "odd": rules["go"]}).values()
    assert list(last) == ["odd"]


# Classic UK, Scoring; Deluxe, Scoring chart: set, houses, hotel
@pytest.mark.parametrize("edition_id", ["classic-us", "classic-uk", "deluxe", "winning-moves-2017"])
@pytest.mark.parametrize(
    ("row", "amounts"),
    [
        pytest.param(0, "50 100 150 200 250 750", id="brown"),
        pytest.param(5, "300 600 900 1,200 1,500 2,000", id="yellow"),
        pytest.param(7, "400 800 1,200 1,600 2,000 2,500", id="dark-blue"),
    ],
)
def test_the_worth_of_a_set(edition_id: str, row: int, amounts: str) -> None:
    assert page.set_tables(load(edition_id))[0].rows[row][2] == tuple(amounts.split())


@pytest.mark.parametrize("edition_id", ["classic-uk", "winning-moves-2017"])
def test_railroads_and_utilities(edition_id: str) -> None:
    _, railroads, utilities = page.set_tables(load(edition_id))
    assert railroads.rows[0][2] == ("250", "500", "1,000")
    assert utilities.rows[0][2] == ("500",)


def test_points_of_express() -> None:
    points, pairs = page.set_tables(load("express"))
    assert [amounts[0] for _, _, amounts in points.rows] == list("1234567855")
    assert [amounts[0] for _, _, amounts in pairs.rows] == ["8", "12", "16", "20", "15"]


def test_amounts_are_those_that_a_deal_pays() -> None:
    edition = load("classic-uk")
    cards = parse(edition, "yellow h1 h2 h3 h4 hotel")
    paid = settle_cards(edition, players=("A", "B"), hands={"A": cards}, went_out="A").payouts
    assert page.set_tables(edition)[0].rows[5][2][-1] == f"{paid['A']:,}"


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
        pytest.param(
            "express", 4, "4 cards each; draw pile of 26; play to 50 points", id="none-open"
        ),
    ],
)
def test_dealing_says_what_each_gets_and_what_lies_open(
    edition_id: str, players: int, dealt: str
) -> None:
    edition = load(edition_id)
    assert page.dealt(edition, edition.seats[players]) == dealt


def test_a_group_says_which_of_its_cards_others_have_too() -> None:
    edition = load("express")
    assert page.cards_of(edition, edition.group("brown")) == (
        "Mediterranean Avenue · Baltic Avenue · Income Tax · Community Chest (one of 3)"
    )


def test_an_option_says_what_it_takes() -> None:
    takes = {name: words for name, *_, words in page.options(load("winning-moves-2017"))}
    assert takes["target"] == "an amount"
    assert takes["deals"] == "a number of rounds"
    assert takes["wild_only_sets"] == "yes or no"


def test_a_wrong_address_shows_the_box_and_what_is_wrong(client: FlaskClient) -> None:
    answer = client.get("/rules/classic-uk?target=much")
    assert answer.status_code == 422
    assert "play to £10,000" in answer.text
    assert "target" in answer.text


def test_the_list_of_editions(client: FlaskClient) -> None:
    text = client.get("/rules/").text
    for edition in edition_ids():
        assert f'href="/rules/{edition}"' in text


@pytest.mark.parametrize("address", ["/rules/nonsense", "/rules/CLASSIC-UK"])
def test_another_edition_is_an_unknown_page(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("edition_id", edition_ids())
def test_what_is_said_of_short_names_is_true(client: FlaskClient, edition_id: str) -> None:
    edition = load(edition_id)
    for address in (f"/rules/{edition_id}", f"/referee?edition={edition_id}&enter=text"):
        (example,) = re.findall(r"“(2 \w+)” means two", client.get(address).text)
        assert len(parse(edition, example)) == 2
    assert not read_cards(edition, "water").cards  # an everyday word, though only one name has it
    assert len(parse(edition, "liver" if edition_id == "classic-uk" else "boardw")) == 1
