"""The sums that the row of a deal keeps are those of its cards and its settlement."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from companion.game.closed_deal import goer_rank
from companion.rules.deal import Deal
from companion.rules.rank.hand_rank import rank_of_goer
from companion.store import ClosedDeal, Store, Table, games
from companion.store.rows import deal_of
from tests.games import Game
from tests.games import games as played
from tests.stored import Clock
from tests.web.conftest import table_maker
from tests.web.play import close, close_entry

GOER = (
    *("leicester-square", "coventry-street", "piccadilly", "house-1", "house-2", "house-3"),
    *("token", "go", "fenchurch-street-station", "kings-cross-station"),
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "companion.db")


def rows_of(store: Store, table: Table) -> list[ClosedDeal]:
    """Every row of a table, those that do not count too."""
    rows = store.rows("SELECT * FROM written_deals WHERE table_id = ?", [table.id])
    return [deal_of(table.texts, row) for row in rows]


def check(store: Store, table: Table) -> None:
    for row in rows_of(store, table):
        laid, sums = row.settlement.hands, row.sums
        assert (sums.payouts, sums.jackpot) == (row.settlement.payouts, row.settlement.jackpot)
        assert sums.went_out == row.entry.went_out
        assert {
            player: (hand.wiped_out, [*hand.bonuses], [*hand.sets])
            for player, hand in sums.hands.items()
        } == {
            player: (
                hand.wiped_out is not None,
                [one.kind for one in hand.bonuses],
                [one.group for one in hand.sets],
            )
            for player, hand in laid.items()
        }
        edition, goer = table.edition, row.entry.went_out
        for player, hand in laid.items():
            kept = [card for card in row.entry.hands[player] if card != hand.wiped_out]
            wilds = () if hand.wiped_out == edition.wild else row.entry.wilds.get(player, ())
            alone = edition.arrange(kept, goer=player == goer, declared=wilds)
            assert sums.hands[player].lost == (alone.total if hand.wiped_out else 0)
        rank = None
        if goer is not None and row.settlement.legal:
            cards, declared = row.entry.hands[goer], row.entry.wilds.get(goer, ())
            rank = rank_of_goer(edition, len(table.players), cards, declared)
        assert goer_rank(edition, row) == rank


def test_a_hand_that_went_out_keeps_what_it_was_worth(store: Store) -> None:
    table = store.create_table(
        edition="classic-uk",
        options={},
        players=("Ann", "Bob", "Cem", "Dee"),
        first_dealer="Ann",
        banker="Ann",
    )
    close_entry(store, table, Deal({"Ann": GOER, "Bob": ["go"], "Cem": [], "Dee": []}, "Ann"))
    (row,) = rows_of(store, table)
    assert goer_rank(table.edition, row) is not None
    check(store, table)


def test_a_hand_with_a_declared_wild_is_worth_what_it_pays_so(store: Store) -> None:
    table = table_maker(store)("classic-uk", ("Ann", "Bob"))
    hand = "dark-blue, h1, h2, h3, h4, hotel, token*2, chance"
    for declared in ("house-1", "token"):
        close(store, table, "Ann", {"Ann": hand}, wilds={"Ann": [declared]})
    assert [row.sums.worth for row in rows_of(store, table)] == [7500, 10000]


def test_what_a_jailed_hand_lost_is_paid_with_its_wild_as_it_was_announced(store: Store) -> None:
    table = table_maker(store)("winning-moves-2017", ("Ann", "Bob"))
    hands = {"Ann": "red", "Bob": "boardwalk park-place wild go-to-jail"}
    for kind in ("go", "free-parking"):
        close(store, table, "Ann", hands, let_stand=True, wilds={"Bob": [kind]})
    assert [row.sums.hands["Bob"].lost for row in rows_of(store, table)] == [600, 400]
    check(store, table)


@given(played())
def test_whatever_writes_a_row_keeps_them(game: Game) -> None:
    """What is closed, corrected, struck out, undone, redone, and brought in from a file."""
    store = Store(":memory:", clock=Clock())
    table = game.play(store)
    check(store, table)
    copy = replace(games.history(store, table), uid=f"copy of {table.code}")
    check(store, games.bring_in(store, copy))
    store.close()
