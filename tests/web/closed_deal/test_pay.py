"""The pay list of a closed deal: who gets what, what is changed in a rack, what is read out."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.bank import notes_said
from companion.store import ClosedDeal, Store, Table
from companion.store.sheets import sheet_of
from companion.store.ticks import handed
from companion.web.closed_deal.pay import PayList, PayRow
from tests.web.conftest import MakeTable
from tests.web.pages import show, text_of
from tests.web.play import close, correct, entry_of, pay

PLAYERS = ("Ann", "Bob", "Cem")


def rows(store: Store, table: Table, number: int = 1) -> dict[str, PayRow]:
    """The pay list of a deal, by player."""
    sheet = sheet_of(store, table)
    pay = PayList(table, handed(store, table))
    earlier = {n: row.payouts for n, row in enumerate(sheet.rows[: number - 1], start=1)}
    return {row.name: row for row in pay.rows(number, sheet.rows[number - 1], earlier)}


def notes_of(row: PayRow, currency: str = "£") -> list[tuple[str, str]]:
    """What the banker hands over, in words."""
    return [(label, notes_said(held, currency)) for label, held in row.hand_over]


def correct_hand(store: Store, table: Table, cards: str, number: int = 1) -> None:
    """Corrects a deal: Ann went out with these cards."""
    correct(store, table, entry_of(store, table, "Ann", {"Ann": cards}), number)


def test_whoever_went_out_is_first(store: Store, make_table: MakeTable) -> None:
    table = make_table("classic-uk", PLAYERS)
    close(store, table, "Bob", {"Bob": "red, go", "Ann": "brown"}, let_stand=True)
    shown = rows(store, table)
    assert list(shown) == ["Bob", "Cem", "Ann"]
    assert [row.out for row in shown.values()] == [True, False, False]
    assert [row.paid for row in shown.values()] == [False, None, False]
    assert notes_of(shown["Bob"]) == [("Hand over", "4 × £100, £50")]
    assert (shown["Cem"].hand_over, shown["Cem"].says) == ((), "")
    assert shown["Bob"].says == "Bob gets £450: 4 notes of £100, 1 note of £50."


# Ann has $450 of deal 1, and what deal 2 paid.
@pytest.mark.parametrize(
    ("second", "corrected", "amount", "hand_over", "also"),
    [
        pytest.param(
            "red",
            "red, go*2",
            "$200 more",
            ("Hand over", "2 × $100"),
            ("Rack: nothing; beside it: 8 × $100, 2 × $50.",),
            id="more, nothing to change",
        ),
        pytest.param(
            "yellow, go",
            "red, go*2",
            "$200 more",
            ("Hand over", "2 × $100"),
            ("Hand in $500, 5 × $100, take $1,000.", "Rack: $1,000; beside it: $100, $50."),
            id="more, for a thousand",
        ),
        pytest.param(
            "yellow, go",
            "red",
            "$200 back",
            ("Take back", "2 × $100"),
            ("Rack: nothing; beside it: $500, 2 × $100, $50.",),
            id="back, in the notes there are",
        ),
        pytest.param(
            "red, go*2",
            "red",
            "$200 back",
            ("Take back", "$1,000"),
            (
                "Give $500, 3 × $100 in change.",
                "Rack: nothing; beside it: $500, 3 × $100, 2 × $50.",
            ),
            id="back, in change of a thousand",
        ),
    ],
)
def test_a_rack_after_a_correction(
    store: Store,
    make_table: MakeTable,
    second: str,
    corrected: str,
    amount: str,
    hand_over: tuple[str, str],
    also: tuple[str, ...],
) -> None:
    table = make_table("deluxe", PLAYERS)
    close(store, table, "Ann", {"Ann": "red, go"}, let_stand=True)
    close(store, table, "Ann", {"Ann": second}, let_stand=True)
    pay(store, table, "Ann")
    pay(store, table, "Ann", 2)
    correct_hand(store, table, corrected)
    row = rows(store, table)["Ann"]
    assert (row.amount, notes_of(row, "$")[0], row.also) == (amount, hand_over, also)
    assert row.already == "$450 was paid already."
    assert [one.name for one in rows(store, table).values() if one.out] == ["Ann"]


def test_a_rack_has_the_money_of_a_deal_that_was_undone(
    store: Store, make_table: MakeTable
) -> None:
    table = make_table("deluxe", PLAYERS)
    for number, cards in enumerate(("red, go", "red"), 1):
        close(store, table, "Ann", {"Ann": cards}, let_stand=True)
        pay(store, table, "Ann", number)
    store.undo(table, token="undo")
    correct_hand(store, table, "red, go*2")
    row = rows(store, table)["Ann"]
    assert (row.amount, row.also) == (
        "$200 more",
        ("Rack: nothing; beside it: 8 × $100, 2 × $50.",),
    )


def test_a_rack_says_which_money_it_does_not_know_of(store: Store, make_table: MakeTable) -> None:
    """The total has it all, so the two looked as if one of them was wrong."""
    table = make_table("deluxe", PLAYERS)
    for cards in ("red, go", "red"):
        close(store, table, "Ann", {"Ann": cards}, let_stand=True)
    pay(store, table, "Ann", 2)
    correct_hand(store, table, "red, go*2", number=2)
    row = rows(store, table, 2)["Ann"]
    without = "Rack: nothing; beside it: 6 × $100, $50, without earlier deals that are not ticked."
    assert (row.amount, row.total, row.also) == ("$400 more", "$1,100", (without,))
    pay(store, table, "Ann")
    assert rows(store, table, 2)["Ann"].also == (
        "Hand in 10 × $100, take $1,000.",
        "Rack: $1,000; beside it: 2 × $50.",
    )


@pytest.mark.parametrize(
    ("ticked", "struck", "without"),
    [
        pytest.param([2], [1, 2], {2: False}, id="a later deal that is not ticked"),
        pytest.param([2, 3], [2, 3], {2: True, 3: True}, id="a struck deal that is ticked"),
        pytest.param([1, 3], [2, 3], {3: False}, id="all that count are ticked"),
    ],
)
def test_a_rack_looks_at_earlier_deals_that_count(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    ticked: list[int],
    struck: list[int],
    without: dict[int, bool],
) -> None:
    table = make_table("deluxe", PLAYERS)
    for _ in range(3):
        close(store, table, "Ann", {"Ann": "red"}, let_stand=True)
    for number in ticked:
        pay(store, table, "Ann", number)
    for number in struck:
        correct(store, table, None, number)
    for number, told in without.items():
        page = text_of(show(client, table, f"deals/{number}"))
        assert ("without earlier deals that are not ticked" in page) == told, number


@pytest.mark.parametrize("change", ["correct", "strike", "undo"])
def test_a_deal_that_another_phone_changes_while_it_is_shown(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
) -> None:
    table = make_table("classic-uk", PLAYERS)
    close(store, table, "Ann", {"Ann": "red, go"}, let_stand=True)
    before, history = said(client, table), Store.history

    def changed_first(self: Store, *args: Any) -> list[ClosedDeal]:
        monkeypatch.undo()
        if change == "undo":
            store.undo(table, token="undo")
        elif change == "correct":
            correct_hand(store, table, "red, go*2")
        else:
            correct(store, table, None)
        return history(self, *args)

    monkeypatch.setattr(Store, "history", changed_first)
    assert said(client, table) == before


def said(client: FlaskClient, table: Table, number: int = 1) -> str:
    """What the page of a deal reads out."""
    page = client.get(f"/t/{table.code}/deals/{number}").text
    found = re.search(r'data-says="([^"]*)"', page)
    assert found is not None
    return unescape(found[1])


def test_the_pay_list_is_read_out(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("classic-uk", PLAYERS)
    close(store, table, "Ann", {"Ann": "red, go", "Bob": "brown"}, let_stand=True)
    ann = "Ann gets £450: 4 notes of £100, 1 note of £50."
    assert said(client, table) == f"{ann} Bob gets £50: 1 note of £50. Ann leads with £450."
    for player in PLAYERS:
        pay(store, table, player)
    assert said(client, table) == "Nothing is to be paid. Ann leads with £450."
    correct_hand(store, table, "red, go*2")
    assert said(client, table) == (
        "Ann gets £200 more: 2 notes of £100. Bob gives back £50: 1 note of £50. "
        "Ann leads with £650."
    )


def test_a_jackpot_is_read_out_by_itself(store: Store, make_table: MakeTable) -> None:
    table = make_table("winning-moves-2017", PLAYERS)
    hands = {"Ann": "red, go", "Bob": "brown, free-parking", "Cem": "fp*2"}
    close(store, table, "Ann", hands, let_stand=True)
    shown = rows(store, table)
    assert shown["Ann"].says == "Ann gets $450: 4 notes of $100, 1 note of $50."
    assert shown["Cem"].says == "Cem gets $500. Jackpot: 1 note of $500."
    hands = {"Ann": "red, go, fp"}
    close(store, table, "Ann", hands, let_stand=True)
    ann = "Ann gets $950: 4 notes of $100, 1 note of $50. Jackpot: 1 note of $500."
    assert rows(store, table, 2)["Ann"].says == ann


@pytest.mark.parametrize(
    ("hands", "options", "told", "aloud"),
    [
        pytest.param(
            {"Ann": "red, fp", "Bob": "fp"},
            {},
            "$1,000 Put $500 under the Bank",
            "Put 1 note of $500 under the Bank. The next jackpot is $1,000.",
            id="a tie: it grows",
        ),
        pytest.param(
            {"Ann": "red, fp"},
            {"jackpot_start": 1000},
            "$1,000 Put 2× $500 under the Bank",
            "Put 2 notes of $500 under the Bank. The next jackpot is $1,000.",
            id="taken: a new one",
        ),
        pytest.param(
            {"Ann": "red"},
            {"jackpot_grows_when_none_held": False},
            "$500 Under the Bank",
            "The next jackpot is $500.",
            id="it stays",
        ),
        pytest.param({"Ann": "red, fp"}, {"jackpot_start": 0}, "", "", id="taken: none"),
        pytest.param({"Ann": "red, fp", "Bob": "fp"}, {"deals": 1}, "", "", id="the last round"),
    ],
)
def test_what_to_put_under_the_bank_is_the_last_row(
    client: FlaskClient,
    store: Store,
    make_table: MakeTable,
    hands: dict[str, str],
    options: dict[str, Any],
    told: str,
    aloud: str,
) -> None:
    table = make_table("winning-moves-2017", PLAYERS, options)
    close(store, table, "Ann", hands, let_stand=True)
    page = text_of(show(client, table, "deals/1"))
    assert "".join(re.findall(r"Next jackpot (.*? the Bank)", page)) == told
    heard = said(client, table)
    assert "".join(re.findall(r"(?:Put .*?\. )?The next jackpot is .*?\.", heard)) == aloud


def test_what_was_put_under_the_bank_is_not_asked_for_again(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    """After a correction nobody knows what lies there. After the next round it is another one."""
    table = make_table("winning-moves-2017", PLAYERS)
    close(store, table, "Ann", {"Ann": "red"}, let_stand=True)
    correct_hand(store, table, "brown")
    page = text_of(show(client, table, "deals/1"))
    assert "Next jackpot $1,000 Under the Bank" in page
    assert "under the Bank. The" not in said(client, table)
    close(store, table, "Ann", {"Ann": "red"}, let_stand=True)
    assert "Next jackpot" not in text_of(show(client, table, "deals/1"))


def test_what_changes_in_a_rack_is_read_out(store: Store, make_table: MakeTable) -> None:
    table = make_table("deluxe", PLAYERS)
    close(store, table, "Ann", {"Ann": "utilities, go*2"}, let_stand=True)
    close(store, table, "Ann", {"Ann": "dark-blue, h1, h2, h3, h4, hotel, token"}, let_stand=True)
    close(store, table, "Ann", {"Ann": "utilities"}, let_stand=True)
    assert [rows(store, table, number)["Ann"].says for number in (2, 3)] == [
        "Ann gets $5,000: 5 notes of $1,000. Hand in 5 notes of $1,000, take a $5,000 gold bar.",
        "Ann gets $500: 1 note of $500. Hand in 2 notes of $500, take $1,000.",
    ]
    for number in (1, 2, 3):
        pay(store, table, "Ann", number)
    correct_hand(store, table, "dark-blue", 2)
    assert rows(store, table, 2)["Ann"].says == (
        "Ann gives back $4,600: a $5,000 gold bar. Give 4 notes of $100 in change."
    )


def test_the_win_is_said_first(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("classic-uk", PLAYERS, {"target": 400})
    close(store, table, "Bob", {"Bob": "brown"}, let_stand=True)
    close(store, table, "Ann", {"Ann": "red, go"}, let_stand=True)
    close(store, table, "Bob", {"Bob": "brown"}, let_stand=True)
    first, second, third = (client.get(f"/t/{table.code}/deals/{one}").text for one in (1, 2, 3))
    assert 'class="win-head"' not in first + third
    assert "★ Ann wins! £450" in first  # a phone left on an older deal is told, too
    assert ">See the scores</a>" in first
    assert "★ Ann wins! £450 in deal 2" in third  # which was played after the end
    assert "next deal" not in third
    assert second.index("Ann wins!") < second.index('id="pay"') < second.index("Play again")
    assert "Final ranking" in second
    assert said(client, table, 2).endswith("Ann wins! £450.")
    for _ in range(4):
        close(store, table, "Bob", {"Bob": "red"}, let_stand=True)
    assert said(client, table, 7) == "Bob gets £250: 2 notes of £100, 1 note of £50."


def test_points_are_not_handed_over(store: Store, make_table: MakeTable) -> None:
    table = make_table("express", PLAYERS)
    close(store, table, None, {"Ann": "brown, light-blue", "Bob": "red"})
    ann, _, cem = rows(store, table).values()
    assert (ann.amount, ann.paid, ann.hand_over) == ("8 points", None, ())
    assert (ann.says, cem.says) == ("Ann gets 8 points.", "")


def test_points_are_read_out(client: FlaskClient, store: Store, make_table: MakeTable) -> None:
    table = make_table("express", PLAYERS)
    close(store, table, None, {"Ann": "brown, light-blue", "Bob": "red"})
    assert said(client, table) == "Ann gets 8 points. Bob gets 5 points. Ann leads with 8 points."
    close(store, table, None, {})
    assert said(client, table, 2) == "Nobody gets points. Ann leads with 8 points."


def test_points_that_were_ticked_all_the_same_are_not_handed_over(
    client: FlaskClient, store: Store, make_table: MakeTable
) -> None:
    """No page ticks them, but a post can, and a file of a game may have such ticks."""
    table = make_table("express", PLAYERS)
    close(store, table, None, {"Ann": "brown, light-blue", "Bob": "red"})
    pay(store, table, "Ann")
    correct(store, table, entry_of(store, table, None, {"Ann": "brown", "Bob": "red"}))
    row = rows(store, table)["Ann"]
    assert (row.paid, row.hand_over, row.already) == (None, (), "")
    assert row.says == "Ann gets 1 point."
    assert client.get(f"/t/{table.code}/deals/1").status_code == 200
