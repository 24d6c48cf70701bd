"""The referee's page: every rule has a case, the page says what the command says, no address breaks
it, and nothing is stored."""

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from companion.cli import main
from companion.game import taps
from companion.rules import edition_file
from companion.rules.contract import read
from companion.rules.deal import Deal
from companion.rules.edition import Edition
from companion.rules.edition_file import edition_ids, load
from companion.rules.findings.find import of_this_hand
from companion.rules.findings.finding import WARNINGS
from companion.rules.payout import settle
from companion.rules.refusal import Refusal
from companion.rules.settlement import count_first
from companion.rules.texts import rule as rule_told
from companion.rules.words import capital
from companion.store import Store
from companion.web.referee import case as cases
from tests.deals import deals
from tests.often import OFTEN, times
from tests.stored import checkpoint
from tests.web.conftest import FRAGMENT, MakeTable, Post, plain_text
from tests.web.play import close

RULES = Path(edition_file.__file__).parent

PROBLEMS: dict[str, tuple[str, ...]] = {
    "no-set": ("edition=classic-uk&went_out=1&cards=go*2,token",),
    "incomplete-group": (
        "edition=classic-us&went_out=1&cards=brown,park-place",
        "edition=classic-uk&went_out=1&cards=brown,kings-cross",
        "edition=winning-moves-2017&went_out=1&cards=brown,boardwalk",
    ),
    "house-without-set": (
        "edition=classic-uk&went_out=1&cards=stations,h1",
        "edition=winning-moves-2017&went_out=1&cards=railroads,one-house",
    ),
    "hotel-without-set": (
        "edition=deluxe&went_out=1&cards=railroads,hotel",
        "edition=winning-moves-2017&went_out=1&cards=utilities,hotel",
    ),
    "house-out-of-sequence": ("edition=classic-uk&went_out=1&cards=dark-blue,h1,h3",),
    "too-many-houses": (
        "edition=classic-uk&went_out=1&cards=dark-blue,h1*2",
        "edition=winning-moves-2017&went_out=1&cards=brown,three-houses,two-houses",
    ),
    "hotel-without-four-houses": (
        "edition=classic-us&went_out=1&cards=dark-blue,h1,h2,hotel",
        "edition=winning-moves-2017&went_out=1&cards=brown,three-houses,hotel",
    ),
    "too-many-hotels": (
        "edition=classic-uk&went_out=1&cards=dark-blue,h1,h2,h3,h4,hotel*2",
        "edition=winning-moves-2017&went_out=1&cards=brown,three-houses,one-house,hotel*2",
    ),
    "needs-colour-group": ("edition=winning-moves-2017&went_out=1&cards=railroads,utilities",),
    "jail": ("edition=winning-moves-2017&went_out=1&cards=brown,go-to-jail",),
    "hand-size": (
        "edition=classic-uk&went_out=1&cards=dark-blue,h1",
        "edition=winning-moves-2017&went_out=1&cards=brown",
    ),
    "reward-size": ("edition=classic-uk&went_out=1&cards=dark-blue,h1&reward=red,go*3",),
    "round-incomplete": ("edition=express&cards=railroads&stopped_early=0",),
    "not-a-monopoly": ("edition=express&cards=short-line",),
}
"""By rule id, cases that the rule is about. The first word of each is its address."""

WRONG: dict[str, tuple[tuple[str, str], ...]] = {
    "unknown-edition": (("edition=classic-fr&cards=go", ""),),
    "unknown-option": (("edition=classic-uk&cards=go&values=red:1", "values"),),
    "player-count": (("edition=deluxe&cards=go&players=6", "players"),),
    "unknown-card": (
        ("edition=classic-uk&cards=boardwalk", "cards"),
        ("edition=classic-uk&cards=go&others=;;zebra", "others"),
    ),
    "too-many-copies": (("edition=classic-uk&cards=mayfair*2", "cards"),),
    "bad-declaration": (
        ("edition=classic-uk&cards=go&went_out=1&wilds=h1", "wilds"),
        ("edition=classic-uk&cards=chance&went_out=1&reward=go&reward_wilds=h1", "reward_wilds"),
    ),
    "bad-claim": (
        ("edition=classic-uk&cards=red&sets=purple:%20h1", "sets"),
        ("edition=classic-uk&cards=red&claim=much", "claim"),
    ),
}
"""By the id of a refusal, addresses that get it, and the field that the message stands beside (""
for one that no field of the form is about)."""

FULL = "dark-blue,h1,h2,token*2,go*3"
"""Nine cards that may go out; with one Mr. Monopoly it is a hand of ten."""

NO_ADDRESS = {"not-json", "malformed", "unknown-player"}
"""Refusals of the JSON command: an address is no JSON and names no players."""


def get(client: FlaskClient, query: str, **more: Any) -> TestResponse:
    return client.get(f"/referee?{query}", **more)


def get_text(client: FlaskClient, query: str) -> str:
    """The ruling as text, for a chat."""
    return client.get(f"/referee.txt?{query}").text


def text_of(response: TestResponse) -> str:
    return plain_text(response.text)


def verdict_of(page: str) -> str:
    found = re.search(r'<h1 class="verdict">(.*?)</h1>\s*<p class="pays">(.*?)</p>', page, re.S)
    assert found is not None, plain_text(page)
    return unescape(f"{found[1]}. {found[2]}")


def rules_of(page: str) -> list[str]:
    return re.findall(r'data-rule="([^"]+)"', page)


# --- every rule has a case -----------------------------------------------------------------------


def test_every_rule_that_is_reported_has_a_case() -> None:
    files = sorted((RULES / "findings").glob("*.py"))
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    editions = [load(one) for one in edition_ids()]
    known = {rule for edition in editions for rule in edition.rules}
    known -= {role for edition in editions for role in edition.roles}
    reported = {word for word in re.findall(r'"([a-z-]+)"', source) if word in known}
    assert reported - PROBLEMS.keys() == set()


