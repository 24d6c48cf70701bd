"""The generated games that other tests are built on."""

from hypothesis import given, settings

from companion.store import Store
from companion.store.sheets import sheet_of
from tests.games import Game, games
from tests.often import times
from tests.stored import Clock


@settings(max_examples=times(100), deadline=None)
@given(games())
def test_a_generated_game_can_be_played_and_folds(game: Game) -> None:
    store = Store(":memory:", clock=Clock())
    table = game.play(store)
    sheet = sheet_of(store, table)
    assert len(sheet.rows) == store.count_deals(table)
    assert table.place == game.place
    store.close()
