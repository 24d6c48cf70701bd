"""A closed deal is corrected, struck out and put back."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.game.closed_deal import settled
from companion.store import ClosedDeal, Store, Table, rulings
from companion.store.sheets import sheet_of
from companion.web.closed_deal.correct import LOOK_AGAIN, NOTHING_NEW, UNFINISHED
from companion.web.closed_deal.form import NO_REASON
from tests.stored import paid_in
from tests.web.conftest import MakeTable, Post, plain_text
from tests.web.pages import field, show, text_of, tick, undo
from tests.web.play import close, correct


def test_a_correction_and_a_strike_are_undone(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    before = sheet_of(store, played)
    strike(client, post, played, 1, "twice")
    told = text_of(show(client, played))
    assert "Deal 1, which was struck out (“twice”), counts again." in told
    undo(client, post, played)
    assert sheet_of(store, played) == before
    editor = tapped(post, show(client, played, "deals/1/correct"), "nothing:2", "1")
    confirm(client, post, editor, "wrong player")
    told = text_of(show(client, played))
    assert "The change of deal 1 (“wrong player”) is taken back." in told
    undo(client, post, played)
    assert sheet_of(store, played) == before


def address_of(editor: TestResponse) -> str:
    """Where the cards of the editor are posted to."""
    found = re.search(r'<form id="taps" method="post" action="([^"]*)"', editor.text)
    assert found is not None
    return unescape(found[1])


def tapped(post: Post, editor: TestResponse, words: str, at: str = "") -> Any:
    """The editor after a tap."""
    return post(address_of(editor), {"tap": words, "at": at}, fragment=True)


def preview_of(client: FlaskClient, post: Post, editor: TestResponse) -> TestResponse:
    response = post(address_of(editor), {"tap": "look"})
    assert response.status_code == 303, text_of(response)
    return client.get(response.headers["Location"])


def confirmed(
    post: Post, preview: TestResponse, reason: str | list[str], **more: str
) -> TestResponse:
    found = re.search(r'<form method="post" action="([^"]*)" class="card">', preview.text)
    assert found is not None
    data = {name: field(preview, name) for name in ("token", "seen")}
    do = re.search(r'name="do" value="(\w+)"', preview.text)
    assert do is not None
    return post(unescape(found[1]), {**data, "do": do[1], "reason": reason, **more})


def confirm(
    client: FlaskClient, post: Post, editor: TestResponse, reason: str, **more: str
) -> TestResponse:
    response = confirmed(post, preview_of(client, post, editor), reason, **more)
    assert response.status_code == 303, text_of(response)
    return response


def strike(client: FlaskClient, post: Post, table: Table, number: int, reason: str) -> None:
    preview = show(client, table, f"deals/{number}/correct?do=strike")
    assert confirmed(post, preview, reason).status_code == 303


def test_points_are_not_paid_back(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    """The table of what changes has said it all."""
    table = make_table("express", ["Ann", "Bob"])
    close(store, table, None, {"Ann": "brown", "Bob": ""}, stopped_early=True)
    told = text_of(show(client, table, "deals/1/correct?do=strike"))
    assert "Ann 1 point nothing" in told
    assert "paid" not in told


def test_a_correction_from_card_to_sheet(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    editor = show(client, played, "deals/1/correct")
    assert "Correct deal 1" in text_of(editor)
    editor = tapped(post, editor, "take:red", "2")
    editor = tapped(post, editor, "n:mr-monopoly:2", "2")
    preview = preview_of(client, post, editor)
    told = text_of(preview)
    assert "Player Was Will be Cem £0 £1,250" in told
    assert "Cem gets £1,250 (£1,000, 2 × £100, £50)." in told
    assert [deal.corrected for deal in store.deals(played)] == [False, False]
    response = confirmed(post, preview, "  forgot \n the red ones ")
    assert response.status_code == 303
    assert response.headers["Location"] == f"/t/{played.code}/deals/1"
    deal = text_of(client.get(response.headers["Location"]))
    assert "✎ Corrected. Reason: forgot the red ones" in deal
    assert "Cem has the most Mr. Monopoly (2 cards) and gets £1,000." in deal
    assert "Entered, " in deal
    assert "Cem : £0 Mr. Monopoly" in deal
    assert "Corrected (current)" in deal
    sheet = text_of(show(client, played))
    assert "1 ✎ corrected" in sheet
    assert re.search("Cem (deals )?£1,250", sheet)


def bar_of(editor: TestResponse) -> str:
    """The bottom bar of the editor, in words."""
    return plain_text(editor.text.split('id="bar"')[1].split("</section>")[0])


def test_an_open_hand_says_what_is_corrected_and_leads_on(
    client: FlaskClient, post: Post, played: Table
) -> None:
    """The heading of the page makes room for the cards. While they were open, nothing said that a
    closed deal is corrected, and “Done” led to all hands, from where the changes were reached."""
    editor = show(client, played, "deals/1/correct")
    assert "<h1>" not in editor.text.split('id="taps"')[1]
    assert "Nothing is changed yet." in bar_of(editor)
    assert re.search(r'id="look" form="taps" disabled', editor.text)  # keeps its place
    editor = tapped(post, editor, "open:2")
    assert "<h1>Correct deal 1</h1>" in editor.text
    assert bar_of(editor).endswith("Done")
    editor = tapped(post, editor, "take:red", "2")
    assert bar_of(editor).endswith("See what changes")
    editor = tapped(post, editor, "open:", "2")
    assert bar_of(editor).endswith("See what changes")
    editor = tapped(post, editor, "unlay")  # what is not finished leads to its next step
    assert bar_of(editor).endswith("Lay down")


def test_a_reason_stays_while_more_is_corrected(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    """“Back to the cards” forgot what was typed."""
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    response = confirmed(post, preview_of(client, post, editor), "the red ones", do="back")
    assert response.status_code == 303
    assert [deal.corrected for deal in store.deals(played)] == [False, False]
    editor = client.get(response.headers["Location"])
    assert 'value="give:red"' in tapped(post, editor, "open:2").text
    editor = tapped(post, tapped(post, editor, "open:2"), "n:mr-monopoly:2", "2")
    preview = preview_of(client, post, editor)
    assert 'value="the red ones"' in preview.text
    response = confirmed(post, preview, "", do="back")  # what was cleared stays away
    preview = preview_of(client, post, client.get(response.headers["Location"]))
    assert "the red ones" not in preview.text


def test_a_correction_without_javascript(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    editor = show(client, played, "deals/1/correct")
    response = post(address_of(editor), {"tap": "take:red", "at": "2"})
    assert response.status_code == 303
    editor = client.get(response.headers["Location"])
    assert 'value="give:red"' in editor.text
    assert confirm(client, post, editor, "x").status_code == 303
    assert sheet_of(store, played).totals["Cem"] == 250


def test_the_same_confirmation_twice_counts_once(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    preview = preview_of(client, post, editor)
    for _ in range(3):
        assert confirmed(post, preview, "x").status_code == 303
    assert len(store.history(played, 1)) == 2


@pytest.mark.parametrize("then", ["an undo", "another correction"])
@pytest.mark.parametrize("struck", [False, True], ids=["corrected", "struck out"])
def test_a_page_from_before_something_else_asks_to_look_again_and_then_counts(
    client: FlaskClient, store: Store, post: Post, played: Table, struck: bool, then: str
) -> None:
    """The browser's Back shows it once more, and it looked done though nothing was kept."""
    before = sheet_of(store, played).totals
    page = show(client, played, "deals/1/correct?do=strike" if struck else "deals/1/correct")
    preview = page if struck else preview_of(client, post, tapped(post, page, "take:red", "2"))
    assert confirmed(post, preview, "x").status_code == 303
    done = sheet_of(store, played).totals
    if then == "an undo":
        undo(client, post, played)
    else:
        editor = show(client, played, "deals/1/correct")
        editor = editor if struck else tapped(post, editor, "give:red", "2")
        confirm(client, post, editor, "it was right before")
    assert sheet_of(store, played).totals == before != done
    again = confirmed(post, preview, "x")
    assert again.status_code == 422
    assert LOOK_AGAIN in text_of(again)
    assert confirmed(post, again, "x").status_code == 303
    assert sheet_of(store, played).totals == done