def test_every_refusal_has_a_case() -> None:
    refused = {
        rule
        for file in RULES.rglob("*.py")
        for rule in re.findall(r'Refusal\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8"))
    }
    assert refused - NO_ADDRESS - WRONG.keys() == set()


@pytest.mark.parametrize(
    ("rule", "query"),
    [
        pytest.param(rule, query, id=f"{rule}, {query.partition('&')[0][8:]}")
        for rule, queries in PROBLEMS.items()
        for query in queries
    ],
)
def test_a_finding_with_its_rule_and_mend(client: FlaskClient, rule: str, query: str) -> None:
    page = get(client, query)
    assert page.status_code == 200
    assert rule in rules_of(page.text)
    case, oops = cases.read(parse_qs(query))
    assert case is not None, oops
    edition, deal, settlement = case.edition, case.deal, case.settled()
    told = text_of(page)
    first = "No" if not settlement.legal else "Count" if rule in WARNINGS else "Yes"
    assert verdict_of(page.text).startswith(first)
    assert settlement.legal == (rule in WARNINGS)
    for finding in settlement.findings:
        stands = rule_told(edition, finding.rule, len(deal.players))
        assert capital(of_this_hand(edition, deal, finding)) in told
        assert stands.text in told
        cited = f'href="/rules/{edition.id}[^"]*#rule-{finding.rule}">{re.escape(stands.cite)}</a>'
        assert re.search(cited, unescape(page.text))
        assert finding.fix.text
        assert f"To fix it: {capital(finding.fix.text)}" in told


@pytest.mark.parametrize(
    ("query", "beside"),
    [
        pytest.param(query, field, id=f"{rule}, {field or 'the address'} {number}")
        for rule, addresses in WRONG.items()
        for number, (query, field) in enumerate(addresses)
    ],
)
def test_a_wrong_address_says_so_beside_the_field(
    client: FlaskClient, query: str, beside: str
) -> None:
    page = get(client, query)
    assert page.status_code == 422
    messages = cases.read(parse_qs(query))[1]
    for message in messages.values():
        assert message in text_of(page)
    if beside:
        assert list(messages) == [beside]
        field = re.search(rf'<(?:input|textarea|select)[^>]* id="case-{beside}"[^>]*>', page.text)
        assert field is not None
        assert f'aria-describedby="oops-case-{beside}"' in field[0]
        assert f'id="oops-case-{beside}"' in page.text
        typed = parse_qs(query)[beside][0]
        assert beside == "nobody_out" or typed in unescape(page.text)


# --- the four faces ------------------------------------------------------------------------------


def test_without_an_edition_it_asks_for_the_box(client: FlaskClient) -> None:
    page = client.get("/referee")
    assert page.status_code == 200
    assert re.findall(r'name="edition" value="([^"]+)"', page.text) == list(edition_ids())
    assert "How many play?" in text_of(page)


@pytest.mark.parametrize(
    ("edition", "tap", "asks"),
    [
        ("classic-uk", "take:dark-blue", "Tap the cards of the hand."),
        ("express", "made:brown:0", "Tap who made each monopoly."),
    ],
)
def test_an_empty_case_opens_the_cards(
    client: FlaskClient, edition: str, tap: str, asks: str
) -> None:
    page = get(client, f"edition={edition}&went_out=1&players=3")
    assert f'value="{tap}"' in page.text
    assert asks in text_of(page)
    assert 'class="bottom-bar  on-paper"' in page.text  # nothing is done yet: no tick
    taps = page.text.split('<form id="taps"')[1].split("</form>")[0]
    assert "csrf_token" not in taps  # these fields become the address


def test_every_box_and_house_rule_can_be_typed(client: FlaskClient) -> None:
    for edition in edition_ids():
        page = get(client, f"edition={edition}&cards=&enter=text")
        for name in ("edition", "players", "cards", "claim", "sets", "others", "values"):
            assert f'id="case-{name}"' in page.text
    query = "edition=winning-moves-2017&jackpot=1500&target=5000&wild_only_sets=0"
    page = get(client, f"{query}&enter=text")
    assert re.search(r'id="case-jackpot"[^>]*value="1500"', page.text)
    assert re.search(r'<input type="hidden" name="target" value="5000">', page.text)
    assert re.search(r'id="case-wild_only_sets".*?selected value="0"', page.text, re.S)


def test_the_form_names_players_as_the_ruling_does(client: FlaskClient) -> None:
    query = "edition=deluxe&cards=railroads&others=go;red&out=2"
    form = get(client, f"{query}&enter=text").text
    chosen = re.search(r'id="case-out".*?<option selected value="2">([^<]*)<', form, re.S)
    assert chosen is not None
    assert f"{chosen[1]} went out" in text_of(get(client, query))


def test_other_amounts_are_typed_and_shown_in_the_words_of_the_box(client: FlaskClient) -> None:
    amounts = "Dark Blue: 1,000, Red 300"
    query = {"edition": "classic-uk", "cards": "red", "went_out": "1", "values": amounts}
    assert "It pays £300." in text_of(client.get("/referee", query_string=query))
    assert 'href="/referee?edition=classic-uk&amp;values=red:300,dark-blue:1000&amp;cards=' in (
        client.get("/referee", query_string=query).text
    )
    form = client.get("/referee", query_string={**query, "enter": "text"}).text
    assert re.search(r">\s*Red: £300\s*Dark Blue: £1,000</textarea>", form)


def test_a_wrong_house_rule_is_told_without_the_name_of_an_option(client: FlaskClient) -> None:
    page = get(client, "edition=winning-moves-2017&cards=red&jackpot_start=7&values=rad 300")
    assert page.status_code == 422
    assert "Write 0 or a multiple of 500 up to 1,000,000, not “7”." in text_of(page)
    assert "Did you mean “Red”?" in text_of(page)
    assert "The option" not in text_of(page)
    assert "jackpot_start" not in text_of(page)


def test_blank_fields_of_the_form_say_nothing(client: FlaskClient) -> None:
    query = (
        "edition=classic-uk&players=&cards=red&went_out=1&reward=&wilds=&claim=&sets=&others=&"
        "values=&out=1&nobody_out=&wild_only_sets=&wiped_out_count="
    )
    page = get(client, query)
    assert page.status_code == 200
    assert '<link rel="canonical" href="/referee?edition=classic-uk&amp;cards=' in page.text
    assert "this hand may go out. It pays £250." in text_of(page)


def test_a_page_that_is_not_canonical_names_the_address_that_is(client: FlaskClient) -> None:
    one = get(client, "cards=h1,dark-blue&went_out=1&edition=classic-uk")
    other = get(client, "edition=classic-uk&cards=mayfair,park-lane,house-1&players=4&went_out=yes")
    found = [re.search(r'rel="canonical" href="([^"]+)"', page.text) for page in (one, other)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0][1] == found[1][1]
    address = "/referee?edition=classic-uk&cards=park-lane,mayfair,house-1&went_out=1"
    assert unescape(found[0][1]) == address


@pytest.mark.parametrize(
    "cards", ["park-lane,red,h1,h3,chance,token", "red,h1,token*2,go,mm,chance*2"]
)
def test_to_start_from_the_best_arrangement(client: FlaskClient, cards: str) -> None:
    page = get(client, f"edition=classic-uk&went_out=1&cards={cards}")
    link = re.search(r'href="([^"]+)">Fill in the best layout', page.text)
    assert link is not None
    filled = client.get(unescape(link[1]))
    typed = re.search(r'<textarea[^>]* id="claim-sets"[^>]*>\s*(.*?)</textarea>', filled.text, re.S)
    assert typed is not None
    assert typed[1].startswith("red: ")
    assert "not allowed" not in text_of(filled)


def test_the_claim_keeps_the_case(client: FlaskClient) -> None:
    page = get(
        client, "edition=winning-moves-2017&went_out=1&cards=brown,go&jackpot=1500&players=3"
    )
    form = re.search(r'<form method="post" action="/referee">(.*?)</form>', page.text, re.S)
    assert form is not None
    kept = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[1]))
    assert kept.pop("csrf_token")
    assert kept == {
        "edition": "winning-moves-2017",
        "players": "3",
        "cards": kept["cards"],
        "went_out": "1",
        "jackpot": "1500",
    }


