"""Challenges: the hand of a deal before the referee, what came of it, and where that is shown."""

import re
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.game.closed_deal import settled
from companion.names import LONGEST_REMARK
from companion.store import Store, Table
from companion.store.rulings import rulings
from companion.web.challenge.form import LONG_NOTE, NO_NOTE, NO_OUTCOME
from companion.web.challenge.page import LOOK_AGAIN, paid
from tests.stored import paid_otherwise, store_otherwise
from tests.web.conftest import NASTY, MakeTable, Post
from tests.web.pages import field, text_of
from tests.web.play import close, close_entry, entry_of

CLAIM = "?claim=500&sets=dark-blue:%20h1"


@pytest.fixture
def table(store: Store, make_table: MakeTable) -> Table:
    """Ann went out with £1,600; the majority is Bob's, with two Mr. Monopoly to Cem's one."""
    table = make_table("classic-uk", ["Ann", "Bob", "Cem"])
    close(
        store,
        table,
        "Ann",
        {"Ann": "dark-blue, h1, token", "Bob": "red, mr-monopoly*2", "Cem": "chance, mr-monopoly"},
    )
    return table


def address(table: Table, seat: int = 0, number: int = 1) -> str:
    return f"/t/{table.code}/deals/{number}/challenge/{seat}"


def ask(client: FlaskClient, table: Table, seat: int = 0, more: str = "") -> TestResponse:
    page = client.get(f"{address(table, seat)}{more}")
    assert page.status_code == 200
    return page


def answer(client: FlaskClient, post: Post, table: Table, outcome: str, **more: Any) -> Any:
    page = ask(client, table, more.pop("seat", 0))
    data = {"token": field(page, "token"), "deal": field(page, "deal"), "outcome": outcome, **more}
    return post(address(table), data), data


def test_every_hand_can_be_challenged(client: FlaskClient, table: Table) -> None:
    page = client.get(f"/t/{table.code}/deals/1")
    links = re.findall(r'href="([^"]*)">Challenge this hand', page.text)
    assert links == [f"/t/{table.code}/deals/1/challenge/{seat}" for seat in range(3)]


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        pytest.param(0, "Apart from that, Ann may go out. It pays £1,600.", id="the goer"),
        pytest.param(1, "Bob is paid £1,250 Ann went out.", id="with the majority"),
        pytest.param(2, "Caught with Chance It pays £0.", id="caught"),
    ],
)
def test_the_hand_as_it_lay_among_the_others(
    client: FlaskClient, table: Table, seat: int, says: str
) -> None:
    told = text_of(ask(client, table, seat))
    assert says in told
    worth = "it is worth" if seat else "these cards are worth"  # the goer's four cards are counted
    assert ('class="wide main"' in ask(client, table, seat).text) == bool(seat)
    assert f"was paid, and that is what {worth}." in told
    assert "as if nobody else" not in told


def test_the_shared_address_is_the_case_without_names(client: FlaskClient, table: Table) -> None:
    page = ask(client, table, 1)
    shared = re.search(r'id="share-address" readonly value="([^"]+)"', page.text)
    assert shared is not None
    parts = urlsplit(unescape(shared[1]))
    assert parse_qs(parts.query)["others"] == ["chance,mr-monopoly;park-lane,mayfair,house-1,token"]
    assert parse_qs(parts.query)["out"] == ["2"]
    assert "Ann" not in parts.query
    again = client.get(f"{parts.path}?{parts.query}")
    assert "This hand is paid £1,250" in text_of(again)


def test_a_ruling_beside_hands_of_which_only_the_amount_is_known_has_no_address(
    client: FlaskClient, store: Store, table: Table
) -> None:
    """The address has the cards of all hands, and would rule without those of Cem."""
    deal = entry_of(store, table, "Ann", {"Ann": "dark-blue, h1, token"})
    deal = replace(deal, amounts={"Cem": 1000}, majority_to="Cem")
    close_entry(store, table, deal, let_stand=True)
    assert "Share this ruling" in ask(client, table).text
    page = client.get(address(table, 0, 2)).text
    assert "Share this ruling" not in page
    assert "This ruling cannot be shared" in page


