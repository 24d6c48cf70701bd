"""The money is right at the table: what several phones enter at once, on the pages they show."""

import re

import pytest
from flask import Flask

from companion.game import correction
from companion.store import Store, Table, phones
from tests.stored import struck_out
from tests.web.conftest import MakeTable
from tests.web.deal.phone import DealPhone
from tests.web.play import close, entry_of
from tests.web.visitors import People, Phone

GOER = ("take:orange", "up:1:house-3", "n:chance:1", "n:token:2", "n:go:1")


Seats = tuple[DealPhone, DealPhone, DealPhone, Table]


@pytest.fixture
def seats(app: Flask, store: Store, make_table: MakeTable) -> Seats:
    """The phones of the scorekeeper, of Ann and of Bob."""
    table = make_table("classic-uk", ("Ann", "Bob", "Cem"))
    people = People(app, store, table)
    return (
        DealPhone(people.keeper, table),
        DealPhone(people.players[0], table),
        DealPhone(people.players[1], table),
        table,
    )


def test_every_screen_says_that_the_reward_is_being_entered(seats: Seats, store: Store) -> None:
    keeper, ann, bob, table = seats
    ann.tap("out:0", *GOER, "lay", "n:go:1")
    bob.show()
    bob.tap("nothing:1")
    keeper.show()
    keeper.tap("nothing:2")  # goes on to another hand, but the reward is on Ann’s phone
    assert "still entering the reward" in bob.show()
    assert "Waiting for: Ann’s reward" in bob.html
    assert "Waiting for: Ann’s reward" in keeper.show()
    assert "All hands are in" not in keeper.html
    sheet = keeper.phone.get(f"/t/{table.code}/").text
    assert "Ann’s reward is still being entered." in sheet
    answer = keeper.close()
    assert answer.status_code == 422
    assert "no more reward cards" in answer.text
    assert store.deals(table) == []

    ann.show()
    ann.tap("n:go:2", "drawn")
    assert "All hands are in" in keeper.show()
    assert keeper.close().status_code == 303
    (deal,) = store.deals(table)
    assert deal.entry.reward == ("go", "go")


def test_a_deal_is_confirmed_before_the_reward_when_somebody_says_so(
    seats: Seats, store: Store
) -> None:
    keeper, ann, _, table = seats
    ann.tap("out:0", *GOER, "lay")
    keeper.show()
    keeper.tap("nothing:1", "nothing:2")
    assert keeper.close(reward_done="1").status_code == 303
    assert len(store.deals(table)) == 1


def test_cards_that_the_scorekeeper_cleared_come_back_on_their_players_phone(
    seats: Seats, store: Store
) -> None:
    keeper, ann, bob, table = seats
    ann.show()
    ann.tap("out:0", "take:red", "open:")
    keeper.show()
    keeper.tap("clear")
    assert store.draft(table).data["hands"] == {}
    assert "cleared" not in bob.show()
    assert "Ann’s 3 cards cleared" in ann.show()
    ann.tap("undo")
    assert len(store.draft(table).data["hands"]["Ann"]) == 3
    assert "cleared" not in keeper.show()


def test_a_hand_that_a_removed_phone_has_begun_waits_until_the_scorekeeper_says_that_it_is_all(
    seats: Seats, store: Store
) -> None:
    keeper, ann, bob, table = seats
    ann.tap("out:0", *GOER, "lay", "drawn")
    bob.show()
    bob.tap("take:brown")
    keeper.show()
    keeper.tap("nothing:2")
    (there,) = (one.id for one in phones.present(store, table) if one.phone == bob.phone.id)
    keeper.phone.post(f"/t/{table.code}/phones/remove", {"phone": there})
    assert "Waiting for: Bob" in keeper.show()
    assert "Confirm as it is" in keeper.html
    keeper.tap("open:1", "n:go:1")
    assert 'value="allin:1">All cards are in<' in keeper.html
    keeper.tap("allin:1")
    assert "All hands are in" in keeper.html
    assert "Confirm as it is" not in keeper.html
    assert keeper.close().status_code == 303
    (deal,) = store.deals(table)
    assert deal.settlement.payouts["Bob"] == 250


# --- a false going out ---------------------------------------------------------------------------


# --- paying after a correction -------------------------------------------------------------------


def corrected(store: Store, table: Table, cards: str | None) -> None:
    """Corrects deal 1 so that Ann went out with these cards; strikes it out for None."""
    entry = None if cards is None else entry_of(store, table, "Ann", {"Ann": cards})
    struck = next(iter(struck_out(store, table)), None)
    plan = correction.plan(table, store.deals(table), 1, entry, let_stand=True, struck=struck)
    token = f"correct-{table.id}-{store.history(table, 1)[-1].id}"
    store.correct(table, number=1, reason="x", changes=plan.changes, token=token)


def due(keeper: Phone, table: Table) -> str:
    """What the page of deal 1 and the sheet say of what is to be paid."""
    page = keeper.get(f"/t/{table.code}/deals/1").text + keeper.get(f"/t/{table.code}/").text
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def tick(keeper: Phone, store: Store, table: Table, paid: str = "1") -> None:
    row = store.history(table, 1)
    name = "paid" if paid == "1" else "unpaid"
    data = {name: "0", "deal": [one.id for one in row if not one.undone][-1]}
    assert keeper.post(f"/t/{table.code}/deals/1/paid", data).status_code == 303


def test_after_a_correction_only_the_difference_is_due(
    app: Flask, store: Store, make_table: MakeTable
) -> None:
    table = make_table("classic-uk", ("Ann", "Bob", "Cem"))
    keeper = People(app, store, table).keeper
    close(store, table, "Ann", {"Ann": "red, go"}, let_stand=True)  # £450
    assert "Still to be paid: Ann" in due(keeper, table)
    tick(keeper, store, table)
    assert "Still to" not in due(keeper, table)

    corrected(store, table, "red, go*2")
    told = due(keeper, table)
    assert "£200 more £450 was paid already. Hand over 2× £100" in told
    assert "Still to be paid: Ann (£200 more)" in told
    tick(keeper, store, table)
    assert "Still to" not in due(keeper, table)
    tick(keeper, store, table, "0")  # a slip of the finger: what was paid before still is
    assert "Ann (£200 more)" in due(keeper, table)
    tick(keeper, store, table)

    corrected(store, table, "red")
    told = due(keeper, table)
    assert "£400 back £650 was paid already. Take back 4× £100" in told
    assert "Still to give back: Ann (£400)" in told
    store.undo(table, token="undo")
    assert "Still to" not in due(keeper, table)

    corrected(store, table, None)
    told = due(keeper, table)
    assert "£650 back £650 was paid already. Take back £500 £100 £50" in told
    assert "Deal 1. Still to give back: Ann (£650)" in told
    tick(keeper, store, table)
    assert "Still to" not in due(keeper, table)
    corrected(store, table, "red")
    assert "Still to be paid: Ann" in due(keeper, table)