@pytest.mark.parametrize(
    ("claim", "sets", "field"),
    [
        pytest.param("3.000,50", "", "claim-amount", id="amount"),
        pytest.param("", "red: fleet", "claim-sets", id="sets"),
        pytest.param("", "x" * 9000, "claim-sets", id="too-long"),
    ],
)
def test_a_claim_that_cannot_be_read_keeps_the_ruling(
    post: Post, claim: str, sets: str, field: str
) -> None:
    case = {"edition": "classic-uk", "went_out": "1", "cards": "dark-blue, h1, token"}
    page = post("/referee", {**case, "claim": claim, "sets": sets, "claims": "1"})
    assert page.status_code == 422
    assert "It pays £1,600" in verdict_of(page.text)
    assert '<details class="card screen-only" open>' in page.text
    assert re.search(rf'aria-invalid="true"[^>]* autofocus[^>]* id="{field}"', page.text)
    assert (claim or sets)[:8000] in page.text


@pytest.mark.parametrize("players", ["5", "6"])
def test_too_many_for_a_box_is_said_where_it_was_chosen(client: FlaskClient, players: str) -> None:
    page = get(client, f"went_out=1&players={players}&edition=deluxe")
    assert page.status_code == 422
    assert "Deluxe is for 2 to 4" in text_of(page)
    assert "Which box do you play with?" in text_of(page)
    assert re.search(rf'name="players" value="{players}" checked', page.text)


