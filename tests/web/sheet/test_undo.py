"""The last step is undone, and done again."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.game import taps
from companion.store import ScoredDeal, Store, Table
from companion.store.rows import Action
from companion.store.sheets import sheet_of
from companion.store.ticks import set_paid
from tests.web.conftest import MakeTable, Post
from tests.web.pages import field, show, text_of, undo
from tests.web.play import close


def test_undo_says_what_it_undoes(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    told = text_of(show(client, played))
    assert "Deal 2 comes off the scores and is open again, as it was entered." in told
    assert undo(client, post, played).status_code == 303
    told = text_of(show(client, played))
    assert "Ann £7,900" not in told
    assert "Continue entering" in told
    lost = "The open deal stays as it is, so deal 1 has to be entered again."
    assert f"Deal 1 comes off the scores. {lost}" in told
    undo(client, post, played)
    told = text_of(show(client, played))
    assert "Undone: deal 1 is off the scores." in told  # open are the cards of deal 2
    assert "Undo the last step" not in told
    assert post(f"/t/{played.code}/undo", {"action": "1"}).status_code == 303


def test_undo_beside_a_deal_that_is_being_entered(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    """It said that deal 2 is open again, though the cards of deal 3 are."""
    for tap in ("out:1", "take:green"):
        version = str(store.draft(played).version)
        post(f"/t/{played.code}/deal", {"tap": tap, "at": "1", "version": version})
    assert store.draft(played).begun
    undo(client, post, played)
    assert "Undone: deal 2 is off the scores." in text_of(show(client, played))


def test_a_round_of_monopolies_is_undone_without_a_word_about_cards(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("express", ["Ann", "Bob"])
    close(store, table, None, {"Ann": "brown"})
    told = "is open again, as it was entered."
    assert f"Round 1 comes off the scores and {told}" in text_of(show(client, table))
    undo(client, post, table)
    assert f"Undone: round 1 {told}" in text_of(show(client, table))


@pytest.mark.parametrize(("tap", "said"), [("out:-", "Nobody went out"), ("out:1", "Bob went out")])
def test_undo_says_what_of_the_open_deal_is_lost(
    client: FlaskClient, store: Store, post: Post, played: Table, tap: str, said: str
) -> None:
    """Who went out is one tap, so the cards of the deal that is undone take its place; “Nobody went
    out”, a whole deal, went without a word."""
    assert "lost" not in text_of(show(client, played))
    post(f"/t/{played.code}/deal", {"tap": tap, "version": str(store.draft(played).version)})
    lost = f"What is entered now, “{said}”, is lost."
    assert f"is open again, as it was entered. {lost}" in text_of(show(client, played))
    set_paid(store, played, store.deals(played)[-1].id, "Ann", True)
    assert f"{lost} Players keep what was ticked" in text_of(show(client, played))
    undo(client, post, played)
    assert store.draft(played).data["went_out"] == "Dee"
    row = store.deals(played)[0]
    change = ScoredDeal(1, row.entry, row.settlement)
    store.correct(played, number=1, reason="x", changes=[change], token="c")
    assert "is lost" not in text_of(show(client, played))  # that leaves the open deal alone


def test_what_was_paid_in_a_deal_that_was_undone_stays_on_the_scores(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    """Players have that money, whatever is entered next. It went without a word."""
    for number, players in enumerate((("Bob",), ("Dee", "Ann"))):
        for player in players:
            set_paid(store, played, store.deals(played)[number].id, player, True)
    before = text_of(show(client, played))
    assert "Paid already" not in before
    amounts = store.deals(played)[1].payouts
    undo(client, post, played)
    paid = f"Paid already for deal 2: Ann £{amounts['Ann']:,}, Dee £{amounts['Dee']:,}."
    assert paid in text_of(show(client, played))
    thrown_away = {
        "tap": str(taps.NotOut(3)),
        "version": str(store.draft(played).version),
    }
    assert post(f"/t/{played.code}/deal", thrown_away).status_code == 303
    assert not store.draft(played).data["went_out"]
    assert paid in text_of(show(client, played))
    close(store, played, "Ann", {"Ann": "red, go"}, let_stand=True)
    assert "Paid already" not in text_of(show(client, played))  # the pay list has the difference


@pytest.mark.parametrize(
    ("step", "told"),
    [
        pytest.param("close", "Undone: deal 2 is open again, as it was entered.", id="a deal"),
        pytest.param("correct", "Undone: the change of deal 1.", id="a correction"),
        pytest.param("strike", "Undone: deal 1 counts again.", id="a strike"),
    ],
)
def test_what_was_undone_can_be_done_again(
    client: FlaskClient, store: Store, post: Post, played: Table, step: str, told: str
) -> None:
    if step != "close":
        row, _ = store.deals(played)
        change = ScoredDeal(1, row.entry, row.settlement, struck=step == "strike")
        store.correct(played, number=1, reason="x", changes=[change], token="c")
    before = sheet_of(store, played)
    assert "Redo" not in text_of(show(client, played))
    undo(client, post, played)
    page = show(client, played)
    assert told in text_of(page)
    again = {"undone": re.findall(r'name="undone" value="(\d+)"', page.text)[0]}
    for _ in range(2):
        assert post(f"/t/{played.code}/redo", again).status_code == 303
    assert sheet_of(store, played) == before
    assert "Redo" not in text_of(show(client, played))


def test_redo_is_gone_after_the_next_tap(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    undo(client, post, played)
    page = show(client, played)
    again = {"undone": re.findall(r'name="undone" value="(\d+)"', page.text)[0]}
    tap = {"tap": "nothing:0", "version": store.draft(played).version}
    assert post(f"/t/{played.code}/deal", tap).status_code == 303
    assert "Redo" not in text_of(show(client, played))
    assert post(f"/t/{played.code}/redo", again).status_code == 303
    assert [deal.number for deal in store.deals(played)] == [1]


def test_an_old_page_does_not_undo_something_newer(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    action = field(show(client, played), "action")
    close(store, played, "Ann", {"Ann": "red"})
    post(f"/t/{played.code}/undo", {"action": action})
    post(f"/t/{played.code}/undo", {})
    assert [deal.number for deal in store.deals(played)] == [1, 2, 3]


def test_an_undo_leaves_alone_what_another_phone_did_at_this_moment(
    store: Store, post: Post, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, undo = store.last_action(played), store.undo
    assert shown is not None

    def late(table: Table, **told: Any) -> Action | None:
        close(store, table, "Ann", {"Ann": "red"})
        return undo(table, **told)

    monkeypatch.setattr(store, "undo", late)
    assert post(f"/t/{played.code}/undo", {"action": str(shown.id)}).status_code == 303
    assert [deal.number for deal in store.deals(played)] == [1, 2, 3]
