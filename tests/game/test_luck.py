"""What luck is told of: which rewards, and whose deals."""

import pytest

from companion.game.luck import drew_reward, luck_of_game
from companion.rules.edition_file import load
from companion.store import Store
from tests.web.conftest import MakeTable
from tests.web.play import close


@pytest.mark.parametrize(
    ("edition", "players", "went_out", "let_stand", "drew"),
    [
        pytest.param("classic-uk", 4, "Ann", False, True, id="a reward"),
        pytest.param("classic-uk", 4, None, False, False, id="nobody went out"),
        pytest.param("classic-uk", 4, "Ann", True, False, id="a hand that was allowed"),
        pytest.param("classic-uk", 6, "Ann", False, False, id="no cards are left to draw"),
    ],
)
def test_the_luck_of_a_reward_is_told_where_one_was_drawn(
    store: Store,
    make_table: MakeTable,
    edition: str,
    players: int,
    went_out: str | None,
    let_stand: bool,
    drew: bool,
) -> None:
    table = make_table(edition, ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")[:players])
    deal = close(store, table, went_out, {"Ann": "red h1"}, let_stand=let_stand)
    assert drew_reward(load(edition), deal) is drew


def test_each_player_has_the_deals_of_others_beside_their_own(
    store: Store, make_table: MakeTable
) -> None:
    table = make_table(players=("Ann", "Bob"))
    for went_out in ("Ann", "Bob", "Ann", None):
        close(store, table, went_out, {"Ann": "red", "Bob": "brown"})
    found = luck_of_game(load("classic-uk"), table.players, store.deals(table), {})
    assert [(one.name, one.out, one.others_out) for one in found] == [("Ann", 2, 1), ("Bob", 1, 2)]


@pytest.mark.parametrize("deals", [0, 1])
def test_without_a_deal_or_without_anybody_to_go_out_there_is_no_luck(
    store: Store, make_table: MakeTable, deals: int
) -> None:
    table = make_table("express" if deals else "classic-uk", ("Ann", "Bob"))
    for _ in range(deals):
        close(store, table, None, {"Ann": "red"}, stopped_early=True)
    found = luck_of_game(table.edition, table.players, store.deals(table), {})
    assert found == ()