def test_the_start_offers_as_many_players_as_any_box_is_for(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = load("deluxe")
    large = replace(box, seats={**box.seats, 8: replace(box.seats[4], players=8)})
    monkeypatch.setattr("companion.web.referee.routes.all_editions", lambda: [large])
    offered = re.findall(r'name="players" value="(\d)"', client.get("/referee").text)
    assert offered == ["2", "3", "4", "8"]


def test_another_box_in_the_form_leaves_out_what_is_always_chosen(post: Post) -> None:
    case = {"edition": "express", "cards": "brown", "claim": "", "stopped_early": "1"}
    classic = {"went_out": "1", "wilds": "", "reward": " ", "wild_only_sets": "", "out": "2"}
    page = post("/referee", {**case, **classic})
    assert page.status_code == 303
    assert page.headers["Location"].startswith("/referee?edition=express&cards=")
    assert not any(f"{name}=" in page.headers["Location"] for name in classic)


def typed_in(page: TestResponse) -> dict[str, str]:
    """What a browser sends with the form for everything as text."""
    (form,) = re.findall(r'<section id="typed".*?</form>', page.text, re.S)
    sent = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', form))
    areas = re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>(.*?)</textarea>', form, re.S)
    sent |= {name: text.strip() for name, text in areas}
    for name, inside in re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', form, re.S):
        sent[name] = re.findall(r'<option selected value="([^"]*)"', inside)[0]
    return {name: unescape(text) for name, text in sent.items()}


@pytest.mark.parametrize(
    ("first", "typed", "box", "told"),
    [
        ("classic-us", {"reward": "go"}, "express", "Express has no reward: leave it out."),
        ("classic-us", {"wilds": "mayfair"}, "express", "Express has no wild card: leave it out."),
        ("classic-uk", {"reward_wilds": "go"}, "express", "Express has no reward: leave it out."),
        ("deluxe", {"others_wilds": "go"}, "express", "Express has no wild card: leave it out."),
        ("deluxe", {"wild_only_sets": "1"}, "express", "Express has no such house rule: leave"),
        ("classic-uk", {"reward": "nonsense"}, "winning-moves-2017", "has no reward: leave it"),
        ("winning-moves-2017", {"jackpot": "500"}, "deluxe", "has no jackpot: leave it out."),
        (
            "winning-moves-2017",
            {"jackpot_step": "500"},
            "classic-uk",
            "has no such house rule: leave",
        ),
    ],
)
@pytest.mark.parametrize("more", [{}, {"players": "9"}], ids=["alone", "with a mistake"])
def test_what_only_another_box_has_is_refused_where_it_was_typed(
    client: FlaskClient,
    post: Post,
    first: str,
    typed: dict[str, str],
    box: str,
    told: str,
    more: dict[str, str],
) -> None:
    filled = {**typed_in(get(client, f"edition={first}&enter=text&went_out=0&out=2")), **typed}
    page = post("/referee", {**filled, "edition": box, **more})
    assert page.status_code == 422
    (name,) = typed
    assert f'id="oops-case-{name}">' in page.text
    assert told in text_of(page)
    assert f'id="hint-case-{name}"' not in page.text
    now = typed_in(page)
    changed = {name for name, text in filled.items() if text and now.get(name) != text}
    changed.discard("csrf_token")
    assert changed == {"edition", *more}
    ruled = post("/referee", {**now, name: "", "players": ""})
    assert ruled.headers["Location"].startswith(f"/referee?edition={box}")


@pytest.mark.parametrize(
    ("first", "ending", "box"),
    [
        ("express", "target=15", "classic-us"),
        ("classic-us", "target=8000", "express"),
        ("winning-moves-2017", "target=12000&deals=3", "express"),
    ],
)
def test_how_a_game_ends_does_not_hold_up_another_box(
    client: FlaskClient, post: Post, first: str, ending: str, box: str
) -> None:
    """The form has no field for it, so the page could not be left by correcting it."""
    form = typed_in(get(client, f"edition={first}&enter=text&{ending}"))
    assert dict(parse_qsl(ending)).items() <= form.items()
    assert post("/referee", {**form, "edition": box}).status_code == 303
    wrong = post("/referee", {**form, "edition": box, "players": "9"})
    assert len(re.findall('class="oops"', wrong.text)) == 1
    back = post("/referee", {**typed_in(wrong), "edition": first, "players": ""})
    assert ending.split("&")[0] in back.headers["Location"]


def test_a_seat_where_nobody_sits_can_be_corrected(client: FlaskClient, post: Post) -> None:
    """It counts when nobody went out, so it is not left out unasked."""
    nobody = "went_out=0&out=0&seat=4&players=4&cards=brown"
    form = typed_in(get(client, f"edition=winning-moves-2017&enter=text&{nobody}"))
    page = post("/referee", {**form, "players": "3"})
    assert page.status_code == 422
    assert re.findall(r'id="oops-case-(\w+)">([^<]*)', page.text) == [
        ("seat", "“4” is not a seat: they are 1 to 3.")
    ]
    ruled = post("/referee", {**typed_in(page), "seat": "3"})
    assert "seat=3" in ruled.headers["Location"]


def test_the_page_begins_at_the_first_mistake_of_all(client: FlaskClient, post: Post) -> None:
    """It began at the house rules, below what was typed for another box."""
    form = typed_in(get(client, "edition=classic-us&cards=boardwalk&enter=text"))
    page = post("/referee", {**form, "edition": "express", "reward": "go", "values": "red: 500"})
    wrong = re.findall(r'<[^>]* aria-invalid="true"[^>]* id="case-(\w+)"', page.text)
    assert wrong == ["reward", "values"]
    assert re.findall(r'<[^>]* autofocus[^>]* id="case-(\w+)"', page.text) == ["reward"]


def test_the_way_to_another_box_and_back_loses_nothing(client: FlaskClient, post: Post) -> None:
    address = "/referee?edition=classic-us&cards=boardwalk,chance&went_out=1&reward=go&wilds=go"
    address = address.replace("wilds=go", "wilds=park-place")
    there = post(
        "/referee", {**typed_in(client.get(f"{address}&enter=text")), "edition": "express"}
    )
    assert there.status_code == 422
    back = post("/referee", {**typed_in(there), "edition": "classic-us"})
    assert back.status_code == 303
    assert parse_qs(back.headers["Location"]) == parse_qs(address)


# --- it says what the commands say ---------------------------------------------------------------


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A client that many examples may share, for nothing is stored."""
    from companion import create_app

    app = create_app(tmp_path_factory.mktemp("referee"), TESTING=True)
    yield app.test_client()
    app.extensions["store"].close()


@settings(max_examples=times(200), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=deals(), data=st.data())
def test_the_page_says_what_score_says(asked: FlaskClient, line: Any, data: st.DataObject) -> None:
    try:
        edition, deal = read(line)
    except Refusal:
        return
    player = data.draw(st.sampled_from(deal.players))
    case = cases.of_deal(edition, deal, player)
    if not case.has_cards:
        return
    if deal.reward and not deal.hands[deal.went_out or ""]:
        return  # as an address this looks like a reward for a hand that did not go out
    settlement = settle(edition, deal)
    scored = settlement.as_json()
    page = asked.get(f"/referee?{cases.query(case)}", headers=FRAGMENT).text
    shown = verdict_of(page)
    assert edition.amount(scored["payouts"][player]) in shown
    if player == deal.went_out or edition.arrangement == "piles":
        yes = count_first(settlement) or "Yes"
        assert shown.startswith(yes if scored["legal"] else "No")
    problems = [
        one["rule"]
        for one in scored["problems"]
        if (edition.arrangement == "piles" or one["player"] in (player, None))
    ]
    shown_rules = rules_of(page)
    assert sorted(shown_rules) == sorted(problems)


@settings(max_examples=times(120), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=deals(), data=st.data())
def test_the_page_says_what_check_says(asked: FlaskClient, line: Any, data: st.DataObject) -> None:
    try:
        edition, deal = read(line)
    except Refusal:
        return
    says_what_check_says(asked, edition, deal, data.draw(st.sampled_from(deal.players)))


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_page_says_what_check_says_of_one_card(asked: FlaskClient, edition_id: str) -> None:
    card = load(edition_id).groups[0].cards[0]
    line = {"edition": edition_id, "players": ["A", "B"], "hands": {"A": [card]}, "went_out": "A"}
    says_what_check_says(asked, *read(line), "A")


def says_what_check_says(asked: FlaskClient, edition: Edition, deal: Deal, player: str) -> None:
    """The referee's page and the command say the same of this player's hand, taken by itself."""
    goer = player == deal.went_out
    fields = cases.fields_of(cases.of_deal(edition, deal, player))
    of_others = {"others", "others_wilds", "jackpot", "out", "stopped_early", "seat"}
    of_others |= set() if goer else {"reward", "reward_wilds"}
    alone = {name: [text] for name, text in fields.items() if name not in of_others}
    case, oops = cases.read(alone)
    assert case is not None, oops
    if not fields["cards"]:
        return
    words = ["--edition", case.box, "--players", fields["players"]]
    if goer:
        words.append("--went-out")
    for name in ("reward", "wilds", "reward_wilds"):
        if name in alone and fields[name]:
            words += [f"--{name.replace('_', '-')}", fields[name]]
    for name, value in case.options.items():
        words += ["--option", f"{name}={json.dumps(value)}"]
    out = StringIO()
    with redirect_stdout(out):
        status = main(["check", *words, fields["cards"]])
    checked = out.getvalue().replace("player 1", "this player")
    page = asked.get(f"/referee?{cases.query(case)}", headers=FRAGMENT).text
    shown, told = verdict_of(page), plain_text(page)
    settlement = case.settled()
    assert edition.amount(settlement.payouts["this player"]) in shown
    first = checked.splitlines()[0]
    ruled = goer or edition.arrangement == "piles"
    assert status == int(ruled and not settlement.legal)
    if status:
        assert "may NOT go out" in first or "in no whole group" in first
        assert shown.startswith("No")
    elif ruled:
        assert shown.startswith(count_first(settlement) or "Yes")
    for line_of_text in checked.splitlines()[1:]:
        text = line_of_text.strip().removesuffix(":")
        for said in ("Rule: ", "To fix it: ", "Look again: "):
            if text.startswith(said):
                text = text.removeprefix(said).partition(" [")[0]
        text = re.sub(r"^\d+\. ", "", text)
        if not text.startswith(("If you allow it", "Left over", "(As if")):
            assert capital(text) in told


# --- taps ----------------------------------------------------------------------------------------


def tapped(client: FlaskClient, query: str, tap: str, at: str = "0") -> TestResponse:
    own = urlencode({"enter": "1", "at": at, "tap": tap})
    return get(client, f"{query}&{own}")


def after(client: FlaskClient, query: str, *taps: str, at: str = "0") -> str:
    """The query after these taps, without the page's own parameters."""
    for tap in taps:
        answer = tapped(client, query, tap, at)
        assert answer.status_code == 303, text_of(answer)
        parts = urlsplit(answer.headers["Location"])
        given_now = parse_qs(parts.query, keep_blank_values=True)
        at = given_now.get("at", [at])[0]
        query = "&".join(
            piece for piece in parts.query.split("&") if not piece.startswith(("enter=", "at="))
        )
    return query


UK = "edition=classic-uk&went_out=1"


@pytest.mark.parametrize(
    ("taps", "wanted"),
    [
        pytest.param(("out:1",), "edition=classic-uk&cards=mayfair", id="another went out"),
        pytest.param(("out:-",), "edition=classic-uk&cards=mayfair&out=0", id="nobody did"),
        pytest.param(("out:1", "out:0"), f"{UK[:18]}&cards=mayfair&went_out=1", id="and back"),
    ],
)
def test_who_went_out_leaves_the_cards_where_they_are(
    client: FlaskClient, taps: tuple[str, ...], wanted: str
) -> None:
    assert after(client, f"{UK}&cards=mayfair", *taps) == wanted


def test_a_reward_in_taps(client: FlaskClient) -> None:
    taps = ("wilds:0:house-1", "lay", "n:token:1")  # 1st House and Token pay the same: it asks
    query = after(client, f"{UK}&cards=dark-blue,chance", *taps, at="0")
    assert parse_qs(query)["reward"] == ["token"]
    assert parse_qs(query)["wilds"] == ["house-1"]  # a Chance keeps its card
    assert "reward" not in parse_qs(after(client, query, "unlay", at="r"))


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        pytest.param(f"{UK}&cards=dark-blue", True, id="a hand that went out"),
        pytest.param(UK, False, id="no cards yet"),
        pytest.param("edition=classic-uk&cards=dark-blue", False, id="another went out"),
        pytest.param(f"{UK}&cards=dark-blue&reward=go", False, id="drawn already"),
        pytest.param(
            "edition=winning-moves-2017&went_out=1&cards=red", False, id="a box without rewards"
        ),
    ],
)
def test_a_reward_is_asked_for_where_one_is_drawn(
    client: FlaskClient, query: str, asked: bool
) -> None:
    assert ("+ Reward cards" in get(client, f"{query}&enter=1&at=0").text) is asked