@pytest.mark.parametrize("of", ["the deal", "an undo"])
def test_the_token_of_something_else_is_not_taken_for_a_correction(
    client: FlaskClient, store: Store, post: Post, played: Table, of: str
) -> None:
    token = f"deal-{len(store.deals(played))}-{store.draft(played).version}"
    closed = close(store, played, "Ann", {"Ann": "red"})
    if of == "an undo":
        undo(client, post, played)
        token = f"undo {closed.action_id}"
    preview = show(client, played, "deals/1/correct?do=strike")
    assert confirmed(post, preview, "x", token=token).status_code == 422
    assert len(store.history(played, 1)) == 1
    assert post(f"/t/{played.code}/deal/close", {"token": token, "version": "0"}).status_code < 500


@pytest.mark.parametrize(
    ("reason", "oops"),
    [("", NO_REASON), (" \n \u202e", NO_REASON), ("x" * 201, "That is too long")],
    ids=["none", "blank", "long"],
)
def test_a_reason_is_asked_for(
    client: FlaskClient, store: Store, post: Post, played: Table, reason: str, oops: str
) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    preview = preview_of(client, post, editor)
    response = confirmed(post, preview, reason)
    assert response.status_code == 422
    assert oops in text_of(response)
    assert 'aria-invalid="true"' in response.text
    assert field(response, "token") == field(preview, "token")
    assert len(store.history(played, 1)) == 1
    assert confirmed(post, response, "because").status_code == 303


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (["The wrong player", ""], "The wrong player"),
        (["The wrong player", "Ann had it"], "Ann had it"),
        (["\u202eAnn had it\u202c"], "Ann had it"),
    ],
    ids=["tapped", "tapped-and-typed", "typed"],
)
def test_a_reason_is_tapped_or_typed(
    client: FlaskClient, store: Store, post: Post, played: Table, sent: list[str], kept: str
) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    preview = preview_of(client, post, editor)
    assert 'type="radio" name="reason" value="The wrong player"' in preview.text
    assert confirmed(post, preview, sent).status_code == 303
    assert [deal.reason for deal in store.history(played, 1)] == [None, kept]


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        pytest.param("\u202e\u2066wrong 10", "wrong 10", id="turned"),
        pytest.param("קלף נשכח", "קלף נשכח", id="Hebrew"),
        pytest.param("\u202e\u2069", "", id="without a letter it is none"),
    ],
)
def test_a_reason_that_was_kept_or_brought_turns_nothing_around_it(
    client: FlaskClient, store: Store, played: Table, stored: str, shown: str
) -> None:
    correct(store, played, None, reason=stored)
    (deal,) = store.deals(played)
    challenged: Any = {
        "deal_id": deal.id,
        "player": "Ann",
        "ruling": "Ann may go out.",
        "token": "r",
    }
    rulings.record(store, played, outcome="agreed", note=stored, **challenged)
    for page, times in (("deals/1", 2), ("deals/2", 1), ("summary", 2)):
        html = show(client, played, page).text
        assert html.count(f"<bdi>{shown}</bdi>") == (times if shown else 0), page
        assert "\u202e" not in html
        assert shown or "Reason:" not in html
        assert not re.search("“(<bdi>)?[\u2068\u2069\\s]*(</bdi>)?”", html), page
    apart = shown if shown.isascii() else f"\u2068{shown}\u2069"
    told = f"was struck out (“{apart}”)" if shown else "was struck out, counts again"
    assert told in show(client, played).text


