"""A game as a file: written, read and written again it is the same, and damage is found."""

from hypothesis import given, settings

from companion.export.game import written
from companion.export.reading import read_game
from companion.store import Store
from companion.store.games import bring_in, history
from tests.games import Clock, Game, games
from tests.web.play import sheet_of


@settings(max_examples=200, deadline=None)
@given(games())
def test_a_game_written_read_and_written_again_is_the_same(game: Game) -> None:
    here, there = Store(":memory:", clock=Clock()), Store(":memory:")
    table = game.play(here)
    file = written(history(here, table))
    copy = bring_in(there, read_game(file))
    assert written(history(there, copy)) == file
    assert sheet_of(there, copy) == sheet_of(here, table)
    assert copy.code != table.code
    here.close()
    there.close()