@pytest.mark.parametrize(
    ("query", "at", "pressed"),
    [
        pytest.param(UK, taps.ASKS_WHO, "out0", id="this hand, to be changed"),
        pytest.param("edition=classic-uk", taps.Opened(0), "out1", id="another"),
        pytest.param("edition=classic-uk&out=0", taps.Opened(0), "out-", id="nobody"),
    ],
)
def test_who_goes_out_is_pressed(
    client: FlaskClient, query: str, at: taps.Opened, pressed: str
) -> None:
    page = get(client, f"{query}&cards=mayfair&{urlencode({'enter': '1', 'at': str(at)})}").text
    buttons = re.findall(r'id="(out.)" aria-pressed="(\w+)" name="tap" value="out:(.)"', page)
    assert [(name, value) for name, _, value in buttons] == [
        ("out0", "0"),
        ("out1", "1"),
        ("out-", "-"),
    ]
    assert [name for name, state, _ in buttons if state == "true"] == [pressed]


@pytest.mark.parametrize(
    ("tap", "moves"),
    [
        pytest.param("out:1", False, id="who goes out is still asked"),
        pytest.param("lay", True, id="the reward opens"),
        pytest.param("take:red", False, id="a card stays"),
    ],
)
def test_the_focus_leaves_a_button_that_is_gone(client: FlaskClient, tap: str, moves: bool) -> None:
    own = urlencode({"enter": "1", "at": "0", "tap": tap})
    page = get(client, f"{UK}&cards=dark-blue&{own}", headers=FRAGMENT).text
    assert (" autofocus" in page) is moves


def test_another_hand_in_taps(client: FlaskClient) -> None:
    query = after(client, f"{UK}&cards=mayfair", "open:2", "n:mr-monopoly:3", at="")
    assert parse_qs(query)["others"] == [";mr-monopoly*3"]
    taken = tapped(client, query, "take:mayfair", "2")
    assert taken.status_code == 422
    assert "is in another hand now" in text_of(taken)


def test_typed_cards(client: FlaskClient) -> None:
    good = tapped(client, UK, "line:red h1 h2")
    assert good.status_code == 303
    assert "house-1,house-2" in good.headers["Location"]
    bad = tapped(client, UK, "line:red zebra")
    assert bad.status_code == 422
    assert ">\nred zebra</textarea>" in bad.text
    assert "zebra" in text_of(bad)