def test_beside_an_amount_no_other_reading_is_led_to(
    client: FlaskClient, store: Store, table: Table
) -> None:
    """It would be another case: one in which Bob holds no card."""
    for number, amounts in ((2, {}), (3, {"Bob": 1500})):
        deal = entry_of(store, table, "Ann", {"Ann": "chance*2, mr-monopoly"})
        most = "Bob" if amounts else None
        deal = replace(deal, amounts=amounts, majority_to=most)
        close_entry(store, table, deal, let_stand=True)
        page = client.get(address(table, 0, number)).text
        assert ("See the other reading" in page) is not bool(amounts)


@pytest.mark.parametrize(
    ("was", "told"),
    [
        (3, "3 points were scored, and that is what it is worth."),
        (1, "1 point was scored; today it is worth 3 points."),
    ],
)
def test_points_are_scored_and_not_paid(
    store: Store, make_table: MakeTable, was: int, told: str
) -> None:
    table = make_table("express", ["Ann", "Bob"])
    row = close(store, table, None, {"Ann": "pink", "Bob": ""})
    settlement = settled(table, row.entry)
    assert paid(paid_otherwise(row, "Ann", was), settlement, "Ann") == (told, was == 3)


def test_a_hand_that_was_allowed_though_it_may_not_go_out(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    """Nothing is to be kept that is called right: the way out of it is to correct the deal."""
    table = make_table("classic-uk", ["Ann", "Bob"])
    hands = {"Ann": "dark-blue, h2", "Bob": "red"}
    close(store, table, "Ann", hands, let_stand=True)
    page = ask(client, table)
    assert "£400 was paid, because the table allowed the hand." in text_of(page)
    (main,) = re.findall(r'<button class="wide main"[^>]*>([^<]*)', page.text)
    assert main == "Correct the deal"
    assert "£250 was paid, and that is what it is worth." in text_of(ask(client, table, 1))


def test_what_was_paid_under_an_older_program(
    client: FlaskClient, store: Store, table: Table
) -> None:
    store_otherwise(store, "replace(settlement, '1600', '1500')")
    told = text_of(ask(client, table))
    assert "£1,500 was paid; today it is worth £1,600." in told


def test_a_claim_is_judged_beside_it(client: FlaskClient, table: Table) -> None:
    page = ask(client, table, 0, CLAIM)
    told = text_of(page)
    assert "Dark Blue: allowed" in told
    assert "1,600" in told
    wrong = client.get(f"{address(table)}?claim=much&sets=purple:")
    assert wrong.status_code == 422
    assert 'id="oops-claim-amount"' in wrong.text
    assert 'id="oops-claim-sets"' in wrong.text
    assert 'value="much"' in wrong.text
    assert re.search(r">\s*purple:</textarea>", wrong.text)


# --- what comes of it ----------------------------------------------------------------------------


def test_the_ruling_stands(client: FlaskClient, post: Post, store: Store, table: Table) -> None:
    done, data = answer(client, post, table, "upheld", note="  We   looked ")
    assert done.status_code == 303
    assert done.headers["Location"] == f"/t/{table.code}/deals/1#rulings"
    assert post(address(table), data).status_code == 303  # the same form again
    (ruling,) = rulings(store, table)
    assert (ruling.player, ruling.outcome, ruling.note) == ("Ann", "upheld", "We looked")
    assert ruling.ruling.startswith("Classic UK: Count the cards: this hand has 4, the rule is 10.")
    assert " Ann may go out. It pays £1,600.\nCards: " in ruling.ruling
    page = text_of(client.get(f"/t/{table.code}/deals/1"))
    assert "§ Challenged Ann : The ruling stands “ We looked ”" in page
    assert "Ann may go out. It pays £1,600." in page


def test_the_claim_in_dispute_is_kept_with_the_ruling(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    page = ask(client, table, 0, CLAIM)
    action = re.search(r'id="outcome"[^>]*action="([^"]+)"', page.text)
    assert action is not None
    data = {"token": field(page, "token"), "deal": field(page, "deal"), "outcome": "agreed"}
    again = post(unescape(action[1]), data)
    assert again.status_code == 422
    assert "Claimed: £500." in again.text
    post(unescape(action[1]), {**data, "outcome": "upheld"})
    (kept,) = rulings(store, table)
    assert "Claimed: £500." in kept.ruling


def test_another_outcome_from_the_same_page_is_not_dropped_in_silence(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    first, data = answer(client, post, table, "upheld")
    assert first.status_code == 303
    assert post(address(table), data).status_code == 303  # a double tap
    second = post(address(table), {**data, "outcome": "agreed", "note": "half each"})
    assert second.status_code == 422
    assert "answered already: “The ruling stands”" in second.text
    assert len(rulings(store, table)) == 1
    data["token"] = field(second, "token")
    assert post(address(table), {**data, "outcome": "agreed", "note": "half"}).status_code == 303
    assert [one.outcome for one in rulings(store, table)] == ["upheld", "agreed"]


def test_after_a_ruling_was_taken_back_its_page_asks_before_it_counts_again(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    """It said nothing, and kept nothing."""
    _, data = answer(client, post, table, "upheld")
    (first,) = rulings(store, table)
    post(f"/t/{table.code}/deals/1/rulings/{first.id}/back")
    again = post(address(table), data)
    assert again.status_code == 422
    assert "“The ruling stands” was taken back. Press again to record this." in text_of(again)
    assert post(address(table), {**data, "token": field(again, "token")}).status_code == 303
    assert [one.outcome for one in rulings(store, table)] == ["upheld"]


def test_agreed_otherwise_needs_a_note(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    done, data = answer(client, post, table, "agreed", note=" ")
    assert done.status_code == 422
    assert NO_NOTE in text_of(done)
    (note,) = re.findall(r'<input [^>]*name="note"[^>]*>', done.text)
    assert "autofocus" in note  # it is far below what the page begins with
    assert rulings(store, table) == []
    assert field(done, "token") == data["token"]
    done, _ = answer(client, post, table, "agreed", note="Cem had shown it")
    assert done.status_code == 303
    assert rulings(store, table)[0].outcome == "agreed"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(
            {"outcome": "upheld", "note": "x" * (LONGEST_REMARK + 1)}, LONG_NOTE, id="long note"
        ),
        pytest.param({"outcome": ""}, NO_OUTCOME, id="no outcome"),
        pytest.param({"outcome": "upheld", "deal": "99"}, LOOK_AGAIN, id="another row"),
        pytest.param({"outcome": "upheld", "token": ""}, LOOK_AGAIN, id="no token"),
    ],
)
def test_what_is_not_kept(
    client: FlaskClient, post: Post, store: Store, table: Table, data: dict[str, str], says: str
) -> None:
    done, _ = answer(client, post, table, **data)
    assert done.status_code == 422
    assert says in text_of(done)
    assert rulings(store, table) == []


def test_a_deal_that_is_undone_at_that_moment(
    client: FlaskClient, post: Post, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def undone(*args: object, **more: object) -> None:
        raise LookupError

    monkeypatch.setattr("companion.web.challenge.routes.record", undone)
    done, _ = answer(client, post, table, "upheld")
    assert done.status_code == 422
    assert LOOK_AGAIN in text_of(done)


@pytest.mark.parametrize("rest", ["1/challenge/3", "1/challenge/x", "2/challenge/0"])
def test_hands_that_there_are_not(client: FlaskClient, post: Post, table: Table, rest: str) -> None:
    where = f"/t/{table.code}/deals/{rest}"
    assert client.get(where).status_code == 404
    assert post(where, {"outcome": "upheld"}).status_code == 404


def test_a_ruling_can_be_taken_back(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    answer(client, post, table, "upheld")
    (ruling,) = rulings(store, table)
    page = client.get(f"/t/{table.code}/deals/1")
    assert f'action="/t/{table.code}/deals/1/rulings/{ruling.id}/back"' in page.text
    for _ in range(2):
        done = post(f"/t/{table.code}/deals/1/rulings/{ruling.id}/back")
        assert done.headers["Location"] == f"/t/{table.code}/deals/1"
    assert rulings(store, table) == []
    assert "§" not in text_of(client.get(f"/t/{table.code}/deals/1"))
    assert post(f"/t/{table.code}/deals/1/rulings/77/back").status_code == 404


def test_the_sheet_shows_a_sign_with_a_word(client: FlaskClient, post: Post, table: Table) -> None:
    before = text_of(client.get(f"/t/{table.code}/"))
    assert "challenged" not in before
    answer(client, post, table, "upheld")
    page = client.get(f"/t/{table.code}/")
    assert '<i>§<span class="visually-hidden"> challenged</span></i>' in page.text


def test_correcting_the_deal_records_it_when_confirmed(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    done, _ = answer(client, post, table, "correct", note="A token too many")
    assert done.status_code == 303
    assert rulings(store, table) == []  # nothing yet: the correction may be given up
    where = done.headers["Location"]
    for tap, at in (("unlay", ""), ("n:token:0", "0"), ("lay", "0"), ("drawn", "r"), ("look", "")):
        done = post(where, {"tap": tap, "at": at})
        assert done.status_code == 303, text_of(done)
        where = done.headers["Location"].partition("#")[0]
    assert parse_qs(urlsplit(where).query)["challenge"] == ["0"]
    preview = client.get(where)
    assert 'value="A token too many"' in preview.text
    form = {
        "do": "change",
        "reason": "A token too many",
        "token": field(preview, "token"),
        "seen": field(preview, "seen"),
    }
    for _ in range(2):
        done = post(where, form)
        assert done.headers["Location"] == f"/t/{table.code}/deals/1"
    (ruling,) = rulings(store, table)
    assert (ruling.player, ruling.outcome) == ("Ann", "corrected")
    assert ruling.note == "A token too many"
    assert "It pays £1,600." in ruling.ruling  # what was said of the hand that was challenged
    assert ruling.deal_id == store.deals(table)[0].id
    assert store.deals(table)[0].payouts["Ann"] == 800
    page = text_of(client.get(f"/t/{table.code}/deals/1"))
    assert "Ann : The hand was corrected “ A token too many ”" in page
    post(f"/t/{table.code}/undo", {"action": str(store.deals(table)[0].action_id)})
    assert rulings(store, table) == []


def test_a_challenge_that_ends_in_striking_the_deal_out_says_so(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    """No hand was corrected."""
    where = f"/t/{table.code}/deals/1/correct?challenge=0&do=strike"
    preview = client.get(where)
    form = {"do": "strike", "reason": "Not out", "token": field(preview, "token")}
    assert post(where, {**form, "seen": field(preview, "seen")}).status_code == 303
    assert "Ann : The deal was struck out “ Not out ”" in text_of(
        client.get(f"/t/{table.code}/deals/1")
    )
    close(store, table, "Bob", {"Ann": "", "Bob": "red", "Cem": ""})
    told = text_of(client.get(f"/t/{table.code}/summary"))
    assert "Deal 1, Ann’s hand: the deal was struck out" in told


def test_a_plain_correction_records_no_ruling(
    client: FlaskClient, post: Post, store: Store, table: Table
) -> None:
    where = f"/t/{table.code}/deals/1/correct?challenge=9&do=strike"
    preview = client.get(where)
    form = {"do": "strike", "reason": "Twice", "token": field(preview, "token")}
    assert post(where, {**form, "seen": field(preview, "seen")}).status_code == 303
    assert store.deals(table) == []
    assert rulings(store, table) == []
    assert client.get(address(table)).status_code == 404  # there is no hand any more


def test_any_name_and_note_is_text(
    client: FlaskClient, post: Post, store: Store, make_table: MakeTable
) -> None:
    table = make_table("express", [NASTY, "Bob"])
    close(store, table, None, {NASTY: "railroads", "Bob": ""}, stopped_early=True)
    done, _ = answer(client, post, table, "agreed", note=NASTY)
    assert done.status_code == 303
    for where in (address(table), f"/t/{table.code}/deals/1", f"/t/{table.code}/"):
        page = client.get(where)
        assert "<b>Ann</b>" not in page.text
        assert NASTY in text_of(page)