def test_a_strike(client: FlaskClient, store: Store, post: Post, played: Table) -> None:
    preview = show(client, played, "deals/1/correct?do=strike")
    told = text_of(preview)
    assert "Ann £7,700 nothing" in told
    assert "deals next" not in told
    # The question is the name of the group: a screen reader says it on the way to the field.
    assert "<legend>Why is it" in preview.text
    assert 'aria-label="Or say it yourself"' in preview.text
    assert confirmed(post, preview, "").status_code == 422
    for _ in range(2):
        assert confirmed(post, preview, "played with the wrong deck").status_code == 303
    assert len(store.history(played, 1)) == 2
    sheet = text_of(show(client, played))
    assert "1 Struck out: does not count" in sheet
    assert "Ann £50" in sheet
    deal = text_of(show(client, played, "deals/1"))
    assert "This deal was struck out. It does not count. Reason: played with the wrong" in deal
    assert "Bob : £100 Light Blue" not in deal
    assert "Bob : £100 The Angel, Islington, Euston Road" in deal
    assert "Bob dealt." in text_of(show(client, played, "deals/2"))  # as before


def test_a_struck_deal_is_put_back(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    before = sheet_of(store, played)
    strike(client, post, played, 1, "oops")
    editor = show(client, played, "deals/1/correct?do=strike")
    assert "Put deal 1 back" in text_of(editor)
    assert "Strike the whole deal out" not in text_of(editor)
    page = text_of(preview_of(client, post, editor))
    assert "Put deal 1 back?" in page
    assert "Why is it put back? Struck out by mistake" in page
    assert "entered twice" not in page
    assert "Yes, put it back" in page
    confirm(client, post, editor, "it was right")
    assert sheet_of(store, played) == before
    deal = text_of(show(client, played, "deals/1"))
    assert "✎ Put back. Reason: it was right" in deal
    assert "Put back (current)" in deal


def test_something_else_changed_in_the_meantime(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("winning-moves-2017", ["Ann", "Bob"])
    close(store, table, "Bob", {"Bob": "red"})
    editor = tapped(post, show(client, table, "deals/1/correct"), "n:free-parking:1", "0")
    preview = preview_of(client, post, editor)
    assert "Correct round 1?" in text_of(preview)
    assert "The jackpot under the Bank is then $500, not $1,000." in text_of(preview)
    close(store, table, "Bob", {"Bob": "yellow", "Ann": "free-parking"})
    response = confirmed(post, preview, "x")
    assert response.status_code == 422
    told = text_of(response)
    assert LOOK_AGAIN in told
    assert "Round 2 is worked out again, because the jackpot changes." in told
    assert "2 Ann $1,000 $500" in told
    assert confirmed(post, response, "x").status_code == 303
    assert "Paid anew, because the jackpot changed (current)" in text_of(
        show(client, table, "deals/2")
    )


def test_nothing_new_and_unfinished(client: FlaskClient, post: Post, played: Table) -> None:
    editor = show(client, played, "deals/1/correct")
    response = post(address_of(editor), {"tap": "look"})
    assert (response.status_code, NOTHING_NEW in text_of(response)) == (422, True)
    editor = tapped(post, editor, "again:3", "")
    response = post(address_of(editor), {"tap": "look"})
    assert (response.status_code, UNFINISHED in text_of(response)) == (422, True)
    response = client.get(f"{address_of(editor)}&do=look")
    assert (response.status_code, UNFINISHED in text_of(response)) == (422, True)
    response = post(address_of(editor), {"do": "change", "reason": "x", "token": "t"})
    assert (response.status_code, UNFINISHED in text_of(response)) == (422, True)


def test_what_was_tapped_is_in_the_address(client: FlaskClient, post: Post, played: Table) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    address = editor.headers["HX-Replace-Url"]
    assert parse_qs(urlsplit(address).query)["at"] == ["2"]
    assert 'value="give:red"' in client.get(address).text
    # Another deal's, a changed one and a made-up one are not taken: the deal as it is.
    state = parse_qs(urlsplit(address).query)["state"][0]
    for path, bad in (("deals/2", state), ("deals/1", state[:-2]), ("deals/1", "e30.x")):
        page = client.get(f"/t/{played.code}/{path}/correct", query_string={"state": bad, "at": 2})
        assert page.status_code == 200
        assert 'value="give:red"' not in page.text


@pytest.mark.parametrize(
    ("words", "at"),
    [("line:mayfair", "2"), ("take:red", "0"), ("nonsense", ""), ("out:77", "")],
    ids=["taken-card", "laid-down", "nonsense", "no-player"],
)
def test_a_tap_that_cannot_be(
    client: FlaskClient, post: Post, played: Table, words: str, at: str
) -> None:
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    for fragment in (True, False):
        data = {"tap": words, "at": at}
        response = post(address_of(editor), data, fragment=fragment)
        assert response.status_code == 422
        assert address_of(response) == address_of(editor)


def test_a_hand_that_may_not_go_out_needs_a_yes(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    editor = tapped(post, show(client, played, "deals/2/correct"), "unlay")
    editor = tapped(post, editor, "take:mayfair", "3")
    editor = tapped(post, editor, "lay", "3")
    editor = tapped(post, editor, "drawn", "r")
    assert "Not out after all" not in editor.text  # that would throw the deal away
    preview = preview_of(client, post, editor)
    assert "This hand may not go out" in text_of(preview)
    assert "Look again: Dee laid down 5 cards" in text_of(preview)
    response = confirmed(post, preview, "x")
    assert response.status_code == 422
    assert "Tick this if everyone at the table agrees" in text_of(response)
    assert re.findall(r'<input[^>]* autofocus[^>]* name="(\w+)"', response.text) == ["let_stand"]
    assert confirmed(post, response, "x", let_stand="1").status_code == 303
    assert store.deals(played)[1].let_stand
    assert "The table allowed it anyway." in text_of(show(client, played, "deals/2"))


def test_what_the_table_allowed_is_not_asked_again_while_the_hand_stays(
    client: FlaskClient, store: Store, post: Post, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ["Ann", "Bob"])
    close(store, table, "Ann", {"Ann": "red, h2", "Bob": "brown"}, let_stand=True)
    editor = tapped(post, show(client, table, "deals/1/correct"), "nothing:1")
    preview = preview_of(client, post, editor)
    assert "Allowed anyway" in text_of(preview)
    assert 'name="let_stand"' not in preview.text
    assert confirmed(post, preview, "x").status_code == 303
    assert store.deals(table)[0].let_stand
    editor = tapped(post, show(client, table, "deals/1/correct"), "unlay")
    editor = tapped(post, editor, "take:mayfair", "0")
    editor = tapped(post, tapped(post, editor, "lay", "0"), "drawn", "r")
    assert 'name="let_stand"' in preview_of(client, post, editor).text


def test_ticks_stay_where_the_payout_stays(
    client: FlaskClient, store: Store, post: Post, played: Table
) -> None:
    tick(store, played, post, "all")
    editor = tapped(post, show(client, played, "deals/1/correct"), "take:red", "2")
    confirm(client, post, editor, "x")
    assert paid_in(store, played) == ["Ann", "Bob", "Dee"]


GAMES: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    (
        "classic-us",
        {"went_out": "Ann", "hands": {"Ann": "red, chance", "Bob": "utilities"}, "reward": "go"},
        [("open:r", ""), ("n:go:2", "r"), ("line:railroads, go", "1")],
    ),
    (
        "classic-uk",
        {"went_out": "Ann", "hands": {"Ann": "red, chance", "Bob": "utilities"}},
        [("unlay", ""), ("outwith:1:move", "0"), ("lay", "1"), ("nothing:0", "")],
    ),
    (
        "deluxe",
        {"went_out": "Ann", "hands": {"Ann": "red", "Bob": "utilities"}},
        [("caught:1:2", "")],
    ),
    (
        "winning-moves-2017",
        {"went_out": "Ann", "hands": {"Ann": "red, wild", "Bob": "utilities"}},
        [("wilds:0:free-parking", "0"), ("caught:1:1", "")],
    ),
    (
        "express",
        {"went_out": None, "hands": {"Ann": "railroads"}, "stopped_early": True},
        [("made:railroads:1", ""), ("made:corners:1", "")],
    ),
]


@pytest.mark.parametrize(("edition", "entry", "taps"), GAMES, ids=[game[0] for game in GAMES])
def test_every_edition_is_corrected_completely(
    client: FlaskClient,
    store: Store,
    post: Post,
    make_table: MakeTable,
    edition: str,
    entry: dict[str, Any],
    taps: list[tuple[str, str]],
) -> None:
    table = make_table(edition, ["Ann", "Bob"])
    went_out, hands, more = entry["went_out"], entry["hands"], dict(entry)
    del more["went_out"], more["hands"]
    close(store, table, went_out, hands, **more)
    editor = show(client, table, "deals/1/correct")
    for words, at in taps:
        editor = tapped(post, editor, words, at)
        assert editor.status_code == 200, text_of(editor)
    preview = preview_of(client, post, editor)
    changes = plain_text(preview.text.split("<tbody>")[1].split("</tbody>")[0])
    shown = dict(re.findall(r"(Ann|Bob) \S+(?: points?)? (\S+)", changes))
    response = confirmed(post, preview, "x", let_stand="1")
    assert response.status_code == 303
    deal = store.deals(table)[0]
    again = settled(table, deal.entry).paid()
    assert deal.settlement == again
    assert deal.corrected
    for player, amount in shown.items():
        assert re.sub(r"\D", "", amount) == str(again.payouts[player])
    assert shown


def test_a_correction_of_an_unknown_deal(client: FlaskClient, post: Post, played: Table) -> None:
    assert client.get(f"/t/{played.code}/deals/9/correct").status_code == 404
    assert post(f"/t/{played.code}/deals/9/correct", {"do": "strike"}).status_code == 404


def test_a_deal_that_is_put_back_at_this_moment_is_shown_as_it_was(
    client: FlaskClient, store: Store, post: Post, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(client, post, played, 1, "x")
    read = store.deals_and_struck

    def early(table: Table) -> list[ClosedDeal]:
        found = read(table)
        monkeypatch.setattr(store, "deals_and_struck", read)
        store.undo(table, token="another phone")
        return found

    monkeypatch.setattr(store, "deals_and_struck", early)
    assert "Put deal 1 back" in text_of(show(client, played, "deals/1/correct?do=strike"))


def test_a_deal_that_is_undone_at_this_moment_is_not_put_back(
    client: FlaskClient, store: Store, post: Post, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(client, post, played, 2, "x")
    preview = preview_of(client, post, show(client, played, "deals/2/correct"))
    kept = store.correct

    def late(table: Table, **told: Any) -> list[ClosedDeal]:
        for token in ("the strike", "the deal"):
            store.undo(table, token=token)
        return kept(table, **told)

    monkeypatch.setattr(store, "correct", late)
    assert confirmed(post, preview, "y").status_code == 404
    assert [deal.number for deal in store.deals_and_struck(played)] == [1]