def test_monopolies_in_taps(client: FlaskClient) -> None:
    group = load("express").groups[0]
    query = after(client, "edition=express", f"made:{group.id}:0", "early:0", at="")
    assert sorted(parse_qs(query)["cards"][0].split(",")) == sorted(group.cards)
    assert parse_qs(query)["stopped_early"] == ["0"]


def test_a_tap_with_htmx_swaps_the_page_and_its_address(client: FlaskClient) -> None:
    own = "enter=1&at=0&tap=take:dark-blue"
    answer = get(client, f"{UK}&{own}", headers=FRAGMENT)
    assert answer.status_code == 200
    assert answer.text.strip().startswith('<div id="referee"')
    assert answer.headers["HX-Replace-Url"] == (
        "/referee?edition=classic-uk&cards=park-lane,mayfair&went_out=1&enter=1&at=0"
    )


@pytest.mark.parametrize(
    ("query", "said"),
    [
        pytest.param(
            f"{UK}&cards=dark-blue&others=red&at=1", "Player 2 is paid", id="another-hand"
        ),
        pytest.param(f"{UK}&cards=dark-blue&at=r", "This player laid down 2 cards", id="reward"),
    ],
)
def test_the_bar_names_players_with_a_capital(client: FlaskClient, query: str, said: str) -> None:
    assert said in text_of(get(client, f"{query}&enter=1"))


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("edition=classic-uk&out=1&cards=red&at=0", id="another-goes-out"),
        pytest.param("edition=classic-uk&out=2&cards=red&at=0", id="the-one-after"),
        pytest.param(f"{UK}&cards=red&others=mr-monopoly&at=1", id="cards-of-another-hand"),
        pytest.param(f"{UK}&cards=red&others=;;mr-monopoly&at=3", id="cards-of-the-last-hand"),
    ],
)
def test_the_bar_offers_no_hand_without_cards(client: FlaskClient, query: str) -> None:
    """Hands that are not entered count as nothing here; that of whoever went out is asked for."""
    page = get(client, f"{query}&enter=1")
    bar = page.text[page.text.index('id="bar"') :]
    assert "nothing:" not in bar
    assert "has nothing" not in bar


@pytest.mark.parametrize(
    ("query", "kind", "verdict"),
    [
        pytest.param(
            f"{UK}&cards=red,h2", "bad",
            "No, this hand may not go out. If you allow it anyway, it pays £250.", id="illegal",
        ),
        pytest.param(
            f"{UK}&cards={FULL},mr-monopoly", "good", "Yes, this hand may go out.", id="good"
        ),
        pytest.param(
            f"{UK}&cards={FULL},mr-monopoly&reward=red,h3,h4,token", "warn",
            "Yes, this hand may go out.", id="too-large-a-reward",
        ),
        pytest.param(
            f"{UK}&cards={FULL},mr-monopoly*2", "warn",
            "Count the cards: this hand has 11, the rule is 10. Apart from that, this hand may go",
            id="count-first-one-too-many",
        ),
        pytest.param(
            f"{UK}&cards={FULL}", "warn",
            "Count the cards: this hand has 9, the rule is 10. Apart from that, this hand may go",
            id="count-first-one-missing",
        ),
        pytest.param(
            "edition=express&cards=brown&others=go", "bad", "No, not all of this can be scored.",
            id="a-pile-that-is-none",
        ),
    ],
)  # fmt: skip
def test_the_verdict_on_the_page_in_the_text_and_in_the_bar(
    client: FlaskClient, query: str, kind: str, verdict: str
) -> None:
    page = get(client, query)
    assert f'id="verdict" class="ruling note {kind}"' in page.text
    assert verdict_of(page.text).startswith(verdict)
    assert "laid down" not in text_of(page)
    text = get_text(client, query)
    assert f": {verdict}" in text
    shown = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', page.text, re.S)
    assert shown is not None
    assert unescape(shown[1]).strip() == text.strip()
    bar = get(client, f"{query}&enter=1&at=").text
    bar = bar[bar.index('id="bar"') :]
    if not query.startswith("edition=express"):
        assert bar.startswith(f'id="bar" class="bottom-bar {kind} on-paper"')
        assert verdict.split(".")[0] in plain_text(bar)
        assert re.search(r'id="look" form="taps" name="tap" value="look"', bar)


# --- to be sent on -------------------------------------------------------------------------------


def test_the_ruling_as_text(client: FlaskClient) -> None:
    query = "edition=classic-uk&cards=red,house-2&went_out=1&claim=300"
    page = client.get(f"/referee.txt?{query}", headers={"Host": "192.168.0.7:8000"})
    assert page.mimetype == "text/plain"
    lines = page.text.splitlines()
    assert lines[0].startswith("Classic UK: No, this hand may not go out.")
    assert "http://192.168.0.7:8000/referee?edition=classic-uk&cards=" in lines[-1]
    assert any("300" in line and "250" in line for line in lines)
    assert client.get("/referee.txt").status_code == 422
    assert client.get("/referee.txt?edition=classic-uk&cards=x").status_code == 422


def test_the_qr_code_has_no_style_of_its_own(client: FlaskClient) -> None:
    page = client.get("/referee/qr.svg?edition=classic-uk&cards=red&went_out=1")
    assert page.mimetype == "image/svg+xml"
    assert "<script" not in page.text
    assert "style" not in page.text
    assert 'fill="#fff"' in page.text
    assert client.get("/referee/qr.svg?edition=zz").status_code == 422


# --- no address breaks it ------------------------------------------------------------------------

JUNK = (
    "",
    "0",
    "1",
    "-1",
    "999999999999999",
    "x" * 300,
    "🂡",
    "%",
    "\x00",
    "'\"<b>",
    "a:b;c=d",
    "²",
)
NAMES = (*cases.FIELDS, "nobody_out", "wild_only_sets", "wiped_out_count", "values", "target")
OWN = ("enter", "at", "tap")
TAPS = (
    *("look", "lay", "unlay", "line:red", "out:0", "out:9", "open:1", "open:r", "n:go:9"),
    *(
        "take:red",
        "up:1:hotel",
        "wilds:0:token",
        "made:red:1",
        "nothing:1",
        "caught:1:4",
        "early:1",
        "zz",
    ),
)


