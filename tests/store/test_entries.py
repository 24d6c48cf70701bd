"""What is written down between deals is kept, undone and redone, and seen wherever it matters."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.rules.entries import Entry
from companion.store import Conflict, Store, Table, people
from companion.store.games import bring_in, history
from companion.store.phones import present
from companion.store.sheets import sheet_of
from companion.store.ticks import set_paid
from tests.stored import Clock, as_it_is_now, payments
from tests.web.play import close


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    made = Store(":memory:", clock=Clock())
    yield made
    made.close()


def table_of(store: Store, edition: str = "classic-uk", keeper: str = "") -> Table:
    """A table of three."""
    return store.create_table(
        edition=edition,
        options={},
        players=["Ana", "Bob", "Cem"],
        first_dealer="Ana",
        banker="Bob",
        keeper=keeper,
    )


def adjustment(player: str, amount: int) -> Entry:
    """An adjustment with some reason."""
    return Entry("adjustment", 0, player=player, amount=amount, reason="agreed")


def renamed(player: str, name: str) -> Entry:
    """A name that is corrected."""
    return Entry("name", 0, player=player, was=player, name=name)


def test_an_adjustment_is_in_the_totals_from_then_on(store: Store) -> None:
    table = table_of(store)
    store.write_down(table, [adjustment("Cem", 500)], token="handicap")
    close(store, table, "Ana", {"Ana": "brown"})
    store.write_down(table, [adjustment("Ana", -300)], token="fine")
    sheet = sheet_of(store, table)
    assert [dict(row.totals) for row in sheet.rows] == [{"Ana": 50, "Bob": 0, "Cem": 500}]
    assert dict(sheet.totals) == {"Ana": -250, "Bob": 0, "Cem": 500}
    assert [(noted.rows, noted.entry.amount) for noted in sheet.notes] == [(0, 500), (1, -300)]
    assert sheet.leaders == ("Cem",)
    parts = as_it_is_now(store, table).result.parts
    assert [(part.final, part.adjusted, part.paid) for part in parts] == [
        (-250, -300, 50),
        (0, 0, 0),
        (500, 500, 0),
    ]


def test_an_entry_sent_twice_counts_once_and_is_undone_and_redone(store: Store) -> None:
    table = table_of(store)
    for _ in range(2):
        store.write_down(table, [adjustment("Bob", 200)], token="a")
    assert sheet_of(store, table).totals["Bob"] == 200
    undone = store.undo(table, token="u")
    assert undone is not None
    assert (undone.kind, undone.entries) == ("write", (adjustment("Bob", 200),))
    assert sheet_of(store, table).totals["Bob"] == 0
    store.redo(table, undone.id)
    assert sheet_of(store, table).totals["Bob"] == 200


def test_an_adjustment_ends_no_game_and_the_next_deal_does(store: Store) -> None:
    table = table_of(store)
    store.write_down(table, [adjustment("Bob", 12_000)], token="a")
    assert not sheet_of(store, table).over
    close(store, table, "Ana", {"Ana": "brown"})
    assert sheet_of(store, table).winners == ("Bob",)


def test_the_end_counts_from_the_next_closed_deal_on(store: Store) -> None:
    table = table_of(store)
    close(store, table, "Ana", {"Ana": "brown"})
    end = {"target": 50, "deals": None, "tie": "shared"}
    store.write_down(table, [Entry("end", 0, end=end)], token="end")
    sheet = sheet_of(store, table)
    assert (sheet.over, sheet.target) == (False, 50)
    assert as_it_is_now(store, table).edition.options["target"] == 50
    close(store, table, "Bob", {})
    assert sheet_of(store, table).winners == ("Ana",)


def test_who_deals_is_set_for_the_next_deal_and_goes_on_to_the_left(store: Store) -> None:
    table = table_of(store)
    store.write_down(table, [Entry("dealer", 0, player="Cem", drawn=True)], token="drawn")
    close(store, table, "Ana", {"Ana": "brown"})
    close(store, table, "Ana", {"Ana": "brown"})
    store.write_down(table, [Entry("dealer", 0, player="Cem")], token="set")
    close(store, table, "Ana", {"Ana": "brown"})
    sheet = sheet_of(store, table)
    assert [row.dealer for row in sheet.rows] == ["Cem", "Ana", "Cem"]
    assert sheet.next_dealer == "Ana"


def test_a_corrected_name_is_everywhere(store: Store) -> None:
    table = table_of(store)
    close(store, table, "Ana", {"Ana": "brown"})
    set_paid(store, table, store.deals(table)[0].id, "Ana", True)
    hands = {"went_out": "Ana", "hands": {"Ana": ["go"]}}
    entered = {**hands, "amounts": {"Cem": 100}, "cleared": {"was": hands, "parts": ["0"]}}
    store.save_draft(table, store.draft(table).version, entered)
    store.write_down(table, [renamed("Ana", "Bob 2")], token="a")
    store.write_down(as_it_is_now(store, table), [renamed("Bob 2", "Anna")], token="b")
    now = as_it_is_now(store, table)
    assert now.players == ("Anna", "Bob", "Cem")
    assert (now.first_dealer, now.result.parts[0].name) == ("Anna", "Anna")
    (deal,) = store.deals(now)
    assert (deal.went_out, deal.payouts["Anna"]) == ("Anna", 50)
    assert [*deal.entry.hands] == [*deal.settlement.hands] == [*now.players]
    draft = store.draft(now).data
    assert (draft["went_out"], draft["hands"]) == ("Anna", {"Anna": ["go"]})
    assert draft["cleared"]["was"]["hands"] == {"Anna": ["go"]}
    assert draft["amounts"] == {"Cem": 100}
    assert [one.paid for one in payments(store, now)] == [True, False, False]
    assert [one.name for one in people.known_names(store)] == ["Anna", "Bob", "Cem"]
    store.undo(now, token="u")
    assert as_it_is_now(store, table).players[0] == "Bob 2"


def test_two_players_can_change_names(store: Store) -> None:
    """A row of a deal keeps the names that the table began with, so nobody gets another's hand."""
    table = table_of(store)
    close(store, table, "Ana", {"Ana": "brown"})
    for old, new in (("Ana", "x"), ("Bob", "Ana"), ("x", "Bob")):
        store.write_down(as_it_is_now(store, table), [renamed(old, new)], token=new)
    now = as_it_is_now(store, table)
    assert dict(sheet_of(store, now).totals) == {"Bob": 50, "Ana": 0, "Cem": 0}
    close(store, table, "Ana", {"Ana": "brown"})  # by a page that has the old names
    assert dict(sheet_of(store, now).totals) == {"Bob": 100, "Ana": 0, "Cem": 0}
    file = history(store, now)
    assert file.written == ("Ana", "Bob", "Cem")
    other = Store(":memory:", clock=Clock())
    assert history(other, bring_in(other, file)) == file
    other.close()


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(renamed("Ana", "BOB"), id="another player has it"),
        pytest.param(replace(renamed("Ana", "Al"), was="Anne"), id="another name by now"),
    ],
)
def test_a_name_that_cannot_be_given_is_a_conflict(store: Store, entry: Entry) -> None:
    table = table_of(store)
    with pytest.raises(Conflict):
        store.write_down(table, [entry], token="a")
    assert store.entries(table) == []


@pytest.mark.parametrize("edition", ["classic-uk", "deluxe", "express", "winning-moves-2017"])
def test_a_game_goes_on_with_other_players(store: Store, edition: str) -> None:
    table = table_of(store, edition, keeper="phone")
    made = [
        store.go_on(
            table,
            players=["Dee", "Cem", "Ana"],
            first_dealer="Cem",
            banker="Dee",
            begin={"Ana": (50, "carried over"), "Dee": (-100, "joins")},
            token="on",
            keeper="phone",
        )
        for _ in range(2)
    ]
    assert made[0].id == made[1].id
    new = made[0]
    assert dict(sheet_of(store, new).totals) == {"Dee": -100, "Cem": 0, "Ana": 50}
    assert [entry.kind for entry in store.entries(new)] == ["came-from", "adjustment", "adjustment"]
    (went,) = store.entries(table)
    assert (went.kind, went.game, went.code) == ("went-on", new.uid, new.code)
    found = store.went_on(went.game)
    assert found is not None
    assert found.id == new.id
    assert [phone.role for phone in present(store, new)] == ["scorekeeper"]