def some_address(chance: random.Random) -> str:
    """An address: half of them sensible, the others with something wrong somewhere."""
    edition = load(chance.choice(edition_ids()))
    pool = [card for card, copies in edition.deck.items() for _ in range(copies)]
    chance.shuffle(pool)
    group = chance.choice(edition.groups)
    pool = [card for card in pool if card not in group.cards]

    def cards(most: int) -> str:
        number = chance.randint(0, most)
        taken, pool[:number] = pool[:number], []
        return ",".join(taken)

    names = set(chance.sample((*NAMES, *OWN), chance.randint(0, 5)))
    given = [("edition", edition.id), ("cards", ",".join((*group.cards, cards(8))))]
    wild = chance.random() < 0.3 and edition.wild and edition.wild in given[1][1]
    sensible: dict[str, Callable[[], str]] = {
        "players": lambda: chance.choice(("2", "3", "4")),
        "went_out": lambda: chance.choice(("0", "1", "yes")),
        "others": lambda: ";".join(cards(4) for _ in range(chance.randint(0, 2))),
        "wilds": lambda: chance.choice(("h1", "token", "hotel")) if wild else "",
        "out": lambda: chance.choice(("0", "1")),
        "seat": lambda: chance.choice(("1", "2")),
        "claim": lambda: chance.choice(("0", "500", "1,000")),
        "sets": lambda: f"{group.id}: {chance.choice(('', 'h1', 'token'))}",
        "wiped_out_count": lambda: chance.choice(("0", "1")),
        "tap": lambda: chance.choice(TAPS),
        "at": lambda: chance.choice(("0", "1", "r", "r.1", "0.3", "9", "")),
        "enter": lambda: "1",
    }
    given += [(name, sensible[name]()) for name in sorted(names & sensible.keys())]
    if edition.arrangement == "sequence" and "reward" in names:
        given += [("reward", cards(5)), ("went_out", "1")]
    if chance.random() < 0.4:
        given.append((chance.choice((*NAMES, *OWN, "zz", "")), chance.choice(JUNK)))
    if chance.random() < 0.1:
        given += chance.choices(given, k=2)
    if chance.random() < 0.1:
        given.append(("cards", ",".join(chance.choices(pool, k=chance.choice((1, 30, 900))))))
    if chance.random() < 0.1:  # another box with these cards
        given = [pair for pair in given if pair[0] != "edition"]
        given.append(("edition", chance.choice(edition_ids())))
    chance.shuffle(given)
    return urlencode(given)


@pytest.mark.tries
@pytest.mark.parametrize("seed", range(8))
def test_no_address_breaks_the_page(asked: FlaskClient, seed: int) -> None:
    """8 × 26 addresses, each on the page and some as text and code; 200, 303 or 422. 8 × 1,300 in
    `make prove`."""
    chance = random.Random(seed)
    seen = set()
    for number in range(1300 if OFTEN else 26):
        query = some_address(chance)
        answer = asked.get(f"/referee?{query}", headers=FRAGMENT if number % 3 else {})
        allowed = (200, 303, 422) if "tap=" in query else (200, 422)
        assert answer.status_code in allowed, query
        seen.add(answer.status_code)
        if number % 10 == 0:
            for path in ("/referee.txt", "/referee/qr.svg"):
                assert asked.get(f"{path}?{query}").status_code in (200, 422), query
    assert {200, 422} <= seen


# --- may I go out? -------------------------------------------------------------------------------


def test_may_i_go_out_stores_nothing(
    client: FlaskClient, store: Store, make_table: MakeTable, tmp_path: Path
) -> None:
    table = make_table("winning-moves-2017", ["Ann", "Bob", "Cem"], options={"jackpot_step": 1000})
    close(store, table, "Ann", {"Ann": "brown"})
    version = store.draft(table).version
    store.save_draft(table, version, {"went_out": "Ann", "hands": {"Ann": ["boardwalk"]}})
    for part in ("", "deal"):
        assert f'href="/t/{table.code}/may-i"' in client.get(f"/t/{table.code}/{part}").text
    checkpoint(store)
    shutil.copy(store.path, tmp_path / "before.db")
    answer = client.get(f"/t/{table.code}/may-i")
    address = (
        "/referee?edition=winning-moves-2017&jackpot_step=1000&players=3&went_out=1&jackpot=1500"
        f"&table={table.code}"
    )
    assert answer.headers["Location"] == address
    page = client.get(address)
    assert "boardwalk" not in address
    assert 'value="take:boardwalk"' in page.text  # free: the table's open hand is not looked at
    assert after(client, address.partition("?")[2], "take:brown")
    checkpoint(store)
    assert store.path.read_bytes() == (tmp_path / "before.db").read_bytes()


# --- what is said with the sum -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "told"),
    [
        pytest.param(
            "edition=winning-moves-2017&cards=yellow,fp,fp&others=brown,fp,fp",
            "This player and player 2 tie for the most Free Parking (2 cards each). Nobody",
            id="a-tie",
        ),
        pytest.param(
            "edition=classic-uk&cards=red,mm&others=mm*2",
            "Player 2 has the most Mr. Monopoly (2 cards) and gets £1,000.",
            id="a-lost-majority",
        ),
        pytest.param(
            "edition=express&cards=brown",
            "This counts as a round that was stopped early",
            id="express-stopped-early",
        ),
        pytest.param(
            "edition=winning-moves-2017&cards=brown",
            "Check it against them. A table can change it.",
            id="amounts-nobody-checked",
        ),
        pytest.param(
            "edition=winning-moves-2017&nobody_out=score&out=0&jackpot=2000"
            "&cards=yellow,wild,fp,fp,go&others=wild,fp,fp,go,brown",
            "Announced the other way round, the hand pays $700 instead of $2,500.",
            id="the-order-of-announcing",
        ),
        pytest.param(
            "edition=classic-uk&went_out=1&cards=dark-blue,h1,h2,token*2,chance,fenchurch,water-works",
            "In these reasons Chance counts as Electric Company: that leaves the fewest problems. "
            "In the sum it counts as a 3rd House: that pays most.",
            id="a-wild-in-the-reasons-and-in-the-sum",
        ),
        pytest.param(
            "edition=classic-uk&went_out=1&cards=red,go*2&claim=250",
            "£250 would be the sum without what is paid for GO.",
            id="a-slip",
        ),
        pytest.param(
            "edition=express&cards=brown&others=go",
            "GO in player 2’s pile: not a whole group of four.",
            id="whose-pile-it-is",
        ),
    ],
)
def test_what_should_be_known_is_said_on_the_page_and_in_the_text(
    client: FlaskClient, query: str, told: str
) -> None:
    assert told in unescape(client.get(f"/referee?{query}").text)
    assert told in client.get(f"/referee.txt?{query}").text


@pytest.mark.parametrize(
    ("wilds", "best"),
    [
        pytest.param("token", True, id="declared-as-what-pays-most"),
        pytest.param("h1", False, id="declared-as-what-pays-less"),
    ],
)
def test_how_good_a_hand_is_goes_by_what_its_wilds_were_declared_as(
    client: FlaskClient, wilds: str, best: bool
) -> None:
    cards = "dark-blue,h1,h2,h3,h4,hotel,token*2,chance"
    page = get(client, f"edition=classic-uk&went_out=1&cards={cards}&wilds={wilds}").text
    assert ("The best there is" in page) == best
    assert ("Better than" in page) != best


@pytest.mark.parametrize(
    ("query", "told"),
    [
        pytest.param("went_out=1&cards=brown,gtj,jf", True, id="goer"),
        pytest.param("cards=brown,gtj,jf", True, id="another-hand"),
        pytest.param("went_out=1&cards=brown,gtj,wild", True, id="by-a-wild"),
        pytest.param("went_out=1&cards=brown,jf", False, id="nothing-to-cancel"),
        pytest.param("cards=brown,gtj", False, id="not-cancelled"),
    ],
)
def test_the_rule_of_a_card_that_cancels_is_said_with_the_sum(
    client: FlaskClient, query: str, told: bool
) -> None:
    rule = rule_told(load("winning-moves-2017"), "get-out-of-jail-free")
    assert "unless it cancels Go To Jail" in rule.text
    address = f"edition=winning-moves-2017&{query}"
    page = get(client, address).text
    sums = page[page.index('<section id="sum">') :]
    sums = sums[: sums.index("</section>")]
    assert (rule.text in sums) == told
    assert (f'#rule-get-out-of-jail-free">{rule.cite}</a>' in sums) == told
    layout = plain_text(page[page.index('<section id="best"') :])
    assert ("Get Out of Jail Free cancels Go To Jail." in layout) == told
    assert (f"Rule: {rule.text} ({rule.cite})" in get_text(client, address)) == told


def test_a_form_about_a_mistake_keeps_who_goes_out(client: FlaskClient) -> None:
    page = client.get("/referee?edition=classic-uk&cards=browm")
    assert page.status_code == 422
    assert "<h1>Enter everything as text</h1>" in page.text
    assert "<title>Enter everything as text" in page.text
    chosen = re.findall(
        r'<option selected value="(\w*)">', page.text[page.text.index("went_out") :]
    )
    assert chosen[0] == "0"


@pytest.mark.parametrize(
    ("case", "title", "majority"),
    [
        pytest.param("went_out=1&cards=red,go", "The best layout", False, id="goer"),
        pytest.param("went_out=1&cards=red,mm", "The best layout", True, id="goer-majority"),
        pytest.param("cards=red,mm", "The best layout", True, id="another-hand"),
        pytest.param(
            "went_out=1&cards=red,h2", "What it is paid for, if you allow it anyway", False,
            id="illegal",
        ),
        pytest.param("cards=red,h2&went_out=0", "The best layout", False, id="no-goer-no-order"),
        pytest.param("cards=red,chance&went_out=0", "The cards", False, id="caught"),
    ],
)  # fmt: skip
def test_what_the_layout_is_called_and_what_it_takes_for_granted(
    client: FlaskClient, case: str, title: str, majority: bool
) -> None:
    page = client.get(f"/referee?edition=classic-uk&{case}").text
    titles = ("The best layout", "What it is paid for, if you allow it anyway", "The cards")
    assert [one for one in titles if f"<h2>{one}</h2>" in page] == [title]
    assert ("The other hands are not entered." in plain_text(page)) == majority


@pytest.mark.parametrize(
    ("claim", "colour", "told"),
    [
        ("cards=red,h1&sets=red:h1", "good", "Red: allowed"),
        ("cards=red,h1,chance&sets=red:h1", "", "Red: allowed"),
        ("cards=red,h1,green&sets=red:h1,green", "bad", "Red: not allowed"),
        ("cards=red,h1&claim=500", "good", "The sum is right"),
        ("cards=red,h1&claim=400", "bad", "Claimed: £400. The hand is worth £500."),
        ("cards=red,h1&claim=400&sets=red:h1", "bad", "Claimed: £400. These sets are right."),
        ("cards=red,h1&claim=400&sets=green", "bad", "Claimed: £400. One claimed set is not"),
        ("cards=red,h1&claim=500&sets=red:h1", "good", "The sum is right"),
    ],
)
def test_a_claim_that_is_right_is_green_and_a_wrong_one_red(
    client: FlaskClient, claim: str, colour: str, told: str
) -> None:
    """Sets that are right but do not pay the most are neither."""
    page = client.get(f"/referee?edition=classic-uk&went_out=1&{claim}").text
    found = re.search(r'<h2>The claim</h2>\s*<div class="note ?(\w*)">', page)
    assert found is not None
    assert found[1] == colour
    assert told in plain_text(page)


@pytest.mark.parametrize("others", ["", "&others=mm*3"], ids=["here", "with other hands"])
def test_cards_that_the_deck_has_not_are_told_beside_the_text_field(
    client: FlaskClient, others: str
) -> None:
    answer = tapped(client, f"{UK}&cards=mayfair{others}", "line:mm*5")
    assert answer.status_code == 422
    field = re.search(r'<textarea id="read-text".*?</textarea>', answer.text, re.DOTALL)
    assert field is not None
    assert 'aria-describedby="read-oops"' in field[0]
    assert "mm*5" in field[0]
    message = re.search(r'<p id="read-oops"[^>]*>([^<]*)', answer.text)
    assert message is not None
    assert "The deck has only four Mr. Monopoly cards" in message[1]
